"""Whatever happens: nothing acknowledged is lost, no move is made twice, and all see the same in the end."""

import subprocess
import sys

import pytest

from luckytui.host import journal as journal_module
from net import Room
from tests.simulation.plan import Crash, Cut, LoseAnswer, Plan, Play, Setup, SlowDisk, Wait, plan_of
from tests.simulation.search import failure_of, shrunk
from tests.simulation.world import simulate


@pytest.mark.parametrize("first", range(0, 20, 5))
def test_the_invariants_hold_whatever_happens(first: int) -> None:
    for seed in range(first, first + 5):
        simulate(plan_of(seed))


def test_a_seed_leads_to_the_same_course_of_events_in_every_process() -> None:
    """Each process has another seed for its hashes."""
    assert plan_of(3).setup.tables == 2
    code = "from tests.simulation.world import *; print(simulate(steps.plan_of(3)).digest)"
    elsewhere = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONHASHSEED": "1", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
    )
    assert elsewhere.stdout.strip() == simulate(plan_of(3)).digest


# The invariants have teeth: with something broken on purpose, one of the first plans finds it.


def is_found(what: str = "") -> bool:
    """Whether one of a few plans breaks an invariant, and says so."""
    return any(failure and what in failure for failure in map(failure_of, map(plan_of, range(6))))


def test_a_room_that_tells_too_early_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Room, "hold_back", lambda _room: None)
    assert is_found("not safe")


def test_a_journal_that_is_never_synced_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "_save", lambda *_: None)
    assert is_found("not safe")


def test_a_failing_plan_is_cut_down_to_what_makes_it_fail() -> None:
    steps = [Wait(1.0), Play(1), Crash(True, 0.5), SlowDisk(0.2), LoseAnswer("Bo"), Play(2), Cut("Bo")]
    plan = Plan(1, Setup(game="lucky-box", people=4, bots=1, code=True, tables=2), steps)

    def fails(plan: Plan) -> bool:
        return LoseAnswer("Bo") in plan.steps and any(isinstance(step, Crash) for step in plan.steps)

    shortest = shrunk(plan, fails)
    assert shortest == Plan(1, Setup(game="lucky-box", people=2), [Crash(True, 0.5), LoseAnswer("Bo")])
