"""The judge: what decides a game is exact, and a passed certain win costs what is lost."""

import re
from random import Random

import pytest

from luckytui.bots.judge import Judgment, advise, certain, judged
from luckytui.bots.worth import worth_of
from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, cell_name
from luckytui.games.lucky_jack import rules as jack
from luckytui.games.lucky_numbers import rules as numbers
from luckytui.games.lucky_squares import rules as squares
from luckytui.lab import analysis
from luckytui.shown import hints
from luckytui.shown.game import shown_of
from luckytui.table.views import MatchView, around
from tests.games import test_lucky_box as box

FULL = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)


WINS_IN_TWO = """
1 | 4 0 7 10 0 6 8 17 5 12 17 0 11 13 0 18 / 2 7 9 13 3 8 10 14 4 11 14 15 0 15 19 20
    | 1 1 2 3 18 19 | 3 to b1, 18 to b4
1 | 1 4 0 0 3 6 0 17 6 12 18 19 9 16 19 20 / 2 5 7 10 3 8 11 15 5 10 15 16 9 14 0 18
    | 20 | 20 to d4
1 | 4 0 6 11 0 5 10 15 7 12 13 16 10 15 0 17 / 3 4 9 14 5 8 12 0 7 11 14 19 13 17 18 20
    | 1 1 2 3 6 8 9 19 20 | 19 to c4
1 | 2 7 8 10 6 9 0 15 9 11 13 16 11 13 14 20 / 1 0 5 10 2 3 8 16 6 12 14 17 12 15 17 20
    | 1 3 4 4 18 19 | 4 to b2
0 | 2 3 5 9 3 4 0 11 4 7 10 12 8 10 16 19 / 6 9 13 15 7 13 14 17 8 16 18 0 11 18 0 20
    | 1 2 5 12 17 20 | 5 to b3, 5 to a4
0 | 2 3 5 9 3 4 0 11 4 7 10 12 8 10 16 19 / 6 9 13 15 7 13 14 17 8 16 18 0 11 18 19 20
    | 1 1 2 5 12 17 20 | 5 to b3, 5 to a4
0 | 2 3 7 11 3 4 8 14 5 0 16 17 12 13 17 20 / 5 6 8 10 0 9 11 15 6 10 12 19 9 14 15 20
    | 1 2 4 13 | 4 to c1, 4 to a3, 13 to c2
1 | 1 2 5 11 4 8 12 13 7 9 14 15 10 15 0 17 / 2 3 5 12 3 6 9 13 7 10 14 16 8 16 0 18
    | 1 4 11 18 19 20 20 | 19 to d4, 20 to d4
0 | 1 4 5 9 4 7 8 13 6 11 17 18 9 15 0 20 / 2 3 0 11 3 6 0 14 0 10 12 16 12 14 16 18
    | 1 2 13 20 | 13 to c3
1 | 1 3 5 0 2 4 0 0 0 0 14 17 0 14 16 19 / 2 5 8 12 4 6 11 0 8 12 13 18 9 15 17 20
    | 1 19 | 19 to c4
0 | 3 0 7 12 4 6 10 14 8 11 15 17 13 14 16 18 / 1 2 4 0 3 7 10 18 5 0 12 19 0 17 18 20 /
    5 0 6 9 0 4 10 13 6 11 14 15 9 15 0 16
    | 1 1 2 19 20 | 1 to a1
0 | 2 3 7 12 3 6 9 16 5 12 17 18 0 15 18 20 / 5 6 0 14 6 8 0 15 7 10 13 16 9 14 17 19 /
    5 0 0 10 0 7 10 14 8 12 18 0 13 16 0 19
    | 1 1 1 2 3 4 17 | 4 to a3
0 | 3 4 7 9 6 7 8 13 7 13 14 16 10 16 0 17 / 2 6 0 15 0 10 0 17 10 11 15 19 12 15 16 20 /
    5 0 8 0 0 6 0 14 7 0 13 18 0 13 17 19 / 1 2 0 0 3 5 9 14 5 9 11 15 9 10 17 18
    | 1 2 19 19 20 20 | 20 to d4
3 | 5 0 8 10 0 7 10 14 8 0 14 18 11 15 17 20 / 3 4 7 8 5 7 10 14 11 12 13 0 12 13 0 20 /
    1 4 5 9 2 9 0 13 5 0 12 0 9 14 0 15 / 3 0 6 16 4 6 10 17 7 9 12 18 8 15 16 19
    | 1 3 16 16 | 1 to a1
"""
"""Whose turn it is, the gardens, the middle, and the moves that win at the next turn for certain."""


