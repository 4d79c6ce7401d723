"""A host on a real socket, on loopback."""

import asyncio
import gc
import socket
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from net import Host, Info, Member, NetError, Room, View, limits, peek
from net.frames import frame
from net.host import _GuestLine
from net.messages import Ack, Bye, Hello, Join, Leave, Move, Peek, Pong, Reject, encode
from net.tls import Tls, client_context
from tests.net.counter import Counter
from tests.net.wire import LOOPBACK, OPEN, Guest, hosting, until

ID = bytes(16)


# Looking in and joining


async def test_a_peek_tells_of_the_room() -> None:
    async with hosting() as host:
        assert [await peek(LOOPBACK, host.port)] == host.infos()


async def test_text_from_a_host_is_made_safe_to_show() -> None:
    class Rude(Counter):
        def info(self) -> Any:
            return Info(
                game="\x1b[2Jg", name="n\u202e", taken=0, seats=2, status="open",
                room="", program="", lowest=1, highest=1, code=False,
            )  # fmt: skip

    async with hosting(Rude()) as host:
        info = await peek(LOOPBACK, host.port)
        assert (info.game, info.name) == ("[2Jg", "n")


async def test_a_guest_joins_and_moves() -> None:
    async with hosting() as host:
        guest = await Guest.connect(host)
        assert (await guest.join()).seat == 0
        assert await guest.read() == View(0, b"0")
        guest.send(Move(ID, 0, b"5"))
        assert [await guest.read(), await guest.read()] == [Ack(ID), View(1, b"5")]
        guest.send(Leave())
        assert await guest.farewell() == "left"
        assert host.rooms[0].members == ()


async def test_a_refused_move_is_answered_with_the_latest_view() -> None:
    async with hosting() as host:
        guest = await Guest.connect(host)
        await guest.join()
        guest.send(Move(ID, 9, b"5"))
        seen = [await guest.read(), await guest.read()]
        while seen[-1] != View(0, b"0"):
            seen.append(await guest.read())
        assert Reject(ID, "stale", b"") in seen
        await guest.close()


async def test_a_guest_of_another_version_is_told_both_versions() -> None:
    async with hosting() as host:
        guest = await Guest.connect(host)
        guest.send(Hello("guest 9", 9, 9))
        bye = await guest.read()
        assert isinstance(bye, Bye)
        assert bye.code == "version"
        assert bye.values == {"host": "test 1", "spoken": "1", "guest": "guest 9", "wanted": "9"}
        await guest.close()


async def test_a_member_whose_connection_ends_keeps_its_seat() -> None:
    counter = Counter()
    async with hosting(counter) as host:
        guest = await Guest.connect(host)
        await guest.join()
        guest.write(frame(encode(Move(ID, 0, b"5")))[:7])
        await guest.close()
        await until(lambda: ("lost", "Ana") in counter.news)
        assert [member.connected for member in host.rooms[0].members] == [False]


async def test_a_seat_is_given_up_when_it_was_held_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HOLD", 0.02)
    async with hosting() as host:
        guest = await Guest.connect(host)
        await guest.join()
        await guest.close()
        await until(lambda: host.rooms[0].members == ())


# Strangers


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x00\x00\x00\x00", "too_big"),
        (b"\xff\xff\xff\xff", "too_big"),
        (frame(b"\xc1"), "malformed"),
        (frame(b"\x91" * 4000), "malformed"),
        (frame(encode(Move(ID, 0, b""))), "unexpected"),
    ],
)
async def test_who_does_not_speak_the_protocol_is_sent_away(data: bytes, code: str) -> None:
    async with hosting() as host:
        guest = await Guest.connect(host)
        guest.write(data)
        assert await guest.farewell() == code
        assert await peek(LOOPBACK, host.port)


@pytest.mark.parametrize("silent", [b"", b"\x00\x00", frame(encode(Hello("guest 1", 1, 1)))])
async def test_who_does_not_finish_joining_is_sent_away(
    monkeypatch: pytest.MonkeyPatch, silent: bytes
) -> None:
    monkeypatch.setattr(limits, "HANDSHAKE", 0.02)
    async with hosting() as host:
        guest = await Guest.connect(host)
        guest.write(silent)
        assert await guest.farewell() == "handshake_timeout"


async def test_who_does_not_go_after_goodbye_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LINGER", 0.02)
    async with hosting() as host:
        guest = await Guest.connect(host)
        guest.send(Peek(None))
        await until(lambda: not host._lines)
        await guest.close()


