"""The example client in JavaScript plays whole games with a real host, as docs/protocol.md says."""

import asyncio
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from luckytui.games import GAMES
from luckytui.table import exchange
from luckytui.table.record import read, write
from net import Host, Identity, limits
from tests.host.tables import HostedTable, journal_of

CLIENT = Path(__file__).parents[2] / "docs" / "clients" / "luckytui.mjs"
NODE = shutil.which("node")

with_node = pytest.mark.skipif(NODE is None, reason="Node.js is not installed here")


class Script:
    """A run of the client."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, port: int, *more: str, client: Path = CLIENT) -> "Script":
        pipe = asyncio.subprocess.PIPE
        arguments = (str(client), "127.0.0.1", str(port), "Wilma", *more)
        return cls(await asyncio.create_subprocess_exec(NODE or "", *arguments, stdout=pipe, stderr=pipe))

    async def result(self) -> dict[str, Any]:
        out, err = await self._process.communicate()
        assert not err, err.decode()
        result: dict[str, Any] = json.loads(out)
        return result


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES_AT_ONCE", 100_000)
    monkeypatch.setattr(limits, "BYTES_AT_ONCE", 100_000_000)
    monkeypatch.setattr(exchange, "PATIENCE", 30.0)  # nobody is left out on a slow computer


def table_of(game: str) -> HostedTable:
    seats = max(3, GAMES[game].seats[0])
    journal = journal_of(game=game, options=GAMES[game].options(), seats=seats, bots=seats - 1, seed=None)
    return HostedTable(journal)


@with_node
async def test_it_plays_a_whole_game_of_each_kind_with_the_code() -> None:
    tables = [table_of(game) for game in GAMES]
    identity = Identity.new(open=False)
    hosts = [Host([table.room], identity) for table in tables]
    for host in hosts:
        await host.start("127.0.0.1")
    scripts = [await Script.start(host.port, identity.code or "") for host in hosts]
    for table, script in zip(tables, scripts, strict=True):
        result = await script.result()
        assert result["reason"] == "left"
        (record,) = table.records
        assert result["end"]["scores"] == list(record.events[-1].scores)  # type: ignore[attr-defined]
        assert result["fair"], "its value is in the seed, and the host kept what it committed to"
        assert len([*read(write(record))]) == 1
        table.application.close()
    for host in hosts:
        await host.close()


@with_node
async def test_two_of_them_make_the_same_check_words() -> None:
    journal = journal_of(
        game="lucky-squares", options=GAMES["lucky-squares"].options(), seats=3, bots=1, seed=None
    )
    table = HostedTable(journal)
    host = Host([table.room], Identity.new(open=True))
    await host.start("127.0.0.1")
    scripts = [await Script.start(host.port) for _ in range(2)]
    one, other = [await script.result() for script in scripts]
    assert one["words"] == other["words"]
    assert len(one["words"].split()) == 4
    assert one["fair"]
    assert other["fair"]
    table.application.close()
    await host.close()


@with_node
async def test_it_comes_back_to_its_place_when_connections_are_cut() -> None:
    table = table_of("lucky-numbers")
    host = Host([table.room], Identity.new(open=False))
    await host.start("127.0.0.1")
    script = await Script.start(host.port, host.identity.code or "")
    cuts = 0
    while not table.records:
        await asyncio.sleep(0.05)
        for connection in list(host._connections):
            if connection.member and cuts < 8:
                cuts += 1
                connection.abort()
    assert (await script.result())["reason"] == "left"
    assert cuts
    table.application.close()
    await host.close()


@with_node
async def test_it_gets_in_nowhere_with_a_wrong_code() -> None:
    table = table_of("lucky-numbers")
    host = Host([table.room], Identity.new(open=False))
    await host.start("127.0.0.1")
    assert (await (await Script.start(host.port, "000000")).result())["reason"] == "bad_code"
    assert (await (await Script.start(host.port)).result())["reason"] == "code_needed"
    assert not table.room.members
    table.application.close()
    await host.close()


def test_it_is_a_short_example_with_nothing_but_the_standard_library() -> None:
    script = CLIENT.read_text(encoding="utf-8")
    assert len(script.splitlines()) <= 375
    assert all(module.startswith("node:") for module in re.findall(r'from "([^"]+)"', script))
