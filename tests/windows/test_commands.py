"""Every command, on Windows: each does something there and says what."""

import json
from pathlib import Path
from typing import Final

import pytest

from tests.windows.computers import ROOT, Computer, windows_path

COMMANDS: Final = json.loads((ROOT / "luckytui" / "cli" / "flags.json").read_text("utf-8"))["commands"]
FEW: Final = ("--seats=2", "--bots=easy", "--seed=1")

SAID: Final = {
    "play": (("--plain", "play", "lucky-jack", *FEW), "Round 1 of 3"),
    "learn": (("--plain", "learn", "lucky-jack"), "Your cards"),
    "simulate": (("simulate", "lucky-jack", *FEW), '"game":"lucky-jack"'),
    "arena": (
        ("arena", "lucky-jack", "--seats=2", "--bots=easy,random", "--games=4", "--workers=1"),
        "random",
    ),
    "analyse": (("analyse", "--think=1", "RECORD"), "easy 2"),
    "verify": (("verify", "RECORD"), "every line is right"),
    "replay": (("--plain", "replay", "RECORD"), "Step 0 of"),
    "rules": (("rules", "lucky-jack"), "Get rid of your cards"),
    "games": (("games", "--import", "RECORD"), "1 game is stored now"),
    "stats": (("stats",), "No game played by a person is stored yet"),
    "browse": (("browse", "--seconds=1", "--json"), r"["),
    "doctor": (("doctor",), "Nothing is wrong"),
    "completion": (("completion", "bash"), "complete"),
    "man": (("man",), ".TH"),
    "help": (("help", "rules"), "luckytui rules"),
    "version": (("version",), "luckytui"),
}
ELSEWHERE: Final = {"host", "serve", "join"}
"""Commands that other tests here run."""


def test_every_command_is_tried() -> None:
    assert SAID.keys() | ELSEWHERE == COMMANDS.keys()


@pytest.mark.parametrize("command", SAID)
def test_commands_say_what_they_do(command: str, here: Computer, there: Computer, tmp_path: Path) -> None:
    arguments, said = SAID[command]
    if "RECORD" in arguments:
        record = tmp_path / "record.jsonl"
        record.write_text(there.run("simulate", "lucky-jack", *FEW))
        arguments = tuple(each.replace("RECORD", windows_path(record)) for each in arguments)
    program = here.start(*arguments)
    assert program.end() == (command == "stats")  # which fails where nobody has played
    assert said in program.said


def test_the_home_screen_in_lines(here: Computer) -> None:
    assert "Host a table" in here.run("--plain")


def test_a_reader_that_has_gone_is_no_failure_of_the_program(here: Computer, tmp_path: Path) -> None:
    (tmp_path / "pipe.py").write_text(
        "import subprocess, sys\n"
        "command = [sys.executable, '-m', 'luckytui', *sys.argv[1:]]\n"
        "told = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)\n"
        "told.stdout.close()\n"
        "print(told.wait(), told.stderr.read())\n"
    )
    script = windows_path(tmp_path / "pipe.py")
    assert here.run(script, "rules", "lucky-jack", python=True) == "1 b''\n"
