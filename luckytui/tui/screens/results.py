"""The results: who won and with what, who led when, what decided it, and whether there is another game."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Size

from luckytui.games import PACKS, title_of
from luckytui.games.interface import SPECTATOR, Seat
from luckytui.shown import commands, fairness
from luckytui.shown.game_log import GameLog
from luckytui.shown.people import series_words
from luckytui.shown.scores import own_game, ranking, score_of
from luckytui.shown.words import NOTHING, Role, all_of, points_words, seat_name
from luckytui.system.viewer import viewer
from luckytui.table.views import TableView
from luckytui.text import Sentence, _, plural, say
from luckytui.tui.boards import BOARDS
from luckytui.tui.canvas import WIDE, Canvas, cut, folded
from luckytui.tui.screens import pages
from luckytui.tui.screens.browse import MOST_NAMES
from luckytui.tui.screens.table_base import TableBaseScreen
from luckytui.tui.themes import felt, player_ink, player_sign
from luckytui.tui.widgets.large import put_large
from luckytui.tui.widgets.painted import Line, TablePicture
from luckytui.tui.widgets.plots import put_bar

_MEASURE, _MOST_PLOT = 148, 104
"""How many columns the results take at most, and their plot."""
_NARROW = 70
"""Below this many columns names and the games at the table have little room."""
_LONGEST = 50
"""How many columns the words about the player's own game take; in fewer they have two rows."""
_PHONE = 46
"""Up to how many columns there is hardly any room beside a table of figures."""
_ROWS_OF_AIR = 20
"""Of how many rows one stays empty."""
_LEAST_NAME = 8
"""How many columns a name beside a fact takes at least."""
_BOARDS = ((12, 4), (16, 4), (20, 8), (24, 12), (36, 20))
"""The sizes of a board, from the smallest on."""
_STEPS = (1, 1, 2, 2, 4)
"""How many rows each player has in a table of these sizes."""
_FOOT_STEPS, _FEET = (1, 1, 1, 2, 3), ((0, 0), (0, 0), (9, 5), (11, 7), (15, 9))
"""The same with cards below the columns, and the size of a card; 0: the cards are named in words."""


class _Sizes(NamedTuple):
    """The size of each part: its rows, or for the score an index into `_BOARDS` and `_STEPS`."""

    band: int = 1
    gap: int = 0
    score: int = 0
    strip: int = 1


_GROWTH: Sequence[dict[str, int]] = (
    {"gap": 1},
    {"score": 1},
    {"band": 3},
    {"score": 2},
    {"strip": 2},
    {"score": 3},
    {"score": 4},
    {"strip": 3},
    {"gap": 2},
    {"strip": 4},
    {"gap": 3},
)
"""The parts in the order in which they grow where there is room."""


