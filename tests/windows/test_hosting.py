"""Tables that are hosted on Windows and joined from Linux, and the other way round."""

import asyncio
import json
from functools import partial
from typing import Any, cast

import aiohttp
import pytest

from luckytui.address import parse
from luckytui.games import GAMES
from tests.door.doors import OpenDoor, by_ssh, by_web
from tests.windows.computers import ONLY_HERE, Computer, Hosted, windows_path

_ASKED = "What do you do"
"""What lines end with when it is your turn."""


@pytest.mark.parametrize("game", GAMES)
def test_a_game_outlives_its_host(game: str, here: Computer, there: Computer) -> None:
    """Two play from Linux; the host is killed in the middle of the game, and resumes its table."""
    seats = max(2, GAMES[game].seats[0])
    record = here.state.parent / "record.jsonl"
    here.state.parent.mkdir()
    flags = (f"--record={windows_path(record)}",)
    table = here.serve(game, *ONLY_HERE, f"--seats={seats}", *flags)
    bots = [there.autoplay(table, name) for name in ("Ben", "Cem", "Dora")[: seats - 1]]
    slow = there.join(table, "Ana", "--plain")
    journal = here.journal_with('"began"')  # and it goes on: Ana does not move
    table.program.kill()
    slow.until("does not answer|lost|connection")
    slow.kill()
    table = here.serve(f"--resume={windows_path(journal)}", *flags)
    bots.append(there.autoplay(table, "Ana"))
    assert [bot.end() for bot in bots] == [0] * seats, [bot.said for bot in bots]
    table.program.kill()
    assert "every line is right" in there.run("verify", record)


def test_a_table_is_opened_found_and_resumed_in_lines(here: Computer, there: Computer) -> None:
    """The owner's program is killed, and its host lives on; the host is killed, and the owner resumes."""
    owner = here.start("--plain", "host", "lucky-jack", *ONLY_HERE, "--seats=2")
    found = owner.until(r"luckytui join (\S+) --code (\S+)")
    table = Hosted(owner, parse(found[1]), found[2])
    assert _listed(there, table) == "open"
    guest = there.autoplay(table, "Ben")
    owner.until("Ben: here")
    owner.type("1")
    owner.until(_ASKED)
    owner.kill()
    assert _listed(there, table) == "playing"
    here.kill_all()
    owner = here.start("--plain", "host", "--resume")
    owner.until(_ASKED)
    owner.kill()
    again = here.autoplay(table, "Ana")
    assert (again.end(), guest.end()) == (0, 0), (again.said, guest.said)


def test_a_player_on_windows_joins_a_host_on_linux(here: Computer, there: Computer) -> None:
    table = there.serve("lucky-squares", *ONLY_HERE, "--seats=3", "--once")
    players = [at.autoplay(table, name) for at, name in ((here, "Ana"), (there, "Ben"), (here, "Cem"))]
    assert [player.end() for player in players] == [0, 0, 0], [player.said for player in players]
    assert table.program.end() == 0, table.program.said


async def test_guests_come_in_by_ssh_and_with_a_browser(here: Computer) -> None:
    hosting = partial(
        here.serve, "lucky-jack", *ONLY_HERE, "--seats=3", "--door", "--ssh-port=0", "--web-port=0"
    )
    table = await asyncio.to_thread(hosting)
    found = await asyncio.to_thread(
        table.program.until, r"ssh .*:(\d+)\nweb http://.*:(\d+)/\ndoor code ([\d ]+)\n"
    )
    door = OpenDoor(cast("Any", None), cast("Any", None), int(found[1]), int(found[2]))
    async with by_ssh(door, "Bea") as bea:
        await bea.comes_in(code=found[3])
        await bea.sees("1 of 3 seats taken")
        session = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        async with session, by_web(door, session) as cem:
            await cem.comes_in("Cem", code=found[3])
            await bea.sees("2 of 3 seats taken")


def _listed(there: Computer, table: Hosted) -> str:
    """Return the state in which a table is found on the network; others may be there, too."""
    tables = json.loads(there.run("browse", "--json"))
    return next(each["state"] for each in tables if each["port"] == table.address.port)
