"""The door as a process: a host starts it, starts it again, and ends it."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import msgspec
import pytest

from luckytui.address import Address
from luckytui.cli import tables
from luckytui.door.__main__ import _take_port
from luckytui.door.visit import Turns
from luckytui.door.visits import Visits
from luckytui.host.door import DoorKeeper, DoorPorts, DoorRequest, write_digits
from luckytui.system.state_folder import GUESTS, state_folder
from luckytui.table.views import GuestDoor
from net import Host, NetError
from net.connection import listen
from tests.door.doors import CODE, OpenDoor, by_ssh, request_for
from tests.host.tables import HostedTable
from tests.net.wire import CODED, LOOPBACK, until


def keeper(heard: list[GuestDoor | None], **ports: int) -> DoorKeeper:
    request = DoorRequest(
        host=Address(LOOPBACK, 1),
        certificate=bytes(32),
        secret=bytes(32),
        table_code=None,
        room="00",
        bind=LOOPBACK,
        ports=DoorPorts(**ports),
        code="384192576",
    )
    return DoorKeeper(request, heard.append)


async def test_a_door_that_dies_is_reported_and_opened_again_where_it_was(own_state: Path) -> None:
    seats = state_folder(GUESTS) / "00.json"
    seats.write_text("{}")
    os.utime(seats, (long_ago := time.time() - 40 * 24 * 3600, long_ago))
    heard: list[GuestDoor | None] = []
    door = keeper(heard, ssh=0, web=0)
    door.switch(on=True)
    try:
        await until(lambda: heard)
        assert seats.exists(), "its guests may come back"
        (opened,) = heard
        assert opened
        assert opened.ssh
        assert opened.fingerprint.startswith("SHA256:")
        assert opened.code == "384 192 576"
        assert door._process
        os.kill(door._process.pid, signal.SIGKILL)
        await until(lambda: len(heard) == 3)
        assert "opens again" in str(heard[1].trouble if heard[1] else None)
        assert heard[2] == opened
    finally:
        await door.close()
    assert heard[3:] == [None]


@pytest.fixture
def run_instead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Let doors run a shell script instead of their program; return the file that it can write to: $0.log."""

    def replace(script: str) -> Path:
        program = tmp_path / "door"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o700)
        monkeypatch.setattr("sys.executable", str(program))
        monkeypatch.setattr("luckytui.host.door._PAUSES", (0.0, 0.0, 0.0))
        (log := tmp_path / "door.log").touch()
        return log

    return replace


OPENS = """echo '{"address": "127.0.0.1", "ssh": 1, "web": 2}'; cat >> $0.log"""


@pytest.mark.parametrize(
    ("switches", "is_open"),
    [
        ("off on", True),
        ("off on off", False),
        ("off off on", True),
        ("on off", False),
        ("off on off on", True),
    ],
)
async def test_the_latest_of_many_switches_wins(
    run_instead: Callable[[str], Path], switches: str, is_open: bool
) -> None:
    run_instead(OPENS)
    heard: list[GuestDoor | None] = []
    door = keeper(heard)
    door.switch(on=True)
    await until(lambda: heard)
    for switch in switches.split():
        door.switch(on=switch == "on")
    await until(lambda: len(heard) == (3 if is_open else 2))
    assert heard[1] is None
    assert bool(heard[-1]) is is_open
    await door.close()
    assert heard[-1] is None


async def test_a_door_that_has_failed_again_and_again_says_so_and_can_be_opened_later(
    run_instead: Callable[[str], Path],
) -> None:
    log = run_instead("echo >> $0.log; exit 1")
    heard: list[GuestDoor | None] = []
    door = keeper(heard)
    for tries in (4, 8):
        door.switch(on=True)
        await until(lambda: door._keeping is None)
        assert len(log.read_text()) == len(heard) == tries
        assert all(each and "did not start" in str(each.trouble) for each in heard)
    run_instead(OPENS)
    door.switch(on=True)
    await until(lambda: heard[-1] and heard[-1].ssh)
    await door.close()


async def test_a_program_that_cannot_run_is_told_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere")
    heard: list[GuestDoor | None] = []
    door = keeper(heard)
    for times in (1, 2):
        door.switch(on=True)
        await until(lambda: door._keeping is None)
        assert len(heard) == times
        assert "did not start" in str(heard[-1])


