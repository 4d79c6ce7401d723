"""Lines in, lines out: nothing but text and newlines, whatever the terminal is."""

import asyncio
import re
import sys
import threading
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Generic, NamedTuple, TextIO, TypeVar

from luckytui.shown.ascii import in_ascii
from luckytui.text import N_, UserError, _, say

T = TypeVar("T")

_DRAWN = re.compile("[\u2500-\u25ff✓✗]+|^\\? ")
"""Boxes, shapes and the signs of a verdict, which mean nothing when they are read out."""

DIGITS = 9
"""How many digits of a number are read: Python refuses to read thousands of them."""

_NO_BREAK = "\u00a0\u202f"
"""Spaces at which no line is broken: French has one before a colon or a question mark."""


class Option(NamedTuple, Generic[T]):
    """One of the things that can be chosen."""

    text: str
    value: T
    words: Sequence[str] = ()
    """What can be typed for it, besides its number and its text."""


class Lines:
    """Writes what is said at once, and reads what is typed line by line."""

    def __init__(self, out: TextIO | None = None, *, is_ascii: bool = False) -> None:
        """Read the standard input; write to the standard output, or to `out`."""
        self._out, self._is_ascii = out or sys.stdout, is_ascii
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()

    def start(self) -> None:
        threading.Thread(target=self._listen, args=(asyncio.get_running_loop(),), daemon=True).start()

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        # The loop may be closed while this waits for a line.
        try:
            for line in sys.stdin:
                loop.call_soon_threadsafe(self.hear, line.strip())
            loop.call_soon_threadsafe(self.hear, None)
        except (RuntimeError, ValueError):
            return

    def say(self, *texts: str) -> None:
        """Say sentences, each on a line of its own, which the terminal wraps."""
        for text in texts:
            spoken = _DRAWN.sub("", text).replace(" · ", ", ")
            shown = "".join(each for each in spoken if each.isprintable() or each in _NO_BREAK)
            line = " ".join(filter(None, shown.split(" ")))
            self._out.write(f"{in_ascii(line) if self._is_ascii else line}\n" if line else "")
        self._out.flush()

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Say why something cannot be done, if a UserError ends the block."""
        try:
            yield
        except UserError as error:
            self.say(say(error.reason))

    def say_new(self, sections: Mapping[str, Sequence[str]], told: list[str]) -> None:
        """Say the lines of the first section that are not in `told`, and put all of its lines there."""
        now = next(iter(sections.values()), ())
        self.say(*(line for line in now if line not in told))
        told[:] = now

    def tell(self, sections: Mapping[str, Sequence[str]], typed: str) -> bool:
        """Read out the section that a word asks for; return whether there is one."""
        told = next((told for name, told in sections.items() if same(typed, name)), None)
        if told is not None:
            self.say(*told or [_("There is nothing to report.")])
        return told is not None

    def hear(self, line: str | None) -> None:
        """Queue a typed line. An empty one only wakes the reader; None ends the input."""
        self._typed.put_nowait(line)

    async def read(self) -> str:
        """Return the next line; empty if the reader was only woken. Raises EOFError at the end."""
        line = await self._typed.get()
        if line is None:
            self.hear(None)
            raise EOFError
        return line

    def offer(self, options: Iterable[Option[T]]) -> None:
        """List options with their numbers. An option that is a number is typed as it is."""
        for number, text in enumerate((each.text for each in options), 1):
            self.say(text if text.isdecimal() else _("{word}: {help}", word=number, help=text))

    async def asked(
        self, question: str, options: Iterable[Option[T]], leave: str, *, is_known: bool = False
    ) -> str:
        """Ask a question, and return the first line that is typed.

        `leave` says what 0 does. With `is_known`, list neither that nor the options.
        """
        if not is_known:
            self.offer(options)
            self.say(leave)
        self.say(question)
        while not (typed := await self.read()):
            pass
        return typed

    async def choose(
        self,
        question: str,
        options: Sequence[Option[T]],
        *,
        leave: str = N_("0: back"),
        is_known: bool = False,
    ) -> T | None:
        """Ask until one of the options is chosen, or none (0). With `is_known`, list them only on request."""
        while (typed := await self.asked(question, options, _(leave), is_known=is_known)) != "0":
            is_known = not asks_again(typed, "help")
            if is_known and (found := chosen(typed, options)):
                return found.value
            if is_known:
                self.say(_("That is not an answer. Type one of the numbers, or “again” to hear them."))
        return None

    async def ask(self, question: str) -> str:
        """Return what is typed as an answer to a question; empty for nothing."""
        self.say(question)
        return await self.read()


def chosen(typed: str, options: Sequence[Option[T]]) -> Option[T] | None:
    """Return the option with this number, or the only one that has this word."""
    if (found := numbered(typed, options)) and not found.text.isdecimal():
        return found
    meant = [each for each in options if any(same(typed, word) for word in (each.text, *each.words))]
    return meant[0] if len(meant) == 1 else None


def asks_again(typed: str, *others: str) -> bool:
    """Whether “again” was typed, or one of these other English words for it; in English or translated."""
    return any(same(typed, each) for word in (N_("again"), *others) for each in (word, _(word)))


def numbered(typed: str, things: Sequence[T]) -> T | None:
    """Return the thing with the typed number, counting from 1; None if there is none."""
    place = int(typed[:DIGITS]) if typed.isdecimal() else 0
    return things[place - 1] if 0 < place <= len(things) else None


def same(typed: str, word: str) -> bool:
    """Compare words as players type them: case and accents do not count."""
    return _plain(typed) == _plain(word)


def _plain(text: str) -> str:
    parted = unicodedata.normalize("NFKD", text.casefold().strip())
    return "".join(each for each in parted if not unicodedata.combining(each))
