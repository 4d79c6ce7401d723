"""Rows 41 to 43: where a host is, and who says that it is there."""

import os

import pytest

from luckytui.games import GAMES
from net import limits
from tests.faults.lan import Lan
from tests.faults.moving import back_after_a_move
from tests.faults.programs import Computer
from tests.faults.tempo import TEMPO

EVERYTHING = os.environ.get("FAULTS") == "all"
"""Whether there is time for all that may differ; `make faults` takes it."""
GHOSTS = 300 if EVERYTHING else 80


@pytest.mark.parametrize("game", list(GAMES) if EVERYTHING else ["lucky-numbers"])
async def test_fault_41_address_of_the_host_changes(game: str, lan: Lan, computers: list[Computer]) -> None:
    seconds = await back_after_a_move(game, lan, computers)
    assert TEMPO > 1 or max(seconds) < 15


async def test_fault_42_ipv6_alone(lan: Lan, computers: list[Computer]) -> None:
    host, guest, watcher = computers
    lan.take_ipv4()
    table = await host.serve("lucky-numbers", "--seats=2", "--bots=easy", "--pace=0", "--name=six")
    assert table.address.host.startswith("fe80:")
    looking = await watcher.look_around()
    assert await looking.notes("tables") == ["six"]
    joining = await guest.luckytui("join", *table.code_flag, "--autoplay=easy")
    ana = await watcher.play(table, "Ana", "--watch")  # by its address, as the host prints it
    await ana.notes("seat")
    assert await joining.end() == 0, joining
    if EVERYTHING:
        examining = await guest.luckytui("doctor")
        assert await examining.end() == 0, examining
        words = " ".join(" ".join(examining.lines).split())
        assert "It has IPv6 alone" in words
        assert "%eth0 is announced, and found." in words


@pytest.mark.parametrize("kind", ["answering", "silent", "scattered"] if EVERYTHING else ["answering"])
async def test_fault_43_ghosts_hide_nobody(kind: str, computers: list[Computer]) -> None:
    rogue, host, guest = computers
    ghosts = await rogue.haunt(kind, GHOSTS)
    looking = await guest.look_around()
    await looking.until(lambda: len(ghosts.lines) > 1)  # all were announced once
    await host.serve("lucky-numbers", "--seats=2", "--name=real")
    await looking.until(lambda: any("real" in tables for tables in looking.noted("tables")))
    shown = next(tables for tables in looking.noted("tables") if "real" in tables)
    assert shown.index("real") <= limits.ROOMS_IN_FRONT
    if EVERYTHING:
        await ghosts.until(lambda: len(ghosts.lines) > 4)
        browsing = await guest.luckytui("browse", "--seconds=6")
        assert await browsing.end() == 0
        assert any(line.startswith("real:") for line in browsing.lines[: limits.ROOMS_IN_FRONT + 1])
        assert kind != "answering" or "… and 236 more tables there" in browsing.lines
