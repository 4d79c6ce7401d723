"""A field to type a name, an address or a code into."""

from textual.widgets import Input


class Field(Input):
    """One line high; its cursor does not blink, as nothing is sent to a terminal where nothing happens."""

    def __init__(self, value: str = "", *, name: str = "", most: int = 255) -> None:
        """Begin with a value of at most so many characters; `name` tells the field from others."""
        super().__init__(value, id=name or None, max_length=most, compact=True)
        self.cursor_blink = False
