"""What happens in a game of Super Mega Lucky Box, as a record has it."""

from typing import Literal

from luckytui.games.interface import Event, Seat
from luckytui.games.lucky_box.deck import Bonus
from luckytui.games.lucky_box.player import CardId, Cell, Line, Use


class Offered(Event, frozen=True, tag="offer"):
    """A seat drew cards to choose from."""

    private = "cards"
    seat: Seat
    cards: tuple[CardId, ...] | None


class Chosen(Event, frozen=True, tag="choose"):
    """A seat kept some of its cards and discarded the others. They come in seat order when all have."""

    seat: Seat
    kept: tuple[CardId, ...]
    discarded: tuple[CardId, ...]


class NumberTurned(Event, frozen=True, tag="number"):
    """A number card was turned over; `round` and `turn` count from 1."""

    round: int
    turn: int
    number: int


class Crossed(Event, frozen=True, tag="cross"):
    """A seat crossed a cell. The crosses of a turn come in seat order when all have ended it."""

    seat: Seat
    card: CardId
    cell: Cell
    use: Use
    lightnings: int
    """How many were spent."""


class Passed(Event, frozen=True, tag="pass"):
    """A seat crossed nothing for the number, or nothing more for its bonus numbers."""

    seat: Seat
    reason: Literal["number", "bonus"]


class BonusWon(Event, frozen=True, tag="bonus"):
    """A line was filled and pays its bonus."""

    seat: Seat
    card: CardId
    line: Line
    bonus: Bonus


class BonusLost(Event, frozen=True, tag="lost"):
    """A bonus that was won is of no use: no cell for it, or a fourth star."""

    seat: Seat
    bonus: Bonus


class RoundEnded(Event, frozen=True, tag="round_end"):
    """A round is over: the cards that each seat has finished, and what they score."""

    by_seat = ("completed", "points")
    number: int
    completed: tuple[tuple[CardId, ...], ...]
    points: tuple[int, ...]


class FinalScored(Event, frozen=True, tag="final"):
    """What a seat's game is worth: points for each thing, and the total."""

    seat: Seat
    cards: int
    stars: int
    crosses: int
    lightnings: int
    moons: int
    total: int


Happened = Crossed | Passed | BonusWon | BonusLost
"""What is held back until everyone has ended the turn."""
