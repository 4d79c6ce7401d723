"""A line of text that is being written."""

from textual.geometry import Size

from luckytui.tui.canvas import Canvas, folded
from luckytui.tui.widgets.draft import Draft


def drafted(*keys: str, most: int = 200) -> Draft:
    """Return a draft after these keys, of which single characters are written."""
    draft = Draft(most)
    for key in keys:
        if len(key) == 1:
            draft.write(key)
        else:
            draft.edit(key)
    return draft


def painted(draft: Draft, width: int) -> str:
    canvas = Canvas(Size(40, 1))
    draft.paint(canvas, 0, 0, width)
    return str(canvas)


def test_it_is_written_and_edited() -> None:
    assert drafted(*"hllo", "left", "left", "left", "e", "end", "!").text == "hello!"
    assert drafted(*"abc", "backspace", "home", "delete", "delete", "delete").text == ""
    assert drafted(*"abc", "left", "ctrl+u", "f9", "home", "left", "x").text == "xc"


def test_it_takes_no_more_than_can_be_sent_and_nothing_that_cannot_be_shown() -> None:
    assert drafted(*"abcd", most=3).text == "abc"
    pasted = Draft(20)
    pasted.write("two\nlines\x1b[31m\t!")
    assert pasted.text == "two lines[31m!"


def test_of_a_long_line_what_is_before_the_cursor_is_seen() -> None:
    assert painted(drafted(*"abcdefgh"), 5) == "efgh"
    assert painted(drafted(*"abcdefgh", "home"), 5) == "abcde"
    assert painted(drafted(*"日本語日"), 5) == "語日"


def test_a_long_sentence_is_folded_between_words_by_its_columns() -> None:
    assert folded("one two three", 7) == ["one two", "three"]
    assert folded("日本 日本", 5) == ["日本", "日本"]
    assert folded("a bcdefgh i", 3) == ["a", "bcd", "efg", "h i"]
    assert folded("", 3) == [""]
    assert folded("Tu la prends\u202f?", 12) == ["Tu la", "prends\u202f?"]
