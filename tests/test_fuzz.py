"""Bytes that nobody should send do no harm; `python -m tests.fuzz` looks for longer."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz import CONNECTION, GUEST, TARGETS, changed, examples

SLOW = (CONNECTION, GUEST)


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_sent_in_good_faith_does_no_harm(name: str) -> None:
    for data in examples(name)[:6]:
        TARGETS[name](data)


@pytest.mark.parametrize("name", [name for name in TARGETS if name not in SLOW])
@settings(max_examples=40)
@given(chance=st.randoms(use_true_random=False))
def test_what_is_changed_at_random_does_no_harm(name: str, chance: random.Random) -> None:
    TARGETS[name](changed(chance.choice(examples(name)), examples(name), chance))


@pytest.mark.parametrize("name", SLOW)
@settings(max_examples=5)
@given(chance=st.randoms(use_true_random=False))
def test_what_is_changed_does_no_harm_where_it_takes_longer(name: str, chance: random.Random) -> None:
    TARGETS[name](changed(chance.choice(examples(name)), examples(name), chance))


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=5)
@given(data=st.binary(max_size=200))
def test_any_bytes_do_no_harm(name: str, data: bytes) -> None:
    TARGETS[name](data)


# Harm is noticed
