"""A table in lines: games are played whole by one who hears nothing else, and every move has an answer."""

import asyncio
import io
import re
from collections import defaultdict
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from textual.actions import parse

from luckytui import settings
from luckytui.client.local import LocalSession
from luckytui.client.session import DealFound, GameChecked, TableChanged
from luckytui.client.verdict import Finding
from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, Game, IllegalMove, cell_name
from luckytui.games.lucky_numbers import rules as lucky_numbers
from luckytui.lab import simulate
from luckytui.plain.answers import Answers
from luckytui.plain.conversation import Conversation
from luckytui.plain.games import PlainGames
from luckytui.plain.home import PlainHome
from luckytui.plain.lines import Lines, Option, chosen, same
from luckytui.plain.review import PlainReview
from luckytui.plain.table import OWN, PlainTable
from luckytui.shown.commands import Command
from luckytui.shown.game import Shown, shown_of
from luckytui.shown.model import Part
from luckytui.shown.model import Path as PathOfMove
from luckytui.shown.navigation import Home
from luckytui.table.record import write
from luckytui.table.requests import Act, Again, OpenDoor, Remove, RemoveBot, Request, SeatBot, Undo
from luckytui.table.views import Door, MatchView, around
from luckytui.testing.plays import Play, Step, plays
from luckytui.text import Sentence, use_language
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.screens.games import GamesScreen
from luckytui.tui.screens.home import HomeMenu
from luckytui.tui.screens.lobby import LobbyScreen
from luckytui.tui.screens.people import PeopleScreen
from luckytui.tui.screens.results import ResultsScreen
from luckytui.tui.screens.review import ReviewScreen
from luckytui.tui.screens.table import TableScreen
from screenshots import scenes
from tests.plain.conversation import Listener, said_after
from tests.plain.tables import alone, what_is_wrong
from tests.tui.running import Access, running

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


@games
async def test_whole_games_are_played_by_one_who_hears_lines_alone(game: Game) -> None:
    said = await Listener(alone(game, game.seats[0], "by ear"), 0).play()
    assert list(what_is_wrong(said)) == []


def before(played: Play, step: Step) -> tuple[Shown, Any]:
    """Return the board of a game, and its model before a step."""
    match_view = MatchView(
        names=tuple(f"Player {seat}" for seat in range(played.seats)),
        view=step.before.view(step.seat),
        prompt=1,
        moves=tuple(step.before.moves(step.seat)),
    )
    view = around(match_view, played.game.key)
    shown = shown_of(played.game.key)
    return shown, shown.model(view).settled(asked_again=True)


@games
def test_every_legal_move_has_an_answer_of_its_own(game: Game) -> None:
    for played in plays(game, 6):
        steps = [step for step in played.steps if step.seat != CHANCE]
        for step in Random(game.key).sample(steps, min(12, len(steps))):
            shown, model = before(played, step)
            answers = [tuple(part.text for part in model.parts(move)) for move in model.moves]
            assert len({*answers}) == len(model.moves)
            assert model.question()
            assert all(shown.words.sections(model))
            for first in answers:
                assert not any(first == other[: len(first)] for other in answers if other != first)


def knows(plain: type[Conversation], command: Command) -> bool:
    """Whether lines can do what a command does, or need not."""
    _namespace, done, _given = parse(command.action or command.name)
    return command.name in plain.ONLY_DRAWN or command.request is not None or hasattr(plain, f"do_{done}")


@pytest.mark.parametrize(
    ("screen", "plain"),
    [
        (LobbyScreen, PlainTable),
        (TableScreen, PlainTable),
        (ResultsScreen, PlainTable),
        (PeopleScreen, PlainTable),
        (ReviewScreen, PlainReview),
        (GamesScreen, PlainGames),
    ],
)
def test_each_command_is_in_both_modes(screen: type[BaseScreen], plain: type[Conversation]) -> None:
    assert [command.name for command in screen.VERBS if not knows(plain, command)] == []


