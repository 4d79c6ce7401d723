"""The board of Lucky Squares as plain data: what is shown, and how a move is put together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, Self

from msgspec.structs import replace

from luckytui.games.interface import CHANCE, Event, Move, Seat
from luckytui.games.lucky_squares import rules
from luckytui.games.lucky_squares.names import ACTIONS, action_words, color_name, move_words, name_of
from luckytui.games.lucky_squares.rules import COLORS, PAIRS, Color, LuckySquaresView
from luckytui.shown.model import Model, Part, Path, Place, Still, following
from luckytui.shown.words import seat_name
from luckytui.text import NN_, _, plural

PASS: Place = ("pass",)


class Dice(NamedTuple):
    """The moment in which dice are rolled: what they show, the last one perhaps still falling."""

    rolls: Sequence[tuple[Color, int]]


class Turning(NamedTuple):
    """The moment in which the cards are turned up."""

    shown: rules.Showdown
    step: int
    """0: the cards are on their squares; 1: all are open; 2: what is lost is gone; 3: the rest is taken."""

    @property
    def is_last(self) -> bool:
        return self.step == 3


class Outcome(NamedTuple):
    """What became of a square when the cards were turned up, and of the cents on it."""

    color: Color
    cents: int
    seats: tuple[Seat, ...]
    """Who picked it: the player first, the ghost, as `CHANCE`, last."""

    @property
    def kind(self) -> Literal["taken", "push", "ghost", "stays"]:
        """Who takes the cents: one player, nobody, or the ghost; or whether they stay."""
        if len(self.seats) > 1:
            return "push"
        return "stays" if not self.seats else "ghost" if self.seats[0] == CHANCE else "taken"


class Slot(NamedTuple):
    """A line in the order of play: whose action or pick it is, and its status."""

    seat: Seat
    status: Literal["done", "now", "to come", "forbidden", "won", ""]
    is_second: bool = False
    """Whether it is the second action of the lead player."""
    deed: rules.Acted | None = None
    is_new: bool = False
    """Whether it was done since the player last acted."""


@dataclass(frozen=True)
class LuckySquaresModel(Model[LuckySquaresView]):
    """The board as one player sees it."""

    WRAPS = True

    # ── What is asked ─────────────────────────────────────────────────────────────────────────────

    @property
    def doing(self) -> str:
        """The stage in which the player is asked: `pick` or `act`; empty: not now."""
        return self.view.stage if self.asked else ""

    @cached_property
    def action(self) -> type[Move]:
        """The action under the cursor, or the one that is being put together."""
        place = next(iter((*self.selection.named, self.at)), None)
        return next((action for action in ACTIONS if place == (name_of(action),)), rules.Pass)

    @cached_property
    def naming(self) -> Literal["square", "player", ""]:
        """What is to be named: a square to pick, or what the chosen action needs."""
        if self.doing == "act" and self.selection.named:
            return "player" if self.action in {rules.Reveal, rules.Forbid} else "square"
        return "square" if self.doing == "pick" else ""

    @property
    def named_squares(self) -> list[Color]:
        """The squares named for the chosen action so far."""
        named = self.selection.named[1:] if self.naming else ()
        return [color for kind, color in named if kind == "square"]

    # ── What is shown ─────────────────────────────────────────────────────────────────────────────

    @property
    def seats(self) -> list[Seat]:
        """The seats as they are listed: the lead player first, then clockwise."""
        return self.clockwise(max(self.view.lead, 0))

    @property
    def round_log(self) -> Sequence[Event]:
        """What has happened in this round."""
        return self.since(lambda event: isinstance(event, rules.RoundStarted))

    @cached_property
    def deeds(self) -> list[rules.Acted]:
        """The actions of this round."""
        return [event for event in self.round_log if isinstance(event, rules.Acted)]

    @cached_property
    def showdown(self) -> rules.Showdown | None:
        """The last showdown, of this round or the one before."""
        if isinstance(self.moment, Turning):
            return self.moment.shown
        return next((event for event in reversed(self.log) if isinstance(event, rules.Showdown)), None)

    @property
    def is_acting(self) -> bool:
        """Whether everyone has picked, and the cards are still down."""
        return self.view.stage in {"act", "populate", "ghost"}

    @property
    def cards(self) -> tuple[Color | None, ...]:
        """The cards that are open, by seat: all of them when the game is over."""
        shown = self.showdown
        return shown.picks if self.view.stage == "over" and shown else self.view.cards

    def is_closed(self, color: Color) -> bool:
        """Whether squares can be named now, but not this one."""
        return self.naming == "square" and ("square", color) not in self.open_places

    def change(self, color: Color) -> int:
        """Return how many cents a square has gained or lost since the last pick; 0 before the first."""
        is_first = self.view.stage in {"roll", "pick"} and not any(self.view.at_pick)
        if is_first or self.view.stage == "over" or isinstance(self.moment, Turning):
            return 0
        return rules.on(self.view.squares, color) - rules.on(self.view.at_pick, color)

    @property
    def rolls(self) -> Sequence[tuple[Color, int]]:
        """What was rolled to populate the squares of this round."""
        if isinstance(self.moment, Dice):
            return self.moment.rolls
        return [(roll.color, roll.number) for roll in self.round_log if isinstance(roll, rules.Rolled)]

    @cached_property
    def outcomes(self) -> Sequence[Outcome]:
        """What became of each square at the last showdown, in the order of `COLORS`."""
        return settled(self.showdown, self.me) if self.showdown else ()

    def cards_at(self, color: Color) -> list[tuple[Seat, bool | None]]:
        """Return whose cards are at a square, and whether they are open.

        None: nobody can see whose it is. The ghost's seat is `CHANCE`.
        """
        if isinstance(self.moment, Turning):
            is_open = self.moment.step > 0 or None
            return [(seat, is_open) for seat in self.outcomes[COLORS.index(color)].seats]
        own = [self.view.pick if seat == self.me else card for seat, card in enumerate(self.cards)]
        return [(seat, self.cards[seat] is not None) for seat in seats_on(color, own, self.me)]

    def slots(self) -> Iterator[Slot]:
        """Yield who picks, or who acts when; between rounds, the players and who has won."""
        view = self.view
        if self.is_acting:
            yield from self._actions()
        elif view.stage == "pick":
            yield from (Slot(seat, "now" if seat in view.active else "done") for seat in self.seats)
        else:
            most = max(view.cents) if view.stage == "over" and not self.moment else None
            yield from (Slot(seat, "won" if view.cents[seat] == most else "") for seat in self.seats)

    def _actions(self) -> Iterator[Slot]:
        """Yield each action of the round: one that is neither done nor to come was forbidden."""
        deeds, pending = [*self.deeds], [*self.view.pending]
        for place, seat in enumerate((*self.seats, self.view.lead)):
            is_second = place == self.view.seats
            if deeds and deeds[0].seat == seat:
                is_new = all(deed.seat != self.me for deed in deeds)
                yield Slot(seat, "done", is_second, deeds.pop(0), is_new)
            elif pending and pending[0] == seat:
                is_next = len(pending) == len(self.view.pending)
                yield Slot(pending.pop(0), "now" if is_next else "to come", is_second)
            else:
                yield Slot(seat, "forbidden", is_second)

    def moments(self, before: Self, news: Sequence[Event]) -> Iterator[Still[Self]]:
        """Yield what was rolled, and how the round ended."""
        for place, event in enumerate(news):
            match event, *news[place + 1 : place + 2]:
                case [rules.Acted(action="populate", square=str() as color, rolled=int() as number), *_]:
                    yield from self._rolled(before.view, before.log, [(color, number)])
                case [rules.Showdown() as shown, rules.RoundEnded() as ended]:
                    yield from self._turned(before.view, [*before.log, *news[:place]], shown, ended)
        rolls = [event for event in news if isinstance(event, rules.Rolled)]
        if rolls and self.view.stage == "pick":
            view = replace(self.view, stage="roll")
            for roll in rolls:
                view = replace(view, squares=rules.put(view.squares, roll.color, -roll.number))
            told = [*before.log, *news[: news.index(rolls[0])]]
            yield from self._rolled(view, told, [(roll.color, roll.number) for roll in rolls])

    def _rolled(
        self, view: LuckySquaresView, told: Sequence[Event], rolls: Sequence[tuple[Color, int]]
    ) -> Iterator[Still[Self]]:
        """Yield two pictures of each roll: first another number, then its own with half the coins."""
        for place, (color, number) in enumerate(rolls):
            for points, coins in ((7 - number, 0), (number, number // 2)):
                shown = replace(view, squares=rules.put(view.squares, color, coins))
                yield Still(self.posed(shown, told, Dice([*rolls[:place], (color, points)])), 0.1)
            view = replace(view, squares=rules.put(view.squares, color, number))

    def _turned(
        self, view: LuckySquaresView, told: Sequence[Event], shown: rules.Showdown, ended: rules.RoundEnded
    ) -> Iterator[Still[Self]]:
        """Yield the showdown's pictures, one for each `Turning.step`."""
        gains = {taken.seat: taken.cents for taken in shown.taken}
        cents = tuple(there - gains.get(seat, 0) for seat, there in enumerate(ended.cents))
        closed = replace(
            view, stage="ghost", active=(), pending=(), squares=shown.squares, cents=cents, square=None
        )
        opened = replace(closed, cards=shown.picks)
        lost = [one.color for one in settled(shown, self.me) if one.kind in {"push", "ghost"}]
        cleared = replace(opened, squares=rules.cleared(shown.squares, lost))
        left = rules.cleared(shown.squares, (*shown.picks, shown.ghost))
        over = replace(opened, stage="over", squares=left, cents=ended.cents)
        for step, each in enumerate((closed, opened, cleared)):
            yield Still(self.posed(each, told, Turning(shown, step)), 0.3)
        yield Still(self.posed(over, [*told, shown, ended], Turning(shown, 3)), None)

    def caption(self) -> str:
        return _("the showdown") if isinstance(self.moment, Turning) else ""

    # ── How a move is put together ────────────────────────────────────────────────────────────────

    def parts(self, move: Move) -> Sequence[Part]:
        match move:
            case rules.Pick(color=color):
                return (_square(color),)
            case rules.Pass():
                return (Part(_("pass"), places=(PASS,)),)
            case rules.Reveal(target=seat):
                return _action(move, _("Whose card?")), self._player(move, seat)
            case rules.Forbid(target=seat):
                return _action(move, _("Whose action?")), self._player(move, seat)
            case rules.Change(color=color) | rules.Populate(square=color):
                whole = move_words(type(move), color)
                return _action(move, _("Which square?")), _square(color, whole=whole)
            case rules.Split(source=source, targets=targets):
                onto = _("Which two squares get the halves of {color}?", color=color_name(source))
                halves = _pair(targets, move_words(type(move), source, *targets))
                return _action(move, _("Which square do you halve?")), _square(source, onto), halves
            case rules.Swap(squares=pair):
                return _action(move, _("Which two squares?")), _pair(pair, move_words(type(move), *pair))
        raise LookupError(f"{move} has no words")

    def _player(self, move: Move, seat: Seat) -> Part:
        name = seat_name(self, seat)
        whole = move_words(type(move), name=name)
        return Part(name, (self.names[seat],), whole=whole, places=(("seat", seat),))

    def question(self) -> str:
        if self.doing == "pick":
            return _("Which square do you pick in secret?")
        pick, cents = self.view.pick, self.view.cents[self.view.seat]
        return plural(
            "Your action: your pick is {color}, and you have {number} cent. What do you do?",
            "Your action: your pick is {color}, and you have {number} cents. What do you do?",
            cents,
            color=color_name(pick) if pick else "",
        )

    def tries(self) -> Iterator[Move]:
        """Yield every action, even one that costs too much."""
        if self.doing == "pick":
            yield rules.Pass()
        else:
            seats = range(self.view.seats)
            yield from (action(seat) for action in (rules.Reveal, rules.Forbid) for seat in seats)
        yield from (action(color) for action in (rules.Change, rules.Populate) for color in COLORS)
        yield from (rules.Split(source, pair) for source in COLORS for pair in PAIRS)
        yield from map(rules.Swap, PAIRS)

    @property
    def places(self) -> Mapping[Place, str]:
        """The squares, the players or the actions, by their numbers."""
        if self.naming == "square":
            return {("square", color): str(number) for number, color in enumerate(COLORS, 1)}
        if self.naming == "player":
            return {("seat", seat): str(number) for number, seat in enumerate(self.seats, 1)}
        actions = ((name_of(action),) for action in ACTIONS) if self.doing == "act" else ()
        return {place: str(number) for number, place in enumerate(actions, 1)}

    def start(self) -> Place | None:
        """Return the richest square for a pick, or the next place that an action can name."""
        if self.doing == "pick":
            return "square", COLORS[self.view.squares.index(max(self.view.squares))]
        if not self.naming:
            return next(iter(self.places), None)
        here = ("seat", self.view.seat) if self.naming == "player" else self.at
        place: Place = following(here, self.places, self.open_places)
        return place

    def named(self, place: Place) -> Move | Self | None:
        """Name a place. If no legal move begins so, return an illegal one: the rules say why it is."""
        named = *self.selection.named, place
        tries = (move for move in self.tries() if Path(move, self.parts(move)).after(named) is not None)
        return super().named(place) or next(tries, None)

    def typed(self, character: str) -> Self | None:
        """Go to the square, player or action with this number; name it, unless that completes the move."""
        there = super().typed(character)
        step = there.named(there.at) if there and there.at and there.naming != "player" else None
        return step if isinstance(step, type(self)) else there


