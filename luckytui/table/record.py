"""The record of a game, its one history: a header and the moves, chance's included, one JSON object a line.

Each line also holds the events that came of the move, and a sum over itself and the sum of the line before.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from itertools import chain, pairwise
from typing import Any, Literal, NamedTuple, get_args

import msgspec

from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, FORMAT, Ended, Event, Game, IllegalMove, Started, State, Step
from luckytui.games.options import Options
from luckytui.system.strict import read_json
from luckytui.table.dealer import Dealer, seed_of_shares, sha256_of
from luckytui.table.journal_entries import Began
from luckytui.table.payloads import holds_commands
from luckytui.table.spec import specialised
from luckytui.text import N_, UserError, say

_NO_RECORD = N_("This is not a luckytui record.")
_OTHER_FORMAT = N_("The record at line {line} has format {format}; this program reads format {known}.")
_UNKNOWN_GAME = N_("Line {line} is of a game that is not known here: {game}.")
_OTHER_RULES = N_("Line {line} is of other rules ({rules}) than this program has ({known}).")
_LATER = N_("Line {line} has something that only a later version of luckytui knows.")
_NO_START = N_("Line {line} does not start a game: {why}.")
_NO_MOVE = N_("Line {line} is not a move of {game}: {why}.")
_CHANGED = N_("Line {line}, or one before it, was changed: its checksum does not match.")


_MOST_NAME = 48
"""How many characters a player's name may have, marks that take no width included."""


class RecordError(UserError):
    """A record that cannot be read or does not follow the rules."""

    @property
    def line(self) -> int:
        """Which line is wrong, from 1."""
        return int(self.reason.values["line"])


class UnknownRecord(RecordError):
    """A record of another version, which may well be right."""


class Record(NamedTuple):
    """One game's record: its header, and the moves with what came of them."""

    started: Started
    steps: Sequence[Step]

    @property
    def game(self) -> Game:
        """What was played."""
        return GAMES[self.started.game]

    @property
    def options(self) -> Options:
        """What it was played by."""
        return self.game.options.from_record(self.started.options, self.started.deck)

    @property
    def ended(self) -> Ended:
        """How the game ended, if it is over."""
        return next(event for event in reversed(self.steps[-1].events) if isinstance(event, Ended))

    @property
    def events(self) -> list[Event]:
        """All that happened, from the `start` event on."""
        return [self.started, *chain.from_iterable(step.events for step in self.steps)]


class Snapshot(NamedTuple):
    """A moment of a record: the state, how many of the events have happened, and how many steps were made."""

    state: State
    happened: int
    made: int


class _Head(msgspec.Struct):
    """What the first line of every record has, in all formats."""

    event: Literal["start"]
    format: int


def local_time(written: str) -> datetime:
    """Return when something was, in local time. Raises ValueError and OverflowError."""
    when = datetime.fromisoformat(written)
    if when.tzinfo is None:
        raise ValueError("its date has no time zone")
    return when.astimezone()


def header(
    game: Game,
    options: Options,
    names: Sequence[str],
    seed: str,
    began: Began | None = None,
) -> Started:
    """Return the header of a game's record; without `began` the game is simulated.

    An id is made of the rest, if there is none yet; it does not betray the seed.
    """
    started = Started(
        game=game.key,
        rules=game.rules,
        format=FORMAT,
        id=began.id if began else "",
        played=began.played if began else None,
        seats=len(names),
        names=tuple(names),
        seed=seed,
        shares=began.shares if began else None,
        **options.for_record(),
    )
    if started.id:
        return started
    name = hashlib.sha256(msgspec.json.encode(started)).hexdigest()[:32]
    return msgspec.structs.replace(started, id=name)


def write(record: Record) -> bytes:
    """Return a record as JSON lines, UTF-8, each line ended."""
    lines, last = [], ""
    for part in (record.started, *record.steps):
        body = msgspec.json.encode(part)[:-1]
        last = _sum(last, body)
        lines.append(body + f',"sum":"{last}"}}\n'.encode())
    return b"".join(lines)


def read(text: bytes) -> Iterator[Record]:
    """Yield the records in a file's text, one after the other, each played by the rules and its seed first.

    Raises RecordError at the first line that is at fault.
    """
    if not text:
        raise RecordError(N_("The file is empty: there is no record in it."), line=1)
    starts = [0, *(found.end() for found in re.finditer(rb'\n(?=\{"event":)', text))]
    first = 1
    for start, end in pairwise([*starts, len(text)]):
        record = _read_game(_lines(text, start, end), first)
        yield record
        first += 1 + len(record.steps)


def snapshots(record: Record) -> Iterator[Snapshot]:
    """Yield a snapshot of a record's start, and one after each move of which something came at once."""
    state = record.game.new(record.started.seats, record.options)
    happened = 1
    yield Snapshot(state.copy(), happened, 0)
    for made, step in enumerate(record.steps, 1):
        state.apply(step.seat, step.move)
        happened += len(step.events)
        if step.events:
            yield Snapshot(state.copy(), happened, made)


def _sum(last: str, body: bytes) -> str:
    return hashlib.sha256(last.encode() + body).hexdigest()


def _lines(text: bytes, start: int, end: int) -> Iterator[bytes]:
    """Yield the lines of a part, one by one: there may be millions behind one that is wrong."""
    return (found[0] for found in re.compile(rb"[^\n]*\n|[^\n]+").finditer(text, start, end))


