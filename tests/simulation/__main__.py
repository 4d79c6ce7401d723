"""`python -m tests.simulation`: one seed's plan after the other happens, until one breaks an invariant.

That seed is all that a report needs. With `--seed` its plan happens again, the same to the last byte.
"""

# ruff: noqa: T201 - a command

import argparse
import secrets
import sys
import time
from collections import Counter
from itertools import count

from tests.simulation.plan import plan_of
from tests.simulation.search import failure_of, shrunk
from tests.simulation.world import simulate


def explore(seconds: float) -> int | None:
    """Try seeds for so long, print what was seen, and return the first one that fails."""
    seen: Counter[str] = Counter()
    end = time.monotonic() + seconds
    for seed in count(first := secrets.randbits(32)):
        if time.monotonic() > end:
            break
        plan = plan_of(seed)
        try:
            world = simulate(plan)
        except Exception:  # noqa: BLE001 - whatever it is, it will happen again
            return seed
        seen.update(plans=1, steps=len(plan.steps), seconds=round(world.loop.time()))
        seen.update(type(step).__name__ for step in plan.steps)
        for program in world.programs:
            seen.update(programs=1, answers=len(program.answers))
    print(f"from seed {first}: " + ", ".join(f"{amount} {what}" for what, amount in seen.items()))
    return None


def report(seed: int) -> int:
    """Print what the plan of a seed breaks, and the shortest plan that breaks it, too."""
    plan = plan_of(seed)
    failure = failure_of(plan)
    print(f"seed {seed}: {failure or 'all invariants hold'}")
    if failure:
        print(shrunk(plan, lambda simpler: failure_of(simpler) == failure))
    return bool(failure)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, help="let only the plan of this seed happen")
    parser.add_argument("--trace", action="store_true", help="print all that happens")
    asked = parser.parse_args()
    if asked.seed is not None and asked.trace:
        print("\n".join(simulate(plan_of(asked.seed)).trace))
        return 0
    seed = asked.seed if asked.seed is not None else explore(asked.seconds)
    return 0 if seed is None else report(seed)


if __name__ == "__main__":
    sys.exit(main())
