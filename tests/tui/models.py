"""What the tests of the boards' models share: keys pressed on a model, without a screen."""

from typing import Any, TypeVar

from luckytui.games.interface import Move
from luckytui.tui.boards.base import Board
from luckytui.tui.boards.model import Model

M = TypeVar("M", bound=Model[Any, Any])


def press(board: type[Board], model: M, *keys: str) -> M | Move | None:
    """Return where keys lead on a board: the model with its cursor, or what the last key does."""
    commands = {key: command.name for command in board.VERBS for key in command.keys.split(",")}
    step: M | Move | None = model.settled(asked_again=True)
    for key in keys:
        assert isinstance(step, Model), f"{step}, and not yet {key}"
        step = step.does(commands[key]) if key in commands else step.typed(key)
    return step
