"""Animations: their pictures come one after another, never too long, and go away when the player wants."""

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace
from rich.console import Console
from rich.segment import Segment
from textual.geometry import Size
from textual.pilot import Pilot
from textual.strip import Strip

from luckytui.client.session import TableChanged
from luckytui.games.interface import Event
from luckytui.games.lucky_box import rules as rules_of_box
from luckytui.games.lucky_jack import rules as rules_of_jack
from luckytui.games.lucky_numbers import rules as rules_of_numbers
from luckytui.games.lucky_squares import rules as rules_of_squares
from luckytui.games.lucky_squares.names import GHOST
from luckytui.settings import save
from luckytui.shown.model import Still
from luckytui.shown.navigation import AtTable
from luckytui.system.viewer import Viewer
from luckytui.table.requests import Act
from luckytui.table.views import TableView
from luckytui.text import LANGUAGES
from luckytui.tui import themes
from luckytui.tui.app import LuckyApp
from luckytui.tui.boards import BOARDS
from luckytui.tui.boards.base import LONGEST, Animation, Board
from luckytui.tui.canvas import Canvas
from luckytui.tui.frames import Frame
from luckytui.tui.screens.results import ResultsScreen
from luckytui.tui.screens.table import TableScreen
from luckytui.tui.widgets.painted import TitleLine
from screenshots.films import CLIMAXES, film, jackpot, last_tile, scoring, showdown
from screenshots.scenes import NAMES, Scene, ShownSession, scene, with_talk
from tests.tui.fitting import in_language
from tests.tui.running import rows


def animated(*stills: Still[str], has_motion: bool = True) -> Animation[str]:
    animation = Animation[str]()
    animation.add(stills, has_motion=has_motion)
    return animation


def pictures(animation: Animation[str]) -> list[str | None]:
    """Return what is shown until nothing is left, the player going on wherever a picture stays."""
    shown = []
    while animation.model is not None:
        shown.append(animation.model)
        animation.next()
    return shown


FALLS = Still("falls", 0.2)
STAYS = Still("stays", None)


def test_a_later_moment_waits_for_the_one_before() -> None:
    animation = animated(FALLS, STAYS)
    animation.add([Still("later", 0.1)])
    assert pictures(animation) == ["falls", "stays", "later"]


def test_a_key_shows_what_stays_at_once() -> None:
    animation = animated(FALLS, FALLS, STAYS, Still("later", 0.1))
    animation.skip()
    assert animation.model == "stays"
    animation.skip()
    assert animation.model == "stays"
    animation.next()
    animation.skip()
    assert animation.model is None


def test_of_what_lasts_too_long_only_what_stays_is_shown() -> None:
    animation = animated(*[Still(str(number), 1.0) for number in range(5)])
    animation.add([Still("fifth", 1.0), Still("too late", 1.0), STAYS])
    assert pictures(animation) == ["0", "1", "2", "3", "4", "fifth", "stays"]
    assert LONGEST == 6.0


def test_without_motion_only_what_stays_is_shown() -> None:
    assert pictures(animated(FALLS, STAYS, FALLS, has_motion=False)) == ["stays"]


def test_a_brief_moment_is_none_that_a_key_has_to_end() -> None:
    assert animated(FALLS).is_brief
    assert not animated(FALLS, STAYS).is_brief
    assert not animated(FALLS, FALLS).is_brief


def news(before: TableView, after: TableView) -> Sequence[Event]:
    return after.log[len(before.log) :]


@cache
def scored() -> Scene:
    return scene("lucky-box", rules_of_box.RoundEnded, seed="box", which=lambda event: any(event.points))


def stills_of(before: TableView, after: TableView) -> list[Still[Any]]:
    board = BOARDS[before.game]
    was, now = (board.SHOWN.model(table_view).settled(asked_again=True) for table_view in (before, after))
    return list(now.moments(was, news(before, after)))


def painted(game: str, still: Still[Any], size: tuple[int, int] = (80, 18)) -> str:
    canvas = Canvas(Size(*size))
    BOARDS[game].PICTURE.paint(canvas, still.model)
    return str(canvas)


SCENES = (jackpot, showdown, last_tile, scored, scoring)


