"""What holds for every test: nothing leaves this machine, and nothing is left in the player's home."""

import gc
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

# Modules are compiled once, whatever the environment says: not by every worker, and every program that a test
# starts, for itself. Compiling the tests takes as long as running a third of them.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"  # whatever terminal the tests are run in
os.environ["LANGUAGE"] = "en"  # whatever its language is

# A shell lets what it runs in the background ignore Ctrl-C, and so would every program that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A busy computer makes no test fail: Hypothesis does not look at the clock.
settings.register_profile(
    "luckytui", deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("luckytui")
# It would try values from the source of what a worker has imported so far: each worker others, and it takes
# three seconds to read all that.
if hasattr(providers, "_get_local_constants"):
    providers._get_local_constants = lambda: providers._local_constants


gc.disable()  # while tests are imported and collected, which leaves none

WAITING = (
    *("faults", "terminal", "host/test_launch", "door", "clients", "net/test_discovery", "simulation"),
    *("test_access", "test_arena", "test_example_game"),
)
"""Tests that wait for programs and networks. They come first: at the end nothing would run beside them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let what waits come first."""
    items.sort(key=lambda item: not item.nodeid.removeprefix("tests/").startswith(WAITING))


@pytest.hookimpl(optionalhook=True)  # not there without xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Let one worker run all tests of a file, which share what is expensive to make."""
    from tests.sharing import SharedWork  # noqa: PLC0415 - no worker needs it

    return SharedWork(config, log) if config.option.dist == "loadgroup" else None


def pytest_collection_finish() -> None:
    """Let Python look for garbage less often, and not in what is imported: it took a tenth of all time."""
    gc.freeze()
    gc.set_threshold(200_000, 20, 1_000)
    gc.enable()


def pytest_sessionfinish() -> None:
    """Collect garbage once: pytest would do so five times at the end, for the warnings that come of it."""
    gc.collect()
    gc.freeze()


async def _unrefined(_text: bytes, _found: Any) -> AsyncIterator[Any]:
    """Refine no game."""
    for nothing in ():
        yield nothing


async def _advice(game: str, match: Any) -> Any:
    """Advise without another process."""
    from luckytui.bots.judge import advise  # noqa: PLC0415 - few tests need it

    return advise(game, match.view, match.moves, think=4)


@pytest.fixture
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for the state of luckytui in which there is nothing yet."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(autouse=True, scope="session")
def _keep_to_ourselves(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUCKYTUI_INTERFACES", "127.0.0.1")
        patch.setenv("LUCKYTUI_NAME", "Ana")
        patch.setattr("luckytui.lab.analysis.later", lambda _: Future())  # no process for each game that ends
        patch.setattr("luckytui.lab.analysis.refined", _unrefined)
        patch.setattr("luckytui.shown.hints.advice", _advice)
        patch.setenv("LANGUAGE", "en")
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        yield
