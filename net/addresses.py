"""Internet addresses: which this computer has, which of a host's are worth trying, and which count as one."""

import ipaddress
import socket
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

import ifaddr

from net import limits

_LOOPBACK = "127.0.0.1"

# Addresses reserved for documentation. Connecting a datagram socket to one sends nothing, and shows which of
# our own addresses leads out.
_FAR_AWAY = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def own_addresses() -> Mapping[str, str]:
    """Each address of this computer with its network card's name: first IPv4, last loopback and link-local.

    A link-local address has its scope: `fe80::1%eth0`, or `fe80::1%4` on Windows.
    """
    cards = {}
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            address = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            scope = f"%{_scope(adapter)}" if _is_link_local(address) else ""
            cards[address + scope] = adapter.nice_name
    return {address: cards[address] for address in sorted(cards, key=_rank)}


def reachable(addresses: Iterable[str]) -> Sequence[str]:
    """The addresses that other computers can reach; only if there are none, those of the loopback."""
    given = list(addresses)
    return [address for address in given if not ipaddress.ip_address(address).is_loopback] or given


def own_address() -> str:
    """The address of this computer that others on its network can type, as it is now.

    It is the one that leads out of the local network, or else the first. Where there is no network at all, it
    is the loopback address. A link-local address has no scope: that is each computer's own.
    """
    for family, far_away in _FAR_AWAY:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((far_away, 9))
            return str(asking.getsockname()[0])
    return without_scope(next(iter(reachable(own_addresses())), _LOOPBACK))


def worth_trying(addresses: Iterable[str]) -> Sequence[str]:
    """The first few of a host's addresses to try: a loopback address among others is its own."""
    return sorted(reachable(addresses), key=_rank)[: limits.ADDRESSES_A_ROOM]


def with_scopes(address: str) -> Sequence[str]:
    """The address; a link-local one without a scope leads nowhere, so with that of each network card."""
    if not _is_link_local(address):
        return [address]
    scopes = [own.partition("%")[2] for own in own_addresses() if "%" in own]
    return [f"{address}%{scope}" for scope in scopes] or [address]


def without_scope(address: str) -> str:
    """The address as any computer may know it."""
    return address.partition("%")[0]


def _scope(adapter: ifaddr.Adapter) -> object:
    return adapter.index if sys.platform == "win32" else adapter.name


def _is_link_local(address: str) -> bool:
    """Whether it is such an IPv6 address, without a scope."""
    return address.lower().startswith("fe80:") and "%" not in address


def _rank(address: str) -> tuple[bool, bool, int]:
    known = ipaddress.ip_address(address)
    return known.is_loopback, known.is_link_local, known.version


@lru_cache(1024)  # asked again and again while answers wait
def neighbourhood(address: str) -> str:
    """What an address is counted as: of IPv6 its /64, as one computer may have all of its addresses.

    That makes all link-local addresses one, on whatever interface.
    """
    with suppress(ValueError):  # every other kind of address stays as it is
        parsed = ipaddress.IPv6Address(address.partition("%")[0])
        return str(parsed.ipv4_mapped or ipaddress.IPv6Network((int(parsed) >> 64 << 64, 64)))
    return address


def is_loopback(address: str) -> bool:
    """Whether this is an address of the same computer."""
    return neighbourhood(address).startswith(("127.", "::/64"))
