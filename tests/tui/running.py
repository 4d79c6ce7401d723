"""What the tests of the screens share: a running app, and doors that lead to shown tables."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from textual.pilot import Pilot

from luckytui.client.session import Session
from luckytui.table.spec import TableSpec
from luckytui.text import Sentence
from luckytui.tui.app import LuckyApp
from luckytui.tui.starts import CodeNeeded, DoorClosed, FoundTable, Start, UnfinishedTable
from screenshots import scenes

KITCHEN = FoundTable(
    "192.0.2.17", 5825, "kitchen table", "lucky-numbers", 1, 4, "open", "00", code=True, mine=False
)

NO_CODE, WRONG_CODE = "This table has a code.", "This is not the table's code."


class Doors:
    """Doors that lead to a shown lobby, to those who know its code if it has one, or are closed."""

    def __init__(
        self, *, closed: bool = False, code: str | None = None, unfinished: Sequence[UnfinishedTable] = ()
    ) -> None:
        self.closed = closed
        self.code = code
        self.left_unfinished = unfinished
        self.opened: list[TableSpec] = []
        self.joined: list[tuple[str, str | None, bool]] = []
        """Where somebody wanted to join, the room, and whether only to watch."""
        self.resumed: list[UnfinishedTable] = []
        self.session = scenes.ShownSession(scenes.lobby("lucky-numbers", owner=True))
        self.changed: Callable[[Sequence[FoundTable]], None] = lambda _: None
        self.failed: Callable[[Sentence], None] = lambda _: None

    def play_alone(self, spec: TableSpec, player: str) -> Session:
        self.opened.append(spec)
        return self.session

    async def host(self, spec: TableSpec, player: str) -> Session:
        self.opened.append(spec)
        return self._session()

    async def join(
        self,
        address: str,
        name: str,
        code: str | None = None,
        *,
        room: str | None = None,
        watch: bool = False,
    ) -> Session:
        self.joined.append((address, room, watch))
        if code != self.code:
            raise CodeNeeded(Sentence(WRONG_CODE if code else NO_CODE))
        return self._session()

    def _session(self) -> Session:
        if self.closed:
            raise DoorClosed(Sentence("Nobody hosts there."))
        return self.session

    def unfinished(self) -> Sequence[UnfinishedTable]:
        return self.left_unfinished

    async def resume(self, table: UnfinishedTable) -> Session:
        self.resumed.append(table)
        return self._session()

    @asynccontextmanager
    async def look_around(
        self, changed: Callable[[Sequence[FoundTable]], None], failed: Callable[[Sentence], None]
    ) -> AsyncIterator[None]:
        self.changed, self.failed = changed, failed
        yield


@asynccontextmanager
async def running(start: Start, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[None]]:
    """Run the app for as long as the context lasts."""
    app = LuckyApp(start)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        yield pilot
        app.exit()


async def settle(pilot: Pilot[None]) -> None:
    """Wait until everything that is under way is on the screen."""
    await pilot.pause()
    await pilot.pause()


def text(pilot: Pilot[None]) -> str:
    """Return what the screen shows."""
    return "\n".join(strip.text.rstrip() for strip in pilot.app.screen._compositor.render_strips())


async def press(pilot: Pilot[None], *keys: str) -> str:
    """Press keys and return the screen."""
    await pilot.press(*keys)
    await settle(pilot)
    return text(pilot)
