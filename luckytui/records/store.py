"""The games that were played, hosted or joined on this computer, in one SQLite file of the player's own.

What lists and statistics need is in one table, as JSON; the compressed records are in another. Every call
opens the file for itself: it waits for other programs, so call it from a thread, and a program that is killed
leaves the file as it was before or after the call.
"""

import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec.structs import replace
from platformdirs import user_data_path

from luckytui.games import score_words
from luckytui.games.interface import Seat
from luckytui.system.files import make_private, private_folder
from luckytui.system.files import write as write_all
from luckytui.table.record import Record, RecordError, UnknownRecord, local_time, read, write
from luckytui.table.table import utc_now
from luckytui.text import N_, UserError, in_figures, system_reason

_PATIENCE = 10.0
"""How many seconds to wait for another program that has the file."""

_VERSION = 1
"""Of the schema."""
_MAKE_TABLES = (
    "CREATE TABLE games (id TEXT PRIMARY KEY, about TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE records (id TEXT PRIMARY KEY, text BLOB NOT NULL)",
    f"PRAGMA user_version = {_VERSION}",
)

_FULL = N_("There is no room for games in {file}: {why}. Free some space there; what is stored is safe.")
_DAMAGED = N_("The stored games in {file} are damaged: {why}. Move this file away, and a new one is begun.")
_GAME_DAMAGED = N_(
    "The stored game {id} in {file} is damaged. Delete it, so that the others can be used:"
    " luckytui games --delete {id}"
)
_UNUSABLE = N_("The stored games in {file} cannot be used: {why}. Nothing there was changed.")
_NEWER = N_("The stored games in {file} are from a newer luckytui. Update this one; nothing was changed.")
_UNKNOWN = N_("There is no stored game {id}. “luckytui games” lists them.")
_SEVERAL = N_("Several stored games begin with {id}. Type more of the one that is meant.")
_ANOTHER = N_("Another game with the id {id} is stored already: one of the two was changed.")


class StoreError(UserError):
    """The stored games cannot be used as was asked; nothing there has changed."""


_IN_BOUNDS = msgspec.Meta(ge=-1_000_000_000, le=1_000_000_000)
"""A figure that a game can have."""


class Player(msgspec.Struct, frozen=True, array_like=True):
    """Who had a seat in a stored game, and what came of it."""

    name: str
    score: Annotated[int, _IN_BOUNDS]
    has_won: bool
    level: str | None = None
    """How well a bot played here; empty: a person; None: not known."""
    luck: Annotated[float, _IN_BOUNDS] | None = None
    mistakes: Annotated[int, _IN_BOUNDS] | None = None
    """What chance gave and what the decisions cost, as the analysis says; None: not known."""


class StoredGame(msgspec.Struct, frozen=True):
    """What is known of a stored game without its record."""

    id: str
    game: str
    played: str
    """When it began, in UTC (ISO 8601); of a simulated game when it was stored."""
    is_lowest_best: bool
    mine: Seat | None
    """Where the player of this computer sat; None: nowhere, or not known."""
    players: tuple[Player, ...]

    def __post_init__(self) -> None:
        """Check what a type cannot say. Raises ValueError and OverflowError."""
        local_time(self.played)
        if (self.mine or 0) not in range(len(self.players)):
            raise ValueError("there is no such seat")

    def fits(self, word: str) -> bool:
        """Return whether a word is in a player's name or in the game's key, or begins the date (ISO 8601)."""
        names = [self.game, *(player.name for player in self.players)]
        return word.casefold() in "\n".join(names).casefold() or f"{self.when:%Y-%m-%d}".startswith(word)

    @property
    def when(self) -> datetime:
        """When it was played, in local time."""
        return local_time(self.played)

    @property
    def outcomes(self) -> list[str]:
        """Who scored what, the winners first and marked; the first score says what it counts."""
        ordered = sorted(self.players, key=lambda player: not player.has_won)
        scores = [in_figures(each.score) for each in ordered]
        scores[0] = score_words(self.game, ordered[0].score, self.is_lowest_best)
        return [
            f"{'★ ' if each.has_won else ''}{each.name} {score}"
            for each, score in zip(ordered, scores, strict=True)
        ]


