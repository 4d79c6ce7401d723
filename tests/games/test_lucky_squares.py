"""Lucky Squares, rule by rule: a table in words, an action, the table after."""

from collections.abc import Sequence
from random import Random

import msgspec
import pytest

from luckytui.games.interface import CHANCE, SPECTATOR, Event, GoFirst, Move, TurnBegan
from luckytui.games.lucky_squares.rules import (
    BARE,
    COLORS,
    LUCKY_SQUARES,
    Change,
    Forbid,
    LuckySquares,
    LuckySquaresOptions,
    Pass,
    Pick,
    Picked,
    Populate,
    Reveal,
    Roll,
    RollColor,
    Rolled,
    RoundEnded,
    RoundStarted,
    Showdown,
    Split,
    Swap,
    Taken,
    imagine,
    on,
    put,
)
from luckytui.table.match import Match
from luckytui.testing.plays import reason
from luckytui.text import UserError

DEFAULT = LuckySquaresOptions()
GHOST = LuckySquaresOptions(ghost=True)


def match(
    picks: str, *, lead: int = 0, options: LuckySquaresOptions = DEFAULT, cents: str = "", **squares: int
) -> LuckySquares:
    """Return the position before the lead player's first action: "red red blue", red=9, cents="10 3 0"."""
    cards = picks.split()
    state = picking(len(cards), lead=lead, options=options, **squares)
    for seat, color in enumerate(cards):
        state.apply(seat, Pick(color))  # type: ignore[arg-type]
    if cents:
        state.cents = tuple(map(int, cents.split()))
    return state


def picking(
    seats: int, *, lead: int = 0, options: LuckySquaresOptions = DEFAULT, **squares: int
) -> LuckySquares:
    """Return the position in which everybody is to pick, with these cents on the squares."""
    state = LUCKY_SQUARES.new(seats, options)
    assert isinstance(state, LuckySquares)
    state.apply(CHANCE, GoFirst(lead))
    for _ in range(5):
        state.apply(CHANCE, Roll("red", 1))
    state.squares = BARE
    for color in COLORS:
        state.squares = put(state.squares, color, squares.get(color, 0))
    return state


def act(state: LuckySquares, *moves: Move) -> list[Event]:
    """Make actions, one after the other, each by whose turn it is; return what happened."""
    return [event for move in moves for event in state.apply(min(state.active), move)]


def all_pass(state: LuckySquares) -> list[Event]:
    return act(state, *[Pass()] * len(state.pending))


def lying(state: LuckySquares) -> dict[str, int]:
    """Return the squares that are not empty."""
    return {color: on(state.squares, color) for color in COLORS if on(state.squares, color)}


def showdown(events: Sequence[Event]) -> Showdown:
    return next(event for event in events if isinstance(event, Showdown))


def kinds(state: LuckySquares) -> set[str]:
    """Return the names of the actions that may be chosen now."""
    return {type(move).__name__ for seat in state.active for move in state.moves(seat)}


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_everybody_starts_with_10_cents_and_the_squares_are_empty(seats: int) -> None:
    state = LUCKY_SQUARES.new(seats, DEFAULT)
    assert isinstance(state, LuckySquares)
    assert state.cents == (10,) * seats
    assert lying(state) == {}


@pytest.mark.parametrize("seats", [2, 7])
def test_it_is_for_3_to_6_players(seats: int) -> None:
    with pytest.raises(UserError, match="3–6 players"):
        LUCKY_SQUARES.new(seats, DEFAULT)


@pytest.mark.parametrize("limit", [14, 101])
def test_the_limit_is_15_to_100_cents(limit: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"limit": limit}, type=LuckySquaresOptions)


def test_all_players_pick_at_the_same_time_and_nothing_is_told_before_the_last_one() -> None:
    state = picking(3)
    assert state.apply(1, Pick("red")) == []
    assert state.apply(0, Pick("blue")) == []
    events = state.apply(2, Pick("red"))
    assert events[:3] == [
        Picked(seat=0, color="blue"),
        Picked(seat=1, color="red"),
        Picked(seat=2, color="red"),
    ]
    assert events[3:] == [TurnBegan(seat=0)]


def test_a_pick_is_known_to_its_owner_alone() -> None:
    picked = Picked(seat=1, color="red")
    assert picked.seen_by(1) == picked
    for other in (0, 2, SPECTATOR):
        assert picked.seen_by(other) == Picked(seat=1, color=None)


@pytest.mark.parametrize("moves", [[], [Pass()], [Change("black")], [Reveal(2)], [Swap(("red", "blue"))]])
def test_what_others_are_sent_is_the_same_whatever_a_seat_picked(moves: list[Move]) -> None:
    worlds = [match(f"green {color} blue", red=5) for color in COLORS]
    for state in worlds:
        act(state, *moves)
    for other in (0, 2, SPECTATOR):
        assert len({msgspec.msgpack.encode((state.view(other), state.moves(other))) for state in worlds}) == 1


