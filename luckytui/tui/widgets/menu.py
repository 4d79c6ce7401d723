"""A menu: items to choose one of, by arrows or by a letter."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual.events import Key
from textual.geometry import Offset
from textual.message import Message

from luckytui.client.listing import TableListing
from luckytui.shown.commands import Command
from luckytui.shown.model import Place
from luckytui.text import N_
from luckytui.tui.canvas import Canvas, cut, spread
from luckytui.tui.themes import Ground, Ink
from luckytui.tui.widgets.listed import Listed, Preview

_NOTES_FROM = 30
"""The last column at which notes are aligned. After a longer label a note follows unaligned."""


class Item(NamedTuple):
    """One row of a menu."""

    name: str
    """Its id; empty: it is a heading, which cannot be chosen."""
    label: str
    note: str = ""
    """More about it, at the right."""
    key: str = ""
    """The letter that chooses it at once."""
    table: TableListing | None = None
    """The table that it is for."""
    right: str = ""
    """What is at the right end of its row."""
    ground: Ground = ""
    """A background of its own; such an item takes two rows."""
    ink: Ink = ""
    """The ink of its key and label."""
    preview: Preview | None = None
    """What is shown beside the menu while the cursor is here."""

    @property
    def rows(self) -> int:
        """How many rows it takes."""
        return 2 if self.ground else 1


class Menu(Listed, can_focus=True):
    """Shows items below each other; Enter, or an item's letter, chooses one."""

    DEFAULT_CSS = "Menu { height: 1fr; margin-top: 1; }"

    GROUP = "list"
    VERBS: ClassVar = (
        Command("choose", "enter,space", N_("choose"), N_("Choose the entry under the cursor.")),
        Command("down", "down,j,tab", N_("down"), N_("Move down."), "go(1)"),
        Command("up", "up,k,shift+tab", N_("up"), N_("Move up."), "go(-1)"),
    )

    @dataclass
    class Chosen(Message):
        """An item was chosen."""

        item: Item

    def __init__(self, items: Sequence[Item], *, note_x: int = 22) -> None:
        super().__init__()
        self._items = tuple(items)
        self._row = self._nearest(0)
        self._has_moved = False
        self._note_x = note_x

    @property
    def current(self) -> Item:
        """The item under the cursor; a heading where there is none."""
        return self._items[self._row] if self._items else Item("", "")

    def replace(self, items: Sequence[Item]) -> None:
        """Offer other items.

        The cursor stays where the player has taken it, as long as that is there; else it is on the first one.
        """
        here = self.current.name
        names = [item.name for item in items]
        self._items = tuple(items)
        if self._has_moved:
            self._row = names.index(here) if here in names else self._nearest(self._row)
        else:
            self._row = self._nearest(0)
        self.repaint()

    def go_first(self) -> None:
        """Move the cursor to the first item."""
        self._row, self._has_moved = self._nearest(0), False
        self.repaint()

    def _nearest(self, row: int) -> int:
        """Return the row of the item that is nearest to a row, as that may be a heading."""
        rows = [number for number, item in enumerate(self._items) if item.name]
        return min(rows, key=lambda number: abs(number - row), default=0)

    @property
    def preview(self) -> Preview | None:
        return self.current.preview

    def paint_list(self, canvas: Canvas, *, each: int) -> None:
        rows, first = [max(each, item.rows) for item in self._items], 0
        while sum(rows[first : self._row + 1]) > canvas.height:
            first += 1
        shown = list(range(first, len(rows)))
        while sum(rows[row] for row in shown) > canvas.height:
            shown.pop()
        if shown and shown[-1] + 1 < len(rows):
            while shown and not self._items[shown[-1]].name:  # a heading of what cannot be seen
                shown.pop()
            canvas.put_right(canvas.width, canvas.height - 1, "▾", "faint")
        step = max(each, spread(len(shown), canvas.height))
        self.paint_rows(canvas, shown, 0, 0, canvas.width, step=step, is_tall=each > 1)

    def paint_rows(
        self,
        canvas: Canvas,
        rows: Sequence[int],
        x: int,
        y: int,
        width: int,
        *,
        step: int = 1,
        is_tall: bool = False,
    ) -> None:
        """Paint these items from (x, y) on, one every this many rows; of a tall one the note is below it."""
        items = [self._items[row] for row in rows]
        ends = [self._label_x(item) + cell_len(item.label) + 2 for item in items if item.note]
        note_x = max(self._note_x, *(end for end in ends if end <= _NOTES_FROM), 0)
        for row, item in zip(rows, items, strict=True):
            if item.name:
                canvas.places["row", row] = x, y, width, item.rows + is_tall
            self._paint_item(canvas, row, x, y, width, 0 if is_tall else note_x)
            y += max(step, item.rows)

    @staticmethod
    def _label_x(item: Item) -> int:
        return 7 if item.key or item.ground else 4

    def _paint_item(self, canvas: Canvas, row: int, x: int, y: int, width: int, note_x: int) -> None:
        item = self._items[row]
        is_here, is_heading = row == self._row and bool(item.name), not item.name
        end, left = x + width - 2 - bool(item.ground), x + self._label_x(item)
        if item.ground:
            canvas.fill(x + 2, y, width - 4, 2, item.ground)
            canvas.put(left, y + 1, cut(item.right, end - left))
        canvas.put(x + 2, y, "▸" if is_here else "", "act", bold=True)
        canvas.put(x + 4, y, item.key, item.ink or "act")
        words = left + cell_len(item.label)
        if note_x and item.note:
            words = max(x + note_x, words + 2) + cell_len(item.note)
        right = "" if item.ground or words >= end - cell_len(item.right) else item.right
        room = end - cell_len(right) - 1
        end_of_label = canvas.put(left, y, cut(item.label, room - left), item.ink, bold=is_here or is_heading)
        canvas.put_right(end, y, right, "faint")
        if not note_x:
            canvas.put(left, y + 1, cut(item.note, end - left), "faint")
        elif item.note:
            note_x = end_of_label + 2 if item.ground else max(x + note_x, end_of_label + 2)
            canvas.put(note_x, y, cut(item.note, room - note_x), "" if item.ground else "faint")
        if is_here:
            canvas.cursor = Offset(left, y)

    def clicked(self, place: Place) -> None:
        if place == ("row", self._row):
            self.action_choose()
        else:
            self._row, self._has_moved = place[1], True
            self.repaint()

    def action_go(self, by: int) -> None:
        rows = [row for row, item in enumerate(self._items) if item.name]
        if rows:
            self._row, self._has_moved = rows[(rows.index(self._row) + by) % len(rows)], True
            self.repaint()

    def action_choose(self) -> None:
        if self._items:
            self.post_message(self.Chosen(self.current))

    def on_key(self, event: Key) -> None:
        for item in self._items:
            if item.key and item.key == event.character:
                event.stop()
                self.post_message(self.Chosen(item))
