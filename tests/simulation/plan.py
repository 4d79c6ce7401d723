"""What may happen to a table: the steps of a plan, and the plan that a seed leads to."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, Literal, Union, get_args

import msgspec

from luckytui.games import GAMES

# fmt: off
What = Literal[
    "undo", "pause", "resume", "say", "again", "bot", "no bot",
    "start", "remove", "opt", "lock", "unlock", "nonsense",
]
# fmt: on
PEOPLE: Final = ("Ana", "Bo", "Cy", "Di")
WATCHER: Final = "Wim"


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """The table: how many of its seats are for people and for bots, and who may join."""

    game: str
    people: int
    bots: int = 0
    owned: bool = False
    """Whether it belongs to Ana."""
    code: bool = False
    turn_seconds: int = 0
    once: bool = False
    """Whether the table closes after one game."""
    tables: int = 1
    """How many such tables there are. Everyone sits at all of them."""
    one_host: bool = False
    """Whether one host serves them all; else each table has a host of its own."""

    @property
    def names(self) -> Sequence[str]:
        """Who comes, the watcher last."""
        return *PEOPLE[: self.people], WATCHER


class Play(msgspec.Struct, frozen=True):
    """The player who is asked makes a move, or does something else; this many times in a row."""

    times: int


class Race(msgspec.Struct, frozen=True):
    """All who are asked make a move at once, twice each; the others make one out of turn."""


class Ask(msgspec.Struct, frozen=True):
    """A person asks for something other than a move."""

    person: str
    what: What


class Wait(msgspec.Struct, frozen=True):
    """Time passes, in seconds."""

    seconds: float


class Cut(msgspec.Struct, frozen=True):
    """The connection breaks, and both ends notice."""

    person: str


class Stall(msgspec.Struct, frozen=True):
    """Nothing comes through in these directions, and nobody notices."""

    person: str
    directions: tuple[str, ...]


class Worsen(msgspec.Struct, frozen=True):
    """The connection is slow, and its bytes come in small pieces."""

    person: str
    delay: float
    piece: int


class Flip(msgspec.Struct, frozen=True):
    """One bit changes on the way, the next time that something comes in this direction."""

    person: str
    direction: str


class Heal(msgspec.Struct, frozen=True):
    """The connection works again, and what was held up comes."""

    person: str


class LoseAnswer(msgspec.Struct, frozen=True):
    """What a person does arrives; the answer is lost with the connection."""

    person: str


class Twin(msgspec.Struct, frozen=True):
    """A second program comes with the same token."""

    person: str


class Leave(msgspec.Struct, frozen=True):
    """A person leaves for good."""

    person: str


class Quit(msgspec.Struct, frozen=True):
    """A person's program is killed, or that person's computer loses power."""

    person: str
    power: bool = False


class Come(msgspec.Struct, frozen=True):
    """A person without a program starts one."""

    person: str


class Crash(msgspec.Struct, frozen=True):
    """The host is killed, or its computer loses power, and is started again later."""

    power: bool
    seconds: float


class Restart(msgspec.Struct, frozen=True):
    """The host is stopped in good order, and started again later; perhaps another program has its port."""

    seconds: float
    elsewhere: bool = False


class Move(msgspec.Struct, frozen=True):
    """The host's computer gets another address: its connections are dead, and nobody hears of it."""


class SlowDisk(msgspec.Struct, frozen=True):
    """The disk takes this long to sync from now on."""

    seconds: float


class FullDisk(msgspec.Struct, frozen=True):
    """A disk is full from now on, or has space again: the host's, or a person's."""

    full: bool
    person: str = ""


class BrokenDisk(msgspec.Struct, frozen=True):
    """The disk cannot sync any more. Another computer gets what is on it when the host starts again."""


class Intrude(msgspec.Struct, frozen=True):
    """A stranger sends these bytes: at once (0), after TLS (1), when challenged (2), proven (3) or in (4)."""

    depth: int
    data: bytes


