"""Games among bots, played as fast as they go, on one or more workers."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import partial
from itertools import cycle, islice
from typing import Any, NamedTuple, TypeVar

from luckytui.bots import make
from luckytui.bots.player import Bot, chosen
from luckytui.games import GAMES
from luckytui.games.interface import Game, Move
from luckytui.games.options import Options
from luckytui.system.processes import in_time
from luckytui.table.dealer import chance_of_bot, seed_of_game
from luckytui.table.match import Match
from luckytui.table.record import write

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")

MOST_SECONDS = 60.0
"""How long a bot may take for a decision; with many iterations that is longer than at a table."""
_AHEAD = 256
"""The most games that are given to an executor before the first of them has ended."""


class Series(NamedTuple):
    """Games among bots. They can be repeated if bots that think have a number of iterations."""

    game: str
    options: Options
    seats: int
    bots: Sequence[str]
    """Who sits at the seats, in order; if they are fewer than the seats, they repeat in turn."""
    games: int
    seed: str
    think: int | None = None

    @property
    def line_up(self) -> tuple[str, ...]:
        """The bot of each seat."""
        return tuple(islice(cycle(self.bots), self.seats))

    def play(self, bots: Sequence[str], seed: str) -> Match:
        """Play one of the games."""
        return play(GAMES[self.game], self.options, bots, seed, self.think)


def simulate(series: Series, executor: Executor | None = None) -> Iterator[bytes]:
    """Yield the record of each game as JSON lines. Each also follows from the seed in its `start` event."""
    seeds = (seed_of_game(series.seed, number) for number in range(1, series.games + 1))
    return in_order(executor, partial(_record, series), seeds)


def in_order(
    executor: Executor | None, job: Callable[[Task], Outcome], tasks: Iterable[Task]
) -> Iterator[Outcome]:
    """Yield what comes of each task, in order. The job must be one that an executor's workers can import.

    Without an executor the tasks are done here, each when its outcome is asked for.
    """
    if executor is None:
        yield from map(job, tasks)
        return
    under_way: deque[Future[Outcome]] = deque()
    for task in tasks:
        under_way.append(executor.submit(job, task))
        if len(under_way) == _AHEAD:
            yield under_way.popleft().result()
    while under_way:
        yield under_way.popleft().result()


@contextmanager
def workers(number: int) -> Iterator[Executor | None]:
    """Give this many processes to play in, or None for one worker, which is this process.

    If the block fails or is interrupted, the processes are stopped in the middle of their games.
    """
    if number == 1:
        yield None
        return
    from multiprocessing import active_children  # noqa: PLC0415 - slow, and a single worker needs none

    from luckytui.system.workers import pool_of  # noqa: PLC0415 - as above

    with pool_of(number) as executor:
        try:
            yield executor
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            for worker in active_children():
                worker.kill()
            raise


def play(game: Game, options: Options, bots: Sequence[str], seed: str, think: int | None = None) -> Match:
    """Play a game with the given bot at each seat; return the match at its end.

    `think` is how many iterations a decision has; without it, it has a second, and the game cannot be
    repeated. A bot that fails, hangs, or does what it may not, has the safe default move made for it.
    """
    match = Match(game, options, [f"{bot} {seat}" for seat, bot in enumerate(bots, 1)], seed)
    players = [make(game.key, bot, chance_of_bot(seed, seat), think) for seat, bot in enumerate(bots)]
    while match.prompts:
        seat = min(match.prompts)
        shown = match.view(seat)
        decide = partial(_decide, players[seat], shown.view, shown.moves)
        move = chosen(match.names[seat], decide, shown.moves)
        if move is None:
            match.submit_fallback(seat)
        else:
            match.submit(seat, shown.prompt, move)
    return match


def _decide(bot: Bot, view: Any, moves: Sequence[Move]) -> Move:
    with in_time(MOST_SECONDS):
        return bot.choose(view, moves)


def _record(series: Series, seed: str) -> bytes:
    return write(series.play(series.line_up, seed).record)
