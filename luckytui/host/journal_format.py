"""The lines of a journal: what a table is, and what happened there. docs/journal.md describes them."""

import secrets
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import takewhile
from pathlib import Path

import msgspec

from luckytui import PROGRAM
from luckytui.games import GAMES
from luckytui.games.interface import Game, Seat
from luckytui.system.strict import read_json
from luckytui.table.journal_entries import (
    Admitting,
    Began,
    Committed,
    Gave,
    JournalEntry,
    Listed,
    Moved,
    Opted,
    Seated,
    Undone,
    entry_type,
)
from luckytui.table.seating import OPEN
from luckytui.table.spec import GameChoice, TableSpec, choice_of, specialised
from luckytui.table.views import Occupant
from luckytui.text import N_, UserError
from net import Ack, Identity, Member, limits

FORMAT = 1
"""The version of this format."""

_SECTOR = 512
"""The bytes that a disk writes at once, or a part of them."""

_DAMAGED = N_("{file} is damaged in line {line}, so the table cannot be resumed.")
_NEWER = N_("{file} was written by {program}, which is newer than this. Update luckytui to resume the table.")
_UNKNOWN_GAME = N_("{file} is of a game that is not known here: {game}. Update luckytui to resume the table.")
_OTHER_RULES = N_("{file} does not follow the rules known here. Resume the table with {program}.")


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line: what the table is, and how the players' programs know its host."""

    format: int = FORMAT
    program: str = PROGRAM
    """What wrote the journal."""
    room: str = msgspec.field(default_factory=partial(secrets.token_hex, 8))
    """The room's id."""
    table: TableSpec
    """As it was opened, with its seed if that was chosen."""
    owner: str | None = None
    """The key, in hex, of the person who opened the table; None at a table without an owner."""
    bind: str | None = None
    """The address to listen on; None: all."""
    port: int | None = None
    """None, before the table is open: the usual one if it is free."""
    identity: Identity
    """How the host proves to be the same again."""


class JournalLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any other line: something that happened. People are named by their keys in the room, in hex."""

    entry: JournalEntry
    person: str = ""
    """Who has the seat from now on."""
    by: str = ""
    """Who asked for it, if anyone did."""
    requests: tuple[str, ...] = ()
    """The ids, in hex, of that person's requests that were answered with it."""
    waiting: bool = False
    """Whether what precedes it in the file was not safe on the disk when it was written."""


def encode_line(line: Header | JournalLine) -> bytes:
    """Return a line as it is in the file: a checksum, a space, and JSON."""
    content = msgspec.json.encode(line)
    return b"%08x %b\n" % (zlib.crc32(content), content)


class JournalError(UserError):
    """A journal that cannot be written, or not be resumed: then it stays as it is."""


def against_the_rules(path: Path, program: str) -> JournalError:
    """Return the error for a journal that the rules do not allow; `program` wrote it."""
    return JournalError(_OTHER_RULES, file=path, program=program)


class JournalContents:
    """What happened at a table since its latest game began, without what is not needed any more."""

    def __init__(self, lines: Iterable[JournalLine] = ()) -> None:
        self._game: list[JournalEntry] = []
        """How the latest game began, with the occupants of that moment, and its moves."""
        self._seated: dict[Seat, JournalLine] = {}
        """The latest line of each seat."""
        self._latest: dict[type, JournalEntry] = {}
        """What was chosen last: of these only the latest counts."""
        self._dealing: list[JournalEntry] = []
        """How the seed of the next game is being made."""
        self._answered: dict[str, deque[str]] = {}
        """Each person's latest requests."""
        for line in lines:
            self.add(line)

    def add(self, line: JournalLine) -> None:
        """Add what happened next."""
        if line.requests:
            self._answered.setdefault(line.by, deque(maxlen=limits.ANSWERS)).extend(line.requests)
        match line.entry:
            case Moved() | Undone() as entry:
                self._game.append(entry)
            case Seated(seat=seat):
                self._seated[seat] = line
            case Opted() | Admitting() as entry:
                self._latest[type(entry)] = entry
            case Committed() | Gave() | Listed() as entry:
                self._dealing.append(entry)
            case Began() as began:
                seated = self._seated.values()
                self._dealing = []
                self._game = [*(each.entry for each in seated), *self._latest.values(), began]
                sitting = {each.person for each in seated}
                self._answered = {key: ids for key, ids in self._answered.items() if key in sitting}

    def lines(self) -> Sequence[JournalLine]:
        """Return the shortest journal of the same table."""
        return [
            *map(JournalLine, self._game),
            *map(self._with_requests, self._seated.values()),
            *map(JournalLine, [*self._latest.values(), *self._dealing]),
        ]

    def occupant(self, seat: Seat) -> Occupant:
        """Return who has this seat."""
        line = self._seated.get(seat)
        return line.entry.occupant if line and isinstance(line.entry, Seated) else OPEN

    def members(self, owner: str | None) -> Sequence[Member]:
        """Return the people who have seats; `owner` is the owner's key."""
        return [
            Member(
                seat=seat,
                name=self.occupant(seat).name,
                owner=line.person == owner,
                key=bytes.fromhex(line.person),
                answers={move: Ack(move) for move in map(bytes.fromhex, self._answered.get(line.person, ()))},
            )
            for seat, line in self._seated.items()
            if self.occupant(seat).kind == "person" and line.person
        ]

    def choice(self, table: TableSpec) -> GameChoice:
        """Return what is played next; at first what the table was opened for."""
        opted = self._latest.get(Opted)
        return opted.choice if isinstance(opted, Opted) else choice_of(table.options)

    def admitting(self, code: str | None) -> Admitting:
        """Return who may join; at first those who know the code that the table was opened with."""
        admitting = self._latest.get(Admitting)
        return admitting if isinstance(admitting, Admitting) else Admitting(code)

    def _with_requests(self, line: JournalLine) -> JournalLine:
        ids = tuple(self._answered.get(line.person, ()))
        return JournalLine(line.entry, person=line.person, by=line.person if ids else "", requests=ids)


