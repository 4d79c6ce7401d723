"""Clients and a host on loopback: joining, playing, losing the connection and coming back."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

import pytest

from net import Ack, Host, Member, NetError, Reject, Room, Trouble, View, Welcome, limits, peek
from net.client import Client, Ended, Event, connect
from net.messages import Bye, Challenge, HostHello, Move, encode, frame
from net.tls import host_context
from tests.net.counter import Counter
from tests.net.virtual import VirtualLoop
from tests.net.wire import CODED, INFO, LOOPBACK, OPEN, Person, cut_connections, hosting, until, vanish


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients that come back at once."""
    monkeypatch.setattr(limits, "RETRY_FIRST", 0.001)
    monkeypatch.setattr(limits, "RETRY_LAST", 0.002)


@pytest.fixture
async def host() -> AsyncIterator[Host]:
    async with hosting() as opened:
        yield opened


async def test_moves_go_one_after_the_other(host: Host) -> None:
    ana = Person(host.port)
    ids = [ana.client.send(prompt, b"1") for prompt in range(5)]
    await until(lambda: len(ana.all(Ack)) == 5)
    assert [ack.id for ack in ana.all(Ack)] == ids


async def test_a_move_made_on_hearing_of_something_goes_out_once() -> None:
    counter = Counter()
    made: list[Move] = []
    async with hosting(counter) as host:

        def answer(event: Event) -> None:
            if isinstance(event, Welcome | Ack) and counter.prompt < 3:
                client.send(counter.prompt, b"1")

        def move(member: Member, move: Move) -> Ack | Reject:
            made.append(move)
            return make(member, move)

        make, host.rooms[0].move = host.rooms[0].move, move  # type: ignore[method-assign]
        client = Client(LOOPBACK, host.port, name="Ana", program="test 1", on_event=answer)
        client.start()
        await until(lambda: counter.total == 3)
        await client.leave()
        assert len(made) == 3


async def test_an_answer_to_another_move_settles_nothing(host: Host) -> None:
    ana = await Person.seated(host)
    move = ana.client.send(0, b"1")
    ana.client.emit(Ack(bytes(16)))
    await ana.sees(1)
    assert [ack.id for ack in ana.all(Ack)] == [move]


async def test_a_payload_that_is_too_big_raises_at_once(host: Host) -> None:
    ana = Person(host.port)
    with pytest.raises(NetError) as raised:
        ana.client.send(0, bytes(limits.FRAME))
    assert raised.value.code == "too_big"


async def test_leaving_gives_the_seat_up(host: Host) -> None:
    ana = await Person.seated(host)
    await ana.client.leave()
    assert host.rooms[0].members == ()
    assert not ana.all(Ended)


async def test_an_unhandled_event_is_logged_and_ignored(host: Host, caplog: pytest.LogCaptureFixture) -> None:
    seen: list[Event] = []

    def stumble(event: Event) -> None:
        seen.append(event)
        raise ZeroDivisionError

    client = Client(LOOPBACK, host.port, name="Ana", program="test 1", on_event=stumble)
    client.start()
    await until(lambda: any(isinstance(event, View) for event in seen))
    assert "An event was not handled" in caplog.text
    await client.close()


@pytest.mark.parametrize("code", [None, CODED.code, "000000"], ids=["none", "right", "old"])
async def test_a_member_comes_back_to_the_known_certificate_without_the_code(code: str | None) -> None:
    async with hosting(identity=CODED) as host:
        ana = await Person.seated(host, code=CODED.code)
        await ana.client.close()
        token = ana.client.joining.token
        again = Person(host.port, code=code, token=token, certificate=CODED.fingerprint)
        assert (await again.welcome()).seat == 0


