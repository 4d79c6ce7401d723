"""Hosts as processes of their own, on the loopback interface."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from luckytui.address import Address, parse
from luckytui.cli import run
from luckytui.client import saved_seats
from luckytui.client.remote import RemoteSession
from luckytui.client.session import Closed, SessionEvent, TableChanged
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from luckytui.host import serve
from luckytui.host.journal_format import Header
from luckytui.host.launch import CODE, READY, Launched, LaunchRequest, launch
from luckytui.host.saved_tables import path_of
from luckytui.system.strict import read_json
from luckytui.table.record import read, snapshots
from luckytui.table.views import TableView
from luckytui.text import UserError
from net import Host, NetError, peek
from tests.host.tables import IDENTITY, TOKEN, HostedTable, setup
from tests.net.wire import until

REPOSITORY = Path(__file__).parents[2]
ONLY_HERE = ("--bind=127.0.0.1", "--port=0")
REQUEST = (
    b'{"table":{"game":"lucky-jack","options":{},"name":"kitchen","seats":2},'
    b'"token":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=","bind":null,"port":null}'
)
LUCKYTUI = [sys.executable, "-P", "-m", "luckytui"]


@contextlib.contextmanager
def serving(*flags: str) -> "Iterator[tuple[subprocess.Popen[str], Address]]":
    """Run `luckytui serve` on the loopback interface; yield the process and where it listens."""
    with hosting("lucky-numbers", *ONLY_HERE, "--pace=0", "--open", *flags) as (process, line):
        yield process, parse(line.removeprefix(READY))


@contextlib.contextmanager
def hosting(*arguments: str) -> "Iterator[tuple[subprocess.Popen[str], str]]":
    """Run `luckytui serve`; yield the process and the line that it prints when it is ready."""
    with running("serve", *arguments) as process:
        try:
            line = process.stdout.readline()
            assert line.startswith(READY), process.communicate()
            yield process, line.strip()
        finally:
            process.terminate()


@contextlib.contextmanager
def launched(**changes: object) -> Iterator[Launched]:
    """Launch a host for an owner on the loopback interface."""
    host = launch(LaunchRequest(table=setup(**changes), token=TOKEN, bind="127.0.0.1", port=0))
    try:
        yield host
    finally:
        host.process.terminate()
        host.process.wait()


def joining(address: Address, name: str, *flags: str) -> "subprocess.Popen[str]":
    return running("join", str(address), "--as", name, "--autoplay", "normal", *flags)


def running(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*LUCKYTUI, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def where(line: str) -> tuple[Address, str]:
    """The address in the line that a host prints, and the flag with its code."""
    address, _, code = line.removeprefix(READY).partition(CODE)
    return parse(address), f"--code={code}"


async def first_table_view(session: RemoteSession) -> TableView:
    table_view: asyncio.Future[TableView] = asyncio.get_running_loop().create_future()

    def hear(told: SessionEvent) -> None:
        if isinstance(told, TableChanged) and not table_view.done():
            table_view.set_result(told.table_view)

    session.open(hear)
    return await table_view


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_record_that_cannot_be_written_ends_the_host_with_a_sentence() -> None:
    flags = ("--seats=2", "--bots=normal", "--record=/dev/full")
    with serving(*flags) as (host, address), joining(address, "Ana") as ana:
        assert ana.wait() == 0
        assert host.wait() == 1
        _, told = host.communicate()
        assert told.startswith(
            "luckytui: The record cannot be written to /dev/full: No space left on device."
        )


async def test_the_usual_port_is_taken_where_it_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    monkeypatch.setattr(serve, "DEFAULT_PORT", port)
    header = Header(table=setup(), identity=IDENTITY, bind="127.0.0.1")
    with HostedTable() as table, HostedTable() as another:
        first, second = (Host([it.room], IDENTITY) for it in (table, another))
        serve._take_port(first, header, is_new=True)
        serve._take_port(second, header, is_new=True)
        assert first.port == port
        assert second.port not in {0, port}
        await second.close()
        asked_for = replace(header, port=port)
        serve._take_port(second, asked_for, is_new=False)  # as a table that is resumed
        assert second.port not in {0, port}
        with pytest.raises(NetError, match="is in use"):
            serve._take_port(second, asked_for, is_new=True)
        await first.close()
        await second.close()


async def test_fault_30_a_host_that_was_killed_comes_back_where_it_was(tmp_path: Path) -> None:
    record = tmp_path / "r.jsonl"
    flags = ("--once", f"--record={record}")
    with contextlib.ExitStack() as stack:
        with hosting("lucky-numbers", *ONLY_HERE, *flags) as (killed, line):
            address, code = where(line)
            guests = [stack.enter_context(joining(address, name, code)) for name in ("Ana", "Ben")]
            room = (await peek(*address)).room
            await until(lambda: path_of(room).read_bytes().count(b'"moved"') >= 8)
            killed.kill()
            killed.wait()
        with hosting(f"--resume={room}", *flags) as (host, again):
            assert again == line
            told = [guest.communicate() for guest in guests]
            assert [guest.returncode for guest in guests] == [0, 0], told
            assert host.wait() == 0
            assert host.communicate() == ("", "")
    (game,) = read(record.read_bytes())
    assert list(snapshots(game))[-1].happened == len(game.events)


async def test_fault_29_a_player_who_was_killed_joins_again_without_a_word(own_state: Path) -> None:
    with contextlib.ExitStack() as stack:
        _host, line = stack.enter_context(hosting("lucky-numbers", "--seats=3", *ONLY_HERE, "--once"))
        address, code = where(line)
        room = (await peek(*address)).room
        players = []
        for taken, name in enumerate(("Ana", "Ben"), 1):
            players.append(stack.enter_context(joining(address, name, code)))
            await until(lambda: len(saved_seats.of_room(room)) >= taken)  # noqa: B023 - it is called here
        players[1].kill()
        players[1].communicate()
        players[1] = stack.enter_context(running("join", "--autoplay=normal"))
        players.append(stack.enter_context(joining(address, "Cem", code)))
        told = [player.communicate() for player in players]
        (result,) = {said.splitlines()[0] for said, _errors in told}  # what each says of the deal may differ
        assert "Ben" in result
        assert {errors for _said, errors in told} == {""}


@pytest.mark.parametrize("name", ["0123456789abcdef", "./kitchen.journal"])
def test_a_table_that_is_not_there_cannot_be_resumed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--resume", name]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "cannot be read: No such file or directory" in said.err


def test_a_host_that_is_interrupted_closes_in_good_order() -> None:
    with serving() as (host, _):
        host.send_signal(signal.SIGINT)
        assert host.wait() == 0


def test_a_port_in_use_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "lucky-numbers", "--bind=127.0.0.1", f"--port={port}"]) == 1
        assert capsys.readouterr().err.startswith(f"luckytui: Port {port} is in use")
        with pytest.raises(UserError, match=f"^Port {port} is in use"):
            launch(LaunchRequest(table=setup(), token=TOKEN, bind="127.0.0.1", port=port))


async def test_the_owner_joins_by_the_token_and_gets_what_was_set_up() -> None:
    options = LuckyNumbersOptions(setup="michael", bruno=True)
    with launched(options=options, seats=4, bots=2, name="-- Ana’s “table”", seed="x y", open=False) as host:
        session = RemoteSession(host.address, name="Ana", token=TOKEN, code=host.code)
        table_view = await first_table_view(session)
        assert table_view.owner
        assert (table_view.options, table_view.name) == (options, "-- Ana’s “table”")
        assert [occupant.kind for occupant in table_view.occupants] == ["person", "open", "bot", "bot"]
        await session.leave()
        assert host.process.wait() == 0


async def test_fault_46_the_owners_screen_closes_at_once_and_the_host_waits() -> None:
    with launched() as host:
        ana = RemoteSession(host.address, name="Ana", token=TOKEN, code=host.code)
        ben = RemoteSession(host.address, name="Ben", code=host.code)
        for session in (ana, ben):
            await session.join()
        told: list[SessionEvent] = []
        ben.open(told.append)
        with socket.create_server(("127.0.0.1", 0)) as elsewhere:
            ben._client.port = elsewhere.getsockname()[1]  # where nobody answers
            connection = ben._client._connection
            assert connection
            connection.abort()
            await connection.gone.wait()
            await ana.leave()
            await asyncio.sleep(0.1)
            assert host.process.poll() is None
            ben._client.port = host.address.port
        await until(lambda: told and isinstance(told[-1], Closed))
        assert isinstance(told[-2], TableChanged), "the table as it was at the end"
        await ben.close()
        assert await asyncio.to_thread(host.process.wait) == 0


async def test_the_host_lives_on_when_the_process_that_launched_it_is_killed() -> None:
    starting = """
