"""What is heard of Super Mega Lucky Box: short lists, in the order in which one chooses."""

import re

import pytest

from luckytui.games.lucky_box import words
from luckytui.games.lucky_box.model import LuckyBoxModel
from luckytui.games.lucky_box.player import BoxCard
from luckytui.games.lucky_box.rules import BonusWon, Cross, LuckyBox, LuckyBoxOptions, NumberTurned, begin
from luckytui.plain.answers import Answers
from luckytui.text import LANGUAGES
from tests.tui.test_lucky_box_board import DECK, FIRST, MINE, cross, crossed, position, table_view_of


def heard_at(state: LuckyBox) -> LuckyBoxModel:
    return LuckyBoxModel(table_view_of(state)).settled(asked_again=True)


def offered(state: LuckyBox, *typed: str) -> list[str]:
    """Return what is offered at a board, after these answers."""
    answers = Answers(heard_at(state))
    for each in typed:
        assert answers.take(each).asks_on
    return [option.text for option in answers.options()]


def test_the_cells_that_cost_nothing_come_first_with_what_they_win() -> None:
    assert offered(position(number=2)) == ["c1 on card 1", "c2 on card 2, wins a star", "pay lightnings"]
    assert offered(position(number=7)) == ["b2 on card 1, wins 1 lightning", "pay lightnings"]


def test_who_would_lose_a_bonus_hears_it_before_the_cross() -> None:
    state = position(BoxCard(FIRST, 0b1000011), number=2)
    assert offered(state)[0] == "c1 on card 1, wins bonus 5; no cell is left for bonus 5"


def test_the_cheapest_of_the_other_cells_come_first() -> None:
    cells = offered(position(number=7), "pay lightnings", "card 1")
    assert cells[0] == "c3, the 8, for 1 lightning"
    costs = [cell.split(", for ")[1] for cell in cells]
    assert costs == sorted(costs)


def test_who_types_a_card_and_a_cell_needs_no_lists() -> None:
    answers = Answers(heard_at(position(number=7)))
    assert answers.take("1 b2").moves == [Cross(1, (1, 1), "number")]
    assert answers.take("1 c3").moves == [Cross(1, (2, 2), "number")]


def test_the_question_names_the_bonus_to_use() -> None:
    state = crossed(position(BoxCard(FIRST, 0b11), MINE[1], number=2), Cross(1, (0, 2), "number"))
    assert heard_at(state).question() == "You have bonus 5 to use. What do you cross?"
    assert offered(state) == ["a3 on card 1", "c3 on card 2"]


def test_the_number_drawn_is_told_before_the_question_and_can_be_asked_for() -> None:
    model = heard_at(position(number=7))
    assert model.question() == "What do you cross?"
    news = NumberTurned(round=2, turn=4, number=7)
    assert [*words.heard(model, None, [news])] == ["Round 2, turn 4: the number is 7."]
    assert "The number is 7." in words.sections(model)["number"]


def test_where_nothing_can_be_crossed_nobody_is_asked_what() -> None:
    state = position(BoxCard(FIRST, 0b1), lightnings=0, number=4)
    question = heard_at(state).question()
    assert question == "Nothing can be crossed. Pass?"
    assert offered(state) == ["pass"]


def test_a_card_to_choose_is_one_sentence() -> None:
    state = begin(2, LuckyBoxOptions(cards=DECK))
    state.stage, state.active, state.offers = "choose", frozenset({0, 1}), ((1, 2), (3, 4))
    lines = words.sections(heard_at(state))["cards"]
    assert lines[0] == (
        "Card 1: 4, 9, 2 wins bonus 5; 3, 7, 3 wins 1 lightning; 5, 1, 8 wins any number; "
        "columns a, b and c win a star, bonus 2, a moon."
    )
    assert len(lines) == 2


def test_every_card_that_is_held_is_told_also_beside_those_to_choose() -> None:
    state = position(*[BoxCard(FIRST)] * 6)
    state.stage, state.active, state.offers = "choose", frozenset({0, 1}), ((1, 2), (3, 4))
    assert len(words.sections(heard_at(state))["cards"]) == 8


def test_a_full_row_is_told_without_its_numbers() -> None:
    state = crossed(position(number=7), Cross(1, (1, 1), "number"))
    assert "Card 1, row 2: full." in words.sections(heard_at(state))["cards"]


def test_cards_that_were_kept_are_not_told_again() -> None:
    state = begin(2, LuckyBoxOptions(cards=DECK))
    state.stage, state.active, state.offers = "choose", frozenset({0, 1}), ((1, 2), (3, 4))
    offered = words.sections(heard_at(state))["cards"]
    kept = words.sections(heard_at(position(BoxCard(FIRST))))["cards"]
    assert kept == [offered[0]]


@pytest.mark.parametrize("language", LANGUAGES, indirect=True)
def test_a_turn_in_one_sentence_has_no_capital_within(language: str) -> None:
    news = [cross(1, "number"), BonusWon(seat=1, card=1, line="row0", bonus="star")]
    (line,) = words.heard(heard_at(position(number=8)), None, news)
    assert not re.search(r" (Die|Le|El|Il|De|The) ", line), line


def test_the_others_crosses_are_counted() -> None:
    assert (
        words.sections(heard_at(position()))["others"][0]
        == "Ben: 2 crosses on card 10, 0 crosses on card 11."
    )
