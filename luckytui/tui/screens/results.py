"""The results: who won and with what, and whether there is to be another game."""

from collections.abc import Sequence

from luckytui.games import GAMES, title_of
from luckytui.games.interface import SPECTATOR, Event, Seat
from luckytui.shown import commands
from luckytui.shown.game_log import GameLog
from luckytui.shown.people import series_words
from luckytui.shown.scores import ranking, score_of
from luckytui.shown.words import NOTHING, Role, seat_name
from luckytui.table.views import TableView
from luckytui.text import N_, _, plural, say, signed
from luckytui.tui.boards import BOARDS
from luckytui.tui.canvas import Canvas, cut, folded
from luckytui.tui.screens.browse import MOST_NAMES
from luckytui.tui.screens.table_base import TableBaseScreen
from luckytui.tui.themes import felt, player_ink, player_sign
from luckytui.tui.widgets.lines import Line
from luckytui.tui.widgets.painted import TablePicture
from luckytui.tui.widgets.plots import eighths

_EVENING_X = 48
"""The column of the games of the evening, unless there is more room."""
_WIDE = 78
"""From how many columns on there is room for two things side by side."""
_VERY_WIDE = 112
"""From how many columns on there is room for large tiles."""
_MOST_CURVE_ROWS = 4
"""How many rows a player's curve takes at most."""

_VERDICTS = {
    "fair": N_("fair deal · {words}"),
    "unproven": N_("deal not proven · {words}"),
    "false": N_("false deal · {words}"),
}
"""What came of checking the deal, with words to compare aloud."""


