"""What differs on Windows: files, ports, processes and screens, in a program that runs there."""

from pathlib import Path

import pytest

from tests.windows.computers import ROOT, Computer, Program, windows_path

INSIDE = windows_path(ROOT / "tests" / "windows" / "inside.py")


@pytest.fixture
def do(here: Computer, tmp_path: Path) -> "Do":
    return Do(here, tmp_path)


class Do:
    """Does on Windows what `inside.py` can do, with the files in a folder."""

    def __init__(self, here: Computer, folder: Path) -> None:
        self._here, self.folder = here, folder / "files"
        self.folder.mkdir()

    def __call__(self, what: str) -> str:
        """Do it to its end; return what it says."""
        return self._here.run("-u", "-X", "utf8", INSIDE, what, windows_path(self.folder), python=True)

    def start(self, what: str) -> Program:
        return self._here.start("-u", "-X", "utf8", INSIDE, what, windows_path(self.folder), python=True)


def test_a_file_is_locked_until_its_program_is_killed(do: Do) -> None:
    holder = do.start("hold")
    holder.until("held")
    assert do("take") == "read b'mine' held True\nnot to be had\n"
    holder.kill()
    assert do("take") == "read b'mine' held False\ntaken\n"


def test_a_file_is_replaced_while_it_is_open_here_and_elsewhere(do: Do) -> None:
    assert do("replace").splitlines() == [
        "saved None b'the first, and more' gone False",
        "saved None b'the second, and more' gone False",
        "held True",
        "left []",
    ]


def test_no_two_programs_listen_at_one_port(do: Do) -> None:
    assert do("ports") == "port_in_use\nanother True\n"


def test_a_worker_works(do: Do) -> None:
    assert do("work") == "worked 7\n"


def test_a_host_is_asked_to_end(do: Do) -> None:
    assert do("stop").endswith("ended 0\n")


def test_screens_show_a_game_and_a_review(do: Do, there: Computer) -> None:
    game = there.run("simulate", "lucky-numbers", "--seats=2", "--bots=random", "--seed=1")
    (do.folder / "record.jsonl").write_text(game)
    shown = do("screens")
    assert "Ana" in shown
    assert "turning point" in shown
