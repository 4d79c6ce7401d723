"""The lines around a board: the title, the last things that happened, the prompt, and the keys."""

from collections.abc import Callable, Sequence
from math import ceil
from time import monotonic
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Offset
from textual.timer import Timer

from luckytui.games.interface import Seat
from luckytui.shown.commands import Command, key_signs
from luckytui.shown.words import Role
from luckytui.text import _
from luckytui.tui.canvas import Canvas, Ink, cut, folded
from luckytui.tui.commands import available
from luckytui.tui.themes import player_ink, player_sign
from luckytui.tui.widgets.draft import Draft
from luckytui.tui.widgets.painted import Painted

_MOST_KEYS = 8
"""More keys than this nobody reads; the rest are in the help."""
_UNHURRIED = 10
"""Until somebody has been awaited for this many seconds, nobody needs to know for how long."""


class TitleLine(Painted):
    """What this is, at the left; what is going on, at the right, with the seconds that are left or gone."""

    _ends: float | None = None
    _since: float | None = None
    _tick: Timer | None = None

    def __init__(self, left: str = "", right: str = "", role: Role = "") -> None:
        super().__init__()
        self._shown = left, right, role

    def show(self, left: str, right: str = "", role: Role = "") -> None:
        """Show these texts; of the left one, what is after a dot is less important."""
        self._shown = left, right, role
        self.repaint()

    def run_clock(self, *, ends: float | None, since: float | None) -> None:
        """Count the seconds until something ends, else those since it began; None: there is no such time.

        Both are times of the monotonic clock.
        """
        self._ends, self._since = ends, since
        self._show_seconds()

    def _show_seconds(self) -> None:
        """Show the seconds, and wait until they change: every one of those left, one in ten of those gone."""
        if self._tick:
            self._tick.stop()
            self._tick = None
        self.repaint()
        if self._ends is not None:
            wait = self._left - ceil(self._left) + 1 if self._left else 0.0
        elif self._since is not None:
            gone = monotonic() - self._since
            step = _UNHURRIED if gone < 60 else 60
            wait = step - gone % step
        else:
            wait = 0.0
        if wait:
            self._tick = self.set_timer(wait, self._show_seconds)

    @property
    def _left(self) -> float:
        return max(0.0, (self._ends or 0.0) - monotonic())

    def _time(self) -> str:
        if self._ends is not None:
            return _(" {seconds} s", seconds=ceil(self._left))
        gone = int(monotonic() - self._since) if self._since is not None else 0
        if gone >= 60:
            return _(" {minutes} min", minutes=gone // 60)
        return _(" {seconds} s", seconds=gone // 10 * 10) if gone >= _UNHURRIED else ""

    def paint(self, canvas: Canvas) -> None:
        left, right, role = self._shown
        end, time = canvas.width - 1, self._time() if self._shown[1] else ""
        title, dot, more = cut(left, end - cell_len(right + time) - 3).partition(" · ")
        x = canvas.put(1, 0, title, "strong")
        canvas.put(x, 0, dot + more, "faint")
        canvas.put_right(end, 0, time, "faint" if self._ends is None else "warn")
        canvas.put_right(end - cell_len(time), 0, right, role, bold=role == "act")


class Line(NamedTuple):
    """A line of the log: what happened or was said, and whose seat that was; -1 if nobody's."""

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

    def ink(self, *, is_recent: bool) -> Ink:
        """What it is written in: talk in the color of who speaks."""
        if not is_recent and self.role != "strong":
            return "faint"
        return player_ink(self.seat) if self.is_talk and self.seat >= 0 else self.role


class LatestLines(Painted):
    """What happened and was said last, and what there is to know of the others."""

    _lines: Sequence[Line] = ()
    _state: tuple[str, Role] = ("", "")

    def show(self, lines: Sequence[Line], state: str = "", role: Role = "") -> None:
        """Show the latest of these lines, and the state, if there is one."""
        self._lines, self._state = lines, (state, role)
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
    """Beside a wide board: what happened, and below it what was said."""

    DEFAULT_CSS = "SideLog { width: 40; height: 1fr; display: none; }"
    GROUND = "panel"

    def __init__(self, has_company: Callable[[], bool]) -> None:
        """`has_company` says whether there is somebody to talk to."""
        super().__init__()
        self._has_company = has_company

    def paint(self, canvas: Canvas) -> None:
        width, middle = canvas.width - 4, canvas.height
        talk = [line for line in self._lines if line.is_talk]
        if talk or self._has_company():
            middle = canvas.height * 3 // 5
            self._paint_part(canvas, middle, canvas.height, _("Talk"), talk)
        top = 1
        for text in folded(self._state[0], width) if self._state[0] else ():
            canvas.put(2, top, text, self._state[1])
            top += 1
        self._paint_part(canvas, top - 1, middle - 1, "", [each for each in self._lines if not each.is_talk])
        canvas.put(2, 0, _("Log"), "strong")

    @staticmethod
    def _paint_part(canvas: Canvas, top: int, bottom: int, title: str, lines: Sequence[Line]) -> None:
        canvas.put(2, top, title, "strong")
        put_lines(canvas, 2, top + 1, canvas.width - 4, bottom - top - 1, lines, recent=4)


def put_lines(
    canvas: Canvas, x: int, y: int, width: int, height: int, lines: Sequence[Line], *, recent: int
) -> None:
    """Write the latest of these lines, the newest in the last row; all but the `recent` latest ones faint."""
    rows: list[tuple[Line, bool, str, Ink]] = []
    last = ""
    for age, line in zip(range(len(lines) - 1, -1, -1), lines, strict=True):
        for number, text in enumerate(folded(line.text, width - line.indent)):
            rows.append((line, number == 0, text, line.ink(is_recent=age < recent)))
    rows = rows[-height:]
    whole = next((number for number, (_line, is_first, *_) in enumerate(rows) if is_first), 0)
    rows = rows[whole:]  # the end of a line alone says nothing
    for row, (line, is_first, text, ink) in enumerate(rows, y + height - len(rows)):
        if is_first and line.seat >= 0:
            canvas.put(x + line.indent - 2, row, player_sign(line.seat), player_ink(line.seat))
        canvas.put(x + line.indent, row, text, ink)
        if is_first and line.time != last:
            last = line.time
            canvas.put_right(canvas.width - 1, row, last, "faint")


class PromptLine(Painted):
    """The one line that is always right: what is asked of the player now, and what Enter does.

    A sentence that is too long for the line takes two. While the player writes, it shows what is written.
    """

    _text: tuple[str, Role] = ("", "")
    _lines: Sequence[str] = ("",)
    _draft: Draft | None = None

    def show(self, text: str, role: Role = "act") -> None:
        height = len(self._lines)
        self._text = text, role
        width = self.app.size.width - 2
        self._lines = folded(_without_hints(text, width) if role == "act" else text, width)
        if len(self._lines) != height:  # else Textual lays the whole screen out again
            self.styles.height = len(self._lines)
        self.repaint()

    def on_resize(self) -> None:
        self.show(*self._text)

    def show_draft(self, draft: Draft | None) -> None:
        """Show what the player is writing now; None: the player writes no more."""
        self._draft = draft
        self.repaint()

    @property
    def has_cursor(self) -> bool:
        """Whether the terminal's cursor belongs here: while the player writes, and where nothing is selected.

        A screen reader that follows the cursor then reads what is asked.
        """
        focused = self.screen.focused
        return self._draft is not None or (isinstance(focused, Painted) and focused.canvas.cursor is None)

    def paint(self, canvas: Canvas) -> None:
        canvas.cursor = Offset(1, 0)
        if self._draft:
            x = canvas.put(1, 0, _("Message: "), "act")
            canvas.cursor = self._draft.paint(canvas, x, 0, canvas.width - 1 - x)
            return
        for y, line in enumerate(self._lines):
            canvas.put(1, y, line, self._text[1], bold=self._text[1] == "act")


def _without_hints(prompt: str, width: int) -> str:
    """Return a prompt that is too wide without its last parts, as long as one is left that names a key."""
    parts = prompt.split(" · ")
    while cell_len(" · ".join(parts)) > width and ": " in " · ".join(parts[:-1]):
        parts.pop()
    return " · ".join(parts)


class KeyBar(Painted):
    """The keys that do something now, for the focused widget and its screen."""

    _alone: Sequence[Command] | None = None

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.repaint(), immediate=True)

    def show_alone(self, commands: Sequence[Command] | None) -> None:
        """Show no commands but these; None: all again."""
        self._alone = commands
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        here = self.screen.focused or self.screen
        commands = self._alone or [each.command for each in available(here)]
        x = 1
        for command in [command for command in commands if command.label][:_MOST_KEYS]:
            sign, label = key_signs(command)[0], _(command.label)
            if x + cell_len(sign) + 1 + cell_len(label) > canvas.width:
                break
            x = canvas.put(x, 0, sign, "act")
            x = canvas.put(x + 1, 0, label, "faint") + 2
