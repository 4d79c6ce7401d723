"""Names: what strangers call themselves, made safe to show."""

import pytest

from net import NetError
from net.names import person, unique


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ana", "Ana"),
        ("  Ana \t Maria\n", "Ana Maria"),
        ("\x1b[31mAna\x1b[0m", "[31mAna[0m"),
        ("A\u202ena", "Ana"),
        ("A\u200bn\u2060a\ufeff", "Ana"),
        ("Ana\u0308", "Anä"),
        ("Ana\u3164", "Ana"),
        ("😀\ufe0f", "😀"),
        ("अना", "अना"),
    ],
)
def test_a_name_is_cleaned(text: str, name: str) -> None:
    assert person(text) == name


@pytest.mark.parametrize(
    "text", ["", "  ", "\x00\x1b", "\u200b\u2060", "\u0308", "x" * 25, "語" * 13, "é" + "\u0301" * 60]
)
def test_a_name_that_cannot_be_shown_is_bad(text: str) -> None:
    with pytest.raises(NetError) as raised:
        person(text)
    assert raised.value.code == "bad_name"


@pytest.mark.parametrize(
    ("others", "name"),
    [
        ([], "Ana"),
        (["Bo"], "Ana"),
        (["ana"], "Ana 2"),
        (["Ana", "Ana 2"], "Ana 3"),
        (["Ana", "Ana 3"], "Ana 2"),
    ],
)
def test_a_name_in_use_is_numbered(others: list[str], name: str) -> None:
    assert unique("Ana", others) == name


@pytest.mark.parametrize(
    "name",
    ["Оlga", "OLGA", "0lga", "０ｌｇａ", "o1ga", "ΟLGA", "𝐎𝐥𝐠𝐚"],
    ids=["Cyrillic", "capitals", "a zero", "full width", "a one", "Greek", "mathematical"],
)
def test_a_name_that_looks_like_another_is_told_apart(name: str) -> None:
    assert unique(name, ["Olga"]) == f"{name} 2"


@pytest.mark.parametrize(("one", "other"), [("Оля", "ОЛЯ"), ("Νίκος", "ΝΊΚΟΣ"), ("Нина", "НИНА")])
def test_names_in_another_script_are_one_in_capitals(one: str, other: str) -> None:
    assert unique(other, [one]) == f"{other} 2"


@pytest.mark.parametrize(("one", "other"), [("Оля", "Ola"), ("José", "Jose"), ("Ana", "Anna")])
def test_names_that_look_different_stay_as_they_are(one: str, other: str) -> None:
    assert unique(other, [one]) == other
