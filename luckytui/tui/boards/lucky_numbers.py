"""The board of Lucky Numbers: the own garden large, the others' small, the stack and the middle below."""

from collections.abc import Sequence
from typing import ClassVar, cast

from rich.cells import cell_len
from textual.binding import BindingType
from textual.events import Key
from textual.geometry import Offset

from luckytui.games.interface import Ended, Event, Seat
from luckytui.games.lucky_numbers import (
    CELLS,
    SIDE,
    Cell,
    Discard,
    Discarded,
    Draw,
    GameStarted,
    Laid,
    Lay,
    LuckyNumbersView,
    Take,
    Tile,
    at,
    empty_cells,
)
from luckytui.table.views import MatchView, TableView
from luckytui.text import N_, _, plural
from luckytui.tui.boards import lucky_numbers_story
from luckytui.tui.boards.base import Board
from luckytui.tui.boards.lucky_numbers_story import LETTERS, cell_name, listed
from luckytui.tui.canvas import Canvas, Role, cut
from luckytui.tui.commands import Command, bindings

FITS, SWAPS, SAME, NEW = "+", "↔", "=", "•"

_GRID_X, _GRID_Y = 4, 1
"""Where the own garden's frame begins; the row numbers stand to its left, the letters above."""
_CELL_WIDTH, _CELL_HEIGHT = 7, 2
"""How far apart the own cells are, frames included."""
_OTHERS_X, _OTHERS_EACH_X, _OTHERS_EACH_Y = 38, 21, 6
"""Where the others' gardens begin, and how far apart they are: two in a row."""
_TRAY_Y, _MIDDLE_X, _MIDDLE_EACH, _MIDDLE_ROW = 12, 22, 6, 9
"""Where the stack and the middle stand, how wide a tile of the middle is, and how many are in a row."""
_HAND_Y = 15


