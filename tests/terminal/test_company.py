"""Talk, pauses, lost connections and people who are removed, in real terminals; and what talk costs."""

import os
import signal

from tests.terminal.terminal import Terminal
from tests.terminal.test_bytes import CURSOR_KEY, cost

CHANGE = 2500
"""Bytes that it may cost to begin to write, or when something happens."""


def at_a_table(terminals) -> tuple[Terminal, Terminal, tuple[str, ...]]:
    """Seat Ana, who hosts, and Ben, and begin a game; return them, and how Ben joined."""
    ana = terminals("Ana", "host", "lucky-numbers", "--bind", "127.0.0.1", "--port", "0", "--seed", "two")
    way_in = ana.way_in()
    ben = terminals("Ben", *way_in)
    ana.wait_for("Everyone is here")
    ana.press("enter")
    for person in (ana, ben):
        person.wait_for("w log")
        person.settle()
    return ana, ben, way_in


def test_talk_costs_little_and_reaches_the_other(terminals) -> None:
    ana, ben, _ = at_a_table(terminals)
    assert 0 < cost(ana, "m") <= CHANGE
    keys = {key: cost(ana, key) for key in ("h", "i", "left", "x", "backspace", " ")}
    assert 0 < max(keys.values()) <= CURSOR_KEY, keys
    assert ana.settle() == 0, "the cursor does not blink"
    assert 0 < cost(ana, "enter") <= CHANGE
    ben.wait_for("Ana: “h i”")
    before = ben.received
    ana.press("m", *"hurry", "enter")
    ben.wait_for("Ana: “hurry”")
    assert ben.received - before <= CHANGE


def test_a_game_is_paused_and_resumed(terminals) -> None:
    ana, ben, _ = at_a_table(terminals)
    ben.press("z")
    ana.wait_for("Ben asked for a pause · z: agree")
    ben.wait_for("You asked for a pause. Waiting for Ana to agree.")
    ana.press("z")
    for person, words in ((ana, "Paused by you and Ben"), (ben, "Paused by you and Ana")):
        person.wait_for(f"{words} · z: resume")
    ben.press("z")
    ben.wait_for("Paused by Ana.")
    ana.press("z")
    ben.wait_for(lambda text: "paused" not in text and "Paused" not in text)


def test_a_player_whose_program_was_killed_comes_back_to_the_seat(terminals) -> None:
    ana, ben, way_in = at_a_table(terminals)
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


def test_a_person_whom_the_owner_removes_reads_that(terminals) -> None:
    ana, ben, way_in = at_a_table(terminals)
    watcher = terminals("Mia", *way_in, "--watch")
    watcher.wait_for("you are watching")
    ana.press("e")
    ana.wait_for("watching")
    ana.press("up", "x")
    ana.wait_for("Remove Mia from the table?")
    ana.press("x")
    watcher.wait_for("The host removed you from the table.")
    assert watcher.wait_for_exit() == 1
    ana.press("up", "x", "x")
    ben.wait_for("The host removed you from the table.")
    assert ben.wait_for_exit() == 1
    ana.press("escape")
    ana.wait_for("Ben left. Safe moves are made for that seat.")