@pytest.mark.parametrize("happens", SCENES)
def test_a_moment_is_short_and_its_end_stays(happens: Callable[[], Scene]) -> None:
    stills = stills_of(*happens())
    place = next(place for place, still in enumerate(stills) if still.seconds is None)
    assert 0 < sum(still.seconds or 0 for still in stills[:place]) <= 1.5
    assert sum(still.seconds or 0 for still in stills) <= LONGEST


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("happens", SCENES)
def test_every_picture_can_be_painted_in_every_language(happens: Callable[[], Scene], language: str) -> None:
    before, after = happens()
    with in_language(language):
        assert all(painted(before.game, still) for still in stills_of(before, after))


@pytest.mark.parametrize("happens", SCENES)
@pytest.mark.parametrize("theme", ["dark", "sixteen"])
@pytest.mark.parametrize(("felt", "most"), [((80, 18), 6_000), ((88, 27), 18_000), ((156, 52), 24_000)])
def test_a_moment_costs_few_bytes(
    happens: Callable[[], Scene], theme: str, felt: tuple[int, int], most: int
) -> None:
    """All its pictures, from the board before to the one that stays, at 80×24, 120×30 and 200×55."""
    before, after = happens()
    board = BOARDS[before.game]
    frame, console = Frame(), Console(force_terminal=True)
    models = [board.SHOWN.model(before).settled(asked_again=True)]
    for still in stills_of(before, after):
        models.append(still.model)
        if still.seconds is None:
            break
    sent = [frame.of(strips(board, model, theme, felt)).render_segments(console) for model in models]
    assert sum(len(text.encode()) for text in sent[1:]) <= most


def strips(board: type[Board[Any]], model: Any, theme: str, felt: tuple[int, int]) -> list[Strip]:
    """Return a board as the terminal is sent it."""
    canvas = Canvas(Size(*felt), board.GROUND)
    board.PICTURE.paint(canvas, model)
    palette = themes._palette(theme, plain=False)
    return [
        Strip(
            [Segment(run.text, palette.style(run.ink, run.ground, bold=run.bold)) for run in canvas.runs(y)]
        )
        for y in range(canvas.height)
    ]


@pytest.mark.parametrize(("language", "pile"), [("de", "Ablage"), ("fr", "Défausse"), ("nl", "Stapel")])
def test_a_jackpot_names_the_pile_and_its_cards_whole(language: str, pile: str) -> None:
    with in_language(language):
        first = painted("lucky-jack", next(iter(stills_of(*jackpot()))))
    assert re.search(rf" {pile} · \d+ *$", first, re.MULTILINE)


def test_a_jackpot_shows_the_position_after_it_and_counts_its_points() -> None:
    before, after = jackpot()
    ended = next(event for event in news(before, after) if isinstance(event, rules_of_jack.RoundEnded))
    pictures = [painted("lucky-jack", still) for still in stills_of(before, after)]
    assert (ended.symbol, ended.cards, ended.points) == ("bell", 3, 5000)
    assert f"{NAMES[2]} · 3 cards left" in pictures[0]
    assert f"Pile · {len(before.match.view.pile) + 1}" in pictures[0]  # type: ignore[union-attr]
    assert [re.findall(r"\d,\d00", picture) for picture in pictures[:4]] == [
        [],
        ["1,600"],
        ["1,600", "3,300"],
        ["1,600", "3,300", "5,000"],
    ]
    assert "+5,000" in pictures[-1]
    assert "Points after round 1 of 3" in pictures[-1]
    for seat in (0, 1, 3):
        assert re.search(rf"{NAMES[seat]}.* {before.match.view.sizes[seat]}  ", pictures[-1])  # type: ignore[union-attr]


def test_a_showdown_turns_the_cards_up_at_their_squares_and_then_says_what_came_of_it() -> None:
    before, after = showdown()
    shown = next(event for event in news(before, after) if isinstance(event, rules_of_squares.Showdown))
    hidden, turned, _, taken, *dice = [painted("lucky-squares", still) for still in stills_of(before, after)]
    assert hidden.splitlines()[7].count("▀▄▀") == len(shown.picks) + 1
    assert {*turned.splitlines()[7].split()} == {"●", "▼", "✚", "◢", GHOST}
    for one in shown.taken:
        assert f"+{one.cents}¢" in taken or not one.cents
    assert "The standing" in taken
    assert len(dice) == 10, "two pictures a die"
    assert [picture.splitlines()[8].split()[0] for picture in dice] == ["Rolled"] * 10