def garden(*empty: int) -> numbers.Garden:
    return tuple(0 if place in empty else tile for place, tile in enumerate(FULL))


def gardens_position(*gardens: numbers.Garden, **fields: object) -> numbers.LuckyNumbers:
    state = numbers.begin(len(gardens), numbers.LuckyNumbersOptions())
    state.gardens, state.turn, state.stage = gardens, 0, "turn"
    state.first, state.number, state.active = 0, 1, frozenset({0})
    seen = numbers.pile([tile for one in gardens for tile in one])
    state.middle = numbers.pile(fields.pop("middle", ()))  # type: ignore[arg-type]
    stack = fields.pop("stack", None)
    unseen = [0] + [len(gardens) - seen[tile] - state.middle[tile] for tile in numbers.TILES]
    state.stack = numbers.pile(stack) if stack else tuple(max(0, left) for left in unseen)  # type: ignore[arg-type]
    return state


@pytest.mark.parametrize("last", range(16))
def test_a_win_on_the_board_is_certain_and_passing_it_up_costs_what_is_lost(last: int) -> None:
    state = gardens_position(garden(last), garden(0, 5, 10), middle=(FULL[last], 20))
    view, moves = state.view(0), state.moves(0)
    win = numbers.Take(FULL[last], numbers.CELLS[last])
    found = judged("lucky-numbers", view, moves, numbers.Draw(), think=64)
    assert found
    assert found.chances[win] == 1
    assert advise("lucky-numbers", view, moves, think=8).move == win
    draw = analysis.judged("lucky-numbers", view, moves, numbers.Draw(), 64)
    assert draw["best"] == win
    assert 0 < draw["cost"] <= 100
    assert found.cost == pytest.approx(1 - found.chances[numbers.Draw()])


@pytest.mark.parametrize("last", range(16))
def test_drawing_while_a_rivals_winning_tile_lies_open_wins_only_with_a_lucky_tile(last: int) -> None:
    state = gardens_position(garden(3, 12), garden(last), middle=(FULL[last],))
    view, moves = state.view(0), state.moves(0)
    assert certain("lucky-numbers", view, moves)[numbers.Draw()] == 0


def test_where_the_own_last_tile_may_come_the_draw_is_worth_its_odds() -> None:
    state = gardens_position(garden(15), garden(0), middle=(1,), stack=(20, 18, 2, 2))
    found = certain("lucky-numbers", state.view(0), state.moves(0))
    unseen = numbers.unseen(state.view(0))
    fitting = sum(unseen[16:])
    assert found[numbers.Draw()] == pytest.approx(fitting / sum(unseen))


