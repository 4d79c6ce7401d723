"""In a real terminal: when the turn comes to a player who does something else, one bell and one title."""

import re
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal

PLAY = ("play", "lucky-numbers", "--seats", "2", "--seed", "bell", "--pace", "1.6", "--bots", "random")
"""The bot begins, and takes 3.2 seconds for its two moves: it draws, and lays."""


@pytest.mark.parametrize("is_on", [True, False])
def test_one_bell_and_one_title_when_the_turn_comes_none_when_turned_off(is_on: bool, tmp_path: Path) -> None:
    (tmp_path / "luckytui").mkdir()
    off = "" if is_on else "bell = false\ntitle = false\n"
    (tmp_path / "luckytui" / "settings.toml").write_text(f"only_answer = false\n{off}")
    environment = {"XDG_STATE_HOME": str(tmp_path / "state"), "XDG_CONFIG_HOME": str(tmp_path)}
    with Terminal(*PLAY, environment=environment) as terminal:
        terminal.wait_for("▸ your turn")
        assert re.sub(rb"\x1b\][^\a\x1b]*\a", b"", terminal.data).count(b"\a") == is_on, "others end a text"
        assert terminal.data.count("\x1b]2;▸ your turn · Lucky Numbers\x1b\\".encode()) == is_on
        assert b"\x1b[23;2t" not in terminal.data
        terminal.press("q", "q")
        assert terminal.wait_for_exit() == 0
    assert terminal.data.count(b"\x1b]2;luckytui\x1b\\\x1b[23;2t") == is_on
