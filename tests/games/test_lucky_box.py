"""The rules of Super Mega Lucky Box, one by one."""

from collections.abc import Sequence
from itertools import chain

import msgspec
import pytest

from luckytui.games.interface import CHANCE, SPECTATOR, Ended, Event, Seat
from luckytui.games.lucky_box.deck import Card, built_in
from luckytui.games.lucky_box.names import verdict
from luckytui.games.lucky_box.player import ALL, BoxCard, Cell, Player, distance
from luckytui.games.lucky_box.rules import (
    LUCKY_BOX,
    BonusLost,
    BonusWon,
    Cross,
    Crossed,
    EndTurn,
    FinalScored,
    Keep,
    LuckyBox,
    LuckyBoxOptions,
    LuckyBoxView,
    NextCard,
    NumberTurned,
    Offered,
    Passed,
    RoundEnded,
    TurnOver,
    begin,
    final_scores,
    in_play,
    moon_points,
)
from luckytui.table import record
from luckytui.table.match import Match
from luckytui.testing.plays import reason as refused

PLAIN = """
    1 2 3  moon
    4 5 6  moon
    7 8 9  moon
    moon moon moon
"""
"""All numbers and nothing but moons."""


def card(number: int, picture: str, crossed: str = "") -> BoxCard:
    """Return a card: three rows with their bonus, then the bonuses of the columns; `x` marks its crosses."""
    words = picture.split()
    rows = [words[start : start + 4] for start in (0, 4, 8)]
    face = msgspec.convert(
        [number, [[int(word) for word in row[:3]] for row in rows], [row[3] for row in rows], words[12:]],
        Card,
    )
    return BoxCard(face, sum(1 << place for place, mark in enumerate(crossed.split()) if mark == "x"))


def player(*cards: BoxCard, lightnings: int = 0, moons: int = 0, stars: Sequence[int] = (0,) * 4) -> Player:
    return Player(cards=cards, lightnings=lightnings, moons=moons, stars=tuple(stars))


def turn_of(
    number: int, *players: Player, in_round: int = 1, before: Sequence[int] = (), variant: bool = False
) -> LuckyBox:
    """Return the position in which everybody is to cross this number."""
    state = begin(len(players), LuckyBoxOptions(lightning_changes_bonus=variant))
    state.stage, state.active = "cross", frozenset(range(len(players)))
    state.round, state.numbers = in_round, (*before, number)
    state.players = state.shown = players
    return state


def last_turn_of(number: int, *players: Player, in_round: int = 1) -> LuckyBox:
    return turn_of(number, *players, in_round=in_round, before=range(1, 9))


def crosses(state: LuckyBox, seat: Seat = 0, use: str = "number") -> set[tuple[int, Cell]]:
    """Return the cells that a seat may cross."""
    return {(one.card, one.cell) for one in state.moves(seat) if isinstance(one, Cross) and one.use == use}


def end_turn(state: LuckyBox) -> list[Event]:
    """Let everybody who has not done so end the turn; return what is told."""
    return list(chain.from_iterable(state.apply(seat, EndTurn()) for seat in sorted(state.active)))


def reason(state: LuckyBox, move: Keep | Cross | EndTurn, seat: Seat = 0) -> str:
    return refused(state, seat, move)


def dealt(seats: int, options: LuckyBoxOptions | None = None) -> tuple[LuckyBox, list[Event]]:
    """Return the position in which everybody chooses its first cards, always the next of the deck."""
    state, events = begin(seats, options or LuckyBoxOptions()), []
    while state.stage == "deal":
        events += state.apply(CHANCE, NextCard(state.stack[0]))
    return state, events


def view_of(state: LuckyBox, seat: Seat) -> LuckyBoxView:
    return state.view(seat)


@pytest.mark.parametrize(("seats", "cards"), [(1, 60), (6, 60), (7, 120), (12, 120)])
def test_seven_and_more_play_with_two_boxes(seats: int, cards: int) -> None:
    assert len(begin(seats, LuckyBoxOptions()).stack) == cards


def test_the_second_copy_of_a_card_is_named_100_more() -> None:
    deck = in_play(LuckyBoxOptions(), 7)
    assert deck[107].cells == deck[7].cells
    assert (deck[107].id, deck[7].id) == (107, 7)


