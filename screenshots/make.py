"""Makes the pictures in this folder, from real seeded games, at 80×24: `make screenshots`."""

import asyncio
import html
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple, cast

from textual.pilot import Pilot

from luckytui.address import Address
from luckytui.games.interface import Sentence
from luckytui.games.lucky_numbers import LuckyNumbersView
from luckytui.sessions.session import Session
from luckytui.table.snapshot import Snapshot
from luckytui.tui.app import LuckyApp
from luckytui.tui.starts import AtTable, Choice, DoorClosed, FoundTable, Home, Start
from screenshots import scenes

FOLDER = Path(__file__).parent
SIZE = (80, 24)

_ADDRESS = Address("192.0.2.17", 5825)
_FOUND = (
    FoundTable("192.0.2.17", 5825, "kitchen table", "lucky-numbers", 1, 4, "open"),
    FoundTable("192.0.2.20", 5825, "Ben's table", "lucky-numbers", 2, 2, "playing"),
)


_NOWHERE = Sentence("This door leads nowhere.")


class _Doors:
    """Doors that show two tables and lead nowhere."""

    def play_alone(self, choice: Choice) -> Session:
        raise DoorClosed(_NOWHERE)

    async def host(self, choice: Choice) -> Session:
        raise DoorClosed(_NOWHERE)

    async def join(self, address: str, name: str) -> Session:
        raise DoorClosed(_NOWHERE)

    @asynccontextmanager
    async def look_around(
        self,
        changed: Callable[[Sequence[FoundTable]], None],
        failed: Callable[[Sentence], None],
    ) -> AsyncIterator[None]:
        changed(_FOUND)
        yield


class Picture(NamedTuple):
    """One picture: the file's name, what to start with, and the keys to press before it is taken."""

    name: str
    start: Callable[[], Start]
    keys: tuple[str, ...] = ()


def _home() -> Start:
    return Home("Ana", _Doors())


def _lucky_numbers(seats: int, events: int) -> Start:
    def holds_a_tile(snapshot: Snapshot) -> bool:
        view = cast("LuckyNumbersView", snapshot.view)
        return scenes.told(snapshot) > events and view.turn == 0 and view.hand > 0

    return AtTable(scenes.ShownSession(scenes.game("lucky-numbers", seats, holds_a_tile)))


def _results() -> Start:
    return AtTable(scenes.ShownSession(scenes.game("lucky-numbers", 4, scenes.over)))


PICTURES = (
    Picture("home", _home),
    Picture("tables-found", _home, ("t",)),
    Picture("set-up", _home, ("o", "down", "down", "down")),
    Picture(
        "lobby", lambda: AtTable(scenes.ShownSession(scenes.lobby("lucky-numbers", owner=True), _ADDRESS))
    ),
    Picture("lucky-numbers-2", lambda: _lucky_numbers(2, 50)),
    Picture("lucky-numbers-4", lambda: _lucky_numbers(4, 120), ("tab",)),
    Picture("lucky-numbers-results", _results),
)


async def take(picture: Picture) -> str:
    """Return a picture as SVG."""
    app = LuckyApp(picture.start())
    async with app.run_test(size=SIZE) as pilot:
        await _settle(pilot)
        for key in picture.keys:
            await pilot.press(key)
            await _settle(pilot)
        svg = app.export_screenshot(title="luckytui")
        app.exit()
    return _without_font(svg)


async def _settle(pilot: Pilot[None]) -> None:
    await pilot.pause()
    await pilot.pause()


def _without_font(svg: str) -> str:
    """Leave the font to whoever looks at it: nothing is to be fetched from anywhere."""
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code", "DejaVu Sans Mono")


def text_of(svg: str) -> list[str]:
    """Return what a picture says, row by row."""
    rows: dict[str, str] = {}
    for row, piece in re.findall(r'<text [^>]* y="([\d.]+)"[^>]*>([^<]*)</text>', svg):
        rows[row] = rows.get(row, "") + html.unescape(piece).replace("\xa0", " ")
    return list(rows.values())


async def main() -> None:
    """Write all pictures."""
    for picture in PICTURES:
        wait: Awaitable[str] = take(picture)
        (FOLDER / f"{picture.name}.svg").write_text(await wait, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
