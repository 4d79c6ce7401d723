"""`python -m tests.faults.moving [GAME …]`: moves hosts to other addresses in the middle of games.

It prints how many seconds pass until a player is back. Play it in real time: with REAL=1.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from luckytui.games import GAMES
from tests.faults.lan import Lan
from tests.faults.programs import Computer

ELSEWHERE = "10.77.0.99"


async def back_after_a_move(game: str, lan: Lan, computers: list[Computer]) -> list[float]:
    """Let two or three play, move their host, and return how many seconds each was without it.

    Asserts that all see the same end, each in the same seat as before.
    """
    host, *guests = computers
    people = max(2, GAMES[game].seats[0])
    table = await host.serve(game, f"--seats={people}", "--once")
    players = []
    for number in range(people):
        players.append(await guests[number % 2].play(table, f"Player {number}", "--think=0.03"))
        await players[-1].notes("seat")
    await players[-1].notes("acked", times=2)
    lan.change_address(1, ELSEWHERE)
    moved_at = time.monotonic()

    async def is_back(number: int) -> float:
        await players[number].notes("seat", times=2)
        return time.monotonic() - moved_at

    seconds = await asyncio.gather(*map(is_back, range(people)))
    for number, player in enumerate(players):
        assert await player.end() == 0, player
        assert set(player.noted("seat")) == {number}
        assert player.noted("over") == players[0].noted("over")
    return list(seconds)


async def _one(game: str) -> list[float]:
    with Lan(3) as lan, tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as running:
            homes = [Path(folder) / str(number) for number in (1, 2, 3)]
            for home in homes:
                home.mkdir()
            computers = [
                Computer(lan.address(number), home, lan.inside(number), running)
                for number, home in enumerate(homes, 1)
            ]
            return await back_after_a_move(game, lan, computers)


def _main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    for game in given.games:
        seconds = [each for _ in range(given.times) for each in asyncio.run(_one(game))]
        median, worst = statistics.median(seconds), max(seconds)
        sys.stdout.write(f"{game}: {len(seconds)} back after {median:.1f} s, at most {worst:.1f} s\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _main()
