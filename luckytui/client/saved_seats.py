"""Saved seats: what a player's program keeps so that it gets back to its seat, also after it was killed.

Each is a file of the player's own. The program that has the seat keeps the file locked, so that a second
program of the same player does not take the first one's seat.
"""

import logging
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from luckytui.address import Address
from luckytui.system.files import hold_written, is_held, open_file, remove_file
from luckytui.system.state_folder import latest_first, put_old_aside, state_folder

log = logging.getLogger(__name__)

FOLDER = "seats"
_SUFFIX = ".seat"


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """The value that this player's program gives to the deal of a game: see docs/fair-play.md."""

    game: int
    id: str
    value: str


class SavedSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What leads back to a seat. Anyone who has it has the seat, so it is private."""

    room: str
    name: str
    """The name that the player asked for."""
    address: Address
    token: bytes
    certificate: bytes
    """The fingerprint of the host's."""
    code: str | None
    given: Given | None = None


class HeldSeat:
    """A saved seat that this program has, and no other."""

    def __init__(self, saved_seat: SavedSeat, path: Path, file: int) -> None:
        self.saved_seat = saved_seat
        self._path = path
        self._file = file

    def let_go(self, *, for_good: bool = False) -> None:
        """Let other programs of this player find it; for good: remove it, as the seat is given up."""
        if for_good:
            with suppress(OSError):
                remove_file(self._path, self._file)
        else:
            os.close(self._file)


def keep(saved_seat: SavedSeat) -> HeldSeat | None:
    """Save a new seat. None where nothing can be written: one can play without.

    Seats that nobody has come back to for a month are put aside.
    """
    # The room's name comes from the host. It could lead out of the folder, so it is not in the path.
    name, content = f"{secrets.token_hex(8)}{_SUFFIX}", msgspec.json.encode(saved_seat)
    try:
        put_old_aside(FOLDER)
        path = state_folder(FOLDER) / name
        file = hold_written(path, content)
    except OSError:
        log.exception("A seat cannot be saved")
        return None
    return HeldSeat(saved_seat, path, file)


def find(room: str, name: str | None = None, token: bytes | None = None) -> HeldSeat | None:
    """Return the latest seat in this room that no program has, of this name and token if they are given."""
    for path, seat in _latest_first():
        if seat.room == room and name in {None, seat.name} and token in {None, seat.token}:
            with suppress(OSError):
                file = open_file(path)
                os.utime(path)  # somebody has come back to it
                return HeldSeat(seat, path, file)
    return None


def free(name: str | None = None) -> Sequence[SavedSeat]:
    """Return the seats that no program has, the latest first; of this name if one is given."""
    seats = []
    for path, seat in _latest_first():
        with suppress(OSError):
            if name in {None, seat.name} and not is_held(path):
                seats.append(seat)
    return seats


def of_room(room: str) -> Sequence[SavedSeat]:
    """Return all saved seats in this room, also those that a program has."""
    return [seat for _path, seat in _latest_first() if seat.room == room]


def read(path: Path) -> SavedSeat:
    """Return the seat in a file. Raises OSError and MsgspecError."""
    return msgspec.json.decode(path.read_bytes(), type=SavedSeat)


def _latest_first() -> Iterator[tuple[Path, SavedSeat]]:
    """Yield all saved seats with their files."""
    try:
        paths = latest_first(state_folder(FOLDER))
    except OSError:
        return
    for path in paths:
        with suppress(OSError, msgspec.MsgspecError):
            if path.suffix == _SUFFIX:
                yield path, read(path)
