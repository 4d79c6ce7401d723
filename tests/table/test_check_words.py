"""Check words are those of docs/fair-play.md, and one byte is one word."""

import re
from pathlib import Path

from luckytui.games.interface import Share
from luckytui.table.dealer import check_words, nonce_hash

PAGE = (Path(__file__).parents[2] / "docs" / "fair-play.md").read_text(encoding="utf-8")
ID = "00112233445566778899aabbccddeeff/1"
NONCES = "01" * 32, "02" * 32


def shares(id_: str = ID) -> list[Share]:
    hashes = [nonce_hash(id_, seat, nonce) for seat, nonce in enumerate(NONCES)]
    return [Share(seat=seat, name="", hash=hashes[seat], value=nonce) for seat, nonce in enumerate(NONCES)]


def test_the_example_of_the_page_is_right() -> None:
    one, other = shares()
    words = check_words(ID, "ab" * 32, shares())
    for said in (f"hash of seat 0 | `{one.hash}`", f"hash of seat 1 | `{other.hash}`", f"words | `{words}`"):
        assert f"| {said} |" in PAGE


def test_whatever_is_told_otherwise_changes_the_words() -> None:
    other = ID.replace("/1", "/2")
    words = {
        check_words(ID, "ab" * 32, shares()),
        check_words(ID, "ac" * 32, shares()),
        check_words(other, "ab" * 32, shares(other)),
        check_words(ID, "ab" * 32, [*reversed(shares())]),
    }
    assert len(words) == 4


def test_every_byte_has_a_word_of_its_own() -> None:
    folder = Path(__file__).parents[2] / "luckytui" / "table"
    words = (folder / "check_words.txt").read_text(encoding="utf-8").split()
    assert len({*words}) == 256
    assert all(re.fullmatch("[a-z]+", word) for word in words)
