"""Over the network: everyone gives to the seed, gets the record at the end, and finds the deal fair."""

import asyncio
from pathlib import Path

import pytest

import net
from luckytui.client import saved_seats
from luckytui.client.session import DealFound, GameChecked, SessionEvent, TableChanged
from luckytui.table.dealer import sha256_of
from luckytui.table.payloads import decode_request
from luckytui.table.record import write
from luckytui.table.requests import Act, Commit
from tests.client.test_remote import GAME, Person, Served, seated
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
async def test_everyone_has_the_record_of_a_fair_deal(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
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


async def test_a_move_made_while_a_view_is_told_of_is_a_move_of_ones_own() -> None:
    async with Served(seed=None) as served, seated(served, "Ana") as ana, seated(served, "Ben") as ben:
        answered = {0}

        def hear(told: SessionEvent) -> None:
            match = told.table_view.match if isinstance(told, TableChanged) else None
            if match and match.view.active and match.prompt not in answered:
                answered.add(match.prompt)
                ana.session.request(Act(match.moves[0]), match.prompt)
            ana.hear(told)

        ana.session.open(hear)
        playing = asyncio.create_task(play(ben))
        event = await ana.told_of(checked)
        playing.cancel()
    assert isinstance(event, GameChecked)
    assert event.finding.verdict == "fair"


async def test_a_record_comes_again_to_one_cut_off_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
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


def found(told: SessionEvent) -> bool:
    return isinstance(told, DealFound)


async def test_players_make_the_same_check_words_and_the_record_stays_until_the_next_game_is_over() -> None:
    async with Served(seed=None) as served, seated(served, "Ana") as ana, seated(served, "Ben") as ben:
        await play_to_the_end(ana, ben)
        events = [await person.told_of(found) for person in (ana, ben)]
        words = {event.finding.words for event in events if isinstance(event, DealFound)}
        assert len(words) == 1
        assert len(words.pop().split()) == 4


async def test_a_host_that_keeps_the_record_back_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("luckytui.client.remote._OVERDUE", 0.05)
    monkeypatch.setattr("luckytui.host.application.TableApplication._piece_for", lambda *_, **__: None)
    async with Served(seed=None) as served, seated(served, "Ana") as ana, seated(served, "Ben") as ben:
        await play_to_the_end(ana, ben)
        event = await ana.told_of(found)
        assert isinstance(event, DealFound)
        assert event.finding.verdict == "unproven"
        assert "has not sent the record" in str(event.finding.reason)


async def test_a_value_is_saved_before_its_hash_is_sent_till_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    saved, send = list[bool](), net.Client.send

    def note(client: net.Client, prompt: int, payload: bytes) -> bytes:
        request = decode_request(GAME, payload)
        if isinstance(request, Commit) and "/" not in request.id:
            given = [seat.given for path in seats() if (seat := saved_seats.read(path)).given]
            hashes = {sha256_of(each.value): (each.id, each.game) for each in given if each}
            saved.append(hashes.get(request.hash) == (request.id, 1))
        return send(client, prompt, payload)

    def seats() -> list[Path]:
        found = saved_seats.state_folder(saved_seats.FOLDER).glob("*.seat")
        return [path for path in found if path not in others]

    others = {*saved_seats.state_folder(saved_seats.FOLDER).glob("*.seat")}
    monkeypatch.setattr(net.Client, "send", note)
    async with Served(seed=None) as served, seated(served, "Ana") as ana, seated(served, "Ben") as ben:
        await play_to_the_end(ana, ben)
        for person in (ana, ben):
            await person.told_of(checked)
        left = [saved_seats.read(path).given for path in seats()]
    assert saved == [True, True]
    assert left == [None, None]
