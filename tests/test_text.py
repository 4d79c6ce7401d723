"""Words: one way through which every text goes."""

from datetime import datetime

import pytest

import luckytui.text
from luckytui.shown.words import all_of
from luckytui.system.viewer import Viewer, showing_to
from luckytui.text import (
    LANGUAGES,
    Sentence,
    _,
    dated,
    in_figures,
    in_percent,
    plural,
    say,
    say_reasons,
    signed,
)


def test_without_a_catalogue_texts_are_english() -> None:
    assert _("Ana takes {tile}.", tile=7) == "Ana takes 7."


def test_a_number_chooses_the_form() -> None:
    forms = ("{number} tile in {place}", "{number} tiles in {place}")
    assert plural(*forms, 1, place="the middle") == "1 tile in the middle"
    assert plural(*forms, 2, place="the middle") == "2 tiles in the middle"


def test_numbers_and_dates_are_written_as_in_the_players_language() -> None:
    written = {}
    for language in LANGUAGES:
        with showing_to(Viewer(language=language)):
            figures = in_figures(-12_000), signed(0.25), in_percent(0.125, 1)
            written[language] = *figures, dated(datetime(2026, 11, 20, 21, 40))
    assert written == {
        "en": ("−12,000", "+0.2", "12.5%", "Nov 20, 2026 21:40"),
        "de": ("−12.000", "+0,2", "12,5\xa0%", "20.11.2026 21:40"),
        "es": ("−12.000", "+0,2", "12,5\xa0%", "20 nov 2026 21:40"),
        "fr": ("−12\u202f000", "+0,2", "12,5\u202f%", "20 nov. 2026 21:40"),
        "it": ("−12.000", "+0,2", "12,5%", "20 nov 2026 21:40"),
        "nl": ("−12.000", "+0,2", "12,5%", "20 nov 2026 21:40"),
    }


def test_spanish_and_italian_join_no_name_with_its_own_sound() -> None:
    names, joined = ("Ben", "Inés", "hilda", "Hierro", "Hana", "Emil"), {}
    for language in ("en", "es", "it"):
        with showing_to(Viewer(language=language)):
            joined[language] = [all_of(["Ana y {", name]) for name in names]
    assert joined["en"] == [f"Ana y {{ and {name}" for name in names]
    assert joined["es"] == [
        f"Ana y {{ {last}" for last in ("y Ben", "e Inés", "e hilda", "y Hierro", "y Hana", "y Emil")
    ]
    assert joined["it"] == [*(f"Ana y {{ e {name}" for name in names[:-1]), "Ana y { ed Emil"]


def test_a_sentence_is_translated_before_it_is_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    class German:
        def gettext(self, text: str) -> str:
            return {"{name} wins.": "{name} gewinnt."}.get(text, text)

    monkeypatch.setattr(luckytui.text, "_catalogue", lambda _language: German())
    assert say(Sentence("{name} wins.", {"name": "Ana"})) == "Ana gewinnt."


def test_the_reason_for_a_move_names_cards_and_figures_in_the_players_language() -> None:
    card = Sentence("The {card} would be one more card to shed.", {"card": "lemon"})
    points = Sentence("The jackpot scores {points}.", {"points": 3_000})
    with showing_to(Viewer(language="de")):
        assert say_reasons([card]) == "Das wäre noch eine Karte, die du loswerden musst: Zitrone."
        assert "3.000" in say_reasons([points])


@pytest.mark.parametrize(
    "template", ["{name.__class__}", "{name!r}", "{name:>9999999}", "{0}", "{missing}", "{", "}", "{}"]
)
def test_a_strangers_sentence_can_ask_for_nothing_but_values(template: str) -> None:
    assert say(Sentence(template, {"name": "Ana"})) == template


def test_a_value_is_not_filled_in_again() -> None:
    assert say(Sentence("{one} {two}", {"one": "{two}", "two": "2"})) == "{two} 2"
