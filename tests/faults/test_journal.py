"""Row 31: what a host's journal outlives. `tests.faults.kills` kills hosts eighty times."""

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
    flags = ("--seats=2", "--bots=normal", "--pace=0", *here.record_flag, *ONLY_HERE)
    table = await here.serve("lucky-numbers", *flags)
    ana = await here.play(table, "Ana", "--think=0.005")
    await ana.notes("acked", times=3)
    (journal,) = here.journals()
    unlimited = resource.prlimit(table.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(table.pid, resource.RLIMIT_FSIZE, (journal.stat().st_size, unlimited[1]))
    assert "cannot write to its disk" in await ana.notes("refused")
    resource.prlimit(table.pid, resource.RLIMIT_FSIZE, unlimited)
    assert await ana.end() == 0
    await check(here, table, [ana])
