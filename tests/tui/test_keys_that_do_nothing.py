"""Keys that do nothing say why, the only answer is given by itself, and a hint is what Enter plays."""

import re

import pytest
from msgspec.structs import replace

from luckytui import settings
from luckytui.bots.judge import Advice
from luckytui.client.session import Refused, TableChanged
from luckytui.games.interface import SPECTATOR, Move
from luckytui.games.lucky_box.rules import EndTurn, LuckyBoxView
from luckytui.games.lucky_jack.rules import Decline, Keep, TakeIt, Toss
from luckytui.shown.navigation import AtTable, EntryPoint, Home
from luckytui.table.requests import Act, Undo
from luckytui.table.views import Door, MatchView, TableView
from luckytui.text import N_, Sentence
from luckytui.tui.commands import available
from screenshots import scenes
from tests.tui.running import Access, press, running, showing, tell, text


def asked(game: str, stage: str) -> TableView:
    return scenes.game(game, 3, lambda seen: seen.prompt > 0 and getattr(seen.view, "stage", "") == stage)


def drawn(moves: tuple[Move, ...]) -> TableView:
    scene = asked("lucky-jack", "drawn")
    return replace(scene, match=replace(scene.match, moves=moves))


async def test_a_hint_in_a_claim_leaves_enter_the_safe_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def found(*_what: object) -> Advice:
        return Advice(TakeIt(), (Sentence(N_("draw")),), None)

    monkeypatch.setattr("luckytui.shown.hints.advice", found)
    scene = asked("lucky-jack", "claim")
    async with showing(replace(scene, match=replace(scene.match, seconds=8.0))) as (pilot, session):
        *above, prompt, _keys = (await press(pilot, "i")).splitlines()
        assert "Hint: I take it! – draw" in "\n".join(above)
        assert "t: I TAKE IT! · n, Enter: pass" in prompt
        await press(pilot, "enter")
    assert [request for request, _ in session.requests] == [Act(Decline())]


@pytest.mark.parametrize("hinted", [Keep(), Toss()])
async def test_enter_plays_the_hint_after_a_new_view(monkeypatch: pytest.MonkeyPatch, hinted: Move) -> None:
    scene = drawn((Keep(), Toss()))
    session = scenes.ShownSession(scene)

    async def found(*_what: object) -> Advice:
        return Advice(hinted, (Sentence(N_("draw")),), None)

    monkeypatch.setattr("luckytui.shown.hints.advice", found)
    async with running(AtTable(session)) as pilot:
        assert "– Enter: do it – draw" in await press(pilot, "i")
        assert "Enter: do it" in await tell(
            pilot, session, TableChanged(scenes.with_talk(scene, ("Ben", "Hurry!")))
        )
        await pilot.press("enter")
    assert session.requests == [(Act(hinted), scene.match.prompt)]


async def test_escape_closes_a_hint_and_enter_is_again_what_the_prompt_says() -> None:
    async with showing(drawn((Keep(), Toss()))) as (pilot, session):
        assert re.search("Looking|Hint", await press(pilot, "i"))
        assert "Enter: keep it" in await press(pilot, "escape")
        await pilot.press("enter")
    assert [request for request, _ in session.requests] == [Act(Keep())]


async def test_where_there_is_no_hint_enter_does_what_it_did_before(monkeypatch: pytest.MonkeyPatch) -> None:
    async def found(*_what: object) -> None:
        return None

    monkeypatch.setattr("luckytui.shown.hints.advice", found)
    async with showing(drawn((Keep(), Toss()))) as (pilot, session):
        assert "There is no hint now." in await press(pilot, "i")
        await pilot.press("enter")
    assert [request for request, _ in session.requests] == [Act(Keep())]


async def test_a_key_for_a_move_that_is_not_legal_asks_the_rules_why() -> None:
    async with showing(asked("lucky-jack", "turn")) as (pilot, session):
        await pilot.press("x", "t")
    assert [request for request, _ in session.requests] == [Act(Toss()), Act(TakeIt())]


def turn(game: str = "lucky-numbers", **changes: object) -> TableView:
    return replace(scenes.game(game, 3, lambda seen: seen.prompt > 0), **changes)


def others_turn() -> TableView:
    return scenes.game("lucky-numbers", 3, lambda seen: seen.prompt == 0 and scenes.told(seen) > 20)


