"""CPace over X25519 with SHA-512: two ends that know the same password make the same key, and prove it.

One who does not know the password can try a single one in each exchange, and learns nothing to try others on.
Names in brackets are those of the standard, draft-irtf-cfrg-cpace; its test vectors are in the tests.
"""

import hmac
import secrets
from hashlib import sha512
from typing import Final, TypeAlias

Message: TypeAlias = tuple[bytes, bytes]
"""What an end sends, a share, and what both ends know of it (Y, AD)."""

_SUITE: Final = b"CPace255"
_BLOCK_BYTES: Final = 128  # SHA-512 takes this many at once

_FIELD: Final = 2**255 - 19
_CURVE: Final = 486662


def generator(password: bytes, channel: bytes, session: bytes) -> bytes:
    """The point that a password, a channel and a session make (calculate_generator of PRS, CI, sid)."""
    padding = bytes(max(0, _BLOCK_BYTES - 1 - len(_joined(password)) - len(_joined(_SUITE))))
    digest = sha512(_joined(_SUITE, password, padding, channel, session)).digest()[:32]
    return _on_curve(int.from_bytes(digest, "little") % 2**255).to_bytes(32, "little")


def multiply(secret: bytes, point: bytes) -> bytes:
    """The point, `secret` times (scalar_mult_vfy). Raises ValueError for a point that no honest end sends."""
    # It takes some time to load, which not everyone who imports this needs.
    from cryptography.hazmat.primitives.asymmetric import x25519  # noqa: PLC0415

    public = x25519.X25519PublicKey.from_public_bytes(point)
    return x25519.X25519PrivateKey.from_private_bytes(secret).exchange(public)


def session_key(point: bytes, first: Message, second: Message, session: bytes) -> bytes:
    """The key of both ends (ISK): the point is their common one (K), the first message the initiator's."""
    start = _joined(_SUITE + b"_ISK", session, point)
    return sha512(start + _joined(*first) + _joined(*second)).digest()


def proof(key: bytes, message: Message, session: bytes) -> bytes:
    """How the end that sent this message proves that it has the key (its authenticator tag)."""
    return hmac.digest(sha512(b"CPaceMac" + session + key).digest(), _joined(*message), "sha512")


def _joined(*parts: bytes) -> bytes:
    """The parts, each after its length (lv_cat)."""
    return b"".join(_length(len(part)) + part for part in parts)


def _length(number: int) -> bytes:
    """The number in 7 bits a byte, the lowest first (LEB128)."""
    return bytes([number]) if number < 128 else bytes([number % 128 + 128]) + _length(number // 128)


def _on_curve(number: int) -> int:
    """The u-coordinate of the point that Elligator 2 makes of a number.

    How long Python takes for a power tells something of its base. Here bases are multiplied by random numbers
    that cancel out, so the time tells nothing of the password.
    """
    blind = secrets.randbelow(_FIELD - 1) + 1
    u = -_CURVE * blind * pow((1 + 2 * number**2) * blind, -1, _FIELD) % _FIELD
    residue = pow((u**3 + _CURVE * u**2 + u) * blind**2, (_FIELD - 1) // 2, _FIELD)
    return (residue * u - (1 - residue) * _CURVE * pow(2, -1, _FIELD)) % _FIELD
