"""What can be read or changed in lines: the home menu, rules, lessons, options, settings, a replay."""

import io
from collections.abc import Callable, Coroutine

import pytest

from luckytui import rulebook, settings
from luckytui.games import GAMES
from luckytui.games.lucky_numbers import LuckyNumbersOptions
from luckytui.plain import pages
from luckytui.plain.home import PlainHome
from luckytui.plain.lines import Lines
from luckytui.tui.boards import BOARDS
from luckytui.tui.navigation import Home
from tests.games.plays import plays
from tests.tui.running import Access


async def said_on(page: Callable[[Lines], Coroutine[None, None, object]], *typed: str) -> str:
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


def the_home(access: Access) -> Callable[[Lines], Coroutine[None, None, object]]:
    return lambda lines: PlainHome(lines, Home("Ana", access), is_quiet=False).run()


async def test_a_table_is_set_up_from_the_home_menu() -> None:
    access = Access()
    await said_on(the_home(access), "alone", "lucky jack", "3", "hard", "2", "0")
    (spec,) = access.opened
    assert (spec.game, spec.seats, spec.levels, spec.turn_seconds) == ("lucky-jack", 4, ("hard",), 15)


async def test_the_home_menu_ends_with_0_and_leads_back_from_everywhere() -> None:
    said = await said_on(the_home(Access()), "rules", "0", "learn", "0", "settings", "0", "host", "0", "0")
    assert said.count("What do you want to do?") == 5
    assert "(no more is typed)" not in said


async def test_a_table_with_a_code_is_joined_by_its_address() -> None:
    access = Access(code="7KQ-2M9")
    said = await said_on(the_home(access), "join", "1", "192.0.2.7", "7KQ-2M9", "leave", "leave")
    assert "Type the code" in said
    assert access.joined == [("192.0.2.7", None, False)] * 2


@pytest.mark.parametrize("game", GAMES)
async def test_every_paragraph_can_be_read(game: str) -> None:
    count = len(rulebook.paragraphs(game))
    said = await said_on(lambda lines: pages.read_rules(lines, game), *map(str, range(1, count + 1)), "0")
    assert "(no more is typed)" not in said
    assert "independent" in said


@pytest.mark.parametrize("game", GAMES)
async def test_a_lesson_is_played_to_its_end_by_answers(game: str) -> None:
    lesson, board = rulebook.lesson(game), BOARDS[game]
    typed = []
    for scene in lesson.scenes:
        study = pages.study_of(game, scene)
        for step in scene.steps:
            model = board.MODEL(study.view()).settled(asked_again=True)
            wanted = rulebook.move(game, scene.seat, step.move)
            typed.append(str(model.moves.index(wanted) + 1))
            study.make(scene.seat, wanted)
            for seat, written in step.then:
                for move in rulebook.moves_of(game, study.state, seat, written):
                    study.make(seat, move)
    said = await said_on(lambda lines: pages.learn(lines, game), *typed)
    assert said.replace("\n", " ").rstrip().endswith(" ".join(lesson.end.split()))


async def test_options_are_changed_one_by_one() -> None:
    chosen = []

    async def choose(lines: Lines) -> None:
        chosen.append(await pages.choose_options(lines, LuckyNumbersOptions()))

    await said_on(choose, "1", "2", "0")
    assert chosen[0] != LuckyNumbersOptions()


async def test_a_setting_is_changed_and_kept() -> None:
    await said_on(pages.change_settings, "1", "Zoe", "0")
    assert settings.load()[0].name == "Zoe"


async def test_a_record_is_read_to_its_end() -> None:
    record = plays(GAMES["lucky-squares"], 1)[0].record
    said = await said_on(lambda lines: pages.replay(lines, record), "squares", *[""] * 2000)
    assert "Red: " in said
    assert said.endswith("The end.\n")
