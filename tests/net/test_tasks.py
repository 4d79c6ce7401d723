"""Tasks in the background: none fails without a word, and all are started in one place."""

import asyncio
import re
from pathlib import Path

import pytest

from net.tasks import in_background

ROOT = Path(__file__).parents[2]


async def test_what_fails_in_the_background_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise KeyError("a room that is gone")

    async def wait() -> None:
        await asyncio.Event().wait()

    failing, waiting = in_background(fail()), in_background(wait())
    await asyncio.wait([failing])
    waiting.cancel()
    await asyncio.wait([waiting])
    (record,) = caplog.records
    assert record.levelname == "ERROR"
    assert record.exc_info
    assert record.exc_info[0] is KeyError


@pytest.mark.parametrize("package", ["net", "luckytui"])
def test_no_task_is_started_another_way(package: str) -> None:
    modules = [file for file in (ROOT / package).rglob("*.py") if file != ROOT / "net" / "tasks.py"]
    starters = [
        file.name for file in modules if re.search(r"create_task\(|TaskGroup\(", file.read_text("utf-8"))
    ]
    assert starters == []
