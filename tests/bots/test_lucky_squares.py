"""The bots of Lucky Squares: what they must see at once, what they must not give away, who beats whom."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from luckytui.bots.player import Bot, RandomBot
from luckytui.games.interface import Move, Seat
from luckytui.games.lucky_squares import rules
from luckytui.games.lucky_squares.bots import EasyBot, NormalBot, mixed_pick
from luckytui.games.lucky_squares.hard import HardBot, beliefs
from luckytui.table.match import Match

OPTIONS = rules.LuckySquaresOptions()


def seen(
    *,
    squares: rules.Squares,
    pick: rules.Color | None = None,
    cards: Sequence[rules.Color | None] = (None, None, None),
    pending: tuple[Seat, ...] = (0,),
    cents: tuple[int, ...] = (10, 10, 10),
) -> rules.LuckySquaresView:
    """Return what seat 0, the lead player of three, sees when it is to act, or to pick if it has no card."""
    return rules.LuckySquaresView(
        seat=0,
        seats=3,
        active=(0,) if pick else (0, 1, 2),
        options=OPTIONS,
        stage="act" if pick else "pick",
        number=1,
        lead=0,
        rolls=5,
        squares=squares,
        at_pick=squares,
        cents=cents,
        pending=pending if pick else (),
        square=None,
        pick=pick,
        cards=tuple(cards),
        changed=(),
    )


def chosen(kind: type[EasyBot | NormalBot], view: rules.LuckySquaresView, seed: int = 1) -> Move:
    return kind(Random(seed)).choose(view, rules.imagine(view, Random(seed)).moves(0))


def played(kinds: Sequence[type[Bot]], seed: str) -> tuple[tuple[int, ...], set[type[Move]]]:
    """Let bots play a game; return the cents they have in the end, and the kinds of moves they made."""
    match = Match(rules.LUCKY_SQUARES, OPTIONS, [kind.__name__ for kind in kinds], seed)
    bots = [kind(Random(f"{seed} {seat}")) for seat, kind in enumerate(kinds)]  # type: ignore[call-arg]
    made: set[type[Move]] = set()
    while match.prompts:
        seat = min(match.prompts)
        shown = match.view(seat)
        move = bots[seat].choose(shown.view, shown.moves)
        match.submit(seat, shown.prompt, move)
        made.add(type(move))
    assert match.result
    return match.result.scores, made


@pytest.mark.parametrize("kind", [EasyBot, NormalBot])
def test_a_pick_is_mixed_so_that_it_cannot_be_foreseen(kind: type[EasyBot | NormalBot]) -> None:
    view = seen(squares=(9, 7, 5, 0, 0, 0))
    picks = Counter(chosen(kind, view, seed) for seed in range(200))
    assert len(picks) >= 3
    assert max(picks.values()) < 120


def test_a_richer_square_is_picked_more_often_and_none_for_sure() -> None:
    odds = mixed_pick((12, 8, 4, 2, 1, 0), seats=4)
    assert sum(odds) == pytest.approx(1)
    assert list(odds) == sorted(odds, reverse=True)
    assert odds[0] < 0.6


def test_every_square_that_is_picked_pays_the_same() -> None:
    squares = (12, 12, 9, 9, 9, 12)
    odds = mixed_pick(squares, seats=4)
    pays = [cents * (1 - chance) ** 3 for cents, chance in zip(squares, odds, strict=True)]
    assert pays == pytest.approx([pays[0]] * 6)


@pytest.mark.parametrize("squares", [(0,) * 6, (6, 0, 0, 0, 0, 0), (30, 30, 30, 30, 30, 30)])
def test_odds_are_odds_whatever_lies_on_the_squares(squares: rules.Squares) -> None:
    odds = mixed_pick(squares, seats=6)
    assert sum(odds) == pytest.approx(1)
    assert min(odds) >= 0


@pytest.mark.parametrize("kind", [EasyBot, NormalBot])
def test_a_bot_leaves_a_square_where_it_sees_company(kind: type[EasyBot | NormalBot]) -> None:
    move = chosen(kind, seen(squares=(9, 7, 0, 0, 0, 0), pick="red", cards=(None, "red", "black")))
    assert move == rules.Change("yellow")


def test_normal_brings_the_coins_to_its_square_when_nobody_can_answer() -> None:
    view = seen(squares=(14, 0, 0, 0, 0, 1), pick="black", cards=(None, "red", "yellow"))
    assert chosen(NormalBot, view) == rules.Swap(("red", "black"))


def test_normal_buys_whatever_pays() -> None:
    bought = {kind for game in range(8) for kind in played([NormalBot] * 3, f"game {game}")[1]}
    assert {rules.Reveal, rules.Change, rules.Split, rules.Swap, rules.Forbid} <= bought


def test_normal_forbids_the_action_that_would_take_its_coins_away() -> None:
    view = seen(squares=(0, 0, 0, 0, 0, 16), pick="black", cards=("black", "red", "blue"), pending=(0, 1))
    assert chosen(NormalBot, view) == rules.Forbid(1)


@pytest.mark.parametrize("kind", [EasyBot, NormalBot])
def test_a_bot_passes_when_nothing_pays(kind: type[EasyBot | NormalBot]) -> None:
    view = seen(squares=(2, 1, 1, 0, 0, 0), pick="red", cards=(None, "blue", "black"), cents=(1, 10, 10))
    assert chosen(kind, view) == rules.Pass()


@pytest.mark.parametrize("kind", [EasyBot, NormalBot])
def test_a_bot_chooses_the_same_when_it_sees_the_same(kind: type[EasyBot | NormalBot]) -> None:
    for view in (seen(squares=(9, 7, 5, 1, 0, 0)), seen(squares=(9, 7, 5, 1, 0, 0), pick="blue")):
        assert chosen(kind, view, 7) == chosen(kind, view, 7)


def test_what_a_bot_picks_is_a_pick() -> None:
    assert chosen(NormalBot, seen(squares=(1, 2, 3, 4, 5, 6))) in {rules.Pick(each) for each in rules.COLORS}


def hard(view: rules.LuckySquaresView, seed: int = 1) -> Move:
    return HardBot(Random(seed), think=60).choose(view, rules.imagine(view, Random(seed)).moves(0))


def test_hard_picks_a_poor_square_as_lead_player_since_it_can_swap_at_the_very_end() -> None:
    picks = Counter(hard(seen(squares=(14, 2, 2, 0, 0, 0)), seed) for seed in range(40))
    assert len(picks) >= 3
    assert picks[rules.Pick("red")] < 20


def test_hard_works_the_last_action_of_the_game_out() -> None:
    behind = (6, 12, 9)
    view = seen(squares=(9, 0, 0, 0, 0, 1), pick="black", cards=(None, "green", "yellow"), cents=behind)
    view = replace(view, number=3, lead=1)
    assert hard(view) == rules.Change("red")
    assert hard(replace(view, cents=(13, 12, 9), squares=(1, 0, 0, 0, 0, 1))) == rules.Pass(), "it has won"


def test_what_may_be_on_hidden_cards_follows_from_the_squares_they_were_picked_by() -> None:
    """A swap afterwards says nothing of a card that was picked before."""
    view = seen(squares=(14, 2, 2, 0, 0, 0), pick="black")
    swapped = replace(view, squares=(0, 2, 2, 0, 0, 14))
    assert beliefs(swapped, 60) == beliefs(view, 60)


@pytest.mark.parametrize(("stronger", "weaker"), [(NormalBot, EasyBot), (EasyBot, RandomBot)])
def test_the_stronger_bot_ends_with_more_cents(stronger: type[Bot], weaker: type[Bot]) -> None:
    ours, theirs = 0, 0
    for game in range(24):
        kinds = [stronger if seat == game % 3 else weaker for seat in range(3)]
        cents, _ = played(kinds, f"match {game}")
        ours += cents[game % 3]
        theirs += sum(cents) - cents[game % 3]
    assert ours > 1.25 * theirs / 2
