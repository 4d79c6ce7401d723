"""What `luckytui games` does with tables and seats that were put aside after a month without use."""

from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import MsgspecError

from luckytui.client import saved_seats
from luckytui.games import title_of
from luckytui.host import journal
from luckytui.host.journal_format import JournalError
from luckytui.host.saved_tables import SavedTable, look_into
from luckytui.system.state_folder import GUESTS, bring_back, put_aside
from luckytui.text import UserError, _, dated, plural, system_reason
from net.names import printable


class OldFile(NamedTuple):
    """A file that was put aside."""

    path: Path
    room: str
    """The room of its table; the name of a file that cannot be read."""
    words: str


def run(given: Namespace) -> int:
    """List what was put aside, bring some of it back, or remove it all."""
    try:
        if given.restore:
            for file in _meant(given.restore):
                bring_back(file.path)
                print(_("Brought back: {what}", what=file.words))
        elif given.forget_old:
            for file in (files := old_files()):
                file.path.unlink()
            print(plural("{number} old file is removed.", "{number} old files are removed.", len(files)))
        else:
            lines = [f"{printable(file.room)}  {file.words}" for file in old_files()]
            print("\n".join(lines) or _("Nothing was put aside."))
    except OSError as error:
        raise UserError(
            "What was put aside cannot be moved or removed: {why}. Make {file} yours, or writable.",
            why=system_reason(error),
            file=error.filename,
        ) from None
    return 0


def notice() -> list[str]:
    """Return a line about old files, if there are any."""
    many = len(old_files())
    words = plural(
        "{number} old table or seat was put aside: luckytui games --old",
        "{number} old tables and seats were put aside: luckytui games --old",
        many,
    )
    return [words] if many else []


def old_files() -> Sequence[OldFile]:
    """Return everything that was put aside; nothing where the folder cannot be read."""
    folders = {journal.FOLDER: _table, saved_seats.FOLDER: _seat, GUESTS: _guests}
    try:
        return [_read(path, about) for folder, about in folders.items() for path in put_aside(folder)]
    except OSError:
        return []


def _meant(room: str) -> Sequence[OldFile]:
    if files := [file for file in old_files() if room in {file.room, file.path.stem}]:
        return files
    raise UserError("Nothing that was put aside has the id {id}. “luckytui games --old” lists it.", id=room)


def _read(path: Path, about: Callable[[Path], tuple[str, str]]) -> OldFile:
    try:
        return OldFile(path, *about(path))
    except (OSError, MsgspecError, JournalError):
        return OldFile(path, path.stem, _("a file that cannot be read: {file}", file=path))


def table_words(table: SavedTable) -> str:
    """Say what an unfinished table is."""
    return _(
        "{name}, {game} with {players}, until {when}",
        name=table.header.table.name,
        game=title_of(table.header.table.game),
        players=", ".join(table.players),
        when=dated(table.when),
    )


def _table(path: Path) -> tuple[str, str]:
    table = look_into(path)
    return table.header.room, table_words(table)


def _seat(path: Path) -> tuple[str, str]:
    seat = saved_seats.read(path)
    return seat.room, _("the seat of {name} at {address}", name=seat.name, address=seat.address)


def _guests(path: Path) -> tuple[str, str]:
    return path.stem, _("the seats of guests")
