"""The bots of Super Mega Lucky Box.

`EasyBot` crosses what fits and fills the most, and thinks neither of the next turn nor of chains.
`NormalBot` looks through the chains that each cross can start, and takes the one that leaves it with the
most: points that are sure, and a share of what nearly full cards and lines will bring.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import fsum
from typing import NamedTuple

from msgspec import Struct

from luckytui.bots.player import Bot, weights_of
from luckytui.games.interface import Move
from luckytui.games.lucky_box import player as players
from luckytui.games.lucky_box.deck import Bonus, Call
from luckytui.games.lucky_box.player import BoxCard, Cell, Crosses, Player, Use
from luckytui.games.lucky_box.rules import Cross, Keep, LuckyBoxView


class EasyBot(Bot):
    """Keeps cards of many numbers, crosses what fits, and pays only to fill a line."""

    def choose(self, view: LuckyBoxView, moves: Sequence[Move]) -> Move:
        return max(self._rng.sample(moves, len(moves)), key=lambda move: _liking(view, move))


def _liking(view: LuckyBoxView, move: Move) -> float:
    match move:
        case Keep(cards=kept):
            return sum(len(card.numbers) for card in view.offer if card.id in kept)
        case Cross():
            way = _way(view, move)
            return 1 + 3 * len(players.filled_lines(way.card, way.cell)) - 2 * way.spent
    return 0


# ── Normal ────────────────────────────────────────────────────────────────────────────────────────

WIDTHS = (3, 2)
"""How many ways to use a bonus are followed up, for the first and the second of a chain; then one."""


class Weights(Struct, frozen=True):
    """What positions are weighed with, as weights.toml says."""

    bonus: dict[Bonus, float]
    bonus_number: float
    line: tuple[float, ...]
    finish: tuple[float, ...]
    stars: tuple[float, ...]
    lightning: float
    moon: float
    cover: float
    pace: float
    soon: float


WEIGHTS = weights_of("lucky-box", Weights)


class NormalBot(Bot):
    """Looks through the chains."""

    def choose(self, view: LuckyBoxView, moves: Sequence[Move]) -> Move:
        if len(moves) == 1:
            return moves[0]
        return max(self._rng.sample(moves, len(moves)), key=Look(view).worth_of)


class _Way(NamedTuple):
    """A cross that can be made."""

    card: BoxCard
    cell: Cell
    use: Use
    spent: int


class _Prospect(NamedTuple):
    """What a player may have before long, and the bonuses that are then due."""

    player: Player
    due: tuple[Call, ...]
    made: tuple[_Way, ...] = ()
    """The crosses that lead to it."""


class Look:
    """What can be seen ahead from one view."""

    def __init__(self, view: LuckyBoxView) -> None:
        self._view = view
        self._left = players.TURNS - len(view.numbers)
        """How many turns of this round are to come."""
        self._future = future(view.round, self._left)

    def worth_of(self, move: Move) -> float:
        """Return what it is worth to make a move, and then the best of what comes of it."""
        player = self._view.mine or Player()
        match move:
            case Keep(cards=kept):
                hand = players.with_cards(player, (card for card in self._view.offer if card.id in kept))
                numbers = {number for card in hand.cards for number in card.face.numbers}
                return self.worth(hand) + WEIGHTS.cover * len(numbers)
            case Cross():
                return self.worth(self.chain(move).player)
        return self.worth(player)

    def chain(self, move: Cross) -> _Prospect:
        """Return what comes of a cross and the best use of all bonuses that are due then."""
        start = _Prospect(self._view.mine or Player(), self._view.due)
        return self._best(self._after(start, _way(self._view, move)), 0)

    def _best(self, prospect: _Prospect, depth: int) -> _Prospect:
        """Return what comes of the best chain from here on."""
        prospects = [self._after(prospect, way) for way in self._ways(prospect)]
        if not prospects:
            return prospect
        width = WIDTHS[depth] if depth < len(WIDTHS) else 1
        prospects.sort(key=self._promise, reverse=True)
        ends = [self._best(after, depth + 1) for after in prospects[:width]]
        return max(ends, key=lambda end: self.worth(end.player))

    def _ways(self, prospect: _Prospect) -> Iterator[_Way]:
        """Yield how the bonuses that are due can be used."""
        purse = prospect.player.lightnings if self._view.options.lightning_changes_bonus else 0
        turn = self._view.numbers[-1]
        for use in sorted(set(prospect.due)):
            for card, cell in players.within_reach(prospect.player, use, turn, purse):
                yield _Way(card, cell, use, players.price(card, cell, use, turn))

    def _after(self, prospect: _Prospect, way: _Way) -> _Prospect:
        due = list(prospect.due)
        if way.use != "number":
            due.remove(way.use)
        won = map(way.card.bonus, players.filled_lines(way.card, way.cell))
        player = players.cross(prospect.player, self._view.round, way.card, way.cell, way.spent)
        return _Prospect(player, (*due, *filter(players.is_call, won)), (*prospect.made, way))

    def _promise(self, prospect: _Prospect) -> float:
        return self.worth(prospect.player) + WEIGHTS.bonus_number * len(prospect.due)

    def worth(self, player: Player) -> float:
        """Return what a player has in points, and in what will bring some."""
        stars = player.stars[self._view.round - 1]
        return (
            (WEIGHTS.stars if self._left else players.STAR_POINTS)[stars]
            + player.lightnings * self._soon(WEIGHTS.lightning, 1 / 3)
            + self._worth_of_moons(player.moons)
            + fsum(worth_of_card(card, self._view.round, self._left) for card in player.cards)
        )

    def _worth_of_moons(self, moons: int) -> float:
        if self._view.seats > 1:
            return WEIGHTS.moon * moons
        moons = min(moons, len(players.SOLO_MOONS) - 1)
        return self._soon(WEIGHTS.moon * moons, players.SOLO_MOONS[moons])

    def _soon(self, early: float, late: float) -> float:
        """Return what a thing is worth now that is worth this early in a game, and that in the end."""
        return self._future * early + (1 - self._future) * late


def future(number: int, left: int) -> float:
    """Return how much is to come, with this many turns left of a round: from 1, enough, to 0, nothing."""
    return min(1.0, (left + players.TURNS * (players.ROUNDS - number)) / WEIGHTS.soon)


def worth_of_bonus(bonus: Bonus) -> float:
    """Return what winning a bonus is worth, in points."""
    return WEIGHTS.bonus.get(bonus, WEIGHTS.bonus_number)


def worth_of_card(card: BoxCard, number: int, left: int) -> float:
    """Return what a card and its lines will bring, each as far as it seems likely in this round."""
    crosses = worth_of_crosses(card.crosses.bit_count(), number, left)
    return crosses + future(number, left) * worth_of_lines(card)


@lru_cache(maxsize=512)
def worth_of_crosses(crossed: int, number: int, left: int) -> float:
    """Return what a card with this many crosses will bring by itself."""
    missing = len(players.CELLS) - crossed
    finish, later = WEIGHTS.finish[missing], missing > max(0, WEIGHTS.pace * left)
    return finish * (*players.CARD_POINTS, 0)[number - 1 + later] + (1 - finish) * crossed / 2


def worth_of_lines(card: BoxCard) -> float:
    """Return what the bonuses of a card will bring, if there is enough to come."""
    return _worth_of_lines(card.face.rows + card.face.columns, card.crosses)


@lru_cache(maxsize=2**15)
def _worth_of_lines(bonuses: tuple[Bonus, ...], crosses: Crosses) -> float:
    return fsum(
        WEIGHTS.line[(mask & ~crosses).bit_count()] * worth_of_bonus(bonus)
        for bonus, mask in zip(bonuses, players.LINES.values(), strict=True)
    )


def _way(view: LuckyBoxView, move: Cross) -> _Way:
    card = (view.mine or Player()).card(move.card)
    return _Way(card, move.cell, move.use, players.price(card, move.cell, move.use, view.numbers[-1]))
