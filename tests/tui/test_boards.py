"""What all boards say alike: whose turn it is, who is awaited, who won, and in what order."""

import pytest
from msgspec.structs import replace

from luckytui.games.interface import SPECTATOR, Ended
from luckytui.games.lucky_numbers.model import LuckyNumbersModel
from luckytui.shown.scores import ranking
from luckytui.shown.words import turn, waiting, winners
from luckytui.table.views import TableView
from screenshots.scenes import NAMES, game, with_occupant

MINE = game("lucky-numbers", 3, lambda shown: shown.prompt > 0)
BENS = game("lucky-numbers", 3, lambda shown: shown.view.active == (1,))


def model(table_view: TableView) -> LuckyNumbersModel:
    return LuckyNumbersModel(table_view)


def active(*seats: int) -> TableView:
    """Return a view in which these seats are awaited, the player's not among them."""
    return replace(BENS, match=replace(BENS.match, view=replace(BENS.match.view, active=seats)))


def test_the_title_says_whose_turn_it_is() -> None:
    assert turn(model(MINE)) == "▸ your turn"
    assert turn(model(BENS)) == f"{NAMES[1]}'s turn"
    assert turn(model(active(1, 2))) == f"Waiting for {NAMES[1]} and {NAMES[2]}."
    assert turn(model(active(0))) == "your turn"
    assert turn(model(active(0, 1))) == f"Waiting for {NAMES[1]} and you."


def test_the_prompt_says_who_is_awaited_and_who_cannot_answer() -> None:
    assert waiting(model(BENS)) == f"Waiting for {NAMES[1]}."
    away = with_occupant(BENS, 1, here=False)
    assert waiting(model(away)) == f"Waiting for {NAMES[1]} (lost the connection)."
    gone = with_occupant(BENS, 1, kind="left")
    assert waiting(model(gone)) == f"Waiting for {NAMES[1]} (has left)."
    assert waiting(model(active())) == "The game is over."


def test_more_names_than_fit_are_counted() -> None:
    table_view = active(0, 1, 2)
    crowd = replace(table_view, match=replace(table_view.match, names=("四" * 12,) * 3))
    assert waiting(model(crowd)) == "Waiting for 3 players."


def test_the_winners_are_named() -> None:
    assert winners(model(MINE), (0,)) == "You win!"
    assert winners(model(MINE), (1,)) == f"{NAMES[1]} wins."
    assert winners(model(MINE), (0, 2)) == f"You share the win with {NAMES[2]}."
    watching = replace(MINE, match=replace(MINE.match, view=replace(MINE.match.view, seat=SPECTATOR)))
    assert winners(model(watching), (0,)) == f"{NAMES[0]} wins."


@pytest.mark.parametrize(
    ("won", "scores", "order"),
    [
        ((2,), (10, 30, 40), [2, 1, 0]),
        ((0,), (0, 7, 3), [0, 2, 1]),  # empty cells: the fewest win
        ((1,), (40, 40, 12), [1, 0, 2]),  # a tie that something else has decided
        ((0, 2), (5, -3, 5), [0, 2, 1]),
    ],
)
def test_the_seats_are_ranked_by_how_near_they_came_to_winning(
    won: tuple[int, ...], scores: tuple[int, ...], order: list[int]
) -> None:
    assert ranking(Ended(winners=won, scores=scores)) == order