def at(table_view: TableView) -> AtTable:
    return AtTable(scenes.ShownSession(table_view))


WITH_GUESTS = Door(code=scenes.CODE, guests=scenes.GUEST_DOOR)


def guest(table_view: TableView) -> TableView:
    return replace(table_view, seat=1, owner=False)


RESULTS, HOST = "The game is over · v: results", "Only the host can do that · "
KEYS = {
    "a turn": (
        lambda: asked("lucky-jack", "drawn"),
        "",
        {
            "v": "Not now · v: Go back to the results, once the game is over.",
            "N": "“N” does nothing here · ?: help",
            "7": "You can't choose “7” now.",
            "left": "Enter: ",
        },
    ),
    "a turn without hints": (lambda: turn(hints=False), "", {"i": "There are no hints at this table."}),
    "another's turn": (others_turn, "", dict.fromkeys(("s", "enter", "i", "3"), "It is not your turn yet.")),
    "a pause": (
        lambda: turn(paused=True, occupants=scenes.with_occupant(turn(), 0, pause=True).occupants),
        "",
        dict.fromkeys(("enter", "s", "i", "u"), "You paused the game · z: resume"),
    ),
    "watching": (
        lambda: replace(others_turn(), seat=SPECTATOR),
        "",
        dict.fromkeys(("enter", "s"), "You are watching."),
    ),
    "the board after the end": (
        lambda: scenes.game("lucky-box", 3, scenes.over),
        "b",
        dict.fromkeys(("enter", "x", "i", "u", "z"), RESULTS),
    ),
    "a guest's results": (
        lambda: guest(scenes.game("lucky-box", 3, scenes.over)),
        "",
        {"enter": "a: play again", "g": HOST + "g: Choose another game, or how the next one is played."},
    ),
    "a host's lobby": (
        lambda: scenes.lobby("lucky-jack", owner=True, people=1),
        "",
        {
            "enter": "There are open seats: wait for somebody, or seat bots there.",
            "b": "That seat is taken.",
            "x": "You can't remove yourself.",
            "m": "No other person is here.",
        },
    ),
    "a guest's lobby": (
        lambda: scenes.lobby("lucky-jack", owner=False),
        "",
        {
            "enter": HOST + "⏎: Start the game, once every seat is taken.",
            "x": HOST + "x: Remove the player or bot from this seat.",
        },
    ),
    "a guest's list of players": (
        lambda: scenes.lobby("lucky-jack", owner=False),
        "e",
        {"l": HOST + "l: Let nobody new join this table."},
    ),
}
"""What leads to each screen, and what it says of keys that do nothing there."""


@pytest.mark.parametrize("where", KEYS)
async def test_a_key_that_does_nothing_says_why_until_the_next_key(where: str) -> None:
    scene, way, keys = KEYS[where]
    async with running(AtTable(scenes.ShownSession(scene()))) as pilot:
        await press(pilot, *way)
        for key, says in keys.items():
            assert says in " ".join((await press(pilot, key)).split())
            assert "Not now" not in await press(pilot, "left")


SCREENS: dict[str, tuple[EntryPoint, str]] = {
    "home": (Home("Ana", Access()), ""),
    "set-up": (Home("Ana", Access()), "4"),
    "games to learn": (Home("Ana", Access()), "l"),
    "help": (Home("Ana", Access()), "?"),
    "lobby": (at(scenes.lobby("lucky-jack", owner=False)), ""),
    "log": (at(others_turn()), "w"),
    "rules": (at(others_turn()), "r"),
    "QR code": (at(replace(scenes.lobby("lucky-jack", owner=True), door=WITH_GUESTS)), "Q"),
    "another's turn": (at(others_turn()), ""),
    "watching": (at(replace(others_turn(), seat=SPECTATOR)), ""),
}
"""Screens with few keys, and what leads there."""


@pytest.mark.parametrize("where", SCREENS)
async def test_each_key_without_a_use_says_so(where: str) -> None:
    start, way = SCREENS[where]
    async with running(start) as pilot:
        usual = await press(pilot, *way)
        here = pilot.app.screen.focused or pilot.app.screen
        for key in ("Z", "f2", "home", "insert", "down", "escape", "ctrl+d"):
            if not any(available(here, key)):
                assert await press(pilot, key) != usual, key
        assert "“!” does nothing here" in await press(pilot, "exclamation_mark")


