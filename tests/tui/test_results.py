"""The results: the score as each game counts it, who led when, what decided it, and the evening's games."""

import re
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from luckytui.client.session import DealFound, GameChecked, TableChanged
from luckytui.client.verdict import Finding
from luckytui.games import GAMES, PACKS
from luckytui.games.interface import Ended, Event
from luckytui.games.lucky_box import rules as lucky_box
from luckytui.games.lucky_box.names import next_rank
from luckytui.games.lucky_jack import rules as lucky_jack
from luckytui.lab import analysis
from luckytui.lab.analysis import Analysis, Assessment
from luckytui.lab.simulate import play
from luckytui.records.store import Store
from luckytui.shown.navigation import AtTable
from luckytui.shown.scores import Score, own_game, score_of
from luckytui.table.record import write
from luckytui.table.views import TableView, around
from luckytui.text import Sentence
from luckytui.tui.boards import BOARDS
from luckytui.tui.screens.results import Results
from screenshots import scenes
from tests.test_store import played
from tests.tui.running import running, settle, showing, tell, text

SEATS = {"lucky-numbers": 4, "lucky-jack": 4, "lucky-box": 4, "lucky-squares": 5}


@cache
def finished(game: str) -> TableView:
    """Return what a player sees of a game that is over, with all that has happened."""
    return scenes.game(game, SEATS[game], scenes.over, whole=True)


def ended_of(table_view: TableView) -> Ended:
    assert table_view.ended
    return table_view.ended


def score(game: str, events: tuple[Event, ...] | None = None, ended: Ended | None = None) -> Score:
    table_view = finished(game)
    model = BOARDS[game](table_view).model
    return score_of(model, table_view.events if events is None else events, ended or ended_of(table_view))


@pytest.mark.parametrize("game", GAMES)
def test_the_curves_end_where_the_score_is_and_the_best_one_is_the_winners(game: str) -> None:
    found, ended = score(game), ended_of(finished(game))
    last = {seat: curve[-1] for seat, curve in found.curves.items()}
    assert len({len(curve) for curve in found.curves.values()}) == 1
    if game == "lucky-numbers":
        assert last == {seat: 16 - empty for seat, empty in enumerate(ended.scores)}
    else:
        assert last == dict(enumerate(ended.scores))
    assert found.decided


@pytest.mark.parametrize("game", ["lucky-jack", "lucky-box", "lucky-squares"])
def test_the_cells_of_a_row_add_up_to_its_total(game: str) -> None:
    found, ended = score(game), ended_of(finished(game))
    start = 10 if game == "lucky-squares" else 0
    for seat, cells in found.rows.items():
        figures = [int(re.sub(r"[,¢]", "", cell).replace("−", "-").replace("·", "0")) for cell in cells]
        assert start + sum(figures[:-1]) == figures[-1] == ended.scores[seat]
        assert len(cells) == len(found.heads)


@pytest.mark.parametrize("game", GAMES)
def test_one_who_came_late_sees_what_is_known(game: str) -> None:
    known = finished(game).events[-12:]
    assert len({len(curve) for curve in score(game, known).curves.values()}) == 1


async def test_of_a_game_without_analysis_nothing_is_said_of_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACKS, "lucky-jack", replace(PACKS["lucky-jack"], worth=""))
    async with running(AtTable(scenes.ShownSession(finished("lucky-jack")))) as pilot:
        shown = text(pilot)
        assert "What decided it:" in shown
        assert "Your game:" not in shown


def jack(*rounds: tuple[int | None, int]) -> str:
    """Return what decided a game of Lucky Jack with these rounds: who won each, and how much."""
    won = [lucky_jack.RoundEnded(seat=seat, symbol=None, cards=None, points=each) for seat, each in rounds]
    scores = tuple(sum(points for seat, points in rounds if seat == each) for each in range(4))
    winners = tuple(seat for seat in range(4) if scores[seat] == max(scores))
    return score("lucky-jack", tuple(won), Ended(winners=winners, scores=scores)).decided


def test_what_decided_lucky_jack_is_the_round_after_which_nobody_caught_up() -> None:
    assert jack((0, 5000), (3, 8000), (0, 4000)) == "4,000 points in round 3 put you ahead for good."
    assert jack((1, 5000), (None, 0), (0, 4000)) == "5,000 points in round 1 put Ben ahead for good."
    assert jack((0, 4000), (1, 4000), (None, 0)) == (
        "A tie at 4,000 points, and nothing to break it: you share the win with Ben."
    )