def test_each_command_of_the_lines_is_known_there_and_nothing_is_left_out_that_is_not_drawn() -> None:
    assert all(knows(PlainTable, command) for command in OWN)
    drawn = {
        PlainTable: (LobbyScreen, TableScreen, ResultsScreen, PeopleScreen),
        PlainReview: (ReviewScreen,),
        PlainGames: (GamesScreen,),
    }
    for plain, screens in drawn.items():
        commands = [*OWN, *(command for screen in screens for command in screen.VERBS)]
        own = {each.name for each in commands} | {parse(each.action or each.name)[1] for each in commands}
        assert plain.ONLY_DRAWN - {"0"} <= own
        done = {name.removeprefix("do_") for name in vars(plain) if name.startswith("do_")}
        assert done <= own | {"help"}


async def test_the_home_menu_leads_to_the_same_places_in_both_modes() -> None:
    home = Home("Ana", Access())
    async with running(home) as pilot:
        drawn = {item.name for item in pilot.app.screen.query_one(HomeMenu)._items}
    lines = {option.value for option in PlainHome(Lines(out=io.StringIO()), home)._menu()}
    assert drawn == lines


async def test_a_cell_or_a_word_answers_as_well_as_a_number() -> None:
    game = GAMES["lucky-numbers"]
    said = await said_after(alone(game, 2, "a seed"), "garden", "middle", "what?", "help", "who")
    assert "Your garden, row 1: " in said
    assert "tiles are left in the stack." in said
    assert "Waiting for Juno.\n“help” lists what you can type." in said
    assert "hint: See what the best bot would do here, and why." in said
    assert "Ana (you): here." in said


async def test_a_game_alone_begins_without_a_lobby() -> None:
    alone, hosted = (
        replace(scenes.lobby("lucky-jack", owner=True), door=door) for door in (None, Door(code=None))
    )
    assert "What now?" not in await said_after(scenes.ShownSession(alone), "who")
    assert "What now?" in await said_after(scenes.ShownSession(hosted), "who")


async def test_why_there_is_no_hint_is_told() -> None:
    others = scenes.game("lucky-numbers", 3, lambda seen: seen.prompt == 0 and scenes.told(seen) > 20)
    assert "It is not your turn yet." in await said_after(scenes.ShownSession(others), "hint")
    without = scenes.ShownSession(replace(others, hints=False))
    assert "There are no hints at this table." in await said_after(without, "hint")


async def test_leaving_is_asked_twice() -> None:
    said = await said_after(
        alone(GAMES["lucky-jack"], 2, "a seed"), "leave", "scores", "leave", "leave", "who"
    )
    assert said.count("once more if you mean it") == 2
    assert "Ana (you): here." not in said.partition("once more if you mean it")[2].partition("once more")[2]


async def test_a_game_that_is_over_is_reviewed_move_by_move() -> None:
    over = scenes.game("lucky-jack", 2, scenes.over)
    session = scenes.ShownSession(over)
    assert "The record of this game is not here yet." in await said_after(session, "review")
    record = simulate.play(GAMES["lucky-jack"], GAMES["lucky-jack"].options(), ["random"] * 2, "seed").record
    checked = GameChecked(write(record), Finding("fair", Sentence("It was fair.")))
    said = await said_after(scenes.ShownSession(over, checked), "review", "", "", "close", "who")
    assert "Step 2 of" in said


async def test_the_owner_opens_a_door_for_guests_and_hears_how_they_get_in() -> None:
    lobby = scenes.lobby("lucky-box", owner=True)
    closed, opened = (
        replace(lobby, door=Door(code=scenes.CODE, guests=door)) for door in (None, scenes.GUEST_DOOR)
    )
    session = scenes.ShownSession(closed, address=scenes.ADDRESS)
    said = await said_after(session, "qr", "door", "close the door")
    assert "The door is closed." in said
    assert [request for request, _prompt in session.requests] == [OpenDoor(on=True)]
    session = scenes.ShownSession(opened, address=scenes.ADDRESS)
    said = await said_after(session, "door", "close the door", "close the door")
    assert [request for request, _prompt in session.requests] == [OpenDoor(on=False)]
    assert "Guests without luckytui type 384 192 576:" in said
    assert "ssh -p 5826 192.0.2.17" in said


