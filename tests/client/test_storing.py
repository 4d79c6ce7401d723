"""Games are stored by the sessions of those who play them at this computer."""

from random import Random

from luckytui.client.autoplay import autoplay
from luckytui.client.local import LocalSession
from luckytui.client.session import GameChecked, Refused, SessionEvent, TableChanged
from luckytui.client.verdict import Finding
from luckytui.games.interface import SPECTATOR
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from luckytui.records.store import StoreError
from luckytui.table.record import read, write
from luckytui.table.spec import TableSpec
from luckytui.text import Sentence
from screenshots import scenes
from tests.test_store import PLAYED

SPEC = TableSpec(game="lucky-numbers", options=LuckyNumbersOptions(), name="", seats=2, bots=1, pace=0)


async def test_a_game_alone_is_stored() -> None:
    kept = []
    session = LocalSession(SPEC, "Ana").storing(lambda *game: kept.append(game))
    outcome = await autoplay(session, "easy", Random(1))
    ((text, seat, levels),) = kept
    (record,) = read(text)
    assert (record.ended, record.started.names, seat) == (outcome.end, tuple(outcome.names), 0)
    assert levels == ["", "normal"]


async def test_a_game_that_cannot_be_stored_goes_on_with_a_sentence() -> None:
    def fail(*_game: object) -> None:
        raise StoreError("There is no room.")

    heard = []
    session = LocalSession(SPEC, "Ana").storing(fail)
    listen = session.open
    session.open = lambda listener: listen(lambda event: (heard.append(event), listener(event)))
    await autoplay(session, "easy", Random(1))
    assert [event.reason for event in heard if isinstance(event, Refused)] == [Sentence("There is no room.")]
    assert [each.finding.verdict for each in heard if isinstance(each, GameChecked)] == ["own"]


async def test_a_game_that_a_bot_played_in_the_players_place_is_stored_as_the_bots() -> None:
    kept = []
    session = LocalSession(SPEC, "Ana").storing(lambda *game: kept.append(game), level="easy")
    await autoplay(session, "easy", Random(1))
    ((_text, seat, levels),) = kept
    assert (seat, levels) == (None, ["easy", "normal"])


async def test_a_game_that_was_watched_is_stored_without_a_seat_of_the_players_own() -> None:
    kept, heard, text = [], list[SessionEvent](), write(PLAYED)
    over = scenes.game("lucky-numbers", 2, scenes.over, seat=SPECTATOR)
    session = scenes.ShownSession(over)
    session.storing(lambda *game: kept.append(game)).open(heard.append)
    session._checked(text, Finding("unproven", Sentence("You were watching.")))
    await session.close()
    assert [type(event) for event in heard] == [TableChanged, GameChecked]
    assert kept == [(text, None, ["", ""])]
