"""What a lone move costs: bytes on the network, the host's time, and a client's time to read a view.

    .venv/bin/python -m benchmarks.moves

For each game a host serves one table, as a process of its own with TLS and a journal. Bots play a game there,
one move after the other: nobody moves before all have seen the move before. *floor* is the same game played
in one process, without network, journal and clock. Reading is compared with msgspec's typed decoder alone.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import Any, NamedTuple

import msgspec

from benchmarks.figures import machine
from benchmarks.tables import Serving, serving
from luckytui.address import Address
from luckytui.bots import make
from luckytui.games import GAMES
from luckytui.games.interface import Ended, Game
from luckytui.payloads import decode_table_view, encode
from luckytui.table.match import Match
from luckytui.table.requests import Act
from luckytui.table.views import TableView, table_view_type
from net import Client, Event, View
from net.messages import Move, frame
from net.messages import encode as encode_message

TABLES = {"lucky-numbers": 4, "lucky-jack": 4, "lucky-squares": 6, "lucky-box": 12}
"""How many play each game."""

_ID = bytes(16)


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
        return any(isinstance(event, Ended) for match in shown for event in match.log[-1:])

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
    cost, least = played.host / len(played.moves), floor(game, seats)
    figures = f"{len(played.moves)} | {view:.0f} | {move:.0f} | {1000 * cost:.2f} | {1000 * least:.2f}"
    return f"| {key}, {seats} seats | {figures} | {reading(game, played.views):.1f} |"


def main() -> None:
    """Print the table."""
    print(f"{machine()}\n")
    print("| game | moves | bytes a view | bytes a move | host, ms a move | floor | reading ÷ msgspec |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for key, seats in TABLES.items():
        print(measure(key, seats))


if __name__ == "__main__":
    main()
