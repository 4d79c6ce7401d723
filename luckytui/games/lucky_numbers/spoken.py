"""Lucky Numbers for the ear."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from luckytui.games.interface import CHANCE, Event, Seat
from luckytui.games.lucky_numbers import rules
from luckytui.games.lucky_numbers.model import LuckyNumbersModel
from luckytui.games.lucky_numbers.rules import SIDE, at
from luckytui.games.lucky_numbers.words import tell
from luckytui.shown.spoken import Sections, with_boards
from luckytui.shown.words import all_of, by, cell_name, seat_name, with_sign
from luckytui.text import N_, _, plural


def heard(model: LuckyNumbersModel, before: object, news: Sequence[Event]) -> Iterator[str]:  # noqa: ARG001
    """Tell what is new; a tile that was drawn with where it goes, the tiles of a set-up together."""
    for seat, events in groupby(news, _set_up_by):
        if seat == CHANCE or model.view.options.setup == "sorted":
            yield from filter(None, (_told(event, model) for event in events))
        else:
            yield _told_of_set_up(model, seat, [event for event in events if isinstance(event, rules.Laid)])


def _set_up_by(event: Event) -> Seat:
    """Return who laid a tile of the set-up; nobody in any other event."""
    return event.seat if isinstance(event, rules.Laid) and event.source == "deal" else CHANCE


def _told_of_set_up(model: LuckyNumbersModel, seat: Seat, laid: Sequence[rules.Laid]) -> str:
    tiles = [_("{tile} on {cell}", tile=each.tile, cell=cell_name(each.cell)) for each in laid]
    words = N_("You laid {tiles}."), N_("{name} laid {tiles}.")
    return by(model, seat, *words, tiles=all_of(tiles))


def _told(event: Event, model: LuckyNumbersModel) -> str | None:
    match event:
        case rules.Drawn():
            return None  # the question says it to the player; of others it is told with where the tile goes
        case rules.Laid(source="stack", seat=seat) if not model.is_me(seat):
            words = N_("{name} drew {tile} and laid it on {cell}.")
            swap = N_("{name} drew {tile} and laid it on {cell}; {swapped} went to the middle.")
            values = {"tile": event.tile, "cell": cell_name(event.cell), "swapped": event.swapped}
            return _(swap if event.swapped else words, name=model.name_of(seat), **values)
        case rules.Discarded(seat=seat, tile=tile) if not model.is_me(seat):
            return _("{name} drew {tile} and left it in the middle.", name=model.name_of(seat), tile=tile)
    return tell(event, model)


def sections(model: LuckyNumbersModel) -> Sections:
    """Return what there is to tell of the board."""
    tiles, rest = ", ".join(map(str, sorted(model.view.middle))), model.clockwise(model.owner)[1:]
    left = plural(
        "{number} tile is left in the stack.", "{number} tiles are left in the stack.", model.view.stack
    )
    words = {
        _("garden"): _garden(model, model.owner),
        _("middle"): [
            _("In the middle: {tiles}.", tiles=tiles) if tiles else _("The middle is empty."),
            left,
        ],
        _("others"): [line for seat in rest for line in _garden(model, seat)],
        _("scores"): [_standing(model, seat) for seat in model.clockwise(model.owner)],
    }
    return with_boards(words, {model.name_of(seat): _garden(model, seat) for seat in rest})


def _standing(model: LuckyNumbersModel, seat: Seat) -> str:
    """Say how many cells are empty, and in a tournament what the games before have scored."""
    empty = rules.empty_cells(model.tiles(seat))
    words = plural("{number} empty cell", "{number} empty cells", empty)
    if model.view.options.tournament:
        words = f"{words}, {with_sign(model.view.points[seat])}"
    return _("{name}: {what}.", name=seat_name(model, seat), what=words)


def _garden(model: LuckyNumbersModel, seat: Seat) -> list[str]:
    tiles, words = (
        model.tiles(seat),
        (N_("Your garden, row {row}: {tiles}."), N_("{name}'s garden, row {row}: {tiles}.")),
    )
    rows = [[at(tiles, (row, column)) for column in range(SIDE)] for row in range(SIDE)]
    return [
        by(model, seat, *words, row=number, tiles=", ".join(str(tile or _("empty")) for tile in row))
        for number, row in enumerate(rows, 1)
    ]
