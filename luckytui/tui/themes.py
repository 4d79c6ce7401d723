"""The themes: the color of each ink on each ground.

The colors are in palettes.toml; those of a game's own pieces are in its colors.toml.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from rich.color import ColorSystem
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from luckytui.games import GAMES, data
from luckytui.games.interface import Seat
from luckytui.system.viewer import viewer

Ink = str
"""A color's name in palettes.toml for what is drawn: a role, a person (`player-1`), or a part of a piece."""

Ground = str
"""A color's name in palettes.toml for what lies under it: the room, a table's felt, or a piece."""

DEFAULT = "dark"
"""The theme that is used when none is chosen."""
SIXTEEN = "sixteen"
"""The theme of a terminal that has no more than sixteen colors."""

PLAYERS: Sequence[Ink] = tuple(f"player-{number}" for number in range(1, 13))
"""The ink of each seat: on the board, in the log, in the talk, in the results."""
SIGNS = "●▼✚◢▰◐◆▲○▽◇△"
"""The sign of each seat, for those who see no colors."""

READ: Sequence[Ink] = ("", "text", "strong", "faint", "act", "fresh", "warn", *PLAYERS)
"""The inks of texts. On a piece they become black or white, whichever is easier to read there."""
_TEXT_CONTRAST = 4.5
"""How much a text must differ from its ground, as computed by WCAG 2."""

_XTERM = (
    *("#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5"),
    *("#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"),
)
"""The sixteen colors of most terminals, to compute with."""

_OWN: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    Path(__file__).with_name("palettes.toml").read_text(encoding="utf-8")
)


def _with_games(theme: str) -> dict[str, Any]:
    """Return the colors of a theme: ours, and those that the games add under names of their own."""
    written = dict[str, Any]()
    for game in GAMES:
        colors = data(game, "colors.toml").get(theme, {})
        written |= {f"felt-{game}" if name == "felt" else name: color for name, color in colors.items()}
    return written | dict(_OWN[theme])


_DATA = {theme: _with_games(theme) for theme in _OWN}
_SYSTEMS = {
    "standard": ColorSystem.STANDARD,
    "256": ColorSystem.EIGHT_BIT,
    "truecolor": ColorSystem.TRUECOLOR,
    "windows": ColorSystem.WINDOWS,
}
INKS = frozenset({"", *_DATA[DEFAULT]})
"""All colors, by name."""
TABLES: Sequence[Ground] = ("room", "panel", *(ink for ink in _DATA[DEFAULT] if ink.startswith("felt")))
"""Backgrounds on which every ink can be read."""
BARE = (*TABLES, "dent", "dent-gold", "glow")
"""Backgrounds other than pieces."""
NAMES: Sequence[str] = tuple(name for name in _DATA if name != SIXTEEN)
"""The themes, as the player chooses them."""


class Palette:
    """The colors of one theme, and the style of every pair of ink and ground."""

    def __init__(self, colors: Mapping[str, Color], *, plain: bool = False) -> None:
        """`plain`: use no colors."""
        self.colors = colors
        self._is_plain = plain
        self._styles: dict[tuple[Ink, Ground, bool], Style] = {}

    def style(self, ink: Ink, ground: Ground, *, bold: bool = False) -> Style:
        """Return how an ink looks on a ground."""
        key = ink, ground, bold
        if key not in self._styles:
            if self._is_plain:
                is_raised = ground not in (*BARE, "cursor-paper", "qr") and "edge" not in ground
                self._styles[key] = Style(bold=bold, reverse=is_raised)
            else:
                color, under = self.color(ink, ground).rich_color, self.colors[ground].rich_color
                self._styles[key] = Style(color=color, bgcolor=under, bold=bold)
        return self._styles[key]

    def color(self, ink: Ink, ground: Ground) -> Color:
        """Return the color that an ink has on a ground."""
        if ground in {"cursor", "cursor-paper"}:
            return self.colors[f"ink-{ground}"]
        if ink in READ and ground not in BARE:
            return self._on_piece(ground, is_faint=ink == "faint")
        return self.colors[ink or "text"]

    def contrast(self, ink: Ink, ground: Ground) -> float:
        """Return how much an ink differs from a ground: 1 not at all, 21 as black from white."""
        return contrast(self.color(ink, ground), self.colors[ground])

    def _on_piece(self, ground: Ground, *, is_faint: bool) -> Color:
        under = self.colors[ground]
        inks = ("#15191b", "#ffffff") if under.ansi is None else (0, 15)
        ink = max(map(_color, inks), key=lambda each: contrast(each, under))
        faint = ink.blend(under, 0.3)
        return faint if is_faint and contrast(faint, under) >= _TEXT_CONTRAST else ink


