"""What may happen to a host and its people: the steps of a plan, and any plan that can be made of them."""

from typing import Final

import msgspec
from hypothesis import strategies as st

PEOPLE: Final = ("Ana", "Bo", "Cy", "Di", "Wim")
"""Who is there; the last one watches."""


class Play(msgspec.Struct, frozen=True):
    """A person makes moves: either they count however late they come, or they race with those of others."""

    person: str
    moves: int
    racing: bool


class Wait(msgspec.Struct, frozen=True):
    """Time passes, in seconds."""

    seconds: float


class Cut(msgspec.Struct, frozen=True):
    """The connection breaks, and both ends notice."""

    person: str


class Stall(msgspec.Struct, frozen=True):
    """Nothing comes through in these directions, and nobody notices. The client does not read."""

    person: str
    directions: tuple[str, ...]


class Worsen(msgspec.Struct, frozen=True):
    """The connection is slow, and its bytes come in small pieces."""

    person: str
    delay: float
    piece: int


class Heal(msgspec.Struct, frozen=True):
    """The connection works again, and what was held up comes."""

    person: str


class LoseAnswer(msgspec.Struct, frozen=True):
    """A move arrives; its answer is lost with the connection."""

    person: str


class Twin(msgspec.Struct, frozen=True):
    """A second client comes with the same token."""

    person: str


class Leave(msgspec.Struct, frozen=True):
    """A person leaves for good."""

    person: str


class Come(msgspec.Struct, frozen=True):
    """A person for whom it is over comes again."""

    person: str


class Crash(msgspec.Struct, frozen=True):
    """The host is killed, and started again later; of what was on its way to the disk, so much arrived."""

    arrived: int
    seconds: float


class SlowDisk(msgspec.Struct, frozen=True):
    """The disk takes this long from now on."""

    seconds: float


class Intrude(msgspec.Struct, frozen=True):
    """A stranger sends these bytes: at once (0), after TLS (1), when challenged (2), proven (3) or in (4)."""

    depth: int
    data: bytes


Step = (
    Play | Wait | Cut | Stall | Worsen | Heal | LoseAnswer | Twin | Leave | Come | Crash | SlowDisk | Intrude
)


def plans(longest_wait: float) -> st.SearchStrategy[list[Step]]:
    """Any course of events; short and long ones alike."""
    step = _step(longest_wait)
    return st.integers(0, 40).flatmap(lambda steps: st.lists(step, min_size=steps, max_size=steps))


def _step(longest_wait: float) -> st.SearchStrategy[Step]:
    person = st.sampled_from(PEOPLE)
    direction = st.sampled_from([("to host",), ("to client",), ("to host", "to client")])
    waits = [
        seconds for seconds in (0.001, 0.005, 0.05, 1.0, 6.0, 16.0, 650.0, 7200.0) if seconds <= longest_wait
    ]
    play = st.builds(Play, person, st.integers(1, 5), st.booleans())
    wait = st.builds(Wait, st.sampled_from(waits))
    heal = st.builds(Heal, person)
    # Nothing is disturbed where nothing goes on: so most of the time people play, and lines heal.
    return st.one_of(
        play,
        play,
        play,
        wait,
        wait,
        heal,
        heal,
        st.builds(Cut, person),
        st.builds(Stall, person, direction),
        st.builds(Worsen, person, st.sampled_from([0.001, 0.1, 1.0]), st.sampled_from([1, 7, 100])),
        st.builds(LoseAnswer, person),
        st.builds(Twin, person),
        st.builds(Leave, person),
        st.builds(Come, person),
        st.builds(Come, person),
        st.builds(Crash, st.integers(0, 3), st.sampled_from([0.5, 20.0])),
        st.builds(SlowDisk, st.sampled_from([0.0, 0.2, 8.0])),
        st.builds(Intrude, st.integers(0, 4), st.binary(max_size=40)),
    )
