"""What title, log and prompt say in each frame of the climaxes is what docs/climaxes.md says."""

import re
from collections.abc import Callable

import pytest

from screenshots.films import CLIMAXES, PAGE, film, page
from screenshots.scenes import Scene


def said(text: str) -> list[str]:
    """Return the titles of the films, and the line of each frame."""
    return re.findall(r"^(?:## .*|\d+ ms, .*)$", text, re.MULTILINE)


async def test_the_page_says_what_is_said_in_every_frame() -> None:
    assert said(await page()) == said(PAGE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("happens", CLIMAXES.values(), ids=CLIMAXES)
async def test_what_stays_of_a_climax_is_whole_on_an_upright_phone(happens: Callable[[], Scene]) -> None:
    frames = await film(happens(), (48, 33))
    assert [row for row in frames[-1].rows if "…" in row] == []