@pytest.mark.parametrize(("typed", "word"), [("seme", "sème"), ("LOWE", "löwe"), ("cafe\u0301", "Café")])
def test_accents_may_be_left_out(typed: str, word: str) -> None:
    assert same(typed, word)
    assert not same("seme", "semi")


def test_what_is_a_number_itself_is_typed_as_it_is() -> None:
    out, options = io.StringIO(), [Option("off", 0), *(Option(str(each), each) for each in (2, 3, 4))]
    Lines(out=out).offer(options)
    assert out.getvalue() == "1: off\n2\n3\n4\n"
    assert [each and each.value for each in (chosen(typed, options) for typed in "1234")] == [0, 2, 3, 4]


async def test_a_quiet_table_says_less_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    def table() -> LocalSession:
        return alone(GAMES["lucky-jack"], 2, "a seed")

    assert "Your cards: " in await said_after(table())
    settings.save(quiet=True)
    said = await said_after(table())
    assert "Your cards: " not in said
    assert "\nYour turn: " in said
    assert "\n1: " not in said
    said = await said_after(table(), "again")
    assert "Your cards: " not in said
    assert "\n1: " in said
    assert "Talkative." in await said_after(table(), "quiet")


@pytest.mark.parametrize(("typed", "value"), [("1", 1), ("DRAW", 1), ("13", 2), ("take", None), ("9", None)])
def test_a_number_or_a_word_chooses_and_a_word_of_two_does_not(typed: str, value: int | None) -> None:
    options = [
        Option("draw a tile", 1, ("draw",)),
        Option("take the 13", 2, ("13", "take")),
        Option("take the 4", 3, ("4", "take")),
    ]
    found = chosen(typed, options)
    assert (found and found.value) == value


def test_nothing_but_text_is_said() -> None:
    out = io.StringIO()
    Lines(out=out, is_ascii=True).say("a\x1b[31mb\tc ── é", "word " * 40)
    assert out.getvalue().splitlines()[0] == "a[31mbc e"
    assert out.getvalue().replace("\n", "").isascii()


def test_long_sentences_are_left_to_the_terminal_to_break() -> None:
    out = io.StringIO()
    Lines(out=out).say("a" * 300 + " vas\u202f?")
    assert out.getvalue() == "a" * 300 + " vas\u202f?\n"


async def test_after_a_game_the_check_words_and_the_deal_can_be_asked_for() -> None:
    over = scenes.game("lucky-jack", 2, scenes.over)
    deal = Sentence("This deal again: luckytui play --deal {line}", {"line": "2ABC"})
    checked = GameChecked(b"", Finding("fair", Sentence("It was fair."), 1, words="one two", deal=deal))
    said = await said_after(scenes.ShownSession(over, checked), "deal")
    assert "\nfair deal\nWhat now?\nYour program checked" in said
    assert "It was fair.\nCheck words: one two. Say them aloud" in said
    assert said.endswith("\nThis deal again: luckytui play --deal 2ABC\n")
    assert over.match
    later = replace(over, match=replace(over.match, number=2))
    said = await said_after(scenes.ShownSession(over, checked, later), "deal")
    assert said.endswith("The record of this game is not here yet. Try again in a moment.\n")


async def test_in_lines_only_a_host_that_cheated_is_told_of_in_full() -> None:
    over = scenes.game("lucky-jack", 2, scenes.over)
    found = [DealFound(Finding(verdict, Sentence("So it is."))) for verdict in ("unproven", "false")]
    said = await said_after(scenes.ShownSession(over, *found))
    assert said.count("So it is.") == 1
    assert said.endswith("\ndeal not proven\nWhat now?\nSo it is.\nWhat now?\n")


