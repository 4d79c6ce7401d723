"""docs/clients/transcript.json: what two ends said, frame by frame, with every secret known.

    .venv/bin/python -m tests.clients.transcript

writes it again. A real host answers a client's frames over TLS; only chance and the date are fixed.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from luckytui import FEATURES
from luckytui.games import GAMES
from luckytui.table.dealer import sha256_of
from luckytui.table.payloads import encode
from luckytui.table.requests import Act, Commit, Reveal, Say, Start, Undo
from net import Host, Identity, cpace, messages
from net.messages import encode as encode_message
from net.messages import frame
from net.security import code_point
from tests.host.tables import TOKEN, HostedTable, journal_of
from tests.net.wire import Guest

FILE = Path(__file__).parents[2] / "docs" / "clients" / "transcript.json"
CODE = "7KQ2M9"
FINGERPRINT = sha256(b"certificate").digest()
HOST_SECRET = bytes(range(0x20, 0x40))
CLIENT_SECRET = bytes(range(0x40, 0x60))
DATE = "2026-11-22T19:30:05Z"
ROOM = "90eb191394d6c038"


class Entry(msgspec.Struct):
    """A frame: who sent it, in which state, and what it says."""

    sender: str
    before: str
    after: str
    message: dict[str, Any]
    """As JSON: binary in hex; of a payload what is in it."""
    frame: str
    """In hex, with its length in front."""


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return value


def entry(sender: str, state: messages.State, message: messages.AnyMessage) -> Entry:
    """Return what is kept of a message."""
    plain = msgspec.msgpack.decode(encode_message(message))
    if plain.get("payload"):
        plain["payload"] = msgspec.msgpack.decode(plain["payload"])
    after = messages.TRANSITIONS[state][type(message)]
    return Entry(sender, state.name, after.name, _plain(plain), frame(encode_message(message)).hex())


@contextmanager
def known_secrets() -> Iterator[Identity]:
    """Let the host draw what is known, and give it a certificate of a known fingerprint."""
    identity = Identity.new(open=False)
    with (
        patch.object(Identity, "fingerprint", FINGERPRINT),
        patch("net.security.secrets.token_bytes", lambda _length: HOST_SECRET),
        patch("luckytui.table.exchange.secrets.token_hex", lambda length: HOST_SECRET[:length].hex()),
        patch("luckytui.host.application.socket.gethostname", lambda: "kitchen-pc"),
        patch("luckytui.table.table.datetime") as dates,
    ):
        dates.now.return_value.strftime.return_value = DATE
        yield Identity(identity.certificate, identity.key, CODE)


def prove(host_share: bytes) -> messages.Auth:
    """Return the client's proof."""
    share = cpace.multiply(CLIENT_SECRET, code_point(CODE, FINGERPRINT))
    common = cpace.multiply(CLIENT_SECRET, host_share)
    key = cpace.session_key(common, (host_share, b"host"), (share, b"client"), b"")
    return messages.Auth(share, cpace.proof(key, (share, b"client"), b""))


def moves() -> Iterator[messages.Move]:
    """Yield what the client asks for; the second time it is late to pick black."""
    black = msgspec.convert(["pick", "black"], GAMES["lucky-squares"].moves)
    value, game_id = CLIENT_SECRET.hex(), HOST_SECRET[:16].hex()
    requests = [
        (Start(), 0),
        (Commit(game_id, sha256_of(value)), 0),
        (Reveal(game_id, value), 0),
        (Act(black), 1),
        (Undo(), 0),
        (Act(black), 1),
        (Act(black), 2),
        (Say("My lucky colour!"), 0),
    ]
    for number, (request, prompt) in enumerate(requests, 1):
        yield messages.Move(bytes([number] * 16), prompt, encode(request))


async def play() -> list[list[Entry]]:
    """Let a client ask a host what there is, and then play there; return what was said."""
    squares = GAMES["lucky-squares"]
    with known_secrets() as identity:
        more = {"options": squares.options(), "seats": 3, "bots": 2, "pace": 3600.0}
        journal = journal_of(game=squares.key, owned=True, name="Ana's table", seed=None, open=False, **more)
        journal.header = msgspec.structs.replace(journal.header, room=ROOM, program="luckytui 1")
        with HostedTable(journal) as table:
            table.room.program = "luckytui 1"
            host = Host([table.room], identity)
            await host.start("127.0.0.1")
            asking, playing = Conversation(host), Conversation(host)
            await asking.begin(messages.Peek(None))
            await playing.begin(messages.Hello("example 1", 1, dict(FEATURES)))
            challenge = await playing.hear()
            assert isinstance(challenge, messages.Challenge)
            await playing.say(prove(challenge.share))
            await playing.say(messages.Join(None, "Ana", watch=False, token=TOKEN, new=True))
            await playing.hear()
            for move in moves():
                await playing.say(move)
                await playing.hear()
            await playing.say(messages.Leave())
            for conversation in (asking, playing):
                await conversation.close()
            await host.close()
    return [asking.said, playing.said]


class Conversation:
    """A client's connection to a host, and what is said there."""

    def __init__(self, host: Host) -> None:
        self.said: list[Entry] = []
        self._host = host
        self._state = messages.State.START

    async def begin(self, first: messages.AnyMessage) -> None:
        """Connect and say this."""
        self._guest = await Guest.connect(self._host)
        await self.say(first)

    async def say(self, message: messages.AnyMessage) -> None:
        """Send a message, and take what is answered at once."""
        self._guest.write(frame(encode_message(message)))
        self._note("client", message)
        await self.hear()

    async def hear(self) -> messages.AnyMessage:
        """Take the host's next message."""
        message = await self._guest.read()
        assert message
        self._note("host", message)
        return message

    async def close(self) -> None:
        """Let go of the connection."""
        await self._guest.close()

    def _note(self, sender: str, message: messages.AnyMessage) -> None:
        self.said.append(entry(sender, self._state, message))
        self._state = messages.TRANSITIONS[self._state][type(message)]


def read() -> list[list[Entry]]:
    """Return the conversations that are written down."""
    return msgspec.json.decode(FILE.read_bytes(), type=_File).conversations


class _File(msgspec.Struct):
    about: str
    code: str
    fingerprint: str
    conversations: list[list[Entry]]


async def written() -> bytes:
    """Return the file as it should be."""
    about = "What two ends say, frame by frame; binary is in hex, and payloads are unpacked."
    file = _File(about, CODE, FINGERPRINT.hex(), await play())
    return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"


if __name__ == "__main__":
    FILE.write_bytes(asyncio.run(written()))
