"""Rooms that find each other, on the loopback interface only."""

import asyncio
import errno
import gc
import os
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from typing import Any
from zlib import crc32

import msgspec
import pytest
from zeroconf import DNSIncoming, DNSQuestion
from zeroconf.asyncio import AsyncServiceInfo

from net import Announcer, Browser, Found, Host, NetError, Room, Summary, discovery, limits, whereabouts
from net.addresses import worth_trying
from tests.net.counter import Counter
from tests.net.virtual import VirtualLoop
from tests.net.wire import INFO, LOOPBACK, OPEN, hosting, until

GROUP = "224.0.0.251"
"""Where multicast DNS is spoken."""

ONLY_LOOPBACK = [LOOPBACK]
GHOST = msgspec.structs.replace(INFO, name="Ghost")


@pytest.fixture
def service(request: pytest.FixtureRequest) -> str:
    """A service type of this test's own, so that tests that run at the same time stay out of sight."""
    return f"_net{crc32(f'{request.node.name} {os.getpid()}'.encode())}._tcp.local."


@asynccontextmanager
async def announcing(service: str, hosts: dict[str, Host]) -> AsyncIterator[None]:
    """Rooms announced at the same time, with what the test calls them."""
    CALLED.update({host.infos()[0].room: name for name, host in hosts.items()})
    announcers = [
        Announcer(service, host.infos()[:1], host.port, interfaces=ONLY_LOOPBACK) for host in hosts.values()
    ]
    await asyncio.gather(*(announcer.start() for announcer in announcers))
    try:
        yield
    finally:
        await asyncio.gather(*(announcer.close() for announcer in announcers))


@asynccontextmanager
async def browsing(
    service: str, on_change: Callable[[], None] = lambda: None, wanted: Sequence[str] = ()
) -> AsyncIterator[Browser]:
    browser = Browser(service, on_change, interfaces=ONLY_LOOPBACK, wanted=wanted)
    await browser.start()
    try:
        yield browser
    finally:
        await browser.close()


CALLED: dict[str, str] = {}
"""What a test calls a room, by its id."""


def names(browser: Browser) -> list[str]:
    return sorted(CALLED.get(found.info.room, found.info.name) for found in browser.rooms)