class Results(TablePicture):
    """The score, who led when, what decided it, and the games at this table."""

    def __init__(self, table_view: TableView, game_log: GameLog) -> None:
        super().__init__(table_view)
        assert table_view.ended is not None  # noqa: S101 - these are its results
        self.GROUND = felt(table_view.game)
        self.board = BOARDS[table_view.game](table_view)
        self._game_log = game_log
        self._ended = table_view.ended
        self.count()
        self._ranking = ranking(self._ended)
        self.keeps_best = len(self._ranking) == 1 and not viewer().is_guest
        """Whether the player plays alone, where such games are stored."""
        self.best: int | None = None
        """The player's best score alone; None: not known yet."""

    def count(self) -> None:
        """Work out the score, in the player's language."""
        self._score = score_of(self.board.model, self.board.model.log, self._ended)

    def paint(self, canvas: Canvas) -> None:
        width = min(canvas.width - 4, _MEASURE)
        least = 1 + (5 if self._score.boards else 1 + len(self._ranking) + self._foot_rows(0))
        words = self._words(width, canvas.height - least)
        sizes = self._sizes(width, canvas.height - len(words) - canvas.height // _ROWS_OF_AIR)
        picture = Canvas(Size(width, canvas.height), self.GROUND)
        y = self._paint_winner(picture, sizes.band) + sizes.gap
        y = (self._paint_boards if self._score.boards else self._paint_table)(picture, y, sizes.score)
        y += sizes.gap
        room = max(0, (canvas.height - len(words) - y - 1) // sizes.strip)
        # Where not all have room, those are left out first who never led.
        shown = sorted(sorted(self._ranking, key=self._never_led)[:room], key=self._ranking.index)
        if len(shown) >= min(2, len(self._ranking)):
            self._paint_plot(picture, y, shown, sizes.strip)
            y += 1 + len(shown) * sizes.strip + sizes.gap
        for row, (label, x, text) in enumerate(words, y):
            picture.put(0, row, label, "faint")
            picture.put(x, row, text)
        picture.left, picture.least = 0, Size(width, y + len(words))
        canvas.lay_in_middle(picture)

    def _sizes(self, width: int, height: int) -> _Sizes:
        """Return the largest sizes with which everything but the words has room."""
        sizes, seats = _Sizes(), len(self._ranking)
        for growth in _GROWTH:
            larger = sizes._replace(**growth)
            columns, rows = _BOARDS[larger.score]
            if self._score.boards:
                rows = -(-seats // _in_row(width, columns)) * (rows + 1)
            else:
                columns, rows = 0, 1 + seats * self._step(larger.score) + self._foot_rows(larger.score)
            parts = larger.band + rows + 1 + seats * larger.strip
            has_room = parts + 3 * larger.gap <= height and (
                larger.score < 2 or seats * (columns + 1) <= width + 1
            )
            if has_room and (larger.band == 1 or self.app.size.width >= WIDE):
                sizes = larger
        return sizes

    # ── Who won ───────────────────────────────────────────────────────────────────────────────────

    def _paint_winner(self, canvas: Canvas, rows: int) -> int:
        """Say who won, and how, in a line or on a band; return the row behind it."""
        winner = self._ended.winners[0]
        told, final = self.board.tell_winners(self._ended).rstrip("."), self._score.finals[winner]
        if rows == 1:
            x = canvas.put(0, 0, f"★ {told}", player_ink(winner), bold=True)
            if x + 3 + cell_len(final) <= canvas.width:
                canvas.put(x + 1, 0, f"· {final}", "faint")
        else:
            canvas.put(0, 0, "▄" * canvas.width, "card-win")
            canvas.fill(0, 1, canvas.width, 1, "card-win")
            canvas.put(0, 2, "▀" * canvas.width, "card-win")
            canvas.put_centered(0, 1, canvas.width, cut(f"★  {told}  ·  {final}  ★", canvas.width), bold=True)
        return rows

    def _put_name(self, canvas: Canvas, x: int, y: int, seat: Seat, width: int) -> int:
        canvas.put(x, y, player_sign(seat), player_ink(seat))
        name = seat_name(self.board.model, seat)
        if cell_len(name) > width - 2:
            name = cut(self.board.model.names[seat], width - 2)  # the bold letters say that it is you
        return canvas.put(
            x + 2, y, name, player_ink(seat), bold=seat in {*self._ended.winners, self.table_view.seat}
        )

    def _state(self, seat: Seat) -> tuple[str, Role]:
        """Say whether a player wants another game, or has left."""
        occupant = self.table_view.occupants[seat]
        if occupant.again:
            return _("again"), "act"
        return (_("left"), "faint") if occupant.kind == "left" or not occupant.here else ("", "")

    def _paint_boards(self, canvas: Canvas, top: int, score: int) -> int:
        """Paint everyone's board, the winner's first; return the row behind them."""
        (width, height), seats = _BOARDS[score], len(self._ranking)
        in_row = min(seats, _in_row(canvas.width, width))
        step = width + min(8, (canvas.width - in_row * width) // max(1, in_row - 1))
        first = top
        for place, seat in enumerate(self._ranking):
            x, (fact, role) = place % in_row * step, self._score.facts[seat]
            top = first + place // in_row * (height + 1)
            beside = min(step, canvas.width + 1 - x) - cell_len(fact) - 4
            end = self._put_name(canvas, x, top, seat, beside if beside >= _LEAST_NAME else step - 1)
            for words, ink in ((f"· {fact}", role), self._state(seat)):
                if words and end + 1 + cell_len(words) < min(x + step - 1, canvas.width + 1):
                    end = canvas.put(end + 1, top, words, ink)
            self.board.put_final(canvas, x, top + 1, self._score.boards[seat], width, height)
        return top + 1 + height

    def _step(self, score: int) -> int:
        """Return how many rows of the table each player has."""
        return (_FOOT_STEPS if self._score.foot else _STEPS)[score]

    def _foot_rows(self, score: int) -> int:
        """Return how many rows there are below the table for what its columns were won with."""
        return _FEET[score][1] + (2 if score > 1 else 1) if self._score.foot else 0

    def _paint_table(self, canvas: Canvas, top: int, score: int) -> int:
        """Paint the score as a table, each player's row in this many; return the row behind it."""
        heads, rows = self._score.heads, self._step(score)
        names, after = (16, 9) if canvas.width >= _NARROW else (11, 9) if canvas.width > _PHONE else (9, 5)
        step = min(24, (canvas.width - names - after) // len(heads))
        ends = [names + step * (column + 1) for column in range(len(heads))]
        ends[-1] += max(0, cell_len(heads[-1]) + 1 - step)
        for end, head in zip(ends, heads, strict=True):
            is_short = cell_len(head) < step or end == ends[-1]
            canvas.put_right(end, top, head if is_short else head.split()[-1], "faint")
        room = (rows > 2) * (ends[-1] - ends[-2] - 2 if len(ends) > 1 else canvas.width)
        is_large = all(_total_width(each[-1]) <= room for each in self._score.rows.values() if each)
        for place, seat in enumerate(self._ranking):
            y, cells = top + 1 + rows * place, self._score.rows.get(seat, ())
            self._put_name(canvas, 0, y, seat, names)
            for column, (end, cell) in enumerate(zip(ends[:-1], cells[:-1], strict=False)):
                sign, ground = self._score.chips.get((seat, column), ("", ""))
                if sign:
                    canvas.put(end - min(step, 8) + (step > 5), y, f" {sign} ", "strong", ground)
                canvas.put_right(
                    end, y, cell, "faint" if cell == NOTHING else "warn" if cell[0] == "−" else ""
                )
            for total in cells[-1:]:
                is_best = seat in self._ended.winners
                _put_total(canvas, ends[-1], y, total, is_large=is_large, is_best=is_best)
            canvas.put(ends[-1] + 1, y, "★" if seat in self._ended.winners else "", "act")
            canvas.put(ends[-1] + 3, y, *self._state(seat))
        y = top + 1 + rows * len(self._ranking)
        self._paint_foot(canvas, ends, y, score, step)
        return y + self._foot_rows(score)

    def _paint_foot(self, canvas: Canvas, ends: Sequence[int], y: int, score: int, step: int) -> None:
        """Show below each column what it was won with: the card, or its name."""
        width, height = _FEET[score]
        for end, (forms, piece) in zip(ends, self._score.foot, strict=False):
            words = next((words for words in forms if cell_len(words) < step), cut(forms[-1], step - 1))
            if piece is not None and 0 < width < step:
                self.board.put_final(canvas, end - width, y + 1, piece, width, height)
            elif piece is None:
                canvas.put_right(end, y, words)
            else:
                shown = f" {words} " if cell_len(words) + 2 < step else words
                canvas.put_right(end, y, shown, "", "card")

    # ── Who led when, and the games at this table ─────────────────────────────────────────────────

    def _never_led(self, seat: Seat) -> bool:
        """Return whether somebody always had more, or all as much. The player's own is always of interest."""
        curves = self._score.curves
        steps = zip(curves[seat], zip(*curves.values(), strict=True), strict=True)
        return seat != self.table_view.seat and not any(own == max(all_) > min(all_) for own, all_ in steps)

    def _paint_plot(self, canvas: Canvas, y: int, seats: Sequence[Seat], rows: int) -> None:
        """Plot these players' scores in this many rows each, in color while leading."""
        is_narrow = canvas.width < _NARROW
        width = canvas.width - 24 if is_narrow else min(_MOST_PLOT, canvas.width - 35)
        x = canvas.put(0, y, self._score.caption, "", bold=True)
        curves = self._score.curves
        low, high = min(map(min, curves.values())), max(map(max, curves.values()))
        for bottom, seat in enumerate(seats, 1):
            canvas.put(0, y + bottom * rows, player_sign(seat), player_ink(seat))
            for column in range(width):
                step = column * len(curves[seat]) // width
                best = max(curve[step] for curve in curves.values())
                share = 1 / 8 + (rows - 1 / 8) * (curves[seat][step] - low) / max(high - low, 1)
                ink = player_ink(seat) if curves[seat][step] == best else "pale"
                put_bar(canvas, 2 + column, y + bottom * rows, share, ink)
        end = self._paint_games(canvas, width + (3 if is_narrow else 6), y, seats, rows)
        legend = _("· in color: while leading")
        has_legend = len(curves) > 1 and x + 1 + cell_len(legend) < end
        canvas.put(x + 1, y, legend if has_legend else "", "faint")

    def _paint_games(self, canvas: Canvas, x: int, y: int, seats: Sequence[Seat], rows: int) -> int:
        """Paint who won each game at this table, or of the series, in the order in which they were played.

        Return where their title begins.
        """
        won, best_of, end = self.table_view.won, self.table_view.best_of, min(canvas.width, x + 38)
        title = _("Best of {number}", number=best_of) if best_of else _("At this table")
        title += " · " + plural("{number} game", "{number} games", len(won)) if end - x > 28 else ""
        title = cut(title, end - x)
        canvas.put_right(end, y, title, "", bold=True)
        names = 8 if end - x < 28 else 13
        room = end - x - names - 3
        piece, hole = ("■", "□") if rows == 1 or 4 * len(won) > room else ("███", "▁▁▁")
        step = len(piece) + 1
        latest = won[-(room // step) :]
        for place, seat in enumerate(seats):
            row = y + 1 + rows * place + rows // 2 * (rows > 1)
            self._put_name(canvas, x, row, seat, names - 1)
            for number, winners in enumerate(latest):
                is_won = seat in winners
                ink = player_ink(seat) if is_won else "faint"
                canvas.put(x + names + step * number, row, piece if is_won else hole, ink)
            canvas.put_right(end, row, str(self.table_view.wins[seat]), "strong")
        return end - cell_len(title)

    # ── What decided it ───────────────────────────────────────────────────────────────────────────

    def _words(self, width: int, rows: int) -> list[tuple[str, int, str]]:
        """Return what decided the game, and what luck and mistakes made of the player's own, in lines.

        Each has its label, and the column at which its words begin. They take the same rows before all is
        known. Where there is little room, what decided it needs no label.
        """
        is_narrow, seat, is_alone = width < _NARROW, self.table_view.seat, len(self._ranking) == 1
        decided = "" if is_alone or is_narrow else _("What decided it:")
        own, best = _("Your game:"), _("Your best:")
        widest = max(map(cell_len, (decided, own, best)))
        indents = {label: 1 + (cell_len(label) if is_narrow else widest) for label in (own, best, decided)}
        x = indents[decided] * bool(decided)
        said = folded(self._score.decided, width - x) if self._score.decided else []
        if len(said) > max(1, rows - 1):
            said = [cut(self._score.decided, width - x)]
        words = [(decided * (not row), x, line) for row, line in enumerate(said)]
        if seat != SPECTATOR and PACKS[self.table_view.game].worth:
            found, room = self._game_log.judged and self._game_log.judged[1], width - indents[own]
            told = own_game(found, seat) if found else "…"
            lines = [*folded(told, room), ""][: 1 + (room < _LONGEST)]
            words += [(own * (not row), indents[own], line) for row, line in enumerate(lines)]
        if self.keeps_best:
            words.append((best, indents[best], "…" if self.best is None else points_words(self.best)))
        return words[: max(1, rows)]


def _in_row(width: int, board: int) -> int:
    """Return how many boards have room beside each other, with a column between them."""
    return max(1, (width + 1) // (board + 1))


def _total_width(total: str) -> int:
    """Return how many columns a total takes in large figures; its separators and its unit take fewer."""
    return sum(4 if each.isdecimal() or each == "−" else 1 if each == "¢" else 2 for each in total)


def _put_total(canvas: Canvas, end: int, y: int, total: str, *, is_large: bool, is_best: bool) -> None:
    """Write a total that ends before a column."""
    if not is_large:
        canvas.put_right(end, y, total, "strong")
        return
    figures, ink = total.rstrip("¢"), "strong" if is_best else ""
    points = "".join(each if each.isdecimal() or each == "−" else "," for each in figures)
    canvas.put_right(end, y, total[len(figures) :], ink)
    put_large(canvas, end - _total_width(total), y, points, ink, kind="small")


class ResultsScreen(TableBaseScreen):
    """Shows the end of a game."""

    GROUP = "results"
    VERBS = commands.RESULTS

    def __init__(self, table_view: TableView, game_log: GameLog) -> None:
        self._results = Results(table_view, game_log)
        super().__init__(table_view, game_log, self._results, self._results.board.tell)

    def show_best(self, best: int | None) -> None:
        ended = self._table_view.ended
        self._results.best = max(filter(None, (best, *(ended.scores if ended else ()))), default=0)
        self._results.repaint()

    def translate(self) -> None:
        self._results.count()
        super().translate()

    def heading(self) -> tuple[str, str, Role]:
        finding = self._game_log.finding
        is_false = finding is not None and finding.verdict == "false"
        return (
            self.game_and_table,
            fairness.sign(finding) or _("the game is over"),
            "warn" if is_false else "faint",
        )

    def latest(self, moves: int = 0) -> list[Line]:
        """Return what was said last, and the log where there is room for it."""
        return super().latest() if self.size.width >= WIDE else super().latest(moves)

    def notes(self) -> Iterator[Line]:
        """Yield that the host cheated, and how."""
        finding = self._game_log.finding
        if finding and finding.verdict == "false":
            yield Line(say(finding.reason))
        yield from super().notes()

    def action_deal(self) -> None:
        """Show all that is known of the deal."""
        told = fairness.sentences(self._game_log.finding)
        self.app.push_screen(pages.PageScreen(_("The deal"), [pages.LogPage([*map(Line, told)])]))

    def why_not(self, key: str) -> Sentence | None:
        """Ignore Enter: the prompt already names the key that plays again."""
        return None if key in {"enter", "space"} else super().why_not(key)

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
            return _("Next: {game} · a: play again", game=title_of(table_view.next.game)), "act"
        if again := [occupant.name for occupant in self._occupants("person") if occupant.again]:
            return plural(
                "{names} wants another game · a: play again",
                "{names} want another game · a: play again",
                len(again),
                names=all_of(again),
            ), "act"
        return _("Another game? · a: play again"), "act"


def _waiting_for(names: Sequence[str]) -> str:
    """Say who has not asked for another game; of more than fit into the line only how many."""
    if len(names) > MOST_NAMES:
        return _("You want another game. Waiting for {number} others.", number=len(names))
    return _("You want another game. Waiting for {names}.", names=all_of(names))
