"""The attacks of `tests/door/attacks.py`, small."""

from pathlib import Path

import pytest

from tests.door.attacks import ATTACKS, attack


@pytest.mark.parametrize("kind", ATTACKS)
async def test_an_attack_without_the_code_keeps_nobody_out(kind: str, tmp_path: Path) -> None:
    newcomers, threads, _mb = await attack(kind, 60, tmp_path)
    assert newcomers == 2
    assert threads < 12  # two guests, the stranger, warm apps and those of the loop
