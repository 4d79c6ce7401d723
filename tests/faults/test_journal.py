"""Row 31: what a host's journal outlives. `tests.faults.kills` kills hosts eighty times."""

import asyncio
import random
import resource
from pathlib import Path

from tests.faults.kills import check, play
from tests.faults.programs import ONLY_HERE, Computer


async def test_fault_31_torn_journal_tail(here: Computer) -> None:
    def tear(journal: Path) -> None:
        last = journal.read_bytes().splitlines()[-1]
        with journal.open("ab") as torn:
            torn.write(last[: len(last) // 2])

    run = await play(here, "lucky-numbers", random.Random(31), kills=1, between=tear)
    assert run.kills == 1


async def test_fault_31_disk_full(here: Computer) -> None:
    table = await here.serve("lucky-numbers", "--seats=2", *here.record_flag, *ONLY_HERE)
    players = [await here.play(table, name, "--think=0.005") for name in ("Ana", "Ben")]
    await players[0].notes("acked", times=3)
    (journal,) = here.journals()
    unlimited = resource.prlimit(table.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(table.pid, resource.RLIMIT_FSIZE, (journal.stat().st_size, unlimited[1]))
    refused = [asyncio.create_task(player.notes("refused")) for player in players]  # whose turn it may be
    (first, *_), waiting = await asyncio.wait(refused, return_when=asyncio.FIRST_COMPLETED)
    assert "cannot write to its disk" in first.result()
    for task in waiting:
        task.cancel()
    resource.prlimit(table.pid, resource.RLIMIT_FSIZE, unlimited)
    assert [await player.end() for player in players] == [0, 0]
    await check(here, table, players)
