"""A table behind a room: who may sit, start, ask and see. No sockets."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from socket import gethostname

import msgspec
import pytest
from msgspec.structs import replace

from luckytui.games import GAMES
from luckytui.games.interface import SPECTATOR, Game, Move
from luckytui.games.lucky_box.deck import Card, built_in
from luckytui.games.lucky_box.rules import LUCKY_BOX, LuckyBoxOptions
from luckytui.games.lucky_jack.rules import LUCKY_JACK, Decline, Draw, LuckyJackOptions, Toss
from luckytui.games.lucky_numbers.rules import LuckyNumbers, LuckyNumbersView
from luckytui.games.lucky_squares.rules import LUCKY_SQUARES, LuckySquaresOptions, Pick
from luckytui.host.journal import Journal
from luckytui.host.journal_format import JournalContents
from luckytui.table.match import Match
from luckytui.table.payloads import decode_sentence, decode_table_view, encode, fitting
from luckytui.table.record import write
from luckytui.table.requests import (
    Act,
    Again,
    Fetch,
    Lock,
    NewCode,
    OpenDoor,
    OwnersRequest,
    Pause,
    Remove,
    RemoveBot,
    SeatBot,
    Start,
    Undo,
)
from luckytui.table.table import Table
from luckytui.table.views import LINE_LENGTH, ChatLine, Door, GuestDoor, Occupant, Returned, TableView
from net import NetError, Reject, Summary, limits, write_code
from tests.host.tables import TOKEN, Guest, HostedTable
from tests.net.virtual import VirtualLoop


def names(table_view: TableView) -> list[str]:
    return [occupant.name for occupant in table_view.occupants]


async def test_without_an_owner_the_game_starts_when_the_last_seat_is_taken() -> None:
    with HostedTable(seats=3, bots=1) as table:
        ana = table.join("Ana")
        assert ana.table_view.match is None
        table.join("Ben")
        assert ana.table_view.match is not None


@pytest.mark.parametrize("name", ["JUNO", "Јuno", "Junо"])  # the last two with a Cyrillic letter
async def test_no_bot_that_comes_later_looks_like_somebody_here(name: str) -> None:
    with HostedTable(owned=True, seats=4) as table:
        ana, _, _ = table.join("Ana", token=TOKEN), table.join(name), table.join("Otto", watch=True)
        assert ana.ask(SeatBot(seat=2, level="easy")) is None
        assert names(ana.table_view)[2] == "Mina"


async def test_what_a_stranger_may_know_of_the_table() -> None:
    def told() -> Summary:
        return table.application.info()

    with HostedTable() as table:
        assert told() == Summary(
            game="lucky-numbers",
            name="kitchen table",
            host="",
            computer=gethostname()[:40],
            taken=0,
            seats=2,
            status="open",
        )
        table.join("Ana")
        assert (told().taken, told().status) == (1, "open")
        table.join("Ben")
        assert (told().taken, told().status) == (2, "playing")


@pytest.mark.parametrize(
    "request_", [Start(), SeatBot(seat=1, level="easy"), RemoveBot(seat=0), Remove("Ana"), Remove("Ben")]
)
async def test_nobody_else_may(request_: OwnersRequest) -> None:
    with HostedTable(owned=True, seats=3) as table:
        table.join("Ana", token=TOKEN)
        ben, cem = table.join("Ben"), table.join("Cem")
        assert str(cem.ask(request_)) == "Only the host can do that."
        assert names(ben.table_view) == ["Ana", "Ben", "Cem"]
        assert ben.told is None


async def test_who_was_removed_stays_out_by_seat_name_and_address() -> None:
    with HostedTable(owned=True, seats=4) as table:
        ana, ben = table.join("Ana", token=TOKEN), table.join("Ben", address="10.0.0.2")
        ana.ask(Remove("Ben"))
        assert ana.table_view.door == Door(code=None)
        for name, how in (
            ("Eve", {"token": ben.token}),
            ("bEN", {}),
            ("Вen", {}),  # with a Cyrillic letter
            ("Eve", {"address": "10.0.0.2"}),
            ("Eve", {"address": "10.0.0.2", "watch": True}),
        ):
            with pytest.raises(NetError, match="removed you"):
                table.join(name, **how)
        assert table.join("Cem").member.seat == 1


async def test_a_new_code_lets_others_from_the_address_of_a_removed_player_in() -> None:
    with HostedTable(owned=True, seats=4) as table:
        ana, ben = table.join("Ana", token=TOKEN), table.join("Ben", address="10.0.0.2")
        ana.ask(Remove("Ben"))
        assert ana.ask(Lock(on=True)) is None
        assert ana.ask(Lock(on=False)) is None
        with pytest.raises(NetError, match="removed you"):
            table.join("Cem", address="10.0.0.2")
        assert ana.ask(NewCode()) is None
        assert table.join("Cem", address="10.0.0.2").member.seat == 1
        for name, how in (("Eve", {"token": ben.token}), ("Ben", {})):
            with pytest.raises(NetError, match="removed you"):
                table.join(name, **how)
        contents = JournalContents(table.journal.contents.lines())
        assert sorted(each.partition(" ")[0] for each in contents.admitting(None).barred) == ["key", "name"]


@pytest.mark.parametrize("keep_code", [False, True])
async def test_a_removal_makes_a_new_code_unless_the_owner_keeps_it(*, keep_code: bool) -> None:
    with HostedTable(owned=True, seats=4) as table:
        ana = table.join("Ana", token=TOKEN, address="10.0.0.2")
        ana.ask(NewCode())
        codes: list[str | None] = []
        table.application.change_code = codes.append
        table.join("Ben", address="10.0.0.2")
        before = ana.table_view.door
        assert ana.ask(Remove("Ben", keep_code=keep_code)) is None
        assert (ana.table_view.door == before) == keep_code
        (code,) = codes
        assert ana.table_view.door == Door(code=write_code(code or ""))
        eve = table.join("Eve", address="10.0.0.2")
        assert eve.table_view.door == ana.table_view.door
        assert JournalContents(table.journal.contents.lines()).admitting(None).code == code


async def test_a_removal_gives_an_open_table_no_code() -> None:
    with HostedTable(owned=True, seats=4) as table:
        ana = table.join("Ana", token=TOKEN)
        table.join("Ben")
        ana.ask(Remove("Ben"))
        assert ana.table_view.door == Door(code=None)


async def test_the_owner_opens_the_door_for_guests_and_all_who_sit_see_it_between_games() -> None:
    with HostedTable(owned=True, seats=2) as table:
        ana, ben = table.join("Ana", token=TOKEN), table.join("Ben")
        asked: list[bool] = []
        table.application.open_door = asked.append
        assert str(ben.ask(OpenDoor(on=True))) == "Only the host can do that."
        assert ana.ask(OpenDoor(on=True)) is None
        assert asked == [True]
        open_door = GuestDoor(address="192.0.2.17", ssh=5826, web=5827, code="384 192 576", fingerprint="x")
        table.application.door_changed(open_door)
        assert ana.table_view.door == ben.table_view.door == Door(code=None, guests=open_door)
        ana.ask(Start())
        assert ana.table_view.door == Door(code=None)


async def test_a_locked_table_takes_nobody_new_and_keeps_its_people() -> None:
    with HostedTable(owned=True, seats=3) as table:
        ana, ben = table.join("Ana", token=TOKEN), table.join("Ben")
        ben.lose_line()
        assert ana.ask(Lock(on=True)) is None
        assert table.application.info().status == "locked"
        for watch in (False, True):
            with pytest.raises(NetError, match="locked"):
                table.join("Cem", watch=watch)
        ben.come_back()
        assert ben.table_view.door == Door(code=None, locked=True)
        assert str(ben.ask(Lock(on=False))) == "Only the host can do that."
        ana.ask(Lock(on=False))
        assert table.join("Cem").member.seat == 2


async def test_what_the_owner_said_of_newcomers_outlives_the_host() -> None:
    with HostedTable(owned=True, seats=3) as table:
        ana = table.join("Ana", token=TOKEN)
        table.join("Ben", address="10.0.0.2")
        for request in (NewCode(), Remove("Ben"), Lock(on=True)):
            ana.ask(request)
        contents = JournalContents(table.journal.contents.lines())
    with HostedTable(Journal(Path("nowhere"), table.journal.header, contents)) as again:
        assert again.application.admitting == table.application.admitting
        assert again.application.admitting.code
        assert again.room.is_locked
        ana = again.join("Ana", token=TOKEN)
        ana.ask(Lock(on=False))
        with pytest.raises(NetError, match="removed you"):
            again.join("Eve", address="10.0.0.2")


def own_cards() -> tuple[Card, ...]:
    """The built-in cards, each with its rows in the other order."""
    return tuple(replace(card, cells=card.cells[::-1], rows=card.rows[::-1]) for card in built_in())


def to_move(*guests: Guest) -> Guest:
    """Whose turn it is."""
    return next(guest for guest in guests if guest.table_view.match and guest.table_view.match.prompt)


def mover_and_other(one: Guest, other: Guest) -> tuple[Guest, Guest]:
    """Whose turn it is, and who waits."""
    return (one, other) if to_move(one, other) is one else (other, one)


def act(guest: Guest, move: Move) -> None:
    """Let a guest make a move that is accepted."""
    play = guest.table_view.match
    assert guest.ask(Act(move), play.prompt) is None


async def test_an_answer_that_is_held_back_moves_nothing_at_the_others_places() -> None:
    with HostedTable(game=LUCKY_JACK.key, options=LuckyJackOptions(), seats=4) as table:
        guests = [table.join(name) for name in ("Ana", "Ben", "Cem", "Dora")]
        onlooker = table.join("Eve", watch=True)
        tosser = to_move(*guests)
        act(tosser, Draw())
        act(tosser, Toss())
        *_, far = guests[tosser.member.seat :] + guests[: tosser.member.seat]
        for guest in (*guests, onlooker):
            guest.look()
        act(far, Decline())
        assert [guest for guest in (*guests, onlooker) if guest.has_news] == [far]


async def test_a_pick_that_is_held_back_is_shown_to_all_as_made() -> None:
    with HostedTable(game=LUCKY_SQUARES.key, options=LuckySquaresOptions(), seats=3) as table:
        ana, ben, cem = (table.join(name) for name in ("Ana", "Ben", "Cem"))
        for guest in (ana, ben, cem):
            guest.look()
        act(ana, Pick("red"))
        assert ben.has_news
        assert cem.look().match.view.active == (1, 2)


async def test_after_a_move_each_view_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[int] = []
    assembled: list[int] = []
    view, views = LuckyNumbers.view, Table.views

    def counted(state: LuckyNumbers, seat: int) -> LuckyNumbersView:
        built.append(seat)
        return view(state, seat)

    def counted_too(
        table: Table, persons: Sequence[tuple[int, str]], door: Door | None
    ) -> Iterator[TableView]:
        assembled.extend(seat for seat, _known in persons)
        return views(table, persons, door)

    with HostedTable() as table:
        people = [table.join("Ana"), table.join("Ben")]
        people += [table.join(name, watch=True) for name in ("Uma", "Vic", "Wim")]
        mover = to_move(*people)
        play = mover.table_view.match
        monkeypatch.setattr(LuckyNumbers, "view", counted)
        monkeypatch.setattr(Table, "views", counted_too)
        assert mover.ask(Act(play.moves[0]), play.prompt) is None
        for guest in people:
            guest.look()
        assert sorted(built) == [SPECTATOR, 0, 1]
        assert sorted(assembled) == [SPECTATOR] * 3 + [0, 1]


HOSTILE = {
    "nothing": b"",
    "a byte that msgpack never uses": b"\xc1",
    "not a map": msgspec.msgpack.encode(["act"]),
    "no request": msgspec.msgpack.encode({}),
    "an unknown request": msgspec.msgpack.encode({"request": "cheat"}),
    "a field too few": msgspec.msgpack.encode({"request": "act"}),
    "a move of chance": msgspec.msgpack.encode({"request": "act", "move": ["turn_over", 20]}),
    "a move of another game": msgspec.msgpack.encode({"request": "act", "move": ["toss"]}),
    "a fraction for a number": msgspec.msgpack.encode({"request": "seatbot", "seat": 1.5, "level": "easy"}),
    "a truth for a number": msgspec.msgpack.encode({"request": "seatbot", "seat": True, "level": "easy"}),
    "a seat that is not there": msgspec.msgpack.encode({"request": "seatbot", "seat": 99, "level": "easy"}),
    "a seat below the first": msgspec.msgpack.encode({"request": "removebot", "seat": -1}),
    "a level that is not there": msgspec.msgpack.encode({"request": "seatbot", "seat": 1, "level": "god"}),
    "an option that is not there": msgspec.msgpack.encode({"request": "opt", "options": {"setup": "x"}}),
    "nothing said": msgspec.msgpack.encode({"request": "say", "text": " \u200b\n"}),
    "a number said": msgspec.msgpack.encode({"request": "say", "text": 5}),
    "more said than a line holds": msgspec.msgpack.encode({"request": "say", "text": "x" * 4000}),
    "more said than a message holds": msgspec.msgpack.encode({"request": "say", "text": "x" * 40_000}),
    "a pause of no kind": msgspec.msgpack.encode({"request": "pause", "on": 1}),
    "nobody removed": msgspec.msgpack.encode({"request": "remove", "name": ""}),
    "a cell off the garden": msgspec.msgpack.encode({"request": "act", "move": ["lay", [9, 9]]}),
    "a cell beyond all numbers": msgspec.msgpack.encode({"request": "act", "move": ["lay", [2**63, 0]]}),
    "bytes after the end": msgspec.msgpack.encode({"request": "start"}) + b"\x00",
    "text that is not UTF-8": b"\x81\xa7request\xa5\xff\xfe\xfd\xfc\xfb",
    "a nest of ten thousand lists": b"\x91" * 10_000,
    "a list that claims to be endless": b"\xdd\xff\xff\xff\xff",
}


async def test_what_is_not_understood_is_said_with_what_and_where(caplog: pytest.LogCaptureFixture) -> None:
    with HostedTable(owned=True, seats=2, bots=1) as table:
        ana = table.join("Ana", token=TOKEN)
        answer = ana.send(msgspec.msgpack.encode({"request": "say", "text": 5}))
        what = "Expected `str`, got `int` - at `$.text`"
        assert isinstance(answer, Reject)
        assert what in str(decode_sentence(answer.payload))
        assert f"Not understood, from Ana: {what}" in caplog.text


@pytest.mark.parametrize("payload", HOSTILE.values(), ids=HOSTILE)
async def test_a_hostile_payload_is_refused_in_words_and_changes_nothing(payload: bytes) -> None:
    with HostedTable(owned=True, seats=2, bots=1, levels=("random",), pace=3600.0) as table:
        ana = table.join("Ana", token=TOKEN)
        for _ in ("in the lobby", "in the game"):
            before = encode(ana.table_view)
            answer = ana.send(payload, ana.table_view.match.prompt if ana.table_view.match else 0)
            assert isinstance(answer, Reject)
            assert answer.code == "illegal"
            assert len(answer.payload) > 20
            assert encode(ana.table_view) == before
            if ana.table_view.match is None:
                assert ana.ask(Start()) is None


async def test_a_watcher_sees_what_everyone_sees_and_may_do_nothing() -> None:
    with HostedTable() as table:
        watcher = table.join("Uma", watch=True)
        table.join("Ana")
        table.join("Ben")
        table_view = watcher.table_view
        assert table_view.seat == SPECTATOR
        assert (table_view.match.view.seat, table_view.match.moves, table_view.match.prompt) == (
            SPECTATOR,
            (),
            0,
        )
        for request in (Again(), Pause(on=True), Remove("Ana"), SeatBot(0, "easy"), Undo()):
            assert str(watcher.ask(request)).startswith("You are watching")


async def test_a_bot_plays_for_a_player_who_is_away_for_long_and_gives_the_seat_back() -> None:
    with HostedTable() as table:
        mover, other = mover_and_other(table.join("Ana"), table.join("Ben"))
        mover.lose_line()
        table.room.tick(now=limits.HOLD)
        await other.see(lambda table_view: bool(table_view.match and table_view.match.prompt))
        mover.come_back()
        (occupant,) = (one for one in other.table_view.occupants if one.name == mover.member.name)
        assert (occupant.here, occupant.level) == (True, "")
        assert isinstance(mover.table_view.log[-1], Returned)


async def test_in_a_game_that_began_meanwhile_it_is_kept_for_ten_minutes() -> None:
    with HostedTable(owned=True) as table:
        ana, ben = table.join("Ana", token=TOKEN), table.join("Ben")
        ben.lose_line()
        ana.ask(Start())
        assert table.room.tick(now=60) == limits.HOLD
        assert ana.table_view.occupants[1].level == ""


@pytest.mark.parametrize("owned", [False, True])
async def test_before_a_game_the_place_is_given_up_after_a_minute(owned: bool) -> None:
    with HostedTable(owned=owned, seats=3) as table:
        ana = table.join("Ana", token=TOKEN if owned else None)
        ben = table.join("Ben")
        ben.lose_line()
        assert table.room.tick(now=59) == 60
        assert ana.table_view.occupants[1].kind == "person"
        table.room.tick(now=60)
        assert [occupant.kind for occupant in ana.table_view.occupants] == ["person", "open", "open"]


def is_asked(table_view: TableView) -> bool:
    return bool(table_view.match and table_view.match.prompt)


async def test_a_connection_that_comes_back_after_a_game_begins_no_other() -> None:
    with HostedTable(seats=3, bots=2) as table:
        ana = table.join("Ana")
        ana.lose_line()
        table.room.tick(now=limits.HOLD)
        uma = table.join("Uma", watch=True)
        ana.come_back()
        while not table.records:
            table_view = await ana.see(lambda table_view: bool(table.records) or is_asked(table_view))
            if table_view.match and table_view.match.prompt:
                ana.ask(Act(table_view.match.moves[-1]), table_view.match.prompt)
        ana.lose_line()
        ana.come_back()
        assert not uma.table_view.match.view.active


async def test_the_table_closes_when_its_owner_leaves() -> None:
    with HostedTable(owned=True) as table:
        ana = table.join("Ana", token=TOKEN)
        table.join("Ben").leave()
        assert not table.closing.is_set()
        ana.leave()
        assert table.closing.is_set()


async def test_the_owners_seat_is_kept_while_anyone_is_there() -> None:
    with HostedTable(owned=True) as table:
        ana = table.join("Ana", token=TOKEN)
        table.join("Ben")
        ana.lose_line()
        table.room.tick(now=limits.HOLD)
        assert ana.member in table.room.members
        assert not table.closing.is_set()
        ana.come_back()
        assert ana.table_view.owner


async def test_an_owned_table_closes_when_nobody_is_there_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HOLD", 0.001)
    with HostedTable(owned=True) as table:
        await table.closing.wait()


def test_an_owned_table_stays_open_for_a_player_who_is_back_in_time() -> None:
    async def live() -> None:
        with HostedTable(owned=True, seats=3) as table:
            ben = table.join("Ben")
            ben.lose_line()
            await asyncio.sleep(limits.HOLD - 1)
            ben.come_back()
            await asyncio.sleep(limits.HOLD)
            assert not table.closing.is_set()
            ben.lose_line()
            await asyncio.sleep(limits.HOLD + 1)
            assert table.closing.is_set()

    loop = VirtualLoop()
    loop.run_until_complete(live())
    loop.close()


async def test_the_end_is_shown_when_the_whole_record_was_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("luckytui.host.application._PIECE", 10_000)
    with HostedTable(seats=3, bots=2) as table:
        uma, ana = table.join("Uma", watch=True), table.join("Ana")
        uma.member.features = {"fair": 1}
        ana.leave()
        await table.application.ended.wait()
        record, size = b"", 1
        while len(record) < size:
            assert not table.application.end_shown.is_set()
            assert uma.ask(Fetch(len(record))) is None
            payload = table.application.view(uma.member, first=False).payload
            piece = decode_table_view(payload).record
            assert piece
            record, size = record + piece.piece, piece.size
        assert table.application.end_shown.is_set()
    assert record == write(table.records[0])


async def test_the_record_of_a_game_can_be_fetched_until_the_next_one_is_over() -> None:
    def is_sent(text: bytes) -> bool:
        assert uma.ask(Fetch(0)) is None
        piece = decode_table_view(table.application.view(uma.member, first=False).payload).record
        assert piece
        return (piece.game, piece.size) == (len(table.records), len(text)) and text.startswith(piece.piece)

    with HostedTable(owned=True, seats=3, bots=2) as table:
        uma, ana = table.join("Uma", watch=True), table.join("Ana", token=TOKEN)
        uma.member.features = {"fair": 1}
        for _game in range(2):
            before = [*table.records]
            assert ana.ask(Start()) is None
            while table.records == before:
                assert not before or is_sent(write(before[0]))
                table_view = await ana.see(
                    lambda table_view: is_asked(table_view) or not table.application.table.playing
                )
                if table_view.match and table_view.match.prompt:
                    ana.ask(Act(table_view.match.moves[-1]), table_view.match.prompt)
            assert is_sent(write(table.records[-1]))


async def test_nobody_waits_for_a_member_who_is_gone() -> None:
    with HostedTable(seats=3, bots=2) as table:
        uma, ana = table.join("Uma", watch=True), table.join("Ana")
        ana.leave()
        await table.application.ended.wait()
        uma.lose_line()
        assert table.application.end_shown.is_set()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_largest_table_view_of_every_game_fits_into_a_frame(game: Game) -> None:
    seats, name = game.seats[-1], "\N{GRINNING FACE}" * (limits.NAME_WIDTH // 2)
    options = LuckyBoxOptions(cards=own_cards()) if game is LUCKY_BOX else game.options()
    table = Match(game, options, [name] * seats, "x")
    for _ in range(400):
        for seat, prompt in table.prompts.items():
            if table.prompts.get(seat) == prompt:
                table.submit(seat, prompt, table.view(seat).moves[-1])
    line = ChatLine(name=name, text="\N{GRINNING FACE}" * LINE_LENGTH)
    log = (*table.log.after(0, "")[-1], *[line] * 99)
    table_view = TableView(
        game=game.key,
        name=name,
        options=options,
        occupants=(Occupant(kind="person", name=name, level="normal"),) * seats,
        seat=0,
        owner=True,
        match=table.view(0),
        log=log[-fitting(log) :],
        watchers=(name,) * limits.WATCHERS,
    )
    assert len(encode(table_view)) < limits.FRAME * 3 / 4


async def test_nobody_takes_the_seat_of_an_owner_who_has_left() -> None:
    with HostedTable(owned=True, seats=2) as table:
        ana = table.join("Ana", token=TOKEN)
        table.room.remove(ana.member)
        assert table.join("Ben").member.seat == 1
        with pytest.raises(NetError, match="Every seat"):
            table.join("Cem")
