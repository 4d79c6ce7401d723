"""Super Mega Lucky Box in a real terminal: what a turn costs the line."""

import re

from tests.terminal.terminal import Terminal
from tests.terminal.test_bytes import CURSOR_KEY, cost

TURN = 6000
"""Bytes that a whole turn with six players may cost, on an average."""


def draft(player: Terminal) -> None:
    """Keep the first three of the five cards."""
    player.wait_for("choose 3 of 5")
    player.press("enter", "right", "enter", "right")
    player.wait_for("and discard the others")
    player.press("enter")


def turn(player: Terminal) -> tuple[str, ...]:
    """Return which round and turn the screen shows."""
    return tuple(re.findall(r"(?:Round|turn) (\d) of", player.text))


def press_enter(player: Terminal) -> None:
    """Do what Enter offers, and wait until that shows."""
    before = player.text
    player.press("enter")
    player.wait_for(lambda text: text != before)


def test_a_turn_of_six_costs_little(terminals) -> None:
    ana = terminals("Ana", "play", "lucky-box", "--seats", "6", "--seed", "bytes", "--pace", "0")
    draft(ana)
    ana.wait_for("turn 1 of 9")
    ana.settle()
    assert ana.settle() == 0
    keys = {key: cost(ana, key) for key in ("right", "down", "left", "up", "tab", "1", "9")}
    assert 0 < max(keys.values()) <= CURSOR_KEY, keys
    before = ana.received
    while turn(ana)[:1] != ("2",):
        now = turn(ana)
        ana.press("right", "down", "tab")
        while turn(ana) == now:
            press_enter(ana)
    assert (ana.received - before) / 9 <= TURN
