"""The door as a process: a host starts it, starts it again, and ends it."""

import os
import signal
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from luckytui.address import Address
from luckytui.cli import tables
from luckytui.door.__main__ import _take_port
from luckytui.door.visits import Turns
from luckytui.host.door import DoorKeeper, DoorPorts, DoorRequest
from luckytui.table.views import GuestDoor
from luckytui.text import Sentence
from net import NetError
from net.connection import listen
from tests.net.wire import LOOPBACK, until


def keeper(heard: list[GuestDoor | None], **ports: int) -> DoorKeeper:
    request = DoorRequest(
        host=Address(LOOPBACK, 1),
        certificate=bytes(32),
        secret=bytes(32),
        table_code=None,
        game="lucky-jack",
        room="00",
        table="kitchen table",
        bind=LOOPBACK,
        ports=DoorPorts(**ports),
        code="7KQ2M9",
    )
    return DoorKeeper(request, heard.append)


async def test_a_door_that_dies_is_reported_and_opened_again_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    heard: list[GuestDoor | None] = []
    door = keeper(heard, ssh=0, web=0)
    door.open()
    try:
        await until(lambda: heard)
        (opened,) = heard
        assert opened
        assert opened.ssh
        assert opened.fingerprint.startswith("SHA256:")
        assert opened.code == "7KQ-2M9"
        assert door._process
        os.kill(door._process.pid, signal.SIGKILL)
        await until(lambda: len(heard) == 3)
        assert "opens again" in str(heard[1].trouble if heard[1] else None)
        assert heard[2] == opened
    finally:
        await door.close()
    assert heard[3:] == [None]


def test_the_usual_port_gives_way_and_one_that_is_asked_for_does_not() -> None:
    with listen(LOOPBACK, 0) as taken:
        port = taken.getsockname()[1]
        with _take_port(LOOPBACK, None, port) as other:
            assert other.getsockname()[1] != port
        with pytest.raises(NetError, match=str(port)):
            _take_port(LOOPBACK, port, 0)


def test_serve_prints_how_guests_get_in(capsys: pytest.CaptureFixture[str]) -> None:
    tables._tell_door(GuestDoor(address="192.0.2.17", ssh=5826, web=5827, code="7KQ-2M9"))
    tables._tell_door(GuestDoor(address="fe80::1", ssh=1, web=2))
    assert capsys.readouterr().out.splitlines() == [
        *("ssh 192.0.2.17:5826", "web http://192.0.2.17:5827/", "door code 7KQ-2M9"),
        *("ssh [fe80::1]:1", "web http://[fe80::1]:2/"),
    ]
    assert DoorPorts(ssh=0).flags() == ["--door", "--ssh-port=0"]


def test_a_door_stays_open_when_nobody_reads_any_more_what_the_host_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with ExitStack() as open_files:
        for name in ("stdout", "stderr"):
            nobody, file = os.pipe()
            os.close(nobody)
            monkeypatch.setattr(sys, name, open_files.enter_context(os.fdopen(file, "w")))
        free = next_file()
        for _ in range(2):
            tables._tell_door(GuestDoor(address="192.0.2.17", ssh=5826, web=5827))
            tables._warn(Sentence("The door for guests has failed."))
        assert next_file() == free, "no file is left open"


def next_file() -> int:
    """The number that the next opened file gets."""
    reading, writing = os.pipe()
    os.close(reading)
    os.close(writing)
    return reading


def test_a_guest_who_has_settled_keeps_no_newcomer_waiting() -> None:
    settled = Turns()
    settled.settle()
    newcomer = Turns()
    settled.select(0)
    for turns in (settled, newcomer):
        turns.close()


def test_a_newcomer_waits_while_another_builds_a_screen() -> None:
    turns, done = Turns(), []
    waiting = threading.Thread(target=lambda: (Turns().close(), done.append(True)))
    waiting.start()
    waiting.join(0.05)
    assert not done
    turns.close()
    waiting.join()
    assert done
