"""Finding rooms without an address: DNS service discovery over multicast DNS.

An announcement says only that there is a room, and where. The rest is asked of the host itself, again and
again, so a list of rooms is only seconds old and shows none that is gone.
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
    """The fingerprint of its host's."""


class _Speaker:
    """Speaks multicast DNS on these interfaces; None: on all, also on those that come later."""

    def __init__(self, service_type: str, interfaces: Sequence[str] | None) -> None:
        self._service_type = service_type
        self._interfaces = interfaces
        self._zeroconf: AsyncZeroconf | None = None
        self._following: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Be silent."""
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
        """The addresses are others now."""


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
                # No other has the name, which is the room's id: nobody needs to be asked for it.
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
    """Where it may answer; first, where it did."""
    rooms: dict[str, str] = field(default_factory=dict)
    """The rooms' ids by the names of their announcements; last those that did not answer."""
    fresh: dict[str, None] = field(default_factory=dict)
    """The names that were not asked for yet."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    visit: asyncio.Task[None] | None = None
    due: float = 0.0
    """When it may be visited again."""
    vain: int = 0
    """How many times in a row it did not answer."""


class Browser(_Speaker):
    """Keeps a list of the rooms on the network, from `start` to `close`; `on_change` hears of changes.

    Each host is asked for its rooms apart from the others, and at most `limits.ROOMS` of those at one address
    are listed. So nobody who announces many, there or not, keeps others from the list. Rooms with `wanted`
    ids come first.
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
        """The rooms that can be joined now, by name; in front the first few of each address."""
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
        """How many more rooms are announced at an address than are listed."""
        more: Counter[str] = Counter()
        for host in self._hosts.values():
            if self._is_full(host.addresses[0]):
                more[host.addresses[0]] += sum(name not in self._found for name in host.rooms)
        return {address: number for address, number in more.items() if number}

    async def start(self) -> None:
        """Begin to look. Raises NetError `no_discovery`."""
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
        """A service came, changed or went; zeroconf names the arguments."""
        if resolving := self._resolving.pop(name, None):
            resolving.cancel()
        if state_change is ServiceStateChange.Removed:
            self._take_away(name)
        elif printable(name) == name and len(self._resolving) < limits.ANNOUNCEMENTS:
            self._resolving[name] = in_background(self._resolve(name))

    async def _resolve(self, name: str) -> None:
        """Find out where an announcement leads; mostly that was announced with it."""
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
                self._on_change()  # one more is counted

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
        """Ask a host for its rooms, again and again."""
        while host.rooms:
            host.news.clear()
            names = list(host.fresh or host.rooms)
            host.fresh.clear()
            await self._ask_for(names, host, port=place[1])
            if self._is_crowded() and not self._has_wanted(host):
                self._hosts[place] = self._hosts.pop(place)  # behind those that wait
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

    async def _ask_for(self, names: Sequence[str], host: _AnnouncedHost, *, port: int) -> None:
        """Ask for these rooms, a few at a time, for as long as the host answers."""
        names = sorted(
            names, key=lambda name: (host.rooms[name] not in self._wanted, name not in self._found)
        )
        while names:
            first = (name for name in names[: limits.ASKED_AT_ONCE] if name in host.rooms)
            some = [name for name in first if self._may_be_listed(name, host)]
            names = names[limits.ASKED_AT_ONCE :]
            answers = await self._answers(some, host, port)
            for name, answer in zip(some, answers, strict=True):
                if name not in host.rooms:  # withdrawn meanwhile
                    continue
                if isinstance(answer, Found) and self._may_be_listed(name, host):
                    self._list(name, answer)
                else:
                    self._list(name, None)
                    host.rooms[name] = host.rooms.pop(name)
            if some and all(isinstance(answer, Exception) for answer in answers):
                host.vain += 1
                for name in host.rooms:
                    self._list(name, None)
                return
            host.vain = 0

    async def _answers(
        self, names: Sequence[str], host: _AnnouncedHost, port: int
    ) -> Sequence[Found | BaseException | None]:
        """What a host says about these rooms, at the first of its addresses where it answers."""
        answers: Sequence[Found | BaseException | None] = []
        rooms = [host.rooms[name] for name in names]  # any of them may be withdrawn while the host is asked
        # With many hosts that do not answer, each is given more time only when it is its turn again.
        patience = limits.PEEK / max(1, 4 >> host.vain) if self._is_crowded() else limits.PEEK
        for address in host.addresses if names else ():
            asking = (_ask(room, address, port, patience) for room in rooms)
            answers = await asyncio.gather(*asking, return_exceptions=True)
            if not all(isinstance(answer, Exception) for answer in answers):
                host.addresses = [address, *(other for other in host.addresses if other != address)]
                break
            for name in names:
                self._list(name, None)  # the next address may take its time
        return answers

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
        """Put a room on the list, or take it off."""
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
    """The room, if its host says that it is there: the address may belong to another by now.

    Raises NetError or TimeoutError when nothing answers that is a host.
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