@pytest.mark.parametrize("symbol", jack.SYMBOLS)
@pytest.mark.parametrize(("behind", "expected"), [(-1, 1.0), (0, 0.5), (1, 0.0)])
def test_a_last_jackpot_ends_the_game_by_points(symbol: jack.Symbol, behind: int, expected: float) -> None:
    state = jack.begin(2, jack.LuckyJackOptions())
    state.number, state.stage, state.turn, state.active = 3, "turn", 0, frozenset({0})
    state.dealer, state.first = 1, 0
    hand = jack.count([symbol] * 4)
    other = jack.count([card for card in jack.SYMBOLS if card != symbol][:5])
    state.hands, state.pile = (hand, other), (symbol,)
    taken = [own + rival for own, rival in zip(hand, other, strict=True)]
    state.stock = tuple(
        cards - gone - (card == symbol)
        for card, cards, gone in zip(jack.SYMBOLS, jack.DECK, taken, strict=True)
    )
    state.stock_at_most = (state.stock,) * 3
    state.points = (0, jack.prize(symbol, 3) + behind)
    view, moves = state.view(0), state.moves(0)
    call = jack.Discard(symbol, jackpot=True)
    assert certain("lucky-jack", view, moves)[call] == expected
    if expected == 1:
        assert advise("lucky-jack", view, moves, think=8).move == call
        assert analysis.judged("lucky-jack", view, moves, jack.Draw(), 64)["cost"] > 0
    if expected == 0:
        assert advise("lucky-jack", view, moves, think=8).move != call


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((0, 14_000), "Chance to win: "),  # it may be shared with four sevens
        ((0, 15_000), "You can no longer win if the others play well."),
        ((15_000, 0), "You win for certain."),
        ((0, 3_000), "You share the win for certain."),
        ((1_000, 3_000), "You win for certain."),
    ],
)
def test_what_is_decided_is_said_in_words_of_its_own(points: tuple[int, ...], said: str) -> None:
    state = jack.begin(2, jack.LuckyJackOptions())
    state.number, state.stage, state.turn, state.active, state.points = 3, "turn", 0, frozenset({0}), points
    state.hands = jack.count(["diamond"] * 3 + ["grape"]), jack.count(["lemon"] * 3)
    state.pile, state.stock = ("clover",), (9, 12, 9, 11, 12, 11, 12)
    view, moves = state.view(0), state.moves(0)
    call = jack.Discard("grape", jackpot=True)
    hint = advise("lucky-jack", view, [call] if "share" in said else moves, think=8)
    match = MatchView(names=("Ann", "Bob"), view=view, prompt=1, moves=tuple(moves))
    model = shown_of("lucky-jack").model(around(match, "lucky-jack"))
    assert said in hints.words(model, hint)[-1]


def test_a_jackpot_that_loses_the_game_for_certain_is_not_called() -> None:
    """A hint once called it, and said that the win is shared: the tables of hands rate no other move."""
    state = jack.begin(2, jack.LuckyJackOptions())
    state.number, state.stage, state.turn, state.active = 2, "turn", 0, frozenset({0})
    state.points = 0, 21_000
    state.hands = jack.count(["diamond"] * 3 + ["seven"]), jack.count(["lemon"] * 4)
    state.pile, state.stock = ("clover",), (8, 12, 9, 11, 12, 12, 11)
    view, moves, call = state.view(0), state.moves(0), jack.Discard("seven", jackpot=True)
    assert certain("lucky-jack", view, moves) == {call: 0}
    hint = advise("lucky-jack", view, moves, think=8)
    assert hint.move != call
    assert not hint.is_shared


def test_moves_that_the_judge_cannot_tell_apart_are_named_and_the_next_one_is_known() -> None:
    chances = {squares.Pass(): 0.4, jack.Keep(): 0.503, jack.Toss(): 0.5, jack.Draw(): 0.495}
    found = Judgment(chances, jack.Keep(), 0.0)
    assert found.compared() == ([jack.Toss(), jack.Draw()], squares.Pass())
    assert found._replace(chances={jack.Keep(): 0.503}).compared() == ([], None)


