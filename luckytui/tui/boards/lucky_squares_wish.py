"""The menu of actions of Lucky Squares, and an action that is being put together: squares, or a player."""

from collections.abc import Sequence
from typing import NamedTuple

from luckytui.games.interface import Move, Seat
from luckytui.games.lucky_squares import (
    COLORS,
    COSTS,
    Change,
    Color,
    Forbid,
    Pair,
    Pass,
    Populate,
    Reveal,
    Split,
    Swap,
)
from luckytui.text import N_


class Action(NamedTuple):
    """A line of the menu. All texts are English, marked for translation."""

    key: str
    """A letter of its name that no other key has."""
    kind: type[Move]
    title: str
    does: str
    asks: str = ""
    """What has to be named for it."""
    enter: tuple[str, ...] = ()
    """What Enter does with each thing that is named; the last one makes the move."""
    closed: str = ""
    """Why a square or a player cannot be named."""
    lacking: str = ""
    """Why there is none of it for a player who could pay it."""

    @property
    def cost(self) -> int:
        """Its price, in cents."""
        return COSTS[self.kind]


ACTIONS = (
    Action("p", Pass, N_("Pass"), N_("do nothing")),
    Action(
        "v",
        Reveal,
        N_("Reveal"),
        N_("turn up a hidden card"),
        asks=N_("whose card"),
        enter=(N_("Enter: turn up the card of {name}, {cost}¢"),),
        closed=N_("The card of {name} lies open"),
        lacking=N_("no card is hidden"),
    ),
    Action(
        "c",
        Change,
        N_("Change"),
        N_("pick another square"),
        asks=N_("another square"),
        enter=(N_("Enter: change your pick to {color}, {cost}¢"),),
        closed=N_("{color} is your pick already"),
    ),
    Action(
        "o",
        Populate,
        N_("Populate"),
        N_("roll coins onto one"),
        asks=N_("the square"),
        enter=(N_("Enter: roll the die for {color}, {cost}¢"),),
    ),
    Action(
        "s",
        Split,
        N_("Split"),
        N_("halve one onto two"),
        asks=N_("the square to halve"),
        enter=(
            N_("Split · Enter: halve {color}, {cents}¢"),
            N_("Split {first} · Enter: one half to {color}"),
            N_("Enter: split {first} to {second} and {color}, {cost}¢"),
        ),
        closed=N_("{color} has less than 2¢ to split"),
        lacking=N_("no square has 2¢"),
    ),
    Action(
        "a",
        Swap,
        N_("Swap"),
        N_("exchange two squares"),
        asks=N_("the two squares"),
        enter=(N_("Swap · Enter: take {color}, {cents}¢"), N_("Enter: swap {first} and {color}, {cost}¢")),
        closed=N_("{color} is bare as well"),
        lacking=N_("all squares are bare"),
    ),
    Action(
        "f",
        Forbid,
        N_("Forbid"),
        N_("take away an action"),
        asks=N_("whose action"),
        enter=(N_("Enter: forbid {name} the next action, {cost}¢"),),
        closed=N_("{name} cannot be forbidden an action now"),
        lacking=N_("nobody else is to act"),
    ),
)
"""The actions in the order of their prices."""


class Wish(NamedTuple):
    """An action that a player has chosen but not yet done: the table knows nothing of it."""

    action: Action
    named: tuple[Color, ...] = ()
    """The squares named so far."""

    @property
    def wants_player(self) -> bool:
        """Whether a player has to be named, and no square."""
        return self.action.kind in {Reveal, Forbid}

    @property
    def is_nearly_whole(self) -> bool:
        """Whether only the last thing has to be named."""
        return len(self.named) + 1 == len(self.action.enter)

    def naming(self, color: Color) -> "Wish":
        """Return the wish with one more square named."""
        return self._replace(named=(*self.named, color))

    def open_squares(self, moves: Sequence[Move]) -> list[Color]:
        """Return the squares that can be named next, for the moves there are."""
        return [color for color in COLORS if any(self.naming(color).leads_to(move) for move in moves)]

    def open_players(self, moves: Sequence[Move]) -> list[Seat]:
        """Return the players that can be named, for the moves there are."""
        kind = self.action.kind
        return [move.target for move in moves if isinstance(move, Reveal | Forbid) and type(move) is kind]

    def leads_to(self, move: Move) -> bool:
        """Whether a move is of this kind and has the squares that are named."""
        if type(move) is not self.action.kind or len(set(self.named)) < len(self.named):
            return False
        match move:
            case Change(color=color) | Populate(square=color):
                return self.named == (color,)
            case Split(source=source, targets=targets):
                return self.named[0] == source and set(self.named[1:]) <= set(targets)
            case Swap(squares=squares):
                return set(self.named) <= set(squares)
        return False

    def with_square(self, color: Color) -> Move:
        """Return the move that it becomes with its last square."""
        match self.action.kind, (*self.named, color):
            case kind, (source, first, second) if kind is Split:
                return Split(source, _in_order(first, second))
            case kind, (first, second) if kind is Swap:
                return Swap(_in_order(first, second))
        return Change(color) if self.action.kind is Change else Populate(color)

    def with_player(self, seat: Seat) -> Move:
        """Return the move that it becomes with a player."""
        return Reveal(seat) if self.action.kind is Reveal else Forbid(seat)


def _in_order(first: Color, second: Color) -> Pair:
    """Return two squares in the order in which they lie."""
    return (first, second) if COLORS.index(first) <= COLORS.index(second) else (second, first)
