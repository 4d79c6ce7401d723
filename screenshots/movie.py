"""Makes the moving picture of README.md from a seeded game of Lucky Numbers: `python -m screenshots.movie`.

It is an SVG that needs no script and no font from elsewhere. Each row of the terminal is drawn once for as
long as it looks the same, and shown for that time.
"""

import asyncio
import html
from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec.structs import replace
from rich.cells import cell_len
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import MONOKAI
from textual.app import App

from luckytui.client.session import TableChanged
from luckytui.shown.navigation import AtTable
from luckytui.table.views import MatchView, Occupant, TableView
from luckytui.tui.app import LuckyApp
from screenshots import scenes
from screenshots.make import FOLDER

SIZE = (80, 24)
MOVES = 60
"""How many of the last moves of the game are shown."""
HOLD = 0.7
"""How many seconds each frame is shown…"""
END = 4.0
"""…and the last one."""
WIDTH, HEIGHT, FONT = 8.4, 17, 14
"""Of a cell of the terminal and of its type, in pixels."""

TYPE = "'DejaVu Sans Mono',Menlo,Consolas,monospace"

Row = tuple[tuple[str, str, str, bool], ...]
"""Pieces of a row that look alike: text, color, ground, and whether it is bold."""


def views() -> list[TableView]:
    """Return what the first of four players sees of the end of a game, after each move."""
    shown: list[TableView] = []

    def see(match_view: MatchView) -> bool:
        shown.append(replace(table_view, match=match_view))
        return scenes.over(match_view)

    table_view = scenes.lobby("lucky-numbers", owner=True)
    scenes.game("lucky-numbers", 4, see, level="normal")
    occupants = tuple(Occupant(kind="person", name=name) for name in scenes.NAMES[:4])
    return [replace(each, occupants=occupants) for each in shown[-MOVES:]]


def rows(app: App[None]) -> list[Row]:
    """Return what the screen shows now."""
    return [_row(strip) for strip in app.screen._compositor.render_strips()]  # noqa: SLF001


def _row(strip: Iterable[Segment]) -> Row:
    looks = ((segment.text, *_look(segment.style or Style())) for segment in strip)
    return tuple(
        ("".join(piece[0] for piece in pieces), *look)
        for look, pieces in groupby(looks, key=lambda one: one[1:])
    )


def _look(style: Style) -> tuple[str, str, bool]:
    ink = style.color.get_truecolor(MONOKAI) if style.color else ColorTriplet(255, 255, 255)
    ground = (
        style.bgcolor.get_truecolor(MONOKAI, foreground=False) if style.bgcolor else ColorTriplet(0, 0, 0)
    )
    return (
        (ground.hex, ink.hex, bool(style.bold)) if style.reverse else (ink.hex, ground.hex, bool(style.bold))
    )


async def frames() -> list[list[Row]]:
    """Return the screen after each move, without those that look like the one before."""
    every = views()
    session = scenes.ShownSession(every[0])
    app = LuckyApp(AtTable(session))
    shown = []
    async with app.run_test(size=SIZE) as pilot:
        for view in every:
            session.tell(TableChanged(view))
            await pilot.pause()
            await pilot.pause()
            shown.append(rows(app))
        app.exit()
    return [frame for frame, _ in groupby(shown)]


def svg(shown: Sequence[Sequence[Row]]) -> str:
    """Return the moving picture."""
    total = HOLD * (len(shown) - 1) + END
    begins = [HOLD * number for number in range(len(shown))] + [total]
    times: dict[tuple[int, Row], list[tuple[float, float]]] = {}
    for y in range(SIZE[1]):
        place = 0
        for row, same in groupby(frame[y] for frame in shown):
            begin, place = place, place + len(list(same))
            times.setdefault((y, row), []).append((begins[begin], begins[place]))
    spans = {
        tuple(span): f"t{number}" for number, span in enumerate(dict.fromkeys(map(tuple, times.values())))
    }
    width, height = round(SIZE[0] * WIDTH), SIZE[1] * HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        f"<style>text{{font:{FONT}px {TYPE};white-space:pre}}.b{{font-weight:bold}}",
        *(_timing(name, span, total) for span, name in spans.items()),
        "</style>",
        f'<rect width="{width}" height="{height}" fill="{_room(shown)}"/>',
        *(_drawn(y, row, spans[tuple(span)], _room(shown)) for (y, row), span in times.items()),
        "</svg>",
    ]
    return "\n".join(parts)


def _room(shown: Sequence[Sequence[Row]]) -> str:
    """Return the color of the ground at the top left."""
    return shown[0][0][0][2]


def _timing(name: str, spans: Sequence[tuple[float, float]], total: float) -> str:
    if spans == ((0.0, total),):
        return ""
    steps = [(0.0, "hidden")]
    for begin, end in spans:
        steps += [(begin, "visible"), (end, "hidden")]
    shown = "".join(f"{100 * at / total:.2f}%{{visibility:{how}}}" for at, how in steps)
    return f"@keyframes {name}{{{shown}}}.{name}{{animation:{name} {total:.1f}s step-end infinite}}"


def _drawn(y: int, row: Row, name: str, room: str) -> str:
    parts, x = [], 0
    for text, ink, ground, bold in row:
        columns = cell_len(text)
        left, wide = f"{x * WIDTH:.1f}", f"{columns * WIDTH:.1f}"
        if ground != room:
            parts.append(
                f'<rect x="{left}" y="{y * HEIGHT}" width="{wide}" height="{HEIGHT}" fill="{ground}"/>'
            )
        if text.strip():
            place = f'x="{left}" y="{y * HEIGHT + 13}" textLength="{wide}"'
            kind = ' class="b"' if bold else ""
            parts.append(f'<text {place} fill="{ink}"{kind}>{html.escape(text)}</text>')
        x += columns
    return f'<g class="{name}">{"".join(parts)}</g>' if parts else ""


if __name__ == "__main__":
    (FOLDER / "game.svg").write_text(svg(asyncio.run(frames())), encoding="utf-8")
