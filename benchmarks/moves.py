"""What a lone move costs: bytes on the network, the host's time, and a client's time to read a view.

    .venv/bin/python -m benchmarks.moves

For each game a host serves one table, as a process of its own with TLS and a journal. Bots play a game there,
one move after the other: nobody moves before all have seen the move before. *floor* is the same game played
in one process, without network, journal and clock. *bare* is a process that knows no protocol and no rules:
asyncio's own TLS streams, which append a move's bytes to a file, sync it in a thread, and send the bytes of a
view to as many as got one. Reading is compared with msgspec's typed decoder alone.
"""

import asyncio
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import Pipe, get_context
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import Any, NamedTuple

import msgspec

from benchmarks.broadcast import client_side, server_side
from benchmarks.figures import machine
from benchmarks.tables import Serving, computed, serving
from luckytui.address import Address
from luckytui.bots import make
from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.table.match import Match
from luckytui.table.payloads import decode_table_view, encode
from luckytui.table.requests import Act
from luckytui.table.views import TableView, table_view_type
from net import Client, Event, Identity, View
from net.messages import Move, frame
from net.messages import encode as encode_message

TABLES = {"lucky-numbers": 4, "lucky-jack": 4, "lucky-squares": 6, "lucky-box": 12}
"""How many play each game."""

_ID = bytes(16)
_MOVE = 81
"""Bytes of a move with its frame."""
_BARE_MOVES = 300


class Played(NamedTuple):
    """What a game over the network took."""

    views: Sequence[View]
    moves: Sequence[bytes]
    """Their payloads."""
    host: float
    """Seconds the host computed, for all moves."""


class Company:
    """Bots at one table, of whom one moves at a time."""

    def __init__(self, game: Game, seats: int, address: Address) -> None:
        self._game = game
        self._bots = [make(game.key, "random", Random(seat)) for seat in range(seats)]
        self._clients = [self._client(seat, address) for seat in range(seats)]
        self._seen: dict[int, TableView] = {}
        self._views: dict[int, View] = {}
        self._news = asyncio.Event()
        self.views: list[View] = []
        self.moves: list[bytes] = []

    def _client(self, seat: int, address: Address) -> Client:
        def hear(event: Event) -> None:
            if isinstance(event, View):
                self._look(seat, event)

        return Client(address.host, address.port, name=f"Player {seat}", program="benchmark", on_event=hear)

    def _look(self, seat: int, view: View) -> None:
        self.views.append(view)
        self._views[seat] = view
        self._seen[seat] = decode_table_view(view.payload)
        self._news.set()

    async def play(self, host: Serving) -> Played:
        """Play until the game is over."""
        for seat, client in enumerate(self._clients):
            client.start()
            await self._until(lambda: len(self._seen) > seat)  # noqa: B023 - it is waited for at once
        await self._until(lambda: all(table_view.match for table_view in self._seen.values()))
        self.views.clear()
        before = host.processor
        while True:
            await self._until(lambda: self._is_over() or any(view.prompt for view in self._views.values()))
            if self._is_over():
                break
            await self._move()
        took = host.processor - before
        await asyncio.gather(*(client.close() for client in self._clients))
        return Played(self.views, self.moves, took)

    async def _move(self) -> None:
        seat = next(seat for seat, view in self._views.items() if view.prompt)
        play = self._seen[seat].match
        assert play is not None  # noqa: S101 - it has begun
        self.moves.append(encode(Act(self._bots[seat].choose(play.view, play.moves))))
        move = self._clients[seat].send(play.prompt, self.moves[-1])
        await self._until(lambda: self._views[seat].answered == move)
        await asyncio.sleep(0.005)  # the others' views are under way

    def _is_over(self) -> bool:
        shown = [table_view.match for table_view in self._seen.values() if table_view.match]
        return any(not match.view.active for match in shown)

    async def _until(self, true: Any) -> None:
        while not true():
            self._news.clear()
            await self._news.wait()


