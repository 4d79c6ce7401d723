"""A place at a table across the network, on the loopback interface."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import net
from luckytui import PROGRAM
from luckytui.address import Address
from luckytui.client import saved_seats
from luckytui.client.remote import Gateway, RemoteSession, reach
from luckytui.client.session import Closed, ConnectionChanged, Refused, SessionEvent, TableChanged
from luckytui.games.interface import SPECTATOR
from luckytui.games.lucky_numbers.rules import LUCKY_NUMBERS
from luckytui.host.application import TableApplication
from luckytui.table.payloads import decode_table_view, encode
from luckytui.table.record import Record
from luckytui.table.requests import Start
from luckytui.table.views import TableView
from luckytui.text import CodeNeeded, UserError
from net import Refused as Rejected
from tests.host.tables import journal_of
from tests.net.wire import cut_connections, until, vanish

GAME = LUCKY_NUMBERS


class Served:
    """A table that is served in this loop."""

    def __init__(self, *, code: bool = False, **changes: Any) -> None:
        self.records: list[Record] = []
        self.application = TableApplication(
            journal_of(**changes), closing=lambda: None, keep=self.records.append
        )
        self.host = net.Host([self.application.room], net.Identity.new(open=not code))

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.host.port)

    async def __aenter__(self) -> "Served":
        await self.host.start("127.0.0.1")
        return self

    async def __aexit__(self, *_: object) -> None:
        self.application.close()
        await self.host.close()


class Person:
    """A session, and the events that it reported."""

    def __init__(self, session: RemoteSession) -> None:
        self.session = session
        self.told: list[SessionEvent] = []
        self._news = asyncio.Event()

    def hear(self, told: SessionEvent) -> None:
        self.told.append(told)
        self._news.set()

    async def told_of(self, wanted: Callable[[SessionEvent], bool]) -> SessionEvent:
        """Wait for an event that fits; forget what came before it."""
        while True:
            while self.told:
                told = self.told.pop(0)
                if wanted(told):
                    return told
            self._news.clear()
            await self._news.wait()

    async def view(self, wanted: Callable[[TableView], bool] = lambda _: True) -> TableView:
        told = await self.told_of(lambda told: isinstance(told, TableChanged) and wanted(told.table_view))
        assert isinstance(told, TableChanged)
        return told.table_view


@asynccontextmanager
async def seated(served: Served, name: str, **more: Any) -> AsyncIterator[Person]:
    session = await reach(served.address, name=name, **more)
    person = Person(session)
    session.open(person.hear)
    try:
        yield person
    finally:
        await session.close()


async def test_a_lost_connection_leads_back_to_the_same_seat_in_the_same_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with Served() as served, seated(served, "Ana") as ana, seated(served, "Ben") as ben:
        table_view = await ana.view(lambda table_view: table_view.match is not None)
        await ben.view(lambda table_view: table_view.match is not None)
        sent: list[TableView] = []
        monkeypatch.setattr(
            "luckytui.client.remote.decode_table_view",
            lambda payload: sent.append(decode_table_view(payload)) or sent[-1],  # type: ignore[func-returns-value]
        )
        cut_connections(served.host)
        trouble = await ana.told_of(lambda told: isinstance(told, ConnectionChanged))
        assert isinstance(trouble, ConnectionChanged)
        assert str(trouble.trouble).startswith("The connection to the host was lost")
        await ana.told_of(lambda told: told == ConnectionChanged(None))
        again = await ana.view(lambda table_view: all(occupant.here for occupant in table_view.occupants))
        assert (again.seat, again.match, again.occupants) == (
            table_view.seat,
            table_view.match,
            table_view.occupants,
        )
        assert {each.log_id for each in sent} == {""}, "the host knows what is known"
        assert table_view.log
        assert again.log == table_view.log


async def test_a_session_follows_its_host_to_another_address_and_saves_its_seat_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moved: asyncio.Future[Address] = asyncio.get_running_loop().create_future()

    async def whereabouts(*_: object, **__: object) -> AsyncIterator[tuple[str, int]]:
        yield await moved

    monkeypatch.setattr("net.whereabouts", whereabouts)
    async with Served() as served, seated(served, "Ana") as ana:
        await ana.view()
        before = served.address
        vanish(served.host)
        await ana.told_of(lambda told: isinstance(told, ConnectionChanged) and told.trouble is not None)
        await served.host.start("127.0.0.1")
        assert served.address != before
        moved.set_result(served.address)
        await ana.told_of(lambda told: told == ConnectionChanged(None))
        assert ana.session.address == served.address
        (saved_seat,) = saved_seats.of_room(served.host.rooms[0].id)
        assert saved_seat.address == served.address


async def test_a_connection_lost_before_the_welcome_is_reported_and_leads_to_one_seat() -> None:
    async with Served(seats=3) as served:
        arrived = served.application.arrived

        def cut_short(member: net.Member) -> None:
            arrived(member)
            cut_connections(served.host)

        served.application.arrived = cut_short  # type: ignore[method-assign]
        session = await reach(served.address, name="Ana")
        await session.join()
        person = Person(session)
        session.open(person.hear)
        trouble = await person.told_of(lambda told: isinstance(told, ConnectionChanged))
        assert isinstance(trouble, ConnectionChanged)
        assert str(trouble.trouble).startswith("The connection to the host was lost")
        await person.told_of(lambda told: told == ConnectionChanged(None))
        assert (await person.view()).seat == 0
        assert served.application.info().taken == 1
        (saved_seat,) = saved_seats.of_room(served.host.rooms[0].id)
        assert saved_seat.token == session._client.joining.token
        await session.close()


async def test_a_player_who_leaves_is_gone_and_one_who_goes_away_is_waited_for() -> None:
    async with Served(seats=3) as served, AsyncExitStack() as stack:
        ana = await stack.enter_async_context(seated(served, "Ana"))
        ben = await stack.enter_async_context(seated(served, "Ben"))
        await ana.view(lambda table_view: table_view.occupants[1].kind == "person")
        await ben.session.close()
        await ana.view(lambda table_view: not table_view.occupants[1].here)
        await ana.session.leave()
        assert served.application.info().taken == 1


def kill(person: Person) -> None:
    """Let a person's program end as a killed one does: it says nothing, and its locks are gone."""
    session = person.session
    os.close(session._held._file)
    session._held = None
    session._client._silent = True
    session._client._connection.abort()


