"""The search for rooms in virtual time: whatever hosts do, in whatever order, the list becomes right again.

Zeroconf and the hosts' answers are played. Rooms are announced, withdrawn with a goodbye or without one, and
come back; hosts fall silent, answer again and change their addresses; some share an address.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final

import pytest
from zeroconf import ServiceStateChange

from net import Browser, Found, Info, NetError, discovery, limits
from tests.net.virtual import VirtualLoop
from tests.simulation.played import errors_heard

ROOMS, HOSTS = 2, 3
"""How many rooms of an address are listed, and how many hosts are asked at the same time."""
CALM: Final = 90.0
"""Seconds after which every host that answers has been asked again, those that do not answer in turn."""
WANTED: Final = "room 3"


class Neighbour:
    """A host on the network, and the rooms that it has."""

    def __init__(self, number: int) -> None:
        self.port = 5825 + number
        self.address = f"10.0.0.{1 + number // 2}"
        self.rooms: set[str] = set()
        self.is_silent = False


class Air:
    """What is announced on the network, who listens, and what hosts answer."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.hosts = [Neighbour(number) for number in range(2 * HOSTS)]
        self.announced: dict[str, Neighbour] = {}
        """Who announces the room with this id: also one that is gone, if it said no goodbye."""
        self.handlers: list[Callable[..., None]] = []

    def tell(self, room: str, state: ServiceStateChange) -> None:
        for handler in self.handlers:
            handler(zeroconf=None, service_type="", name=f"{room}._net._tcp.local.", state_change=state)

    def do(self) -> None:
        """Let something happen on the network."""
        host, room = self.chance.choice(self.hosts), f"room {self.chance.randrange(12)}"
        match self.chance.randrange(6):
            case 0 | 1 if room not in self.announced:
                host.rooms.add(room)
                self.announced[room] = host
                self.tell(room, ServiceStateChange.Added)
            case 2 if room in self.announced:
                host = self.announced.pop(room)
                host.rooms.discard(room)
                self.tell(room, ServiceStateChange.Removed)
                if self.chance.random() < 0.5:
                    self.announced[room] = host
                    host.rooms.add(room)
                    self.tell(room, ServiceStateChange.Added)
            case 3 if room in self.announced:
                self.announced[room].rooms.discard(room)
            case 4:
                host.is_silent = not host.is_silent
            case 5:
                host.address = f"10.0.1.{self.chance.randrange(4)}"
                for other, its in self.announced.items():
                    if its is host:
                        self.tell(other, ServiceStateChange.Updated)

    async def ask(self, room: str, address: str, port: int, patience: float) -> Found | None:
        """What a host says about a room, after a while, as it is then."""
        await asyncio.sleep(self.chance.random() * patience / 2)
        host = next((each for each in self.hosts if (each.address, each.port) == (address, port)), None)
        if host is None:
            raise NetError("host_lost")
        if host.is_silent:
            await asyncio.sleep(patience)
            raise TimeoutError
        return found(room, host) if room in host.rooms else None

    def there(self) -> Iterator[tuple[str, Neighbour]]:
        """Yield the rooms that can be found, each with its host."""
        for room, host in self.announced.items():
            if room in host.rooms and not host.is_silent:
                yield room, host


def found(room: str, host: Neighbour) -> Found:
    summary = {"game": "counter", "name": room, "host": "Ana", "computer": "pc", "taken": 0, "seats": 2}
    info = Info(room=room, program="", version=1, status="open", code=False, **summary)  # type: ignore[arg-type]
    return Found(host.address, host.port, info, b"")


def played_zeroconf(air: Air) -> dict[str, Any]:
    """What takes the place of zeroconf's classes in `net.discovery`."""

    class Zeroconf:
        zeroconf = None

        def __init__(self, **_: object) -> None:
            self.zeroconf = self

        async def async_close(self) -> None:
            """Nothing is open."""

    class ServiceBrowser:
        def __init__(self, _zeroconf: object, _type: str, handlers: Sequence[Any], **_: object) -> None:
            air.handlers += handlers

        async def async_cancel(self) -> None:
            air.handlers.clear()

    class ServiceInfo:
        def __init__(self, _type: str, name: str) -> None:
            self._room = name.partition(".")[0]
            self._is_known = air.chance.random() < 0.7

        def load_from_cache(self, _zeroconf: object) -> bool:
            host = air.announced.get(self._room)
            if host and self._is_known:
                self.port, self._address = host.port, host.address
            return host is not None and self._is_known

        async def async_request(self, *_: object, **__: object) -> None:
            await asyncio.sleep(air.chance.random() * limits.PEEK)
            self._is_known = air.chance.random() < 0.7

        def parsed_scoped_addresses(self) -> list[str]:
            return [self._address]

        @property
        def properties(self) -> dict[bytes, bytes]:
            return {b"room": self._room.encode()}

    return {
        "AsyncZeroconf": Zeroconf,
        "AsyncServiceBrowser": ServiceBrowser,
        "AsyncServiceInfo": ServiceInfo,
        "_ask": air.ask,
    }


async def search(air: Air, loop: VirtualLoop) -> Sequence[Found]:
    """Search while things happen and until all has settled; return what is listed then."""
    browser = Browser("_net._tcp.local.", lambda: None, interfaces=["10.0.0.99"], wanted=[WANTED])
    await browser.start()
    for _ in range(60):
        air.do()
        await asyncio.sleep(air.chance.choice([0.0, 0.0, 0.1, 1.0, 3.0]))
        assert len(loop.living_tasks()) < 100
        listed = Counter(each.address for each in browser.rooms if each.info.room != WANTED)
        assert max(listed.values(), default=0) <= ROOMS
    await asyncio.sleep(CALM)
    rooms = browser.rooms
    await browser.close()
    return rooms


@pytest.mark.parametrize("seed", range(25))
def test_the_list_becomes_right_again_whatever_happened(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ROOMS", ROOMS)
    monkeypatch.setattr(limits, "HOSTS", HOSTS)
    air, loop, wrong = Air(Random(f"air {seed}")), VirtualLoop(order=Random(f"order {seed}")), list[object]()
    for name, instead in played_zeroconf(air).items():
        monkeypatch.setattr(discovery, name, instead)
    loop.set_exception_handler(lambda _loop, context: wrong.append(context))
    try:
        with errors_heard(lambda record: wrong.append(logging.Formatter().format(record))):
            rooms = loop.run_until_complete(search(air, loop))
            with suppress(RuntimeError):  # raised when nothing is left to wait for
                loop.run_forever()
        assert loop.living_tasks() == []
    finally:
        loop.stop_all()
    assert wrong == []
    there = {(room, host.address, host.port) for room, host in air.there()}
    assert {(each.info.room, each.address, each.port) for each in rooms} <= there
    expected = Counter(address for _room, address, _port in there)
    listed = Counter(each.address for each in rooms)
    for address, number in expected.items():
        assert listed[address] >= min(number, ROOMS)
    assert WANTED in {each.info.room for each in rooms} or WANTED not in {room for room, *_ in there}
