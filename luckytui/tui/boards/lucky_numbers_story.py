"""What happens in Lucky Numbers, told in sentences."""

from collections.abc import Sequence

from luckytui.games.interface import Event, Seat
from luckytui.games.lucky_numbers import (
    Cell,
    Dealt,
    Discarded,
    Drawn,
    GameEnded,
    GameStarted,
    Laid,
    LuckyNumbersView,
    Tile,
)
from luckytui.text import N_
from luckytui.tui.boards.base import Board

LETTERS = "abcd"
"""What the columns of a garden are called."""


def tell(event: Event, board: Board, view: LuckyNumbersView) -> str | None:
    """Say what happened, to whoever looks at the board; None for what needs no words."""
    match event:
        case GameStarted(number=number, first=first):
            return _tell_of_start(number, first, board, view)
        case Dealt(seat=seat, tiles=tiles):
            return board.by(
                seat, N_("You are dealt {tiles}."), N_("{name} is dealt {tiles}."), tiles=listed(tiles)
            )
        case Drawn(seat=seat, tile=tile):
            return board.by(seat, N_("You turned over {tile}."), N_("{name} turned over {tile}."), tile=tile)
        case Discarded(seat=seat, tile=tile):
            return board.by(
                seat,
                N_("You left {tile} in the middle."),
                N_("{name} left {tile} in the middle."),
                tile=tile,
            )
        case Laid():
            return _tell_of_lay(event, board, view)
        case GameEnded(winners=winners, points=None):
            return board.tell_winners(winners)
        case GameEnded(winners=winners, points=tuple() as points):
            scores = ", ".join(f"{board.name_of(seat)} {score:+}" for seat, score in enumerate(points))
            return f"{board.tell_winners(winners)} {scores}"
    return None


def _tell_of_start(number: int, first: Seat, board: Board, view: LuckyNumbersView) -> str:
    if view.options.tournament:
        return board.by(
            first,
            N_("Game {number} of {games}: you start."),
            N_("Game {number} of {games}: {name} starts."),
            number=number,
            games=view.seats,
        )
    return board.by(first, N_("A new game: you start."), N_("A new game: {name} starts."))


def _tell_of_lay(event: Laid, board: Board, view: LuckyNumbersView) -> str | None:
    values: dict[str, object] = {
        "tile": event.tile,
        "cell": cell_name(event.cell),
        "swapped": event.swapped or 0,
    }
    match event.source, event.swapped:
        case "deal", _:
            if view.options.setup == "sorted":
                return None
            words = N_("You laid {tile} on {cell}."), N_("{name} laid {tile} on {cell}.")
        case "stack", None:
            words = N_("You laid {tile} on {cell}."), N_("{name} laid {tile} on {cell}.")
        case "stack", _:
            words = (
                N_("You laid {tile} on {cell}; {swapped} went to the middle."),
                N_("{name} laid {tile} on {cell}; {swapped} went to the middle."),
            )
        case _, None:
            words = (
                N_("You took {tile} from the middle and laid it on {cell}."),
                N_("{name} took {tile} from the middle and laid it on {cell}."),
            )
        case _:
            words = (
                N_("You took {tile} from the middle for the {swapped} on {cell}."),
                N_("{name} took {tile} from the middle for the {swapped} on {cell}."),
            )
    return board.by(event.seat, *words, **values)


def cell_name(cell: Cell) -> str:
    """Return a cell's coordinates as a player types them: the column's letter, the row's number."""
    return f"{LETTERS[cell[1]]}{cell[0] + 1}"


def listed(tiles: Sequence[Tile]) -> str:
    """Return tiles in a row."""
    return " ".join(map(str, tiles))
