"""What is on the table of Super Mega Lucky Box and what each key would do: plain data, without a screen."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, product
from typing import Literal, NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from luckytui.games.interface import Event, Move, Seat
from luckytui.games.lucky_box import player as lucky_box_player
from luckytui.games.lucky_box import rules
from luckytui.games.lucky_box.deck import SIDE, Bonus
from luckytui.games.lucky_box.player import (
    ALL,
    CELLS,
    KEPT,
    LINES,
    BoxCard,
    CardId,
    Cell,
    Line,
    Player,
    Use,
    price,
)
from luckytui.shown.model import STEPS, Model, following
from luckytui.shown.stage import Still

ACROSS, DOWN = 3, 2
"""How many cards are side by side, and how many rows of them: six are the most that a player can have."""

Place = tuple[int, Cell]
"""A cell of one of the player's own cards: which card, from 0, and which cell."""


class Cursor(Struct, frozen=True):
    """Where the player is on the board, and what is chosen but not yet done."""

    place: Place = (0, (0, 0))
    use: Use = "number"
    """What the next cross is for."""
    marked: frozenset[CardId] = frozenset()
    """The cards on offer that are to be kept."""
    looked_at: Seat | None = None
    """Whose cards are shown instead of the player's own."""
    steps_back: int = 0
    """How many steps at the end of that player's last turn are hidden."""


class Step(NamedTuple):
    """One cross of a turn, the number there, and the bonuses that it won."""

    card: CardId
    cell: Cell
    number: int
    won: tuple[Bonus, ...] = ()


class Marks(NamedTuple):
    """What is to be seen on a cell."""

    price: int | None
    """What it costs to cross it now, in lightnings; None where it cannot be crossed."""
    is_fresh: bool
    """Whether it was crossed in the turn that is shown."""
    has_cursor: bool
    """Whether the cursor is on it, or it is the step that is looked at."""


class Turn(NamedTuple):
    """What a seat did in a turn."""

    steps: tuple[Step, ...] = ()
    passed: bool = False
    """Whether it passed the number, or left a bonus unused."""


class NumberTurning(NamedTuple):
    """The moment before a number is turned over."""


class Winning(NamedTuple):
    """The moment in which a line of the player's is filled, and pays its bonus."""

    card: CardId
    line: Line


class Scored(NamedTuple):
    """The moment in which a round is scored."""

    number: int
    points: tuple[int, ...]
    """What everyone's finished cards score."""
    totals: tuple[int, ...]
    """What everyone's game is worth with them."""
    step: int
    """How much of the points is added: of three parts this many."""


