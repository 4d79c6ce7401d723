"""One Windows for all tests; what each keeps there is its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.windows.computers import Computer, linux, windows


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Computer]:
    """A computer with Windows."""
    with windows(tmp_path / "windows") as computer:
        yield computer


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Computer]:
    """A computer with Linux."""
    with linux(tmp_path / "linux") as computer:
        yield computer
