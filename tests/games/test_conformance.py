"""Every installed game keeps to what `luckytui.testing` asks, and so do two small ones that hide nothing."""

import pytest

from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.testing import Conformance
from tests.games import golden
from tests.games.toys import NIM, install


@pytest.mark.parametrize("game", [*GAMES.values(), NIM], ids=lambda game: game.key)
class TestEveryGame(Conformance):
    """Those of the catalogue, and one without a part besides its rules."""

    @pytest.fixture(autouse=True)
    def installed(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        if game is NIM:
            install(monkeypatch)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_golden_record(game: Game) -> None:
    assert golden.text(game) == golden.path(game).read_text(encoding="utf-8")
