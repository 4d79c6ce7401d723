"""Words: one way through which every text goes."""

import pytest

import luckytui.text
from luckytui.text import Sentence, _, plural, say


def test_without_a_catalogue_texts_are_english() -> None:
    assert _("Ana takes {tile}.", tile=7) == "Ana takes 7."


def test_a_number_chooses_the_form() -> None:
    forms = ("{number} tile in {place}", "{number} tiles in {place}")
    assert plural(*forms, 1, place="the middle") == "1 tile in the middle"
    assert plural(*forms, 2, place="the middle") == "2 tiles in the middle"


def test_a_sentence_is_translated_before_it_is_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    class German:
        def gettext(self, text: str) -> str:
            return {"{name} wins.": "{name} gewinnt."}.get(text, text)

    monkeypatch.setattr(luckytui.text, "_catalogue", German)
    assert say(Sentence("{name} wins.", {"name": "Ana"})) == "Ana gewinnt."


@pytest.mark.parametrize(
    "template", ["{name.__class__}", "{name!r}", "{name:>9999999}", "{0}", "{missing}", "{", "}", "{}"]
)
def test_a_strangers_sentence_can_ask_for_nothing_but_values(template: str) -> None:
    assert say(Sentence(template, {"name": "Ana"})) == template


def test_a_value_is_not_filled_in_again() -> None:
    assert say(Sentence("{one} {two}", {"one": "{two}", "two": "2"})) == "{two} 2"
