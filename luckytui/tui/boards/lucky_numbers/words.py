"""What is said at a table of Lucky Numbers."""

from collections.abc import Iterable

from luckytui.games import lucky_numbers as rules
from luckytui.games.interface import Event
from luckytui.games.lucky_numbers import Tile, at
from luckytui.text import N_, _, plural
from luckytui.tui.boards.lucky_numbers.model import LuckyNumbersModel, cell_name
from luckytui.tui.boards.words import by, in_one_line, waiting, winners


def listed(tiles: Iterable[Tile]) -> str:
    """Return tiles in a row."""
    return " ".join(map(str, tiles))


def earned(model: LuckyNumbersModel) -> str:
    """Say that a diagonal pair has earned another turn; empty if none has."""
    return by(model, model.view.turn, *_EARNED) if model.earned else ""


def prompt(model: LuckyNumbersModel) -> str:
    """Say what is asked of the player, and what Enter does."""
    if not model.asked:
        return waiting(model)
    if not model.held:
        return _tray_prompt(model)
    if not model.cells_for(model.held):
        return _("{tile} fits nowhere in your garden · Enter: leave it in the middle", tile=model.held)
    return in_one_line((_garden_prompt(model),), _hints(model))


def _tray_prompt(model: LuckyNumbersModel) -> str:
    if model.cursor.in_garden:
        return _("s: draw a tile · ↓ or a number: take from the middle")
    tile = model.tile_at_cursor
    if not tile:
        return plural(
            "Enter: draw the last tile · → or a number: take from the middle",
            "Enter: draw a tile · → or a number: take from the middle",
            model.view.stack,
        )
    cells = " ".join(map(cell_name, model.cells_for(tile)))
    if not cells:
        return _("{tile} fits nowhere in your garden · s: draw a tile", tile=tile)
    return _("{tile} fits on {cells} · Enter: pick it up", tile=tile, cells=cells)


def _garden_prompt(model: LuckyNumbersModel) -> str:
    tile, cell = model.held, model.cursor.cell
    values = {"tile": tile, "cell": cell_name(cell), "there": at(model.tiles(model.owner), cell)}
    if not model.cursor.in_garden:
        return _("You picked {tile} · ↑: choose a cell in your garden", **values)
    if cell not in model.cells_for(tile):
        return _("{tile} does not fit on {cell} · ⇥: go to where it fits", **values)
    if values["there"]:
        return _("{tile} · Enter: lay it on {cell}, the {there} goes to the middle", **values)
    return _("{tile} · Enter: lay it on {cell}", **values)


def _hints(model: LuckyNumbersModel) -> list[str]:
    """Return what else can be done; in the set-up, the box's advice."""
    if model.view.stage == "set_up":
        return [_("low to the upper left, high to the lower right")]
    if model.cursor.picked:
        return [_("esc: put it back")]
    return [_("x: leave it")] if model.offered(rules.Discard()) else []


def tell(event: Event, model: LuckyNumbersModel) -> str | None:
    """Say what happened; None for what needs no words."""
    match event:
        case rules.GameStarted(number=number, first=first):
            words = _TOURNAMENT_STARTED if model.view.options.tournament else _STARTED
            return by(model, first, *words, number=number, games=model.view.seats)
        case rules.Dealt(seat=seat, tiles=tiles):
            mine, theirs = N_("You are dealt {tiles}."), N_("{name} is dealt {tiles}.")
            return by(model, seat, mine, theirs, tiles=listed(tiles))
        case rules.Drawn(seat=seat, tile=tile):
            return by(model, seat, N_("You drew {tile}."), N_("{name} drew {tile}."), tile=tile)
        case rules.Discarded(seat=seat, tile=tile):
            mine, theirs = N_("You left {tile} in the middle."), N_("{name} left {tile} in the middle.")
            return by(model, seat, mine, theirs, tile=tile)
        case rules.Laid(source="deal") if model.view.options.setup == "sorted":
            return None
        case rules.Laid(seat=seat, tile=tile, cell=cell, swapped=swapped):
            words = _LAID[event.source == "middle", swapped is not None]
            return by(model, seat, *words, tile=tile, cell=cell_name(cell), swapped=swapped)
        case rules.TurnEarned(seat=seat):
            return by(model, seat, *_EARNED)
        case rules.GameEnded(points=None):
            return winners(model, event.winners)
        case rules.GameEnded(points=tuple() as points):
            scores = ", ".join(f"{model.name_of(seat)} {score:+}" for seat, score in enumerate(points))
            return f"{winners(model, event.winners)} {scores}"
    return None


_EARNED = N_("A diagonal pair: you play again."), N_("A diagonal pair: {name} plays again.")
_STARTED = N_("A new game: you start."), N_("A new game: {name} starts.")
_TOURNAMENT_STARTED = (
    N_("Game {number} of {games}: you start."),
    N_("Game {number} of {games}: {name} starts."),
)
_LAID = {
    (False, False): (N_("You laid {tile} on {cell}."), N_("{name} laid {tile} on {cell}.")),
    (False, True): (
        N_("You laid {tile} on {cell}; {swapped} went to the middle."),
        N_("{name} laid {tile} on {cell}; {swapped} went to the middle."),
    ),
    (True, False): (
        N_("You took {tile} from the middle and laid it on {cell}."),
        N_("{name} took {tile} from the middle and laid it on {cell}."),
    ),
    (True, True): (
        N_("You took {tile} from the middle for the {swapped} on {cell}."),
        N_("{name} took {tile} from the middle for the {swapped} on {cell}."),
    ),
}
"""By whether the tile came from the middle, and whether it replaced another."""
