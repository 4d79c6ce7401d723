"""Long trials of the stored games, which the suite makes shorter:

    .venv/bin/python -m tests.store_trials [--games 200] [--kills 50] [--changes 2000] [--branches 100]

Random games of each kind are stored, exported, imported elsewhere and replayed to equal states; any changed
byte of an export is found; programs that store games are killed, two at a time; and branches from random
steps leave the stored record as it is. It ends with an error at the first thing that is wrong.
"""

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from luckytui.client.branch import Branch
from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.lab.simulate import play
from luckytui.records.store import Store
from luckytui.table.record import Record, RecordError, read, snapshots, write
from luckytui.testing.plays import cases

say = partial(print, flush=True)

KEEPER = """
import sys
from pathlib import Path
from luckytui.records.store import Store
from luckytui.table.record import read
store = Store(Path(sys.argv[1]))
for record in read(sys.stdin.buffer.read()):
    store.keep(record)
    print(record.started.id, flush=True)
"""
"""Stores the games of its input, and says after each that it is stored."""


def random_games(game: Game, number: int) -> list[Record]:
    """Return games of random moves, with any number of seats and options."""
    rng = Random(game.key)
    kinds = [rng.choice(cases(game)) for _ in range(number)]
    return [
        play(game, options, ["random"] * seats, f"trial {seed}").record
        for seed, (seats, options) in enumerate(kinds)
    ]


def travel(folder: Path, number: int) -> None:
    """Store, export, import elsewhere, and replay."""
    for game in GAMES.values():
        here, elsewhere = Store(folder / f"{game.key}.sqlite"), Store(folder / f"{game.key}-2.sqlite")
        records = random_games(game, number)
        for record in records:
            here.keep(record)
        exported = b"".join(here.text(each.id) for each in here.games())
        assert elsewhere.add(exported) == len(here.games())
        for record in records:
            (there,) = read(elsewhere.text(record.started.id))
            assert [*snapshots(there)] == [*snapshots(record)]
            assert write(there) == here.text(record.started.id)
        say(f"{game.key}: {number} games stored, exported, imported and replayed to equal states")


def spoil(changes: int) -> None:
    """Change single bytes of exports; each must be found, and its line named."""
    rng = Random("spoilt")
    texts = [write(random_games(game, 1)[0]) for game in GAMES.values()]
    for _ in range(changes):
        text = bytearray(rng.choice(texts))
        place = rng.randrange(len(text))
        line = text[:place].count(b"\n") + 1
        text[place] = rng.choice([byte for byte in range(256) if byte != text[place]])
        assert _first_wrong_line(bytes(text)) == line, place
    say(f"{changes} changed bytes, each found in its line")


def _first_wrong_line(text: bytes) -> int:
    try:
        list(read(text))
    except RecordError as error:
        return error.line
    return 0


def kill(file: Path, kills: int) -> None:
    """Kill two programs at a time that store games; what they said is stored must be, and be whole."""
    rng = Random("killed")
    jack = GAMES["lucky-jack"]
    games = [
        [play(jack, jack.options(), ["random"] * 2, f"{side}{number}").record for number in range(60)]
        for side in "ab"
    ]
    promised = set[str]()
    for number in range(kills):
        programs = [_keeper(file, records) for records in games]
        for program in programs:
            assert program.stdout
            promised.add(program.stdout.readline().decode().strip())
        time.sleep(rng.random() / 5)
        for program in programs:
            os.kill(program.pid, signal.SIGKILL)
        for program in programs:
            assert program.stdout
            promised |= {line.decode().strip() for line in program.stdout if line.endswith(b"\n")}
            program.wait()
        store = Store(file)
        stored = {each.id for each in store.games()}
        assert promised <= stored, f"lost after kill {number}: {promised - stored}"
        for each in stored:
            list(read(store.text(each)))
            if rng.random() < 0.5:
                store.delete(each)
                promised.discard(each)
    say(f"{kills} times two programs were killed while they stored games: none lost, none torn")


def _keeper(file: Path, records: Sequence[Record]) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", KEEPER, str(file)]
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert program.stdin
    program.stdin.write(b"".join(map(write, records)))
    program.stdin.close()
    return program


async def branch(file: Path, branches: int) -> None:
    """Play on from random steps of stored games, with other moves; the stored records stay as they are."""
    rng, store = Random("branches"), Store(file)
    for game in GAMES.values():
        for record in random_games(game, 3):
            store.keep(record)
    before = {each.id: store.text(each.id) for each in store.games()}
    for _ in range(branches):
        (record,) = read(before[rng.choice([*before])])
        snapshot = rng.choice([*snapshots(record)][:-1])
        seat = rng.randrange(record.started.seats)
        session = Branch(record, snapshot.made, seat)
        session.open(lambda _: None)
        await session.leave()
    assert {each.id: store.text(each.id) for each in store.games()} == before
    say(f"{branches} branches from random steps left the stored records byte for byte")


def main() -> None:
    """Make all trials."""
    parser = argparse.ArgumentParser()
    for name, number in {"games": 200, "kills": 50, "changes": 2000, "branches": 100}.items():
        parser.add_argument(f"--{name}", type=int, default=number)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        travel(Path(folder), given.games)
        spoil(given.changes)
        kill(Path(folder) / "killed.sqlite", given.kills)
        asyncio.run(branch(Path(folder) / "branches.sqlite", given.branches))


if __name__ == "__main__":
    main()
