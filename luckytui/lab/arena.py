"""The arena: which bot wins how often, over many games on the same deals with the seats rotated."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from math import sqrt
from statistics import fmean, variance
from typing import Any, NamedTuple

from msgspec import Struct

from luckytui.games.interface import Seat
from luckytui.lab.simulate import Series, in_order
from luckytui.table.dealer import seed_of_game

_Z = 1.96
"""An interval at 95 % extends this many standard errors to either side."""


class Played(NamedTuple):
    """A game: the deal, who plays it, seat by seat, and once it was played, the seats that share the win."""

    deal: int
    bots: tuple[str, ...]
    winners: tuple[Seat, ...] = ()


class BotScore(Struct, frozen=True):
    """How a bot did: what it won, with all its seats together, and what equal players would have won."""

    bot: str
    games: int
    won: float
    """Games; a shared win counts as a part of one."""
    share: float
    low: float
    high: float
    """The ends of the share's interval at 95 %."""
    even: float


def pairings(series: Series) -> Iterator[Played]:
    """Yield who plays each game: on every deal, the bots in all rotations."""
    line_up = series.line_up
    turns = list(dict.fromkeys(line_up[first:] + line_up[:first] for first in range(series.seats)))
    return (Played(game // len(turns), turns[game % len(turns)]) for game in range(series.games))


def compete(series: Series, executor: Executor | None = None) -> Iterator[Played]:
    """Yield the games as they were played."""
    return in_order(executor, partial(_play, series), pairings(series))


def _play(series: Series, game: Played) -> Played:
    match = series.play(game.bots, seed_of_game(series.seed, game.deal + 1))
    return game._replace(winners=match.result.winners if match.result else ())


def scores(games: Sequence[Played]) -> list[BotScore]:
    """Return how each bot did, in the order in which they were first seated."""
    bots = dict.fromkeys(bot for game in games for bot in game.bots)
    return [_score(bot, [game for game in games if bot in game.bots]) for bot in bots]


def _score(bot: str, games: Sequence[Played]) -> BotScore:
    by_deal: defaultdict[int, list[float]] = defaultdict(list)
    for game in games:
        by_deal[game.deal].append(_share(bot, game))
    won = sum(map(sum, by_deal.values()))
    low, high = _interval(won / len(games), len(games), [fmean(deal) for deal in by_deal.values()])
    even = fmean(game.bots.count(bot) / len(game.bots) for game in games)
    return BotScore(bot, len(games), won, won / len(games), low, high, even)


def _share(bot: str, game: Played) -> float:
    return sum(game.bots[seat] == bot for seat in game.winners) / max(1, len(game.winners))


def _interval(share: float, games: int, deals: Sequence[float]) -> tuple[float, float]:
    """Return Wilson's interval of a share, for as many independent games as the deals are worth.

    The games of one deal depend on each other, so how much the deals differ says how sure the share is.
    """
    spread = variance(deals) / len(deals) if len(deals) > 1 else 0.0
    worth = share * (1 - share) / spread if spread else games
    middle = (share + _Z * _Z / (2 * worth)) / (1 + _Z * _Z / worth)
    half = _Z * sqrt(share * (1 - share) / worth + (_Z / worth / 2) ** 2) / (1 + _Z * _Z / worth)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def ratings(games: Sequence[Played]) -> Mapping[str, float]:
    """Return a rating for each bot by Plackett and Luce's model; nothing where openskill is not installed.

    A bot with several seats in a game gets the mean of what they earn it.
    """
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415 - an extra
    except ImportError:
        return {}
    model = PlackettLuce()
    rated: defaultdict[str, Any] = defaultdict(model.rating)
    for game in games:
        bots, seats = game.bots, range(len(game.bots))
        after = model.rate([[rated[bot]] for bot in bots], ranks=[seat not in game.winners for seat in seats])
        for bot in set(bots):
            own = [after[seat][0] for seat in seats if bots[seat] == bot]
            rated[bot] = model.rating(fmean(one.mu for one in own), fmean(one.sigma for one in own))
    return {bot: rating.ordinal() for bot, rating in rated.items()}
