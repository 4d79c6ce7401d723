"""Super Mega Lucky Box: everyone at once crosses the number turned over; full lines pay, and chain."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, islice
from random import Random
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from luckytui.games import interface
from luckytui.games.interface import (
    FOR_CHANCE,
    Ended,
    Event,
    FinalMove,
    IllegalMove,
    Move,
    Seat,
    Started,
    replaced,
)
from luckytui.games.lucky_box import player as box
from luckytui.games.lucky_box.deck import BOX, NUMBERS, Bonus, Call, Card, Deck, Number, built_in, read
from luckytui.games.lucky_box.player import BoxCard, CardId, Cell, Line, Player, Use
from luckytui.games.options import Options, option
from luckytui.text import N_


class LuckyBoxOptions(Options, frozen=True):
    """What can be chosen before a game of Super Mega Lucky Box.

    Raises ValueError for a deck that is not 60 cards numbered from 1 to 60.
    """

    lightning_changes_bonus: Annotated[
        bool, option(N_("Multi-function lightning"), N_("lightning may change bonuses, too"))
    ] = False
    cards: Annotated[
        Literal["built-in"] | Deck, option(N_("Cards"), N_("the built-in deck, or one in a file"), read=read)
    ] = "built-in"

    def __post_init__(self) -> None:
        if self.cards != "built-in" and [card.id for card in self.cards] != [*range(1, BOX + 1)]:
            raise ValueError("A deck has 60 cards, numbered from 1 to 60")
        if self.cards == built_in():  # the same cards are the same options, so that a record can be compared
            msgspec.structs.force_setattr(self, "cards", "built-in")

    def decisions(self, seats: int) -> tuple[float, float]:  # noqa: ARG002 - everyone plays at once
        return 42, 0

    @property
    def deck(self) -> Deck:
        """The cards that are played with."""
        return built_in() if self.cards == "built-in" else self.cards

    def for_record(self) -> dict[str, Any]:
        """Write the cards as the deck of the `start` event; the options say only where they are from."""
        cards = "built-in" if self.cards == "built-in" else "file"
        options = {**msgspec.to_builtins(self), "cards": cards}
        return {"options": options, "deck": msgspec.to_builtins(self.deck)}

    @classmethod
    def from_record(cls, options: dict[str, Any], deck: Any) -> "LuckyBoxOptions":
        """Return the options with the deck that was written, whatever the built-in one is by now.

        Raises ValidationError for a deck that is missing or not whole.
        """
        if deck is msgspec.UNSET:
            raise msgspec.ValidationError("Object missing required field `deck`")
        return super().from_record({**options, "cards": deck}, None)


class Keep(Move, frozen=True):
    """Keep these of the cards on offer, ascending, and discard the others."""

    cards: tuple[CardId, ...]


class Cross(Move, frozen=True):
    """Cross a cell of one of one's cards, for the turn's number or a bonus; lightnings pay the difference."""

    card: CardId
    cell: Cell
    use: Use


class EndTurn(FinalMove, frozen=True):
    """Cross nothing more this turn, and show the others what one has done."""


class NextCard(Move, frozen=True):
    """Chance: this is the next card of the stack."""

    card: CardId


class TurnOver(Move, frozen=True):
    """Chance: this is the next number."""

    number: int


class Offered(Event, frozen=True, tag="offer"):
    """A seat drew cards to choose from."""

    private = "cards"
    seat: Seat
    cards: tuple[CardId, ...] | None


class Chosen(Event, frozen=True, tag="choose"):
    """A seat kept some of its cards and discarded the others. They come in seat order when all have."""

    seat: Seat
    kept: tuple[CardId, ...]
    discarded: tuple[CardId, ...]


class NumberTurned(Event, frozen=True, tag="number"):
    """A number card was turned over; `round` and `turn` count from 1."""

    round: int
    turn: int
    number: int


class Crossed(Event, frozen=True, tag="cross"):
    """A seat crossed a cell. The crosses of a turn come in seat order when all have ended it."""

    seat: Seat
    card: CardId
    cell: Cell
    use: Use
    lightnings: int
    """How many were spent."""


class Passed(Event, frozen=True, tag="pass"):
    """A seat crossed nothing for the number, or nothing more for its bonus numbers."""

    seat: Seat
    reason: Literal["number", "bonus"]


class BonusWon(Event, frozen=True, tag="bonus"):
    """A line was filled and pays its bonus."""

    seat: Seat
    card: CardId
    line: Line
    bonus: Bonus


class BonusLost(Event, frozen=True, tag="lost"):
    """A bonus that was won is of no use: no cell for it, or a fourth star."""

    seat: Seat
    bonus: Bonus


class RoundEnded(Event, frozen=True, tag="round_end"):
    """A round is over: the cards that each seat has finished, and what they score."""

    by_seat = ("completed", "points")
    number: int
    completed: tuple[tuple[CardId, ...], ...]
    points: tuple[int, ...]


class FinalScored(Event, frozen=True, tag="final"):
    """What a seat's game is worth: points for each thing, and the total."""

    seat: Seat
    cards: int
    stars: int
    crosses: int
    lightnings: int
    moons: int
    total: int


