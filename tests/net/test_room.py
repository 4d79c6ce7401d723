"""A room: its members, their names, and each move made once."""

import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import pytest

from net import Member, NetError, Refused, Room, Summary, Welcome, limits
from net.messages import Ack, Join, Move, Reject
from tests.net.counter import Counter

TOKEN = b"t" * 32
KEY = sha256(TOKEN).digest()


class Ear:
    """A connection that remembers its token, and what the room asked of it."""

    def __init__(self, token: bytes, address: str = "10.0.0.1") -> None:
        self.token = token
        self.address = address
        self.is_forwarded = self.is_held_back = False
        self.features: dict[str, int] = {}
        self.woken = 0
        self.flushed = 0
        self.ended = ""

    def wake(self) -> None:
        self.woken += 1

    def flush(self) -> None:
        self.flushed += 1

    def end(self, error: NetError) -> None:
        self.ended = error.code


class Patient(Counter):
    """An application that holds places for ever."""

    def overdue(self, member: Member) -> None:
        self.news.append(("overdue", member.name))


class Secretive(Counter):
    """An application that keeps each move, and shows it to nobody else."""

    def move(self, member: Member, move: Move) -> None:
        if move.prompt == 9:
            raise Refused("illegal")
        self.room.hold_back()


def room_of(counter: Counter, reserved: Mapping[bytes, int] = {}) -> Room:
    room = Room(counter, program="test 1", reserved=reserved)
    counter.room = room
    return room


def join(
    room: Room,
    name: str = "Ana",
    token: bytes | None = None,
    *,
    new: bool = False,
    watch: bool = False,
    address: str = "10.0.0.1",
) -> tuple[Member, Welcome, Ear]:
    """Join: with a token to come back, unless it is new; without one as a newcomer."""
    ear = Ear(token or secrets.token_bytes(32), address)
    member, welcome = room.join(Join(None, name, watch, ear.token, new=new or token is None), ear)
    return member, welcome, ear


def refusal(room: Room, name: str = "Ana", token: bytes | None = None, **how: Any) -> str:
    with pytest.raises(NetError) as raised:
        join(room, name, token, **how)
    return raised.value.code


def move(number: int, prompt: int = 0, payload: bytes = b"5") -> Move:
    return Move(number.to_bytes(16, "big"), prompt, payload)


def test_a_watcher_takes_no_seat() -> None:
    counter = Counter(seats=1)
    room = room_of(counter)
    member, welcome, _ = join(room, "Wim", watch=True)
    assert member.seat is welcome.seat is None
    assert join(room)[1].seat == 0
    assert counter.news == [("arrived", "Wim"), ("arrived", "Ana")]


@pytest.mark.parametrize("new", [True, False])
def test_a_reserved_seat_waits_for_its_token(new: bool) -> None:
    room = room_of(Counter(seats=2), {KEY: 0})
    guest, _, _ = join(room, "Bo")
    owner, _, _ = join(room, "Ana", TOKEN, new=new)
    assert (guest.seat, guest.owner) == (1, False)
    assert (owner.seat, owner.owner) == (0, True)


def test_a_newcomer_who_joins_again_before_the_loss_is_noticed_has_one_place() -> None:
    room = room_of(Counter(seats=2))
    member, _, older = join(room, "Ana", TOKEN, new=True)
    again, _, newer = join(room, "Ana", TOKEN, new=True)
    room.lost(member, older, 0)
    assert again is member
    assert member.connected
    assert room.members == (member,)
    assert (older.ended, newer.ended) == ("superseded", "")


def test_a_room_knows_the_tokens_of_its_members_and_of_reserved_seats() -> None:
    room = room_of(Counter(seats=2), {KEY: 0})
    _, _, ear = join(room)
    assert room.knows(TOKEN)
    assert room.knows(ear.token)
    assert not room.knows(bytes(32))


def test_a_bad_name_does_not_spend_a_reservation() -> None:
    room = room_of(Counter(), {KEY: 0})
    assert refusal(room, "", TOKEN) == "bad_name"
    assert join(room, "Ana", TOKEN)[0].owner


def test_the_room_keeps_no_token() -> None:
    room = room_of(Counter(), {KEY: 1})
    member, welcome, ear = join(room)
    kept = repr([vars(room), member, welcome])
    assert repr(ear.token)[2:-1] not in kept
    assert repr(TOKEN)[2:-1] not in kept


