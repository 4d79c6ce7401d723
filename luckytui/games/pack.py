"""What a game brings to the program, and how the program finds it: as a package that is installed beside it.

A game's package names its `GamePack` in the entry-point group `luckytui.games`, by the game's key:

    [project.entry-points."luckytui.games"]
    pig = "pig:PACK"

Only the rules must be there. Every other part refines what the program has for any game.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import Annotated, Any

from msgspec import Meta, Struct, toml

from luckytui.games.interface import SPECTATOR, Game, State
from luckytui.games.options import fields
from luckytui.text import N_, add_catalogue

CANNOT_LOAD = N_("The game {game} cannot be loaded: {why}. Update its package, or uninstall it.")
"""What to say about a game in BROKEN."""
GROUP = "luckytui.games"
"""The entry points that name games."""


class GamePack(Struct, frozen=True, kw_only=True):
    """Where the parts of a game are. Each is imported when it is first needed.

    A part is a module of the package, or "module:name" for something in one; empty: there is none. Data is in
    files of the package, which may be missing as well: words.toml, colors.toml, weights.toml, rulebook.toml,
    lesson.toml, and in locale/ the translations (<language>/LC_MESSAGES/<key>.mo).
    """

    package: str
    """Its name: `__name__`, where the pack is in the package itself."""
    rules: str
    """The `Game`."""
    bots: Mapping[str, str] = {}
    """The bot of each level (`luckytui.bots.LEVELS`); without any, all bots play at random."""
    worth: str = ""
    """How positions are played on, and why a move is good (`luckytui.bots.worth.Worth`): for advice."""
    model: str = ""
    """What is on the table, as plain data (`luckytui.shown.model.Model`)."""
    words: str = ""
    """What it says on screen, in the log and in lines: a module (`luckytui.shown.game.Words`)."""
    board: str = ""
    """The widget (`luckytui.tui.boards.base.Board`)."""
    results: str = ""
    """What the results tell: a function that makes a `luckytui.shown.scores.Score`."""
    order: int = 100
    """Its place in lists of games: the lowest comes first; equal ones are sorted by key."""

    def part(self, where: str) -> Any:
        """Import what is at a place: "module", or "module:name". Raises ImportError and AttributeError."""
        module, _, name = where.partition(":")
        found = import_module(f"{self.package}.{module}")
        return getattr(found, name) if name else found

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return Path(str(sys.modules[self.package].__file__)).parent


_Colors = dict[str, Annotated[str, Meta(pattern="^#[0-9A-Fa-f]{6}$")] | Annotated[int, Meta(ge=0, le=15)]]


class _ColorsFile(Struct, rename="kebab"):
    """What colors.toml has."""

    pieces: list[tuple[str, str, str, str]] = []
    signs: dict[str, str] = {}
    dark: _Colors = {}
    light: _Colors = {}
    high_contrast: _Colors = {}
    color_blind: _Colors = {}
    sixteen: _Colors = {}

    def __post_init__(self) -> None:
        if self.dark.keys() != self.sixteen.keys():
            raise ValueError("dark and sixteen must name the same colors")


class _WordsFile(Struct):
    """What words.toml has, besides what only the game's own words read."""

    log: dict[str, str | tuple[str, str]] = {}
    moves: dict[str, str] = {}
    turn: dict[str, str] = {}


def _check(pack: GamePack, game: Game) -> None:
    """Begin a game, and read what is shown of all games together; raise what any of it raises."""
    state = game.new(game.seats[0], game.options())
    state.view(SPECTATOR)
    fields(game.options)
    for name in dir(State):
        if getattr(getattr(state, name), "__isabstractmethod__", False):
            raise TypeError(f"{type(state).__name__} has no method “{name}”")
    for file, kind in ("colors.toml", _ColorsFile), ("words.toml", _WordsFile):
        path = pack.folder / file
        try:
            toml.decode(path.read_bytes() if path.exists() else b"", type=kind)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None


def _entry_points() -> Iterator[tuple[str, str]]:
    """Yield the name and the value of each entry point, as importlib.metadata finds them.

    They are read here, since importing that takes longer than all games.
    """
    distributions = set()
    for file in (file for folder in sys.path for file in Path(folder).glob("*.dist-info/entry_points.txt")):
        distribution = file.parent.name.partition("-")[0]
        if distribution in distributions:
            continue
        distributions.add(distribution)
        group = file.read_text(encoding="utf-8").partition(f"[{GROUP}]\n")[2].partition("\n[")[0]
        for line in filter(None, group.splitlines()):
            key, _, value = line.partition("=")
            yield key.strip(), value.strip()


def _load() -> tuple[dict[str, GamePack], dict[str, Game], dict[str, str]]:
    """Import the rules of every game, in the order in which they are offered; say why one cannot be."""
    packs, games, broken = dict[str, GamePack](), dict[str, Game](), dict[str, str]()
    for key, value in _entry_points():
        module, _, name = value.partition(":")
        try:
            pack: GamePack = getattr(import_module(module), name)
            game: Game = pack.part(pack.rules)
            if game.key != key:
                raise ValueError(f"{value} is the game {game.key}")  # noqa: TRY301 - the reason is kept below
            if key in packs:
                both = f"{packs[key].package} and {pack.package}"
                raise ValueError(f"{both} both bring a game called {key}: uninstall one of the two")  # noqa: TRY301
            _check(pack, game)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - it must not end the program
            folder = module.rpartition(".")[2]
            own = [each for each in extract_tb(error.__traceback__) if folder in Path(each.filename).parts]
            where = "".join(f"{each.filename}, line {each.lineno}: " for each in own[-1:])
            broken[key] = f"{where}{type(error).__name__}: {error}"
            continue
        packs[game.key], games[game.key] = pack, game
        add_catalogue(game.key, pack.folder / "locale")
    keys = sorted(packs, key=lambda key: (packs[key].order, key))
    return {key: packs[key] for key in keys}, {key: games[key] for key in keys}, broken


PACKS, GAMES, BROKEN = _load()
"""By key: the packs and the rules of all games, and why other games cannot be loaded."""


@cache
def data(game: str, file: str) -> dict[str, Any]:
    """Return what a TOML file of a game says; empty if the game has none. Its texts are English."""
    path = PACKS[game].folder / file
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
