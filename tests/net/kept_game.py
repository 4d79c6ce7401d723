"""A game that outlives its host: members append numbers to a list, and a played disk keeps it.

Each seat has a secret, and whatever only that seat may be told begins with it.
"""

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec

from net import Ack, Member, Move, Refused, Room, Summary, View, limits

SEATS: Final = 4


def secret_of(seat: int | None) -> bytes:
    """What only this seat may be sent; nothing, for those who watch."""
    return b"" if seat is None else b"<secret %d>" % seat


class Entry(msgspec.Struct, frozen=True):
    """One line of the journal: a member came or went, or made a move."""

    what: Literal["came", "went", "moved"]
    key: bytes
    seat: int | None
    name: str
    move: bytes = b""
    number: int = 0

    @property
    def mark(self) -> bytes:
        """The number, as only the seat may know it."""
        return b"%s %d" % (secret_of(self.seat), self.number)


class TableView(msgspec.Struct, frozen=True):
    """What a member is shown: who moved, in order; and of a seat, what it alone may know."""

    seats: list[int | None]
    secret: bytes
    own: list[bytes]


@dataclass
class Disk:
    """What outlives a host. `kept` arrived there, `under_way` is lost when the host is killed."""

    kept: list[Entry] = field(default_factory=list)
    under_way: list[Entry] = field(default_factory=list)
    seconds: float = 0.0

    def entries(self) -> Iterator[Entry]:
        yield from self.kept
        yield from self.under_way

    def crash(self, arrived: int) -> None:
        """So many of the entries under way arrived after all."""
        self.kept += self.under_way[:arrived]
        self.under_way.clear()


class Game:
    """Members append to one list. It is played again from the disk, and nothing is told that is not there."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.room = Room(self, program="test 1", id="room", members=self._kept())
        self._syncing = False

    def _kept(self) -> Sequence[Member]:
        members: dict[bytes, Entry] = {}
        answered: dict[bytes, list[bytes]] = {}
        for entry in self.disk.kept:
            match entry.what:
                case "came":
                    members[entry.key] = entry
                case "went":
                    members.pop(entry.key, None)
                case "moved":
                    answered.setdefault(entry.key, []).append(entry.move)
        return [
            Member(
                entry.seat,
                entry.name,
                False,
                key,
                answers={move: Ack(move) for move in answered.get(key, [])[-limits.ANSWERS :]},
            )
            for key, entry in members.items()
        ]

    @property
    def moves(self) -> list[Entry]:
        return [entry for entry in self.disk.entries() if entry.what == "moved"]

    # The application

    def info(self) -> Summary:
        return Summary(game="list", name="Ana's", taken=0, seats=SEATS, status="open")

    def open_seats(self) -> Sequence[int]:
        return range(SEATS)

    def arrived(self, member: Member) -> None:
        self._keep(Entry("came", member.key, member.seat, member.name))
        self._tell()

    def lost(self, member: Member) -> None:
        self._tell()

    def returned(self, member: Member) -> None:
        self._tell()

    def overdue(self, member: Member) -> None:
        self.room.remove(member)

    def left(self, member: Member) -> None:
        self._keep(Entry("went", member.key, member.seat, member.name))
        self._tell()

    def move(self, member: Member, move: Move) -> None:
        if member.seat is None:
            raise Refused("not_turn", b"you watch")
        if move.prompt and move.prompt != len(self.moves) + 1:
            raise Refused("stale", secret_of(member.seat))
        if not re.fullmatch(rb"[0-9]{1,9}", move.payload):
            raise Refused("illegal")
        self._keep(Entry("moved", member.key, member.seat, member.name, move.id, int(move.payload)))
        self._tell()

    def view(self, member: Member) -> View:
        moves = self.moves
        own = [move.mark for move in moves if move.seat == member.seat]
        table_view = TableView([move.seat for move in moves], secret_of(member.seat), own[-5:])
        return View(len(moves) + 1, msgspec.msgpack.encode(table_view))

    # The journal

    def _keep(self, entry: Entry) -> None:
        self.disk.under_way.append(entry)
        self.room.hold()
        if not self._syncing:
            self._sync()

    def _sync(self) -> None:
        """As a thread would do it: what comes meanwhile has to wait for the next time."""
        self._syncing = True
        loop = asyncio.get_running_loop()
        loop.call_later(self.disk.seconds, self._synced, len(self.disk.under_way))

    def _synced(self, entries: int) -> None:
        self.disk.kept += self.disk.under_way[:entries]
        del self.disk.under_way[:entries]
        self._syncing = False
        if self.disk.under_way:
            self._sync()
        else:
            self.room.release()

    def _tell(self) -> None:
        for member in self.room.members:
            self.room.changed(member)