def test_cards_on_offer_are_hidden_until_all_have_chosen() -> None:
    state, events = dealt(2)
    state.apply(0, Keep((1, 2, 5)))
    assert [one.id for one in view_of(state, 0).offer] == [1, 2, 3, 4, 5]
    assert view_of(state, 0).kept == (1, 2, 5)
    assert view_of(state, SPECTATOR).offer == view_of(state, SPECTATOR).kept == ()
    assert events[0].seen_by(1) == Offered(seat=0, cards=None)
    assert events[0].seen_by(0) == events[0]


def test_who_has_chosen_waits_for_the_others() -> None:
    state, _ = dealt(2)
    state.apply(0, Keep((1, 2, 3)))
    assert reason(state, Keep((1, 2, 4))) == "You have chosen your cards: wait for the others."


def test_the_number_cards_are_1_to_9_twice_and_shuffled_anew_each_round() -> None:
    state, _ = dealt(1)
    state.apply(0, Keep((1, 2, 3)))
    assert state.outcomes() == {TurnOver(number): 2 for number in range(1, 10)}
    state.numbers = (4, 7, 4)
    assert state.outcomes() == {TurnOver(n): 1 if n == 7 else 2 for n in range(1, 10) if n != 4}


def test_a_number_is_told_with_its_round_and_turn() -> None:
    state, _ = dealt(1)
    state.apply(0, Keep((1, 2, 3)))
    assert state.apply(CHANCE, TurnOver(8)) == [NumberTurned(round=1, turn=1, number=8)]
    assert state.active == {0}


@pytest.mark.parametrize(("number", "other", "cost"), [(9, 2, 2), (1, 8, 2), (5, 9, 4), (5, 1, 4), (3, 3, 0)])
def test_9_and_1_are_neighbours_on_the_circle_of_nine(number: int, other: int, cost: int) -> None:
    assert distance(number, other) == distance(other, number) == cost


def test_the_number_is_9_and_a_player_crosses_a_2_for_2_lightnings() -> None:
    state = turn_of(9, player(card(1, PLAIN), lightnings=3))
    state.apply(0, Cross(1, (0, 1), "number"))
    assert state.players[0].lightnings == 1
    assert end_turn(state) == [Crossed(seat=0, card=1, cell=(0, 1), use="number", lightnings=2)]


def test_only_what_can_be_paid_can_be_crossed() -> None:
    state = turn_of(9, player(card(1, PLAIN), lightnings=1))
    assert crosses(state) == {(1, (2, 2)), (1, (2, 1)), (1, (0, 0))}
    assert reason(state, Cross(1, (0, 1), "number")) == "Too few lightnings: that costs 2, and you have 1."


def test_who_has_a_free_cell_with_the_number_must_cross() -> None:
    state = turn_of(9, player(card(1, PLAIN), lightnings=1))
    assert EndTurn() not in state.moves(0)
    assert reason(state, EndTurn()) == "You have a free cell for 9, so you must cross one."


def test_who_has_none_may_pay_or_pass() -> None:
    """**Ruling.**"""
    state = turn_of(9, player(card(1, PLAIN, ". . . . . . . . x"), lightnings=1))
    assert crosses(state) == {(1, (2, 1)), (1, (0, 0))}
    assert end_turn(state) == [Passed(seat=0, reason="number")]


def test_crosses_that_make_no_sense_are_refused_in_words() -> None:
    state = turn_of(9, player(card(1, PLAIN, "x . . . . . . . ."), lightnings=4))
    assert reason(state, Cross(2, (0, 0), "number")) == "You have no such card."
    assert reason(state, Cross(1, (0, 0), "number")) == "That cell is already crossed."
    assert reason(state, Cross(1, (0, 1), "?")) == "Cross a cell for the number (9) first."
    assert reason(state, Keep((1,))) == "The cards are chosen: cross a cell."
    state.apply(0, Cross(1, (2, 2), "number"))
    assert reason(state, Cross(1, (0, 1), "number")) == "You have already crossed a cell for the number."
    assert reason(state, Cross(1, (0, 1), "?")) == "You have no bonus ? to use."


