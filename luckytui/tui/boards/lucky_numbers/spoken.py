"""Lucky Numbers for the ear."""

from collections.abc import Sequence

from luckytui.games import lucky_numbers as rules
from luckytui.games.interface import Move, Seat
from luckytui.games.lucky_numbers import SIDE, Cell, at
from luckytui.text import N_, _, plural
from luckytui.tui.boards.lucky_numbers.model import LuckyNumbersModel, cell_name
from luckytui.tui.boards.spoken import Part, Sections, alone, others
from luckytui.tui.boards.words import by


def question(model: LuckyNumbersModel) -> str:
    """Ask for the decision at hand."""
    if model.view.stage == "set_up":
        return _("You are dealt {tile}. Where does it go?", tile=model.held)
    if model.view.hand:
        return _("You drew {tile}. Where does it go?", tile=model.view.hand)
    return _("Your turn: what do you do?")


def answer(model: LuckyNumbersModel, move: Move) -> Sequence[Part]:
    """Return what a legal move is called."""
    match move:
        case rules.Draw():
            return alone(_("draw a tile"), _("draw"))
        case rules.Lay(cell=cell):
            return (_cell(model, cell),)
        case rules.Take(tile=tile, cell=cell):
            take = Part(_("take the {tile} from the middle", tile=tile), (str(tile), _("take")))
            return take, _cell(model, cell)
    return alone(_("leave it in the middle"), _("leave it"))


def _cell(model: LuckyNumbersModel, cell: Cell) -> Part:
    name, there = cell_name(cell), at(model.tiles(model.owner), cell)
    swap, lay = N_("lay it on {cell}; the {tile} there goes to the middle"), N_("lay it on {cell}")
    return Part(_(swap if there else lay, cell=name, tile=there), (name,))


def sections(model: LuckyNumbersModel) -> Sections:
    """Return what there is to tell of the board."""
    tiles = ", ".join(map(str, sorted(model.view.middle)))
    left = plural(
        "{number} tile is left in the stack.", "{number} tiles are left in the stack.", model.view.stack
    )
    return {
        _("garden"): _garden(model, model.owner),
        _("middle"): [
            _("In the middle: {tiles}.", tiles=tiles) if tiles else _("The middle is empty."),
            left,
        ],
        _("others"): [line for seat in others(model) if seat != model.owner for line in _garden(model, seat)],
    }


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