def box(totals: tuple[int, int], moons: tuple[int, int], winners: tuple[int, ...]) -> str:
    table_view = scenes.game("lucky-box", 2, scenes.over, whole=True)
    view = table_view.match.view
    assert isinstance(view, lucky_box.LuckyBoxView)
    players = tuple(replace(player, moons=number) for player, number in zip(view.players, moons, strict=True))
    shown = replace(table_view, match=replace(table_view.match, view=replace(view, players=players)))
    sheets = [
        lucky_box.FinalScored(
            seat=seat, cards=total - 9, stars=3, crosses=3, lightnings=3, moons=0, total=total
        )
        for seat, total in enumerate(totals)
    ]
    ended = Ended(winners=winners, scores=totals)
    return score_of(BOARDS["lucky-box"](shown).model, sheets, ended).decided


def test_the_final_score_of_lucky_squares_is_in_cents() -> None:
    scores = ended_of(finished("lucky-squares")).scores
    assert list(score("lucky-squares").finals) == [f"{cents} cents" for cents in scores]


def test_a_tie_in_lucky_box_is_broken_by_moons_or_shared() -> None:
    assert box((61, 61), (5, 3), (0,)) == "A tie at 61 was broken by moons: you 5, Ben 3."
    assert box((61, 61), (5, 5), (0, 1)) == "A tie at 61, and in moons: the win is shared."
    assert box((61, 50), (0, 0), (0,)) == "Cards made the difference: 11 points more than Ben."


@pytest.mark.parametrize("size", [(48, 33), (60, 20), (80, 24), (120, 40), (160, 45)])
@pytest.mark.parametrize("game", GAMES)
async def test_the_results_of_every_game_fit_and_use_the_room(game: str, size: tuple[int, int]) -> None:
    async with running(AtTable(scenes.ShownSession(finished(game))), size=size) as pilot:
        shown = text(pilot)
        results = pilot.app.screen.query_one(Results)
        used = len(str(results.canvas).rstrip().splitlines())
    title = f"Lucky {game.partition('-')[2].capitalize()}" + " · kitchen table" * (size[0] >= 60)
    assert f"{title}  " in shown
    assert "★" in shown
    assert ("in color: while leading" in shown) == ("in color" in shown) == (size[0] >= 60), "whole or not"
    assert "Another game?" in shown
    assert score(game).decided.rstrip(".") in " ".join(shown.split())
    assert "At this table" in shown
    assert "Your game:" in shown
    if size == (120, 40):  # boards and curves grow
        assert used >= results.size.height * 4 / 5


async def test_the_results_of_lucky_jack_are_whole_on_sixty_columns() -> None:
    async with running(AtTable(scenes.ShownSession(finished("lucky-jack"))), size=(60, 20)) as pilot:
        shown = text(pilot)
    for name in scenes.NAMES[:4]:
        assert len(re.findall(rf". {name}\b", shown)) >= 2, "in the table, and among the games here"
    assert re.findall(r"\S*…", shown) == ["…"], "what is not known yet, and no word is cut"
    for forms, _card in score("lucky-jack").foot:
        assert any(words in shown for words in forms[:2]), "how many cards it was won with"


