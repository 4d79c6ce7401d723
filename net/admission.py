"""Judges who knows the code of a host, and limits guessing. No I/O and no clock."""

import hmac
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from net import limits
from net.addresses import neighbourhood
from net.errors import NetError
from net.security import Exchange


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """A guest's proof that it knows the code, waiting for its judgement."""

    address: str
    exchange: Exchange
    share: bytes
    proof: bytes
    tell: Callable[[bytes | NetError], None]
    """Called with the host's proof, or with the error that refuses the guest."""


class Guesses:
    """The budget of wrong answers a minute, shared among the addresses that they come from.

    An address that was wrong before is judged only now and then, so that others are judged at once. An
    address that sent the right code has its own budget: members may share it with somebody who guesses.
    """

    def __init__(self) -> None:
        self._wrong_times: deque[float] = deque()  # of the last minute, without those of members' addresses
        self._wrong_counts: dict[str, int] = {}
        self._right: dict[str, int] = {}
        self._may_be_wrong_again = {True: 0.0, False: 0.0}  # from when on: members' addresses, and others

    def may_judge(self, address: str, now: float) -> bool:
        """Whether an answer from this address may be judged now, whether or not it turns out to be right."""
        while self._wrong_times and self._wrong_times[0] <= now - limits.WRONG_CODES_FORGOTTEN:
            self._wrong_times.popleft()
        was_right = address in self._right
        if not was_right and not self._wrong_counts.get(neighbourhood(address)):
            return len(self._wrong_times) < limits.WRONG_CODES
        is_used_up = not was_right and len(self._wrong_times) >= limits.WRONG_CODES_AGAIN
        return not is_used_up and now >= self._may_be_wrong_again[was_right]

    def rank(self, address: str) -> tuple[int, int]:
        """Return the address's place in the queue: those that were wrong least often come first."""
        return self._wrong_counts.get(neighbourhood(address), 0), self._wrong_counts.get(address, 0)

    def right(self, address: str) -> None:
        """Note the right code from this address."""
        _remember(self._right, address, 1)

    def wrong(self, address: str, now: float) -> None:
        """Note a wrong code from this address."""
        was_right, source = address in self._right, neighbourhood(address)
        if was_right or self._wrong_counts.get(source):
            part = limits.WRONG_CODES_OF_MEMBERS if was_right else limits.WRONG_CODES_AGAIN
            self._may_be_wrong_again[was_right] = now + limits.WRONG_CODES_FORGOTTEN / part
        if not was_right:
            self._wrong_times.append(now)
        for each in {address} if was_right else {source, address}:
            _remember(self._wrong_counts, each, self._wrong_counts.get(each, 0) + 1)


class Admission:
    """Judges guests' answers in an order that lets newcomers in while others guess."""

    def __init__(self, point: bytes | None) -> None:
        self.point = point
        """Where the code is proved, as `code_point` gives it; None: everyone may join."""
        self._guesses = Guesses()
        self.rank = self._guesses.rank
        self._waiting: dict[Answer, float] = {}

    def submit(self, answer: Answer, now: float) -> None:
        """Queue an answer for `tick` to judge."""
        self._waiting[answer] = now + limits.ANSWER_WAIT
        if len(self._waiting) > limits.ANSWERS_WAITING:
            self._refuse(max(self._waiting, key=lambda each: self.rank(each.address)))

    def withdraw(self, answer: Answer) -> None:
        """Drop the answer of a guest who is gone."""
        self._waiting.pop(answer, None)

    def tick(self, now: float) -> float | None:
        """Judge every answer that may be judged now; return when to call again, None if no answer waits."""
        for answer in [each for each, until in self._waiting.items() if until <= now]:
            self._refuse(answer)
        for answer in sorted(self._waiting, key=lambda each: self.rank(each.address)):
            if self._guesses.may_judge(answer.address, now):
                del self._waiting[answer]
                self._judge(answer, now)
        return now + limits.WRONG_CODES_FORGOTTEN / limits.WRONG_CODES_AGAIN if self._waiting else None

    def _refuse(self, answer: Answer) -> None:
        del self._waiting[answer]
        answer.tell(NetError("locked_out"))

    def _judge(self, answer: Answer, now: float) -> None:
        try:
            ours, theirs = answer.exchange.proofs(answer.share, is_host=True)
            is_right = hmac.compare_digest(answer.proof, theirs) and answer.exchange.point == self.point
        except ValueError:
            is_right = False
        if is_right:
            self._guesses.right(answer.address)
            answer.tell(ours)
        else:
            self._guesses.wrong(answer.address, now)
            answer.tell(NetError("bad_code"))


def _remember(known: dict[str, int], address: str, value: int) -> None:
    known.pop(address, None)
    known[address] = value
    if len(known) > limits.KNOWN_ADDRESSES:
        del known[next(iter(known))]  # evict the least recently seen address
