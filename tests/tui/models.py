"""What the tests of the boards' models share: keys pressed on a model, without a screen."""

from typing import Any, TypeVar

from luckytui.games.interface import Move
from luckytui.shown.model import Model
from luckytui.tui.boards.base import Board

M = TypeVar("M", bound=Model[Any, Any])


def press(board: type[Board], model: M, *keys: str) -> M | Move | None:
    """Return what the last of these keys does on a board: where the cursor goes, a move, or nothing."""
    if not keys:
        return model.settled(asked_again=True)
    before = after(board, model, *keys[:-1])
    commands = {key: command.name for command in board.VERBS for key in command.keys.split(",")}
    return before.does(commands[keys[-1]]) if keys[-1] in commands else before.typed(keys[-1])


def after(board: type[Board], model: M, *keys: str) -> M:
    """Return the model after some keys, none of which makes a move."""
    step = press(board, model, *keys)
    assert not isinstance(step, Move), f"{keys} make the move {step}"
    return step or after(board, model, *keys[:-1])
