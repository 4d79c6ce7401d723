"""Lets bots that were made to out-trick `hard` play against two of it in Lucky Squares: even is 33.3 %.

    python -m benchmarks.lucky_squares [--bots NAME …] [--games N] [--think N] [--lessons N] [--seed TEXT]

`Rule` and `Patient` need no search, and about a millisecond for a decision. `Learned` first plays as many
lessons against two `hard`, and finds out what brings most cents in each situation.
"""

import argparse
from collections import defaultdict
from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import ClassVar

from luckytui.bots import make
from luckytui.bots.player import Bot
from luckytui.games.interface import CHANCE, Move, Seat
from luckytui.games.lucky_squares import bots as normal
from luckytui.games.lucky_squares import rules
from luckytui.games.lucky_squares.rules import (
    COLORS,
    LUCKY_SQUARES,
    Color,
    LuckySquares,
    LuckySquaresOptions,
    LuckySquaresView,
)
from luckytui.lab.arena import compete, scores
from luckytui.lab.simulate import Series

_MUCH = 8
"""How many cents on a square make it worth to forbid the lead player's last action."""
_CURIOUS = 6.0
"""How many cents more a choice is hoped to bring that was made once."""


def ranked(view: LuckySquaresView) -> list[Color]:
    """Return the squares, the richest first."""
    return sorted(COLORS, key=lambda color: -rules.on(view.squares, color))


class Rule(Bot):
    """As lead player picks the poorest square, else the second richest; then takes the best single action."""

    def choose(self, view: LuckySquaresView, moves: Sequence[Move]) -> Move:
        if view.stage == "pick":
            return rules.Pick(ranked(view)[-1 if view.lead == view.seat else 1])
        return _best(view, moves)


class Patient(Bot):
    """Waits for its last action, and may forbid that of the lead player while there is much to win."""

    def choose(self, view: LuckySquaresView, moves: Sequence[Move]) -> Move:
        if view.stage == "pick":
            squares = ranked(view)
            return rules.Pick(self._rng.choice(squares[3:] if view.lead == view.seat else squares[:3]))
        if view.seat in view.pending[1:]:
            return rules.Pass()
        forbid = rules.Forbid(view.lead)
        if forbid in moves and max(view.squares) >= _MUCH and self._rng.random() < 1 / 2:
            return forbid
        return _best(view, moves)


def _best(view: LuckySquaresView, moves: Sequence[Move]) -> Move:
    """Return the action that `normal` takes."""
    gains = {move: normal.gain(view, move) for move in moves}
    best = max(moves, key=gains.__getitem__)
    return best if gains[best] > 0 else rules.Pass()


Situation = tuple[str, int, int]
"""What is decided, how many seats act first, and which rank the own square has."""


class Learned(Bot):
    """Chooses a square by its rank, and an action by its kind, as brought most in its lessons."""

    made: ClassVar[defaultdict[tuple[Situation, int], list[float]]] = defaultdict(list)
    """What each choice has brought in each situation: cents, less those of the others on average."""
    lesson: ClassVar[list[tuple[Situation, int]] | None] = None
    """The choices of the lesson's round; None when it does its best."""

    def choose(self, view: LuckySquaresView, moves: Sequence[Move]) -> Move:
        squares, first = ranked(view), (view.seat - view.lead) % view.seats
        if view.stage == "pick":
            return rules.Pick(squares[self._chosen(("pick", first, 0), range(len(squares)))])
        rank = squares.index(view.pick) // 2 if view.pick else 0
        last = "act" if view.seat in view.pending[1:] else "act last"
        kinds = sorted({type(move).__name__ for move in moves})
        names = sorted(kind.__name__ for kind in rules.COSTS)
        kind = names[self._chosen((last, first, rank), [names.index(kind) for kind in kinds])]
        return max(
            (move for move in moves if type(move).__name__ == kind), key=lambda move: normal.gain(view, move)
        )

    def _chosen(self, situation: Situation, choices: Sequence[int]) -> int:
        def hoped(choice: int) -> float:
            brought = self.made[situation, choice]
            if self.lesson is None:
                return sum(brought) / (len(brought) + 2)
            return sum(brought) / len(brought) + _CURIOUS / len(brought) ** 0.5 if brought else float("inf")

        choice = max(choices, key=hoped)
        if self.lesson is not None:
            self.lesson.append((situation, choice))
        return choice


def learn(lessons: int, think: int, seed: str) -> None:
    """Let `Learned` play games against two `hard`, each round a lesson."""
    for number in range(lessons):
        rng, state = Random(f"{seed} lesson {number}"), LUCKY_SQUARES.new(3, LuckySquaresOptions())
        own = number % 3
        players = [
            Learned(rng) if seat == own else make("lucky-squares", "hard", rng, think) for seat in range(3)
        ]
        assert isinstance(state, LuckySquares)  # noqa: S101
        while state.active:
            _play_round(state, players, own, rng)
    Learned.lesson = None


def _play_round(state: LuckySquares, players: Sequence[Bot], own: Seat, rng: Random) -> None:
    Learned.lesson, began, number = [], _ahead(state, own), state.number
    while state.active and state.number <= max(1, number):
        seat = min(state.active)
        if seat == CHANCE:
            outcomes = state.outcomes()
            state.apply(seat, rng.choices([*outcomes], [*outcomes.values()])[0])
        else:
            state.apply(seat, players[seat].choose(state.view(seat), state.moves(seat)))
    for one in Learned.lesson:
        Learned.made[one].append(_ahead(state, own) - began)


def _ahead(state: LuckySquares, own: Seat) -> float:
    others = [cents for seat, cents in enumerate(state.cents) if seat != own]
    return state.cents[own] - sum(others) / len(others)


def main() -> None:
    """Print what each wins, as a table."""
    parser = argparse.ArgumentParser(description="what wins against two `hard` of Lucky Squares")
    parser.add_argument("--bots", nargs="+", default=["Rule", "Patient", "Learned"])
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--think", type=int, default=300)
    parser.add_argument("--lessons", type=int, default=300)
    parser.add_argument("--seed", default="exploit")
    given = parser.parse_args()
    if "Learned" in given.bots:
        learn(given.lessons, given.think, given.seed)
    print("| bot | games | won | 95 % |\n| --- | ---: | ---: | --- |")
    for name in given.bots:
        line_up = [f"{__name__}:{name}" if name in globals() else name, "hard", "hard"]
        series = Series(
            "lucky-squares", LuckySquaresOptions(), 3, line_up, given.games, given.seed, given.think
        )
        score = scores([*compete(series)])[0]
        print(
            f"| {name} | {score.games} | {score.share:.1%} | {score.low:.1%}–{score.high:.1%} |", flush=True
        )


if __name__ == "__main__":
    import_module("benchmarks.lucky_squares").main()  # the bots' own module, so that they know their lessons
