"""The rules of Lucky Jack, one test a rule: hands in words, a move, and what comes of it."""

from collections.abc import Sequence
from itertools import cycle, islice
from random import Random

import msgspec
import pytest

from luckytui.games.interface import CHANCE, SPECTATOR, Event, Move, Seat, TurnBegan
from luckytui.games.lucky_jack.rules import (
    DECK,
    LUCKY_JACK,
    SYMBOLS,
    BecomeDealer,
    Cards,
    Claimed,
    Dealt,
    Decline,
    Discard,
    Discarded,
    Draw,
    Drawn,
    Keep,
    Kept,
    LuckyJack,
    LuckyJackOptions,
    NextCard,
    Reshuffled,
    RoundEnded,
    RoundStarted,
    Skipped,
    Symbol,
    TakeIt,
    Toss,
    Tossed,
    TurnedOver,
    count,
    imagine,
    prize,
    rule_of,
    spread,
)
from luckytui.testing.plays import reason

DEFAULTS = LuckyJackOptions()


def cards(text: str) -> tuple[Symbol, ...]:
    """Read cards from words: "3×bell seven" are three bells and a seven."""
    found: list[Symbol] = []
    for word in text.split():
        times, _, name = word.rpartition("×")
        found += [msgspec.convert(name, Symbol)] * int(times or 1)
    return tuple(found)


def at_turn(
    *hands: str, top: str, stock: str | None = None, options: LuckyJackOptions = DEFAULTS
) -> LuckyJack:
    """Return seat 0's turn. `top` is the pile, its last card on top; the stock is the rest, or as told."""
    state = LUCKY_JACK.new(len(hands), options)
    assert isinstance(state, LuckyJack)
    state.number, state.dealer, state.first, state.turn = 1, len(hands) - 1, 0, 0
    state.stage, state.active = "turn", frozenset({0})
    state.hands, state.pile = tuple(count(cards(hand)) for hand in hands), cards(top)
    laid_out = count([*state.pile, *(card for hand in hands for card in cards(hand))])
    rest = tuple(all_of - out for all_of, out in zip(DECK, laid_out, strict=True))
    state.stock = rest if stock is None else count(cards(stock))
    state.stock_at_most = (state.stock,) * (len(hands) + 1)
    return state


def play(state: LuckyJack, *moves: tuple[Seat, Move]) -> list[Event]:
    """Make the moves; return what the last one led to."""
    events: list[Event] = []
    for seat, move in moves:
        events = state.apply(seat, move)
    return events


def comes(symbol: Symbol) -> tuple[Seat, Move]:
    return CHANCE, NextCard(symbol)


def tossed(symbol: Symbol) -> list[tuple[Seat, Move]]:
    """Return what makes seat 0 draw and toss this card."""
    return [(0, Draw()), comes(symbol), (0, Toss())]


def hand_of(state: LuckyJack, seat: Seat) -> tuple[Symbol, ...]:
    return spread(state.hands[seat])


ANY_HAND = "lemon cherry bell seven"


def test_there_are_12_cards_of_each_of_7_symbols_from_lemon_up_to_seven() -> None:
    assert SYMBOLS == ("lemon", "cherry", "diamond", "clover", "bell", "grape", "seven")
    assert DECK == (12,) * 7
    assert sum(DECK) == 84


@pytest.mark.parametrize(
    ("symbol", "three", "four"),
    [
        ("lemon", 1_000, 2_000),
        ("cherry", 2_000, 4_000),
        ("diamond", 3_000, 6_000),
        ("clover", 4_000, 8_000),
        ("bell", 5_000, 10_000),
        ("grape", 6_000, 12_000),
        ("seven", 7_000, 14_000),
    ],
)
def test_the_table_of_jackpots(symbol: Symbol, three: int, four: int) -> None:
    assert (prize(symbol, 3), prize(symbol, 4)) == (three, four)


def deal(state: LuckyJack) -> list[Event]:
    """Let chance deal, whatever comes, until somebody is to choose."""
    events: list[Event] = []
    while CHANCE in state.active:
        events += state.apply(CHANCE, state.moves(CHANCE)[0])
    return events


