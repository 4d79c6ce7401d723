"""The screens around a game: from the home screen to the results and back."""

import asyncio
import re

import pytest
from msgspec.structs import replace
from textual.containers import VerticalScroll
from textual.geometry import Size

from luckytui import rulebook
from luckytui.client.local import LocalSession
from luckytui.client.session import Closed, TableChanged
from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from luckytui.records.deal import Deal, deal_of_the_day
from luckytui.shown.navigation import AtTable, Home
from luckytui.shown.offers import Choose
from luckytui.table.requests import Act, Again, RemoveBot, SeatBot
from luckytui.table.requests import Start as StartGame
from luckytui.table.spec import TableSpec
from luckytui.table.views import TableView
from luckytui.text import Sentence
from luckytui.tui.boards.base import Board
from luckytui.tui.canvas import Canvas
from luckytui.tui.screens import setup
from luckytui.tui.screens.pages import PageScreen
from luckytui.tui.screens.rules import RulesScreen
from luckytui.tui.widgets.choices import Choices
from luckytui.tui.widgets.menu import Item, Menu
from screenshots import scenes
from tests.tui.running import KITCHEN, Access, at_home, press, running, settle, showing, tell, text

A_TURN = scenes.game("lucky-numbers", 2, lambda shown: shown.prompt > 0)


async def test_the_cursor_stays_on_an_item_when_the_table_under_it_goes() -> None:
    async with at_home() as (pilot, access):
        access.changed([KITCHEN])
        await settle(pilot)
        await pilot.press("up")
        access.changed([])
        await settle(pilot)
        assert "▸ s  Settings" in text(pilot)
        assert "▸ r  Rules" in await press(pilot, "up")


async def test_a_found_table_is_joined_from_the_home_screen() -> None:
    async with at_home() as (pilot, access):
        access.changed([KITCHEN._replace(code=False)])
        await settle(pilot)
        assert "3 of 4 seats taken" in await press(pilot, "up", "enter")
    assert access.joined == [("192.0.2.17:5825", "00", False)]


async def test_a_closed_door_says_why() -> None:
    async with at_home(closed=True) as (pilot, _):
        assert "Nobody hosts there." in await press(pilot, "t", "a", *"attic", "enter")
        assert "Nobody hosts there." in await press(pilot, "escape", "escape", "o", "enter")


async def test_a_network_that_cannot_be_searched_says_why() -> None:
    async with at_home() as (pilot, access):
        access.failed(Sentence("This computer is on no network."))
        await settle(pilot)
        assert "This computer is on no network." in text(pilot)


def test_what_is_chosen_for_the_table_stays_with_another_game() -> None:
    chosen = {"turn_seconds": 30, "best_of": 5, "open": True, "door": True, "hints": False, "seats": 3}
    choices = setup.offers("host", kept=chosen)
    choices[0].value = GAMES["lucky-jack"]
    another = setup.offers_for_another("host", choices)
    assert {each.name: each.value for each in another}.items() >= chosen.items()
    assert [each.shown for each in another if each.name in {"turn_seconds", "open"}] == ["30", "anyone"]


@pytest.mark.parametrize("menu", [Menu, Choices])
def test_a_list_says_that_it_goes_on_below_and_ends_with_no_heading(menu: type[Menu] | type[Choices]) -> None:
    def shown(rows: int) -> list[str]:
        canvas = Canvas(Size(60, rows))
        if menu is Choices:
            Choices([Choose(name, name, "", ("x",), "x") for name in "abcd"]).paint(canvas)
        else:
            Menu([Item("a", "a"), Item("b", "b"), Item("", "More"), Item("c", "c")]).paint(canvas)
        return [line for line in str(canvas).splitlines() if line]

    assert "▾" not in "".join(shown(6))
    assert shown(3)[-1].endswith("▾")
    assert "More" not in shown(3)[-1]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_row_of_the_set_up_moves_when_the_cursor_does(game: Game) -> None:
    form = setup.SetupForm(setup.offers("alone", game))
    for height in range(20, 30):
        places = []
        for _row in form.choices:
            canvas = Canvas(Size(80, height))
            form.paint(canvas)
            places.append(canvas.places)
            form.action_go(1)
        assert places == [places[0]] * len(places)


async def test_the_set_up_is_made_from_the_games_options() -> None:
    async with at_home() as (pilot, access):
        shown = await press(pilot, "p")
        for words in ("Players", "Bots", "Set-up", "Tournament", "Bruno's variant"):
            assert words in shown
        assert "how many seats the table has" in await press(pilot, "down", "right")
        await pilot.press("down", "down", "right", *("down", "right") * 3, "enter")
    (spec,) = access.opened
    assert (spec.seats, spec.bots, spec.levels, spec.turn_seconds) == (3, 2, ("normal",), 15)
    assert spec.best_of == 3
    assert spec.options == LuckyNumbersOptions(setup="free", tournament=True)