import os, signal
from luckytui.host import serve
from luckytui.host.launch import LaunchRequest, launch
from tests.host.tables import TOKEN, setup
host = launch(LaunchRequest(table=setup(), token=TOKEN, bind="127.0.0.1", port=0))
print(host.process.pid, host.address, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    command = [sys.executable, "-c", starting]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=REPOSITORY)  # noqa: ASYNC221
    assert done.returncode == -signal.SIGKILL
    pid, address = done.stdout.split()
    try:
        info = await peek(*parse(address))
        assert info.status == "open"
        assert os.getsid(int(pid)) == int(pid)
    finally:
        os.kill(int(pid), signal.SIGTERM)


def test_a_request_to_launch_is_read_as_it_was_written() -> None:
    request = read_json(REQUEST, LaunchRequest)
    assert (request.table.rules.title, request.token, request.port) == ("Lucky Jack", TOKEN, None)


@pytest.mark.parametrize(
    "line",
    [b"", b"\n", b"{}", b"\xff", REQUEST.replace(b"lucky-jack", b"chess"), REQUEST.replace(b"AAEC", b"")],
    ids=["nothing", "an empty line", "no token", "not text", "an unknown game", "a short token"],
)
def test_a_request_that_is_none_is_refused(line: bytes) -> None:
    with pytest.raises((ValueError, LookupError), match=r"Input|Object|Expected|JSON|chess"):
        read_json(line, LaunchRequest)
