"""What the fault tests share: computers, and programs on them that end with the test."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.faults.lan import Lan, reason_for_none
from tests.faults.programs import Computer


@pytest.fixture
async def running() -> AsyncIterator[AsyncExitStack]:
    """What is ended with the test, the latest first."""
    async with AsyncExitStack() as stack:
        yield stack


@pytest.fixture
def here(tmp_path: Path, running: AsyncExitStack) -> Computer:
    """This computer, and of its networks the loopback interface alone."""
    return Computer("127.0.0.1", tmp_path, (), running)


@pytest.fixture(scope="session")
def _lans_can_be_made() -> None:
    """Skip where they cannot; but where LUCKYTUI_LAN_TESTS says “must”, that is a failure."""
    reason = reason_for_none()
    if reason and os.environ.get("LUCKYTUI_LAN_TESTS") == "must":
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


@pytest.fixture
def lan(_lans_can_be_made: None) -> Iterator[Lan]:
    """Three computers on a switch."""
    with Lan(3) as lan:
        yield lan


@pytest.fixture
def computers(lan: Lan, tmp_path: Path, running: AsyncExitStack) -> list[Computer]:
    """The three computers."""
    made = []
    for number in (1, 2, 3):
        home = tmp_path / str(number)
        home.mkdir()
        made.append(Computer(lan.address(number), home, lan.inside(number), running))
    return made