def test_crosses_are_held_back_and_told_in_seat_order_when_all_have_ended_the_turn() -> None:
    state = turn_of(9, player(card(1, PLAIN)), player(card(2, PLAIN)))
    assert state.apply(1, Cross(2, (2, 2), "number")) == []
    assert state.apply(1, EndTurn()) == []
    assert state.apply(0, Cross(1, (2, 2), "number")) == []
    told = state.apply(0, EndTurn())
    assert [event.seat for event in told if isinstance(event, Crossed)] == [0, 1]
    assert state.active == {CHANCE}


def test_a_seat_sees_its_own_crosses_at_once_and_those_of_others_at_the_end_of_the_turn() -> None:
    state = turn_of(9, player(card(1, PLAIN)), player(card(2, PLAIN)))
    state.apply(0, Cross(1, (2, 2), "number"))
    mine = view_of(state, 0).mine
    assert mine
    assert not mine.cards[0].is_free((2, 2))
    assert len(view_of(state, 0).held) == 1
    for seat in (1, SPECTATOR):
        assert view_of(state, seat).players[0].cards[0].is_free((2, 2))
        assert view_of(state, seat).held == ()
    end = [state.apply(0, EndTurn()), state.apply(1, Cross(2, (2, 2), "number")), state.apply(1, EndTurn())]
    assert [bool(told) for told in end] == [False, False, True]
    assert not view_of(state, 1).players[0].cards[0].is_free((2, 2))


def test_who_has_ended_the_turn_waits_for_the_others() -> None:
    state = turn_of(9, player(card(1, PLAIN)), player(card(2, PLAIN)))
    state.apply(0, Cross(1, (2, 2), "number"))
    state.apply(0, EndTurn())
    assert view_of(state, 1).active == (1,)
    assert reason(state, EndTurn()) == "You have ended your turn: wait for the others."


def test_crosses_can_be_taken_back_until_the_turn_is_ended_whatever_others_do() -> None:
    match = Match(LUCKY_BOX, LuckyBoxOptions(), ["Ada", "Ben"], "seed")
    for seat in (0, 1):
        match.submit_fallback(seat)
    before = match.view(0).view
    cross_it = next(move for move in match.view(0).moves if isinstance(move, Cross))
    match.submit(0, match.prompts[0], cross_it)
    match.submit_fallback(1)
    assert match.view(0).undo
    match.undo(0, match.prompts.get(0, 0))
    assert match.view(0).view == before
    assert match.view(1).undo
    while 1 in match.prompts:
        match.submit_fallback(1)
    assert not match.view(1).undo, "the end of a turn is not taken back"
    match.submit(0, match.prompts[0], cross_it)
    assert match.view(0).undo


def test_what_lies_in_front_of_all_the_numbers_and_the_discards_are_open() -> None:
    state = turn_of(9, player(card(1, PLAIN), lightnings=2, moons=1), player(), before=[4])
    state.discards = (7, 8)
    for seat in (0, 1, SPECTATOR):
        view = view_of(state, seat)
        assert (view.players, view.numbers, view.discards) == (state.players, (4, 9), (7, 8))


NEARLY = ". . . . . . x x ."
"""The third row and, with the crosses below, the third column wait for the last cell."""
CORNER = ". . x . . x x x ."


def with_ends(row: str, column: str = "moon", number: int = 1, crossed: str = NEARLY) -> BoxCard:
    """Return a card of which the third row and the third column pay these bonuses."""
    return card(number, f"1 2 3 moon 4 5 6 moon 7 8 9 {row} moon moon {column}", crossed)


@pytest.mark.parametrize(
    ("bonus", "lightnings", "moons", "stars"),
    [("lightning", 1, 0, 0), ("lightning2", 2, 0, 0), ("moon", 0, 1, 0), ("star", 0, 0, 1)],
)
def test_other_bonuses_are_taken_at_once(bonus: str, lightnings: int, moons: int, stars: int) -> None:
    """**Ruling.**"""
    state = turn_of(9, player(with_ends(bonus)))
    state.apply(0, Cross(1, (2, 2), "number"))
    mine = state.players[0]
    assert (mine.lightnings, mine.moons, mine.stars[0]) == (lightnings, moons, stars)
    assert state.moves(0) == [EndTurn()]
    assert end_turn(state)[1] == BonusWon(seat=0, card=1, line="row2", bonus=bonus)  # type: ignore[arg-type]


