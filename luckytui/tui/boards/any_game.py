"""The board of a game that brings none: who plays, what the view says, and the legal moves as a list."""

import sys
from typing import Any

from luckytui.shown.any_game import ListModel, facts, facts_of, move_words
from luckytui.shown.commands import Command
from luckytui.text import N_
from luckytui.tui.boards.base import CURSOR_KEYS, Board
from luckytui.tui.canvas import Canvas, cut, put_player, put_selected


def board_of(key: str) -> type[Board[Any]]:
    """Return a board for any game, by the game's key."""

    class ListBoard(Board[ListModel], game=key):
        """A game on the screen, by its rules alone."""

        PICTURE = sys.modules[__name__]
        VERBS = (
            Command("act", "enter,space", "", N_("Make the move that is chosen.")),
            Command("next", "tab", N_("next"), N_("Go to the next move.")),
            *CURSOR_KEYS,
        )

    return ListBoard


def paint(canvas: Canvas, model: ListModel) -> None:
    """Paint what the view says and the players at the left, the moves at the right."""
    middle, y = canvas.width // 2, 1
    for name, value in facts(model)[: max(0, canvas.height - model.view.seats - 3)]:
        end = canvas.put(3, y, name, "faint")
        canvas.put(end + 1, y, cut(value, middle - end - 3))
        y += 1
    for row, seat in enumerate(model.clockwise(model.owner), y + 1):
        put_player(canvas, 3, row, model, seat, middle - 5, facts_of(model, seat))
    place, rows = model.at[1] if model.at else 0, canvas.height - 2
    first = max(0, min(place - rows // 2, len(model.moves) - rows))
    for row, move in enumerate(model.moves[first : first + rows]):
        text = cut(move_words(model, move), canvas.width - middle - 4)
        canvas.places["move", first + row] = middle, 1 + row, canvas.width - middle, 1
        if model.at == ("move", first + row):
            put_selected(canvas, middle, 1 + row, text)
        else:
            canvas.put(middle + 1, 1 + row, text)
