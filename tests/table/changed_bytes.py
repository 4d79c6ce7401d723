"""`python -m tests.table.changed_bytes [CHANGES]`: any single byte changed in a record is found.

It changes this many random bytes of records of all games, one at a time, and prints how many were not found.
"""

# ruff: noqa: T201 - a command

import sys
from collections.abc import Iterator
from random import Random

from luckytui.games import GAMES
from luckytui.lab.simulate import play
from luckytui.table.record import RecordError, read, write


def not_found(changes: int, chance: Random) -> Iterator[tuple[str, int, int]]:
    """Change bytes; yield the game, the place and the new byte of each change that reading does not find."""
    for number, game in enumerate(GAMES.values()):
        seats = max(2, game.seats[0])
        text = write(play(game, game.options(), ["random"] * seats, f"bytes {chance.random()}").record)
        for _ in range(number, changes, len(GAMES)):
            place = chance.randrange(len(text))
            byte = chance.choice([byte for byte in range(256) if byte != text[place]])
            try:
                [*read(text[:place] + bytes([byte]) + text[place + 1 :])]
            except RecordError:
                continue
            yield game.key, place, byte


if __name__ == "__main__":
    changes = int(sys.argv[1]) if sys.argv[1:] else 2000
    found = [*not_found(changes, Random())]
    print(f"{changes} changes, not found: {len(found)}", *found)
    sys.exit(bool(found))
