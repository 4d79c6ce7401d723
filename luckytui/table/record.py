"""The record of a game: its events, one JSON object a line; written, read, and played again by the rules."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from luckytui.games import GAMES
from luckytui.games.interface import FORMAT, Event, Game, IllegalMove, Started, State
from luckytui.games.options import Options
from luckytui.text import N_

_STARTS_NO_GAME = N_("Line {line} starts no game: {why}.")
_AGAINST_THE_RULES = N_("Line {line} does not follow the rules.")


class RecordError(Exception):
    """A record that cannot be read or does not follow the rules.

    `line` counts from 1; `template` and `values` make the sentence, for whoever translates it.
    """

    def __init__(self, line: int, template: str, **values: str | int) -> None:
        self.line = line
        self.template = template
        self.values = {"line": line, **values}
        super().__init__(template.format(**self.values))


class Record(NamedTuple):
    """One game's record: what was played, and what happened from the `start` event to the `end`."""

    game: Game
    options: Options
    started: Started
    events: Sequence[Event]
    """All events, `started` the first of them."""
    line: int
    """The line of the file that it begins on, from 1."""


class Position(NamedTuple):
    """A moment of a record: the state, and how many of the events have happened."""

    state: State
    told: int


def write(events: Iterable[Event]) -> bytes:
    """Return events as JSON lines, UTF-8, each line ended."""
    return b"".join(msgspec.json.encode(event) + b"\n" for event in events)


def read(text: bytes) -> list[Record]:
    """Return the records that stand in JSON lines, one after the other.

    Raises RecordError with the line at fault. Whether they follow the rules, `positions` tells.
    """
    records: list[Record] = []
    events: list[Event] = []
    for line, raw in enumerate(text.splitlines(), 1):
        event = _read_event(line, raw, records[-1].game) if records else _read_start(line, raw)
        if isinstance(event, Started):
            events = []
            game = _game_of(line, event)
            records.append(Record(game, _options(line, event, game), event, events, line))
        events.append(event)
    if not records:
        raise RecordError(1, N_("The file is empty: there is no record in it."))
    return records


def positions(record: Record) -> Iterator[Position]:
    """Play a record by the rules; yield the position at its start and after each move that it tells of.

    Raises RecordError at the first event that the rules do not bear out, and at an end too early or too late.
    """
    state = _first_position(record)
    told = 1
    yield Position(state.copy(), told)
    while state.active:
        happened = _play_next(record, state, told)
        if happened:
            told += happened
            yield Position(state.copy(), told)
    if told < len(record.events):
        raise RecordError(record.line + told, N_("Line {line} comes after the end of the game."))


def _read_event(line: int, raw: bytes, game: Game) -> Event:
    try:
        event: Event = msgspec.json.decode(raw, type=game.events)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(
            line, N_("Line {line} is not an event of {game}: {why}."), game=game.title, why=str(error)
        ) from None
    return event


def _read_start(line: int, raw: bytes) -> Started:
    try:
        return msgspec.json.decode(raw, type=Started)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RecordError(
            line, N_("Line {line} is not the start of a record: it should be a start event.")
        ) from None


def _game_of(line: int, started: Started) -> Game:
    if started.format != FORMAT:
        raise RecordError(
            line,
            N_("The record at line {line} has format {format}; this program reads format {known}."),
            format=started.format,
            known=FORMAT,
        )
    if started.game not in GAMES:
        raise RecordError(
            line, N_("Line {line} is of a game that is not known here: {game}."), game=started.game
        )
    return GAMES[started.game]


def _options(line: int, started: Started, game: Game) -> Options:
    try:
        return game.options.retold(started.options, started.deck)
    except msgspec.ValidationError as error:
        raise RecordError(line, _STARTS_NO_GAME, why=str(error)) from None


def _first_position(record: Record) -> State:
    try:
        return record.game.new(record.started.seats, record.options)
    except ValueError as error:
        raise RecordError(record.line, _STARTS_NO_GAME, why=str(error)) from None


def _play_next(record: Record, state: State, told: int) -> int:
    """Make the move that the events from `told` on tell of; return how many of them it accounts for."""
    _expect_more(record, told)
    try:
        happened = state.apply(*state.told(record.events[told:]))
    except (LookupError, IllegalMove):
        raise RecordError(record.line + told, _AGAINST_THE_RULES) from None
    for number, event in enumerate(happened, told):
        _expect_more(record, number)
        if write([record.events[number]]) != write([event]):  # a record knows an event by what is written
            raise RecordError(record.line + number, _AGAINST_THE_RULES)
    return len(happened)


def _expect_more(record: Record, told: int) -> None:
    if told == len(record.events):
        raise RecordError(
            record.line + told - 1, N_("The record ends at line {line}, and the game does not.")
        )
