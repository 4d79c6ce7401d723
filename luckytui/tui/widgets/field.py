"""A field to type a name, an address or a code into."""

from textual.containers import Horizontal
from textual.widgets import Input, Static


class Field(Input):
    """One line high; its cursor does not blink, as nothing is sent to a terminal where nothing happens."""

    def __init__(self, value: str = "", *, name: str = "", most: int = 255) -> None:
        """Begin with a value; `most`: how many characters it may have; `name` tells the field from others."""
        super().__init__(value, id=name or None, max_length=most, compact=True)
        self.cursor_blink = False
        self._before = value

    def on_focus(self) -> None:
        self._before = self.value

    def cancel(self) -> None:
        """Take back what was typed since the player came here."""
        self.value = self._before


class LabelledField(Horizontal):
    """A field with what it is for at its left."""

    DEFAULT_CSS = """
    LabelledField { height: 1; }
    LabelledField Static { width: 24; padding-left: 1; color: $foreground 75%; }
    LabelledField Input { width: 48; }
    """

    def __init__(self, label: str, field: Field) -> None:
        super().__init__(Static(label, markup=False), field, classes="-aligned")

    def rename(self, label: str) -> None:
        """Say that it is for something else."""
        self.query_one(Static).update(label)