@pytest.mark.parametrize("felt", [(80, 18), (88, 27), (156, 52)])
def test_a_showdown_names_everyone_on_a_square_and_repeats_the_last_action(felt: tuple[int, int]) -> None:
    *_others, taken = (painted("lucky-squares", still, felt) for still in stills_of(*showdown())[:4])
    assert "You rolled 4 for green." in taken
    if felt[0] > 80:
        squares = "\n".join(taken.splitlines()[:-13])
        assert all(f"{sign} {name}" in squares for sign, name in zip("●▼✚◢", NAMES, strict=False))


def test_the_last_tile_makes_the_garden_glow_diagonal_by_diagonal() -> None:
    stills = stills_of(*last_tile())
    lit = [
        [square.cell for square in still.model.garden(still.model.moment.seat) if square.is_lit]
        for still in stills
    ]
    assert lit[0] == [stills[0].model.moment.cell], "the last tile glows first"
    assert [{sum(cell) for cell in cells} for cells in lit[1:]] == [*({each} for each in range(7)), set()]
    assert "★" in painted("lucky-numbers", stills[-1])


def test_a_rounds_score_grows_by_what_the_finished_cards_bring() -> None:
    before, after = scored()
    ended = next(event for event in news(before, after) if isinstance(event, rules_of_box.RoundEnded))
    first, *_others, last = [painted("lucky-box", still) for still in stills_of(before, after)][:4]
    assert f"Round {ended.number} is scored" in first
    assert "+" not in first
    assert [f"+{points}" for points in ended.points if points] == re.findall(r"\+\d+", last)


def test_the_end_of_lucky_box_counts_everyones_sheet_part_by_part() -> None:
    before, after = scoring()
    first, *_others, last = [painted("lucky-box", still, (88, 27)) for still in stills_of(before, after)]
    sheets = [event for event in news(before, after) if isinstance(event, rules_of_box.FinalScored)]
    assert not {*"★╳ϟ☾"} & {*first}, "the cards are counted first"
    assert all(f"★{sheet.stars}" in last and f"╳{sheet.crosses}" in last for sheet in sheets)
    assert "☾ −6" in last, "what the fewest moons cost"


def test_populate_rolls_one_die_on_its_square() -> None:
    def is_populate(event: Any) -> bool:
        return bool(event.action == "populate")

    before, after = scene("lucky-squares", rules_of_squares.Acted, seed="moon", which=is_populate, ghost=True)
    event = next(each for each in news(before, after) if isinstance(each, rules_of_squares.Acted))
    fallen = [still.model.rolls for still in stills_of(before, after)[:2]]
    assert fallen == [[(event.square, 7 - event.rolled)], [(event.square, event.rolled)]]  # type: ignore[operator]


def test_a_bonus_glows_for_a_moment_when_the_player_has_won_it() -> None:
    _before, after = scene("lucky-box", rules_of_box.Chosen, seed="box", seats=1)
    row = replace(after.match, view=filled_row(after.match.view))  # type: ignore[union-attr,arg-type]
    (still,) = stills_of(after, replace(after, match=row))
    assert "▸" in painted("lucky-box", still), "the stub of the row"
    assert still.seconds == 0.12
    assert "✓" in painted("lucky-box", Still(still.model.posed(row.view, (), None), None))


def filled_row(view: rules_of_box.LuckyBoxView) -> rules_of_box.LuckyBoxView:
    """The same with the first row of the first card crossed."""
    assert view.mine
    first, *others = view.mine.cards
    return replace(view, mine=replace(view.mine, cards=(replace(first, crosses=0b111), *others)))


