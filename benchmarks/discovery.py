"""How long it takes a new browser to list a table that is there.

    .venv/bin/python -m benchmarks.discovery [--rounds N]

A host announces a room on 127.0.0.1, in a process of its own. Then two look for it, in turns, each time from
nothing:

- *net*: a `Browser`, from its start until the room is listed: heard of, resolved, and asked over TLS whether
  it is really there, and who sits in it.
- *bare*: zeroconf's own browser and resolver, until the address is known. Nobody asks whether it still holds.

Most of both are the two pauses of 20 to 120 ms that multicast DNS makes, before a question and an answer.
"""

import argparse
import asyncio
import multiprocessing
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from statistics import median
from time import perf_counter

from zeroconf import DNSQuestionType, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from benchmarks.broadcast import Broadcast
from benchmarks.figures import HEAD, machine, row
from net import Announcer, Browser, Host, Identity

_SERVICE_TYPE = "_lucky-bench._tcp.local."
_ONLY_HERE = ["127.0.0.1"]
_QUESTION = DNSQuestionType.QM
"""What net asks, too: for an answer that every socket of the computer hears."""

_PAUSE = 1.5
"""Seconds before each search: a host multicasts no record twice within a second (RFC 6762, section 6)."""

_RESOLVE = 3000
"""How many milliseconds zeroconf may take to resolve a name."""


def announce(ready: Connection) -> None:
    """Host a room and announce it, until this process is ended; tell when others can hear of it."""
    asyncio.run(_announce(ready))


async def _announce(ready: Connection) -> None:
    host = Host([Broadcast().room], Identity.new(open=False))
    await host.start(_ONLY_HERE[0])
    announcer = Announcer(_SERVICE_TYPE, host.infos(), host.port, interfaces=_ONLY_HERE)
    await announcer.start()
    ready.send(None)
    await asyncio.Event().wait()


async def by_net() -> float:
    """Return how many seconds it takes until a new Browser lists the room."""
    listed = asyncio.Event()
    browser = Browser(_SERVICE_TYPE, listed.set, interfaces=_ONLY_HERE)
    began = perf_counter()
    await browser.start()
    await listed.wait()
    seconds = perf_counter() - began
    await browser.close()
    return seconds


async def by_hand() -> float:
    """Return how many seconds it takes until zeroconf alone knows the room's address."""
    found: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def heard(
        zeroconf: Zeroconf,  # noqa: ARG001 - zeroconf names the arguments
        service_type: str,  # noqa: ARG001
        name: str,
        state_change: ServiceStateChange,  # noqa: ARG001
    ) -> None:
        if not found.done():
            found.set_result(name)

    began = perf_counter()
    zeroconf = AsyncZeroconf(interfaces=_ONLY_HERE, ip_version=IPVersion.V4Only)
    browser = AsyncServiceBrowser(zeroconf.zeroconf, _SERVICE_TYPE, handlers=[heard], question_type=_QUESTION)
    service = AsyncServiceInfo(_SERVICE_TYPE, await found)
    await service.async_request(zeroconf.zeroconf, _RESOLVE, question_type=_QUESTION)
    seconds = perf_counter() - began
    await browser.async_cancel()
    await zeroconf.async_close()
    return seconds


async def measure(rounds: int) -> None:
    """Print the times and their ratio."""
    where = machine()
    net: list[float] = []
    bare: list[float] = []
    for _ in range(rounds):
        for seconds, search in ((bare, by_hand), (net, by_net)):
            await asyncio.sleep(_PAUSE)
            seconds.append(await search())
    print(f"{where}; the host in a process of its own\n\n{HEAD}")
    print(row("bare", bare), row("net", net), sep="\n")
    print(f"\nnet ÷ bare: {median(net) / median(bare):.2f}")


def main(arguments: Sequence[str]) -> None:
    """Measure, as the command line says."""
    parser = argparse.ArgumentParser(description="how long a new browser takes to list a table")
    parser.add_argument("--rounds", type=int, default=20, help="searches each (default: %(default)s)")
    given = parser.parse_args(arguments)
    here, there = multiprocessing.Pipe()
    host = multiprocessing.get_context("spawn").Process(target=announce, args=(there,), daemon=True)
    host.start()
    here.recv()
    asyncio.run(measure(given.rounds))
    host.terminate()


if __name__ == "__main__":
    main(sys.argv[1:])