@dataclass(frozen=True)
class LuckyBoxModel(Model[rules.LuckyBoxView, Cursor]):
    """The board as one player sees it."""

    cursor: Cursor = field(default_factory=Cursor)

    # ── What is asked ─────────────────────────────────────────────────────────────────────────────

    @cached_property
    def uses(self) -> list[Use]:
        """What the player may cross a cell for: the number, or each of the bonuses, `?` last."""
        return sorted({move.use for move in self.moves if isinstance(move, rules.Cross)})

    @cached_property
    def doing(self) -> Literal["look", "choose", "cross", "end", "wait"]:
        """What the player does on the board now; a spectator only looks."""
        if self.cursor.looked_at is not None or self.view.seat < 0:
            return "look"
        if self.uses:
            return "cross"
        if self.asked and self.view.stage == "choose":
            return "choose"
        return "end" if self.offered(rules.EndTurn()) else "wait"

    @property
    def to_keep(self) -> int:
        """How many of the cards on offer the player keeps."""
        return KEPT[self.view.round - 1]

    @property
    def called(self) -> int | None:
        """The number that the next cross is for; None for any cell."""
        return lucky_box_player.called_for(self.cursor.use, self.view.numbers[-1])

    @property
    def purse(self) -> int | None:
        """How many lightnings may be paid for the next cross; None where the number has to be right."""
        pays = self.cursor.use == "number" or self.view.options.lightning_changes_bonus
        return self.player(self.view.seat).lightnings if pays else None

    @cached_property
    def prices(self) -> dict[Place, int]:
        """The cells that can be crossed for what is chosen, with their prices in lightnings."""
        places = {card.id: place for place, card in enumerate(self.own_cards)}
        return {
            (places[move.card], move.cell): price(self.own_cards[places[move.card]], move.cell, self.called)
            for move in self.moves
            if isinstance(move, rules.Cross) and move.use == self.cursor.use
        }

    # ── What is shown ─────────────────────────────────────────────────────────────────────────────

    @property
    def seat(self) -> Seat:
        """Whose cards are shown."""
        return self.owner if self.cursor.looked_at is None else self.cursor.looked_at

    def player(self, seat: Seat) -> Player:
        """Return what a player has; of the board's own player also what the others do not know yet."""
        view = self.view
        return view.mine if view.mine and self.is_me(seat) else view.players[seat]

    @cached_property
    def turns(self) -> list[Turn]:
        """What everyone did in the last turn that is known; the player also in this one."""
        view, last = self.view, last_turn(self.log)
        events = ((view.held if self.is_me(seat) else ()) or last for seat in range(view.seats))
        return [turn_of(each, seat, view) for seat, each in enumerate(events)]

    @property
    def turn(self) -> Turn:
        """The turn of the player whose cards are shown."""
        return self.turns[self.seat]

    @property
    def shows_turn(self) -> bool:
        """Whether a turn is shown on the cards; not the last one while the player is asked for the next."""
        return self.doing == "look" or bool(self.view.held) or not self.asked

    def looks_at(self, seat: Seat) -> bool:
        """Whether the player looks at everyone's cards, and at this seat's now."""
        return self.doing == "look" and seat == self.seat

    @property
    def steps_shown(self) -> int:
        return len(self.turn.steps) - self.cursor.steps_back

    @cached_property
    def own_cards(self) -> list[BoxCard]:
        """The player's own cards; while some are to be chosen, behind those."""
        offer = map(BoxCard, self.view.offer)
        return [*offer, *self.player(self.view.seat).cards][: ACROSS * DOWN]

    @property
    def card(self) -> BoxCard:
        """The card with the cursor."""
        return self.own_cards[self.cursor.place[0]]

    @property
    def hides_cards(self) -> bool:
        """Whether there is no room for all own cards behind those to choose from."""
        return len(self.view.offer) + len(self.player(self.seat).cards) > ACROSS * DOWN

    @property
    def cards(self) -> list[BoxCard]:
        """The cards that are shown: the player's own, or those of the player looked at."""
        return self._cards_then() if self.doing == "look" else self.own_cards

    @property
    def steps(self) -> tuple[Step, ...]:
        """The crosses of the turn that is shown on the cards."""
        return self.turn.steps[: self.steps_shown] if self.shows_turn else ()

    @property
    def keeps(self) -> Collection[CardId]:
        """The cards on offer that are kept, as far as chosen."""
        return self.view.kept or self.cursor.marked

    @property
    def focus(self) -> int:
        """The place of the card that the player is at: with the cursor, or with the step looked at."""
        if self.doing != "look":
            return self.cursor.place[0]
        last = [step.card for step in self.steps[-1:]]
        return next((place for place, card in enumerate(self.cards) if card.id in last), 0)

    def marks(self, place: Place) -> Marks:
        """Return what is to be seen on a cell of the cards that are shown."""
        crossed, cell = [(step.card, step.cell) for step in self.steps], (self.cards[place[0]].id, place[1])
        if self.doing == "look":
            return Marks(None, cell in crossed, cell in crossed[-1:])
        crosses = self.doing == "cross"
        price = self.prices.get(place) if crosses else None
        return Marks(price, cell in crossed, crosses and place == self.cursor.place)

    def _cards_then(self) -> list[BoxCard]:
        """Return the cards of the player looked at as they were after the steps that are shown."""
        crosses = {card.id: card.crosses for card in self.player(self.seat).cards}
        for step in self.turn.steps:
            crosses.setdefault(step.card, ALL)  # it was finished, and is gone
        for step in self.turn.steps[self.steps_shown :]:
            row, column = step.cell
            crosses[step.card] &= ~(1 << SIDE * row + column)
        faces = rules.in_play(self.view.options, self.view.seats)
        return [BoxCard(faces[card], crossed) for card, crossed in crosses.items()]

    @cached_property
    def worths(self) -> list[rules.FinalScored]:
        """What everyone's game would be worth if it ended now."""
        return rules.final_scores([self.player(seat) for seat in range(self.view.seats)])

    @property
    def deciding_moons(self) -> int | None:
        """How many moons have won a game in which several have the highest total; None in any other."""
        best = max(worth.total for worth in self.worths)
        moons = {self.player(worth.seat).moons for worth in self.worths if worth.total == best}
        return max(moons) if self.view.stage == "over" and len(moons) > 1 else None

    def moments(self, before: Self, news: Sequence[Event]) -> Iterator[Still[Self]]:
        """Yield a line that is filled, what a round has scored, and a number that is turned over."""
        for had, card in zip(before.own_cards, self.own_cards, strict=False):
            for line, cells in LINES.items():
                if had.id == card.id and had.crosses & cells != cells == card.crosses & cells:
                    yield Still(self.posed(self.view, self.log, Winning(card.id, line)), 0.12)
        for event in news:
            match event:
                case rules.RoundEnded() if any(event.points):
                    totals = tuple(worth.total for worth in self.worths)
                    view = replace(before.view, active=())
                    for step, seconds in enumerate((0.2, 0.2, 0.2, None)):
                        scored = Scored(event.number, event.points, totals, step)
                        yield Still(self.posed(view, before.log, scored), seconds)
                case rules.NumberTurned():
                    yield Still(self.posed(self.view, self.log, NumberTurning()), 0.15)

    # ── What the keys do ──────────────────────────────────────────────────────────────────────────

    def does(self, command: str) -> Move | Self | None:
        match command:
            case "act":
                return self._enter()
            case "look":
                return self._to_seat(self.seat + (self.cursor.looked_at is not None or not self.hides_cards))
            case "back" if self.cursor.looked_at is not None:
                return self.at(looked_at=None, steps_back=0)
            case "up" | "down" | "left" | "right":
                return self._go(*STEPS[command])
        return self._does_on_cards(command) if self.doing == "cross" else None

    def _does_on_cards(self, command: str) -> Move | Self | None:
        match command:
            case "pass":
                return self.offered(rules.EndTurn())
            case "bonus" if len(self.uses) > 1:
                use = self.uses[(self.uses.index(self.cursor.use) + 1) % len(self.uses)]
                return self.at(use=use).to_best()
            case "next":
                least = min(self.prices.values(), default=0)
                return self._to_next(place for place, cost in self.prices.items() if cost == least)
            case _ if command.isdecimal():
                return self._to_next(
                    (place, cell)
                    for (place, card), cell in product(enumerate(self.own_cards), CELLS)
                    if card.is_free(cell) and card.number(cell) == int(command)
                )
        return None

    def _enter(self) -> Move | Self | None:
        match self.doing:
            case "look":
                return self.does("back")
            case "choose":
                marked = self.cursor.marked ^ {self.card.id}
                done = len(marked) == self.to_keep
                return rules.Keep(tuple(sorted(marked))) if done else self.at(marked=marked)
            case "cross":
                return self.offered(rules.Cross(self.card.id, self.cursor.place[1], self.cursor.use))
        return self.offered(rules.EndTurn())

    def settled(self, *, asked_again: bool) -> Self:
        if not asked_again:
            return self.at(steps_back=min(self.cursor.steps_back, len(self.turn.steps)))
        fresh = self.at(steps_back=0, marked=frozenset())
        if self.uses:
            return fresh.at(use=self.uses[0]).to_best()
        return fresh.at(place=Cursor().place) if self.view.stage == "choose" else fresh

    def pointing_at(self, move: Move) -> Self:
        places = [card.id for card in self.own_cards]
        match move:
            case rules.Keep(cards=(*marked, last)):
                return self.at(marked=frozenset(marked), place=(places.index(last), (0, 0)))
            case rules.Cross(card=card, cell=cell, use=use):
                return self.at(use=use, place=(places.index(card), cell), looked_at=None)
        return self

    def to_best(self) -> Self:
        """Return the model with the cursor on a cell that costs the least and fills the most lines."""

        def order(place: Place) -> tuple[int, int]:
            return self.prices[place], -len(lucky_box_player.filled_lines(self.own_cards[place[0]], place[1]))

        return self.at(place=min(self.prices, key=order)) if self.prices else self

    def _to_next(self, places: Iterable[Place]) -> Self:
        return self.at(place=following(self.cursor.place, places))

    def _to_seat(self, seat: Seat) -> Self:
        return self.at(looked_at=seat % self.view.seats, steps_back=0)

    def _go(self, down: int, right: int) -> Self | None:
        match self.doing:
            case "look" if down:
                return self._to_seat(self.seat + down)
            case "look":
                return self.at(steps_back=(self.cursor.steps_back - right) % (len(self.turn.steps) + 1))
            case "choose":
                place, cell = self.cursor.place
                return self.at(place=((place + right + ACROSS * down) % len(self.view.offer), cell))
            case "cross":
                return self._to_cell(down, right)
        return None

    def _to_cell(self, down: int, right: int) -> Self:
        """Return the model on the next cell in a direction, over the cards' edges, and round at the end."""
        cards, (place, (row, column)) = len(self.own_cards), self.cursor.place
        place_y, place_x = divmod(place, ACROSS)
        cells_across = SIDE * min(ACROSS, cards - ACROSS * place_y)
        cells_down = SIDE * len(range(place_x, cards, ACROSS))
        place_x, column = divmod((SIDE * place_x + column + right) % cells_across, SIDE)
        place_y, row = divmod((SIDE * place_y + row + down) % cells_down, SIDE)
        return self.at(place=(ACROSS * place_y + place_x, (row, column)))


def turn_of(events: Iterable[Event], seat: Seat, view: rules.LuckyBoxView) -> Turn:
    """Return what a seat did, of the events of one turn."""
    steps: list[Step] = []
    passed = False
    for event in events:
        match event:
            case rules.Crossed() if event.seat == seat:
                steps.append(Step(event.card, event.cell, number_on(view, event)))
            case rules.BonusWon() if event.seat == seat and steps:
                steps[-1] = steps[-1]._replace(won=(*steps[-1].won, event.bonus))
            case rules.Passed() if event.seat == seat:
                passed = True
    return Turn(tuple(steps), passed)


def last_turn(log: Sequence[Event]) -> list[Event]:
    """Return the crosses, passes and bonuses of the last turn in the log, those of all seats."""
    for is_turn, events in groupby(reversed(log), lambda event: isinstance(event, rules.Happened)):
        if is_turn:
            return [*events][::-1]
    return []


def number_on(view: rules.LuckyBoxView, crossed: rules.Crossed) -> int:
    """Return the number that was crossed."""
    return BoxCard(rules.in_play(view.options, view.seats)[crossed.card]).number(crossed.cell)
