"""docs/protocol.md says what the code does."""

import asyncio
import hmac
import os
import re
import socket
import ssl
import struct
from hashlib import sha256, sha512
from pathlib import Path
from typing import Any

import msgpack
import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from net import cpace, limits
from net.security import CODE_LENGTH, code_point
from tests.net.wire import CODED, LOOPBACK, hosting

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
ID = bytes(range(16))
TOKEN = bytes(range(32))
ROOM = "90eb191394d6c038"
CODE = "7KQ2M9"
FINGERPRINT = sha256(b"certificate").digest()
POINT = code_point(CODE, FINGERPRINT)
HOST_SECRET = bytes(range(0x20, 0x40))
HOST_SHARE = cpace.multiply(HOST_SECRET, POINT)
CLIENT_SECRET = bytes(range(0x40, 0x60))
CLIENT_SHARE = cpace.multiply(CLIENT_SECRET, POINT)
COMMON = cpace.multiply(CLIENT_SECRET, HOST_SHARE)
KEY = cpace.session_key(COMMON, (HOST_SHARE, b"host"), (CLIENT_SHARE, b"client"), b"")
HOST_PROOF = cpace.proof(KEY, (HOST_SHARE, b"host"), b"")
CLIENT_PROOF = cpace.proof(KEY, (CLIENT_SHARE, b"client"), b"")


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under these column titles."""
    table = PAGE.partition(f"| {heading} |\n")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()[1:]]


def test_the_proofs_are_made_as_described() -> None:
    assert f"with the code `{CODE}`" in PAGE
    *steps, (_, refused) = rows("what | bytes")
    assert [bytes.fromhex(cell.strip("`")) for _, cell in steps] == [
        FINGERPRINT,
        POINT,
        HOST_SECRET,
        HOST_SHARE,
        CLIENT_SECRET,
        CLIENT_SHARE,
        COMMON,
        KEY,
        CLIENT_PROOF,
        HOST_PROOF,
    ]
    for share in refused.split(", "):
        with pytest.raises(ValueError):  # noqa: PT011 - the library's words
            cpace.multiply(CLIENT_SECRET, bytes.fromhex(share.strip("`")))


def lv(*parts: bytes) -> bytes:
    return b"".join(bytes([len(part)]) + part for part in parts)


def elligator2(code: bytes, channel: bytes) -> bytes:
    """The generator, as the standard writes it down: without what hides how long it takes."""
    q, a = 2**255 - 19, 486662
    text = lv(b"CPace255", code, bytes(127 - 9 - 7), channel, b"")
    r = int.from_bytes(sha512(text).digest()[:32], "little") % 2**255
    v = -a * pow(1 + 2 * r * r, -1, q) % q
    is_square = pow(v**3 + a * v**2 + v, (q - 1) // 2, q) == 1
    return ((v if is_square else -v - a) % q).to_bytes(32, "little")


class Stranger:
    """A client made from the page alone, with nothing of ours."""

    def __init__(self, port: int) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        self.line = context.wrap_socket(socket.create_connection((LOOPBACK, port)))

    def say(self, kind: str, **fields: object) -> None:
        payload = msgpack.packb({"type": kind, **fields})
        self.line.sendall(struct.pack(">I", len(payload)) + payload)

    def hear(self, kind: str) -> dict[str, Any]:
        """The next message of this kind; pings are answered, and views pass by."""
        while True:
            message: dict[str, Any] = msgpack.unpackb(self._read(*struct.unpack(">I", self._read(4))))
            if message["type"] == "ping":
                self.say("pong")
            elif message["type"] == kind:
                return message

    def play(self) -> dict[str, Any]:
        """Join with the code, make a move, leave; return the view that came of the move."""
        self.say("hello", program="stranger 1", lowest=1, highest=1, features={})
        assert self.hear("hello")["open"] is False
        challenge = self.hear("challenge")
        certificate = sha256(self.line.getpeercert(binary_form=True) or b"").digest()
        secret = X25519PrivateKey.generate()
        base = elligator2((CODED.code or "").encode(), certificate)
        share = secret.exchange(X25519PublicKey.from_public_bytes(base))
        common = secret.exchange(X25519PublicKey.from_public_bytes(challenge["share"]))
        sent = [lv(challenge["share"], b"host"), lv(share, b"client")]
        key = sha512(lv(b"CPace255_ISK", b"", common) + b"".join(sent)).digest()
        theirs, mine = (hmac.digest(sha512(b"CPaceMac" + key).digest(), each, "sha512") for each in sent)
        self.say("auth", share=share, proof=mine)
        assert self.hear("proof")["proof"] == theirs
        self.say("join", room=None, name="Wilma", watch=False, token=os.urandom(32), new=True)
        assert self.hear("welcome")["name"] == "Wilma"
        prompt = self.hear("view")["prompt"]
        self.say("move", id=ID, prompt=prompt, payload=b"5")
        assert self.hear("ack")["id"] == ID
        view = self.hear("view")
        self.say("leave")
        assert self.hear("bye") == {"type": "bye", "code": "left", "values": {}}
        assert self.line.recv(1) == b""
        self.line.close()
        return view

    def _read(self, length: int) -> bytes:
        data = b""
        while len(data) < length:
            data += self.line.recv(length - len(data))
        return data


async def test_a_client_can_be_made_from_this_page_alone() -> None:
    async with hosting(identity=CODED) as host:
        view = await asyncio.to_thread(lambda: Stranger(host.port).play())
        assert view == {"type": "view", "prompt": 1, "payload": b"5", "answered": ID}


def test_the_numbers_are_those_of_the_code() -> None:
    for number in (
        limits.FRAME_BEFORE_JOINING,
        limits.FRAME,
        limits.ANSWERS,
        CODE_LENGTH,
        round(limits.ANSWER_WAIT),
        limits.MESSAGES_A_SECOND,
        limits.MESSAGES_AT_ONCE,
        limits.BYTES_A_SECOND,
        limits.BYTES_AT_ONCE,
    ):
        assert re.search(rf"\b{number}\b", PAGE)
