"""The lines around a board, painted."""

from textual.geometry import Size

from luckytui.tui.canvas import Canvas
from luckytui.tui.widgets.painted import Line, LogLines, put_lines

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
