"""A review that somebody at the table leads: everyone is shown where, until the next game."""

from random import Random

import pytest

from luckytui.bots import make
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from luckytui.table.requests import Act, Again, Denied, Review
from luckytui.table.spec import TableSpec
from luckytui.table.table import Table
from luckytui.table.views import ReviewView


def table_after_a_game() -> Table:
    spec = TableSpec(game="lucky-numbers", options=LuckyNumbersOptions(), name="", seats=2, seed="led")
    table = Table(spec, owner=0, changed=lambda: None)
    table.sit(0, "Ana")
    table.sit(1, "Ben")
    table.start()
    bot = make("lucky-numbers", "easy", Random(1))
    while table.playing:
        for seat in (0, 1):
            if (match := table.view(seat).match) and match.prompt:
                table.request(seat, Act(bot.choose(match.view, match.moves)), prompt=match.prompt)
    return table


async def test_everyone_sees_where_the_leader_is() -> None:
    table = table_after_a_game()
    assert table.view(1).review is None
    table.request(0, Review(7))
    assert table.view(1).review == table.view(-2).review == ReviewView(seat=0, step=7)
    table.request(0, Review(-3))
    assert table.view(1).review == ReviewView(seat=0, step=0)
    table.request(0, Review(None))
    assert table.view(1).review is None


async def test_one_leads_at_a_time() -> None:
    table = table_after_a_game()
    table.request(1, Review(3))
    with pytest.raises(Denied, match="Ben leads the review already"):
        table.request(0, Review(1))
    table.lost(1)
    assert table.view(0).review is None
    table.request(0, Review(1))
    assert table.view(0).review == ReviewView(seat=0, step=1)


async def test_nobody_leads_in_a_game() -> None:
    table = table_after_a_game()
    table.request(0, Review(3))
    table.request(0, Again())
    table.request(1, Again())
    assert table.playing
    assert table.view(1).review is None
    with pytest.raises(Denied):
        table.request(0, Review(3))
    table.close()
