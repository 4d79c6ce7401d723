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
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

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


@dataclass(slots=True, eq=False)
class _Announced:
    """A room that is announced: where its host may answer, and what that answered."""

    room: str = ""
    addresses: Sequence[str] = ()
    """The address that answered last comes first; empty until it is known where the announcement leads."""
    port: int = 0
    found: Found | None = None
    """The room while it is on the list."""
    keeper: asyncio.Task[None] | None = None
    """What looks after it."""


class Browser(_Speaker):
    """Keeps a list of the rooms on the network, from `start` to `close`; `on_change` is called on changes.

    Hosts are asked for their rooms independently, each for few at once, and at most `limits.ROOMS` are listed
    for one address, so somebody who announces many rooms, real or not, cannot keep others off the list. Rooms
    with `wanted` ids come first.
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
        self._announced: dict[str, _Announced] = {}
        """By the names of the announcements."""
        self._queries = asyncio.Semaphore(limits.HOSTS)
        self._turns = asyncio.Semaphore(limits.HOSTS * limits.ASKED_AT_ONCE)
        self._turns_at = WeakValueDictionary[tuple[str, int], asyncio.Semaphore]()
        """The turns at each host, so that its rooms do not take all the others'."""

    @property
    def rooms(self) -> Sequence[Found]:
        """The rooms that can be joined now, sorted by name, the first few of each address before the rest."""
        front, rest, listed = list[Found](), list[Found](), Counter[str]()
        known = [each.found for each in self._announced.values() if each.found]
        for found in sorted(known, key=lambda it: (it.info.name.casefold(), it.info.room)):
            listed[found.address] += 1
            (front if listed[found.address] <= limits.ROOMS_IN_FRONT else rest).append(found)
        return front + rest

    @property
    def unlisted(self) -> Mapping[str, int]:
        """How many announced rooms of each address are not on the list because it is full."""
        absent = (each.addresses[0] for each in self._announced.values() if each.addresses and not each.found)
        return Counter(address for address in absent if self._is_full(address))

    async def start(self) -> None:
        """Start looking. Raises NetError `no_discovery`."""
        self._browser = AsyncServiceBrowser(
            self._open().zeroconf, self._service_type, handlers=[self._heard_of], question_type=_QUESTION
        )

    async def close(self) -> None:
        """Stop looking."""
        tasks = [each.keeper for each in self._announced.values() if each.keeper]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._browser:
            await self._browser.async_cancel()
        await super().close()

    def _heard_of(self, name: str, state_change: ServiceStateChange, **_others: object) -> None:
        """Handle a service that was added, changed or removed; zeroconf passes the arguments by name."""
        announced = self._announced.get(name, _Announced())
        if announced.keeper:
            announced.keeper.cancel()
        unknown = sum(not each.addresses for each in self._announced.values())
        if state_change is ServiceStateChange.Removed:
            self._announced.pop(name, None)
            self._list(announced, None)
        elif printable(name) == name and unknown < limits.ANNOUNCEMENTS:
            self._announced[name] = announced
            announced.keeper = in_background(self._keep_listed(name, announced))

    async def _keep_listed(self, name: str, announced: _Announced) -> None:
        """Find out where an announcement leads, then ask there for its room every few seconds."""
        room, addresses, port = await self._resolve(name)
        if (port, {*addresses}) != (announced.port, {*announced.addresses}):
            self._list(announced, None)
        announced.room, announced.addresses, announced.port = room, addresses, port
        if not addresses:
            del self._announced[name]
            return
        if not self._may_be_listed(announced):
            self._on_change()  # `unlisted` has grown
        place = announced.addresses[0], announced.port
        turns_here = self._turns_at.setdefault(place, asyncio.Semaphore(limits.ASKED_AT_ONCE))
        silences = 0
        while True:
            if announced.room in self._wanted:
                await self._ask(announced, limits.PEEK)
            elif self._may_be_listed(announced):
                async with turns_here:
                    # While others wait, a silent host gets more time only when it is its turn again.
                    patience = limits.PEEK / max(1, 4 >> silences) if self._turns.locked() else limits.PEEK
                    async with self._turns:
                        has_answered = await self._ask(announced, patience)
                silences = 0 if has_answered else silences + 1
            await asyncio.sleep(limits.RECHECK)

    async def _resolve(self, name: str) -> tuple[str, Sequence[str], int]:
        """Return where an announcement leads, mostly from what came with it: a room, addresses and a port."""
        service = AsyncServiceInfo(self._service_type, name)
        while self._zeroconf and not service.load_from_cache(self._zeroconf.zeroconf):
            async with self._queries:
                await service.async_request(
                    self._zeroconf.zeroconf, limits.PEEK * 1000, question_type=_QUESTION
                )
            await asyncio.sleep(limits.RECHECK)
        room = (service.properties.get(_ROOM_KEY) or b"").decode(errors="replace")
        return room, worth_trying(service.parsed_scoped_addresses()), service.port or 0

    async def _ask(self, announced: _Announced, patience: float) -> bool:
        """Ask for a room at one address after another until one answers; return whether one did.

        The room is listed if it is there. If the host does not answer, none of its rooms is.
        """
        for address in announced.addresses:
            try:
                found = await _ask(announced.room, address, announced.port, patience)
            except (NetError, TimeoutError):
                self._list(announced, None)  # the next address may take its time
                continue
            others = [other for other in announced.addresses if other != address]
            announced.addresses = [address, *others]
            self._list(announced, found if self._may_be_listed(announced) else None)
            return True
        for other in self._announced.values():  # the rooms of the same host
            if (other.port, {*other.addresses}) == (announced.port, {*announced.addresses}):
                self._list(other, None)
        return False

    def _may_be_listed(self, announced: _Announced) -> bool:
        is_in = announced.found or announced.room in self._wanted
        return bool(is_in) or not self._is_full(announced.addresses[0])

    def _is_full(self, address: str) -> bool:
        found = (each.found for each in self._announced.values())
        return sum(one is not None and one.address == address for one in found) >= limits.ROOMS

    def _list(self, announced: _Announced, found: Found | None) -> None:
        """Put a room on the list, or (None) take it off."""
        if announced.found != found:
            announced.found = found
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
