"""What can be read or changed in lines: the home menu, rules, lessons, options, settings, a replay."""

import asyncio
import io
import re
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import BrokenExecutor, Future
from functools import cache, partial
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from luckytui import rulebook, settings
from luckytui.client.local import Branch
from luckytui.client.session import Session
from luckytui.games import GAMES
from luckytui.lab import analysis, simulate
from luckytui.plain import pages
from luckytui.plain.games import PlainGames
from luckytui.plain.home import PlainHome
from luckytui.plain.lines import Lines
from luckytui.plain.review import PlainReview
from luckytui.records.store import Store
from luckytui.shown.game import shown_of
from luckytui.shown.navigation import Home
from luckytui.table.record import Record
from luckytui.table.requests import Review
from luckytui.table.views import ReviewView
from luckytui.text import _
from screenshots import scenes
from tests.plain.test_same_moves import numbers
from tests.tui.running import KITCHEN, Access, analysed_here


@pytest.fixture(autouse=True)
def _no_game_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


Page = Callable[[Lines], Coroutine[None, None, object]]
SitDown = Callable[[Session], Awaitable[object]]


async def said_on(page: Page, *typed: str) -> str:
    """Return what is said on a page while a player types this."""
    out = io.StringIO()
    lines = Lines(out=out)
    for line in typed:
        lines.hear(line)
    lines.hear(None)
    try:
        await page(lines)
    except EOFError:
        out.write("(no more is typed)")
    return out.getvalue()


async def until(condition: Callable[[], object]) -> None:
    """Let what is under way go on until a condition holds."""
    while not condition():  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0)


def the_home(access: Access) -> Page:
    return lambda lines: PlainHome(lines, Home("Ana", access)).run()


async def test_a_table_is_set_up_from_the_home_menu() -> None:
    access = Access()
    typed = ("alone", "game", "lucky jack", "players", "4", "bots", "hard", "turn timer", "15", "start")
    await said_on(the_home(access), *typed)
    (spec,) = access.opened
    assert (spec.game, spec.seats, spec.levels, spec.turn_seconds) == ("lucky-jack", 4, ("hard",), 15)


async def test_a_table_with_a_door_for_guests_is_set_up_and_offered_again() -> None:
    access = Access()
    typed = ("host", "door for guests", "yes", "who can join", "anyone", "hints", "no", "1", *["leave"] * 2)
    said = await said_on(the_home(access), *typed, "again", "play again", *["leave"] * 2, "0")
    assert access.doors == [True, True]
    assert [(spec.open, spec.hints) for spec in access.opened] == [(True, False)] * 2
    assert "(no more is typed)" not in said
    assert "yes: others join by ssh or in a browser" in said


async def test_a_table_is_only_watched_if_wanted() -> None:
    access = Access()
    home = PlainHome(lines := Lines(out=io.StringIO()), Home("Ana", access))
    for typed in ("join", "1", "0", "join", "1", "watch", "", "leave", "leave", "0", None):
        lines.hear(typed)
    home._found([KITCHEN._replace(code=False)])
    await home.run()
    assert access.joined == [("192.0.2.17:5825", "00", True)]


async def test_what_is_found_while_one_plays_is_not_told() -> None:
    access, out = Access(), io.StringIO()
    lines = Lines(out=out)
    playing = asyncio.create_task(PlainHome(lines, Home("Ana", access)).run())
    lines.hear("host")
    lines.hear("start")
    await until(lambda: access.opened)
    access.changed([KITCHEN])
    for typed in ("leave", "leave", "0"):
        lines.hear(typed)
    await playing
    assert "A table was found" not in out.getvalue()
    assert "Join a table: 1 found" in out.getvalue()


async def test_the_home_menu_ends_with_0_and_leads_back_from_everywhere() -> None:
    said = await said_on(
        the_home(Access()), "help", "rules", "0", "learn", "0", "settings", "0", "host", "0", "0"
    )
    assert said.count("What do you want to do?") == 6
    assert "That is not an answer." not in said
    assert "(no more is typed)" not in said


async def test_a_table_with_a_code_is_joined_by_its_address() -> None:
    access = Access(code="7KQ-2M9")
    said = await said_on(the_home(access), "join", "1", "192.0.2.7", "7KQ-2M9", "leave", "leave")
    assert "Type the code" in said
    assert access.joined == [("192.0.2.7", None, False)] * 2


@pytest.mark.parametrize("game", GAMES)
async def test_every_paragraph_can_be_read(game: str) -> None:
    parts = [part for part in rulebook.paragraphs(game) if part.status != "screen"]
    typed = ["1", *["read on"] * (len(parts) - 1), "0", "0"]
    said = await said_on(lambda lines: pages.read_rules(lines, game), *typed)
    assert "(no more is typed)" not in said
    assert all(said.count(f"\n{part.title}\n") == 1 for part in parts)
    assert "independent" in said


