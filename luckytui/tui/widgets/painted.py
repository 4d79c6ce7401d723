"""Widgets that paint their whole picture: what each is, and the lines around a board.

`frames` finds what of a picture the terminal does not show yet.
"""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from math import ceil
from time import monotonic
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual.events import Click
from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from luckytui.games.interface import Seat
from luckytui.shown.commands import SIGNS, Command, key_signs, keys_of
from luckytui.shown.model import Place
from luckytui.shown.words import Role
from luckytui.system.viewer import viewer
from luckytui.table.views import TableView
from luckytui.text import _
from luckytui.tui.canvas import NARROW, Canvas, Cell, cut, folded
from luckytui.tui.commands import Commanded, available
from luckytui.tui.themes import BARE, PLAYERS, READ, Ground, Ink, palette, player_ink, player_sign
from luckytui.tui.themes import SIGNS as SIGNS_OF_PLAYERS
from luckytui.tui.widgets.draft import Draft

WORDS_X = 4
"""The column at which the words of a list begin, behind the cursor's sign."""
MEASURE = 174
"""How many columns a screen's picture takes at most."""

_MOST_KEYS = 8
"""How many keys are shown at most: nobody reads more. The rest are in the help."""
ALWAYS = ("help", "back", "close", "leave", "quit")
"""The commands that are always shown, at the end: the help, and the way out."""


class Painted(Commanded, Widget):
    """Paints by `paint`; call `repaint` whenever the picture may have changed."""

    DEFAULT_CSS = """
    Painted {
        width: 1fr;
        height: 1;
    }
    """
    GROUND: Ground = "room"
    """What an empty cell shows."""
    MEASURE = 0
    """How many columns the picture takes at most, which is then laid in the middle; 0: the widget's own."""
    LEGEND: ClassVar[Sequence[tuple[str, str]]] = ()
    """The signs on it, each with what it means (English, marked for translation)."""
    TYPED: ClassVar[Sequence[tuple[str, str]]] = ()
    """What can be typed beside the keys, each with what it does (English, marked for translation)."""

    takes_cursor = False
    """Whether the terminal's cursor belongs here even without the focus."""
    _canvas: Canvas | None = None

    def paint(self, canvas: Canvas) -> None:
        """Put the picture on an empty canvas of the widget's size."""

    def repaint(self) -> None:
        """Paint again and move the terminal's cursor. Only rows that differ are drawn.

        The cursor goes to what is selected, for a screen reader that follows it.
        """
        before, self._canvas = self._canvas, None
        if self.size and (self.has_focus or self.takes_cursor) and self.canvas.cursor is not None:
            self.app.cursor_position = self.content_region.offset + self.canvas.cursor
        if self.size.height > 1 and before is not None and before.size == self.size:
            pairs = enumerate(zip(before.rows, self.canvas.rows, strict=True))
            rows = [Region(0, y, self.size.width, 1) for y, (old, new) in pairs if old != new]
            if not rows:
                return
            self.refresh(*rows)
        else:
            self.refresh()

    def on_click(self, event: Click) -> None:
        """Move the cursor to a clicked place. A click on the place under the cursor is like Enter."""
        if (place := self.canvas.place_at(event.x, event.y)) is not None:
            self.clicked(place)

    def clicked(self, place: Place) -> None:
        """Move the cursor to a clicked place, or do what Enter does there."""

    @property
    def canvas(self) -> Canvas:
        """The picture, painted for the size that the widget has now."""
        if self._canvas is None or self._canvas.size != self.size:
            width, height = self.size
            picture = Canvas(Size(min(width, self.MEASURE or width), height), self.GROUND)
            picture.least = Size(min(width, NARROW), 0)
            if 0 < self.MEASURE < width:
                picture.left = WORDS_X
            if self.size:  # not while it is hidden
                self.paint(picture)
            self._canvas = picture
            if self.MEASURE:
                self._canvas = Canvas(self.size, self.GROUND)
                self._canvas.lay_in_middle(picture)
        return self._canvas

    def on_focus(self) -> None:
        self.repaint()

    def on_resize(self) -> None:
        self.repaint()  # only now does the widget know where it is

    def render_line(self, y: int) -> Strip:
        style = palette(self.app).style
        runs: Iterable[Cell] = self.canvas.runs(y) if y < self.canvas.height else ()
        if self.app.no_color:
            runs = (run._replace(text=" " * cell_len(run.text)) if run.ink in BARE else run for run in runs)
        if viewer().is_ascii:
            runs = (run._replace(text=_for_ascii(run)) for run in runs)
        pieces = [Segment(text, style(ink, ground, bold=bold)) for text, ink, ground, bold in runs]
        return Strip(pieces).adjust_cell_length(self.size.width, style("", self.GROUND))


