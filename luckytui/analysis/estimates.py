"""What a position is worth to each seat, by a quick estimate: how much of the win it can expect.

Each seat has a strength; the strengths' exponentials say how the win is shared. They come from what the bots
measure, and from weights (weights.toml) which benchmarks/weights.py fits to results of `normal`s.
"""

import tomllib
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.resources import files
from math import exp, fsum
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from luckytui.games import GAMES
from luckytui.games.interface import State
from luckytui.games.lucky_box import bots as lucky_box
from luckytui.games.lucky_box import player as players
from luckytui.games.lucky_box.player import BoxCard, Player
from luckytui.games.lucky_box.rules import LuckyBox, LuckyBoxOptions, LuckyBoxView, in_play
from luckytui.games.lucky_jack import hands as jack_bot
from luckytui.games.lucky_jack import rules as jack
from luckytui.games.lucky_jack.rules import LuckyJack, LuckyJackView
from luckytui.games.lucky_numbers import hard as lucky_numbers_hard
from luckytui.games.lucky_numbers import rules as numbers
from luckytui.games.lucky_numbers.rules import LuckyNumbers, LuckyNumbersView
from luckytui.games.lucky_squares import bots as lucky_squares
from luckytui.games.lucky_squares.rules import COLORS, LuckySquares, LuckySquaresView

WEIGHTS: dict[str, dict[str, float]] = tomllib.loads(
    files(__package__).joinpath("weights.toml").read_text(encoding="utf-8")
)
"""The weights of each game, by their names."""
_NUMBERS, _JACK = WEIGHTS["lucky-numbers"], WEIGHTS["lucky-jack"]
_BOX, _SQUARES = WEIGHTS["lucky-box"], WEIGHTS["lucky-squares"]


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


def _numbers(state: LuckyNumbers) -> list[float]:
    middle = [tile for tile in numbers.TILES if state.middle[tile]]
    return [_strength_of_garden(state, seat, middle) for seat in range(state.seats)]


def _strength_of_garden(state: LuckyNumbers, seat: int, middle: Sequence[numbers.Tile]) -> float:
    outlook, holds = lucky_numbers_hard.outlook(_garden(state, seat)), state.hand and seat == state.turn
    tiles = [state.hand] if holds else middle
    gain = max((outlook.plan(tile)[0] for tile in tiles), default=0.0)
    first = max(state.turn, state.first)
    waits = state.seats if holds else (seat - first) % state.seats if first >= 0 else 0
    return _numbers_strength(state.points[seat], outlook.waiting - gain, waits)


def _numbers_strength(points: int, left: float, waits: int) -> float:
    """Return how strong a seat is that waits for so many draws, and so many turns for its next one."""
    return _NUMBERS["point"] * points + lucky_numbers_hard.strength(left, waits)


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
    return _numbers_strength(view.points[view.seat], -worth, view.seats)


# ── Lucky Jack ────────────────────────────────────────────────────────────────────────────────────


def _jack(state: LuckyJack) -> list[float]:
    return [
        _jack_strength(state, seat, _JACK["hand"] * _worth_in_hand(state, seat))
        for seat in range(state.seats)
    ]


def _jack_strength(position: LuckyJack | LuckyJackView, seat: int, more: float) -> float:
    """Return a seat's strength if its hand is worth so many points."""
    to_come = position.options.rounds - max(1, position.number)
    return (position.points[seat] + more) / (_JACK["lead"] * (1 + _JACK["later"] * to_come))


def _worth_in_hand(state: LuckyJack, seat: int) -> float:
    """Return what a seat's hand is worth, at most 1, with the card that it has drawn if that is of use."""
    hand, is_turn = state.hands[seat], seat == state.turn
    if state.stage in {"dealer", "deal"}:
        return _worth_when_filled(hand, jack.DEALT - sum(hand))
    if state.drawn and is_turn:
        return max(_worth_when_filled(one, 0) for one in (hand, jack.changed(hand, state.drawn, +1)))
    return _worth_when_filled(hand, state.owed if state.reason == "lower" and is_turn else 0)


@lru_cache(maxsize=2**14)
def _worth_when_filled(hand: jack.Cards, missing: int) -> float:
    """Return what a hand is worth on average if cards of all kinds complete it, and nobody is near."""
    symbols, table = jack.SYMBOLS, jack_bot.table(jack_bot.Kind(crowd=False, lead=None, near=False))
    filled = (
        jack.count(
            [*jack.spread(hand), *(symbols[(first + 3 * more) % len(symbols)] for more in range(missing))]
        )
        for first in range(len(symbols) if missing else 1)
    )
    return fmean(jack_bot.worth(table, hand) for hand in filled)


def _jack_worth(view: LuckyJackView, worth: float) -> float:
    return _jack_strength(view, view.seat, _JACK["spoils"] + _JACK["promise"] * worth)


# ── Super Mega Lucky Box ──────────────────────────────────────────────────────────────────────────


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
    return sum(player.points) + stars + _BOX["round"] * (players.ROUNDS - number) - _BOX["hoped"]


def _box_worth(view: LuckyBoxView, worth: float) -> float:
    return _box_strength(view, _certain(view.mine or Player(), view.round) + worth)


def _box_strength(position: LuckyBox | LuckyBoxView, points: float) -> float:
    if position.seats == 1:
        return points
    turns = players.TURNS * (players.ROUNDS + 1 - position.round) - len(position.numbers)
    return (_BOX["point"] + _BOX["late_point"] / (1 + turns)) * points


# ── Lucky Squares ─────────────────────────────────────────────────────────────────────────────────


def _squares(state: LuckySquares) -> list[float]:
    if state.stage not in {"act", "populate", "ghost"}:
        return [_squares_strength(state, cents) for cents in state.cents]
    sure, reason = (
        _SQUARES["stays"] ** len(state.pending),
        lucky_squares.mixed_pick(state.squares, state.seats),
    )
    odds = tuple(
        tuple(sure * (color == pick) + (1 - sure) * odd for color, odd in zip(COLORS, reason, strict=True))
        for pick in state.picks
    )
    outlook = lucky_squares.Outlook(state.squares, odds, state.options.ghost)
    return [
        _squares_strength(state, cents + _SQUARES["standing"] * outlook.standing(seat))
        for seat, cents in enumerate(state.cents)
    ]


def _squares_worth(view: LuckySquaresView, worth: float) -> float:
    own = worth + view.cents[view.seat]
    if view.pick:
        outlook = lucky_squares.public_outlook(view).knowing(view.seat, view.pick)
        own += _SQUARES["standing"] * outlook.standing(view.seat)
    return _squares_strength(view, own)


def _squares_strength(position: LuckySquares | LuckySquaresView, cents: float) -> float:
    options = position.options
    by_laps, most = options.end == "laps", options.laps * position.seats
    is_last = position.number == most if by_laps else max(position.cents) >= options.limit - _SQUARES["round"]
    return _SQUARES["cent"] * cents * (_SQUARES["late_cent"] if is_last else 1)


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
