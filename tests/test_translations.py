"""What translators get."""

import re
from pathlib import Path

import pytest

from luckytui.games.lucky_numbers import LuckyNumbersOptions
from luckytui.games.options import fields
from net import SENTENCES
from tests import collect_texts
from tests.collect_texts import Text, template, texts, texts_in


@pytest.fixture(scope="module")
def marked() -> set[tuple[str, ...]]:
    return {text.forms for text in texts()}


def test_texts_of_every_kind_are_collected(marked: set[tuple[str, ...]]) -> None:
    assert ("There is no game “{name}” here. {hint}",) in marked
    assert ("Text is written as UTF-8.",) in marked
    assert ("{names} wins.", "{names} share the win.") in marked
    assert all((field.help,) in marked for field in fields(LuckyNumbersOptions))
    assert all((sentence,) in marked for sentence in SENTENCES.values())


def test_both_forms_of_a_plural_are_filled_with_the_same_values(marked: set[tuple[str, ...]]) -> None:
    def places(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", text)) - {"number"}

    for one, many in (forms for forms in marked if len(forms) == 2):
        assert places(one) <= places(many)


def test_a_text_that_is_put_together_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collect_texts, "ROOT", tmp_path)
    file = tmp_path / "wrong.py"
    file.write_text('_(f"{name} wins")')
    with pytest.raises(ValueError, match=r"wrong\.py:1"):
        list(texts_in(file))


def test_the_template_names_each_text_once_with_its_places() -> None:
    found = [Text(("a “b”",), "x.py:1"), Text(("one", "many"), "x.py:2"), Text(("a “b”",), "y.py:3")]
    assert template(found).partition("\n\n")[2] == (
        '#: x.py:1 y.py:3\nmsgid "a “b”"\nmsgstr ""\n\n'
        '#: x.py:2\nmsgid "one"\nmsgid_plural "many"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    )


def test_a_text_inside_an_f_string_is_collected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collect_texts, "ROOT", tmp_path)
    file = tmp_path / "nested.py"
    file.write_text("f\"{_('drawn')} {number}\"")
    assert [text.forms for text in texts_in(file)] == [("drawn",)]
