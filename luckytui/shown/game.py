"""What any mode shows of a game: its parts, or where it has none, those for any game."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol

from luckytui.games import PACKS
from luckytui.games.interface import Event, Move, Seat, View
from luckytui.shown.words import AnyModel, Sections
from luckytui.table.record import Record
from luckytui.table.views import MatchView, TableView, around


class Words(Protocol):
    """What a game's words.py has."""

    def prompt(self, model: Any, /) -> str:
        """Say in one line what is asked of the player now, and what Enter would do."""

    def tell(self, event: Event, model: Any, /) -> str | None:
        """Say in a sentence what happened; None for what needs no words."""

    def hidden(self, state: Any, seat: Seat, /) -> str:
        """Say what a seat has that the others do not see, for a review in which all is open."""

    def heard(self, model: Any, before: Any, news: Sequence[Event], /) -> Iterable[str]:
        """Tell what is new since an earlier model, if there is one, in at most two lines for another's move.

        What is left out here is in the game log, which has a sentence for each event.
        """

    def sections(self, model: Any, /) -> Sections:
        """Return what there is to tell of the board."""


class Shown(NamedTuple):
    """What is shown of a game."""

    model: Callable[[TableView], AnyModel]
    words: Words


@cache
def shown_of(game: str) -> Shown:
    """Return what is shown of a game, by its key."""
    pack = PACKS[game]
    if pack.model and pack.words:
        return Shown(pack.part(pack.model), pack.part(pack.words))
    from luckytui.shown import any_game  # noqa: PLC0415 - few games need it

    return Shown(
        model=pack.part(pack.model) if pack.model else any_game.ListModel,
        words=pack.part(pack.words) if pack.words else any_game,
    )


def position(record: Record, view: View, moves: Iterable[Move] = ()) -> AnyModel:
    """Return a position of a record as it is shown, with these moves to choose from."""
    legal, game = tuple(moves), record.started.game
    match_view = MatchView(names=record.started.names, view=view, prompt=int(bool(legal)), moves=legal)
    return shown_of(game).model(around(match_view, game))
