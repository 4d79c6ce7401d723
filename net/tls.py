"""TLS 1.3 without I/O, so that a connection is counted and timed from its first byte, handshake included."""

import contextlib
import ssl
import tempfile
from functools import cache
from pathlib import Path

from net.errors import NetError
from net.security import Identity

_RECORD = 16 * 1024

# Every program that speaks TLS 1.3 knows this group. OpenSSL would also take some that cost a host a tenth of
# a second for each stranger who asks for them, and the stranger nothing.
_GROUP = "prime256v1"


class Tls:
    """One end of a connection; the context decides which."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self.ready = False
        """Whether both ends have agreed on keys."""
        self.over = False
        """Whether the other end said that nothing follows."""
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        server_side = context.protocol is ssl.PROTOCOL_TLS_SERVER
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=server_side)

    def start(self) -> None:
        """Begin: a client speaks first."""
        self.receive(b"")

    def receive(self, data: bytes) -> bytes:
        """The plain bytes that these complete. Raises NetError `damaged` if this is not TLS 1.3."""
        self._incoming.write(data)
        plain = bytearray()
        try:
            if not self.ready:
                self._tls.do_handshake()
                self.ready = True
            while self._incoming.pending and not self.over:
                more = self._tls.read(_RECORD)
                self.over = not more
                plain += more
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLError:
            self.ready = False
            raise NetError("damaged") from None
        return bytes(plain)

    def send(self, plain: bytes = b"", *, is_last: bool = False) -> bytes:
        """Return all that is to be written to the other end, with these plain bytes if it is ready for them.

        `is_last` says that nothing follows, so that the other end can tell this from a lost connection.
        """
        if plain and self.ready:
            self._tls.write(plain)
        if is_last:
            with contextlib.suppress(ssl.SSLError):  # it would wait for the other end to say the same
                self._tls.unwrap()
        return self._outgoing.read()

    @property
    def certificate(self) -> bytes:
        """What the host showed to this client: DER. It must be ready."""
        return self._tls.getpeercert(binary_form=True) or b""


def host_context(identity: Identity) -> ssl.SSLContext:
    """For every connection of a host. It touches the disk: call it in a thread."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.set_ecdh_curve(_GROUP)
    context.num_tickets = 0  # no session is resumed: a player comes back with a seat token
    # OpenSSL takes these from a file only, which Windows lets nobody read while it is open. Nobody else can
    # look into its folder, and both are gone at once.
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "identity.pem")
        file.write_bytes(identity.certificate + identity.key)
        context.load_cert_chain(file)
    return context


@cache
def client_context() -> ssl.SSLContext:
    """For every connection to a host. No authority vouches for a host: the code does."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.set_ecdh_curve(_GROUP)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
