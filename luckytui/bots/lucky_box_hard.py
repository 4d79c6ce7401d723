"""A bot for Super Mega Lucky Box that plays the best moves by `normal`'s measure out to the end of the game.

Others do not matter for that but for their moons: so only the own cards are played, in worlds that differ in
the numbers and in the cards to choose from. Every cross is then the best by `normal`'s measure of a card.
"""

from collections.abc import Iterator, Sequence
from math import fsum
from random import Random
from typing import NamedTuple

from luckytui.bots import lucky_box as normal
from luckytui.bots.search import ThinkingBot
from luckytui.games import lucky_box_player as players
from luckytui.games.interface import Move
from luckytui.games.lucky_box import Cross, Keep, LuckyBoxView, in_play
from luckytui.games.lucky_box_deck import NUMBERS, Bonus, Call, Card
from luckytui.games.lucky_box_player import BoxCard, CardId, Crosses, Player

_WIDTH = 4
"""How many crosses are played out; of the cards to keep, all choices are."""


_Gains = dict[tuple[CardId, Crosses, int, int, int], float]
"""What crosses are worth: by the card, its crosses, the place, the round and the turns left."""


class HardBot(ThinkingBot):
    """Plays out the most promising moves."""

    def choose(self, view: LuckyBoxView, moves: Sequence[Move]) -> Move:
        look = normal.Look(view)
        worths = {move: look.worth_of(move) for move in moves}
        ranked = sorted(moves, key=worths.__getitem__, reverse=True)
        promising = {move: worths[move] for move in (ranked if view.stage == "choose" else ranked[:_WIDTH])}
        game = _Game(view)
        return self.best_of(promising, game.imagine, game.play_out)


class _World(NamedTuple):
    """What is to come: the numbers and the cards on offer, round by round from this one on."""

    numbers: Sequence[Sequence[int]]
    offers: Sequence[Sequence[Card]]


class _Game:
    """What is played out from one view."""

    def __init__(self, view: LuckyBoxView) -> None:
        self._view = view
        self._gains: _Gains = {}
        seen = {*view.discards, *(card.id for card in view.offer)}
        seen.update(card.id for player in view.players for card in player.cards)
        deck = in_play(view.options, view.seats)
        self._unseen = [card for name, card in deck.items() if name not in seen]

    def play_out(self, move: Move, world: _World) -> float:
        """Return the points that the seat ends with after this move."""
        view, sheet = self._view, _Sheet(self._view.mine or Player(), self._gains)
        numbers, offers = world
        sheet.begin(view.round, players.TURNS - len(view.numbers))
        match move:
            case Keep(cards=kept):
                sheet.add(card for card in view.offer if card.id in kept)
            case Cross(card=card, cell=cell, use=use):
                called = players.called_for(use, view.numbers[-1])
                due = [*view.due]
                if use != "number":
                    due.remove(use)
                sheet.cross_named(card, players.CELLS.index(cell), called, due)
        for number in range(view.round, players.ROUNDS + 1):
            if number > view.round:
                sheet.begin(number, players.TURNS)
                sheet.add_best(offers[number - view.round])
            for called in numbers[number - view.round]:
                sheet.turn(called)
            sheet.score()
        return sheet.total(alone=view.seats == 1)

    def imagine(self, rng: Random) -> _World:
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
        return _World(numbers, [cards[3 * later : 3 * later + 3] for later in rounds])


