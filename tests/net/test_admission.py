"""Who gets in while others guess: the budget of wrong answers, and whose turn it is."""

import pickle
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net import NetError, limits
from net.admission import Admission, Answer, Guesses
from net.security import Exchange, Proofs, code_point

CERTIFICATE = bytes(32)
CODE, WRONG_CODE = "7KQ2M9", "7KQ2M8"
POINTS = {code: code_point(code, CERTIFICATE) for code in (CODE, WRONG_CODE)}


def guess(guesses: Guesses, address: str, now: float) -> bool:
    """Try a wrong code; was it judged?"""
    judged = guesses.may_judge(address, now)
    if judged:
        guesses.wrong(address, now)
    return judged


@dataclass
class Cheap:
    """An exchange whose proof is the code, as the real one takes a millisecond."""

    point: bytes

    def proofs(self, _share: bytes, *, is_host: bool) -> Proofs:
        return Proofs(b"host's", CODE.encode())


@dataclass
class Host:
    """Judges answers in virtual time, at the moments that the admission asks for."""

    admission: Admission = field(default_factory=lambda: Admission(POINTS[CODE]))
    now: float = 1000.0
    wake_at: float | None = None
    told: dict[str, list[str]] = field(default_factory=dict)
    waiting: set[str] = field(default_factory=set)

    def answer(self, address: str, code: str) -> Answer:
        """An answer comes from this address, made with this code."""

        def tell(judgement: bytes | NetError) -> None:
            heard = judgement.code if isinstance(judgement, NetError) else "in"
            self.told.setdefault(address, []).append(heard)
            self.waiting.discard(address)

        answer = Answer(address, cast("Exchange", Cheap(POINTS[CODE])), b"", code.encode(), tell)
        self.waiting.add(address)
        self.admission.submit(answer, self.now)
        self.wake_at = self.admission.tick(self.now)
        return answer

    def guess(self, addresses: Iterable[str]) -> None:
        """Each of these guesses again, unless its last answer still waits."""
        for address in addresses:
            if address not in self.waiting:
                self.answer(address, WRONG_CODE)

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while self.wake_at is not None and self.wake_at <= until:
            self.now = self.wake_at
            self.wake_at = self.admission.tick(self.now)
        self.now = until


def addresses(network: str) -> Iterator[str]:
    return (f"{network}.{number // 250}.{number % 250 + 1}" for number in count())


def test_a_newcomer_is_judged_at_once_as_long_as_240_are_not_wrong() -> None:
    guesses, strangers = Guesses(), addresses("10.0")
    assert all(guess(guesses, next(strangers), 0.0) for _ in range(240))
    assert not guesses.may_judge(next(strangers), 59.9)
    assert guesses.may_judge(next(strangers), 60.0)


def test_addresses_that_were_wrong_have_180_a_minute_evenly() -> None:
    guesses, strangers = Guesses(), addresses("10.0")
    guessing = [next(strangers) for _ in range(10)]
    assert all(guess(guesses, address, 0.0) for address in guessing)
    tries = [sum(guess(guesses, address, 60 + tick / 100) for address in guessing) for tick in range(6000)]
    assert 175 <= sum(tries) <= 180
    assert max(tries) == 1


def test_60_are_kept_for_addresses_that_were_not_wrong() -> None:
    guesses, strangers = Guesses(), addresses("10.0")
    for tick in range(12000):
        guess(guesses, "10.1.0.1", tick / 100)
    assert 60 <= sum(guess(guesses, next(strangers), 120.0) for _ in range(100)) < 70


def test_an_address_that_was_right_has_40_a_minute_of_its_own() -> None:
    guesses, strangers = Guesses(), addresses("10.0")
    for _ in range(240):
        guess(guesses, next(strangers), 0.0)
    guesses.right("10.1.0.1")
    assert sum(guess(guesses, "10.1.0.1", tick / 10) for tick in range(600)) == 40


@pytest.mark.parametrize("network", ["2001:db8:0:1::{:x}", "fe80::{:x}%eth0"])
def test_neighbours_of_a_network_of_ipv6_are_one(network: str) -> None:
    guesses = Guesses()
    assert [guess(guesses, network.format(number), 0.0) for number in (1, 2, 3)] == [True, True, False]
    assert guesses.may_judge("2001:db8:0:2::1", 0.0)


def test_a_member_among_them_is_judged_by_itself() -> None:
    guesses = Guesses()
    guesses.right("2001:db8::1")
    assert [guess(guesses, "2001:db8::2", 0.0) for _ in range(3)] == [True, True, False]
    assert guesses.may_judge("2001:db8::1", 0.0)


ADDRESSES = st.one_of(
    st.ip_addresses(v=4, network="10.0.0.0/23").map(str),
    st.ip_addresses(v=6, network="2001:db8::/56").map(str),
    st.just("10.1.0.1"),
)


STEPS = st.tuples(st.integers(1, 400), ADDRESSES, st.sampled_from([0.0, 0.1, 5.0, 70.0]))


