"""What a stranger passes at a host: TLS, and the check of the code."""

import hmac

from net.errors import NetError
from net.messages import Auth, Challenge, Proof
from net.pacing import Lockout
from net.security import Identity, derive_key, prove
from net.tls import host_context


class Admission:
    """Lets in those who know the code, or everyone. To make one takes a tenth of a second: use a thread."""

    def __init__(self, identity: Identity) -> None:
        self.context = host_context(identity)
        """For the TLS of every connection."""
        self.is_open = identity.code is None
        self._salt = identity.salt
        self._lockout = Lockout()
        self._key = b""
        if identity.code is not None:
            self._key = derive_key(identity.code, identity.salt, identity.fingerprint)

    def challenge(self, nonce: bytes) -> Challenge:
        """What a guest has to answer; the nonce is for this connection alone."""
        return Challenge(self._salt, nonce)

    def answer(self, auth: Auth, nonce: bytes, address: str, now: float) -> Proof:
        """Check a guest's proof, and return ours. Raises NetError `bad_code` or `locked_out`."""
        if not self._lockout.hears(address, now):
            raise NetError("locked_out")
        if not hmac.compare_digest(auth.proof, prove(self._key, "client", nonce, auth.nonce)):
            self._lockout.wrong(address, now)
            raise NetError("bad_code")
        self._lockout.right(address)
        return Proof(prove(self._key, "host", nonce, auth.nonce))