class _Sheet:
    """What a player has while a game is played out."""

    def __init__(self, player: Player, gains: _Gains) -> None:
        self._gains = gains
        self._cards = [(card.face, card.crosses) for card in player.cards]
        self._lightnings, self._moons = player.lightnings, player.moons
        self._stars = [*player.stars]
        self._points = sum(player.points)

    def begin(self, number: int, left: int) -> None:
        """Begin a round, or continue it with this many turns left."""
        self._round, self._left = number, left

    def add(self, cards: Iterator[Card]) -> None:
        self._cards += [(card, 0) for card in cards]

    def add_best(self, cards: Sequence[Card]) -> None:
        if cards:
            self.add(iter([max(cards, key=lambda card: self._worth(card, 0))]))

    def turn(self, called: int) -> None:
        """Cross the best cell for a number, or nothing where every one costs more than it brings."""
        self._left -= 1
        self._cross_best(called, self._lightnings, [])

    def cross_named(self, name: CardId, place: int, called: int | None, due: list[Call]) -> None:
        """Make a cross that was chosen, and use what it wins."""
        index = next(index for index, (card, _) in enumerate(self._cards) if card.id == name)
        self._cross(
            index, place, 0 if called is None else self._price(called, self._cards[index][0], place), due
        )

    def score(self) -> None:
        """End a round: finished cards score."""
        done = sum(crosses == players.ALL for _, crosses in self._cards)
        self._points += done * players.CARD_POINTS[self._round - 1]
        self._cards = [one for one in self._cards if one[1] != players.ALL]

    def total(self, *, alone: bool) -> float:
        """Return the points at the end; among several players a moon is worth what it is on average."""
        moons = (
            players.SOLO_MOONS[min(self._moons, len(players.SOLO_MOONS) - 1)]
            if alone
            else normal.MOON * self._moons
        )
        stars = sum(players.STAR_POINTS[min(stars, players.MOST_STARS)] for stars in self._stars)
        crosses = sum(crosses.bit_count() for _, crosses in self._cards) // 2
        return self._points + stars + crosses + self._lightnings // 3 + moons

    def _cross_best(self, called: int | None, purse: int, due: list[Call]) -> None:
        """Make the cross that brings most; one that costs nothing is a must."""
        lightning = normal.LIGHTNING * normal.future(self._round, self._left)
        best, chosen = 0.0, None
        for index, (card, crosses) in enumerate(self._cards):
            for place in _FREE[crosses]:
                price = 0 if called is None else self._price(called, card, place)
                if price <= purse:
                    brings = self._brings(card, crosses, place) - lightning * price
                    if (chosen is None and not price) or brings > best:
                        best, chosen = brings, (index, place, price)
        if chosen:
            self._cross(*chosen, due)

    def _cross(self, index: int, place: int, price: int, due: list[Call]) -> None:
        card, before = self._cards[index]
        crosses = before | 1 << place
        self._cards[index] = card, crosses
        self._lightnings -= price
        for bonus in _won(card, crosses, place):
            self._win(bonus, due)
        while due:
            use = min(due)
            due.remove(use)
            self._cross_best(None if use == "?" else int(use), 0, due)

    def _win(self, bonus: Bonus, due: list[Call]) -> None:
        match bonus:
            case "star":
                self._stars[self._round - 1] += 1
            case "moon":
                self._moons += 1
            case "lightning" | "lightning2":
                self._lightnings += 1 + (bonus == "lightning2")
            case _:
                due.append(bonus)

    def _brings(self, card: Card, crosses: Crosses, place: int) -> float:
        """Return what a cross is worth, with the bonuses that it wins at once."""
        key = card.id, crosses, place, self._round, self._left
        if key not in self._gains:
            after = crosses | 1 << place
            won = (normal.BONUS.get(bonus, normal.BONUS_NUMBER) for bonus in _won(card, after, place))
            self._gains[key] = self._worth(card, after) - self._worth(card, crosses) + fsum(won)
        return self._gains[key]

    def _worth(self, card: Card, crosses: Crosses) -> float:
        return normal.worth_of_card(BoxCard(card, crosses), self._round, self._left)

    @staticmethod
    def _price(called: int, card: Card, place: int) -> int:
        return players.distance(called, card.cells[place // 3][place % 3])


def _won(card: Card, crosses: Crosses, place: int) -> list[Bonus]:
    """Return the bonuses of the lines that a cross on this place has filled."""
    ends = zip(players.LINES.values(), (*card.rows, *card.columns), strict=True)
    return [bonus for mask, bonus in ends if mask & 1 << place and crosses & mask == mask]


_FREE = [[place for place in range(9) if not crosses >> place & 1] for crosses in range(players.ALL + 1)]
"""For any crosses the places of the cells without one."""
