"""Who is a guest: seats that outlive the door."""

from pathlib import Path

import pytest

from luckytui.address import Address
from luckytui.client.saved_seats import SavedSeat
from luckytui.door import guests
from luckytui.door.driver import fitting
from luckytui.door.guests import SeatBook


def seat(name: str) -> SavedSeat:
    address = Address("127.0.0.1", 1)
    return SavedSeat(room="00", name=name, address=address, token=name.encode(), certificate=b"", code=None)


def test_seats_outlive_the_door_in_a_private_file(tmp_path: Path) -> None:
    path = tmp_path / "room.json"
    SeatBook(path).remember(["key:1", "word:1"], seat("Ana"))
    assert path.stat().st_mode & 0o777 == 0o600
    book = SeatBook(path)
    assert book.find("key:2", "word:1") == seat("Ana")
    book.remove(seat("Ana"))
    assert SeatBook(path).find("key:1", "word:1") is None


def test_a_new_seat_takes_nothing_that_proves_anothers(tmp_path: Path) -> None:
    book = SeatBook(tmp_path / "room.json")
    book.remember(["key:1"], seat("Ana"))
    book.remember(["key:1", "key:2"], seat("Eve"))
    assert [book.find(proof) for proof in ("key:1", "key:2")] == [seat("Ana"), seat("Eve")]


def test_the_oldest_seats_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "_PROOFS", 2)
    book = SeatBook(tmp_path / "room.json")
    for name in "abc":
        book.remember([name], seat(name))
    assert [bool(book.find(name)) for name in "abc"] == [False, True, True]


def test_a_file_that_is_broken_is_an_empty_book(tmp_path: Path) -> None:
    (tmp_path / "room.json").write_bytes(b'{"key:1": [')
    assert SeatBook(tmp_path / "room.json").find("key:1") is None


@pytest.mark.parametrize(
    ("said", "drawn"),
    [((1, 1), (20, 10)), ((0, 0), (20, 10)), ((80, 24), (80, 24)), ((65535, 65535), (300, 100))],
)
def test_a_terminal_is_drawn_in_a_size_that_makes_sense(
    said: tuple[int, int], drawn: tuple[int, int]
) -> None:
    assert fitting(*said) == drawn
