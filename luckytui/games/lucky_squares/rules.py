"""Lucky Squares: pick the square with the most coins that nobody else picks, then pay for better luck."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, product, starmap
from random import Random
from typing import Annotated, Any, Literal, TypeVar, get_args

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict, astuple

from luckytui.games import interface
from luckytui.games.interface import (
    CHANCE,
    FOR_CHANCE,
    Event,
    FinalMove,
    GoFirst,
    IllegalMove,
    Move,
    Seat,
    TurnBegan,
    increased,
    replaced,
    tag_of,
)
from luckytui.games.options import Options, option
from luckytui.text import N_, NN_

Cents = TypeVar("Cents", int, float)
"""Cents on a square, or their expected number."""

Color = Literal["red", "yellow", "blue", "magenta", "green", "black"]
"""A square, a card, or a face of the color die."""
Pair = tuple[Color, Color]
"""Two different squares, in the order of `COLORS`."""
Squares = Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(min_length=6, max_length=6)]
"""The cents on each of the six squares, in the order of `COLORS`."""

COLORS: tuple[Color, ...] = get_args(Color)
PAIRS: tuple[Pair, ...] = tuple(combinations(COLORS, 2))
BARE: Squares = (0,) * len(COLORS)
NUMBERS = range(1, 7)
Number = Annotated[int, Meta(ge=1, le=6)]
"""What the number die shows."""
START_CENTS = 10
ROLLS = 5


class Taken(Struct, frozen=True):
    """A seat was alone on a square and takes its cents."""

    seat: Seat
    color: Color
    cents: int


def on(squares: tuple[Cents, ...], color: Color) -> Cents:
    """Return the cents on a square."""
    return squares[COLORS.index(color)]


def put(squares: tuple[Cents, ...], color: Color, cents: Cents) -> tuple[Cents, ...]:
    """Return the squares with more cents on one of them."""
    return tuple(there + cents * (color == square) for square, there in zip(COLORS, squares, strict=True))


def taken(squares: Squares, picks: Sequence[Color], ghost: Color | None) -> tuple[Taken, ...]:
    """Return what each seat that is alone on its square takes, in seat order."""
    there = [*picks, ghost]
    alone = ((seat, color) for seat, color in enumerate(picks) if there.count(color) == 1)
    return tuple(Taken(seat, color, on(squares, color)) for seat, color in alone)


def cleared(squares: Squares, colors: Collection[Color | None]) -> Squares:
    """Return the squares without the cents on some of them."""
    return tuple(0 if color in colors else there for color, there in zip(COLORS, squares, strict=True))


class LuckySquaresOptions(Options, frozen=True):
    """What can be chosen before a game of Lucky Squares."""

    end: Annotated[
        Literal["laps", "limit"],
        option(
            N_("End"),
            N_("after everyone has led, or when someone reaches the limit"),
            helps={
                "laps": N_("after everyone has led equally often"),
                "limit": N_("when someone has this many cents"),
            },
        ),
    ] = "laps"
    laps: Annotated[
        Literal[1, 2], option(N_("Laps"), N_("how often each player leads"), only={"end": "laps"})
    ] = 1
    limit: Annotated[
        int, option(N_("Limit"), N_("how many cents end the game"), range(15, 101), only={"end": "limit"})
    ] = 30
    ghost: Annotated[bool, option(N_("Ghost"), N_("a die picks as one more player"))] = False

    def decisions(self, seats: int) -> tuple[float, float]:
        rounds = seats * self.laps if self.end == "laps" else 0.6 * (self.limit - START_CENTS)
        return 2 * rounds, rounds  # a pick and a showdown, then an action; bots played until the limit


class Pick(Move, frozen=True):
    """Choose a square in secret."""

    color: Color


class Pass(Move, frozen=True):
    """Action: do nothing."""


class Reveal(FinalMove, frozen=True):
    """Action: turn up the hidden card of a player, who may be oneself."""

    target: Seat


class Change(Move, frozen=True):
    """Action: swap one's card for another color."""

    color: Color


class Populate(Move, frozen=True):
    """Action: roll the number die, and put that many cents on a square."""

    square: Color


class Split(Move, frozen=True):
    """Action: move half of a square's cents to each of two others."""

    source: Color
    targets: Pair


class Swap(Move, frozen=True):
    """Action: exchange the cents of two squares."""

    squares: Pair


