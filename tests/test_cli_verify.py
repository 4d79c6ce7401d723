"""`luckytui verify`: what it says of a record, its exit codes, and what it does not let pass."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from luckytui.cli import run
from luckytui.cli.exits import Exit
from luckytui.games import GAMES
from luckytui.lab.simulate import Series, simulate
from luckytui.table.record import Record, RecordError, read, write
from tests.table.changed_bytes import not_found
from tests.table.fair import ANA, BEN, CEM, FAY, FairTable
from tests.table.test_record import summed


@pytest.fixture(scope="module")
def played() -> Record:
    """A game whose seed two people made, and a third was too late for."""
    table = FairTable(ANA, BEN, CEM, FAY, silent=[CEM]).start()
    table.time.let_pass(2)
    table.show()
    return table.play(Random(1))


Verified = Callable[[bytes], tuple[int, str]]


@pytest.fixture
def verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verified:
    """Verify a file; return the exit code and what is said."""

    def verify(text: bytes) -> tuple[int, str]:
        file = tmp_path / "record.jsonl"
        file.write_bytes(text)
        code = run(["verify", str(file)])
        said = capsys.readouterr()
        return code, (said.out + said.err).replace(str(file), "FILE")

    return verify


def test_a_fair_game_and_whose_values_its_seed_was_made_of(played: Record, verified: Verified) -> None:
    text = write(played)
    assert verified(text) == (
        0,
        "Game 1, Lucky Numbers: every line is right. Chance follows from the values of Ana, Ben, and the"
        " host's secret. Left out: Cem.\n",
    )


def test_a_simulated_game_has_nobodys_values(verified: Verified) -> None:
    game = GAMES["lucky-jack"]
    text = b"".join(simulate(Series(game.key, game.options(), 2, ["random"], 2, "x")))
    code, said = verified(text)
    assert code == 0
    assert said.count("has nobody's values: it proves nothing") == 2
    assert "Game 2, Lucky Jack" in said


def test_a_game_of_people_who_gave_nothing(verified: Verified) -> None:
    table = FairTable(ANA, BEN, old=[ANA, BEN]).start()
    code, said = verified(write(table.play(Random(1))))
    assert code == 0
    assert "only the host's secret: it proves nothing. Left out: Ana, Ben." in said


def test_without_a_seed_chance_cannot_be_checked(played: Record, verified: Verified) -> None:
    record = Record(replace(played.started, seed=None, shares=None), played.steps)
    code, said = verified(write(record) + write(played))
    assert code == Exit.UNPROVEN
    assert "It has no seed, so chance could not be checked." in said


def test_a_record_of_other_rules_is_not_wrong(played: Record, verified: Verified) -> None:
    record = Record(replace(played.started, rules="lucky-numbers 2"), played.steps)
    code, said = verified(write(record))
    assert code == Exit.UNPROVEN
    assert "Line 1 is of other rules (lucky-numbers 2) than this program has (lucky-numbers 1)." in said


def lines(record: Record) -> list[dict[str, Any]]:
    return [json.loads(line) for line in write(record).splitlines()]


def put(value: str, line: int, *path: str | int) -> Callable[[list[dict[str, Any]]], int]:
    """Put a value somewhere in a line."""

    def change(parts: list[dict[str, Any]]) -> int:
        part: Any = parts[line - 1]
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value
        return line

    return change


def other_chance(parts: list[dict[str, Any]]) -> int:
    """Another tile of which some are left: legal, but not what the seed brings."""
    place = next(place for place, part in enumerate(parts) if part.get("move", [""])[0] == "turn_over")
    tile = parts[place]["move"][1] % 20 + 1
    parts[place]["move"][1] = tile
    for event in parts[place]["events"]:
        if "tile" in event:
            event["tile"] = tile
    return place + 1


def other_move(parts: list[dict[str, Any]]) -> int:
    place = next(place for place, part in enumerate(parts) if part.get("move") == ["draw"])
    parts[place]["seat"] = (parts[place]["seat"] + 1) % 4
    return place + 1


def other_event(parts: list[dict[str, Any]]) -> int:
    place = next(place for place, part in enumerate(parts) if part.get("move", [""])[0] == "lay")
    parts[place]["events"][0]["tile"] += 1
    return place + 1


CHANGES = {
    "the secret": put("0" * 64, 1, "shares", "secret"),
    "a value": put("0" * 64, 1, "shares", "values", 1, "value"),
    "an id that is none": put("not hexadecimal", 1, "id"),
    "the seed": put("0" * 32, 1, "seed"),
    "control characters": put("\x1b[2J", 3, "move", 0),
    "chance": other_chance,
    "a seat": other_move,
    "an event": other_event,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_first_wrong_line_is_named_with_right_sums(
    change: Any, played: Record, verified: Verified
) -> None:
    parts = lines(played)
    line = change(parts)
    code, said = verified(summed(parts))
    assert code == 1
    assert said.startswith(f"luckytui: FILE: Line {line}")
    assert said.rstrip("\n").isprintable()


def test_the_record_may_come_from_standard_input(
    played: Record, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(write(played))))
    assert run(["verify", "-"]) == 0
    assert "every line is right" in capsys.readouterr().out


def test_any_single_byte_that_is_changed_is_found() -> None:
    """`python -m tests.table.changed_bytes` tries 2,000."""
    assert not [*not_found(60, Random(1))]


@pytest.mark.parametrize("end", [b"\n", b"\r"])
def test_the_ends_of_lines_count(end: bytes, played: Record) -> None:
    text = write(played)
    with pytest.raises(RecordError):
        [*read(text[:-1])]
    changed = text.replace(b"\n", end, 1) + (b"\n" if end == b"\n" else b"")
    with pytest.raises(RecordError):
        [*read(changed)]
