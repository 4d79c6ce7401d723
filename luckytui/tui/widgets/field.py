"""A field to type a name, an address or a code into."""

from typing import ClassVar

from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Static


class Field(Input):
    """A text field of one line. Its cursor does not blink: that would send bytes all the time."""

    BINDINGS: ClassVar[list[BindingType]] = [("tab", "app.focus_next"), ("shift+tab", "app.focus_previous")]

    def __init__(self, value: str = "", *, name: str = "", most: int = 255) -> None:
        """Begin with a value; `most`: how many characters it may have; `name` tells the field from others."""
        super().__init__(value, id=name or None, max_length=most, compact=True)
        self.cursor_blink = False
        self._before = value

    def on_focus(self) -> None:
        self._before = self.value

    def cancel(self) -> None:
        """Restore the text that the field had when it got the focus."""
        self.value = self._before


class LabelledField(Horizontal):
    """A field with a label at its left."""

    DEFAULT_CSS = """
    LabelledField { height: 1; }
    LabelledField Static { width: 24; padding-left: 1; color: $foreground 75%; }
    LabelledField Input { width: 48; }
    """

    def __init__(self, label: str, field: Field) -> None:
        super().__init__(Static(label, markup=False), field, classes="-aligned")

    def rename(self, label: str) -> None:
        """Change the label."""
        self.query_one(Static).update(label)