def test_seven_cards_each_a_card_is_turned_over_and_the_seat_left_of_the_dealer_starts() -> None:
    state = LuckyJack(**msgspec.structs.asdict(LUCKY_JACK.new(4, DEFAULTS)))
    assert state.outcomes() == {BecomeDealer(seat): 1 for seat in range(4)}
    assert play(state, (CHANCE, BecomeDealer(3))) == [RoundStarted(number=1, dealer=3, first=0)]
    *dealt, turned_over, began = deal(state)
    assert [(event.seat, len(event.cards or ())) for event in dealt if isinstance(event, Dealt)] == [
        (0, 7),
        (1, 7),
        (2, 7),
        (3, 7),
    ]
    assert isinstance(turned_over, TurnedOver)
    assert began == TurnBegan(seat=0)
    assert state.pile == (turned_over.card,)
    assert sum(state.stock) == 84 - 4 * 7 - 1


def test_each_later_round_is_started_by_the_seat_to_the_left_of_the_last_starter() -> None:
    state = at_turn("4×bell", ANY_HAND, ANY_HAND, top="lemon")
    events = play(state, (0, Discard("bell", jackpot=True)))
    assert events[-1] == RoundStarted(number=2, dealer=0, first=1)
    deal(state)
    assert state.turn == 1
    assert [sum(hand) for hand in state.hands] == [7, 7, 7]


@pytest.mark.parametrize("seconds", [1, 2])
def test_a_claim_of_1_or_2_seconds_is_refused(seconds: int) -> None:
    with pytest.raises(ValueError, match="is too short"):
        LuckyJackOptions(claim_seconds=seconds)


def test_same_a_card_of_the_top_cards_symbol_is_discarded_and_the_turn_is_over() -> None:
    state = at_turn("lemon cherry bell bell", ANY_HAND, top="bell")
    events = play(state, (0, Discard("bell")))
    assert events == [Discarded(seat=0, card="bell", rule="same", jackpot=None), TurnBegan(seat=1)]
    assert hand_of(state, 0) == cards("lemon cherry bell")
    assert state.pile == cards("bell bell")


def test_draw_a_card_is_looked_at_and_then_kept_or_tossed() -> None:
    state = at_turn(ANY_HAND, ANY_HAND, top="clover")
    assert play(state, (0, Draw()), comes("grape")) == [Drawn(seat=0, card="grape", reason="choice")]
    assert state.moves(0) == [Keep(), Toss()]


def test_example_on_a_clover_bell_and_seven_are_higher_lemon_and_diamond_lower() -> None:
    hand = "lemon diamond bell seven seven"
    state = at_turn(hand, ANY_HAND, top="clover")
    assert {card: rule_of(card, "clover") for card in cards(hand)} == {
        "lemon": "lower",
        "diamond": "lower",
        "bell": "higher",
        "seven": "higher",
    }
    assert state.moves(0) == [*map(Discard, cards("bell diamond lemon seven")), Draw()]


def test_ruling_lower_is_judged_after_its_two_draws_so_it_is_allowed_from_three_cards() -> None:
    state = at_turn("lemon bell seven", ANY_HAND, top="bell")
    play(state, (0, Discard("lemon")), comes("lemon"), comes("lemon"))
    assert hand_of(state, 0) == cards("lemon lemon bell seven")


def test_example_with_three_cards_on_a_cherry_bell_is_not_allowed_lemon_and_draw_are() -> None:
    state = at_turn("lemon lemon bell", ANY_HAND, top="cherry")
    assert state.moves(0) == [Discard("lemon"), Draw()]


def test_example_on_a_diamond_a_bell_leaves_no_jackpot_and_a_cherry_is_lower() -> None:
    state = at_turn("cherry 3×bell", ANY_HAND, top="diamond")
    assert state.moves(0) == [Discard("bell"), Discard("cherry"), Draw()]
    assert reason(state, 0, Discard("bell", jackpot=True)) == (
        "No jackpot: that does not leave exactly 3 or 4 cards, all of one symbol."
    )


def test_ruling_no_jackpot_with_a_lower_discard() -> None:
    state = at_turn("cherry 3×bell", ANY_HAND, top="diamond")
    assert reason(state, 0, Discard("cherry", jackpot=True)) == (
        "No jackpot with a lower card: you draw two more."
    )


def test_example_on_a_bell_a_seven_leaves_four_grapes_and_a_grape_leaves_no_jackpot() -> None:
    state = at_turn("4×grape seven", ANY_HAND, top="bell")
    assert Discard("grape", jackpot=True) not in state.moves(0)
    play(state, (0, Discard("seven", jackpot=True)))
    assert state.points == (12_000, 0)


def test_five_of_a_kind_left_are_no_jackpot() -> None:
    state = at_turn("6×clover", ANY_HAND, top="lemon")
    assert state.moves(0) == [Discard("clover"), Draw()]