@games
async def test_scores_are_told_with_what_they_count_one_and_several(game: Game) -> None:
    over = scenes.game(game.key, max(2, game.seats[0]), scenes.over)
    said = (await said_after(scenes.ShownSession(over))).splitlines()
    for name in ("Ana (you)", "Ben"):
        assert [line for line in said if re.search(rf"^{re.escape(name)}: [\w, ]+\.$", line)]
    assert not re.search(r"\b1 [a-z ]+s\.", "\n".join(said))


async def test_the_owner_names_whom_a_command_is_for() -> None:
    lobby = replace(scenes.lobby("lucky-jack", owner=True), door=Door(code=None))
    session = scenes.ShownSession(lobby, address=scenes.ADDRESS)
    said = await said_after(session, "bot HARD", "remove nobody", "remove juno", "remove BEN", "1")
    names = [each.name for each in lobby.occupants]
    requests = [request for request, _prompt in session.requests]
    assert requests == [
        SeatBot(names.index(""), "hard"), RemoveBot(names.index("Juno")), Remove("Ben"),
    ]  # fmt: skip
    assert "At the table are: Ana, Ben, Juno." in said
    assert "1: remove\n0: back\nRemove Ben? Their program, name and address stay out.\n" in said


async def test_when_everyone_is_there_the_owner_hears_that_the_game_can_start() -> None:
    lobby = replace(scenes.lobby("lucky-jack", owner=True), door=Door(code=None))
    taken = tuple(each if each.name else replace(each, kind="person", name="Fay") for each in lobby.occupants)
    full = replace(lobby, occupants=taken, may={"start": (), "opt": ()})
    is_dealt = replace(full, may={})
    session = scenes.ShownSession(lobby, address=scenes.ADDRESS)
    lines = Lines(out=(out := io.StringIO()))
    playing = asyncio.create_task(PlainTable(lines, session).play())
    await asyncio.sleep(0)  # it says all at once
    assert out.getvalue().endswith("Waiting for others to join.\nWhat now?\n")
    session.tell(TableChanged(full))
    session.tell(TableChanged(is_dealt))  # nothing is asked until the game begins
    session.tell(TableChanged(lobby))
    lines.hear(None)
    await playing
    told = out.getvalue().partition("Fay: here.\n")[2]
    assert told.startswith("1: Start the game, once every seat is taken.\n")
    assert told.count("Everyone is here.\nWhat now?\n") == 1
    assert "What now?\nFay left.\n" in told


async def test_the_owner_who_removes_somebody_can_keep_the_code() -> None:
    lobby = replace(scenes.lobby("lucky-jack", owner=True), door=Door(code="7KQ-2M9"))
    session = scenes.ShownSession(lobby, address=scenes.ADDRESS)
    said = await said_after(session, "remove ben", "0", "remove ben", "2")
    assert [request for request, _prompt in session.requests] == [Remove("Ben", keep_code=True)]
    assert "2: remove, and keep the code" in said


@games
def test_every_word_of_an_answer_can_be_typed_for_it(game: Game) -> None:
    for played in plays(game, 2):
        for step in Random(game.key).sample(played.decisions, 6):
            _board, model = before(played, step)
            meant = defaultdict(set)
            for move in model.moves:
                for part in model.parts(move):
                    for word in part.words:
                        meant[word].add(move)
            for word, moves in meant.items():  # a number may be that of an answer
                assert word.isdecimal() or moves <= {*Answers(model).take(word).moves}


@games
async def test_scores_and_each_player_by_name_can_be_asked_for(game: Game) -> None:
    said = await said_after(alone(game, max(2, game.seats[0]), "a seed"), "scores", "again")
    assert "That is not an answer." not in said


