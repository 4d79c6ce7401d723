"""Programs in C++ beside the benchmarks, compiled when needed, and the chance that both sides can share."""

import ctypes
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from luckytui.bots.worth import by_chance
from luckytui.games.interface import CHANCE, Move, State


def library(name: str) -> Any:
    """Return a C++ program as a library. Raises CalledProcessError if the compiler (`CXX`, or c++) fails."""
    source = Path(__file__).with_name(f"{name}.cpp")
    changed = max(each.stat().st_mtime_ns for each in source.parent.glob("*.?pp"))
    compiled = Path(tempfile.gettempdir()) / f"{name}-{changed}.so"
    if not compiled.exists():
        part = compiled.with_suffix(f".{os.getpid()}")
        options = ["-O3", "-march=native", "-ffp-contract=off", "-std=c++17", "-shared", "-fPIC"]
        subprocess.run([os.environ.get("CXX", "c++"), *options, "-o", part, source], check=True)  # noqa: S603
        part.rename(compiled)
    return ctypes.CDLL(str(compiled))


def decisions(state: State, rng: Random) -> Iterator[tuple[Any, Sequence[Move]]]:
    """Yield the view and the moves of each decision of a game. The caller makes a move before the next."""
    while state.active:
        if (seat := min(state.active)) == CHANCE:
            state.apply(seat, by_chance(state, rng))
        else:
            yield state.view(seat), state.moves(seat)


def check(name: str, alike: Iterable[bool]) -> None:
    """Print how many decisions a program makes as the bots do; exit if it makes any other."""
    found = [*alike]
    print(f"{sum(found):,} of {len(found):,} decisions are those of the bots")
    if not all(found):
        sys.exit(f"{name}.cpp is not up to date")


class Shifted(Random):
    """A source of chance that is as quickly said in C++ as here: xorshift, seeded by a number.

    A text like "7/2" counts as the sum of its numbers, and a float between 0 and 1 as the number behind it.
    """

    def seed(self, a: Any = 0, version: int = 2) -> None:  # noqa: ARG002 - Python's own
        """Begin with a number."""
        number = sum(map(int, a.split("/"))) if isinstance(a, str) else int(a * 2**53) if a % 1 else int(a)
        mixed = (number + 1) * 0x9E3779B97F4A7C15 % 2**64
        # As in splitmix64: what follows from one seed must tell nothing of what follows from the next.
        for shift, factor in (30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB):
            mixed = (mixed ^ mixed >> shift) * factor % 2**64
        self._state = mixed ^ mixed >> 31 | 1

    def getrandbits(self, k: int, /) -> int:
        """Return the next number, of 53 bits at most."""
        self._state ^= self._state << 13 & 2**64 - 1
        self._state ^= self._state >> 7
        self._state ^= self._state << 17 & 2**64 - 1
        return self._state >> 64 - min(k, 53)

    def random(self) -> float:
        """Return the next number between 0 and 1."""
        return self.getrandbits(53) * 2**-53
