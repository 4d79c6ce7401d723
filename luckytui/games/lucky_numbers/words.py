"""What is said at a table of Lucky Numbers."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec.structs import asdict

from luckytui.games.interface import CHANCE, Event, Seat, TurnBegan, cell_name
from luckytui.games.lucky_numbers import rules
from luckytui.games.lucky_numbers.model import LEAVE, LuckyNumbersModel
from luckytui.games.lucky_numbers.rules import SIDE, Tile
from luckytui.shown.words import (
    Sections,
    all_of,
    by,
    enter,
    in_one_line,
    seat_name,
    told,
    waiting,
    winners,
    with_boards,
    with_sign,
)
from luckytui.text import N_, NN_, _, plural


def listed(tiles: Iterable[Tile]) -> str:
    """Return tiles in a row."""
    return " ".join(map(str, tiles))


def earned(model: LuckyNumbersModel) -> str:
    """Say that a diagonal pair has earned this turn (Bruno's variant); empty if none has."""
    began = next((event for event in reversed(model.log) if isinstance(event, TurnBegan)), None)
    return told(model, began) if isinstance(began, rules.TurnEarned) else ""


def prompt(model: LuckyNumbersModel) -> str:
    """Say what is asked of the player, and what Enter does."""
    if not model.asked:
        return waiting(model)
    tile, cell, cells = model.held, model.under_cursor("cell"), model.cells_for(model.held)
    if not tile:
        return _tray_prompt(model)
    if not cells:
        return in_one_line([_("{tile} fits nowhere in your garden", tile=tile), enter(model)])
    if cell and cell not in cells:
        text = _("{tile} does not fit on {cell} · ⇥: go to where it fits", tile=tile, cell=cell_name(cell))
        return in_one_line([text], _hints(model))
    if model.picked and not cell:
        return in_one_line([_("You picked {tile}", tile=tile), enter(model)], [_("↑: your garden")])
    return in_one_line([str(tile), enter(model)], _hints(model))


def _tray_prompt(model: LuckyNumbersModel) -> str:
    tile = model.under_cursor("middle")
    if not tile:
        hint = _("→ or a number: take from the middle") if model.numbers else ""
        return in_one_line([enter(model)], [hint])
    cells, nowhere = model.cells_for(tile), N_("{tile} fits nowhere in your garden · s: draw a tile")
    words = N_("{tile} fits on {cells} · Enter: pick it up") if cells else nowhere
    return _(words, tile=tile, cells=" ".join(map(cell_name, cells)))


def _hints(model: LuckyNumbersModel) -> list[str]:
    """Return what else can be done; in the set-up, the advice of the printed rules."""
    if model.view.stage == "set_up":
        return [_("low numbers top left, high ones bottom right")]
    other = "" if model.at == LEAVE else _("x: leave it")
    return [_("esc: put it back") if model.picked else other]


def tell(event: Event, model: LuckyNumbersModel) -> str | None:
    """Say what happened; None for what needs no words."""
    match event:
        case rules.GameStarted(first=first):
            kind = "game_start tournament" if model.view.options.tournament else "game_start"
            return told(model, event, kind, seat=first, games=model.view.seats)
        case rules.Dealt(tiles=tiles):
            return told(model, event, tiles=all_of([*map(str, tiles)]))
        case rules.Drawn() | rules.Discarded() | rules.TurnEarned():
            return told(model, event)
        case rules.Laid(source="deal") if model.view.options.setup == "sorted":
            return None
        case rules.Laid(source=source, cell=cell, swapped=swapped):
            kind = ("take" if source == "middle" else "lay") + (" and swap" if swapped else "")
            return told(model, event, kind, cell=cell_name(cell))
        case rules.GameEnded():
            points = enumerate(event.points or ())
            scores = ", ".join(f"{model.names[seat]} {with_sign(score)}" for seat, score in points)
            return f"{winners(model, event.winners)} {scores}".rstrip()
    return None


def hidden(_state: object, _seat: Seat) -> str:
    """Say nothing: all gardens are open."""
    return ""


def heard(model: LuckyNumbersModel, before: object, news: Sequence[Event]) -> Iterator[str]:  # noqa: ARG001
    """Tell what is new: a draw together with where the tile goes, and a set-up in one sentence."""
    for seat, events in groupby(news, _set_up_by):
        if seat == CHANCE or model.view.options.setup == "sorted":
            yield from filter(None, (_told(event, model) for event in events))
        else:
            laid = [event for event in events if isinstance(event, rules.Laid)]
            tiles = [_("{tile} on {cell}", tile=each.tile, cell=cell_name(each.cell)) for each in laid]
            yield by(model, seat, N_("You laid {tiles}."), N_("{name} laid {tiles}."), tiles=all_of(tiles))


def _set_up_by(event: Event) -> Seat:
    """Return who laid a tile of the set-up; nobody in any other event."""
    return event.seat if isinstance(event, rules.Laid) and event.source == "deal" else CHANCE


def _told(event: Event, model: LuckyNumbersModel) -> str | None:
    match event:
        case rules.Drawn():
            return None  # the question says it to the player; of others it is told with where the tile goes
        case rules.Laid(source="stack", seat=seat) if seat != model.me:
            swap = N_("{name} drew {tile} and laid it on {cell}; {swapped} went to the middle.")
            words = swap if event.swapped else N_("{name} drew {tile} and laid it on {cell}.")
            values = asdict(event) | {"name": model.names[seat], "cell": cell_name(event.cell)}
            return _(words, **values)
        case rules.Discarded(seat=seat, tile=tile) if seat != model.me:
            return _("{name} drew {tile} and left it in the middle.", name=model.names[seat], tile=tile)
    return tell(event, model)


def sections(model: LuckyNumbersModel) -> Sections:
    """Return what there is to tell of the board."""
    tiles, rest = ", ".join(map(str, sorted(model.view.middle))), model.clockwise(model.owner)[1:]
    middle = _("In the middle: {tiles}.", tiles=tiles) if tiles else _("The middle is empty.")
    left = NN_("{number} tile is left in the stack.", "{number} tiles are left in the stack.")
    words = {
        _("garden"): _garden(model, model.owner),
        _("middle"): [middle, plural(*left, model.view.stack)],
        _("others"): [line for seat in rest for line in _garden(model, seat)],
        _("scores"): [_standing(model, seat) for seat in model.clockwise(model.owner)],
    }
    return with_boards(words, {model.names[seat]: _garden(model, seat) for seat in rest})


def _standing(model: LuckyNumbersModel, seat: Seat) -> str:
    """Say how many cells are empty, and the points of earlier games in a tournament."""
    words = plural("{number} empty cell", "{number} empty cells", model.tiles(seat).count(0))
    if model.view.options.tournament:
        words = f"{words}, {with_sign(model.view.points[seat])}"
    return _("{name}: {what}.", name=seat_name(model, seat), what=words)


def _garden(model: LuckyNumbersModel, seat: Seat) -> list[str]:
    tiles = [str(tile or _("empty")) for tile in model.tiles(seat)]
    words = N_("Your garden, row {row}: {tiles}."), N_("{name}'s garden, row {row}: {tiles}.")
    rows = [", ".join(tiles[first : first + SIDE]) for first in range(0, len(tiles), SIDE)]
    return [by(model, seat, *words, row=number, tiles=row) for number, row in enumerate(rows, 1)]
