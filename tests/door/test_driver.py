"""A guest's terminal: what it may say, and what it is sent when it reads slowly."""

from unittest.mock import Mock

import pytest
from textual.events import Key, MouseDown, Paste

from luckytui.door import driver
from luckytui.door.driver import MOST_WAITING, GuestDriver, Keyboard


def keys(keyboard: Keyboard, data: bytes, now: float = 0.0) -> list[str]:
    return [event.key for event in keyboard.feed(data, now) if isinstance(event, Key)]


def test_a_terminal_says_keys_and_clicks_but_neither_motion_nor_size() -> None:
    assert Keyboard(0.0).feed(b"\x1b[<35;10;10M\x1b[48;24;80;480;640t", 0.0) == []
    assert [type(each) for each in Keyboard(0.0).feed(b"\x1b[<0;10;10M", 0.0)] == [MouseDown]
    assert keys(Keyboard(0.0), "é\x1b[A".encode()) == ["é", "up"]


def test_what_nobody_can_have_typed_is_dropped() -> None:
    keyboard = Keyboard(0.0)
    assert keys(keyboard, b"x" * 100_000) == []
    assert keys(keyboard, b"x") == ["x"], "nothing of it waits"
    assert len(keys(keyboard, b"y" * 1000)) < 1000
    assert keys(keyboard, b"z", 60.0) == ["z"]


def test_a_paste_that_never_ends_is_forgotten() -> None:
    keyboard = Keyboard(0.0)
    for second in range(8):
        keyboard.feed(b"\x1b[200~" * (second == 0) + b"x" * 4000, 10.0 * second)
    assert not any(isinstance(event, Paste) for event in keyboard.feed(b"\x1b[201~", 100.0))
    assert keys(keyboard, b"z", 200.0) == ["z"]


async def test_a_slow_reader_gets_no_frame_until_it_has_caught_up_and_then_a_whole_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(driver, "_LOOK_AGAIN", 3600.0)
    app, channel = Mock(), Mock(waiting=lambda: waiting)
    terminal = GuestDriver(app, lambda act, *given: act(*given))
    waiting = 0
    terminal.attach(channel, 80, 24)
    sent, painted = channel.send.call_count, app.repaint.call_count
    waiting = MOST_WAITING + 1
    for frame in ("one", "two"):
        terminal.write(frame)
        terminal.flush()
    waiting = 0
    terminal.write("three")
    terminal.flush()
    assert channel.send.call_count == sent, "what was dropped is missing in the next frame"
    terminal._catch_up()
    assert app.repaint.call_count == painted + 1
    terminal.write("all")
    terminal.flush()
    channel.send.assert_called_with(b"all")