Happened = Crossed | Passed | BonusWon | BonusLost
"""What is held back until everyone has ended the turn."""


Stage = Literal["deal", "choose", "number", "cross", "over"]
"""What comes next: a card on offer; choosing cards; a number; crossing cells; nothing."""


class LuckyBoxView(interface.View, frozen=True):
    """What a seat may know: all but the stacks, the cards on offer to others, and what these do this turn."""

    options: LuckyBoxOptions
    stage: Stage
    round: int
    """From 1. While cards are chosen, the round that they are for."""
    numbers: tuple[Number, ...]
    """The number cards of this round, the last one is crossed now."""
    players: tuple[Player, ...]
    """What everyone has as all know it: without the crosses of this turn."""
    bulk = "players"
    mine: Player | None
    """What the seat itself has, with its crosses of this turn; None for a spectator."""
    due: tuple[Call, ...]
    """The bonuses that the seat is to use."""
    held: tuple[Happened, ...]
    """What the seat itself has done in this turn, hidden from the others until all have ended it."""
    offered: tuple[int, ...]
    """How many cards are on offer to each seat."""
    offer: tuple[Card, ...]
    """The cards on offer to the seat."""
    kept: tuple[CardId, ...]
    """Which of them the seat keeps, when it has chosen."""
    stack: int
    discards: tuple[CardId, ...]
    mixed: tuple[CardId, ...]
    """The discards that became the new stack while the cards now on offer were drawn."""
    by_seat = ("players", "offered")

    def is_sound(self, moves: Sequence[Move], log: Sequence[Event]) -> bool:
        cards = [card.id for player in self.players for card in player.cards]
        own = {card.id for card in self.mine.cards} if self.mine else set()
        named = (each.card for each in (*self.held, *log) if isinstance(each, Crossed | BonusWon))
        return (
            {*cards, *named, *(card.id for card in self.offer)} <= in_play(self.options, self.seats).keys()
            and {move.card for move in moves if isinstance(move, Cross)} <= own
            and {card for move in moves if isinstance(move, Keep) for card in move.cards}
            <= {card.id for card in self.offer}
            and (self.mine is None) == (self.seat < 0)
            and (bool(self.numbers) or self.stage not in {"cross", "over"})
            and 1 <= self.round <= box.ROUNDS
        )


_OPEN = ("options", "stage", "round", "numbers", "discards", "mixed")
"""The fields that everyone sees as they are in the state."""


