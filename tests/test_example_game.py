"""Pig, the example game, is installed from its own folder into a fresh environment, and played as any game.

The environment has its own luckytui, built from this source; it shares the packages that both depend on.
"""

import asyncio
import os
import subprocess
import sys
import sysconfig
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from luckytui.host.launch import READY
from tests.door.doors import by_ssh
from tests.faults.programs import PATIENCE, Program

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "docs" / "example-game"
QUESTION = "What do you do?"
HERE = ("--goal=20", "--seats=2", "--bind=127.0.0.1", "--port=0", "--seed=pig")
"""With this seed the first player rolls 2, 6, 2 and 6: no 1, which would end the turn before any question."""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with luckytui and Pig in it: where its programs are."""
    folder = tmp_path_factory.mktemp("fresh")

    def pip(*arguments: str) -> None:
        command = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments)
        subprocess.run(command, check=True, cwd=folder)

    subprocess.run((sys.executable, "-m", "venv", "--without-pip", str(folder / "env")), check=True)
    python = str(folder / "env" / "bin" / "python")
    pip("wheel", "--no-index", "--no-deps", "--no-build-isolation", "-w", "wheels", str(ROOT), str(EXAMPLE))
    wheels = [str(wheel) for wheel in (folder / "wheels").iterdir()]
    pip("--python", python, "install", "--no-index", "--no-deps", *wheels)
    shown = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = subprocess.run(
        (python, "-c", shown), check=True, capture_output=True, text=True
    ).stdout.strip()
    Path(packages, "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "env" / "bin"


class Talk(Program):
    """A program in lines: what it says, and what is typed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        super().__init__(process)
        self._typing = process.stdin

    def type(self, line: str) -> None:
        assert self._typing
        self._typing.write(f"{line}\n".encode())

    async def hears(self, words: str, since: int = 0) -> None:
        """Wait until a line with these words comes."""
        await self.until(lambda: any(words in line for line in self.lines[since:]))

    async def play(self) -> None:
        """Give the first answer to every question, until somebody wins."""
        answered = 0
        while not any(line.endswith((" wins.", "You win!")) for line in self.lines):
            known, asked = len(self.lines), self.lines.count(QUESTION)
            if asked > answered:
                self.type("1")
                answered = asked
            await self.until(lambda known=known: len(self.lines) > known)


def said(environment: Path, home: Path, *command: str, language: str = "en") -> str:
    """Return what a program of the environment says that has come to a good end."""
    own = {"HOME": str(home), "LANGUAGE": language, "COLUMNS": "200"}
    command = (str(environment / command[0]), *command[1:])
    done = subprocess.run(command, cwd=EXAMPLE, env=own, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@asynccontextmanager
async def running(environment: Path, home: Path, *arguments: object) -> AsyncIterator[Talk]:
    """Run a command of the luckytui in the environment."""
    own = {"PATH": os.environ["PATH"], "HOME": str(home), "LANGUAGE": "en"}
    process = await asyncio.create_subprocess_exec(
        *(str(environment / "luckytui"), *map(str, arguments)),
        env={**own, "LUCKYTUI_INTERFACES": "127.0.0.1"},
        cwd=home,
        start_new_session=True,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    program = Talk(process)
    try:
        yield program
    finally:
        await program.kill()


def joining(host: Talk, name: str) -> list[str]:
    """Return how to join the table of a host, in lines."""
    address, _, code = host.lines[0].removeprefix(READY).split()
    return ["join", address, f"--code={code}", "--plain", f"--as={name}"]


def journals(home: Path) -> list[Path]:
    """Return where the tables are kept."""
    return [*home.glob("**/*.journal")]


def test_its_own_tests_pass(environment: Path, tmp_path: Path) -> None:
    said(environment, tmp_path, *f"python -m pytest -p no:cacheprovider -c {os.devnull} tests".split())


@pytest.mark.parametrize(
    ("command", "words", "language"),
    [
        ("host --help", "Pig, for 2–8 players", "en"),
        ("play pig --help", "How many points win: 20, 40", "en"),
        ("play pig --help", "Mit wie vielen Punkten man gewinnt", "de"),
        ("rules pig", "This game brings no rules to read.", "en"),
        ("simulate pig --seats 2 --bots easy,normal --games 1", '"event":"end"', "en"),
    ],
)
def test_the_command_line_knows_it_in_its_own_words(
    command: str, words: str, language: str, environment: Path, tmp_path: Path
) -> None:
    assert words in said(environment, tmp_path, "luckytui", *command.split(), language=language)


async def test_hosted_joined_hinted_killed_resumed_and_reviewed(environment: Path, tmp_path: Path) -> None:
    def run(*arguments: object) -> Any:
        return running(environment, tmp_path, *arguments)

    async with run("serve", "pig", *HERE) as host, AsyncExitStack() as people:
        await host.until(lambda: host.lines)
        ana = await people.enter_async_context(run(*joining(host, "Ana")))
        await ana.hears("What now?")
        ben = await people.enter_async_context(run(*joining(host, "Ben")))
        await ana.hears(QUESTION)
        ana.type("hint")
        await ana.hears("There are no hints at this table.")
        ana.type("2")
        await ben.hears("Ana rolled a ", len(ben.lines))
        await host.kill()
        async with run("serve", "--resume", *journals(tmp_path)) as again:
            await again.until(lambda: again.lines)
            await asyncio.gather(ana.play(), ben.play())
            end = len(ana.lines)
            ana.type("review")
            await ana.hears("Step 0 of ", end)
            ana.type("next")
            await ana.hears("You rolled a ", end)


async def test_a_guest_plays_it_by_ssh(environment: Path, tmp_path: Path) -> None:
    door = ("--door", "--ssh-port=0", "--web-port=0")
    async with running(environment, tmp_path, "serve", "pig", *HERE, *door) as host:
        await host.until(lambda: len(host.lines) > 3)
        at_the_door: Any = SimpleNamespace(ssh=int(host.lines[1].rpartition(":")[2]))
        async with (
            by_ssh(at_the_door, "Sue") as sue,
            running(environment, tmp_path, *joining(host, "Ben")) as ben,
            asyncio.timeout(PATIENCE),
        ):
            await sue.comes_in(code="".join(host.lines[3].split()[-3:]))
            playing = asyncio.create_task(ben.play())
            while not playing.done():
                if "Enter: " in sue.text:
                    sue.send(b"\r")
                await asyncio.sleep(0.1)  # somebody who presses Enter as long as it does something
            await sue.sees("★ ")
