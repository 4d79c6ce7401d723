"""What a program imports until its first screen is there: what it does not need yet would make one wait."""

import subprocess
import sys

from luckytui.games import GAMES

CODE = """
import asyncio, gc, sys
from contextlib import asynccontextmanager
from luckytui.cli import commands
from luckytui.cli.parser import parse
from luckytui.tui.app import LuckyApp
from luckytui.shown.navigation import AtTable, Home
from luckytui.system.viewer import Viewer

async def first_screen(start):
    app = LuckyApp(start, Viewer(is_guest=True))
    gc.disable()
    async with app.run_test(size=(80, 24)):
        while not app.screen.query("KeyBar"):
            await asyncio.sleep(0)
        print(*sys.modules)
        while not gc.isenabled():
            await asyncio.sleep(0)

class NoNetwork:
    recall = staticmethod(lambda: None)
    unfinished = staticmethod(lambda: [])
    @asynccontextmanager
    async def look_around(self, *_):
        yield

asyncio.run(first_screen(Home("Ana", NoNetwork())))
given = parse(["play", "lucky-numbers", "--seed=1"])
spec = commands.spec_of(given, name="", bots=given.seats - 1)
asyncio.run(first_screen(AtTable(commands.access.play_alone(spec, "Ana"))))
"""
"""Shows the home screen, then a game against bots, and tells after each what is imported."""

HEAVY = {"cryptography", "markdown_it", "multiprocessing", "net", "segno", "sqlite3", "tomlkit", "zeroconf"}


def test_the_first_screen_imports_only_what_it_shows() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, check=True, text=True)
    home, game = (set(line.split()) for line in done.stdout.splitlines())

    def below(package: str, modules: set[str]) -> set[str]:
        return {name.removeprefix(f"{package}.") for name in modules if name.startswith(f"{package}.")}

    screens = {"base", "browse", "home", "too_small"}
    assert below("luckytui.tui.screens", home) == screens
    assert below("luckytui.tui.screens", game) == screens | {"table", "table_base"}
    boards, bots = {"keys", "model", "picture", "words"}, {"bots", "hands", "hard", "network"}
    for modules, imported in ((home, set()), (game, {"lucky_numbers"})):
        of = {tuple(name.split(".")[:2]) for name in below("luckytui.games", modules)}
        assert {folder for folder, *part in of if boards & {*part}} == imported
        assert {folder for folder, *part in of if bots & {*part}} <= imported
    assert not HEAVY & (home | game)
    for unused in ("lab", "door", "host", "cli.network_access", "plain", "records.store"):
        assert f"luckytui.{unused}" not in home | game


def test_every_board_s_keys_can_be_changed_though_none_was_shown() -> None:
    code = (
        "from luckytui.tui.commands import changeable; print(*{each.group for each in changeable().values()})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert set(GAMES) <= set(done.stdout.split())


def test_a_game_in_lines_loads_nothing_that_draws() -> None:
    code = (
        "import sys; from luckytui import cli; assert not cli.run(['play', 'lucky-numbers', '--plain']);"
        "print(*{each.split('.')[0] for each in sys.modules}, 'luckytui.tui' in sys.modules)"
    )
    typed = "1\nhint\nrules\n0\nleave\nleave\n"
    done = subprocess.run(
        [sys.executable, "-c", code], input=typed, capture_output=True, check=True, text=True
    )
    *packages, is_drawn = done.stdout.splitlines()[-1].split()
    assert "luckytui" in packages
    assert "textual" not in packages
    assert is_drawn == "False"
