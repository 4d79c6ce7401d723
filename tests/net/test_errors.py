"""Errors: a code, and a sentence that says what happened and what to do."""

import re

import pytest

from net import SENTENCES, NetError


@pytest.mark.parametrize("code", SENTENCES)
def test_every_sentence_can_be_filled_in(code: str) -> None:
    names = re.findall(r"{(\w+)}", SENTENCES[code])
    error = NetError(code, **{name: f"<{name}>" for name in names})
    assert all(f"<{name}>" in str(error) for name in names)
    assert "{" not in str(error)
    assert str(error).endswith(".")


def test_an_error_can_be_translated() -> None:
    error = NetError("port_in_use", port=7177)
    assert error.template.format(**error.values) == str(error)


def test_a_peer_may_tell_more_than_the_sentence_needs() -> None:
    assert NetError.told("kicked", {"extra": "value"}).code == "kicked"