async def test_a_member_that_falls_silent_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PING", 0.01)
    monkeypatch.setattr(limits, "SILENCE", 0.05)
    counter = Counter()
    async with hosting(counter) as host:
        guest = await Guest.connect(host)
        await guest.join()
        await until(lambda: ("lost", "Ana") in counter.news)
        assert await guest.farewell() == "dead_peer"


async def test_idle_strangers_do_not_keep_a_player_out() -> None:
    async with hosting() as host:
        strangers = [await Guest.knock(host.port) for _ in range(100)]
        assert len(host._lines) <= limits.HANDSHAKES_FROM_ONE_ADDRESS
        player = await Guest.connect(host)
        assert (await player.join()).seat == 0
        assert await strangers[0].farewell() == ""
        for guest in [player, *strangers[1:]]:
            await guest.close()


async def test_strangers_from_many_addresses_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HANDSHAKES", 3)
    async with hosting() as host:
        strangers = [await Guest.knock(host.port, source=f"127.0.0.{last}") for last in range(2, 12)]
        await until(lambda: len(host._lines) == 3)
        for guest in strangers:
            await guest.close()


async def test_a_full_host_keeps_its_members(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS", 1)
    async with hosting() as host:
        member, newcomer = await Guest.connect(host), await Guest.connect(host)
        assert await member.farewell() == "crowded"
        await newcomer.join()
        late = await Guest.knock(host.port)
        assert await late.farewell() == ""
        assert [member.connected for member in host.rooms[0].members] == [True]
        await newcomer.close()


# A reader that sleeps


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that lets guests say as much as they like."""
    monkeypatch.setattr(limits, "MESSAGES_AT_ONCE", 1_000_000)
    monkeypatch.setattr(limits, "BYTES_AT_ONCE", 1_000_000_000)
    monkeypatch.setattr(limits, "OUTBOX", 1_000_000)


async def test_a_slow_reader_gets_the_latest_view_and_holds_nobody_up(hasty: None) -> None:
    class Wordy(Counter):
        def view(self, member: Member) -> View:
            return View(self.prompt, str(self.total).encode().ljust(8000))

    counter = Wordy()
    async with hosting(counter) as host:
        slow, quick = await Guest.connect(host, receive_buffer=4096), await Guest.connect(host)
        await slow.join("Slow")
        await quick.join("Quick")
        for number in range(300):
            quick.send(Move(number.to_bytes(16, "big"), number, b"1"))
            while not isinstance(await quick.read(), Ack):
                pass
        seen = 0
        while not (isinstance(view := await slow.read(), View) and view.prompt == 300):
            seen += 1
        assert seen < 100
        await slow.close()
        await quick.close()


async def test_answers_do_not_pile_up_for_a_guest_that_never_reads(hasty: None) -> None:
    async with hosting() as host:
        guest = await Guest.connect(host, receive_buffer=4096)
        await guest.join()
        line = next(iter(host._lines))
        guest.send(*(Move(ID, 9, b"") for _ in range(20_000)))
        await until(lambda: not line.writable)
        assert line.transport
        assert not line.transport.is_reading()
        assert line.transport.get_write_buffer_size() < 64 * 1024 * 4
        guest.writer.transport.abort()
        await guest.close()


# An application that fails


async def test_a_view_that_cannot_be_made_ends_the_line_and_not_the_host() -> None:
    class Broken(Counter):
        def view(self, member: Member) -> View:
            if member.seat == 0:
                raise ZeroDivisionError
            return View(0, b"")

    async with hosting(Broken()) as host:
        first, second = await Guest.connect(host), await Guest.connect(host)
        await first.join()
        assert await first.farewell() == "internal"
        await second.join()
        assert await second.read() == View(0, b"")
        await second.close()


async def test_a_view_that_is_too_big_ends_the_line_and_not_the_host() -> None:
    class Huge(Counter):
        def view(self, member: Member) -> View:
            return View(0, bytes(limits.FRAME))

    async with hosting(Huge()) as host:
        guest = await Guest.connect(host)
        await guest.join()
        assert await guest.farewell() == "internal"
        assert await peek(LOOPBACK, host.port)


async def test_an_application_that_cannot_tell_of_itself_ends_the_line_and_not_the_host() -> None:
    class Mute(Counter):
        def info(self) -> Any:
            raise ZeroDivisionError

    async with hosting(Mute()) as host:
        with pytest.raises(NetError) as raised:
            await peek(LOOPBACK, host.port)
        assert raised.value.code == "internal"


# Opening and closing


async def test_a_port_in_use() -> None:
    async with hosting() as host:
        with pytest.raises(NetError, match=f"Port {host.port} is in use"):
            await Host(host.rooms, OPEN).start(LOOPBACK, host.port)


@pytest.mark.parametrize(
    ("bind", "port"),
    [("192.0.2.77", 0), pytest.param("é" * 70, 0, id="no name"), (LOOPBACK, 70_000), ("::2", 0)],
)
async def test_an_address_that_is_not_ours(bind: str, port: int) -> None:
    with pytest.raises(NetError) as raised:
        await Host([Room(Counter(), program="test 1")], OPEN).start(bind, port)
    assert raised.value.code == "cannot_listen"


async def test_every_interface_is_one_port_for_both_kinds_of_address() -> None:
    host = Host([Room(Counter(), program="test 1")], OPEN)
    await host.start()
    addresses = [LOOPBACK, "::1"] if socket.has_dualstack_ipv6() else [LOOPBACK]
    for address in addresses:
        assert (await peek(address, host.port)).game == "counter"
    await host.close()


async def test_closing_says_goodbye_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SHUTDOWN", 0.05)
    before = asyncio.all_tasks()
    async with hosting(Counter(seats=12)) as host:
        guests = [await Guest.connect(host) for _ in range(12)]
        await asyncio.gather(*(guest.join() for guest in guests))
        closing = asyncio.create_task(host.close())
        await host.closed()
        await closing
        assert host._lines == {}
        assert {await guest.farewell() for guest in guests} == {"host_closing"}
        with pytest.raises(NetError, match="Nobody is hosting"):
            await peek(LOOPBACK, host.port)
    assert asyncio.all_tasks() == before
    gc.collect()  # a socket left open would warn, and a warning is an error


async def test_closing_does_not_wait_for_those_who_do_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SHUTDOWN", 0.05)
    async with hosting() as host:
        guest = await Guest.connect(host, receive_buffer=4096)
        await guest.join()
        await host.close()
        assert host._lines == {}
        await guest.close()


async def test_closing_what_was_never_opened() -> None:
    await Host([Room(Counter(), program="test 1")], OPEN).close()


# Anything at all


class Wire(asyncio.Transport):
    """A transport in memory."""

    def __init__(self) -> None:
        super().__init__({"socket": socket.socket(), "peername": (LOOPBACK, 1)})
        self.written = bytearray()
        self.closed = False

    def write(self, data: Any) -> None:
        self.written += data

    def taken(self) -> bytes:
        """What was written since the last time."""
        written = bytes(self.written)
        self.written.clear()
        return written

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def write_eof(self) -> None:
        pass

    def is_closing(self) -> bool:
        return self.closed

    def abort(self) -> None:
        self.closed = True
        self._extra["socket"].close()


PIECES = [
    frame(encode(message))
    for message in (
        Peek(None),
        Hello("guest 1", 1, 1),
        Hello("guest 9", 9, 9),
        Join(None, "Ana", watch=False, token=None),
        Join(None, "", watch=True, token=None),
        Join(None, "Bo", watch=True, token=bytes(32)),
        Move(ID, 0, b"1"),
        Move(ID, 0, b"not a number"),
        Pong(),
        Leave(),
    )
]


@settings(max_examples=60, suppress_health_check=[HealthCheck.differing_executors])
@given(
    st.lists(st.one_of(st.sampled_from(PIECES), st.binary(max_size=30)), max_size=15), st.binary(max_size=30)
)
async def test_whatever_a_guest_sends_the_host_lives(pieces: list[bytes], noise: bytes) -> None:
    async with hosting() as host:
        line, wire, guest = _GuestLine(host), Wire(), Tls(client_context())
        line.connection_made(wire)
        guest.start()
        while not guest.ready:
            line.data_received(guest.data_to_send())
            guest.receive(wire.taken())
        for piece in [PIECES[1], PIECES[3], *pieces]:
            guest.send(piece)
            line.data_received(guest.data_to_send())
            await asyncio.sleep(0)
        line.data_received(noise)
        wire.abort()
        line.connection_lost(None)
        assert (await peek(LOOPBACK, host.port)).game == "counter"
