"""Playing on from a step of a finished game: the same game up to there, and the record stays as it is."""

from random import Random

import pytest
from msgspec.structs import replace

from luckytui.client.local import Branch
from luckytui.client.session import GameChecked, TableChanged
from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, Game
from luckytui.lab.simulate import play
from luckytui.table.record import Record, snapshots, write
from luckytui.table.requests import Act
from luckytui.text import UserError


def played(game: Game) -> Record:
    return play(game, game.options(), ["random"] * 3, "to branch").record


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
async def test_a_branch_is_the_same_game_up_to_its_step(game: Game) -> None:
    record, rng = played(game), Random(2)
    before = write(record)
    for snapshot in rng.sample(list(snapshots(record))[:-1], 5):
        seat = rng.randrange(record.started.seats)
        branch = Branch(record, snapshot.made, seat)
        (live,) = [branch._table._live]
        steps = live.match.record.steps
        assert steps[: snapshot.made] == record.steps[: snapshot.made]
        assert all(step.seat == CHANCE for step in steps[snapshot.made :])
        await branch.leave()
    assert write(record) == before


async def test_other_moves_can_be_made_there() -> None:
    record = played(GAMES["lucky-jack"])
    step = next(number for number, step in enumerate(record.steps) if step.seat == 0)
    branch, heard = Branch(record, step, 0), []
    branch.open(heard.append)
    match = heard[-1].table_view.match
    assert match.names == record.started.names
    other = next(move for move in match.moves if move != record.steps[step].move)
    branch.request(Act(other), match.prompt)
    assert isinstance(heard[-1], TableChanged)
    assert branch._table._live.match.record.steps[step].move == other
    await branch.leave()


async def test_a_simulated_game_can_be_played_on_to_its_end() -> None:
    record, heard = played(GAMES["lucky-numbers"]), []
    last = record.steps[-1]
    branch = Branch(record, len(record.steps) - 1, last.seat)
    branch.open(heard.append)
    branch.request(Act(last.move), heard[-1].table_view.match.prompt)
    assert isinstance(heard[-1], GameChecked)
    assert heard[-1].finding.verdict == "own"


async def test_a_record_that_does_not_follow_from_its_seed_cannot_be_played_on() -> None:
    record = played(GAMES["lucky-numbers"])
    for seed in (None, "another"):
        changed = record._replace(started=replace(record.started, seed=seed))
        with pytest.raises(UserError, match="cannot be played on"):
            Branch(changed, len(record.steps) // 2, 0)
