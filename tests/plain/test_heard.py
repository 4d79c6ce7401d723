"""What is heard of the others' moves: at most two short lines of each, and nothing twice."""

import io
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, SPECTATOR, Ended, Event, Game, TurnBegan
from luckytui.games.lucky_box import rules as lucky_box
from luckytui.games.lucky_jack import rules as lucky_jack
from luckytui.games.lucky_numbers import rules as lucky_numbers
from luckytui.games.lucky_squares import rules as lucky_squares
from luckytui.plain.lines import Lines
from luckytui.plain.news import of_people
from luckytui.plain.table import PlainTable
from luckytui.shown.game import shown_of
from luckytui.shown.words import WIDTH
from luckytui.table.match import Match
from luckytui.table.views import TableView, around
from luckytui.testing.plays import Play, plays
from luckytui.text import LANGUAGES
from screenshots import scenes

_OF_THE_TABLE = (
    *(Ended, lucky_box.Offered, lucky_box.NumberTurned, lucky_box.RoundEnded, lucky_box.FinalScored),
    *(lucky_jack.RoundStarted, lucky_jack.Dealt, lucky_jack.RoundEnded),
    *(lucky_numbers.GameStarted, lucky_numbers.Dealt, lucky_numbers.GameEnded),
    *(lucky_squares.RoundStarted, lucky_squares.Rolled, lucky_squares.Showdown, lucky_squares.RoundEnded),
)
"""What nobody does in a turn: the deal, the beginning and the end of a round."""

_ENDS_A_MOVE = TurnBegan | lucky_numbers.Laid | lucky_squares.Acted | lucky_box.Happened

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def views(play: Play, seat: int) -> Iterator[TableView]:
    """Yield what a seat is shown, one view after another; all names are as long as a name can be."""
    names = [chr(ord("A") + seat) * 24 for seat in range(play.seats)]
    match = Match(play.game, play.options, names, play.seed)
    yield seen(match, seat)
    for step in play.decisions:
        match.submit(step.seat, match.prompts[step.seat], step.move)
        yield seen(match, seat)


def seen(match: Match, seat: int) -> TableView:
    return around(match.view(seat), match.game.key, match.log.after(seat, "")[-1])


def moves(play: Play, seat: int) -> Iterator[tuple[Sequence[Event], list[str]]]:
    """Yield turn by turn what happens, and the lines that are said of it."""
    shown = shown_of(play.game.key)
    events: list[Event] = []
    lines: list[str] = []
    before = None
    for view in views(play, seat):
        model = shown.model(view)
        news = [*(model.log if before is None else model.news_since(before))]
        of_moves = [
            event
            for last, event in zip([None, *news], news, strict=False)
            if not isinstance(event, _OF_THE_TABLE)
            and not (isinstance(event, lucky_jack.TurnedOver) and not isinstance(last, lucky_jack.Reshuffled))
        ]
        lines += shown.words.heard(model, before, of_moves)
        events += of_moves
        if any(isinstance(event, _ENDS_A_MOVE) for event in news):
            yield events, lines
            events, lines = [], []
        before = model


@games
@pytest.mark.parametrize("language", LANGUAGES, indirect=True)
def test_a_move_of_somebody_else_is_at_most_two_short_lines(game: Game, language: str) -> None:
    for play in plays(game, 4 if language == "en" else 1):
        for events, lines in moves(play, SPECTATOR):
            movers = {getattr(event, "seat", CHANCE) for event in events if type(event) is not TurnBegan}
            movers -= {CHANCE}
            assert len(lines) <= 2 * len(movers), (events, lines)
            assert [line for line in lines if len(line) > WIDTH] == []
            assert len({*lines}) == len(lines), "nothing is said twice"


@games
def test_all_that_happens_is_in_the_log(game: Game) -> None:
    shown = shown_of(game.key)
    for play in plays(game, 2):
        seen = [*views(play, 0)][:60]
        session = scenes.ShownSession(*seen)
        table = PlainTable(Lines(out=(out := io.StringIO())), session)
        session.open(table._hear)
        out.truncate(0)
        table.do_game_log("9999")
        said = " ".join(out.getvalue().split())
        model = shown.model(seen[-1])
        for event in (event for view in seen for event in view.events):
            sentence = shown.words.tell(event, model)
            assert not sentence or sentence in said


