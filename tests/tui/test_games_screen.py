"""Past games and statistics, from the home screen on."""

import errno
import os
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from luckytui.records.store import Store, export
from luckytui.shown.navigation import Home
from luckytui.table.record import read, write
from luckytui.text import UserError
from luckytui.tui.screens.games import GamesScreen
from tests.test_store import played
from tests.tui.running import Access, analysed_here, nothing_but_answers_acts, press, running, settle, text

RECORDS = {game: played(game) for game in ("lucky-jack", "lucky-numbers")}


@pytest.fixture(autouse=True)
def _stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    analysed_here(monkeypatch)
    for day, record in enumerate(RECORDS.values(), 20):
        started = replace(record.started, played=f"2026-11-{day}T12:00:00Z", names=("Ana", f"Ben {day}"))
        Store().keep(record._replace(started=started), 0, ["", "easy"])


async def shown(pilot: Pilot[None], *keys: str) -> str:
    """Press keys, and return the screen once the disk has answered."""
    for key in keys:
        await press(pilot, key)
        while busy := [one for one in pilot.app.workers if one.group == "default" and not one.is_finished]:
            await busy[0].wait()
            await settle(pilot)
    return text(pilot)


async def test_past_games_are_listed_and_filtered() -> None:
    async with running(Home("Ana", Access())) as pilot:
        told = await shown(pilot, "g")
        assert "2 games" in told
        assert told.index("Nov 21, 2026   Lucky Numbers") < told.index("Nov 20, 2026   Lucky Jack")
        await pilot.press("slash", *"ben jack", "enter")
        told = await shown(pilot)
        assert "1 game" in await shown(pilot, "down")
        assert "Lucky Numbers" not in text(pilot)
        await pilot.press("slash", *" nobody", "enter")
        assert "No stored game matches." in await shown(pilot, "down")


async def test_a_wide_screen_shows_more_of_the_game_under_the_cursor() -> None:
    async with running(Home("Ana", Access()), (120, 30)) as pilot:
        assert "Lucky Numbers · Nov 21, 2026" in await shown(pilot, "g")
        assert "Lucky Jack · Nov 20, 2026" in await shown(pilot, "down")


async def test_while_a_filter_is_typed_no_key_is_offered_that_would_be_a_letter_of_it() -> None:
    async with running(Home("Ana", Access())) as pilot:
        assert "s statistics" in await shown(pilot, "g")
        assert (await press(pilot, "slash")).splitlines()[-1].split() == ["esc", "back"]


async def test_a_past_game_is_reviewed() -> None:
    async with running(Home("Ana", Access())) as pilot:
        await shown(pilot, "g")
        assert "Lucky Numbers · a review" in await shown(pilot, "enter")
        assert "Past games" in await press(pilot, "q")
        (luck,) = [game.players[0].luck for game in Store().games(["numbers"])]
        assert luck is not None, "what the analysis found is stored with the game"


async def test_a_past_game_is_exported_once() -> None:
    async with running(Home("Ana", Access())) as pilot:
        await shown(pilot, "g")
        assert "Exported to " in await shown(pilot, "x")
        assert "cannot be exported" in await shown(pilot, "x")
    (file,) = Path.cwd().glob("lucky-numbers-2026-11-21-*.jsonl")
    (record,) = read(file.read_bytes())
    assert write(record) == file.read_bytes()


async def test_deleting_is_asked_twice() -> None:
    async with running(Home("Ana", Access())) as pilot:
        await shown(pilot, "g")
        assert "Delete this game for good?" in await shown(pilot, "d")
        await nothing_but_answers_acts(pilot, "d")
        assert len(Store().games()) == 2
        assert "Lucky Numbers" not in await shown(pilot, "d")
    assert [game.game for game in Store().games()] == ["lucky-jack"]


async def test_a_damaged_store_is_named_and_home_goes_on(tmp_path: Path) -> None:
    Store().file.write_bytes(b"torn" * 2000)
    async with running(Home("Ana", Access()), (120, 40)) as pilot:
        words = (await shown(pilot, "g")).split()  # where the line breaks depends on the file's path
        assert "are damaged" in " ".join(words)
        assert "Play alone" in await press(pilot, "escape")


async def test_statistics_show_one_person_after_the_other() -> None:
    async with running(Home("Ana", Access())) as pilot:
        await shown(pilot, "g")
        told = await shown(pilot, "s")
        assert "Statistics · Ana" in told
        assert "Lucky Jack" in told
        assert "Against bots" in told
        assert "mistakes" in told, "no head is cut at 80 columns"
        assert "Past games" in await press(pilot, "escape")
        assert isinstance(pilot.app.screen, GamesScreen)


def test_a_game_that_does_not_fit_is_not_exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write

    def fill_up(file: int, content: bytes) -> int:
        if len(content) < 100:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(file, content[: len(content) // 2])

    monkeypatch.setattr(os, "write", fill_up)
    with pytest.raises(UserError, match=r"cannot be exported to .*: No space left"):
        export(Store(), Store().games()[0])
    assert [*tmp_path.glob("*.jsonl")] == []