class Forbid(Move, frozen=True):
    """Action: cancel another player's next action of this round."""

    target: Seat


class Roll(Move, frozen=True):
    """Chance: what both dice show."""

    color: Color
    number: int


class RollNumber(Move, frozen=True):
    """Chance: what the number die shows."""

    number: int


class RollColor(Move, frozen=True):
    """Chance: what the color die shows, the ghost's pick."""

    color: Color


Plan = tuple[type[Move], *tuple[int, ...]]
"""An action as numbers: its kind, then the places in `COLORS` of the squares that it names, or the seat."""


@lru_cache(maxsize=256)
def plan_of(move: Move) -> Plan:
    """Return an action as numbers."""
    named = chain.from_iterable(each if isinstance(each, tuple) else (each,) for each in astuple(move))
    return type(move), *(COLORS.index(each) if isinstance(each, str) else each for each in named)


def move_cents(squares: list[Cents], kind: type[Move], places: Sequence[int], rolled: Cents) -> None:
    """Move the cents on the squares as an action does; Populate adds what is rolled."""
    if kind is Swap:
        one, other = places
        squares[one], squares[other] = squares[other], squares[one]
    elif kind is Populate:
        squares[places[0]] += rolled
    elif kind is Split:
        source, *targets = places
        half = squares[source] // 2  # an odd cent stays behind
        squares[source] -= 2 * half
        for target in targets:
            squares[target] += half


def after(squares: tuple[Cents, ...], move: Move, rolled: Cents) -> tuple[Cents, ...]:
    """Return the squares after an action: the same if it moves no cents. Populate adds what is `rolled`."""
    kind, *places = plan_of(move)
    moved = list(squares)
    move_cents(moved, kind, places, rolled)
    return tuple(moved)


_BY_NAME = sorted(COLORS)
DICE: Mapping[str, Mapping[Move, int]] = {
    "roll": dict.fromkeys(starmap(Roll, product(_BY_NAME, NUMBERS)), 1),
    "populate": dict.fromkeys(map(RollNumber, NUMBERS), 1),
    "ghost": dict.fromkeys(map(RollColor, _BY_NAME), 1),
}
"""What the dice may show in each stage, each as likely."""
COSTS: Mapping[type[Move], int] = {Pass: 0, Reveal: 1, Change: 2, Populate: 2, Split: 2, Swap: 3, Forbid: 3}
"""The actions, and what each costs, in cents."""

_PICKS, _CHANGES, _POPULATES = [*map(Pick, _BY_NAME)], [*map(Change, _BY_NAME)], [*map(Populate, _BY_NAME)]
_SWAPS = [Swap(pair) for pair in sorted(PAIRS)]
_SPLITS = {color: [Split(color, pair) for pair in sorted(PAIRS) if color not in pair] for color in _BY_NAME}


class RoundStarted(Event, frozen=True, tag="round_start"):
    """A round begins; `number` counts from 1."""

    number: int
    lead: Seat


class Rolled(Event, frozen=True, tag="roll"):
    """Both dice were rolled: that many more cents are on that square."""

    color: Color
    number: Number


class Picked(Event, frozen=True, tag="pick"):
    """A seat chose its card. These come in seat order, when everyone has chosen."""

    private = "color"
    seat: Seat
    color: Color | None


class Acted(Event, frozen=True, tag="action"):
    """A seat took its action. The fields that do not belong to the action are unset."""

    seat: Seat
    action: Literal["pass", "reveal", "change", "populate", "split", "swap", "forbid"]
    cost: int
    target: Seat | UnsetType = UNSET
    """Reveal: whose card; forbid: whose action."""
    color: Color | UnsetType | None = UNSET
    """Reveal: the card shown; change: the new card."""
    square: Color | UnsetType = UNSET
    rolled: Number | UnsetType = UNSET
    source: Color | UnsetType = UNSET
    targets: Pair | UnsetType = UNSET
    moved: int | UnsetType = UNSET
    """Split: the cents that each of the targets got."""
    squares: Pair | UnsetType = UNSET


class ChangedInSecret(Acted, frozen=True, tag="action"):
    """The change of a hidden card. It is an ordinary `action`, of which others do not see the `color`."""

    private = "color"


