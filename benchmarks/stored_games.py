"""How long it takes to list, filter and add up 20,000 stored games.

    .venv/bin/python -m benchmarks.stored_games

*bare* is SQLite alone, which reads the same columns of all games and does nothing with them. It is the
processor's time that counts: the file is in memory, and other programs use the computer.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import msgspec

from benchmarks.figures import HEAD, machine, row
from luckytui.games import GAMES
from luckytui.lab.simulate import play
from luckytui.records.statistics import of_person, people
from luckytui.records.store import Store

_GAMES = 20_000
_ROUNDS = 10
_NAMES = ("Ana", "Ben", "Cem", "Dora", "Emil", "Fay")


def _fill(file: Path) -> None:
    """Store some games of each kind, and these again and again under other ids, dates and names."""
    store = Store(file)
    for game in GAMES.values():
        for number in range(3):
            store.keep(play(game, game.options(), ["easy"] * max(4, game.seats[0]), str(number)).record)
    with sqlite3.connect(file) as database:
        games = database.execute("SELECT * FROM games").fetchall()
        texts = dict(database.execute("SELECT id, text FROM records"))
        database.execute("DELETE FROM games")
        for number in range(_GAMES):
            old, about = games[number % len(games)]
            for bot in range(1, 5):
                about = about.replace(f"easy {bot}", _NAMES[(number + bot) % len(_NAMES)])
            day = f"20{16 + number // 2000}-{1 + number % 12:02}-{1 + number % 28:02}T20:{number % 60:02}:00Z"
            new = f"{number:032x}"
            game = msgspec.json.decode(about) | {"id": new, "played": day, "mine": number % 4}
            database.execute("INSERT INTO games VALUES (?, ?)", (new, msgspec.json.encode(game).decode()))
            database.execute("INSERT INTO records (id, text) VALUES (?, ?)", (new, texts[old]))
    database.close()


def _timed(name: str, job: Callable[[], object]) -> None:
    seconds = []
    for _ in range(_ROUNDS):
        start = process_time()
        job()
        seconds.append(process_time() - start)
    print(row(name, seconds))


def _bare(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("SELECT * FROM games ORDER BY id").fetchall()
    database.close()


def _main() -> None:
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "games.sqlite")
        _fill(store.file)
        size = sum(file.stat().st_size for file in Path(folder).iterdir()) / 1e6
        print(f"{_GAMES:,} games, {size:.0f} MB. {machine()}\n\n{HEAD}")
        _timed("bare", lambda: _bare(store.file))
        _timed("list", store.games)
        _timed("filter: jack ben 2021", lambda: store.games(["jack", "ben", "2021"]))
        _timed("everyone who has played", lambda: people(store.games()))
        _timed("one person's statistics", lambda: of_person(store.games(), "Ana"))


if __name__ == "__main__":
    _main()