async def test_fault_29_a_player_whose_program_was_killed_gets_the_seat_back() -> None:
    async with Served(seats=3) as served, AsyncExitStack() as stack:
        ana = await stack.enter_async_context(seated(served, "Ana"))
        ben = await stack.enter_async_context(seated(served, "Ben"))
        await ana.view(lambda table_view: table_view.occupants[1].kind == "person")
        kill(ben)
        await ana.view(lambda table_view: not table_view.occupants[1].here)
        again = await stack.enter_async_context(seated(served, "Somebody", any_name=True))
        table_view = await again.view()
        assert (table_view.seat, table_view.occupants[1].name) == (1, "Ben")
        third = await stack.enter_async_context(seated(served, "Cem", any_name=True))
        assert (await third.view()).seat == 2
        await ana.view(lambda table_view: all(occupant.here for occupant in table_view.occupants))


async def test_a_player_killed_before_the_welcome_gets_the_same_seat_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with Served(seats=3, code=True) as served, AsyncExitStack() as stack:
        code = served.host.identity.code
        killed = asyncio.Event()
        monkeypatch.setattr(RemoteSession, "_welcome", lambda *_: killed.set())
        ana = await stack.enter_async_context(seated(served, "Ana", code=code))
        await killed.wait()
        monkeypatch.undo()
        kill(ana)
        again = await stack.enter_async_context(seated(served, "Ana", code=code))
        table_view = await again.view()
        assert [occupant.name for occupant in table_view.occupants] == ["Ana", "", ""]


async def test_fault_46_a_player_whose_program_was_killed_is_shown_the_end_of_a_table_that_closed() -> None:
    async with Served(seats=2) as served, AsyncExitStack() as stack:
        await stack.enter_async_context(seated(served, "Ana"))
        ben = await stack.enter_async_context(seated(served, "Ben"))
        before = await ben.view(lambda table_view: table_view.match is not None)
        kill(ben)
        await served.host.close_room(served.application.room)
        assert "Ben" in served.host.unaware
        session = await reach(served.address, name="Ben")
        await session.join()
        again = Person(session)
        session.open(again.hear)
        shown = await again.view()
        assert (shown.seat, shown.match.view) == (before.seat, before.match.view)
        closed = await again.told_of(lambda told: isinstance(told, Closed))
        assert str(closed.reason) == "The host closed the table."
        await until(lambda: not served.host.unaware)
        with pytest.raises(UserError, match="no longer exists"):
            await reach(served.address, name="Ben")


async def test_a_seat_that_was_refused_is_not_saved() -> None:
    async with Served(seats=2, code=True) as served:
        served.host.rooms[0].barred.add("name ana")
        session = await reach(served.address, name="Ana", code=served.host.identity.code)
        with pytest.raises(UserError, match="removed"):
            await session.join()
        await session.close()
        assert served.host.rooms[0].id not in {seat.room for seat in saved_seats.free()}


