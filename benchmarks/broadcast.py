"""How long it takes from one seat's move until the last of twelve seats has the new view, with TLS.

    .venv/bin/python -m benchmarks.broadcast [--rounds N]

First a whole game of Super Mega Lucky Box for twelve is played over the network. The row *table* is the time
from the move that ends a turn until the last of the twelve clients has read its new scene. Then the same
bytes are sent again, round by round in turns, by two others:

- *net*: a host and twelve clients of `net`, from `send` until the last client has told its view.
- *bare*: asyncio's own TLS streams. A client writes the bytes of a move; the server writes the bytes of the
  answer and of the views, each to its client. Nothing is read out of them but their length.

All thirteen ends are in one process and one loop, so each row is the work of all of them together. What is
promised is net ÷ bare: at most 1.6. The rules, twelve views and their reading come on top at a table.
"""

import argparse
import asyncio
import ssl
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median
from tempfile import NamedTemporaryFile
from time import perf_counter
from typing import NamedTuple

from benchmarks.figures import HEAD, machine, row
from luckytui.bots import make
from luckytui.games.lucky_box.rules import LUCKY_BOX
from luckytui.host.application import TableApplication
from luckytui.host.journal import Journal
from luckytui.host.journal_format import Header, JournalContents
from luckytui.table.payloads import decode_table_view, encode
from luckytui.table.requests import Act
from luckytui.table.spec import TableSpec
from luckytui.table.views import TableView
from net import Ack, Client, Event, Host, Identity, Member, Room, Summary, View, limits
from net.messages import Move, frame
from net.messages import encode as encode_message

SEATS = 12
_LOOPBACK = "127.0.0.1"
_ID = bytes(16)


class Turn(NamedTuple):
    """What goes over the network when a turn ends."""

    mover: int
    move: bytes
    """The payload of the move."""
    views: Sequence[View]
    """Each seat's new view."""


class Finish:
    """Waits until a number of things have come, and notes when the last one did."""

    def __init__(self, number: int) -> None:
        self.at = 0.0
        self._number = self._missing = number
        self._all = asyncio.Event()

    def reached(self) -> None:
        """Count one more in."""
        self._missing -= 1
        if self._missing == 0:
            self.at = perf_counter()
            self._all.set()

    async def all(self) -> None:
        """Wait for the last one, and begin again."""
        await self._all.wait()
        self._missing = self._number
        self._all.clear()


# ── A game at a table ─────────────────────────────────────────────────────────────────────────────


class Players:
    """Bots at a table of Super Mega Lucky Box for twelve, across the network."""

    def __init__(self, host: Host) -> None:
        self._clients = [_client(host, seat, partial(self._read, seat)) for seat in range(SEATS)]
        self._bots = [make(LUCKY_BOX.key, "random", Random(seat)) for seat in range(SEATS)]
        self._views: dict[int, View] = {}
        self._scenes: dict[int, TableView] = {}
        self._read_at: dict[int, float] = {}
        self._news = asyncio.Event()

    async def play(self) -> tuple[list[Turn], list[float]]:
        """Play a game; return its turns, and how long it took each time until all had read of its end."""
        turns: list[Turn] = []
        seconds: list[float] = []
        for seat, client in enumerate(self._clients):
            client.start()
            await self._until(lambda: len(self._views) > seat)  # noqa: B023 - it is waited for at once
        await self._until(lambda: all(self._told(seat) for seat in range(SEATS)))
        while awaited := [seat for seat, view in self._views.items() if view.prompt]:
            mover = awaited[len(turns) % len(awaited)]
            told, view, move = self._told(mover), self._views[mover], self._choose(mover)
            began = perf_counter()
            self._clients[mover].send(view.prompt, move)
            await self._until(lambda: self._views[mover] is not view)  # noqa: B023
            if self._told(mover) > told:  # the turn is over, so all are told of it
                await self._until(lambda: all(self._told(seat) > told for seat in range(SEATS)))  # noqa: B023
                turns.append(Turn(mover, move, [self._views[seat] for seat in range(SEATS)]))
                seconds.append(max(self._read_at.values()) - began)
        await asyncio.gather(*(client.close() for client in self._clients))
        return turns, seconds

    def _read(self, seat: int, event: Event) -> None:
        if isinstance(event, View):
            self._views[seat] = event
            self._scenes[seat] = decode_table_view(event.payload)
            self._read_at[seat] = perf_counter()
            self._news.set()

    def _told(self, seat: int) -> int:
        """Return how many events the seat has been told."""
        play = self._scenes[seat].match
        return play.happened if play else 0

    def _choose(self, seat: int) -> bytes:
        play = self._scenes[seat].match
        assert play is not None  # noqa: S101 - it is asked for a move
        return encode(Act(self._bots[seat].choose(play.view, play.moves)))

    async def _until(self, true: Callable[[], bool]) -> None:
        """Wait until something is so that only news can make so."""
        while not true():
            self._news.clear()
            await self._news.wait()