class Showdown(Event, frozen=True):
    """All cards are turned up. `taken` is in seat order.

    A ghost that is alone on its square takes the coins, and they go to the bank.
    """

    by_seat = ("picks",)
    squares: Squares
    """The cents on the squares until then."""
    picks: tuple[Color, ...]
    ghost: Color | None
    taken: tuple[Taken, ...]


class RoundEnded(Event, frozen=True, tag="round_end"):
    """What everyone has after a round."""

    by_seat = ("cents",)
    number: int
    cents: tuple[int, ...]


Stage = Literal["first", "roll", "pick", "act", "populate", "ghost", "over"]
"""What comes next. `first`: who leads first is drawn; `roll`: one of the five rolls; `pick`: all pick in
secret; `act`: an action; `populate`: its roll; `ghost`: the ghost's roll; `over`: nothing."""


class LuckySquaresView(interface.View, frozen=True):
    """What a seat may know: all but the hidden cards of the others."""

    options: LuckySquaresOptions
    stage: Stage
    number: int
    """Which round, from 1; 0 before the first."""
    lead: Seat
    """Who leads the round; -1, which is `CHANCE`, before the first."""
    rolls: int
    """How often both dice have been rolled in this round."""
    squares: Squares
    at_pick: Squares
    """The squares as they were when everyone had picked: in this round, or in the one before."""
    cents: tuple[int, ...]
    pending: tuple[Seat, ...]
    """Who has an action to come this round, in order; the first is acting now."""
    square: Color | None
    """The square that the action Populate is rolled for."""
    pick: Color | None
    """The seat's card; None before the pick, and for a spectator."""
    cards: tuple[Color | None, ...]
    """For each seat its card if that is open, else None."""
    changed: tuple[Seat, ...]
    """Who has changed the pick this round, in seat order."""
    by_seat = ("cents", "cards")

    def is_sound(self, moves: Sequence[Move], log: Sequence[Event]) -> bool:  # noqa: ARG002
        """Somebody leads once the dice are rolled, and a seat that is to act has picked."""
        begins = self.stage in {"first", "roll"}
        asked = self.stage == "act" and self.seat in self.active
        return (begins or self.lead >= 0) and (not asked or self.pick is not None)


_OPEN = (
    *("options", "stage", "number", "lead", "rolls", "squares", "at_pick"),
    *("cents", "pending", "square", "changed"),
)
"""The fields that everyone sees as they are in the state."""


