"""A deal as a line: short, the same game elsewhere, and a sentence for what is not a deal."""

from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from luckytui.games import GAMES
from luckytui.games.interface import CHANCE
from luckytui.games.lucky_box.deck import built_in
from luckytui.games.options import fields
from luckytui.lab.simulate import play
from luckytui.records import deal as deals
from luckytui.records.deal import Deal, deal_of, deal_of_the_day, line_of, read_line
from luckytui.table.dealer import Dealer, key_of
from luckytui.table.record import header
from luckytui.text import UserError


def random_deal(chance: Random) -> Deal:
    game = chance.choice([*GAMES.values()])
    while True:
        chosen = {field.name: chance.choice(field.choices) for field in fields(game.options)}
        try:
            options = game.options(**chosen)
        except ValueError:
            continue
        return Deal(
            game, options, chance.choice(game.seats), chance.choice([chance.randbytes(16).hex(), "me"])
        )


def test_a_line_gives_an_equal_deal_a_thousand_times() -> None:
    chance = Random(1)
    for _ in range(1000):
        deal = random_deal(chance)
        line = line_of(deal)
        assert len(line) <= 40
        again = read_line(line)
        assert again[:3] == deal[:3]
        assert key_of(again.seed) == key_of(deal.seed)
        state = deal.game.new(deal.seats, deal.options)
        one, other = Dealer(deal.seed), Dealer(again.seed)
        occasion, outcomes = state.occasion(), state.outcomes()
        assert [one.draw(occasion, outcomes) for _ in range(3)] == [
            other.draw(occasion, outcomes) for _ in range(3)
        ]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_same_players_play_the_same_game_from_a_line(game: Any) -> None:
    deal = Deal(game, game.options(), max(2, game.seats[0]), "any text")
    again = read_line(line_of(deal))

    def first_moves(seed: str) -> list[Any]:
        state, dealer, made = game.new(deal.seats, deal.options), Dealer(seed), []
        while state.active and len(made) < 60:
            seat = min(state.active)
            drawn = dealer.draw(state.occasion(), state.outcomes()) if seat == CHANCE else None
            made.append(drawn or state.fallback(seat))
            state.apply(seat, made[-1])
        return made

    assert first_moves(again.seed) == first_moves(deal.seed)


def test_a_line_can_be_typed_carelessly() -> None:
    line = line_of(Deal(GAMES["lucky-jack"], GAMES["lucky-jack"].options(), 3, "x"))
    careless = " - ".join(line.lower()).replace("0", "o").replace("1", "l")
    assert read_line(careless) == read_line(line)


def made_up(number: int) -> str:
    """A line with a right checksum that no deal has."""
    number = number * 2**20 + deals._check(GAMES["lucky-jack"], number)
    digits = ""
    while number:
        number, digit = divmod(number, 32)
        digits = deals._DIGITS[digit] + digits
    return deals._VERSION + digits


@pytest.mark.parametrize(
    "text", ["", "!", "2" * 41, "today", "foo", *map(made_up, (2**128 + 15, 2**128 + 1, 2**160 + 2))]
)
def test_what_is_no_deal(text: str) -> None:
    with pytest.raises(UserError, match="is not a deal"):
        read_line(text)


def test_a_typing_mistake_is_noticed() -> None:
    line = line_of(Deal(GAMES["lucky-jack"], GAMES["lucky-jack"].options(), 3, "x"))
    for place in range(1, len(line)):
        for digit in "07":
            if line[place] != digit:
                with pytest.raises(UserError, match="mistake in the deal"):
                    read_line(line[:place] + digit + line[place + 1 :])


def test_a_deal_of_another_version_is_a_sentence() -> None:
    line = line_of(Deal(GAMES["lucky-jack"], GAMES["lucky-jack"].options(), 3, "x"))
    with pytest.raises(UserError, match="another version"):
        read_line("2" + line[1:])


def test_a_deal_with_own_cards_has_no_line() -> None:
    game = GAMES["lucky-box"]
    own = game.options(cards=tuple(replace(card, id=61 - card.id) for card in reversed(built_in())))
    with pytest.raises(UserError, match="cards of your own"):
        line_of(Deal(game, own, 2, "x"))


def test_the_deal_of_a_record() -> None:
    record = play(GAMES["lucky-squares"], GAMES["lucky-squares"].options(), ["random"] * 3, "x").record
    deal = deal_of(record.started)
    assert deal == Deal(record.game, record.options, 3, "x")
    assert deal_of(replace(record.started, seed=None)) is None
    assert header(record.game, record.options, record.started.names, "x") == record.started


def test_the_deal_of_the_day_is_the_same_for_everyone_and_another_tomorrow() -> None:
    game, other = GAMES["lucky-jack"], GAMES["lucky-numbers"]
    lines = set()
    for day in ("2026-11-22", "2026-11-23"):
        with patch.object(deals, "datetime") as dates:
            dates.now.return_value.__format__ = lambda _self, _spec, day=day: day
            assert line_of(deal_of_the_day(game)) == line_of(deal_of_the_day(game))
            lines |= {line_of(deal_of_the_day(game)), line_of(deal_of_the_day(other))}
    assert len(lines) == 4
