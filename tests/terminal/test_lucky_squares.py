"""A whole game of Lucky Squares, played by keys in three real terminals."""

from collections.abc import Iterator
from itertools import cycle

from tests.terminal.terminal import Terminal

PICKING, ACTING, GO_ON = "in secret", "Your action", "Enter: go on"
BELOW_SQUARES = 8
"""The row of the screen that tells who is on which square."""

ROUNDS = (
    (("f enter", "You forbade"), ("a 1 2 enter", "You swapped red and yellow."), ("o 6 enter", "for black.")),
    (
        ("v enter", "show a card"),
        ("c enter", "You changed to"),
        ("s enter enter enter", "You split"),
        ("p enter", "You passed."),
    ),
    (
        ("v 1 enter", "You showed your card"),
        ("o l h enter", "You rolled"),
        ("a enter enter", "You swapped"),
        ("down up enter", GO_ON),
    ),
)
"""What is done in each round, in order: the keys, and what the player then reads."""


def play_round(
    people: tuple[Terminal, ...], squares: Iterator[str], deeds: Iterator[tuple[str, str]]
) -> None:
    """Let everybody pick, one after the other, and then do what is to be done, whoever's turn it is."""
    for person in people:
        person.wait_for(lambda text: PICKING in text or GO_ON in text)
        if GO_ON in person.text:
            person.press("enter")
        person.wait_for(PICKING)
        person.press(next(squares), "enter")
        person.wait_for(lambda text: PICKING not in text)
    for keys, sentence in deeds:
        person = who_acts(people)
        person.press(*keys.split())
        person.wait_for(sentence)


def who_acts(people: tuple[Terminal, ...]) -> Terminal:
    """Wait until somebody is asked for an action."""
    while True:
        for person in people:
            person.read_what_is_there()
            if ACTING in person.text:
                return person


def test_three_terminals_play_a_whole_game(terminals) -> None:
    where = ("--bind", "127.0.0.1", "--port", "0")
    ana = terminals("Ana", "host", "lucky-squares", *where, "--seed", "three")
    ana.wait_for("1 of 3 seats taken")
    way_in = ana.way_in()
    ben, cem = terminals("Ben", *way_in), terminals("Cem", *way_in)
    people = (ana, ben, cem)
    ana.wait_for("Everyone is here")
    ana.press("enter")

    ana.wait_for(PICKING)
    ana.press("1", "enter")
    ben.wait_for("▀▄▀ has picked")
    assert "●" not in ben.screen.display[BELOW_SQUARES]
    ana.wait_for("(♥)")
    ana.wait_for(lambda _text: "●" in ana.screen.display[BELOW_SQUARES])
    ana.press("u")
    ana.wait_for(PICKING)

    squares = cycle("1134")
    for deeds in ROUNDS:
        play_round(people, squares, iter(deeds))
    for person in people:
        person.wait_for(GO_ON)
        person.press("enter")
        person.wait_for("cents")
        person.wait_for("win")
    ana.press("v")
    ana.wait_for("Round 3, square by square")
    ana.press("q")
    assert ana.wait_for_exit() == 0
