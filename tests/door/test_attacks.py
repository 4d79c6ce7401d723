"""The attacks of `tests/door/attacks.py`, small."""

from pathlib import Path

import pytest

from tests.door.attacks import ATTACKS, attack, slow_typist


@pytest.mark.parametrize("kind", ATTACKS)
async def test_an_attack_without_the_code_keeps_nobody_out(kind: str, tmp_path: Path) -> None:
    newcomers, threads, _mb = await attack(kind, 60, tmp_path)
    assert newcomers == 2
    assert threads < 12  # two guests, warm apps and those of the loop


async def test_a_slow_typist_comes_in_while_three_addresses_crowd_the_prompt(tmp_path: Path) -> None:
    figures, _came = await slow_typist(3, 40, tmp_path)
    assert figures.newcomers == 1
    assert figures.threads < 12
