"""The boards, one for each game, by the game's key."""

from importlib import import_module
from typing import Any

from luckytui.tui.boards.base import Board


class _Boards(dict[str, type[Board[Any]]]):
    """Imports a game's board when it is first needed: a program that starts shows one of them at most."""

    def __missing__(self, game: str) -> type[Board[Any]]:
        module = import_module(f"luckytui.games.{game.replace('-', '_')}.keys")
        self[game] = getattr(module, f"{game.title().replace('-', '')}Board")
        return self[game]


BOARDS = _Boards()
