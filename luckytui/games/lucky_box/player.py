"""What a player of Super Mega Lucky Box has: cards and their crosses, and what a cross costs and wins."""

from collections.abc import Iterable
from functools import cache
from itertools import product
from operator import attrgetter
from typing import Annotated, Literal, TypeGuard

from msgspec import Meta, Struct
from msgspec.structs import replace

from luckytui.games.interface import replaced
from luckytui.games.lucky_box.deck import NUMBERS, SIDE, Bonus, Call, Card

SECOND_BOX = 100
"""Added to the numbers of the second box's cards."""
TWO_BOXES = 7
"""The fewest players with whom two boxes are used."""
OFFERED = (5, 3, 3, 3)
"""How many cards a player draws before each round…"""
KEPT = (3, 1, 1, 1)
"""…and how many of them it keeps."""
CARD_POINTS = (15, 12, 10, 8)
"""Points for a finished card, by round."""
STAR_POINTS = (0, 1, 4, 9)
"""Points for 0 to 3 stars of one round."""
MOST_STARS = 3
SOLO_MOONS = (-6, -2, 0, 1, 3, 6, 10)
"""Points for 0 to 6 or more moons in a solo game."""
ROUNDS, TURNS, LIGHTNINGS = 4, 9, 4

_Place = Annotated[int, Meta(ge=0, lt=SIDE)]
Cell = tuple[_Place, _Place]
"""(row, column), from (0, 0) at the top left."""
Crosses = Annotated[int, Meta(ge=0, lt=2 ** (SIDE * SIDE))]
"""Which cells of a card are crossed: the bit 3 × row + column is set for each."""
CardId = Annotated[int, Meta(title="card")]

CELLS: tuple[Cell, ...] = tuple(product(range(SIDE), range(SIDE)))
ALL: Crosses = 0b111_111_111

Line = Literal["row0", "row1", "row2", "column0", "column1", "column2"]
LINES: dict[Line, Crosses] = {
    "row0": 0b000_000_111,
    "row1": 0b000_111_000,
    "row2": 0b111_000_000,
    "column0": 0b001_001_001,
    "column1": 0b010_010_010,
    "column2": 0b100_100_100,
}
"""The rows and columns of a card."""

Use = Literal["number", Call]
"""What a cross is made for: the number of the turn, or a bonus."""


EACH_ROUND = Meta(min_length=ROUNDS, max_length=ROUNDS)
Stars = Annotated[int, Meta(ge=0, le=MOST_STARS)]


class BoxCard(Struct, frozen=True, array_like=True):
    """A card in front of a player."""

    face: Card
    crosses: Crosses = 0

    @property
    def id(self) -> CardId:
        """Its name in play."""
        return self.face.id

    def is_free(self, cell: Cell) -> bool:
        return not self.crosses & BIT[cell]

    def number(self, cell: Cell) -> int:
        row, column = cell
        return self.face.cells[row][column]

    def bonus(self, line: Line) -> Bonus:
        return (self.face.rows if line.startswith("row") else self.face.columns)[int(line[-1])]

    @property
    def complete(self) -> bool:
        return self.crosses == ALL


class Player(Struct, frozen=True, array_like=True):
    """What a player has in front of them; all of it is open."""

    cards: tuple[BoxCard, ...] = ()
    lightnings: int = LIGHTNINGS
    moons: int = 0
    stars: Annotated[tuple[Stars, ...], EACH_ROUND] = (0,) * ROUNDS
    """How many stars are circled in each round."""
    points: Annotated[tuple[int, ...], EACH_ROUND] = (0,) * ROUNDS
    """What the finished cards of each round score."""

    def card(self, name: CardId) -> BoxCard:
        """Return the card with this name in play. Raises LookupError if the player has no such card."""
        return {card.id: card for card in self.cards}[name]


BIT: dict[Cell, Crosses] = {cell: 1 << place for place, cell in enumerate(CELLS)}
"""The bit of each cell."""
_FREE = [[cell for cell, bit in BIT.items() if not crosses & bit] for crosses in range(ALL + 1)]
"""By what is crossed, the cells that are not."""

LINES_OF: dict[Cell, tuple[Line, ...]] = {
    cell: tuple(line for line, mask in LINES.items() if mask & BIT[cell]) for cell in CELLS
}
"""The row and the column of each cell."""


def distance(number: int, other: int) -> int:
    """Return how many lightnings change one number to another, round the circle of nine: 0 to 4."""
    apart = abs(number - other)
    return min(apart, len(NUMBERS) - apart)


def _cost(use: Use, turn: int, number: int) -> int:
    return 0 if use == "?" else distance(turn if use == "number" else int(use), number)


def price(card: BoxCard, cell: Cell, use: Use, turn: int) -> int:
    """Return how many lightnings it costs to cross a cell for this, when `turn` is the number of the turn."""
    return _cost(use, turn, card.number(cell))


def within_reach(player: Player, use: Use, turn: int, lightnings: int) -> list[tuple[BoxCard, Cell]]:
    """Return, by card, the free cells whose price is at most this many lightnings."""
    numbers, cards = _numbers_within_reach(use, turn, lightnings), sorted(player.cards, key=attrgetter("id"))
    return [
        (card, cell)
        for card in cards
        for cell in _FREE[card.crosses]
        if card.face.cells[cell[0]][cell[1]] in numbers
    ]


@cache
def _numbers_within_reach(use: Use, turn: int, lightnings: int) -> frozenset[int]:
    return frozenset(number for number in NUMBERS if _cost(use, turn, number) <= lightnings)


def crossed(card: BoxCard, cell: Cell) -> BoxCard:
    """Return a card with a cell crossed."""
    return BoxCard(card.face, card.crosses | BIT[cell])


def filled_lines(card: BoxCard, cell: Cell) -> tuple[Line, ...]:
    """Return the lines that a cross on a free cell would fill."""
    crosses = card.crosses | BIT[cell]
    return tuple(line for line in LINES_OF[cell] if crosses & LINES[line] == LINES[line])


def cross(player: Player, number: int, card: BoxCard, cell: Cell, spent: int) -> Player:
    """Return what a player has after a cross in round `number`, with the stars and the like that it won."""
    won = [card.bonus(line) for line in filled_lines(card, cell)]
    stars = min(player.stars[number - 1] + won.count("star"), MOST_STARS)
    return replace(
        player,
        cards=tuple(crossed(card, cell) if one is card else one for one in player.cards),
        lightnings=player.lightnings - spent + won.count("lightning") + 2 * won.count("lightning2"),
        moons=player.moons + won.count("moon"),
        stars=replaced(player.stars, number - 1, stars),
    )


def with_cards(player: Player, cards: Iterable[Card]) -> Player:
    """Return a player with more cards."""
    return replace(player, cards=(*player.cards, *map(BoxCard, cards)))


def scored(player: Player, number: int) -> Player:
    """Return what a player has after round `number`: finished cards score, and leave."""
    left = tuple(card for card in player.cards if not card.complete)
    points = (len(player.cards) - len(left)) * CARD_POINTS[number - 1]
    return replace(player, cards=left, points=replaced(player.points, number - 1, points))


def is_call(bonus: Bonus) -> TypeGuard[Call]:
    """Whether a bonus is a cross to be made: a number or `?`."""
    return bonus == "?" or bonus.isdecimal()
