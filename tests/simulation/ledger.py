"""What a table's journal was given: what must be true of it, and of what people are sent of it."""

import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from luckytui.games.interface import Seat
from luckytui.host.journal import Journal
from luckytui.host.journal_format import JournalContents, JournalLine
from luckytui.table.journal_entries import Moved, Seated, Undone
from luckytui.table.requests import Act, Undo
from luckytui.table.seating import lasting
from luckytui.table.views import TableView
from net import Ack, Event, Member, Reject
from tests.simulation.disk import Disk
from tests.simulation.people import Broken, Program, timeless
from tests.table import evening


class Ledger:
    """All lines that a journal was given, in order, as far as they outlived every kill."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self.lines: list[JournalLine] = []
        self.path: Path | None = None
        """Where the journal is, once somebody could join the table."""
        self.is_removed = False
        """Whether the journal was removed, as its table closed."""
        self._made: dict[str, int] = {}
        """Which line each request led to."""
        self._views: dict[bytes, tuple[int, set[bytes]]] = {}
        """For each view how many lines there were when it was made, and the keys of those it is for."""
        self._latest: dict[bytes, bytes] = {}
        """The table as each person was shown it last."""
        self._known: dict[bytes, str] = {}
        """What each person knew of the log then."""
        self._told: dict[bytes, tuple[bytes, int]] = {}
        """What of it a journal keeps, and how many lines there were when it came to that."""

    @property
    def safe(self) -> int:
        """How many of the lines would outlive a power cut now."""
        if self.is_removed:
            return len(self.lines)
        return self._disk.safe(self.path) if self.path else 0

    def add(self, lines: Sequence[JournalLine]) -> None:
        """The journal is given these lines."""
        for line in lines:
            for request in line.requests:
                is_new = request not in self._made or not isinstance(line.entry, (Moved, Undone))
                Broken.unless(is_new, "what was asked for once was done twice")
                self._made[request] = len(self.lines)
            self.lines.append(line)

    def take_back(self, lines: Sequence[JournalLine]) -> None:
        """The journal could not keep these lines, the latest."""
        del self.lines[-len(lines) :]
        self._made = {request: line for request, line in self._made.items() if line < len(self.lines)}

    def forget(self) -> None:
        """The table never opened: what comes is another one."""
        self.lines.clear()
        self._made.clear()

    def owner_of(self, seat: Seat, *, safe: bool = True) -> bytes:
        """The key of the person who has this seat; with `safe`, after any kill, too."""
        for line in reversed(self.lines[: self.safe] if safe else self.lines):
            if isinstance(line.entry, Seated) and line.entry.seat == seat:
                return bytes.fromhex(line.person)
        return b""

    # A kill, and the restart after it

    def host_was_killed(self, safe: int) -> None:
        """Forget the lines that were lost; none of the first `safe` ones may be."""
        if self.path is None:
            return
        file = self._disk.inode(self.path)
        Broken.unless(file is not None, "the journal is gone")
        kept = file.content.split(b"\n")[:-1] if file else []
        good = next((number for number, line in enumerate(kept) if not _is_good(line)), len(kept))
        survived = file.written_at + good - file.first_lines if file else 0
        Broken.unless(safe <= survived <= len(self.lines), f"{survived} lines, {safe} were safe")
        del self.lines[survived:]
        self._made = {request: line for request, line in self._made.items() if line < survived}

    def resumes(self, journal: Journal) -> None:
        """A host resumes the table from this: nothing may be missing, and nothing added."""
        self._latest.clear()
        self._told.clear()
        wanted, got = JournalContents(self.lines).lines(), journal.contents.lines()
        Broken.unless(_plain(wanted) == _plain(got), "the journal tells another story than it was given")

    # What people are sent

    def shows(self, view: bytes, member: Member, truth: TableView) -> None:
        """The host made this view for a member, of what is true."""
        kept = _kept(truth)
        before, since = self._told.get(member.key, (b"", 0))
        if kept != before:  # else it tells nothing of the lines that were added meanwhile
            since = len(self.lines)
        self._told[member.key] = kept, since
        self._latest[member.key], self._known[member.key] = truth, member.known
        lines, keys = self._views.get(view, (since, set()))
        self._views[view] = lines, keys | {member.key}

    def has_news(self, member: Member, truth: TableView) -> None:
        """A member is to be shown something new: else it learns that somebody acted in secret."""
        if member.known != self._known.get(member.key):
            return  # another program has joined in its place, and a first view is due
        Broken.unless(_looks_new(self._latest.get(member.key), truth), f"{member.name} is shown nothing new")

    def was_shown(self, program: Program, view: bytes) -> None:
        """The view arrived there."""
        lines, keys = self._views[view]
        Broken.unless(program.key in keys, f"{program.name} is shown what somebody else may see")
        Broken.unless(lines <= self.safe, f"{program.name} is shown what is not safe yet")

    def was_answered(self, program: Program, request: bytes, answer: Event) -> None:
        """A request was answered there."""
        made = self._made.get(request.hex())
        match answer, program.sent[request]:
            case Ack(), Act(move=move):
                Broken.unless(made is not None and made < self.safe, "a move is acknowledged, and not safe")
                entry = self.lines[made or 0].entry
                Broken.unless(isinstance(entry, Moved) and entry.move == move, "another move was made")
                Broken.unless(entry.seat == program.seat, "a move was made for another seat")
            case Ack(), Undo():
                Broken.unless(made is not None and made < self.safe, "an undo is acknowledged, and not safe")
                Broken.unless(self.lines[made or 0].entry == Undone(program.seat), "something else happened")
            case Reject(code=code), _:
                Broken.unless(made is None, "what was refused has been done")
                Broken.unless(code != "internal", "a request failed")

    def still_holds(self, program: Program) -> None:
        """All that was ever acknowledged there has been done, once, and nothing that was refused."""
        for request, answer in program.answers.items():
            is_kept = isinstance(program.sent[request], (Act, Undo))
            if answer is Ack and is_kept:
                Broken.unless(request.hex() in self._made, f"a move of {program.name} is lost")
            elif answer is Reject:
                Broken.unless(request.hex() not in self._made, f"a move of {program.name} was made after all")


def _looks_new(before: TableView | None, now: TableView) -> bool:
    if before is None or before.log_id != now.log_id:
        return True
    return before.log != now.log or timeless(before) != timeless(now)


def _kept(truth: TableView) -> bytes:
    """What a view tells that a journal keeps: nothing of who is connected, and of what is said."""
    kept = evening.lasting(truth)
    occupants = tuple(map(lasting, truth.occupants))
    return msgspec.msgpack.encode((truth.options, occupants, kept.match, kept.log[-8:]))


def _is_good(line: bytes) -> bool:
    checksum, _, content = line.partition(b" ")
    return checksum == b"%08x" % zlib.crc32(content)


def _plain(lines: Iterable[JournalLine]) -> list[Any]:
    return [msgspec.json.encode(line) for line in lines]
