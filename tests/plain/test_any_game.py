"""What is shown of a game that brings nothing but its rules: Nim, in words, as a list and on a board."""

import re

import pytest
from textual.geometry import Size

from luckytui import rulebook
from luckytui.games import GAMES
from luckytui.games.interface import Ended, View
from luckytui.plain.answers import Answers
from luckytui.shown import any_game
from luckytui.shown.game import shown_of
from luckytui.shown.navigation import Home
from luckytui.shown.offers import offers
from luckytui.table.views import MatchView, around
from luckytui.text import UserError
from luckytui.tui.boards import BOARDS
from luckytui.tui.canvas import Canvas
from luckytui.tui.screens.rules import RulesScreen
from tests.games import toys
from tests.games.toys import NIM, NoOptions, Take, Taken
from tests.plain.conversation import said_after
from tests.plain.tables import alone
from tests.tui.running import Access, press, running, settle


class Heaps(View, frozen=True):
    by_seat = ("won",)
    heaps: tuple[int, ...]
    won: tuple[int, ...]


@pytest.fixture(autouse=True)
def _nim(monkeypatch: pytest.MonkeyPatch) -> None:
    toys.install(monkeypatch)


def model(stones: int = 12) -> any_game.ListModel:
    state = NIM.new(2, NoOptions())
    state.stones = stones
    view = MatchView(names=("Ana", "Ben"), view=state.view(0), prompt=1, moves=tuple(state.moves(0)))
    return any_game.ListModel(around(view, "nim")).settled(asked_again=True)


def painted(shown: any_game.ListModel) -> list[str]:
    canvas = Canvas(Size(60, 15))
    BOARDS["nim"].PICTURE.paint(canvas, shown)
    return ["".join(cell.text for cell in row).rstrip() for row in canvas.rows]


def test_the_moves_are_a_list_with_a_cursor() -> None:
    first = model()
    assert any_game.prompt(first) == "Enter: take stones 1 · ↑↓: another move"
    last = first.does("next").does("next")
    assert last.does("act") == Take(3)
    assert last.does("next").at == first.at
    assert first.pointing_at(Take(3)).at == last.at
    assert any_game.prompt(model(1)) == "Enter: take stones 1"


def test_a_cursor_on_a_move_that_is_gone_goes_to_the_first() -> None:
    shown = model(2).going_to(("move", 2))
    assert shown.settled(asked_again=False).at == ("move", 0)


def test_the_board_shows_the_view_the_players_and_the_moves() -> None:
    assert [row.split() for row in painted(model())[1:5]] == [
        ["stones", "12", "[take", "stones", "1]"],
        ["take", "stones", "2"],
        ["▸", "●", "Ana", "(you)", "take", "stones", "3"],
        ["▼", "Ben"],
    ]


def test_what_has_a_value_for_each_seat_is_said_by_the_game() -> None:
    shown = model()
    vars(shown)["view"] = Heaps(seat=0, seats=2, active=(0,), options=NoOptions(), heaps=(3, 4), won=(1, 0))
    assert any_game.facts(shown) == [("heaps", "3, 4")]
    assert any_game.facts_of(shown, 1) == "won 0"


def test_it_is_told_and_answered_in_lines() -> None:
    shown, words = model(), shown_of("nim").words
    assert [*words.heard(shown, None, [Taken(seat=0, stones=2)])] == ["Ana (you): taken stones 2."]
    assert [*words.heard(shown, None, [Ended(winners=(1,), scores=(0, 1))])] == ["Ben wins."]
    assert words.sections(shown) == {"table": ["Stones: 12."]}
    assert [*Answers(shown).take("take stones 2").moves] == [Take(2)]
    assert [*Answers(shown).take("take 2").moves] == [Take(2)]


def test_sentences_of_the_game_take_the_place_of_names(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"moves": {"take": "take {stones}"}, "log": {"taken": ["You: {stones}.", "{name}: {stones}."]}}
    for module in ("any_game", "words"):
        monkeypatch.setattr(f"luckytui.shown.{module}.data", lambda _game, _file: words)
    assert any_game.prompt(model()) == "Enter: take 1 · ↑↓: another move"
    assert any_game.tell(Taken(seat=1, stones=2), model()) == "Ben: 2."


async def test_hints_rules_and_lesson_are_not_offered_where_there_are_none() -> None:
    help_ = await said_after(alone(NIM, 2, "a seed"), "help")
    assert not re.search("^(hint|rules): ", help_, re.MULTILINE)
    assert "There are no hints at this table." in await said_after(alone(NIM, 2, "a seed"), "hint")
    assert "hints" not in [each.name for each in offers("host", NIM)]
    for file in "lesson.toml", "rulebook.toml":
        assert rulebook.games_with(file) == [game for game in GAMES.values() if game is not NIM]
    with pytest.raises(UserError, match=r"no lesson for Nim\. Play it with bots: luckytui play nim"):
        rulebook.lesson("nim")


async def test_a_page_of_rules_without_positions_offers_none() -> None:
    async with running(Home("Ana", Access())) as pilot:
        pilot.app.push_screen(RulesScreen("nim"))
        await settle(pilot)
        shown = await press(pilot, "enter", "n", "up")
    assert "This game brings no rules to read." in shown
    assert "try it" not in shown
    assert "next position" not in shown
