"""Films the climax of each game, frame by frame: `python -m screenshots.films` writes docs/climaxes.md.

Each frame is the screen as text, with what title, log and prompt say meanwhile: a test compares these words.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

from luckytui.client.session import TableChanged
from luckytui.games.lucky_box import rules as box
from luckytui.games.lucky_jack import rules as jack
from luckytui.games.lucky_numbers import rules as numbers
from luckytui.games.lucky_squares import rules as squares
from luckytui.shown.navigation import AtTable
from luckytui.tui.app import LuckyApp
from luckytui.tui.boards.base import Board
from luckytui.tui.screens.table import TableScreen
from luckytui.tui.widgets.painted import PromptLine, TitleLine
from screenshots.scenes import Scene, ShownSession, scene

PAGE = Path(__file__).parent.parent / "docs" / "climaxes.md"
SIZES = ((80, 24), (120, 30), (200, 55))


class Frame(NamedTuple):
    """The screen while a picture of an animation is shown, and what is said around it."""

    seconds: float | None
    """For how long the picture is shown; None: it stays."""
    rows: Sequence[str]
    title: str
    log: str
    """The newest line of the log."""
    prompt: str


@cache
def jackpot() -> Scene:
    """Return the end of a round of Lucky Jack."""
    return scene("lucky-jack", jack.RoundEnded, seed="jack 1")


@cache
def last_tile() -> Scene:
    """Return the end of a game of Lucky Numbers."""
    return scene("lucky-numbers", numbers.GameEnded, seed="garden")


@cache
def showdown() -> Scene:
    """Return the end of a round of Lucky Squares."""
    return scene("lucky-squares", squares.Showdown, seed="moon", ghost=True)


@cache
def scoring() -> Scene:
    """Return the end of a game of Super Mega Lucky Box."""
    return scene("lucky-box", box.Ended, seed="box")


CLIMAXES: Mapping[str, Callable[[], Scene]] = {
    "Lucky Numbers: the last tile": last_tile,
    "Lucky Jack: the jackpot": jackpot,
    "Super Mega Lucky Box: the end": scoring,
    "Lucky Squares: the showdown": showdown,
}


async def film(shown: Scene, size: tuple[int, int]) -> list[Frame]:
    """Return the frames of what happens between two views, up to the first that stays."""
    before, after = shown
    session = ShownSession(before)
    app = LuckyApp(AtTable(session))
    frames: list[Frame] = []
    no_timer = patch.object(Board, "set_timer", lambda *_: SimpleNamespace(stop=lambda: None))
    async with app.run_test(size=size) as pilot:
        while not isinstance(app.screen, TableScreen):
            await pilot.pause()
        with no_timer:
            session.tell(TableChanged(after))
            await pilot.pause()
            board: Board[Any] = app.screen.query_one(Board)
            while board.animation.model:
                frames.append(_frame(app, board.animation.seconds))
                if not board.animation.is_playing:
                    break
                board.show_next()
                await pilot.pause()
        app.exit()
    return frames


def _frame(app: LuckyApp, seconds: float | None) -> Frame:
    screen = app.screen
    assert isinstance(screen, TableScreen)  # noqa: S101 - the table stays until its last picture has gone
    strips = screen._compositor.render_strips()  # noqa: SLF001 - no public way
    title, prompt = (str(screen.query_one(each).canvas) for each in (TitleLine, PromptLine))
    newest = screen.latest()[-1].text
    rows = [strip.text.rstrip() for strip in strips]
    return Frame(seconds, rows, title.rpartition("  ")[2], newest, prompt.strip("▸ "))


async def page() -> str:
    """Return docs/climaxes.md: all that is said, and of the pictures the first and the last."""
    parts = ["# The climaxes, frame by frame\n\nThe screen, and what title, log and prompt say meanwhile."]
    for title, happens in CLIMAXES.items():
        for width, height in SIZES:
            parts.append(f"## {title}, {width}×{height}")
            at, frames = 0.0, await film(happens(), (width, height))
            for frame in frames:
                stays = "stays" if frame.seconds is None else f"{frame.seconds:.2g} s"
                told = f"title: {frame.title} · log: {frame.log} · prompt: {frame.prompt}"
                parts.append(f"{1000 * at:.0f} ms, {stays}: {told}")
                if frame is frames[-1] or (frame is frames[0] and height < SIZES[-1][1]):
                    picture = "\n".join(frame.rows)
                    parts.append(f"```text\n{picture}\n```")
                at += frame.seconds or 0
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(asyncio.run(page()), encoding="utf-8")