@games
def test_what_the_player_did_is_said_at_once_and_once(game: Game) -> None:
    shown = shown_of(game.key)
    for play in plays(game, 2):
        before, lines, told = None, [], []
        for view in views(play, 0):
            model = shown.model(view)
            news = [*(model.log if before is None else model.news_since(before))]
            own = [event for event in news if getattr(event, "seat", CHANCE) == 0]
            lines += shown.words.heard(model, before, own)
            told += [shown.words.tell(event, model) for event in own if not _is_asked_about(event)]
            if isinstance(view.match.view, lucky_box.LuckyBoxView) and view.match.view.held:
                held = [shown.words.tell(event, model) for event in view.match.view.held]
                assert lines[-len(held) :] == held, "a cross is heard at once"
            before = model
        assert lines == [*filter(None, told)]


def _is_asked_about(event: Event) -> bool:
    """Whether the question says it."""
    is_choice = isinstance(event, lucky_jack.Drawn) and event.reason == "choice"
    return is_choice or isinstance(event, lucky_numbers.Drawn)


def heard_by(views: Sequence[TableView]) -> str:
    """Return what is said at a table that is shown these views."""
    session = scenes.ShownSession(*views)
    session.open(PlainTable(Lines(out=(out := io.StringIO())), session)._hear)
    return out.getvalue()


def test_time_that_ran_out_is_said_with_what_came_of_it() -> None:
    match = Match(GAMES["lucky-numbers"], GAMES["lucky-numbers"].options(), ["Ana", "Ben"], "late")
    shown = [seen(match, 0)]
    while len(shown) < 9:
        match.submit_fallback(*match.prompts, timed_out=1 in match.prompts)
        shown.append(seen(match, 0))
    lines = [line for line in heard_by(shown).splitlines() if "Ben" in line and "Waiting" not in line]
    assert lines[-1].startswith("Ben drew ")
    assert lines[-2] == "Time ran out for Ben."
    assert lines.count("Time ran out for Ben.") == sum(line.startswith("Ben drew ") for line in lines)


def test_a_move_that_is_taken_back_is_said() -> None:
    options = GAMES["lucky-numbers"].options()
    match = Match(GAMES["lucky-numbers"], options, ["Ana", "Ben", "Cem"], "back")
    shown = []
    while not match.may_undo(1):
        ((seat, prompt),) = match.prompts.items()
        match.submit(seat, prompt, match.view(seat).moves[-1])
        shown.append(seen(match, 2))
    match.undo(1, 0)
    shown.append(seen(match, 2))
    assert "Ben took the last move back." in heard_by(shown).splitlines()


def test_who_is_late_hears_what_was_done_for_them() -> None:
    game = GAMES["lucky-jack"]
    match = Match(game, game.options(), ["Ana", "Ben"], "late")
    shown = []
    while len(shown) < 4:
        shown.append(seen(match, 0))
        match.submit_fallback(*match.prompts, timed_out=True)
    assert "Your time ran out: a safe move was made for you." in heard_by(shown).splitlines()


def test_a_pause_says_how_it_ends() -> None:
    view = scenes.game("lucky-jack", 2, lambda seen: bool(seen.prompt))
    assert "The game is paused. Type “resume” to resume." in heard_by([replace(view, paused=True)])


def test_who_comes_late_hears_the_latest_lines_alone() -> None:
    (played,) = plays(GAMES["lucky-numbers"], 1)
    *_, late = views(played, 0)
    said = heard_by([late])
    assert "A new game" not in said
    assert "For more, type “log 30”." in said


def test_of_the_players_own_seat_nothing_is_said() -> None:
    shown = scenes.game("lucky-numbers", 3, lambda match_view: bool(match_view.prompt))
    occupants = tuple(replace(each, pause=True) for each in shown.occupants)
    told = [*of_people(shown, replace(shown, occupants=occupants), scenes.ShownSession(shown))]
    assert len(told) == 2
