"""Tickets: a player whose program was killed gets back to the seat, and to nobody else's."""

import fcntl
import os
import stat
import time
from pathlib import Path

import pytest

from luckytui.address import Address
from luckytui.client import saved_seats
from luckytui.client.saved_seats import HeldSeat, SavedSeat
from luckytui.system.state_folder import put_aside

ROOM, OTHER_ROOM = "00" * 8, "ff" * 8


@pytest.fixture(autouse=True)
def folder(own_state: Path) -> Path:
    """Where the saved seats of a test are."""
    return own_state / "luckytui" / "seats"


def saved_seat(name: str = "Ana", room: str = ROOM) -> SavedSeat:
    return SavedSeat(
        room=room,
        name=name,
        address=Address("192.0.2.1", 5825),
        token=os.urandom(32),
        certificate=bytes(32),
        code="7KQ2M9",
    )


def keep(kept: SavedSeat) -> HeldSeat:
    held = saved_seats.keep(kept)
    assert held is not None
    return held


def test_a_saved_seat_is_found_again_once_its_program_is_gone() -> None:
    anas = saved_seat()
    held = keep(anas)
    assert saved_seats.find(ROOM) is None
    held.let_go()
    assert saved_seats.free() == [anas]
    again = saved_seats.find(ROOM)
    assert again.saved_seat == anas
    assert saved_seats.find(ROOM) is None


@pytest.mark.parametrize("room", ["../../planted", "/planted", "*", "**", "[", "", "a/b", "x" * 256])
def test_whatever_a_host_calls_its_room_the_saved_seat_stays_in_its_folder(room: str, folder: Path) -> None:
    keep(saved_seat()).let_go()
    assert saved_seats.find(room) is None
    assert saved_seats.of_room(room) == []
    keep(there := saved_seat(room=room)).let_go()
    assert {path.parent for path in folder.parents[1].rglob("*.seat")} == {folder}
    assert saved_seats.of_room(room) == [there]


def test_two_players_of_one_user_get_their_own_seats_back() -> None:
    anas, bens = saved_seat("Ana"), saved_seat("Ben")
    _still_playing = keep(anas)
    keep(bens).let_go()
    assert saved_seats.find(ROOM, "Ana") is None
    held = saved_seats.find(ROOM)
    assert held is not None
    assert held.saved_seat == bens


def test_a_known_seat_is_taken_unless_a_program_has_it() -> None:
    keep(saved_seat("Ben")).let_go()
    held = keep(saved_seat("Ana"))
    assert saved_seats.find(ROOM, token=held.saved_seat.token) is None
    held.let_go()
    again = saved_seats.find(ROOM, token=held.saved_seat.token)
    assert again.saved_seat == held.saved_seat


def test_with_a_name_only_a_saved_seat_of_that_name_will_do() -> None:
    keep(saved_seat("Ana")).let_go()
    assert saved_seats.find(ROOM, "Ben") is None
    assert saved_seats.free("Ben") == []
    held = saved_seats.find(ROOM, "Ana")
    assert held is not None


def test_the_latest_saved_seat_comes_first(folder: Path) -> None:
    names = ("Ana", "Ben", "Cem")
    for age, name in enumerate(reversed(names)):
        before = {*folder.glob("*")}
        held = keep(saved_seat(name))
        (file,) = {*folder.iterdir()} - before
        os.utime(file, (time.time() - 100 + age,) * 2)
        held.let_go()
    assert [each.name for each in saved_seats.free()] == list(names)


def test_nobody_else_may_read_saved_seats(folder: Path) -> None:
    keep(saved_seat())
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_saved_seats_of_a_month_ago_are_put_aside_unless_a_program_has_them(folder: Path) -> None:
    held, bens = keep(saved_seat("Ana")), saved_seat("Ben")
    keep(bens).let_go()
    for path in folder.iterdir():
        os.utime(path, (time.time() - 31 * 24 * 3600,) * 2)
    assert saved_seats.free() == [bens], "looking changes nothing"
    cems = keep(saved_seat("Cem", OTHER_ROOM))
    assert saved_seats.free() == []
    assert saved_seats.of_room(ROOM) == [held.saved_seat]
    (old,) = put_aside("seats")
    assert saved_seats.read(old) == bens
    cems.let_go()


def test_a_seat_that_somebody_comes_back_to_is_not_old(folder: Path) -> None:
    keep(anas := saved_seat("Ana")).let_go()
    for path in folder.iterdir():
        os.utime(path, (time.time() - 31 * 24 * 3600,) * 2)
    found = saved_seats.find(ROOM)
    assert found
    found.let_go()
    keep(saved_seat("Ben", OTHER_ROOM)).let_go()
    assert anas in saved_seats.free()


def test_a_link_that_leads_nowhere_hides_no_other_seat(folder: Path) -> None:
    keep(anas := saved_seat()).let_go()
    (folder / "dangling.seat").symlink_to(folder / "nowhere")
    assert saved_seats.free() == [anas]
    found = saved_seats.find(ROOM)
    assert found
    assert found.saved_seat == anas


def test_seats_are_listed_without_taking_them(monkeypatch: pytest.MonkeyPatch) -> None:
    keep(saved_seat()).let_go()
    asked: list[int] = []
    monkeypatch.setattr(fcntl, "flock", lambda _file, how: asked.append(how))
    assert len(saved_seats.free()) == 1
    assert asked == [fcntl.LOCK_SH | fcntl.LOCK_NB]


@pytest.mark.parametrize("content", [b"", b"\xff", b"{}", b"[]", b'{"room": 7}'])
def test_a_file_that_is_no_saved_seat_leads_nowhere(content: bytes, folder: Path) -> None:
    keep(saved_seat()).let_go(for_good=True)
    (folder / f"{ROOM}-0.seat").write_bytes(content)
    assert saved_seats.find(ROOM) is None
    assert saved_seats.free() == []
    assert saved_seats.of_room(ROOM) == []


def test_a_pipe_with_the_name_of_a_saved_seat_is_not_waited_for(folder: Path) -> None:
    keep(saved_seat()).let_go(for_good=True)
    os.mkfifo(folder / "0.seat")
    assert saved_seats.find(ROOM) is None


def test_where_nothing_can_be_saved_one_plays_anyway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert saved_seats.keep(saved_seat()) is None
    assert saved_seats.find(ROOM) is None
    assert saved_seats.free() == []
