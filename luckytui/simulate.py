"""Bots among themselves: whole games, as fast as they go, and their records."""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from luckytui.bots import make
from luckytui.games.interface import Game
from luckytui.games.options import Options
from luckytui.table.dealer import chance_of_bot, seed_of_game
from luckytui.table.match import Match
from luckytui.table.record import write


def simulate(
    game: Game, options: Options, seats: int, levels: Sequence[str], games: int, seed: str
) -> Iterator[bytes]:
    """Yield the record of each game as JSON lines.

    The levels are those of the seats in order; where there are fewer, they repeat in turn. Everything
    follows from the arguments, and each game on its own from the seed in its `start` event.
    """
    for number in range(1, games + 1):
        match = play(game, options, list(islice(cycle(levels), seats)), seed_of_game(seed, number))
        yield write(match.record)


def play(game: Game, options: Options, levels: Sequence[str], seed: str) -> Match:
    """Play a game with a bot of the given level at each seat; return the match at its end."""
    names = [f"{level} {seat}" for seat, level in enumerate(levels, 1)]
    match = Match(game, options, names, seed)
    bots = [make(game.key, level, chance_of_bot(seed, seat)) for seat, level in enumerate(levels)]
    while match.prompts:
        seat = min(match.prompts)
        shown = match.view(seat)
        match.submit(seat, shown.prompt, bots[seat].choose(shown.view, shown.moves))
    return match
