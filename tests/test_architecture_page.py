"""docs/architecture.md leads a reader along the path of a move: every step is where it says."""

import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
PAGE = (REPOSITORY / "docs" / "architecture.md").read_text(encoding="utf-8")
PATH = PAGE.partition("## The path of a move")[2].partition("## Joining")[0]
STEP = re.compile(r"`([\w/]+\.py)`,\s+`(\w+)`")


def test_the_path_of_a_move_goes_from_a_key_to_the_screen() -> None:
    files = [file for file, _ in STEP.findall(PATH)]
    assert files[0].startswith("luckytui/tui/boards")
    assert files[-1].endswith("picture.py")
    assert len(files) == PATH.count(".py`,"), "a step names no function"


@pytest.mark.parametrize(("file", "function"), STEP.findall(PAGE))
def test_a_step_of_the_path_is_there(file: str, function: str) -> None:
    there = rf"def {function}\(|^class {function}\b|^{function} *[:=]|\bself\.{function} *[:=]"
    assert re.search(there, (REPOSITORY / file).read_text(encoding="utf-8"), re.MULTILINE)
