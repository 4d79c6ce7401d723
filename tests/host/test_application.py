"""A table behind a room: who may sit, start, ask and see. No sockets."""

import msgspec
import pytest

from luckytui.games import GAMES
from luckytui.games.interface import SPECTATOR, Game, Move
from luckytui.games.lucky_jack import LUCKY_JACK, Decline, Draw, LuckyJackOptions, Toss
from luckytui.games.lucky_squares import LUCKY_SQUARES, LuckySquaresOptions, Pick
from luckytui.payloads import decode_scene, encode
from luckytui.table.party import Party
from luckytui.table.requests import Act, Again, RemoveBot, SeatBot, Start, Undo
from luckytui.table.snapshot import Scene
from net import NetError, Reject, Summary, limits
from tests.host.tables import TOKEN, Guest, Table


def names(scene: Scene) -> list[str]:
    return [chair.name for chair in scene.chairs]


# ── Sitting down ──────────────────────────────────────────────────────────────────────────────────


async def test_newcomers_sit_down_seat_by_seat() -> None:
    with Table(seats=3) as table:
        ana, ben = table.join("Ana"), table.join("Ben")
        assert (ana.member.seat, ben.member.seat) == (0, 1)
        assert names(ana.scene) == ["Ana", "Ben", ""]
        assert ben.scene.seat == 1


async def test_without_an_owner_the_game_starts_when_the_last_seat_is_taken() -> None:
    with Table(seats=3, bots=1) as table:
        ana = table.join("Ana")
        assert ana.scene.play is None
        table.join("Ben")
        assert ana.scene.play is not None


async def test_a_full_table_takes_nobody_else() -> None:
    with Table() as table:
        table.join("Ana")
        table.join("Ben")
        with pytest.raises(NetError, match="Every seat here is taken"):
            table.join("Cem")


async def test_the_owners_seat_is_kept_for_the_owner() -> None:
    with Table(owned=True) as table:
        ben = table.join("Ben")
        ana = table.join("Ana", token=TOKEN)
        assert (ana.member.seat, ben.member.seat) == (0, 1)
        assert ana.scene.owner
        assert not ben.scene.owner


async def test_bots_sit_on_the_last_seats_from_the_start() -> None:
    with Table(owned=True, seats=4, bots=2) as table:
        ana = table.join("Ana", token=TOKEN)
        assert [chair.kind for chair in ana.scene.chairs] == ["person", "open", "bot", "bot"]


async def test_nobody_is_called_like_a_bot_at_the_table() -> None:
    with Table(bots=1, pace=3600.0) as table:
        (bot,) = (chair for chair in table.application._party.chairs if chair.kind == "bot")
        ana = table.join(bot.name.upper())
        assert names(ana.scene) == [f"{bot.name.upper()} 2", bot.name]


async def test_what_a_stranger_is_told_of_the_table() -> None:
    def told() -> Summary:
        return table.application.info()

    with Table() as table:
        assert told() == Summary(game="lucky-numbers", name="kitchen table", taken=0, seats=2, status="open")
        table.join("Ana")
        assert (told().taken, told().status) == (1, "open")
        table.join("Ben")
        assert (told().taken, told().status) == (2, "playing")


async def test_a_table_that_waits_for_its_owner_to_start_is_full() -> None:
    with Table(owned=True) as table:
        table.join("Ana", token=TOKEN)
        table.join("Ben")
        assert table.application.info().status == "full"


# ── What only the owner may do ────────────────────────────────────────────────────────────────────


async def test_the_owner_seats_bots_and_starts() -> None:
    with Table(owned=True, seats=3) as table:
        ana = table.join("Ana", token=TOKEN)
        assert ana.ask(SeatBot(seat=1, level="normal")) is None
        assert ana.ask(SeatBot(seat=2, level="easy")) is None
        assert ana.ask(RemoveBot(seat=2)) is None
        ben = table.join("Ben")
        assert ben.member.seat == 2
        assert ben.scene.play is None
        assert ana.ask(Start()) is None
        assert ben.scene.play is not None


@pytest.mark.parametrize("request_", [Start(), SeatBot(seat=1, level="easy"), RemoveBot(seat=0)])
async def test_nobody_else_may(request_: Start | SeatBot | RemoveBot) -> None:
    with Table(owned=True, seats=3) as table:
        table.join("Ana", token=TOKEN)
        before = table.join("Ben").scene
        reason = table.join("Cem").ask(request_)
        assert str(reason) == "Only the person who opened the table can do that."
        assert names(before) == ["Ana", "Ben", ""]


async def test_without_an_owner_nobody_may() -> None:
    with Table(seats=3) as table:
        assert table.join("Ana").ask(Start()) is not None


# ── Moves, and what is refused ────────────────────────────────────────────────────────────────────


def to_move(*guests: Guest) -> Guest:
    """Whose turn it is."""
    return next(guest for guest in guests if guest.scene.play and guest.scene.play.prompt)


def act(guest: Guest, move: Move) -> None:
    """Let a guest make a move that is accepted."""
    play = guest.scene.play
    assert play is not None
    assert guest.ask(Act(move), play.prompt) is None


