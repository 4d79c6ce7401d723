"""Many tables behind one port: what a table costs, how many moves a second there are, and the slowest answer.

    .venv/bin/python -m benchmarks.tables [--tables N] [--processes K] [--think S --seconds T]

One `luckytui serve lucky-numbers --tables N --seats 4 --open --once` plays N games at the same time, with a
journal for each; its seats are played by bots (*random*) in K other processes, all with TLS. They do not
think, so the machine is as busy as it can be and the answers are as slow as they can be; or each thinks for S
seconds before it moves, more or less, as people do, and after T seconds all is stopped.

The floor in the same run is to play as many games in one process without a network, a journal or a clock.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import NamedTuple

from benchmarks.figures import machine
from luckytui.address import Address, parse
from luckytui.bots import make
from luckytui.games.lucky_numbers.rules import LUCKY_NUMBERS
from luckytui.host.launch import READY
from luckytui.table.match import Match
from luckytui.table.payloads import decode_table_view, encode
from luckytui.table.record import read
from luckytui.table.requests import Act
from net import Ack, Client, Ended, Event, View

SEATS = 4
RUSH = 5.0
"""In so many seconds all connect, and agree on keys."""

_LOOPBACK = "127.0.0.1"
_MB = 1024 * 1024


class Answer(NamedTuple):
    """The answer to a move."""

    at: float
    """When it came, on the clock of `perf_counter`, which all processes share."""
    seconds: float
    """How long it took, from the move to its acknowledgement."""


class Seat:
    """A bot at a seat across the network, which notes how long each answer took."""

    def __init__(self, address: Address, number: int, think: float) -> None:
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.answers: list[Answer] = []
        self._rng = Random(number)
        self._bot = make(LUCKY_NUMBERS.key, "random", self._rng)
        self._think = think
        self._asked_at = 0.0
        self._answered = 0
        self._client = Client(
            address.host,
            address.port,
            name=f"seat {number}",
            program="benchmark",
            on_event=self._hear,
        )

    async def play(self) -> None:
        """Play until the game is over, or it is cancelled."""
        self._client.start()
        try:
            await self.over
        finally:
            await self._client.close()

    def _hear(self, event: Event) -> None:
        match event:
            case Ack():
                now = perf_counter()
                self.answers.append(Answer(now, now - self._asked_at))
            case View():
                self._look(event)
            case Ended() if not self.over.done():
                self.over.set_exception(event.error)

    def _look(self, view: View) -> None:
        play = decode_table_view(view.payload).match
        if play is None or self.over.done():
            return
        if not play.view.active:
            self.over.set_result(None)
        elif play.prompt not in {0, self._answered}:
            self._answered = play.prompt
            move = encode(Act(self._bot.choose(play.view, play.moves)))
            if self._think:
                pause = self._think * self._rng.uniform(0.5, 1.5)
                asyncio.get_running_loop().call_later(pause, self._move, play.prompt, move)
            else:
                self._move(play.prompt, move)

    def _move(self, prompt: int, move: bytes) -> None:
        self._asked_at = perf_counter()
        self._client.send(prompt, move)


class Played(NamedTuple):
    """What the seats of one process saw."""

    answers: Sequence[Answer]
    began: float
    ended: float


def play_seats(address: Address, numbers: range, think: float, seconds: float | None) -> Played:
    """Play seats in this process until their games are over, or for so many seconds."""
    return asyncio.run(_play_seats(address, numbers, think, seconds))


async def _play_seats(address: Address, numbers: range, think: float, seconds: float | None) -> Played:
    seats = [Seat(address, number, think) for number in numbers]
    began = perf_counter()
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(seat.play() for seat in seats))
    answers = [answer for seat in seats for answer in seat.answers]
    return Played(answers, began, perf_counter())


def computed(process: int) -> float:
    """Return how many seconds a process has computed; to the nanosecond, as ticks miss work that is short."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


