"""The stored games: kept, exported, imported elsewhere; torn files, newer ones, two programs, and kills."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.lab.simulate import play
from luckytui.records.store import Store, StoreError
from luckytui.table.record import Record, RecordError, read, write


def played(
    game: str = "lucky-numbers", seed: str = "stored", bots: Sequence[str] = ("easy", "random")
) -> Record:
    """Return the record of a game of bots."""
    return play(
        GAMES[game], GAMES[game].options(), [*bots] * (2 if game == "lucky-squares" else 1), seed
    ).record


PLAYED = played()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data" / "games.sqlite")


def problem(store: Store) -> str:
    with pytest.raises(StoreError) as error:
        store.games()
    return str(error.value)


def test_a_game_is_kept_once_and_what_is_known_adds_up(store: Store) -> None:
    """A host stores it without knowing who its players are at home; a resumed one stores it twice."""
    store.keep(PLAYED, None, ["easy", None])
    store.rate(PLAYED.started.id, [0.5, -0.5], [0, 1])
    store.keep(PLAYED, 1, [None, ""])
    store.keep(PLAYED)
    (game,) = store.games()
    assert game.mine == 1
    assert [(each.level, each.luck, each.mistakes) for each in game.players] == [
        ("easy", 0.5, 0),
        ("", -0.5, 1),
    ]


def test_the_latest_game_comes_first_and_words_choose(store: Store) -> None:
    for game, day in (("lucky-jack", "21"), ("lucky-numbers", "22"), ("lucky-box", "23")):
        record = played(game)
        store.keep(
            record._replace(started=replace(record.started, id=game, played=f"2026-11-{day}T12:00:00Z"))
        )
    assert [each.id for each in store.games()] == ["lucky-box", "lucky-numbers", "lucky-jack"]
    assert [each.id for each in store.games(["JACK"])] == ["lucky-jack"]
    assert [each.id for each in store.games(["random", "2026-11-22"])] == ["lucky-numbers"]
    assert store.games(["jack", "box"]) == []


def test_a_deleted_game_is_gone(store: Store) -> None:
    store.keep(PLAYED)
    store.delete(PLAYED.started.id)
    assert store.games() == []
    with store._open() as database:
        assert database.execute("SELECT count(*) FROM records").fetchone() == (0,)
    with pytest.raises(StoreError, match="There is no stored game"):
        store.text(PLAYED.started.id)


def test_the_beginning_of_an_id_will_do(store: Store) -> None:
    store.keep(PLAYED)
    assert store.find(PLAYED.started.id[:5]) == PLAYED.started.id
    with pytest.raises(StoreError, match="There is no stored game nothing"):
        store.find("nothing")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_an_export_is_imported_elsewhere_and_replays_to_equal_states(game: Game, tmp_path: Path) -> None:
    here, elsewhere = Store(tmp_path / "here.sqlite"), Store(tmp_path / "elsewhere.sqlite")
    for number in range(3):
        here.keep(played(game.key, f"seed {number}"))
    exported = b"".join(here.text(each.id) for each in here.games())
    assert elsewhere.add(exported) == 3
    for each in here.games():
        (before,), (after,) = read(here.text(each.id)), read(elsewhere.text(each.id))
        assert before == after
    assert {each.id for each in here.games()} == {each.id for each in elsewhere.games()}


def test_any_changed_byte_of_an_export_is_found(store: Store) -> None:
    text, rng = write(PLAYED), Random(7)
    for place in [0, len(text) - 1, text.index(b"\n"), *(rng.randrange(len(text)) for _ in range(200))]:
        spoilt = bytearray(text)
        spoilt[place] = rng.choice([byte for byte in b'\r\n\0 0a"}\xff' if byte != text[place]])
        with pytest.raises(RecordError) as error:
            store.add(bytes(spoilt))
        assert error.value.line == text[:place].count(b"\n") + 1
    assert store.games() == []


def test_of_a_file_with_a_fault_nothing_is_stored(store: Store) -> None:
    with pytest.raises(RecordError):
        store.add(write(PLAYED) + write(played(seed="other"))[:-9])
    assert store.games() == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"played": "yesterday"}, "Line 1 does not start a game"),
        ({"played": ""}, "Line 1 does not start a game"),
        ({"played": "2026-11-31T20:00:00Z"}, "Line 1 does not start a game"),
        ({"id": "\x1b[2J"}, "holds control characters"),
        ({"id": "../2"}, "its id is not"),
        ({"id": ""}, "its id is not"),
    ],
)
def test_a_foreign_record_with_a_bad_date_is_told(store: Store, change: dict[str, str], problem: str) -> None:
    with pytest.raises(RecordError, match=problem):
        store.add(write(PLAYED._replace(started=replace(PLAYED.started, **change))))
    assert store.games() == []


def test_an_import_overwrites_no_game_with_another(store: Store) -> None:
    store.keep(PLAYED)
    other = played(seed="other")
    with pytest.raises(StoreError, match="Another game with the id"):
        store.add(write(other._replace(started=replace(other.started, id=PLAYED.started.id))))
    assert store.text(PLAYED.started.id) == write(PLAYED)


def test_a_torn_file_is_named_and_left_as_it_is(store: Store) -> None:
    store.file.parent.mkdir()
    store.file.write_bytes(b"torn" * 5000)
    assert problem(store) == (
        f"The stored games in {store.file} are damaged: file is not a database."
        " Move this file away, and a new one is begun."
    )
    with pytest.raises(StoreError):
        store.keep(PLAYED)
    assert store.file.read_bytes() == b"torn" * 5000


def test_a_torn_page_is_named(store: Store) -> None:
    for number in range(9):
        store.keep(played(seed=str(number)))
    whole = store.file.read_bytes()
    store.file.write_bytes(whole[:4096] + b"\xee" * (len(whole) - 4096))
    assert "are damaged" in problem(store)


def test_a_file_of_a_newer_program_is_left_as_it_is(store: Store) -> None:
    store.keep(PLAYED)
    with sqlite3.connect(store.file) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StoreError, match="are from a newer luckytui"):
        store.delete(PLAYED.started.id)
    with sqlite3.connect(store.file) as database:
        assert database.execute("SELECT count(*) FROM games").fetchone() == (1,)
    database.close()


def test_a_full_disk_is_named_and_loses_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.keep(PLAYED)
    connect = sqlite3.connect

    def without_room(*arguments: object, **more: object) -> sqlite3.Connection:
        database = connect(*arguments, **more)
        database.execute("PRAGMA max_page_count = 5")
        return database

    monkeypatch.setattr(sqlite3, "connect", without_room)
    records = [played(seed=str(number)) for number in range(50)]
    with pytest.raises(StoreError, match="There is no room for games in"):
        list(map(store.keep, records))
    assert PLAYED.started.id in {each.id for each in store.games()}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    assert "cannot be used: " in problem(Store(tmp_path / "data" / "games.sqlite"))


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


def test_several_write_at_once(store: Store) -> None:
    """Eight threads, which are strangers to each other as programs are: each call opens the file itself."""
    records = [played(seed=str(number)) for number in range(24)]
    with ThreadPoolExecutor(8) as executor:
        list(executor.map(store.keep, records))
    assert {each.id for each in store.games()} == {each.started.id for each in records}


def test_a_program_that_is_killed_loses_no_game_that_it_stored(store: Store) -> None:
    text = b"".join(write(played(seed=str(number))) for number in range(40))
    command = [sys.executable, "-c", KEEPER, str(store.file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write(text)
        program.stdin.close()
        stored = [program.stdout.readline() for _ in range(5)]
        sleep(Random(3).random() / 50)
        os.kill(program.pid, signal.SIGKILL)
        stored += program.stdout.readlines()
    whole = {line.decode().strip() for line in stored if line.endswith(b"\n")}
    assert whole <= {each.id for each in store.games()}
    for each in store.games():
        assert [*read(store.text(each.id))]
    store.keep(PLAYED)


def changed(store: Store, change: str, *values: object) -> None:
    """Change the file behind the store's back."""
    store.keep(PLAYED)
    with sqlite3.connect(store.file) as database:
        database.execute(change, values)
    database.close()


