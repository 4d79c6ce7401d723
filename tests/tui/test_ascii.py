"""Without UTF-8 everything is ASCII, as wide as before."""

import pytest
from rich.cells import cell_len

from luckytui.shown.ascii import in_ascii, is_locale_ascii
from luckytui.tui.themes import SIGNS
from tests.catalogues import TRANSLATED, catalogue_file


@pytest.mark.parametrize(
    ("environment", "is_ascii"),
    [
        ({}, False),
        ({"LANG": "en_US.UTF-8"}, False),
        ({"LANG": "de_DE.utf8"}, False),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, True),
        ({"LANG": "de_DE.ISO-8859-1"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LC_CTYPE": "C.UTF-8"}, False),
    ],
)
def test_the_locale_says_if_there_is_more_than_ascii(environment: dict[str, str], is_ascii: bool) -> None:
    assert is_locale_ascii(environment) is is_ascii


@pytest.mark.parametrize("text", ["▸ Zoë 四 ½ ✓", SIGNS, "♥▲♦■♣♠", "▀▄█▁▂▃▄▅▆▇", "“Jörg” – ﬁn …"])
def test_every_sign_has_one_of_ascii_that_is_as_wide(text: str) -> None:
    assert in_ascii(text).isascii()
    assert cell_len(in_ascii(text)) == cell_len(text)


def test_the_squares_and_the_arrows_stay_apart() -> None:
    assert len(set(in_ascii("♥▲♦■♣♠"))) == 6
    assert len(set(in_ascii("↑↓=↔+✓★"))) == 7


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_letter_and_mark_of_a_language_has_one_of_ascii(language: str) -> None:
    used = set(catalogue_file(language).read_text(encoding="utf-8")) - set("¿⌨")  # ⌨: in the browser only
    assert [each for each in sorted(used) if not each.isascii() and in_ascii(each) == "?"] == []