async def test_a_legal_move_is_made_and_everybody_sees_it() -> None:
    with Table() as table:
        ana, ben = table.join("Ana"), table.join("Ben")
        mover = to_move(ana, ben)
        play = mover.scene.play
        assert play is not None
        assert mover.ask(Act(play.moves[0]), play.prompt) is None
        for guest in (ana, ben):
            assert guest.scene.play is not None
            assert len(guest.scene.play.log) > len(play.log)


async def test_an_answer_that_is_held_back_moves_nothing_at_the_others_places() -> None:
    with Table(game=LUCKY_JACK, options=LuckyJackOptions(), seats=4) as table:
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
    with Table(game=LUCKY_SQUARES, options=LuckySquaresOptions(), seats=3) as table:
        ana, ben, cem = (table.join(name) for name in ("Ana", "Ben", "Cem"))
        for guest in (ana, ben, cem):
            guest.look()

        act(ana, Pick("red"))

        assert ben.has_news
        assert cem.look().play.view.active == (1, 2)


async def test_a_move_that_comes_too_late_is_stale() -> None:
    with Table() as table:
        mover = to_move(table.join("Ana"), table.join("Ben"))
        play = mover.scene.play
        assert play is not None
        answer = mover.send(encode(Act(play.moves[0])), play.prompt - 1)
        assert isinstance(answer, Reject)
        assert answer.code == "stale"
        assert b"has moved on in the meantime" in answer.payload


async def test_a_move_out_of_turn_is_refused_in_words() -> None:
    with Table() as table:
        ana, ben = table.join("Ana"), table.join("Ben")
        mover = to_move(ana, ben)
        other = ben if mover is ana else ana
        assert mover.scene.play is not None
        assert other.ask(Act(mover.scene.play.moves[0]), mover.scene.play.prompt) is not None


async def test_undo_without_a_move_is_refused_in_words() -> None:
    with Table() as table:
        ana = table.join("Ana")
        assert str(ana.ask(Undo())) == "That cannot be done now."
        table.join("Ben")
        assert str(ana.ask(Undo())) == "Your last move can no longer be taken back."


HOSTILE = {
    "nothing": b"",
    "a byte that msgpack never uses": b"\xc1",
    "not a map": msgspec.msgpack.encode(["act"]),
    "no request": msgspec.msgpack.encode({}),
    "an unknown request": msgspec.msgpack.encode({"request": "cheat"}),
    "a field too many": msgspec.msgpack.encode({"request": "start", "now": True}),
    "a field too few": msgspec.msgpack.encode({"request": "act"}),
    "a move of chance": msgspec.msgpack.encode({"request": "act", "move": ["turn_over", 20]}),
    "a move of another game": msgspec.msgpack.encode({"request": "act", "move": ["toss"]}),
    "a fraction for a number": msgspec.msgpack.encode({"request": "seatbot", "seat": 1.5, "level": "easy"}),
    "a truth for a number": msgspec.msgpack.encode({"request": "seatbot", "seat": True, "level": "easy"}),
    "a seat that is not there": msgspec.msgpack.encode({"request": "seatbot", "seat": 99, "level": "easy"}),
    "a seat below the first": msgspec.msgpack.encode({"request": "removebot", "seat": -1}),
    "a level that is not there": msgspec.msgpack.encode({"request": "seatbot", "seat": 1, "level": "god"}),
    "a cell off the garden": msgspec.msgpack.encode({"request": "act", "move": ["lay", [9, 9]]}),
    "a cell beyond all numbers": msgspec.msgpack.encode({"request": "act", "move": ["lay", [2**63, 0]]}),
    "bytes after the end": msgspec.msgpack.encode({"request": "start"}) + b"\x00",
    "text that is not UTF-8": b"\x81\xa7request\xa5\xff\xfe\xfd\xfc\xfb",
    "the same key twice": b"\x82\xa7request\xa5start\xa7request\xa5start",
    "a nest of ten thousand lists": b"\x91" * 10_000,
    "a list that claims to be endless": b"\xdd\xff\xff\xff\xff",
}


@pytest.mark.parametrize("payload", HOSTILE.values(), ids=HOSTILE)
async def test_a_hostile_payload_is_refused_in_words_and_changes_nothing(payload: bytes) -> None:
    with Table(owned=True, seats=2, bots=1, level="random", pace=3600.0) as table:
        ana = table.join("Ana", token=TOKEN)
        for _ in ("in the lobby", "in the game"):
            before = encode(ana.scene)
            answer = ana.send(payload, ana.scene.play.prompt if ana.scene.play else 0)
            assert isinstance(answer, Reject)
            assert answer.code == "illegal"
            assert len(answer.payload) > 20
            assert encode(ana.scene) == before
            if ana.scene.play is None:
                assert ana.ask(Start()) is None


# ── Watching ──────────────────────────────────────────────────────────────────────────────────────


