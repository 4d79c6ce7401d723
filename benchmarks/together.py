"""How soon the others see a step of the one who leads a review.

    unshare --net sh -c 'ip link set lo up; exec .venv/bin/python -m benchmarks.together [--steps N]'

Four programs, each on a terminal of its own, sit at one table in a network of their own (Linux, as root).
After a game one leads a review: the time is from the leader's key until the last of the other three screens
shows the step.
"""

import argparse
import select
from contextlib import ExitStack
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from benchmarks.figures import HEAD, machine, row
from tests.terminal.terminal import Terminal
from tests.terminal.test_games import play_to_the_end

_LOOPBACK = "127.0.0.1"
_PAUSE = 0.2
"""For how many seconds a step is looked at, so that one does not wait for another."""


def _last_sees(others: list[Terminal], place: int) -> float:
    """Wait until all of them show the step; return when the last one did."""
    waiting = {each._fd: each for each in others}  # noqa: SLF001 - one loop for all of them
    while waiting:
        for number in select.select([*waiting], [], [])[0]:
            waiting[number]._read(0)  # noqa: SLF001
            if f"step {place} of " in waiting[number].screen.display[0]:
                del waiting[number]
    return perf_counter()


def _lead(leader: Terminal, others: list[Terminal], steps: int) -> list[float]:
    leader.press("v")
    leader.wait_for("step 0 of")
    leader.wait_for("Chance of winning")
    leader.press("f")
    leader.wait_for("you lead")
    place, seconds = 0, []
    for other in others:
        other.wait_for("leads")
        other.wait_for("Chance of winning")
    for step in range(steps):
        forward = step % 40 < 20
        place += 1 if forward else -1
        sleep(_PAUSE)
        start = perf_counter()
        leader.press("right" if forward else "left")
        seconds.append(_last_sees(others, place) - start)
        leader.read_what_is_there()
    return seconds


def _main(steps: int) -> None:
    with ExitStack() as stack:

        def program(name: str, *arguments: str) -> Terminal:
            home = stack.enter_context(TemporaryDirectory())
            folders = {"XDG_STATE_HOME": home, "XDG_DATA_HOME": home, "LUCKYTUI_NAME": name}
            return stack.enter_context(Terminal(*arguments, environment=folders, columns=100, rows=32))

        table = ("host", "lucky-numbers", "--seats=4", "--open", f"--bind={_LOOPBACK}", "--pace=0")
        leader = program("Ana", *table)
        way = leader.way_in()
        others = [program(name, *way) for name in ("Ben", "Cem", "Dora")]
        leader.wait_for("Everyone is here")
        leader.press("enter")
        play_to_the_end(leader, *others)
        seconds = _lead(leader, others, steps)
        print(f"{machine()}\n\n{HEAD}")
        print(row("from the leader's key to the last of three screens", seconds))
        print(f"The worst of {steps}: {1000 * max(seconds):.0f} ms.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=200)
    _main(parser.parse_args().steps)
