"""The themes: everything can be read on everything it may be written on, computed for each of them."""

from collections.abc import Iterable
from itertools import combinations, product

import pytest
from textual.color import Color

from luckytui.shown.navigation import Home
from luckytui.tui import themes
from luckytui.tui.themes import NAMES, PLAYERS, SIXTEEN, TABLES, Palette
from luckytui.tui.widgets import game_blocks
from luckytui.tui.widgets.field import Field
from tests.tui.running import Access, press, running

TEXT, DRAWING = 4.5, 3.0
"""The least contrast of a text and of a drawing, by WCAG 2."""
OURS = [*NAMES, SIXTEEN]
ROLES = ("", "strong", "faint", "act", "fresh", "warn")
FACES = (
    *(f"tile-{step}" for step in range(1, 6)),
    *(
        f"{part}-{color}"
        for part in ("square", "rim")
        for color in ("red", "yellow", "blue", "magenta", "green")
    ),
    *("square-black", "rim-black", "card", "card-win", "back", "die"),
    *("paper", "paper-2", "paper-hit", "paper-done", "stub", "stub-hot", "stub-done"),
)
"""The pieces on which something is written."""
SYMBOLS = ("lemon", "cherry", "diamond", "clover", "bell", "grape", "seven")
EYES = {
    "ordinary": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "red-blind": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "green-blind": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "blue-blind": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What the eye makes of linear red, green and blue (Machado, Oliveira and Fernandes 2009)."""


def palette(name: str) -> Palette:
    return themes._palette(name, plain=False)


def too_faint(name: str, pairs: Iterable[tuple[str, str]], least: float) -> dict[tuple[str, str], float]:
    found = {(ink, ground): palette(name).contrast(ink, ground) for ink, ground in pairs}
    return {pair: round(value, 2) for pair, value in found.items() if value < least}


@pytest.mark.parametrize("name", NAMES)
def test_every_text_can_be_read_on_room_and_felt(name: str) -> None:
    assert not too_faint(name, product((*ROLES, *PLAYERS), TABLES), TEXT)
    assert not too_faint(name, product(("", "strong", "faint", "act"), ("dent", "dent-gold")), TEXT)
    assert not too_faint(name, product(("", "strong", "act"), ("glow",)), TEXT)


@pytest.mark.parametrize("name", OURS)
def test_every_text_can_be_read_on_pieces_and_cursor(name: str) -> None:
    assert not too_faint(name, product(ROLES, FACES), TEXT)
    assert not too_faint(name, product(ROLES, ("cursor", "cursor-paper")), TEXT)


@pytest.mark.parametrize("name", NAMES)
def test_every_drawing_is_seen_on_its_card(name: str) -> None:
    assert not too_faint(name, product(SYMBOLS, ("card",)), DRAWING)
    assert not too_faint(name, product(("pen",), ("paper", "paper-2", "paper-hit")), DRAWING)
    assert not too_faint(name, product(("coin",), [face for face in FACES if "square-" in face]), DRAWING)


def test_sixteen_colors_are_all_used() -> None:
    colors = palette(SIXTEEN).colors
    assert {color.ansi for color in colors.values()} == set(range(16))
    assert not {colors[person] for person in PLAYERS[:8]} & {colors["warn"], colors["faint"]}


def test_a_theme_knows_every_color_that_another_knows() -> None:
    assert {frozenset(palette(name).colors) for name in OURS} == {frozenset(palette("dark").colors)}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", ["dark", "light"])
def test_the_first_eight_people_differ_in_color_for_all_eyes(name: str, eyes: str) -> None:
    assert nearest(name, PLAYERS[:8], eyes) >= 0.088


@pytest.mark.parametrize("eyes", EYES)
def test_the_color_blind_theme_tells_roles_and_squares_apart(eyes: str) -> None:
    assert nearest("color-blind", ("act", "fresh", "warn"), eyes) >= 0.13
    assert nearest("color-blind", [face for face in FACES if "rim-" in face], eyes) >= 0.08


def nearest(name: str, inks: Iterable[str], eyes: str) -> float:
    """Return how near the nearest two of these colors are for such eyes (OKLab)."""
    seen = [perceived(palette(name).colors[ink], eyes) for ink in inks]
    return min(sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) ** 0.5 for pair in combinations(seen, 2))


def perceived(color: Color, eyes: str) -> tuple[float, ...]:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color.normalized]
    seen = matrix(EYES[eyes], parts)
    to_cones = ((0.4122, 0.5363, 0.0514), (0.2119, 0.6807, 0.1074), (0.0883, 0.2817, 0.6300))
    cones = [abs(each) ** (1 / 3) * (1 if each >= 0 else -1) for each in matrix(to_cones, seen)]
    return matrix(((0.2105, 0.7936, -0.0041), (1.9780, -2.4286, 0.4506), (0.0259, 0.7828, -0.8087)), cones)


def matrix(rows: Iterable[Iterable[float]], vector: Iterable[float]) -> tuple[float, ...]:
    column = list(vector)
    return tuple(sum(a * b for a, b in zip(row, column, strict=True)) for row in rows)


@pytest.mark.parametrize("name", ["light", "high-contrast", SIXTEEN])
async def test_a_theme_can_be_chosen_while_the_app_runs(name: str) -> None:
    async with running(Home("Ana", Access())) as pilot:
        before = pilot.app.export_screenshot()
        pilot.app.theme = name
        assert "Play alone" in await press(pilot)
        assert pilot.app.export_screenshot() != before


async def test_a_terminal_with_sixteen_colors_gets_their_theme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "linux")
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "standard")
    async with running(Home("Ana", Access())) as pilot:
        themes.choose(pilot.app, "light")
        assert pilot.app.theme == SIXTEEN
        await pilot.press("p")
        styles = pilot.app.screen.query_one(Field).styles
        assert (styles.background.ansi, styles.color.ansi) == (0, 7), "not the terminal's own ground"


def test_a_piece_in_a_color_that_nobody_defines_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    known, unknown = ["5", "", "felt", "room"], ["6", "", "felt", "gras"]
    monkeypatch.setattr(game_blocks, "data", lambda _game, _file: {"pieces": [known, unknown]})
    assert game_blocks.pieces_of("pig") == [known]
