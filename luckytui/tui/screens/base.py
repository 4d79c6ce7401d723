"""What every screen has: a title, its middle, a prompt that asks before anything final, and the keys."""

from asyncio import to_thread
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from rich.console import RenderableType
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate
from textual._context import visible_screen_stack
from textual.app import ComposeResult
from textual.events import Key, Paste
from textual.keys import format_key
from textual.screen import Screen
from textual.widget import Widget

from luckytui.shown.commands import ANSWERS, RULES, SIGNS, Command, key_signs, keys_of, with_chosen_keys
from luckytui.shown.words import Role
from luckytui.system.viewer import viewer
from luckytui.table.views import TableView
from luckytui.text import N_, Sentence, UserError, _, say
from luckytui.tui import screens
from luckytui.tui.canvas import WIDE
from luckytui.tui.commands import Commanded, available
from luckytui.tui.widgets.field import Field
from luckytui.tui.widgets.painted import ALWAYS, KeyBar, Painted, PromptLine, TitleLine

if TYPE_CHECKING:
    from luckytui.tui.app import LuckyApp

_Done = TypeVar("_Done")


class Question(NamedTuple):
    """A question to the player before something that cannot be undone."""

    text: str
    answers: Mapping[str, Callable[[], object]]
    """What each answer does, by the name of the command whose keys give it."""


class FrameCompositor(Compositor):
    """Reports that a screen has changed, and lets a Frame find which cells: nothing is rendered twice."""

    def render_update(
        self, full: bool = False, screen_stack: list[Screen[object]] | None = None, simplify: bool = False
    ) -> RenderableType | None:
        if full:  # for a screenshot
            return super().render_update(full, screen_stack, simplify)
        visible_screen_stack.set(screen_stack or [])
        dirty, update = self._dirty_regions.copy(), CompositorUpdate()
        self._dirty_regions.clear()
        if self.size.region not in dirty:
            update = ChopsUpdate([], list(self._regions_to_spans(dirty)), [])
        return cast("RenderableType", update) if dirty else None