async def play(identity: Identity) -> tuple[list[Turn], list[float]]:
    """Play a game of twelve on a real table; return its turns and their times in seconds."""
    spec = TableSpec(
        game=LUCKY_BOX.key,
        options=LUCKY_BOX.options(),
        name="benchmark",
        seats=SEATS,
        seed="seed",
        pace=0.0,
    )
    journal = Journal(Path("nowhere"), Header(table=spec, identity=identity), JournalContents())
    table = TableApplication(journal, closing=lambda: None, keep=lambda _record: None)
    async with _served(table.room, identity) as host:
        played = await Players(host).play()
    table.close()
    return played


# ── The same by net alone ─────────────────────────────────────────────────────────────────────────


class Broadcast:
    """An application that shows everybody the next views whenever somebody moves."""

    def __init__(self) -> None:
        self.room = Room(self, program="benchmark")
        self.turn: Turn | None = None

    def info(self) -> Summary:
        """There is always a seat."""
        return Summary(
            game="broadcast", name="broadcast", host="", computer="", taken=0, seats=SEATS, status="open"
        )

    def open_seats(self) -> Sequence[int]:
        """All seats."""
        return range(SEATS)

    def arrived(self, member: Member) -> None:
        """Nobody needs to know."""

    lost = returned = overdue = left = arrived

    def hold(self, member: Member) -> float:  # noqa: ARG002 - nobody goes away
        """Every place is kept."""
        return limits.HOLD

    def move(self, member: Member, move: Move) -> None:  # noqa: ARG002 - it moves no matter who
        """Show the next views."""
        for each in self.room.members:
            self.room.changed(each)

    def view(self, member: Member, *, first: bool) -> View:  # noqa: ARG002
        """What was recorded for this seat."""
        return self.turn.views[member.seat or 0] if self.turn else View(0, b"")


class ByNet:
    """A host and twelve clients of net."""

    def __init__(self) -> None:
        self._application = Broadcast()
        self._finish = Finish(SEATS)
        self._clients: list[Client] = []

    @asynccontextmanager
    async def ready(self, identity: Identity) -> AsyncIterator[None]:
        """Keep all connections for as long as the context lasts."""
        async with _served(self._application.room, identity) as host:
            self._clients = [_client(host, seat, self._hear) for seat in range(SEATS)]
            for client in self._clients:
                client.start()
            await self._finish.all()
            yield
            await asyncio.gather(*(client.close() for client in self._clients))

    async def send(self, mover: int, turn: Turn) -> float:
        """Let a client move; return how many seconds it took until all have told their view."""
        self._application.turn = turn
        began = perf_counter()
        self._clients[mover].send(0, turn.move)
        await self._finish.all()
        return self._finish.at - began

    def _hear(self, event: Event) -> None:
        if isinstance(event, View):
            self._finish.reached()


# ── The same without us ───────────────────────────────────────────────────────────────────────────


