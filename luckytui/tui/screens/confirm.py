"""Screens that ask something of the table, and ask the player "are you sure?" first where that matters."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.message import Message
from textual.widget import Widget

from luckytui.table.requests import Request
from luckytui.text import N_
from luckytui.tui.canvas import Role
from luckytui.tui.commands import Command
from luckytui.tui.screens.base import BaseScreen

NO = Command("no", "escape", N_("no"), N_("Answer “no”."))


@dataclass
class RequestPosted(Message):
    """The player asks the table for something; `prompt` is what a move answers."""

    request: Request
    prompt: int = 0


class ConfirmScreen(BaseScreen):
    """A screen whose prompt line asks once more before something that cannot be taken back."""

    VERBS: ClassVar[Sequence[Command]] = (NO,)

    def __init__(self, left: str = "", right: str = "", *, middle: Iterable[Widget]) -> None:
        super().__init__(left, right, middle=middle)
        self._deed: object = None
        """What the player has been asked about."""
        self._question = ""

    @abstractmethod
    def prompt(self) -> tuple[str, Role]:
        """Return what the prompt line says while nothing is asked once more."""

    def show_prompt(self) -> None:
        """Bring the prompt line and the keys up to date."""
        self.announce(*((self._question, "warn") if self._deed else self.prompt()))
        self.refresh_bindings()

    def ask(self, request: Request, prompt: int = 0) -> None:
        """Ask the table for something."""
        self.post_message(RequestPosted(request, prompt))

    def is_sure(self, deed: object, question: str) -> bool:
        """Whether the player has been asked about this deed already; if not, ask."""
        asked_already = self._deed == deed
        self._deed, self._question = (None, "") if asked_already else (deed, question)
        self.show_prompt()
        return asked_already

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        return self._deed is not None if action == "no" else True

    def action_no(self) -> None:
        self._deed = None
        self.show_prompt()
