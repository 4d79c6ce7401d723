"""`luckytui games`: the stored games on the command line."""

import errno
import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from luckytui.address import Address
from luckytui.cli import commands, run
from luckytui.client.saved_seats import SavedSeat
from luckytui.games.lucky_jack.rules import LuckyJackOptions
from luckytui.host.journal_format import Header, JournalLine, encode_line
from luckytui.records.store import Store
from luckytui.shown.navigation import EntryPoint, Replay
from luckytui.table.journal_entries import Seated
from luckytui.table.record import write
from luckytui.table.spec import TableSpec
from luckytui.table.views import Occupant
from luckytui.text import dated
from net import Identity
from tests.test_store import PLAYED, played

JACK = played("lucky-jack")
ID = PLAYED.started.id

Run = Callable[..., str]


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


@pytest.fixture
def games(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `luckytui games` and return what it prints."""

    def run_games(*arguments: str, code: int = 0) -> str:
        assert run(["games", *arguments]) == code
        told = capsys.readouterr()
        return told.err if code else told.out

    return run_games


def test_no_game_is_stored_yet(games: Run) -> None:
    assert games() == "No game is stored yet.\n"


def test_the_list_has_id_date_game_and_scores(games: Run) -> None:
    Store().keep(PLAYED, 0, ["easy", "random"])
    Store().keep(JACK)
    (line,) = games("numbers").splitlines()
    scores = PLAYED.ended.scores
    (game,) = Store().games(["numbers"])
    assert line.startswith(f"{ID[:8]}  {dated(game.when)}  Lucky Numbers: ")
    assert f"easy 1 {scores[0]}" in line
    assert len(games().splitlines()) == 2
    assert games("nobody") == "No stored game matches.\n"
    listed = json.loads(games("--json", "numbers"))["games"]
    assert [(each["id"], each["game"], each["mine"]) for each in listed] == [(ID, "lucky-numbers", 0)]
    assert listed[0]["players"][0][:4] == ["easy 1", scores[0], 0 in PLAYED.ended.winners, "easy"]


def test_an_export_can_be_imported(games: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store().keep(PLAYED)
    exported = games("--export", ID[:6])
    assert exported.encode() == write(PLAYED)
    (tmp_path / "a.jsonl").write_text(exported + write(JACK).decode())
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    assert games("--import", str(tmp_path / "a.jsonl")) == "2 games are stored now.\n"
    assert len(games().splitlines()) == 2


def test_the_first_wrong_line_of_an_import_is_named(games: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(write(PLAYED).replace(b'"discard"', b'"Discard"', 1))
    line = file.read_bytes().partition(b"Discard")[0].count(b"\n") + 1
    assert games("--import", str(file), code=1) == (
        f"luckytui: {file}: Line {line}, or one before it, was changed: its checksum does not match."
        " Nothing was stored.\n"
    )


def test_a_game_is_deleted_by_its_id(games: Run) -> None:
    Store().keep(PLAYED)
    assert games("--delete", ID[:6]).startswith(f"Deleted: {ID[:8]}")
    assert "There is no stored game" in games("--delete", ID[:6], code=1)


def test_a_stored_game_is_opened(games: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[EntryPoint] = []
    monkeypatch.setattr(commands, "need_terminal", lambda _given: None)
    monkeypatch.setattr(commands, "draw", lambda start, _given: drawn.append(start) or 0)
    Store().keep(PLAYED)
    games("--open", ID)
    assert drawn == [Replay(PLAYED)]


@pytest.fixture
def old(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A table of this owner (the parameter) that was put aside, seats of it, and a file of nobody's."""
    spec = TableSpec(game="lucky-jack", options=LuckyJackOptions(), name="kitchen", seats=2)
    owner = getattr(request, "param", None)
    header = Header(table=spec, identity=Identity.new(open=True), room="00" * 8, owner=owner)
    aside = tmp_path / "luckytui" / "old"
    seated = JournalLine(Seated(0, Occupant(kind="person", name="Ana")), person="ab" * 32)
    seat = SavedSeat(
        room="00" * 8,
        name="Ana",
        address=Address("192.0.2.1", 5825),
        token=bytes(32),
        certificate=bytes(32),
        code="7KQ2M9",
    )
    for name, content in {
        f"tables/{'00' * 8}.journal": encode_line(header) + encode_line(seated),
        "seats/a.seat": msgspec.json.encode(seat),
        f"guests/{'00' * 8}.json": b"{}",
        "seats/b.seat": b"rubbish",
    }.items():
        (aside / name).parent.mkdir(parents=True, exist_ok=True)
        (aside / name).write_bytes(content)
    return aside


@pytest.mark.parametrize(("old", "command"), [(None, "serve"), ("ab" * 32, "host")], indirect=["old"])
def test_old_tables_are_told_of_listed_and_brought_back(games: Run, old: Path, command: str) -> None:
    assert games() == "4 old tables and seats were put aside: luckytui games --old\n"
    table, *others = games("--old").splitlines()
    assert re.fullmatch("0{16}  kitchen, Lucky Jack with Ana, until .+", table)
    assert sorted(others) == [
        f"{'00' * 8}  the seat of Ana at 192.0.2.1:5825",
        f"{'00' * 8}  the seats of guests",
        f"b  a file that cannot be read: {old / 'seats' / 'b.seat'}",
    ]
    assert games("--restore", "00" * 8).count("Brought back: ") == 3
    assert f"Resume it: luckytui {command} --resume 0000000000000000" in games()
    assert "A seat is kept for Ana" in games()
    assert len(games("--old").splitlines()) == 1
    assert "Nothing that was put aside has the id nowhere." in games("--restore", "nowhere", code=1)


def test_old_tables_are_removed_when_the_player_says_so(games: Run, old: Path) -> None:
    assert games("--forget-old") == "4 old files are removed.\n"
    assert [path for path in old.rglob("*") if path.is_file()] == []
    assert games("--old") == "Nothing was put aside.\n"


@pytest.mark.parametrize("now", [40 * 24 * 3600.0, -1e9, 4e9])
def test_fault_40_a_listing_removes_nothing_whatever_the_clock_says(
    games: Run, old: Path, tmp_path: Path, now: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    games("--restore", "00" * 8)
    before = {path: path.stat().st_mtime for path in tmp_path.rglob("*") if path.is_file()}
    clock = time.time() + now
    monkeypatch.setattr(time, "time", lambda: clock)
    for command in ([], ["--old"], ["--json"]):
        games(*command)
    left = {path: path.stat().st_mtime for path in tmp_path.rglob("*") if path.is_file()}
    assert before.items() <= left.items()


def test_what_cannot_be_brought_back_is_said(games: Run, old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(old))

    monkeypatch.setattr(os, "utime", refuse)
    told = games("--restore", "00" * 8, code=1)
    assert told == (
        "luckytui: What was put aside cannot be moved or removed: Read-only file system."
        f" Make {old} yours, or writable.\n"
    )