async def test_rooms_come_change_and_go(service: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RECHECK", 0.05)
    before = asyncio.all_tasks()
    changes = 0

    def count() -> None:
        nonlocal changes
        changes += 1

    counter = Counter()
    async with hosting(counter) as host, browsing(service, count) as browser:
        async with announcing(service, {"Ana's table": host}):
            await until(lambda: browser.rooms)
            certificate = host.identity.fingerprint
            assert browser.rooms == [Found(LOOPBACK, host.port, host.infos()[0], certificate)]
            counter.seats = 7
            await until(lambda: browser.rooms[0].info.seats == 7)
            assert changes == 2
        await until(lambda: not browser.rooms)
        assert changes == 3
    assert asyncio.all_tasks() == before
    gc.collect()  # a socket left open would warn, and a warning is an error


@contextmanager
def overhearing() -> Iterator[socket.socket]:
    """A socket that gets every packet of multicast DNS on the loopback interface."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear:
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        ear.bind((GROUP, 5353))
        membership = socket.inet_aton(GROUP) + socket.inet_aton(LOOPBACK)
        ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
        ear.setblocking(False)
        yield ear


def questions(ear: socket.socket, service: str) -> Iterator[DNSQuestion]:
    """The questions about a service type that were asked since the last time."""
    with suppress(BlockingIOError):
        while True:
            packet = DNSIncoming(ear.recv(9000))
            yield from (question for question in packet.questions if question.name.endswith(service))


async def test_the_answers_are_asked_for_where_every_socket_of_a_computer_hears_them(service: str) -> None:
    """A unicast answer goes to one of the sockets that share the port, and that may be another program's."""
    with overhearing() as ear:
        async with hosting() as host, announcing(service, {"Table": host}):
            list(questions(ear, service))
            asked: list[DNSQuestion] = []
            async with browsing(service):  # it may hear of the room before it has asked
                await until(lambda: asked.extend(questions(ear, service)) or asked)
    assert not any(question.unicast for question in asked)


@pytest.mark.limits(RECHECK=0.05)
async def test_a_killed_host_is_hidden_and_a_later_browser_never_lists_it(service: str) -> None:
    async with (
        hosting() as ghost,
        hosting() as alive,
        announcing(service, {"Ghost": ghost, "Alive": alive}),
        browsing(service) as browser,
    ):
        await until(lambda: names(browser) == ["Alive", "Ghost"])
        await ghost.close()
        await until(lambda: names(browser) == ["Alive"])
        async with browsing(service) as late:
            await until(lambda: names(late) == ["Alive"])


async def test_a_room_that_is_withdrawn_while_its_host_is_asked_blinds_nobody(
    service: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(limits, "RECHECK", 0.05)
    monkeypatch.setattr(limits, "ASKED_AT_ONCE", 1)
    ask, withdrawn, asked = discovery._ask, asyncio.Event(), list[str]()
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(three_rooms(service, announced=1))
        browser = await stack.enter_async_context(browsing(service))
        await until(lambda: browser.rooms)  # so that this one is asked first
        others = Announcer(service, host.infos()[1:], host.port, interfaces=ONLY_LOOPBACK)
        await others.start()
        await until(lambda: len(browser.rooms) == 3)

        async def ask_slowly(room: str, *where: Any) -> Found | None:
            if withdrawn.is_set():
                asked.append(room)
            else:
                await others.close()  # while this one is asked, the two behind it go
                await until(lambda: len(browser.rooms) == 1)
                withdrawn.set()
            return await ask(room, *where)

        monkeypatch.setattr(discovery, "_ask", ask_slowly)
        await until(lambda: len(asked) > 3)
        assert {*asked} == {host.rooms[0].id}
        assert [found.info.room for found in browser.rooms] == [host.rooms[0].id]
    assert "failed" not in caplog.text


@pytest.mark.limits(ROOMS=1, RECHECK=0.05)
async def test_a_ghost_makes_way_for_a_room_that_answers(service: str) -> None:
    async with (
        hosting() as ghost,
        hosting() as alive,
        announcing(service, {"Ghost": ghost}),
        browsing(service) as browser,
    ):
        await until(lambda: names(browser) == ["Ghost"])
        await ghost.close()
        await until(lambda: names(browser) == [])
        async with announcing(service, {"Alive": alive}):
            await until(lambda: names(browser) == ["Alive"])


async def test_a_name_that_dns_cannot_take_is_shown_whole(service: str) -> None:
    class OfAna(Counter):
        def info(self) -> Summary:
            return msgspec.structs.replace(super().info(), name="St. Ana's")

    async with hosting(OfAna()) as host, browsing(service) as browser:
        announcer = Announcer(service, host.infos(), host.port, interfaces=ONLY_LOOPBACK)
        await announcer.start()
        await until(lambda: names(browser) == ["St. Ana's"])
        await announcer.close()


@asynccontextmanager
async def three_rooms(service: str, announced: int = 3) -> AsyncIterator[Host]:
    """One host with three rooms, of which as many are announced."""
    rooms = []
    for _ in range(3):
        counter = Counter()
        rooms.append(Room(counter, program="test 1"))
        counter.room = rooms[-1]
    host = Host(rooms, OPEN)
    await host.start(LOOPBACK)
    announcer = Announcer(service, host.infos()[:announced], host.port, interfaces=ONLY_LOOPBACK)
    await announcer.start()
    yield host
    await announcer.close()
    await host.close()


@pytest.mark.limits(ROOMS=1, RECHECK=0.05)
async def test_rooms_beyond_those_that_are_listed_are_counted_and_the_wanted_one_is_listed(
    service: str,
) -> None:
    async with three_rooms(service) as host:
        async with browsing(service) as browser:
            await until(lambda: browser.unlisted == {LOOPBACK: 2})
            assert len(browser.rooms) == 1
        wanted = host.rooms[2].id
        async with browsing(service, wanted=[wanted]) as browser:
            await until(lambda: wanted in [found.info.room for found in browser.rooms])
            await until(lambda: sum(browser.unlisted.values()) + len(browser.rooms) == 3)


@pytest.mark.limits(HOSTS=2, PEEK=0.2, RECHECK=0.05)
async def test_fault_43_ghosts_that_never_answer_hide_nobody(service: str) -> None:
    """Each is at a port of its own, so that each could be another host."""
    async with AsyncExitStack() as stack:
        ghosts = []
        for number in range(8):
            silent = stack.enter_context(socket.create_server((LOOPBACK, 0)))
            info = msgspec.structs.replace(GHOST, room=f"ghost {number}")
            ghosts.append(Announcer(service, [info], silent.getsockname()[1], interfaces=ONLY_LOOPBACK))
            stack.push_async_callback(ghosts[-1].close)
        await asyncio.gather(*(ghost.start() for ghost in ghosts))
        browser = await stack.enter_async_context(browsing(service))
        host = await stack.enter_async_context(hosting())
        await stack.enter_async_context(announcing(service, {"Real": host}))
        await until(lambda: names(browser) == ["Real"])


async def test_a_room_is_found_by_its_id_and_its_hosts_certificate(service: str) -> None:
    async with hosting() as host, announcing(service, {"Table": host}):
        room, certificate = host.rooms[0].id, host.identity.fingerprint
        impostor = whereabouts(service, room, bytes(32), interfaces=ONLY_LOOPBACK)
        looking = asyncio.ensure_future(anext(impostor))
        right = whereabouts(service, room, certificate, interfaces=ONLY_LOOPBACK)
        assert await anext(right) == (LOOPBACK, host.port)
        await right.aclose()
        any_room = whereabouts(service, None, certificate, interfaces=ONLY_LOOPBACK)
        assert await anext(any_room) == (LOOPBACK, host.port)
        await any_room.aclose()
        assert not looking.done()
        looking.cancel()
        await asyncio.wait([looking])


@pytest.mark.limits(RECHECK=0.05)
async def test_an_announcement_that_leads_to_another_room_is_not_listed(service: str) -> None:
    async with hosting() as host, hosting() as liar, browsing(service) as browser:
        liar.port = host.port
        async with announcing(service, {"Liar": liar, "True": host}):
            await until(lambda: browser.rooms)
            assert names(browser) == ["True"]


@pytest.mark.parametrize(
    "failure", [OSError(errno.EACCES, ""), RuntimeError("no interface"), ValueError("nonsense")]
)
async def test_a_network_without_discovery_gives_a_sentence(
    monkeypatch: pytest.MonkeyPatch, service: str, failure: Exception
) -> None:
    def fail(**_arguments: Any) -> None:
        raise failure

    monkeypatch.setattr("net.discovery.AsyncZeroconf", fail)
    async with hosting() as host:
        with pytest.raises(NetError, match="Join by the host"):
            await Browser(service, lambda: None, interfaces=ONLY_LOOPBACK).start()
        with pytest.raises(NetError, match="Join by the host"):
            await Announcer(service, host.infos(), 1, interfaces=ONLY_LOOPBACK).start()


class NotedZeroconf:
    """In place of zeroconf: notes when which addresses are announced."""

    announced: list[tuple[float, list[bytes]]]

    def __init__(self, **_: object) -> None:
        NotedZeroconf.announced = []

    async def async_register_service(self, service: AsyncServiceInfo, **_: object) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        self.announced.append((loop.time(), service.addresses))
        sent: asyncio.Future[None] = loop.create_future()
        sent.set_result(None)
        return sent

    async_update_service = async_register_service

    async def async_update_interfaces(self) -> None:
        """Nothing needs to change."""

    async_close = async_update_interfaces


@pytest.mark.parametrize("moves_at", [0.5, 60.0, 61.9])
def test_fault_41_a_host_announces_new_addresses_within_5_seconds(
    monkeypatch: pytest.MonkeyPatch, moves_at: float
) -> None:
    loop = VirtualLoop()

    def own_addresses() -> dict[str, str]:
        return {"10.0.0.9" if loop.time() >= moves_at else "10.0.0.1": "eth0", LOOPBACK: "lo"}

    monkeypatch.setattr(discovery, "own_addresses", own_addresses)
    monkeypatch.setattr(discovery, "AsyncZeroconf", NotedZeroconf)

    async def live() -> None:
        announcer = Announcer("_net._tcp.local.", [GHOST], 5825, interfaces=None)
        await announcer.start()
        await asyncio.sleep(120.0)
        await announcer.close()

    try:
        loop.run_until_complete(live())
    finally:
        loop.stop_all()
    (_, first), (then, new) = NotedZeroconf.announced
    assert (first, new) == ([b"\x0a\0\0\x01"], [b"\x0a\0\0\x09"])
    assert then <= moves_at + 5.0


@pytest.mark.parametrize(
    ("announced", "asked"),
    [
        (["192.168.1.5"], ["192.168.1.5"]),
        (["127.0.0.1", "192.168.1.5"], ["192.168.1.5"]),
        (["127.0.0.1"], ["127.0.0.1"]),
        ([f"10.0.0.{last}" for last in range(9)], [f"10.0.0.{last}" for last in range(4)]),
        ([], []),
    ],
)
def test_loopback_is_asked_only_where_it_is_alone(announced: Sequence[str], asked: Sequence[str]) -> None:
    assert worth_trying(announced) == asked
