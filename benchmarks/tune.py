"""Finds the bots' weights (`bots` in a game's weights.toml) again: `python -m benchmarks.tune GAME`.

The evolution strategy CMA (the package `cma`) proposes weights, beginning with the present ones. One bot
plays by them, and all others by the present ones, on the same deals for every proposal of a step, with the
seats rotated. What the search ends with then plays on other deals. Numbers without a decimal point are not
tuned: they count something, or are certain.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import partial
from importlib import import_module
from math import exp
from typing import Any
from unittest.mock import patch

from luckytui.games import GAMES, PACKS, data
from luckytui.lab.arena import BotScore, compete, scores
from luckytui.lab.simulate import Series, in_order, workers

Path = tuple[str | int, ...]
"""Where a weight is in a game's table."""
Weights = dict[str, Any]
"""The table of a game."""


def paths(weights: Any, above: Path = ()) -> Iterator[Path]:
    """Yield where the weights are that can be tuned."""
    if isinstance(weights, float):
        yield above
    elif isinstance(weights, dict | list):
        for name, part in weights.items() if isinstance(weights, dict) else enumerate(weights):
            yield from paths(part, (*above, name))


def scaled(weights: Weights, where: Sequence[Path], logs: Sequence[float]) -> Weights:
    """Return weights, each multiplied by the exponential of its own number."""
    weights = deepcopy(weights)
    for path, number in zip(where, logs, strict=True):
        part: Any = weights
        for name in path[:-1]:
            part = part[name]
        part[path[-1]] *= exp(number)
    return weights


def install(game: str, weights: Weights) -> None:
    """Load a game's bots once more, as the module `candidate`: they play by these weights."""
    package = PACKS[game].package
    import_module(f"{package}.hard")
    parts = (f"{package}.{part}" for part in ("bots", "hands", "network", "solver", "hard"))
    present = {name: sys.modules.pop(name) for name in parts if name in sys.modules}
    with patch.dict(data(game, "weights.toml")["bots"], weights):
        copy: Any = import_module(f"{package}.bots")
        copy.HardBot = import_module(f"{package}.hard").HardBot
    sys.modules.update(present, candidate=copy)
    for name, part in present.items():
        setattr(import_module(package), name.rpartition(".")[2], part)


def played(series: Series, weights: Weights) -> BotScore:
    """Play the games of a series, in which the bot of the first seat has these weights; return how it did."""
    install(series.game, weights)
    name = f"candidate:{series.bots[0].title()}Bot"
    return scores([*compete(series._replace(bots=(name, *series.bots[1:])))])[0]


def main(arguments: Sequence[str]) -> None:
    """Print the weights that were found, and how they do against the present ones."""
    import cma  # noqa: PLC0415 - an extra

    parser = argparse.ArgumentParser(description="find the weights of the bots")
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--bot", choices=["normal", "hard"], default="normal")
    parser.add_argument("--weights", nargs="+", help="which (default: all)")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=100, help="for each proposal")
    parser.add_argument("--steps", type=int, default=20, help="of the evolution")
    parser.add_argument("--check", type=int, default=1000, help="games with what was found")
    parser.add_argument("--think", type=int, default=48)
    parser.add_argument("--seed", default="tune")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args(arguments)
    game = GAMES[given.game]
    series = Series(
        game.key, game.options(), given.seats, [given.bot] * given.seats, given.games, "", given.think
    )
    present = data(game.key, "weights.toml")["bots"]
    where = [path for path in paths(present) if not given.weights or path[0] in given.weights]
    search = cma.CMAEvolutionStrategy([0.0] * len(where), 0.2, {"seed": 1, "verbose": -9})
    with workers(given.workers) as executor:
        for step in range(1, given.steps + 1):
            proposals, common = search.ask(), series._replace(seed=f"{given.seed} {step}")
            done = [
                *in_order(executor, partial(played, common), (scaled(present, where, p) for p in proposals))
            ]
            search.tell(proposals, [-score.share for score in done])
            print(f"step {step}: {max(score.share for score in done):.1%} at best", flush=True)
    found = scaled(present, where, search.result.xfavorite)
    score = played(series._replace(games=given.check, seed=f"{given.seed} check"), found)
    print({name: found[name] for name in dict.fromkeys(str(path[0]) for path in where)})
    print(
        f"{score.share:.1%} ({score.low:.1%}–{score.high:.1%}) of {score.games} games; even: {score.even:.1%}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