async def test_each_value_of_a_set_up_is_explained_at_80_columns() -> None:
    async with running(Home("Ana", Access())) as pilot:
        shown = await press(pilot, "p", "right", "right")
    assert all(words in shown for words in ("they play sensibly", "take all the time you need"))


async def test_the_deal_of_the_day_is_chosen_in_the_set_up_and_not_offered_again() -> None:
    access, game = Access(), GAMES["lucky-numbers"]
    async with running(Home("Ana", access)) as pilot:
        shown = await press(pilot, "p", "down", "right", "up", "up", "right")
        assert "the same for everyone" in " ".join(shown.split())
        before, today = deal_of_the_day(game), None
        await pilot.press("enter")
        today = deal_of_the_day(game)
    (spec,) = access.opened
    assert Deal(spec.rules, spec.options, spec.seats, str(spec.seed)) in {before, today}
    assert access.last
    assert access.last.table.seed is None


async def test_the_owner_fills_the_lobby() -> None:
    async with at_home() as (pilot, access):
        await pilot.press("o", "enter", "f", "down", "down", "b", "x")
    asked = [request for request, _prompt in access.session.requests]
    assert asked == [SeatBot(3, "normal"), RemoveBot(2), SeatBot(2, "hard"), RemoveBot(2)]


async def test_a_full_lobby_offers_the_start_to_its_owner_alone() -> None:
    lobby = scenes.lobby("lucky-numbers", owner=True)
    full = replace(lobby, occupants=(*lobby.occupants[:3], lobby.occupants[1]))
    async with showing(full) as (pilot, session):
        assert "⏎ start" in text(pilot)
        assert "Everyone is here · Enter: start the game" in text(pilot)
        await pilot.press("enter")
        assert "Waiting for the host to start the game." in await tell(
            pilot, session, TableChanged(replace(full, owner=False))
        )
        await pilot.press("enter")
    assert session.requests == [(StartGame(), 0)]


@pytest.mark.parametrize(("key", "words"), [("w", "Game log"), ("r", "the rules"), ("question_mark", "Keys")])
async def test_a_page_opens_over_the_table_and_closes(key: str, words: str) -> None:
    async with showing(scenes.game("lucky-numbers", 2, lambda shown: shown.prompt > 0)) as (pilot, _):
        assert words in await press(pilot, key)
        assert "▸ your turn" in await press(pilot, "escape")


async def test_the_game_log_reaches_back_to_the_beginning() -> None:
    late = scenes.game("lucky-numbers", 2, lambda shown: scenes.told(shown) > 60, whole=True)
    async with running(AtTable(scenes.ShownSession(late))) as pilot:
        assert "A new game" in await press(pilot, "w", *["pageup"] * 9)


async def test_the_results_offer_another_game() -> None:
    async with showing(scenes.game("lucky-numbers", 3, scenes.over)) as (pilot, session):
        assert "the garden is full" in text(pilot)
        assert "★" in text(pilot)
        assert "a: play again" in await press(pilot, "enter", "space")
        assert session.requests == [], "nobody leaves the results by a reflex"
        await pilot.press("a")
    assert session.requests == [(Again(), 0)]


@pytest.mark.parametrize("seats", [2, 3])
async def test_g_on_the_results_leads_to_another_game(seats: int) -> None:
    game = GAMES["lucky-numbers"]
    spec = TableSpec(
        game=game.key, options=game.options(), name="home", seats=seats, bots=seats - 1, seed="g", pace=0
    )
    session = LocalSession(spec, "Ana")
    async with running(AtTable(session)) as pilot:
        table = session._table
        while table.playing:
            match = table.view(0).match
            if match and match.prompt:
                session.request(Act(match.moves[0]), match.prompt)
            await asyncio.sleep(0)
        await settle(pilot)
        shown = await press(pilot, "x", "enter")  # the end of the game was on the board
        assert "g another game" in shown
        refused = await press(pilot, "g", "left", "enter")
        if seats == 2:
            assert "Lucky Squares is for 3–6 players, not for 2." in refused
            await pilot.press("left", "left", "enter")
        await settle(pilot)
        title = text(pilot).splitlines()[0]
        assert ("Lucky Jack" if seats == 2 else "Lucky Squares") in title
        assert table.playing
        names = [occupant.name for occupant in table.view(0).occupants]
        assert all(name in text(pilot) for name in names)


