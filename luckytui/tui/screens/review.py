"""A review: a finished game on its board, step by step, with what the analysis says beside it."""

from collections.abc import Iterator

from rich.cells import cell_len
from textual.actions import SkipAction
from textual.timer import Timer
from textual.widget import Widget

from luckytui.games import short_title_of
from luckytui.games.interface import SPECTATOR, Seat
from luckytui.records.deal import said_deal
from luckytui.shown import commands
from luckytui.shown.game_log import GameLog
from luckytui.shown.review import Review
from luckytui.shown.scores import share
from luckytui.shown.words import Role
from luckytui.table.record import Record
from luckytui.table.views import ChatLine, TableView
from luckytui.text import N_, UserError, _, in_percent, say
from luckytui.tui.boards import BOARDS
from luckytui.tui.canvas import WIDE, Canvas, cut, folded
from luckytui.tui.screens.table_base import TableBaseScreen
from luckytui.tui.themes import Ground, player_ink, player_sign
from luckytui.tui.widgets.painted import Line, Painted, PromptLine, put_lines
from luckytui.tui.widgets.plots import eighths, put_curves

_PACE = 1.2
"""For how many seconds a step is shown when the review runs by itself."""
_UPRIGHT = 60
"""Below how many columns the board needs the rows in which the game would be drawn."""
_ROOM = 4
"""From how many rows on the whole game is drawn as curves."""
BEST, PLAYED = "B", "A"
"""The signs of the moves that are compared, on the board and beside it."""
_BAR, _LEAST_BAR, _CHANCES, _NAMES = 40, 6, 14, 12
"""How wide a chance's bar is at most and at least, and what its figures and the curves' names take."""
_LABEL = 7
"""How many columns the names of the bars take."""


class ReviewPart(Painted):
    """A part of the screen that shows something of a review."""

    def __init__(self, review: Review) -> None:
        super().__init__(classes="-aligned" if self.GROUND == "room" else "")
        self._review = review


class Timeline(ReviewPart):
    """The whole game at a glance: everyone's chances over time, and the current step."""

    DEFAULT_CSS = "Timeline { height: 1; }"

    def paint(self, canvas: Canvas) -> None:
        if self._review.analysis and canvas.height >= _ROOM:
            self._paint_curves(canvas)
        else:
            self._paint_bar(canvas)

    def _paint_bar(self, canvas: Canvas) -> None:
        """Paint one row: the seat's chances over time or, before the analysis, the progress of the review."""
        review, seat = self._review, self._review.seat
        values, width = review.values(seat), canvas.width - 2
        for column in range(width):
            place = column * review.last // max(width - 1, 1)
            is_here = column == review.place * (width - 1) // max(review.last, 1)
            sign = eighths(values[place] / 100) if values else "━" if place <= review.place else "─"
            ink = player_ink(seat) if place <= review.place else "faint"
            canvas.put(1 + column, 0, sign, "cursor" if is_here else ink)

    def _paint_curves(self, canvas: Canvas) -> None:
        review, seats = self._review, range(self._review.record.started.seats)
        x, width, rows = 1 + _LABEL, canvas.width - 2 - _LABEL - _NAMES, canvas.height - 1
        curves = {seat: review.values(seat) for seat in seats}
        low, high = min(map(min, curves.values())), max(map(max, curves.values()))
        here = x + review.place * (width - 1) // max(review.last, 1)
        is_alone = len(seats) == 1
        title = _("Points to expect") if is_alone else _("Chance to win, each player, through the game")
        canvas.put(1, 0, title, bold=True)
        step = _("step {step}", step=review.place)
        canvas.put(max(cell_len(title) + 3, min(here, x + width - cell_len(step))), 0, step, "act", bold=True)
        canvas.fill(here, 1, 1, canvas.height - 1, "glow")
        for y in range(1, rows + 1):  # 16 colors have no glow
            canvas.put(here, y, "│", "faint")
        ordered = [*(seat for seat in seats if seat != review.seat), review.seat]
        put_curves(canvas, x, 1, width, rows, [(player_ink(seat), curves[seat]) for seat in ordered])
        for y, value in ((1, high), (rows, low)):
            canvas.put_right(x - 1, y, share(value, len(seats)).split()[0], "faint")
        free = [*range(1, rows + 1)]
        for seat in reversed(ordered[-rows:]):
            wanted = 1 + round((rows - 1) * (high - curves[seat][-1]) / ((high - low) or 1))
            y = min(free, key=lambda row: abs(row - wanted))
            free.remove(y)
            name = f"{player_sign(seat)} {review.record.started.names[seat]}"
            canvas.put(x + width + 1, y, cut(name, _NAMES), player_ink(seat))


