"""Whether words fit in languages that are longer, or wider; `python -m tests.tui.fitting` looks at more."""

import re
from itertools import islice
from unittest.mock import patch

import pytest
from rich.cells import cell_len
from textual.geometry import Size

from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.games.lucky_box.names import verdict
from luckytui.records.statistics import of_person
from luckytui.records.store import Player, StoredGame
from luckytui.system.viewer import Viewer, showing_to
from luckytui.text import LANGUAGES, _, say, sentence_of
from luckytui.tui.boards import BOARDS
from luckytui.tui.canvas import Canvas, folded
from luckytui.tui.screens.statistics import StatisticsPicture
from net import NetError
from screenshots import make
from screenshots.make import PICTURES, Picture, take, text_of
from tests.tui.fitting import SIZES, FullWidth, Longer, Pseudo, in_language, in_pseudo, misfits_of, watched
from tests.tui.test_cursor import decisions, models

NAMES = {"home", "set-up", "lobby-12", "players", "lucky-squares-end", "lucky-box-verdict"}
LOOKED_AT = [picture for picture in PICTURES if picture.name in NAMES]

pseudo_languages = pytest.mark.parametrize("language", [Longer, FullWidth])


@pytest.mark.parametrize("name", ["set-up", "tables-found", "game-log", "lucky-box-verdict", "reconnected"])
@pytest.mark.parametrize("language", ["es", "fr", "it", "nl"])
async def test_no_word_is_cut_where_there_is_little_room(language: str, name: str) -> None:
    picture = next(picture for picture in PICTURES if picture.name == name)
    with in_language(language), patch.object(make, "SIZE", (60, 20)):
        shown = "\n".join(text_of(await take(picture)))
    assert re.findall(r"\S+…", re.sub(r"kitchen \w*…", "", shown)) == []


async def test_beside_a_player_there_is_room_for_the_longest_name_of_a_card() -> None:
    claim = next(picture for picture in PICTURES if picture.name == "lucky-jack-claim")
    with in_language("it"), patch.object(make, "SIZE", (60, 20)):
        assert "Cem  ↓ trifoglio  " in re.sub("  +", "  ", "\n".join(text_of(await take(claim))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_statistics_fit(language: str) -> None:
    players = (
        Player("Ana", 9000, has_won=True, level="", luck=-169.3, mistakes=27),
        Player("Ben", 0, has_won=False, level=""),
    )
    bot = Player("Juno", 0, has_won=False, level="normal")
    games = [
        StoredGame(f"{game}{n}", game, "2026-11-20T12:00:00Z", False, 0, (*players, bot))
        for game in GAMES
        for n in range(12)
    ]
    picture = StatisticsPicture()
    picture.statistics = of_person(games, "Ana")
    with showing_to(Viewer(language=language)), watched() as misfits:
        for size in SIZES:
            canvas = Canvas(Size(size[0], size[1] - 3))
            picture.paint(canvas)
            assert re.search(r"12 +12 · 100\s?%", str(canvas))
            assert re.findall(r"\S−169", str(canvas)) == []
    assert misfits == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_fits_where_it_is_shown_on_the_smallest_screen(language: str) -> None:
    with showing_to(Viewer(language=language)):
        assert max(cell_len(_(verdict(total))) for total in range(80)) <= 45, "the points come after it"
        unannounced = sentence_of(NetError("no_discovery", reason="Network is unreachable"))
        assert len(folded(say(unannounced), 58)) <= 2
        assert len(folded(_("Trying again. When the table is back, so is your seat."), 58)) == 1


@pseudo_languages
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_the_words_of_a_board_fit(game: Game, language: type[Pseudo]) -> None:
    board = BOARDS[game.key]
    with in_pseudo(language), watched() as misfits:
        for view in islice(decisions(game), 0, None, 4):
            for model in models(board, view):
                for size in ((60, 15), (80, 18), (88, 27), (156, 52)):
                    board.PICTURE.paint(Canvas(Size(*size), board.GROUND), model)
    assert misfits == set()


@pseudo_languages
@pytest.mark.parametrize("picture", LOOKED_AT, ids=lambda picture: picture.name)
async def test_the_words_of_a_screen_fit(language: type[Pseudo], picture: Picture) -> None:
    with in_pseudo(language):
        for size in SIZES:
            assert await misfits_of(picture, size) == set()


@pytest.mark.parametrize("name", ["settings", "tables-found", "players", "door", "options"])
async def test_what_a_wide_screen_shows_is_in_its_middle(name: str) -> None:
    picture = next(picture for picture in PICTURES if picture.name == name)
    with patch.object(make, "SIZE", (200, 55)):
        rows = text_of(await take(picture))[1:-3]
    used = [y for y, row in enumerate(rows) if row.strip()]
    above, below = used[0], len(rows) - 1 - used[-1]
    assert abs(above - below) <= 4
    left = min(len(rows[y]) - len(rows[y].lstrip()) for y in used)
    right = 200 - max(len(row) for row in rows)
    assert abs(left - right) <= 16
