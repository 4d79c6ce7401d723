"""The statistics screen: totals of a person's stored games, and small plots of the latest."""

from asyncio import to_thread
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from rich.cells import cell_len

from luckytui.records.statistics import (
    HEADS,
    LONG_HEADS,
    GameTotals,
    Meetings,
    Statistics,
    figures,
    of_person,
    people,
    title,
)
from luckytui.records.store import Store, StoredGame
from luckytui.shown.commands import BACK, Command
from luckytui.text import N_, _, plural
from luckytui.tui.canvas import WIDE, Canvas, cut
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.themes import player_ink
from luckytui.tui.widgets.painted import Painted, TitleLine
from luckytui.tui.widgets.plots import put_bar

_NARROW = 30
"""Up to how many columns opponents have no room for the number of games."""
_WIDE = 78
"""From how many columns on there is room for luck and play."""
_ENDS, _WIDE_ENDS = (18, 29, 43, 49, 58), (20, 31, 47, 53, 62, 68, 77)
_WIDEST_ENDS = (26, 37, 53, 65, 81, 94, 110)
"""Where each column ends."""
_MOST_ROWS = 4
"""How many rows a plot has at most."""


class StatisticsPicture(Painted):
    """A table with a row and two plots for each kind of game, and the opponents below it."""

    MEASURE = WIDE
    DEFAULT_CSS = "StatisticsPicture { height: 1fr; }"

    statistics: Statistics | None = None

    def paint(self, canvas: Canvas) -> None:
        if not (statistics := self.statistics):
            return
        heads = LONG_HEADS if canvas.width >= WIDE else HEADS
        ends = _WIDEST_ENDS if canvas.width >= WIDE else _WIDE_ENDS if canvas.width >= _WIDE else _ENDS
        legend, room = _("■ won · scores"), ends[0] - cell_len(_(HEADS[0])) - 3
        if cell_len(legend) > room:
            legend = cut(legend.partition(" · ")[0], room)
        canvas.left = 2
        canvas.put(2, 1, legend, "faint")
        for before, end, head in zip((ends[0] - 8, *ends), ends, heads, strict=False):
            canvas.put_right(end, 1, cut(_(head), end - before - 1), "faint")
        games, met = len(statistics.games), max(len(statistics.bots), len(statistics.people)) + 1
        y, air = 2, int(canvas.height > 6 + 3 * games + 6)
        rows = max(1, min(_MOST_ROWS, (canvas.height - 3 - met) // games - 1 - air))
        for totals in statistics.games:
            told = figures(totals)
            canvas.put(2, y, cut(title(totals), ends[0] - len(told[0]) - 3), "strong")
            for before, end, figure in zip((0, *ends), ends, told, strict=False):
                canvas.put_right(end, y, cut(figure, end - before - 1), "faint" if figure == "·" else "")
            self._paint_latest(canvas, y + rows, totals, rows)
            y += 1 + rows + air
        y += 1 - air
        half = canvas.width // 2
        _paint_met(
            canvas, 2, y, half - (8 if canvas.width >= WIDE else 4), _("Against bots"), statistics.bots, _
        )
        _paint_met(canvas, half, y, half - 2, _("Against people"), statistics.people, str)

    @staticmethod
    def _paint_latest(canvas: Canvas, y: int, totals: GameTotals, rows: int) -> None:
        """Plot wins, unless played alone, and scores, the best ones highest; the foot is in row y."""
        room = min((canvas.width - 8) // 2, 36)
        for x, has_won in enumerate(() if totals.is_solo else totals.won[-room:], 2):
            canvas.put(x, y, "■" if has_won else "□", player_ink(0) if has_won else "faint")
        scores = [-score if totals.is_lowest_best else score for score in totals.scores[-room:]]
        low, span = min(scores), (max(scores) - min(scores)) or 1
        for x, score in enumerate(scores, room + 4):
            put_bar(canvas, x, y, 1 / 8 + (rows - 1 / 8) * (score - low) / span, player_ink(0))


def _paint_met(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    heading: str,
    met: Mapping[str, Meetings],
    say: Callable[[str], str],
) -> None:
    """List opponents, with how often each side won."""
    if not met:
        return
    end = canvas.put(x, y, heading, "strong")
    canvas.put_right(x + width, y, cut(_("won · lost"), x + width - end - 1), "faint")
    for row, (name, each) in enumerate(list(met.items())[: canvas.height - y - 1], y + 1):
        games = plural("{number} game", "{number} games", each.games) if width > _NARROW else ""
        canvas.put(x, row, cut(say(name), width - 13 - len(games)))
        canvas.put_right(x + width - 12, row, games, "faint")
        canvas.put_right(x + width, row, f"{each.wins} · {each.losses}")


class StatisticsScreen(BaseScreen):
    """Shows the statistics of one person at a time."""

    GROUP = "statistics"
    VERBS: ClassVar[Sequence[Command]] = (
        Command(
            "next", "right,l,tab", N_("next person"), N_("See another person's statistics."), "person(1)"
        ),
        Command("previous", "left,h", "", N_("See the statistics of the person before."), "person(-1)"),
        BACK,
    )

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: Sequence[StoredGame] = ()
        self._people: Sequence[str] = ()
        self._place = 0
        self._picture = StatisticsPicture()
        super().__init__(_("Statistics"), middle=[self._picture])

    def on_mount(self) -> None:
        self.run_worker(self._load(), exclusive=True)

    async def _load(self) -> None:
        games = await self.in_thread(self._store.games)
        if games is None:
            return
        self._games = games
        self._people = await to_thread(people, self._games)
        if self._people:
            await self._show()
        else:
            self.announce(_("No game is stored yet."), "")

    async def _show(self) -> None:
        name = self._people[self._place]
        self._picture.statistics = await to_thread(of_person, self._games, name)
        self._picture.repaint()
        place = _("{place} of {people}", place=self._place + 1, people=len(self._people))
        self.query_one(TitleLine).show(f"{_('Statistics')} · {name}", place, "faint")
        self.refresh_bindings()

    def can_do(self, action: str) -> bool:
        return action == "back" or len(self._people) > 1

    def action_person(self, by: int) -> None:
        self._place = (self._place + by) % len(self._people)
        self.run_worker(self._show(), exclusive=True)