def test_ruling_no_jackpot_with_a_toss_a_keep_or_a_claim() -> None:
    state = at_turn("3×bell", "3×seven", top="seven")
    play(state, *tossed("seven"), (1, TakeIt()))
    assert (hand_of(state, 1), state.points) == (cards("4×seven"), (0, 0))
    play(state, (1, Draw()), comes("lemon"), (1, Toss()), (0, Decline()))
    play(state, (0, Draw()), comes("bell"), (0, Keep()))
    assert (hand_of(state, 0), state.points) == (cards("4×bell"), (0, 0))


def test_a_draw_from_an_empty_stock_shuffles_the_whole_pile_its_top_card_included() -> None:
    state = at_turn("lemon 3×bell", ANY_HAND, top="grape seven clover", stock="")
    assert play(state, (0, Draw())) == [Reshuffled(cards=3)]
    assert state.outcomes() == {NextCard("clover"): 1, NextCard("grape"): 1, NextCard("seven"): 1}
    assert play(state, comes("seven")) == [TurnedOver(card="seven")]
    assert play(state, comes("clover")) == [Drawn(seat=0, card="clover", reason="choice")]
    assert state.pile == cards("seven")


def test_an_empty_stock_is_made_anew_at_the_start_of_a_turn() -> None:
    state = at_turn("lemon 3×bell", ANY_HAND, top="grape clover", stock="")
    assert play(state, (0, Discard("bell"))) == [
        Discarded(seat=0, card="bell", rule="higher", jackpot=None),
        TurnBegan(seat=1),
        Reshuffled(cards=3),
    ]
    assert play(state, comes("grape")) == [TurnedOver(card="grape")]
    assert (state.stage, state.active, state.pile) == ("turn", frozenset({1}), cards("grape"))


def test_a_pair_of_draws_goes_on_from_the_new_stock() -> None:
    state = at_turn("lemon 3×bell", ANY_HAND, top="grape seven clover", stock="cherry")
    play(state, (0, Discard("lemon")))
    assert play(state, comes("cherry")) == [Drawn(seat=0, card="cherry", reason="lower"), Reshuffled(cards=4)]
    play(state, comes("lemon"))
    assert play(state, comes("seven")) == [Drawn(seat=0, card="seven", reason="lower"), TurnBegan(seat=1)]
    assert hand_of(state, 0) == cards("cherry 3×bell seven")


def test_ruling_when_nothing_is_left_the_draws_that_remain_are_skipped() -> None:
    state = at_turn("lemon 3×bell", ANY_HAND, top="clover", stock="")
    assert play(state, (0, Discard("lemon"))) == [
        Discarded(seat=0, card="lemon", rule="lower", jackpot=None),
        Reshuffled(cards=2),
    ]
    play(state, comes("clover"))
    assert play(state, comes("lemon")) == [Drawn(seat=0, card="lemon", reason="lower"), Reshuffled(cards=1)]
    assert play(state, comes("clover"))[:3] == [TurnedOver(card="clover"), Skipped(seat=0), TurnBegan(seat=1)]


def test_ruling_when_nothing_is_left_to_draw_is_a_plain_pass() -> None:
    state = at_turn("lemon 3×bell", ANY_HAND, top="clover", stock="")
    assert play(state, (0, Draw())) == [Reshuffled(cards=1)]
    assert play(state, comes("clover"))[:3] == [TurnedOver(card="clover"), Skipped(seat=0), TurnBegan(seat=1)]
    assert hand_of(state, 0) == cards("lemon 3×bell")


def test_ruling_no_endless_round_one_reshuffle_too_many_ends_it_without_a_winner() -> None:
    options = LuckyJackOptions(reshuffles=1)
    state = at_turn(ANY_HAND, ANY_HAND, top="clover grape seven", stock="", options=options)
    play(state, (0, Draw()), comes("seven"), comes("grape"), (0, Keep()))
    play(state, (1, Draw()), comes("clover"))
    events = play(state, (1, Keep()))
    assert events == [
        Kept(seat=1),
        TurnBegan(seat=0),
        RoundEnded(seat=None, symbol=None, cards=None, points=0),
        RoundStarted(number=2, dealer=0, first=1),
    ]
    assert state.points == (0, 0)
    assert state.reshuffles == 0


def test_ruling_no_endless_round_in_the_middle_of_a_pair_of_draws() -> None:
    state = at_turn("lemon 3×bell", ANY_HAND, top="clover", stock="cherry")
    state.reshuffles = 5
    play(state, (0, Discard("lemon")))
    events = play(state, comes("cherry"))
    assert events[1] == RoundEnded(seat=None, symbol=None, cards=None, points=0)
    deal(state)
    assert state.stage == "turn"


