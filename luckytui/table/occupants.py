"""Who sits around a table: what the chairs say together. A chair's number is its seat."""

from collections.abc import Iterable, Sequence
from itertools import chain, count

from msgspec.structs import replace

from luckytui.games.interface import Seat
from luckytui.table.views import Occupant

BOT_NAMES = ("Juno", "Otto", "Mina", "Bela", "Tove", "Kit", "Lumi", "Rolf", "Zita", "Nils", "Uma", "Pip")

OPEN = Occupant(kind="open")


def open_seats(occupants: Sequence[Occupant]) -> list[Seat]:
    """Return the seats that nobody has, or nobody any more."""
    return [seat for seat, occupant in enumerate(occupants) if occupant.kind in {"open", "left"}]


def away(occupants: Sequence[Occupant]) -> list[Seat]:
    """Return the seats of people whose line is down."""
    return [
        seat for seat, occupant in enumerate(occupants) if occupant.kind == "person" and not occupant.here
    ]


def moves_by_itself(occupant: Occupant) -> bool:
    """Whether no person decides here: a bot sits here, or stands in, or somebody has left."""
    return occupant.kind == "left" or bool(occupant.level)


def all_want_another_game(occupants: Sequence[Occupant]) -> bool:
    """Whether everybody who is here has asked for one, and there is nobody else to wait for."""
    here = [occupant for occupant in occupants if occupant.kind == "person" and occupant.here]
    return bool(here) and all(occupant.again for occupant in here) and not open_seats(occupants)


def all_ask_for_a_pause(occupants: Sequence[Occupant]) -> bool:
    """Whether everyone who is here asks for one; also when there are people, but none of them is here."""
    players = [occupant for occupant in occupants if occupant.kind == "person" and not occupant.level]
    return bool(players) and all(occupant.pause for occupant in players if occupant.here)


def lasting(occupant: Occupant) -> Occupant:
    """Return of a chair what outlives the host."""
    return replace(occupant, here=True, again=False, pause=False)


def bot_name(taken: Iterable[str]) -> str:
    """Return a name that nobody has, but for upper and lower case."""
    known = {name.casefold() for name in taken}
    numbered = (f"{name} {number}" for number in count(2) for name in BOT_NAMES)
    return next(name for name in chain(BOT_NAMES, numbered) if name.casefold() not in known)
