"""A board for the ear: what happens, and what can be asked about it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from luckytui.games.interface import Event, Seat
from luckytui.shown.words import AnyModel

WIDTH = 100
"""How long a line may be: readers announce longer ones badly."""


Sections = Mapping[str, Sequence[str]]
"""Sentences by the word that asks for them. The first entry is read out before a decision."""


class Spoken(Protocol):
    """What a game's spoken.py has."""

    def heard(self, model: Any, before: Any, news: Sequence[Event], /) -> Iterable[str]:
        """Tell what is new since an earlier model, if there is one: of each other's move two lines at most.

        What is left out here is in the game log, which has a sentence for each event.
        """

    def sections(self, model: Any, /) -> Sections:
        """Return what there is to tell of the board."""


def others(model: AnyModel) -> list[Seat]:
    """Return the other seats, in the order of play after the player's."""
    return [seat for seat in model.clockwise(model.owner) if not model.is_me(seat)]


def with_boards(sections: Sections, boards: Sections) -> Sections:
    """Add players' boards by their names, unless a name is a word that asks for something else."""
    return {**sections, **{name: told for name, told in boards.items() if name not in sections}}
