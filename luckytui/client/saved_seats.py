"""Tickets: what a player's program keeps so that it gets back to its seat, also after it was killed.

A ticket is a file of the player's own. The program that has the seat keeps it locked, so that a second one
of the same player does not take the first one's seat.
"""

import logging
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from luckytui.address import Address
from luckytui.state_folder import new_file, open_file, remove_old, state_folder

log = logging.getLogger(__name__)

_SUFFIX = ".ticket"


class SavedSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What leads back to a seat. Who has it has the seat: it is for the player's eyes alone."""

    room: str
    name: str
    """What the player wished to be called."""
    address: Address
    token: bytes
    certificate: bytes
    """The fingerprint of the host's."""
    code: str | None


class HeldSeat:
    """A ticket that this program has, and no other."""

    def __init__(self, saved_seat: SavedSeat, path: Path, file: int) -> None:
        self.saved_seat = saved_seat
        self._path = path
        self._file = file

    def put_back(self) -> None:
        """Let it be found again."""
        os.close(self._file)

    def throw_away(self) -> None:
        """Let it not be found any more: the seat is given up."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
        os.close(self._file)


def keep(saved_seat: SavedSeat) -> HeldSeat | None:
    """Keep a new ticket. Where nothing can be written there is none: one can play without."""
    try:
        # What the host has told is no part of the name: it may be anything, a way out of the folder, too.
        path = state_folder("tickets") / f"{secrets.token_hex(8)}{_SUFFIX}"
        # Under another name at first, so that nobody finds it before it is locked.
        file = new_file(path.with_suffix(".new"))
        os.write(file, msgspec.json.encode(saved_seat))
        path.with_suffix(".new").rename(path)
    except OSError:
        log.exception("A ticket cannot be kept")
        return None
    return HeldSeat(saved_seat, path, file)


def find(room: str, name: str | None = None) -> HeldSeat | None:
    """Return the latest ticket to this room that no program has, of this name if one is given."""
    return next(
        _all_free(lambda saved_seat: saved_seat.room == room and name in {None, saved_seat.name}), None
    )


def take(saved_seat: SavedSeat) -> HeldSeat | None:
    """Return the ticket as one that this program has, unless another program has it."""
    return next(_all_free(lambda other: other == saved_seat), None)


def free(name: str | None = None) -> Sequence[SavedSeat]:
    """Return the tickets that no program has, the latest first; of this name if one is given."""
    saved_seats = []
    for held in _all_free(lambda saved_seat: name in {None, saved_seat.name}):
        saved_seats.append(held.saved_seat)
        held.put_back()
    return saved_seats


def of_room(room: str) -> Sequence[SavedSeat]:
    """Return all tickets to this room, those too that a program has."""
    return [
        saved_seat for saved_seat in map(_read, _latest_first()) if saved_seat and saved_seat.room == room
    ]


def _all_free(wanted: Callable[[SavedSeat], bool]) -> Iterator[HeldSeat]:
    """Hold the wanted tickets that no program has. The others are not touched: it may be just their turn."""
    for path in _latest_first():
        saved_seat = _read(path)
        if saved_seat and wanted(saved_seat):
            with suppress(OSError):
                yield HeldSeat(saved_seat, path, open_file(path))


def _latest_first() -> Sequence[Path]:
    """Return the files of all tickets. Those too old are cleared away."""
    try:
        folder = state_folder("tickets")
        remove_old(folder)
        return sorted(folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return ()


def _read(path: Path) -> SavedSeat | None:
    with suppress(OSError, msgspec.MsgspecError):
        if path.is_file():  # what is none may have no end
            return msgspec.json.decode(path.read_bytes(), type=SavedSeat)
    return None
