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
    assert [run.text for run in canvas.runs(0)] == ["四x   "]


def test_a_wide_character_that_does_not_fit_whole_is_left_out() -> None:
    canvas = Canvas(Size(3, 1))
    canvas.put(2, 0, "四")
    assert str(canvas) == ""


def test_blanks_look_like_their_neighbours() -> None:
    canvas = Canvas(Size(10, 1))
    canvas.put(0, 0, "ab", "strong")
    canvas.put(6, 0, "cd", "faint")
    assert [run[:2] for run in canvas.runs(0)] == [("ab    ", "strong"), ("cd  ", "faint")]


def test_blanks_of_the_cursor_are_seen() -> None:
    canvas = Canvas(Size(8, 1))
    canvas.put(2, 0, "[ 7]", "cursor")
    assert [run[:3] for run in canvas.runs(0)] == [
        ("  ", "", "room"),
        ("[ 7]", "cursor", "cursor"),
        ("  ", "", "room"),
    ]


def test_what_is_put_keeps_the_ground_that_is_there() -> None:
    canvas = Canvas(Size(8, 2), "felt-lucky-box")
    canvas.fill(2, 0, 4, 1, "paper")
    canvas.put(1, 0, "abc", "act")
    assert [run[:3] for run in canvas.runs(0)] == [
        (" a", "act", "felt-lucky-box"),
        ("bc  ", "act", "paper"),
        ("  ", "", "felt-lucky-box"),
    ]


def test_two_points_share_a_cell() -> None:
    canvas = Canvas(Size(5, 2))
    canvas.pixels(0, 0, ["ab.a.", "aab..", "b...."], {"a": "lemon", "b": "lemon-2"})
    assert str(canvas) == "█▀▄▀\n▀"
    assert canvas.rows[0][1][:3] == ("▀", "lemon-2", "lemon")


def test_a_text_is_cut_to_columns_and_shows_it() -> None:
    assert cut("clover", 6) == "clover"
    assert cut("clover leaf", 8) == "clover…"
    assert cut("四四四", 4) == "四…"
    assert cut("discard the lemon", 14) == "discard the…", "between words"
    assert cut("take everything", 9) == "take eve…", "unless that would leave little"


def test_a_picture_is_laid_on_another_with_its_cursor() -> None:
    canvas, picture = Canvas(Size(9, 3)), Canvas(Size(5, 1), "felt-lucky-box")
    picture.put(0, 0, "[ 7 ]", "cursor")
    picture.cursor = (2, 0)
    canvas.lay(2, 1, picture)
    assert str(canvas) == "\n  [ 7 ]\n"
    assert canvas.cursor == (4, 1)