def last_round(points: tuple[int, ...]) -> LuckyJack:
    """Return the last turn of a game: seat 0 can call 3 lemons."""
    state = at_turn("cherry 3×lemon", *[ANY_HAND] * (len(points) - 1), top="lemon")
    state.number, state.points = 3, points
    return state


def test_a_game_has_as_many_rounds_as_were_chosen() -> None:
    state = last_round((0, 0))
    state.options = LuckyJackOptions(rounds=5)
    assert play(state, (0, Discard("cherry", jackpot=True)))[-1] == RoundStarted(number=4, dealer=0, first=1)


def test_all_but_the_tosser_are_asked_at_the_same_time() -> None:
    state = at_turn(*[ANY_HAND] * 4, top="clover")
    play(state, *tossed("seven"))
    assert state.active == {1, 2, 3}
    assert state.moves(2) == [Decline(), TakeIt()]
    assert reason(state, 0, TakeIt()) == "The others are asked whether they want the card you tossed."
    assert reason(state, 1, Draw()) == "First decide whether you take the tossed card (seven)."


def example_of_the_claim() -> LuckyJack:
    """Four players; seat 1 has tossed a seven."""
    state = at_turn(*[ANY_HAND] * 4, top="clover")
    state.turn, state.active = 1, frozenset({1})
    play(state, (1, Draw()), comes("seven"), (1, Toss()))
    return state


@pytest.mark.parametrize(
    "order",
    [(0, 2, 3), (0, 3, 2), (2, 0, 3), (2, 3), (3, 0, 2), (3, 2)],
    ids=lambda order: "".join(map(str, order)),
)
def test_example_seats_0_and_3_call_and_3_is_nearer_to_the_left_of_1(order: tuple[Seat, ...]) -> None:
    state = example_of_the_claim()
    answers: dict[Seat, Move] = {0: TakeIt(), 2: Decline(), 3: TakeIt()}
    events = play(state, *((seat, answers[seat]) for seat in order))
    assert events == [Claimed(seat=3, card="seven"), TurnBegan(seat=2)]
    assert state.active == {2}


def test_the_claim_is_settled_as_soon_as_the_nearest_seat_calls() -> None:
    state = example_of_the_claim()
    assert play(state, (2, TakeIt()))[0] == Claimed(seat=2, card="seven")
    assert reason(state, 3, TakeIt()) == "It is not your turn."


def test_a_call_waits_until_every_nearer_seat_has_declined() -> None:
    state = example_of_the_claim()
    assert play(state, (0, TakeIt())) == []
    assert play(state, (2, Decline())) == []
    assert reason(state, 0, Decline()) == "You have answered: wait for the others."
    assert play(state, (3, Decline()))[0] == Claimed(seat=0, card="seven")


def test_what_others_answer_and_whether_they_have_is_in_nobodys_view() -> None:
    state = example_of_the_claim()
    before = {seat: msgspec.msgpack.encode(state.view(seat)) for seat in (SPECTATOR, 1, 2, 3)}
    for answer in (TakeIt(), Decline()):
        answered = state.copy()
        play(answered, (0, answer))
        assert {seat: msgspec.msgpack.encode(answered.view(seat)) for seat in before} == before
        assert answered.view(0).answer is (answer == TakeIt())
        assert answered.view(0).active == (2, 3)


def test_a_claim_alone_has_a_limit_of_time() -> None:
    state = at_turn(ANY_HAND, ANY_HAND, top="clover", options=LuckyJackOptions(claim_seconds=5))
    assert state.clock() == 0
    play(state, (0, Draw()), comes("seven"))
    assert state.clock() == 0
    play(state, (0, Toss()))
    assert state.clock() == 5


def test_by_default_a_seat_draws_and_tosses_and_declines_a_claim() -> None:
    state = at_turn(ANY_HAND, ANY_HAND, top="clover")
    assert state.fallback(0) == Draw()
    play(state, (0, Draw()), comes("seven"))
    assert state.fallback(0) == Toss()
    play(state, (0, Toss()))
    assert state.fallback(1) == Decline()


def test_a_seat_sees_its_own_hand_and_of_the_others_how_many_cards_they_hold() -> None:
    state = at_turn("lemon 3×bell", "5×seven", top="lemon clover")
    view = state.view(0)
    assert view.hand == cards("lemon 3×bell")
    assert view.sizes == (4, 5)
    assert (view.pile, view.stock) == (cards("lemon clover"), 84 - 4 - 5 - 2)
    assert state.view(SPECTATOR).hand == ()


