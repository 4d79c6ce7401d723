"""docs/clients/practice.py tries out clients: ours in JavaScript passes, and mistakes are found."""

import asyncio
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from luckytui.table import exchange
from tests.clients.test_javascript import CLIENT, Script, with_node


@pytest.fixture(autouse=True)
def _no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "PATIENCE", 30.0)  # nobody is left out on a slow computer


def load() -> Any:
    spec = spec_from_file_location("practice", CLIENT.with_name("practice.py"))
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def practised(game: str, client: Path = CLIENT) -> tuple[Any, dict[str, Any]]:
    """What a client in JavaScript was put through, and what it printed."""
    starting: asyncio.Future[asyncio.Task[Script]] = asyncio.get_running_loop().create_future()

    def ready(port: int, code: str) -> None:
        starting.set_result(asyncio.ensure_future(Script.start(port, code, client=client)))

    trials = await load().practise(game, ready)
    return trials, await (await starting.result()).result()


@with_node
@pytest.mark.parametrize("game", ["lucky-box", "lucky-squares"])
async def test_the_client_in_javascript_passes(game: str) -> None:
    trials, printed = await practised(game)
    assert not trials.faults
    assert {*trials.done} >= {
        "a cut between `join` and `welcome`",
        "a cut inside a frame",
        "a cut before the answer to a move",
        "a move is answered with `stale`",
        "fields and events of a later version",
        "frames in pieces",
        "messages of unknown types",
        "the host has features of a later version",
        "the seed is made together",
    }
    assert (printed["reason"], printed["fair"], printed["words"]) == ("left", True, trials.words)
    assert trials.words


@with_node
async def test_a_client_that_gives_a_move_another_id_is_found_out(tmp_path: Path) -> None:
    client, right = tmp_path / "wrong.mjs", "if (this.move) say(this.move);"
    folder = f"{CLIENT.parents[2].as_uri()}/"
    text = CLIENT.read_text(encoding="utf-8").replace("../../", folder)
    assert right in text
    client.write_text(
        text.replace(right, "this.move &&= { ...this.move, id: crypto.randomBytes(16) };" + right)
    )
    trials, _ = await practised("lucky-squares", client)
    assert "a move without an answer is sent again with the same id" in trials.faults
