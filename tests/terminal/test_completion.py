"""Tab in the real shells, in a terminal."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from luckytui.cli import run
from luckytui.games import GAMES
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from luckytui.lab.simulate import play
from luckytui.table.record import write
from tests.terminal.terminal import Terminal

SHELLS = {
    "bash": (("--noprofile", "--norc", "-i"), 'eval "$(cat {file})"'),
    "zsh": (("-f", "-i"), 'autoload -Uz compinit; compinit -u -D; eval "$(cat {file})"'),
    "fish": (("--no-config", "-i"), "source {file}"),
}
"""How a shell begins without the settings of the person who tests, and takes a completion."""

VALUES = {
    "rules lucky-n": "rules lucky-numbers",
    "play lucky-numbers --setup mi": "play lucky-numbers --setup michael",
    "join --autoplay ha": "join --autoplay hard",
    "replay rec": "replay record.jsonl",
    "games --export ": "games --export ID",
    "help sim": "help simulate",
}
CLEAR = "\x15"


@pytest.mark.parametrize("shell", SHELLS)
def test_tab_completes_values(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = shutil.which(shell)
    if not program:
        pytest.skip(f"{shell} is not installed")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    match = play(GAMES["lucky-numbers"], LuckyNumbersOptions(), ["random", "random"], "seed")
    Path("record.jsonl").write_bytes(write(match.record))
    assert run(["games", "--import", "record.jsonl"]) == 0
    capsys.readouterr()
    assert run(["games"]) == 0
    game = capsys.readouterr().out.split()[0]
    assert run(["completion", shell]) == 0
    Path(f"for.{shell}").write_text(capsys.readouterr().out)
    flags, begin = SHELLS[shell]
    path = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    with Terminal(*flags, program=(program,), environment=path, columns=100) as terminal:
        terminal.press(f"{begin.format(file=f'for.{shell}')}; echo be''gun", "enter")
        terminal.wait_for("begun")
        for typed, completed in VALUES.items():
            terminal.press(f"luckytui {typed}", "tab")
            terminal.wait_for(completed.replace("ID", game))
            terminal.press(CLEAR)
