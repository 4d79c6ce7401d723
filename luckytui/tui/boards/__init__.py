"""The boards, one for each game, by the game's key."""

from typing import Any

from luckytui.games import PACKS
from luckytui.tui.boards.base import Board


class _Boards(dict[str, type[Board[Any]]]):
    """Imports a game's board when it is first needed: a program that starts shows one of them at most."""

    def __missing__(self, game: str) -> type[Board[Any]]:
        pack = PACKS[game]
        if pack.board:
            self[game] = pack.part(pack.board)
        else:
            from luckytui.tui.boards.any_game import board_of  # noqa: PLC0415 - few games need it

            self[game] = board_of(game)
        return self[game]

    def know_all(self) -> None:
        """Import the boards of all games."""
        self.update({game: self[game] for game in PACKS})


BOARDS = _Boards()
