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


def error(text: str) -> tuple[int, int, str]:
    """Return where a deck is wrong, and what is said of it."""
    with pytest.raises(DeckError) as wrong:
        read(text.encode())
    at = wrong.value.reason.values
    return int(at["line"]), int(at["column"]), str(wrong.value)


def changed(line: int, text: str) -> str:
    """Return the text of a card with one line changed."""
    lines = CARD.splitlines()
    lines[line - 1] = text
    return "\n".join(lines)


# ── The built-in deck ─────────────────────────────────────────────────────────────────────────────


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


# ── A file ────────────────────────────────────────────────────────────────────────────────────────


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


# ── What is wrong in a file, and where ────────────────────────────────────────────────────────────


def test_a_number_that_is_none() -> None:
    assert error(changed(3, "4 10 6  7")) == (3, 3, "Line 3, column 3: 10 is not a number from 1 to 9.")


def test_a_bonus_that_is_none() -> None:
    assert error(changed(2, "1 2 3  sun")) == (
        2,
        8,
        "Line 2, column 8: sun is not a bonus: write 1 to 9, ?, star, lightning, lightning2 or moon.",
    )


@pytest.mark.parametrize(("line", "column"), [("1 2 3", 6), ("1 2 3 star moon", 12)])
def test_a_row_that_is_too_short_or_too_long(line: str, column: int) -> None:
    said = f"Line 2, column {column}: a row has three numbers and then a bonus."
    assert error(changed(2, line)) == (2, column, said)


@pytest.mark.parametrize(("line", "column"), [("? moon", 7), ("? moon star 7", 13)])
def test_too_few_or_too_many_bonuses_below(line: str, column: int) -> None:
    said = f"Line 5, column {column}: below the rows come three bonuses."
    assert error(changed(5, line)) == (5, column, said)


def test_a_card_that_is_there_twice() -> None:
    assert error(CARD + "\n" + CARD) == (7, 6, "Line 7, column 6: card 1 is already on line 1.")


@pytest.mark.parametrize("number", ["0", "61", "01", "one"])
def test_a_card_with_a_number_that_no_card_has(number: str) -> None:
    said = f"Line 1, column 6: {number} is not a number from 1 to 60."
    assert error(changed(1, f"card {number}")) == (1, 6, said)


def test_a_card_without_a_name() -> None:
    assert error(changed(1, "card")) == (1, 5, "Line 1, column 5: a card begins with card and its number.")
    said = "Line 1, column 1: a card begins with the word card, not with 1."
    assert error("1 2 3 star") == (1, 1, said)


def test_a_card_that_is_cut_off() -> None:
    cut = "\n".join(CARD.splitlines()[:3])
    assert error(cut) == (4, 1, "Line 4, column 1: card 1 is not complete: its rows, then the bonuses.")


def test_a_card_that_is_missing() -> None:
    said = "Line 6, column 1: the deck ends and card 2 is missing; it needs 1 to 60."
    assert error(CARD) == (6, 1, said)


def test_a_file_that_is_no_text() -> None:
    with pytest.raises(DeckError, match="Line 2, column 3: this is not text in UTF-8"):
        read(b"# x\nca\xff")


def test_a_file_with_the_built_in_deck_is_the_built_in_deck() -> None:
    assert LuckyBoxOptions(cards=built_in()) == LuckyBoxOptions()
