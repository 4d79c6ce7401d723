"""What a game is to the rest of the program: seats, moves, events, positions and views.

A game's rules are pure: no clock, no input or output, no randomness, no screen. A position (`State`)
says who may move (`active`), what they may do (`moves`), and what comes of it (`apply`). What chance
decides is a move as well, of the seat `CHANCE`, drawn by the table's dealer when it is revealed and not
before; so a state holds no shuffled pile that could leak, and a list of moves replays a game exactly.

The terms are those of OpenSpiel (state, chance node) and boardgame.io (a view for each player).
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from operator import attrgetter
from random import Random
from string import ascii_lowercase
from typing import Annotated, Any, ClassVar, Self, TypeVar

import msgspec
from msgspec import Meta, Struct

from luckytui.games.options import Options
from luckytui.text import N_, NN_, UserError, plural

T = TypeVar("T")

Seat = Annotated[int, Meta(ge=-2, title="seat")]
"""Seats are numbered clockwise from 0; to the left of a seat sits the next higher number, wrapping."""

POINTS = NN_("{number} point", "{number} points")
"""What a score counts, unless a game says otherwise."""

CHANCE: Seat = -1
"""The seat whose moves the dealer draws."""

FOR_CHANCE = frozenset({CHANCE})
"""Who is active while chance is to move."""

SPECTATOR: Seat = -2
"""A seat that sees what every seat sees, and never moves."""

FORMAT = 3
"""The version of the record format, as the `start` event gives it."""


Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""32 bytes as small hexadecimal digits: a secret, a value, or the SHA-256 of one."""


class IllegalMove(UserError):
    """A move that the rules refuse; nothing has changed."""


def snake_case(name: str) -> str:
    """Return a class's name as records and messages write it: TurnOver is turn_over."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Move(Struct, frozen=True, array_like=True, tag_field="move", tag=snake_case):
    """What a seat, or chance, does. Each game defines its own; a move is a short array when encoded."""

    final: ClassVar[bool] = False
    """Whether it can never be taken back."""


class FinalMove(Move, frozen=True):
    """A move that can never be taken back: it shows a hidden thing, or answers what others are asked too."""

    final = True


class Event(Struct, frozen=True, kw_only=True, tag_field="event", tag=snake_case):
    """Something that happened, in full: what came of a move."""

    private: ClassVar[str | None] = None
    """The field that is None for all but the event's own `seat`; None where all of it is open."""
    by_seat: ClassVar[tuple[str, ...]] = ()
    """The fields with an entry for each seat, unless they are None."""

    def seen_by(self, seat: Seat) -> Self:
        """Return the event as `seat` may know it: what is hidden from it is None."""
        if self.private is None or getattr(self, "seat", None) == seat:
            return self
        return msgspec.structs.replace(self, **{self.private: None})


class Share(Struct, frozen=True, kw_only=True):
    """What one person gave to a game's seed. Without both, that person was left out."""

    seat: Seat
    """`SPECTATOR` for one who watched."""
    name: str
    hash: Hex32 | None = None
    """The SHA-256 of the value, which came before it."""
    value: Hex32 | None = None


class Shares(Struct, frozen=True, kw_only=True):
    """What a game's seed was made of, as docs/fair-play.md says."""

    secret: Hex32
    """The host's."""
    values: tuple[Share, ...]
    """In seat order; then those of watchers."""


class Started(Event, frozen=True, tag="start"):
    """A game begins: the header of its record."""

    game: str
    rules: str
    """The game's package and the version of its rules: `chess 1`."""
    format: int
    id: str
    """Names this one game."""
    played: str | None
    """When it began, in UTC (ISO 8601); None for a simulated game."""
    seats: int
    names: tuple[str, ...]
    options: dict[str, Any]
    seed: str | None
    shares: Shares | None = None
    """What the seed was made of, so that it can be checked; None for one that was chosen."""
    deck: list[Any] | msgspec.UnsetType = msgspec.UNSET
    """The cards in play, in a game where these can be chosen."""

    def seen_by(self, seat: Seat) -> "Started":  # noqa: ARG002
        """Hide the seed, which tells all that is to come. Leave out the deck: the views show the cards."""
        return msgspec.structs.replace(self, seed=None, shares=None, deck=msgspec.UNSET)


class TurnBegan(Event, frozen=True, tag="turn"):
    """It is this seat's turn."""

    seat: Seat