def _action(move: Move, asks: str) -> Part:
    words, cost = action_words(type(move)), rules.COSTS[type(move)]
    title, does = _(words["title"]), _(words["does"])
    form = NN_("{action}, {number} cent: {does}", "{action}, {number} cents: {does}")
    text = plural(*form, cost, action=title, does=does)
    return Part(text, (title,), asks=asks, places=((name_of(type(move)),),))


def _square(color: Color, asks: str = "", whole: str = "") -> Part:
    return Part(color_name(color), (color_name(color),), asks=asks, whole=whole, places=(("square", color),))


def _pair(colors: Sequence[Color], whole: str) -> Part:
    first, second = map(color_name, colors)
    text = _("{first} and {second}", first=first, second=second)
    return Part(text, (first, second), whole=whole, places=tuple(("square", each) for each in colors))


def settled(shown: rules.Showdown, me: Seat) -> list[Outcome]:
    """Return what became of each square at a showdown."""
    outcomes = []
    for color, cents in zip(COLORS, shown.squares, strict=True):
        ghost = (CHANCE,) * (shown.ghost == color)
        outcomes.append(Outcome(color, cents, (*seats_on(color, shown.picks, me), *ghost)))
    return outcomes


def seats_on(color: Color, cards: Iterable[Color | None], me: Seat) -> Sequence[Seat]:
    """Return whose cards have a color, the player first."""
    return sorted((seat for seat, card in enumerate(cards) if card == color), key=me.__ne__)