async def test_who_watches_sees_what_everybody_sees_and_may_do_nothing() -> None:
    with Table() as table:
        watcher = table.join("Uma", watch=True)
        table.join("Ana")
        table.join("Ben")
        scene = watcher.scene
        assert scene.seat == SPECTATOR
        assert scene.play is not None
        assert (scene.play.view.seat, scene.play.moves, scene.play.prompt) == (SPECTATOR, (), 0)
        assert str(watcher.ask(Again())).startswith("You are watching")


# ── Coming and going ──────────────────────────────────────────────────────────────────────────────


async def test_a_lost_line_is_shown_and_the_seat_is_held() -> None:
    with Table() as table:
        ana, ben = table.join("Ana"), table.join("Ben")
        ben.lose_line()
        assert [chair.here for chair in ana.scene.chairs] == [True, False]
        ben.come_back()
        assert [chair.here for chair in ana.scene.chairs] == [True, True]
        assert ana.scene.chairs[1].name == "Ben"


async def test_who_leaves_in_the_lobby_frees_the_seat() -> None:
    with Table(seats=3) as table:
        ana, ben = table.join("Ana"), table.join("Ben")
        ana.leave()
        assert [chair.kind for chair in ben.scene.chairs] == ["open", "person", "open"]
        assert table.join("Cem").member.seat == 0


async def test_who_leaves_in_the_game_is_played_for_by_the_safe_default_move() -> None:
    with Table() as table:
        ana, ben = table.join("Ana"), table.join("Ben")
        mover = to_move(ana, ben)
        other = ben if mover is ana else ana
        mover.leave()
        await other.see(lambda scene: bool(scene.play and scene.play.prompt))


async def test_a_seat_left_in_the_game_can_be_taken_over() -> None:
    with Table(pace=3600.0) as table:
        ana, ben = table.join("Ana"), table.join("Ben")
        ben.leave()
        assert table.join("Cem").member.seat == 1
        assert names(ana.scene) == ["Ana", "Cem"]


async def test_the_table_closes_when_its_owner_leaves() -> None:
    with Table(owned=True) as table:
        ana = table.join("Ana", token=TOKEN)
        table.join("Ben").leave()
        assert not table.closing.is_set()
        ana.leave()
        assert table.closing.is_set()


async def test_the_owners_place_is_held_for_as_long_as_somebody_is_there() -> None:
    with Table(owned=True) as table:
        ana = table.join("Ana", token=TOKEN)
        table.join("Ben")
        ana.lose_line()
        table.room.tick(now=limits.HOLD)
        assert ana.member in table.room.members
        assert not table.closing.is_set()
        ana.come_back()
        assert ana.scene.owner


async def test_an_owned_table_closes_when_nobody_is_there_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HOLD", 0.001)
    with Table(owned=True) as table:
        await table.closing.wait()


async def test_the_time_without_anybody_starts_anew_when_the_last_one_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Table(owned=True) as table:
        ben = table.join("Ben")
        assert table.application._deserted is None
        monkeypatch.setattr(limits, "HOLD", 0.001)
        ben.lose_line()
        await table.closing.wait()


async def test_a_table_without_an_owner_stays_when_everybody_goes() -> None:
    with Table() as table:
        table.join("Ana").leave()
        assert not table.closing.is_set()


# ── The end of a game ─────────────────────────────────────────────────────────────────────────────


async def test_the_record_is_kept_and_everybody_is_shown_the_end() -> None:
    with Table(seats=3, bots=2) as table:
        uma, ana = table.join("Uma", watch=True), table.join("Ana")
        ana.leave()  # the safe default moves end the game as well
        await table.application.ended.wait()
        assert [record[0].__class__.__name__ for record in table.records] == ["Started"]
        assert not table.application.end_shown.is_set()
        assert uma.scene.play is not None
        assert table.application.end_shown.is_set()


async def test_who_is_gone_by_then_is_not_waited_for() -> None:
    with Table(seats=3, bots=2) as table:
        uma, ana = table.join("Uma", watch=True), table.join("Ana")
        ana.leave()
        await table.application.ended.wait()
        uma.lose_line()
        assert table.application.end_shown.is_set()


async def test_another_game_begins_when_all_who_are_here_want_it() -> None:
    with Table(seats=2, bots=1) as table:
        ana = table.join("Ana")
        while not table.records:
            scene = await ana.see(lambda scene: bool(table.records or (scene.play and scene.play.prompt)))
            if scene.play and scene.play.prompt:
                ana.ask(Act(scene.play.moves[-1]), scene.play.prompt)
        assert ana.ask(Again()) is None
        assert ana.scene.play is not None
        assert ana.scene.play.view.active


# ── Every game ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
async def test_a_scene_of_every_game_survives_the_way_to_bytes_and_back(game: Game) -> None:
    seats = game.seats[-1]
    party = Party(
        game, game.options(), name="table", seats=seats, seed="x", pace=3600.0, changed=lambda: None
    )
    for seat in range(seats):
        party.sit(seat, f"Player {seat}")
    party.start()
    for seat in (*range(seats), SPECTATOR):
        scene = party.scene(seat)
        payload = encode(scene)
        assert encode(decode_scene(game, payload)) == payload
        assert len(payload) < limits.FRAME / 2
    party.close()
