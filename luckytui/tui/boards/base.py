"""What every board is: one focusable widget that shows a game and makes the player's moves."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar, cast

import msgspec
from textual.actions import SkipAction
from textual.events import Key
from textual.message import Message
from textual.timer import Timer

from luckytui.games.interface import Ended, Event, Move
from luckytui.shown import words
from luckytui.shown.commands import Command, keys_of
from luckytui.shown.game import Shown, shown_of
from luckytui.shown.model import STEPS, Model, Place, Still
from luckytui.table.views import TableView, is_of_game
from luckytui.text import N_, _
from luckytui.tui.canvas import Canvas
from luckytui.tui.themes import felt
from luckytui.tui.widgets.painted import Painted

M = TypeVar("M", bound=Model[Any])


LONGEST = 6.0
"""How many seconds the changing pictures may take; after that, only those that stay are shown."""

BRIEF = 0.4
"""A key pressed during an animation of less than this many seconds is for the board."""


class Animation(Generic[M]):
    """The pictures of what has just happened that are still to be shown, the current one first.

    It keeps no clock: the board waits as long as the current picture is to be shown. The table does not wait.
    Log, title and prompt say no more than the pictures have shown.
    """

    def __init__(self) -> None:
        self.model: M | None = None
        """The picture that is shown instead of the present one; None: the present."""
        self.seconds: float | None = None
        """For how long it is shown, in seconds; None: until the player continues, or something happens."""
        self.is_playing = False
        """Whether the next picture follows by itself."""
        self.is_brief = False
        """Whether it is so short that a key pressed now is for the board."""
        self._stills: deque[Still[M]] = deque()

    @property
    def outcome(self) -> M | None:
        """The last picture that waits for the player; None if none does."""
        return next((still.model for still in reversed(self._stills) if still.seconds is None), None)

    def add(self, stills: Iterable[Still[M]], *, has_motion: bool = True) -> None:
        """Add pictures. Without motion, add only those that wait for the player."""
        was_long = bool(self._stills) and not self.is_brief
        self._stills += stills
        while sum(still.seconds or 0.0 for still in self._stills) > (LONGEST if has_motion else 0.0):
            last = max(place for place, still in enumerate(self._stills) if still.seconds is not None)
            del self._stills[last]
        left = sum(BRIEF if still.seconds is None else still.seconds for still in self._stills)
        self.is_brief = left < BRIEF and not was_long
        self._show_first()

    def next(self) -> None:
        """Show the next picture: the player continues, or the time of this one is over."""
        if self._stills:
            self._stills.popleft()
        self._show_first()

    def skip(self) -> None:
        """Skip to the next picture that waits for the player, or to the board as it is."""
        while self.is_playing:
            self.next()

    def clear(self) -> None:
        """Show the board as it is."""
        self._stills.clear()
        self._show_first()

    def _show_first(self) -> None:
        self.model, self.seconds = self._stills[0] if self._stills else (None, None)
        self.is_playing = self.seconds is not None
        self.is_brief = self.is_brief and self.model is not None


class Picture(Protocol):
    """What a game's picture.py has."""

    def paint(self, canvas: Canvas, model: Any, /) -> None:
        """Paint the table."""


CURSOR_KEYS = (
    Command("up", "up,k", "", N_("Move the cursor."), group="cursor"),
    Command("down", "down,j", "", N_("Move the cursor."), group="cursor"),
    Command("left", "left,h", "", N_("Move the cursor."), group="cursor"),
    Command("right", "right,l", "", N_("Move the cursor."), group="cursor"),
)


