"""`luckytui games`: the stored games on the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from luckytui.cli import commands, run
from luckytui.shown.navigation import EntryPoint, Replay
from luckytui.store import Store
from luckytui.table.record import write
from luckytui.text import dated
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
    assert games("nobody") == "No stored game fits.\n"
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
