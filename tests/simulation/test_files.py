"""The player's files on the played disk: after a power cut each of them is the old one or the new one."""

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from luckytui import settings
from luckytui.address import Address
from luckytui.client import last_game, saved_seats
from luckytui.client.last_game import LastGame
from luckytui.client.saved_seats import SavedSeat
from luckytui.door.guests import SeatBook
from luckytui.games import GAMES
from luckytui.system import files
from luckytui.system.state_folder import state_folder
from luckytui.table.spec import TableSpec
from luckytui.text import UserError
from tests.simulation.disk import Disk, PowerCut
from tests.simulation.plan import Crash, FullDisk, Play, Quit, Wait
from tests.simulation.test_scenarios import at_the_table

NUMBERS = GAMES["lucky-numbers"]


def seat(number: int) -> SavedSeat:
    return SavedSeat(
        room="00" * 8,
        name=f"Ana {number}",
        address=Address("192.0.2.1", 5825),
        token=bytes([number]) * 32,
        certificate=bytes(700),  # more than a page
        code=None,
    )


def table(number: int) -> LastGame:
    options = NUMBERS.options()
    return LastGame(
        where="alone", table=TableSpec(game=NUMBERS.key, options=options, name=str(number), seats=2)
    )


def recalled() -> int:
    game = last_game.recall()
    return int(game.table.name) if game else 0


def guests() -> SeatBook:
    return SeatBook(state_folder("guests") / "room.json")


def kept_guest() -> int:
    return max((number for number in range(80) if guests().find(f"proof {number}")), default=0)


def known_guest(number: int) -> None:
    guests().remember([f"proof {number}"], seat(number))


Kind = tuple[Callable[[int], object], Callable[[], int]]

KINDS: dict[str, Kind] = {
    "settings": (lambda number: settings.save(name=f"{number}"), lambda: int(settings.load()[0].name or 0)),
    "last game": (lambda number: last_game.remember(table(number)), recalled),
    "guests": (known_guest, kept_guest),
}
"""How each kind of file is written with a number, and how that is read again; 0: there is none."""


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    for kind in ("STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path))
    with (disk := Disk(tmp_path, tmp_path, Random(1), lambda _path: 0)).watched():
        yield disk


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


def open_files() -> int:
    return len([*Path("/proc/self/fd").iterdir()])


def left_over(folder: Path) -> list[Path]:
    return [*folder.rglob("*.new")]


def test_what_was_written_outlives_a_power_cut(kind: Kind, disk: Disk, tmp_path: Path) -> None:
    write, read = kind
    for number in range(1, 20):
        write(number)
        disk.cut_power(tmp_path)
        assert read() == number


def test_a_power_cut_at_any_call_leaves_one_whole_file(kind: Kind, disk: Disk, tmp_path: Path) -> None:
    write, read = kind
    before, seen = 0, set()
    for number in range(1, 60):
        disk.power_for = number % 12
        try:
            write(number)
            seen.add("done")
            before = number
        except PowerCut:
            pass
        disk.power_for = -1
        disk.cut_power(tmp_path)
        assert read() in {before, number}
        seen.add("old" if read() == before else "new")
        before = read()
    assert seen == {"done", "old", "new"}


def test_a_full_disk_leaves_the_old_file_and_nothing_beside_it(
    kind: Kind, disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("luckytui"), "disabled", True)
    write, read = kind
    write(1)
    disk.full.add(tmp_path)
    before = open_files()
    for number in range(2, 8):
        with suppress(UserError):  # as the settings say
            write(number)
        assert (read(), left_over(tmp_path)) == (1, [])
    assert open_files() == before
    disk.full.clear()
    write(9)
    assert read() == 9


def test_a_seat_is_whole_or_not_kept_wherever_the_power_goes(disk: Disk, tmp_path: Path) -> None:
    kept = []
    for number in range(1, 40):
        disk.power_for = number % 12
        try:
            held = saved_seats.keep(seat(number))
            assert held
            held.let_go()
            kept.append(number)
        except PowerCut:
            pass
        disk.power_for = -1
        disk.cut_power(tmp_path)
    found = [each.token[0] for each in saved_seats.of_room(seat(0).room)]
    assert {*kept} <= {*found}
    assert len([*state_folder("seats").glob("*.seat")]) == len(found), "none of them is torn"


def test_a_seat_that_does_not_fit_is_not_kept(disk: Disk, tmp_path: Path) -> None:
    disk.full.add(tmp_path)
    before = open_files()
    assert [saved_seats.keep(seat(number)) for number in range(6)] == [None] * 6
    assert (open_files(), left_over(tmp_path)) == (before, [])
    assert saved_seats.free() == []


def test_a_player_whose_computer_lost_power_has_the_seat_back() -> None:
    world = at_the_table(
        Play(3), *[Quit("Bo", power=True), Crash(power=True, seconds=0.5)] * 3, Wait(60.0), people=2
    )
    assert sorted(world.people[name].seat or 0 for name in ("Ana", "Bo")) == [0, 1]


def test_a_player_whose_disk_is_full_plays_on() -> None:
    world = at_the_table(FullDisk(full=True, person="Bo"), Play(5), people=2)
    assert world.people["Bo"].answers
    assert not [*(world.root / "Bo").rglob("*.new")]


def test_a_seat_that_is_never_brought_to_the_disk_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "sync", lambda _file: None)
    with pytest.raises((AssertionError, OSError, ValueError)):
        at_the_table(*[Quit("Bo", power=True)] * 5, people=2)
