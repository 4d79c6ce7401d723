"""Rows 27 to 29: a cable that is pulled, and a player's program that is killed or stopped."""

import asyncio
import signal

from tests.faults.lan import Lan
from tests.faults.programs import Computer, Player
from tests.faults.tempo import seconds

FOR_TWO = ("lucky-numbers", "--seats=2", "--once")


async def two_play(computers: list[Computer]) -> tuple[Player, Player]:
    """Let Ana and Ben play on the second and third computer, and wait until they are in the middle of it."""
    host, first, second = computers
    table = await host.serve(*FOR_TWO)
    ana = await first.play(table, "Ana", "--think=0.01")
    await ana.notes("seat")
    ben = await second.play(table, "Ben", "--think=0.01")
    await ben.notes("acked", times=3)
    return ana, ben


async def the_game_ends(*players: Player) -> None:
    """Wait until all have seen the same end of the game, each in the seat that it had from the start."""
    for seat, player in enumerate(players):
        assert await player.end() == 0, player
        assert set(player.noted("seat")) == {seat}
        assert player.noted("over") == players[0].noted("over")
        assert len(player.noted("over")) == 1


async def test_fault_27_cable_of_the_host_pulled_for_5_seconds(lan: Lan, computers: list[Computer]) -> None:
    ana, ben = await two_play(computers)
    lan.pull_cable(1)
    await asyncio.sleep(seconds(5))
    lan.plug_cable(1)
    await the_game_ends(ana, ben)


async def test_fault_28_cable_of_a_player_pulled_for_60_seconds(lan: Lan, computers: list[Computer]) -> None:
    ana, ben = await two_play(computers)
    lan.pull_cable(2)
    await asyncio.sleep(seconds(60))
    assert ana.noted("lost")
    assert ben.noted("here")[-1] == [False, True]
    lan.plug_cable(2)
    await the_game_ends(ana, ben)


async def test_fault_29_client_stopped(computers: list[Computer]) -> None:
    ana, ben = await two_play(computers)
    ana.send(signal.SIGSTOP)
    assert await ben.notes("here", times=2) == [False, True]
    ana.send(signal.SIGCONT)
    await the_game_ends(ana, ben)


async def test_fault_29_client_killed(computers: list[Computer]) -> None:
    host, first, second = computers
    table = await host.serve(*FOR_TWO)
    ben = await second.play(table, "Ben", "--think=0.01")
    await ben.notes("seat")
    join = ("join", table.address, "--as=Ana", "--autoplay=easy")
    ana = await first.luckytui(*join, *table.code_flag)
    await ben.notes("acked", times=3)
    await ana.kill()
    assert await ben.notes("here", times=3) == [True, False]
    ana = await first.luckytui(*join)
    assert await ana.end() == await ben.end() == 0
    assert ben.noted("over")
