"""Finding rooms without an address: DNS service discovery over multicast DNS.

An announcement says only that there is a room, and where. The rest is asked of the host itself, again and
again, so a list of rooms is only seconds old and shows none that is gone.
"""

import asyncio
import ipaddress
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import ifaddr
from zeroconf import DNSQuestionType, Error, InterfaceChoice, IPVersion, ServiceStateChange
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from net import limits
from net.client import peek
from net.connection import reason
from net.errors import NetError
from net.messages import Info
from net.names import printable, unique

_ROOM_KEY: Final = b"room"
# Zeroconf asks for a unicast answer first. Only one of the sockets on the port gets it; if that belongs
# to another program, a second passes until the question is asked again.
_QUESTION: Final = DNSQuestionType.QM
# DNS allows a label 63 bytes; a few are kept for the number that tells two rooms of one name apart.
_NAME_BYTES: Final = 63 - len("-999")


@dataclass(frozen=True, slots=True)
class Found:
    """A room that answered. `name` has a number if another room has the same name."""

    name: str
    address: str
    port: int
    info: Info


class Announcer:
    """Announces the rooms of a host, from `start` to `close`.

    The service type looks like `_chess._tcp.local.`. The interfaces are IPv4 addresses of this computer; None
    means all of them.
    """

    def __init__(
        self, service_type: str, infos: Sequence[Info], port: int, *, interfaces: Sequence[str] | None
    ) -> None:
        self._service_type = service_type
        self._infos = infos
        self._port = port
        self._interfaces = interfaces
        self._zeroconf: AsyncZeroconf | None = None
        self._broadcasts: list[asyncio.Future[None]] = []

    async def start(self) -> None:
        """Announce; it takes about a second to ask whether the names are free. Raises `no_discovery`."""
        zeroconf = self._zeroconf = _open(self._interfaces)
        labels: list[str] = []
        for info in self._infos:
            labels.append(unique(_label(info.name), labels))
        rooms = zip(labels, self._infos, strict=True)
        try:
            await asyncio.gather(*(self._announce(zeroconf, label, info.room) for label, info in rooms))
        except Error as error:
            await self.close()
            raise NetError("no_discovery", reason=reason(error)) from None

    async def close(self) -> None:
        """Withdraw the announcements."""
        for broadcast in self._broadcasts:
            broadcast.cancel()
        if self._zeroconf:
            await self._zeroconf.async_close()

    async def _announce(self, zeroconf: AsyncZeroconf, label: str, room: str) -> None:
        service = AsyncServiceInfo(
            self._service_type,
            f"{label}.{self._service_type}",
            port=self._port,
            parsed_addresses=list(self._interfaces or own_addresses()),
            properties={_ROOM_KEY: room.encode()},
            server=f"{room}.local.",
        )
        broadcast = await zeroconf.async_register_service(service, allow_name_change=True)
        self._broadcasts.append(asyncio.ensure_future(broadcast))


class Browser:
    """Keeps a list of the rooms on the network, from `start` to `close`; `on_change` hears of changes."""

    def __init__(
        self, service_type: str, on_change: Callable[[], None], *, interfaces: Sequence[str] | None
    ) -> None:
        self._service_type = service_type
        self._on_change = on_change
        self._interfaces = interfaces
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._found: dict[str, Found] = {}
        self._watches: dict[str, asyncio.Task[None]] = {}

    @property
    def rooms(self) -> Sequence[Found]:
        """The rooms that can be joined now, by name."""
        return sorted(self._found.values(), key=lambda found: (found.name.casefold(), found.port))

    async def start(self) -> None:
        """Begin to look. Raises NetError `no_discovery`."""
        self._zeroconf = _open(self._interfaces)
        self._browser = AsyncServiceBrowser(
            self._zeroconf.zeroconf, self._service_type, handlers=[self._heard_of], question_type=_QUESTION
        )

    async def close(self) -> None:
        """Stop looking."""
        watches = list(self._watches.values())
        for watch in watches:
            watch.cancel()
        await asyncio.gather(*watches, return_exceptions=True)
        if self._browser:
            await self._browser.async_cancel()
        if self._zeroconf:
            await self._zeroconf.async_close()

    def _heard_of(self, name: str, state_change: ServiceStateChange, **_others: object) -> None:
        """A service came, changed or went; zeroconf names the arguments."""
        if state_change is ServiceStateChange.Removed:
            if watch := self._watches.pop(name, None):
                watch.cancel()
            self._list(name, None)
        elif name not in self._watches and printable(name) == name and self._has_place():
            self._watches[name] = asyncio.create_task(self._watch(name))

    def _has_place(self) -> bool:
        """Whether one more can be watched; if need be, one that does not answer makes way."""
        if len(self._watches) < limits.ROOMS:
            return True
        for name in self._watches:
            if name not in self._found:
                self._watches.pop(name).cancel()
                return True
        return False

    async def _watch(self, name: str) -> None:
        """List a room for as long as it answers."""
        while True:
            found = await self._resolve(name)
            while found:
                self._list(name, found)
                await asyncio.sleep(limits.RECHECK)
                found = await _ask(found.name, found.address, found.port, found.info.room)
            self._list(name, None)
            await asyncio.sleep(limits.RECHECK)

    async def _resolve(self, name: str) -> Found | None:
        """The room behind an announcement, at the first of its addresses where it answers."""
        service = AsyncServiceInfo(self._service_type, name)
        if self._zeroconf is None or not await service.async_request(
            self._zeroconf.zeroconf, limits.PEEK * 1000, question_type=_QUESTION
        ):
            return None
        room = (service.properties.get(_ROOM_KEY) or b"").decode(errors="replace")
        for address in _candidates(service.parsed_addresses(IPVersion.V4Only)):
            if found := await _ask(printable(service.get_name()), address, service.port or 0, room):
                return found
        return None

    def _list(self, name: str, found: Found | None) -> None:
        if self._found.get(name) == found:
            return
        if found:
            self._found[name] = found
        else:
            del self._found[name]
        self._on_change()


def own_addresses() -> Sequence[str]:
    """This computer's IPv4 addresses; the loopback address only if there is no network."""
    found = [str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    return [address for address in found if not ipaddress.ip_address(address).is_loopback] or ["127.0.0.1"]


async def _ask(name: str, address: str, port: int, room: str) -> Found | None:
    """The room, if it answers and is the one announced: the address may belong to another by now."""
    try:
        async with asyncio.timeout(limits.PEEK):
            info = await peek(address, port, room)
    except (NetError, TimeoutError):
        return None
    if info.room != room:
        return None
    return Found(info.name if name == _label(info.name) else name, address, port, info)


def _candidates(addresses: Sequence[str]) -> Sequence[str]:
    """The addresses worth asking. A loopback address among others is another computer's own."""
    reachable = [address for address in addresses if not ipaddress.ip_address(address).is_loopback]
    return (reachable or addresses)[: limits.ADDRESSES_A_ROOM]


def _label(name: str) -> str:
    """The room's name as one label of a DNS name."""
    plain = printable(name.replace(".", " ")).encode()[:_NAME_BYTES]
    return plain.decode(errors="ignore").strip() or "room"


def _open(interfaces: Sequence[str] | None) -> AsyncZeroconf:
    choice = list(interfaces) if interfaces else InterfaceChoice.All
    try:
        return AsyncZeroconf(interfaces=choice, ip_version=IPVersion.V4Only)
    except (OSError, RuntimeError, ValueError, Error) as error:
        raise NetError("no_discovery", reason=reason(error)) from None
