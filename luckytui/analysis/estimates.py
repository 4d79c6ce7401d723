"""What a position is worth to each seat, by a quick estimate: how much of the win it can expect.

Each seat has a strength; the strengths' exponentials say how the win is shared. They come from what the bots
measure, and the figures below were fitted to the results of games among `normal`s.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp, fsum, log
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from luckytui.bots import lucky_box, lucky_jack_hard, lucky_numbers_hard, lucky_squares
from luckytui.games import GAMES
from luckytui.games import lucky_box_player as players
from luckytui.games import lucky_jack as jack
from luckytui.games import lucky_numbers as numbers
from luckytui.games.interface import State
from luckytui.games.lucky_box import LuckyBox, LuckyBoxOptions, LuckyBoxView, in_play
from luckytui.games.lucky_box_player import BoxCard, Player
from luckytui.games.lucky_jack import LuckyJack, LuckyJackView
from luckytui.games.lucky_numbers import LuckyNumbers, LuckyNumbersView
from luckytui.games.lucky_squares import COLORS, LuckySquares, LuckySquaresView


def values_of(game: str, state: State) -> tuple[float, ...]:
    """Return what a position is worth to each seat: in percent of the win, in points for one player alone."""
    if state.seats == 1:
        return (float(state.result.scores[0]) if state.result else _ESTIMATES[game].strengths(state)[0],)
    if state.result:
        winners = state.result.winners
        return tuple(100 * (seat in winners) / len(winners) for seat in range(state.seats))
    return _shares(_ESTIMATES[game].strengths(state))


def after_each(game: str, view: Any, worths: Sequence[float]) -> list[float]:
    """Return what a position is worth to the seat that sees it if its move has each of these worths.

    What is hidden from the seat is as `imagine` deals it.
    """
    estimate = _ESTIMATES[game]
    own = [estimate.of_worth(view, worth) for worth in worths]
    if view.seats == 1:
        return own
    strengths = estimate.strengths(GAMES[game].imagine(view, Random(0)))
    return [_shares([*strengths[: view.seat], one, *strengths[view.seat + 1 :]])[view.seat] for one in own]


def _shares(strengths: Sequence[float]) -> tuple[float, ...]:
    best = max(strengths)
    weights = [exp(one - best) for one in strengths]
    return tuple(100 * weight / fsum(weights) for weight in weights)


# ── Lucky Numbers ─────────────────────────────────────────────────────────────────────────────────

_RACE = 2.05
"""How much it counts to wait for fewer draws: the power of their ratio."""
_TEMPO = 0.15
"""What it counts to be a turn nearer to the own next one."""
_POINT = 0.4
"""What a point of a tournament counts."""
_SHORTEST = 0.5
"""What is at least left to wait for, in draws, before a garden is full."""


def _numbers(state: LuckyNumbers) -> list[float]:
    middle = [tile for tile in numbers.TILES if state.middle[tile]]
    return [_strength_of_garden(state, seat, middle) for seat in range(state.seats)]


def _strength_of_garden(state: LuckyNumbers, seat: int, middle: Sequence[numbers.Tile]) -> float:
    garden, holds = _garden(state, seat), state.hand and seat == state.turn
    tiles = [state.hand] if holds else middle
    gain = max((lucky_numbers_hard.plan(garden, tile)[0] for tile in tiles), default=0.0)
    first = max(state.turn, state.first)
    waits = state.seats if holds else (seat - first) % state.seats if first >= 0 else 0
    left = max(_SHORTEST, lucky_numbers_hard.waiting(garden) - gain)
    return _POINT * state.points[seat] - _RACE * log(left) - _TEMPO * waits


def _garden(state: LuckyNumbers, seat: int) -> numbers.Garden:
    """Return a seat's garden, with the tiles dealt to it where they are likely to be laid."""
    garden, chosen = state.gardens[seat], state.chosen[seat]
    dealt = sorted(state.dealt[seat]) if state.stage == "deal" else state.dealt[seat]
    for place, tile in enumerate(dealt):
        free = [cell for cell in numbers.DIAGONAL if not numbers.at(garden, cell)]
        cell = chosen[place] if place < len(chosen) else numbers.cell_for(tile, free)
        garden = numbers.with_tile(garden, cell, tile)
    return garden


def _numbers_worth(view: LuckyNumbersView, worth: float) -> float:
    left = max(_SHORTEST, -worth)
    return _POINT * view.points[view.seat] - _RACE * log(left) - _TEMPO * view.seats


# ── Lucky Jack ────────────────────────────────────────────────────────────────────────────────────

_HOPE = 0.95
"""What a point of a hand's worth by the table counts, in points…"""
_PROMISE = 2.4
"""…and a point of its worth by `normal`'s measure."""


def _jack(state: LuckyJack) -> list[float]:
    weight = lucky_jack_hard.weight_of_points(state)
    return [
        weight * (state.points[seat] + _HOPE * _worth_in_hand(state, seat)) for seat in range(state.seats)
    ]


def _worth_in_hand(state: LuckyJack, seat: int) -> float:
    """Return what a seat's hand is worth, with the card that it has drawn if that is of use."""
    hand, is_turn = state.hands[seat], seat == state.turn
    if state.drawn and is_turn:
        return max(map(lucky_jack_hard.worth, (hand, jack.changed(hand, state.drawn, +1))))
    if state.stage in {"dealer", "deal"}:
        return _worth_when_filled(hand, jack.DEALT - sum(hand))
    return _worth_when_filled(hand, state.owed if state.reason == "lower" and is_turn else 0)