class LuckyBox(interface.State, kw_only=True):
    """A position of Super Mega Lucky Box."""

    options: LuckyBoxOptions
    stage: Stage = "deal"
    round: int = 1
    numbers: tuple[int, ...] = ()
    players: tuple[Player, ...]
    """What everyone has, including the crosses of this turn."""
    shown: tuple[Player, ...]
    """The same without these: as all know it."""
    due: tuple[tuple[Call, ...], ...]
    """For each seat the bonuses that are to be used."""
    held: tuple[tuple[Happened, ...], ...]
    """For each seat what it has done in this turn, held back until everyone has ended it."""
    offers: tuple[tuple[CardId, ...], ...]
    """For each seat the cards on offer, as they were drawn."""
    kept: tuple[tuple[CardId, ...], ...]
    """For each seat the cards it keeps of them, held back until everyone has chosen."""
    stack: tuple[CardId, ...]
    """The cards of the stack, ascending: their order is not decided before they are drawn."""
    discards: tuple[CardId, ...] = ()
    mixed: tuple[CardId, ...] = ()

    def choices(self, seat: Seat) -> Sequence[Move]:
        if self.stage == "choose":
            return [*map(Keep, combinations(sorted(self.offers[seat]), box.KEPT[self.round - 1]))]
        uses = self._uses(seat)
        crosses: list[Move] = [
            Cross(card.id, cell, use) for use in uses for card, cell in self._within_reach(seat, use)
        ]
        if len(uses) > 1:
            crosses.sort(key=interface.order)
        return crosses if self._must_cross(seat) else [*crosses, EndTurn()]

    def _uses(self, seat: Seat) -> Sequence[Use]:
        return list(dict.fromkeys(self.due[seat])) if self.held[seat] else ["number"]

    def _must_cross(self, seat: Seat) -> Use | None:
        """Return what the seat must cross a cell for; None if it may end its turn."""
        return next((use for use in self._uses(seat) if self._within_reach(seat, use, paying=False)), None)

    def _within_reach(self, seat: Seat, use: Use, *, paying: bool = True) -> list[tuple[BoxCard, Cell]]:
        """Return the free cells that may be crossed for this, with lightnings where they count."""
        player = self.players[seat]
        lightnings = player.lightnings if paying and self._is_changeable(use) else 0
        return box.within_reach(player, use, self.numbers[-1], lightnings)

    def _is_changeable(self, use: Use) -> bool:
        return use == "number" or self.options.lightning_changes_bonus

    def outcomes(self) -> Mapping[Move, int]:
        if self.stage == "deal":
            return {NextCard(card): 1 for card in self.stack}
        left = {number: 2 - self.numbers.count(number) for number in NUMBERS}
        return {TurnOver(number): cards for number, cards in left.items() if cards}

    def occasion(self) -> str:
        return f"round {self.round}/{'cards' if self.stage == 'deal' else 'numbers'}"

    def fallback(self, seat: Seat) -> Move:
        """Keep the cards with the most different numbers. Cross what fits and fills the most lines."""
        if self.stage == "choose":
            deck = in_play(self.options, self.seats)
            ranked = sorted(self.offers[seat], key=lambda card: -len(deck[card].numbers))
            return Keep(tuple(sorted(ranked[: box.KEPT[self.round - 1]])))
        if use := self._must_cross(seat):
            matching = self._within_reach(seat, use, paying=False)
            card, cell = max(matching, key=lambda one: len(box.filled_lines(*one)))
            return Cross(card.id, cell, use)
        return EndTurn()

    def waits_for(self, seat: Seat) -> str:
        if seat not in range(self.seats) or self.stage not in {"choose", "cross"}:
            return super().waits_for(seat)
        chosen = N_("You have chosen your cards: wait for the others.")
        ended = N_("You have ended your turn: wait for the others.")
        return chosen if self.stage == "choose" else ended

    def refusal(self, seat: Seat, move: Move) -> IllegalMove | None:
        if self.stage == "choose":
            keep = N_("Keep {count} of the cards on offer.")
            return None if move in self.choices(seat) else IllegalMove(keep, count=box.KEPT[self.round - 1])
        match move:
            case Cross(use="number") if self.held[seat]:
                return IllegalMove(N_("You have already crossed a cell for the number."))
            case Cross(use=use) if use != "number" and not self.held[seat]:
                first = N_("Cross a cell for the number ({number}) first.")
                return IllegalMove(first, number=self.numbers[-1])
            case Cross(use=use) if use not in self._uses(seat):
                return IllegalMove(N_("You have no bonus {bonus} to use."), bonus=use)
            case Cross(card=card, cell=cell, use=use):
                return self._no_cross(self.players[seat], card, cell, use)
            case EndTurn():
                must = self._must_cross(seat)
                called = self.numbers[-1] if must == "number" else must
                fits = N_("You have a free cell for {called}, so you must cross one.")
                return IllegalMove(fits, called=called) if must else None
        return IllegalMove(N_("The cards are chosen: cross a cell."))

    def _no_cross(self, player: Player, card_id: CardId, cell: Cell, use: Use) -> IllegalMove | None:
        """Say why a seat cannot cross a cell for this; None when it can."""
        card = next((card for card in player.cards if card.id == card_id), None)
        if card is None:
            return IllegalMove(N_("You have no such card."))
        if not card.is_free(cell):
            return IllegalMove(N_("That cell is already crossed."))
        cost = box.price(card, cell, use, self.numbers[-1])
        if cost <= (player.lightnings if self._is_changeable(use) else 0):
            return None
        if not self._is_changeable(use):
            exact = N_("The bonus {bonus} is for a cell with exactly that number, and this one has {number}.")
            return IllegalMove(exact, bonus=use, number=card.number(cell))
        costs = N_("Too few lightnings: that costs {cost}, and you have {lightnings}.")
        return IllegalMove(costs, cost=cost, lightnings=player.lightnings)

    def play(self, seat: Seat, move: Move) -> list[Event]:
        match move:
            case NextCard(card=card):
                return self._deal(card)
            case Keep(cards=cards):
                return self._keep(seat, cards)
            case TurnOver(number=number):
                return self._turn_over(number)
            case Cross(card=card, cell=cell, use=use):
                self._cross(seat, card, cell, use)
                return []
            case EndTurn():
                return self._end_turn(seat)
        raise AssertionError(f"{move} is legal and yet not known")  # pragma: no cover

    def _deal(self, card: CardId) -> list[Event]:
        size = box.OFFERED[self.round - 1]
        seat = next(seat for seat, offer in enumerate(self.offers) if len(offer) < size)
        self.stack = tuple(left for left in self.stack if left != card)
        self.offers = replaced(self.offers, seat, (*self.offers[seat], card))
        has_all = len(self.offers[seat]) == size
        if has_all and seat == self.seats - 1:
            self.stage, self.active = "choose", frozenset(range(self.seats))
        self._shuffle_discards_if_needed()
        return [Offered(seat=seat, cards=self.offers[seat])] if has_all else []

    def _shuffle_discards_if_needed(self) -> None:
        if self.stage == "deal" and not self.stack:
            self.stack = self.mixed = tuple(sorted(self.discards))
            self.discards = ()

    def _keep(self, seat: Seat, cards: tuple[CardId, ...]) -> list[Event]:
        """Hold a choice back; the last one makes all of them known and lays the cards out."""
        self.kept = replaced(self.kept, seat, cards)
        self.active -= {seat}
        if self.active:
            return []
        deck, events = in_play(self.options, self.seats), list[Event]()
        for owner, (offer, kept) in enumerate(zip(self.offers, self.kept, strict=True)):
            discarded = tuple(card for card in sorted(offer) if card not in kept)
            self.discards += discarded
            events.append(Chosen(seat=owner, kept=kept, discarded=discarded))
        new = (map(deck.__getitem__, kept) for kept in self.kept)
        self.players = self.shown = tuple(map(box.with_cards, self.players, new))
        self.offers = self.kept = ((),) * self.seats
        self.mixed = ()
        self.stage, self.active = "number", FOR_CHANCE
        return events

    def _turn_over(self, number: int) -> list[Event]:
        self.numbers += (number,)
        self.stage, self.active = "cross", frozenset(range(self.seats))
        return [NumberTurned(round=self.round, turn=len(self.numbers), number=number)]

    def _cross(self, seat: Seat, card_id: CardId, cell: Cell, use: Use) -> None:
        """Cross a cell, collect the bonuses that it wins, and drop those that cannot be used."""
        card = self.players[seat].card(card_id)
        cost = box.price(card, cell, use, self.numbers[-1])
        self._hold(seat, Crossed(seat=seat, card=card_id, cell=cell, use=use, lightnings=cost))
        due = list(self.due[seat])
        if use != "number":
            due.remove(use)
        stars = self.players[seat].stars[self.round - 1]
        for line in box.filled_lines(card, cell):
            bonus = card.bonus(line)
            self._hold(seat, BonusWon(seat=seat, card=card_id, line=line, bonus=bonus))
            stars += bonus == "star"
            if bonus == "star" and stars > box.MOST_STARS:
                self._hold(seat, BonusLost(seat=seat, bonus=bonus))
            if box.is_call(bonus):
                due.append(bonus)
        player = box.cross(self.players[seat], self.round, card, cell, cost)
        self.players = replaced(self.players, seat, player)
        self.due = replaced(self.due, seat, tuple(sorted(due)))
        if not (self.options.lightning_changes_bonus and any(self._within_reach(seat, use) for use in due)):
            self._lose_useless(seat)  # else a bonus may win the lightnings that another one needs

    def _lose_useless(self, seat: Seat) -> None:
        useful = tuple(use for use in self.due[seat] if self._within_reach(seat, use))
        for bonus in self.due[seat]:
            if bonus not in useful:
                self._hold(seat, BonusLost(seat=seat, bonus=bonus))
        self.due = replaced(self.due, seat, useful)

    def _hold(self, seat: Seat, event: Happened) -> None:
        self.held = replaced(self.held, seat, (*self.held[seat], event))

    def _end_turn(self, seat: Seat) -> list[Event]:
        """End a seat's turn; the last one makes known what everyone did, in seat order."""
        if not self.held[seat]:
            self._hold(seat, Passed(seat=seat, reason="number"))
        elif self.due[seat]:
            self._hold(seat, Passed(seat=seat, reason="bonus"))
            self._lose_useless(seat)
        self.due = replaced(self.due, seat, ())
        self.active -= {seat}
        if self.active:
            return []
        events: list[Event] = [event for held in self.held for event in held]
        self.held = ((),) * self.seats
        self.shown = self.players
        self.stage, self.active = "number", FOR_CHANCE
        return events if len(self.numbers) < box.TURNS else [*events, *self._end_round()]

    def _end_round(self) -> list[Event]:
        completed = tuple(tuple(card.id for card in player.cards if card.complete) for player in self.players)
        self.discards += tuple(chain(*completed))
        self.players = self.shown = tuple(box.scored(player, self.round) for player in self.players)
        points = tuple(player.points[self.round - 1] for player in self.players)
        ended = RoundEnded(number=self.round, completed=completed, points=points)
        if self.round < box.ROUNDS:
            self.round, self.numbers, self.stage = self.round + 1, (), "deal"
            self._shuffle_discards_if_needed()
            return [ended]
        self.stage, scores = "over", final_scores(self.players)
        moons_break_ties = [(score.total, self.players[score.seat].moons) for score in scores]
        end = self.end(interface.leaders(moons_break_ties), [score.total for score in scores])
        return [ended, *scores, end]

    def view(self, seat: Seat) -> LuckyBoxView:
        sits = seat >= 0
        return LuckyBoxView(
            **interface.seen_by(self, seat, _OPEN),
            players=self.shown,
            mine=self.players[seat] if sits else None,
            due=self.due[seat] if sits else (),
            held=self.held[seat] if sits else (),
            offered=tuple(map(len, self.offers)),
            offer=tuple(in_play(self.options, self.seats)[card] for card in self.offers[seat])
            if sits
            else (),
            kept=self.kept[seat] if sits else (),
            stack=len(self.stack),
        )


