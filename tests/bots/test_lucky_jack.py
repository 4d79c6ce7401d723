"""The bots of Lucky Jack: what they do with a hand, and who of them wins."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from luckytui.bots import make
from luckytui.bots.player import Bot
from luckytui.games.interface import CHANCE, Seat, State
from luckytui.games.lucky_jack import network
from luckytui.games.lucky_jack import rules as jack
from luckytui.games.lucky_jack.bots import EasyBot, NormalBot, _turns_to_shed
from luckytui.games.lucky_jack.hands import LEADS, Kind, hands, table, worth
from luckytui.lab.simulate import play
from luckytui.table.match import Match

BOTS = [EasyBot, NormalBot]


def at_turn(hand: list[jack.Symbol], top: jack.Symbol) -> jack.LuckyJack:
    """Return the turn of seat 0 of 2, with that hand and that card on top."""
    state = jack.LUCKY_JACK.new(2, jack.LuckyJackOptions())
    assert isinstance(state, jack.LuckyJack)
    state.stage, state.turn, state.active = "turn", 0, frozenset({0})
    state.number = 1
    theirs: list[jack.Symbol] = ["cherry", "diamond", "clover", "grape"]
    state.hands, state.pile = (jack.count(hand), jack.count(theirs)), (top,)
    out = jack.count([*hand, *theirs, top])
    state.stock = tuple(all_of - gone for all_of, gone in zip(jack.DECK, out, strict=True))
    return state


def answer(bot: Bot, state: State, seat: Seat = 0) -> object:
    return bot.choose(state.view(seat), state.moves(seat))


def after_drawing(state: jack.LuckyJack, card: jack.Symbol) -> jack.LuckyJack:
    state.apply(0, jack.Draw())
    state.apply(CHANCE, jack.NextCard(card))
    return state


def after_tossing(state: jack.LuckyJack, card: jack.Symbol) -> jack.LuckyJack:
    after_drawing(state, card).apply(0, jack.Toss())
    return state


@pytest.fixture(params=BOTS)
def bot(request: pytest.FixtureRequest) -> Bot:
    made: Bot = request.param(Random(1))
    return made


def test_a_jackpot_of_three_is_called(bot: Bot) -> None:
    assert answer(bot, at_turn(["cherry", "bell", "bell", "bell"], "lemon")) == jack.Discard(
        "cherry", jackpot=True
    )


def test_a_single_card_is_shed_rather_than_one_of_three(bot: Bot) -> None:
    chosen = answer(bot, at_turn(["bell", "bell", "bell", "grape", "seven"], "clover"))
    assert chosen in {jack.Discard("grape"), jack.Discard("seven")}


def test_a_drawn_card_that_makes_a_third_is_kept_and_one_that_matches_nothing_is_tossed(bot: Bot) -> None:
    hand: list[jack.Symbol] = ["bell", "bell", "seven", "grape"]
    assert answer(bot, after_drawing(at_turn(hand, "clover"), "bell")) == jack.Keep()
    assert answer(bot, after_drawing(at_turn(hand, "clover"), "lemon")) == jack.Toss()


def test_a_tossed_card_that_makes_a_third_is_claimed_and_one_that_matches_nothing_is_not(bot: Bot) -> None:
    hand: list[jack.Symbol] = ["bell", "bell", "seven", "grape"]
    for card, expected in (("bell", jack.TakeIt()), ("lemon", jack.Decline())):
        state = at_turn(["lemon", "lemon", "lemon", "lemon"], "clover")
        state.hands = (state.hands[0], jack.count(hand))
        assert answer(bot, after_tossing(state, card), seat=1) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hand", "top", "expected"),
    [
        ("lemon diamond bell", "clover", jack.Discard("lemon")),  # far from a jackpot: two new cards for it
        ("lemon seven seven seven", "clover", jack.Discard("lemon")),
        ("grape grape grape grape seven", "bell", jack.Discard("seven", jackpot=True)),
        ("seven seven seven grape", "bell", jack.Discard("grape", jackpot=True)),
    ],
)
def test_normal_discards(hand: str, top: jack.Symbol, expected: jack.Discard) -> None:
    assert answer(NormalBot(Random(1)), at_turn(hand.split(), top)) == expected  # type: ignore[arg-type]


def test_normal_keeps_a_card_to_call_with_when_it_holds_three_and_nothing_else() -> None:
    state = after_drawing(at_turn(["bell", "bell", "bell"], "clover"), "seven")
    assert answer(NormalBot(Random(1)), state) == jack.Keep()


@pytest.mark.parametrize("size", [8, 16, 40])
def test_normal_does_not_lose_itself_in_thought_over_a_hand_of_many_cards(size: int) -> None:
    state = at_turn([jack.SYMBOLS[place % len(jack.SYMBOLS)] for place in range(size)], "bell")
    _turns_to_shed.cache_clear()
    assert answer(NormalBot(Random(1)), state) in state.moves(0)
    assert _turns_to_shed.cache_info().misses < 6_000


def wins(levels: tuple[str, str], games: int) -> tuple[float, float]:
    """Return how many games each of two levels wins, ties shared; they take turns at seat 0."""
    won = dict.fromkeys(levels, 0.0)
    for number in range(games):
        seated = levels if number % 2 else levels[::-1]
        bots = [make("lucky-jack", level, Random(f"{number}/{level}")) for level in seated]
        match = Match(jack.LUCKY_JACK, jack.LuckyJackOptions(), seated, f"match {number}")
        while match.prompts:
            seat, prompt = next(iter(match.prompts.items()))
            shown = match.view(seat)
            match.submit(seat, prompt, bots[seat].choose(shown.view, shown.moves))
        for seat in match.result.winners:
            won[seated[seat]] += 1 / len(match.result.winners)
    return won[levels[0]], won[levels[1]]


def test_normal_beats_easy() -> None:
    normal, easy = wins(("normal", "easy"), 24)
    assert normal > 14 > easy


def test_a_hand_is_worth_more_the_nearer_it_is_to_a_jackpot() -> None:
    far = table(Kind(crowd=False, lead=None, near=False))
    sevens, pair, nothing = (
        jack.count(["seven"] * 3),
        jack.count(["seven"] * 2 + ["bell"]),
        jack.count(["lemon", "bell", "seven"]),
    )
    assert 1 > worth(far, sevens) > worth(far, pair) > worth(far, nothing)
    assert 0 < worth(far, jack.count(["lemon"] * 12)) < worth(far, jack.count(["lemon"] * 6)), (
        "a hand beyond the table"
    )


@pytest.mark.parametrize("crowd", [False, True])
def test_a_hand_is_worth_less_the_further_others_are_ahead_and_the_nearer_to_a_jackpot(crowd: bool) -> None:
    leads = [lead for lead in LEADS if lead is not None]
    for hand in hands():
        for near in (False, True):
            worths = [worth(table(Kind(crowd, lead, near)), hand) for lead in leads]
            assert worths == sorted(worths, reverse=True)
        assert all(
            worth(table(Kind(crowd, lead, True)), hand) <= worth(table(Kind(crowd, lead, False)), hand)
            for lead in LEADS
        )


def in_the_last_round(theirs: int) -> jack.LuckyJack:
    """Return a turn in which seat 0 can call three lemons, when seat 1 has some points."""
    state = at_turn(["seven", "lemon", "lemon", "lemon"], "seven")
    state.number, state.points = state.options.rounds, (0, theirs)
    return state


def test_hard_calls_a_jackpot_that_wins_the_game_and_none_that_loses_it() -> None:
    bot = make("lucky-jack", "hard", Random(1))
    for theirs, is_called in ((0, True), (5000, False)):
        chosen = answer(bot, in_the_last_round(theirs))
        assert (chosen == jack.Discard("seven", jackpot=True)) == is_called
    assert answer(NormalBot(Random(1)), in_the_last_round(5000)) == jack.Discard("seven", jackpot=True)


def test_hard_claims_a_card_that_can_go_on_what_is_then_on_top_of_the_pile() -> None:
    for below, expected in (("lemon", jack.TakeIt()), ("grape", jack.Decline())):
        state = at_turn(["lemon", "cherry", "clover", "diamond", "grape", "seven"], below)  # type: ignore[arg-type]
        state.hands = (state.hands[0], jack.count(["bell"] * 3))
        after_tossing(state, "diamond")
        assert answer(make("lucky-jack", "hard", Random(1)), state, seat=1) == expected


@pytest.mark.parametrize("seats", [2, 4])
def test_hard_plays_to_the_end(seats: int) -> None:
    match = play(
        jack.LUCKY_JACK, jack.LuckyJackOptions(rounds=5), ["hard", *["easy"] * (seats - 1)], "stages"
    )
    assert match.result


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_hard_bots_do_not_play_for_a_standstill(seats: int) -> None:
    match = play(jack.LUCKY_JACK, jack.LuckyJackOptions(reshuffles=0), ["hard"] * seats, "standstill")
    events = match.record.events
    assert sum(isinstance(event, jack.RoundEnded) and event.points > 0 for event in events) == 3
    assert not any(isinstance(event, jack.Reshuffled) for event in events)


def test_the_network_in_the_file_is_as_large_as_it_should_be() -> None:
    weights = sum((before + 1) * after for before, after in pairwise(network.SIZES))
    assert len(Path(network.__file__).with_suffix(".bin").read_bytes()) == 2 * weights


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_network_is_told_as_much_of_every_move(seats: int) -> None:
    state = jack.LUCKY_JACK.new(seats, jack.LuckyJackOptions())
    rng, stages = Random(seats), set()
    while state.active:
        seat = min(state.active)
        if seat == CHANCE:
            state.apply(seat, rng.choice([*state.outcomes()]))
            continue
        view, moves = state.view(seat), state.moves(seat)
        stages.add(view.stage)
        assert {len(network.inputs(view, move, 0.5, 0.6)) for move in moves} == {network.SIZES[0]}
        state.apply(seat, rng.choice(moves))
    assert stages == {"turn", "drawn", "claim"}


def test_the_network_sees_who_comes_next() -> None:
    state = jack.LUCKY_JACK.new(4, jack.LuckyJackOptions())
    assert isinstance(state, jack.LuckyJack)
    state.stage, state.turn, state.active, state.number = "turn", 0, frozenset({0}), 1
    state.pile = ("clover",)

    def told(*sizes: int) -> list[float]:
        state.hands = (jack.count(["bell"] * 4), *(jack.count(["seven"] * size) for size in sizes))
        return network.inputs(state.view(0), jack.Draw(), 0.5, 0.5)

    assert told(3, 5, 5) != told(5, 3, 5) != told(5, 5, 3) != told(3, 5, 5)
    assert told(8, 5, 5) == told(9, 5, 5)
