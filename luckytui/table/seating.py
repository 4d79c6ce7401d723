"""Who sits where at a table, and what they say there."""

import logging
import unicodedata
from asyncio import AbstractEventLoop
from collections import deque
from collections.abc import Callable, Iterable
from itertools import chain, count

from msgspec.structs import replace

from luckytui.games.interface import Seat
from luckytui.table.journal_entries import JournalEntry, NotKept, Seated
from luckytui.table.requests import Denied
from luckytui.table.views import LINE_LENGTH, ChatLine, Occupant
from luckytui.text import N_

log = logging.getLogger(__name__)

BOT_NAMES = ("Juno", "Otto", "Mina", "Bela", "Tove", "Kit", "Lumi", "Rolf", "Zita", "Nils", "Uma", "Pip")

OPEN = Occupant(kind="open")

_AT_ONCE = 5
_WITHIN = 10.0
"""How many lines one person may say within how many seconds."""
_MARKS = 4
"""How many combining marks a letter keeps: enough for any language, too few to reach other lines."""


class Seating:
    """The occupants of a table's seats. The person at the `owner` seat, if there is one, has more rights.

    `keep` gets what outlives the host before it changes. If it raises NotKept, nothing has changed.
    """

    def __init__(self, seats: int, owner: Seat | None, keep: Callable[[JournalEntry], None]) -> None:
        self.owner = owner
        self._set([OPEN] * seats)
        self.unkept: set[Seat] = set()
        """The seats whose occupants could not be kept."""
        self._keep = keep

    @property
    def open_seats(self) -> list[Seat]:
        """The seats that a person may take."""
        return [seat for seat, occupant in enumerate(self.occupants) if occupant.kind in {"open", "left"}]

    @property
    def away(self) -> list[Seat]:
        """The seats of people who lost the connection."""
        return [seat for seat, one in enumerate(self.occupants) if one.kind == "person" and not one.here]

    @property
    def people(self) -> set[tuple[Seat, str]]:
        """The seats that people have, each with the name."""
        return {(seat, one.name) for seat, one in enumerate(self.occupants) if one.kind == "person"}

    def _set(self, occupants: list[Occupant]) -> None:
        self.occupants = occupants
        self.levels = {
            seat: one.level for seat, one in enumerate(occupants) if one.kind == "left" or one.level
        }
        """The seats where no person decides, each with the level of its bot; empty after a person left."""
        wait = [one.pause or not one.here for one in occupants if one.kind == "person" and not one.level]
        is_owner_asking = self.owner is not None and occupants[self.owner].pause
        self.asks_for_pause = is_owner_asking or (bool(wait) and all(wait))
        """Whether the owner asks for a pause, or everyone who is here; also when no person is here."""

    @property
    def wants_another_game(self) -> bool:
        """Whether everyone who is here has asked for another game, and no seat is open."""
        here = [one for one in self.occupants if one.kind == "person" and one.here]
        return bool(here) and all(occupant.again for occupant in here) and not self.open_seats

    def is_person(self, seat: Seat) -> bool:
        """Whether a person sits there; the number may be of no seat at all."""
        return seat in range(len(self.occupants)) and self.occupants[seat].kind == "person"

    def put(self, seat: Seat, occupant: Occupant, *, anyway: bool = False) -> None:
        """Give the seat to an occupant. Raises NotKept, or does it `anyway` and logs that."""
        try:
            if lasting(occupant) != lasting(self.occupants[seat]):
                self._keep(Seated(seat, lasting(occupant)))
        except NotKept:
            if not anyway:
                raise
            log.warning("Not kept: who has seat %s", seat)
            self.unkept.add(seat)
        self._set([*self.occupants[:seat], occupant, *self.occupants[seat + 1 :]])

    def forget_requests(self) -> None:
        """Forget who asked for a pause or for another game."""
        self._set([replace(occupant, again=False, pause=False) for occupant in self.occupants])

    def lose_all_connections(self) -> None:
        """Wait for each person to come back, as after a restart."""
        self._set([replace(occupant, here=occupant.kind != "person") for occupant in self.occupants])


def lasting(occupant: Occupant) -> Occupant:
    """Return what of an occupant outlives the host."""
    return replace(occupant, here=True, again=False, pause=False)


def bot_name(taken: Iterable[str], look: Callable[[str], str]) -> str:
    """Return a name that nobody has; `look` gives what names that look alike have in common."""
    known = set(map(look, taken))
    numbered = (f"{name} {number}" for number in count(2) for name in BOT_NAMES)
    return next(name for name in chain(BOT_NAMES, numbered) if look(name) not in known)


class Chat:
    """Lets people say things, though not too fast. `time` is called only when something is said."""

    def __init__(self, time: Callable[[], AbstractEventLoop]) -> None:
        self._time = time
        self._lately: deque[tuple[float, str]] = deque()
        """When somebody said something, and who, as long ago as it counts."""

    def line(self, name: str, text: str) -> ChatLine:
        """Return a line. Raises Denied for one that is empty, too long or unprintable, or one too many."""
        if not 1 <= len(text) <= LINE_LENGTH or not text.isprintable():
            raise Denied(N_("A message can have 1 to {length} characters."), length=LINE_LENGTH)
        now = self._time().time()
        while self._lately and self._lately[0][0] <= now - _WITHIN:
            self._lately.popleft()
        if sum(speaker == name for _, speaker in self._lately) >= _AT_ONCE:
            raise Denied(N_("You are sending messages too fast. Wait a few seconds."))
        self._lately.append((now, name))
        return ChatLine(name=name, text=_without_towers(text))


def _without_towers(text: str) -> str:
    """Return the text composed (NFC), without the combining marks that are too many on one letter."""
    kept, marks = "", 0
    for character in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if marks <= _MARKS:
            kept += character
    return kept
