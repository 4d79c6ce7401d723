"""Whatever happens to lines and host: moves count once, secrets stay, and all see the same in the end."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from net import Member, Move, Refused, Room
from net.host import _GuestConnection
from net.messages import Ping, encode, frame
from tests.net.kept_game import Game, secret_of
from tests.net.simulation import World, simulate
from tests.net.steps import (
    PEOPLE,
    Crash,
    Cut,
    Heal,
    Intrude,
    Leave,
    LoseAnswer,
    Play,
    SlowDisk,
    Stall,
    Step,
    Twin,
    Wait,
    Worsen,
    plans,
)

BOTH = ("to host", "to client")


@settings(max_examples=60)
@given(plans(longest_wait=16.0))
def test_the_invariants_hold_through_any_faults(plan: Sequence[Step]) -> None:
    simulate(plan)


def at_the_table(plan: Sequence[Step]) -> World:
    """Let a plan happen once everybody is in."""
    return simulate([Wait(1.0), *plan])


def answers(world: World, name: str) -> tuple[int, int]:
    """How many moves were made for this person, and how many were not."""
    return len(world.people[name].acked), len(world.people[name].rejected)


# People who come


def test_everybody_gets_in() -> None:
    world = simulate([])
    assert sorted(world.people[name].seat for name in PEOPLE[:-1]) == [0, 1, 2, 3]
    assert all(person.shown for person in world.people.values())


@pytest.mark.parametrize("milliseconds", range(16))
def test_a_connection_lost_after_join_leads_to_one_place(milliseconds: int) -> None:
    world = simulate([Wait(milliseconds / 1000), *map(Cut, PEOPLE)])
    for person in world.people.values():
        assert person.ended == ("host_closing" if person.client._has_asked else "host_lost")


@pytest.mark.parametrize("arrived", range(6))
def test_a_host_killed_before_the_welcome_gives_everybody_one_place(arrived: int) -> None:
    world = simulate([SlowDisk(8.0), Wait(1.0), Crash(arrived, seconds=20.0)])
    assert sorted(world.people[name].seat for name in PEOPLE[:-1]) == [0, 1, 2, 3]


def test_a_disk_that_is_slower_than_a_handshake_may_take_keeps_nobody_out() -> None:
    world = simulate([SlowDisk(8.0)])
    assert all(person.ended == "host_closing" for person in world.people.values())


# People at the table


def test_moves_that_race_are_won_by_one() -> None:
    world = at_the_table([Play("Ana", 2, racing=True), Play("Bo", 2, racing=True), Wait(1.0)])
    assert answers(world, "Ana")[0] + answers(world, "Bo")[0] >= 1
    assert answers(world, "Ana")[1] + answers(world, "Bo")[1] >= 1


def test_a_watchers_moves_are_not_made() -> None:
    assert answers(at_the_table([Play("Wim", 3, racing=False)]), "Wim") == (0, 3)


def test_a_move_whose_answer_is_lost_is_made_once() -> None:
    assert answers(at_the_table([LoseAnswer("Ana"), LoseAnswer("Ana")]), "Ana") == (2, 0)


@pytest.mark.parametrize("arrived", [0, 1, 2])
def test_a_host_that_is_killed_while_it_writes_makes_no_move_twice_and_loses_none(arrived: int) -> None:
    plan: list[Step] = [SlowDisk(8.0), Play("Ana", 2, racing=False), Play("Bo", 2, racing=False), Wait(1.0)]
    world = at_the_table([*plan, Crash(arrived, seconds=20.0)])
    assert (answers(world, "Ana"), answers(world, "Bo")) == ((2, 0), (2, 0))


def test_a_slow_connection_that_brings_single_bytes_is_good_enough() -> None:
    plan: list[Step] = [Worsen("Ana", delay=0.1, piece=1), Cut("Ana"), Wait(16.0)]
    world = at_the_table([*plan, Play("Ana", 5, racing=False), Wait(16.0)])
    assert answers(world, "Ana") == (5, 0)


@pytest.mark.parametrize("seconds", [6.0, 16.0, 60.0, 590.0])
def test_a_cable_that_is_pulled_for_less_than_ten_minutes_costs_nothing(seconds: float) -> None:
    plan: list[Step] = [
        Stall("Ana", BOTH),
        Play("Ana", 1, racing=False),
        Play("Bo", 3, racing=False),
        Wait(seconds),
    ]
    world = at_the_table([*plan, Heal("Ana")])
    assert (world.people["Ana"].seat, answers(world, "Ana")) == (0, (1, 0))


def test_after_ten_minutes_the_seat_is_given_up() -> None:
    world = at_the_table([Stall("Ana", BOTH), Wait(640.0), Heal("Ana")])
    assert world.people["Ana"].ended in {"bad_token", "unreachable"}


def test_a_member_who_does_not_read_is_let_go_and_comes_back() -> None:
    moves: list[Step] = [Play("Bo", 5, racing=False), Wait(1.0)]
    world = at_the_table([Stall("Ana", ("to client",)), *moves * 20])
    assert answers(world, "Bo") == (100, 0)


def test_of_two_clients_with_one_token_the_later_stays() -> None:
    world = at_the_table([Twin("Ana"), Wait(1.0), Play("Ana", 1, racing=False)])
    assert [person.ended for person in world.everybody.values() if person.name == "Ana"] == [
        "superseded",
        "host_closing",
    ]


def test_a_connection_lost_while_its_room_is_held_is_not_kept() -> None:
    at_the_table([SlowDisk(8.0), Play("Bo", 1, racing=False), LoseAnswer("Cy")])


def test_a_connection_refused_while_its_room_is_held_is_not_kept() -> None:
    at_the_table([Leave("Di"), Wait(1.0), SlowDisk(8.0), Play("Bo", 1, racing=False), Twin("Di"), Wait(1.0)])


def test_hours_without_anybody_doing_anything_change_nothing() -> None:
    world = at_the_table([Play("Ana", 1, racing=False), Wait(3600.0), Play("Ana", 1, racing=False)])
    assert answers(world, "Ana") == (2, 0)


@pytest.mark.parametrize("depth", range(5))
@pytest.mark.parametrize("data", [b"GET / HTTP/1.1\r\n\r\n", frame(b"\xc1"), frame(encode(Ping())), bytes(3)])
def test_a_stranger_who_sends_nonsense_disturbs_nobody(depth: int, data: bytes) -> None:
    world = at_the_table([Intrude(depth, data), Play("Ana", 1, racing=False), Wait(1.0)])
    assert answers(world, "Ana") == (1, 0)


# The invariants have teeth: with something broken on purpose, each of these plans breaks one of them.


def test_a_room_that_forgets_its_answers_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    move = Room.move

    def forgetful(room: Room, member: Member, message: Move) -> object:
        member.answers.clear()
        return move(room, member, message)

    monkeypatch.setattr(Room, "move", forgetful)
    with pytest.raises(AssertionError):
        at_the_table([LoseAnswer("Ana")])


def test_a_room_that_tells_too_early_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Room, "holds_back", lambda *_: False)
    with pytest.raises(AssertionError):
        at_the_table([SlowDisk(0.2), Play("Ana", 1, racing=False), Wait(1.0)])


def test_a_secret_that_gets_out_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def whisper(game: Game, member: Member, move: Move) -> None:
        raise Refused("stale", secret_of(1))

    monkeypatch.setattr(Game, "move", whisper)
    with pytest.raises(AssertionError, match="a secret of another seat"):
        at_the_table([Play("Ana", 1, racing=False)])


def test_a_connection_that_is_never_let_go_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_GuestConnection, "lost", lambda _: None)
    with pytest.raises(AssertionError):
        at_the_table([Cut("Ana")])
