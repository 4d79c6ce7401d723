"""A view carries only the events that its connection was not sent yet, and the client puts them together."""

from collections.abc import Sequence

import msgspec
import pytest

from luckytui.games import GAMES
from luckytui.games.interface import Event
from luckytui.table.payloads import decode_table_view
from luckytui.table.requests import Act, Again, Undo
from luckytui.table.views import LOG_TAIL, MatchView, TableView
from net import View
from net.messages import encode, frame
from tests.host.tables import Guest, HostedTable


class Reader:
    """A client that puts the log together, and a guest who plays."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.payloads: list[bytes] = []
        self.table_view: TableView | None = None
        self.read(first=True)

    def read(self, *, first: bool = False) -> MatchView:
        """Be sent a view."""
        view: View = self.guest.at.application.view(self.guest.member, first=first)
        self.payloads.append(view.payload)
        news = decode_table_view(view.payload)
        self.table_view = news.with_log_of(self.table_view) if self.table_view else news
        assert self.table_view.match
        return self.table_view.match

    @property
    def news(self) -> Sequence[Event]:
        """The events in the latest view alone."""
        match = decode_table_view(self.payloads[-1]).match
        return match.log if match else ()

    @property
    def truth(self) -> MatchView:
        """The whole view."""
        seat = self.guest.member.seat
        assert seat is not None
        match = self.guest.at.application.table.view(seat).match
        assert match
        return match

    def act(self, number: int = 0) -> None:
        """Make a move if it is asked for one."""
        if self.truth.prompt:
            move = self.truth.moves[number % len(self.truth.moves)]
            assert self.guest.ask(Act(move), self.truth.prompt) is None


def sat_at(table: HostedTable) -> list[Reader]:
    guests = [table.join(f"Player {seat}") for seat in range(table.journal.header.table.seats)]
    return [Reader(guest) for guest in guests]


def encoded(match: MatchView) -> bytes:
    """The latest events as they are sent."""
    return msgspec.msgpack.encode(match.log[-LOG_TAIL:])


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
async def test_all_events_of_a_game_are_sent_once(game: object) -> None:
    key = game.key  # type: ignore[attr-defined]
    with HostedTable(game=key, options=GAMES[key].options(), seats=3) as table:
        readers = sat_at(table)
        sent = [len(reader.news) for reader in readers]
        while not table.records:
            for number, reader in enumerate(readers):
                reader.act(number)
                for place, other in enumerate(readers):
                    assert encoded(other.read()) == encoded(other.truth)
                    sent[place] += len(other.news)
        assert set(sent) == {len(table.records[0].events)}, "nothing was taken back, so each came once"


async def test_a_view_that_waited_brings_all_that_happened() -> None:
    with HostedTable(seats=3) as table:
        readers = sat_at(table)
        for _ in range(12):
            for reader in readers:
                reader.act()
        for reader in readers:
            assert encoded(reader.read()) == encoded(reader.truth)
            assert len(reader.news) > 3
            assert reader.read()
            assert reader.news == (), "there is nothing new"


async def test_what_was_taken_back_is_forgotten() -> None:
    with HostedTable(options=GAMES["lucky-numbers"].options(setup="free"), seats=2) as table:  # type: ignore[call-arg]
        ana, _ = sat_at(table)
        while not ana.truth.undo:
            ana.act()
            ana.read()
        assert ana.guest.ask(Undo(), ana.truth.prompt) is None
        assert ana.read().log == ana.truth.log
        ana.act(1)
        assert ana.read().log == ana.truth.log


async def test_the_first_view_of_a_connection_stands_alone() -> None:
    with HostedTable(seats=3) as table:
        readers = sat_at(table)
        for reader in readers * 4:
            reader.act()
        for reader in readers:
            reader.read()
            assert reader.read(first=True).log
            assert reader.news == reader.truth.log


async def test_another_game_begins_with_a_log_of_its_own() -> None:
    with HostedTable(seats=2) as table:
        readers = sat_at(table)
        while not table.records:
            for reader in readers:
                reader.act()
                reader.read()
        for reader in readers:
            assert reader.guest.ask(Again()) is None
        for reader in readers:
            match = reader.read()
            assert match.number == 2
            assert match.log == reader.truth.log
            assert reader.news == match.log


@pytest.mark.parametrize(
    ("key", "seats", "most"),
    [("lucky-numbers", 4, 900), ("lucky-jack", 4, 900), ("lucky-squares", 6, 900), ("lucky-box", 12, 4096)],
)
async def test_a_view_is_small_on_average(key: str, seats: int, most: int) -> None:
    with HostedTable(game=key, options=GAMES[key].options(), seats=seats) as table:
        readers = sat_at(table)
        number = 0
        while not table.records and number < 300:
            for reader in readers:
                if reader.truth.prompt:
                    number += 1
                    reader.act(number)
                    for other in readers:
                        other.read()
        views = [View(1, payload, bytes(16)) for reader in readers for payload in reader.payloads[1:]]
        sizes = [len(frame(encode(view))) for view in views]
        assert sum(sizes) / len(sizes) <= most
