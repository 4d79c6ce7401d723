"""What screens at a table share: what is asked of the table, and a prompt that asks whether one is sure."""

from abc import abstractmethod
from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen

from luckytui.table.requests import Request
from luckytui.text import N_, Sentence, say
from luckytui.tui.canvas import Role
from luckytui.tui.commands import Command, bindings
from luckytui.tui.widgets.lines import PromptLine

NO = Command("no", "escape", N_("no"), N_("Leave all as it is, when you are asked whether you are sure."))


class RequestPosted(Message):
    """The player asks the table for something; `prompt` is what a move answers."""

    def __init__(self, request: Request, prompt: int = 0) -> None:
        super().__init__()
        self.request = request
        self.prompt = prompt


class ConfirmScreen(Screen[None]):
    """A screen whose prompt line asks the player once more before something that cannot be taken back."""

    BINDINGS: ClassVar[list[BindingType]] = bindings([NO])

    def __init__(self) -> None:
        super().__init__()
        self._deed: object = None
        """What the player has been asked about."""
        self._question = ""

    @abstractmethod
    def prompt(self) -> tuple[str, Role]:
        """Return what the prompt line says while nothing is asked once more."""

    def show_prompt(self) -> None:
        """Bring the prompt line and the keys up to date."""
        if self._deed:
            self.query_one(PromptLine).show(self._question, "warn")
        else:
            self.query_one(PromptLine).show(*self.prompt())
        self.refresh_bindings()

    def refuse(self, reason: Sentence) -> None:
        """Say why the last request cannot be done."""
        self.query_one(PromptLine).show(say(reason), "warn")

    def is_sure(self, deed: object, question: str) -> bool:
        """Whether the player has been asked about this deed already; if not, ask."""
        asked_already = self._deed == deed
        self._deed, self._question = (None, "") if asked_already else (deed, question)
        self.show_prompt()
        return asked_already

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell which commands do something now."""
        return self._deed is not None if action == "no" else True

    def action_no(self) -> None:
        """Leave all as it is."""
        self._deed = None
        self.show_prompt()
