"""What stored games add up to, for a person."""

import json
from pathlib import Path

import pytest

from luckytui.cli import run
from luckytui.records.statistics import Meetings, figures, of_person, people, title
from luckytui.records.store import Player, Store, StoredGame
from tests.test_store import PLAYED


def game(
    number: int, kind: str, *players: tuple[str, int, bool, str], mine: int | None = 0, lowest: bool = False
) -> StoredGame:
    played = f"2026-11-{number:02}T20:00:00Z"
    return StoredGame(str(number), kind, played, lowest, mine, tuple(Player(*player) for player in players))


ANA_WINS = ("Ana", 9000, True, ""), ("Ben", 5000, False, ""), ("Juno", 0, False, "hard")
BEN_WINS = ("Ana", 2000, False, ""), ("Ben", 4000, True, ""), ("Juno", 1000, False, "hard")
BOT_WINS = ("Ana", 0, False, ""), ("Cem", 1000, False, ""), ("Otto", 3000, True, "normal")

EVENING = [
    game(6, "lucky-numbers", ("Ana", 2, True, ""), ("Ben", 5, False, ""), lowest=True),
    game(5, "lucky-jack", *ANA_WINS),
    game(4, "lucky-jack", *ANA_WINS),
    game(3, "lucky-jack", *BEN_WINS),
    game(2, "lucky-jack", *BOT_WINS),
    game(1, "lucky-jack", *ANA_WINS),
]


def test_the_games_of_each_kind_are_added_up() -> None:
    jack, numbers = of_person(EVENING, "Ana").games
    assert (jack.game, jack.games, jack.wins, jack.best, jack.mean) == ("lucky-jack", 5, 3, 9000, 5800)
    assert (numbers.games, numbers.best, numbers.is_lowest_best) == (1, 2, True)
    assert jack.scores == (9000, 0, 2000, 9000, 9000)
    assert jack.won == (True, False, False, True, True)


def test_the_best_score_is_the_lowest_where_that_wins() -> None:
    scores = [game(1, "lucky-numbers", ("Ana", score, True, ""), lowest=True) for score in (3, 1, 2)]
    assert of_person(scores, "Ana").games[0].best == 1


def test_games_alone_are_counted_apart_and_nobody_wins_them() -> None:
    alone = game(7, "lucky-box", ("Ana", 44, True, ""))
    company = game(8, "lucky-box", ("Ana", 50, True, ""), ("Ben", 40, False, ""))
    with_others, solo = of_person([company, alone], "Ana").games
    assert (title(with_others), figures(with_others)[1]) == ("Lucky Box", "1 · 100%")
    assert (title(solo), figures(solo)[:3], figures(solo)[4]) == (
        "Lucky Box, alone",
        ["1", "·", "44 points"],
        "·",
    )


def test_streaks_and_their_history() -> None:
    jack = of_person(EVENING, "Ana").games[0]
    assert (jack.streak, jack.longest) == (2, 2)
    lost = of_person(EVENING[2:], "Ben").games[0]
    assert (lost.streak, lost.longest) == (0, 1)


def test_each_opponent_is_met_head_to_head_and_bots_by_their_level() -> None:
    ana = of_person(EVENING, "Ana")
    assert ana.people == {
        "Ben": Meetings(games=5, wins=4, losses=1),
        "Cem": Meetings(games=1, wins=0, losses=0),
    }
    assert ana.bots == {
        "hard": Meetings(games=4, wins=3, losses=0),
        "normal": Meetings(games=1, wins=0, losses=1),
    }


@pytest.mark.parametrize("winner", [1, 2, 3])
def test_several_bots_of_a_level_count_as_one_whichever_of_them_wins(winner: int) -> None:
    players = [("Ana", 0, False, ""), *((name, 1, False, "hard") for name in ("Juno", "Otto", "Vera"))]
    players[winner] = (*players[winner][:2], True, "hard")
    assert of_person([game(1, "lucky-jack", *players)], "Ana").bots == {"hard": Meetings(1, 0, 1)}


def test_a_win_that_is_shared_is_won_and_lost() -> None:
    both = ("Ana", 1, True, ""), ("Ben", 1, True, ""), ("Juno", 1, True, "easy")
    ana = of_person([game(1, "lucky-jack", *both)], "Ana")
    assert ana.people["Ben"] == ana.bots["easy"] == Meetings(games=1, wins=1, losses=1)


