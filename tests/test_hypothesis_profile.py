"""The profile that every Hypothesis test runs with."""

import time

from hypothesis import given, settings
from hypothesis import strategies as st


@settings(max_examples=1)
@given(st.integers())
def test_an_example_may_take_longer_than_hypothesis_own_deadline(example: int) -> None:
    time.sleep(0.25)
