"""The profile that every Hypothesis test runs with."""

from hypothesis import settings


def test_an_example_may_take_as_long_as_it_takes_and_is_the_same_every_time() -> None:
    profile = settings()
    assert (profile.deadline, profile.derandomize, profile.database) == (None, True, None)
