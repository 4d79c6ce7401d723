"""How often something may be done: buckets of messages and bytes, and guesses at a code."""

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net import limits
from net.pacing import Bucket, Lockout, neighbourhood

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


@given(
    rate=st.integers(1, 50),
    burst=st.integers(1, 50),
    amounts=st.lists(st.integers(1, 60), min_size=60, max_size=60),
    steps=STEPS,
)
def test_never_more_than_the_burst_and_the_rate_come_through(
    rate: int, burst: int, amounts: list[int], steps: list[float]
) -> None:
    bucket = Bucket(rate, burst, 0.0)
    times = list(accumulate(steps))
    passed = [(amount, now) for amount, now in zip(amounts, times, strict=False) if bucket.take(amount, now)]
    for start in range(len(passed)):
        for end in range(start, len(passed)):
            window = passed[start : end + 1]
            seconds = max(now for _, now in window) - min(now for _, now in window)
            assert sum(amount for amount, _ in window) <= burst + rate * seconds + 1e-3


@given(rate=st.integers(1, 50), steps=STEPS)
def test_at_the_allowed_rate_nobody_is_stopped(rate: int, steps: list[float]) -> None:
    bucket = Bucket(rate, 1, 0.0)
    now = 0.0
    for step in steps:
        now += max(step, 0.0) + 1.001 / rate
        assert bucket.take(1, now)


def test_a_clock_that_goes_back_and_forth_fills_nothing() -> None:
    bucket = Bucket(rate=1, burst=5, now=100)
    assert bucket.take(5, 100)
    for _ in range(20):
        assert not bucket.take(1, 0)
        assert not bucket.take(1, 100)
    assert bucket.take(1, 101)


# Wrong codes


def guess(lockout: Lockout, address: str, now: float) -> bool:
    """Try a wrong code; was it looked at?"""
    heard = lockout.hears(address, now)
    if heard:
        lockout.wrong(address, now)
    return heard


def test_five_wrong_codes_a_minute_from_one_address() -> None:
    lockout = Lockout()
    assert [guess(lockout, "10.0.0.1", second) for second in range(6)] == [True] * 5 + [False]
    assert guess(lockout, "10.0.0.2", 6)
    assert not guess(lockout, "10.0.0.1", 59.9)
    assert guess(lockout, "10.0.0.1", 60.0)


def test_twenty_wrong_codes_a_minute_in_all() -> None:
    lockout = Lockout()
    heard = [guess(lockout, f"10.0.0.{number}", 0.0) for number in range(30)]
    assert heard == [True] * limits.WRONG_CODES + [False] * 10
    assert not lockout.hears("10.0.0.99", 59.9)
    assert lockout.hears("10.0.0.99", 60.0)


def test_strangers_who_guess_do_not_keep_a_member_from_coming_back() -> None:
    lockout = Lockout()
    lockout.right("10.0.0.1")
    for number in range(30):
        guess(lockout, f"10.0.0.{number + 100}", 0.0)
    assert lockout.hears("10.0.0.1", 1.0)


def test_a_stranger_at_the_address_of_a_member_locks_nobody_out_by_and_by() -> None:
    lockout = Lockout()
    lockout.right("10.0.0.1")
    assert all(guess(lockout, "10.0.0.1", second / 4) for second in range(1000))
    heard = [guess(lockout, "10.0.0.1", 1000.0) for _ in range(400)]
    assert heard == [True] * limits.WRONG_CODES_FROM_A_KNOWN_ADDRESS + [False] * 100


def test_a_members_mistakes_do_not_lock_strangers_out() -> None:
    lockout = Lockout()
    for number in range(5):
        lockout.right(f"10.0.0.{number}")
        for _ in range(5):
            assert guess(lockout, f"10.0.0.{number}", 0.0)
    assert lockout.hears("10.0.0.99", 0.0)


def test_neighbours_of_a_network_of_ipv6_are_one() -> None:
    lockout = Lockout()
    heard = [guess(lockout, f"2001:db8:0:1::{number:x}", 0.0) for number in range(6)]
    assert heard == [True] * 5 + [False]
    assert lockout.hears("2001:db8:0:2::1", 0.0)


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


ADDRESSES = st.one_of(
    st.ip_addresses(v=4, network="10.0.0.0/29").map(str),
    st.ip_addresses(v=6, network="2001:db8::/62").map(str),
    st.ip_addresses(v=4).map("::ffff:{}".format),
)


@given(st.lists(st.tuples(ADDRESSES, st.sampled_from([0.0, 0.5, 5.0, 70.0, -100.0]), st.booleans())))
def test_guesses_are_bounded_in_any_minute_and_so_is_what_is_remembered(
    tries: list[tuple[str, float, bool]],
) -> None:
    lockout = Lockout()
    now = latest = 1000.0
    heard: list[tuple[float, str]] = []
    for address, step, known in tries:
        now += step
        latest = max(latest, now)
        if known:
            lockout.right(address)
        elif address not in lockout._known and guess(lockout, address, now):
            heard.append((latest, address))
        minute = [source for when, source in heard if when > latest - limits.WRONG_CODES_FORGOTTEN]
        own = limits.WRONG_CODES_FROM_A_KNOWN_ADDRESS * len(lockout._known)
        assert len(minute) <= limits.WRONG_CODES + own
        for source in set(map(neighbourhood, minute)):
            counted = [address for address in minute if neighbourhood(address) == source]
            assert len(counted) <= limits.WRONG_CODES_FROM_ONE_ADDRESS


@given(st.lists(st.tuples(st.integers(0, 2**32 - 1), st.booleans()), max_size=400))
def test_what_is_remembered_is_bounded_whatever_addresses_come(tries: list[tuple[int, bool]]) -> None:
    lockout = Lockout()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "KNOWN_ADDRESSES", 5)
        for number, right in tries:
            address = f"2001:db8:{number >> 16:x}:{number & 0xFFFF:x}::1"
            if right:
                lockout.right(address)
            else:
                guess(lockout, address, 0.0)
            assert len(lockout._mistakes) <= limits.WRONG_CODES
            assert len(lockout._known) <= limits.KNOWN_ADDRESSES
