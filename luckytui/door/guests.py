"""Who may come in: the door's code, how often it may be guessed, and the seats that are kept."""

import hashlib
import logging
from collections.abc import Sequence
from pathlib import Path
from threading import RLock
from time import monotonic
from typing import NamedTuple

import msgspec

from luckytui.client.saved_seats import SavedSeat
from luckytui.host.door import new_digits, read_digits
from luckytui.system.files import write_file
from luckytui.text import N_, CodeNeeded, UserError, sentence_of
from net import NetError
from net.admission import Guesses
from net.names import look, person

log = logging.getLogger(__name__)

_PROOFS = 512
"""How many proofs are remembered: more than the guests of all tables of a host usually have."""

_TOO_MANY = N_("Too many wrong codes were typed. Wait a minute, then try again.")
WRONG_DIGITS = N_(
    "These are not the digits for guests. The host's screen shows them in gold, beside the ssh command and"
    " below the picture; the letters there are for players who have luckytui."
)


def proof_of(kind: str, secret: str) -> str:
    """Return the hash of a secret that a guest has: only the hash is kept."""
    return f"{kind}:{hashlib.sha256(secret.encode()).hexdigest()}"


def proof_of_digits(name: str, digits: str) -> str:
    """Return the proof of the digits that somebody of this name comes back with."""
    return proof_of("digits", f"{look(name)} {digits}")


class SeatBook:
    """The seats of guests, by what they prove. They are in a private file, so that they outlive the door."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = RLock()
        self._seats: dict[str, SavedSeat] = {}
        try:
            self._seats = msgspec.json.decode(path.read_bytes(), type=dict[str, SavedSeat])
        except FileNotFoundError:
            pass
        except (OSError, msgspec.MsgspecError):
            log.exception("The guests' seats cannot be read")

    def find(self, *proofs: str) -> SavedSeat | None:
        """Return the seat of the guest who has proved one of these."""
        with self._lock:
            return next((self._seats[proof] for proof in proofs if proof in self._seats), None)

    def remember(self, proofs: Sequence[str], saved_seat: SavedSeat) -> None:
        """Remember a seat under these proofs. A proof that already belongs to another seat keeps it."""
        with self._lock:
            self._seats = dict.fromkeys(proofs, saved_seat) | self._seats
            while len(self._seats) > _PROOFS:
                self._seats.popitem()
            self._save()

    def remove(self, saved_seat: SavedSeat) -> None:
        """Forget a seat that was given up."""
        with self._lock:
            self._seats = {proof: seat for proof, seat in self._seats.items() if seat != saved_seat}
            self._save()

    def _save(self) -> None:
        try:
            write_file(self._path, msgspec.json.encode(self._seats))
        except OSError:
            log.exception("The guests' seats cannot be saved")


class Ticket(NamedTuple):
    """Admission of a guest: a name, and the seat that is theirs already."""

    name: str
    seat: SavedSeat | None
    """The seat that they have proved to be theirs; None: they have none yet."""
    proofs: Sequence[str]
    """What leads back to their seat from now on."""
    digits: str = ""
    """What they can type instead of the code to come back; empty if a key or cookie proves who they are."""


class Gate:
    """Lets in people who know the door's code, or their own digits for coming back."""

    def __init__(self, code: str | None, book: SeatBook) -> None:
        """`code` has nine digits; None: anyone may come in."""
        self.code = code
        self._book = book
        self._guesses = Guesses()

    @property
    def needs_code(self) -> bool:
        return self.code is not None

    def recognise(self, proofs: Sequence[str]) -> Ticket | None:
        """Return the ticket of a guest who proves to have a seat."""
        seat = self._book.find(*proofs)
        return Ticket(seat.name, seat, proofs) if seat else None

    def admit(self, address: str, name: str, typed: str, proofs: Sequence[str] = ()) -> Ticket:
        """Admit somebody who typed the code, or digits of their own. Raises UserError, or CodeNeeded."""
        try:
            name = person(name)
        except NetError as error:
            raise UserError(sentence_of(error)) from None
        if not self.needs_code:
            return self.recognise(proofs) or Ticket(name, None, proofs)
        if (digits := read_digits(typed)) is None:
            raise CodeNeeded(WRONG_DIGITS)
        now, by_digits = monotonic(), proof_of_digits(name, digits)
        if not self._guesses.may_judge(address, now):
            raise CodeNeeded(_TOO_MANY)
        if not (seat := self._book.find(by_digits)) and digits != self.code:
            self._guesses.wrong(address, now)
            raise CodeNeeded(WRONG_DIGITS)
        self._guesses.right(address)
        if seat:
            return Ticket(name, seat, [*proofs, by_digits])
        own = "" if proofs else new_digits()
        return self.recognise(proofs) or Ticket(name, None, proofs or [proof_of_digits(name, own)], own)
