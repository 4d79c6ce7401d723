"""The cards of Super Mega Lucky Box: the built-in deck, and what is said of a file that is wrong."""

import pytest

from benchmarks.lucky_box_deck import SEED, design, faults, write
from luckytui.games.lucky_box.deck import Card, DeckError, built_in, read
from luckytui.games.lucky_box.rules import LuckyBoxOptions
from luckytui.games.options import fields

CARD = """\
card 1
1 2 3  star
4 5 6  7
7 8 9  moon
?  lightning  lightning2
"""


def changed(line: int, text: str) -> str:
    """Return the text of a card with one line changed."""
    lines = CARD.splitlines()
    lines[line - 1] = text
    return "\n".join(lines)


def test_the_built_in_deck_keeps_to_the_rules_of_its_design() -> None:
    assert faults(built_in()) == []


def test_the_built_in_deck_is_the_one_that_its_seed_makes() -> None:
    assert design(SEED) == built_in()


def test_a_deck_that_does_not_keep_to_the_rules_is_found_out() -> None:
    deck = built_in()
    one = deck[0]
    turned = Card(2, tuple(zip(*reversed(one.cells), strict=True)), one.rows, one.columns)  # type: ignore[arg-type]
    stars = Card(3, ((1, 1, 1), (1, 2, 2), (2, 2, 2)), ("star",) * 3, ("star",) * 3)
    assert faults((one, turned, stars, *deck[3:])) == [
        "Each number is 60 times in the deck.",
        "A card has 5 to 7 different numbers.",
        "No number is on a card more than 3 times.",
        "No two grids are alike, also not turned or mirrored.",
        "Every card has a number or ? among its bonuses.",
        "No card has the same bonus at all six ends.",
        "Bonus numbers have equal shares.",
    ]


def test_a_deck_that_is_written_is_read_back() -> None:
    assert read(write(built_in()).encode()) == built_in()


def test_cards_may_come_in_any_order_with_comments_and_empty_lines_between() -> None:
    cards = write(built_in()).split("\n\n")
    text = "# mine\n\n" + "\n\n# next\n".join(reversed(cards)).replace("star\n", "star  # good!\n")
    assert read(text.encode()) == built_in()


def test_the_mark_that_some_editors_put_before_a_text_does_not_count() -> None:
    assert read(b"\xef\xbb\xbf" + write(built_in()).encode()) == built_in()


def test_the_option_tells_how_a_file_is_read() -> None:
    (option,) = (field for field in fields(LuckyBoxOptions) if field.name == "cards")
    assert option.choices == ("built-in",)
    assert option.read
    assert LuckyBoxOptions(cards=option.read(write(built_in()).encode())).deck == built_in()


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        (changed(3, "4 10 6  7"), 3, 3, "10 is not a number from 1 to 9."),
        (
            changed(2, "1 2 3  sun"),
            2,
            8,
            "sun is not a bonus: write 1 to 9, ?, star, lightning, lightning2 or moon.",
        ),
        (changed(2, "1 2 3"), 2, 6, "a row has three numbers and then a bonus."),
        (changed(2, "1 2 3 star moon"), 2, 12, "a row has three numbers and then a bonus."),
        (changed(5, "? moon"), 5, 7, "below the rows come three bonuses."),
        (changed(5, "? moon star 7"), 5, 13, "below the rows come three bonuses."),
        (f"{CARD}\n{CARD}", 7, 6, "card 1 is already on line 1."),
        (changed(1, "card 0"), 1, 6, "0 is not a number from 1 to 60."),
        (changed(1, "card 61"), 1, 6, "61 is not a number from 1 to 60."),
        (changed(1, "card 01"), 1, 6, "01 is not a number from 1 to 60."),
        (changed(1, "card one"), 1, 6, "one is not a number from 1 to 60."),
        (changed(1, "card"), 1, 5, "a card begins with card and its number."),
        ("1 2 3 star", 1, 1, "a card begins with the word card, not with 1."),
        ("\n".join(CARD.splitlines()[:3]), 4, 1, "card 1 is not complete: its rows, then the bonuses."),
        (CARD, 6, 1, "the deck ends and card 2 is missing; it needs 1 to 60."),
    ],
)
def test_what_is_wrong_in_a_file_and_where(text: str, line: int, column: int, said: str) -> None:
    with pytest.raises(DeckError) as wrong:
        read(text.encode())
    assert str(wrong.value) == f"Line {line}, column {column}: {said}"


def test_a_file_that_is_no_text() -> None:
    with pytest.raises(DeckError, match="Line 2, column 3: this is not text in UTF-8"):
        read(b"# x\nca\xff")


def test_a_file_with_the_built_in_deck_is_the_built_in_deck() -> None:
    assert LuckyBoxOptions(cards=built_in()) == LuckyBoxOptions()
