"""Who gets an app, and when: with apps that are nothing but their places."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from luckytui.address import Address
from luckytui.door import visits
from luckytui.door.guests import SeatBook, Ticket
from luckytui.door.visit import Arrival
from luckytui.door.visits import Visits
from luckytui.host.door import DoorPorts, DoorRequest
from luckytui.text import UserError
from tests.door.test_guests import seat
from tests.net.wire import LOOPBACK, until


class App:
    """What there is of a guest's app without a screen."""

    locked = False

    def __init__(self, _book: object, ended: Callable[[Any], None]) -> None:
        self.ended, self.arrival, self.seat, self.is_leaving = ended, None, None, False
        self.is_ready, self.over = asyncio.Event(), asyncio.Event()

    async def begin(self, _request: object, ticket: Ticket, _channel: object, arrival: Any) -> None:
        if App.locked:
            raise UserError("The table is locked.")
        self.arrival, self.seat = arrival, ticket.seat

    def show_on(self, *_where: object) -> None:
        pass

    def end(self, farewell: str = "") -> None:
        self.is_leaving = True
        if not farewell:
            self.over.set()
            self.ended(self)


class Doorway:
    """A door, and those who come to it."""

    def __init__(self, folder: Path, code: str | None) -> None:
        request = DoorRequest(
            host=Address(LOOPBACK, 1), certificate=b"", secret=b"", table_code=None, room="", bind=None,
            ports=DoorPorts(), code=code,
        )  # fmt: skip
        self.visits = Visits(request, SeatBook(folder / "seats"), warm=1)
        self.seated: list[str] = []

    def comes(self, name: str, address: str = "10.0.0.1", *, proved: bool = False) -> asyncio.Task[None]:
        """Let somebody come who may come in."""
        ticket = Ticket(name, seat(name) if proved else None, [])
        transport = Mock(get_extra_info=lambda name: (address, 1) if name == "peername" else Mock())
        stranger = self.visits.new_stranger(transport)
        arrival = Arrival(address, name, [], {}, 80, 24, stranger)

        async def come() -> None:
            await self.visits.let_in(ticket, None, arrival)  # type: ignore[arg-type]
            self.seated.append(name)

        return asyncio.create_task(come())

    async def app_is_ready(self) -> None:
        """Let the app that starts be ready, once there is one."""
        await until(lambda: any(not app.is_ready.is_set() for app in self.visits.all))
        self.visits.all[-1].is_ready.set()
        for _turn in range(20):  # of the loop, as many as it takes to seat somebody
            await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def _stubs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "Visit", App)
    monkeypatch.setattr(visits, "_REST", 0.0)
    monkeypatch.setattr(visits, "_MOST_GUESTS", 3)
    monkeypatch.setattr(visits, "_MOST_FROM_ONE_ADDRESS", 2)
    monkeypatch.setattr(App, "locked", False)


async def full(task: asyncio.Task[None]) -> bool:
    """Return whether somebody is turned away at once."""
    done, _waiting = await asyncio.wait([task], timeout=0.05)
    return bool(done) and "too many guests" in str(task.exception())


async def test_of_those_who_wait_for_an_app_the_ones_with_a_proved_seat_come_first(tmp_path: Path) -> None:
    door = Doorway(tmp_path, "384192576")
    coming = [door.comes("Ada"), door.comes("Bea"), door.comes("Cem", proved=True)]
    for seated in (["Cem"], ["Cem", "Ada"], ["Cem", "Ada", "Bea"]):
        await door.app_is_ready()
        assert door.seated == seated
    await asyncio.gather(*coming)


async def test_those_who_wait_count_as_guests_and_take_nothing_when_they_hang_up(tmp_path: Path) -> None:
    door = Doorway(tmp_path, "384192576")
    waiting = [door.comes(name) for name in ("Ada", "Bea", "Cem")]
    assert await full(door.comes("Dan"))
    for task in waiting:
        task.cancel()
    dan = door.comes("Dan")
    assert not await full(dan)
    await door.app_is_ready()
    await dan
    assert door.seated == ["Dan"]


async def test_a_watcher_makes_way_for_a_proved_seat_and_nobody_else_does(tmp_path: Path) -> None:
    door = Doorway(tmp_path, "384192576")
    for name in ("Ada", "Wim", "Uma"):
        coming = door.comes(name, proved=name != "Wim")
        await door.app_is_ready()
        await coming
    assert await full(door.comes("Dan"))
    assert not await full(door.comes("Eve", proved=True))
    assert [app.is_leaving for app in door.visits.all] == [False, True, False, False]
    assert await full(door.comes("Fay", proved=True))


@pytest.mark.parametrize(("code", "is_full"), [(None, True), ("384192576", False)])
async def test_a_door_without_code_caps_the_apps(tmp_path: Path, code: str | None, is_full: bool) -> None:
    door = Doorway(tmp_path, code)
    for number in (1, 2):
        door.comes("Eve", f"2001:db8::{number}")
    third = door.comes("Eve", "2001:db8::3")
    assert await full(third) is is_full
    if is_full:
        assert not await full(door.comes("Bea"))
        assert await full(door.comes("Cem"))  # and of all


async def test_an_app_for_which_there_is_no_place_at_the_table_is_the_next_ones(tmp_path: Path) -> None:
    door = Doorway(tmp_path, "384192576")
    App.locked = True
    ada = door.comes("Ada")
    await door.app_is_ready()
    with pytest.raises(UserError, match="locked"):
        await ada
    assert len(door.visits.strangers.all) == 1
    App.locked = False
    await door.comes("Ada")
    assert not [app for app in door.visits.all if app.is_ready.is_set() and not app.arrival]


async def test_two_terminals_that_lead_to_one_seat_at_once_take_one_app(tmp_path: Path) -> None:
    door = Doorway(tmp_path, "384192576")
    coming = [door.comes("Ada", proved=True) for _terminal in range(5)]
    await door.app_is_ready()
    await asyncio.gather(*coming)
    assert [bool(app.arrival) for app in door.visits.all if app.is_ready.is_set()] == [True]
