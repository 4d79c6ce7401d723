"""`luckytui arena`: which bot wins how often."""

import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager

import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Column, Table

from luckytui.cli.game_flags import series_of
from luckytui.lab import arena
from luckytui.lab.simulate import workers
from luckytui.system.processes import cores
from luckytui.text import N_, UserError, _, in_figures, in_percent, in_tenths


def run(given: Namespace) -> int:
    """Let the bots compete, and print how they did."""
    series = series_of(given)
    with _executor(given) as executor:
        games = arena.compete(series, executor)
        shown = sys.stderr.isatty() and not given.json
        progress = track(
            games, "", given.games, console=Console(stderr=True), disable=not shown, transient=True
        )
        played = list(progress)
    scores = arena.scores(played)
    if given.json:
        head = {name: getattr(series, name) for name in ("game", "seats", "games", "seed")}
        print(msgspec.json.encode({**head, "bots": scores}).decode())
    else:
        _print(scores, arena.ratings(played))
    return 0


def _executor(given: Namespace) -> AbstractContextManager[Executor | None]:
    if not given.dask:
        return workers(given.workers or cores())
    try:
        from distributed import Client  # noqa: PLC0415 - an extra

        executor: Executor = Client(given.dask, timeout=10).get_executor()
    except (ImportError, OSError) as error:
        text = N_("The Dask cluster at {address} cannot be used: {why}.")
        raise UserError(text, address=given.dask, why=error) from None
    return executor


def _print(scores: Sequence[arena.BotScore], ratings: Mapping[str, float]) -> None:
    figures = [
        _("games"),
        _("won"),
        _("share"),
        in_percent(0.95),
        _("even"),
        *([_("rating")] if ratings else []),
    ]
    table = Table(_("bot"), *(Column(title, justify="right") for title in figures), box=None)
    for one in scores:
        won = [in_figures(one.games), in_tenths(one.won)]
        rating = [in_tenths(ratings[one.bot])] if ratings else []
        share = [in_percent(one.share, 1), f"{in_percent(one.low, 1)}–{in_percent(one.high, 1)}"]
        table.add_row(one.bot, *won, *share, in_percent(one.even, 1), *rating)
    Console().print(table)
