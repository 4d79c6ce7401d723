"""The ways to a table from the home screen, on the loopback network."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from luckytui.address import Address
from luckytui.cli import access, network_access
from luckytui.cli.access import look_around
from luckytui.client.listing import TableListing
from luckytui.client.session import Session, SessionEvent, TableChanged
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from luckytui.host.launch import Launched, launch
from luckytui.shown.navigation import JoinTarget, target_of
from luckytui.table.spec import TableSpec
from luckytui.table.views import TableView
from luckytui.text import CodeNeeded, Sentence, UserError
from net import Browser, NetError


def spec(name: str = "table", bots: int = 0) -> TableSpec:
    return TableSpec(
        game="lucky-numbers",
        options=LuckyNumbersOptions(bruno=True),
        name=name,
        seats=3,
        bots=bots,
        levels=("easy",),
        pace=0.0,
    )


async def first_table_view(session: Session) -> TableView:
    table_view: asyncio.Future[TableView] = asyncio.get_running_loop().create_future()

    def hear(told: SessionEvent) -> None:
        if isinstance(told, TableChanged) and not table_view.done():
            table_view.set_result(told.table_view)

    session.open(hear)
    return await table_view


class Views:
    """What a session shows, as it comes."""

    def __init__(self, session: Session) -> None:
        self._table_view: TableView | None = None
        self._news = asyncio.Event()
        session.open(self._hear)

    def _hear(self, told: SessionEvent) -> None:
        if isinstance(told, TableChanged):
            self._table_view = told.table_view
            self._news.set()

    async def first(self, wanted: Callable[[TableView], bool]) -> TableView:
        """Wait for a view that is as wanted."""
        while self._table_view is None or not wanted(self._table_view):
            self._news.clear()
            await self._news.wait()
        return self._table_view


async def test_alone_with_bots() -> None:
    session = access.play_alone(spec(bots=2), "Ana")
    assert session.address is None
    table_view = await first_table_view(session)
    assert [(occupant.kind, occupant.level) for occupant in table_view.occupants] == [
        ("person", ""),
        ("bot", "easy"),
        ("bot", "easy"),
    ]
    assert table_view.options == LuckyNumbersOptions(bruno=True)
    await session.close()


async def test_a_hosted_table_is_found_and_joined_by_others() -> None:
    name = f"zz {secrets.token_hex(4)}"  # others may have tables on this machine
    found: asyncio.Future[TableListing] = asyncio.get_running_loop().create_future()

    def changed(tables: Sequence[TableListing]) -> None:
        for table in tables:
            if table.name == name and table.taken == 1 and not found.done():
                found.set_result(table)

    hosted = await access.host(spec(name), "Ana")
    table_view = await first_table_view(hosted)
    assert table_view.owner
    assert table_view.options == LuckyNumbersOptions(bruno=True)
    async with look_around(changed, lambda problem: pytest.fail(str(problem))):
        table = await found
    assert hosted.address
    found_at = Address("127.0.0.1", hosted.address.port)
    assert table == TableListing(
        table.room,
        name,
        "lucky-numbers",
        "open",
        seats=3,
        taken=1,
        address=found_at,
        code=True,
        host="Ana",
        computer=table.computer,
    )
    target = target_of(table)
    with pytest.raises(CodeNeeded, match="This table has a code"):
        await access.join(target, "Ben")
    for wrong in ("000-000", "no code"):
        with pytest.raises(CodeNeeded, match="This is not the table's code"):
            await access.join(target._replace(code=wrong), "Ben")
    joined = await access.join(target._replace(code=hosted.code.lower()), "Ben")
    assert joined.code == hosted.code
    table_view = await first_table_view(joined)
    assert [occupant.name for occupant in table_view.occupants] == ["Ana", "Ben", ""]
    await joined.leave()
    await hosted.leave()


async def test_a_table_of_a_killed_host_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    launches: list[Launched] = []

    def launch_(opening: Any, _door: object) -> Launched:
        launches.append(launch(opening))
        return launches[-1]

    monkeypatch.setattr(network_access, "launch", launch_)
    hosted = await access.host(spec("kitchen"), "Ana", port=0)
    await first_table_view(hosted)
    joined = await access.join(JoinTarget(str(hosted.address), "kitchen", code=hosted.code), "Ben")
    await first_table_view(joined)
    assert access.unfinished() == []
    assert [table.header.table.name for table in access.own_tables(running=True)] == ["kitchen"]
    (launched,) = launches
    launched.process.kill()
    launched.process.wait()
    await hosted.leave()  # the host cannot be told, so the seat is held
    (table,) = access.unfinished()
    assert (table.game, table.name, table.players) == ("lucky-numbers", "kitchen", ("Ana", "Ben"))
    resumed = await access.resume(table.room)
    assert (resumed.address, resumed.code) == (hosted.address, hosted.code)
    views = Views(resumed)
    table_view = await views.first(lambda table_view: all(occupant.here for occupant in table_view.occupants))
    assert table_view.owner
    assert [occupant.name for occupant in table_view.occupants] == ["Ana", "Ben", ""]
    with pytest.raises(UserError, match="is still running"):
        await access.resume(table.room)
    await joined.leave()
    await resumed.leave()


async def test_a_network_that_cannot_be_searched_is_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def start(_browser: Browser) -> None:
        raise NetError("no_discovery", reason="Permission denied")

    monkeypatch.setattr(Browser, "start", start)
    problems: list[Sentence] = []
    async with look_around(lambda _: None, problems.append):
        pass
    (problem,) = problems
    assert str(problem).startswith("Tables cannot be announced or found on this network")
