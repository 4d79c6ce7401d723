"""What really goes over the line to one seat holds no card that the rules hide from it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import msgspec
import pytest

from luckytui.address import Address
from luckytui.client.autoplay import autoplay
from luckytui.client.remote import reach
from luckytui.games.lucky_jack.rules import SYMBOLS, LuckyJackOptions
from luckytui.host.application import TableApplication
from luckytui.table.record import Record, read, snapshots, write
from net import Host, Identity, View, limits
from net.limits import FRAME
from net.messages import FrameDecoder, HostMessage, decode
from net.tls import client_context, host_context
from tests.host.tables import journal_of

GAMES = 6
SEAT = 0
"""Where the guest sits."""

OPEN = {
    *("hand", "drawn", "moves"),
    *("pile", "known"),
    *("own deal", "own draw", "own discard", "own toss", "own claim", "own round_end"),
    *("another's discard", "another's toss", "another's claim", "another's round_end", "another's turn_over"),
}
"""All places where a card may be named: the own ones, what all have seen, and what has happened openly."""


@asynccontextmanager
async def tap(port: int, captured: bytearray) -> AsyncIterator[int]:
    """Stand between a guest and the host on this port, and keep every byte that the host sends."""

    async def carry(source: asyncio.StreamReader, target: asyncio.StreamWriter, kept: bytearray) -> None:
        while data := await source.read(65536):
            kept += data
            target.write(data)
        target.close()

    async def pass_on(guest: asyncio.StreamReader, to_guest: asyncio.StreamWriter) -> None:
        host, to_host = await asyncio.open_connection("127.0.0.1", port, ssl=client_context())
        await asyncio.gather(carry(guest, to_host, bytearray()), carry(host, to_guest, captured))

    server = await asyncio.start_server(pass_on, "127.0.0.1", 0, ssl=host_context(Identity.new(open=True)))
    async with server:
        yield server.sockets[0].getsockname()[1]


async def play_a_game(number: int) -> tuple[bytes, Record]:
    """Let a guest and two bots play; return all bytes that the guest was sent, and the record."""
    captured = bytearray()
    records: list[Record] = []
    journal = journal_of(
        game="lucky-jack",
        options=LuckyJackOptions(),
        seats=3,
        bots=2,
        levels=("easy",),
        seed=f"captured {number}",
    )
    application = TableApplication(journal, closing=lambda: None, keep=records.append)
    host = Host([application.room], Identity.new(open=True))
    await host.start("127.0.0.1")
    async with tap(host.port, captured) as port:
        session = await reach(Address("127.0.0.1", port), name="Ana")
        await autoplay(session, "easy", Random(number))
        application.close()
        await host.close()
    (record,) = records
    return bytes(captured), record


def payloads_in(captured: bytes) -> Iterator[Any]:
    """Yield what each message from the host carries, as plain lists and maps."""
    frames = FrameDecoder(FRAME)
    frames.feed(captured)
    for message in (decode(payload, HostMessage) for payload in frames):
        if isinstance(message, View):
            yield msgspec.msgpack.decode(message.payload)
        else:
            assert not list(cards_in(msgspec.to_builtins(message)))


def cards_in(found: Any, place: str = "") -> Iterator[str]:
    """Yield for each named card where it is: in which field, or in whose event of which kind."""
    if isinstance(found, str) and found in SYMBOLS:
        yield place
    elif isinstance(found, list):
        for part in found:
            yield from cards_in(part, place)
    elif isinstance(found, dict) and "event" in found:
        whose = "own" if found.get("seat") == SEAT else "another's"
        yield from cards_in(list(found.values()), f"{whose} {found['event']}")
    elif isinstance(found, dict):
        for key, part in found.items():
            yield from cards_in(part, key)


async def test_fault_33_a_seat_is_sent_no_card_that_is_hidden_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Nobody has to be in less of a hurry than the machine is.
    monkeypatch.setattr(limits, "MESSAGES_AT_ONCE", 100_000)
    monkeypatch.setattr(limits, "BYTES_AT_ONCE", 100_000_000)
    places: set[str] = set()
    for number in range(GAMES):
        captured, kept = await play_a_game(number)
        (record,) = read(write(kept))
        hands = {snapshot.happened: snapshot.state.view(SEAT).hand for snapshot in snapshots(record)}
        for table_view in filter(lambda table_view: table_view.get("match"), payloads_in(captured)):
            play = table_view["match"]
            places |= set(cards_in(table_view))
            assert tuple(play["view"]["hand"]) == hands[play["happened"]]
            assert play["view"]["drawn"] is None or play["view"]["turn"] == SEAT
    assert places == OPEN
