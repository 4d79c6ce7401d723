"""A view carries only the events that its connection was not sent yet, and the client puts them together."""

import pytest
from msgspec.json import encode as encode_entry

from luckytui.client.session import Log
from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.table import payloads
from luckytui.table.payloads import decode_table_view
from luckytui.table.requests import Act
from luckytui.table.views import MatchView, TableView
from net import View
from net.messages import encode, frame
from tests.host.tables import Guest, HostedTable


class Reader:
    """A guest who plays, and whose program puts the log together."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.payloads: list[bytes] = []
        self.log = Log()
        self.read(first=True)

    def read(self, *, first: bool = False) -> TableView:
        """Be sent a view."""
        view: View = self.guest.at.application.view(self.guest.member, first=first)
        self.payloads.append(view.payload)
        return self.log.complete(self.news)

    def join_again(self, known: str) -> TableView:
        """Be sent the first view of another connection."""
        self.guest.member.known = known
        return self.read(first=True)

    @property
    def news(self) -> TableView:
        """The latest view as it was sent."""
        return decode_table_view(self.payloads[-1])

    @property
    def truth(self) -> TableView:
        """The whole view."""
        seat = self.guest.member.seat
        assert seat is not None
        return self.guest.at.application.table.view(seat)

    @property
    def match(self) -> MatchView:
        assert self.truth.match
        return self.truth.match

    def act(self, number: int = 0) -> None:
        """Make a move if it is asked for one."""
        if moves := self.match.moves:
            assert self.guest.ask(Act(moves[number % len(moves)]), self.match.prompt) is None


def sat_at(table: HostedTable) -> list[Reader]:
    guests = [table.join(f"Player {seat}") for seat in range(table.journal.header.table.seats)]
    return [Reader(guest) for guest in guests]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
async def test_all_events_of_a_game_are_sent_once(game: Game) -> None:
    with HostedTable(game=game.key, options=game.options(), seats=3) as table:
        readers = sat_at(table)
        sent = [[*reader.news.log] for reader in readers]
        while not table.records:
            for number, reader in enumerate(readers):
                reader.act(number)
                for place, other in enumerate(readers):
                    other.read()
                    sent[place] += other.news.log
        for reader, log in zip(readers, sent, strict=True):
            # As it is written: an event may be read as another class with the same fields.
            assert [*map(encode_entry, log)] == [*map(encode_entry, reader.truth.log)]
            assert tuple(log) == reader.read().log
            assert reader.news.log == (), "there is nothing new"


async def test_a_view_that_waited_brings_all_that_happened() -> None:
    with HostedTable(seats=3) as table:
        readers = sat_at(table)
        for _ in range(12):
            for reader in readers:
                reader.act()
        for reader in readers:
            assert reader.read().log == reader.truth.log
            assert len(reader.news.log) > 3


async def test_a_client_that_comes_back_is_sent_what_it_missed() -> None:
    with HostedTable(seats=3) as table:
        readers = sat_at(table)
        known = [reader.log.known for reader in readers]
        for reader in readers * 4:
            reader.act()
        for reader, before in zip(readers, known, strict=True):
            assert reader.join_again(before).log == reader.truth.log
            assert not reader.news.log_id
            assert reader.news.log_start > 0


@pytest.mark.parametrize("known", ["", "x:3", ":", "{id}:", "{id}:-1", "{id}:9999", "{id}:" + "9" * 200])
async def test_a_client_of_whom_it_is_not_known_what_it_has_is_sent_all(known: str) -> None:
    with HostedTable(seats=3) as table:
        readers = sat_at(table)
        for reader in readers * 4:
            reader.act()
        for reader in readers:
            reader.join_again(known.format(id=reader.truth.log_id))
            assert reader.news.log == reader.truth.log
            assert reader.news.log_id == reader.truth.log_id


async def test_of_a_log_too_long_for_a_view_the_latest_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payloads, "_LOG", 400)
    with HostedTable(seats=3) as table:
        readers = sat_at(table)
        for reader in readers * 8:
            reader.act()
        for reader in readers:
            for known in ("", reader.log.known):
                whole = reader.truth.log
                reader.join_again(known)
                assert len(reader.news.log) < len(whole)
                assert reader.news.log == whole[reader.news.log_start :]


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
                if reader.match.prompt:
                    number += 1
                    reader.act(number)
                    for other in readers:
                        other.read()
        views = [View(1, payload, bytes(16)) for reader in readers for payload in reader.payloads[1:]]
        sizes = [len(frame(encode(view))) for view in views]
        assert sum(sizes) / len(sizes) <= most