async def test_with_another_name_one_gets_another_seat() -> None:
    async with Served(seats=3) as served, AsyncExitStack() as stack:
        ana = await stack.enter_async_context(seated(served, "Ana"))
        await ana.view()
        kill(ana)
        ben = await stack.enter_async_context(seated(served, "Ben"))
        assert (await ben.view()).seat == 1
        again = await stack.enter_async_context(seated(served, "Ana"))
        assert (await again.view()).seat == 0


async def test_a_saved_seat_needs_no_code() -> None:
    async with Served(seats=3, code=True) as served, AsyncExitStack() as stack:
        with pytest.raises(CodeNeeded, match="This table has a code"):
            await reach(served.address, name="Ana")
        with pytest.raises(CodeNeeded, match="not the table's code"):
            await reach(served.address, name="Ana", code="what?")
        code = net.write_code(served.host.identity.code or "").lower()
        ana = await stack.enter_async_context(seated(served, "Ana", code=code))
        await ana.view()
        kill(ana)
        again = await stack.enter_async_context(seated(served, "Ana"))
        assert (await again.view()).seat == 0
        assert again.session.code == code.upper()


async def test_after_leaving_no_seat_is_saved_and_after_going_away_one_is() -> None:
    async with Served(seats=3) as served:
        for end, saved_seats_left in ((RemoteSession.close, 1), (RemoteSession.leave, 0)):
            session = await reach(served.address, name="Ana")
            await session.join()
            await end(session)
            assert len(saved_seats.of_room(served.host.rooms[0].id)) == saved_seats_left


async def test_with_an_outdated_saved_seat_one_gets_a_new_one() -> None:
    async with Served(seats=3) as served, AsyncExitStack() as stack:
        ana = await stack.enter_async_context(seated(served, "Ana"))
        await ana.view()
        kill(ana)
        room = served.application.room
        room.remove(room.members[0])
        again = await stack.enter_async_context(seated(served, "Ana"))
        assert (await again.view()).seat == 0
        (left,) = saved_seats.of_room(room.id)
        assert left.token == again.session._client.joining.token


async def test_a_removed_player_has_no_saved_seat() -> None:
    async with Served(seats=3) as served, seated(served, "Ana") as ana:
        await ana.view()
        room = served.application.room
        room.remove(room.members[0])
        await ana.told_of(lambda told: isinstance(told, Closed))
        assert saved_seats.of_room(room.id) == []


async def test_a_watcher_comes_back_to_a_host_that_forgot_it_and_accuses_no_other_table() -> None:
    async with (
        Served() as other,
        Served(bots=1, pace=3600.0) as served,
        seated(served, "Ana") as ana,
        seated(served, "Uma", watch=True) as uma,
    ):
        await ana.view()
        await uma.view(lambda table_view: table_view.match is not None)
        room = served.application.room
        member = next(member for member in room.members if member.seat is None)
        del room._members[member.key]
        served.host.rooms = [other.application.room, room]
        cut_connections(served.host)
        assert (await uma.view(lambda table_view: table_view.match is None)).seat == SPECTATOR
        assert not any(isinstance(told, Refused) for told in uma.told)


async def test_a_full_table_can_be_watched_only() -> None:
    async with Served(seats=3, bots=1, pace=3600.0) as served, seated(served, "Ana") as ana:
        await ana.view()
        served.application.admitting = replace(served.application.admitting, locked=True)
        with pytest.raises(UserError, match="has locked this table"):
            await reach(served.address, name="Ben")
    async with Served(bots=1, pace=3600.0) as served, AsyncExitStack() as stack:
        late = await reach(served.address, name="Cem")
        ana = await stack.enter_async_context(seated(served, "Ana"))
        await ana.view()
        with pytest.raises(UserError, match="Every seat here is taken"):
            await reach(served.address, name="Ben")
        with pytest.raises(UserError, match="Every seat here is taken"):
            await late.join()
        kill(ana)
        for name in ("Ana", "Ben"):
            watching = await stack.enter_async_context(seated(served, name, watch=True))
            assert (await watching.view()).seat == SPECTATOR
        assert [seat.name for seat in saved_seats.of_room(served.application.room.id)] == ["Ana"]


def test_a_guest_is_told_neither_code_nor_address() -> None:
    gateway = Gateway(net.Forwarded(bytes(32), "192.0.2.1"), bytes(32), lambda _seat: None)
    session = RemoteSession(Address("127.0.0.1", 1), name="Ana", code="7KQ2M9", gateway=gateway)
    assert (session.code, session.address) == (None, None)