def test_a_reason_for_a_refusal_says_nothing_of_a_hidden_pick() -> None:
    worlds = [match(f"green {color} blue", red=5) for color in COLORS]
    for move in (Reveal(7), Change("green"), Forbid(0), Pick("red"), Swap(("black", "blue"))):
        assert len({str(state.refusal(0, move)) for state in worlds}) == 1


def test_actions_go_clockwise_from_the_lead_player_who_acts_once_more_at_the_very_end() -> None:
    state = match("red red blue green", lead=2)
    assert state.pending == (2, 3, 0, 1, 2)
    turns = [event.seat for event in all_pass(state) if isinstance(event, TurnBegan)]
    assert turns == [3, 0, 1, 2]


def test_seat_3_forbids_seat_2_its_last_action_and_then_seat_1_may_not_forbid_anybody() -> None:
    state = match("red red blue green", lead=2)
    act(state, Pass(), Forbid(2))
    assert state.pending == (0, 1)
    act(state, Pass())
    assert state.active == {1}
    assert "Forbid" not in kinds(state)
    assert reason(state, 1, Forbid(2)) == "That player has no action to come in this round."
    assert isinstance(act(state, Pass())[1], Showdown)


@pytest.mark.parametrize(
    ("move", "cost"),
    [
        (Pass(), 0),
        (Reveal(1), 1),
        (Change("green"), 2),
        (Populate("black"), 2),
        (Split("red", ("blue", "green")), 2),
        (Swap(("red", "blue")), 3),
        (Forbid(2), 3),
    ],
)
def test_an_action_is_paid_to_the_bank(move: Move, cost: int) -> None:
    state = match("red red blue", red=6)
    act(state, move)
    assert state.cents == (10 - cost, 10, 10)


def test_a_player_without_cents_may_only_pass() -> None:
    assert kinds(match("red red blue", cents="0 10 10", red=6)) == {"Pass"}


def test_a_player_may_reveal_the_own_card() -> None:
    state = match("red green blue")
    act(state, Reveal(0))
    assert state.view(1).cards == ("red", None, None)


def test_ruling_reveal_needs_a_hidden_card() -> None:
    state = match("red green blue")
    act(state, Reveal(2))
    assert Reveal(2) not in state.moves(1)
    assert reason(state, 1, Reveal(2)) == "That card is open already."
    assert reason(state, 1, Reveal(3)) == "There is no such player."


def test_a_reveal_cannot_be_taken_back_and_a_swap_can() -> None:
    game = Match(LUCKY_SQUARES, DEFAULT, ["Ana", "Ben", "Cem"], "seed")
    for seat in list(game.prompts):
        game.submit(seat, game.prompts[seat], Pick("red"))
    (lead,) = game.prompts
    swap = next(move for move in game.view(lead).moves if isinstance(move, Swap))
    game.submit(lead, game.prompts[lead], swap)
    assert game.may_undo(lead)
    game.undo(lead, game.prompts.get(lead, 0))
    game.submit(lead, game.prompts[lead], Reveal((lead + 1) % 3))
    assert not game.may_undo(lead)


def test_all_see_who_has_changed_the_pick_this_round() -> None:
    state = match("red green blue")
    act(state, Change("black"))
    assert [state.view(seat).changed for seat in (0, 1, SPECTATOR)] == [(0,)] * 3
    act(state, Pass())
    act(state, Change("red"))
    act(state, Change("yellow"))
    assert state.number == 2
    assert state.view(1).changed == ()


def test_a_record_writes_an_open_change_like_a_hidden_one() -> None:
    hidden, shown = match("red green blue"), match("red green blue")
    shown.shown = frozenset({0})
    before, after = act(hidden, Change("black"))[0], act(shown, Change("black"))[0]
    assert msgspec.json.encode(after) == msgspec.json.encode(before)


def test_ruling_change_must_change_the_color() -> None:
    state = match("red green blue")
    assert Change("red") not in state.moves(0)
    assert reason(state, 0, Change("red")) == "That is your pick already: change it to another color."


def test_ruling_split_needs_at_least_2_cents_on_the_square() -> None:
    state = match("red green blue", green=1, red=2)
    assert reason(state, 0, Split("green", ("red", "blue"))) == "Split needs at least 2 cents on the square."
    assert Split("red", ("blue", "green")) in state.moves(0)


@pytest.mark.parametrize("split", [Split("green", ("red", "green")), Split("green", ("red", "red"))])
def test_ruling_split_needs_three_different_squares(split: Split) -> None:
    assert reason(match("red green blue", green=7), 0, split) == "Split needs three different squares."


def test_ruling_swap_needs_coins_on_at_least_one_of_the_two() -> None:
    state = match("red green blue", green=7)
    assert reason(state, 0, Swap(("red", "blue"))) == ("Swap needs coins on at least one of the two squares.")
    assert reason(state, 0, Swap(("green", "green"))) == "Swap needs two different squares."


