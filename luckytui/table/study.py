"""A study: a position in which one person makes moves and sees what comes of them, with nobody else there."""

from luckytui import rulebook
from luckytui.games.interface import CHANCE, Event, Move, Seat, State
from luckytui.rulebook import Scene
from luckytui.table.dealer import Dealer
from luckytui.table.views import MatchView, TableView, around

NAMES = ("Ana", "Ben", "Cem", "Dora", "Emil", "Fay", "Gil", "Hana", "Ivo", "Juno", "Kai", "Lea")
"""Who sits at the seats."""


class Study:
    """A position, the moves made in it so far, and how it looks to one seat."""

    def __init__(self, game: str, state: State, seat: Seat, dealer: Dealer | None = None) -> None:
        """Study `state`, which is changed. Without a dealer chance's moves are made like any other."""
        self.game, self.state, self.seat = game, state, seat
        self._dealer = dealer
        self.log: list[Event] = []
        """What has happened, in full."""
        self._moves = 0

    def make(self, seat: Seat, move: Move) -> None:
        """Make a move, and let chance move after it. Raises IllegalMove when the rules refuse it."""
        self.log += self.state.apply(seat, move)
        self._moves += 1
        while self._dealer and CHANCE in self.state.active:
            self.make(CHANCE, self._dealer.draw(self.state.occasion(), self.state.outcomes()))

    @property
    def is_asked(self) -> bool:
        """Whether the seat is to move."""
        return self.seat in self.state.active

    def view(self) -> TableView:
        """Return the position as the seat sees it."""
        match_view = MatchView(
            names=NAMES[: self.state.seats],
            view=self.state.view(self.seat),
            prompt=self._moves + 1 if self.is_asked else 0,
            moves=tuple(self.state.moves(self.seat)),
        )
        return around(match_view, self.game, (event.seen_by(self.seat) for event in self.log))


def study_of(game: str, scene: Scene, dealer: Dealer | None = None) -> Study:
    """Return a scene of the rulebook to study."""
    return Study(game, rulebook.begin(game, scene), scene.seat, dealer)
