"""The canvas: what is put on it, and what of it looks alike."""

from textual.geometry import Size

from luckytui.tui.canvas import Canvas, cut


def test_what_is_put_outside_is_cut_off() -> None:
    canvas = Canvas(Size(12, 3))
    for x, y in ((8, 0), (-2, 1), (0, 7)):
        canvas.put(x, y, "clover")
    assert str(canvas) == "        clov\nover\n"


def test_a_wide_character_takes_two_cells() -> None:
    canvas = Canvas(Size(6, 1))
    assert canvas.put(0, 0, "四x") == 3
    assert str(canvas) == "四x"
    assert [text for text, _role in canvas.runs(0)] == ["四x   "]


def test_a_wide_character_that_does_not_fit_whole_is_left_out() -> None:
    canvas = Canvas(Size(3, 1))
    canvas.put(2, 0, "四")
    assert str(canvas) == ""


def test_blanks_look_like_their_neighbours() -> None:
    canvas = Canvas(Size(10, 1))
    canvas.put(0, 0, "ab", "strong")
    canvas.put(6, 0, "cd", "faint")
    assert list(canvas.runs(0)) == [("ab    ", "strong"), ("cd  ", "faint")]


def test_blanks_of_the_cursor_are_seen() -> None:
    canvas = Canvas(Size(8, 1))
    canvas.put(2, 0, "[ 7]", "cursor")
    assert list(canvas.runs(0)) == [("  ", ""), ("[ 7]", "cursor"), ("  ", "")]


def test_a_text_is_cut_to_columns_and_shows_it() -> None:
    assert cut("clover", 6) == "clover"
    assert cut("clover leaf", 8) == "clover…"
    assert cut("四四四", 4) == "四…"
