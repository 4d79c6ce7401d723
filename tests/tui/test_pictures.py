"""The pictures in screenshots/ show what the program shows."""

import pytest

from screenshots.make import FOLDER, PICTURES, Picture, shown, take, text_of
from tests.tui.running import text

WITH_KEYS = {"home", "lobby", "lucky-numbers-2", "lucky-numbers-results"}
"""The pictures that are to show the right keys: with a new one, the others are still true."""


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
async def test_a_picture_is_still_true(picture: Picture) -> None:
    kept = (FOLDER / f"{picture.name}.svg").read_text(encoding="utf-8")
    async with shown(picture) as pilot:
        rows = slice(None if picture.name in WITH_KEYS else -1)
        assert text(pilot).replace("\xa0", " ").split("\n")[rows] == text_of(kept)[rows], (
            "the screen has changed: make screenshots, and look at them"
        )


async def test_a_picture_is_made_of_what_is_shown() -> None:
    kept = (FOLDER / "lobby.svg").read_text(encoding="utf-8")
    [lobby] = [picture for picture in PICTURES if picture.name == "lobby"]
    assert text_of(await take(lobby)) == text_of(kept)


def test_a_picture_fetches_no_font() -> None:
    for picture in PICTURES:
        svg = (FOLDER / f"{picture.name}.svg").read_text(encoding="utf-8")
        assert "@font-face" not in svg
        assert "url(http" not in svg