def test_the_last_action_of_lucky_squares_is_worked_out_when_all_cards_are_open() -> None:
    """Every action's chance is its share of the wins over all that the die can show."""
    rng, met = Random(4), 0
    while met < 10:
        state = GAMES["lucky-squares"].new(3, GAMES["lucky-squares"].options())
        while state.active and not (
            state.stage == "act" and state.number == 3 and len(state.pending) == 1 and len(state.shown) > 1
        ):
            seat = min(state.active)
            moves = [*state.outcomes()] if seat == CHANCE else state.moves(seat)
            reveals = [move for move in moves if isinstance(move, squares.Reveal)]
            state.apply(seat, rng.choice(reveals or moves))
        if not state.active or not {0, 1, 2} - {state.pending[0]} <= state.shown:
            continue
        met += 1
        seat = state.pending[0]
        found = certain("lucky-squares", state.view(seat), state.moves(seat))
        for move in state.moves(seat):
            shares = []
            for rolled in range(1, 7):
                after = state.copy()
                after.apply(seat, move)
                if after.active:
                    after.apply(CHANCE, squares.RollNumber(rolled))
                winners = after.result.winners
                shares.append((seat in winners) / len(winners))
            assert found[move] == pytest.approx(sum(shares) / 6)
        best = advise("lucky-squares", state.view(seat), state.moves(seat), think=8).move
        assert found[best] == max(found.values())


@pytest.mark.parametrize(
    ("leader", "on_squares", "pending", "best"),
    [
        (32, (4, 0, 1, 11, 0, 4), (0,), 0.0),  # a change to the 11 makes 31
        (31, (4, 0, 1, 11, 0, 4), (0,), None),
        (10, (4, 0, 1, 11, 0, 4), (0,), 1.0),
        (14, (4, 0, 1, 11, 0, 4), (0,), 1.0),  # by splitting the 11
        (15, (4, 0, 1, 11, 0, 4), (0,), None),
        (35, (1, 2, 1, 0, 0, 0), (0, 1), 0.0),  # two rolls make 34, if somebody else pays for one
        (34, (1, 2, 1, 0, 0, 0), (0, 1), None),
        (13, (1, 2, 1, 0, 0, 0), (0, 1), 1.0),
        (14, (1, 2, 1, 0, 0, 0), (0, 1), None),
    ],
)
def test_who_cannot_be_overtaken_in_lucky_squares_has_won_before_the_end(
    leader: int, on_squares: squares.Squares, pending: tuple[int, ...], best: float | None
) -> None:
    """A hint once told such a win as 99 %, and paid for an action in a game that was lost."""
    state = GAMES["lucky-squares"].new(3, GAMES["lucky-squares"].options())
    state.stage, state.active, state.lead, state.number = "act", frozenset({0}), 0, 3
    state.squares = state.at_pick = on_squares
    state.cents, state.pending, state.picks = (22, 3, leader), pending, ("black", "red", "blue")
    view, moves = state.view(0), state.moves(0)
    hint = advise("lucky-squares", view, moves, think=2)
    assert (hint.chance if hint.chance in {0, 1} else None) == best
    if best == 0:
        assert hint.move == squares.Pass()


@pytest.mark.parametrize(
    ("on_squares", "cents", "number"),
    [
        ((0, 0, 0, 8, 3, 5), (10, 10, 10), 1),
        ((2, 6, 0, 2, 6, 0), (15, 15, 12), 2),
        ((2, 8, 0, 7, 6, 0), (15, 12, 21), 3),
        ((0, 2, 0, 5, 5, 5), (10, 10, 10), 1),
        ((9, 8, 0, 3, 5, 10), (7, 8, 10), 3),
        ((0, 5, 5, 2, 1, 7), (15, 16, 15), 2),
        ((5, 0, 7, 1, 0, 4), (10, 10, 10), 1),
        ((0, 3, 3, 7, 15, 4), (10, 8, 8), 2),
        ((8, 6, 3, 0, 2, 5), (15, 13, 7), 3),
        ((6, 3, 0, 0, 4, 7), (10, 10, 16), 2),
    ],
)
def test_a_pick_is_drawn_among_those_that_bring_as_much_and_its_own_chance_is_told(
    on_squares: squares.Squares, cents: tuple[int, ...], number: int
) -> None:
    """A hint once drew one of these that brought clearly less, and told the chance of all together."""
    state = GAMES["lucky-squares"].new(3, GAMES["lucky-squares"].options())
    state.stage, state.active, state.lead, state.number = "pick", frozenset(range(3)), 1, number
    state.squares, state.cents = on_squares, cents
    view, moves = state.view(0), state.moves(0)
    found = judged("lucky-squares", view, moves, think=12)
    hints = [advise("lucky-squares", view, moves, Random(seed), think=12) for seed in range(6)]
    for hint in hints:
        assert hint.move in found.mixed or (hint.move == found.best and not found.mixed)
        assert hint.chance == found.chances[hint.move] > found.chances[found.best] - 0.03
    assert len(found.mixed) <= 3