RUBBISH = (
    ("UPDATE records SET text = ?", b"no zlib"),
    ("UPDATE records SET text = ?", 7),
    ("UPDATE records SET text = ?", zlib.compress(b"rubbish\n")),
    ("UPDATE records SET text = ?", zlib.compress(write(PLAYED)[:-9])),
    ("UPDATE records SET text = ?", zlib.compress(write(PLAYED) * 2)),
    ("DELETE FROM records WHERE id <> ?", ""),
)


@pytest.mark.parametrize(("change", "value"), RUBBISH, ids=range(len(RUBBISH)))
def test_a_damaged_record_is_named_and_mended_by_the_game(store: Store, change: str, value: object) -> None:
    changed(store, change, value)
    for read_it in (store.text, store.record):
        with pytest.raises(StoreError, match=f"game {PLAYED.started.id} in .* is damaged"):
            read_it(PLAYED.started.id)
    store.add(write(PLAYED))
    assert store.text(PLAYED.started.id) == write(PLAYED)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("played", '"yesterday"'),
        ("played", '"2026-11-22T20:00:00"'),
        ("played", '"0001-01-01T00:00:00+23:59"'),
        ("played", "7"),
        ("mine", "99"),
        ("mine", "-1"),
        ("mine", '"Ana"'),
        ("game", '"\udcff"'),
        ("players", "[]"),
        ("players", "[" * 9000),
        ("players", '[["Ana",1e999,true]]'),
        ("players", f'[["Ana",{10**400},true]]'),
        ("players", '[["Ana",1,true,null,1e300]]'),
    ],
)
def test_a_damaged_row_is_named_and_can_be_deleted(store: Store, field: str, value: str) -> None:
    store.keep(PLAYED, 0)
    fields = {name: json.dumps(each) for name, each in msgspec.to_builtins(store.games()[0]).items()}
    about = ",".join(f'"{name}":{each}' for name, each in (fields | {field: value}).items())
    changed(store, "UPDATE games SET about = ?", f"{{{about}}}".encode(errors="surrogateescape"))
    assert f"The stored game {PLAYED.started.id} in {store.file} is damaged. Delete it" in problem(store)
    store.delete(store.find(PLAYED.started.id[:6]))
    assert store.games() == []


