"""The record: written, read, played again by the rules; and a sentence for all that is wrong with one."""

import hashlib
import json
import pickle
from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, Ended, Game
from luckytui.games.lucky_numbers.rules import LUCKY_NUMBERS, Discard, LuckyNumbersOptions
from luckytui.lab.simulate import play
from luckytui.table.journal_entries import Began
from luckytui.table.match import Match
from luckytui.table.record import Record, RecordError, UnknownRecord, read, snapshots, write

PLAYED = play(LUCKY_NUMBERS, LuckyNumbersOptions(), ["easy", "random"], "a seed").record
TEXT = write(PLAYED)
LINES = TEXT.splitlines(keepends=True)


def summed(lines: Iterable[Any]) -> bytes:
    """Return lines, as bytes or as what they hold, with the sums that they should have."""
    text, last = b"", ""
    for line in lines:
        fields = json.loads(line) if isinstance(line, bytes) else line
        body = json.dumps({key: fields[key] for key in fields if key != "sum"}, separators=(",", ":"))[:-1]
        last = hashlib.sha256((last + body).encode()).hexdigest()
        text += f'{body},"sum":"{last}"}}\n'.encode()
    return text


def changed(number: int, **fields: Any) -> bytes:
    """Return the record with other fields in one line, and sums that fit."""
    parts = list(map(json.loads, LINES))
    return summed([*parts[: number - 1], parts[number - 1] | fields, *parts[number:]])


def fault(text: bytes) -> RecordError:
    """Return what is wrong with a file."""
    with pytest.raises(RecordError) as error:
        list(read(text))
    return error.value


def test_what_is_wrong_with_a_record_comes_whole_from_another_process() -> None:
    error = pickle.loads(pickle.dumps(fault(b"")))  # noqa: S301 - it is our own
    assert (type(error), error.line, str(error)) == (RecordError, 1, str(fault(b"")))


def test_a_record_begins_with_what_is_played() -> None:
    header = json.loads(LINES[0])
    assert " ".join(header) == "event game rules format id played seats names options seed shares sum"
    del header["id"], header["sum"]
    assert header == {
        "event": "start",
        "game": "lucky-numbers",
        "rules": "lucky-numbers 1",
        "format": 3,
        "played": None,
        "seats": 2,
        "names": ["easy 1", "random 2"],
        "options": {"setup": "sorted", "tournament": False, "bruno": False},
        "seed": "a seed",
        "shares": None,
    }


def test_every_further_line_is_a_move_with_what_came_of_it() -> None:
    first, second = json.loads(LINES[1]), json.loads(LINES[2])
    assert [*first] == ["seat", "move", "events", "sum"]
    assert (first["seat"], first["move"][0]) == (CHANCE, "go_first")
    assert first["events"] == [{"event": "game_start", "number": 1, "first": first["move"][1]}]
    assert (second["seat"], second["move"][0], second["events"]) == (CHANCE, "turn_over", [])
    assert json.loads(LINES[-1])["events"][-1]["event"] == "end"


def test_every_line_has_a_sum_over_itself_and_the_sum_before() -> None:
    assert summed(LINES) == TEXT


def test_a_game_has_a_name_of_its_own_that_follows_from_how_it_began() -> None:
    def name(seed: str, began: Began | None = None) -> str:
        match = Match(LUCKY_NUMBERS, LuckyNumbersOptions(), ["Ana", "Ben"], seed, began=began)
        return match.record.started.id

    names = {name("one"), name("other"), name("one", Began(1, "2026-11-22T19:30:05Z"))}
    assert len(names) == 3
    assert name("one") in names


def test_moves_that_were_taken_back_are_not_in_it() -> None:
    match = Match(LUCKY_NUMBERS, LuckyNumbersOptions(), ["Ana", "Ben"], "seed")
    (seat,) = match.prompts
    match.submit_fallback(seat)
    before = match.record
    match.submit(seat, match.prompts[seat], Discard())
    assert match.record.steps[-1].move == Discard()
    match.undo(seat, match.prompts.get(seat, 0))
    assert match.record == before


def test_moves_made_at_once_are_in_seat_order_whatever_the_order_of_arrival() -> None:
    records = set()
    for order in ([0, 1, 2], [2, 0, 1]):
        game = GAMES["lucky-squares"]
        match = Match(game, game.options(), ["Ana", "Ben", "Cem"], "seed")
        for seat in order:
            match.submit(seat, match.prompts[seat], match.view(seat).moves[seat])
        records.add(write(match.record))
        picks = [step for step in match.record.steps if step.seat != CHANCE]
        assert [step.seat for step in picks] == [0, 1, 2]
        assert [bool(step.events) for step in picks] == [False, False, True]
    assert len(records) == 1


