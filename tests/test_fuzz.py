"""Bytes that nobody should send do no harm; `python -m tests.fuzz` looks for longer."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net import NetError, messages
from net.protocol import HostProtocol
from tests.fuzz import CONNECTION, GUEST, TARGETS, changed, examples, host_hears, search, within_bounds
from tests.good_faith import FROM_GUEST, HELLO, framed

SLOW = (CONNECTION, GUEST)


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_sent_in_good_faith_does_no_harm(name: str) -> None:
    for data in examples(name)[:6]:
        TARGETS[name](data)


@pytest.mark.parametrize("name", [name for name in TARGETS if name not in SLOW])
@settings(max_examples=80)
@given(chance=st.randoms(use_true_random=False))
def test_what_is_changed_at_random_does_no_harm(name: str, chance: random.Random) -> None:
    TARGETS[name](changed(chance.choice(examples(name)), examples(name), chance))


@pytest.mark.parametrize("name", SLOW)
@settings(max_examples=10)
@given(chance=st.randoms(use_true_random=False))
def test_what_is_changed_does_no_harm_where_it_takes_longer(name: str, chance: random.Random) -> None:
    TARGETS[name](changed(chance.choice(examples(name)), examples(name), chance))


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=5)
@given(data=st.binary(max_size=200))
def test_any_bytes_do_no_harm(name: str, data: bytes) -> None:
    TARGETS[name](data)


# Harm is noticed


def test_work_and_memory_out_of_proportion_are_noticed() -> None:
    with pytest.raises(AssertionError, match="calls"):
        within_bounds(lambda: sorted(range(200), key=lambda number: -number), calls=100, peak=10**6)
    with pytest.raises(AssertionError, match="bytes"):
        within_bounds(lambda: bytearray(2 * 10**6), calls=100, peak=10**6)


@pytest.mark.parametrize("error", [KeyError, RecursionError, MemoryError, UnicodeDecodeError])
def test_an_error_that_is_none_of_ours_is_noticed(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(payload: bytes, expected: object) -> messages.ClientMessage:
        raise error.__new__(error)

    monkeypatch.setattr(messages, "decode", stumble)
    with pytest.raises(error):
        host_hears(framed(HELLO))


def test_an_outcome_that_depends_on_how_the_bytes_are_cut_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(host: HostProtocol, data: bytes, now: float) -> list[object]:
        host.fail(NetError("too_big" if len(data) > 1 else "malformed", length=1, limit=1, what="x"), now)
        return []

    monkeypatch.setattr("net.protocol.HostProtocol.receive", forgetful)
    with pytest.raises(AssertionError, match="the same outcome"):
        host_hears(FROM_GUEST[0])


def test_a_search_tells_what_did_harm(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fragile(data: bytes) -> Callable[[], None]:
        raise ZeroDivisionError

    monkeypatch.setitem(TARGETS, "a sentence", fragile)
    with pytest.raises(ZeroDivisionError):
        search(seconds=60, seed=1)
    assert "a sentence: b" in capsys.readouterr().out
