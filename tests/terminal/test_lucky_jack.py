"""Lucky Jack by keys in three real terminals: the shout, its clock, and a whole game."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal
from tests.terminal.test_bytes import CURSOR_KEY, cost

NAMES, PLAYERS = ("Ana", "Ben", "Cem"), ("● Ana", "▼ Ben", "✚ Cem")

Table = Callable[..., tuple[Terminal, ...]]


@pytest.fixture
def table(terminals) -> Table:
    """Return a function that seats Ana, Ben and Cem, in this order, and begins the game."""

    def sit_down(*options: str) -> tuple[Terminal, ...]:
        command = ("host", "lucky-jack", "--seats", "3", "--bind", "127.0.0.1", "--port", "0", *options)
        ana = terminals("Ana", *command)
        way_in = ana.way_in()
        ben = terminals("Ben", *way_in)
        ana.wait_for("2 of 3 seats taken")
        cem = terminals("Cem", *way_in)
        ana.wait_for("Everyone is here")
        ana.press("enter")
        for person in (ana, ben, cem):
            person.wait_for("Round 1 of 3")
        return ana, ben, cem

    return sit_down


def prompt(person: Terminal) -> str:
    """Return what the prompt line says."""
    person.read_what_is_there()
    return person.screen.display[22]


def toss_a_card(people: tuple[Terminal, ...]) -> int:
    """Let whoever's turn it is draw a card and toss it; return that person's seat."""
    people[0].wait_for(lambda text: any(f"▸ {player}" in text for player in PLAYERS))
    seat = next(seat for seat, player in enumerate(PLAYERS) if f"▸ {player}" in people[0].text)
    people[seat].wait_for("d draw")
    people[seat].press("d")
    people[seat].wait_for("x: toss it")
    people[seat].press("x")
    people[seat].wait_for("You tossed")
    return seat


def test_two_call_at_once_and_the_nearer_one_gets_the_card(table: Table) -> None:
    people = table("--seed", "calls", "--claim-seconds", "0")
    tosser = toss_a_card(people)
    nearer, farther = (tosser + 1) % 3, (tosser + 2) % 3
    people[nearer].wait_for("you come first")
    people[farther].wait_for(f"{NAMES[nearer]} comes first")
    people[farther].press("t")
    people[nearer].press("t")
    people[nearer].wait_for("You took the")
    for other in (tosser, farther):
        people[other].wait_for(f"{NAMES[nearer]} took the")
    people[nearer].wait_for("▸ your turn")
    people[nearer].wait_for("Your hand · 8 cards")
    people[farther].wait_for("Your hand · 7 cards")


def test_a_card_that_nobody_calls_for_lies_when_the_clock_has_run_out(table: Table) -> None:
    people = table("--seed", "clock", "--claim-seconds", "3")
    tosser = toss_a_card(people)
    nearer, farther = people[(tosser + 1) % 3], people[(tosser + 2) % 3]
    for person in (nearer, farther):
        person.wait_for("▸ do you take it? ")
    nearer.wait_for("▸ your turn")
    farther.wait_for("Waiting for")
    for person in people:
        person.settle()
        assert "took" not in person.text
        assert "do you take it?" not in person.text


def test_three_people_play_a_whole_game(table: Table) -> None:
    people = table("--seed", "jackpot 181", "--claim-seconds", "0")
    pressed: set[str] = set()
    while not all(person.is_over for person in people):
        for person in people:
            asked = prompt(person)
            for offer, key in (("n: pass", "n"), ("x: toss it", "x"), ("Enter: ", "enter")):
                if offer in asked and not person.is_over:
                    person.press(key)
                    person.wait_for(lambda _text, person=person, asked=asked: prompt(person) != asked)
                    pressed.add(key)
                    break
    assert pressed == {"n", "x", "enter"}
    for person in people:
        person.wait_for("points")
        person.wait_for("win")
    people[0].press("v")
    people[0].wait_for("JACKPOT!")
    people[0].press("q")
    assert people[0].wait_for_exit() == 0


def test_a_cursor_key_costs_little_and_waiting_nothing(tmp_path: Path) -> None:
    command = ("play", "lucky-jack", "--seats", "4", "--seed", "bytes", "--pace", "0", "--bots", "random")
    with Terminal(*command, environment={"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        while "▸ your turn" not in terminal.text:
            terminal.wait_for("▸ ")
            terminal.settle()
            if "I TAKE IT!" in terminal.text:
                terminal.press("n")
        assert terminal.settle() == 0
        costs = {key: cost(terminal, key) for key in ("up", "down", "tab", "right", "left", "left", "up")}
    assert 0 < max(costs.values()) <= CURSOR_KEY, costs