def test_a_bonus_number_without_a_cell_is_lost() -> None:
    state = turn_of(9, player(with_ends("7"), lightnings=4))
    state.apply(0, Cross(1, (2, 2), "number"))
    assert state.moves(0) == [EndTurn()]
    assert end_turn(state)[-1] == BonusLost(seat=0, bonus="7")


def test_without_the_variant_no_refusal_speaks_of_lightnings_for_a_bonus() -> None:
    state = turn_of(9, player(with_ends("5"), lightnings=0))
    state.apply(0, Cross(1, (2, 2), "number"))
    assert reason(state, Cross(1, (0, 0), "5")).startswith(
        "The bonus 5 is for a cell with exactly that number"
    )


def test_a_question_mark_without_any_free_cell_is_lost() -> None:
    state = turn_of(9, player(with_ends("?", crossed="x x x x x x x x .")))
    state.apply(0, Cross(1, (2, 2), "number"))
    assert BonusLost(seat=0, bonus="?") in end_turn(state)


def test_the_player_picks_which_of_two_bonuses_to_use_first_and_may_lose_the_other() -> None:
    """A cross fills a row worth a 7 and a column worth `?`; `?` may be used on the last free 7."""
    state = turn_of(9, player(with_ends("7", "?", crossed=CORNER), card(2, PLAIN)))
    state.apply(0, Cross(1, (2, 2), "number"))
    assert state.due[0] == ("7", "?")
    seven_first = state.copy()
    seven_first.apply(0, Cross(2, (2, 0), "7"))
    assert seven_first.due[0] == ("?",)
    state.apply(0, Cross(2, (2, 0), "?"))
    assert state.moves(0) == [EndTurn()]
    assert end_turn(state)[-1] == BonusLost(seat=0, bonus="7")


def test_a_star_is_circled_in_the_round_that_is_played() -> None:
    state = turn_of(9, player(with_ends("star"), stars=(3, 1, 0, 0)), in_round=2)
    state.apply(0, Cross(1, (2, 2), "number"))
    assert state.players[0].stars == (3, 2, 0, 0)


def test_in_the_variant_a_bonus_number_with_a_cell_of_its_own_is_still_a_must() -> None:
    state = turn_of(9, player(with_ends("5"), lightnings=4), variant=True)
    state.apply(0, Cross(1, (2, 2), "number"))
    assert reason(state, EndTurn()) == "You have a free cell for 5, so you must cross one."
    assert (1, (1, 2)) in crosses(state, use="5"), "that one or, paying, another"


def test_in_the_variant_what_is_left_and_what_is_lost_are_told_apart() -> None:
    """The lightning pays for the 3, on the 4; for the 9 there is nothing within its reach."""
    ends = with_ends("3", "9", crossed="x x x . x x x x .")
    state = turn_of(9, player(ends, lightnings=1), variant=True)
    state.apply(0, Cross(1, (2, 2), "number"))
    assert crosses(state, use="9") == set()
    assert crosses(state, use="3") == {(1, (1, 0))}
    assert end_turn(state)[-2:] == [Passed(seat=0, reason="bonus"), BonusLost(seat=0, bonus="9")]


def test_in_the_variant_a_bonus_waits_for_the_lightnings_that_another_may_win() -> None:
    chained = with_ends("moon", "lightning2", number=2, crossed="x x . x x . x x x")
    state = turn_of(9, player(with_ends("7", "3", crossed=CORNER), chained), variant=True)
    state.apply(0, Cross(1, (2, 2), "number"))
    assert state.due[0] == ("3", "7")
    assert crosses(state, use="7") == set()
    state.apply(0, Cross(2, (0, 2), "3"))
    assert state.moves(0) == [EndTurn()], "no lightnings came: the 7 is lost"
    assert end_turn(state)[-1] == BonusLost(seat=0, bonus="7")


DONE = "x x x x x x x x ."


