"""What luckytui remembers from one time to the next: the last game, its seats and its options."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from luckytui import settings
from luckytui.client import last_game
from luckytui.client.last_game import LastGame
from luckytui.client.session import TableChanged
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from luckytui.shown.navigation import Home
from luckytui.table.spec import TableSpec
from screenshots import scenes
from tests.tui.running import Access, at_home, press, running, settle, text

SPEC = TableSpec(
    game="lucky-numbers",
    options=LuckyNumbersOptions(setup="free", tournament=True),
    name="kitchen table",
    seats=3,
    levels=("easy",),
    turn_seconds=30,
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(last_game, "state_folder", lambda _name: tmp_path)
    return tmp_path


def test_the_last_game_is_kept_with_its_options(folder: Path) -> None:
    assert last_game.recall() is None
    game = LastGame(where="host", table=SPEC, when=1.5, players=("Ana", "Ben"), winner="Ben", score=-3)
    last_game.remember(game)
    assert msgspec.to_builtins(last_game.recall()) == msgspec.to_builtins(game)


@pytest.mark.parametrize("kept", [b"", b"{}", b'{"where": "host", "table": {"game": "go"}}', b"\xff"])
def test_what_cannot_be_read_is_no_last_game(folder: Path, kept: bytes) -> None:
    (folder / "last.json").write_bytes(kept)
    assert last_game.recall() is None


async def test_enter_on_the_home_screen_starts_the_last_game_again() -> None:
    access = Access()
    access.last = LastGame(where="host", table=SPEC)
    async with running(Home("Ana", access)) as pilot:
        assert "▸ Again: Lucky Numbers" in " ".join(text(pilot).split())
        await pilot.press("enter")
    assert access.opened == [SPEC]


@pytest.mark.parametrize("tournament", [True, False])
async def test_a_last_game_that_has_not_ended_says_once_how_many_play(*, tournament: bool) -> None:
    access = Access()
    options = LuckyNumbersOptions(tournament=tournament)
    access.last = LastGame(where="host", table=replace(SPEC, options=options))
    async with running(Home("Ana", access)) as pilot:
        assert text(pilot).count(f"{SPEC.seats} players") == 1


async def test_the_set_up_offers_what_was_chosen_last() -> None:
    access = Access()
    access.last = LastGame(where="alone", table=SPEC)
    async with running(Home("Ana", access)) as pilot:
        await pilot.press("o", "enter")
    (spec,) = access.opened
    assert spec == replace(SPEC, name="Ana's table")
    assert access.last.where == "host"


async def test_a_name_that_is_typed_in_the_set_up_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[str, object] = {}
    monkeypatch.setattr(settings, "save", lambda **changed: kept.update(changed))
    async with running(Home("Root", Access())) as pilot:
        await pilot.press("p", "n", *"Ana", "escape")
        assert "Ana" not in text(pilot)
        await pilot.press("n", "ctrl+u", *"Ana", "enter", "enter")
    assert kept == {"name": "Ana"}


async def test_the_home_screen_and_the_players_table_follow_a_name_that_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "user_config_path", lambda *_args, **_more: tmp_path)
    access = Access()
    access.last = LastGame(where="host", table=replace(SPEC, name="Root's table"))
    async with running(Home("Root", access)) as pilot:
        assert "● Ana" in await press(pilot, "s", "n", "ctrl+u", *"Ana", "enter", "escape")
        await pilot.press("enter")
    assert [spec.name for spec in access.opened] == ["Ana's table"]


async def test_a_game_that_ends_is_remembered_with_its_winner() -> None:
    async with at_home() as (pilot, access):
        await pilot.press("p", "enter")
        assert access.last.winner == ""
        access.session.tell(TableChanged(scenes.game("lucky-numbers", 3, scenes.over)))
        await settle(pilot)
        assert access.last.players == ("Ana", "Ben", "Cem")
        assert access.last.winner in access.last.players
        shown = await press(pilot, "q")
    assert "▸    Again: Lucky Numbers" in shown
    assert "you, Ben, Cem" in shown


async def test_bots_play_as_fast_as_the_settings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "load", lambda *_args: (settings.Settings(bots="at once"), []))
    async with at_home() as (pilot, access):
        await pilot.press("p", "enter")
    assert access.opened[0].pace == 0
