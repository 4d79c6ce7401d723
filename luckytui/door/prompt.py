"""The line prompt that strangers see. It costs bytes, where an app costs megabytes."""

import asyncio
import textwrap
from collections.abc import Callable

from textual.events import Key, Paste
from textual.message import Message

from luckytui.door.driver import Keyboard, fitting
from net.names import width

_MOST = 24
"""How many characters an answer may have."""
_MOST_AHEAD = 256
"""How many keys are kept until the question that they answer is asked."""
_WIDEST = 72
"""How many columns a sentence takes at most."""


class Prompt:
    """Asks questions on a terminal, one line each."""

    def __init__(self, send: Callable[[str], None], columns: int, now: float) -> None:
        self._send = send
        self._columns = columns
        self._keyboard = Keyboard(now)
        self._typed: asyncio.Queue[Message] = asyncio.Queue(_MOST_AHEAD)

    def receive(self, data: bytes, now: float) -> bool:
        """Take what was typed. Return whether that was Ctrl-C."""
        events = [*self._keyboard.tick(now), *self._keyboard.feed(data, now)]
        for event in events[: _MOST_AHEAD - self._typed.qsize()]:
            self._typed.put_nowait(event)
        return any(isinstance(event, Key) and event.key == "ctrl+c" for event in events)

    def resize(self, columns: int) -> None:
        self._columns = columns

    def tell(self, sentence: str) -> None:
        lines = textwrap.wrap(sentence, min(self._width(), _WIDEST))
        self._send("".join(f"{line}\r\n" for line in lines))

    def refuse(self, sentence: str) -> None:
        """Show a refusal, and drop what was typed before anybody could read it."""
        while not self._typed.empty():
            self._typed.get_nowait()
        self.tell(sentence)

    async def ask(self, label: str, answer: str = "", only_digits: str = "") -> str:
        """Ask until there is an answer; `answer` is what Enter gives at first.

        With `only_digits`, letters are dropped, and the first one shows this explanation.
        """
        answer, has_explained = _typable(answer), False
        while True:
            self._show(label, answer)
            match await self._typed.get():
                case Key(key="enter" | "ctrl+j") if answer:
                    self._send("\r\n")
                    return answer.strip()
                case Key(key="backspace" | "ctrl+h"):
                    answer = answer[:-1]
                case Key(key="ctrl+u"):
                    answer = ""
                case Key(character=str(more)) | Paste(text=more) if not (
                    only_digits and any(map(str.isalpha, more))
                ):
                    answer = _typable(answer + more)
                case Key(character=str()) | Paste() if not has_explained:
                    has_explained = True
                    self._send("\r\n")
                    self.tell(only_digits)

    def _show(self, label: str, answer: str) -> None:
        """Write the line again. Show the end of an answer that does not fit."""
        line = f"{label}: "
        while answer and width(line + answer) >= self._width():
            answer = answer[1:]
        self._send(f"\r{line}{answer}\x1b[K")

    def _width(self) -> int:
        return fitting(self._columns, 0)[0]


def _typable(text: str) -> str:
    return "".join(filter(str.isprintable, text)).lstrip()[:_MOST]
