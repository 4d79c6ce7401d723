"""Super Mega Lucky Box in real terminals: a game alone, a turn of two, what a turn costs the line."""

import re

from luckytui.games.lucky_box import verdict
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


def test_a_whole_game_alone(terminals) -> None:
    ana = terminals("Ana", "play", "lucky-box", "--seats", "1", "--seed", "alone")
    draft(ana)
    ana.wait_for("turn 1 of 9")
    ana.wait_for("Enter: cross")
    press_enter(ana)
    ana.wait_for("Enter: end your turn · u: take the last cross back")
    ana.press("u")
    ana.wait_for("Enter: cross")
    ana.press("tab", "7", "right", "down", "left", "up", "tab")
    while turn(ana) != ("4", "8"):
        press_enter(ana)
    ana.settle()
    while not ana.is_over:
        press_enter(ana)
        ana.settle()  # one Enter too many would begin another game
    ana.wait_for("Another game?")
    ana.settle()
    points = int(re.findall(r"Ana \(you\).* (−?\d+)", ana.text)[0].replace("−", "-"))
    assert verdict(points).rstrip(".") in ana.text
    ana.press("v")
    ana.wait_for("cards of round")
    ana.wait_for(verdict(points))
    ana.press("q")
    assert ana.wait_for_exit() == 0


def test_what_somebody_crosses_is_seen_when_all_have_ended_the_turn(terminals) -> None:
    ana = terminals("Ana", "host", "lucky-box", "--bind", "127.0.0.1", "--port", "0", "--seed", "box")
    ana.wait_for("1 of 2 seats taken")
    ben = terminals("Ben", *ana.way_in())
    ana.wait_for("Everyone is here")
    ana.press("enter")
    draft(ana)
    ana.wait_for("Waiting for Ben")
    draft(ben)
    for player in (ana, ben):
        player.wait_for("Enter: cross")
    press_enter(ana)
    ana.wait_for("Enter: end your turn")
    ben.settle()
    assert "╳" not in ben.text
    press_enter(ana)
    ana.wait_for("Waiting for Ben")
    ben.wait_for(lambda text: "▸ ● Ana" not in text)
    assert "╳" not in ben.text
    ben.press("x")
    ben.settle()
    while turn(ben) == ("1", "1"):
        ben.press("enter")
        ben.settle()
    ben.wait_for("turn 2 of 9")
    ben.press("o")
    ben.wait_for("Ana · step 1 of 1")
    ben.wait_for("[╳ ]")
    ben.press("left")
    ben.wait_for("Ana · step 0 of 1")
    ben.press("escape")
    ben.wait_for(lambda text: "esc back" not in text)
    ana.wait_for("turn 2 of 9")


def test_a_turn_of_six_costs_little(terminals) -> None:
    ana = terminals("Ana", "play", "lucky-box", "--seats", "6", "--seed", "bytes", "--pace", "0")
    draft(ana)
    ana.wait_for("turn 1 of 9")
    ana.settle()
    assert ana.settle() == 0
    keys = {key: cost(ana, key) for key in ("right", "down", "left", "up", "tab", "1", "9")}
    assert 0 < max(keys.values()) <= CURSOR_KEY, keys
    before = ana.received
    while turn(ana)[:1] != ("3",):
        now = turn(ana)
        ana.press("right", "down", "tab")
        while turn(ana) == now:
            press_enter(ana)
    assert (ana.received - before) / 18 <= TURN