def moon_points(moons: Sequence[int]) -> tuple[int, ...]:
    """Return what the moons of each player score; one number is a solo game."""
    if len(moons) == 1:
        return (box.SOLO_MOONS[min(moons[0], len(box.SOLO_MOONS) - 1)],)
    fewest = -6 if len(moons) > 2 else 0
    return tuple(6 * (own == max(moons)) + fewest * (own == min(moons)) for own in moons)


def final_scores(players: Sequence[Player]) -> list[FinalScored]:
    """Return what everyone's game is worth."""
    scores, moons = [], moon_points([player.moons for player in players])
    for seat, player in enumerate(players):
        parts = {
            "cards": sum(player.points),
            "stars": sum(box.STAR_POINTS[stars] for stars in player.stars),
            "crosses": sum(card.crosses.bit_count() for card in player.cards) // 2,
            "lightnings": player.lightnings // 3,
            "moons": moons[seat],
        }
        scores.append(FinalScored(seat=seat, **parts, total=sum(parts.values())))
    return scores


@lru_cache(maxsize=4)
def in_play(options: LuckyBoxOptions, seats: int) -> dict[CardId, Card]:
    """Return the cards that a game is played with, by their names in play."""
    cards = options.deck
    if seats >= box.TWO_BOXES:
        cards += tuple(replace(card, id=card.id + box.SECOND_BOX) for card in options.deck)
    return {card.id: card for card in cards}


