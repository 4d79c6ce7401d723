"""`python -m tests.faults.player ADDRESS NAME …`: a bot plays a seat, and says in JSON lines what befalls it.

It is a client of `net` and no session, as it tells of every acknowledged move:

    seat      it is in, or in again, and sits there (null: it watches)
    here      for each seat whether somebody is there; told whenever that has changed
    acked     the host has acknowledged this move
    refused   the host has not made its latest move, and says so in a sentence; it tries again
    lost      the line is gone for now, and why
    over      the game has ended with these scores; it goes
    ended     the host wants it no more, and why
"""

import argparse
import asyncio
import json
import random
import socket
import sys
from functools import partial
from typing import Any

import msgspec

from luckytui import PROGRAM
from luckytui.address import SERVICE_TYPE, Address, interfaces, parse
from luckytui.bots import make
from luckytui.client.session import Log
from luckytui.games import GAMES
from luckytui.table.payloads import decode_sentence, decode_table_view, encode
from luckytui.table.requests import Act
from luckytui.table.views import TableView
from net import Ack, Client, Ended, Event, Reject, Trouble, View, Welcome, limits, peek, whereabouts
from net.messages import Pong
from net.security import read_code
from tests.faults.tempo import hasten

_REST = 0.1
"""Seconds between a move that was refused and the next."""


class Diarist:
    """A client that plays, thinking for some seconds about each move, and tells what befalls it."""

    def __init__(
        self,
        address: Address,
        name: str,
        game: str,
        *,
        code: str | None,
        watch: bool,
        deaf: bool,
        level: str,
        think: float,
    ) -> None:
        self.client = Client(
            *address,
            name=name,
            program=PROGRAM,
            on_event=self._hear,
            code=code and read_code(code),
            watch=watch,
            whereabouts=partial(whereabouts, SERVICE_TYPE, interfaces=interfaces()),
        )
        self.gone = asyncio.Event()
        self._game = GAMES[game]
        self._bot = make(game, level, random.Random())
        self._think = think
        self._deaf = deaf
        self._asked: dict[bytes, Any] = {}
        self._thinking_of = 0
        self._log = Log()
        self._table_view: TableView | None = None
        self._over = False
        self._here: list[bool] = []

    def _hear(self, event: Event) -> None:
        match event:
            case Welcome(seat=seat):
                say(seat=seat)
            case View(payload=payload):
                self._see(decode_table_view(payload))
            case Ack(id=asked):
                say(acked=self._asked.pop(asked))
                self._go_if_all_is_answered()
            case Reject(id=asked, payload=payload):
                del self._asked[asked]
                say(refused=str(decode_sentence(payload)))
                asyncio.get_running_loop().call_later(_REST, self._try_again)
            case Trouble(error=error):
                say(lost=error.code)
            case Ended(error=error):
                say(ended=error.code)
                self.gone.set()

    def _see(self, table_view: TableView) -> None:
        self._table_view = table_view = self._log.complete(table_view)
        here = [occupant.kind != "open" and occupant.here for occupant in table_view.occupants]
        if here != self._here:
            self._here = here
            say(here=here)
        if table_view.ended and not self._over:
            self._over = True
            say(over=table_view.ended.scores)
            self._go_if_all_is_answered()
        if table_view.match and self._deaf:
            self._deaf = False
            self._babbling = asyncio.create_task(self._babble())
        self._think_again()

    def _try_again(self) -> None:
        self._thinking_of = 0
        self._think_again()

    def _think_again(self) -> None:
        play = self._table_view and self._table_view.match
        if play and play.prompt not in {0, self._thinking_of}:
            self._thinking_of = play.prompt
            asyncio.get_running_loop().call_later(self._think, self._answer, play.prompt)

    def _answer(self, prompt: int) -> None:
        play = self._table_view and self._table_view.match
        if play and play.prompt == prompt:
            move = self._bot.choose(play.view, play.moves)
            self._asked[self.client.send(prompt, encode(Act(move)))] = msgspec.to_builtins(move)

    def _go_if_all_is_answered(self) -> None:
        if self._over and not self._asked:
            self.gone.set()

    async def _babble(self) -> None:
        """Read nothing any more, but say all the time that we are there, until the line is cut."""
        line = self.client._connection
        assert line
        assert line.transport
        line.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.transport.pause_reading()
        while not line.gone.is_set():
            line.send(Pong())
            line.flush()
            await asyncio.sleep(limits.PING)


def say(**what: Any) -> None:
    """Note something in the diary."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


async def _play(given: argparse.Namespace) -> None:
    address = parse(given.address)
    info = await peek(*address)
    players = [
        Diarist(
            address,
            given.name,
            info.game,
            code=given.code,
            watch=given.watch,
            deaf=given.deaf,
            level=given.level,
            think=given.think,
        )
        for _ in range(given.times)
    ]
    for player in players:
        player.client.start()
    for player in players:
        await player.gone.wait()
        await player.client.leave()


def _main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("name")
    parser.add_argument("--code")
    parser.add_argument("--watch", action="store_true")
    parser.add_argument("--deaf", action="store_true", help="stop reading as soon as the game has begun")
    parser.add_argument("--level", default="easy")
    parser.add_argument("--think", type=float, default=0.0)
    parser.add_argument("--times", type=int, default=1, help="so many of them, in this process")
    hasten()
    asyncio.run(_play(parser.parse_args()))


if __name__ == "__main__":
    _main()
