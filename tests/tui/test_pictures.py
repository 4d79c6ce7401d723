"""The pictures in screenshots/ show what the program shows."""

import pytest

from screenshots.make import FOLDER, PICTURES, Picture, take, text_of


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
async def test_a_picture_is_still_true(picture: Picture) -> None:
    kept = (FOLDER / f"{picture.name}.svg").read_text(encoding="utf-8")
    assert text_of(await take(picture)) == text_of(kept), (
        "the screen has changed: make screenshots, and look at them"
    )


def test_a_picture_fetches_no_font() -> None:
    for picture in PICTURES:
        svg = (FOLDER / f"{picture.name}.svg").read_text(encoding="utf-8")
        assert "@font-face" not in svg
        assert "url(http" not in svg
