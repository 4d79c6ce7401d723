"""Rows 34 to 38: tables that are found on a network, or not."""

import asyncio
import json

from net import limits
from tests.faults.lan import Lan
from tests.faults.programs import Computer, Player, Table
from tests.faults.tempo import within

TABLE = ("lucky-numbers", "--seats=2", "--name=kitchen table")


POINTER = "HOST:PORT"
"""What stands in a sentence that tells how to join by address."""


async def what_join_says(computer: Computer, *where: object) -> str:
    """What `luckytui join` says that cannot join."""
    joining = await computer.luckytui("join", *where, "--autoplay=easy")
    assert await joining.end() == 1, joining
    return joining.complaints


async def plays_a_game(computer: Computer, table: Table) -> bool:
    """Whether somebody who was told the address can join and play to the end."""
    ana = await computer.play(table, "Ana")
    return await ana.end() == 0 and len(ana.noted("over")) == 1


def looks_in_vain(looking: Player) -> int:
    """How often a table on the list did not answer before it was taken off."""
    *_, listed, hidden = [number for number, line in enumerate(looking.lines) if "tables" in line]
    asked = [json.loads(line).get("asked", (None, True)) for line in looking.lines[listed:hidden]]
    return sum(not answered for _, answered in asked)


async def test_fault_34_no_network(lan: Lan, computers: list[Computer]) -> None:
    alone, *_ = computers
    lan.take_network(1)
    assert POINTER in await what_join_says(alone)
    table = await alone.serve(*TABLE, "--bots=normal", "--pace=0", "--once")
    assert await plays_a_game(alone, table)


async def test_fault_34_no_multicast(lan: Lan, computers: list[Computer]) -> None:
    host, guest, _ = computers
    lan.lose_multicast()
    table = await host.serve(*TABLE, "--bots=normal", "--pace=0", "--once")
    assert POINTER in await what_join_says(guest)
    assert await plays_a_game(guest, table)


async def test_fault_35_two_rooms_of_one_name(computers: list[Computer]) -> None:
    first, second, guest = computers
    looking = await guest.look_around()
    await first.serve(*TABLE)
    assert await looking.notes("tables") == ["kitchen table"]
    await second.serve(*TABLE)
    assert await looking.notes("tables", times=2) == ["kitchen table", "kitchen table"]


async def test_fault_36_client_isolation(lan: Lan, computers: list[Computer]) -> None:
    host, guest, _ = computers
    lan.isolate()
    table = await host.serve(*TABLE)
    said, said_of_the_address = await asyncio.gather(
        what_join_says(guest), what_join_says(guest, table.address)
    )
    assert "No table was found" in said
    assert POINTER in said
    assert f"{host.address} cannot be reached" in said_of_the_address


async def test_fault_37_ghost_of_a_killed_host(computers: list[Computer]) -> None:
    host, guest, _ = computers
    table = await host.serve(*TABLE)
    looking = await guest.look_around()
    assert await looking.notes("tables") == ["kitchen table"]
    with within(5):
        await table.kill()
        assert await looking.notes("tables", times=2) == []
    assert looks_in_vain(looking) == 1


async def test_fault_37_ghost_of_a_host_that_lost_its_network(lan: Lan, computers: list[Computer]) -> None:
    host, guest, _ = computers
    await host.serve(*TABLE)
    looking = await guest.look_around()
    assert await looking.notes("tables") == ["kitchen table"]
    with within(5):
        lan.pull_cable(1)
        assert await looking.notes("tables", times=2) == []
    assert looks_in_vain(looking) == 1


def test_fault_37_one_look_in_vain_is_over_in_5_seconds() -> None:
    assert limits.RECHECK + limits.PEEK < 5


async def test_fault_38_names_and_properties_with_escape_codes(computers: list[Computer]) -> None:
    rogue, host, guest = computers
    liar = await rogue.rogue("lucky-numbers", "--name=\x1b[2J\x1b]0;mine\x07kitchen\r\ntable\u202e")
    await host.serve("lucky-numbers", "--name=attic")
    browsing = await guest.luckytui("browse", "--seconds=2")
    assert await browsing.end() == 0
    assert [line.partition(":")[0] for line in browsing.lines] == ["[2J]0;minekitchen table", "attic"]
    assert "".join(browsing.lines).isprintable()
    assert not liar.complaints
