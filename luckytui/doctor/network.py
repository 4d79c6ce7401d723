"""The network: which addresses there are, and whether a table can be hosted, found and joined on each."""

import asyncio
import ipaddress
from collections.abc import Iterator, Mapping, Sequence

import ifaddr

from luckytui import PROGRAM
from luckytui.address import DEFAULT_PORT, interfaces
from luckytui.doctor.finding import Finding, unsure, well, wrong
from luckytui.text import N_, say, sentence_of
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
"""What the test table is announced as, so that players do not find it."""

_LOOPBACK = "127.0.0.1"

_PATIENCE = 6.0
"""In how many seconds an announced table must be found. It takes two on a slow computer."""


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
    """Yield whether there is a network; `named` are the addresses of LUCKYTUI_INTERFACES, if any."""
    there = ", ".join(f"{address} ({card})" for address, card in own.items())
    for address in named or ():
        if address not in own:
            yield wrong(
                N_("LUCKYTUI_INTERFACES names {address}, but the addresses of this computer are {there}."),
                address=address,
                there=there,
            )
    if named:
        yield well(
            N_("Only {addresses} are searched for tables, as LUCKYTUI_INTERFACES says."),
            addresses=", ".join(named),
        )
    elif _outward(own):
        yield well(N_("The addresses of this computer are {there}."), there=there)
    else:
        yield wrong(
            N_(
                "This computer is on no network, so others can neither see its tables nor join them. Connect"
                " it to the network that they are on."
            )
        )


async def examine_port(bind: str | None) -> Finding:
    """Return whether the usual port is free on an address, or on all (None)."""
    host = await _host(open_to_all=True)
    try:
        await host.start(bind, DEFAULT_PORT)
    except NetError as error:
        if error.code != "port_in_use":
            return wrong(say(sentence_of(error)))
        return await _judge_who_has_the_port(bind or _LOOPBACK)
    finally:
        await host.close()
    return well(N_("Port {port}, the usual one of tables, is free."), port=DEFAULT_PORT)


async def try_out(address: str) -> Sequence[Finding]:
    """Host a table on an address of this computer, join it with its code, and wait for its announcement."""
    host = await _host(open_to_all=False)
    try:
        await host.start(address)
        return [await _judge_joining(host, address), await _judge_finding(host, address)]
    except NetError as error:
        why = say(sentence_of(error))
        return [wrong(N_("On {address} no table can be hosted: {why}"), address=address, why=why)]
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
        """Nothing has to be done."""

    lost = returned = overdue = left = arrived

    def move(self, member: Member, move: Move) -> None:  # noqa: ARG002 - there are none
        raise Refused("over")

    def view(self, member: Member) -> View:  # noqa: ARG002 - all see the same
        return View(0, b"")


async def _host(*, open_to_all: bool) -> Host:
    room = Room(_NothingToDo(), program=PROGRAM)
    return Host([room], await asyncio.to_thread(Identity.new, open=open_to_all))


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
            N_(
                "Port {port} is used by a program that does not answer as a table. Tables then take another"
                " port, which a firewall may block: choose one with --port."
            ),
            port=DEFAULT_PORT,
        )
    return well(
        N_("Port {port} has a table already, “{name}”: the next takes another."),
        port=DEFAULT_PORT,
        name=info.name,
    )


async def _try_each(addresses: Sequence[str]) -> Sequence[Finding]:
    """Return what is found out on each address, all at the same time."""
    return [finding for findings in await asyncio.gather(*map(try_out, addresses)) for finding in findings]


async def _judge_joining(host: Host, address: str) -> Finding:
    """Return whether a guest who knows the code gets in."""
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
    return well(N_("A table on {address} can be hosted, and joined with its code."), address=address)


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
        return wrong(say(sentence_of(error)))
    except TimeoutError:
        return wrong(
            N_(
                "A table on {address} is announced, but cannot be found: something blocks multicast, maybe a"
                " firewall. Let UDP port 5353 through; until then others type the table's address."
            ),
            address=address,
        )
    finally:
        await announcer.close()
        await browser.close()
    return well(N_("A table on {address} is announced, and found."), address=address)
