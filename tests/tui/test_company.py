"""The people at a table on the screen: what they say, who is disconnected, pauses, who watches."""

import re

import pytest
from msgspec.structs import replace
from textual.events import Paste
from textual.geometry import Size

from luckytui.client.session import ConnectionChanged, Refused, TableChanged
from luckytui.games import GAMES
from luckytui.games.interface import SPECTATOR
from luckytui.games.lucky_jack.rules import LuckyJackOptions
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from luckytui.games.lucky_squares.rules import LuckySquaresOptions
from luckytui.shown.navigation import AtTable
from luckytui.table.requests import (
    Act,
    Again,
    Lock,
    NewCode,
    Opt,
    Pause,
    Remove,
    RemoveBot,
    Say,
    SeatBot,
    Undo,
)
from luckytui.table.spec import choice_of
from luckytui.table.views import Door, Returned, TableView, Timeout
from luckytui.text import Sentence
from luckytui.tui.canvas import Canvas
from luckytui.tui.widgets.large import put_large
from net import NetError
from screenshots import scenes
from screenshots.scenes import ShownSession, with_occupant, with_talk
from tests.tui.running import press, running, settle, showing, tell, text

TURN = scenes.game("lucky-numbers", 3, lambda shown: shown.prompt > 0 and scenes.told(shown) > 30)
GUEST = replace(TURN, owner=False)
LOBBY = scenes.lobby("lucky-numbers", owner=True)
OVER = scenes.game("lucky-numbers", 3, scenes.over)
PLACES = pytest.mark.parametrize("table_view", [LOBBY, TURN, OVER], ids=["lobby", "game", "results"])


async def test_the_lobby_says_what_series_is_played() -> None:
    async with showing(replace(LOBBY, best_of=5)) as (pilot, _):
        assert re.search(r"Best of +5", text(pilot))


async def shown(table_view: TableView, *keys: str) -> tuple[str, list[object]]:
    """Press keys at a table; return the screen, and what was asked of the table."""
    async with showing(table_view) as (pilot, session):
        screen = await press(pilot, *keys)
    return screen, [request for request, _prompt in session.requests]


def missing(events: int) -> TableView:
    return replace(TURN, log=(*TURN.log, Returned(missed=events)))


@PLACES
async def test_a_player_says_something_in_the_prompt_line(table_view: TableView) -> None:
    async with showing(table_view) as (pilot, session):
        screen = await press(pilot, "m", *"q z", "left", "backspace")
        assert " Message: qz" in screen
        assert "⏎ send  esc cancel" in screen
        assert "Message:" not in await press(pilot, "escape", "m", "space", "enter"), "that is nothing to say"
        assert session.requests == []
        await pilot.press("m", *"q z", "enter")
    assert session.requests == [(Say("q z"), 0)]


async def test_alone_with_bots_there_is_nobody_to_talk_to() -> None:
    bots = with_occupant(with_occupant(TURN, 1, kind="bot"), 2, kind="bot")
    assert "m chat" not in (await shown(bots))[0]
    assert "Message:" not in (await shown(bots, "m"))[0]
    assert "m chat" in (await shown(replace(bots, watchers=("Mia",))))[0]


@PLACES
async def test_what_others_say_is_shown_as_speech_and_covers_nothing(table_view: TableView) -> None:
    async with showing(table_view) as (pilot, session):
        before = text(pilot)
        assert "Cem: “word word" in await tell(
            pilot, session, TableChanged(with_talk(table_view, ("Ben", "hello"), ("Cem", "word " * 40)))
        )
        assert text(pilot).splitlines()[22] == before.splitlines()[22], "the prompt is as it was"
        told = await press(pilot, "w")
    assert "Ben: “hello”" in told
    assert told.count("word") == 40


async def test_what_is_being_written_goes_along_when_the_game_begins() -> None:
    async with showing(replace(LOBBY, owner=False, seat=1)) as (pilot, session):
        await pilot.press("m", *"goo")
        assert "Message: goo" in await tell(pilot, session, TableChanged(TURN))
        assert "Message: good" in await press(pilot, "d")
        assert "⏎ send" not in await press(pilot, "enter")
    assert session.requests == [(Say("good"), 0)]


