"""The tables in README.md and docs/settings.md say what the program does."""

from pathlib import Path

import pytest

from screenshots.reference import PAGES, filled


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_tables_of_a_page_are_made_from_the_declarations(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert filled(text) == text, "run: python -m screenshots.reference"
    assert "<!-- end -->" in text
