"""The door in virtual time: strangers, guests and people with seats come and go in any order."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from luckytui.address import Address
from luckytui.client.saved_seats import SavedSeat
from luckytui.door import admission, visits
from luckytui.door.admission import Progress, Stranger
from luckytui.door.guests import SeatBook, Ticket
from luckytui.door.visits import Arrival, Visits
from luckytui.host.door import DoorPorts, DoorRequest
from luckytui.text import UserError
from tests.net.virtual import VirtualLoop

GUESTS, STRANGERS, OF_ONE_ADDRESS = 4, 6, 3
"""How many may be there: far fewer than at a real door, so that these limits are met."""


HOST = Address("127.0.0.1", 1)


def seat_of(name: str) -> SavedSeat:
    return SavedSeat(room="00", name=name, address=HOST, token=name.encode(), certificate=b"", code=None)


class PlayedVisit:
    """An app that needs no thread. Begun by somebody, it may find no place at the table."""

    def __init__(self, visits_: Visits) -> None:
        self.arrival: Arrival | None = None
        self.seat: SavedSeat | None = None
        self.is_leaving = False
        self.is_ready, self.over = asyncio.Event(), asyncio.Event()
        self._visits = cast("Door", visits_)
        asyncio.get_running_loop().call_later(3 * self._visits.chance.random(), self.is_ready.set)

    async def begin(self, ticket: Ticket, _channel: object, arrival: Arrival) -> None:
        self.arrival, self.seat = arrival, ticket.seat
        try:
            await asyncio.sleep(self._visits.chance.random())
        except asyncio.CancelledError:
            self.end()
            raise
        if self._visits.chance.random() < 0.1:
            self.arrival = self.seat = None
            raise UserError("The table is locked.")

    def show_on(self, *_where: object) -> None:
        """There is no screen."""

    def end(self) -> None:
        self.is_leaving = True
        asyncio.get_running_loop().call_later(self._visits.chance.random(), self._ended)

    make_way = end

    def _ended(self) -> None:
        if not self.over.is_set():
            self.over.set()
            self._visits.all.remove(self)  # type: ignore[arg-type]


class Door(Visits):
    """A door with those who come to it, and what must be true of it at any time."""

    def __init__(self, chance: Random, code: str | None, folder: Path) -> None:
        self.chance = chance
        host = Address("127.0.0.1", 1)
        request = DoorRequest(
            host=host,
            certificate=b"",
            secret=b"",
            table_code=None,
            room="",
            bind=None,
            ports=DoorPorts(),
            code=code,
        )
        super().__init__(request, SeatBook(folder / "seats"))
        self.connected: dict[Stranger, asyncio.Task[bool] | None] = {}
        """Whoever is connected and has not come in, and what leads them in."""
        self.evicted: list[Stranger] = []

    def come_to_door(self, address: str) -> Stranger:
        stranger = self.new_stranger(address, lambda: self._evict(stranger))
        self.connected[stranger] = None
        return stranger

    def _evict(self, stranger: Stranger) -> None:
        assert stranger not in self.evicted, "somebody is cut off twice"
        self.evicted.append(stranger)
        self.hang_up(stranger)

    def hang_up(self, stranger: Stranger) -> None:
        coming = self.connected.pop(stranger, None)
        if coming:
            coming.cancel()
        stranger.leave()

    def knows_the_code(self, stranger: Stranger, name: str, *, proved: bool) -> "asyncio.Task[bool]":
        seat = seat_of(name) if proved else None
        ticket = Ticket(name, seat, [])
        arrival = Arrival(stranger.source, name, [], {}, 80, 24, stranger)

        async def come() -> bool:
            try:
                await self.let_in(ticket, cast("Any", None), arrival)
            except UserError:
                return False
            self.connected.pop(stranger, None)
            return True

        coming = self.connected[stranger] = asyncio.ensure_future(come())
        return coming

    def step(self) -> None:
        """Let something happen at the door."""
        address = self.chance.choice(["10.0.0.1", "10.0.0.2", "10.0.0.3", "2001:db8::1", "2001:db8::2"])
        waiting = [each for each, coming in self.connected.items() if coming is None or coming.done()]
        coming = [each for each, task in self.connected.items() if task and not task.done()]
        match self.chance.randrange(8):
            case 0 | 1:
                self.come_to_door(address)
            case 2 | 3 | 4 if waiting:
                stranger = self.chance.choice(waiting)
                stranger.reach(self.chance.choice([Progress.SPOKE, Progress.ASKED, Progress.TYPED]))
                if stranger.progress == Progress.TYPED and stranger in self.connected:
                    name = f"Guest {self.chance.randrange(8)}"
                    self.knows_the_code(stranger, name, proved=self.chance.random() < 0.3)
            case 5 if self.connected:
                self.hang_up(self.chance.choice([*self.connected]))
            case 6 if coming:
                self.hang_up(self.chance.choice(coming))
            case 7 if staying := [visit for visit in self.all if visit.arrival and not visit.is_leaving]:
                self.chance.choice(staying).end()

    def check(self) -> None:
        """These hold at any time."""
        guests = [visit.arrival.stranger for visit in self.all if visit.arrival and not visit.is_leaving]
        assert len(guests) + len(self._waiting) <= GUESTS
        seats = [visit.seat for visit in self.all if visit.seat and not visit.is_leaving]
        assert len({seat.token for seat in seats}) == len(seats), "two apps have one seat"
        assert {*self.strangers.all} <= {*self.connected}, "somebody who is gone counts"
        for progress in Progress:
            equals = [each.source for each in self.strangers.all if each.progress == progress]
            assert len(equals) <= STRANGERS
            assert all(equals.count(source) <= OF_ONE_ADDRESS for source in equals)


async def live(door_of: Callable[[], Door]) -> None:
    door = door_of()
    for _ in range(300):
        typing = {each: each.progress for each in door.strangers.all}
        gone = len(door.evicted)
        before = {each.progress for each in door.strangers.all}
        door.step()
        door.check()
        moved = {each.progress for each in door.strangers.all if typing.get(each) != each.progress}
        for stranger in door.evicted[gone:]:
            assert stranger.progress in before | moved
            assert stranger.progress in moved or stranger not in typing, "only equals make way"
        await asyncio.sleep(door.chance.choice([0.0, 0.0, 0.05, 0.5]))
        door.check()
    for stranger in [*door.connected]:
        door.hang_up(stranger)
    for visit in [*door.all]:
        if visit.arrival:
            visit.end()
    await asyncio.sleep(10.0)
    assert not door._waiting
    assert not door.strangers.all
    assert {*door.all} == {*door._warm}, "an app is lost"
    for _ in range(20):  # the table refuses one of ten
        newcomer = door.come_to_door("10.0.0.9")
        if await door.knows_the_code(newcomer, "Bea", proved=False):
            break
    else:
        raise AssertionError("nobody gets in")
    await asyncio.sleep(5.0)
    await door.close()


@pytest.mark.parametrize("seed", range(20))
def test_the_door_counts_rightly_whoever_comes_and_goes(
    seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(visits, "Visit", PlayedVisit)
    monkeypatch.setattr(visits, "_MOST_GUESTS", GUESTS)
    monkeypatch.setattr(visits, "_MOST_FROM_ONE_ADDRESS", 2)
    monkeypatch.setattr(admission, "MOST", STRANGERS)
    monkeypatch.setattr(admission, "MOST_FROM_ONE_ADDRESS", OF_ONE_ADDRESS)
    loop, wrong = VirtualLoop(order=Random(f"order {seed}")), list[object]()
    loop.set_exception_handler(lambda _loop, context: wrong.append(context))
    code = "384192576" if seed % 2 else None
    try:
        loop.run_until_complete(live(lambda: Door(Random(f"door {seed}"), code, tmp_path)))
    finally:
        loop.stop_all()
    assert wrong == []
