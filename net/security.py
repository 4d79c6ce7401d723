"""A host's certificate and code, and the exchange in which two ends prove that they know the code.

Each end makes a key of the code and of the certificate that it sees, by CPace. Somebody in between has
another certificate, so neither end gets the right proof. Both prove their role, too: client or host.
"""

import hashlib
import hmac
import secrets
import ssl
import unicodedata
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, NamedTuple

from net import cpace
from net.errors import NetError

CODE_LENGTH: Final = 6
"""Letters and digits in a code: 5 bits each."""

TOKEN_BYTES: Final = 32

_NO_SESSION: Final = b""  # every exchange is on a TLS connection of its own

# Crockford's base 32: without I, L, O and U, so that nobody misreads a code, or laughs at it.
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD: Final = str.maketrans("OIL", "011")


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a host is: plain data, so that a host can come back as the same one.

    The self-signed certificate and its private key are PEM.
    """

    certificate: bytes
    key: bytes = field(repr=False)
    code: str | None = field(repr=False)
    """As `read_code` gives it; None: anybody may join."""

    @classmethod
    def new(cls, *, open: bool) -> "Identity":  # noqa: A002 - a host is open, or has a code
        """A new one, with a code of its own or open to all."""
        return cls(*_new_certificate(), None if open else new_code())

    @property
    def fingerprint(self) -> bytes:
        """The SHA-256 of the certificate's DER."""
        return fingerprint(ssl.PEM_cert_to_DER_cert(self.certificate.decode()))

    @property
    def gateway_secret(self) -> bytes:
        """What a gateway shows to be trusted: the same after a restart of the host."""
        return hmac.digest(self.key, b"gateway", "sha256")


def new_code() -> str:
    """A random code."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """The code that a person typed, with or without spaces and dashes. Raises NetError `bad_code`."""
    plain = unicodedata.normalize("NFKC", text)
    letters = "".join(letter for letter in plain if unicodedata.category(letter) not in {"Pd", "Zs"})
    code = letters.strip().upper().translate(_MISREAD)
    if len(code) != CODE_LENGTH or not set(code) <= set(_ALPHABET):
        raise NetError("bad_code")
    return code


def write_code(code: str) -> str:
    """The code as people read it best: in two halves."""
    middle = CODE_LENGTH // 2
    return f"{code[:middle]}-{code[middle:]}"


def fingerprint(data: bytes) -> bytes:
    """The SHA-256 by which a certificate (DER) or a token is known."""
    return hashlib.sha256(data).digest()


class Proofs(NamedTuple):
    """What each end sends to prove that it knows the code."""

    host: bytes
    client: bytes


def code_point(code: str, certificate: bytes) -> bytes:
    """The point on which a code is proved at the host whose certificate has this fingerprint."""
    return cpace.generator(code.encode(), certificate, _NO_SESSION)


class Exchange:
    """One end of an exchange in which both prove that they know a code. It serves one connection."""

    def __init__(self, point: bytes) -> None:
        self.point = point
        self._secret = secrets.token_bytes(32)
        self.share = cpace.multiply(self._secret, point)
        """What the other end gets."""

    def proofs(self, theirs: bytes, *, is_host: bool) -> Proofs:
        """Both proofs, given the other end's share. Raises ValueError for one that no honest end sends."""
        common = cpace.multiply(self._secret, theirs)
        host, client = (self.share, theirs) if is_host else (theirs, self.share)
        messages = (host, b"host"), (client, b"client")
        key = cpace.session_key(common, *messages, _NO_SESSION)
        return Proofs(*(cpace.proof(key, message, _NO_SESSION) for message in messages))


def _new_certificate() -> tuple[bytes, bytes]:
    """A self-signed certificate and its key. Only the key counts: nobody looks at names and dates."""
    # Only hosts need these: a client starts faster without them.
    from cryptography import x509  # noqa: PLC0415
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "room")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2120, 1, 1, tzinfo=UTC))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    key_format = serialization.PrivateFormat.PKCS8
    return certificate.public_bytes(pem), key.private_bytes(pem, key_format, serialization.NoEncryption())
