"""Rows 41 to 43: where a host is, and who says that it is there."""

import os

import pytest

from luckytui.games import GAMES
from tests.faults.lan import Lan
from tests.faults.moving import back_after_a_move
from tests.faults.programs import Computer
from tests.faults.tempo import TEMPO

EVERYTHING = os.environ.get("FAULTS") == "all"
"""Whether there is time for all that may differ; `make faults` takes it."""


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
