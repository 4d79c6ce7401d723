"""Courses of events that were thought of, at real tables; `test_any_plan` has those that were not."""

from collections.abc import Sequence

import pytest

from luckytui.games import GAMES
from luckytui.games.interface import Seat
from net import Ack, Reject
from tests.simulation.plan import (
    BrokenDisk,
    Come,
    Crash,
    Cut,
    Flip,
    FullDisk,
    Heal,
    Intrude,
    Leave,
    LoseAnswer,
    Move,
    Plan,
    Play,
    Quit,
    Race,
    Restart,
    Setup,
    SlowDisk,
    Stall,
    Step,
    Twin,
    Wait,
)
from tests.simulation.world import World, simulate

BOTH = ("to host", "to client")
SEATED = ("Ana", "Bo", "Cy", "Di")


def at_once(*plan: Step, game: str = "lucky-numbers", people: int = 4, seed: int = 1, **more: int) -> World:
    """Let this happen while people come."""
    return simulate(Plan(seed, Setup(game=game, people=people, **more), plan))


def at_the_table(*plan: Step, **setup: object) -> World:
    """Let this happen once everybody is in."""
    return at_once(Wait(1.0), *plan, **setup)  # type: ignore[arg-type]


def seats(world: World) -> Sequence[Seat | None]:
    return sorted(world.people[name].seat for name in SEATED)  # type: ignore[type-var]


def answers(world: World, name: str) -> tuple[int, int]:
    """How many requests of this person were granted, and how many were refused."""
    all_answers = [answer for one in world.programs if one.name == name for answer in one.answers.values()]
    return all_answers.count(Ack), all_answers.count(Reject)


def granted(world: World) -> int:
    return sum(answers(world, name)[0] for name in world.people)


def ends(world: World, name: str) -> list[str]:
    """Why each of this person's programs ended."""
    return [program.ended for program in world.programs if program.name == name]


@pytest.mark.parametrize(("game", "owned", "code"), [*zip(GAMES, (0, 1, 0, 1), (0, 0, 1, 1), strict=True)])
def test_everybody_gets_in_and_plays(game: str, owned: int, code: int) -> None:
    world = at_the_table(Play(10), game=game, owned=bool(owned), code=bool(code))
    assert seats(world) == [0, 1, 2, 3]
    assert granted(world) >= 5
    assert all(program.table_view for program in world.people.values())


@pytest.mark.parametrize("milliseconds", [1, 4, 9, 12])
def test_a_connection_lost_on_the_way_in_leads_to_one_place(milliseconds: int) -> None:
    world = at_once(Wait(milliseconds / 1000), *map(Cut, (*SEATED, "Wim")))
    assert seats(world) == [0, 1, 2, 3]


@pytest.mark.parametrize("power", [False, True])
def test_a_host_killed_before_the_welcome_gives_everybody_one_place(power: bool) -> None:
    world = at_once(Wait(0.005), SlowDisk(8.0), Wait(1.0), Crash(power, seconds=20.0))
    assert seats(world) == [0, 1, 2, 3]


def test_a_disk_that_is_slower_than_a_handshake_may_take_keeps_nobody_out() -> None:
    assert seats(at_once(Wait(0.005), SlowDisk(8.0))) == [0, 1, 2, 3]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("power", [False, True])
def test_a_host_killed_while_it_writes_loses_nothing_acknowledged(game: str, power: bool) -> None:
    at_the_table(SlowDisk(8.0), Play(5), Wait(1.0), Crash(power, seconds=20.0), game=game)


@pytest.mark.parametrize("power", [False, True])
def test_a_host_killed_again_and_again_loses_nothing_acknowledged(power: bool) -> None:
    life = [Play(5), SlowDisk(0.2), Play(2), Crash(power, seconds=0.5), Wait(16.0), SlowDisk(0.0)]
    assert granted(at_the_table(*life * 4)) >= 10


@pytest.mark.parametrize("seed", [5, 28, 33])
def test_pages_that_reach_the_disk_in_another_order_lose_no_table(seed: int) -> None:
    races = [Race(), Wait(0.1), Race(), Wait(1.0)]
    at_the_table(SlowDisk(8.0), *races, Crash(power=True, seconds=1.0), game="lucky-box", seed=seed)


def test_a_journal_that_is_rewritten_loses_nobodys_seat() -> None:
    for seed in (5, 9, 10, 13, 16):  # the power is cut in the middle of the rewriting, again and again
        cuts = [Wait(4.0), Crash(power=True, seconds=1.0)] * 6
        at_the_table(SlowDisk(8.0), Play(1), *cuts, owned=True, people=2, seed=seed)


@pytest.mark.parametrize("seconds", [16.0, 590.0])
def test_a_cable_pulled_for_less_than_ten_minutes_costs_nothing(seconds: float) -> None:
    world = at_the_table(Play(3), Stall("Ana", BOTH), Play(3), Wait(seconds), Heal("Ana"))
    assert seats(world) == [0, 1, 2, 3]
    assert ends(world, "Ana") == ["host_stopped"]


def test_each_lost_connection_has_its_own_ten_minutes() -> None:
    world = at_the_table(Cut("Ana"), Wait(650.0), Crash(power=False, seconds=20.0), people=2)
    assert ends(world, "Ana") == ["host_stopped"]


