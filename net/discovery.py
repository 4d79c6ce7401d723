"""Finding rooms without an address: DNS service discovery over multicast DNS.

An announcement says only that there is a room, and where. Everything else is asked of the host itself, every
few seconds, so that the list of rooms is never older than that.
"""

import asyncio
import ipaddress
import logging
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from zeroconf import DNSQuestionType, Error, InterfaceChoice, IPVersion, ServiceStateChange
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from net import limits
from net.addresses import own_addresses, reachable, without_scope, worth_trying
from net.client import ask
from net.connection import reason
from net.errors import NetError
from net.messages import Info
from net.names import printable
from net.tasks import in_background

log = logging.getLogger(__name__)

_ROOM_KEY: Final = b"room"
# Zeroconf asks for a unicast answer first. Only one of the sockets on the port gets it; if that belongs
# to another program, a second passes until the question is asked again.
_QUESTION: Final = DNSQuestionType.QM


@dataclass(frozen=True, slots=True)
class Found:
    """A room that answered."""

    address: str
    port: int
    info: Info
    certificate: bytes
    """The fingerprint of its host's certificate."""


class _Speaker:
    """Speaks multicast DNS on these interfaces; None means all, including those that appear later."""

    def __init__(self, service_type: str, interfaces: Sequence[str] | None) -> None:
        self._service_type = service_type
        self._interfaces = interfaces
        self._zeroconf: AsyncZeroconf | None = None
        self._following: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Stop speaking."""
        if self._following:
            self._following.cancel()
            await asyncio.wait([self._following])
        if self._zeroconf:
            await self._zeroconf.async_close()

    def _open(self) -> AsyncZeroconf:
        choice = list(self._interfaces) if self._interfaces else InterfaceChoice.All
        version = IPVersion.All if socket.has_dualstack_ipv6() else IPVersion.V4Only
        try:
            # It finds out about the versions of given interfaces itself.
            self._zeroconf = AsyncZeroconf(
                interfaces=choice, ip_version=None if self._interfaces else version
            )
        except (OSError, RuntimeError, ValueError, Error) as error:
            raise NetError("no_discovery", reason=reason(error)) from None
        if not self._interfaces:
            self._following = in_background(self._follow(self._zeroconf))
        return self._zeroconf

    async def _follow(self, zeroconf: AsyncZeroconf) -> None:
        """Notice when the addresses of this computer change."""
        known = own_addresses()
        while True:
            await asyncio.sleep(limits.RECHECK)
            try:
                if known != (known := own_addresses()):
                    await self._moved(zeroconf)
                # Each time: a new IPv6 address cannot be used for the first second or two.
                await zeroconf.async_update_interfaces()
            except Exception:
                log.exception("The change of addresses could not be followed")

    async def _moved(self, zeroconf: AsyncZeroconf) -> None:
        """Called when the addresses of this computer have changed."""


class Announcer(_Speaker):
    """Announces the rooms of a host, from `start` to `close`, also when this computer's addresses change.

    The service type looks like `_chess._tcp.local.`. The interfaces are addresses of this computer; None
    means all of them.
    """

    def __init__(
        self, service_type: str, infos: Sequence[Info], port: int, *, interfaces: Sequence[str] | None
    ) -> None:
        super().__init__(service_type, interfaces)
        self._infos = infos
        self._port = port
        self._announced: list[AsyncServiceInfo] = []
        self._broadcasts: list[asyncio.Future[None]] = []

    async def start(self) -> None:
        """Announce the rooms by their ids. Raises NetError `no_discovery`."""
        zeroconf = self._open()
        services = [
            AsyncServiceInfo(
                self._service_type,
                f"{info.room}.{self._service_type}",
                port=self._port,
                addresses=self._addresses(),
                properties={_ROOM_KEY: info.room.encode()},
                server=f"{info.room}.local.",
            )
            for info in self._infos
        ]
        try:
            for service in services:
                # The name is the room's id, so it is unique and needs no probing.
                broadcast = await zeroconf.async_register_service(service, cooperating_responders=True)
                self._announced.append(service)
                self._broadcasts.append(asyncio.ensure_future(broadcast))
        except Error as error:
            await self.close()
            raise NetError("no_discovery", reason=reason(error)) from None

    async def close(self) -> None:
        """Withdraw the announcements."""
        for broadcast in self._broadcasts:
            broadcast.cancel()
        await super().close()

    async def _moved(self, zeroconf: AsyncZeroconf) -> None:
        self._broadcasts = [broadcast for broadcast in self._broadcasts if not broadcast.done()]
        for service in self._announced:
            service.addresses = self._addresses()
            broadcast = await zeroconf.async_update_service(service)
            self._broadcasts.append(asyncio.ensure_future(broadcast))

    def _addresses(self) -> list[bytes]:
        given = self._interfaces or reachable(own_addresses())
        return [ipaddress.ip_address(without_scope(address)).packed for address in given]


@dataclass(slots=True)
class _AnnouncedHost:
    """What is announced at one address and port."""

    addresses: Sequence[str]
    """Where it may answer; the address that answered last comes first."""
    rooms: dict[str, str] = field(default_factory=dict)
    """The rooms' ids by the names of their announcements. Rooms that did not answer are at the end."""
    fresh: dict[str, None] = field(default_factory=dict)
    """The names that it has not been asked for yet."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    visit: asyncio.Task[None] | None = None
    due: float = 0.0
    """When it may be visited again."""
    silences: int = 0
    """How many times in a row it did not answer."""


class Browser(_Speaker):
    """Keeps a list of the rooms on the network, from `start` to `close`; `on_change` is called on changes.

    Each host is asked for its rooms independently, and at most `limits.ROOMS` are listed for one address, so
    somebody who announces many rooms, real or not, cannot keep others off the list. Rooms with `wanted` ids
    come first.
    """

    def __init__(
        self,
        service_type: str,
        on_change: Callable[[], None],
        *,
        interfaces: Sequence[str] | None,
        wanted: Container[str] = (),
    ) -> None:
        super().__init__(service_type, interfaces)
        self._on_change = on_change
        self._wanted = wanted
        self._browser: AsyncServiceBrowser | None = None
        self._resolving: dict[str, asyncio.Task[None]] = {}
        self._queries = asyncio.Semaphore(limits.HOSTS)
        self._places: dict[str, tuple[str, int]] = {}
        """The host of each announcement: a key of `_hosts`."""
        self._hosts: dict[tuple[str, int], _AnnouncedHost] = {}
        self._found: dict[str, Found] = {}

    @property
    def rooms(self) -> Sequence[Found]:
        """The rooms that can be joined now, sorted by name, the first few of each address before the rest."""
        by_name = sorted(
            self._found.values(), key=lambda found: (found.info.name.casefold(), found.info.room)
        )
        listed: Counter[str] = Counter()
        ranks = []
        for found in by_name:
            ranks.append(listed[found.address] >= limits.ROOMS_IN_FRONT)
            listed[found.address] += 1
        return [by_name[place] for place in sorted(range(len(by_name)), key=ranks.__getitem__)]

    @property
    def unlisted(self) -> Mapping[str, int]:
        """How many announced rooms of each address are not on the list."""
        more: Counter[str] = Counter()
        for host in self._hosts.values():
            if self._is_full(host.addresses[0]):
                more[host.addresses[0]] += sum(name not in self._found for name in host.rooms)
        return {address: number for address, number in more.items() if number}

    async def start(self) -> None:
        """Start looking. Raises NetError `no_discovery`."""
        self._browser = AsyncServiceBrowser(
            self._open().zeroconf, self._service_type, handlers=[self._heard_of], question_type=_QUESTION
        )

    async def close(self) -> None:
        """Stop looking."""
        visits = [host.visit for host in self._hosts.values() if host.visit]
        tasks = [*self._resolving.values(), *visits]
        self._hosts.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._browser:
            await self._browser.async_cancel()
        await super().close()

    # Announcements

    def _heard_of(self, name: str, state_change: ServiceStateChange, **_others: object) -> None:
        """Handle a service that was added, changed or removed; zeroconf passes the arguments by name."""
        if resolving := self._resolving.pop(name, None):
            resolving.cancel()
        if state_change is ServiceStateChange.Removed:
            self._take_away(name)
        elif printable(name) == name and len(self._resolving) < limits.ANNOUNCEMENTS:
            self._resolving[name] = in_background(self._resolve(name))

    async def _resolve(self, name: str) -> None:
        """Find out where an announcement leads, mostly from what came with it."""
        service = AsyncServiceInfo(self._service_type, name)
        while self._zeroconf and not service.load_from_cache(self._zeroconf.zeroconf):
            async with self._queries:
                await service.async_request(
                    self._zeroconf.zeroconf, limits.PEEK * 1000, question_type=_QUESTION
                )
            await asyncio.sleep(limits.RECHECK)
        self._resolving.pop(name, None)
        addresses = worth_trying(service.parsed_scoped_addresses())
        place = (addresses[0], service.port or 0) if addresses else None
        if place != self._places.get(name):
            self._take_away(name)
        if place:
            self._places[name] = place
            host = self._hosts.setdefault(place, _AnnouncedHost(addresses))
            host.rooms[name] = (service.properties.get(_ROOM_KEY) or b"").decode(errors="replace")
            host.fresh[name] = None
            host.news.set()
            self._visit_hosts()
            if not self._may_be_listed(name, host):
                self._on_change()  # `unlisted` has grown

    def _take_away(self, name: str) -> None:
        if place := self._places.pop(name, None):
            host = self._hosts[place]
            del host.rooms[name]
            host.fresh.pop(name, None)
            host.news.set()
            if not host.rooms and host.visit is None:
                del self._hosts[place]
        self._list(name, None)

    # Visits

    def _visit_hosts(self) -> None:
        """Visit all hosts; if they are too many, in turn. Those with wanted rooms need not wait."""
        now = asyncio.get_running_loop().time()
        visited = sum(host.visit is not None for host in self._hosts.values())
        for place, host in self._hosts.items():
            if host.visit is None and (self._has_wanted(host) or visited < limits.HOSTS) and now >= host.due:
                host.visit = in_background(self._visit(place, host))
                visited += 1

    async def _visit(self, place: tuple[str, int], host: _AnnouncedHost) -> None:
        """Ask a host for its rooms every few seconds until it has none, or other hosts wait."""
        while host.rooms:
            host.news.clear()
            names = list(host.fresh or host.rooms)
            host.fresh.clear()
            await self._refresh(names, host, port=place[1])
            if self._is_crowded() and not self._has_wanted(host):
                self._hosts[place] = self._hosts.pop(place)  # to the end of the queue
                break
            with suppress(TimeoutError):
                async with asyncio.timeout(limits.RECHECK):
                    await host.news.wait()
        host.visit = None
        host.due = asyncio.get_running_loop().time() + limits.RECHECK
        if not host.rooms:
            del self._hosts[place]
        self._visit_hosts()
        asyncio.get_running_loop().call_at(host.due, self._visit_hosts)

    async def _refresh(self, names: Sequence[str], host: _AnnouncedHost, *, port: int) -> None:
        """Ask a host for these rooms, a few at a time: wanted ones first, then those on the list.

        Rooms that are there are listed. If the host does not answer at all, none of its rooms is.
        """
        names = sorted(
            names, key=lambda name: (host.rooms[name] not in self._wanted, name not in self._found)
        )
        for start in range(0, len(names), limits.ASKED_AT_ONCE):
            few = [name for name in names[start : start + limits.ASKED_AT_ONCE] if name in host.rooms]
            asked = {name: host.rooms[name] for name in few if self._may_be_listed(name, host)}
            if not asked:
                continue
            found = await self._ask_host(asked, host, port)
            for name in [name for name in asked if name in host.rooms]:  # or else it was withdrawn meanwhile
                is_there = name in found and self._may_be_listed(name, host)
                self._list(name, found[name] if is_there else None)
                if not is_there:
                    host.rooms[name] = host.rooms.pop(name)  # ask for it last
            if host.silences:
                for name in host.rooms:
                    self._list(name, None)
                return

    async def _ask_host(self, rooms: Mapping[str, str], host: _AnnouncedHost, port: int) -> dict[str, Found]:
        """Return which of these rooms are there, asking at one address after another until one answers."""
        # With many silent hosts, each gets more time only when it is its turn again.
        patience = limits.PEEK / max(1, 4 >> host.silences) if self._is_crowded() else limits.PEEK
        for address in host.addresses:
            asking = (_ask(room, address, port, patience) for room in rooms.values())
            answers = await asyncio.gather(*asking, return_exceptions=True)
            if not all(isinstance(answer, Exception) for answer in answers):
                host.silences = 0
                host.addresses = [address, *(other for other in host.addresses if other != address)]
                named = zip(rooms, answers, strict=True)
                return {name: answer for name, answer in named if isinstance(answer, Found)}
            for name in rooms:
                self._list(name, None)  # the next address may take its time
        host.silences += 1
        return {}

    def _is_crowded(self) -> bool:
        """Whether hosts wait until others have had their turn."""
        return len(self._hosts) > limits.HOSTS

    def _has_wanted(self, host: _AnnouncedHost) -> bool:
        return any(room in self._wanted for room in host.rooms.values())

    def _may_be_listed(self, name: str, host: _AnnouncedHost) -> bool:
        is_in = name in self._found or host.rooms.get(name, "") in self._wanted
        return is_in or not self._is_full(host.addresses[0])

    def _is_full(self, address: str) -> bool:
        return sum(found.address == address for found in self._found.values()) >= limits.ROOMS

    def _list(self, name: str, found: Found | None) -> None:
        """Put a room on the list, or (None) take it off."""
        if self._found.get(name) == found:
            return
        if found:
            self._found[name] = found
        else:
            del self._found[name]
        self._on_change()


async def whereabouts(
    service_type: str, room: str | None, certificate: bytes, *, interfaces: Sequence[str] | None
) -> AsyncIterator[tuple[str, int]]:
    """Yield the address and port of a room, each time that it is found, by its id and its host's certificate.

    Without an id, any room of that host is meant. Raises NetError `no_discovery`.
    """
    news = asyncio.Event()
    browser = Browser(service_type, news.set, interfaces=interfaces, wanted=[room] if room else [])
    try:
        await browser.start()
        while await news.wait():
            news.clear()
            for found in browser.rooms:
                if found.certificate == certificate and room in {None, found.info.room}:
                    yield found.address, found.port
    finally:
        await browser.close()


async def _ask(room: str, address: str, port: int, patience: float) -> Found | None:
    """Return the room if its host confirms it: by now the address may belong to another host.

    Raises NetError or TimeoutError if no host answers there.
    """
    try:
        async with asyncio.timeout(patience):
            info, certificate = await ask(address, port, room)
    except NetError as error:
        if error.code == "no_room":
            return None
        raise
    if info.room != room:
        return None
    return Found(address, port, info, certificate)
