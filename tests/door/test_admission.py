"""Which strangers make way when there are too many, without a socket."""

import pytest

from luckytui.door.admission import MOST, MOST_FROM_ONE_ADDRESS, Progress, Stranger, Strangers


class Crowd:
    """Strangers who come, and the names of those who had to go."""

    def __init__(self) -> None:
        self.strangers = Strangers()
        self.gone: list[str] = []

    def come(self, address: str, progress: Progress = Progress.CONNECTED, name: str = "") -> None:
        stranger = Stranger(
            self.strangers, address, 0, lambda: self.gone.append(name or address), lambda: None
        )
        for each in list(Progress)[: progress + 1]:
            stranger.reach(each)


@pytest.mark.parametrize("progress", Progress)
def test_nobody_who_types_for_a_minute_is_evicted_by_forty_connections_a_second(progress: Progress) -> None:
    crowd = Crowd()
    crowd.come("10.0.0.1", Progress.TYPED, "Bea")
    for number in range(60 * 40):
        crowd.come(f"10.0.1.{number % 3}", progress)
        if number == 1200:
            crowd.come("10.0.0.2", Progress.TYPED, "Cem")  # one who comes in the middle of it
    assert len(crowd.gone) > 2000
    assert not {"Bea", "Cem"} & {*crowd.gone}


def test_strangers_from_everywhere_who_say_nothing_evict_one_another_alone() -> None:
    crowd = Crowd()
    crowd.come("10.0.0.1", Progress.ASKED, "Bea")
    for number in range(1000):
        crowd.come(f"10.1.{number // 250}.{number % 250}")
    assert len(crowd.gone) == 1000 - MOST
    assert crowd.gone[0] == "10.1.0.0"
    assert "Bea" not in crowd.gone


@pytest.mark.parametrize("address", ["10.0.0.66", "2001:db8::{}"])
def test_an_address_and_a_slash_64_push_out_their_own(address: str) -> None:
    crowd = Crowd()
    crowd.come("10.0.0.1", name="Bea")
    for number in range(100):
        crowd.come(address.format(number), name=str(number))
    assert crowd.gone == [str(number) for number in range(100 - MOST_FROM_ONE_ADDRESS)]


def test_the_address_that_holds_most_loses_its_oldest() -> None:
    crowd = Crowd()
    for number in range(MOST - 2):
        crowd.come(f"10.0.{number}.1")
    for name in ("first", "second", "third"):
        crowd.come("10.9.9.9", name=name)
    assert crowd.gone == ["first"]


def test_a_stranger_who_came_in_or_hung_up_counts_no_more() -> None:
    strangers, gone = Strangers(), list[int]()
    for number in range(10 * MOST):
        stranger = Stranger(strangers, "10.0.0.1", 0, lambda number=number: gone.append(number), lambda: None)  # type: ignore[misc]
        stranger.leave()
        stranger.reach(Progress.TYPED)
    assert not gone
    assert not strangers.all
