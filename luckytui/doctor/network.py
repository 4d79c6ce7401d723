"""The network: which addresses there are, and whether a table can be hosted, found and joined on each."""

import asyncio
import ipaddress
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

import net
from luckytui import PROGRAM
from luckytui.address import DEFAULT_PORT, interfaces
from luckytui.doctor.diagnosis import Diagnosis, unsure, well, wrong
from luckytui.games import GAMES
from luckytui.host.application import TableApplication
from luckytui.host.journal import Journal
from luckytui.host.journal_format import Header, JournalContents
from luckytui.table.spec import TableSpec
from luckytui.text import say, sentence_of
from net.connection import listen

_SERVICE_TYPE = "_lucky-doctor._tcp.local."
"""What the test table is announced as, so that players do not find it."""

_LOOPBACK = "127.0.0.1"

_PATIENCE = 6.0
"""In how many seconds an announced table must be found. It takes two on a slow computer."""


def examine_network() -> Iterator[Diagnosis]:
    """Yield what is found out about the network, address by address."""
    own, named = net.own_addresses(), interfaces()
    yield from judge_addresses(own, named)
    yield asyncio.run(examine_port(named[0] if named else None))

    async def try_each() -> Iterator[Diagnosis]:
        return chain.from_iterable(await asyncio.gather(*map(try_out, where_to_try(own, named))))

    yield from asyncio.run(try_each())


def judge_addresses(own: Mapping[str, str], named: Sequence[str] | None) -> Iterator[Diagnosis]:
    """Yield whether there is a network; `named` are the addresses of LUCKYTUI_INTERFACES, if any."""
    there = ", ".join(f"{address} ({card})" for address, card in own.items())
    for address in named or ():
        if address not in own:
            yield wrong(
                "LUCKYTUI_INTERFACES names {address}, but the addresses of this computer are {there}.",
                address=address,
                there=there,
            )
    if named:
        yield well(
            "As LUCKYTUI_INTERFACES says, tables are found and announced on {addresses} alone.",
            addresses=", ".join(named),
        )
    elif others := _beyond_loopback(own):
        yield well("The addresses of this computer are {there}.", there=there)
        if not any(ipaddress.ip_address(address).version == 4 for address in others):
            yield well("It has only IPv6, so only computers that have IPv6 can join.")
    else:
        yield wrong(
            "This computer is on no network, so others can neither see its tables nor join them. Connect"
            " it to the network that they are on."
        )


async def examine_port(bind: str | None) -> Diagnosis:
    """Return whether the usual port is free on an address, or on all (None)."""
    try:
        listen(bind, DEFAULT_PORT).close()
    except net.NetError as error:
        if error.code != "port_in_use":
            return wrong(say(sentence_of(error)))
    else:
        return well("Port {port}, the usual one of tables, is free.", port=DEFAULT_PORT)
    try:
        async with asyncio.timeout(_PATIENCE):
            info = await net.peek(bind or _LOOPBACK, DEFAULT_PORT)
    except (net.NetError, TimeoutError):
        return unsure(
            "Port {port} is used by a program that does not answer as a table. Tables then take another"
            " port, which a firewall may block: choose one with --port.",
            port=DEFAULT_PORT,
        )
    return well(
        "Port {port} is used by a table, “{name}”. The next table takes another port.",
        port=DEFAULT_PORT,
        name=info.name,
    )


async def try_out(address: str) -> Sequence[Diagnosis]:
    """Host a table on an address of this computer, join it with its code, and wait for its announcement."""
    host = await _host()
    try:
        await host.start(address)
        return [await _judge_joining(host, address), await _judge_finding(host, address)]
    except net.NetError as error:
        why = say(sentence_of(error))
        return [wrong("No table can be hosted on {address}: {why}", address=address, why=why)]
    finally:
        await host.close()


def where_to_try(own: Mapping[str, str], named: Sequence[str] | None) -> Sequence[str]:
    """Return the addresses to host a table on: those named, or all that others can reach, or loopback."""
    if named:
        return [address for address in named if address in own]
    return _beyond_loopback(own) or [_LOOPBACK]


async def _host() -> net.Host:
    """Return a host with a table of its own, which is saved nowhere."""
    identity = await asyncio.to_thread(net.Identity.new, open=False)
    game = next(iter(GAMES.values()))
    spec = TableSpec(game=game.key, options=game.options(), name="doctor", seats=game.seats[-1])
    journal = Journal(Path(), Header(table=spec, identity=identity), JournalContents())
    table = TableApplication(journal, closing=lambda: None, keep=lambda _record: None)
    return net.Host([table.room], identity)


def _beyond_loopback(own: Mapping[str, str]) -> Sequence[str]:
    return [address for address in own if not ipaddress.ip_address(address).is_loopback]


async def _judge_joining(host: net.Host, address: str) -> Diagnosis:
    events: asyncio.Queue[net.Event] = asyncio.Queue()
    code, hear = host.identity.code, events.put_nowait
    client = net.Client(address, host.port, name="doctor", program=PROGRAM, on_event=hear, code=code)
    client.start()
    try:
        while not isinstance(event := await events.get(), net.View):
            if isinstance(event, net.Ended):
                raise event.error
    finally:
        await client.close()
    return well("A table on {address} can be hosted, and joined with its code.", address=address)


async def _judge_finding(host: net.Host, address: str) -> Diagnosis:
    (info,), heard = host.infos(), asyncio.Event()

    def look() -> None:
        if any(found.info.room == info.room for found in browser.rooms):
            heard.set()

    announcer = net.Announcer(_SERVICE_TYPE, [info], host.port, interfaces=[address])
    browser = net.Browser(_SERVICE_TYPE, look, interfaces=[address])
    try:
        async with asyncio.timeout(_PATIENCE):
            await browser.start()
            await announcer.start()
            await heard.wait()
    except net.NetError as error:
        return wrong(say(sentence_of(error)))
    except TimeoutError:
        return wrong(
            "A table on {address} is announced, but cannot be found: something blocks multicast, maybe a"
            " firewall. Let UDP port 5353 through; until then others type the table's address.",
            address=address,
        )
    finally:
        await announcer.close()
        await browser.close()
    return well("A table on {address} is announced, and found.", address=address)