def floor(game: Game, seats: int) -> float:
    """Play a game in this process; return the seconds of a move."""
    match = Match(game, game.options(), ["bot"] * seats, "floor")
    bots = [make(game.key, "random", Random(seat)) for seat in range(seats)]
    began, moves = process_time(), 0
    while match.prompts:
        seat = min(match.prompts)
        shown = match.view(seat)
        match.submit(seat, shown.prompt, bots[seat].choose(shown.view, shown.moves))
        moves += 1
    return (process_time() - began) / moves


async def _bare_host(told: Any, folder: str, view: int) -> None:
    """Serve moves of 81 bytes until the process is ended; tell the port."""
    file = os.open(Path(folder) / "journal", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    loop, guests = asyncio.get_running_loop(), list[asyncio.StreamWriter]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        guests.append(writer)
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while move := await reader.readexactly(_MOVE):
                os.write(file, move)
                await loop.run_in_executor(None, os.fdatasync, file)
                for guest in guests:
                    guest.write(bytes(view))

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=server_side(Identity.new(open=True)))
    told.send(server.sockets[0].getsockname()[1])
    await server.serve_forever()


async def _bare_moves(process: int, port: int, seats: int, view: int) -> float:
    """Return the seconds that the process computes for a lone move."""
    clients = [await asyncio.open_connection("127.0.0.1", port, ssl=client_side()) for _ in range(seats)]
    before = 0.0
    for number in range(_BARE_MOVES + 50):
        if number == 50:  # it has warmed up
            before = computed(process)
        clients[number % seats][1].write(bytes(_MOVE))
        await asyncio.gather(*(reader.readexactly(view) for reader, _ in clients))
        await asyncio.sleep(0.005)
    return (computed(process) - before) / _BARE_MOVES


def bare(seats: int, view: int) -> float:
    """Return the seconds that TLS, a journal and the network take for a move, with views of so many bytes."""
    near, far = Pipe()
    with tempfile.TemporaryDirectory() as folder:
        process = get_context("fork").Process(target=lambda: asyncio.run(_bare_host(far, folder, view)))
        process.start()
        try:
            return asyncio.run(_bare_moves(process.pid or 0, near.recv(), seats, view))
        finally:
            process.kill()
            process.join()


def reading(game: Game, views: Sequence[View]) -> float:
    """Return how many times longer a client reads these views than msgspec decodes them."""
    decoder = msgspec.msgpack.Decoder(table_view_type(game))
    times: list[float] = []
    for read in (decoder.decode, decode_table_view):
        began = process_time()
        for view in views:
            read(view.payload)
        times.append(process_time() - began)
    alone, whole = times
    return whole / alone


def measure(key: str, seats: int) -> str:
    """Return a game's row of the table."""
    game = GAMES[key]
    with tempfile.TemporaryDirectory() as folder, serving(1, Path(folder), key, seats) as host:
        played = asyncio.run(Company(game, seats, host.address).play(host))
    view = fmean(len(frame(encode_message(view))) for view in played.views)
    move = fmean(len(frame(encode_message(Move(_ID, 1, move)))) for move in played.moves)
    costs = [played.host / len(played.moves), bare(round(len(played.views) / len(played.moves)), round(view))]
    milliseconds = " | ".join(f"{1000 * cost:.2f}" for cost in [*costs, floor(game, seats)])
    figures = f"{len(played.moves)} | {view:.0f} | {move:.0f} | {milliseconds}"
    return f"| {key}, {seats} seats | {figures} | {reading(game, played.views):.1f} |"


def main() -> None:
    """Print the table."""
    print(f"{machine()}\n")
    print(
        "| game | moves | bytes a view | bytes a move | host, ms a move | bare | floor | reading ÷ msgspec |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for key, seats in TABLES.items():
        print(measure(key, seats))


if __name__ == "__main__":
    main()