class Ended(Event, frozen=True, tag="end"):
    """The game is over: the seats that share the win, and a score for each seat."""

    by_seat = ("scores",)
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """A move and what came of it: one line of a record."""

    seat: Seat
    move: Move
    events: tuple[Event, ...]
    """Empty for a move that the rules hold back; the move that settles it has the events of all."""


class View(Struct, frozen=True, kw_only=True):
    """What one seat may know of a position: written out field by field, never cut out of a state."""

    seat: Seat
    """Whose view this is; `SPECTATOR` for one who only watches."""
    seats: int
    active: tuple[Seat, ...]
    """Who may move now, in order."""
    options: Options
    """What the game is played by; the view of each game has its own type of them."""
    bulk: ClassVar[str] = ""
    """The field that is most of a large view, and the same object for all seats: hosts encode it once."""
    by_seat: ClassVar[tuple[str, ...]] = ()
    """The fields with an entry for each seat."""

    def is_sound(self, moves: Sequence[Move], log: Sequence[Event]) -> bool:  # noqa: ARG002 - a game looks at it
        """Return whether the view, its moves and its log have all that is looked up in them.

        They may come from a stranger. A lookup that fails in here means no.
        """
        return True


class State(Struct, kw_only=True, dict=True):
    """One position of a game: a mutable record of immutable values, so that a copy is shallow and cheap."""

    seats: int
    active: frozenset[Seat] = FOR_CHANCE
    """Who may move now: one seat, several at once, `{CHANCE}`, or nobody when the game is over."""
    result: Ended | None = None
    """How the game ended; None while it goes on."""

    def moves(self, seat: Seat) -> Sequence[Move]:
        """Return all legal moves of `seat`, in `order` and without duplicates; none for a seat not active.

        They are listed once for each position, and once for all positions that the seat cannot tell apart.
        """
        if seat not in self.active:
            return []
        if seat == CHANCE:
            return list(self.outcomes())
        listed: dict[Seat, Sequence[Move]] = self.__dict__.setdefault("listed", {})
        if seat not in listed:
            listed[seat] = self.choices(seat)
        return listed[seat]

    def apply(self, seat: Seat, move: Move) -> list[Event]:
        """Make the move and return what came of it.

        Raises IllegalMove, and changes nothing, when the rules refuse it.
        """
        if seat not in self.active:
            raise IllegalMove(self.waits_for(seat))
        if seat == CHANCE:
            if move not in self.outcomes():
                raise IllegalMove(N_("Chance cannot bring that."))
        elif refusal := self.refusal(seat, move):
            raise refusal
        listed = self.__dict__.pop("listed", {})
        events = self.play(seat, move)
        if not events:  # it is held back, so others may do what they could before: they must not learn of it
            self.__dict__["listed"] = {one: moves for one, moves in listed.items() if one != seat}
        return events

    def end(self, winners: Iterable[Seat], scores: Iterable[int]) -> Ended:
        """End the game: nobody may move any more."""
        self.active = frozenset()
        self.result = Ended(winners=tuple(winners), scores=tuple(scores))
        return self.result

    def copy(self) -> Self:
        """Return an independent copy."""
        new = copy(self)
        new.__dict__["listed"] = {**self.__dict__.get("listed", {})}
        return new

    def waits_for(self, seat: Seat) -> str:  # noqa: ARG002 - in some games one seat waits for others
        """Say, as a sentence's template, why a seat that is not active may not move."""
        return N_("It is not your turn.") if self.active else N_("The game is over.")

    def clock(self) -> int:
        """Return how many seconds the decisions now open may take; 0: no limit. The table holds the clock."""
        return 0

    @abstractmethod
    def choices(self, seat: Seat) -> Sequence[Move]:
        """Return the legal moves of an active seat, in `order`."""

    @abstractmethod
    def outcomes(self) -> Mapping[Move, int]:
        """Return, where chance is to move, every outcome with its weight (at least 1), in `order`."""

    @abstractmethod
    def occasion(self) -> str:
        """Return, where chance is to move, what it draws for: "round 2/roll".

        The dealer draws each occasion's outcomes on their own. So name it by what everyone must come to, and
        nothing that a player chooses on another occasion changes what is drawn.
        """

    @abstractmethod
    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Make a move that is known to be legal."""

    @abstractmethod
    def refusal(self, seat: Seat, move: Move) -> IllegalMove | None:
        """Say why a move of an active seat is not legal, in words a player understands; None when it is."""

    @abstractmethod
    def view(self, seat: Seat) -> View:
        """Return what `seat` may know."""

    @abstractmethod
    def fallback(self, seat: Seat) -> Move:
        """Return the safe default move of an active seat, for one whose time ran out or who left."""


class Game(Struct, frozen=True, kw_only=True, eq=False):
    """The catalogue's one entry for a game: its names, its types, and how a position is made."""

    key: str
    """Its name on the command line and in a record."""
    version: int = 1
    """That of its rules: raise it when they change, so that no record of before counts as wrong."""
    title: str
    short_title: str = ""
    """What it is called where there is little room; empty: the same."""
    contrary: str = "{game}"
    """The title of games in which the score counts the other way than usually (`Options.lowest_wins`)."""
    unit: tuple[str, str] = POINTS
    """What a score counts; in games in which it counts the other way it is points."""
    seats: range
    options: type[Options]
    view: type[View]
    moves: Any
    """The union of what a seat may do: the type that a move from outside is checked against."""
    chance: Any
    """The union of what chance may do; None where nothing is left to chance."""
    events: Any
    """The union of its events, the common ones included."""
    begin: Callable[[int, Any], State]
    """Makes the first position from the number of seats and the options."""
    imagine: Callable[[Any, Random], State]
    """Makes, from a seat's view, a whole position that this seat cannot tell from the real one."""

    @property
    def rules(self) -> str:
        """What a record says of the rules that it follows."""
        return f"{self.key} {self.version}"

    def is_contrary(self, is_lowest_best: bool) -> bool:
        """Whether the score of a game counts the other way than usually."""
        return self.options().lowest_wins != is_lowest_best

    @property
    def players(self) -> str:
        """For how many players it is: “2–4”."""
        return "–".join(dict.fromkeys(map(str, (self.seats[0], self.seats[-1]))))

    @property
    def for_players(self) -> str:
        """For how many players it is, in words: “2–4 players”."""
        return plural("{players} player", "{players} players", self.seats[-1], players=self.players)

    @property
    def usual_seats(self) -> int:
        """How many play if nobody says so."""
        return max(2, self.seats[0])

    def new(self, seats: int, options: Options) -> State:
        """Return the first position of a game. Raises UserError for a number of seats it is not made for."""
        self.check_seats(seats)
        return self.begin(seats, options)

    def check_seats(self, seats: int) -> None:
        """Raise UserError for a number of seats that the game is not made for."""
        if seats not in self.seats:
            text = N_("{game} is for {players} players, not for {seats}.")
            raise UserError(text, game=self.title, players=self.players, seats=seats)