# fmt: off
_OFTEN = {
    Play: 8, Race: 2, Ask: 3, Wait: 6, Cut: 2, Stall: 2, Worsen: 1, Flip: 1, Heal: 5, LoseAnswer: 2, Twin: 1,
    Leave: 0.5, Quit: 1, Come: 2, Crash: 2, Restart: 0.5, Move: 0.5, SlowDisk: 2, FullDisk: 1,
    BrokenDisk: 0.3, Intrude: 1,
}
# fmt: on
Step = Union[tuple(_OFTEN)]  # noqa: UP007 - made here


class Plan(msgspec.Struct, frozen=True):
    """A table, what happens to it, and the seed of everything that chance decides meanwhile."""

    seed: int
    setup: Setup
    steps: Sequence[Step]


def plan_of(seed: int) -> Plan:
    """The plan of this seed. Every plan that can happen is the plan of some seed."""
    chance = Random(f"plan {seed}")
    game = GAMES[chance.choice([*GAMES])]
    people = chance.randint(2, min(4, game.seats[-1]))
    fewest_bots = max(0, game.seats[0] - people)
    setup = Setup(
        game=game.key,
        people=people,
        bots=chance.randint(fewest_bots, max(fewest_bots, min(2, game.seats[-1] - people))),
        owned=(owned := chance.random() < 0.5),
        code=chance.random() < 0.25,
        turn_seconds=chance.choice([0, 0, 0, 30]),
        once=chance.random() < 0.15,
        tables=(tables := chance.choice([1, 1, 1, 1, 2])),
        one_host=tables > 1 and not owned and chance.random() < 0.5,
    )
    # Some worlds are calm and some are not: each has its own idea of what happens often.
    weights = [weight * chance.choice([0, 1, 1, 3]) for weight in _WEIGHTS]
    kinds = [Play, *chance.choices(_KINDS, [weight + 1e-6 for weight in weights], k=chance.randint(0, 40))]
    return Plan(seed, setup, [_step(kind, setup.names, chance) for kind in kinds])


_KINDS, _WEIGHTS = [*_OFTEN], [*_OFTEN.values()]

_WAITS = {0.001: 3, 0.005: 3, 0.05: 3, 1.0: 4, 6.0: 3, 16.0: 3, 60.0: 1, 650.0: 0.5, 7200.0: 0.03}
_WHAT = ("undo", *get_args(What))
_DIRECTIONS = (("to host",), ("to client",), ("to host", "to client"))


def _step(kind: type[Step], names: Sequence[str], chance: Random) -> Step:
    pick, person = chance.choice, chance.choice(names)
    # fmt: off
    made: dict[type[Step], Callable[[], Step]] = {
        Play: lambda: Play(pick([1, 2, 5, 5, 10])),
        Race: Race,
        Ask: lambda: Ask(person, pick(_WHAT)),
        Wait: lambda: Wait(*chance.choices([*_WAITS], [*_WAITS.values()])),
        Stall: lambda: Stall(person, pick(_DIRECTIONS)),
        Worsen: lambda: Worsen(person, pick([0.001, 0.1, 1.0]), pick([1, 7, 7, 100, 100])),
        Crash: lambda: Crash(chance.random() < 0.7, pick([0.0, 0.5, 20.0])),
        Flip: lambda: Flip(person, *pick(_DIRECTIONS[:2])),
        Restart: lambda: Restart(pick([0.0, 0.5, 20.0]), chance.random() < 0.5),
        SlowDisk: lambda: SlowDisk(pick([0.0, 0.01, 0.2, 8.0])),
        FullDisk: lambda: FullDisk(chance.random() < 0.5, pick(["", person])),
        Move: Move,
        Quit: lambda: Quit(person, chance.random() < 0.3),
        BrokenDisk: BrokenDisk,
        Intrude: lambda: Intrude(chance.randrange(5), chance.randbytes(chance.randrange(40))),
    }
    # fmt: on
    return made[kind]() if kind in made else kind(person)  # type: ignore[call-arg]
