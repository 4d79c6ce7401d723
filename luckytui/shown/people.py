"""Words about the people at a table, its door for guests, and a series of games."""

from collections.abc import Sequence

from luckytui.address import Address
from luckytui.shown.words import Role, all_of
from luckytui.table.spec import wins_series
from luckytui.table.views import GuestDoor, Occupant, TableView
from luckytui.text import N_, _

_REMOVAL = N_("Remove {name}? Their program, name and address stay out, and newcomers need a new code.")

Lines = Sequence[tuple[str, Role]]


def note(occupant: Occupant) -> str:
    """Say what there is to know of somebody at a table."""
    match occupant:
        case Occupant(kind="bot"):
            return _("bot, {level}", level=_(occupant.level))
        case Occupant(kind="left"):
            return _("left; safe moves are played")
        case Occupant(here=False, level=str(level)) if level:
            return _("disconnected, a bot plays ({level})", level=_(level))
        case Occupant(here=False):
            return _("disconnected, the seat is kept")
        case Occupant(pause=True):
            return _("asked for a pause")
        case Occupant(again=True):
            return _("wants another game")
        case Occupant(kind="person"):
            return _("here")
    return ""


def has_code(table_view: TableView) -> bool:
    """Return whether newcomers need a code."""
    return bool(table_view.door and table_view.door.code)


def removal(table_view: TableView, name: str) -> str:
    """Ask whether to remove somebody, and say whom that keeps out."""
    if has_code(table_view):
        return _(_REMOVAL, name=name)
    return _("Remove {name}? Their program, name and address stay out.", name=name)


def open_door(table_view: TableView) -> GuestDoor | None:
    """Return the door through which guests get in now, if there is one."""
    guests = table_view.door and table_view.door.guests
    return guests if guests and guests.address else None


def web_address(door: GuestDoor) -> str:
    """Return what to type into a browser."""
    return f"http://{Address(door.address, door.web)}/"


def ways(door: GuestDoor) -> tuple[str, str]:
    """Return what to type to get in by ssh, and into a browser."""
    return f"ssh -p {door.ssh} {door.address}", web_address(door)


def all_lines(door: GuestDoor) -> Lines:
    """Return all that a guest needs, and a warning or a key for each way in."""
    ssh, web = ways(door)
    digits = _("Guests without luckytui type {digits}:", digits=door.code)
    return (
        (digits, "act") if door.code else (_("Guests without luckytui join without a code:"), ""),
        (ssh, "strong"),
        (_("host key {fingerprint}", fingerprint=door.fingerprint), "faint"),
        (web, "strong"),
        (_("not encrypted: others on this network can listen in"), "faint"),
    )


def series_words(table_view: TableView) -> str:
    """Say who has won the series, or how it goes; nothing without one."""
    if not (table_view.best_of and table_view.match):
        return ""
    number, own, wins = table_view.best_of, table_view.seat, list(enumerate(table_view.wins))
    names = dict(enumerate(table_view.match.names))
    if winners := [seat for seat, games in wins if wins_series(games, number)]:
        if winners == [own]:
            return _("You won the best of {number}.", number=number)
        others = [names[seat] for seat in winners if seat != own]
        if own in winners:
            return _("{names} and you won the best of {number}.", names=", ".join(others), number=number)
        return _("{names} won the best of {number}.", names=all_of(others), number=number)
    score = ", ".join(f"{_('you') if seat == own else names[seat]} {games}" for seat, games in wins)
    return _("Best of {number} games. Won so far: {score}.", number=number, score=score)
