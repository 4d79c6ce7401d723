"""What a journal tells: what a table is, and what happened at it, so that it can be made again.

The lines of a journal are these, in JSON. docs/journal.md tells them to a reader.
"""

import hashlib
import secrets
from collections import deque
from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

from luckytui import PROGRAM
from luckytui.games.interface import Game, Seat
from luckytui.table.journal_entries import Began, JournalEntry, Opted, Seated, entry_type
from luckytui.table.occupants import OPEN
from luckytui.table.spec import TableSpec, spec_type
from luckytui.table.specialised import specialised
from luckytui.table.views import Occupant
from net import Identity, Member, limits

FORMAT = 1
"""The version of the journal's format, as told in its first line."""


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line: what the table is, and how the players' programs know its host."""

    format: int
    program: str
    """What wrote the journal."""
    room: str
    """The room's id."""
    table: TableSpec
    """As it was opened, its seed included."""
    owner: str | None
    """The key of the person who opened the table; None at a table without an owner."""
    bind: str | None
    """The address to listen on; None: all."""
    port: int | None
    """None, before the table is open: the usual one if it is free."""
    certificate: str
    private_key: str
    code: str | None
    salt: bytes

    @classmethod
    def new(
        cls,
        table: TableSpec,
        identity: Identity,
        *,
        bind: str | None = None,
        port: int | None = None,
        owner_token: bytes | None = None,
    ) -> "Header":
        """Return the header of a new table, with a seed of its own if it has none."""
        return cls(
            format=FORMAT,
            program=PROGRAM,
            room=secrets.token_hex(8),
            table=msgspec.structs.replace(table, seed=table.seed or secrets.token_hex(16)),
            owner=hashlib.sha256(owner_token).hexdigest() if owner_token else None,
            bind=bind,
            port=port,
            certificate=identity.certificate.decode(),
            private_key=identity.key.decode(),
            code=identity.code,
            salt=identity.salt,
        )

    @property
    def identity(self) -> Identity:
        """How the host proves to be the same again."""
        return Identity(self.certificate.encode(), self.private_key.encode(), self.code, self.salt)


class JournalLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any other line: something that the party did. People are named by their keys in the room, in hex."""

    entry: JournalEntry
    sits: str = ""
    """Who took the seat, if a person did."""
    by: str = ""
    """Who asked for it; nobody for what happened by itself."""
    ids: tuple[str, ...] = ()
    """The ids, in hex, of the requests of this person that have been answered with it."""


@cache
def header_type(game: Game) -> type[Header]:
    """Return the Header of one game's journals: the type to read it as."""
    return specialised(Header, table=spec_type(game))


@cache
def line_type(game: Game) -> type[JournalLine]:
    """Return the Line of one game's journals: the type to read them as."""
    return specialised(JournalLine, entry=entry_type(game))


class JournalContents:
    """What happened at a table since its latest game began, as short as it can be told."""

    def __init__(self, lines: Iterable[JournalLine] = ()) -> None:
        self._game: list[JournalLine] = []
        """How the latest game began, with the chairs of that moment, and its moves."""
        self._seated: dict[Seat, JournalLine] = {}
        """The latest of each seat."""
        self._opted: list[JournalLine] = []
        """The latest, if there is any."""
        self._answered: dict[str, deque[str]] = {}
        for line in lines:
            self.add(line)

    def add(self, line: JournalLine) -> None:
        """Tell on."""
        if line.ids:
            self._answered.setdefault(line.by, deque(maxlen=limits.ANSWERS)).extend(line.ids)
        match line.entry:
            case Seated(seat=seat):
                self._seated[seat] = line
            case Opted():
                self._opted = [line]
            case Began():
                self._game = [*self._seated.values(), *self._opted, line]
                sitting = {seated.sits for seated in self._seated.values()}
                self._answered = {key: ids for key, ids in self._answered.items() if key in sitting}
            case _:
                self._game.append(line)

    def lines(self) -> Sequence[JournalLine]:
        """Return the shortest lines that tell it."""
        told = [JournalLine(line.entry) for line in self._game]
        return [*told, *map(self._with_answers, self._seated.values()), *self._opted]

    def occupant(self, seat: Seat) -> Occupant:
        """Return who has this seat."""
        line = self._seated.get(seat)
        return line.entry.occupant if line and isinstance(line.entry, Seated) else OPEN

    def members(self, owner: str | None) -> Sequence[Member]:
        """Return the people who have seats; `owner` is the key of the table's."""
        return [
            Member(
                seat=seat,
                name=self.occupant(seat).name,
                owner=line.sits == owner,
                key=bytes.fromhex(line.sits),
                answered=[bytes.fromhex(each) for each in self._answered.get(line.sits, ())],
            )
            for seat, line in self._seated.items()
            if self.occupant(seat).kind == "person" and line.sits
        ]

    def __len__(self) -> int:
        return len(self._game) + len(self._seated) + len(self._opted)

    def _with_answers(self, line: JournalLine) -> JournalLine:
        ids = tuple(self._answered.get(line.sits, ()))
        return JournalLine(line.entry, sits=line.sits, by=line.sits if ids else "", ids=ids)