def _for_ascii(run: Cell) -> str:
    """Return a text in ASCII: players get letters as signs, pieces lose their edges and drawings."""
    if run.ink in PLAYERS:
        return run.text.translate(_LETTERS)
    return run.text if run.ink in READ else run.text.translate(_NO_BLOCKS)


_LETTERS = str.maketrans(SIGNS_OF_PLAYERS, "ABCDEFGHIJKL")
_NO_BLOCKS = str.maketrans("▀▄█", "   ")


class TablePicture(Painted, can_focus=True):
    """A picture of the whole table."""

    DEFAULT_CSS = "TablePicture { height: 1fr; }"

    def __init__(self, table_view: TableView) -> None:
        super().__init__()
        self.table_view = table_view

    def show(self, table_view: TableView) -> None:
        """Show the table as it is now."""
        self.table_view = table_view
        self.repaint()


# ── The lines around a board ──────────────────────────────────────────────────────────────────────────────


class TitleLine(Painted):
    """The title. Left: what this screen shows. Right: what is going on, with the seconds left."""

    ends: float | None = None
    """When to stop counting down (monotonic seconds); None: there is no countdown."""
    _tick: Timer | None = None

    def __init__(self, left: str = "", right: str = "", role: Role = "") -> None:
        super().__init__()
        self._shown = left, right, role

    def show(self, left: str, right: str = "", role: Role = "") -> None:
        """Show these texts, and the seconds that are left until they change.

        What comes after a dot in the left text is less important.
        """
        self._shown = left, right, role
        if self._tick:
            self._tick.stop()
            self._tick = None
        self.repaint()
        if self.ends is not None and self._left:
            again = partial(self.show, left, right, role)
            self._tick = self.set_timer(self._left - ceil(self._left) + 1, again)

    @property
    def _left(self) -> float:
        return max(0.0, (self.ends or 0.0) - monotonic())

    def paint(self, canvas: Canvas) -> None:
        left, right, role = self._shown
        end, time = canvas.width - 1, ""
        if right and self.ends is not None:
            time = _(" {seconds} s", seconds=ceil(self._left))
        title, dot, more = cut(left, end - cell_len(right + time) - 3).partition(" · ")
        x = canvas.put(1, 0, title, "strong")
        canvas.put(x, 0, dot + more, "faint")
        canvas.put_right(end, 0, time, "warn")
        canvas.put_right(end - cell_len(time), 0, right, role, bold=role == "act")


class Line(NamedTuple):
    """A line of the log: what happened or was said, and the seat it is about; -1 for none."""

    text: str
    seat: Seat = -1
    is_talk: bool = False
    role: Role = ""
    time: str = ""
    """When it was, where there is room for that."""

    @property
    def indent(self) -> int:
        """How far in it begins: behind the sign of a seat, and talk two columns further."""
        return 2 * (self.seat >= 0) + 2 * self.is_talk

    def rows(self, width: int) -> list[str]:
        """Return its text in rows of at most this many columns."""
        return folded(self.text, width - self.indent)

    def ink(self, *, is_recent: bool) -> Ink:
        """What it is written in: talk in the color of who speaks."""
        if not is_recent and self.role != "strong":
            return "faint"
        return player_ink(self.seat) if self.is_talk and self.seat >= 0 else self.role


class LatestLines(Painted):
    """The latest moves and chat, and the state of the other players."""

    _lines: Sequence[Line] = ()
    _state: tuple[str, Role] = ("", "")
    _own: Seat = -1

    def show(self, lines: Sequence[Line], state: str = "", role: Role = "", *, own: Seat = -1) -> None:
        """Show the latest of these lines, and the state, if there is one. `own`: the player's seat."""
        self._lines, self._state, self._own = lines, (state, role), own
        self.repaint()


