"""Every word on the screens goes through the one translation function."""

import gettext
import re

import pytest

from luckytui import words
from luckytui.games import GAMES
from screenshots.make import PICTURES, Picture, take, text_of
from screenshots.scenes import NAMES, TABLE

NOT_TRANSLATED = (
    *(game.title for game in GAMES.values()),
    *NAMES,
    *(TABLE, "Ben's table", "Juno", "luckytui", "l u c k y t u i", "192.0.2.17:5825", "esc", "PgDn"),
)


class Marked(gettext.NullTranslations):
    """A translation into text that shows where it came from."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"«{msgid1 if n == 1 else msgid2}»"


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
async def test_every_word_is_translated(picture: Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_catalogue", Marked)
    text = "\n".join(text_of(await take(picture)))
    for known in sorted(NOT_TRANSLATED, key=len, reverse=True):
        text = text.replace(known, "")
    while "«" in text:  # from the inside out; a text cut off by the edge ends with its line
        text = re.sub(r"«[^«»\n]*(»|$)", "", text, flags=re.MULTILINE)
    assert re.findall(r"[A-Za-z]{3,}", text) == []
