"""The dealer draws what chance decides, all of it from a seed; and what else docs/fair-play.md computes."""

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from random import Random

from luckytui.games.interface import Move, Seat, Share, Shares

_NONCE, _WORDS = b"luckytui nonce ", b"luckytui words "

_SPAN = 2**256
"""How many numbers an HMAC-SHA256 can be."""


def seed_of_game(seed: str, number: int) -> str:
    """Return the seed of one of several games in a row; `number` counts from 1."""
    return seed if number == 1 else f"{seed}/{number}"


def sha256_of(value: str) -> str:
    """Return the SHA-256 of bytes; both are in hexadecimal. Raises ValueError for other text."""
    return hashlib.sha256(bytes.fromhex(value)).hexdigest()


def seed_of_shares(shares: Shares, game_id: str) -> str:
    """Return the seed that is made of these. Raises ValueError if the game's id is not hexadecimal."""
    values = (share.value for share in shares.values if share.value)
    return sha256_of("".join([shares.secret, game_id, *values]))[:32]


def key_of(seed: str) -> bytes:
    """Return the 16 bytes that decide all chance; 32 hexadecimal digits are these bytes."""
    if re.fullmatch("[0-9a-f]{32}", seed):
        return bytes.fromhex(seed)
    return hashlib.sha256(seed.encode()).digest()[:16]


def chance_of_bot(game_seed: str, seat: Seat) -> Random:
    """Return a bot's own source of chance, which has nothing in common with the dealer's."""
    return Random(f"{game_seed}/bot {seat}")


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


class Dealer:
    """Turns a seed, an occasion and the count within it into an outcome.

    A draw depends on nothing else but the weights: not on Python's version or its random generator, and
    not on what was drawn on other occasions.
    """

    def __init__(self, seed: str) -> None:
        self._key = key_of(seed)
        self._draws = Counter[str]()
        """How many were made on each occasion."""

    def draw(self, occasion: str, outcomes: Mapping[Move, int]) -> Move:
        """Return one of the outcomes (in `order`), each as likely as its weight (at least 1) says."""
        self._draws[occasion] += 1
        ticket = self._number_below(sum(outcomes.values()), f"{occasion}#{self._draws[occasion]}")
        for move, weight in outcomes.items():
            ticket -= weight
            if ticket < 0:
                return move
        raise AssertionError  # pragma: no cover - the ticket is below the sum of the weights

    def _number_below(self, total: int, draw: str) -> int:
        """Return a number from 0 to total - 1, all equally likely: what would favour some is thrown away."""
        for attempt in count():
            number = int.from_bytes(hmac.digest(self._key, f"{draw}#{attempt}".encode(), hashlib.sha256))
            if number < _SPAN - _SPAN % total:
                return number % total
        raise AssertionError  # pragma: no cover - count() does not end
