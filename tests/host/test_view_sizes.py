"""The largest table of each game still fits into a frame, with a piece of its record."""

from random import Random

import pytest

from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.table.requests import Act, Fetch, Say
from luckytui.table.views import LINE_LENGTH, LINES
from net import limits
from tests.host.tables import Guest, HostedTable

EMOJI = "\N{SMILING FACE WITH OPEN MOUTH}"


AROUND = 1024
"""How many bytes the message around a view has at most."""


def size(guest: Guest) -> int:
    """Return how many bytes a guest's first view has."""
    return len(guest.at.application.view(guest.member).payload)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
async def test_the_largest_table_fits_into_a_frame_and_its_record_arrives(game: Game) -> None:
    seats, rng = game.seats[-1], Random(3)
    with HostedTable(game=game.key, options=game.options(), seats=seats, name=EMOJI * 40) as hosted:
        guests = [hosted.join(chr(0x1F600 + number) * 12) for number in range(seats)]
        while not hosted.records:
            for guest in guests:
                match = guest.look().match
                if match and match.prompt and not hosted.records:
                    guest.ask(Act(rng.choice(match.moves)), match.prompt)
        watchers = [hosted.join(chr(0x1F400 + number) * 12, watch=True) for number in range(limits.WATCHERS)]
        for number in range(LINES):
            assert guests[number % seats].ask(Say(EMOJI * LINE_LENGTH)) is None
        back = guests[-1]
        back.lose_line()
        back.come_back()
        back.member.features = {"fair": 1, "review": 1}
        record = b""
        while True:
            assert size(back) + AROUND <= limits.FRAME
            piece = back.table_view.record
            assert piece
            record += piece.piece
            if len(record) == piece.size:
                break
            back.ask(Fetch(len(record)))
        assert size(watchers[0]) + AROUND <= limits.FRAME