async def test_a_member_comes_back_after_a_new_code_which_newcomers_need() -> None:
    async with hosting(identity=CODED) as host:
        ana = await Person.seated(host, code=CODED.code)
        assert ana.client.certificate == CODED.fingerprint
        code = "7KQ2M9" if CODED.code != "7KQ2M9" else "7KQ2M8"
        host.change_code(code)
        cut_connections(host)
        await until(lambda: len(ana.all(Welcome)) == 2)
        assert await Person(host.port, "Bo", code=CODED.code).end() == "bad_code"
        await Person.seated(host, "Bo", code=code)


async def test_without_the_code_one_hears_that_there_is_one() -> None:
    async with hosting(identity=CODED) as host:
        assert (await peek(LOOPBACK, host.port)).code
        assert await Person(host.port).end() == "code_needed"


async def test_a_client_keeps_trying_until_the_host_is_back() -> None:
    counter = Counter()
    async with hosting(counter) as host:
        ana = await Person.seated(host)
        vanish(host)
        await until(lambda: any(trouble.error.code == "refused" for trouble in ana.all(Trouble)))
        await host.start(LOOPBACK, host.port)
        await until(lambda: len(ana.all(Welcome)) == 2)


@asynccontextmanager
async def flipping(host: Host, speaker: str, visit: int, chunk: int) -> AsyncIterator[int]:
    """A port that leads to a host. One bit that one end says is changed, in this chunk of this connection."""
    visits = 0

    async def carry(source: asyncio.StreamReader, target: asyncio.StreamWriter, flip: bool) -> None:
        with suppress(OSError):
            for number in count(1):
                data = bytearray(await source.read(65536))
                if not data:
                    break
                data[-1] ^= 1 if flip and number == chunk else 0
                target.write(data)
        target.close()

    async def pass_on(near: asyncio.StreamReader, to_near: asyncio.StreamWriter) -> None:
        nonlocal visits
        visits += 1
        far, to_far = await asyncio.open_connection(LOOPBACK, host.port)
        await asyncio.gather(
            carry(near, to_far, visits == visit and speaker == "client"),
            carry(far, to_near, visits == visit and speaker == "host"),
        )

    server = await asyncio.start_server(pass_on, LOOPBACK, 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


@pytest.mark.parametrize("speaker", ["host", "client"])
@pytest.mark.parametrize(("visit", "chunk"), [(1, 5), (2, 1), (2, 2), (2, 3)])
async def test_fault_44_a_bit_that_changes_on_the_way_is_a_lost_connection(
    host: Host, speaker: str, visit: int, chunk: int
) -> None:
    async with flipping(host, speaker, visit, chunk) as port:
        ana = Person(port)
        seat = (await ana.welcome()).seat
        for total in range(1, 9):
            ana.client.send(total - 1, b"1")
            await ana.sees(total)
            if total == 4 and visit == 2:
                cut_connections(host)
        assert {welcome.seat for welcome in ana.all(Welcome)} == {seat}
        assert len(ana.all(Welcome)) == 2
        assert len(ana.all(Trouble)) == visit
        await ana.client.close()


def test_fault_45_a_round_trip_of_two_seconds_is_quick_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    class Listening:
        """A socket that is only played."""

        def __init__(self, *_where: object) -> None: ...

        def getsockname(self) -> tuple[str, int]:
            return LOOPBACK, 5825

    monkeypatch.setattr("net.host.listen", Listening)

    async def join() -> None:
        async with hosting(identity=CODED) as host:
            ana = await Person.seated(host, code=CODED.code)
            ana.client.send(0, b"5")
            await ana.sees(5)

    loop = VirtualLoop()
    loop.network.cable("").delay = 1.0
    loop.run_until_complete(join())
    loop.close()


class Search:
    """A search for a room that has moved, which finds what the test puts there."""

    def __init__(self) -> None:
        self.looked_for: list[tuple[str | None, bytes]] = []
        self.found: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self.is_over = False

    async def __call__(self, room: str | None, certificate: bytes) -> AsyncIterator[tuple[str, int]]:
        self.looked_for.append((room, certificate))
        try:
            while True:
                yield await self.found.get()
        finally:
            self.is_over = True


async def test_fault_41_a_client_comes_back_to_a_host_that_is_at_another_place_now() -> None:
    search = Search()
    with socket.create_server((LOOPBACK, 0)) as silent:
        async with hosting() as host:
            ana = Person(host.port, whereabouts=search)
            seat = (await ana.welcome()).seat
            ana.client.port = silent.getsockname()[1]  # where nobody answers
            vanish(host)
            await until(lambda: search.looked_for)
            await host.start(LOOPBACK)
            search.found.put_nowait((LOOPBACK, host.port))
            await until(lambda: len(ana.all(Welcome)) == 2)
            assert ana.all(Welcome)[-1].seat == seat
            assert search.looked_for == [(host.rooms[0].id, OPEN.fingerprint)]


@pytest.mark.limits(SEARCH_AFTER=3600.0)
async def test_after_a_short_break_nobody_looks_for_the_room(host: Host) -> None:
    search = Search()
    ana = await Person.seated(host, whereabouts=search)
    cut_connections(host)
    await until(lambda: len(ana.all(Welcome)) == 2)
    assert not search.looked_for


async def test_fault_41_a_client_without_a_welcome_finds_its_host_at_another_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search = Search()
    with socket.create_server((LOOPBACK, 0)) as silent, monkeypatch.context() as patch:
        patch.setattr("net.host.GuestConnection.wake", lambda line: line.abort())
        async with hosting() as host:
            ana = Person(host.port, whereabouts=search)
            await until(lambda: search.looked_for)
            assert not ana.all(Welcome)
            ana.client.port = silent.getsockname()[1]  # where nobody answers
            patch.undo()
            search.found.put_nowait((LOOPBACK, host.port))
            await ana.welcome()
            assert search.looked_for == [(None, OPEN.fingerprint)]
            assert len(host.rooms[0].members) == 1


async def test_a_client_whose_seat_was_given_up_asks_for_no_other(host: Host) -> None:
    ana = await Person.seated(host)
    (member,) = host.rooms[0].members
    member.connection = None
    host.rooms[0].remove(member)
    cut_connections(host)
    assert await ana.end() == "bad_token"


async def test_where_a_room_is_found_the_client_is_at_once_and_looks_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("net.client.random.uniform", lambda _least, _most: 3600.0)
    is_stuck = asyncio.Event()

    async def connecting(make: Any, address: str, port: int) -> Any:
        if port == 1:
            is_stuck.set()
            await asyncio.Event().wait()
        return await connect(make, address, port)

    monkeypatch.setattr("net.client.connect", connecting)
    search = Search()
    async with hosting() as host:
        ana = await Person.seated(host, whereabouts=search)
        vanish(host)
        await until(lambda: search.looked_for)
        await host.start(LOOPBACK)
        search.found.put_nowait((LOOPBACK, 1))
        await is_stuck.wait()
        search.found.put_nowait((LOOPBACK, host.port))
        await until(lambda: len(ana.all(Welcome)) == 2)
        await until(lambda: search.is_over)
        vanish(host)
        await until(lambda: len(search.looked_for) == 2)
        troubles = len(ana.all(Trouble))
        for _round_trip in range(3):
            with pytest.raises(NetError):
                await peek(LOOPBACK, host.port)
        assert len(ana.all(Trouble)) == troubles, "it pauses now"
        await ana.client.close()
        assert len(search.looked_for) == 2


@pytest.mark.parametrize("gives_up", [True, False])
async def test_a_client_that_gives_up_looks_no_more(gives_up: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    is_looking, is_over = asyncio.Event(), asyncio.Event()

    async def whereabouts(room: str | None, certificate: bytes) -> AsyncIterator[tuple[str, int]]:
        is_looking.set()
        try:
            await asyncio.Event().wait()
            yield "", 0
        finally:
            is_over.set()

    monkeypatch.setattr(limits, "SEARCH_AFTER", 0.0)
    async with hosting() as host:
        ana = await Person.seated(host, whereabouts=whereabouts)
        if gives_up:
            monkeypatch.setattr(limits, "HOLD", 0.02)
        vanish(host)
        if gives_up:
            assert await ana.end() == "refused"
        else:
            await is_looking.wait()
            await ana.client.close()
            assert is_over.is_set()
        await is_over.wait()


async def test_the_pauses_between_attempts_grow_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RETRY_LAST", 0.008)
    pauses = []

    def longest(_shortest: float, bound: float) -> float:
        pauses.append(bound)
        return bound

    monkeypatch.setattr("net.client.random.uniform", longest)
    async with hosting() as host:
        ana = await Person.seated(host)
        vanish(host)
        await until(lambda: len(ana.all(Trouble)) == 6)
    assert pauses[:6] == [0.001, 0.002, 0.004, 0.008, 0.008, 0.008]


@pytest.mark.parametrize(
    ("person", "code"), [({"name": "\x1b"}, "bad_name"), ({"token": bytes(32)}, "bad_token")]
)
async def test_a_refusal_ends_it(host: Host, person: dict[str, str | bytes], code: str) -> None:
    assert await Person(host.port, **person).end() == code  # type: ignore[arg-type]


async def test_nobody_there_ends_the_first_attempt() -> None:
    async with hosting() as host:
        pass
    assert await Person(host.port).end() == "refused"


async def test_a_name_with_several_addresses_can_be_refused_by_all() -> None:
    async with hosting() as host:
        pass
    with pytest.raises(NetError) as raised:
        await peek("localhost", host.port)
    assert raised.value.code == "refused"


async def test_a_host_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HANDSHAKE", 0.02)
    with socket.create_server((LOOPBACK, 0)) as silent:
        with pytest.raises(NetError) as raised:
            await peek(LOOPBACK, silent.getsockname()[1])
        assert raised.value.code == "handshake_timeout"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (b"SSH-2.0-OpenSSH_9.6\r\n", "too_big"),
        (frame(encode(Challenge(bytes(32)))), "unexpected"),
        (frame(b"\xc1"), "malformed"),
        (frame(encode(INFO)), "unexpected"),
        (frame(encode(HostHello("host 1", open=False))), "code_needed"),
        (frame(encode(Bye("on_strike\x1b", {"who": "me"}))), "foreign"),
        (frame(encode(Bye("kicked", {"code": "left"}))), "foreign"),
        (frame(encode(Bye("too_big", {}))), "foreign"),
    ],
)
async def test_something_else_behind_the_address_ends_it(said: bytes, code: str) -> None:
    async def speak(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(speak, LOOPBACK, 0, ssl=host_context(OPEN))
    host = Host([Room(Counter(), program="test 1")], OPEN)
    host.port = server.sockets[0].getsockname()[1]
    assert await Person(host.port).end() == code
    server.close()


@asynccontextmanager
async def cut_lines(to: int, *, first: int) -> AsyncIterator[int]:
    """A port that leads to another; the first lines through it are cut after a few hundred bytes."""
    numbers = count(1)

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        is_cut = next(numbers) <= first
        host_reader, host_writer = await asyncio.open_connection(LOOPBACK, to)

        async def pass_on(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
            while data := await source.read(300):
                sink.write(data)
                if is_cut:
                    break

        with suppress(OSError):
            await asyncio.wait(
                [
                    asyncio.ensure_future(pass_on(*pair))
                    for pair in ((reader, host_writer), (host_reader, writer))
                ],
                return_when="FIRST_COMPLETED" if is_cut else "ALL_COMPLETED",
            )
        for end in (writer, host_writer):
            end.close()

    server = await asyncio.start_server(carry, LOOPBACK, 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def test_a_line_that_is_cut_before_the_place_is_asked_for_is_tried_again(host: Host) -> None:
    async with cut_lines(host.port, first=4) as port:
        ana = Person(port)
        assert (await ana.welcome()).seat == 0
        assert {trouble.error.code for trouble in ana.all(Trouble)} == {"host_lost"}
        await ana.client.close()
