"""Over the network: everyone gives to the seed, gets the record at the end, and finds the deal fair."""

import asyncio

import pytest

from luckytui.client.session import GameChecked, SessionEvent
from luckytui.table.record import write
from luckytui.table.requests import Act
from tests.client.test_remote import Person, Served, seated
from tests.net.wire import cut_connections


def checked(told: SessionEvent) -> bool:
    return isinstance(told, GameChecked)


async def play_to_the_end(*people: Person) -> None:
    """Let each player make the first move that there is, until one of them sees that the game is over."""
    playing = [asyncio.create_task(play(person)) for person in people]
    await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
    for each in playing:
        each.cancel()


async def play(person: Person) -> None:
    answered = 0
    while True:
        match = (await person.view()).match
        if match and not match.view.active:
            return
        if match and match.prompt > answered:
            answered = match.prompt
            person.session.request(Act(match.moves[0]), answered)


@pytest.mark.parametrize("piece", [24_576, 1000])
async def test_everyone_gets_the_record_and_finds_the_deal_fair(
    piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("luckytui.host.application._PIECE", piece)
    async with (
        Served(seed=None) as served,
        seated(served, "Fay", watch=True) as fay,
        seated(served, "Ana") as ana,
        seated(served, "Ben") as ben,
    ):
        await play_to_the_end(ana, ben)
        events = [await person.told_of(checked) for person in (ana, ben, fay)]
        (record,) = served.records
    for event in events:
        assert isinstance(event, GameChecked)
        assert event.record == write(record)
    assert [event.finding.verdict for event in events] == ["fair", "fair", "unproven"]
    assert record.started.shares
    assert [share.name for share in record.started.shares.values if share.value] == ["Ana", "Ben"]


async def test_a_record_comes_again_to_a_player_whose_connection_was_lost_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("luckytui.host.application._PIECE", 1000)
    async with Served(seed=None) as served, seated(served, "Ana") as ana, seated(served, "Ben") as ben:
        await play_to_the_end(ana, ben)
        cut_connections(served.host)
        for person in (ana, ben):
            event = await person.told_of(checked)
            assert isinstance(event, GameChecked)
            assert event.finding.verdict == "fair"


async def test_a_program_without_the_feature_is_left_out_and_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Served(seed=None) as served, seated(served, "Ana") as ana:
        with monkeypatch.context() as patch:
            patch.setattr("luckytui.client.remote.FEATURES", {})
            async with seated(served, "Old") as old:
                await play_to_the_end(ana, old)
                event = await ana.told_of(checked)
                assert isinstance(event, GameChecked)
                assert event.finding.verdict == "unproven"
                assert str(event.finding.reason) == "The deal is not proven: Old gave no value in time."
                assert not any(map(checked, old.told))
    (record,) = served.records
    assert record.started.shares
    assert [(share.name, bool(share.value)) for share in record.started.shares.values] == [
        ("Ana", True),
        ("Old", False),
    ]