def two_to_win(*middle: int, other: numbers.Garden | None = None) -> numbers.LuckyNumbers:
    """Return a position in which the 15 fills the last cell but one, and the 16 the last."""
    own = garden(14, 15)
    return gardens_position(own, other or garden(0, 5, 10), middle=middle, stack=(1, 3, 5, 7, 9))


@pytest.mark.parametrize("place", range(2, 15))
def test_a_win_in_two_that_nobody_can_stop_is_certain(place: int) -> None:
    """The other garden has no cell for the 20, and two empty cells at least: it cannot win before."""
    other = tuple(20 if cell == 15 else 0 if cell in {0, place} else FULL[cell] for cell in range(16))
    state = two_to_win(15, 20, other=other)
    view, moves = state.view(0), state.moves(0)
    first = numbers.Take(15, (3, 2))
    assert certain("lucky-numbers", view, moves)[first] == 1
    assert advise("lucky-numbers", view, moves, think=8).move == first


def test_a_win_in_two_that_somebody_can_stop_is_not_certain() -> None:
    state = two_to_win(15, 20, other=garden(0, 5, 15))
    assert certain("lucky-numbers", state.view(0), state.moves(0)).get(numbers.Take(15, (3, 2))) is None


def test_who_takes_a_winning_tile_may_have_to_give_another() -> None:
    state = two_to_win(15, 20)  # the 20 goes only where the 16 lies, which wins as well
    assert certain("lucky-numbers", state.view(0), state.moves(0))[numbers.Take(15, (3, 2))] == 1


@pytest.mark.parametrize("position", re.findall(r"(\d) \|([^|]*)\|([^|]*)\|(.*)", WINS_IN_TWO))
def test_a_win_in_two_of_a_game_between_bots_is_taken(position: tuple[str, ...]) -> None:
    """A hint once left each of these, most for a draw; that nobody can stop the win was tried out."""
    seat, (gardens, middle, best) = int(position[0]), position[1:]
    each = (tuple(map(int, one.split())) for one in gardens.split("/"))
    state = gardens_position(*each, middle=tuple(map(int, middle.split())))
    state.turn, state.active = seat, frozenset({seat})
    hint = advise("lucky-numbers", state.view(seat), state.moves(seat), think=8)
    assert isinstance(hint.move, numbers.Take)
    assert f"{hint.move.tile} to {cell_name(hint.move.cell)}" in best
    assert hint.chance == 1


def test_nobody_harms_the_own_garden_to_keep_a_tile_from_another() -> None:
    """A hint once swapped the 6 for the 16 in the corner, which closes the cells beside it."""
    own = (1, 0, 5, 0, 0, 8, 10, 0, 7, 0, 15, 0, 0, 0, 0, 16)
    state = gardens_position(own, (4, 5, 0, 0, 0, 11, 0, 12, 0, 0, 12, 0, 0, 0, 17, 18), middle=(17, 19))
    state.stage, state.hand = "drawn", 6
    hint = advise("lucky-numbers", state.view(0), state.moves(0), think=32)
    assert hint.move != numbers.Lay((3, 3))


