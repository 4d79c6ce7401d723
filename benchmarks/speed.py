"""How fast the rules are: random play, in moves a second of CPU, beside other programs in the same process.

    make bench

Every move counts, chance's included. Each program plays in turns of half a second, so that a busy machine
slows down all of them alike; the figures are medians. What is not installed (the extra `bench`) is left out.
"""

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from random import Random
from statistics import median
from time import process_time
from typing import Any

from benchmarks.figures import machine
from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, Game

ANCHOR = "OpenSpiel python_tic_tac_toe"
TURNS = 7
SECONDS = 0.5
"""How long a turn lasts at least."""
MOST_MOVES = 3_000
"""Where a game is broken off: players without an aim need not come to an end."""

Play = Callable[[Random], int]
"""Plays a game at random, and returns how many moves it made."""


def ours(game: Game, seats: int) -> Play:
    """Return how a game of ours is played."""

    def play(rng: Random) -> int:
        state, moves = game.new(seats, game.options()), 0
        while state.active and moves < MOST_MOVES:
            seat = min(state.active)
            if seat == CHANCE:
                outcomes = state.outcomes()
                move = rng.choices(list(outcomes), list(outcomes.values()))[0]
            else:
                move = rng.choice(state.moves(seat))
            state.apply(seat, move)
            moves += 1
        return moves

    return play


def open_spiel(name: str) -> Play:
    """Return how a game of OpenSpiel is played, by its own interface."""
    import pyspiel  # noqa: PLC0415 - an extra
    from open_spiel.python import games  # noqa: F401, PLC0415 - registers the games in Python

    game = pyspiel.load_game(name)

    def play(rng: Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, odds)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
        return moves

    return play


def rlcard() -> Play:
    """Return how RLCard's Uno is played."""
    from rlcard.games.uno import Game as Uno  # noqa: PLC0415 - an extra

    def play(rng: Random) -> int:
        game, moves = Uno(), 0
        game.init_game()
        while not game.is_over():
            game.step(rng.choice(game.get_legal_actions()))
            moves += 1
        return moves

    return play


def pettingzoo() -> Play:
    """Return how PettingZoo's Tic-Tac-Toe is played."""
    from pettingzoo.classic import tictactoe_v3  # noqa: PLC0415 - an extra

    env: Any = tictactoe_v3.env()

    def play(rng: Random) -> int:
        env.reset(seed=rng.getrandbits(30))
        moves = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            free = [action for action, legal in enumerate(observation["action_mask"]) if legal]
            env.step(None if terminated or truncated else rng.choice(free))
            moves += not (terminated or truncated)
        return moves

    return play


def players() -> Mapping[str, Play]:
    """Return all that can be played here, by name."""
    found: dict[str, Play] = {}
    if find_spec("pyspiel"):
        found[ANCHOR] = open_spiel("python_tic_tac_toe")
        found["OpenSpiel crazy_eights, C++"] = open_spiel("crazy_eights")
    if find_spec("rlcard"):
        found["RLCard uno"] = rlcard()
    if find_spec("pettingzoo"):
        found["PettingZoo tictactoe_v3"] = pettingzoo()
    for game in GAMES.values():
        for seats in sorted({max(2, game.seats[0]), min(6, game.seats[-1])}):
            found[f"{game.title}, {seats} seats"] = ours(game, seats)
    return found


def speed(play: Play, rng: Random) -> float:
    """Return how many moves a second of CPU are made in one turn."""
    began, moves = process_time(), 0
    while (seconds := process_time() - began) < SECONDS:
        moves += play(rng)
    return moves / seconds


def main() -> None:
    """Print a table, as Markdown."""
    found, rng = players(), Random(1)
    turns = [{name: speed(play, rng) for name, play in found.items()} for _ in range(TURNS)]
    print(f"{machine()}\n\n| program | moves a second | × {ANCHOR} |\n| --- | ---: | ---: |")
    for name in found:
        ratio = f"{median(turn[name] / turn[ANCHOR] for turn in turns):.2f}" if ANCHOR in found else ""
        print(f"| {name} | {median(turn[name] for turn in turns):,.0f} | {ratio} |")


if __name__ == "__main__":
    main()