async def test_a_door_that_is_open_is_told_the_new_code(run_instead: Callable[[str], Path]) -> None:
    log = run_instead(OPENS)
    heard: list[GuestDoor | None] = []
    door = keeper(heard)
    door.switch(on=True)
    await until(lambda: heard)
    door.change_table_code("ABCDEF")
    await until(lambda: log.read_text().count("\n") == 2)
    await door.close()
    door.switch(on=True)
    await until(lambda: log.read_text().count("\n") == 3)
    requests = [msgspec.json.decode(line, type=DoorRequest) for line in log.read_text().splitlines()]
    assert [request.table_code for request in requests] == [None, "ABCDEF", "ABCDEF"]
    old, new, later = (request.code for request in requests)
    assert new not in {None, old}, "guests have a code of their own, which is new, too"
    assert later == new
    assert heard[1] == msgspec.structs.replace(heard[0], code=write_digits(new or ""))
    await door.close()


async def test_failures_before_a_door_was_open_do_not_count(run_instead: Callable[[str], Path]) -> None:
    log = run_instead(f"echo >> $0.log; [ $(($(wc -l < $0.log) % 4)) != 0 ] || {OPENS.partition(';')[0]}")
    door = keeper([])
    door.switch(on=True)
    await until(lambda: len(log.read_text()) > 8 or door._keeping is None)
    assert door._keeping
    await door.close()


async def test_a_door_that_does_not_hear_is_killed(
    run_instead: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("luckytui.host.door._FAREWELL", 0.01)
    run_instead(f"{OPENS.partition(';')[0]}; exec sleep 600")
    heard: list[GuestDoor | None] = []
    door = keeper(heard)
    door.switch(on=True)
    await until(lambda: heard)
    await door.close()
    assert heard[1:] == [None]


async def test_a_running_door_brings_guests_in_with_the_tables_new_code(own_state: Path) -> None:
    heard: list[GuestDoor | None] = []
    with HostedTable(seats=3) as hosted:
        host = Host([hosted.room], CODED)
        await host.start(LOOPBACK)
        door = DoorKeeper(request_for(hosted, host, CODE), heard.append)
        door.switch(on=True)
        await until(lambda: heard)
        assert heard[0]
        host.change_code("ABCDEF")
        door.change_table_code("ABCDEF")
        assert heard[-1]
        assert heard[-1].code
        async with by_ssh(OpenDoor(hosted, cast("Visits", None), heard[0].ssh, 0)) as bea:
            await bea.comes_in(code=heard[-1].code)
            await bea.sees("1 of 3 seats taken")
        await door.close()
        await host.close()


def test_the_usual_port_gives_way_and_one_that_is_asked_for_does_not() -> None:
    with listen(LOOPBACK, 0) as taken:
        port = taken.getsockname()[1]
        with _take_port(LOOPBACK, None, port) as other:
            assert other.getsockname()[1] != port
        with pytest.raises(NetError, match=str(port)):
            _take_port(LOOPBACK, port, 0)


def test_serve_prints_how_guests_get_in(capsys: pytest.CaptureFixture[str]) -> None:
    tables._tell_door(GuestDoor(address="192.0.2.17", ssh=5826, web=5827, code="384 192 576"))
    tables._tell_door(GuestDoor(address="fe80::1", ssh=1, web=2))
    assert capsys.readouterr().out.splitlines() == [
        *("ssh 192.0.2.17:5826", "web http://192.0.2.17:5827/", "door code 384 192 576"),
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
            tables._tell("The door for guests has failed.", sys.stderr)
        assert next_file() == free, "no file is left open"


def next_file() -> int:
    """The number that the next opened file gets."""
    reading, writing = os.pipe()
    os.close(reading)
    os.close(writing)
    return reading


def test_a_newcomer_waits_while_another_builds_a_screen() -> None:
    turns, done = Turns(), []
    waiting = threading.Thread(target=lambda: (Turns().close(), done.append(True)))
    waiting.start()
    waiting.join(0.05)
    assert not done
    turns.close()
    waiting.join()
    assert done
