"""What every screen has: a title, what it is for, a prompt and the keys; some ask "are you sure?" first."""

from abc import abstractmethod
from asyncio import to_thread
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual.app import ComposeResult
from textual.events import Key, Paste
from textual.screen import Screen
from textual.widget import Widget

from luckytui.shown.commands import NO, Command, with_chosen_keys
from luckytui.shown.words import Role
from luckytui.table.requests import Request
from luckytui.table.views import TableView
from luckytui.text import Sentence, UserError, say
from luckytui.tui import screens
from luckytui.tui.commands import Commanded, available
from luckytui.tui.frames import FrameCompositor
from luckytui.tui.widgets.field import Field
from luckytui.tui.widgets.lines import KeyBar, PromptLine, TitleLine
from luckytui.tui.widgets.painted import Painted

if TYPE_CHECKING:
    from luckytui.tui.app import LuckyApp

_Done = TypeVar("_Done")


class BaseScreen(Commanded, Screen[None]):
    """A screen: its title, what is in the middle, the prompt, and the keys."""

    app: "LuckyApp"
    HAS_PROMPT = True

    def __init__(
        self, left: str = "", right: str = "", *, middle: Sequence[Widget] = (), prompt: str = ""
    ) -> None:
        """`left` and `right` are what the title says there; `prompt` is what the prompt says first.

        The focus goes to the first widget in the middle that can have it.
        """
        super().__init__()
        self._compositor = FrameCompositor()
        self._top: Widget = TitleLine(left, right)
        self._middle, self._first_prompt = middle, prompt

    def on_mount(self) -> None:
        if self._first_prompt:
            self.announce(self._first_prompt)

    def compose(self) -> ComposeResult:
        yield self._top
        yield from self._middle
        if self.HAS_PROMPT:
            yield PromptLine()
        yield KeyBar()

    def announce(self, text: str, role: Role = "act") -> None:
        """Say in the prompt line what can be done, or what is going on."""
        here = [each.command for each in available(self.focused or self)]
        for line in self.query(PromptLine):  # a page to read has none
            line.show(with_chosen_keys(text, here), role)

    def refuse(self, reason: Sentence) -> None:
        """Say why the last request cannot be done."""
        self.announce(say(reason), "warn")

    async def in_thread(self, job: Callable[..., _Done], *what: object) -> _Done | None:
        """Do something slow in a thread; if it fails, say why and return None."""
        try:
            return await to_thread(job, *what)
        except UserError as error:
            self.refuse(error.reason)
            return None

    def follow(self, table_view: TableView) -> None:
        """Show the newest view of the table that this is a page of, if it shows something of it."""

    def typed(self, event: Key | Paste) -> bool:  # noqa: ARG002 - a screen where something is written overrides it
        """Take what is typed before any command does; whether it was taken."""
        return False

    def translate(self) -> None:
        """Say everything in the player's language, which is another one now."""
        for each in self.query(Painted):
            each.repaint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Return whether a command applies now: while the player writes, only the way back does."""
        return action == "back" or not self.is_writing

    @property
    def is_writing(self) -> bool:
        """Whether the player writes in a field of this screen."""
        return isinstance(self.focused, Field)

    def leave_field(self) -> None:
        """Go from a field back to what the screen is about."""
        self._middle[0].focus()

    def action_back(self) -> None:
        if self.is_writing:
            self.leave_field()
        else:
            self.dismiss()

    def action_help(self) -> None:
        """Show what every key does, and what the signs mean."""
        main = self._middle[0]
        commands = main.VERBS if isinstance(main, Painted) and main.can_focus else ()
        legend = main.LEGEND if isinstance(main, Painted) else ()
        self.app.push_screen(screens.pages.HelpScreen([*commands, *self.VERBS], legend))

    def action_leave(self) -> None:
        """Leave the program, or the table, as Ctrl-C asks for."""
        self.app.exit()


class ConfirmScreen(BaseScreen):
    """Asks something of the table; its prompt line asks once more before what cannot be taken back."""

    VERBS: ClassVar[Sequence[Command]] = (NO,)

    _deed: object = None
    _question = ""

    @abstractmethod
    def prompt(self) -> tuple[str, Role]:
        """Return what the prompt line says while nothing is asked once more."""

    def show_prompt(self) -> None:
        """Bring the prompt line and the keys up to date."""
        self.announce(*((self._question, "warn") if self._deed else self.prompt()))
        self.refresh_bindings()

    def ask(self, request: Request, prompt: int = 0) -> None:
        """Ask the table for something."""
        self.app.request(request, prompt)

    def is_sure(self, deed: object, question: str) -> bool:
        """Whether the player has been asked about this deed already; if not, ask."""
        asked_already = self._deed == deed
        self._deed, self._question = (None, "") if asked_already else (deed, question)
        self.show_prompt()
        return asked_already

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "no":
            return self._deed is not None
        command = next((each for each in self.VERBS if each.name == action), None)
        may = command is None or not command.may or self.may_ask(command)
        return may and super().check_action(action, parameters)

    def may_ask(self, command: Command) -> bool:  # noqa: ARG002 - screens of a table look at it
        """Return whether the table allows a command now that asks it for something."""
        return True

    def action_no(self) -> None:
        self._deed = None
        self.show_prompt()
