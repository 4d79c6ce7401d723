"""The board of Super Mega Lucky Box as plain data: cards, turns, and how a move is put together."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import cached_property
from itertools import groupby
from operator import add
from typing import Literal, NamedTuple, Self

from msgspec.structs import replace

from luckytui.games.interface import Event, Move, Seat, cell_name
from luckytui.games.lucky_box import player as box
from luckytui.games.lucky_box import rules
from luckytui.games.lucky_box.deck import Bonus
from luckytui.games.lucky_box.names import PARTS, bonus_words, cards_words, lightnings
from luckytui.games.lucky_box.player import BoxCard, CardId, Cell, Line, Player, Use
from luckytui.shown.model import Model, Part, Place, Rectangle, Still, following
from luckytui.shown.words import all_of
from luckytui.text import N_, _, plural

MOST = sum(box.KEPT)
"""How many cards a player can have."""

PASS: Place = ("pass",)


class Step(NamedTuple):
    """One cross of a turn, the number there, and the bonuses that it won."""

    card: CardId
    cell: Cell
    number: int
    won: tuple[Bonus, ...] = ()


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


COUNTED = ("cards",), ("stars",), ("crosses", "lightnings"), ("moons",)
"""What is counted at the end of a game, picture by picture."""


class Counted(NamedTuple):
    """The moment in which a round is scored, or the game is counted part by part."""

    title: str
    gains: tuple[int, ...]
    """What everyone gets now."""
    totals: tuple[int, ...]
    """What everyone has with it."""
    is_shown: bool = True
    """Whether it is added already."""
    parts: Sequence[tuple[str, ...]] = ()
    """The parts of the sheet so far, at the end of the game."""


@dataclass(frozen=True)
class LuckyBoxModel(Model[rules.LuckyBoxView]):
    """The board as one player sees it."""

    WRAPS = True

    looked_at: Seat | None = None
    """Whose cards are shown instead of the player's own."""
    steps_back: int = 0
    """How many steps at the end of that player's last turn are hidden."""

    # ── What is asked ─────────────────────────────────────────────────────────────────────────────

    @cached_property
    def uses(self) -> list[Use]:
        """What the player may cross a cell for: the number, or each of the bonuses, `?` last."""
        return sorted({move.use for move in self.moves if isinstance(move, rules.Cross)})

    @cached_property
    def doing(self) -> Literal["look", "choose", "cross", "end", "wait"]:
        """What the player does on the board now; a spectator only looks."""
        if self.looked_at is not None or self.view.seat < 0:
            return "look"
        if self.uses:
            return "cross"
        if self.asked and self.view.stage == "choose":
            return "choose"
        return "end" if rules.EndTurn() in self.moves else "wait"

    @property
    def to_keep(self) -> int:
        """How many of the cards on offer the player keeps."""
        return box.KEPT[self.view.round - 1]

    @property
    def use(self) -> Use:
        """What the next cross is for."""
        named = [use for kind, use in self.selection.named if kind == "use"]
        return named[0] if named else next(iter(self.uses), "number")

    @property
    def own(self) -> Player:
        """What the player has, with the crosses of this turn; one who watches has nothing."""
        return self.view.mine or Player()

    @cached_property
    def prices(self) -> dict[Place | None, int]:
        """The cells that can be crossed for what is chosen, with their prices in lightnings."""
        return {
            ("cell", (move.card, move.cell)): self.price(move.card, move.cell, self.use)
            for move in self.moves
            if isinstance(move, rules.Cross) and move.use == self.use
        }

    def price(self, card: CardId, cell: Cell, use: Use) -> int:
        """Return how many lightnings it costs to cross a cell for this."""
        return box.price(self.own.card(card), cell, use, self.view.numbers[-1])

    # ── What is shown ─────────────────────────────────────────────────────────────────────────────

    @property
    def seat(self) -> Seat:
        """Whose cards are shown."""
        return self.owner if self.looked_at is None else self.looked_at

    def player(self, seat: Seat) -> Player:
        """Return what a player has; of the board's own player also what the others do not know yet."""
        view = self.view
        return view.mine if view.mine and seat == self.me else view.players[seat]

    @cached_property
    def turns(self) -> list[Turn]:
        """What everyone did in the last turn that all know; of the player, what they did in this one."""
        groups = groupby(reversed(self.log), lambda event: isinstance(event, rules.Happened))
        last = next(([*events][::-1] for has_happened, events in groups if has_happened), [])
        events = ((self.view.held if seat == self.me else ()) or last for seat in range(self.view.seats))
        return [turn_of(each, seat, self.view) for seat, each in enumerate(events)]

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
        return len(self.turn.steps) - self.steps_back

    @cached_property
    def own_cards(self) -> list[BoxCard]:
        """The cards on offer, then the player's own."""
        return [*map(BoxCard, self.view.offer), *self.own.cards][:MOST]

    @property
    def card(self) -> BoxCard:
        """The card with the cursor."""
        return self.own_cards[self.focus]

    @property
    def cell(self) -> Cell:
        """The cell with the cursor."""
        return (self.under_cursor("cell") or (0, (0, 0)))[1]

    @property
    def hides_cards(self) -> bool:
        """Whether the player's cards do not all fit behind those to choose from."""
        return len(self.view.offer) + len(self.player(self.seat).cards) > MOST

    @cached_property
    def cards(self) -> list[BoxCard]:
        """The cards that are shown: the player's own, or another's as they were after `steps`."""
        if self.doing != "look":
            return self.own_cards
        crosses = {card.id: card.crosses for card in self.player(self.seat).cards}
        for step in self.turn.steps:
            crosses.setdefault(step.card, box.ALL)  # it was finished, and is gone
        for step in self.turn.steps[self.steps_shown :]:
            crosses[step.card] &= ~box.BIT[step.cell]
        faces = rules.in_play(self.view.options, self.view.seats)
        return [BoxCard(faces[card], crossed) for card, crossed in crosses.items()]

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The crosses of the turn that is shown on the cards."""
        return self.turn.steps[: self.steps_shown] if self.shows_turn else ()

    @property
    def keeps(self) -> Collection[CardId]:
        """The cards on offer that are kept, as far as chosen."""
        return self.view.kept or [card for kind, card in self.selection.named if kind == "card"]

    @property
    def focus(self) -> int:
        """The place of the card that the player is at: with the cursor, or with the step looked at."""
        cell = self.under_cursor("cell")
        here = [cell[0] if cell else self.under_cursor("card")]
        if self.doing == "look":
            here = [step.card for step in self.steps[-1:]]
        return next((place for place, card in enumerate(self.cards) if card.id in here), 0)

    @cached_property
    def worths(self) -> list[rules.FinalScored]:
        """What everyone's game would be worth if it ended now."""
        return rules.final_scores([self.player(seat) for seat in range(self.view.seats)])

    def moments(self, before: Self, news: Sequence[Event]) -> Iterator[Still[Self]]:
        """Yield a line that is filled, what a round has scored, and a number that is turned over."""
        for had, card in zip(before.own_cards, self.own_cards, strict=False):
            for line, cells in box.LINES.items():
                if had.id == card.id and had.crosses & cells != cells == card.crosses & cells:
                    yield Still(self.posed(self.view, self.log, Winning(card.id, line)), 0.12)
        for place, event in enumerate(news):
            told = [*before.log, *news[:place]]
            match event:
                case rules.RoundEnded() if self.view.stage == "over":
                    yield from self._counted(told)
                case rules.RoundEnded(number=number, points=points) if any(points):
                    title = _("Round {number} is scored", number=number)
                    scored = Counted(title, points, tuple(worth.total for worth in self.worths))
                    view = replace(before.view, active=())
                    yield Still(self.posed(view, told, scored._replace(is_shown=False)), 0.5)
                    yield Still(self.posed(view, [*told, event], scored), None)
                case rules.NumberTurned():
                    yield Still(self.posed(self.view, told, NumberTurning()), 0.15)

    def _counted(self, told: Sequence[Event]) -> Iterator[Still[Self]]:
        """Yield what each part of the sheet brings, after those before it; the last picture stays."""
        totals = (0,) * self.view.seats
        for step, parts in enumerate(COUNTED, 1):
            gains = tuple(sum(getattr(worth, part) for part in parts) for worth in self.worths)
            totals = tuple(map(add, totals, gains))
            names = _("crosses and lightnings") if len(parts) > 1 else _(PARTS[parts[0]])
            counted = Counted(f"{_('The end')} · {names}", gains, totals, parts=COUNTED[:step])
            log, seconds = (self.log, None) if step == len(COUNTED) else (told, 0.5)
            yield Still(self.posed(self.view, log, counted), seconds)

    def caption(self) -> str:
        return _("the scoring") if isinstance(self.moment, Counted) else ""

    # ── How a move is put together ────────────────────────────────────────────────────────────────

    def parts(self, move: Move) -> Sequence[Part]:
        match move:
            case rules.Keep(cards=cards):
                words = ", ".join(map(str, cards))
                called = plural("keep card {cards}", "keep cards {cards}", len(cards), cards=words)
                places = tuple(("card", card) for card in cards)
                return (Part(cards_words(cards), (words,), name=called, places=places),)
            case rules.Cross() if len(self.uses) < 2:
                return self._cross(move)
            case rules.Cross(use=use):
                text = N_("for the bonus “any number”") if use == "?" else N_("for the bonus {number}")
                return Part(_(text, number=use), (use,), places=(("use", use),)), *self._cross(move)
        text = _("end your turn") if self.view.held else _("pass")
        return (Part(text, (_("end"), _("pass")), rank=2, places=(PASS,)),)

    def _cross(self, move: rules.Cross) -> Sequence[Part]:
        """Return what crossing a cell is called: at once if it has the number, else after its card.

        So the cells that cost nothing come first, and of those that cost lightnings the cheapest.
        """
        card, name, is_any = self.own.card(move.card), cell_name(move.cell), move.use == "?"
        number, cost = card.number(move.cell), self.price(card.id, move.cell, move.use)
        words, places = (name, str(number)), (("cell", (card.id, move.cell)),)
        whole = _("cross {cell} on card {card}", cell=name, card=card.id)
        if cost:
            paid = N_("cross {cell} on card {card} for {lightnings}")
            whole = _(paid, cell=name, card=card.id, lightnings=lightnings(cost))
        if not cost and not is_any:
            text = self._with_bonuses(_("{cell} on card {card}", cell=name, card=card.id), card, move.cell, 0)
            return (Part(text, (str(card.id), *words), whole=whole, places=places),)
        text = N_("{cell}, the {number}, for {lightnings}") if cost else N_("{cell}, the {number}")
        text = _(text, cell=name, number=number, lightnings=lightnings(cost))
        text = self._with_bonuses(text, card, move.cell, cost)
        by_lightnings = [] if is_any else [Part(_("pay lightnings"), (_("lightnings"),), rank=1)]
        asks = _("Which cell of card {number}?", number=card.id)
        on_card = Part(_("card {number}", number=card.id), (str(card.id),), asks=asks)
        return *by_lightnings, on_card, Part(text, words, rank=cost, whole=whole, places=places)

    def _with_bonuses(self, text: str, card: BoxCard, cell: Cell, cost: int) -> str:
        """Add to a cell's name the bonuses that crossing it wins, and those that would find no cell."""
        won = [card.bonus(line) for line in box.filled_lines(card, cell)]
        after = box.cross(self.own, self.view.round, card, cell, cost)
        flashes = after.lightnings * self.view.options.lightning_changes_bonus
        lost = [call for call in filter(box.is_call, won) if not box.within_reach(after, call, 0, flashes)]
        words = (
            N_("{cell}, wins {bonuses}; no cell is left for {lost}") if lost else N_("{cell}, wins {bonuses}")
        )
        bonuses, useless = (all_of([*map(bonus_words, some)]) for some in (won, lost))
        return _(words, cell=text, bonuses=bonuses, lost=useless) if won else text

    def question(self) -> str:
        if self.view.stage == "choose":
            return plural("Which card do you keep?", "Which {number} cards do you keep?", self.to_keep)
        if not self.uses:
            return _("End your turn?") if self.view.held else _("Nothing can be crossed. Pass?")
        bonuses = all_of([bonus_words(use) for use in self.uses if use != "number"])
        words = N_("You have {bonuses} to use. What do you cross?") if bonuses else N_("What do you cross?")
        return _(words, bonuses=bonuses)

    def tries(self) -> Iterator[Move]:
        """Yield the cells that may not be crossed now, the cards one by one, and the end of the turn."""
        yield rules.EndTurn()
        if self.view.stage == "choose":
            yield from (rules.Keep((card.id,)) for card in self.view.offer)
            return
        for use in self.uses or ["number"]:
            yield from (rules.Cross(card.id, cell, use) for card in self.own_cards for cell in box.CELLS)

    @property
    def places(self) -> Mapping[Place, str]:
        """The cells by their numbers, the cards on offer, or the end of the turn."""
        match self.doing:
            case "cross":
                return {
                    ("cell", (card.id, cell)): str(card.number(cell)) if card.is_free(cell) else ""
                    for card in self.own_cards
                    for cell in box.CELLS
                }
            case "choose":
                return {("card", card.id): "" for card in self.view.offer}
            case "end":
                return {PASS: ""}
        return {}

    def start(self) -> Place | None:
        """Return a cell that costs the least and fills the most lines, or the first card on offer."""
        if self.doing != "cross":
            return self.at if self.at in self.places else next(iter(self.places), None)

        def order(place: Place) -> tuple[int, int]:
            card, cell = place[1]
            return self.prices[place], -len(box.filled_lines(self.own.card(card), cell))

        return min(filter(None, self.prices), key=order, default=None)

    def next_places(self) -> Sequence[Place]:
        """Return the cells that cost the least, or the other cards on offer."""
        if self.doing != "cross":
            return super().next_places()
        least = min(self.prices.values(), default=0)
        return [place for place in self.places if self.prices.get(place) == least]

    def settled(self, *, asked_again: bool) -> Self:
        """Begin with the first of the bonuses; a turn that is looked at is no longer than it is now."""
        steps_back = 0 if asked_again else min(self.steps_back, len(self.turn.steps))
        settled = changed(super().settled(asked_again=asked_again), steps_back=steps_back)
        has_choice = asked_again and len(settled.uses) > 1
        return settled.for_use(settled.uses[0]) if has_choice else settled

    def for_use(self, use: Use) -> Self:
        """Return the model with the cursor on the best cell for a bonus, or for the number."""
        begun = changed(self, selection=self.selection._replace(named=(("use", use),)))
        return begun.going_to(begun.start())

    def named(self, place: Place) -> Move | Self | None:
        """Name a place; a card that is to be kept already is put back."""
        if place[0] == "card" and place in self.selection.named:
            named = tuple(each for each in self.selection.named if each != place)
            return changed(self, selection=self.selection._replace(named=named))
        return super().named(place)

    def does(self, command: str) -> Move | Self | None:
        match command:
            case "look":
                return self._to_seat(self.seat + (self.looked_at is not None or not self.hides_cards))
            case "back" | "act" if self.looked_at is not None:
                return changed(self, looked_at=None, steps_back=0)
            case "bonus" if len(self.uses) > 1:
                return self.for_use(following(self.use, self.uses, self.uses))
        return None if self.doing == "look" or command in {"back", "bonus"} else super().does(command)

    def gone(self, command: str, painted: Mapping[Place, Rectangle]) -> Self | None:
        """Return where an arrow leads; while looking, to another player, or step by step through the turn."""
        if self.doing != "look":
            return super().gone(command, painted)
        if command in {"up", "down"}:
            return self._to_seat(self.seat + (1 if command == "down" else -1))
        back = self.steps_back + (1 if command == "left" else -1)
        return changed(self, steps_back=back % (len(self.turn.steps) + 1))

    def _to_seat(self, seat: Seat) -> Self:
        return changed(self, looked_at=seat % self.view.seats, steps_back=0)


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


def number_on(view: rules.LuckyBoxView, crossed: rules.Crossed) -> int:
    """Return the number that was crossed."""
    return BoxCard(rules.in_play(view.options, view.seats)[crossed.card]).number(crossed.cell)