def order(move: Move) -> tuple[Any, ...]:
    """Return the key that moves are sorted by: their kind, then their fields."""
    return type(move).__name__, *msgspec.structs.astuple(move)


def tag_of(it: Move | Event) -> Any:
    """Return what a record calls this kind of move or event."""
    return type(it).__struct_config__.tag


# ── What the rules of several games have in common ────────────────────────────────────────────────────

EVENTS = Started | TurnBegan | Ended
"""The events of every game that is played in turns."""


class GoFirst(Move, frozen=True):
    """Chance: this seat goes first."""

    seat: Seat


def who_goes_first(seats: int) -> dict[Move, int]:
    """Return the outcomes of drawing who goes first."""
    return {GoFirst(seat): 1 for seat in range(seats)}


def leaders(scores: Sequence[Any]) -> tuple[Seat, ...]:
    """Return the seats with the best score."""
    return tuple(seat for seat, points in enumerate(scores) if points == max(scores))


def replaced(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the row with another value in that place."""
    return (*row[:index], value, *row[index + 1 :])


def increased(row: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    """Return the row with one number increased."""
    return (*row[:index], row[index] + by, *row[index + 1 :])


def cell_name(cell: tuple[int, int]) -> str:
    """Return what a player calls a cell (row, column): a1 is at the top left, b1 to its right."""
    row, column = cell
    return f"{ascii_lowercase[column]}{row + 1}"


def seen_by(state: State, seat: Seat, names: Sequence[str]) -> dict[str, Any]:
    """Return the fields that every view has, and those with these names, which everyone may see."""
    alike = zip(names, attrgetter(*names)(state), strict=True)
    return dict(alike, seat=seat, seats=state.seats, active=tuple(sorted(state.active)))


def known_from(view: View, names: Iterable[str]) -> dict[str, Any]:
    """Return the fields of a state that can be read off any view: the reverse of `seen_by`."""
    alike = {name: getattr(view, name) for name in names}
    return {"seats": view.seats, "active": frozenset(view.active), **alike}
