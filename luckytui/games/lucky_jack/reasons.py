"""Why a move of Lucky Jack is good: which jackpot it is for, and which cards are hard to shed."""

from collections.abc import Iterator

from luckytui.games.interface import Move
from luckytui.games.lucky_jack import bots, rules
from luckytui.games.lucky_jack.rules import FLOOR, VALUE, Discard, LuckyJackView, Symbol, prize, prize_of
from luckytui.text import N_, Sentence

_EARLY = N_("You do not have 3 alike yet: look for cards before you shed any.")
_HARD = 4
"""The highest value of a card that is hard to shed."""
_CLOSE = 4
"""With how many cards at most a player is close to a jackpot."""


def of(view: LuckyJackView, move: Move, other: Move | None) -> Iterator[Sentence]:
    """Yield why a move is good, compared with the `other` one if there is one."""
    hand = [*view.hand]
    match move:
        case Discard(card=card):
            hand.remove(card)
        case rules.Keep() | rules.Toss() if view.drawn:
            card = view.drawn
        case _:
            card = view.pile[-1]
    if isinstance(move, rules.Keep | rules.TakeIt):
        hand.append(card)
    plan = _Plan(view, hand)
    match move:
        case Discard(jackpot=True):
            yield Sentence(N_("The jackpot scores {points}."), {"points": prize_of(rules.count(hand))})
            yield from plan.hurry()
        case Discard() | rules.Draw():
            yield from plan.uncalled(view.hand) or plan.of_turn(card, move, other)
        case rules.Keep() | rules.TakeIt():
            yield from plan.of_gain(card)
        case _:
            yield from plan.of_refusal(card)


