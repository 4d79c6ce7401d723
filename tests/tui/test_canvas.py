"""The canvas: what is put on it, what of it looks alike, what of it has changed."""

from textual.geometry import Region, Size

from luckytui.tui.canvas import Canvas, cut


def picture(*texts: tuple[int, int, str]) -> Canvas:
    canvas = Canvas(Size(12, 3))
    for x, y, text in texts:
        canvas.put(x, y, text)
    return canvas


def test_what_is_put_outside_is_cut_off() -> None:
    canvas = picture((8, 0, "clover"), (-2, 1, "clover"), (0, 7, "clover"))
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


def test_changes_are_one_stretch_a_row() -> None:
    before, after = picture((0, 0, "one two"), (0, 1, "same")), picture((0, 0, "ONE twO"), (0, 1, "same"))
    assert list(after.changes(before)) == [Region(0, 0, 7, 1)]


def test_changes_of_a_slice_count_from_its_left_edge() -> None:
    before, after = picture((6, 2, "x")), picture((6, 2, "y"))
    assert list(after.changes(before, 4, 8)) == [Region(2, 2, 1, 1)]
    assert list(after.changes(before, 0, 4)) == []


def test_a_text_is_cut_to_columns_and_shows_it() -> None:
    assert cut("clover", 6) == "clover"
    assert cut("clover leaf", 8) == "clover…"
    assert cut("四四四", 4) == "四…"
