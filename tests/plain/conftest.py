"""What the tests of lines share."""

from collections.abc import Iterator

import pytest

from luckytui.text import use_language


@pytest.fixture
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Speak the language of the parameter during the test."""
    use_language(request.param)
    yield request.param
    use_language("system")
