"""A part of luckytui where players type commands: those that the drawn screens declare."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Iterable, Sequence
from typing import ClassVar

from luckytui.client.session import Session
from luckytui.plain.lines import Lines, same
from luckytui.shown.commands import Command
from luckytui.shown.words import Sections
from luckytui.text import N_, _

HELP = Command("help", "question_mark", N_("help"), N_("Hear what can be typed."))


class Conversation(ABC):
    """Runs typed commands: `do_<action>` does here what `action_<action>` does on the drawn screen."""

    ONLY_DRAWN: ClassVar[set[str]] = set()
    """The commands that make sense only on a screen: they move the cursor, or open and close pages."""

    def __init__(self, lines: Lines, session: Session | None = None) -> None:
        self._lines, self._session = lines, session

    @abstractmethod
    def declared(self) -> Iterable[Command]:
        """Return the commands of the screens that this takes the place of."""

    def applies(self, command: Command) -> bool:  # noqa: ARG002
        """Return whether there is any use for a command now."""
        return True

    def commands(self) -> Sequence[Command]:
        known = {each.name: each for each in (*self.declared(), HELP)}
        return [each for each in known.values() if each.name not in self.ONLY_DRAWN and self.applies(each)]

    def sections(self) -> Sections:
        """Return the texts that can be read out, by the words that ask for them."""
        return {}

    async def obey(self, typed: str) -> bool:
        """Run the command that was typed, or read out what it asks for; return whether it was understood."""
        command, rest = self._command(typed)
        if command:
            await self.do(command, rest)
            return True
        return self._lines.tell(self.sections(), typed)

    def offered(self) -> Sequence[Command]:
        """Return the commands that the help lists."""
        return self.commands()

    async def do(self, command: Command, rest: str) -> None:
        """Run a command with its own arguments, or else with what was typed after it."""
        name, given = command.call
        if self._session and command.request:
            self._session.request(command.request)
        elif isinstance(done := getattr(self, f"do_{name}")(*given or [rest]), Awaitable):
            await done

    def _command(self, typed: str) -> tuple[Command | None, str]:
        """Return the command that was typed, by its key or a name, and what was typed after it."""
        words = typed.split()
        for command in self.commands():
            if typed in command.keys.split(","):
                return command, ""
            for name in filter(None, (command.name.replace("_", " "), _(command.label))):
                length = len(name.split())
                if same(" ".join(words[:length]), name):
                    return command, " ".join(words[length:])
        return None, ""

    def do_help(self, _rest: str) -> None:
        """List what can be typed: the parts of the board to hear, then the commands."""
        if sections := self.sections():
            self._lines.say(_("To hear the board, type: {words}.", words=", ".join(sections)))
        for command in self.offered():
            word = _(command.label) or min(command.keys.split(","), key=len)
            self._lines.say(_("{word}: {help}", word=word, help=_(command.help)))
