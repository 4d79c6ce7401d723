"""A host's certificate and code, and the proof that one knows the code.

Neither end ever sends the code: each shows the other that it knows the key that is made of the code and of
the certificate it sees. Somebody in between has another certificate, so neither end gets the right proof.
"""

import hashlib
import hmac
import secrets
import ssl
import unicodedata
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, Literal

from net import limits
from net.errors import NetError

CODE_LENGTH: Final = 8
"""Letters and digits in a code: 5 bits each."""

NONCE_BYTES: Final = 32
TOKEN_BYTES: Final = 32
SALT_BYTES: Final = 16

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
    salt: bytes
    """It makes the same code another secret at another host."""

    @classmethod
    def new(cls, *, open: bool) -> "Identity":  # noqa: A002 - a host is open, or has a code
        """A new one, with a code of its own or open to all."""
        code = None if open else "".join(secrets.choice(_ALPHABET) for _ in range(CODE_LENGTH))
        certificate, key = _new_certificate()
        return cls(certificate, key, code, secrets.token_bytes(SALT_BYTES))

    @property
    def fingerprint(self) -> bytes:
        """The SHA-256 of the certificate's DER."""
        return fingerprint(ssl.PEM_cert_to_DER_cert(self.certificate.decode()))


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


def derive_key(code: str, salt: bytes, certificate: bytes) -> bytes:
    """The key that a code becomes at the host with this salt and this certificate's fingerprint.

    This takes a tenth of a second and 32 MiB on purpose: call it in a thread.
    """
    cost, memory, salt = limits.SCRYPT_COST, limits.SCRYPT_MEMORY, salt + certificate
    return hashlib.scrypt(code.encode(), salt=salt, n=cost, r=8, p=1, maxmem=memory, dklen=32)


def prove(key: bytes, end: Literal["client", "host"], host_nonce: bytes, client_nonce: bytes) -> bytes:
    """What this end shows the other, which chose one of the two nonces, to prove that it knows the key."""
    return hmac.digest(key, end.encode() + host_nonce + client_nonce, "sha256")


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