@pytest.mark.parametrize(("in_round", "points"), [(1, 15), (2, 12), (3, 10), (4, 8)])
def test_a_finished_card_is_worth_less_in_each_round(in_round: int, points: int) -> None:
    state = last_turn_of(9, player(card(1, PLAIN, DONE)), in_round=in_round)
    state.apply(0, Cross(1, (2, 2), "number"))
    end_turn(state)
    assert state.players[0].points[in_round - 1] == points


def test_there_is_no_limit_to_the_cards_in_front_of_a_player() -> None:
    hand = [card(number, PLAIN) for number in range(1, 6)]
    state = last_turn_of(9, player(*hand), in_round=3)
    state.stack = (7, 8, 9)
    state.apply(0, Cross(1, (2, 2), "number"))
    end_turn(state)
    for number in (7, 8, 9):
        state.apply(CHANCE, NextCard(number))
    state.apply(0, Keep((8,)))
    assert [one.id for one in state.players[0].cards] == [1, 2, 3, 4, 5, 8]


def test_an_empty_stack_is_made_anew_from_the_discards_finished_cards_included() -> None:
    state = last_turn_of(9, player(card(60, PLAIN, DONE)))
    state.stack, state.discards = (4,), (1, 2)
    state.apply(0, Cross(60, (2, 2), "number"))
    end_turn(state)
    state.apply(CHANCE, NextCard(4))
    assert set(state.outcomes()) == {NextCard(1), NextCard(2), NextCard(60)}
    assert (state.discards, view_of(state, 0).mixed) == ((), (1, 2, 60))


def test_after_round_4_no_cards_are_drawn_and_the_game_ends() -> None:
    state = last_turn_of(9, player(card(1, PLAIN, DONE)), in_round=4)
    state.apply(0, Cross(1, (2, 2), "number"))
    told = end_turn(state)
    assert [type(event) for event in told[-3:]] == [RoundEnded, FinalScored, Ended]
    assert not state.active
    assert reason(state, EndTurn()) == "The game is over."


def test_stars_score_1_4_or_9_a_round_by_the_last_that_is_circled() -> None:
    (score,) = final_scores([player(stars=(0, 1, 2, 3))])
    assert score.stars == 0 + 1 + 4 + 9


def test_8_lightnings_left_are_2_points() -> None:
    (score,) = final_scores([player(lightnings=8)])
    assert score.lightnings == 2


def test_17_crosses_on_unfinished_cards_are_8_points() -> None:
    cards = [
        card(1, PLAIN, "x x x x x x x x ."),
        card(2, PLAIN, "x x x x x x x x ."),
        card(3, PLAIN, "x . . . . . . . ."),
    ]
    (score,) = final_scores([player(*cards)])
    assert score.crosses == 8


@pytest.mark.parametrize(
    ("moons", "points"),
    [
        ((4, 1, 1), (6, -6, -6)),
        ((3, 0), (6, 0)),
        ((2, 2, 2), (0, 0, 0)),
        ((2, 2), (6, 6)),
        ((0, 5, 3, 5), (-6, 6, 0, 6)),
    ],
)
def test_most_moons_win_6_fewest_lose_6_from_three(moons: tuple[int, ...], points: tuple[int, ...]) -> None:
    """**Ruling:** where all have equally many, each gets both."""
    assert moon_points(moons) == points


@pytest.mark.parametrize(
    ("moons", "points"), [(0, -6), (1, -2), (2, 0), (3, 1), (4, 3), (5, 6), (6, 10), (9, 10)]
)
def test_alone_the_moons_score_by_a_table(moons: int, points: int) -> None:
    assert moon_points([moons]) == (points,)


def test_the_final_score_tells_every_part_and_the_total() -> None:
    one = msgspec.structs.replace(
        player(card(1, PLAIN, DONE), lightnings=5, moons=4, stars=(1, 0, 2, 0)), points=(15, 0, 20, 8)
    )
    assert final_scores([one]) == [
        FinalScored(seat=0, cards=43, stars=5, crosses=4, lightnings=1, moons=3, total=56)
    ]


def ended(*players: Player) -> Ended:
    state = last_turn_of(9, *players, in_round=4)
    end_turn(state)
    result = state.result
    assert result
    return result