class Serving(NamedTuple):
    """A host that runs."""

    process: "subprocess.Popen[str]"
    address: Address

    @property
    def memory(self) -> int:
        """How many bytes of memory it has now."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf(
            "SC_PAGE_SIZE"
        )

    @property
    def processor(self) -> float:
        """How many seconds it has computed."""
        return computed(self.process.pid)


@contextmanager
def serving(
    tables: int, folder: Path, game: str = LUCKY_NUMBERS.key, seats: int = SEATS
) -> Iterator[Serving]:
    """Serve tables on loopback; journals and record go to the folder."""
    command = [sys.executable, "-m", "luckytui", "serve", game, f"--tables={tables}"]
    flags = [f"--seats={seats}", "--open", "--once", f"--bind={_LOOPBACK}", "--port=0"]
    environment = {
        **os.environ,
        "LUCKYTUI_INTERFACES": _LOOPBACK,
        "XDG_STATE_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
    }
    command = [*command, *flags, f"--record={folder / 'record'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:  # noqa: S603
        try:
            assert process.stdout is not None  # noqa: S101 - it is a pipe
            yield Serving(process, parse(process.stdout.readline().removeprefix(READY)))
        finally:
            process.terminate()


class Peak:
    """The most that a host has used so far: bytes of memory, and seconds of computing."""

    def __init__(self, host: Serving) -> None:
        self.memory = 0
        self.processor = 0.0
        self._host = host

    def look(self) -> None:
        """Look at the host, unless it has ended."""
        with suppress(OSError, IndexError):
            self.memory = max(self.memory, self._host.memory)
            self.processor = self._host.processor


def play_all(host: Serving, given: argparse.Namespace) -> tuple[Sequence[Played], Peak]:
    """Play at all tables with some processes, until all games are over or the time is up."""
    shares = [range(first, given.tables * SEATS, given.processes) for first in range(given.processes)]
    peak = Peak(host)
    with ProcessPoolExecutor(given.processes, get_context("spawn")) as pool:
        how = (given.think, given.seconds)
        waiting = {pool.submit(play_seats, host.address, share, *how) for share in shares}
        done = waiting
        while waiting:
            _finished, waiting = wait(waiting, timeout=0.1)
            peak.look()
        return [future.result() for future in done], peak


def play_here(tables: int) -> tuple[int, float]:
    """Play as many games without a network; return how many moves there were, and the seconds it took."""
    began, moves = process_time(), 0
    for number in range(tables):
        match = Match(LUCKY_NUMBERS, LUCKY_NUMBERS.options(), ["bot"] * SEATS, f"floor {number}")
        bots = [make(LUCKY_NUMBERS.key, "random", Random(seat)) for seat in range(SEATS)]
        while match.prompts:
            seat = min(match.prompts)
            shown = match.view(seat)
            match.submit(seat, shown.prompt, bots[seat].choose(shown.view, shown.moves))
            moves += 1
    return moves, process_time() - began


def measure(given: argparse.Namespace) -> None:
    """Play all games, and tell what it took."""
    where, tables = machine(), given.tables
    here_moves, here_seconds = play_here(tables)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving(1, folder) as host:
            alone = host.memory
        with serving(tables, folder) as host:
            empty = host.memory
            played, peak = play_all(host, given)
        records = (folder / "record").read_bytes()
        games = sum(1 for _ in read(records)) if records else 0
    answers = [answer for share in played for answer in share.answers]
    began = min(share.began for share in played)
    seconds = max(share.ended for share in played) - began
    waits = [answer.seconds for answer in answers]
    rush = [answer.seconds for answer in answers if answer.at <= began + RUSH]
    settled = [answer.seconds for answer in answers if answer.at > began + RUSH]
    *_, late = quantiles(waits, n=1000)
    by_host, by_floor = peak.processor / len(answers), here_seconds / here_moves
    figures = {
        "games played to their end": f"{games} of {tables}",
        "memory of a host with one empty table": f"{alone / _MB:.1f} MB",
        "memory of each further empty table": f"{(empty - alone) / (tables - 1) / 1024:.0f} KB",
        "memory of a table in play, with its connections": f"{(peak.memory - alone) / tables / 1024:.0f} KB",
        "moves": f"{len(answers)} in {seconds:.1f} s",
        "moves a second": f"{len(answers) / seconds:.0f}",
        "answer to a move, median": f"{1000 * median(waits):.1f} ms",
        "answer to a move, 999 of 1000 within": f"{1000 * late:.0f} ms",
        f"slowest answer in the first {RUSH:g} s, while all come": f"{1000 * max(rush, default=0.0):.0f} ms",
        "slowest answer later": f"{1000 * max(settled, default=0.0):.0f} ms",
        "the host computes, a move": f"{1e6 * by_host:.0f} µs",
        "the floor computes, a move": f"{1e6 * by_floor:.0f} µs",
        "host ÷ floor": f"{by_host / by_floor:.1f}",
    }
    print(f"{where}; {tables} tables of {SEATS} seats; the seats in {given.processes} processes")
    print(f"Each thinks for about {given.think:g} s before it moves.\n")
    print("| what | figure |\n| --- | ---: |")
    for what, figure in figures.items():
        print(f"| {what} | {figure} |")


def main(arguments: Sequence[str]) -> None:
    """Measure, as the command line says."""
    parser = argparse.ArgumentParser(description="many tables behind one port")
    parser.add_argument("--tables", type=int, default=200, help="how many (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=2, help="for the seats (default: %(default)s)")
    parser.add_argument("--think", type=float, default=0.0, help="seconds before a move (default: none)")
    parser.add_argument("--seconds", type=float, help="how long to play (default: to the end)")
    measure(parser.parse_args(arguments))


if __name__ == "__main__":
    main(sys.argv[1:])
