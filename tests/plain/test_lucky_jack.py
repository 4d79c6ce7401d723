"""What is heard of Lucky Jack: the hand in its order, and no jackpot missed by a short answer."""

from luckytui.games.lucky_jack import words
from luckytui.games.lucky_jack.model import LuckyJackModel
from luckytui.games.lucky_jack.rules import Decline, Discard, LuckyJackOptions
from luckytui.plain.answers import Answers
from tests.tui.test_lucky_jack_board import a_turn, table_view_of


def test_the_answers_come_in_the_order_of_the_hand() -> None:
    model = LuckyJackModel(table_view_of(a_turn("13457", "clover")))
    offered = [option.text for option in Answers(model).options()]
    assert [each.split(",")[0] for each in offered] == [
        "discard the lemon", "discard the diamond", "discard the clover", "discard the bell",
        "discard the seven", "draw a card",
    ]  # fmt: skip


def test_a_card_s_name_alone_misses_no_jackpot() -> None:
    answers = Answers(LuckyJackModel(table_view_of(a_turn("3337", "lemon"))))
    assert {*answers.take("seven").moves} == {Discard("seven"), Discard("seven", jackpot=True)}
    assert answers.take("jackpot").moves == [Discard("seven", jackpot=True)]
    assert answers.take("diamond").moves == [Discard("diamond")]


def test_the_order_of_the_symbols_can_be_asked_for() -> None:
    told = words.sections(LuckyJackModel(table_view_of(a_turn("3337", "lemon"))))["symbols"]
    assert told[1:3] == ["lemon: 1,000 or 2,000.", "cherry: 2,000 or 4,000."]


def test_which_round_it_is_can_be_asked_for() -> None:
    told = words.sections(LuckyJackModel(table_view_of(a_turn("3337", "lemon"))))["round"]
    assert told == ["Round 2 of 3."]


def test_who_can_claim_a_card_hears_how_long() -> None:
    state = a_turn("3337", "lemon")
    (part,) = LuckyJackModel(table_view_of(state)).parts(Decline())
    assert part.text == "pass; after 8 seconds you pass anyway"
    state.options = LuckyJackOptions(claim_seconds=0)
    (part,) = LuckyJackModel(table_view_of(state)).parts(Decline())
    assert part.text == "pass"