def contrast(one: Color, other: Color) -> float:
    """Return how much two colors differ in light, from 1 to 21, as WCAG 2 defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    parts = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color.normalized)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def _color(written: str | int) -> Color:
    """Return a color that is written as "#rrggbb", or as the number of one of the terminal's sixteen."""
    if isinstance(written, int):
        return Color.parse(_XTERM[written])._replace(ansi=written)
    return Color.parse(written)


# ── Themes ────────────────────────────────────────────────────────────────────────────────────────────


def player_ink(seat: Seat) -> Ink:
    """Return the ink of the person at a seat; faint for a watcher, who has none."""
    return PLAYERS[seat] if 0 <= seat < len(PLAYERS) else "faint"


def felt(game: str) -> Ground:
    """Return the ground of a game's table, by the game's key."""
    own = f"felt-{game}"
    return own if own in TABLES else "felt"


def player_sign(seat: Seat) -> str:
    """Return the sign of the person at a seat; a watcher's is a dot."""
    return SIGNS[seat] if 0 <= seat < len(SIGNS) else "·"


def register(app: App[Any]) -> None:
    """Give the app our themes in place of Textual's: each can then be chosen by `choose`."""
    for name in _DATA:
        app.register_theme(_theme(name))
    choose(app)
    for name in BUILTIN_THEMES:
        app.unregister_theme(name)


def choose(app: App[Any], name: str = DEFAULT) -> None:
    """Show the theme of this name. A terminal with sixteen colors always gets its only one."""
    has_few = color_system(app) == ColorSystem.STANDARD
    app.theme = SIXTEEN if has_few else name if name in NAMES else DEFAULT


def color_system(app: App[Any]) -> ColorSystem | None:
    """Return how many colors the terminal is sent; None if NO_COLOR is set."""
    system = app.console.color_system
    if app.no_color or system is None:
        return None
    return ColorSystem.STANDARD if viewer().is_slow else _SYSTEMS[system]


def palette(app: App[Any]) -> Palette:
    """Return the colors of the theme that the app shows now."""
    return _palette(app.theme, plain=app.no_color)


@cache
def _palette(name: str, *, plain: bool) -> Palette:
    return Palette(_colors(name), plain=plain)


def _colors(name: str) -> dict[str, Color]:
    written = {**(_DATA[DEFAULT] if name != SIXTEEN else {}), **_DATA[name]}
    return {ink: _color(color) for ink, color in written.items()}


def _theme(name: str) -> Theme:
    """Return what Textual's own widgets need to know of a theme of ours."""
    if name == SIXTEEN:  # ANSI names: otherwise Textual would send the nearest of 256 colors
        black, white, act = "ansi_black", "ansi_white", "ansi_bright_yellow"
        return replace(
            BUILTIN_THEMES["ansi-dark"],
            name=name,
            background=black,
            foreground=white,
            primary=act,
            accent=act,
        )
    colors = _colors(name)
    return Theme(
        name=name,
        primary=colors["act"].hex,
        accent=colors["act"].hex,
        success=colors["fresh"].hex,
        warning=colors["warn"].hex,
        error=colors["warn"].hex,
        foreground=colors["text"].hex,
        background=colors["room"].hex,
        surface=colors["panel"].hex,
        panel=colors["panel"].hex,
        dark=colors["room"].brightness < 0.5,
    )
