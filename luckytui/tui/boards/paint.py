"""What the pictures of all boards share."""

from luckytui.tui.canvas import Canvas, Role


def put_choice(
    canvas: Canvas, x: int, y: int, text: str, role: Role = "", *, has_cursor: bool, at: int = 1
) -> None:
    """Write a text one column in; if the cursor is on it, in brackets, the terminal's own at x + `at`."""
    if has_cursor:
        canvas.put(x, y, f"[{text}]", "cursor")
        canvas.cursor = (x + at, y)
    else:
        canvas.put(x + 1, y, text, role)


def put_title(canvas: Canvas, x: int, y: int, width: int, title: str, *, at: int = 1) -> None:
    """Draw a line with a title in it, `at` columns in."""
    canvas.rule(y, x, width)
    canvas.put(x + at, y, f" {title} ", "strong")