class Results(TablePicture):
    """The score, who led when, what decided it, and the evening's games."""

    def __init__(self, table_view: TableView, game_log: GameLog) -> None:
        super().__init__(table_view)
        assert table_view.ended is not None  # noqa: S101 - these are its results
        self.GROUND = felt(table_view.game)
        self.board = BOARDS[table_view.game](table_view)
        self._game_log = game_log
        self._ended = table_view.ended
        self.count()
        self._ranking = ranking(self._ended)

    def count(self) -> None:
        """Work out the score, in the player's language."""
        self._score = score_of(self.board.model, self.board.model.log, self._ended)

    def paint(self, canvas: Canvas) -> None:
        winner = self._ended.winners[0]
        told = self.board.tell_winners(self._ended).rstrip(".")
        x = canvas.put(2, 0, f"★ {told}", player_ink(winner), bold=True)
        canvas.put(x + 1, 0, cut(f"· {self._score.finals[winner]}", canvas.width - x - 1), "faint")
        y = (
            self._paint_boards(canvas, 2)
            if self._score.boards
            else self._paint_table(canvas, 1 + self._is_high)
        )
        words = self._words(canvas.width - 4, canvas.height - y)
        seats, curves_y = len(self._ranking), y + self._is_high
        spare = canvas.height - len(words) - (curves_y + 1 + seats)
        if spare >= 0:
            if not self._game_log.judged:
                spare -= 1 + seats  # the curves keep their height when luck and play are known
            rows = min(1 + max(0, spare - 1) // seats, _MOST_CURVE_ROWS)
            self._paint_curves(canvas, curves_y, rows)
            self._paint_evening(canvas, curves_y)
            y = curves_y + 1 + seats * rows + 1
        y = min(y, canvas.height - len(words))
        for row, line in enumerate(words, y):
            canvas.put(2, row, line)
        if self._score.decided and words:
            canvas.put(2, y, _("What decided it:"), "faint")

    def _words(self, width: int, room: int) -> list[str]:
        """Say what decided the game, in one line if there is no room for more, and then what was luck."""
        text = f"{_('What decided it:')} {self._score.decided}"
        decided = folded(text, width) if self._score.decided else []
        if len(decided) > room:
            decided = [cut(text, width)][:room]
        return [*decided, *self._verdicts(width, room - len(decided))]

    def _verdicts(self, width: int, room: int) -> list[str]:
        """Say what was luck and what was play, a line for each player if there is room."""
        if not self._game_log.judged:
            return []
        record, found = self._game_log.judged
        accounts = {seat: found.account(seat) for seat in self._ranking}
        each = [
            _(
                "{name}: luck {luck}, play {play}",
                name=seat_name(self.board.model, seat),
                luck=signed(one.luck),
                play=signed(one.play),
            )
            for seat, one in accounts.items()
        ]
        step = record.steps[found.turning_point(self._ended.winners[0])]
        told = next(filter(None, map(self.board.tell, step.events)), "")
        turned = folded(_("Turning point: {what}", what=told), width) if told else []
        for lines in (each, folded(" · ".join(each), width)):
            for shown in ([*lines, *turned], lines):
                if len(shown) <= room:
                    return shown
        return []

    @property
    def _is_high(self) -> bool:
        """Whether there is room for air between the parts."""
        return self.size.height > 8 + 2 * len(self._ranking)

    def _put_name(self, canvas: Canvas, x: int, y: int, seat: Seat, width: int) -> None:
        canvas.put(x, y, player_sign(seat), player_ink(seat))
        name = cut(seat_name(self.board.model, seat), width - 2)
        canvas.put(x + 2, y, name, player_ink(seat), bold=seat in self._ended.winners)

    def _state(self, seat: Seat) -> tuple[str, Role]:
        """Say whether a player wants another game, or has left."""
        occupant = self.table_view.occupants[seat]
        if occupant.again:
            return _("again"), "act"
        return (_("left"), "faint") if occupant.kind == "left" or not occupant.here else ("", "")

    def _paint_table(self, canvas: Canvas, top: int) -> int:
        """Paint the score as a table, from a row on; return the row behind it."""
        heads, names = self._score.heads, 18 if canvas.width >= _WIDE else 14
        step = min(12, (canvas.width - names - 12) // len(heads))
        ends = [names + 4 + step * (column + 1) for column in range(len(heads))]
        ends[-1] += max(0, len(heads[-1]) + 1 - step)
        for end, head in zip(ends, heads, strict=True):
            canvas.put_right(
                end, top, head if len(head) < step or end == ends[-1] else head.split()[-1], "faint"
            )
        for y, seat in enumerate(self._ranking, top + 1):
            self._put_name(canvas, 2, y, seat, names + 2)
            for column, (end, cell) in enumerate(zip(ends, self._score.rows.get(seat, ()), strict=False)):
                sign, ground = self._score.chips.get((seat, column), ("", ""))
                if sign:
                    canvas.put(end - step + (step > 5), y, f" {sign} ", "strong", ground)
                is_last = column == len(heads) - 1
                ink = "faint" if cell == NOTHING else "warn" if cell[0] == "−" else ""
                canvas.put_right(end, y, cell, "strong" if is_last else ink)
            canvas.put(ends[-1] + 1, y, "★" if seat in self._ended.winners else "", "act")
            canvas.put(ends[-1] + 3, y, *self._state(seat))
        y = top + 1 + len(self._ranking)
        foot = self._score.foot if all(len(words) < step for words in self._score.foot) else ()
        for end, words in zip(ends, foot, strict=False):
            padded = f" {words} " if len(words) + 2 < step else words
            canvas.put_right(end, y, padded, "", None if words == NOTHING else "card")
        return y + bool(foot)

    def _paint_boards(self, canvas: Canvas, top: int) -> int:
        """Paint everyone's board, as large as there is room for; return the row behind them."""
        step, rows, below = 19 if canvas.width >= _WIDE else 14, 0, top
        if canvas.width >= _VERY_WIDE and self._is_high:
            step, rows = 27, canvas.height - 17
        for place, seat in enumerate(self._ranking):
            x = 2 + place * step
            self._put_name(canvas, x, top, seat, step - 1)
            below = (
                top + 1 + self.board.put_final(canvas, x, top + 1, self._score.boards[seat], step - 1, rows)
            )
            end = canvas.put(x, below, *self._score.facts[seat])
            canvas.put(end + 1, below, *self._state(seat))
        return below + 1

    def _paint_curves(self, canvas: Canvas, y: int, rows: int) -> None:
        """Plot each player's score in this many rows, in the player's color while leading."""
        x = canvas.put(2, y, self._score.caption, "", bold=True)
        room = (canvas.width if canvas.width < _WIDE else _EVENING_X) - x - 2
        canvas.put(x + 1, y, cut(_("· in color: while leading"), room), "faint")
        width = 80 if canvas.width >= 120 else 40 if canvas.width >= _WIDE else canvas.width - 8
        curves = self._score.curves
        low, high = min(map(min, curves.values())), max(map(max, curves.values()))
        for bottom, seat in enumerate(self._ranking, 1):
            canvas.put(2, y + bottom * rows, player_sign(seat), player_ink(seat))
            for column in range(width):
                step = column * len(curves[seat]) // width
                best = max(curve[step] for curve in curves.values())
                share = 1 / 8 + (rows - 1 / 8) * (curves[seat][step] - low) / max(high - low, 1)
                ink = player_ink(seat) if curves[seat][step] == best else "faint"
                for row in range(rows):
                    canvas.put(4 + column, y + bottom * rows - row, eighths(share - row), ink)

    def _paint_evening(self, canvas: Canvas, y: int) -> None:
        """Paint the games that each has won at this table, or in the series."""
        x, table_view = 88 if canvas.width >= 120 else _EVENING_X, self.table_view
        if canvas.width < _WIDE or not table_view.match or len(table_view.wins) <= max(self._ranking):
            return
        games, best_of = table_view.match.number, table_view.best_of
        title = _("Best of {number}", number=best_of) if best_of else _("Tonight")
        end = canvas.put(x, y, title, "", bold=True)
        if not best_of:
            canvas.put(end + 1, y, plural("{number} game", "{number} games", games), "faint")
        most = min(best_of // 2 + 1 if best_of else games, 7)
        for row, seat in enumerate(self._ranking, y + 1):
            wins = table_view.wins[seat]
            self._put_name(canvas, x, row, seat, 12)
            shown = min(wins, most)
            end = canvas.put(x + 13, row, "■ " * shown + "□ " * (most - shown), player_ink(seat))
            canvas.put_right(end + 3, row, str(wins), "strong")


class ResultsScreen(TableBaseScreen):
    """Shows the end of a game."""

    GROUP = "results"
    VERBS = commands.RESULTS

    def __init__(self, table_view: TableView, game_log: GameLog) -> None:
        self._results = Results(table_view, game_log)
        super().__init__(table_view, game_log, self._results)

    def translate(self) -> None:
        self._results.count()
        super().translate()

    def heading(self) -> tuple[str, str, Role]:
        title = f"{GAMES[self._table_view.game].title} · {self._table_view.name}"
        finding, door = self._game_log.finding, self._table_view.door or self._table_view.seat == SPECTATOR
        if not finding or not door:  # alone there is nobody to compare with
            return title, _("the game is over"), "faint"
        words = _(_VERDICTS[finding.verdict], words=finding.words)
        return title, words, "warn" if finding.verdict == "false" else "faint"

    def tell(self, event: Event) -> str | None:
        return self._results.board.tell(event)

    def latest(self, moves: int = 0) -> list[Line]:
        """Return what was said last: of the game its end, and the deal, are what counts now."""
        finding = self._game_log.finding
        told = [finding.reason, finding.deal] if finding else []
        return [*super().latest(moves), *(Line(say(sentence)) for sentence in told if sentence)]

    def prompt(self) -> tuple[str, Role]:
        words, role = self._asked()
        return " ".join(filter(None, [series_words(self._table_view), words])), role

    def _asked(self) -> tuple[str, Role]:
        table_view = self._table_view
        if self._occupants("open", "left"):
            if table_view.owner:
                return _("A seat is open: wait for somebody, or let a bot play · e: players"), "act"
            return _("A seat is open for the next game."), "act"
        if table_view.seat == SPECTATOR:
            return _("You are watching."), "act"
        missing = [occupant.name for occupant in self._occupants("person") if not occupant.again]
        if table_view.occupants[table_view.seat].again and missing:
            return _waiting_for(missing), "act"
        if table_view.next:
            return _("Next: {game}. Play again?", game=title_of(table_view.next.game)), "act"
        return _("Another game?"), "act"


def _waiting_for(names: Sequence[str]) -> str:
    """Say who has not asked for another game; of more than fit into the line only how many."""
    if len(names) > MOST_NAMES:
        return _("You want another game. Waiting for {number} others.", number=len(names))
    return _("You want another game. Waiting for {names}.", names=", ".join(names))
