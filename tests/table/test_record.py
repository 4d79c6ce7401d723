"""The record: written, read, played again by the rules; and a sentence for all that is wrong with one."""

import json
from random import Random
from typing import Any

import pytest

from luckytui.games import GAMES
from luckytui.games.interface import Ended, Game, TurnBegan
from luckytui.games.lucky_numbers import LUCKY_NUMBERS, Discarded, LuckyNumbersOptions
from luckytui.simulate import play
from luckytui.table import record
from luckytui.table.record import RecordError

PLAYED = play(LUCKY_NUMBERS, LuckyNumbersOptions(), ["easy", "random"], "a seed").record
LINES = record.write(PLAYED).splitlines(keepends=True)


def changed(line: bytes, **fields: Any) -> bytes:
    return json.dumps({**json.loads(line), **fields}).encode() + b"\n"


def fault(text: bytes) -> RecordError:
    """Return what is wrong with a file, wherever it shows."""
    with pytest.raises(RecordError) as error:
        _replay(text)
    return error.value


def _replay(text: bytes) -> None:
    for one in record.read(text):
        for _ in record.positions(one):
            pass


# ── A record that is right ────────────────────────────────────────────────────────────────────────


def test_a_record_is_one_event_a_line_as_json() -> None:
    assert json.loads(LINES[0]) == {
        "event": "start",
        "game": "lucky-numbers",
        "format": 1,
        "seats": 2,
        "names": ["easy 1", "random 2"],
        "options": {"setup": "sorted", "tournament": False, "bruno": False},
        "seed": "a seed",
    }
    assert [*json.loads(LINES[1])] == ["event", "number", "first"]
    assert json.loads(LINES[-1])["event"] == "end"


def test_what_is_written_is_read_back() -> None:
    (read,) = record.read(b"".join(LINES))
    assert list(read.events) == list(PLAYED)
    assert read.game is LUCKY_NUMBERS
    assert read.started == PLAYED[0]
    assert read.line == 1


def test_the_positions_lead_from_the_start_to_the_end() -> None:
    (read,) = record.read(b"".join(LINES))
    positions = list(record.positions(read))
    told = [position.told for position in positions]
    assert told == sorted(set(told))
    assert (told[0], told[-1]) == (1, len(LINES))
    assert positions[0].state.result() is None
    result = positions[-1].state.result()
    assert result
    assert PLAYED[-1] == Ended(winners=result.winners, scores=result.scores)


def test_each_position_is_the_one_right_after_what_it_tells_of() -> None:
    (read,) = record.read(b"".join(LINES))
    for position in record.positions(read):
        match read.events[position.told - 1]:
            case TurnBegan(seat=seat):
                assert position.state.active == {seat}


def test_a_file_may_hold_several_records() -> None:
    first, second = record.read(b"".join(LINES + LINES))
    assert first.events == second.events
    assert second.line == len(LINES) + 1
    spoilt = [*LINES, *LINES[:5], LINES[6], *LINES[7:]]
    assert fault(b"".join(spoilt)).line == len(LINES) + 6


# ── A record that is wrong ────────────────────────────────────────────────────────────────────────


def test_nothing() -> None:
    assert str(fault(b"")) == "The file is empty: there is no record in it."


@pytest.mark.parametrize("text", [b"hello\n", b"\xff\xfe\n", b"{}\n", b"[]\n", LINES[1], b"\n" + LINES[0]])
def test_not_a_start(text: bytes) -> None:
    error = fault(text)
    assert str(error) == "Line 1 is not the start of a record: it should be a start event."
    assert error.line == 1


def test_another_format() -> None:
    assert str(fault(changed(LINES[0], format=2))) == (
        "The record at line 1 has format 2; this program reads format 1."
    )


def test_another_game() -> None:
    assert str(fault(changed(LINES[0], game="chess"))) == (
        "Line 1 is of a game that is not known here: chess."
    )


def test_a_start_of_no_game() -> None:
    assert str(fault(changed(LINES[0], seats=7))) == (
        "Line 1 starts no game: Lucky Numbers is for 2 to 4 players."
    )
    assert str(fault(changed(LINES[0], options={"setup": "upside down"}))) == (
        "Line 1 starts no game: Invalid enum value 'upside down' - at `$.setup`."
    )


@pytest.mark.parametrize(
    "line", [b"hello\n", b'{"event":"explode"}\n', b'{"event":"turn"}\n', b'{"event":"turn","seat":"0"}\n']
)
def test_not_an_event(line: bytes) -> None:
    error = fault(b"".join([*LINES[:3], line, *LINES[3:]]))
    assert str(error).startswith("Line 4 is not an event of Lucky Numbers: ")
    assert error.line == 4


def test_an_event_that_the_rules_do_not_bear_out() -> None:
    line = next(number for number, event in enumerate(PLAYED, 1) if isinstance(event, Discarded))
    wrong = [*LINES[: line - 1], changed(LINES[line - 1], tile=0), *LINES[line:]]
    assert str(fault(b"".join(wrong))) == f"Line {line} does not follow the rules."


@pytest.mark.parametrize("line", range(2, len(LINES), 7))
def test_a_line_too_few(line: int) -> None:
    assert "does not follow the rules" in str(fault(b"".join([*LINES[: line - 1], *LINES[line:]])))


@pytest.mark.parametrize("lines", [1, 5, 20, 21, 22, len(LINES) - 1])
def test_an_end_too_early(lines: int) -> None:
    words = f"The record ends at line {lines}, and the game does not."
    assert str(fault(b"".join(LINES[:lines]))) == words


def test_an_end_too_late() -> None:
    error = fault(b"".join([*LINES, LINES[-1]]))
    assert str(error) == f"Line {len(LINES) + 1} comes after the end of the game."


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_whatever_is_wrong_with_a_record_it_gets_a_sentence(game: Game) -> None:
    """Spoil one field at a time, anyhow."""
    rng = Random(game.key)
    lines = record.write(play(game, game.options(), ["random"] * 3, "to be spoilt").record).splitlines()[:120]
    for _ in range(300):
        number = rng.randrange(1, len(lines))
        right = json.loads(lines[number])
        event = {**right}
        event[rng.choice([*event])] = rng.choice([None, -1, 0, 1, 99, "", "x", [], [0, 0], [99], {}])
        if event == right:
            continue
        error = fault(b"\n".join([*lines[:number], json.dumps(event).encode(), *lines[number + 1 :]]))
        assert str(error).endswith(".")
        assert error.line >= 1
