"""Row 13: strangers who guess, on a network of their own addresses."""

from net import read_code
from tests.faults.lan import Lan
from tests.faults.programs import Computer
from tests.faults.tempo import TEMPO

GUESSING, NEWCOMERS = (21, 120), (151, 20)
"""The first of their addresses, and how many there are."""

PATIENCE = 2.0
"""Within how many seconds a newcomer gets in; on a busy computer that proves nothing."""


async def test_fault_13_newcomers_get_in_while_120_addresses_guess(
    lan: Lan, computers: list[Computer]
) -> None:
    host, stranger, home = computers
    table = await host.serve("lucky-numbers", "--seats=2", "--name=kitchen table")
    (flag,) = table.code_flag
    code = read_code(flag.partition("=")[2])
    wrong = "000000" if code != "000000" else "111111"
    lan.add_addresses(2, *GUESSING)
    lan.add_addresses(3, *NEWCOMERS)
    guessing = await stranger.come_often(table, wrong, *GUESSING)
    assert await guessing.until(lambda: sum(guessing.noted("judged")[-1:]) >= GUESSING[1])
    newcomers = await home.come_often(table, code, *NEWCOMERS)
    await newcomers.until(lambda: len(newcomers.noted("in")) == NEWCOMERS[1])
    assert TEMPO > 1 or max(newcomers.noted("in")) < PATIENCE
    assert not guessing.noted("in")