def test_two_squares_have_one_order_so_that_each_choice_is_offered_once() -> None:
    state = match("red green blue", green=7)
    in_order = "Name the two squares in their order on the table."
    assert reason(state, 0, Swap(("green", "red"))) == in_order
    assert reason(state, 0, Split("green", ("blue", "red"))) == in_order


def test_ruling_forbid_hits_no_past_action() -> None:
    state = match("red green blue black")
    act(state, Pass(), Pass())
    assert {move for move in state.moves(2) if isinstance(move, Forbid)} == {Forbid(0), Forbid(3)}
    assert reason(state, 2, Forbid(1)) == "That player has no action to come in this round."


def test_ruling_the_same_action_is_not_forbidden_twice() -> None:
    state = match("red green blue black")
    act(state, Forbid(3))
    assert reason(state, 1, Forbid(3)) == "That player has no action to come in this round."


def test_ruling_a_forbidden_action_does_not_carry_over_into_the_next_round() -> None:
    state = match("red green blue")
    act(state, Forbid(1))
    all_pass(state)
    for _ in range(5):
        state.apply(CHANCE, Roll("red", 1))
    for seat in range(3):
        state.apply(seat, Pick("red"))
    assert state.pending == (1, 2, 0, 1)


def test_with_the_ghost_on_blue_as_well_blue_is_a_push_and_nobody_gets_the_4() -> None:
    state = match("red red blue", options=GHOST, red=9, blue=4, green=2)
    all_pass(state)
    assert state.outcomes() == {RollColor(color): 1 for color in COLORS}
    told = showdown(state.apply(CHANCE, RollColor("blue")))
    assert told == Showdown(squares=(9, 0, 4, 0, 2, 0), picks=("red", "red", "blue"), ghost="blue", taken=())
    assert state.cents == (10, 10, 10)
    assert lying(state) == {"green": 2}


def test_ruling_a_ghost_that_is_alone_takes_the_coins_for_the_bank() -> None:
    state = match("red red blue", options=GHOST, red=9, green=2, black=3)
    all_pass(state)
    told = showdown(state.apply(CHANCE, RollColor("green")))
    assert told == Showdown(
        squares=(9, 0, 0, 0, 2, 3), picks=("red", "red", "blue"), ghost="green", taken=(Taken(2, "blue", 0),)
    )
    assert state.cents == (10, 10, 10)
    assert lying(state) == {"black": 3}


def test_takers_are_told_in_seat_order() -> None:
    told = showdown(all_pass(match("black red green green magenta magenta", red=9, black=4)))
    assert told.taken == (Taken(0, "black", 4), Taken(1, "red", 9))


def test_who_is_alone_on_a_bare_square_takes_nothing_and_is_told() -> None:
    told = showdown(all_pass(match("red red blue", red=9)))
    assert told.taken == (Taken(2, "blue", 0),)


def test_the_lead_passes_to_the_left_and_the_round_is_told() -> None:
    events = all_pass(match("red red blue", lead=2, red=9, blue=4, green=2))
    assert events[-2:] == [RoundEnded(number=1, cents=(10, 10, 14)), RoundStarted(number=2, lead=0)]


def test_below_the_limit_the_game_goes_on_however_many_laps_it_takes() -> None:
    state = match("red green blue", options=LuckySquaresOptions(end="limit", limit=20), red=9)
    state.number = 40
    all_pass(state)
    assert state.result is None


def test_the_default_pick_is_the_first_square_with_the_most_coins() -> None:
    assert picking(3, blue=4, green=4, red=1).fallback(0) == Pick("blue")


def test_the_default_action_is_to_pass() -> None:
    assert match("red green blue").fallback(0) == Pass()


def test_a_seat_imagines_its_own_card_and_the_open_ones_and_guesses_the_others() -> None:
    state = match("red green blue black")
    act(state, Reveal(2))
    worlds = [imagine(state.view(0), Random(seed)) for seed in range(40)]
    assert {world.picks[0] for world in worlds} == {"red"}
    assert {world.picks[2] for world in worlds} == {"blue"}
    assert {world.picks[1] for world in worlds} == set(COLORS)
    assert {world.picks[3] for world in worlds} == set(COLORS)


def test_the_dice_of_later_rounds_do_not_depend_on_what_players_choose() -> None:
    """In one of two games with the same seed everyone who can rolls for a square of their own as well."""
    games = []
    for wanted in (Pass, Populate):
        table = Match(LUCKY_SQUARES, LuckySquaresOptions(), ["Ana", "Ben", "Cem"], "dice")
        while table.prompts:
            seat = min(table.prompts)
            moves = table.view(seat).moves
            move = next((move for move in moves if isinstance(move, wanted)), moves[0])
            table.submit(seat, table.prompts[seat], move)
        games.append(table.record)
    quiet, busy = ([event for event in game.events if isinstance(event, Rolled)] for game in games)
    assert len(games[1].steps) > len(games[0].steps)
    assert quiet == busy
