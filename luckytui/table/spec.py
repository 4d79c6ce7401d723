"""What a table is, before anyone sits at it: made once from flags or a form, and kept as it is.

Also how structs that are the same at every table are read with the types of one game.
"""

from typing import Any, TypeVar

import msgspec
from msgspec.structs import fields

from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.games.options import Options

_Kind = TypeVar("_Kind", bound=msgspec.Struct)

DEFAULT_PACE = 0.9
"""How many seconds a bot waits before it moves, so that a person can follow."""

TURN_SECONDS = range(5, 601)
"""How many seconds a table may give each player to decide."""

BEST_OF = range(3, 10, 2)
"""Of how many games a series may be the best."""


class GameChoice(msgspec.Struct, frozen=True):
    """Which game is played, and with which options. On the wire these are a map."""

    game: str
    """The game's key."""
    options: Any
    """The game's `Options`; of a game that is not installed here, the map."""

    def __post_init__(self) -> None:
        """Read the options. Raises ValidationError for those of another game."""
        if self.game in GAMES and not isinstance(self.options, Options):
            read = msgspec.convert(self.options, GAMES[self.game].options)
            msgspec.structs.force_setattr(self, "options", read)


class TableSpec(GameChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table: the game, its options, the seats and the bots. JSON for hosts and journals."""

    name: str
    """What the table is called."""
    seats: int
    bots: int = 0
    """How many of the seats bots have from the start: the last ones."""
    levels: tuple[str, ...] = ("normal",)
    """How well these bots play, from the first one on; fewer than bots are repeated."""
    seed: str | None = None
    """What all chance of the first game comes from; None, and later: what the people here make of theirs."""
    pace: float = DEFAULT_PACE
    """How many seconds a bot waits before it moves."""
    turn_seconds: int = 0
    """How many seconds each player may take to decide, where the rules set no limit; 0: no limit."""
    open: bool = False
    """Whether anyone on the network may join without a code."""
    hints: bool = True
    """Whether players may ask their programs for hints."""
    undo: bool = True
    """Whether players may take moves back."""
    best_of: int = 0
    """The first to win more than half of this many games wins the series; 0: there is no series."""

    def __post_init__(self) -> None:
        """Read the options. Raises LookupError with the key of a game that is not known here."""
        if self.game not in GAMES:
            raise LookupError(self.game)
        super().__post_init__()

    @property
    def rules(self) -> Game:
        """The game from the catalogue."""
        return GAMES[self.game]


def wins_series(games: int, best_of: int) -> bool:
    """Return whether this many wins decide the series."""
    return 0 < best_of < 2 * games


def choice_of(options: Options) -> GameChoice:
    """Return the choice of the game that has these options."""
    return GameChoice(next(key for key, game in GAMES.items() if game.options is type(options)), options)


def specialised(kind: type[_Kind], **types: Any) -> type[_Kind]:
    """Return a struct like this one, with other types for some of its fields."""
    # All fields are listed again: otherwise those that are would be written before the others.
    new: Any = msgspec.field
    given = [
        (
            each.name,
            types.get(each.name, each.type),
            new(default=each.default, default_factory=each.default_factory),
        )
        for each in fields(kind)
    ]
    return msgspec.defstruct(kind.__name__, given, bases=(kind,), kw_only=True)  # type: ignore[return-value]
