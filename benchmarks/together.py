"""How soon the others see a step of the one who leads a review.

    .venv/bin/python -m benchmarks.together [--steps N]

A host in a process of its own serves a table of four over TLS; four apps without a terminal sit at it, all in
this process and loop. After a game one leads a review: the time is from the key's action until the last of
the other three screens shows the step.
"""

import argparse
import asyncio
import os
from collections.abc import Callable
from contextlib import AsyncExitStack
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from textual.pilot import Pilot

from benchmarks.figures import HEAD, machine, row
from luckytui import access
from luckytui.bots import make
from luckytui.client.remote import reach
from luckytui.games.lucky_numbers import LuckyNumbersOptions
from luckytui.table.requests import Act, Start
from luckytui.table.spec import TableSpec
from luckytui.tui.app import LuckyApp
from luckytui.tui.navigation import AtTable
from luckytui.tui.screens.results import ResultsScreen
from luckytui.tui.screens.review import ReviewScreen

_SEATS = 4
_LOOPBACK = "127.0.0.1"


async def _until(holds: Callable[[], bool]) -> None:
    while not holds():  # noqa: ASYNC110 - nothing on the way is changed for the measuring
        await asyncio.sleep(0.001)


async def _play(apps: list[LuckyApp]) -> None:
    """Let the four play a game by the moves of a bot."""
    bot, answered = make("lucky-numbers", "normal", Random(1)), dict[int, int]()
    while True:
        for seat, app in enumerate(apps):
            table = app._table  # noqa: SLF001 - faster than by keys
            match = table.table_view.match if table and table.table_view else None
            if table and table.record:
                return
            if table and match and match.prompt and match.prompt != answered.get(seat):
                answered[seat] = match.prompt
                table.session.request(Act(bot.choose(match.view, match.moves)), match.prompt)
        await asyncio.sleep(0.01)


def _place(app: LuckyApp) -> int:
    return app.screen._review.place if isinstance(app.screen, ReviewScreen) else -1  # noqa: SLF001


async def _lead(pilots: list[Pilot[None]], apps: list[LuckyApp], steps: int) -> list[float]:
    await _until(lambda: all(app._table and app._table.record for app in apps))  # noqa: SLF001
    for pilot, app in zip(pilots, apps, strict=True):
        while not isinstance(app.screen, ResultsScreen):
            await pilot.press("escape")
            await asyncio.sleep(0.2)
    await pilots[0].press("v")
    await _until(lambda: _place(apps[0]) == 0)
    await pilots[0].press("f")
    await _until(lambda: all(_place(app) == 0 for app in apps))
    seconds = []
    for step in range(steps):
        by = 1 if step % 40 < 20 else -1
        place, start = _place(apps[0]) + by, perf_counter()
        await apps[0].run_action(f"screen.step({by})")  # the pilot's own key waits for the screen to rest
        await _until(lambda place=place: all(_place(app) == place for app in apps))  # type: ignore[misc]
        seconds.append(perf_counter() - start)
    return seconds


async def _main(steps: int) -> None:
    spec = TableSpec(
        game="lucky-numbers", options=LuckyNumbersOptions(), name="four", seats=_SEATS, open=True, pace=0
    )
    owner = await access.host(spec, "Ana", bind=_LOOPBACK, port=0)
    address = owner.address
    assert address  # noqa: S101 - a hosted table has one
    others = [await reach(address, name=name) for name in ("Ben", "Cem", "Dora")]
    async with AsyncExitStack() as stack:
        apps, pilots = [], []
        for session in (owner, *others):
            apps.append(LuckyApp(AtTable(session)))
            pilots.append(await stack.enter_async_context(apps[-1].run_test(size=(80, 24))))
        await _until(lambda: all(app._table and app._table.table_view for app in apps))  # noqa: SLF001
        await asyncio.sleep(1)
        owner.request(Start())
        await _play(apps)
        print(f"{machine()}\n\n{HEAD}")
        seconds = await _lead(pilots, apps, steps)
        print(row("from the leader's key to the last of three screens", seconds))
        print(f"The worst of {steps}: {1000 * max(seconds):.0f} ms.")
        await owner.leave()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=200)
    with TemporaryDirectory() as home:
        os.environ |= {"XDG_STATE_HOME": home, "XDG_DATA_HOME": home, "LUCKYTUI_INTERFACES": _LOOPBACK}
        asyncio.run(_main(parser.parse_args().steps))
