"""Who may come in: the door's code and how often it may be guessed, strangers, and whose seat is kept."""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import RLock
from time import monotonic

import msgspec

from luckytui.client.saved_seats import HeldSeat, SavedSeat
from luckytui.text import N_, CodeNeeded, Sentence, UserError, sentence_of
from net import NetError, read_code
from net.admission import Guesses
from net.names import look, person
from net.pacing import neighbourhood
from net.security import new_code

log = logging.getLogger(__name__)

_STRANGERS, _STRANGERS_FROM_ONE_ADDRESS = 64, 24
"""How many connections may be open without a seat: a browser opens six, and a family shares a router."""
_PATIENCE = 180.0
"""How many seconds a stranger may take to come in: to find the code, and to type it."""
_SEATS = 128
"""How many seats are remembered, more than all tables of a host usually have."""

_TOO_MANY = N_("Too many wrong codes were typed. Wait a minute, then try again.")


def proof_of(kind: str, secret: str) -> str:
    """Return what is kept of something that a guest proves to have: it leads nobody back to it."""
    return f"{kind}:{hashlib.sha256(secret.encode()).hexdigest()}"


class GuestSeat(HeldSeat):
    """A seat that a guest has or comes back to, and what they prove that it is theirs with."""

    def __init__(self, book: "SeatBook", proofs: Sequence[str], saved_seat: SavedSeat) -> None:
        self.saved_seat = saved_seat
        self.proofs = proofs
        self._book = book

    def let_go(self, *, for_good: bool = False) -> None:
        if for_good:
            self._book.remove(self)


class SeatBook:
    """The seats of guests. They are in a private file, so that they outlive the door's process."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = RLock()
        self._seats: list[GuestSeat] = []
        try:
            kept = msgspec.json.decode(path.read_bytes(), type=list[tuple[tuple[str, ...], SavedSeat]])
            self._seats = [GuestSeat(self, proofs, seat) for proofs, seat in kept]
        except FileNotFoundError:
            pass
        except (OSError, msgspec.MsgspecError):
            log.exception("The guests' seats cannot be read")

    def find(self, *proofs: str) -> GuestSeat | None:
        """Return the seat of the guest who has proved one of these."""
        with self._lock:
            return next((seat for seat in self._seats if {*proofs} & {*seat.proofs}), None)

    def keep(self, proofs: Sequence[str], saved_seat: SavedSeat) -> GuestSeat:
        """Remember a new seat. Of what proves that another is theirs nothing is taken."""
        with self._lock:
            own = [proof for proof in proofs if not self.find(proof)]
            self._seats.append(seat := GuestSeat(self, own, saved_seat))
            del self._seats[:-_SEATS]
            self._save()
        return seat

    def remove(self, seat: GuestSeat) -> None:
        """Forget a seat that was given up."""
        with self._lock:
            self._seats = [each for each in self._seats if each is not seat]
            self._save()

    def _save(self) -> None:
        new = self._path.with_suffix(".new")
        try:
            new.touch(mode=0o600)
            new.write_bytes(msgspec.json.encode([(seat.proofs, seat.saved_seat) for seat in self._seats]))
            new.replace(self._path)
        except OSError:
            log.exception("The guests' seats cannot be saved")


class Gate:
    """Lets those in who know the door's code, or the word with which one of them comes back."""

    def __init__(self, code: str | None, book: SeatBook) -> None:
        """`code` is as `net.read_code` gives it; None: anyone may come in."""
        self._code = code
        self._book = book
        self._guesses = Guesses()
        self._lock = RLock()

    def admit(self, address: str, name: str, typed: str) -> tuple[str, GuestSeat | None]:
        """Return the guest's name, and the seat that they come back to. Raises UserError, or CodeNeeded."""
        try:
            name = person(name)
            code = read_code(typed) if self._code else ""
        except NetError as error:
            kind = CodeNeeded if error.code == "bad_code" else UserError
            raise kind(sentence_of(error)) from None
        if not self._code:
            return name, None
        with self._lock:
            return name, self._judge(address, name, code, monotonic())

    def _judge(self, address: str, name: str, code: str, now: float) -> GuestSeat | None:
        if not self._guesses.may_judge(address, now):
            raise CodeNeeded(Sentence(_TOO_MANY))
        seat = self._book.find(_word_proof(name, code))
        if code != self._code and not seat:
            self._guesses.wrong(address, now)
            raise CodeNeeded(sentence_of(NetError("bad_code")))
        self._guesses.right(address)
        return seat

    def new_word(self, name: str) -> tuple[str, str]:
        """Return a new word for somebody of this name to come back with, and the proof of it."""
        word = new_code()
        return word, _word_proof(name, word)


def _word_proof(name: str, word: str) -> str:
    return proof_of("word", f"{look(name)} {word}")


class Stranger:
    """A connection that nobody has come in by yet."""

    def __init__(self, strangers: "Strangers", address: str, abort: Callable[[], None]) -> None:
        self.neighbourhood = neighbourhood(address)
        self.abort = abort
        self._strangers = strangers
        self._late = asyncio.get_running_loop().call_later(_PATIENCE, abort)

    def is_one_no_more(self) -> None:
        """The guest has come in, or has gone."""
        self._late.cancel()
        self._strangers.forget(self)


class Strangers:
    """Limits them: the oldest makes way for another, first of those from the same address."""

    def __init__(self) -> None:
        self._all: list[Stranger] = []

    def came(self, address: str, abort: Callable[[], None]) -> Stranger:
        """Count a connection in; `abort` closes it at once."""
        stranger = Stranger(self, address, abort)
        self._all.append(stranger)
        alike = [each for each in self._all if each.neighbourhood == stranger.neighbourhood]
        if len(alike) > _STRANGERS_FROM_ONE_ADDRESS:
            self._turn_away(alike[0])
        elif len(self._all) > _STRANGERS:
            self._turn_away(self._all[0])
        return stranger

    def forget(self, stranger: Stranger) -> None:
        """Count a connection out."""
        self._all = [each for each in self._all if each is not stranger]

    def _turn_away(self, stranger: Stranger) -> None:
        stranger.is_one_no_more()
        stranger.abort()
