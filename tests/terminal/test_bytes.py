"""What a key, a page and a start cost over a slow connection: counted on a pty, at 80×24 in true color."""

from pathlib import Path

from tests.terminal.terminal import Terminal

CURSOR_KEY = 350
"""Bytes that a cursor key may cost."""
PAGE = 9000
"""Bytes that it may cost to open a page, or to close it."""
START = 13_000
"""Bytes that may be sent until a game is on screen: one whole paint, and what sets the terminal up."""


def test_a_cursor_key_costs_little_and_waiting_nothing(tmp_path: Path) -> None:
    command = ("play", "lucky-numbers", "--seats", "4", "--seed", "bytes", "--pace", "0", "--bots", "random")
    with Terminal(*command, environment={"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("▸ your turn")
        terminal.settle()
        assert terminal.received <= START
        assert terminal.settle() == 0
        on_the_tray = {key: cost(terminal, key) for key in ("right", "right", "left")}
        terminal.press("s")
        terminal.wait_for("In your hand")
        terminal.settle()
        in_the_garden = {
            key: cost(terminal, key) for key in ("left", "right", "up", "down", "down", "left", "up", "tab")
        }
    assert max(on_the_tray.values()) <= CURSOR_KEY, on_the_tray
    assert 0 < max(in_the_garden.values()) <= CURSOR_KEY, in_the_garden


def test_a_page_is_sent_once_when_it_opens_and_once_when_it_closes(tmp_path: Path) -> None:
    command = ("play", "lucky-numbers", "--seats", "4", "--seed", "bytes", "--pace", "0", "--bots", "random")
    with Terminal(*command, environment={"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("▸ your turn")
        terminal.settle()
        costs = {}
        for key, title in (("?", "Keys"), ("w", "Game log"), ("r", "the rules")):
            before = terminal.received
            terminal.press(key)
            terminal.wait_for(title)
            terminal.settle()
            opened = terminal.received
            terminal.press("q")
            terminal.wait_for("▸ your turn")
            terminal.settle()
            costs[key] = opened - before, terminal.received - opened
    assert max(map(max, costs.values())) <= PAGE, costs


def test_the_mouse_is_left_to_the_terminal(tmp_path: Path) -> None:
    with Terminal(environment={"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("Play alone")
        assert not {mode << 5 for mode in (1000, 1002, 1003, 1006)} & terminal.screen.mode


def cost(terminal: Terminal, key: str) -> int:
    """Return how many bytes a key costs."""
    terminal.press(key)
    return terminal.settle()