@given(st.lists(STEPS, max_size=10))
def test_no_minute_has_more_than_280_wrong_answers(tries: list[tuple[int, str, float]]) -> None:
    guesses, now = Guesses(), 1000.0
    guesses.right("10.1.0.1")
    wrong: list[float] = []
    strangers = addresses("10.9")
    for times, address, step in tries:
        now += step
        for number in range(times):
            wrong += [now] * guess(guesses, address if number % 2 else next(strangers), now)
    for end in set(wrong):
        assert sum(end - limits.WRONG_CODES_FORGOTTEN < each <= end for each in wrong) <= 280


@given(st.lists(st.tuples(st.integers(0, 2**32 - 1), st.booleans()), max_size=400))
def test_what_is_remembered_is_bounded_whatever_addresses_come(tries: list[tuple[int, bool]]) -> None:
    guesses = Guesses()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "KNOWN_ADDRESSES", 5)
        for number, right in tries:
            address = f"2001:db8:{number >> 16:x}:{number & 0xFFFF:x}::1"
            if right:
                guesses.right(address)
            else:
                guess(guesses, address, 0.0)
        most = 9 * limits.WRONG_CODES + 60 * 2 * limits.KNOWN_ADDRESSES + 500  # bytes: times, and addresses
        assert len(pickle.dumps(guesses)) <= most


def test_newcomers_get_in_at_once_while_120_addresses_guess() -> None:
    host, strangers, newcomers = Host(), addresses("10.0"), addresses("10.5")
    guessing = [next(strangers) for _ in range(120)]
    for quarter in range(300):
        host.guess(guessing)
        if quarter % 20 == 0:
            newcomer = next(newcomers)
            host.answer(newcomer, CODE)
            assert host.told[newcomer] == ["in"]
        host.wait(0.25)


def test_those_who_guess_wait_for_their_turn_and_share_it_fairly() -> None:
    host, strangers = Host(), addresses("10.0")
    guessing = [next(strangers) for _ in range(20)]
    for _ in range(240):
        host.guess(guessing)
        host.wait(0.25)
    counts = [told.count("bad_code") for told in host.told.values()]
    assert sum(counts) <= 240
    assert max(counts) - min(counts) <= 1


def test_who_mistyped_once_comes_before_those_who_guess() -> None:
    host, strangers = Host(), addresses("10.0")
    guessing = [next(strangers) for _ in range(50)]
    for _ in range(200):
        host.guess(guessing)
        host.wait(0.5)
    host.answer("10.5.0.1", WRONG_CODE)
    host.wait(0.1)
    host.answer("10.5.0.1", CODE)
    host.wait(0.5)
    assert host.told["10.5.0.1"] == ["bad_code", "in"]


def test_an_answer_that_waited_too_long_is_refused_unjudged() -> None:
    host, strangers = Host(), addresses("10.0")
    for _ in range(240):
        host.answer(next(strangers), WRONG_CODE)
    host.answer("10.5.0.1", CODE)
    assert "10.5.0.1" not in host.told
    host.wait(limits.ANSWER_WAIT + 0.5)
    assert host.told["10.5.0.1"] == ["locked_out"]
    host.wait(60)
    host.answer("10.5.0.1", CODE)
    assert host.told["10.5.0.1"] == ["locked_out", "in"]


def test_when_too_many_wait_the_one_that_was_wrong_most_often_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ANSWERS_WAITING", 2)
    host = Host()
    for address in ("10.0.0.1", "10.0.0.2", "10.0.0.3"):
        host.answer(address, WRONG_CODE)
    for address in ("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2", "10.0.0.3"):
        host.answer(address, WRONG_CODE)
    assert host.told["10.0.0.1"][-1] == "locked_out"
    assert "locked_out" not in host.told["10.0.0.2"] + host.told["10.0.0.3"]


def test_a_guest_that_is_gone_costs_no_guess() -> None:
    host = Host()
    host.answer("10.0.0.1", WRONG_CODE)
    host.answer("10.0.0.1", WRONG_CODE)
    host.admission.withdraw(host.answer("10.0.0.1", WRONG_CODE))
    host.wait(10)
    assert len(host.told["10.0.0.1"]) == 2


def test_after_a_new_code_the_old_one_is_wrong_also_in_an_exchange_that_has_begun() -> None:
    host = Host()
    host.admission.point = POINTS[WRONG_CODE]
    host.answer("10.0.0.1", CODE)
    assert host.told["10.0.0.1"] == ["bad_code"]


@pytest.mark.parametrize("share", [bytes(32), b"\xec" + b"\xff" * 30 + b"\x7f"])
def test_a_share_that_no_honest_guest_sends_is_a_wrong_answer(share: bytes) -> None:
    told: list[object] = []
    admission = Admission(POINTS[CODE])
    admission.submit(Answer("10.0.0.1", Exchange(POINTS[CODE]), share, bytes(64), told.append), 0.0)
    admission.tick(0.0)
    assert [error.code for error in told if isinstance(error, NetError)] == ["bad_code"]
