"""The plain prompt at the door, on a terminal in memory."""

import asyncio

import pytest

from luckytui.door.prompt import Prompt
from tests.door.doors import Screen


class Asked(Screen):
    """A terminal with a prompt on it."""

    def __init__(self, columns: int = 48) -> None:
        super().__init__(columns, 24)
        self.prompt = Prompt(lambda text: self.hear(text.encode()), columns, 0)

    async def answers(self, typed: str, offered: str = "") -> str:
        """Type something; return the answer."""
        asking = asyncio.create_task(self.prompt.ask("Your name", offered))
        await asyncio.sleep(0)
        assert not self.prompt.receive(typed.encode(), 0)
        return await asking


@pytest.mark.parametrize(
    ("offered", "typed", "answer"),
    [
        ("", "Bea\r", "Bea"),
        ("", "\r \r Bea \r", "Bea"),
        ("bea", "\r", "bea"),
        ("bea", "\x7f\x7f\x08Cem\r", "Cem"),
        ("bea", "\x15Cem\n", "Cem"),
        ("", "\x7fÄnne 花\r", "Änne 花"),
        ("", "x" * 100 + "\r", "x" * 24),
        ("a\x1b[2Jb\x07\u202e" + "c" * 30, "\r", "a[2Jb" + "c" * 19),
        ("", "\x1b[ABea\x1b[200~ \x07C\x1b[201~\r", "Bea C"),
    ],
)
async def test_a_line_is_edited_with_few_keys_and_is_all_text(offered: str, typed: str, answer: str) -> None:
    screen = Asked()
    assert await screen.answers(typed, offered) == answer
    assert screen.text.splitlines()[0] == f"Your name: {answer}".replace("花", "花 ").rstrip()
    assert b"\x07" not in screen.data


async def test_answers_may_be_typed_ahead_but_not_before_a_refusal_is_read() -> None:
    screen = Asked()
    screen.prompt.receive(b"Bea\rABC\r" + b"x" * 10_000, 0)
    assert [await screen.prompt.ask("Your name"), await screen.prompt.ask("The code")] == ["Bea", "ABC"]
    for second in range(9):
        screen.prompt.receive(b"x" * 60, second)
    screen.prompt.refuse("No.")
    asking = asyncio.create_task(screen.prompt.ask("Your name"))
    assert screen.prompt.receive(b"Cem\r\x03", 99)
    assert await asking == "Cem"


async def test_where_digits_are_asked_letters_are_not_taken_and_it_says_why_once() -> None:
    screen = Asked()
    screen.prompt.receive(b"7KQ-2M9\x15384 192\x1b[200~ 5a6 \x1b[201~ 576\r", 0)
    assert await screen.prompt.ask("The nine digits", only_digits="Only digits.") == "384 192 576"
    assert screen.text.count("Only digits.") == 1