def test_connections_lost_or_refused_while_their_room_is_held_are_not_kept() -> None:
    at_the_table(SlowDisk(8.0), Play(1), *map(LoseAnswer, SEATED))
    at_the_table(Leave("Di"), Wait(1.0), SlowDisk(8.0), Play(1), Twin("Di"), Come("Di"), Wait(1.0))


@pytest.mark.parametrize("game", GAMES)
def test_a_host_that_gets_another_address_is_found_again(game: str) -> None:
    world = at_the_table(Play(3), Move(), Wait(24.0), Play(3), game=game)
    assert [ends(world, name) for name in SEATED] == [["host_stopped"]] * 4


def test_a_host_that_moves_before_it_could_welcome_anybody_is_found_again() -> None:
    world = at_once(Play(1), SlowDisk(0.2), Play(5), Move())
    assert seats(world) == [0, 1, 2, 3]


def test_a_host_that_is_stopped_and_started_again_goes_on_where_it_was() -> None:
    world = at_the_table(Play(5), Restart(seconds=0.5), *map(Come, (*SEATED, "Wim")), Play(5))
    assert seats(world) == [0, 1, 2, 3]
    assert ends(world, "Bo") == ["host_stopped", "host_stopped"]


@pytest.mark.parametrize("direction", BOTH)
def test_a_bit_that_changes_on_the_way_costs_nobody_the_seat(direction: str) -> None:
    flips = [step for name in (*SEATED, "Wim") for step in (Flip(name, direction), Play(5))]
    world = at_the_table(*flips, Wait(5.0), game="lucky-jack")
    assert seats(world) == [0, 1, 2, 3]
    assert all(len(ends(world, name)) == 1 for name in SEATED)


STEPS = pytest.mark.parametrize(
    "step",
    [
        Crash(power=True, seconds=0.5),
        Crash(power=False, seconds=0.5),
        Restart(seconds=0.5, elsewhere=True),
        Move(),
        Flip("Ana", "to client"),
        LoseAnswer("Bo"),
    ],
)


@STEPS
def test_two_tables_of_one_host_lose_nothing_and_take_nothing_from_each_other(step: Step) -> None:
    world = at_the_table(Play(10), step, Play(10), Wait(1.0), Play(10), people=2, tables=2, one_host=True)
    for table in world.tables:
        assert {table.people[name].seat for name in SEATED[:2]} == {0, 1}
        assert len(table.ledger.lines) > 4, "both are played at"
    (host,) = {table.host for table in world.tables}
    assert host.identity == world.tables[1].identity


@STEPS
def test_two_tables_of_one_computer_lose_nothing_and_take_nothing_from_each_other(step: Step) -> None:
    world = at_the_table(Play(10), step, Play(10), Wait(1.0), Play(10), people=2, tables=2)
    for table in world.tables:
        assert {table.people[name].seat for name in SEATED[:2]} == {0, 1}
        assert len(table.ledger.lines) > 4, "both are played at"
    assert len({table.host.port for table in world.tables}) == 2


def test_a_watcher_of_a_table_that_moved_comes_in_anew_where_it_is_now() -> None:
    """No journal keeps watchers. At the table's old port the other table may be by then."""
    steps = Restart(seconds=0.5, elsewhere=True), Crash(power=True, seconds=0.5), Wait(5.0)
    world = at_once(Play(5), *steps, game="lucky-squares", people=2, bots=1, tables=2, seed=2441082101)
    assert all(table.people["Wim"].table_view for table in world.tables)


def test_a_table_whose_owner_left_is_gone_also_when_its_host_is_killed_then() -> None:
    steps = Play(5), Leave("Ana"), Quit("Bo"), Intrude(2, b"0"), Crash(power=False, seconds=0.5)
    world = at_once(*steps, game="lucky-box", people=2, owned=True, once=True, seed=3911888344)
    assert world.tables[0].is_closed


def test_a_seat_given_up_in_a_lobby_is_not_given_back_by_a_disk_that_is_slow_or_full() -> None:
    stalled = Stall("Cy", BOTH), Wait(60.0)
    for step in SlowDisk(8.0), FullDisk(full=True):
        at_the_table(step, *stalled, Heal("Cy"), Wait(20.0), owned=True)


def test_a_table_for_one_game_closes_when_everybody_has_seen_its_end_also_on_a_slow_disk() -> None:
    play = [step for _ in range(30) for step in (Play(1), Wait(9.0))]
    world = at_the_table(SlowDisk(8.0), *play, game="lucky-squares", people=2, bots=1, once=True)
    for name in ("Ana", "Bo", "Wim"):
        table_view = world.people[name].table_view
        assert table_view
        assert table_view.match
        assert table_view.match.view.stage == "over"
        assert ends(world, name) == ["host_closing"]


def test_a_disk_that_fails_closes_the_table_which_can_be_resumed() -> None:
    world = at_the_table(Play(5), BrokenDisk(), Play(5), Wait(1.0), Restart(seconds=1.0))
    assert seats(world) == [0, 1, 2, 3]
    assert ends(world, "Bo")[0] == "disk_failed"
