"""Plays many games in lines, each to its end: `python -m tests.plain --games 200`."""

import argparse
import asyncio
import sys
import time

from luckytui.games import GAMES
from tests.plain.conversation import Listener
from tests.plain.tables import alone, what_is_wrong


async def main() -> None:
    """Play so many games of each kind, and say what is wrong with what was said."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", choices=[*GAMES, []], help="which games; all if none is named")
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args()
    count = given.games
    for game in (GAMES[key] for key in given.game or GAMES):
        begun, lines = time.monotonic(), 0
        for number in range(count):
            seats = game.seats[number % len(game.seats)]
            said = await Listener(alone(game, seats, f"game {number}"), number).play()
            lines += said.count("\n")
            for wrong in what_is_wrong(said):
                sys.stdout.write(f"{game.key}, seed {number}: {wrong}\n")
        seconds = time.monotonic() - begun
        sys.stdout.write(f"{game.title}: {count} games ended, {lines} lines, {seconds:.0f} s\n")


asyncio.run(main())