@pytest.mark.parametrize("new", [True, False], ids=["without a welcome", "with one"])
def test_a_token_returns_to_its_seat_and_name(new: bool) -> None:
    counter = Counter()
    room = room_of(counter)
    member, welcome, ear = join(room)
    room.lost(member, ear, 0)
    assert not member.connected
    again, second, _ = join(room, "Somebody else", ear.token, new=new)
    assert again is member
    assert member.connected
    assert second == welcome
    assert counter.news == [("arrived", "Ana"), ("lost", "Ana"), ("returned", "Ana")]


def test_an_unknown_token_is_refused_unless_it_is_new() -> None:
    room = room_of(Counter())
    assert refusal(room, token=TOKEN) == "bad_token"
    assert room.members == ()
    assert join(room, token=TOKEN, new=True)[0].seat == 0


def test_after_ten_minutes_the_application_decides_on_a_players_place() -> None:
    counter = Counter(seats=1)
    room = room_of(counter)
    member, _, ear = join(room)
    assert room.tick(0) is None
    room.lost(member, ear, 100)
    assert room.tick(100) == 100 + limits.HOLD
    room.tick(100 + limits.HOLD - 1)
    assert refusal(room, "Bo") == "room_full"
    room.tick(100 + limits.HOLD)
    assert counter.news[-2:] == [("overdue", "Ana"), ("left", "Ana")]
    assert refusal(room, token=ear.token) == "bad_token"
    assert join(room, "Bo")[1].seat == 0


def test_a_place_that_the_application_does_not_give_up_is_held_on() -> None:
    counter = Patient(seats=1)
    room = room_of(counter)
    member, _, ear = join(room)
    room.lost(member, ear, 0)
    room.tick(limits.HOLD)
    room.tick(2 * limits.HOLD)
    assert room.tick(0) is None
    assert counter.news == [("arrived", "Ana"), ("lost", "Ana"), ("overdue", "Ana")]
    assert refusal(room, "Bo") == "room_full"
    assert join(room, token=ear.token)[0] is member


def test_the_place_of_a_watcher_is_given_up_by_itself() -> None:
    counter = Patient(seats=1)
    room = room_of(counter)
    member, _, ear = join(room, "Wim", watch=True)
    room.lost(member, ear, 0)
    assert room.tick(59) == 60
    room.tick(60)
    assert counter.news[-1] == ("left", "Wim")
    assert room.members == ()


def test_watchers_who_came_and_went_keep_nobody_out() -> None:
    room = room_of(Counter(seats=1))
    came = [join(room, f"Wim {number}", watch=True) for number in range(limits.WATCHERS)]
    assert refusal(room, "Bo", watch=True) == "room_full"
    for number, (member, _, ear) in enumerate(came):
        room.lost(member, ear, number)
    bo, _, _ = join(room, "Bo", watch=True)
    assert len(room.members) == limits.WATCHERS
    assert came[0][0] not in room.members
    assert bo in room.members


def test_a_barred_address_is_not_that_of_a_whole_network() -> None:
    room = room_of(Counter(seats=4))
    room.bar(join(room, "Ana", address="2001:db8::1")[0])
    assert refusal(room, "Bo", address="2001:db8::1") == "barred"
    assert join(room, "Cy", address="2001:db8::2")[0] in room.members


def test_a_barred_address_is_one_that_nobody_else_here_has() -> None:
    room = room_of(Counter(seats=4))
    one, two, three = (join(room, name)[0] for name in ("Ana", "Bo", "Cy"))
    three.address = "10.0.0.3"
    room.bar(one)
    room.bar(three)
    assert "address 10.0.0.3" in room.barred
    assert sorted(mark.partition(" ")[0] for mark in room.barred) == ["address", "key", "key", "name", "name"]
    assert two in room.members


def test_a_locked_room_takes_its_members_and_its_owner() -> None:
    room = room_of(Counter(seats=3), {KEY: 0})
    _, _, ear = join(room, "Bo")
    room.is_locked = True
    assert not room.has_place()
    assert refusal(room, "Cy") == refusal(room, "Cy", watch=True) == "locked"
    assert join(room, token=ear.token)[0].name == "Bo"
    assert join(room, "Ana", TOKEN)[0].seat == 0


def test_a_removed_member_hears_why_and_its_seat_is_free() -> None:
    counter = Counter(seats=1)
    room = room_of(counter)
    member, _, ear = join(room)
    room.remove(member)
    room.remove(member)
    assert ear.ended == "kicked"
    assert room.members == ()
    assert counter.news == [("arrived", "Ana"), ("left", "Ana")]
    assert join(room, "Bo")[1].seat == 0