async def test_in_the_set_up_a_key_that_does_nothing_says_so_until_the_next_key() -> None:
    async with running(Home("Ana", Access())) as pilot:
        assert "“1” does nothing here · ?: help" in await press(pilot, "4", "1")
        told = "Choose a game and how to play it. A game takes about 6 minutes."
        assert told in await press(pilot, "right", "right"), "as long as Lucky Jack takes"
        assert "does nothing" not in await press(pilot, "n", "1")


async def test_the_table_says_why_a_move_cannot_be_taken_back_until_something_happens() -> None:
    async with showing(scene := turn()) as (pilot, session):
        await pilot.press("u")
        for told, is_there in ((scene, True), (scenes.with_talk(scene, ("Ben", "Hurry!")), False)):
            session.tell(Refused(Sentence("It is too late.")))
            await tell(pilot, session, TableChanged(told))
            assert ("It is too late." in text(pilot)) == is_there
    assert [request for request, _prompt in session.requests] == [Undo()]


async def test_why_a_game_cannot_start_yet_goes_once_it_can() -> None:
    async with showing(lobby := scenes.lobby("lucky-jack", owner=True)) as (pilot, session):
        assert "There are open seats" in await press(pilot, "enter")
        assert "Everyone is here · Enter: start the game" in await tell(
            pilot, session, TableChanged(scenes.with_occupant(lobby, 3, kind="person", name="Ben"))
        )


async def test_while_a_clock_runs_the_prompt_keeps_its_answers() -> None:
    scene = asked("lucky-jack", "claim")
    async with showing(replace(scene, match=replace(scene.match, seconds=8.0))) as (pilot, _):
        rows = (await press(pilot, "v")).splitlines()
        assert "t: I TAKE IT! · n, Enter: pass" in rows[-2]
        assert any("Not now · v" in row for row in rows[:-2])


def at_the_end_of_a_turn(seen: MatchView) -> bool:
    return seen.moves == (EndTurn(),) and isinstance(seen.view, LuckyBoxView)


@pytest.mark.parametrize("gives", [True, False])
async def test_the_only_answer_is_given_by_itself_once_unless_the_player_sets_otherwise(
    monkeypatch: pytest.MonkeyPatch, *, gives: bool
) -> None:
    monkeypatch.setitem(settings._asked, "only_answer", gives)
    scene = scenes.game("lucky-box", 2, at_the_end_of_a_turn)
    async with showing(scene) as (pilot, session):
        await tell(pilot, session, TableChanged(scene))
    assert session.requests == [(Act(EndTurn()), scene.match.prompt)] * gives


async def test_after_a_move_is_taken_back_each_answer_is_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scenes.game("lucky-box", 2, lambda seen: at_the_end_of_a_turn(seen) and seen.undo)
    async with showing(scene) as (pilot, session):
        await pilot.press("u")
        monkeypatch.setitem(settings._asked, "only_answer", True)
        pilot.app._load_settings()  # type: ignore[attr-defined]
        await tell(
            pilot,
            session,
            TableChanged(replace(scene, match=replace(scene.match, prompt=scene.match.prompt + 1))),
        )
    assert session.requests == [(Undo(), scene.match.prompt)]


@pytest.mark.parametrize(
    ("game", "typed"), [("lucky-numbers", "b3"), ("lucky-jack", "1 … 7"), ("lucky-squares", "1 … 6")]
)
async def test_the_help_has_what_can_be_typed_and_each_key_once_in_its_place(game: str, typed: str) -> None:
    scene = scenes.game(game, 3, lambda seen: seen.prompt > 0)
    async with running(AtTable(scenes.ShownSession(scene)), size=(80, 90)) as pilot:
        shown = await press(pilot, "question_mark")
    assert typed in shown
    parts = re.split(r"Keys on the board|Around it|You can also type", shown)
    assert len(parts) == 4
    for part in parts[1:3]:
        keys = [key for row in part.splitlines() for key in row[1:].partition("   ")[0].split()]
        assert len(keys) == len({*keys})


async def test_enter_passes_in_a_claim_whatever_else_is_pressed() -> None:
    scene = asked("lucky-jack", "claim")
    async with showing(scene) as (pilot, session):
        await pilot.press("left", "tab", "enter")
    assert [request for request, _ in session.requests] == [Act(Decline())]