def begin(seats: int, options: LuckyBoxOptions) -> LuckyBox:
    """Return the position before the first card is drawn."""
    none = ((),) * seats
    return LuckyBox(
        seats=seats,
        options=options,
        players=(Player(),) * seats,
        shown=(Player(),) * seats,
        due=none,
        held=none,
        offers=none,
        kept=none,
        stack=tuple(in_play(options, seats)),
    )


def imagine(view: LuckyBoxView, rng: Random) -> LuckyBox:
    """Return a position that fits the view.

    Others' cards on offer come from the old stack as long as it lasted, and then from the new one. A seat
    that has chosen or has ended its turn has done so in any way that the rules allow.
    """
    cards = [card.id for card in unseen(view)]
    rng.shuffle(cards)
    stack = iter(sorted(cards, key=lambda card: card in view.mixed))
    own = tuple(card.id for card in view.offer)
    offers = tuple(
        own if seat == view.seat else tuple(islice(stack, count)) for seat, count in enumerate(view.offered)
    )
    state = replace(
        begin(view.seats, view.options),
        **interface.known_from(view, ("players", *_OPEN)),
        shown=view.players,
        offers=offers,
        stack=tuple(sorted(stack)),
    )
    if view.mine:
        state.players = replaced(state.players, view.seat, view.mine)
        state.due = replaced(state.due, view.seat, view.due)
        state.held = replaced(state.held, view.seat, view.held)
        state.kept = replaced(state.kept, view.seat, view.kept)
    if view.stage in {"choose", "cross"}:
        done = set(range(view.seats)) - {view.seat, *view.active}
        state.active |= done
        for seat in sorted(done):
            while seat in state.active:
                state.apply(seat, rng.choice(state.moves(seat)))
    return state


def unseen(view: LuckyBoxView) -> list[Card]:
    """Return the cards in play that are in the stack or on offer to others, as far as this seat knows."""
    seen = {*view.discards, *(card.id for card in view.offer)}
    seen.update(card.id for player in view.players for card in player.cards)
    return [card for name, card in in_play(view.options, view.seats).items() if name not in seen]


LUCKY_BOX = interface.Game(
    key="lucky-box",
    title="Super Mega Lucky Box",
    short_title="Lucky Box",
    seats=range(1, 13),
    options=LuckyBoxOptions,
    view=LuckyBoxView,
    moves=Keep | Cross | EndTurn,
    chance=NextCard | TurnOver,
    events=Started | Ended | Offered | Chosen | NumberTurned | Happened | RoundEnded | FinalScored,
    begin=begin,
    imagine=imagine,
)