async def test_a_paste_is_one_line_and_a_long_line_shows_its_end() -> None:
    async with showing(TURN) as (pilot, session):
        await pilot.press("m")
        pilot.app.post_message(Paste("one\ntwo " + "x" * 300))
        await settle(pilot)
        assert "xxxx" in text(pilot).splitlines()[22]
        await pilot.press("enter")
    ((said, _prompt),) = session.requests
    assert said == Say(("one two " + "x" * 300)[:200])


@PLACES
async def test_a_lost_connection_is_explained_while_it_lasts(table_view: TableView) -> None:
    async with showing(table_view) as (pilot, session):
        trouble = NetError("refused", address="192.0.2.17", port=5825)
        assert "no connection" in await tell(
            pilot, session, ConnectionChanged(Sentence(trouble.template, dict(trouble.values)))
        )
        assert "192.0.2.17" in text(pilot)
        assert "the host is running." in " ".join(text(pilot).split()), (
            "the sentence is there to its last word"
        )
        assert "Trying again. When the table is back, so is your seat." in text(pilot)
        assert "no connection" not in await tell(pilot, session, ConnectionChanged(None))
        assert " You are back.\n" in text(pilot)


@PLACES
async def test_a_lost_connection_is_explained_whatever_key_was_pressed(table_view: TableView) -> None:
    async with showing(table_view) as (pilot, session):
        await press(pilot, "7")
        await tell(pilot, session, ConnectionChanged(Sentence("Nothing was heard.")))
        for key in ("7", "8", "m", "enter"):
            assert "Nothing was heard." in text(pilot)
            assert "Trying again." in text(pilot), key
            await press(pilot, key)


async def test_leaving_without_a_connection_says_that_the_host_keeps_the_seat() -> None:
    async with showing(GUEST) as (pilot, session):
        session.tell(ConnectionChanged(Sentence("Nothing was heard.")))
        assert "There is no connection, so the host keeps your seat." in await press(pilot, "q")
        assert "Trying again." in await press(pilot, "escape")


@pytest.mark.parametrize("game", GAMES)
async def test_without_a_connection_no_key_is_offered_that_asks_the_table_for_something(game: str) -> None:
    turn = scenes.game(game, 3, lambda shown: shown.prompt > 0 and scenes.told(shown) > 30)
    async with showing(turn) as (pilot, session):
        offered = text(pilot).splitlines()[23]
        await tell(pilot, session, ConnectionChanged(Sentence("Nothing was heard.")))
        keys = text(pilot).splitlines()[23]
        assert not [key for key in ("⏎", "z pause", "m chat", "u undo") if key in keys]
        assert "q leave" in keys
        await pilot.press("enter", "space", "s", "enter", "u", "z", "m")
        await tell(pilot, session, ConnectionChanged(None))
        assert text(pilot).splitlines()[23] == offered
    assert session.requests == []


async def test_what_was_missed_is_counted_and_marked_in_the_game_log() -> None:
    screen, _ = await shown(missing(6))
    assert "You are back. 3 things happened while you were away · w: read them" in screen
    game_log, _ = await shown(missing(6), "w")
    assert game_log.index("you were disconnected") < game_log.index("you came back")
    assert "You are back" not in (await shown(TURN))[0]


async def test_a_player_who_is_back_is_greeted_once() -> None:
    async with showing(TURN) as (pilot, session):
        for told in (
            ConnectionChanged(Sentence("Nothing was heard.")),
            ConnectionChanged(None),
            TableChanged(missing(6)),
        ):
            await tell(pilot, session, told)
        assert text(pilot).count("You are back.") == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"here": False}, "Ben lost the connection. The seat is kept."),
        ({"here": False, "level": "normal"}, "A bot plays for Ben until Ben is back."),
        ({"kind": "left"}, "Ben left. Safe moves are made for that seat."),
    ],
)
async def test_what_there_is_to_know_about_others_is_said(changes: dict[str, str | bool], words: str) -> None:
    assert f" {words}\n" in (await shown(with_occupant(TURN, 1, **changes)))[0]


