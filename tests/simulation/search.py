"""Looking for a seed whose plan breaks an invariant, and for the shortest plan that still does."""

from collections.abc import Callable, Sequence

import msgspec

from tests.simulation.plan import Plan, Step
from tests.simulation.world import simulate


def failure_of(plan: Plan) -> str:
    """Return what went wrong, without the numbers in it; empty when nothing did."""
    try:
        simulate(plan)
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is what we look for
        return f"{type(error).__name__}: {''.join(one for one in str(error) if not one.isdigit())}"
    return ""


def shrunk(plan: Plan, fails: Callable[[Plan], bool]) -> Plan:
    """Return a plan that fails as well, from which nothing can be left out."""
    for simpler in (
        {"tables": 1, "one_host": False},
        {"turn_seconds": 0},
        {"code": False},
        {"owned": False},
        {"bots": 0},
        {"people": 2},
    ):
        plan = _simpler(plan, fails, setup=msgspec.structs.replace(plan.setup, **simpler))
    before: Sequence[Step] = ()
    while before != plan.steps:  # what could not be left out at first may be no longer needed
        before = plan.steps
        size = len(plan.steps)
        while size:
            plan = _without_blocks(plan, size, fails)
            size //= 2
    return plan


def _without_blocks(plan: Plan, size: int, fails: Callable[[Plan], bool]) -> Plan:
    """Leave out every block of this many steps that is not needed."""
    for start in range(len(plan.steps) - size, -1, -size):
        plan = _simpler(plan, fails, steps=[*plan.steps[:start], *plan.steps[start + size :]])
    return plan


def _simpler(plan: Plan, fails: Callable[[Plan], bool], **changes: object) -> Plan:
    simpler = msgspec.structs.replace(plan, **changes)
    return simpler if simpler != plan and fails(simpler) else plan
