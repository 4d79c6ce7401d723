"""The lines around a board, painted."""

import asyncio
from unittest.mock import Mock

import pytest
from textual.geometry import Size

from luckytui.tui.canvas import Canvas
from luckytui.tui.widgets.lines import Line, LogLines, TitleLine, put_lines

DEAL = Line("The deal was fair: your value is in its seed.")


def painted(*lines: Line) -> list[str]:
    canvas = Canvas(Size(20, 3))
    put_lines(canvas, 0, 0, 20, 3, lines, recent=1)
    return str(canvas).split("\n")


def test_a_line_of_the_log_is_shown_whole_or_not_at_all() -> None:
    assert painted(DEAL, Line("Another game?")) == ["", "", "Another game?"]
    assert painted(Line("Ann wins."), Line("Another game?")) == ["", "Ann wins.", "Another game?"]


def test_of_a_line_that_is_too_long_the_end_is_shown() -> None:
    assert painted(Line(f"Well. {DEAL.text}"))[-1].endswith("its seed.")


def test_talk_pushes_no_more_than_one_move_out_of_the_last_lines() -> None:
    lines = LogLines()
    talk = [Line(f"word {n}", is_talk=True) for n in range(9)]
    lines.show([*map(Line, ("one", "two", "three")), *talk])
    canvas = Canvas(Size(20, 3))
    lines.paint(canvas)
    assert str(canvas).split("\n") == [" two", " three", "   word 8"]


async def test_the_title_says_for_how_long_somebody_has_been_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    title = TitleLine("Lucky Jack", "Ben's turn")
    monkeypatch.setattr(title, "set_timer", Mock())
    title.since = asyncio.get_running_loop().time()
    title.show("Lucky Jack", "Ben's turn")
    for seconds, shown in ((9, "Ben's turn"), (1, "10 s"), (49, "50 s"), (1, "1 min"), (140, "3 min")):
        await asyncio.sleep(seconds)
        canvas = Canvas(Size(40, 1))
        title.paint(canvas)
        assert str(canvas).rstrip().endswith(shown)