@pytest.mark.parametrize(
    ("table_view", "words"),
    [
        (TURN, "Leave? The table closes for everyone."),
        (GUEST, "Leave for good? Safe moves will be made for you."),
    ],
)
async def test_leaving_says_what_will_happen(table_view: TableView, words: str) -> None:
    assert words in (await shown(table_view, "q"))[0]


async def test_z_asks_for_a_pause_and_resumes_the_game() -> None:
    assert (await shown(TURN, "z"))[1] == [Pause(on=True)]
    paused = with_occupant(replace(TURN, paused=True), 0, pause=True)
    screen, asked = await shown(paused, "z")
    assert asked == [Pause(on=False)]
    assert "z resume" in screen


@pytest.mark.parametrize(
    ("paused", "asking", "words"),
    [
        (True, (0,), "You paused the game · z: resume"),
        (True, (1,), "Paused by Ben."),
        (True, (1, 2), "Paused by Ben and Cem."),
        (True, (0, 1), "Paused by Ben and you · z: resume"),
        (True, (0, 1, 2), "Paused by Ben, Cem and you · z: resume"),
        (False, (0,), "You asked for a pause. Waiting for Ben and Cem to agree."),
        (False, (1,), "Ben asked for a pause · z: agree · waiting for Cem too"),
        (False, (1, 2), "Ben and Cem asked for a pause · z: agree"),
    ],
)
async def test_a_pause_names_who_must_agree(paused: bool, asking: tuple[int, ...], words: str) -> None:
    table_view = replace(GUEST, paused=paused)
    for seat in asking:
        table_view = with_occupant(table_view, seat, pause=True)
    screen, _ = await shown(table_view)
    assert words in screen
    assert screen.splitlines()[0].endswith("paused") == paused


async def test_a_pause_while_nobody_is_here_is_nobodys_wish() -> None:
    watching = replace(with_occupant(TURN, 0, here=False), seat=SPECTATOR, owner=False, paused=True)
    assert "Paused until somebody is back." in (await shown(watching))[0]


@pytest.mark.parametrize("game", GAMES)
async def test_a_pause_offers_no_key_that_makes_a_move(game: str) -> None:
    turn = scenes.game(game, 3, lambda shown: shown.prompt > 0 and scenes.told(shown) > 30)
    paused = with_occupant(replace(turn, paused=True), 0, pause=True)
    async with showing(paused) as (pilot, session):
        keys = text(pilot).splitlines()[23]
        assert "⏎" not in keys
        assert "z resume" in keys
        await pilot.press("enter", "space", "s", "enter", "u")
    assert [request for request, _prompt in session.requests if isinstance(request, Act | Undo)] == []


@pytest.mark.parametrize(
    ("seat", "words"), [(0, "Your time ran out: a safe move"), (1, "Time ran out for Ben.")]
)
async def test_a_move_that_was_made_because_time_ran_out_says_so(seat: int, words: str) -> None:
    assert words in (await shown(replace(TURN, log=(*TURN.log, Timeout(seat=seat)))))[0]


AWAY = with_occupant(TURN, 1, here=False)


async def test_the_page_of_players_changes_with_them() -> None:
    async with showing(replace(with_occupant(AWAY, 2, pause=True), watchers=("Mia",))) as (pilot, session):
        page = await press(pilot, "e")
        assert [line.split("  ")[-1].strip() for line in page.splitlines()[1:-2] if line.strip()] == [
            "here",
            "disconnected, the seat is kept",
            "asked for a pause",
            "watching",
        ]
        assert "disconnected, a bot plays (normal)" in await tell(
            pilot, session, TableChanged(with_occupant(AWAY, 1, level="normal"))
        )
        assert "Mia" not in text(pilot)
        assert "▸ your turn" in await press(pilot, "escape")


async def test_the_owner_removes_somebody_when_sure() -> None:
    async with showing(replace(TURN, watchers=("Mia",))) as (pilot, session):
        assert "Remove Mia? Their program, name and address stay out. x: remove · esc: no" in await press(
            pilot, "e", "up", "x"
        )
        assert "Remove Mia" not in await press(pilot, "escape")
        await pilot.press("x", "x")
        assert session.requests == [(Remove("Mia"), 0)]