class BaseScreen(Commanded, Screen[None], inherit_bindings=False):
    """A screen: its title, what is in the middle, the prompt, and the keys."""

    app: "LuckyApp"
    HAS_PROMPT = True

    question: Question | None = None
    refused: Sentence | None = None
    """Why the latest request was refused, until the prompt says something else."""
    _lost = ""
    """What the prompt says while requests cannot reach the table; empty: they can."""

    def __init__(
        self, left: str = "", right: str = "", *, middle: Sequence[Widget] = (), prompt: str = ""
    ) -> None:
        """`left` and `right` are what the title says there; `prompt` is what the prompt says first.

        The focus goes to the first widget in the middle that can have it.
        """
        super().__init__()
        self._compositor = FrameCompositor()
        self._title = left, right
        self._top: Widget = TitleLine(left, right, "" if self.HAS_PROMPT else "faint")
        self._middle, self._first_prompt = middle, prompt

    def on_mount(self) -> None:
        if self._first_prompt:
            self.show_prompt()

    def on_resize(self) -> None:
        self.call_after_refresh(self.align)

    def align(self) -> None:
        """Align all lines below the middle with its first column."""
        is_wide, main = self.size.width >= WIDE, self._middle[0]
        left = main.canvas.left if isinstance(main, Painted) else next(iter(main.children), main).region.x
        left = max(left, 2 if is_wide else 1)  # a wide prompt has a sign before it
        for line in self.query(PromptLine):
            line.align(left, is_wide=is_wide)
        for each in self.query(".-aligned"):
            each.styles.padding = 0, left - 1
        for bar in self.query(KeyBar):
            bar.align(left)

    def compose(self) -> ComposeResult:
        yield self._top
        yield from self._middle
        if self.HAS_PROMPT:
            yield PromptLine()
        yield KeyBar()

    def announce(self, text: str, role: Role = "act") -> None:
        """Say in the prompt line, or else in the title, what can be done, or what is going on."""
        if viewer().keys:
            here = (each.command for each in available(self.focused or self))
            text = with_chosen_keys(text, here)
        for line in self.query(PromptLine):
            line.show(text, role)
        if not self.HAS_PROMPT:
            left, right = self._title
            self.query_one(TitleLine).show(left, text or right, role if text else "faint")

    def prompt(self) -> tuple[str, Role]:
        """Return what the prompt line says while no question is open and the table can be asked."""
        return self._first_prompt, "act"

    def show_prompt(self) -> None:
        """Bring the prompt line and the keys up to date."""
        self.refused = None
        warning = self.question.text if self.question else self._lost
        self.announce(*((warning, "warn") if warning else self.prompt()))
        self.refresh_bindings()

    def ask_player(self, text: str, **answers: Callable[[], object]) -> None:
        """Ask in the prompt line. Until an answer is given, no key does anything else.

        Each answer is named like the command of this screen whose keys give it, and says what is done then;
        “no” does nothing. The question is open when this returns: a worker that awaited the answer would
        begin only after the next key, and an action that did would hold up the widget whose key it was.
        """
        self.question = Question(text, {"no": lambda: None} | answers)
        self._show_question()

    def _show_question(self) -> None:
        """Show the open question, or none. While one is open, keys and clicks do not reach the middle."""
        for widget in self._middle:
            widget.disabled = self.question is not None
        self.set_focus(None if self.question else self._middle[0])
        answers = self.question and [self.BY_NAME[name] for name in self.question.answers]
        self.query_one(KeyBar).show_alone(answers)
        self.show_prompt()

    def _close_question(self) -> None:
        if self.question:
            self.question = None
            self._show_question()

    def refuse(self, reason: Sentence) -> None:
        """Say why the last request was refused, and close an open question."""
        self._close_question()
        self.refused = reason
        self.announce(say(reason), "warn")

    async def in_thread(self, job: Callable[..., _Done], *what: object) -> _Done | None:
        """Run something slow in a thread; if it fails, say why and return None."""
        try:
            return await to_thread(job, *what)
        except UserError as error:
            self.refuse(error.reason)
            return None

    def follow(self, table_view: TableView) -> None:
        """Show a new view of the table below this page. Most pages show nothing of it."""

    def answered(self, event: Key | Paste) -> bool:
        """Give a key to the open question; return whether it took the key. It never takes Ctrl-C."""
        key = event.key if isinstance(event, Key) else ""
        if not self.question or key == "ctrl+c":
            return False
        for name, answer in self.question.answers.items():
            if key in keys_of(self.BY_NAME[name]):
                self._close_question()
                answer()
                break
        return True

    def typed(self, event: Key | Paste) -> bool:  # noqa: ARG002 - screens of a table have something to type
        """Handle a key before any command does; return whether it was consumed."""
        return False

    def end_refusal(self, event: Key | Paste) -> None:
        """Drop the refusal of the latest request, unless the key asks for its rule."""
        if not (isinstance(event, Key) and event.key in keys_of(RULES)):
            self.show_prompt()

    def explain(self, event: Key) -> None:
        """Say why a key does nothing now, until the next key."""
        if self.VERBS and not self.is_writing and (why := self.why_not(event.key)):
            self.refuse(why)

    def why_not(self, key: str) -> Sentence | None:
        """Return why a key does nothing now; None: that needs no words."""
        command = next((each for each in self.VERBS if key in keys_of(each)), None)
        if command and key != "escape":
            return self.not_now(command, key)
        ends = [self.BY_NAME[name] for name in ALWAYS if name in self.BY_NAME]
        end = ends[-1 if key == "escape" else 0]
        text = N_("“{key}” does nothing here · {other}: {what}")
        return Sentence(text, {"key": _sign(key), "other": key_signs(end)[0], "what": _(end.label)})

    def not_now(self, command: Command, key: str) -> Sentence:
        """Say why a key does nothing now, or not for this player, and what it is for."""
        text = command.why_not or N_("Not now · {key}: {help}")
        if command.is_hosts and not self.is_host:
            text = N_("Only the host can do that · {key}: {help}")
        return Sentence(text, {"key": _sign(key), "help": _(command.help)})

    def translate(self) -> None:
        """Show everything in the language that the player has just chosen."""
        for each in self.query(Painted):
            each.repaint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Return whether a command does something now: while the player writes, only the way back does."""
        command = self.BY_NAME.get(action)
        may = command is None or not command.may or self.may_ask(command)
        is_free = action not in ANSWERS and (action == "back" or not self.is_writing)
        return may and is_free and self.can_do(action)

    def can_do(self, action: str) -> bool:  # noqa: ARG002 - most screens have what all their commands need
        """Return whether there is what a command needs, besides the table's permission."""
        return True

    @property
    def is_host(self) -> bool:
        """Whether the player is the host of the table that is shown."""
        return True

    def may_ask(self, command: Command) -> bool:  # noqa: ARG002 - screens of a table look at it
        """Return whether the table allows a command now that asks it for something."""
        return True

    @property
    def is_writing(self) -> bool:
        """Whether the player writes in a field of this screen."""
        return isinstance(self.focused, Field)

    def leave_field(self) -> None:
        """Go from a field back to what the screen is about."""
        self._middle[0].focus()

    def action_back(self) -> None:
        if isinstance(self.focused, Field):
            self.focused.cancel()
            self.leave_field()
        else:
            self.dismiss()

    def action_help(self) -> None:
        """Show what every key does, and what the signs mean."""
        main = self._middle[0]
        own = main.VERBS if isinstance(main, Commanded) and main.can_focus else ()
        parts: dict[str, Sequence[Command]] = {"": (*own, *self.VERBS)}
        if own and isinstance(main, Painted) and main.LEGEND:
            parts = {N_("Keys on the board"): own, N_("Around it"): self.VERBS}
        typed, legend = (main.TYPED, main.LEGEND) if isinstance(main, Painted) else ((), ())
        self.app.push_screen(screens.pages.HelpScreen(parts, typed, legend))

    def action_leave(self) -> None:
        """Leave the program, or the table, as Ctrl-C asks for."""
        self.app.exit()


def _sign(key: str) -> str:
    """Return a key, by Textual's name, as a person reads it."""
    return SIGNS.get(key) or format_key(key)
