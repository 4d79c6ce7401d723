"""Every word on the screens goes through the one translation function."""

import gettext
import re

import pytest

import luckytui.text
from luckytui.games import GAMES
from screenshots.make import PICTURES, Picture, shown
from screenshots.scenes import CODE, NAMES, TABLE
from tests.catalogues import collected
from tests.tui.running import text as text_of

NOT_TRANSLATED = (
    *(game.title for game in GAMES.values()),
    "Lucky Box",
    "~/.config/luckytui/settings.toml",
    *NAMES,
    *(TABLE, "Ben's table", "attic", "veranda", "Juno", "Mia", "Noa"),
    *("luckytui", "l u c k y t u i", "luckytui join 192.0.2.17:5825", f"--code {CODE}", "esc", "PgDn", "Del"),
    *("ssh", "http", "SHA256", "Nov 20, 2026"),
    *("Hello! Is Cem coming too?", "In five minutes, he says.", "Welcome back, Ben!"),
    *("Where is Ben? His line is down.", "He is on the train", "Well played! Once more?"),
)


class Marked(gettext.NullTranslations):
    """A translation into words that show where they came from, also where a line is broken between them."""

    def gettext(self, message: str) -> str:
        assert message in collected(), f"no translator gets to see “{message}”"
        return self._mark(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        assert (msgid1, msgid2) in collected(), f"no translator gets to see both forms of “{msgid2}”"
        return self._mark(msgid1 if n == 1 else msgid2)

    def _mark(self, message: str) -> str:
        return " ".join(f"«{word}»" for word in message.split(" "))


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
async def test_every_word_is_translated(picture: Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luckytui.text, "_catalogue", Marked)
    async with shown(picture) as pilot:
        text = text_of(pilot)
    for known in sorted(NOT_TRANSLATED, key=len, reverse=True):
        text = text.replace(known, "")
    text = re.sub(r"\w+…", "", text)  # a name for which there was no room among so many signs
    while "«" in text:  # from the inside out; a text cut off by the edge ends with its line
        text = re.sub(r"«[^«»\n]*(»|$)", "", text, flags=re.MULTILINE)
    assert re.findall(r"[A-Za-z]{3,}", text) == []
