"""`python -m tests.faults.kills [GAME …]`: kills hosts at random moments in the middle of games, and counts.

Each game is played by people and a bot of the host. Every now and then its host is killed as nothing can be
killed more suddenly, and resumed, until the game ends. Then what was acknowledged must have been made.
"""

import argparse
import asyncio
import json
import random
import signal
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from luckytui.games import GAMES
from luckytui.games.interface import Move, Seat
from luckytui.host.saved_tables import look_into
from luckytui.table.journal_entries import Moved
from luckytui.table.record import read
from tests.faults.programs import ONLY_HERE, Computer, Player, Table

_NAMES = ("Ana", "Ben", "Cleo", "Dan")
_AT_ONCE = 2
"""How many games are played at a time."""


class Run(NamedTuple):
    """A game that was played to its end, although its host was killed."""

    kills: int
    acknowledged: int
    """How many moves of people were acknowledged. Each was kept, once and in its place."""
    absences: list[float]
    """How many seconds each time passed from the kill until the host listened again."""


async def play(
    computer: Computer,
    game: str,
    chance: random.Random,
    *,
    kills: int | None = None,
    between: Callable[[Path], None] = lambda _journal: None,
) -> Run:
    """Play a game, and kill its host so many times on the way, or again and again until it ends.

    `between` may change the journal while no host runs. Asserts what `check` does.
    """
    people = max(2, GAMES[game].seats[0])
    table = await computer.serve(
        game, f"--seats={people + 1}", "--bots=normal", "--pace=0.01", *computer.record_flag, *ONLY_HERE
    )
    players = [await _seated(computer, table, name) for name in _NAMES[:people]]
    absences: list[float] = []
    while len(absences) != kills and await _is_in_the_middle(chance.choice(players), chance):
        killed_at = time.monotonic()
        await table.kill()
        between(*computer.journals())
        table = await computer.resume()
        absences.append(time.monotonic() - killed_at)
    for player in players:
        assert await player.end() == 0, player
    await check(computer, table, players)
    return Run(len(absences), sum(len(player.noted("acked")) for player in players), absences)


async def check(computer: Computer, table: Table, players: Sequence[Player]) -> None:
    """Assert that the only game's record is valid, and that each acknowledged move was made and kept once.

    It ends the host: suddenly, to look into its journal, and then in good order, which takes that away.
    """
    await table.kill()
    kept = _kept(*computer.journals())
    table = await computer.resume()
    table.send(signal.SIGTERM)
    assert await table.end() == 0
    assert not computer.journals()
    recorded = _recorded(computer.record)
    for player in players:
        (seat,) = set(player.noted("seat"))
        acknowledged = player.noted("acked")
        assert acknowledged == kept[seat] == recorded[seat]


async def _seated(computer: Computer, table: Table, name: str) -> Player:
    player = await computer.play(table, name, "--think=0.005")
    await player.notes("seat")
    return player


async def _is_in_the_middle(player: Player, chance: random.Random) -> bool:
    """Wait for a random moment; return whether the game is still going on then."""
    moves = len(player.noted("acked")) + chance.randint(1, 8)
    await player.until(lambda: len(player.noted("acked")) >= moves or player.noted("over"))
    await asyncio.sleep(chance.uniform(0, 0.03))
    return not player.noted("over")


def _recorded(file: Path) -> dict[Seat, list[Any]]:
    """What each seat did, in order, by the only record of a file. Raises RecordError for an invalid one."""
    (record,) = read(file.read_bytes())
    moves = defaultdict(list)
    for step in record.steps:
        moves[step.seat].append(_plain(step.move))
    return moves


def _kept(journal: Path) -> dict[Seat, list[Any]]:
    """What each seat did, in order, by a journal."""
    moves = defaultdict(list)
    for line in look_into(journal).contents.lines():
        if isinstance(line.entry, Moved):
            moves[line.entry.seat].append(_plain(line.entry.move))
    return moves


def _plain(move: Move) -> Any:
    """A move as it stands in a diary."""
    return json.loads(msgspec.json.encode(move))


async def _many(game: str, times: int, seed: int) -> list[Run]:
    turns = asyncio.Semaphore(_AT_ONCE)

    async def one(number: int) -> Run:
        async with turns, AsyncExitStack() as running:
            home = Path(running.enter_context(tempfile.TemporaryDirectory()))
            computer = Computer("127.0.0.1", home, (), running)
            return await play(computer, game, random.Random(f"{seed} {game} {number}"))

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(number)) for number in range(times)]
    return [task.result() for task in tasks]


def _told(game: str, runs: list[Run]) -> str:
    absences = [absence for run in runs for absence in run.absences]
    return (
        f"{game}: {len(runs)} games, {sum(run.kills for run in runs)} kills,"
        f" {sum(run.acknowledged for run in runs)} moves acknowledged and none of them lost;"
        f" back after {statistics.median(absences):.2f} s, at most {max(absences):.2f} s"
    )


def _main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.randrange(1000))
    given = parser.parse_args()
    sys.stdout.write(f"seed {given.seed}\n")
    for game in given.games:
        sys.stdout.write(_told(game, asyncio.run(_many(game, given.times, given.seed))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _main()
