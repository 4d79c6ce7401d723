"""The network: which addresses there are, and whether a table can be hosted, found and joined on each."""

import asyncio
import ipaddress
from collections.abc import Iterator, Mapping, Sequence

import ifaddr

from luckytui import PROGRAM
from luckytui.address import DEFAULT_PORT, interfaces
from luckytui.doctor.finding import Finding, unsure, well, wrong
from luckytui.text import _
from net import (
    Announcer,
    Browser,
    Client,
    Ended,
    Event,
    Host,
    Identity,
    Member,
    Move,
    NetError,
    Refused,
    Room,
    Summary,
    View,
    peek,
)

_SERVICE_TYPE = "_lucky-doctor._tcp.local."
"""What the table that is tried out is announced as: nobody who looks for tables is shown it."""

_LOOPBACK = "127.0.0.1"

_PATIENCE = 6.0
"""How many seconds until an announced table must be heard of. It takes two on a slow computer."""


def examine_network() -> Iterator[Finding]:
    """Yield what is found out about the network, address by address."""
    own, named = addresses_with_cards(), interfaces()
    yield from judge_addresses(own, named)
    yield asyncio.run(examine_port(named[0] if named else None))
    yield from asyncio.run(_try_each(where_to_try(own, named)))


def addresses_with_cards() -> Mapping[str, str]:
    """Return the IPv4 addresses of this computer, each with the name of its network card."""
    return {
        str(ip.ip): adapter.nice_name for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4
    }


def judge_addresses(own: Mapping[str, str], named: Sequence[str] | None) -> Iterator[Finding]:
    """Yield whether there is a network; `named` are the addresses that LUCKYTUI_INTERFACES names, if any."""
    there = ", ".join(f"{address} ({card})" for address, card in own.items())
    for address in named or ():
        if address not in own:
            yield wrong(
                _(
                    "LUCKYTUI_INTERFACES names {address}, which is not an address of this computer. It has"
                    " {there}.",
                    address=address,
                    there=there,
                )
            )
    if named:
        yield well(
            _(
                "Tables are looked for on {addresses} alone, as LUCKYTUI_INTERFACES says.",
                addresses=", ".join(named),
            )
        )
    elif _outward(own):
        yield well(_("The addresses of this computer are {there}.", there=there))
    else:
        yield wrong(
            _(
                "This computer is on no network, so others can neither see its tables nor join them. Connect"
                " it to the network that they are on."
            )
        )


async def examine_port(bind: str | None) -> Finding:
    """Return whether the usual port is free on an address, or on all (None)."""
    host = Host([_room()], await asyncio.to_thread(Identity.new, open=True))
    try:
        await host.start(bind, DEFAULT_PORT)
    except NetError as error:
        if error.code != "port_in_use":
            return wrong(_(error.template, **error.values))
        return await _judge_who_has_the_port(bind or _LOOPBACK)
    finally:
        await host.close()
    return well(_("Port {port}, which tables listen on, is free.", port=DEFAULT_PORT))


async def try_out(address: str) -> Sequence[Finding]:
    """Host a table on an address of this computer; join it there with its code, and wait to hear of it."""
    host = Host([_room()], await asyncio.to_thread(Identity.new, open=False))
    try:
        await host.start(address)
        return [await _judge_joining(host, address), await _judge_finding(host, address)]
    except NetError as error:
        why = _(error.template, **error.values)
        return [wrong(_("On {address} no table can be hosted: {why}", address=address, why=why))]
    finally:
        await host.close()


def where_to_try(own: Mapping[str, str], named: Sequence[str] | None) -> Sequence[str]:
    """Return the addresses to host a table on: those named, or all that others can reach, or loopback."""
    if named:
        return [address for address in named if address in own]
    return _outward(own) or [_LOOPBACK]


class _NothingToDo:
    """The application of a table that is only there to be joined."""

    def info(self) -> Summary:
        return Summary(game="doctor", name="doctor", taken=0, seats=1, status="open")

    def open_seats(self) -> Sequence[int]:
        return (0,)

    def arrived(self, member: Member) -> None:
        """Nobody needs to know."""

    lost = returned = overdue = left = arrived

    def move(self, member: Member, move: Move) -> None:  # noqa: ARG002 - there are none
        raise Refused("over")

    def view(self, member: Member) -> View:  # noqa: ARG002 - all see the same
        return View(0, b"")


def _room() -> Room:
    return Room(_NothingToDo(), program=PROGRAM)


def _outward(own: Mapping[str, str]) -> Sequence[str]:
    """Return the addresses by which others can reach this computer."""
    return [address for address in own if not ipaddress.ip_address(address).is_loopback]


async def _judge_who_has_the_port(address: str) -> Finding:
    """Return whether it is a table that listens on the usual port."""
    try:
        async with asyncio.timeout(_PATIENCE):
            info = await peek(address, DEFAULT_PORT)
    except (NetError, TimeoutError):
        return unsure(
            _(
                "Port {port} is taken by a program that does not answer as a table. Tables take another port"
                " by themselves, which a firewall may keep closed: choose one with --port.",
                port=DEFAULT_PORT,
            )
        )
    return well(
        _(
            "Port {port} has a table already, “{name}”: the next takes another.",
            port=DEFAULT_PORT,
            name=info.name,
        )
    )


async def _try_each(addresses: Sequence[str]) -> Sequence[Finding]:
    """Return what is found out on each address, all at the same time."""
    return [finding for findings in await asyncio.gather(*map(try_out, addresses)) for finding in findings]


async def _judge_joining(host: Host, address: str) -> Finding:
    """Return whether the table lets somebody in who knows its code."""
    seated: asyncio.Future[NetError | None] = asyncio.get_running_loop().create_future()

    def hear(event: Event) -> None:
        if isinstance(event, View | Ended) and not seated.done():
            seated.set_result(event.error if isinstance(event, Ended) else None)

    client = Client(
        address, host.port, name="doctor", program=PROGRAM, on_event=hear, code=host.identity.code
    )
    client.start()
    try:
        if error := await seated:
            raise error
    finally:
        await client.close()
    return well(_("On {address} a table can be hosted and joined with its code.", address=address))


async def _judge_finding(host: Host, address: str) -> Finding:
    """Return whether the table's announcement comes back from the network."""
    (info,), heard = host.infos(), asyncio.Event()

    def look() -> None:
        if any(found.info.room == info.room for found in browser.rooms):
            heard.set()

    announcer = Announcer(_SERVICE_TYPE, [info], host.port, interfaces=[address])
    browser = Browser(_SERVICE_TYPE, look, interfaces=[address])
    try:
        async with asyncio.timeout(_PATIENCE):
            await browser.start()
            await announcer.start()
            await heard.wait()
    except NetError as error:
        return wrong(_(error.template, **error.values))
    except TimeoutError:
        return wrong(
            _(
                "On {address} a table is announced, but nobody hears of it: something keeps multicast back, a"
                " firewall perhaps. Let UDP port 5353 through; until then others type the table's address.",
                address=address,
            )
        )
    finally:
        await announcer.close()
        await browser.close()
    return well(_("On {address} a table is announced, and heard of.", address=address))