def test_a_table_of_the_rules_is_heard_row_by_row() -> None:
    told = [*pages.heard(next(part for part in rulebook.paragraphs("lucky-jack") if "|" in part.text).text)]
    assert told[2] == "1: symbol lemon; 3 cards 1,000; 4 cards 2,000."
    assert told[-1] == "7: symbol seven; 3 cards 7,000; 4 cards 14,000."
    assert [*pages.heard("- a moon (`☾`).")] == ["a moon."]


async def test_reading_on_is_always_the_first_answer() -> None:
    said = await said_on(lambda lines: pages.read_rules(lines, "lucky-jack"), *["1"] * 14, "0", "0")
    assert "If your time runs out\n" in said.split("Which paragraph")[1]


@pytest.mark.parametrize("game", GAMES)
async def test_each_position_of_the_rules_is_tried_and_what_is_refused_names_its_paragraph(game: str) -> None:
    shown, unsayable = shown_of(game), 0
    tried = [(part, position) for part in rulebook.paragraphs(game) for position in part.positions]
    for part, position in tried:
        legal = [rulebook.move(game, position.seat, written) for written in position.legal]
        illegal = [rulebook.move(game, position.seat, written) for written in position.illegal]
        view = pages.study_of(game, position).view()
        sayable = pages.sayable(shown.model(view).settled(asked_again=True), illegal)
        unsayable += len(illegal) - len(sayable)
        for move in (*legal, *sayable):
            typed = numbers(shown, view, move, sayable)
            page = partial(pages.try_position, game=game, part=part, position=position)
            said = await said_on(page, *typed, "0", "0", "0")
            assert "(no more is typed)" not in said
            assert ("The rule: " in said) == (move in sayable), said
    assert unsayable <= 3, "cards and a cell that are not there"


@pytest.mark.parametrize("game", GAMES)
async def test_a_lesson_is_played_to_its_end_by_answers(game: str) -> None:
    lesson, shown = rulebook.lesson(game), shown_of(game)
    typed: list[str] = []
    for scene in lesson.scenes:
        study = pages.study_of(game, scene)
        for step in scene.steps:
            wanted = rulebook.move(game, scene.seat, step.move)
            typed += numbers(shown, study.view(), wanted)
            study.make(scene.seat, wanted)
            for seat, move in rulebook.moves_after(game, study.state, step):
                study.make(seat, move)
    said = await said_on(lambda lines: pages.learn(lines, game), *typed)
    assert said.replace("\n", " ").rstrip().endswith(" ".join(lesson.end.split()))


async def test_a_setting_is_changed_and_kept() -> None:
    await said_on(pages.change_settings, "1", "Zoe", "0")
    assert settings.load()[0].name == "Zoe"


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("language", ["de"], indirect=True)
@pytest.mark.parametrize("name", ["bell", "fr"])
async def test_a_name_that_is_also_a_word_is_not_translated(name: str) -> None:
    settings.save(name=name)
    assert f"Dein Name: {name}\n" in await said_on(pages.change_settings, "0")


async def sits_down(_session: Session) -> None:
    """Play at no table."""


@cache
def record_of(game: str) -> Record:
    bots = ["easy"] * max(2, GAMES[game].seats[0])
    return simulate.play(GAMES[game], GAMES[game].options(), bots, "seed").record


def the_review(game: str, *, sit_down: SitDown = sits_down) -> Page:
    return lambda lines: PlainReview(lines, record_of(game), sit_down).run()


async def test_a_record_is_read_to_its_end_by_enter_alone() -> None:
    said = await said_on(the_review("lucky-squares"), "squares", *[""] * 500, "leave")
    assert "Red: " in said
    assert said.count(" picked ") >= 3, "each round says who picked what"
    assert "The end." in said


async def test_each_enter_of_a_review_says_something() -> None:
    said = await said_on(the_review("lucky-jack"), *[""] * 12, "close")
    lines = said.splitlines()
    assert not [both for both in pairwise(lines) if all(line.startswith("Step ") for line in both)]


async def test_a_review_goes_where_it_is_told_and_shows_what_is_hidden() -> None:
    said = await said_on(
        the_review("lucky-jack"), "G", "home", "down", "decision", "N", "all open", "open", "seat", "log",
        "hand", "nonsense", "help", "close",
    )  # fmt: skip
    steps = [int(each) for each in re.findall(r"^Step (\d+) of", said, re.MULTILINE)]
    assert steps[:4] == [0, max(steps), 0, 10]
    assert steps[4] > 10
    assert steps[5] < steps[4]
    assert "All is open." in said
    assert said.count("That is not an answer.") == 1
    assert "turning point: Go to the next turning point." in said