@pytest.mark.parametrize(("game", "seats"), [("lucky-numbers", 2), ("lucky-box", 1)])
async def test_luck_comes_later_on_its_own(game: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen is there at once, and never waits for them."""
    match, done = play(GAMES[game], GAMES[game].options(), ["easy"] * seats, "luck"), Future[Any]()
    monkeypatch.setattr(analysis, "later", lambda _text: done)
    over = around(match.view(0), game, match.log.after(0, "")[-1])
    async with showing(over) as (pilot, session):
        await tell(
            pilot, session, GameChecked(write(match.record), Finding("unproven", Sentence("No seed.")))
        )
        before = text(pilot)
        done.set_result((match.record, found := analysis.of(match.record, think=4)))
        await settle(pilot)
        told = own_game(found, 0)
        assert text(pilot) == re.sub(r"(Your game: +)…", rf"\g<1>{told}", before)
    assert told != "…"


def test_luck_is_told_in_words_and_mistakes_with_their_unit() -> None:
    def told(start: tuple[float, ...], *steps: tuple[float, float]) -> str:
        """Return what is told of a game in which each step cost something, and was worth this to the seat."""
        rest = start[1:]
        return own_game(
            Analysis(
                start, tuple(Assessment(seat=0, cost=cost, values=(value, *rest)) for cost, value in steps)
            ),
            0,
        )

    assert told((50.0, 50.0), (8.4, 60.0), (4.0, 55.0)) == "good luck, 2 mistakes, the largest −8%"
    assert told((50.0, 50.0), (8.4, 41.0)) == "1 mistake (−8%)", "no luck to speak of"
    assert told((50.0, 50.0), (2.0, 100.0)) == "very good luck, no big mistake found"
    assert told((50.0,), (8.4, 47.0)) == "luck +5 points, 1 mistake (−8 points)"


async def test_the_games_at_the_table_are_in_the_order_in_which_they_were_played() -> None:
    over = replace(finished("lucky-jack"), won=((1,), (0,), (1, 2), (0,)))
    async with running(AtTable(scenes.ShownSession(over))) as pilot:
        rows = [
            row.rpartition(name)[2]
            for row in text(pilot).splitlines()
            for name in ("Ana (you)", "Ben", "Cem")
        ]
    assert {" ".join(row.split()) for row in rows} >= {"□ ■ □ ■ 2", "■ □ ■ □ 2", "□ □ ■ □ 1"}


@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=str)
async def test_twelve_players_have_a_row_each(size: tuple[int, int]) -> None:
    over = scenes.game("lucky-box", 12, scenes.over, level="random", whole=True)
    async with running(AtTable(scenes.ShownSession(over)), size=size) as pilot:
        shown = text(pilot)
    assert all(name in shown for name in scenes.NAMES[:12])
    assert re.search("1 +2 +3 +4 +★ +╳ +ϟ +☾ +total\n", shown)
    assert ("What decided it: " in shown) == (size[0] > 60)


async def test_a_loss_is_beside_the_card_on_sixty_columns() -> None:
    async with running(AtTable(scenes.ShownSession(finished("lucky-squares"))), size=(60, 20)) as pilot:
        shown = text(pilot)
    assert re.search(r" [♥▲♦■♣♠] −\d", shown)


async def test_who_stays_for_another_game_is_shown_beside_the_score() -> None:
    over = scenes.with_occupant(finished("lucky-jack"), 1, again=True)
    over = scenes.with_occupant(over, 2, kind="left")
    async with showing(over) as (pilot, session):
        assert re.search(r"Ben .* again\n", text(pilot))
        assert re.search(r"Cem .* left\n", text(pilot))
        await tell(pilot, session, TableChanged(scenes.with_occupant(over, 3, again=True)))
        assert re.search(r"Dora .* again\n", text(pilot))
        await pilot.press("b")
        assert "the game is over" in text(pilot)


@pytest.mark.parametrize(
    ("won", "words"),
    [
        (((0,), (1,), (1,)), "Best of 5 games. Won so far: you 1, Ben 2, Cem 0, Dora 0. Another game?"),
        (((1,), (1,), (0,), (1,)), "Ben won the best of 5. Another game?"),
        (((0,), (0,), (0,)), "You won the best of 5. Another game?"),
        (((0, 1), (0, 1), (0, 1)), "Ben and you won the best of 5. Another game?"),
    ],
)
async def test_the_score_of_a_series_and_who_won_it(won: Any, words: str) -> None:
    over = replace(finished("lucky-jack"), best_of=5, won=won)
    async with running(AtTable(scenes.ShownSession(over))) as pilot:
        shown = text(pilot)
    assert words in " ".join(shown.split())
    assert "Best of 5" in shown


@pytest.mark.parametrize(
    ("verdict", "sign"),
    [
        ("fair", "✓ fair deal"),
        ("own", "the game is over"),
        ("guest", "the game is over"),
        ("unproven", "? deal not proven"),
        ("false", "✗ the host cheated"),
    ],
)
async def test_a_sign_says_what_came_of_checking_the_deal_and_a_key_all_of_it(
    verdict: Any, sign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "later", lambda _text: Future[Any]())
    session = scenes.ShownSession(finished("lucky-jack"))
    reason, deal = Sentence("It is as it is."), Sentence("To play this deal elsewhere: 2ABC")
    finding = Finding(verdict, reason, deal=deal, wordless=Sentence("No words yet."))
    async with running(AtTable(session)) as pilot:
        assert "the game is over" in text(pilot)
        await tell(pilot, session, GameChecked(b"", finding))
        quiet = text(pilot)
        await pilot.press("d")
        told = text(pilot)
        await pilot.press("escape")
        session.tell(DealFound(replace(finding, words="acorn pony tulip wagon", wordless=None)))
        await pilot.press("d")
        later = text(pilot)
    assert sign in quiet
    assert ("It is as it is." in quiet) == (verdict == "false"), "only that speaks up by itself"
    assert all(words in told for words in ("It is as it is.", "No words yet.", "2ABC"))
    assert "Check words: acorn pony tulip wagon." in later


async def test_alone_one_reads_next_rank_and_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Store().keep(played("lucky-box", bots=("easy",)), 0)
    (before,) = [game.players[0].score for game in Store().games()]
    view = scenes.game("lucky-box", 1, scenes.over)
    async with running(AtTable(scenes.ShownSession(view)), (60, 20)) as pilot:
        await pilot.press("enter")
        told = text(pilot)
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        (row,) = re.findall(r"● Ana \(you\) (.*) ★", text(pilot))
    points = ended_of(view).scores[0]
    assert row.split()[-1] == str(points), "large figures would cover the column before it"
    rank = next_rank(points)
    assert f"The next rank is at {rank[0]} points: " in told
    assert f"Your best: {max(points, before)} points" in told