@lru_cache(maxsize=2**14)
def _worth_when_filled(hand: jack.Cards, missing: int) -> float:
    """Return what a hand is worth on average if cards of all kinds complete it."""
    symbols = jack.SYMBOLS
    filled = (
        jack.count(
            [*jack.spread(hand), *(symbols[(first + 3 * more) % len(symbols)] for more in range(missing))]
        )
        for first in range(len(symbols) if missing else 1)
    )
    return fmean(map(lucky_jack_hard.worth, filled))


def _jack_worth(view: LuckyJackView, worth: float) -> float:
    points = view.points[view.seat] + lucky_jack_hard.SPOILS + _PROMISE * worth
    return lucky_jack_hard.weight_of_points(view) * points


# ── Super Mega Lucky Box ──────────────────────────────────────────────────────────────────────────

_BOX_POINT = 0.15
"""What a point counts when there is much to come…"""
_LATE_POINT = 0.5
"""…and how much more by and by, divided by the turns to come."""
_ROUND = 16.8
"""What the cards of a round to come are expected to bring…"""
_HOPED = 5.5
"""…and how much less than they promise the cards bring that are there."""


def _box(state: LuckyBox) -> list[float]:
    return [_box_strength(state, _box_points(state, seat)) for seat in range(state.seats)]


def _box_points(state: LuckyBox, seat: int) -> float:
    look, player, active = lucky_box.Look(state.view(seat)), state.players[seat], seat in state.active
    if state.stage == "cross" and active:
        worth = max(map(look.promise_of, state.moves(seat)))
    elif state.stage in {"deal", "choose"}:
        worth = look.worth(player) + _offered(state, seat)
    else:
        worth = look.worth(player)
    return _certain(player, state.round) + worth


def _offered(state: LuckyBox, seat: int) -> float:
    """Return what a seat will keep of the cards on offer; those to come are like any other."""
    every, keeps = _worths_of_cards(state.options, state.seats, state.round), players.KEPT[state.round - 1]
    worths = sorted((every[card] for card in state.kept[seat] or state.offers[seat]), reverse=True)[:keeps]
    return sum(worths) + (keeps - len(worths)) * fmean(every.values())


@lru_cache(maxsize=16)
def _worths_of_cards(options: LuckyBoxOptions, seats: int, number: int) -> dict[int, float]:
    deck = in_play(options, seats)
    return {
        name: lucky_box.worth_of_card(BoxCard(card), number, players.TURNS) for name, card in deck.items()
    }


def _certain(player: Player, number: int) -> float:
    """Return what a player has scored in the rounds before one, and the cards of those after it."""
    stars = sum(players.STAR_POINTS[stars] for stars in player.stars[: number - 1])
    return sum(player.points) + stars + _ROUND * (players.ROUNDS - number) - _HOPED


def _box_worth(view: LuckyBoxView, worth: float) -> float:
    return _box_strength(view, _certain(view.mine or Player(), view.round) + worth)


def _box_strength(position: LuckyBox | LuckyBoxView, points: float) -> float:
    if position.seats == 1:
        return points
    turns = players.TURNS * (players.ROUNDS + 1 - position.round) - len(position.numbers)
    return (_BOX_POINT + _LATE_POINT / (1 + turns)) * points


# ── Lucky Squares ─────────────────────────────────────────────────────────────────────────────────

_CENT = 0.2
"""What a cent counts…"""
_LATE_CENT = 1.5
"""…and how many times that in the last round."""
_STANDING = 0.35
"""How much of what the showdown would bring now is counted as cents: others may still act."""
_STAYS = 0.9
"""How likely a card is still the same after each action to come."""


def _squares(state: LuckySquares) -> list[float]:
    if state.stage not in {"act", "populate", "ghost"}:
        return [_squares_strength(state, cents) for cents in state.cents]
    sure, reason = _STAYS ** len(state.pending), lucky_squares.mixed_pick(state.squares, state.seats)
    odds = tuple(
        tuple(sure * (color == pick) + (1 - sure) * odd for color, odd in zip(COLORS, reason, strict=True))
        for pick in state.picks
    )
    outlook = lucky_squares.Outlook(state.squares, odds, state.options.ghost)
    return [
        _squares_strength(state, cents + _STANDING * outlook.standing(seat))
        for seat, cents in enumerate(state.cents)
    ]


def _squares_worth(view: LuckySquaresView, worth: float) -> float:
    own = worth + view.cents[view.seat]
    if view.pick:
        outlook = lucky_squares.public_outlook(view).knowing(view.seat, view.pick)
        own += _STANDING * outlook.standing(view.seat)
    return _squares_strength(view, own)


def _squares_strength(position: LuckySquares | LuckySquaresView, cents: float) -> float:
    options = position.options
    by_laps, most = options.end == "laps", options.laps * position.seats
    is_last = position.number == most if by_laps else max(position.cents) >= options.limit - _A_ROUND
    return _CENT * cents * (_LATE_CENT if is_last else 1)


_A_ROUND = 4
"""How many cents the leader gains in a round, if cents end the game."""


class _Estimate(NamedTuple):
    strengths: Callable[[Any], list[float]]
    """How strong each seat is in a position."""
    of_worth: Callable[[Any, float], float]
    """How strong the seat of a view is if its move has this worth by `normal`'s measure."""


_ESTIMATES = {
    "lucky-numbers": _Estimate(_numbers, _numbers_worth),
    "lucky-jack": _Estimate(_jack, _jack_worth),
    "lucky-box": _Estimate(_box, _box_worth),
    "lucky-squares": _Estimate(_squares, _squares_worth),
}