class LuckySquares(interface.State, kw_only=True):
    """A position of Lucky Squares."""

    options: LuckySquaresOptions
    stage: Stage = "first"
    number: int = 0
    lead: Seat = CHANCE
    rolls: int = 0
    squares: Squares = BARE
    at_pick: Squares = BARE
    """The squares when the cards were picked; actions and dice change them since."""
    cents: tuple[int, ...]
    pending: tuple[Seat, ...] = ()
    square: Color | None = None
    picks: tuple[Color | None, ...]
    """For each seat its card, known to its owner alone unless it is open; None before it has picked."""
    changed: tuple[Seat, ...] = ()
    shown: frozenset[Seat] = frozenset()
    """Whose cards are open."""

    def choices(self, seat: Seat) -> Sequence[Move]:
        if self.stage == "pick":
            return _PICKS
        full = [color for color in _BY_NAME if on(self.squares, color)]
        possible: Mapping[type[Move], Iterable[Move]] = {  # sorted as `order` asks
            Change: (move for move in _CHANGES if move.color != self.picks[seat]),
            Forbid: map(Forbid, sorted({*self.pending[1:]} - {seat})),
            Pass: (Pass(),),
            Populate: _POPULATES,
            Reveal: (Reveal(target) for target in range(self.seats) if target not in self.shown),
            Split: (move for color in full if on(self.squares, color) >= 2 for move in _SPLITS[color]),
            Swap: (move for move in _SWAPS if move.squares[0] in full or move.squares[1] in full),
        }
        return [*chain(*(moves for kind, moves in possible.items() if COSTS[kind] <= self.cents[seat]))]

    def outcomes(self) -> Mapping[Move, int]:
        return interface.who_goes_first(self.seats) if self.stage == "first" else DICE[self.stage]

    def occasion(self) -> str:
        """Return what chance draws for; each seat has rolls of its own for the action Populate."""
        if self.stage == "first":
            return "first player"
        seat = f"/seat {self.pending[0]}" if self.stage == "populate" else ""
        return f"round {self.number}/{self.stage}{seat}"

    def fallback(self, seat: Seat) -> Move:  # noqa: ARG002 - it is the same for every seat
        """Pick the first square that has the most coins; pass the action."""
        return Pick(COLORS[self.squares.index(max(self.squares))]) if self.stage == "pick" else Pass()

    def waits_for(self, seat: Seat) -> str:
        picked = self.stage == "pick" and seat in range(self.seats)
        return N_("You have picked: wait for the others.") if picked else super().waits_for(seat)

    def refusal(self, seat: Seat, move: Move) -> IllegalMove | None:
        if self.stage == "pick":
            return None if move in _PICKS else IllegalMove(N_("First pick one of the six squares."))
        if type(move) not in COSTS:
            return IllegalMove(N_("The picks are made: choose an action, or pass."))
        cost, cents = COSTS[type(move)], self.cents[seat]
        if cost > cents:
            too_few = N_("Too few cents: that costs {cost}, and you have {cents}.")
            return IllegalMove(too_few, cost=cost, cents=cents)
        match move:
            case Reveal(target=target) | Forbid(target=target) if target not in range(self.seats):
                return IllegalMove(N_("There is no such player."))
            case Reveal(target=target) if target in self.shown:
                return IllegalMove(N_("That card is open already."))
            case Forbid(target=target) if target == seat:
                return IllegalMove(N_("You cannot forbid yourself an action."))
            case Forbid(target=target) if target not in self.pending[1:]:
                return IllegalMove(N_("That player has no action to come in this round."))
            case Change(color=color) if color == self.picks[seat]:
                return IllegalMove(N_("That is your pick already: change it to another color."))
            case Split(source=source, targets=(first, second)) if len({source, first, second}) < 3:
                return IllegalMove(N_("Split needs three different squares."))
            case Swap(squares=(first, second)) if first == second:
                return IllegalMove(N_("Swap needs two different squares."))
            case Split(targets=pair) | Swap(squares=pair) if pair not in PAIRS:
                return IllegalMove(N_("Name the two squares in their order on the table."))
            case Split(source=source) if on(self.squares, source) < 2:
                return IllegalMove(N_("Split needs at least 2 cents on the square."))
            case Swap(squares=pair) if not any(on(self.squares, color) for color in pair):
                return IllegalMove(N_("Swap needs coins on at least one of the two squares."))
        return None

    def play(self, seat: Seat, move: Move) -> list[Event]:
        match self.stage, move:
            case "first", GoFirst(seat=lead):
                return self._start_round(lead)
            case "roll", Roll(color=color, number=number):
                return self._roll(color, number)
            case "pick", Pick(color=color):
                return self._pick(seat, color)
            case "act", _:
                return self._act(seat, move)
            case "populate", RollNumber(number=number) if self.square:
                populated, self.square = Populate(self.square), None
                return self._acted(populated, number, rolled=number)
            case "ghost", RollColor(color=color):
                return self._show_down(ghost=color)
        raise AssertionError(f"{move} is legal and yet not known")  # pragma: no cover

    def _start_round(self, lead: Seat) -> list[Event]:
        self.number += 1
        self.lead, self.rolls = lead, 0
        self.picks, self.changed, self.shown = (None,) * self.seats, (), frozenset()
        self.stage, self.active = "roll", FOR_CHANCE
        return [RoundStarted(number=self.number, lead=lead)]

    def _roll(self, color: Color, number: int) -> list[Event]:
        self.squares = put(self.squares, color, number)
        self.rolls += 1
        if self.rolls == ROLLS:
            self.stage, self.active = "pick", frozenset(range(self.seats))
        return [Rolled(color=color, number=number)]

    def _pick(self, seat: Seat, color: Color) -> list[Event]:
        """Hold a pick back; the last one makes all of them known and lets the lead player act."""
        self.picks = replaced(self.picks, seat, color)
        self.active -= {seat}
        if self.active:
            return []
        self.at_pick = self.squares  # the lead player acts first, and again at the end
        self.pending = tuple((self.lead + step) % self.seats for step in range(self.seats + 1))
        picked = (Picked(seat=seat, color=color) for seat, color in enumerate(self.picks))
        return [*picked, *self._begin_action()]

    def _begin_action(self) -> list[Event]:
        self.stage, self.active = "act", frozenset(self.pending[:1])
        return [TurnBegan(seat=self.pending[0])]

    def _act(self, seat: Seat, move: Move) -> list[Event]:
        self.cents = increased(self.cents, seat, -COSTS[type(move)])
        came_of_it: dict[str, Any] = {}
        match move:
            case Reveal(target=target):
                self.shown |= {target}
                came_of_it["color"] = self.picks[target]
            case Change(color=color):
                self.picks = replaced(self.picks, seat, color)
                self.changed = tuple(sorted({*self.changed, seat}))
            case Populate(square=square):
                self.stage, self.active, self.square = "populate", FOR_CHANCE, square
                return []
            case Split(source=source):
                came_of_it["moved"] = on(self.squares, source) // 2
            case Forbid(target=target):
                _, *later = self.pending
                later.remove(target)
                self.pending = (seat, *later)
        return self._acted(move, 0, **came_of_it)

    def _acted(self, move: Move, number: int, **came_of_it: Any) -> list[Event]:
        """Move the cents and return what an action did; begin the next one or the showdown."""
        self.squares = after(self.squares, move, number)
        seat, *rest = self.pending
        self.pending = tuple(rest)
        in_secret = isinstance(move, Change) and seat not in self.shown
        event = (ChangedInSecret if in_secret else Acted)(
            seat=seat, action=tag_of(move), cost=COSTS[type(move)], **asdict(move), **came_of_it
        )
        if self.pending:
            return [event, *self._begin_action()]
        if self.options.ghost:
            self.stage, self.active = "ghost", FOR_CHANCE
            return [event]
        return [event, *self._show_down(ghost=None)]

    def _show_down(self, ghost: Color | None) -> list[Event]:
        """Turn up all cards: a seat alone on a square takes its cents; all picked squares are cleared."""
        picks = tuple(pick for pick in self.picks if pick)  # that is everyone
        won = taken(self.squares, picks, ghost)
        shown = Showdown(squares=self.squares, picks=picks, ghost=ghost, taken=won)
        for one in won:
            self.cents = increased(self.cents, one.seat, one.cents)
        self.squares = cleared(self.squares, (*picks, ghost))
        ended, by_laps = RoundEnded(number=self.number, cents=self.cents), self.options.end == "laps"
        if self.number < self.options.laps * self.seats if by_laps else max(self.cents) < self.options.limit:
            return [shown, ended, *self._start_round((self.lead + 1) % self.seats)]
        self.stage = "over"
        return [shown, ended, self.end(interface.leaders(self.cents), self.cents)]

    def view(self, seat: Seat) -> LuckySquaresView:
        return LuckySquaresView(
            **interface.seen_by(self, seat, _OPEN),
            pick=self.picks[seat] if seat >= 0 else None,
            cards=tuple(pick if owner in self.shown else None for owner, pick in enumerate(self.picks)),
        )