def test_the_highest_total_wins() -> None:
    assert ended(player(stars=(3, 0, 0, 0)), player()) == Ended(winners=(0,), scores=(9 + 6, 6))


def test_a_tie_goes_to_more_moons() -> None:
    first, second = player(moons=3), player(moons=1, lightnings=18)
    assert ended(first, second) == Ended(winners=(0,), scores=(6, 6))


def test_else_a_tie_is_shared() -> None:
    assert ended(player(moons=1), player(moons=1)) == Ended(winners=(0, 1), scores=(6, 6))


def test_alone_a_verdict_goes_by_the_total() -> None:
    bounds = (44, 45, 49, 50, 54, 55, 59, 60, 64, 65, 69, 70)
    verdicts = [verdict(total) for total in bounds]
    assert len(set(verdicts)) == 7
    assert all(verdicts[i] == verdicts[i + 1] for i in range(1, 11, 2))
    assert verdict(-6) == verdict(44)


def test_by_default_the_cards_with_the_most_different_numbers_are_kept() -> None:
    state, _ = dealt(1)
    variety = {one.id: len({n for row in one.cells for n in row}) for one in view_of(state, 0).offer}
    kept = state.fallback(0)
    assert isinstance(kept, Keep)
    dropped = [variety[number] for number in variety if number not in kept.cards]
    assert min(variety[number] for number in kept.cards) >= max(dropped)


def test_by_default_the_matching_cell_that_fills_the_most_lines_is_crossed_first_card_first() -> None:
    state = turn_of(9, player(card(1, PLAIN), card(2, PLAIN, NEARLY), card(3, PLAIN, NEARLY), lightnings=4))
    assert state.fallback(0) == Cross(2, (2, 2), "number")
    state = turn_of(9, player(card(1, PLAIN), card(2, PLAIN)))
    assert state.fallback(0) == Cross(1, (2, 2), "number")


def test_by_default_nothing_is_paid() -> None:
    state = turn_of(9, player(card(1, PLAIN, ". . . . . . . . x"), lightnings=4))
    assert state.fallback(0) == EndTurn()


def test_by_default_bonuses_are_used_in_the_same_way() -> None:
    state = turn_of(9, player(with_ends("?"), card(2, PLAIN, "x x . . . . . . .")))
    state.apply(0, Cross(1, (2, 2), "number"))
    assert state.fallback(0) == Cross(2, (0, 2), "?")


def other_deck() -> tuple[Card, ...]:
    return tuple(msgspec.structs.replace(one, rows=one.rows[::-1]) for one in built_in())


@pytest.mark.parametrize("deck", [built_in(), other_deck()])
def test_a_record_holds_the_deck_and_is_played_again_without_the_file(deck: tuple[Card, ...]) -> None:
    cards = "built-in" if deck == built_in() else deck
    match = Match(LUCKY_BOX, LuckyBoxOptions(cards=cards), ["Ada"], "seed")
    while match.prompts:
        match.submit_fallback(0)
    (read,) = record.read(record.write(match.record))
    assert read.started.deck == msgspec.json.decode(msgspec.json.encode(deck))
    source = "built-in" if deck == built_in() else "file"
    assert read.started.options == {"lightning_changes_bonus": False, "cards": source}
    *_, last = record.snapshots(read)
    assert last.state.result == match.result
    assert read.options == LuckyBoxOptions(cards=cards)


def test_a_record_of_another_built_in_deck_is_played_with_its_own() -> None:
    options = LuckyBoxOptions(cards=other_deck())
    started = {**options.for_record()["options"], "cards": "built-in"}
    assert LuckyBoxOptions.from_record(started, options.for_record()["deck"]) == options


def test_a_record_without_its_deck_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="missing required field `deck`"):
        LuckyBoxOptions.from_record(LuckyBoxOptions().for_record()["options"], msgspec.UNSET)


def test_a_deck_that_is_not_whole_is_refused() -> None:
    with pytest.raises(ValueError, match="60 cards, numbered from 1 to 60"):
        LuckyBoxOptions(cards=built_in()[:59])


def test_every_crossed_cell_counts_once() -> None:
    assert card(1, PLAIN, "x x x x x x x x x").crosses == ALL
