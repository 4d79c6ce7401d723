"""Payloads from strangers: no host reaches a player's terminal, and no guest a host's memory."""

import tracemalloc

import msgspec
import pytest
from msgspec.structs import replace

from luckytui.games import GAMES
from luckytui.games.interface import SPECTATOR, Event, Game
from luckytui.shown.game import shown_of
from luckytui.table import payloads
from luckytui.table.match import Match
from luckytui.table.payloads import (
    Malformed,
    ViewEncoder,
    decode_request,
    decode_sentence,
    decode_table_view,
    encode,
)
from luckytui.table.requests import Say
from luckytui.table.spec import TableSpec
from luckytui.table.table import Table
from luckytui.table.views import ChatLine, DealingView, TableView, UnknownEvent, around
from luckytui.text import Sentence, UserError, say

LISTS_IN_LISTS = b"\xdc\x20\x00" * 1000
"""Each announces 8192 items."""


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_request_costs_no_more_memory_than_a_request_needs(game: Game) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(Malformed):
            decode_request(game, LISTS_IN_LISTS)
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


def told(match: Match) -> tuple[Event, ...]:
    return match.log.after(0, "")[-1]


def table_of(game: Game) -> Table:
    spec = TableSpec(game=game.key, options=game.options(), name="table", seats=3, seed="x")
    return Table(spec, changed=lambda: None)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_what_several_views_share_is_in_each_of_them(game: Game) -> None:
    seats, encoder = game.seats[-1], ViewEncoder()
    match = Match(game, game.options(), ["Player"] * seats, "seed")
    for _ in range(200):
        for seat in (*range(seats), SPECTATOR):
            table_view = around(match.view(seat), game.key)
            assert encoder.encode(table_view) == encode(table_view)
        if not match.prompts:
            break
        match.submit_fallback(min(match.prompts))


def test_what_several_views_share_is_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game, encoded = GAMES["lucky-box"], list[object]()

    def note(one: object) -> bytes:
        encoded.append(one)
        return msgspec.msgpack.encode(one)

    monkeypatch.setattr(payloads, "encode", note)
    match, encoder = Match(game, game.options(), ["Player"] * 12, "seed"), ViewEncoder()
    for seat in range(12):
        encoder.encode(around(match.view(seat), game.key))
    assert [isinstance(one, TableView) for one in encoded].count(False) == 1


@pytest.mark.parametrize(
    "text", ["\x1b[2J", "a\nb", "\x07", "\x7f", "\x9b2J", "\u202egnisrever", "\u2066", "two\u2028lines"]
)
def test_text_that_a_terminal_would_obey_is_malformed(text: str) -> None:
    game = GAMES["lucky-numbers"]
    table = table_of(game)
    table_view = msgspec.structs.replace(table.view(0), log=(ChatLine(name="Ana", text=text),))
    for content in (Sentence(text), Sentence("{name}", {"name": text})):
        with pytest.raises(Malformed):
            decode_sentence(encode(content))
    with pytest.raises(Malformed):
        decode_table_view(encode(table_view))


@pytest.mark.parametrize("text", ["Ana’s turn – 5 × 3", "日本語 ñ é", "\N{GRINNING FACE}", "שלום"])
def test_text_of_any_language_comes_through(text: str) -> None:
    assert decode_sentence(encode(Sentence(text))) == Sentence(text)