def test_a_dealt_hand_and_a_drawn_card_are_seen_by_their_owner_alone() -> None:
    dealt = Dealt(seat=0, cards=cards("7×bell"))
    drawn = Drawn(seat=0, card="bell", reason="lower")
    assert dealt.seen_by(0) == dealt
    assert drawn.seen_by(0) == drawn
    for other in (1, SPECTATOR):
        assert dealt.seen_by(other) == Dealt(seat=0, cards=None)
        assert drawn.seen_by(other) == Drawn(seat=0, card=None, reason="lower")


def test_a_card_drawn_and_kept_makes_no_difference_to_anybody_else() -> None:
    told = set()
    for symbol in SYMBOLS:
        state = at_turn(ANY_HAND, ANY_HAND, ANY_HAND, top="clover")
        events = [event for move in [(0, Draw()), comes(symbol), (0, Keep())] for event in play(state, move)]
        told.add(
            msgspec.msgpack.encode(
                [(state.view(other), [event.seen_by(other) for event in events]) for other in (1, 2, -2)]
            )
        )
    assert len(told) == 1


def test_a_tossed_and_a_claimed_card_are_seen_by_all() -> None:
    state = at_turn(ANY_HAND, ANY_HAND, top="clover")
    toss = play(state, *tossed("seven"))[0]
    claim = play(state, (1, TakeIt()))[0]
    assert toss.seen_by(SPECTATOR) == Tossed(seat=0, card="seven")
    assert claim.seen_by(SPECTATOR) == Claimed(seat=1, card="seven")


def test_at_the_jackpot_the_winning_cards_are_seen_by_all() -> None:
    state = last_round((0, 0))
    ended = play(state, (0, Discard("cherry", jackpot=True)))[1]
    assert ended.seen_by(1) == RoundEnded(seat=0, symbol="lemon", cards=3, points=1_000)
    assert state.view(1).known == (cards("3×lemon"), ())


def test_a_claimed_card_is_known_until_such_a_card_is_discarded() -> None:
    state = at_turn("4×cherry", "lemon cherry bell seven", top="clover")
    play(state, *tossed("seven"), (1, TakeIt()))
    assert state.view(0).known == ((), cards("seven"))
    assert all("seven" in hand_imagined(state, seed) for seed in range(20))
    play(state, (1, Discard("seven")))
    assert state.view(0).known == ((), ())


def hand_imagined(state: LuckyJack, seed: int) -> tuple[Symbol, ...]:
    """Return the hand that seat 0 imagines at seat 1."""
    return hand_of(imagine(state.view(0), Random(seed)), 1)


def test_after_a_reshuffle_two_players_know_each_others_hands() -> None:
    pile = "7×lemon 7×cherry 7×diamond 7×clover 8×bell 12×grape 12×seven"
    theirs = "lemon cherry diamond clover bell"
    state = at_turn("4×lemon 4×cherry 4×diamond 4×clover 3×bell", theirs, top=pile, stock="")
    play(state, (0, Draw()), comes("seven"), comes("grape"))
    assert {hand_imagined(state, seed) for seed in range(20)} == {cards(theirs)}


def holds(hand: Cards, known: Sequence[Symbol]) -> bool:
    return all(held >= sure for held, sure in zip(hand, count(known), strict=True))


@pytest.mark.parametrize("seats", LUCKY_JACK.seats)
def test_an_imagined_position_looks_like_the_real_one_and_contradicts_nothing_seen(seats: int) -> None:
    rng = Random(seats)
    state = LUCKY_JACK.new(seats, DEFAULTS)
    assert isinstance(state, LuckyJack)
    watchers = cycle((SPECTATOR, *range(seats)))
    for _ in range(600):
        if not state.active:
            break
        seat = rng.choice(sorted(state.active))
        state.apply(seat, rng.choice(state.moves(seat)))
        for watcher in islice(watchers, 2):
            view = state.view(watcher)
            imagined = imagine(view, rng)
            assert imagined.view(watcher) == view
            in_play = [*imagined.hands, imagined.stock, count(imagined.pile)]
            in_play.append(count([imagined.drawn] if imagined.drawn else []))
            assert tuple(map(sum, zip(*in_play, strict=True))) == DECK
            assert all(real <= most for real, most in zip(state.stock, view.stock_at_most, strict=True))
            assert all(holds(hand, known) for known, hand in zip(view.known, state.hands, strict=True))