def test_only_their_owner_can_read_the_games(store: Store) -> None:
    before = os.umask(0)
    store.file.parent.mkdir()
    store.file.touch(0o644)
    store.keep(PLAYED)
    with store._open() as database:
        database.execute("DELETE FROM games")
        modes = {path.name: oct(path.stat().st_mode & 0o777) for path in store.file.parent.iterdir()}
    os.umask(before)
    assert modes == dict.fromkeys([f"games.sqlite{end}" for end in ("", "-journal")], "0o600")


def test_of_several_games_all_are_stored_or_none(store: Store) -> None:
    store.keep(PLAYED)
    new, other = played(seed="new"), played(seed="other")
    clash = other._replace(started=replace(other.started, id=PLAYED.started.id))
    with pytest.raises(StoreError, match="Another game with the id"):
        store.add(write(new) + write(clash))
    assert [game.id for game in store.games()] == [PLAYED.started.id]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"names": ("x" * 1_000_000, "Ben")}, "a name has more than 48 characters"),
        ({"names": ("e" + "\u0301" * 5000, "Ben")}, "a name has more than 48 characters"),
        ({"names": ("Ana", "Ben", "Cem")}, "it has not one name for each seat"),
        ({"names": ("Ana",)}, "it has not one name for each seat"),
        ({"played": "2026-11-22T20:00:00"}, "its date has no time zone"),
    ],
)
def test_a_record_of_a_stranger_is_refused(store: Store, change: dict[str, Any], words: str) -> None:
    with pytest.raises(RecordError, match=words):
        store.add(write(PLAYED._replace(started=replace(PLAYED.started, **change))))
    assert store.games() == []


@pytest.mark.parametrize("start", [b"", write(PLAYED), write(PLAYED).partition(b"\n")[0] + b"\n"])
def test_millions_of_empty_lines_are_refused_at_the_first(store: Store, start: bytes) -> None:
    tracemalloc.start()
    with pytest.raises(RecordError) as error:
        store.add(start + b"\n" * 5_000_000)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert error.value.line == start.count(b"\n") + 1
    assert most < 20_000_000, "no list of all lines"
