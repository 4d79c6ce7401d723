"""The sheets of Super Mega Lucky Box: what everybody has, beside the cards, and all of it at the end."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Offset

from luckytui.games.lucky_box import FinalScored
from luckytui.games.lucky_box_player import CARD_POINTS, STAR_POINTS, Player
from luckytui.text import _
from luckytui.tui.boards.lucky_box_story import CROSS, LIGHTNING, MOON, NO_STAR, STAR, signed
from luckytui.tui.canvas import Canvas, Role, cut

LEFT = 54
"""Where the sheets begin, beside the cards."""
SHEET_Y = 13
"""Where the sheet of one player stands, below the list of all."""

_MOST_WITH_CHAINS = 6
"""How many players there may be for each to have a second line, with what they did in the last turn."""
_RIGHTS = (68, 71, 74, 79)
"""Where the columns of the list end: lightnings, moons, stars of the round, what it is worth now."""
_NAME_WIDTH = 10
_ROUNDS_RIGHT = 64
"""Where the column of the first round ends on a sheet…"""
_ROUND_WIDTH = 5
"""…and how wide each is."""


class Entry(NamedTuple):
    """A player in the list."""

    name: str
    player: Player
    worth: FinalScored
    """What the game would be worth if it ended now."""
    chain: str
    """What the player did in the last turn, in signs."""
    mark: str = ""
    """Whether the player is still choosing, is done, or has won."""
    is_me: bool = False
    looked_at: bool = False


# ── Beside the cards ──────────────────────────────────────────────────────────────────────────────


def paint_list(canvas: Canvas, entries: Sequence[Entry], round_number: int) -> None:
    """List everybody with what they have; where there is room, with what they did last."""
    canvas.rule(0, LEFT, _NAME_WIDTH + 2)
    canvas.put(LEFT + 1, 0, f" {_('Players')} ", "strong")
    for right, title in zip(_RIGHTS, (LIGHTNING, MOON, STAR, _("now")), strict=True):
        canvas.put_right(right, 0, title, "faint")
    each = 2 if len(entries) <= _MOST_WITH_CHAINS else 1
    for row, entry in enumerate(entries):
        y = 1 + each * row
        _paint_entry(canvas, y, entry, round_number)
        if each == 2:
            canvas.put(LEFT + 2, y + 1, cut(entry.chain, canvas.width - LEFT - 2), "fresh")


def _paint_entry(canvas: Canvas, y: int, entry: Entry, round_number: int) -> None:
    player = entry.player
    canvas.put(LEFT, y, entry.mark)
    name = _name_of(entry, _NAME_WIDTH)
    if entry.looked_at:
        canvas.put(LEFT + 1, y, f"[{name}]", "cursor")
        canvas.cursor = Offset(LEFT + 2, y)
    else:
        canvas.put(LEFT + 2, y, name, "strong" if entry.is_me else "")
    values = (player.lightnings, player.moons, player.stars[round_number - 1], entry.worth.total)
    for right, value in zip(_RIGHTS, values, strict=True):
        canvas.put_right(right, y, signed(value))


def paint_sheet(canvas: Canvas, title: str, player: Player, round_number: int) -> None:
    """Draw a player's score sheet: for each round the finished cards and the stars."""
    canvas.rule(SHEET_Y, LEFT, canvas.width - LEFT)
    canvas.put(LEFT + 1, SHEET_Y, f" {cut(title, canvas.width - LEFT - 4)} ", "strong")
    for row, label in enumerate((_("round"), _("cards"), _("stars")), SHEET_Y + 1):
        canvas.put(LEFT, row, label, "faint")
    for index in range(len(CARD_POINTS)):
        right = _ROUNDS_RIGHT + _ROUND_WIDTH * index
        role: Role = "" if index < round_number else "faint"
        points = player.points[index]
        canvas.put_right(right, SHEET_Y + 1, str(index + 1), "faint")
        canvas.put_right(right, SHEET_Y + 2, str(points) if points else "·", role)
        canvas.put_right(right, SHEET_Y + 3, stars_text(player.stars[index]), role)


def stars_text(stars: int) -> str:
    """Return the three stars of a round, those that are circled full."""
    return STAR * stars + NO_STAR * (len(STAR_POINTS) - 1 - stars)


# ── At the end ────────────────────────────────────────────────────────────────────────────────────

_CARDS_RIGHT, _STARS_RIGHT, _REST_RIGHT = 31, 48, 62
"""Where the first column of each part of the final sheet ends."""
_PARTS_Y = 1


def paint_final(canvas: Canvas, entries: Sequence[Entry]) -> None:
    """Draw everybody's whole sheet, the best first."""
    canvas.put(27, _PARTS_Y, _("cards of round"), "strong")
    canvas.put(44, _PARTS_Y, _("stars of round"), "strong")
    for index in range(len(CARD_POINTS)):
        canvas.put_right(_CARDS_RIGHT + 4 * index, _PARTS_Y + 1, str(index + 1), "faint")
        canvas.put_right(_STARS_RIGHT + 3 * index, _PARTS_Y + 1, str(index + 1), "faint")
    for index, title in enumerate((CROSS, LIGHTNING, MOON)):
        canvas.put_right(_REST_RIGHT + 4 * index, _PARTS_Y + 1, title, "faint")
    canvas.put_right(canvas.width - 1, _PARTS_Y + 1, _("total"), "strong")
    canvas.rule(_PARTS_Y + 2, 1, canvas.width - 2)
    best_first = sorted(entries, key=lambda entry: (-entry.worth.total, -entry.player.moons))
    for y, entry in enumerate(best_first, _PARTS_Y + 3):
        _paint_final_entry(canvas, y, entry)


def _paint_final_entry(canvas: Canvas, y: int, entry: Entry) -> None:
    player, worth = entry.player, entry.worth
    canvas.put(1, y, entry.mark, "act")
    canvas.put(3, y, _name_of(entry, _CARDS_RIGHT - 7), "strong" if entry.is_me else "")
    for index in range(len(CARD_POINTS)):
        canvas.put_right(_CARDS_RIGHT + 4 * index, y, str(player.points[index] or "·"))
        canvas.put_right(_STARS_RIGHT + 3 * index, y, str(STAR_POINTS[player.stars[index]] or "·"))
    for index, value in enumerate((worth.crosses, worth.lightnings, worth.moons)):
        canvas.put_right(_REST_RIGHT + 4 * index, y, signed(value))
    canvas.put_right(canvas.width - 1, y, signed(worth.total), "strong")


def _name_of(entry: Entry, width: int) -> str:
    """Return a name that is cut where there is no room for it; the player's own says so."""
    you = _(" (you)") if entry.is_me else ""
    return cut(entry.name, width - cell_len(you)) + you
