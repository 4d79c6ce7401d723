"""Games that several people play by keys, each in front of a screen of their own."""

import re
from collections.abc import Iterator
from itertools import cycle

from luckytui.client.local import LocalSession
from luckytui.games import GAMES
from luckytui.games.lucky_box.names import verdict
from luckytui.shown.navigation import AtTable
from luckytui.table.spec import TableSpec
from tests.tui.running import running
from tests.tui.together import NAMES, Person, SharedTable, together

PLAYERS = ("● Ana", "▼ Ben", "✚ Cem")


async def toss_a_card(people: tuple[Person, ...]) -> int:
    """Let the person whose turn it is draw a card and toss it; return that person's seat."""
    shown = await people[0].sees(lambda text: any(f"▸ {player}" in text for player in PLAYERS))
    seat = next(seat for seat, player in enumerate(PLAYERS) if f"▸ {player}" in shown)
    await people[seat].sees("d draw")
    await people[seat].press("d")
    await people[seat].sees("x: toss it")
    assert "You tossed" in await people[seat].press("x")
    return seat


async def test_two_call_at_once_and_the_nearer_one_gets_the_card() -> None:
    async with together(SharedTable("lucky-jack", 3, "calls", claim_seconds=0)) as people:
        tosser = await toss_a_card(people)
        nearer, farther = (tosser + 1) % 3, (tosser + 2) % 3
        await people[nearer].sees("you come first")
        await people[farther].sees(f"{NAMES[nearer]} comes before you")
        await people[farther].press("t")
        await people[nearer].press("t")
        await people[nearer].sees("You took the")
        for other in (tosser, farther):
            await people[other].sees(f"{NAMES[nearer]} took the")
        await people[nearer].sees("▸ your turn")
        await people[nearer].sees("Your hand · 8 cards")
        await people[farther].sees("Your hand · 7 cards")


async def test_a_card_that_nobody_calls_for_is_left_when_the_time_is_over() -> None:
    table = SharedTable("lucky-jack", 3, "clock", claim_seconds=3)
    async with together(table) as people:
        tosser = await toss_a_card(people)
        nearer, farther = people[(tosser + 1) % 3], people[(tosser + 2) % 3]
        for person in (nearer, farther):
            await person.sees("▸ do you take it? ")
        table.time.let_pass(3)
        await nearer.sees("▸ your turn")
        await farther.sees("Waiting for")
        for person in people:
            assert "took" not in person.text
            assert "do you take it?" not in person.text


async def test_three_people_play_a_whole_game_of_lucky_jack() -> None:
    async with together(SharedTable("lucky-jack", 3, "jackpot 181", claim_seconds=0)) as people:
        pressed: set[str] = set()
        while not all(person.is_over for person in people):
            for person in people:
                asked = person.prompt
                for offer, key in (("n, Enter: pass", "n"), ("x: toss it", "x"), ("Enter: ", "enter")):
                    if offer in asked and not person.is_over:
                        await person.press(key)
                        assert person.prompt != asked
                        pressed.add(key)
                        break
        assert pressed == {"n", "x", "enter"}
        for person in people:
            await person.sees("points")
            await person.sees("win")
        assert "JACKPOT!" in await people[0].press("b")


PICKING, ACTING, END = "in secret", "Your action", "Enter: the results"
BELOW_SQUARES = 8
"""The row of the screen that tells who is on which square."""

ROUNDS = (
    (("7 enter", "You forbade"), ("6 1 2 enter", "You swapped red and yellow."), ("4 6 enter", "for black.")),
    (
        ("2 enter", "revealed"),
        ("3 enter", "You changed to"),
        ("5 enter enter enter", "You split"),
        ("1 enter", "You passed."),
    ),
    (
        ("2 1 enter", "You revealed your own card"),
        ("4 l h enter", "You rolled"),
        ("6 enter enter", "You swapped"),
        ("down up enter", END),
    ),
)
"""What is done in each round, in order: the keys, and what the player then reads."""


