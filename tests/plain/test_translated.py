"""Whether all that is said in lines is translated."""

import gettext

import pytest

import luckytui.text
from luckytui.games import GAMES
from luckytui.games.interface import Game
from tests.catalogues import collected
from tests.plain.conversation import Listener
from tests.plain.tables import alone, what_is_wrong


class English(gettext.NullTranslations):
    """English, if a translator gets to see it."""

    def gettext(self, message: str) -> str:
        assert message in collected(), f"no translator gets to see “{message}”"
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        assert (msgid1, msgid2) in collected(), f"no translator gets to see both forms of “{msgid2}”"
        return msgid1 if n == 1 else msgid2


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
async def test_all_that_is_said_is_translated(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luckytui.text, "_catalogue", English)
    said = await Listener(alone(game, 3, "by ear"), 1).play()
    assert list(what_is_wrong(said)) == []
