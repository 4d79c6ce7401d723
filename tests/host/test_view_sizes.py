"""The largest table of each game fits into a frame: the piece of its record takes what is left."""

import asyncio
from random import Random

import pytest

from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.host import application
from luckytui.table.match import TALK
from luckytui.table.payloads import decode_table_view
from luckytui.table.requests import Act, Fetch, Say
from luckytui.table.views import LINE_LENGTH
from net import limits
from tests.host.tables import HostedTable

EMOJI = "\N{SMILING FACE WITH OPEN MOUTH}"


FITTING = 26_000
"""How many bytes of a view this test allows: hardly more than the largest has without its piece."""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
async def test_the_largest_table_fits_and_so_do_records(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert application._VIEW < limits.FRAME
    monkeypatch.setattr(application, "_VIEW", FITTING)
    seats, rng = game.seats[-1], Random(3)
    with HostedTable(game=game.key, options=game.options(), seats=seats, name=EMOJI * 40) as hosted:
        guests = [hosted.join(chr(0x1F600 + number) * 12) for number in range(seats)]
        back = guests[0]  # always away while the others move
        while not hosted.records:
            await asyncio.sleep(0)
            for guest in guests:
                while not hosted.records and (match := guest.look().match) and match.prompt:
                    guest.ask(Act(rng.choice(match.moves)), match.prompt)
                if guest is back:
                    back.lose_line()
            if not hosted.records:
                back.come_back()
        watchers = [hosted.join(chr(0x1F400 + number) * 12, watch=True) for number in range(limits.WATCHERS)]
        for number in range(TALK):
            assert guests[number % seats].ask(Say(EMOJI * LINE_LENGTH)) is None
        back.come_back()
        back.member.features = {"fair": 1, "review": 1}
        view, record = hosted.application.view(back.member), b""
        while True:
            assert len(view.payload) <= FITTING + 64  # what is around the piece
            piece = decode_table_view(view.payload).record
            assert piece
            record += piece.piece
            if len(record) == piece.size:
                break
            back.ask(Fetch(len(record)))
            view = hosted.application.view(back.member, first=False)
        assert (
            len(hosted.application.view(watchers[0].member).payload) <= FITTING + 64
        )  # what is around the piece