def _read_game(lines: Iterator[bytes], first: int) -> Record:
    """Return the record in these lines, of which the first is line `first` of the file."""
    started, last = _read_start(first, next(lines))
    record, steps = Record(started, ()), list[Step]()
    state = _first_position(first, record)
    dealer = _dealer(first, started)
    for line, text in enumerate(lines, first + 1):
        if not state.active:
            raise RecordError(N_("Line {line} comes after the end of the game."), line=line)
        body, last = _body(line, text, last)
        steps.append(_play(line, body, state, record.game, dealer))
    if state.active:
        line = first + len(steps)
        raise RecordError(N_("The record ends at line {line}, and the game does not."), line=line)
    return Record(started, tuple(steps))


def _read_start(line: int, text: bytes) -> tuple[Started, str]:
    try:
        head = msgspec.json.decode(text, type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RecordError(_NO_RECORD, line=line) from None
    if head.format != FORMAT:
        raise UnknownRecord(_OTHER_FORMAT, format=head.format, known=FORMAT, line=line)
    body, last = _body(line, text, "")
    try:
        if msgspec.json.decode(body).keys() - {"event", *Started.__struct_fields__}:
            raise UnknownRecord(_LATER, line=line)
        return read_json(body, Started), last
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RecordError(_NO_RECORD, line=line) from None


def _body(line: int, text: bytes, last: str) -> tuple[bytes, str]:
    """Return a line's object without its sum, and the sum, which must fit the object and the `last` one."""
    parts = re.fullmatch(rb'(\{.*),"sum":"([0-9a-f]{64})"\}\n', text)
    if not parts or _sum(last, parts[1]) != parts[2].decode():
        raise RecordError(_CHANGED, line=line)
    if holds_commands(text.decode(errors="replace")):
        raise RecordError(N_("Line {line} holds control characters."), line=line)
    return parts[1] + b"}", parts[2].decode()


def _first_position(line: int, record: Record) -> State:
    if record.started.game not in GAMES:
        raise UnknownRecord(_UNKNOWN_GAME, game=record.started.game, line=line)
    if record.started.rules != record.game.rules:
        raise UnknownRecord(_OTHER_RULES, rules=record.started.rules, known=record.game.rules, line=line)
    if not re.fullmatch("[0-9a-f]{32}", record.started.id):
        raise RecordError(_NO_START, why="its id is not 16 bytes in hexadecimal", line=line)
    try:
        if record.started.played is not None:
            local_time(record.started.played)
        state = record.game.new(record.started.seats, record.options)
    except UserError as error:
        raise RecordError(
            N_("Line {line} does not start a game. {why}"), why=say(error.reason), line=line
        ) from None
    except (ValueError, OverflowError) as error:
        raise RecordError(_NO_START, why=str(error), line=line) from None
    if len(record.started.names) != record.started.seats:
        raise RecordError(_NO_START, why="it has not one name for each seat", line=line)
    if any(len(name) > _MOST_NAME for name in record.started.names):
        raise RecordError(_NO_START, why=f"a name has more than {_MOST_NAME} characters", line=line)
    return state


def _dealer(line: int, started: Started) -> Dealer | None:
    """Return who draws what chance decides; None if the record has no seed. The seed must be that of the
    shares.
    """
    for share in started.shares.values if started.shares else ():
        if share.value and sha256_of(share.value) != share.hash:
            raise RecordError(
                N_("Line {line}: the value of {name} is not the one that was committed to."),
                name=share.name,
                line=line,
            )
    if started.shares and started.seed != seed_of_shares(started.shares, started.id):
        raise RecordError(N_("Line {line}: the seed is not made of the secret and the values."), line=line)
    return None if started.seed is None else Dealer(started.seed)


def _play(line: int, body: bytes, state: State, game: Game, dealer: Dealer | None) -> Step:
    """Make the move of a line; return it with the events that came of it, which are those of the line."""
    try:
        raw = msgspec.json.decode(body)
        if _is_later(raw, game):
            raise UnknownRecord(_LATER, line=line)
        written = msgspec.json.decode(body, type=_step_type(game))
        if len(raw["move"]) > len(msgspec.to_builtins(written.move)):
            raise UnknownRecord(_LATER, line=line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(_NO_MOVE, game=game.title, why=str(error), line=line) from None
    if dealer and written.seat == CHANCE and CHANCE in state.active:
        drawn = dealer.draw(state.occasion(), state.outcomes())
        if drawn != written.move:
            raise RecordError(
                N_("Line {line} does not follow from the seed: chance brings something else."), line=line
            )
    try:
        step = Step(written.seat, written.move, tuple(state.apply(written.seat, written.move)))
    except IllegalMove:
        step = None
    if step is None or msgspec.json.decode(msgspec.json.encode(step.events)) != written.events:
        raise RecordError(N_("Line {line} does not follow the rules."), line=line)
    return step


def _is_later(written: dict[str, Any], game: Game) -> bool:
    """Return whether a line, or an event in it, is of a kind or has a field that is not known here."""
    known = _event_fields(game)
    events = written.get("events")
    return bool(written.keys() - {"seat", "move", "events"}) or any(
        event.keys() - known.get(str(event.get("event")), {*()})
        for event in (events if isinstance(events, list) else ())
        if isinstance(event, dict)
    )


@cache
def _event_fields(game: Game) -> dict[str, set[str]]:
    """Return the fields of each kind of event."""
    return {kind.__struct_config__.tag: {"event", *kind.__struct_fields__} for kind in get_args(game.events)}


@cache
def _step_type(game: Game) -> Any:
    """Return the type to read a game's moves as; its events are left as they are."""
    return specialised(Step, move=game.moves | game.chance, events=list[Any])
