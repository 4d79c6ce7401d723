"""A guest's terminal at the other end of a channel: bytes in, frames out.

It is a driver for Textual that has no file, no thread and no signal, so that many apps run in one process.
"""

import asyncio
from codecs import getincrementaldecoder
from collections.abc import Callable, Sequence
from typing import Protocol

from textual import constants
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser
from textual.driver import Driver
from textual.events import AppBlur, AppFocus, Key, MouseDown, MouseUp, Paste, Resize
from textual.geometry import Size, clamp
from textual.keys import key_to_character
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from luckytui.tui.app import LuckyApp
from luckytui.tui.clicks import CLICKS_OFF, CLICKS_ON
from net.connection import Alarm
from net.protocol import Bucket

MOST_WAITING = 32 * 1024
"""Drop frames while more bytes than this wait for a slow reader; then send the newest one."""
_LOOK_AGAIN = 0.05
"""After how many seconds to look whether a slow reader has caught up."""

_WIDTHS, _HEIGHTS = (20, 300), (10, 100)
_KEYS_A_SECOND, _KEYS_AT_ONCE = 60, 240
_BYTES_A_SECOND, _BYTES_AT_ONCE = 4 * 1024, 16 * 1024
"""More than anybody types, or pastes into a chat; the rest is dropped, as each key costs milliseconds."""
_UNFINISHED = 16 * 1024
"""How many bytes without an event reset the parser: a paste that never ends must not pile up."""

_SEQUENCES = {
    keys[0].value: sequence
    for sequence, keys in reversed([*ANSI_SEQUENCES_KEYS.items()])  # a key's first one is the usual one
    if isinstance(keys, tuple) and len(keys) == 1
}
_SEQUENCES |= {"minus": "-", "plus": "+"}
"""What a terminal sends for keys that are no characters."""

WANTED = (Key, Paste, MouseDown, MouseUp, AppFocus, AppBlur, TerminalSupportsSynchronizedOutput)
"""What a guest's terminal may say. Its size comes from the channel."""

# The alternate screen without a cursor or wrapped lines; focus and pastes are told apart; kitty's keyboard
# protocol, where there is one; clicks; and the question whether a frame can be shown at once.
_BEGIN = f"\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?1004h\x1b[?2004h\x1b[>25u{CLICKS_ON}\x1b[?2026$p"
_END = f"{CLICKS_OFF}\x1b[<u\x1b[?2004l\x1b[?1004l\x1b[?7h\x1b[?1049l\x1b[?25h\x1b[0m"


class Channel(Protocol):
    """What carries a guest's terminal: an ssh channel, or a websocket."""

    def send(self, data: bytes) -> None:
        """Send bytes to the terminal, without waiting."""

    def waiting(self) -> int:
        """Return how many bytes were not sent yet. Called from any thread."""

    def take_digits(self, *, only: bool) -> None:
        """Let the terminal send only digits and keys without a character, or everything again."""

    def close(self, farewell: str) -> None:
        """Show a last message, if there is one, and close."""


def fitting(width: int, height: int) -> tuple[int, int]:
    """Return the size to draw, in cells, for a terminal that reports this one."""
    return clamp(width, *_WIDTHS), clamp(height, *_HEIGHTS)


def typed(key: str) -> str:
    """Return what a terminal sends for a key, by Textual's name of it."""
    return _SEQUENCES.get(key) or key_to_character(key) or ""


