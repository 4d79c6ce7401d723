"""How often something may be done: buckets of messages and bytes, and guesses at a code."""

import pytest
from hypothesis import strategies as st

from net.pacing import Bucket, neighbourhood

HOUR = 3600.0

# Mostly short steps, as in a game; some long ones, and some back, as no good clock makes them.
STEPS = st.lists(
    st.one_of(st.floats(0, 0.2), st.floats(0, 30), st.floats(0, 5 * HOUR), st.floats(-HOUR, 0)), max_size=60
)


# Buckets


def test_a_bucket_lets_a_burst_through_and_then_its_rate() -> None:
    bucket = Bucket(rate=2, burst=3, now=100)
    assert [bucket.take(1, 100) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1, 100.5) for _ in range(2)] == [True, False]
    assert [bucket.take(1, 100 + HOUR) for _ in range(4)] == [True, True, True, False]


def test_what_may_not_pass_takes_nothing() -> None:
    bucket = Bucket(rate=1, burst=10, now=0)
    assert not bucket.take(11, 0)
    assert bucket.take(10, 0)


def test_a_clock_that_goes_back_and_forth_fills_nothing() -> None:
    bucket = Bucket(rate=1, burst=5, now=100)
    assert bucket.take(5, 100)
    for _ in range(20):
        assert not bucket.take(1, 0)
        assert not bucket.take(1, 100)
    assert bucket.take(1, 101)


# Who counts as one


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:0:1:a::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("no address", "no address"),
    ],
)
def test_where_an_address_is_counted(address: str, counted: str) -> None:
    assert neighbourhood(address) == counted
