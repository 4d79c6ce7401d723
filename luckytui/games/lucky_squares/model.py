"""What is on the table of Lucky Squares and what each key would do: plain data, without a screen."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from typing import Literal, NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from luckytui.games.interface import Event, Move, Seat
from luckytui.games.lucky_squares import rules
from luckytui.games.lucky_squares.rules import COLORS, Color, LuckySquaresView, Squares
from luckytui.shown.model import STEPS, Model, following
from luckytui.shown.stage import Still

ACTIONS = tuple(rules.COSTS)
"""The actions in the order of their prices."""


def name_of(action: type[Move]) -> str:
    """Return what the key for an action is called, and what its words are called."""
    return action.__name__.lower()


ACTION_NAMES = [name_of(action) for action in ACTIONS]


class Cursor(Struct, frozen=True):
    """Where the player is on the board, and the action that is being put together."""

    square: int = 0
    row: int = 0
    """Which player of the list."""
    menu: int = 0
    """Which of `ACTIONS`."""
    is_chosen: bool = False
    """Whether that action is chosen: then squares or a player are named for it."""
    named: tuple[Color, ...] = ()
    """The squares named for it so far."""


class Slot(NamedTuple):
    """A line in the order of play: whose action or pick it is, and what has become of it."""

    seat: Seat
    status: Literal["done", "now", "to come", "forbidden", "won", ""]
    deed: rules.Acted | None = None
    is_new: bool = False
    """Whether it was done since the player last acted."""
    is_second: bool = False
    """Whether it is the second action of the lead player."""


Kind = Literal["taken", "push", "ghost", "stays"]
"""What becomes of a square: one player takes its cents, nobody does, the ghost does, or they stay."""


class Outcome(NamedTuple):
    """What became of a square when the cards were turned up, and of the cents on it."""

    color: Color
    cents: int
    seats: tuple[Seat, ...]
    """Who picked it, the player first."""
    by_ghost: bool
    """Whether the ghost picked it as well."""
    kind: Kind


class Dice(NamedTuple):
    """The moment in which dice are rolled: what they show, the last one perhaps still falling."""

    rolls: tuple[tuple[Color, int], ...]


class Turning(NamedTuple):
    """The moment in which the cards are turned up."""

    step: int
    """0: they are at their squares; 1: all are open; 2: what is lost is gone; 3: the rest is taken."""


@dataclass(frozen=True)
class LuckySquaresModel(Model[LuckySquaresView, Cursor]):
    """The board as one player sees it."""

    cursor: Cursor = field(default_factory=Cursor)

    # ── What is asked ─────────────────────────────────────────────────────────────────────────────

    @property
    def picks(self) -> bool:
        return self.asked and self.view.stage == "pick"

    @property
    def acts(self) -> bool:
        return self.asked and self.view.stage == "act"

    @property
    def action(self) -> type[Move]:
        """The action with the cursor, or being put together."""
        return ACTIONS[self.cursor.menu]

    @property
    def naming(self) -> Literal["square", "player", ""]:
        """What is to be named: a square to pick, or what the chosen action needs."""
        if self.cursor.is_chosen and self.acts:
            return "player" if self.action in {rules.Reveal, rules.Forbid} else "square"
        return "square" if self.picks else ""

    def lacking(self, action: type[Move]) -> Literal["", "cents", "sense"]:
        """Return why the player cannot do an action: too expensive, or nothing to do it with."""
        if any(type(move) is action for move in self.moves):
            return ""
        return "cents" if self.view.cents[self.view.seat] < rules.COSTS[action] else "sense"

    @cached_property
    def ways(self) -> dict[tuple[Color, ...], Move]:
        """The moves that squares are named for, by the squares in every order they can be named in."""
        kind = self.action if self.cursor.is_chosen else rules.Pick
        return {way: move for move in self.moves if type(move) is kind for way in _ways(move)}

    @property
    def open_squares(self) -> list[Color]:
        beginnings = {way[: len(self.cursor.named) + 1] for way in self.ways}
        return [color for color in COLORS if (*self.cursor.named, color) in beginnings]

    @property
    def targets(self) -> dict[Seat, Move]:
        """The moves that a player is named for."""
        return {
            move.target: move
            for move in self.moves
            if isinstance(move, rules.Reveal | rules.Forbid) and type(move) is self.action
        }

    @property
    def color(self) -> Color:
        """The square with the cursor."""
        return COLORS[self.cursor.square]

    @property
    def seat(self) -> Seat:
        """The player with the cursor."""
        return self.seats[self.cursor.row]

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
    def known(self) -> Squares:
        """The squares when the player last moved in this round; before that, at its beginning."""
        moved = self.since(lambda event: isinstance(event, rules.RoundStarted) or self._is_own_move(event))
        return squares_after(self.log[: len(self.log) - len(moved) + 1])

    @cached_property
    def showdown(self) -> rules.Showdown | None:
        """The last showdown, of this round or the one before."""
        return next((event for event in reversed(self.log) if isinstance(event, rules.Showdown)), None)

    @cached_property
    def before(self) -> Squares:
        """What was on the squares before the last showdown. The log has to go back to the one before that."""
        return squares_after(self._log_before_showdown)

    @property
    def _log_before_showdown(self) -> Sequence[Event]:
        """What happened before the last showdown; one of an earlier round may have been the same."""
        shown = self.since(lambda event: isinstance(event, rules.Showdown))
        return self.log[: len(self.log) - len(shown)]

    def _is_own_move(self, event: Event) -> bool:
        return isinstance(event, rules.Picked) or (isinstance(event, rules.Acted) and self.is_me(event.seat))

    @property
    def is_acting(self) -> bool:
        """Whether all have picked, and the cards are not yet turned up."""
        return self.view.stage in {"act", "populate", "ghost"}

    @property
    def cards(self) -> tuple[Color | None, ...]:
        """The cards that are open, by seat: all of them when the game is over."""
        shown = self.showdown
        return shown.picks if self.view.stage == "over" and shown else self.view.cards

    def is_closed(self, color: Color) -> bool:
        """Whether a square is to be named, but not this one."""
        return self.naming == "square" and color not in self.open_squares

    def change(self, color: Color) -> int:
        """Return how many cents more, or less, are on a square than when the player last moved."""
        if self.view.stage == "over" or isinstance(self.moment, Turning):
            return 0
        return rules.on(self.view.squares, color) - rules.on(self.known, color)

    @property
    def rolls(self) -> list[tuple[Color, int]]:
        """What was rolled to populate the squares of this round."""
        if isinstance(self.moment, Dice):
            return [*self.moment.rolls]
        return [(roll.color, roll.number) for roll in self.round_log if isinstance(roll, rules.Rolled)]

    @property
    def settled_round(self) -> int:
        """Which round the outcomes are of."""
        return self.view.number - (self.view.stage != "over")

    @property
    def results(self) -> dict[Color, Outcome]:
        """What has just become of each square; empty but at the end of a showdown."""
        is_end = self.moment == Turning(3)
        return {outcome.color: outcome for outcome in self.outcomes} if is_end else {}

    def cards_at(self, color: Color) -> list[tuple[Seat, bool | None]]:
        """Return whose cards are at a square, the ghost's as -1, and whether they are open.

        None: nobody can see whose it is.
        """
        shown, moment = self.showdown, self.moment
        if not isinstance(moment, Turning) or not shown:
            return [(seat, self.cards[seat] is not None) for seat in self.pickers(color)]
        cards: list[tuple[Seat, bool | None]] = [(seat, True) for seat in self._of(color, shown.picks)]
        cards += [(-1, True)] * (shown.ghost == color)
        return cards if moment.step else [(seat, None) for seat, _is_open in cards]

    def pickers(self, color: Color) -> tuple[Seat, ...]:
        """Return who is known to have picked a square, the player first."""
        return self._of(
            color, (self.view.pick if self.is_me(s) else card for s, card in enumerate(self.cards))
        )

    def _of(self, color: Color, cards: Iterable[Color | None]) -> tuple[Seat, ...]:
        """Return whose cards have a color, the player first."""
        seats = (seat for seat, card in enumerate(cards) if card == color)
        return tuple(sorted(seats, key=self.is_me, reverse=True))

    @property
    def slots(self) -> list[Slot]:
        """The order of play: who acts when, the lead player's second action last; before that who picks."""
        view, seats = self.view, self.seats
        if view.stage == "pick":
            return [Slot(seat, "now" if seat in view.active else "done") for seat in seats]
        if not self.is_acting:
            most = max(view.cents) if view.stage == "over" and not self.moment else None
            return [Slot(seat, "won" if view.cents[seat] == most else "") for seat in seats]
        pending = list(view.pending)
        second = self._slot(pending, view.lead, is_second=True)
        return [*[self._slot(pending, seat) for seat in seats[::-1]][::-1], second]

    def _slot(self, pending: list[Seat], seat: Seat, *, is_second: bool = False) -> Slot:
        """Return a seat's action, taken off the end of those pending if it is still to come."""
        if pending and pending[-1] == seat:
            pending.pop()
            return Slot(seat, "to come" if pending else "now", is_second=is_second)
        done = [number for number, deed in enumerate(self.deeds) if deed.seat == seat][is_second:]
        if not done:
            return Slot(seat, "forbidden", is_second=is_second)
        is_new = not any(map(self._is_own_move, self.deeds[done[0] :]))
        return Slot(seat, "done", self.deeds[done[0]], is_new, is_second)

    @property
    def outcomes(self) -> list[Outcome]:
        """What became of each square at the last showdown; empty where that is past, or none has been."""
        shown = self.showdown
        return self.settle(shown, self.before) if shown and not self.is_acting else []

    def settle(self, shown: rules.Showdown, squares: Squares = rules.BARE) -> list[Outcome]:
        """Return what became of each square at a showdown, before which these cents were there."""
        outcomes = []
        for color, cents in zip(COLORS, squares, strict=True):
            seats, by_ghost = self._of(color, shown.picks), shown.ghost == color
            alone: Kind = "ghost" if by_ghost else "taken" if seats else "stays"
            kind = "push" if len(seats) + by_ghost > 1 else alone
            outcomes.append(Outcome(color, cents, seats, by_ghost, kind))
        return outcomes

    # ── What happens, picture by picture ──────────────────────────────────────────────────────────

    def moments(self, before: Self, news: Sequence[Event]) -> Iterator[Still[Self]]:
        """Yield what was rolled, and how the round ended."""
        for event in news:
            match event:
                case rules.Acted(action="populate", square=str() as color, rolled=int() as number):
                    yield from before._die(color, number)
        if any(isinstance(event, rules.Showdown) for event in news):
            yield from self._showdown(before, news)
        rolls = [(event.color, event.number) for event in news if isinstance(event, rules.Rolled)]
        if rolls and self.view.stage == "pick":
            yield from self._dice(rolls)

    def _die(self, color: Color, number: int) -> Iterator[Still[Self]]:
        """Yield the one die of “populate”: any number, then its own and half the coins."""
        for points, coins in ((7 - number, 0), (number, number // 2)):
            view = replace(self.view, squares=rules.put(self.view.squares, color, coins))
            yield Still(self.posed(view, self.log, Dice(((color, points),))), 0.1)

    def _dice(self, rolls: Sequence[tuple[Color, int]]) -> Iterator[Still[Self]]:
        """Yield for each die any color and number, its color, then its number and half the coins."""
        squares = self.view.squares
        for color, number in rolls:
            squares = rules.put(squares, color, -number)
        for place, (color, number) in enumerate(rolls):
            lie, other = rolls[:place], COLORS[(COLORS.index(color) + 3) % len(COLORS)]
            falling = (other, 7 - number), (color, 7 - number), (color, number)
            for (shown, points), seconds in zip(falling, (0.07, 0.07, 0.1), strict=True):
                coins = number // 2 if points == number else 0
                view = replace(self.view, stage="roll", squares=rules.put(squares, color, coins))
                yield Still(self.posed(view, self.log, Dice((*lie, (shown, points)))), seconds)
            squares = rules.put(squares, color, number)

    def _showdown(self, before: Self, news: Sequence[Event]) -> Iterator[Still[Self]]:
        """Yield the cards on their squares, then all turned up; then what is lost goes, and what is taken."""
        place = max(place for place, event in enumerate(news) if isinstance(event, rules.Showdown))
        shown, ended = news[place : place + 2]
        assert isinstance(shown, rules.Showdown)  # noqa: S101 - it was looked for
        assert isinstance(ended, rules.RoundEnded)  # noqa: S101 - it comes next
        squares, cents = self.before, list(ended.cents)
        for taken in shown.taken:
            cents[taken.seat] -= taken.cents
        log = [*self._log_before_showdown, shown]
        view = replace(
            before.view,
            stage="ghost",
            active=(),
            pending=(),
            squares=squares,
            cents=tuple(cents),
            square=None,
        )
        yield Still(self.posed(view, log, Turning(0)), 0.3)
        view = replace(view, cards=shown.picks)
        yield Still(self.posed(view, log, Turning(1)), 0.3)
        lost = [*shown.pushed, *([shown.ghost] if shown.ghost else [])]
        view = replace(view, squares=rules.cleared(squares, lost))
        yield Still(self.posed(view, log, Turning(2)), 0.3)
        left = tuple(ended.squares[color] for color in COLORS)
        view = replace(view, stage="over", squares=left, cents=ended.cents)
        yield Still(self.posed(view, log, Turning(3)), None)

    # ── What the keys do ──────────────────────────────────────────────────────────────────────────

    def settled(self, *, asked_again: bool) -> Self:
        if not asked_again:
            return self
        richest = self.view.squares.index(max(self.view.squares))
        square = richest if self.picks else self.cursor.square
        return self.at(is_chosen=False, named=(), menu=0, square=square)

    def does(self, command: str) -> Move | Self | None:
        match command:
            case "act":
                return self._enter()
            case "back" if self.acts and self.cursor.named:
                return self.at(named=self.cursor.named[:-1])
            case "back" if self.acts and self.cursor.is_chosen:
                return self.at(is_chosen=False)
            case "next" if self.asked:
                return self.to_open(self.cursor.square, self.cursor.row)
            case "up" | "down" | "left" | "right":
                return self._go(*STEPS[command])
            case _ if command.isdecimal():
                return self._to_number(int(command))
            case _ if self.acts and command in ACTION_NAMES:
                there = self.at(menu=ACTION_NAMES.index(command), is_chosen=False, named=())
                return there.begin() or there
        return None

    def pointing_at(self, move: Move) -> Self:
        if isinstance(move, rules.Pick):
            return self.at(square=COLORS.index(move.color))
        begun = self.at(menu=ACTIONS.index(type(move)), is_chosen=type(move) is not rules.Pass, named=())
        if isinstance(move, rules.Reveal | rules.Forbid):
            return begun.at(row=self.seats.index(move.target))
        *named, last = next(iter(_ways(move)), (self.color,))
        return begun.at(named=tuple(named), square=COLORS.index(last))

    def _enter(self) -> Move | Self | None:
        match self.naming:
            case "player":
                return self.targets.get(self.seat)
            case "square":
                return self.ways.get((*self.cursor.named, self.color)) or self.name_square()
        if self.acts and self.action is rules.Pass:
            return rules.Pass()
        return self.begin() if self.acts else None

    def begin(self) -> Self | None:
        """Return the model with the action of the menu chosen, if it can be done and needs more."""
        if self.action is rules.Pass or self.lacking(self.action):
            return None
        begun = self.at(is_chosen=True, named=())
        return begun.to_open(self.cursor.square - 1, self.seats.index(self.view.seat))

    def name_square(self) -> Self | None:
        """Return the model with the square of the cursor named, if it can be."""
        if self.color not in self.open_squares:
            return None
        return self.at(named=(*self.cursor.named, self.color)).to_open(self.cursor.square - 1, 0)

    def to_open(self, square: int, row: int) -> Self:
        """Return the model with the cursor on the next square, player or action that can be chosen."""
        match self.naming:
            case "player":
                return self.at(row=following(row, map(self.seats.index, self.targets)))
            case "square":
                return self.at(square=following(square, map(COLORS.index, self.open_squares)))
        possible = (place for place, action in enumerate(ACTIONS) if not self.lacking(action))
        return self.at(menu=following(self.cursor.menu, possible))

    def _to_number(self, number: int) -> Self | None:
        if self.naming == "player" and number <= self.view.seats:
            return self.at(row=number - 1)
        if self.naming != "square":
            return None
        there = self.at(square=number - 1)
        return there if (*self.cursor.named, there.color) in self.ways else there.name_square() or there

    def _go(self, down: int, right: int) -> Self | None:
        match self.naming:
            case "square":
                return self.at(square=(self.cursor.square + right) % len(COLORS))
            case "player":
                return self.at(row=(self.cursor.row + down) % self.view.seats)
        return self.at(menu=(self.cursor.menu + down) % len(ACTIONS)) if self.acts else None


def _ways(move: Move) -> list[tuple[Color, ...]]:
    """Return the orders in which the squares of a move can be named."""
    match move:
        case rules.Pick(color=color) | rules.Change(color=color) | rules.Populate(square=color):
            return [(color,)]
        case rules.Split(source=source, targets=targets):
            return [(source, *order) for order in permutations(targets)]
        case rules.Swap(squares=squares):
            return list(permutations(squares))
    return []


def squares_after(events: Iterable[Event]) -> Squares:
    """Return the squares after these events: of those before, the end of a round says what is there."""
    squares = rules.BARE
    for event in events:
        match event:
            case rules.Rolled(color=color, number=number):
                squares = rules.put(squares, color, number)
            case rules.Acted(square=str(color), rolled=int(number)):
                squares = rules.put(squares, color, number)
            case rules.Acted(source=str(source), targets=(first, second)):
                squares = rules.split(squares, source, (first, second))
            case rules.Acted(squares=(first, second)):
                squares = rules.swap(squares, (first, second))
            case rules.RoundEnded(squares=left):
                squares = tuple(left[color] for color in COLORS)
    return squares