def test_a_member_from_before_is_away_and_comes_back_with_the_token() -> None:
    counter = Counter(seats=2)
    kept = Member(1, "Ana", owner=True, key=sha256(TOKEN).digest(), answers={move(1).id: Ack(move(1).id)})
    room = Room(counter, program="test 1", id="90eb191394d6c038", members=[kept])
    counter.room = room
    room.open(100)
    assert room.id == "90eb191394d6c038"
    assert room.tick(100) == 100 + limits.HOLD
    (ana,) = room.members
    assert (ana.seat, ana.name, ana.owner, ana.connected) == (1, "Ana", True, False)
    bo, welcome, _ = join(room, "ana")
    assert (bo.seat, welcome.name) == (0, "ana 2")
    again, _, _ = join(room, token=TOKEN)
    assert again is ana
    assert room.tick(0) is None
    assert counter.news == [("arrived", "ana 2"), ("returned", "Ana")]
    assert room.move(ana, move(1)) == Ack(move(1).id)
    assert counter.total == 0


def test_a_connection_that_is_held_back_is_flushed_at_the_release() -> None:
    room = room_of(Counter(seats=3))
    (member, _, ana), (bo, _, gone), (_, _, cy) = join(room), join(room, "Bo"), join(room, "Cy")
    assert not ana.is_held_back
    room.hold_back()
    room.changed(member)
    room.changed(bo)
    assert ana.is_held_back
    assert gone.is_held_back
    assert not cy.is_held_back, "nothing has changed for it"
    room.lost(bo, gone, 0)
    assert ana.flushed == 0
    room.release()
    room.release()
    assert (ana.flushed, gone.flushed) == (1, 0)
    assert not ana.is_held_back


def test_a_connection_that_fails_at_the_release_keeps_no_other_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room = room_of(Counter(seats=3))
    (_, _, ana), (_, _, bo) = join(room), join(room, "Bo")
    monkeypatch.setattr(ana, "flush", lambda: 1 / 0)
    room.hold_back()
    for member in room.members:
        room.changed(member)
    room.release()
    assert bo.flushed == 1
    assert "ZeroDivisionError" in caplog.text


def test_one_for_whom_nothing_has_changed_is_answered_while_another_is_held_back() -> None:
    counter = Secretive(seats=3)
    room = room_of(counter)
    (ana, _, ana_ear), (bo, _, bo_ear) = join(room), join(room, "Bo")
    assert isinstance(room.move(ana, move(1)), Ack)
    assert isinstance(room.move(bo, move(2, 9)), Reject)
    assert isinstance(room.move(bo, move(2, 9)), Reject)
    assert (ana_ear.is_held_back, bo_ear.is_held_back) == (True, False)
    _, _, newcomer = join(room, "Cy")
    assert newcomer.is_held_back, "its first view shows everything"
    room.release()
    assert not ana_ear.is_held_back


def test_of_two_racing_moves_one_wins_and_the_other_is_stale() -> None:
    counter = Counter()
    room = room_of(counter)
    (ana, _, _), (bo, _, ear) = join(room), join(room, "Bo")
    assert isinstance(room.move(ana, move(1)), Ack)
    woken = ear.woken
    assert room.move(bo, move(2)) == Reject(move(2).id, "stale", b"")
    assert ear.woken > woken
    assert counter.total == 5


def test_the_id_of_one_seat_means_nothing_to_another() -> None:
    counter = Counter()
    room = room_of(counter)
    (ana, _, _), (bo, _, _) = join(room), join(room, "Bo")
    room.move(ana, move(1))
    assert isinstance(room.move(bo, move(1, prompt=1)), Ack)
    assert counter.total == 10


def test_the_last_64_answers_are_remembered() -> None:
    counter = Counter()
    room = room_of(counter)
    member, _, _ = join(room)
    for number in range(limits.ANSWERS + 1):
        room.move(member, move(number, prompt=number))
    assert isinstance(room.move(member, move(1, prompt=1)), Ack)
    assert isinstance(room.move(member, move(0, prompt=0)), Reject)


def test_the_application_says_why_a_move_is_refused() -> None:
    room = room_of(Counter())
    watcher, _, _ = join(room, watch=True)
    assert room.move(watcher, move(1)) == Reject(move(1).id, "not_turn", b"you watch")


class Broken(Counter):
    def move(self, member: Member, move: Move) -> None:
        raise ZeroDivisionError

    def arrived(self, member: Member) -> None:
        raise ZeroDivisionError


def test_info_is_what_the_application_tells_and_what_the_room_knows() -> None:
    room = room_of(Counter(seats=4))
    info = room.info(code=True)
    assert isinstance(info, Summary)
    assert (info.game, info.seats, info.program, info.room, info.code) == (
        "counter",
        4,
        "test 1",
        room.id,
        True,
    )