async def test_the_owner_locks_the_table_and_makes_a_new_code() -> None:
    hosted = replace(TURN, door=Door(code="7KQ-2M9"))
    async with showing(hosted) as (pilot, session):
        assert "code 7KQ-2M9" in await press(pilot, "e")
        assert "c: new code · esc: no" in await press(pilot, "l", "c")
        await pilot.press("c")
        await tell(pilot, session, TableChanged(replace(hosted, door=Door(code="A1B-2C3", locked=True))))
        screen = await press(pilot, "l")
        assert "locked" in screen
    assert [request for request, _prompt in session.requests] == [Lock(on=True), NewCode(), Lock(on=False)]


async def test_the_owner_who_removes_somebody_reads_whom_that_keeps_out_and_can_keep_the_code() -> None:
    hosted = replace(TURN, door=Door(code="7KQ-2M9"))
    async with showing(hosted) as (pilot, session):
        asked = " ".join((await press(pilot, "e", "down", "x")).split())
        assert "Their program, name and address stay out, and newcomers need a new code." in asked
        assert "x: remove · c: keep the code · esc: no" in asked
        await pilot.press("escape", "x", "c", "x", "x")
    name = TURN.occupants[1].name
    removed = [request for request, _prompt in session.requests]
    assert removed == [Remove(name, keep_code=True), Remove(name)]


async def test_the_lobby_shows_the_new_code() -> None:
    door = Door(code="A1B-2C3")
    screen = await lobby_of(replace(scenes.lobby("lucky-box", owner=True), door=door), scenes.CODE)
    assert large("A1B-2C3") in screen
    assert large(scenes.CODE) not in screen


def large(code: str) -> str:
    """Return the first row of a code in large letters."""
    canvas = Canvas(Size(60, 3))
    put_large(canvas, 0, 0, code, kind="letters")
    return str(canvas).splitlines()[0]


async def test_the_owner_lets_a_bot_stand_in_and_ends_that() -> None:
    async with showing(AWAY) as (pilot, session):
        assert "b: let a bot play" in await press(pilot, "e", "down", "b")
        session.tell(TableChanged(with_occupant(AWAY, 1, level="easy")))
        await pilot.press("b")
        session.tell(TableChanged(with_occupant(TURN, 1, kind="left")))
        await pilot.press("b")
        session.tell(TableChanged(TURN))
        assert "let" not in await press(pilot, "b"), "nobody who is here is played for"
    asked = [request for request, _prompt in session.requests]
    assert asked == [SeatBot(1, "normal"), RemoveBot(1), SeatBot(1, "normal")]


async def test_a_refusal_reaches_the_page_that_is_open() -> None:
    async with showing(TURN) as (pilot, session):
        await pilot.press("e")
        assert "That cannot be done now." in await tell(
            pilot, session, Refused(Sentence("That cannot be done now."))
        )


async def test_in_the_lobby_the_owner_removes_a_person_when_sure_and_a_bot_at_once() -> None:
    async with showing(LOBBY) as (pilot, session):
        assert "Remove Ben? Their program" in await press(pilot, "down", "x")
        await pilot.press("x", "down", "x")
    assert session.requests == [(Remove("Ben"), 0), (RemoveBot(2), 0)]


@pytest.mark.parametrize(
    ("seats", "words"), [((0,), "Waiting for Ben and Cem."), ((0, 1), "Waiting for Cem.")]
)
async def test_the_results_say_who_has_not_asked_for_another_game(seats: tuple[int, ...], words: str) -> None:
    table_view = OVER
    for seat in seats:
        table_view = with_occupant(table_view, seat, again=True)
    assert f"You want another game. {words}" in (await shown(table_view))[0]