async def test_a_review_says_what_luck_and_play_made_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    analysed_here(monkeypatch)
    said = await said_on(the_review("lucky-numbers"), "luck", "t", "", "close")
    assert re.search(r"^.+: luck [−+]\d+%, .*mistake.*\.$", said, re.MULTILINE)
    assert "Turning point at step " in said


async def test_an_analysis_that_fails_is_said_and_a_review_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = Future[object]()
    failed.set_exception(BrokenExecutor("no memory"))
    monkeypatch.setattr(analysis, "later", lambda _text: failed)
    said = await said_on(the_review("lucky-numbers"), "luck", "", "close")
    assert "cannot be worked out" in said
    assert "Step 1 of" in said


async def test_one_plays_on_from_a_step_of_a_review() -> None:
    tables: list[Session] = []

    async def sit_down(session: Session) -> None:
        tables.append(session)

    await said_on(the_review("lucky-squares", sit_down=sit_down), "down", "play on", "close")
    assert isinstance(tables[0], Branch)


async def test_a_review_is_led_and_followed_at_a_table() -> None:
    record = record_of("lucky-jack")
    view = scenes.game("lucky-jack", 3, scenes.over)
    session = scenes.ShownSession(view)
    lines = Lines(out=(out := io.StringIO()))
    review = PlainReview(lines, record, sits_down, (session, view))
    lines.hear("together")
    running = asyncio.create_task(review.run())
    await until(lambda: session.requests)
    assert session.requests == [(Review(0), 0)]
    review.follow(replace(view, review=ReviewView(seat=view.seat, step=0)))
    lines.hear("down")
    await until(lambda: len(session.requests) == 2)
    assert isinstance(session.requests[-1][0], Review)
    assert session.requests[-1][0].step
    review.follow(replace(view, review=ReviewView(seat=1, step=30)))
    assert "Ben leads to step " in out.getvalue()
    lines.hear("close")
    await running


def the_games(lines: Lines) -> Coroutine[None, None, object]:
    return PlainGames(lines, sits_down).run()


async def test_past_games_are_found_and_dealt_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for game in ("lucky-jack", "lucky-squares"):
        Store().keep(record_of(game), mine=0)
    said = await said_on(
        the_games, "filter jack", "1", "close", "export 1", "export 7", "statistics", "delete 1", "no",
        "delete 1", "delete", "filter nobody", "0",
    )  # fmt: skip
    assert re.search(r"^1: [A-Z][a-z]{2} \d+, \d{4} \d\d:\d\d, Lucky Jack: ", said, re.MULTILINE)
    assert "Step 0 of" in said
    assert "Exported to lucky-jack-" in said
    assert "Type the game's number after it." in said
    assert "Statistics of " in said
    assert "Lucky Squares: games 1; games won " in said
    assert "No stored game matches." in said
    assert [game.game for game in Store().games()] == ["lucky-squares"]


async def test_a_long_form_is_said_once_and_again_to_those_who_ask() -> None:
    said = await said_on(the_home(Access()), "alone", "players", "3", "bots", "hard", "again", "0", "0")
    assert said.count("Turn timer: off") == 2
    assert "Players: 3. “again” lists everything." in said
    assert "That is not an answer." not in said
    assert "0: quit" in said


async def test_a_number_of_many_is_typed_and_zero_is_one_of_them() -> None:
    access = Access()
    said = await said_on(
        the_home(access), "alone", "game", "lucky jack", "seconds to claim", "2", "0", "players", "3", "start"
    )
    (spec,) = access.opened
    assert (spec.options.claim_seconds, spec.seats) == (0, 3)
    assert said.count("Type a number from 0 to 60, or nothing to leave it as it is.") == 2


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("language", ["de"], indirect=True)
def test_no_text_has_no_translation() -> None:
    assert _("") == ""


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("language", ["de"], indirect=True)
async def test_the_help_of_a_review_names_a_key_where_there_is_no_word() -> None:
    said = await said_on(the_review("lucky-numbers"), "Hilfe", "schließen")
    assert "N: Zur Entscheidung davor." in said
    assert "g: An den Anfang." in said


async def test_a_lesson_says_what_a_cell_is_called_and_why_a_move_is_refused() -> None:
    said = await said_on(lambda lines: pages.learn(lines, "lucky-numbers"), "1", "b1", "garden", "c1", "0")
    said = " ".join(said.split())
    assert "c2, in column c and row 2, is good" in said
    assert said.count("1: leave it in the middle") == 1, "the answers are said once"
    assert "12 does not fit there: " in said
    assert "That is allowed, but the lesson goes another way." in said
    assert said.count("Your garden, row 1: ") == 2


async def test_a_jump_in_a_review_says_what_happened_last() -> None:
    said = await said_on(the_review("lucky-numbers"), "decision", "decision before", "close")
    first = said.splitlines()[2]
    assert re.match("(You|.+) (drew|left|laid|took) ", first), said