def read(path: Path, written: bytes) -> tuple[Header, JournalContents]:
    """Read a journal, but for what was being written when its host ended. Raises JournalError."""
    pieces = written.split(b"\n")[:-1]
    good = list(takewhile(bool, map(_without_checksum, pieces)))
    if not good or (len(good) < len(pieces) and _is_damaged(pieces, len(good))):
        raise JournalError(_DAMAGED, file=path, line=len(good) + 1)
    header = _read_header(path, good[0])
    try:
        return header, JournalContents(read_lines(header.table.rules, good[1:]))
    except KeyError as error:
        raise JournalError(_UNKNOWN_GAME, file=path, game=error.args[0]) from None
    except msgspec.MsgspecError:
        raise against_the_rules(path, header.program) from None


def _is_damaged(pieces: Sequence[bytes], wrong: int) -> bool:
    """Whether the first wrong line, and what follows, cannot be what a power cut left of the last lines.

    A page that does not reach the disk reads as zeros, while one behind it may be there. Its lines were
    waiting for those before; any other right line says that what was safe is damaged.
    """
    head, zero, tail = pieces[wrong].rpartition(b"\0")
    right = [line for line in map(_without_checksum, [tail, *pieces[wrong + 1 :]]) if line]
    end = sum(len(piece) + 1 for piece in pieces[:wrong]) + len(head + zero)
    ends_with_page_or_write = end % _SECTOR == 0 or _without_checksum(tail)
    return bool(right) and not (zero and ends_with_page_or_write and all(map(_was_waiting, right)))


def _was_waiting(line: bytes) -> bool:
    with suppress(msgspec.MsgspecError):
        return msgspec.json.decode(line, type=_Waiting).waiting
    return False


class _Waiting(msgspec.Struct):
    """The one field that can be read in a line whose game is not known."""

    waiting: bool = False


def read_lines(game: Game, lines: Iterable[bytes]) -> Iterator[JournalLine]:
    """Yield the lines after the header of a table that was opened for this game.

    Raises MsgspecError, or KeyError for a game that is not known here.
    """
    chosen = game  # what was chosen when a game began says whose moves come after it
    for written in lines:
        line = read_json(written, _line_type(game))
        match line.entry:
            case Opted(choice=choice):
                chosen = GAMES[choice.game]
            case Began():
                game = chosen
        yield line


@cache
def _line_type(game: Game) -> type[JournalLine]:
    return specialised(JournalLine, entry=entry_type(game))


def _without_checksum(line: bytes) -> bytes:
    """Return the JSON in a line, or nothing if the checksum is wrong."""
    checksum, _, content = line.partition(b" ")
    return content if checksum == b"%08x" % zlib.crc32(content) else b""


def _read_header(path: Path, line: bytes) -> Header:
    try:
        stamp = msgspec.json.decode(line, type=_Stamp)
        if stamp.format > FORMAT:
            raise JournalError(_NEWER, file=path, program=stamp.program)
        return read_json(line, Header)
    except LookupError as error:
        raise JournalError(_UNKNOWN_GAME, file=path, game=error.args[0]) from None
    except msgspec.MsgspecError:
        raise against_the_rules(path, PROGRAM) from None


class _Stamp(msgspec.Struct):
    """What every format's header has."""

    format: int
    program: str