class Keyboard:
    """Turns bytes of a terminal into events, and drops input that comes faster than anybody types."""

    def __init__(self, now: float) -> None:
        self._bytes = Bucket(_BYTES_A_SECOND, _BYTES_AT_ONCE, now)
        self._keys = Bucket(_KEYS_A_SECOND, _KEYS_AT_ONCE, now)
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._unfinished = 0

    def feed(self, data: bytes, now: float) -> Sequence[Message]:
        """Return the events that these bytes complete."""
        if not self._bytes.take(len(data), now):
            return ()
        self._unfinished += len(data)
        try:
            events = [*self._parser.feed(text)] if (text := self._decode(data)) else []
        except (ValueError, OverflowError):  # a number that is no character
            events, self._parser = [], XTermParser()
        if events:
            self._unfinished = 0
        elif self._unfinished > _UNFINISHED:
            self._unfinished, self._parser = 0, XTermParser()
        return self._wanted(events, now)

    def tick(self, now: float) -> Sequence[Message]:
        """Return the events that are complete because nothing came after them: the key Escape."""
        return self._wanted([*self._parser.tick()], now)

    def _wanted(self, events: Sequence[Message], now: float) -> Sequence[Message]:
        return [event for event in events if isinstance(event, WANTED) and self._keys.take(1, now)]


class GuestDriver(Driver):
    """The driver of one guest's app. Its channel can be replaced by another."""

    def __init__(self, app: LuckyApp, do_in_main: Callable[..., None]) -> None:
        """`do_in_main` calls a channel's methods in the main thread, to which all channels belong."""
        super().__init__(app, mouse=False, size=(80, 24))
        self._guests_app = app
        self._do_in_main = do_in_main
        self._channel: Channel | None = None
        self._pieces: list[str] = []
        self._catching_up: asyncio.TimerHandle | None = None
        """Set once a frame was dropped: then the whole terminal must be painted again."""
        self._keyboard = Keyboard(self._loop.time())
        self._ticking = Alarm(self._tick)

    # What the channel calls

    def attach(self, channel: Channel, width: int, height: int) -> None:
        """Show everything on this channel from now on."""
        self._channel = channel
        self._keyboard = Keyboard(self._loop.time())
        self.write(_BEGIN)
        self.flush()
        self.resize(width, height)
        self._guests_app.repaint()

    def detach(self, farewell: str = "") -> None:
        """Restore the terminal and close the channel, if there is one."""
        channel, self._channel = self._channel, None
        self._pieces.clear()
        if channel:
            self._do_in_main(channel.send, _END.encode())
            self._do_in_main(channel.close, farewell)

    def receive(self, data: bytes) -> None:
        self._post(self._keyboard.feed(data, self._loop.time()))
        self._ticking.set(self._loop.time() + 2 * constants.ESCAPE_DELAY)

    def resize(self, width: int, height: int) -> None:
        """Use this size of the terminal, and paint all of it."""
        size = Size(*fitting(width, height))
        self._app.post_message(Resize(size, size))

    # What Textual calls

    def write(self, data: str) -> None:
        if self._channel:
            self._pieces.append(data)

    def flush(self) -> None:
        data = "".join(self._pieces).encode(errors="replace")
        self._pieces.clear()
        if not data or not self._channel:
            return
        if self._catching_up or self._channel.waiting() > MOST_WAITING:
            self._catch_up_later()
        else:
            self._do_in_main(self._channel.send, data)

    def start_application_mode(self) -> None:
        """Do nothing: the channel comes later."""

    def disable_input(self) -> None:
        self._ticking.set(None)
        if self._catching_up:
            self._catching_up.cancel()

    def stop_application_mode(self) -> None:
        self.flush()

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Do nothing: the browser would open on the host's computer."""

    # Helpers

    def _catch_up_later(self) -> None:
        if not self._catching_up:
            self._catching_up = self._loop.call_later(_LOOK_AGAIN, self._catch_up)

    def _catch_up(self) -> None:
        """Paint all of the terminal, once there is room for that."""
        self._catching_up = None
        if self._channel and self._channel.waiting() > MOST_WAITING:
            self._catch_up_later()
        else:
            self._guests_app.repaint()

    def _tick(self) -> None:
        self._post(self._keyboard.tick(self._loop.time()))

    def _post(self, events: Sequence[Message]) -> None:
        for event in events:
            event.set_sender(self._app)
            self._app.post_message(event)
