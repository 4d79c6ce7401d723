"""The search for tables on the network, in virtual time."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from luckytui.address import Address
from luckytui.client import browse, saved_seats
from luckytui.client.browse import TableListing, look, look_around
from luckytui.client.saved_seats import SavedSeat
from luckytui.text import Sentence, UserError
from net import Found, Info, NetError
from tests.net.virtual import VirtualLoop
from tests.net.wire import until


def found(room: str) -> Found:
    info = Info(
        room=room,
        program="",
        version=1,
        game="lucky-jack",
        name=room,
        host="Ana",
        computer="pc",
        taken=1,
        seats=3,
        status="open",
        code=True,
    )
    return Found("192.0.2.7", 5825, info, bytes(32))


class PlayedBrowser:
    """Finds these rooms, each after this many seconds."""

    def __init__(self, rooms: dict[str, float], problem: NetError | None = None) -> None:
        self.rooms: list[Found] = []
        self.unlisted = {"192.0.2.7": 5}
        self._due = rooms
        self._problem = problem
        self._changed: Callable[[], None] = lambda: None

    def __call__(self, _service: str, changed: Callable[[], None], **_more: Any) -> "PlayedBrowser":
        self._changed = changed
        return self

    async def start(self) -> None:
        if self._problem:
            raise self._problem
        for room, seconds in self._due.items():
            asyncio.get_running_loop().call_later(seconds, self._find, room)

    async def close(self) -> None:
        """Nothing is open."""

    def _find(self, room: str) -> None:
        self.rooms = sorted([*self.rooms, found(room)], key=lambda found: found.info.name)
        self._changed()


def searched(
    monkeypatch: pytest.MonkeyPatch, rooms: dict[str, float], seconds: float = 3.0
) -> tuple[list[str], float]:
    """The rooms that a search finds, and how long it takes."""
    monkeypatch.setattr(browse, "Browser", PlayedBrowser(rooms))
    loop = VirtualLoop()
    tables = loop.run_until_complete(look(seconds))
    took = loop.time()
    loop.close()
    return [table.room for table in tables], round(took, 3)


@pytest.mark.parametrize(
    ("rooms", "took"),
    [
        ({"kitchen": 0.1}, 1.3),
        ({"kitchen": 0.1, "veranda": 0.5}, 1.7),
        ({"kitchen": 0.1, "a slow table": 2.9}, 1.3),
        ({"kitchen": 2.8}, 3.0),
        ({}, 3.0),
    ],
    ids=["one", "two", "one more too late", "late", "none"],
)
def test_a_search_ends_soon_after_the_last_answer(
    rooms: dict[str, float], took: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert searched(monkeypatch, rooms) == ([room for room, due in rooms.items() if due < took], took)


def test_a_network_that_cannot_be_searched_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = NetError("no_discovery", reason="Permission denied")
    monkeypatch.setattr(browse, "Browser", PlayedBrowser({}, problem))
    with pytest.raises(UserError, match="Tables cannot be announced or found"):
        asyncio.run(look(3.0))


async def test_tables_that_keep_a_seat_for_this_player_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = SavedSeat(
        room="veranda",
        name="Ana",
        address=Address("192.0.2.7", 5825),
        token=bytes(32),
        certificate=bytes(32),
        code=None,
    )
    at_another_host = replace(seat, room="kitchen", certificate=bytes([1]) * 32)
    monkeypatch.setattr(saved_seats, "free", lambda: [seat, at_another_host])
    monkeypatch.setattr(browse, "Browser", PlayedBrowser({"attic": 0, "kitchen": 0, "veranda": 0, "yard": 0}))
    shown: list[Sequence[TableListing]] = []
    problems: list[Sentence] = []
    async with look_around(shown.append, problems.append):
        await until(lambda: shown and len(shown[-1]) == 4)
    assert [(table.room, table.mine, table.more) for table in shown[-1]] == [
        ("veranda", True, 0),
        ("attic", False, 0),
        ("kitchen", False, 0),
        ("yard", False, 5),
    ]
    assert problems == []


def test_tables_of_one_name_are_told_apart_by_who_hosts_and_where() -> None:
    table = TableListing(
        "01", "Student's table", "lucky-jack", "open", seats=2, taken=1, host="Mia", computer="pc7"
    )
    assert table.label == "Student's table"
    assert table._replace(has_twin=True).label == "Student's table (Mia on pc7)"
    assert table._replace(has_twin=True, host="").label == "Student's table (on pc7)"