class Bare:
    """A server and twelve clients with asyncio's TLS streams."""

    def __init__(self) -> None:
        self._finish = Finish(SEATS + 1)
        """Besides the views there is the answer for the one who moved."""
        self._clients: list[asyncio.StreamWriter] = []
        self._guests: list[asyncio.StreamWriter] = []
        self._answers: Sequence[bytes] = ()

    @asynccontextmanager
    async def ready(self, identity: Identity) -> AsyncIterator[None]:
        """Keep all connections for as long as the context lasts."""
        server = await asyncio.start_server(self._serve, _LOOPBACK, ssl=server_side(identity))
        port = server.sockets[0].getsockname()[1]
        async with server, asyncio.TaskGroup() as reading:
            tasks = []
            for _ in range(SEATS):
                reader, writer = await asyncio.open_connection(_LOOPBACK, port, ssl=client_side())
                tasks.append(reading.create_task(self._follow(reader)))
                self._clients.append(writer)
            yield
            for task in tasks:
                task.cancel()
            for writer in [*self._clients, *self._guests]:
                writer.transport.abort()

    async def send(self, mover: int, turn: Turn) -> float:
        """Let a client write a move's bytes; return how many seconds it took until all views were there."""
        answers = [frame(encode_message(view)) for view in turn.views]
        answers[mover] = frame(encode_message(Ack(_ID))) + answers[mover]
        self._answers = answers
        move = frame(encode_message(Move(_ID, 0, turn.move)))
        began = perf_counter()
        self._clients[mover].write(move)
        await self._finish.all()
        return self._finish.at - began

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._guests.append(writer)
        while await _read_frame(reader):
            for guest, answer in zip(self._guests, self._answers, strict=True):
                guest.write(answer)

    async def _follow(self, reader: asyncio.StreamReader) -> None:
        while await _read_frame(reader):
            self._finish.reached()


async def _read_frame(reader: asyncio.StreamReader) -> bytes:
    """Return what a frame holds; nothing at the end of the connection."""
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        return await reader.readexactly(int.from_bytes(await reader.readexactly(4), "big"))
    return b""


def server_side(identity: Identity) -> ssl.SSLContext:
    """Return what a server with this certificate needs."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    with NamedTemporaryFile() as file:
        file.write(identity.key + identity.certificate)
        file.flush()
        context.load_cert_chain(file.name)
    return context


def client_side() -> ssl.SSLContext:
    """Return what a client that asks for no name needs."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


# ── All three ─────────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def _served(room: Room, identity: Identity) -> AsyncIterator[Host]:
    host = Host([room], identity)
    await host.start(_LOOPBACK)
    try:
        yield host
    finally:
        await host.close()


def _client(host: Host, seat: int, on_event: Callable[[Event], None]) -> Client:
    return Client(
        _LOOPBACK,
        host.port,
        name=f"seat {seat}",
        program="benchmark",
        code=host.identity.code,
        on_event=on_event,
    )


async def measure(rounds: int) -> None:
    """Print the times, and the ratio that counts."""
    where = machine()
    identity = Identity.new(open=False)
    turns, table = await play(identity)
    net, bare = ByNet(), Bare()
    by_net: list[float] = []
    by_hand: list[float] = []
    async with net.ready(identity), bare.ready(identity):
        for number, turn in enumerate(islice(cycle(turns), rounds)):
            mover = number % SEATS
            by_hand.append(await bare.send(mover, turn))
            by_net.append(await net.send(mover, turn))
    size = median(len(view.payload) for turn in turns for view in turn.views)
    print(f"{where}; one process; a view of {size:.0f} bytes (median)\n\n{HEAD}")
    print(row("bare", by_hand), row("net", by_net), row("table", table), sep="\n")
    print(f"\nnet ÷ bare: {median(by_net) / median(by_hand):.2f} (promised: at most 1.6)")
    print(f"table ÷ bare: {median(table) / median(by_hand):.2f}")


def main(arguments: Sequence[str]) -> None:
    """Measure, as the command line says."""
    parser = argparse.ArgumentParser(description="from a move to the last of twelve views")
    parser.add_argument("--rounds", type=int, default=400, help="moves each (default: %(default)s)")
    asyncio.run(measure(parser.parse_args(arguments).rounds))


if __name__ == "__main__":
    main(sys.argv[1:])