class Board(Painted, Generic[M], can_focus=True):
    """A game's board. It computes no rules: what can be done is what the moves of the view say.

    A game derives its own with its key (`game`) and says what its keys do and how it is painted; its model
    (M) and words are those that any mode shows. `Chosen` is posted when the player has decided.
    """

    DEFAULT_CSS = "Board { height: 1fr; }"
    ACTION = "do('{}')"

    SHOWN: Shown
    PICTURE: Picture

    def __init_subclass__(cls, *, game: str, **keywords: Any) -> None:
        cls.GROUP, cls.GROUND, cls.SHOWN = game, felt(game), shown_of(game)
        super().__init_subclass__(**keywords)

    @dataclass
    class Chosen(Message):
        """The player wants to make this move, in answer to that prompt."""

        move: Move
        prompt: int

    def __init__(self, table_view: TableView) -> None:
        super().__init__()
        self.model: M = cast("M", self.SHOWN.model(table_view)).settled(asked_again=True)
        self._prompt = self.model.match_view.prompt
        """The number of the latest question to the player. It is kept during a pause, which asks nothing."""
        self.on_cursor: Callable[[], None] = lambda: None
        """Called when the cursor has moved: not a message, so that the prompt changes in the same frame."""
        self.on_picture: Callable[[], None] = lambda: None
        """Called when the animation shows another picture, or none."""
        self.on_animation_end: Callable[[], None] = lambda: None
        """Called when the board shows the present again."""
        self.is_animated = False
        """Whether it shows what happens step by step."""
        self.animation: Animation[M] = Animation()
        self.cut_short: M | None = None
        """The last picture of an animation that a question cut short, until the next question."""
        self._picture_timer: Timer | None = None
        self.marks: Sequence[tuple[str, Move]] = ()
        """The moves that a review compares, each after its sign."""

    def show(self, table_view: TableView) -> None:
        before = self.model
        model = replace(before, table_view=table_view)
        prompt = model.match_view.prompt
        asked_again = prompt not in {0, self._prompt}
        self.model = model.settled(asked_again=asked_again)
        self._prompt = prompt or self._prompt
        if asked_again:
            self.cut_short = None
        if self.is_animated:
            self._animate_since(before)
        self.repaint()
        self.refresh_bindings()

    def paint(self, canvas: Canvas) -> None:
        self.PICTURE.paint(canvas, self.animation.model or self.model)
        for sign, move in self.marks:  # a sign is beside the cursor of a picture that points at the move
            pointed = Canvas(canvas.size, canvas.ground)
            self.PICTURE.paint(pointed, self.model.pointing_at(move))
            if pointed.cursor:
                x, y = pointed.cursor
                touches = any(cell.text != " " for cell in canvas.rows[y][max(0, x - 1) : x + 1])
                canvas.put(max(0, x - 1 - touches), y, sign, "act", "glow", bold=True)

    @staticmethod
    def put_final(canvas: Canvas, x: int, y: int, board: Any, width: int, height: int) -> None:
        """Paint one of the `boards` of a Score, or a piece of its `foot`, in this many columns and rows."""
        raise NotImplementedError

    # ── The animation ─────────────────────────────────────────────────────────────────────────────

    def view_so_far(self, newest: TableView) -> TableView:
        """Return the newest view without what is still to be shown, for the title, log and prompt."""
        model = self.animation.model or self.model
        left, log = len(model.log), list[Event]()
        for entry in newest.log:
            left -= is_of_game(entry)
            if left >= 0 or not (is_of_game(entry) or self.animation.is_playing):
                log.append(entry)
        return msgspec.structs.replace(newest, match=model.match_view, log=tuple(log))

    def _animate_since(self, before: M) -> None:
        """Animate what has happened since a view, unless others or a clock wait for the player's answer."""
        news = self.model.news_since(before)
        stills = [] if news is None else [*self.model.moments(before, news)]
        if not (stills or self.animation.model):
            return
        if news is None:
            self.animation.clear()
        else:
            self.animation.add(stills, has_motion=self.app.animation_level != "none")
        has_company = "say" in self.model.table_view.may
        is_urgent = self.model.match_view.seconds is not None or has_company
        if self.model.asked and is_urgent and not self.animation.is_brief:
            self.cut_short = self.animation.outcome or self.cut_short
            self.animation.clear()
        self._wait()

    def _wait(self) -> None:
        """Set the timer for the next picture."""
        if self._picture_timer:
            self._picture_timer.stop()
        seconds = self.animation.seconds
        self._picture_timer = None if seconds is None else self.set_timer(seconds, self.show_next)

    def show_next(self) -> None:
        """Show the next picture, or the board as it is."""
        self.animation.next()
        self._picture_changed()

    def end_animation(self) -> None:
        """Show the board as it is."""
        self.animation.clear()
        self._picture_changed()

    def takes(self, key: str) -> bool:
        """Handle a key during an animation; return whether the key was consumed.

        The first key skips to the last picture; a key of the board then dismisses it. A key that interrupts a
        brief animation is passed on: it was meant for the board.
        """
        if self.animation.is_playing:
            is_brief = self.animation.is_brief
            self.animation.skip()
            self._picture_changed()
            return not is_brief
        if not any(key in keys_of(command) for command in self.VERBS):
            return False
        self.show_next()
        return True

    def _picture_changed(self) -> None:
        self._wait()
        self.repaint()
        self.on_picture()
        if not self.animation.model:
            self.refresh_bindings()
            self.on_animation_end()

    # ── What it says ──────────────────────────────────────────────────────────────────────────────

    def turn_text(self) -> str:
        """Say in a few words, for the title, whose turn it is, or what is happening in the picture."""
        picture = self.animation.model
        return (picture and picture.caption()) or words.turn(picture or self.model)

    def prompt_text(self) -> str:
        if self.animation.is_playing:
            return _("Press any key to skip")
        if self.animation.model:
            return _("Enter: continue") if self.model.view.active else _("Enter: the results")
        prompt = self.SHOWN.words.prompt(self.model)
        return words.with_why(prompt, self.model) if self.model.asked else prompt

    def tell(self, event: Event) -> str | None:
        return self.SHOWN.words.tell(event, self.model)

    def tell_cut_short(self) -> str:
        """Summarise an animation that a question has cut short."""
        events = reversed(self.cut_short.log if self.cut_short else ())
        return next(filter(None, map(self.tell, events)), "")

    def tell_winners(self, ended: Ended) -> str:
        """Say who won, as the log does if it says so of the end of the game."""
        return self.tell(ended) or words.winners(self.model, ended.winners)

    def point_at(self, move: Move) -> None:
        """Take the cursor where Enter makes a legal move."""
        self._follow(self.model.pointing_at(move))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Return whether a command does something now; `do` finds that out by itself."""
        if self.animation.model:
            return action in {"act", "do"}
        return action == "do" or self.step(action) is not None

    def action_do(self, command: str) -> None:
        """Do a command. Where it does nothing, its key is left to the screen."""
        if (step := self.step(command)) is None:
            raise SkipAction
        self._follow(step)

    def step(self, command: str) -> Move | M | None:
        """Return what a command does now; an arrow goes to the nearest place in the picture."""
        if command in STEPS:
            return self.model.gone(command, self.canvas.places)
        return self.model.does(command)

    def on_key(self, event: Key) -> None:
        if event.character and (step := self.model.typed(event.character)):
            self._follow(step)
            event.stop()

    def clicked(self, place: Place) -> None:
        if not (self.animation.model and self.takes(keys_of(self.BY_NAME["act"])[0])):
            self._follow(self.model.clicked(place))

    def _follow(self, step: Move | M | None) -> None:
        """Make the move that a key means, or take the cursor where it leads."""
        if isinstance(step, Move):
            self.post_message(self.Chosen(step, self.model.match_view.prompt))
        elif step is not None:
            self.model = step
            self.repaint()
            self.on_cursor()