def begin(seats: int, options: LuckySquaresOptions) -> LuckySquares:
    """Return the position before the first lead player is drawn."""
    return LuckySquares(seats=seats, options=options, cents=(START_CENTS,) * seats, picks=(None,) * seats)


def imagine(view: LuckySquaresView, rng: Random) -> LuckySquares:
    """Return a position that fits the view; the hidden cards of the others are guessed."""
    return LuckySquares(
        **interface.known_from(view, _OPEN),
        picks=tuple(_imagined_card(view, seat, rng) for seat in range(view.seats)),
        shown=frozenset(seat for seat, card in enumerate(view.cards) if card),
    )


def _imagined_card(view: LuckySquaresView, seat: Seat, rng: Random) -> Color | None:
    if seat == view.seat:
        return view.pick
    not_yet = view.stage in {"first", "roll"} or (view.stage == "pick" and seat in view.active)
    return view.cards[seat] or (None if not_yet else rng.choice(COLORS))


LUCKY_SQUARES = interface.Game(
    key="lucky-squares",
    title="Lucky Squares",
    unit=NN_("{number} cent", "{number} cents"),
    seats=range(3, 7),
    options=LuckySquaresOptions,
    view=LuckySquaresView,
    moves=Pick | Pass | Reveal | Change | Populate | Split | Swap | Forbid,
    chance=GoFirst | Roll | RollNumber | RollColor,
    events=interface.EVENTS | RoundStarted | Rolled | Picked | Acted | Showdown | RoundEnded,
    begin=begin,
    imagine=imagine,
)
