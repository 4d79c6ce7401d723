"""A board for the ear: what happens, what can be asked about it, and what each move is called.

A game's spoken.py has `heard`, `question`, `answer`, `tries` and `sections`. A move's answer has parts, so
that of many moves only a few are offered at a time: first which tile, then which cell.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from luckytui.games.interface import Event, Seat
from luckytui.shown.words import AnyModel

WIDTH = 100
"""How long a line may be: readers announce longer ones badly."""


class Part(NamedTuple):
    """A part of an answer."""

    text: str
    words: tuple[str, ...] = ()
    """What can be typed for it, besides its number."""
    rank: int = 0
    """Where it is offered: the lowest first."""
    asks: str = ""
    """What is asked next, when it is given."""
    name: str = ""
    """What it is called in a hint, if that is shorter."""


Sections = Mapping[str, Sequence[str]]
"""What there is to tell, by the word that asks for it: sentences. The first one is told before a decision."""


class Spoken(Protocol):
    """What a game's spoken.py has."""

    def heard(self, model: Any, before: Any, news: Sequence[Event], /) -> Iterable[str]:
        """Tell what is new since an earlier model, if there is one: of each other's move two lines at most.

        What is left out here is in the game log, which has a sentence for each event.
        """

    def question(self, model: Any, /) -> str:
        """Ask for the decision at hand."""

    def answer(self, model: Any, move: Any, /) -> Sequence[Part]:
        """Return what a legal move is called."""

    def tries(self, model: Any, /) -> Iterable[Any]:
        """Yield moves that a player may name though they are not legal: the rules say why not."""

    def sections(self, model: Any, /) -> Sections:
        """Return what there is to tell of the board."""


def others(model: AnyModel) -> list[Seat]:
    """Return the other seats, in the order of play after the player's."""
    return [seat for seat in model.clockwise(model.owner) if not model.is_me(seat)]


def with_boards(sections: Sections, boards: Sections) -> Sections:
    """Add players' boards by their names; nobody's name takes a word that asks for something else."""
    return {**sections, **{name: told for name, told in boards.items() if name not in sections}}


def alone(text: str, *words: str, rank: int = 0) -> Sequence[Part]:
    """Return an answer of one part."""
    return (Part(text, words, rank),)