class LogLines(LatestLines):
    """The state in the first row, and below it the latest lines, the newest last."""

    DEFAULT_CSS = "LogLines { height: 1fr; }"

    def paint(self, canvas: Canvas) -> None:
        top = int(bool(self._state[0]))
        room = canvas.height - top
        room_for_talk = max(1, room - sum(not line.is_talk for line in self._lines))
        shown: list[Line] = []
        for line in reversed(self._lines):
            room_for_talk -= line.is_talk
            if not line.is_talk or room_for_talk >= 0:  # talk pushes no more than one move away
                shown.insert(0, line)
        put_lines(canvas, 1, top, canvas.width - 2, room, shown, recent=1)
        canvas.put(1, 0, cut(self._state[0], canvas.width - 2), self._state[1])


class SideLog(LatestLines):
    """Beside a wide table: at the top what was said, and at the foot what happened, the newest line last.

    So the newest line of the log is always right above the prompt.
    """

    DEFAULT_CSS = "SideLog { width: 27%; min-width: 32; max-width: 44; height: 1fr; display: none; }"

    def paint(self, canvas: Canvas) -> None:
        width, x, y = canvas.width - 5, 3, 0
        canvas.fill(1, 0, canvas.width - 1, canvas.height, "panel")
        for text in folded(self._state[0], width) if self._state[0] else ():
            canvas.put(x, y, text, self._state[1])
            y += 1
        if talk := [line for line in self._lines if line.is_talk]:
            y += bool(y)
            rows = min(sum(len(each.rows(width)) for each in talk), max(2, canvas.height // 3))
            canvas.put(x, y, _("Talk"), "strong")
            put_lines(canvas, x, y + 1, width, rows, talk, recent=len(talk))
            y += rows + 2
        events = [line for line in self._lines if not line.is_talk]
        recent = next(
            (age for age, line in enumerate(reversed(events)) if line.seat == self._own), len(events)
        )
        taken = put_lines(canvas, x, y + 1, width, canvas.height - y - 1, events, recent=max(1, recent))
        if taken:
            canvas.put(x, canvas.height - taken - 1, _("Log"), "strong")


def put_lines(
    canvas: Canvas, x: int, y: int, width: int, height: int, lines: Sequence[Line], *, recent: int
) -> int:
    """Write the latest of these lines that there is room for whole, the newest in the last row.

    All but the `recent` latest ones are faint. A single line that is too long is cut. Return how many rows
    they take.
    """
    shown: list[tuple[Line, list[str], bool]] = []
    taken = 0
    for age, line in enumerate(reversed(lines)):
        texts = line.rows(width)
        if taken + len(texts) > height:
            texts = (
                [] if shown or not height else [*texts[: height - 1], cut(f"{texts[height - 1]} …", width)]
            )
        if not texts:
            break
        shown.append((line, texts, age < recent))
        taken += len(texts)
    row, last = y + height - taken, ""
    for line, texts, is_recent in reversed(shown):
        if line.seat >= 0:
            canvas.put(x + line.indent - 2, row, player_sign(line.seat), player_ink(line.seat))
        if line.time != last:
            last = line.time
            canvas.put_right(canvas.width - 1, row, last, "faint")
        for text in texts:
            canvas.put(x + line.indent, row, text, line.ink(is_recent=is_recent))
            row += 1
    return taken


class PromptLine(Painted):
    """The prompt: what is asked of the player now, and what Enter does.

    A sentence that is too long for the line takes two. While the player writes, it shows what is written.
    """

    _text: tuple[str, Role] = ("", "")
    _lines: Sequence[str] = ("",)
    _draft: Draft | None = None
    _left, _is_wide = 1, False

    def align(self, left: int, *, is_wide: bool) -> None:
        """Begin at this column. In a wide terminal a question to the player glows, with a sign before it."""
        self._left, self._is_wide = left, is_wide
        self.show(*self._text)

    def show(self, text: str, role: Role = "act") -> None:
        """Say this. The terminal's cursor comes here while the player writes, and where nothing is selected.

        A screen reader that follows the cursor then reads what is asked.
        """
        if self.size:
            focused = self.screen.focused
            selected = focused.canvas.cursor if isinstance(focused, Painted) else focused
            self.takes_cursor = self._draft is not None or selected is None
        height = len(self._lines)
        self._text = text, role
        width = self.app.size.width - 1 - self._left
        self._lines = folded(_without_hints(text, width) if role == "act" else text, width)
        if len(self._lines) != height:  # else Textual lays the whole screen out again
            self.styles.height = len(self._lines)
        self.repaint()

    def on_resize(self) -> None:
        self.show(*self._text)

    def show_draft(self, draft: Draft | None) -> None:
        """Show what the player is writing now; None: the player writes no more."""
        self._draft = draft
        self.show(*self._text)

    def paint(self, canvas: Canvas) -> None:
        left = self._left
        canvas.cursor = Offset(left, 0)
        if self._draft:
            x = canvas.put(left, 0, _("Message: "), "act")
            canvas.cursor = self._draft.paint(canvas, x, 0, canvas.width - 1 - x)
            return
        is_asked = self._text[1] == "act"
        if self._is_wide and is_asked:
            canvas.fill(0, 0, canvas.width, canvas.height, "glow")
            canvas.put(left - 2, 0, "▸", "act", bold=True)
        lines = [*self._lines[: canvas.height - 1], " ".join(self._lines[canvas.height - 1 :])]
        for y, line in enumerate(lines):
            canvas.put(left, y, cut(line, canvas.width - 1 - left), self._text[1], bold=is_asked)
            x = left
            for part in re.split(" [·–] ", line):
                if ": " in part:
                    sign = part.partition(": ")[0].partition(", ")[0]  # the first of several keys
                    canvas.places["press", sign] = x, y, cell_len(part), 1
                x += cell_len(part) + 3

    def clicked(self, place: Place) -> None:
        press(self, place[1])


def _without_hints(prompt: str, width: int) -> str:
    """Return a prompt that is too wide without its last parts, as long as one is left that names a key."""
    parts = prompt.split(" · ")
    while cell_len(" · ".join(parts)) > width and ": " in " · ".join(parts[:-1]):
        parts.pop()
    return " · ".join(parts)


def press(widget: Widget, sign: str, alone: Sequence[Command] | None = None) -> None:
    """Press the key of this sign, if it does something now: words that name a key are a button."""
    here = widget.screen.focused or widget.screen
    for command in alone or [each.command for each in available(here)]:
        keys = dict(zip(key_signs(command), keys_of(command), strict=True))
        if key := keys.get(sign) or keys.get(SIGNS.get(sign.lower(), "")):
            widget.app.simulate_key(key)
            return


class KeyBar(Painted):
    """The keys that do something now, for the focused widget and its screen."""

    _alone: Sequence[Command] | None = None
    _left = 1

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.repaint(), immediate=True)

    def show_alone(self, commands: Sequence[Command] | None) -> None:
        """Show only these commands; None: all."""
        self._alone = commands
        self.repaint()

    def align(self, left: int) -> None:
        """Begin at this column."""
        self._left = left
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint the keys that there is room for. The last two, help and the way out, are always there."""
        here = self.screen.focused or self.screen
        commands = [each for each in self._alone or (each.command for each in available(here)) if each.label]
        last = [each for each in commands if each.name in ALWAYS]
        last.sort(key=lambda each: ALWAYS.index(each.name))
        texts = [(key_signs(each)[0], _(each.label)) for each in commands if each not in last][
            : _MOST_KEYS - 2
        ]
        ends = [(key_signs(each)[0], _(each.label)) for each in last]
        room = canvas.width - self._left + 1
        while texts and sum(cell_len(sign + label) + 3 for sign, label in texts + ends) > room:
            texts.pop()
        x = self._left
        for sign, label in texts + ends:
            end = canvas.put(canvas.put(x, 0, sign, "act") + 1, 0, label, "faint")
            canvas.places["press", sign] = x, 0, end - x, 1
            x = end + 2

    def clicked(self, place: Place) -> None:
        press(self, place[1], self._alone)
