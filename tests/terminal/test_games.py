"""Whole games, played by keys in real terminals that find each other on the loopback network."""

import os
import re
from collections.abc import Callable
from string import ascii_uppercase, digits

from textual.geometry import Size

from luckytui.tui.canvas import Canvas
from luckytui.tui.widgets.large import ROWS, put_large
from tests.terminal.terminal import Terminal

TITLE = "▸ your turn"
CODE_LETTERS = {*digits, *ascii_uppercase} - {*"ILOU"}
GO_ON = "Enter: the results"


def large_code(text: str) -> str:
    """Read the join code, which a lobby shows in large letters; empty: it is not there yet."""
    letters = {}
    for letter in CODE_LETTERS:
        canvas = Canvas(Size(5, ROWS))
        put_large(canvas, 0, 0, letter, kind="letters")
        letters[tuple(row.ljust(5) for row in str(canvas).split("\n"))] = letter
    rows = [row.ljust(80) for row in text.splitlines()]
    for top in range(len(rows)):
        at = [tuple(row[x : x + 5] for row in rows[top : top + ROWS]) for x in (4, 10, 16, 26, 32, 38)]
        if all(each in letters for each in at):
            return "".join(letters[each] for each in at)
    return ""


def move_down(person: Terminal) -> None:
    """Move the cursor of a list."""
    before = person.text
    person.press("down")
    person.wait_for(lambda text: text != before)


def take_a_turn(person: Terminal) -> None:
    """Draw a tile if it is this person's turn, and do what Enter offers with it."""
    person.wait_for(lambda text: bool(text.strip()))
    if GO_ON in person.text:
        person.press("enter")
        person.wait_for(lambda text: GO_ON not in text)
    if TITLE in person.text and "s draw" in person.text:
        person.press("s")
        person.wait_for(lambda text: "x leave it" in text or person.is_over)
    if TITLE in person.text and "x leave it" in person.text:  # the only answer is given by itself
        person.press("enter")
        person.wait_for(lambda text: "x leave it" not in text)


def play_to_the_end(*people: Terminal) -> None:
    """Let the people take their turns until the game is over."""
    while not all(person.is_over for person in people):
        for person in people:
            take_a_turn(person)


def test_two_terminals_find_each_other_and_play_a_whole_game(terminals: Callable[..., Terminal]) -> None:
    name = f"table {os.getpid()}"  # another run of this test may be on the loopback network as well
    here = ("--bind", "127.0.0.1", "--port", "0")
    command = ("host", "lucky-numbers", "--name", name, *here, "--seed", "two")
    ana = terminals("Ana", *command)
    ana.wait_for("1 of 2 seats taken")
    ben = terminals("Ben")
    ben.wait_for("found")
    ben.press("t")
    ben.wait_for("Enter: join this table")
    while not re.search(rf"▸ .  {name}", ben.text):
        move_down(ben)
    ben.press("enter")
    ben.wait_for(f"The code of {name}")
    ana.wait_for(lambda text: bool(large_code(text)))
    ben.press(*large_code(ana.text), "enter")
    ben.wait_for("Waiting for the host to start the game")
    ana.wait_for("Everyone is here")
    ana.press("enter")
    play_to_the_end(ana, ben)
    for person in (ana, ben):
        person.wait_for("win")
        person.wait_for("empty cells")
    ben.press("a")
    ana.wait_for(" again")
    ana.press("a")
    ben.wait_for(f"Lucky Numbers · {name}")
    ana.wait_for(f"Lucky Numbers · {name}")
    ben.press("q", "q")
    ben.wait_for("Play alone")
    ben.press("q")
    assert ben.wait_for_exit() == 0
    ana.press("q", "q")
    assert ana.wait_for_exit() == 0