class Clock:
    """Takes the place of the timers: they go off when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waiting: list[tuple[float, Callable[[], None]]] = []

        def set_timer(_board: Board[Any], seconds: float, callback: Callable[[], None]) -> Any:
            entry = seconds, callback
            self.waiting.append(entry)
            return SimpleNamespace(stop=lambda: entry in self.waiting and self.waiting.remove(entry))

        monkeypatch.setattr(Board, "set_timer", set_timer)

    def go_off(self) -> float:
        """Let the next timer go off; return what it waited for."""
        self.waiting.sort(key=lambda entry: entry[0])
        seconds, callback = self.waiting.pop(0)
        callback()
        return seconds


class Shown(NamedTuple):
    """An app in which a moment has just begun."""

    app: LuckyApp
    pilot: Pilot[None]
    session: ShownSession

    @property
    def rows(self) -> list[str]:
        return rows(self.app)

    @property
    def prompt(self) -> str:
        return self.rows[-2].strip()

    @property
    def animation(self) -> Animation[Any]:
        return self.app.screen.query_one(Board).animation


@asynccontextmanager
async def app_at(before: TableView, after: TableView, *, is_slow: bool = False) -> AsyncIterator[Shown]:
    session = ShownSession(before)
    app = LuckyApp(AtTable(session), Viewer(is_slow=is_slow))
    async with app.run_test(size=(80, 24)) as pilot:
        while not isinstance(app.screen, TableScreen):
            await pilot.pause()
        session.tell(TableChanged(after))
        await pilot.pause()
        yield Shown(app, pilot, session)
        app.exit()


async def test_a_jackpot_plays_and_stays_until_the_player_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    async with app_at(*jackpot()) as shown:
        assert shown.prompt == "Press any key to skip"
        waited = 0.0
        while clock.waiting:
            waited += clock.go_off()
        await shown.pilot.pause()
        assert waited <= 1.5
        assert shown.prompt == "Enter: continue"
        assert "JACKPOT" in "\n".join(shown.rows)
        await shown.pilot.press("enter")
        assert shown.animation.model is None
        assert shown.prompt != "Enter: continue"
        assert shown.session.requests == [], "the key is used for nothing else"


@pytest.mark.parametrize("does", ["f", "click"])
async def test_a_key_of_the_players_own_and_a_click_dismiss_what_stays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, does: str
) -> None:
    Clock(monkeypatch)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    save(motion=False)
    with (tmp_path / "luckytui" / "settings.toml").open("a") as file:
        file.write('[keys.lucky-jack]\nact = "f"\n')
    async with app_at(*jackpot()) as shown:
        assert shown.prompt == "f: continue"
        await shown.pilot.press("enter")
        assert shown.animation.model is not None
        if does == "f":
            await shown.pilot.press("f")
        else:
            shown.app.screen.query_one(Board).clicked(("row", 0))
        assert shown.animation.model is None
        assert shown.session.requests == []


def test_an_animation_does_not_become_brief_however_little_of_it_is_left() -> None:
    """Any key skips it, to its very end: a key that opens something must not slip through."""
    animation = Animation[Any]()
    animation.add([Still(1, 0.3), Still(2, 0.3)])
    assert not animation.is_brief
    animation.next()
    assert not animation.is_brief
    animation.add([])
    assert not animation.is_brief
    animation.next()
    animation.add([Still(3, 0.3)])
    assert animation.is_brief


async def test_the_prompt_of_a_brief_moment_is_that_of_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch)
    async with app_at(*scene("lucky-numbers", rules_of_numbers.Drawn, seed="garden")) as shown:
        assert shown.animation.model is not None
        assert "any key" not in shown.prompt


async def test_any_key_shows_the_end_at_once_and_does_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch)
    async with app_at(*scene("lucky-jack", rules_of_jack.RoundEnded, seed="jack 1", people=2)) as shown:
        await shown.pilot.press("m")
        assert "Message:" not in "\n".join(shown.rows)
        assert shown.prompt == "Enter: continue"
        await shown.pilot.press("m")
        assert shown.prompt.startswith("Message:"), "what stays is in nobody's way"


@pytest.mark.parametrize("still", ["slow", "setting"])
async def test_still_ends_come_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, still: str) -> None:
    clock = Clock(monkeypatch)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    if still == "setting":
        save(motion=False)
    async with app_at(*jackpot(), is_slow=still == "slow") as shown:
        assert clock.waiting == []
        assert shown.prompt == "Enter: continue"
        assert "JACKPOT" in "\n".join(shown.rows)


@pytest.mark.parametrize("people", [1, 4])
async def test_a_question_that_somebody_waits_for_ends_an_animation_at_once_and_leaves_a_line(
    monkeypatch: pytest.MonkeyPatch, people: int
) -> None:
    """A claim in the first frame, with a clock or with people who wait; nothing is left to wait for."""
    clock = Clock(monkeypatch)
    before, after = scene("lucky-jack", rules_of_jack.RoundEnded, seed="jack 1", people=people)
    async with app_at(before, after) as shown:
        assert shown.prompt == "Press any key to skip"
        shown.session.tell(TableChanged(asked(after, seconds=8.0 if people == 1 else None)))
        await shown.pilot.pause()
        assert shown.animation.model is None
        assert clock.waiting == []
        assert "t: I TAKE IT!" in shown.prompt
        assert any(line.strip() == "JACKPOT! Cem had 3 bells: 5,000 points." for line in shown.rows)
        await shown.pilot.press("t")
        assert shown.session.requests == [(Act(rules_of_jack.TakeIt()), 99)]


async def test_an_animation_plays_to_its_end_with_bots_and_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    before, after = jackpot()
    async with app_at(before, after) as shown:
        shown.session.tell(TableChanged(asked(after)))
        await shown.pilot.pause()
        assert shown.prompt == "Press any key to skip"
        while clock.waiting:
            clock.go_off()
        await shown.pilot.pause()
        assert shown.prompt == "Enter: continue"
        await shown.pilot.press("enter")
        assert "t: I TAKE IT!" in shown.prompt
        assert shown.session.requests == []


def asked(table_view: TableView, seconds: float | None = None) -> TableView:
    """Return the view with a claim that the player is asked about."""
    view = replace(table_view.match.view, stage="claim", active=(0,), turn=1)  # type: ignore[call-arg]
    moves = rules_of_jack.TakeIt(), rules_of_jack.Decline()
    match = replace(table_view.match, view=view, prompt=99, moves=moves, seconds=seconds)
    return replace(table_view, match=match)


@pytest.mark.parametrize("size", [(80, 24), (120, 30)], ids=str)
@pytest.mark.parametrize("title", CLIMAXES)
async def test_nothing_around_a_board_knows_what_it_has_not_shown(title: str, size: tuple[int, int]) -> None:
    before, after = CLIMAXES[title]()
    *playing, last = await film((before, after), size)
    model = BOARDS[before.game].SHOWN.model(after)
    words = BOARDS[before.game].SHOWN.words
    told = [words.tell(event, model) for event in news(before, after)]
    result = next(filter(None, reversed(told)))
    first = playing[0]
    for frame in playing:
        assert frame.prompt == "Press any key to skip"
        assert frame.title == first.title != last.prompt
        assert "turn" not in frame.title
        assert result not in " ".join(frame.rows)
        assert "results" not in frame.rows[-1], "a key of the end of a game"
        assert last.log != frame.log
    assert last.prompt in {"Enter: continue", "Enter: the results"}
    assert ("results" in last.rows[-1]) == (last.prompt == "Enter: the results")
    assert last.log in told


async def test_the_end_of_a_game_is_seen_before_its_results(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch)
    async with app_at(*last_tile()) as shown:
        assert isinstance(shown.app.screen, TableScreen)
        await shown.pilot.press("x")
        assert "garden is full" in "\n".join(shown.rows) or "★" in "\n".join(shown.rows)
        await shown.pilot.press("enter")
        await shown.pilot.pause()
        assert isinstance(shown.app.screen, ResultsScreen)


async def test_a_timer_that_goes_off_with_the_last_key_leads_to_the_results_too() -> None:
    async with app_at(*last_tile()) as shown:
        board = shown.app.screen.query_one(Board)
        board.end_animation()
        board.show_next()
        await shown.pilot.pause()
        assert isinstance(shown.app.screen, ResultsScreen)
        assert shown.app.screen.query(TitleLine)


async def test_the_table_goes_on_behind_an_animation(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move made meanwhile is on the board when the player continues; what is taken back ends it."""
    Clock(monkeypatch)
    before, after = jackpot()
    async with app_at(before, after) as shown:
        shown.session.tell(TableChanged(with_talk(after, ("Ben", "Well done!"))))
        await shown.pilot.pause()
        assert "Well done!" not in "\n".join(shown.rows)
        await shown.pilot.press("x")
        assert "Well done!" in "\n".join(shown.rows)
        assert shown.animation.model is not None
        shown.session.tell(TableChanged(before))
        await shown.pilot.pause()
        assert shown.animation.model is None
