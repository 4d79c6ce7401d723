"""Talk in a real terminal, and what it costs; and a player whose program is killed."""

import os
import signal

from tests.terminal.test_bytes import CURSOR_KEY, cost

CHANGE = 2500
"""Bytes that it may cost to begin to write, or when something happens."""


def test_talk_costs_little_and_a_player_whose_program_was_killed_comes_back(terminals) -> None:
    ana = terminals("Ana", "host", "lucky-numbers", "--bind", "127.0.0.1", "--port", "0", "--seed", "two")
    way_in = ana.way_in()
    ben = terminals("Ben", *way_in)
    ana.wait_for("Everyone is here")
    ana.press("enter")
    for person in (ana, ben):
        person.wait_for("w log")
        person.settle()
    assert 0 < cost(ana, "m") <= CHANGE
    keys = {key: cost(ana, key) for key in ("h", "i", "left", "x", "backspace", " ")}
    assert 0 < max(keys.values()) <= CURSOR_KEY, keys
    assert ana.settle() == 0, "the cursor does not blink"
    before = ben.received
    assert 0 < cost(ana, "enter") <= CHANGE
    ben.wait_for("Ana: “h i”")
    assert ben.received - before <= CHANGE
    os.kill(ben.pid, signal.SIGKILL)
    ana.wait_for("Ben lost the connection. The seat is kept.")
    ana.press("e", "down")
    ana.wait_for("b: let a bot play")
    ana.press("b")
    ana.wait_for("disconnected, a bot plays (normal)")
    ana.press("escape")
    ana.wait_for("A bot plays for Ben until Ben is back.")
    again = terminals("Ben", *way_in)
    again.wait_for("Ben (you)")
    ana.wait_for(lambda text: "lost the connection" not in text and "A bot plays" not in text)