class Comparison(ReviewPart):
    """The best move and the one that was played, with their chances as bars; and the talk if one leads."""

    DEFAULT_CSS = "Comparison { height: 1fr; max-height: 2; }"

    def paint(self, canvas: Canvas) -> None:
        review, seats = self._review, self._review.record.started.seats
        candidates = review.candidates
        if canvas.height == 1 and len(candidates) > 1:
            self._paint_pair(canvas)
            return
        signs = (_("best"), _("played")) if len(candidates) > 1 else (_("best, and played"),)
        x = 5 + max(map(cell_len, signs))
        room = canvas.width - x - _CHANCES - 2
        names = [cut(review.named(each.move, review.seat), room) for each in candidates]
        bar_x = x + max(map(cell_len, names), default=0) + 2
        most = max((each.chance for each in candidates), default=0.0) or 1.0
        width = min(_BAR, canvas.width - bar_x - _CHANCES)
        width *= width >= _LEAST_BAR
        for y, (sign, name, each) in enumerate(zip(signs, names, candidates, strict=False)):
            ink = "act" if each.is_best else player_ink(review.seat)
            canvas.put(1, y, BEST if each.is_best else PLAYED, ink, "glow", bold=True)
            canvas.put(3, y, sign, ink)
            canvas.put(x, y, name, bold=each.is_best)
            end = canvas.put(bar_x, y, "█" * max(0, round(width * each.chance / most)), ink)
            end = canvas.put(end + (width > 0), y, share(each.chance, seats), bold=each.is_best)
            if not each.is_best:
                canvas.put(end + 2, y, share(each.chance - most, seats, signed=True), "warn")
        talk = talk_of(review)
        if talk and canvas.height > 1 and self.app.size.width < WIDE:
            canvas.fill(0, 1, canvas.width, 1, self.GROUND)
            put_lines(canvas, 1, 1, canvas.width - 2, 1, talk[-1:], recent=1)

    def _paint_pair(self, canvas: Canvas) -> None:
        """Put the best move and the one that was played beside each other, where there is but one row."""
        review, half = self._review, canvas.width // 2
        for x, each in zip((1, 1 + half), review.candidates, strict=False):
            chance = share(each.chance, review.record.started.seats)
            name = cut(review.named(each.move, review.seat), half - cell_len(chance) - 5)
            ink = "act" if each.is_best else player_ink(review.seat)
            canvas.put(x, 0, BEST if each.is_best else PLAYED, ink, "glow", bold=True)
            end = canvas.put(x + 2, 0, name, bold=each.is_best)
            canvas.put(end + 1, 0, chance, ink if each.is_best else "warn", bold=each.is_best)


def talk_of(review: Review) -> list[Line]:
    """Return what the people at the table have said, as long as somebody leads the review."""
    if not (review.company and review.lead):
        return []
    names = [each.name for each in review.company.occupants]
    said = (entry for entry in review.company.log if isinstance(entry, ChatLine))
    return [
        Line(each.text, names.index(each.name) if each.name in names else SPECTATOR, is_talk=True)
        for each in said
    ]