class OddApplication:
    """What another program, or another version of ours, may serve."""

    code: Any = "not_turn"

    def __init__(self, game: str, payload: bytes) -> None:
        self.game = game
        self.payload = payload

    def info(self) -> net.Summary:
        return net.Summary(
            game=self.game, name="odd", host="Ana", computer="pc", taken=0, seats=2, status="open"
        )

    def open_seats(self) -> Sequence[int]:
        return [0, 1]

    def nothing(self, member: net.Member) -> None:
        """Take no notice."""

    arrived = lost = returned = overdue = left = nothing

    def hold(self, member: net.Member) -> float:
        return net.limits.HOLD

    def move(self, member: net.Member, move: net.Move) -> None:
        raise Rejected(self.code, b"\xc1")

    def view(self, member: net.Member, *, first: bool) -> net.View:
        return net.View(0, self.payload)


@asynccontextmanager
async def odd_host(game: str = GAME.key, payload: bytes = b"") -> AsyncIterator[Address]:
    host = net.Host([net.Room(OddApplication(game, payload), program=PROGRAM)], net.Identity.new(open=True))
    await host.start("127.0.0.1")
    try:
        yield Address("127.0.0.1", host.port)
    finally:
        await host.close()


async def told_by_odd_host(address: Address, wanted: type[Closed | Refused]) -> str:
    """What a person hears after joining and asking for something."""
    person = Person(RemoteSession(address, name="Ana"))
    person.session.open(person.hear)
    person.session.request(Start())
    told = await person.told_of(lambda told: isinstance(told, wanted))
    await person.session.close()
    assert isinstance(told, Closed | Refused)
    return str(told.reason)


async def test_a_game_that_is_not_known_here() -> None:
    async with odd_host(game="chess") as address:
        with pytest.raises(UserError, match="plays chess, which is not installed here"):
            await reach(address, name="Ana")


async def test_a_table_goes_on_with_a_game_that_is_not_known_here() -> None:
    async with odd_host(payload=b"\x81\xa4game\xa5chess") as address:
        assert "plays chess, which is not installed here" in await told_by_odd_host(address, Closed)


ODD_MOVE = msgspec.msgpack.encode({"game": GAME.key, "match": {"moves": [["\x1b[2J"]]}})


@pytest.mark.parametrize("payload", [b"", b"\xc1", b"\x80", b"\x91" * 10_000, ODD_MOVE], ids=range(5))
async def test_a_table_view_that_cannot_be_read(payload: bytes) -> None:
    async with odd_host(payload=payload) as address:
        told = await told_by_odd_host(address, Closed)
        assert "unreadable" in told
        assert told.isprintable()


async def test_a_host_of_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net.client, "VERSION", 7)
    async with odd_host() as address:
        told = await told_by_odd_host(address, Closed)
    assert f"The host runs {PROGRAM} (protocol 1) and you run {PROGRAM} (protocol 7)" in told


@pytest.mark.parametrize(("code", "meaning"), [("not_turn", "not_turn"), ("out_of_step", "illegal")])
async def test_a_wordless_refusal_gets_ours(monkeypatch: pytest.MonkeyPatch, code: str, meaning: str) -> None:
    monkeypatch.setattr(OddApplication, "code", code)
    async with Served() as served, seated(served, "Ana") as ana:
        table_view = encode(await ana.view())
    async with odd_host(payload=table_view) as address:
        assert await told_by_odd_host(address, Refused) == str(net.NetError(meaning))


async def test_a_player_whose_host_is_away_does_not_read_that_nobody_hosts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def refuse(_factory: object, address: str, port: int) -> None:
        raise net.NetError("refused", address=address, port=port)

    def told_away(told: SessionEvent) -> bool:
        return isinstance(told, ConnectionChanged) and str(told.trouble).startswith(
            "The host does not answer"
        )

    async with Served(seats=2) as served, seated(served, "Ana") as ana:
        await ana.view()
        monkeypatch.setattr(net.client, "connect", refuse)
        cut_connections(served.host)
        await ana.told_of(told_away)
        assert "Nobody is hosting" not in str(ana.told)


@pytest.mark.parametrize("code", ["too_big", "version", "refused", "dead_peer", "malformed", "bad_name"])
async def test_a_refusal_with_a_code_of_something_else_is_heard(
    monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    """These sentences need values, which a refusal without words does not bring."""
    monkeypatch.setattr(OddApplication, "code", code)
    async with Served() as served, seated(served, "Ana") as ana:
        table_view = encode(await ana.view())
    async with odd_host(payload=table_view) as address:
        assert await told_by_odd_host(address, Refused) == str(net.NetError("illegal"))
