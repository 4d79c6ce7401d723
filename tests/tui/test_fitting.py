"""Whether words fit in languages that are longer, or wider; `python -m tests.tui.fitting` looks at more."""

import pytest
from textual.geometry import Size

from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.tui.boards import BOARDS
from luckytui.tui.canvas import Canvas
from screenshots.make import PICTURES, Picture, take, text_of
from tests.tui.fitting import SIZES, FullWidth, Longer, Pseudo, in_language, in_pseudo, misfits_of, watched
from tests.tui.test_cursor import decisions, models

NAMES = {"home", "set-up", "lobby-12", "players", "lucky-squares-end", "lucky-box-verdict"}
LOOKED_AT = [picture for picture in PICTURES if picture.name in NAMES]

pseudo_languages = pytest.mark.parametrize("language", [Longer, FullWidth])


def test_words_that_do_not_fit_are_found() -> None:
    with watched() as misfits:
        canvas = Canvas(Size(20, 2))
        canvas.put(0, 0, "eleven")
        canvas.put(4, 0, "twelve")
        canvas.put(16, 1, "thirteen")
        canvas.put(12, 0, "fits")
    assert sorted(each.partition(": ")[2] for each in misfits) == [
        "'thirteen' is cut off",
        "'twelve' over 'eleven'",
    ]


def test_a_language_that_is_made_up_keeps_the_placeholders() -> None:
    assert Longer().gettext("{name} wins.") == "{name} winséé."
    assert FullWidth().gettext("{name} wins.") == "{name} ｗｎ."


async def test_a_picture_can_be_looked_at_in_a_language() -> None:
    home = next(picture for picture in PICTURES if picture.name == "home")
    with in_language("de"):
        assert "Allein spielen" in "\n".join(text_of(await take(home)))


@pseudo_languages
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_the_words_of_a_board_fit(game: Game, language: type[Pseudo]) -> None:
    board = BOARDS[game.key]
    with in_pseudo(language), watched() as misfits:
        for view in decisions(game):
            for model in models(board, view):
                for size in ((60, 15), (80, 18)):
                    board.PICTURE.paint(Canvas(Size(*size), board.GROUND), model)
    assert misfits == set()


@pseudo_languages
@pytest.mark.parametrize("picture", LOOKED_AT, ids=lambda picture: picture.name)
async def test_the_words_of_a_screen_fit(language: type[Pseudo], picture: Picture) -> None:
    with in_pseudo(language):
        for size in SIZES:
            assert await misfits_of(picture, size) == set()
