"""A bot for Super Mega Lucky Box that plays the best moves by `normal`'s measure out to the end of the game.

The others matter for their moons alone: so it plays only its own cards, in worlds that differ in the
numbers and in the cards to choose from. Every cross is then the best by `normal`'s measure of a card.
"""

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from math import fsum
from operator import attrgetter
from random import Random
from typing import NamedTuple

from luckytui.bots.search import ThinkingBot, Trial
from luckytui.games.interface import Move
from luckytui.games.lucky_box import bots as normal
from luckytui.games.lucky_box import player as players
from luckytui.games.lucky_box.deck import NUMBERS, Call, Card
from luckytui.games.lucky_box.player import BoxCard, Cell, Player
from luckytui.games.lucky_box.rules import Cross, Keep, LuckyBoxView, final_scores, unseen

_WIDTH = 4
"""How many crosses are played out; of the cards to keep, all choices are."""


class HardBot(ThinkingBot):
    """Plays out the most promising moves."""

    def choose(self, view: LuckyBoxView, moves: Sequence[Move]) -> Move:
        return self.best_of(trial(view, moves))


def trial(view: LuckyBoxView, moves: Sequence[Move]) -> Trial:
    """Return how the most promising moves are played out, in points."""
    look = normal.Look(view)
    worths = {move: look.worth_of(move) for move in moves}
    ranked = sorted(moves, key=worths.__getitem__, reverse=True)
    game, width = Playing(view), None if view.stage == "choose" else _WIDTH
    return Trial({move: worths[move] for move in ranked[:width]}, game.imagine, game.play_out)


class World(NamedTuple):
    """What is to come: the numbers and the cards on offer, round by round from this one on."""

    numbers: Sequence[Sequence[int]]
    offers: Sequence[Sequence[Card]]


class Turn(NamedTuple):
    """A turn: its round, and how many turns of that are to come."""

    round: int
    left: int


def play_on(player: Player, first: Turn, world: World) -> Player:
    """Play a player's game to the end; `first` is the turn before the first number that is to come."""
    for number, numbers, offer in zip(range(first.round, players.ROUNDS + 1), *world, strict=True):
        if number > first.round and offer:
            player = players.with_cards(player, [max(offer, key=partial(worth_when_new, number))])
        for left, called in zip(reversed(range(len(numbers))), numbers, strict=True):
            player = cross_best(player, Turn(number, left), called, player.lightnings, [])
        player = players.scored(player, number)
    return player


def cross_best(player: Player, turn: Turn, called: int | None, purse: int, due: list[Call]) -> Player:
    """Make the cross that brings most by `normal`'s measure of a card; one that costs nothing is a must."""
    future, best, chosen = normal.future(*turn), 0.0, None
    prices = _PRICES[called or 0]
    for card in sorted(player.cards, key=attrgetter("id")):
        crosses = card.crosses.bit_count()
        if crosses == len(players.CELLS):
            continue
        more = normal.worth_of_crosses(crosses + 1, *turn) - normal.worth_of_crosses(crosses, *turn)
        for cell, number, lines, won in _crosses_on(card):
            price = prices[number]
            if price <= purse:
                brings = more + future * lines + won - normal.WEIGHTS.lightning * future * price
                if (chosen is None and not price) or brings > best:
                    best, chosen = brings, (card, cell, price)
    return cross(player, turn, *chosen, due) if chosen else player


def cross(player: Player, turn: Turn, card: BoxCard, cell: Cell, price: int, due: list[Call]) -> Player:
    """Make a cross, and use the bonuses that are due then."""
    due += filter(players.is_call, map(card.bonus, players.filled_lines(card, cell)))
    return use(players.cross(player, turn.round, card, cell, price), turn, due)


def use(player: Player, turn: Turn, due: list[Call]) -> Player:
    """Use the bonuses that are due, and those that come of it."""
    while due:
        due.remove(bonus := min(due))
        player = cross_best(player, turn, None if bonus == "?" else int(bonus), 0, due)
    return player


_PRICES = [
    [players.distance(called, number) * (called > 0) for number in (0, *NUMBERS)] for called in (0, *NUMBERS)
]
"""For each called number, 0 for any cell, what each number costs in lightnings."""


@lru_cache(maxsize=2**13)
def _crosses_on(card: BoxCard) -> list[tuple[Cell, int, float, float]]:
    """Return the free cells of a card, their numbers, and what a cross there brings to lines, and wins."""
    return [
        (
            cell,
            card.number(cell),
            normal.worth_of_lines(players.crossed(card, cell)) - normal.worth_of_lines(card),
            fsum(normal.worth_of_bonus(card.bonus(line)) for line in players.filled_lines(card, cell)),
        )
        for cell in players.CELLS
        if card.is_free(cell)
    ]


class Playing:
    """What is played out from one view."""

    def __init__(self, view: LuckyBoxView) -> None:
        self._view, self._unseen, self._look = view, unseen(view), normal.Look(view)
        self._moved = cache(self._after_turn)

    def imagine(self, rng: Random) -> World:
        """Return what may come, as far as it is not known."""
        rounds = range(players.ROUNDS + 1 - self._view.round)
        known = self._view.numbers
        cards = rng.sample(self._unseen, min(len(self._unseen), 3 * len(rounds)))
        numbers = []
        for later in rounds:
            left = [*NUMBERS, *NUMBERS]
            for number in () if later else known:
                left.remove(number)
            numbers.append(rng.sample(left, players.TURNS - (0 if later else len(known))))
        return World(numbers, [cards[3 * later : 3 * later + 3] for later in rounds])

    def play_out(self, move: Move, world: World) -> float:
        """Return the points that the seat ends with after this move."""
        view, player = self._view, self.after(move, world)
        (end,) = final_scores([player])
        return end.total if view.seats == 1 else end.total - end.moons + normal.WEIGHTS.moon * player.moons

    def after(self, move: Move, world: World) -> Player:
        """Return what the seat ends with after this move."""
        view = self._view
        turn = Turn(view.round, players.TURNS - len(view.numbers))
        return play_on(self._moved(move), turn, world)

    def _after_turn(self, move: Move) -> Player:
        """Return what the seat has after a move and the best chain of crosses that it starts."""
        view, player = self._view, self._view.mine or Player()
        match move:
            case Keep(cards=kept):
                return players.with_cards(player, (card for card in view.offer if card.id in kept))
            case Cross():
                return self._look.chain(move).player
        return player


def worth_when_new(number: int, card: Card) -> float:
    """Return what a card is worth at the beginning of a round."""
    return normal.worth_of_card(BoxCard(card), number, players.TURNS)