@pytest.mark.parametrize("word", ["cards", "who", "again", "help"])
async def test_a_player_s_name_takes_no_word_that_asks_for_something_else(word: str) -> None:
    view = scenes.game("lucky-box", 2, lambda seen: bool(seen.prompt))
    assert view.match
    called_so = replace(view, match=replace(view.match, names=(view.match.names[0], word)))
    usual, said = [await said_after(scenes.ShownSession(each), word) for each in (view, called_so)]
    assert len(usual.splitlines()) == len(said.splitlines())


@pytest.mark.parametrize(
    ("typed", "is_more"), [("log 0", True), ("log 1", True), ("log " + "9" * 5000, False)]
)
async def test_any_number_of_lines_of_the_log_can_be_asked_for(typed: str, is_more: bool) -> None:
    over = scenes.game("lucky-box", 2, scenes.over)
    said = await said_after(scenes.ShownSession(over), typed)
    assert ("For more, type “log 2”." in said) == is_more


def test_cells_of_one_name_on_two_cards_are_told_apart_by_the_card() -> None:
    parts = {
        1: (Part("bonus 1"), Part("card 5"), Part("a1")),
        2: (Part("bonus 1"), Part("card 31"), Part("a1")),
    }
    parts[3] = (Part("bonus 8"), Part("card 5"), Part("b2"))
    paths = [PathOfMove(cast("Any", move), parts[move]) for move in (1, 2, 3)]
    answers = Answers(cast("Any", SimpleNamespace(paths=paths)))
    assert answers.take("1").asks_on
    assert [option.text for option in answers.options()] == ["card 5", "card 31"]
    assert [*answers.take("2").moves] == [2]


async def test_after_a_page_is_read_it_is_said_again_what_is_asked() -> None:
    view = scenes.game("lucky-jack", 2, lambda seen: bool(seen.prompt))
    asked, usual = [
        await said_after(scenes.ShownSession(view), *typed) for typed in (("rules", "0"), ("again",))
    ]
    assert asked.splitlines()[-1] == usual.splitlines()[-1]


@games
def test_what_may_be_named_and_is_no_answer_is_refused_by_the_rules(game: Game) -> None:
    rng, reasons = Random(game.key), set[str]()
    for played in plays(game, 5):
        for step in rng.sample(played.decisions, 4):
            _board, model = before(played, step)
            answers = Answers(model)
            tries = [*model.tries()]
            for move in rng.sample(tries, min(5, len(tries))):
                parts = model.parts(move)
                taken = answers.take(" ".join(part.words[0] if part.words else part.text for part in parts))
                if taken.moves and taken.moves[0] not in model.moves:
                    with pytest.raises(IllegalMove) as why:
                        step.before.copy().apply(step.seat, taken.moves[0])
                    reasons.add(why.value.reason.template)
                answers = Answers(model) if taken.asks_on else answers
    assert len(reasons) >= 2, reasons


async def test_a_tile_that_does_not_fit_is_refused_with_the_reason_of_the_rules() -> None:
    view = scenes.game("lucky-numbers", 2, lambda seen: bool(seen.prompt and seen.view.hand))
    assert view.match
    cells = {cell_name(move.cell) for move in view.match.moves if isinstance(move, lucky_numbers.Lay)}
    misfit = next(cell for cell in map(cell_name, lucky_numbers.CELLS) if cell not in cells)
    session = scenes.ShownSession(view)
    said = await said_after(session, misfit, "draw")
    assert [request for request, _prompt in session.requests] == [
        Act(lucky_numbers.Lay((int(misfit[1]) - 1, "abcd".index(misfit[0])))), Act(lucky_numbers.Draw()),
    ]  # fmt: skip
    assert "That is not an answer." not in said