def test_a_jackpot_after_which_nobody_can_catch_up_is_called() -> None:
    """A hint once drew a card instead, in the last round but one, with five sevens."""
    state = jack.begin(2, jack.LuckyJackOptions())
    state.number, state.stage, state.turn, state.active, state.points = (
        2,
        "turn",
        0,
        frozenset({0}),
        (6_000, 0),
    )
    state.hands, state.pile = (jack.count(["seven"] * 5), jack.count(["lemon"] * 7)), ("grape",)
    state.stock = (5, 12, 12, 12, 12, 11, 7)
    hint = advise("lucky-jack", state.view(0), state.moves(0), think=8)
    assert (hint.move, hint.chance) == (jack.Discard("seven", jackpot=True), 1)


def test_what_is_open_is_never_told_as_certain() -> None:
    state = gardens_position(garden(15), tuple([1] + [0] * 15), middle=(1,))
    view, moves = state.view(0), state.moves(0)
    hint = advise("lucky-numbers", view, moves, think=400)
    assert hint.move not in certain("lucky-numbers", view, moves)
    assert hint.chance == 0.99


def test_two_tiles_to_win_with_are_one_more_than_the_other_can_take() -> None:
    state = two_to_win(15, 19, 20)
    assert certain("lucky-numbers", state.view(0), state.moves(0))[numbers.Take(15, (3, 2))] == 1


def test_who_cannot_win_any_more_is_shown_the_move_worth_most() -> None:
    own = box.player(*(box.card(one, box.PLAIN, done) for one, done in ((1, box.DONE), (2, ""), (3, "x"))))
    state = box.turn_of(9, own, box.player(box.card(4, box.PLAIN), lightnings=300), in_round=3)
    view, moves = state.view(0), state.moves(0)
    judgment = judged("lucky-box", view, moves, think=40)
    assert judgment.best == worth_of("lucky-box").candidates(view, moves)[0]
    assert judgment.chances[judgment.best] == max(judgment.chances.values()) < 0.1


@pytest.mark.parametrize("seed", range(10))
def test_the_last_turn_of_lucky_box_is_worked_out(seed: int) -> None:
    """The chance of the move that wins is what comes of it when the game is played to its end."""
    state, rng = GAMES["lucky-box"].new(2, GAMES["lucky-box"].options()), Random(seed)
    while not (state.round == 4 and len(state.numbers) == 9):
        seat = min(state.active)
        state.apply(seat, rng.choice([*state.outcomes()] if seat == CHANCE else state.moves(seat)))
    view, moves = state.view(0), state.moves(0)
    found = certain("lucky-box", view, moves)
    assert found.keys() == {*moves}
    promised = max(found.values())
    for seat in (1, 0):  # the other first: both play the best that is worked out
        while seat in state.active:
            found = certain("lucky-box", state.view(seat), state.moves(seat))
            state.apply(seat, max(found, key=found.__getitem__))
    share = (0 in state.result.winners) / len(state.result.winners)
    assert share >= promised


@pytest.mark.parametrize("game", GAMES)
def test_the_same_thought_gives_the_same_chances_and_no_move_costs_more_than_there_was(game: str) -> None:
    state, rng = GAMES[game].new(3, GAMES[game].options()), Random(6)
    for _ in range(30):
        seat = min(state.active, default=None)
        if seat is None:
            break
        moves = [*state.outcomes()] if seat == CHANCE else state.moves(seat)
        made = rng.choice(moves)
        if seat != CHANCE and len(moves) > 1:
            found = judged(game, state.view(seat), moves, made, think=8)
            assert found == judged(game, state.view(seat), moves, made, think=8)
            assert found
            assert all(0 <= chance <= 1 for chance in found.chances.values())
            assert 0 <= found.cost <= found.chances[found.best]
            assert made in found.chances
        state.apply(seat, made)