class ReviewPanel(ReviewPart):
    """The turning points, what luck and play made of each seat, and what is hidden when all is open."""

    DEFAULT_CSS = "ReviewPanel { width: 27%; min-width: 32; max-width: 44; height: 1fr; display: none; }"
    GROUND: Ground = "panel"

    def paint(self, canvas: Canvas) -> None:
        y = self._paint_accounts(canvas, 0) + 1 if self._review.analysis else 0
        if self._review.eyes is None:
            y = self._paint_hidden(canvas, y)
        talk = talk_of(self._review)
        rows = min(len(talk), canvas.height // 4)
        if self._review.analysis:
            self._paint_turning_points(canvas, y, canvas.height - (rows + 2 if rows else 0))
        if rows:
            canvas.fill(0, canvas.height - rows - 2, canvas.width, rows + 2, self.GROUND)
            canvas.put(2, canvas.height - rows - 1, _("Talk"), "strong")
            put_lines(canvas, 2, canvas.height - rows, canvas.width - 4, rows, talk, recent=len(talk))

    def _put_name(self, canvas: Canvas, y: int, seat: Seat, width: int) -> None:
        canvas.put(2, y, player_sign(seat), player_ink(seat))
        canvas.put(4, y, cut(self._review.record.started.names[seat], width), player_ink(seat))

    def _figure(self, figure: float) -> str:
        return share(figure, self._review.record.started.seats, signed=True)

    def _paint_accounts(self, canvas: Canvas, y: int) -> int:
        end, heads = canvas.width - 1, (_("luck"), _("mistakes"))
        luck_end = end - max(9, cell_len(heads[1]) + 1)
        title = cut(_("Luck and play"), luck_end - cell_len(heads[0]) - 4)
        refined, x = self._review.refined, canvas.put(2, y, title, "strong")
        told = _("· refined: {part}", part=in_percent(refined)) if refined < 1 else ""
        canvas.put(x + 1, y, told if x + cell_len(told) < end - 16 else "", "faint")
        canvas.put_right(luck_end, y, heads[0], "faint")
        canvas.put_right(end, y, heads[1], "faint")
        for seat in range(self._review.record.started.seats):
            y += 1
            self._put_name(canvas, y, seat, end - 20)
            if found := self._review.analysis:
                luck = found.account(seat).luck
                canvas.put_right(luck_end, y, self._figure(luck), "warn" if luck < 0 else "")
                canvas.put_right(end, y, str(len(found.mistakes(seat))))
        return y + 1

    def _paint_turning_points(self, canvas: Canvas, y: int, end: int) -> None:
        """Paint as many turning points as there is room for before a row, with whose chance changed."""
        canvas.put(2, y, _("Turning points"), "strong")
        width, points = canvas.width - 19, self._review.turning_points()
        first = [folded(self._review.tell_turn(point), width) for point in points]
        # The figures are in the first row only.
        texts = [[line, *filter(None, folded(" ".join(rest), width + 9))] for line, *rest in first]
        canvas.put(2, y + 1, "" if points else _("none"), "faint")
        rows = 2 if y + sum(min(2, len(lines)) for lines in texts) < end else 1
        spare = max(0, end - 1 - y - sum(min(rows, len(lines)) for lines in texts))
        for point, lines in zip(points, texts, strict=True):
            y += 1
            if y >= end:
                return
            is_here = point.place == self._review.place
            canvas.put(1, y, "▸" if is_here else "", "act", bold=True)
            canvas.put_right(6, y, str(point.place), "faint")
            canvas.put(canvas.width - 10, y, player_sign(point.seat), player_ink(point.seat))
            canvas.put_right(
                canvas.width - 2, y, self._figure(point.change), "warn" if point.change < 0 else "fresh"
            )
            taken = min(len(lines), rows + spare)
            room = width + 9 * (taken > 1)
            for row, line in enumerate([*lines[: taken - 1], cut(" ".join(lines[taken - 1 :]), room)]):
                canvas.put(8, y + row, line, "strong" if is_here else "")
            y, spare = y + taken - 1, spare - max(0, taken - rows)

    def _paint_hidden(self, canvas: Canvas, y: int) -> int:
        """Paint what each seat has that the others do not see, if anything; return the row behind it."""
        hidden = [*self._review.hidden()]
        if not hidden:
            return y
        canvas.put(2, y, _("What is hidden"), "strong")
        for seat, words in hidden:
            self._put_name(canvas, y + 1, seat, 12)
            for line in folded(words, canvas.width - 20):
                y += 1
                canvas.put(17, y, line)
        return y + 2


class ReviewScreen(TableBaseScreen):
    """Goes through a finished game, alone or with the others of a table."""

    GROUP = "replay"
    VERBS = commands.REVIEW

    def __init__(self, record: Record, company: TableView | None = None) -> None:
        """`company` is the table at which the game was played, while the others are there."""
        self._review = Review(record, self.app.request, company)
        self._review.open()
        view = self._review.table_view()
        self._board = BOARDS[record.started.game](view)
        self._board.can_focus = self._board.is_animated = False
        self._has_moved = company is not None and company.review is not None
        """Whether the player, or the one who leads, has gone to a step."""
        self._run_timer: Timer | None = None
        self._is_analysing = self._review.is_judged
        super().__init__(view, GameLog(), self._board, self._board.tell)

    def beside(self) -> Iterator[Widget]:
        yield ReviewPanel(self._review)

    def below(self) -> Iterator[Widget]:
        yield Timeline(self._review)
        yield Comparison(self._review)
        yield PromptLine()

    def on_resize(self) -> None:
        self.set_class(self.size.width < _UPRIGHT, "-upright")

    def rows_below(self) -> int | str:
        width, height = self.size
        if width < _UPRIGHT:
            return 5
        return 4 if height < 24 else 5 if height < 30 else 9 if height < 44 else 14

    def on_mount(self) -> None:
        if self._review.company:
            self.follow(self._review.company)
        self.run_worker(self._analyse(), exit_on_error=False)

    async def _analyse(self) -> None:
        try:
            async for _step in self._review.analyse():
                if self._is_analysing and not self._has_moved:
                    self._review.open()
                self._is_analysing = False
                self._show_place()
        except UserError as error:
            self._is_analysing = False
            self._show_place()
            self.refuse(error.reason)

    def show(self, table_view: TableView) -> None:
        self._game_log.hear(table_view)
        candidates = self._review.candidates
        self._board.marks = [(BEST if each.is_best else PLAYED, each.move) for each in candidates]
        super().show(table_view)
        for each in candidates[:1]:
            self._board.point_at(each.move)
        for part in self.query(ReviewPart):
            part.repaint()

    def heading(self) -> tuple[str, str, Role]:
        review = self._review
        words = (
            N_("step {step} of {steps} · all open")
            if review.eyes is None
            else N_("step {step} of {steps} · seen by {name}")
        )
        name = review.record.started.names[review.seat]
        if review.leads:
            words = N_("step {step} of {steps} · you lead")
        elif review.lead and review.company:
            words = (
                N_("step {step} of {steps} · alone")
                if review.is_free
                else N_("step {step} of {steps} · {name} leads")
            )
            name = review.company.occupants[review.lead.seat].name
        place = _(words, step=review.place, steps=review.last, name=name)
        return _("{game} · a review", game=short_title_of(review.record.game.key)), place, ""

    def prompt(self) -> tuple[str, Role]:
        if self._is_analysing:
            return _("Working out luck and play …"), ""
        width = self.app.size.width - 1 - max(2, self._board.canvas.left)
        told = [self._review.verdict(is_brief=is_brief) for is_brief in (False, True)]
        if words := told[len(folded(told[0], width)) > 2]:
            first, *more = folded(words, width)
            return f"{first} {cut(' '.join(more), width)}".rstrip(), ""
        if self._review.place < self._review.last:
            return self._board.turn_text(), ""
        record = self._review.record
        won, deal = self._board.tell_winners(record.ended), said_deal(record.started)
        return " ".join([won, *([say(deal)] if deal else [])]), ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        company = self._review.company
        match action:
            case "say":
                return company is not None and "say" in company.may
            case "play_on":
                return bool(self._review.state.active)
            case "panel" | "to_turn":
                return self._review.is_judged
        return company is not None if action == "together" else True

    def follow(self, table_view: TableView) -> None:
        """Follow the leader, unless the player has gone off alone."""
        self._review.follow(table_view)
        if self.is_mounted and self.is_attached:  # a table goes on while this opens, and while it closes
            self._show_place()

    # ── Commands ──────────────────────────────────────────────────────────────────────────────────

    def _show_place(self) -> None:
        self.show(self._review.table_view())

    def action_together(self) -> None:
        self._review.together()
        self._show_place()

    def action_step(self, by: int) -> None:
        self._has_moved = True
        self._review.go(by)
        self._show_place()

    def action_to_decision(self, back: bool) -> None:
        self.action_step(self._review.to_decision(back=back))

    def action_to_turn(self, back: bool) -> None:
        self.action_step(self._review.to_turn(back=back))

    def action_run(self) -> None:
        if self._run_timer:
            self._run_timer.stop()
            self._run_timer = None
        else:
            self._run_timer = self.set_interval(_PACE, self._run)

    def _run(self) -> None:
        if self._review.place == self._review.last:
            self.action_run()
        else:
            self.action_step(1)

    def action_eyes(self, seat: Seat) -> None:
        if seat >= self._review.record.started.seats:
            raise SkipAction
        self._review.eyes = seat
        self._show_place()

    def action_seat(self) -> None:
        self._review.look_on()
        self._show_place()

    def action_open(self) -> None:
        self._review.open_or_close()
        self._show_place()

    def action_panel(self) -> None:
        self.toggle_class("-panel")

    def action_play_on(self) -> None:
        self.app.play_on(self._review.record, self._review.made, self._review.seat)

    def action_leave(self) -> None:
        self._review.leave()
        self.dismiss()