@pytest.mark.parametrize("game", GAMES)
async def test_b_leads_from_the_results_to_the_board_and_v_and_esc_lead_back(game: str) -> None:
    async with running(AtTable(scenes.ShownSession(scenes.game(game, 3, scenes.over)))) as pilot:
        results = text(pilot)
        for key in ("v", "escape"):
            assert "v results" in await press(pilot, "b")
            assert text(pilot).splitlines()[0].endswith("the game is over")
            assert await press(pilot, key) == results


async def test_the_board_of_a_game_that_is_over_says_who_wants_another() -> None:
    async with showing(scenes.game("lucky-numbers", 3, scenes.over)) as (pilot, session):
        assert "another game" not in await press(pilot, "b")
        over = scenes.with_occupant(scenes.game("lucky-numbers", 3, scenes.over), 1, again=True)
        assert "Ben wants another game" in await tell(pilot, session, TableChanged(over))
        assert "Middle" in text(pilot), "the board is still there"
        assert "Ben wants another game · a: play again" in await press(pilot, "v")


async def test_the_game_log_of_the_results_tells_the_whole_game() -> None:
    async with showing(scenes.game("lucky-numbers", 2, scenes.over)) as (pilot, _):
        log = await press(pilot, "w")
    assert "Nothing has happened yet." not in log
    assert " win" in log


async def test_the_game_log_opens_at_the_newest_line() -> None:
    late = scenes.game("lucky-numbers", 2, lambda shown: shown.prompt > 0 and scenes.told(shown) > 60)
    async with running(AtTable(scenes.ShownSession(late))) as pilot:
        newest = text(pilot).splitlines()[21].lstrip(" ●▼")
        assert newest in await press(pilot, "w")


async def test_the_results_stay_when_the_table_closes() -> None:
    async with showing(scenes.game("lucky-numbers", 2, scenes.over)) as (pilot, session):
        assert "the garden is full" in await tell(
            pilot, session, Closed(Sentence("The host has closed the table."))
        )
        assert "The host has closed the table. q: leave" in text(pilot)
        await pilot.press("q")
        assert pilot.app.return_code == 0


@pytest.mark.parametrize(
    "shown",
    [
        scenes.lobby("lucky-jack", owner=False),
        scenes.game("lucky-numbers", 2, lambda shown: shown.prompt > 0),
    ],
    ids=["lobby", "game"],
)
async def test_what_a_table_showed_stays_with_the_reason_when_it_closes(shown: TableView) -> None:
    async with showing(shown) as (pilot, session):
        before = text(pilot).splitlines()[1:14]
        session.tell(Closed(Sentence("The host has closed the table.")))
        told = await press(pilot, "enter")
        assert told.splitlines()[1:14] == before
        assert "no connection" in told
        assert "The host has closed the table. q: leave" in told
        assert session.requests == []
        await pilot.press("q")
        assert pilot.app.return_code == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seconds": None}, "It is your turn. The game waits for you."),
        ({"seconds": 9.0}, "the timer runs"),
        ({"prompt": 0}, "The game is still running."),
    ],
)
async def test_a_small_terminal_says_what_the_game_does(changes: dict[str, float | None], words: str) -> None:
    async with showing(replace(A_TURN, match=replace(A_TURN.match, **changes)), size=(50, 18)) as (
        pilot,
        session,
    ):
        assert "luckytui needs 60×20 characters." in text(pilot)
        assert "This terminal has 50×18." in text(pilot)
        assert words in text(pilot)
        assert "The game is paused." in await tell(pilot, session, TableChanged(replace(A_TURN, paused=True)))
        session.tell(TableChanged(A_TURN))
        await pilot.resize_terminal(100, 30)
        await settle(pilot)
        assert "▸ your turn" in text(pilot)


async def test_esc_leads_from_the_rules_back_to_the_list_of_games() -> None:
    async with running(Home("Ana", Access())) as pilot:
        assert "the rules" in await press(pilot, "r", "down", "enter")
        assert "players" in await press(pilot, "escape")
        assert "Play alone" in await press(pilot, "escape")


@pytest.mark.parametrize(("key", "title"), [("p", "Play alone"), ("o", "Host a table")])
async def test_the_prompt_and_the_key_bar_do_not_say_the_same_in_the_set_up(key: str, title: str) -> None:
    async with running(Home("Ana", Access())) as pilot:
        *above, prompt, keys = (await press(pilot, key)).splitlines()
    assert above[0].strip() == title
    assert "⏎ start" in keys
    assert ":" not in prompt