def test_a_part_of_an_answer_that_several_have_leaves_only_these() -> None:
    view = scenes.game("lucky-squares", 3, lambda seen: bool(seen.prompt) and seen.view.stage == "act")
    shown = shown_of("lucky-squares")
    answers = Answers(shown.model(view).settled(asked_again=True))
    assert answers.take("split").asks_on
    assert answers.question() == "Which square do you halve?"
    color = answers.options()[0].text
    assert answers.take(color).asks_on, "the square that is halved, not one that gets coins"
    assert answers.question() == f"Which two squares get the halves of {color}?"
    other = answers.options()[0].value.words[0]
    assert answers.take(other).asks_on
    assert all(other in option.value.words for option in answers.options())
    for _part in range(3):
        answers.take("0")
    assert not answers.is_begun
    answers.take("split")
    assert answers.take("populate").asks_on, "another action, without going back"
    assert answers.question() == "Which square?"


async def test_what_is_left_of_several_answers_is_said_at_a_quiet_table_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    settings.save(quiet=True)
    view = scenes.game(
        "lucky-numbers",
        2,
        lambda seen: bool(seen.prompt) and len({*seen.view.middle}) > 1 and not seen.view.hand,
    )
    assert view.match
    takes = [move for move in view.match.moves if isinstance(move, lucky_numbers.Take)]
    cell = next(each.cell for each in takes if len([one for one in takes if one.cell == each.cell]) > 1)
    assert "\n1: take the " in await said_after(scenes.ShownSession(view), cell_name(cell))


async def test_again_is_understood_in_english_in_every_language() -> None:
    use_language("de")
    try:
        said = await said_after(alone(GAMES["lucky-numbers"], 2, "a seed"), "again", "nochmal")
        over = scenes.ShownSession(scenes.game("lucky-jack", 2, scenes.over))
        await said_after(over, "again")
    finally:
        use_language("system")
    assert said.count("Warten auf Juno.") == 3
    assert not over.requests


async def test_again_repeats_what_is_asked_after_a_game_too() -> None:
    session = scenes.ShownSession(scenes.game("lucky-jack", 2, scenes.over))
    said = await said_after(session, "again")
    assert said.count("What now?") == 2
    assert not session.requests
    await said_after(session, "play again")
    assert session.requests == [(Again(), 0)]


async def test_what_is_typed_in_a_pause_is_told_of_the_pause() -> None:
    view = scenes.game("lucky-numbers", 2, lambda seen: bool(seen.prompt))
    said = await said_after(scenes.ShownSession(replace(view, paused=True)), "1")
    assert said.count("The game is paused. Type “resume” to resume.") == 2
    assert "That is not an answer." not in said


async def test_who_comes_to_a_table_hears_what_is_played_and_with_whom() -> None:
    lobby = scenes.lobby("lucky-jack", owner=False)
    said = await said_after(scenes.ShownSession(lobby), "leave", "leave")
    assert f"{lobby.name}: Lucky Jack." in said
    assert "At the table: " in said


async def test_the_only_possible_answer_is_given_by_itself_unless_the_player_wants_to_be_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table_view = scenes.game("lucky-numbers", 2, lambda view: len(view.moves) > 1)
    match = replace(table_view.match, moves=table_view.match.moves[:1])
    session = scenes.ShownSession(replace(table_view, match=match))
    await said_after(session, "leave", "leave")
    assert Act(match.moves[0]) in [request for request, _prompt in session.requests]
    monkeypatch.setitem(settings._asked, "only_answer", False)
    session = scenes.ShownSession(replace(table_view, match=match))
    await said_after(session, "leave", "leave")
    assert session.requests == []


async def test_the_only_possible_answer_is_not_given_again_once_it_was_taken_back() -> None:
    table_view = scenes.game("lucky-numbers", 2, lambda view: len(view.moves) > 1)
    match = replace(table_view.match, moves=table_view.match.moves[:1], undo=True)

    class Undoing(scenes.ShownSession):
        def request(self, request: Request, prompt: int = 0) -> None:
            super().request(request, prompt)
            if isinstance(request, Undo):
                self.tell(TableChanged(replace(table_view, match=replace(match, prompt=match.prompt + 1))))

    session = Undoing(replace(table_view, match=match))
    await said_after(session, "undo", "leave", "leave")
    assert [request for request, _prompt in session.requests] == [Act(match.moves[0]), Undo()]
