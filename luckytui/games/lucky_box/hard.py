"""A bot for Super Mega Lucky Box that plays the best moves by `normal`'s measure out to the end of the game.

Others do not matter for that but for their moons: so only the own cards are played, in worlds that differ in
the numbers and in the cards to choose from. Every cross is then the best by `normal`'s measure of a card.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from math import fsum
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from luckytui.bots.search import ThinkingBot, Trial
from luckytui.games.interface import Move
from luckytui.games.lucky_box import bots as normal
from luckytui.games.lucky_box import player as players
from luckytui.games.lucky_box.deck import NUMBERS, Call, Card
from luckytui.games.lucky_box.player import BoxCard, Cell, Crosses, Player
from luckytui.games.lucky_box.rules import Cross, Keep, LuckyBoxView, in_play
from luckytui.games.lucky_box.scores import final_scores

_WIDTH = 4
"""How many crosses are played out; of the cards to keep, all choices are."""


class HardBot(ThinkingBot):
    """Plays out the most promising moves."""

    def choose(self, view: LuckyBoxView, moves: Sequence[Move]) -> Move:
        played = trial(view, moves)
        return self.best_of(played.expected, played.imagine, played.play_out)


def trial(view: LuckyBoxView, moves: Sequence[Move]) -> Trial:
    """Return how the most promising moves are played out, in points."""
    look = normal.Look(view)
    worths = {move: look.worth_of(move) for move in moves}
    ranked = sorted(moves, key=worths.__getitem__, reverse=True)
    game, width = _Game(view), None if view.stage == "choose" else _WIDTH
    return Trial({move: worths[move] for move in ranked[:width]}, game.imagine, game.play_out)


class World(NamedTuple):
    """What is to come: the numbers and the cards on offer, round by round from this one on."""

    numbers: Sequence[Sequence[int]]
    offers: Sequence[Sequence[Card]]


class Turn(NamedTuple):
    """A turn: its round, and how many turns of that are to come."""

    round: int
    left: int


class Crossing:
    """Makes the crosses of a turn, each the best by `normal`'s measure of a card."""

    def __init__(self) -> None:
        self._gains: dict[tuple[Card, Crosses, Cell], tuple[float, float]] = {}
        """What crosses bring to their lines, and with the lines that they fill."""

    def play_on(self, player: Player, first: Turn, world: World) -> Player:
        """Play a player's game to the end; `first` is the turn before the first number that is to come."""
        for number, numbers, offer in zip(range(first.round, players.ROUNDS + 1), *world, strict=True):
            if number > first.round and offer:
                player = with_cards(player, [max(offer, key=partial(worth_when_new, number))])
            for left, called in zip(reversed(range(len(numbers))), numbers, strict=True):
                player = self.cross_best(player, Turn(number, left), called, player.lightnings, [])
            player = players.scored(player, number)
        return player

    def cross_best(
        self, player: Player, turn: Turn, called: int | None, purse: int, due: list[Call]
    ) -> Player:
        """Make the cross that brings most; one that costs nothing is a must."""
        lightning = normal.WEIGHTS.lightning * normal.future(*turn)
        best, chosen = 0.0, None
        for card, cell in players.within_reach(player, called, purse):
            price = players.price(card, cell, called)
            brings = self._brings(card, cell, turn) - lightning * price
            if (chosen is None and not price) or brings > best:
                best, chosen = brings, (card, cell, price)
        return self.cross(player, turn, *chosen, due) if chosen else player

    def cross(
        self, player: Player, turn: Turn, card: BoxCard, cell: Cell, price: int, due: list[Call]
    ) -> Player:
        """Make a cross, and use the bonuses that are due then."""
        due += filter(players.is_call, map(card.bonus, players.filled_lines(card, cell)))
        return self.use(players.cross(player, turn.round, card, cell, price), turn, due)

    def use(self, player: Player, turn: Turn, due: list[Call]) -> Player:
        """Use the bonuses that are due, and those that come of it."""
        while due:
            use = min(due)
            due.remove(use)
            player = self.cross_best(player, turn, None if use == "?" else int(use), 0, due)
        return player

    def _brings(self, card: BoxCard, cell: Cell, turn: Turn) -> float:
        """Return what a cross is worth, with the bonuses that it wins at once."""
        key = card.face, card.crosses, cell
        if key not in self._gains:
            lines = normal.worth_of_lines(players.crossed(card, cell)) - normal.worth_of_lines(card)
            filled = map(card.bonus, players.filled_lines(card, cell))
            self._gains[key] = lines, fsum(map(normal.worth_of_bonus, filled))
        lines, won = self._gains[key]
        crosses = card.crosses.bit_count()
        more = normal.worth_of_crosses(crosses + 1, *turn) - normal.worth_of_crosses(crosses, *turn)
        return more + normal.future(*turn) * lines + won


class _Game:
    """What is played out from one view."""

    def __init__(self, view: LuckyBoxView) -> None:
        self._view = view
        self._crossing = Crossing()
        seen = {*view.discards, *(card.id for card in view.offer)}
        seen.update(card.id for player in view.players for card in player.cards)
        deck = in_play(view.options, view.seats)
        self._unseen = [card for name, card in deck.items() if name not in seen]

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
        view = self._view
        turn = Turn(view.round, players.TURNS - len(view.numbers))
        player = self._crossing.play_on(self._moved(view.mine or Player(), move), turn, world)
        (end,) = final_scores([player])
        return end.total if view.seats == 1 else end.total - end.moons + normal.WEIGHTS.moon * player.moons

    def _moved(self, player: Player, move: Move) -> Player:
        """Make a move, and use what it wins."""
        view = self._view
        match move:
            case Keep(cards=kept):
                return with_cards(player, (card for card in view.offer if card.id in kept))
            case Cross(card=name, cell=cell, use=use):
                due = [*view.due]
                if use != "number":
                    due.remove(use)
                card = next(card for card in player.cards if card.id == name)
                price = players.price(card, cell, players.called_for(use, view.numbers[-1]))
                turn = Turn(view.round, players.TURNS - len(view.numbers))
                return self._crossing.cross(player, turn, card, cell, price, due)
        return player


def with_cards(player: Player, cards: Iterable[Card]) -> Player:
    """Return a player with more cards."""
    return replace(player, cards=(*player.cards, *map(BoxCard, cards)))


def worth_when_new(number: int, card: Card) -> float:
    """Return what a card is worth at the beginning of a round."""
    return normal.worth_of_card(BoxCard(card), number, players.TURNS)