def test_a_bot_of_the_players_name_is_not_the_player() -> None:
    namesake = ("Ana", 9, True, "hard"), ("Ana", 1, False, "")
    (totals,) = of_person([game(1, "lucky-jack", *namesake)], "Ana").games
    assert (totals.best, totals.wins) == (1, 0)


def test_the_player_of_this_computer_is_known_by_the_seat_whatever_the_name() -> None:
    games = [
        game(3, "lucky-jack", ("Annie", 3, True, ""), ("Ben", 1, False, ""), mine=0),
        game(2, "lucky-jack", ("Ben", 5, True, ""), ("Annie", 2, False, ""), mine=0),
        game(1, "lucky-jack", ("Ana", 4, True, ""), ("Ben", 1, False, ""), mine=0),
    ]
    assert people(games) == ["Annie", "Ben"]
    assert of_person(games, "Annie").games[0].scores == (4, 5, 3)
    assert of_person(games, "Ben").games[0].scores == (1, 1)


def test_the_history_has_the_latest_forty_games_the_oldest_first() -> None:
    many = [game(1, "lucky-jack", ("Ana", score, score % 2 == 0, "")) for score in range(50)]
    (totals,) = of_person(many, "Ana").games
    assert totals.scores == tuple(range(39, -1, -1))
    assert (totals.games, totals.wins, len(totals.won)) == (50, 25, 40)
    assert totals.won[-1]


def test_the_more_meetings_the_earlier_somebody_is_listed() -> None:
    games = [
        game(1, "lucky-jack", ("Ana", 1, True, ""), (name, 0, False, "")) for name in ("Cem", "Ben", "Cem")
    ]
    games += [game(1, "lucky-jack", ("Ana", 1, True, ""), ("Al", 0, False, ""))]
    assert [*of_person(games, "Ana").people] == ["Cem", "Al", "Ben"]


def test_bots_are_no_people_and_the_player_of_this_computer_comes_first() -> None:
    assert people(EVENING) == ["Ana", "Ben", "Cem"]
    assert people([game(1, "lucky-jack", *BEN_WINS, mine=1)]) == ["Ben", "Ana"]


def test_luck_and_mistakes_are_means_of_the_games_where_they_are_known() -> None:
    known = [("Ana", 1, True, "", 2.0, 1)], [("Ana", 1, True, "", -1.0, 0)], [("Ana", 1, True, "")]
    (totals,) = of_person([game(1, "lucky-box", *each) for each in known], "Ana").games
    assert (totals.luck, totals.mistakes) == (0.5, 0.5)
    assert figures(totals)[-2:] == ["+0.5", "0.5"]


def test_stats_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run(["stats"]) == 1
    assert "No game played by a person is stored yet." in capsys.readouterr().err
    Store().keep(PLAYED, 1, ["easy", ""])
    assert run(["stats"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("random 2   ")
    assert "Lucky Numbers" in told
    assert "Against easy bots: 1 game, won " in told
    assert run(["stats", "random 2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["everyone"], told["games"][0]["games"]) == ("random 2", ["random 2"], 1)


def test_each_figure_has_its_unit() -> None:
    games = [
        game(1, "lucky-numbers", ("Ana", 0, True, ""), ("Ben", 2, False, ""), lowest=True),
        game(2, "lucky-jack", ("Ana", 9000, True, ""), ("Ben", 0, False, "")),
        game(3, "lucky-squares", ("Ana", 31, True, ""), ("Ben", 1, False, "")),
        game(4, "lucky-numbers", ("Ana", 1, True, ""), ("Ben", -3, False, "")),
    ]
    assert [", ".join(each.outcomes) for each in games] == [
        "★ Ana 0 empty cells, Ben 2",
        "★ Ana 9,000 points, Ben 0",
        "★ Ana 31 cents, Ben 1",
        "★ Ana 1 point, Ben −3",
    ]
    best = {title(each): figures(each)[2] for each in of_person(games, "Ana").games}
    assert best == {
        "Lucky Jack": "9,000 points",
        "Lucky Numbers, tournament": "1 point",
        "Lucky Numbers": "0 empty cells",
        "Lucky Squares": "31 cents",
    }