def test_the_snapshots_lead_from_the_start_to_the_end() -> None:
    told = list(snapshots(PLAYED))
    assert all(one.happened < other.happened for one, other in pairwise(told))
    assert (told[0].happened, told[-1].happened) == (1, len(PLAYED.events))
    assert told[0].state.result is None
    result = told[-1].state.result
    assert result
    assert PLAYED.events[-1] == Ended(winners=result.winners, scores=result.scores)


def test_a_file_may_hold_several_records() -> None:
    assert list(read(TEXT + TEXT)) == [PLAYED, PLAYED]
    spoilt = b"".join([*LINES, *LINES[:5], *LINES[6:]])
    assert fault(spoilt).line == len(LINES) + 6
    assert next(read(spoilt)) == PLAYED, "the games before can be read"


def test_nothing() -> None:
    assert str(fault(b"")) == "The file is empty: there is no record in it."


@pytest.mark.parametrize(
    "text",
    [b"hello\n", b"\xff\xfe\n", b"{}\n", b"[]\n", b"[" * 10_000, LINES[1], b"\n" + LINES[0]],
    ids=range(7),
)
def test_no_record(text: bytes) -> None:
    error = fault(text)
    assert str(error) == "This is not a luckytui record."
    assert error.line == 1


def test_another_format() -> None:
    assert str(fault(b'{"event":"start","format":1}\n')) == (
        "The record at line 1 has format 1; this program reads format 3."
    )


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        (1, {"rules": "lucky-numbers 2"}),
        (1, {"weather": "rain"}),
        (4, {"more": 1}),
        (4, {"move": [*json.loads(LINES[3])["move"], 1]}),
        (4, {"events": [{"event": "joker"}]}),
        (2, {"events": [{"event": "game_start", "number": 1, "first": 0, "why": "dice"}]}),
    ],
)
def test_what_a_later_version_may_have_written_is_not_called_wrong(line: int, fields: dict[str, Any]) -> None:
    error = fault(changed(line, **fields))
    assert isinstance(error, UnknownRecord)
    assert error.line == line


def test_a_start_of_no_game() -> None:
    assert (
        str(fault(changed(1, seats=7)))
        == "Line 1 does not start a game. Lucky Numbers is for 2–4 players, not for 7."
    )
    assert str(fault(changed(1, options={"setup": "upside down"}))) == (
        "Line 1 does not start a game: Invalid enum value 'upside down' - at `$.setup`."
    )


@pytest.mark.parametrize("line", [1, 2, 7, len(LINES)])
def test_any_change_is_seen(line: int) -> None:
    spoilt = LINES[line - 1].replace(b":", b": ", 1)
    error = fault(b"".join([*LINES[: line - 1], spoilt, *LINES[line:]]))
    assert str(error) == f"Line {line}, or one before it, was changed: its checksum does not match."


@pytest.mark.parametrize("fields", [{"move": ["explode"]}, {"seat": "0"}, {"move": 3}, {"events": 3}])
def test_no_move_of_the_game(fields: dict[str, Any]) -> None:
    error = fault(changed(4, **fields))
    assert str(error).startswith("Line 4 is not a move of Lucky Numbers: ")
    assert error.line == 4


def test_a_move_or_an_event_against_the_rules() -> None:
    line = next(n for n, text in enumerate(LINES, 1) if json.loads(text).get("move") == ["discard"])
    (discarded, *others) = json.loads(LINES[line - 1])["events"]
    for wrong in (
        {"move": ["draw"]},
        {"seat": 99},
        {"events": [discarded | {"tile": 0}, *others]},
        {"events": []},
    ):
        assert str(fault(changed(line, **wrong))) == f"Line {line} does not follow the rules."


@pytest.mark.parametrize("lines", [1, 5, 20, len(LINES) - 1])
def test_an_end_too_early(lines: int) -> None:
    words = f"The record ends at line {lines}, and the game does not."
    assert str(fault(b"".join(LINES[:lines]))) == words


def test_an_end_too_late() -> None:
    assert (
        str(fault(summed([*LINES, LINES[-1]]))) == f"Line {len(LINES) + 1} comes after the end of the game."
    )


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_whatever_is_wrong_with_a_record_it_gets_a_sentence(game: Game) -> None:
    """Spoil one field at a time, anyhow, and let the sums fit."""
    rng = Random(game.key)
    played = play(game, game.options(), ["random"] * 3, "to be spoilt").record
    parts = list(map(json.loads, write(Record(played.started, played.steps[:80])).splitlines()))
    for _ in range(80):
        number = rng.randrange(1, len(parts))
        wrong = {**parts[number]}
        wrong[rng.choice(["seat", "move", "events"])] = rng.choice(
            [None, -2, -1, 0, 1, 99, "", "x", [], [0], {}]
        )
        if wrong == parts[number]:
            continue
        error = fault(summed([*parts[:number], wrong, *parts[number + 1 :]]))
        assert str(error).endswith(".")
        assert error.line >= number