def test_the_deepest_nest_is_malformed_and_nothing_else() -> None:
    for depth in (10, 500, 1000, 1023, 60_000):
        with pytest.raises(Malformed):
            decode_sentence(b"\x91" * depth + b"\xc0")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_fields_of_a_later_host_are_ignored(game: Game) -> None:
    match = Match(game, game.options(), ["Ana", "Bo", "Cy"], "x")
    table_view = replace(table_of(game).view(0), match=match.view(0), log=told(match))
    later = msgspec.to_builtins(table_view)
    places = [later, later["options"], later["occupants"][0], later["match"], later["match"]["view"]]
    for place in [*places, *later["log"]]:
        place["later"] = {"a": [1.5, None]}
    assert decode_table_view(msgspec.msgpack.encode(later)) == decode_table_view(encode(table_view))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_events_of_a_later_host_are_counted_and_shown_as_nothing(game: Game) -> None:
    match = Match(game, game.options(), ["Ana", "Bo", "Cy"], "x")
    for _ in range(30):
        seat = next(iter(match.prompts), None)
        if seat is not None:
            match.submit_fallback(seat)
    table_view = replace(table_of(game).view(0), match=match.view(0), log=told(match))
    later = msgspec.to_builtins(table_view)
    log = later["log"] = [*later["log"]]
    for place in range(len(log), -1, -1):
        log.insert(place, {"event": "commitment", "seat": 1, "hash": "x", "of": [{"event": 3}]})
    read = decode_table_view(msgspec.msgpack.encode(later))
    assert read.log[1::2] == told(match)
    unknown = read.log[::2]
    assert set(unknown) == {UnknownEvent()}
    shown = shown_of(game.key)
    before, after = (shown.model(each).settled(asked_again=True) for each in (table_view, read))
    assert {shown.words.tell(event, after) for event in unknown} == {None}
    assert all(still.model for still in after.moments(before, unknown))


@pytest.mark.parametrize("wrong", [{"event": "turn"}, {"event": 3}, {"seat": 1}, ["turn", 1]])
def test_an_event_that_is_no_event_is_malformed(wrong: object) -> None:
    game = GAMES["lucky-numbers"]
    later = msgspec.to_builtins(table_of(game).view(0))
    later["log"] = (wrong,)
    with pytest.raises(Malformed, match=r"\$\.log"):
        decode_table_view(msgspec.msgpack.encode(later))


def test_what_is_malformed_says_what_and_where() -> None:
    later = msgspec.to_builtins(table_of(GAMES["lucky-numbers"]).view(0))
    later["occupants"][1]["here"] = 1
    with pytest.raises(Malformed, match=r"Expected `bool`, got `int` - at `\$\.occupants\[1\]\.here`"):
        decode_table_view(msgspec.msgpack.encode(later))


def test_a_nest_where_a_type_lets_anything_stand_does_no_harm() -> None:
    game = GAMES["lucky-numbers"]
    match = Match(game, game.options(), ["Ana", "Bo", "Cy"], "x")
    nest: object = 1
    for _ in range(900):
        nest = [nest]
    table = table_of(game)
    table_view = msgspec.to_builtins(
        msgspec.structs.replace(table.view(0), match=match.view(0), log=told(match))
    )
    table_view["log"][0]["options"] = {"nest": nest}
    decode_table_view(msgspec.msgpack.encode(table_view))


def test_what_a_guest_says_has_room_for_the_longest_line() -> None:
    said = Say("\N{GRINNING FACE}" * 200)
    assert decode_request(GAMES["lucky-jack"], encode(said)) == said


def test_a_sentence_from_outside_is_never_a_format() -> None:
    foreign = decode_sentence(
        encode(Sentence("{a:>300000000} {b!r} {c.__class__} {0}", {"a": "x", "b": "{a}"}))
    )
    assert str(foreign) == say(foreign) == "{a:>300000000} {b!r} {c.__class__} {0}"
    assert str(UserError(foreign)) == str(foreign)
    assert str(Sentence("{a} and {b}", {"a": "{b}", "b": 2})) == "{b} and 2"


def test_an_exchange_has_no_id_that_an_answer_to_it_has_no_room_for() -> None:
    dealing = DealingView(id="0" * 60_000, game=1, commitment="0" * 64)
    table_view = msgspec.structs.replace(table_of(GAMES["lucky-numbers"]).view(0), dealing=dealing)
    with pytest.raises(Malformed, match=r"at `\$\.dealing\.id`"):
        decode_table_view(encode(table_view))
