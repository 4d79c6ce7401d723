"""The tables in this player's journals: those that can be resumed, and those whose hosts are running."""

import asyncio
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from luckytui.address import DEFAULT_PORT, Address
from luckytui.host.journal import CANNOT_KEEP, SUFFIX, Journal, journal_folder
from luckytui.host.journal_format import Header, JournalContents, JournalError, read
from luckytui.system.files import is_held, open_file
from luckytui.text import N_, Sentence, system_reason

_CANNOT_READ = N_("{file} cannot be read: {why}. Name the room of a table, or its journal.")
_RUNNING = N_("The host of “{name}” is still running. Go back to it: luckytui join {address}")


class SavedTable(NamedTuple):
    """What a journal holds of a table."""

    path: Path
    header: Header
    contents: JournalContents
    when: datetime
    """When it was last written to, in local time."""
    is_running: bool
    """Whether a host has it open."""

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who sat there, bots too."""
        occupants = map(self.contents.occupant, range(self.header.table.seats))
        return tuple(occupant.name for occupant in occupants if occupant.name)

    @property
    def how_to_join(self) -> Sentence:
        """What to say about a table whose host is running."""
        address = Address(self.header.bind or "127.0.0.1", self.header.port or DEFAULT_PORT)
        return Sentence(_RUNNING, {"name": self.header.table.name, "address": str(address)})


def saved_tables(*, running: bool) -> Sequence[SavedTable]:
    """Return the tables whose hosts are running, or those that can be resumed; the latest first."""
    try:
        folder = journal_folder()
    except JournalError:
        return ()
    tables = (table for table in _all_in(folder) if table.is_running == running)
    return sorted(tables, key=lambda table: table.when, reverse=True)


def look_into(path: Path) -> SavedTable:
    """Return what a journal holds. Raises JournalError."""
    try:
        is_running = is_held(path)
        content = path.read_bytes()
        when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    except OSError as error:
        raise JournalError(_CANNOT_READ, file=path, why=system_reason(error)) from None
    return SavedTable(path, *read(path, content), when, is_running)


def path_of(table: str) -> Path:
    """Return the journal that is meant by a room or a file. Raises JournalError."""
    is_file = table.endswith(SUFFIX) or os.sep in table
    return Path(table) if is_file else journal_folder() / f"{table}{SUFFIX}"


async def reopen(path: Path) -> Sequence[Journal]:
    """Return a table's journal, then those of its host's other tables, if readable. Raises JournalError."""
    first = await asyncio.to_thread(_reopen, path)
    journals = [first]
    for other in await asyncio.to_thread(_others_of_host, first):
        with suppress(JournalError):
            journals.append(await asyncio.to_thread(_reopen, other))
    return journals


def _reopen(path: Path) -> Journal:
    path = Path(os.path.realpath(path))  # else a link to a journal would be replaced, not the journal
    try:
        file = open_file(path)
    except BlockingIOError:
        raise JournalError(look_into(path).how_to_join) from None
    except OSError as error:
        look_into(path)  # where that can be read, it cannot be written
        raise JournalError(CANNOT_KEEP, folder=path.parent, why=system_reason(error)) from None
    try:
        table = look_into(path)
    except JournalError:
        os.close(file)
        raise
    return Journal(path, table.header, table.contents, file)


def _others_of_host(journal: Journal) -> Sequence[Path]:
    others = {
        other.path: other.header.table.name
        for other in _all_in(journal.path.parent)
        if other.header.identity == journal.header.identity and not other.is_running
    }
    return sorted(others, key=lambda path: (len(others[path]), others[path]))


def _all_in(folder: Path) -> Iterator[SavedTable]:
    for path in folder.glob(f"*{SUFFIX}"):
        with suppress(JournalError):
            yield look_into(path)
