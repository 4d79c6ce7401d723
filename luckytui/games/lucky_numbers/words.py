"""What is said at a table of Lucky Numbers."""

from collections.abc import Iterable

from luckytui.games.interface import Event, Seat
from luckytui.games.lucky_numbers import rules
from luckytui.games.lucky_numbers.model import LEAVE, STACK, LuckyNumbersModel
from luckytui.games.lucky_numbers.rules import Tile, at
from luckytui.shown.words import cell_name, in_one_line, told, waiting, winners, with_sign
from luckytui.text import N_, _, plural


def listed(tiles: Iterable[Tile]) -> str:
    """Return tiles in a row."""
    return " ".join(map(str, tiles))


def earned(model: LuckyNumbersModel) -> str:
    """Say that a diagonal pair has earned another turn; empty if none has."""
    return told(model, model.earned) if model.earned else ""


def prompt(model: LuckyNumbersModel) -> str:
    """Say what is asked of the player, and what Enter does."""
    if not model.asked:
        return waiting(model)
    if not model.held:
        return _tray_prompt(model)
    if not model.cells_for(model.held):
        return _("{tile} fits nowhere in your garden · Enter: leave it in the middle", tile=model.held)
    if model.at == LEAVE:
        return _("{tile} · Enter: leave it in the middle", tile=model.held)
    return in_one_line((_garden_prompt(model),), _hints(model))


def _tray_prompt(model: LuckyNumbersModel) -> str:
    tile = model.under_cursor("middle")
    if not tile and not model.numbers:
        return _("Enter: draw a tile")
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
    tile, cell = model.held, model.under_cursor("cell")
    if cell is None:
        if model.does("act") is None:
            return _("You picked {tile} · ↑: choose a cell in your garden", tile=tile)
        if model.at == STACK:
            return _("You picked {tile} · Enter: draw a tile instead · ↑: your garden", tile=tile)
        words = N_("You picked {tile} · Enter: take the {other} · ↑: choose a cell in your garden")
        return _(words, tile=tile, other=model.under_cursor("middle"))
    values = {"tile": tile, "cell": cell_name(cell), "there": at(model.tiles(model.owner), cell)}
    if cell not in model.cells_for(tile):
        return _("{tile} does not fit on {cell} · ⇥: go to where it fits", **values)
    if values["there"]:
        return _("{tile} · Enter: lay it on {cell}, the {there} goes to the middle", **values)
    return _("{tile} · Enter: lay it on {cell}", **values)


def _hints(model: LuckyNumbersModel) -> list[str]:
    """Return what else can be done; in the set-up, the box's advice."""
    if model.view.stage == "set_up":
        return [_("low numbers top left, high ones bottom right")]
    if model.picked:
        return [_("esc: put it back")]
    return [_("x: leave it")] if model.offered(rules.Discard()) else []


def tell(event: Event, model: LuckyNumbersModel) -> str | None:
    """Say what happened; None for what needs no words."""
    match event:
        case rules.GameStarted(first=first):
            kind = "game_start tournament" if model.view.options.tournament else "game_start"
            return told(model, event, kind, seat=first, games=model.view.seats)
        case rules.Dealt(tiles=tiles):
            return told(model, event, tiles=listed(tiles))
        case rules.Drawn() | rules.Discarded() | rules.TurnEarned():
            return told(model, event)
        case rules.Laid(source="deal") if model.view.options.setup == "sorted":
            return None
        case rules.Laid(source=source, cell=cell, swapped=swapped):
            kind = ("take" if source == "middle" else "lay") + (" and swap" if swapped else "")
            return told(model, event, kind, cell=cell_name(cell))
        case rules.GameEnded():
            points = enumerate(event.points or ())
            scores = ", ".join(f"{model.name_of(seat)} {with_sign(score)}" for seat, score in points)
            return f"{winners(model, event.winners)} {scores}".rstrip()
    return None


def hidden(_state: object, _seat: Seat) -> str:
    """Say nothing: all gardens are open."""
    return ""
