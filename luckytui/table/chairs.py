"""Who sits around a table: what the chairs say together. A chair's number is its seat."""

from collections.abc import Iterable, Sequence
from itertools import chain, count

from msgspec.structs import replace

from luckytui.games.interface import Seat
from luckytui.table.snapshot import Chair

BOT_NAMES = ("Juno", "Otto", "Mina", "Bela", "Tove", "Kit", "Lumi", "Rolf", "Zita", "Nils", "Uma", "Pip")

OPEN = Chair(kind="open")


def open_seats(chairs: Sequence[Chair]) -> list[Seat]:
    """Return the seats that nobody has, or nobody any more."""
    return [seat for seat, chair in enumerate(chairs) if chair.kind in {"open", "left"}]


def away(chairs: Sequence[Chair]) -> list[Seat]:
    """Return the seats of people whose line is down."""
    return [seat for seat, chair in enumerate(chairs) if chair.kind == "person" and not chair.here]


def moves_by_itself(chair: Chair) -> bool:
    """Whether no person decides here: a bot sits here, or stands in, or somebody has left."""
    return chair.kind == "left" or bool(chair.level)


def all_want_another_game(chairs: Sequence[Chair]) -> bool:
    """Whether everybody who is here has asked for one, and there is nobody else to wait for."""
    here = [chair for chair in chairs if chair.kind == "person" and chair.here]
    return bool(here) and all(chair.again for chair in here) and not open_seats(chairs)


def all_wish_a_pause(chairs: Sequence[Chair]) -> bool:
    """Whether everybody who is here wishes one; also when there are people, but none of them is here."""
    players = [chair for chair in chairs if chair.kind == "person" and not chair.level]
    return bool(players) and all(chair.pause for chair in players if chair.here)


def lasting(chair: Chair) -> Chair:
    """Return of a chair what outlives the host."""
    return replace(chair, here=True, again=False, pause=False)


def bot_name(taken: Iterable[str]) -> str:
    """Return a name that nobody has, but for upper and lower case."""
    known = {name.casefold() for name in taken}
    numbered = (f"{name} {number}" for number in count(2) for name in BOT_NAMES)
    return next(name for name in chain(BOT_NAMES, numbered) if name.casefold() not in known)
