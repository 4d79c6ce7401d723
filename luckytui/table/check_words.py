"""Check words, made in common after a game: docs/fair-play.md says why nobody can search for equal ones."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from luckytui.games.interface import Seat, Share

_NONCE, _WORDS = b"luckytui nonce ", b"luckytui words "


def nonce_hash(id_: str, seat: Seat, nonce: str) -> str:
    """Return what a seat commits to in the exchange with this id. `nonce` and result are hexadecimal."""
    return hashlib.sha256(_NONCE + f"{id_} {seat} ".encode() + bytes.fromhex(nonce)).hexdigest()


def check_words(id_: str, record_sum: str, shares: Sequence[Share]) -> str:
    """Return four words for a record's last sum and what everyone gave, to compare aloud.

    Each share has its hash and its value.
    """
    listed = "".join(f" {share.seat} {share.hash}" for share in shares)
    nonces = b"".join(bytes.fromhex(share.value or "") for share in shares)
    digest = hashlib.sha256(_WORDS + f"{id_} {record_sum}{listed} ".encode() + nonces).digest()
    words = Path(__file__).with_name("check_words.txt").read_text("utf-8").split()
    return " ".join(words[byte] for byte in digest[:4])
