"""Several people at one table, each in front of an app of their own, all in this process."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot

from luckytui.address import Address
from luckytui.client.session import Closed, Log, Refused, SessionEvent, TableChanged
from luckytui.games import GAMES
from luckytui.games.interface import Seat
from luckytui.shown.navigation import AtTable
from luckytui.table.requests import Remove, Request
from luckytui.table.spec import TableSpec
from luckytui.table.table import Table
from luckytui.text import Sentence, UserError
from luckytui.tui.boards.base import BRIEF
from tests.table.played_time import PlayedTime
from tests.tui.running import press, running, settle, text

NAMES = ("Ana", "Ben", "Cem")
ROUNDS = 50
"""How often the apps may come to rest before what is waited for must be there."""


class SharedTable:
    """A table in this process, at which the test lets time pass; the person at seat 0 is the host."""

    def __init__(self, game: str, seats: int, seed: str, **options: Any) -> None:
        self.time = PlayedTime()
        chosen = GAMES[game].options(**options)
        spec = TableSpec(game=game, options=chosen, name="kitchen table", seats=seats, seed=seed)
        self.table = Table(spec, owner=0, time=lambda: self.time, changed=self._tell)  # type: ignore[arg-type, return-value]
        self.places: dict[Seat, Place] = {}

    def _tell(self) -> None:
        for place in self.places.values():
            place.look()


class Place:
    """A session at such a table."""

    code: str | None = None
    address: Address | None = None

    def __init__(self, at: SharedTable, seat: Seat) -> None:
        self.at, self.seat = at, seat
        self.tell: Callable[[SessionEvent], object] = lambda _: None
        self._log = Log()
        at.table.sit(seat, NAMES[seat])

    def open(self, listener: Callable[[SessionEvent], object]) -> None:
        """Tell the listener of the table from now on."""
        self.tell = listener
        self.at.places[self.seat] = self
        self.look()

    def look(self) -> None:
        """Tell what the table is like now, with the events that were told before."""
        self.tell(TableChanged(self._log.complete(self.at.table.view(self.seat, self._log.known))))

    def request(self, request: Request, prompt: int = 0) -> None:
        """Ask the table for something; removing a person is what a host does, not a table."""
        try:
            if isinstance(request, Remove):
                self._remove(NAMES.index(request.name))
            else:
                self.at.table.request(self.seat, request, prompt=prompt)
        except UserError as refusal:
            self.tell(Refused(refusal.reason))

    def _remove(self, seat: Seat) -> None:
        removed = self.at.places.pop(seat)
        self.at.table.stand_up(seat)
        removed.tell(Closed(Sentence("The host removed you from the table.")))

    async def leave(self) -> None:
        """Leave the seat."""
        del self.at.places[self.seat]
        self.at.table.stand_up(self.seat)

    close = leave


class Person:
    """Somebody at the table, and what their app shows."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot

    @property
    def text(self) -> str:
        """What the screen shows."""
        return text(self.pilot)

    @property
    def prompt(self) -> str:
        """What the prompt line says."""
        return self.text.splitlines()[22]

    @property
    def is_over(self) -> bool:
        """Whether the game is over, and its last moment is no more on the board."""
        text = self.text
        is_at_end = "the game is over" in text or "play again" in text
        return is_at_end and "Enter: the results" not in text

    async def press(self, *keys: str) -> str:
        """Press keys, and return the screen when whatever is over in a moment is over."""
        await self.pilot.press(*keys)
        await asyncio.sleep(BRIEF)
        return await press(self.pilot)

    async def sees(self, what: str | Callable[[str], bool]) -> str:
        """Wait until the screen shows a text, or is as wanted; return the screen."""
        for _ in range(ROUNDS):
            await asyncio.sleep(BRIEF)
            await settle(self.pilot)
            shown = self.text
            if what(shown) if callable(what) else what in shown:
                return shown
        raise AssertionError(f"{what!r} did not come; the screen shows:\n{shown}")


@asynccontextmanager
async def together(table: SharedTable) -> AsyncIterator[tuple[Person, ...]]:
    """Give everybody who sits at the table an app, and begin the game by the host's key."""
    async with AsyncExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
            people = []
            for seat in range(table.table.spec.seats):
                start = AtTable(Place(table, seat))
                people.append(Person(await stack.enter_async_context(running(start))))
            await people[0].sees("Everyone is here")
            await people[0].press("enter")
            yield tuple(people)