async def play_round(
    people: tuple[Person, ...], squares: Iterator[str], deeds: tuple[tuple[str, str], ...]
) -> None:
    """Let everybody pick, one after the other, and then do what is to be done, each in turn."""
    for person in people:
        await person.sees(PICKING)
        assert PICKING not in await person.press(next(squares), "enter")
    for keys, sentence in deeds:
        acting = next(person for person in people if ACTING in person.text)
        await acting.press(*keys.split())
        await acting.sees(sentence)


async def test_three_people_play_a_whole_game_of_lucky_squares() -> None:
    async with together(SharedTable("lucky-squares", 3, "three")) as people:
        ana, ben, _cem = people
        await ana.sees(PICKING)
        await ana.press("1", "enter")
        await ben.sees("▀▄▀ has picked")
        assert "●" not in ben.text.splitlines()[BELOW_SQUARES]
        await ana.sees("(♥)")
        assert "●" in ana.text.splitlines()[BELOW_SQUARES]
        await ana.press("u")
        await ana.sees(PICKING)
        squares = cycle("1134")
        for deeds in ROUNDS:
            await play_round(people, squares, deeds)
        for person in people:
            await person.sees(END)
            assert "cents" in await person.press("enter")
            await person.sees("win")
        assert "Round 3, square by square" in await ana.press("b")


async def draft(player: Person) -> None:
    """Keep the first three of the five cards."""
    await player.sees("choose 3 of 5")
    assert "and discard the others" in await player.press("enter", "right", "enter", "right")
    await player.press("enter")


def turn(player: Person) -> tuple[str, ...]:
    """Return which round and turn the screen shows."""
    return tuple(re.findall(r"(?:Round|turn) (\d) of", player.text))


async def test_somebody_plays_a_whole_game_of_lucky_box_alone() -> None:
    options = GAMES["lucky-box"].options()
    spec = TableSpec(game="lucky-box", options=options, name="", seats=1, seed="alone")
    async with running(AtTable(LocalSession(spec, "Ana"))) as pilot:
        ana = Person(pilot)
        await draft(ana)
        await ana.sees("turn 1 of 9")
        await ana.sees("Enter: cross")
        assert "Enter: end your turn · u: take the last cross back" in await ana.press("enter")
        assert "Enter: cross" in await ana.press("u")
        await ana.press("tab", "7", "right", "down", "left", "up", "tab")
        while not ana.is_over:
            before = ana.text
            assert await ana.press("enter") != before
        await ana.sees("Another game?")
        points = int(re.findall(r"Ana \(you\).* (−?\d+)", ana.text)[0].replace("−", "-"))
        assert verdict(points).rstrip(".") in ana.text
        assert "The game is over · o: look at everyone's cards" in await ana.press("b")
        await ana.sees(verdict(points))


async def test_what_somebody_crosses_is_seen_when_all_have_ended_the_turn() -> None:
    async with together(SharedTable("lucky-box", 2, "box")) as (ana, ben):
        await draft(ana)
        await ana.sees("Waiting for Ben")
        await draft(ben)
        for player in (ana, ben):
            await player.sees("Enter: cross")
        assert "Enter: end your turn" in await ana.press("enter")
        await ben.sees("▸ ● Ana")
        assert "╳" not in ben.text
        assert "Waiting for Ben" in await ana.press("enter")
        await ben.sees(lambda text: "▸ ● Ana" not in text)
        assert "╳" not in ben.text
        await ben.press("x")
        while turn(ben) == ("1", "1"):
            await ben.press("enter")
        await ben.sees("turn 2 of 9")
        shown = await ben.press("o")
        assert "Ana · step 1 of 1" in shown
        assert "[╳ ]" in shown
        assert "Ana · step 0 of 1" in await ben.press("left")
        assert "esc back" not in await ben.press("escape")
        await ana.sees("turn 2 of 9")
