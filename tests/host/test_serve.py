"""Several tables of one host: behind one port and one code, each for itself, and back together."""

import asyncio
import errno
import os
import resource
from collections.abc import Sequence
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from luckytui.address import SERVICE_TYPE, Address, parse
from luckytui.client.autoplay import autoplay
from luckytui.client.remote import RemoteSession, reach
from luckytui.client.session import Closed, SessionEvent
from luckytui.host import journal as journal_module
from luckytui.host import serve as serving
from luckytui.host.application import TableApplication
from luckytui.host.journal import Journal, new_tables
from luckytui.host.journal_format import Header, JournalError
from luckytui.host.launch import READY
from luckytui.host.saved_tables import path_of, reopen, saved_tables
from luckytui.host.serve import Keep, serve
from luckytui.records.store import Store
from luckytui.table.record import Record, read, snapshots
from luckytui.text import Sentence, UserError
from net import Browser, Info, NetError, limits, peek
from net.connection import Connection
from tests.host.tables import setup
from tests.host.test_launch import hosting
from tests.net.wire import until

LOOPBACK = "127.0.0.1"
Kind = TypeVar("Kind")

SEATS = 2
pytestmark = pytest.mark.usefixtures("own_state")


async def names_of_tables(address: Address, number: int) -> Sequence[str]:
    """Look around until this many tables of this host are found."""
    news = asyncio.Event()
    browser = Browser(SERVICE_TYPE, news.set, interfaces=[LOOPBACK])
    await browser.start()
    try:
        while len(found := [room for room in browser.rooms if room.port == address.port]) < number:
            news.clear()
            await news.wait()
    finally:
        await browser.close()
    return [room.info.name for room in found]


async def test_each_table_has_its_name_its_people_its_game_and_its_record(tmp_path: Path) -> None:
    file = tmp_path / "records"
    flags = (
        f"--bind={LOOPBACK}",
        "--port=0",
        f"--seats={SEATS}",
        "--name=hall",
        "--seed=x",
        "--open",
        "--once",
    )
    with hosting("lucky-numbers", *flags, "--tables=3", f"--record={file}") as (host, line):
        address = parse(line.removeprefix(READY))
        assert await names_of_tables(address, 3) == ["hall 1", "hall 2", "hall 3"]
        people = [await reach(address, name=f"P{number}") for number in range(3 * SEATS)]
        outcomes = await asyncio.gather(*(autoplay(person, "normal", Random(1)) for person in people))
        assert await asyncio.to_thread(host.wait) == 0
    records = list(read(file.read_bytes()))
    assert {record.started.seed for record in records} == {"x 1", "x 2", "x 3"}
    assert {record.started.names for record in records} == {tuple(outcome.names) for outcome in outcomes}
    assert sorted(name for record in records for name in record.started.names) == [f"P{n}" for n in range(6)]
    assert all(list(snapshots(record))[-1].happened == len(record.events) for record in records)
    assert {each.id for each in Store().games()} >= {record.started.id for record in records}
    assert saved_tables(running=False) == []


class Person:
    """Somebody with a session, who remembers what was told."""

    def __init__(self, session: RemoteSession) -> None:
        self.session = session
        self._told: asyncio.Queue[SessionEvent] = asyncio.Queue()
        session.open(self._told.put_nowait)

    async def told_of(self, kind: type[Kind]) -> Kind:
        """Wait until an event of this kind comes."""
        while True:
            told = await self._told.get()
            if isinstance(told, kind):
                return told


class Hall:
    """Tables that are served in this loop."""

    def __init__(
        self, journals: Sequence[Journal], *, once: bool = False, keep: Keep = lambda *_: None
    ) -> None:
        self.rooms = [journal.header.room for journal in journals]
        self.journals = journals
        self.warnings: list[Sentence] = []
        self.address: Address
        self._ready = asyncio.Event()
        self._task = asyncio.create_task(
            serve(journals, once=once, record=None, ready=self._note, warn=self.warnings.append, keep=keep)
        )

    async def opened(self) -> "Hall":
        """Wait until people can join."""
        await self._ready.wait()
        return self

    async def info(self, table: int) -> Info:
        return await peek(*self.address, self.rooms[table])

    async def sit(self, name: str, table: int) -> Person:
        session = await reach(self.address, name=name, room=self.rooms[table])
        await session.join()
        return Person(session)

    async def break_down(self) -> None:
        """End in the middle of everything."""
        self._task.cancel()
        await asyncio.wait([self._task])

    async def ended(self) -> None:
        await self._task

    def _note(self, address: Address, _code: str | None) -> None:
        self.address = address
        self._ready.set()