@pytest.mark.parametrize("table_view", [LOBBY, OVER], ids=["lobby", "results"])
async def test_the_owner_changes_the_options(table_view: TableView) -> None:
    async with showing(table_view) as (pilot, session):
        assert "‹ yes ›" in await press(pilot, "o", "down", "down", "right")
        await pilot.press("escape")
        assert session.requests == []
        await pilot.press("o", "down", "down", "right", "enter")
        assert "o options" not in await tell(pilot, session, TableChanged(replace(table_view, owner=False)))
        assert "another game" not in text(pilot).splitlines()[-1]
    again = [(Again(), 0)] if table_view.match else []
    assert session.requests == [(Opt(choice_of(LuckyNumbersOptions(tournament=True))), 0), *again]


async def test_everyone_reads_which_game_is_next() -> None:
    jack = choice_of(LuckyJackOptions())
    shown_, _asked = await shown(replace(OVER, next=jack, owner=False))
    assert "Next: Lucky Jack · a: play again" in shown_


async def test_an_open_seat_keeps_the_next_game_from_beginning_and_a_bot_can_take_it() -> None:
    table_view = with_occupant(OVER, 1, kind="open", name="")
    assert "A seat is open: wait for somebody, or let a bot play · e: players" in (await shown(table_view))[0]
    screen, asked = await shown(table_view, "e", "down", "b")
    assert "b: seat a bot" in screen
    assert asked == [SeatBot(1, "normal")]


async def lobby_of(table_view: TableView, code: str | None) -> str:
    async with running(AtTable(ShownSession(table_view, address=scenes.ADDRESS, code=code))) as pilot:
        return text(pilot)


async def test_the_lobby_shows_the_code_large_and_what_others_type() -> None:
    full = scenes.lobby("lucky-box", owner=True, people=10)
    screen = await lobby_of(full, scenes.CODE)
    assert large(scenes.CODE) in screen
    assert "luckytui join 192.0.2.17:5825\n" in screen
    assert re.search(r"Turn\stimer:?\s+off", screen)
    assert "○ open" in screen


async def test_the_lobby_shows_only_the_options_that_matter() -> None:
    squares = scenes.lobby("lucky-squares", owner=True)
    screen = await lobby_of(squares, None)
    assert "Laps" in screen
    assert "Limit" not in screen
    screen = await lobby_of(replace(squares, options=LuckySquaresOptions(end="limit")), None)
    assert "Limit" in screen
    assert "Laps" not in screen


async def test_the_owner_reads_why_nobody_can_find_the_table() -> None:
    table_view = replace(LOBBY, unannounced=Sentence("This computer is on no network."))
    screen = await lobby_of(table_view, scenes.CODE)
    assert "This computer is on no network." in screen
    assert "Others type the" in screen
    assert "choose" not in screen
    why = Sentence("This computer is on no network, " + "and nobody else can find it " * 5 + "at all.")
    async with running(AtTable(ShownSession(replace(LOBBY, unannounced=why))), (60, 20)) as pilot:
        assert "This computer is on no network" in text(pilot)
        assert "it at all." in await press(pilot, "w")


@pytest.mark.parametrize("game", ["lucky-numbers", "lucky-jack", "lucky-box", "lucky-squares"])
async def test_a_watcher_reads_whose_turn_it_is_and_leaves_at_once(game: str) -> None:
    table_view = scenes.game(game, 3, lambda match_view: scenes.told(match_view) > 12, seat=SPECTATOR)
    async with showing(replace(table_view, watchers=("Mia",))) as (pilot, session):
        assert text(pilot).splitlines()[0].endswith("you are watching")
        assert "Waiting for" in text(pilot).splitlines()[22]
        assert "(you)" not in text(pilot)
        assert "z pause" not in await press(pilot, "z", "u", "enter", "right", "space")
        assert "m chat" in text(pilot)
        await pilot.press("q")
        assert session.has_left
    assert session.requests == []


async def test_a_full_lobby_in_a_small_terminal_still_says_the_code() -> None:
    table_view = scenes.lobby("lucky-box", owner=True, people=10)
    async with showing(table_view, address=scenes.ADDRESS, code=scenes.CODE, size=(60, 20)) as (
        pilot,
        _session,
    ):
        assert large(scenes.CODE) in text(pilot)