@pytest.mark.parametrize("game", GAMES)
async def test_the_rules_page_is_readable_to_its_last_word(game: str) -> None:
    words = re.findall(r"\w+", rulebook.page(game))
    async with running(Home("Ana", Access())) as pilot:
        pilot.app.push_screen(RulesScreen(game))
        await settle(pilot)
        page = pilot.app.screen.query_one(VerticalScroll).walk_children()
        lines = [strip.text for part in page for strip in part.render_lines(part.outer_size.region)]
    assert set(words) <= set(re.findall(r"\w+", "\n".join(lines)))


@pytest.mark.parametrize("game", GAMES)
async def test_a_new_size_in_the_middle_of_a_move_keeps_cursor_and_choice(game: str) -> None:
    table_view = scenes.game(game, 3, lambda shown: shown.prompt > 0 and len(shown.moves) > 2)
    async with running(AtTable(scenes.ShownSession(table_view))) as pilot:
        await pilot.press("right", "down", "right")
        board = pilot.app.screen.query_one(Board)
        cursor, prompt = board.model.selection, board.prompt_text()
        for width, height in [(60, 20), (40, 10), (120, 40), (200, 60), (80, 24)]:
            await pilot.resize_terminal(width, height)
            await settle(pilot)
            assert max(map(len, text(pilot).splitlines())) <= width
        assert pilot.app.screen.query_one(Board).model.selection == cursor
        assert prompt in text(pilot)


def test_a_key_that_comes_before_a_page_is_there_does_no_harm() -> None:
    PageScreen("Game log", []).action_scroll(1)


async def test_the_table_is_called_after_its_host_until_somebody_calls_it_otherwise() -> None:
    async with running(Home("Root", Access())) as pilot:
        assert "Ana's table" in await press(pilot, "o", "n", "ctrl+u", *"Ana")
        await pilot.press("tab", "ctrl+u", *"attic", "shift+tab")
        assert {"attic", "bel"} <= {*(await press(pilot, *"bel")).split()}


async def test_every_value_of_an_option_has_a_sentence_of_its_own() -> None:
    async with running(Home("Ana", Access())) as pilot:
        await pilot.press("p", *["down"] * 5)
        told = set()
        for _value in range(3):
            shown = await press(pilot, "right")
            told.update(re.findall(r"[‹] \w+ ›\] +(.+)", shown))
    assert len(told) == 3


async def test_a_wide_home_says_how_many_tables_it_does_not_show_and_leads_to_them() -> None:
    async with at_home(size=(120, 30)) as (pilot, access):
        access.changed([KITCHEN._replace(name=f"table {number}") for number in range(20)])
        await settle(pilot)
        assert "▾ 10" in text(pilot)
        assert "table 19" not in text(pilot)
        told = await press(pilot, "up")
        assert "table 19" in told
        assert "▾" not in told


@pytest.mark.parametrize(("size", "is_shown"), [((111, 30), False), ((112, 30), True), ((112, 29), False)])
async def test_large_terminals_show_the_games_as_open_blocks(size: tuple[int, int], is_shown: bool) -> None:
    async with running(Home("Ana", Access()), size) as pilot:
        assert ("2 Lucky Jack · 2–6" in text(pilot)) == is_shown
        assert "Seconds to claim" in await press(pilot, "2")


@pytest.mark.parametrize(
    ("size", "is_enough"),
    [((60, 20), True), ((60, 19), False), ((59, 29), False), ((48, 30), True), ((47, 30), False)],
)
async def test_a_terminal_is_large_enough_lying_or_upright(size: tuple[int, int], is_enough: bool) -> None:
    async with running(AtTable(scenes.ShownSession(A_TURN)), size) as pilot:
        assert ("Please make it larger." in text(pilot)) == (not is_enough)


@pytest.mark.parametrize("size", [(48, 30), (48, 39), (59, 45)], ids=str)
@pytest.mark.parametrize("game", GAMES)
async def test_an_upright_phone_shows_everyone_at_every_table(game: str, size: tuple[int, int]) -> None:
    seats = min(6, GAMES[game].seats[-1])
    shown = scenes.game(game, seats, lambda match: scenes.told(match) > 30 and match.prompt > 0)
    async with running(AtTable(scenes.ShownSession(shown)), size) as pilot:
        seen = text(pilot)
        assert all(name in seen for name in scenes.NAMES[:seats])
        assert "Enter: " in seen
        canvas, model = pilot.app.screen.query_one(Board).canvas, pilot.app.screen.query_one(Board).model
        tapped = [canvas.places[place] for place in model.open_places if place[0] != "use"]
        assert all(x >= 0 and x + wide <= canvas.width for x, _y, wide, _high in tapped)
        assert all(y >= 0 and y + high <= canvas.height for _x, y, _wide, high in tapped)