@pytest.fixture
def end(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """What tells the host to end, which for a process is a signal. Nor is anything announced."""
    told = asyncio.Event()
    monkeypatch.setattr(serving, "stop_event", lambda: told)
    monkeypatch.setattr(serving, "_announced", lambda *_: nullcontext())
    return told


async def hall_of(tables: int) -> Hall:
    setups = [setup(name=f"hall {number}") for number in range(1, tables + 1)]
    return await Hall(await new_tables(setups, bind=LOOPBACK, port=0)).opened()


@pytest.mark.usefixtures("end")
async def test_a_host_that_is_cancelled_leaves_no_task_behind() -> None:
    before = asyncio.all_tasks()
    hall = await hall_of(1)
    await hall.info(0)  # it waits by now
    await hall.break_down()
    assert asyncio.all_tasks() == before


def break_disk(_file: int) -> None:
    raise OSError(errno.EIO, os.strerror(errno.EIO))


async def test_a_table_whose_disk_fails_closes_alone(end: asyncio.Event) -> None:
    hall = await hall_of(2)
    ana, ben = await hall.sit("Ana", 0), await hall.sit("Ben", 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal_module, "sync", break_disk)
        with pytest.raises(UserError, match="The host's disk has failed"):
            await hall.sit("Cem", 0)
    await ana.told_of(Closed)
    with pytest.raises(NetError, match="no longer exists"):
        await hall.info(0)
    assert (await hall.info(1)).taken == 1
    end.set()
    await hall.ended()
    await ben.told_of(Closed)
    assert [remains.header.room for remains in saved_tables(running=False)] == hall.rooms[:1], (
        "that one can be gone on with"
    )


@pytest.mark.parametrize("comes_back", [True, False])
async def test_fault_46_the_end_reaches_a_player_whose_connection_is_down(
    comes_back: bool, end: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_ended = TableApplication._game_ended

    def cut_then_end(table: TableApplication, record: Record) -> None:
        for member in table.room.members:
            if member.name == "Ben" and isinstance(member.connection, Connection):
                member.connection.abort()
        people[1]._client.port = 1  # where nobody answers, until the host waits for Ben
        if not comes_back:
            playing[1].cancel()
        game_ended(table, record)

    monkeypatch.setattr(TableApplication, "_game_ended", cut_then_end)
    monkeypatch.setattr(limits, "LINGER", 60.0)  # to Ana's program a second may be short, if others work
    journals = await new_tables([setup(name="hall")], bind=LOOPBACK, port=0)
    hall = await Hall(journals, once=True).opened()
    people = [await reach(hall.address, name=name) for name in ("Ana", "Ben")]
    playing = [asyncio.create_task(autoplay(person, "normal", Random(1))) for person in people]
    await until(lambda: hall.warnings)
    if comes_back:
        people[1]._client.port = hall.address.port
        assert await playing[0] == await playing[1]
    else:
        await asyncio.wait(playing)
        end.set()  # a signal ends the wait
    await hall.ended()
    assert [warning.values["names"] for warning in hall.warnings] == ["Ben"]
    assert saved_tables(running=False) == []


@pytest.mark.usefixtures("end")
async def test_a_game_that_cannot_be_stored_ends_for_everyone_with_a_warning() -> None:
    kept = []

    def fail(*game: object) -> None:
        kept.append(game)
        raise UserError("There is no room.")

    journals = await new_tables([setup(name="hall")], bind=LOOPBACK, port=0)
    hall = await Hall(journals, once=True, keep=fail).opened()
    people = [await reach(hall.address, name=name) for name in ("Ana", "Ben")]
    first, second = await asyncio.gather(*(autoplay(each, "normal", Random(1)) for each in people))
    await hall.ended()
    assert first == second
    assert hall.warnings == [Sentence("There is no room.")]
    ((record, owner, levels),) = kept
    assert (record.ended, owner, levels) == (first.end, None, ["", ""])


async def test_a_host_that_is_stopped_leaves_the_games_that_are_going_on(end: asyncio.Event) -> None:
    hall = await hall_of(2)
    players = [await hall.sit(name, 0) for name in ("Ana", "Ben")]
    waiting = await hall.sit("Cem", 1)
    end.set()
    await hall.ended()
    reasons = [(await person.told_of(Closed)).reason for person in (*players, waiting)]
    assert [str(reason).partition(".")[0] for reason in reasons] == [
        *["The host was stopped in the middle of the game"] * 2,
        "The host closed the table",
    ]
    assert [remains.header.room for remains in saved_tables(running=False)] == hall.rooms[:1]


async def test_what_cannot_be_made_is_left_out(end: asyncio.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = await hall_of(3)
    await hall.break_down()
    damaged = path_of(hall.rooms[2])
    damaged.write_bytes(b"what is this?\n" + damaged.read_bytes())
    journals = await reopen(path_of(hall.rooms[0]))
    assert [journal.header.table.name for journal in journals] == ["hall 1", "hall 2"]

    def fail(journal: Journal, **more: Any) -> TableApplication:
        if journal.header.table.name == "hall 2":
            raise JournalError(Sentence("It does not follow the rules."))
        return TableApplication(journal, **more)

    monkeypatch.setattr(serving, "TableApplication", fail)
    again = await Hall(journals).opened()
    assert again.warnings == [Sentence("It does not follow the rules.")]
    assert (await peek(*again.address)).name == "hall 1"
    end.set()
    await again.ended()
    assert {file.stem for file in damaged.parent.iterdir()} == set(hall.rooms[1:]), (
        "what is left of them stays"
    )


async def test_tables_that_cannot_be_kept_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    new = Journal.new

    def fail_for_the_second(header: Header) -> Journal:
        if header.table.name == "hall 2":
            raise JournalError(Sentence("The disk is full."))
        return new(header)

    monkeypatch.setattr(Journal, "new", fail_for_the_second)
    with pytest.raises(JournalError):
        await hall_of(2)
    assert saved_tables(running=False) == []


class FullDisk(BytesIO):
    """A file on a disk with room for this many more bytes."""

    def __init__(self, content: bytes, room: int) -> None:
        super().__init__(content)
        self._end = len(content) + room

    def write(self, content: Any) -> int:
        room = self._end - self.tell()
        if not room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(content[:room])


@pytest.mark.parametrize("room", [0, 1, 7])
def test_of_a_record_that_does_not_fit_nothing_stays_in_the_file(room: int) -> None:
    file = FullDisk(b"a record\n", room)
    with pytest.raises(OSError, match="No space left"):
        serving._append_record(file, b"another record\n", may_be_there=False)
    assert file.getvalue() == b"a record\n"


@pytest.mark.parametrize(("may_be_there", "times"), [(True, 1), (False, 2)])
def test_after_a_restart_a_record_is_added_once(may_be_there: bool, times: int) -> None:
    file = BytesIO()
    for again in (False, may_be_there):
        serving._append_record(file, b"a record\n", may_be_there=again)
    assert file.getvalue() == b"a record\n" * times


def test_files_for_all_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host asks the system for as many open files as its connections may need, and takes what it gets."""
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _what, limit: asked.append(limit))
    for allowed in ((1024, 4096), (1024, 10**6), (1024, resource.RLIM_INFINITY), (10**6, 10**6)):
        monkeypatch.setattr(resource, "getrlimit", lambda _what, allowed=allowed: allowed)
        serving._allow_files(200)
    strangers = limits.HANDSHAKES + limits.ANSWERS_WAITING
    needed = 200 * (64 + 4) + strangers + 64
    assert asked == [(4096, 4096), (needed, 10**6), (needed, resource.RLIM_INFINITY)]
