"""Nothing may wait in an event loop here: a host's rooms would wait with it."""

from collections.abc import Iterator

import pytest

from tests.no_waiting import no_waiting


@pytest.fixture(autouse=True)
def _nothing_waits_in_a_loop() -> Iterator[None]:
    with no_waiting() as offences:
        yield
    assert offences == []
