"""Nothing may wait in an event loop here: a host's rooms would wait with it."""

from collections.abc import Iterator

import pytest

from net import limits
from tests.no_waiting import no_waiting


@pytest.fixture(autouse=True)
def _nothing_waits_in_a_loop() -> Iterator[None]:
    with no_waiting() as offences:
        yield
    assert offences == []


@pytest.fixture(autouse=True)
def _limits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the limits the values of the mark `limits`."""
    for mark in request.node.iter_markers("limits"):
        for name, value in mark.kwargs.items():
            monkeypatch.setattr(limits, name, value)