class LuckyNumbersBoard(Board):
    """Lucky Numbers on the screen. The cursor is in the garden or on the tray: the stack and the middle."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("act", "enter,space", "", N_("Do what the prompt line says: turn over, take, or lay.")),
        Command("draw", "s", N_("stack"), N_("Turn over the top tile of the stack.")),
        Command("discard", "x", N_("leave it"), N_("Leave the tile that you hold in the middle.")),
        Command("put_back", "escape", N_("put back"), N_("Put the picked tile back: it was not taken yet.")),
        Command("next", "tab", N_("next"), N_("Go to the next place where something can be done.")),
        Command("go(-1,0)", "up,k", "", N_("Move the cursor.")),
        Command("go(1,0)", "down,j", "", N_("Move the cursor.")),
        Command("go(0,-1)", "left,h", "", N_("Move the cursor.")),
        Command("go(0,1)", "right,l", "", N_("Move the cursor.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)
    LEGEND = (
        (FITS, N_("the tile fits on this empty cell; a tile of the middle that fits on one")),
        (SWAPS, N_("the tile fits here in exchange for the one that lies there")),
        (SAME, N_("the tile equals the one that lies there: nothing would change")),
        (NEW, N_("laid since your last move; to one who watches, in this round")),
        ("▸", N_("whose turn it is")),
    )

    def __init__(self, table_view: TableView, match_view: MatchView) -> None:
        super().__init__(table_view, match_view)
        self._in_garden = False
        self._cell: Cell = (0, 0)
        self._tray = 0
        """Where the cursor is on the tray: 0 the stack, then the numbers of the middle."""
        self._picked: Tile = 0
        """The tile of the middle that is being laid; 0 for none. The table knows nothing of it yet."""
        self._typed = ""
        """What was typed of a cell's or a tile's name."""
        self.adapt(asked_anew=True)

    # ── What is shown and what can be done ────────────────────────────────────────────────────────

    @property
    def _view(self) -> LuckyNumbersView:
        return cast("LuckyNumbersView", self.match_view.view)

    @property
    def _mine(self) -> Seat:
        """Whose garden is drawn large."""
        return max(self._view.seat, 0)

    @property
    def _numbers(self) -> list[Tile]:
        """The numbers that lie in the middle, ascending."""
        return sorted(set(self._view.middle))

    @property
    def _held(self) -> Tile:
        """The tile that is to be laid: dealt, drawn, or picked in the middle; 0 for none."""
        if self._view.stage == "set_up" and self._asked:
            return self._view.dealt[self._mine][len(self._view.chosen)]
        return self._view.hand if self._asked and self._view.hand else self._picked

    @property
    def _asked(self) -> bool:
        return self.match_view.prompt > 0

    def _cells_for(self, tile: Tile) -> list[Cell]:
        """Return where the moves at hand would let a tile be laid."""
        return [
            move.cell
            for move in self.match_view.moves
            if isinstance(move, Lay) or (isinstance(move, Take) and move.tile == tile)
        ]

    def _garden(self, seat: Seat) -> tuple[Tile, ...]:
        """Return a garden, with the own tiles of the set-up where they will go."""
        garden = list(self._view.gardens[seat])
        if seat == self._view.seat:
            for tile, (row, column) in zip(self._view.dealt[seat], self._view.chosen, strict=False):
                garden[row * SIDE + column] = tile
        return tuple(garden)

    def adapt(self, *, asked_anew: bool) -> None:
        """Bring the cursor to where the next decision is made."""
        self._tray = min(self._tray, len(self._numbers))
        if self._picked not in self._numbers:
            self._picked = 0
        if not asked_anew or not self._asked:
            return
        self._picked, self._typed = 0, ""
        if self._view.stage == "turn":
            self._in_garden, self._tray = False, 0
        else:
            self._enter_garden()

    def _enter_garden(self) -> None:
        """Put the cursor into the garden, on the nearest cell where the held tile fits."""
        self._in_garden = True
        row, column = self._cell
        cells = self._cells_for(self._held)
        empty_first = [cell for cell in cells if not at(self._garden(self._mine), cell)] or cells
        if self._cell not in empty_first and empty_first:
            self._cell = min(empty_first, key=lambda cell: abs(cell[0] - row) + abs(cell[1] - column))

    # ── Painting ──────────────────────────────────────────────────────────────────────────────────

    def paint(self, canvas: Canvas) -> None:
        """Paint the table."""
        fresh = self._fresh_cells()
        self._paint_own_garden(canvas, fresh)
        others = [(self._mine + step) % self._view.seats for step in range(1, self._view.seats)]
        for index, seat in enumerate(others):
            x = _OTHERS_X + _OTHERS_EACH_X * (index % 2)
            self._paint_garden(canvas, x, _OTHERS_EACH_Y * (index // 2), seat, fresh)
        self._paint_tray(canvas)
        self._paint_hand(canvas)

    def _paint_own_garden(self, canvas: Canvas, fresh: set[tuple[Seat, Cell]]) -> None:
        self._paint_name(canvas, 1, 0, self._mine, _OTHERS_X - 3)
        for column, letter in enumerate(LETTERS):
            canvas.put(_GRID_X + 4 + column * _CELL_WIDTH, _GRID_Y, letter, "faint")
        for row in range(SIDE + 1):
            left, join, right = "┌┬┐" if row == 0 else "└┴┘" if row == SIDE else "├┼┤"
            line = left + join.join(["─" * (_CELL_WIDTH - 1)] * SIDE) + right
            canvas.put(_GRID_X, _GRID_Y + 1 + row * _CELL_HEIGHT, line, "faint")
        garden, marks = self._garden(self._mine), self._marks()
        for cell in CELLS:
            row, column = cell
            x, y = _GRID_X + column * _CELL_WIDTH, _GRID_Y + 2 + row * _CELL_HEIGHT
            canvas.put(x, y, "│", "faint")
            canvas.put(x + _CELL_WIDTH, y, "│", "faint")
            is_new = (self._mine, cell) in fresh or cell in self._view.chosen
            self._paint_own_cell(canvas, x + 1, y, cell, at(garden, cell), marks.get(cell, ""), is_new=is_new)
            if column == 0:
                canvas.put(_GRID_X - 2, y, str(row + 1), "faint")

    def _paint_own_cell(
        self, canvas: Canvas, x: int, y: int, cell: Cell, tile: Tile, mark: str, *, is_new: bool
    ) -> None:
        role: Role = "fresh" if is_new else "act" if mark == FITS else "strong" if tile else "faint"
        canvas.put(x, y, f" {tile or mark or '·':>3} ", role)
        if is_new:
            canvas.put(x, y, NEW, "fresh")
        if tile:
            canvas.put(x + 5, y, mark, "faint" if mark == SAME else "act")
        if self._in_garden and cell == self._cell and self._asked:
            canvas.put(x, y, f"[{tile or mark or '·':>3}]", "cursor")
            canvas.cursor = Offset(x + 3, y)

    def _paint_garden(
        self, canvas: Canvas, x: int, y: int, seat: Seat, fresh: set[tuple[Seat, Cell]]
    ) -> None:
        self._paint_name(canvas, x, y, seat, _OTHERS_EACH_X - 1)
        for cell in CELLS:
            tile, is_new = at(self._garden(seat), cell), (seat, cell) in fresh
            role: Role = "fresh" if is_new else "" if tile else "faint"
            canvas.put(x + cell[1] * 4, y + 1 + cell[0], f"{NEW if is_new else ' '}{tile or '·':>2}", role)
        if self._view.dealt[seat]:
            canvas.put(x + 2, y + 5, _("to lay {tiles}", tiles=listed(self._view.dealt[seat])), "faint")
        elif self._view.options.tournament:
            canvas.put(x + 2, y + 5, self._points_of(seat), "faint")

    def _points_of(self, seat: Seat) -> str:
        return plural("{number} point", "{number} points", self._view.points[seat])

    def _paint_name(self, canvas: Canvas, x: int, y: int, seat: Seat, width: int) -> None:
        """Write who has a garden and how far it is, the name cut only where there is no room for it."""
        view = self._view
        facts = plural("{number} empty", "{number} empty", empty_cells(self._garden(seat)))
        if view.options.tournament and seat == self._mine:
            facts += f" · {self._points_of(seat)}"
        facts = f" · {facts}"
        name = self.name_of(seat) + (_(" (you)") if self.is_me(seat) else "")
        room = width - 2 - cell_len(facts)
        name = cut(name, room)
        is_to_move = seat in view.active
        x = canvas.put(x, y, "▸ " if is_to_move else "  ", "act")
        x = canvas.put(x, y, name, "strong" if is_to_move or self.is_me(seat) else "")
        canvas.put(x, y, facts, "faint")

    def _paint_tray(self, canvas: Canvas) -> None:
        canvas.put(1, _TRAY_Y, _("Stack"), "faint")
        on_stack = self._on_tray and self._tray == 0
        left = f"[{self._view.stack:>3}]" if on_stack else f" {self._view.stack:>3} "
        canvas.put(7, _TRAY_Y, left, "cursor" if on_stack else "strong")
        canvas.put(_MIDDLE_X - 8, _TRAY_Y, _("Middle"), "faint")
        if not self._numbers:
            canvas.put(_MIDDLE_X + 1, _TRAY_Y, _("no tiles yet"), "faint")
        for index, tile in enumerate(self._numbers):
            x = _MIDDLE_X + _MIDDLE_EACH * (index % _MIDDLE_ROW)
            self._paint_middle_tile(canvas, x, _TRAY_Y + index // _MIDDLE_ROW, tile, index + 1)
        if on_stack:
            canvas.cursor = Offset(9, _TRAY_Y)

    def _paint_middle_tile(self, canvas: Canvas, x: int, y: int, tile: Tile, place: int) -> None:
        count = self._view.middle.count(tile)
        mark = self._tray_mark(tile)
        role: Role = "act" if mark in {FITS, SWAPS} else ""
        canvas.put(x, y, f"{mark or ' '}{tile:>2}", role)
        if count > 1:
            canvas.put(x + 3, y, f"×{count}", "faint")
        if self._picked == tile or (self._on_tray and self._tray == place):
            canvas.put(x, y, f"{mark or '['}{tile:>2}", "cursor")
            if not self._in_garden:
                canvas.cursor = Offset(x + 2, y)

    def _paint_hand(self, canvas: Canvas) -> None:
        view = self._view
        if view.stage == "set_up":
            waiting = view.dealt[self._mine][len(view.chosen) :]
            if waiting:
                x = canvas.put(1, _HAND_Y, _("To lay") + " ")
                x = canvas.put(x, _HAND_Y, f"( {waiting[0]} )", "fresh")
                canvas.put(x + 1, _HAND_Y, listed(waiting[1:]), "faint")
        elif view.hand:
            who = (
                _("In your hand")
                if self.is_me(view.turn)
                else _("{name} holds", name=self.name_of(view.turn))
            )
            x = canvas.put(1, _HAND_Y, f"{who} ", "")
            canvas.put(x, _HAND_Y, f"( {view.hand} )", "fresh" if self.is_me(view.turn) else "strong")

    @property
    def _on_tray(self) -> bool:
        return self._asked and not self._in_garden

    def _marks(self) -> dict[Cell, str]:
        """Return for each cell where the held tile fits, how it does."""
        tile, garden = self._held, self._garden(self._mine)
        return {
            cell: FITS if not at(garden, cell) else SAME if at(garden, cell) == tile else SWAPS
            for cell in (self._cells_for(tile) if tile else ())
        }

    def _tile_under_cursor(self) -> Tile:
        return self._numbers[self._tray - 1] if self._on_tray and self._tray else 0

    def _tray_mark(self, tile: Tile) -> str:
        """Return how a tile of the middle would fit, at its best; empty when it does not."""
        garden = self._garden(self._mine)
        cells = [move.cell for move in self.match_view.moves if isinstance(move, Take) and move.tile == tile]
        if not cells:
            return ""
        if any(not at(garden, cell) for cell in cells):
            return FITS
        return SWAPS if any(at(garden, cell) != tile for cell in cells) else SAME

    def _fresh_cells(self) -> set[tuple[Seat, Cell]]:
        """Return what was laid since the player's last move, for a spectator since the mover's."""
        mark = self._view.seat if self._view.seat >= 0 else self._view.turn
        found: set[tuple[Seat, Cell]] = set()
        for event in reversed(self.match_view.log):
            match event:
                case GameStarted():
                    break
                case Laid(seat=seat, cell=cell, source="stack" | "middle"):
                    found.add((seat, cell))
                case Discarded(seat=seat):
                    pass
                case _:
                    continue
            if seat == mark:
                break
        return found

    # ── Words ─────────────────────────────────────────────────────────────────────────────────────

    def prompt_text(self) -> str:
        """Say what is asked of the player, and what Enter does."""
        view = self._view
        if view.stage == "over":
            return _("The game is over.")
        if not self._asked:
            return self.waiting_text()
        if not self._held:
            return self._tray_prompt()
        if not self._cells_for(self._held):
            return _("{tile} fits nowhere in your garden · Enter: leave it in the middle", tile=self._held)
        return " · ".join((self._garden_prompt(), *self._way_out()))

    def _tray_prompt(self) -> str:
        if self._in_garden:
            return _("s: turn over a tile · ↓ or a number: take one from the middle")
        tile = self._tile_under_cursor()
        if not tile:
            return plural(
                "Enter: turn over the last tile · → or a number: take one from the middle",
                "Enter: turn over a tile · → or a number: take one from the middle",
                self._view.stack,
            )
        cells = self._cells_for(tile)
        if not cells:
            return _("{tile} fits nowhere in your garden · s: turn over a tile", tile=tile)
        names = " ".join(map(cell_name, cells))
        return _("{tile} fits on {cells} · Enter: pick it up", tile=tile, cells=names)

    def _garden_prompt(self) -> str:
        tile, cell, there = self._held, cell_name(self._cell), at(self._garden(self._mine), self._cell)
        if not self._in_garden:
            return _("{tile} is picked · ↑: choose a cell in your garden", tile=tile)
        if self._cell not in self._cells_for(tile):
            return _("{tile} does not fit on {cell} · ⇥: go to where it fits", tile=tile, cell=cell)
        if not there:
            return _("{tile} · Enter: lay it on {cell}", tile=tile, cell=cell)
        if there == tile:
            return _(
                "{tile} · Enter: lay it on the {tile} on {cell}, which changes nothing", tile=tile, cell=cell
            )
        return _(
            "{tile} · Enter: lay it on {cell}, the {there} goes to the middle",
            tile=tile,
            cell=cell,
            there=there,
        )

    def _way_out(self) -> list[str]:
        if self._picked:
            return [_("esc: put it back")]
        if Discard() in self.match_view.moves:
            return [_("x: leave it")]
        return []

    def score_title(self) -> str:
        """Say what the final scores count."""
        return _("points") if self._view.options.tournament else _("empty cells")

    def ranking(self, ended: Ended) -> list[Seat]:
        """Return the seats, the best first: in a single game that is the one with the fewest empty cells."""
        if self._view.options.tournament:
            return super().ranking(ended)
        return sorted(range(self._view.seats), key=lambda seat: ended.scores[seat])

    def tell(self, event: Event) -> str | None:
        """Say in a sentence what happened."""
        return lucky_numbers_story.tell(event, self, self._view)

    # ── Keys ──────────────────────────────────────────────────────────────────────────────────────

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell which commands do something now."""
        match action:
            case "draw":
                return Draw() in self.match_view.moves
            case "discard":
                return Discard() in self.match_view.moves
            case "put_back":
                return bool(self._picked)
            case "next":
                return self._asked
        return True

    def action_act(self) -> None:
        """Do what the prompt line says of Enter."""
        tile = self._held
        if not self._asked:
            return
        if tile and not self._cells_for(tile):
            self.choose(Discard())
        elif tile and self._in_garden:
            self.choose(Take(tile, self._cell) if self._picked else Lay(self._cell))
        elif not tile and self._on_tray and self._tray == 0:
            self.choose(Draw())
        elif picked := self._tile_under_cursor():
            self._pick(picked)

    def _pick(self, tile: Tile) -> None:
        if self._cells_for(tile):
            self._picked = tile
            self._enter_garden()
            self.cursor_moved()

    def action_draw(self) -> None:
        """Turn over a tile."""
        self.choose(Draw())

    def action_discard(self) -> None:
        """Leave the drawn tile in the middle."""
        self.choose(Discard())

    def action_put_back(self) -> None:
        """Put the picked tile back."""
        self._picked, self._in_garden = 0, False
        self.cursor_moved()

    def action_next(self) -> None:
        """Go to the next cell where the held tile fits, or the next tile that fits somewhere."""
        if self._held:
            cells = self._cells_for(self._held)
            after = [cell for cell in cells if cell > self._cell] or cells
            if after:
                self._in_garden, self._cell = True, after[0]
        else:
            places = [0, *(place for place, tile in enumerate(self._numbers, 1) if self._tray_mark(tile))]
            after_place = [place for place in places if place > self._tray] or places
            self._in_garden, self._tray = False, after_place[0]
        self.cursor_moved()

    def action_go(self, down: int, right: int) -> None:
        """Move the cursor by one, from the garden down to the tray and back."""
        self._typed = ""
        if self._in_garden:
            self._go_in_garden(down, right)
        else:
            self._go_on_tray(down, right)
        self.cursor_moved()

    def _go_in_garden(self, down: int, right: int) -> None:
        row, column = self._cell[0] + down, self._cell[1] + right
        if row == SIDE and not self._view.hand:
            self._in_garden = False
        elif (row, column) in CELLS:
            self._cell = (row, column)

    def _go_on_tray(self, down: int, right: int) -> None:
        """Go along the tray; its rows are the stack with the first tiles of the middle, and the others."""
        place = self._tray + right + down * _MIDDLE_ROW
        if down and place < (1 if self._tray else 0):
            self._in_garden = True
        elif place in range(len(self._numbers) + 1):
            self._tray = place

    def on_key(self, event: Key) -> None:
        """Follow a typed cell (b3) or a typed number of the middle (13)."""
        character = event.character or ""
        if character in LETTERS and character:
            self._typed = character
        elif character.isdecimal() and character.isascii() and self._follow_number(self._typed + character):
            self.cursor_moved()
        else:
            return
        event.stop()

    def _follow_number(self, typed: str) -> bool:
        """Go where the typed letters and digits lead; begin anew when they lead nowhere."""
        if typed[0] in LETTERS:
            self._typed = ""
            cell = (int(typed[1]) - 1, LETTERS.index(typed[0]))
            if cell in CELLS:
                self._in_garden, self._cell = True, cell
            return cell in CELLS
        candidates = [number for number in (typed, typed[-1]) if int(number) in self._numbers]
        self._typed = typed if any(str(tile).startswith(typed) for tile in self._numbers) else typed[-1]
        if candidates and not self._held:
            self._in_garden, self._tray = False, self._numbers.index(int(candidates[0])) + 1
        return bool(candidates)
