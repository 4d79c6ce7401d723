"""What the tests of the boards' models share: keys pressed on a model, as it is painted at 80×24."""

from typing import Any, TypeVar

from textual.geometry import Size

from luckytui.games.interface import Move
from luckytui.shown.model import STEPS, Model
from luckytui.tui.boards.base import Board
from luckytui.tui.canvas import Canvas

M = TypeVar("M", bound=Model[Any])


def does(board: type[Board], model: M, command: str) -> M | Move | None:
    """Return what a command does; an arrow goes by what is painted where."""
    if command not in STEPS:
        return model.does(command)
    canvas = Canvas(Size(80, 18))
    board.PICTURE.paint(canvas, model)
    return model.gone(command, canvas.places)


def press(board: type[Board], model: M, *keys: str) -> M | Move | None:
    """Return what the last of these keys does on a board: where the cursor goes, a move, or nothing."""
    if not keys:
        return model.settled(asked_again=True)
    before = after(board, model, *keys[:-1])
    commands = {key: command.name for command in board.VERBS for key in command.keys.split(",")}
    return does(board, before, commands[keys[-1]]) if keys[-1] in commands else before.typed(keys[-1])


def after(board: type[Board], model: M, *keys: str) -> M:
    """Return the model after some keys, none of which makes a move."""
    step = press(board, model, *keys)
    assert not isinstance(step, Move), f"{keys} make the move {step}"
    return step or after(board, model, *keys[:-1])
