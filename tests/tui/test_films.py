"""What title, log and prompt say in each frame of the climaxes is what docs/climaxes.md says."""

import re

from screenshots.films import PAGE, page


def said(text: str) -> list[str]:
    """Return the titles of the films, and the line of each frame."""
    return re.findall(r"^(?:## .*|\d+ ms, .*)$", text, re.MULTILINE)


async def test_the_page_says_what_is_said_in_every_frame() -> None:
    assert said(await page()) == said(PAGE.read_text(encoding="utf-8"))