class Store:
    """The stored games. Every method may wait for the disk, and raises StoreError."""

    def __init__(self, file: Path | None = None) -> None:
        """Use this file, or the player's own."""
        self.file = file or user_data_path("luckytui", appauthor=False) / "games.sqlite"

    def keep(self, record: Record, mine: Seat | None = None, levels: Sequence[str | None] = ()) -> None:
        """Store a game that is over, or add to one that is stored who sat where.

        `levels` has for each seat how well a bot played; empty for a person, None where it is not known.
        """
        with self._open() as database:
            self._put(database, record, mine, levels)

    def add(self, text: bytes, mine: Seat | None = None, levels: Sequence[str | None] = ()) -> int:
        """Store the games of a file's text, as `keep` does; return how many there are.

        Raises RecordError for the first wrong line. Then nothing is stored.
        """
        records = list(read(text))
        with self._open() as database:
            for record in records:
                self._put(database, record, mine, levels)
        return len(records)

    def games(self, words: Sequence[str] = ()) -> list[StoredGame]:
        """Return the games that fit all the words, the latest first."""
        with self._open() as database:
            found = map(self._game, database.execute("SELECT id, about FROM games ORDER BY id"))
            fitting = [game for game in found if all(map(game.fits, words))]
        return sorted(fitting, key=lambda game: game.played, reverse=True)

    def find(self, start: str) -> str:
        """Return the id that begins so."""
        with self._open() as database:
            found = "SELECT id FROM games WHERE ? <> '' AND instr(id, ?) = 1 LIMIT 2"
            ids = [str(row[0]) for row in database.execute(found, (start, start))]
        if len(ids) != 1:
            raise StoreError(_SEVERAL if ids else _UNKNOWN, id=start)
        return ids[0]

    def record(self, game: str) -> Record:
        """Return the record of the game with this id, which follows the rules."""
        with self._open() as database:
            if not database.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone():
                raise StoreError(_UNKNOWN, id=game)
            record = _record(_text(database, game))
        if record is None:
            raise self._damaged(game)
        return record

    def text(self, game: str) -> bytes:
        """Return the record of the game with this id, byte for byte as `table.record.write` made it."""
        return write(self.record(game))

    def delete(self, game: str) -> None:
        with self._open() as database:
            database.execute("DELETE FROM records WHERE id = ?", (game,))
            database.execute("DELETE FROM games WHERE id = ?", (game,))

    def rate(self, game: str, luck: Sequence[float], mistakes: Sequence[int]) -> None:
        """Add to a stored game what the analysis says of each seat; one that is not stored stays so."""
        with self._open() as database:
            if stored := self._stored(database, game):
                rated = zip(stored.players, luck, mistakes, strict=True)
                players = tuple(replace(each, luck=own, mistakes=made) for each, own, made in rated)
                _write(database, replace(stored, players=players))

    def _put(
        self, database: sqlite3.Connection, record: Record, mine: Seat | None, levels: Sequence[str | None]
    ) -> None:
        """Store a game, or add what was not known of one that is stored, and mend its record."""
        started, ended, text = record.started, record.ended, write(record)
        if stored := self._stored(database, started.id):
            known = _text(database, started.id)
            if known != text and _record(known):
                raise StoreError(_ANOTHER, id=started.id)
        won = [seat in ended.winners for seat in range(started.seats)]
        players = stored.players if stored else map(Player, started.names, ended.scores, won)
        seated = tuple(
            player if level is None else replace(player, level=level)
            for player, level in zip_longest(players, levels)
        )
        played, lowest = started.played or utc_now(), record.options.lowest_wins
        new = stored or StoredGame(started.id, started.game, played, lowest, None, seated)
        _write(database, replace(new, players=seated, mine=new.mine if mine is None else mine))
        database.execute("REPLACE INTO records VALUES (?, ?)", (started.id, zlib.compress(text)))

    def _stored(self, database: sqlite3.Connection, game: str) -> StoredGame | None:
        row = database.execute("SELECT id, about FROM games WHERE id = ?", (game,)).fetchone()
        return self._game(row) if row else None

    def _game(self, row: tuple[str, str]) -> StoredGame:
        try:
            return msgspec.json.decode(row[1], type=StoredGame)
        except (ValueError, TypeError, OverflowError, RecursionError):  # msgspec's errors are ValueErrors
            raise self._damaged(row[0]) from None

    def _damaged(self, game: str) -> StoreError:
        return StoreError(_GAME_DAMAGED, id=game, file=self.file)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the file, which is made if need be, and do all that is done within, or nothing of it."""
        try:
            private_folder(self.file.parent)
            make_private(self.file)
            connection = sqlite3.connect(self.file, timeout=_PATIENCE, isolation_level=None)
            with closing(connection) as database, database:
                database.execute("BEGIN IMMEDIATE")
                (version,) = database.execute("PRAGMA user_version").fetchone()
                if version > _VERSION:
                    raise StoreError(_NEWER, file=self.file)
                for statement in _MAKE_TABLES if version < _VERSION else ():
                    database.execute(statement)
                yield database
        except (sqlite3.Error, OSError) as error:
            raise StoreError(_reason(error), file=self.file, why=system_reason(error)) from error


def _write(database: sqlite3.Connection, game: StoredGame) -> None:
    database.execute("REPLACE INTO games VALUES (?, ?)", (game.id, msgspec.json.encode(game).decode()))


def _reason(error: Exception) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name in {"SQLITE_CORRUPT", "SQLITE_NOTADB"}:
        return _DAMAGED
    return _FULL if name == "SQLITE_FULL" else _UNUSABLE


def _text(database: sqlite3.Connection, game: str) -> bytes:
    """Return a stored record as text; nothing if it is damaged."""
    row = database.execute("SELECT text FROM records WHERE id = ?", (game,)).fetchone()
    try:
        return zlib.decompress(row[0])
    except (TypeError, zlib.error):
        return b""


def _record(text: bytes) -> Record | None:
    """Return the record in a text; None if it is damaged. Raises UnknownRecord."""
    try:
        (record,) = read(text)
    except UnknownRecord:
        raise
    except (RecordError, ValueError):  # or there are several
        return None
    return record


def export(store: Store, game: StoredGame) -> Path:
    """Write a game's record to a new file in the current folder; return where it is. Raises UserError."""
    file = Path.cwd() / f"{game.game}-{game.when:%Y-%m-%d}-{game.id[:8]}.jsonl"
    text = store.text(game.id)
    try:
        with file.open("xb", buffering=0) as new, ExitStack() as undo:
            undo.callback(file.unlink, missing_ok=True)
            write_all(new.fileno(), text)
            undo.pop_all()  # all of it is there
    except OSError as error:
        raise UserError(
            "The game cannot be exported to {file}: {why}.", file=file, why=system_reason(error)
        ) from None
    return file