class _Plan:
    """What a hand is for."""

    def __init__(self, view: LuckyJackView, hand: list[Symbol]) -> None:
        best = max(points for seat, points in enumerate(view.points) if seat != view.seat)
        self._view, self._hand, self._top = view, hand, view.pile[-1]
        self._behind = best - view.points[view.seat]
        self._missing = self._behind - prize("seven", 4) * (view.options.rounds - view.number)
        """How many points this round has to bring, lest all that later ones can bring is too little."""
        self._goal = bots.Hopes(bots.stock_of(view)).chased(rules.count(hand), self._missing)
        self._held = hand.count(self._goal)
        self._is_early = max(map(hand.count, hand)) < FLOOR

    def _say(self, template: str, card: Symbol, **values: str | int) -> Sentence:
        unseen = rules.unseen(self._view)
        known = {"card": card, "symbol": self._goal, "held": self._held, "tops": VALUE[card]}
        return Sentence(template, {**known, **values, "left": unseen[VALUE[self._goal] - 1]})

    def hurry(self) -> Iterator[Sentence]:
        """Say so if somebody else is close to a jackpot, and more rounds are to come."""
        fewest = min(size for seat, size in enumerate(self._view.sizes) if seat != self._view.seat)
        if fewest <= _CLOSE and self._view.number < self._view.options.rounds:
            yield Sentence(N_("Somebody else has only {cards} cards."), {"cards": fewest})

    def uncalled(self, hand: tuple[Symbol, ...]) -> list[Sentence]:
        """Say why a jackpot that could be called is not."""
        calls = [each for each in rules.discards(rules.count(hand), self._top) if each.jackpot]
        if not calls:
            return []
        points = max(prize_of(rules.changed(rules.count(hand), each.card, -1)) for each in calls)
        most = prize(self._goal, 4)
        text = N_("Calling now scores {points}: hold out for 4 alike and {most}.")
        return [Sentence(text, {"points": points, "most": most})] * (self._held >= FLOOR and most > points)

    def collect(self, card: Symbol) -> Iterator[Sentence]:
        """Say what to collect, if that is clear by now."""
        rivals = [each for each in self._hand if self._hand.count(each) >= self._held and each != self._goal]
        is_clear = self._missing > 0 or (self._held > 1 and not rivals)
        if self._goal != card and self._held <= FLOOR and is_clear:
            yield self._say(N_("Collect every {symbol}: you have {held}, {left} are unseen."), card)

    def of_turn(self, card: Symbol, move: Move, other: Move | None) -> Iterator[Sentence]:
        """Say why to discard a card, or to draw one instead."""
        told = None
        if isinstance(move, rules.Draw):
            told = self._of_draw()
        elif not (told := self._too_little(card)) and isinstance(other, Discard):
            told = self._compared(card, other.card)
        is_lower = VALUE[card] < VALUE[self._top]
        if isinstance(move, Discard) and not told:
            text = N_("You shed the {card} and draw nothing.")
            if is_lower or VALUE[card] <= _HARD:
                text = N_("The {card} is hard to shed: it goes on {tops} of the 7 symbols.")
            told = self._say(text, card)
        yield from filter(None, [told])
        yield from self.collect(card)
        rest = len(self._hand) - min(4, self._held)
        if self._held >= FLOOR and rest and isinstance(move, Discard) and not is_lower:
            yield self._say(N_("Cards to shed before a {symbol} jackpot: {rest}."), card, rest=rest)

    def _compared(self, card: Symbol, other: Symbol) -> Sentence | None:
        """Say why to discard this card and not the other one; None: the plan itself says so."""
        is_lower, text = VALUE[card] < VALUE[self._top], ""
        if self._is_early and is_lower and VALUE[other] >= VALUE[self._top]:
            text = _EARLY
        elif VALUE[card] < VALUE[other]:
            text = N_("The {card} is harder to shed than the {other}: it goes on fewer cards.")
        return self._say(text, card, other=other) if text and other != self._goal else None

    def _too_little(self, card: Symbol) -> Sentence | None:
        """Say so if not even the best jackpot with a card would be enough."""
        if prize(card, 4) >= self._missing:
            return None
        text = N_("A {card} jackpot scores {points} at most: you are {missing} behind.")
        return self._say(text, card, points=prize(card, 4), missing=self._behind)

    def _of_draw(self) -> Sentence | None:
        """Say why to draw instead of a discard."""
        spare = [*self._hand]
        for _ in range(min(4, self._held)):
            spare.remove(self._goal)
        if len(self._hand) == FLOOR:
            return self._say(N_("With 3 cards, you cannot discard without drawing two."), self._goal)
        if spare and all(VALUE[card] < VALUE[self._top] for card in spare):
            text = N_("No card that you can spare goes on the {card} without two new ones.")
            return self._say(text, self._top)
        return self._say(_EARLY, self._goal) if self._is_early else None

    def of_gain(self, card: Symbol) -> Iterator[Sentence]:
        """Say why to have a card that was drawn or tossed. It is in the hand."""
        others = len(self._hand) - 1
        opened = [*self._opened(takes=True)]
        yield from opened
        if card == self._goal:
            yield self._say(N_("You collect every {symbol}: that makes {held}, and {left} are unseen."), card)
        elif others == FLOOR:
            yield self._say(N_("With 3 cards, you cannot discard without drawing two."), card)
        elif not opened and VALUE[card] > _HARD:
            yield self._say(N_("It is easy to shed: the {card} goes on {tops} of the 7 symbols."), card)

    def _opened(self, *, takes: bool) -> Iterator[Sentence]:
        """Say so if more of the player's cards go on the pile as the answer to a claim leaves it."""
        view, cards = self._view, [VALUE[card] for card in self._view.hand]
        if view.stage == "claim" and (view.turn + 1) % view.seats == view.seat and len(view.pile) > 1:
            below, tossed = view.pile[-2:]
            gone, stays = (tossed, below) if takes else (below, tossed)
            more = [sum(value >= VALUE[top] for value in cards) for top in (stays, gone)]
            if more[0] > more[1]:
                text = N_("The {card} is on top then: more of your cards go on it than on the {other}.")
                yield self._say(text, stays, other=gone)

    def of_refusal(self, card: Symbol) -> Iterator[Sentence]:
        """Say why not to have a card."""
        yield from self._opened(takes=False)
        if card != self._goal or self._held >= FLOOR:
            text = N_("The {card} would be one more card to shed.")
            yield self._too_little(card) or self._say(text, card)
        yield from self.collect(card)
