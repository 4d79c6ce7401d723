"""Frames: the terminal is sent what it does not show yet, and nothing else."""

import io

import pyte
import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import Compositor
from textual.strip import Strip

from luckytui.shown.navigation import AtTable
from luckytui.tui.frames import Frame
from screenshots import scenes
from tests.tui.running import press, running, text

PLAIN, BOLD, REVERSE = Style(color="white"), Style(color="red", bold=True), Style(reverse=True)
COLUMNS = 40


class Terminal:
    """What a terminal shows, and how much it was sent last."""

    def __init__(self) -> None:
        self.frame = Frame()
        self.screen = pyte.Screen(COLUMNS, 2)
        self.console = Console(file=io.StringIO(), color_system="truecolor", force_terminal=True)

    def send(self, *rows: Strip) -> str:
        sent = self.frame.of([row.adjust_cell_length(COLUMNS) for row in rows]).render_segments(self.console)
        pyte.Stream(self.screen).feed(sent)
        return sent

    @property
    def rows(self) -> list[str]:
        return [row.rstrip() for row in self.screen.display]


def row(*pieces: str | tuple[str, Style]) -> Strip:
    return Strip([Segment(piece, PLAIN) if isinstance(piece, str) else Segment(*piece) for piece in pieces])


def test_only_what_differs_is_sent() -> None:
    terminal = Terminal()
    terminal.send(row("first line " * 3), row("second line"))
    sent = terminal.send(row("FIRST line " + "first line " + "first LINE"), row("second line"))
    assert "FIRST" in sent
    assert "LINE" in sent
    assert "line" not in sent
    assert terminal.rows == ["FIRST line first line first LINE", "second line"]


def test_the_color_of_a_blank_is_not_seen_unless_it_is_reversed() -> None:
    terminal = Terminal()
    terminal.send(row("a  b"))
    assert terminal.send(row("a", ("  ", BOLD), "b")) == ""
    assert terminal.send(row("a", ("  ", REVERSE), "b")) != ""


def test_a_blank_after_what_is_reversed_is_not_reversed() -> None:
    terminal = Terminal()
    terminal.send(row(("ab", REVERSE), "  c"))
    assert [terminal.screen.buffer[0][x].reverse for x in range(5)] == [True, True, False, False, False]


@pytest.mark.parametrize("before", ["四四四", "abcdef", "a四bc四", ""])
@pytest.mark.parametrize("after", ["四四四", "a四四b", "abcdef", "四abcd"])
def test_wide_characters_are_sent_whole(before: str, after: str) -> None:
    terminal, fresh = Terminal(), Terminal()
    terminal.send(row(before), row())
    terminal.send(row(after), row())
    fresh.send(row(after), row())
    assert terminal.rows == fresh.rows


def test_everything_is_sent_again_when_what_is_shown_is_not_known() -> None:
    terminal = Terminal()
    first = terminal.send(row("one"))
    terminal.frame.forget()
    assert terminal.send(row("one")) == first


async def test_the_prompt_follows_the_cursor_in_the_same_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    table_view = scenes.game(
        "lucky-numbers", 3, lambda shown: shown.prompt > 0 and len(set(shown.view.middle)) > 1
    )
    async with running(AtTable(scenes.ShownSession(table_view))) as pilot:
        frames: list[str] = []
        monkeypatch.setattr(pilot.app, "post_display_hook", lambda: frames.append(text(pilot)))
        await pilot.press("right")
    assert "pick it up" in frames[0]


async def test_a_screen_is_rendered_for_its_frame_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def render(_compositor: Compositor) -> None:
        raise AssertionError("Textual has rendered it as well")

    for name in ("render_full_update", "render_partial_update"):
        monkeypatch.setattr(Compositor, name, render)
    async with running(AtTable(scenes.ShownSession(scenes.lobby("lucky-box", owner=True)))) as pilot:
        assert "Game log" not in text(pilot)
        assert "Keys" in await press(pilot, "question_mark")
