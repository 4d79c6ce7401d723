"""What a client does with a later host than it knows, and with one that breaks the rules."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
import pytest

from net import Ack, Host, Member, Move, Refused, Reject, Room, View
from net.messages import Hello, HostHello, frame
from net.tls import host_context
from tests.net.counter import Counter
from tests.net.wire import LOOPBACK, OPEN, Guest, Person, until

HELLO = {"type": "hello", "program": "host 9", "open": True, "features": {"dance": 3}}
WELCOME = {"type": "welcome", "room": "r", "game": "g", "name": "Ana", "seat": 0}
VIEW = {"type": "view", "prompt": 1, "payload": b"5", "answered": None}
LATER = {"colour": "red", "more": [{"a": [None, 1.5]}]}


class OtherHost:
    """A host that says what a test wants to everyone who joins, and notes what it hears."""

    def __init__(self, *said: dict[str, Any] | bytes) -> None:
        self.port = 0
        self.visits: list[list[str]] = []
        """The types of the messages of each connection."""
        self.gone = 0
        self._said = said

    async def speak(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard: list[str] = []
        self.visits.append(heard)

        def say(message: dict[str, Any] | bytes) -> None:
            writer.write(message if isinstance(message, bytes) else frame(msgspec.msgpack.encode(message)))

        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                length = int.from_bytes(await reader.readexactly(4), "big")
                heard.append(msgspec.msgpack.decode(await reader.readexactly(length))["type"])
                if heard[-1] == "hello":
                    say(HELLO | LATER)
                elif heard[-1] == "join":
                    say(WELCOME | LATER)
                    for message in self._said:
                        say(message)
        self.gone += 1
        writer.close()


@asynccontextmanager
async def other_host(*said: dict[str, Any] | bytes) -> AsyncIterator[OtherHost]:
    host = OtherHost(*said)
    server = await asyncio.start_server(host.speak, LOOPBACK, 0, ssl=host_context(OPEN))
    host.port = server.sockets[0].getsockname()[1]
    async with server:
        yield host
        await until(lambda: host.gone == len(host.visits))


async def test_what_only_a_later_host_says_is_ignored() -> None:
    later = {"type": "dance", "steps": [1, 2]}
    refused = {"type": "reject", "id": bytes(16), "code": "out_of_step", "payload": b""}
    bye = {"type": "bye", "code": "last_dance", "values": {"song": "blue"}}
    async with other_host(later, VIEW | LATER, refused | LATER, later, bye | LATER) as host:
        ana = Person(host.port)
        assert await ana.end() == "foreign"
        assert ana.all(View) == [View(1, b"5")]
        assert host.visits == [["hello", "join"]]


async def test_a_move_that_is_refused_with_a_code_of_a_later_host_is_settled() -> None:
    async with other_host(VIEW) as host:
        ana = Person(host.port)
        await until(lambda: ana.all(View))
        move = ana.client.send(1, b"5")
        ana.client.emit(Reject(move, "out_of_step", b"why"))
        ana.client.send(1, b"6")
        await until(lambda: host.visits == [["hello", "join", "move", "move"]])
        assert [reject.code for reject in ana.all(Reject)] == ["out_of_step"]
        await ana.client.close()


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ((70_000).to_bytes(4, "big"), "too_big"),
        (bytes(4), "too_big"),
        (frame(b"\xc1"), "malformed"),
        ({"type": "view", "prompt": "one", "payload": b""}, "malformed"),
        ({"prompt": 1}, "malformed"),
        (WELCOME, "unexpected"),
        (HELLO, "unexpected"),
    ],
)
async def test_a_client_leaves_a_host_that_breaks_the_rules_without_a_word_and_stays_away(
    said: dict[str, Any] | bytes, code: str
) -> None:
    async with other_host(VIEW, said, VIEW) as host:
        ana = Person(host.port)
        assert await ana.end() == code
        assert len(ana.all(View)) == 1
        assert host.visits == [["hello", "join"]], "no word more, and no second visit"
        assert not ana.client.joining.new, "the token still leads back to the seat"


class Dancing(Counter):
    """An application with a feature of its own: those who know it may dance, and see who did."""

    def __init__(self) -> None:
        super().__init__()
        self.dancers: list[str] = []

    def move(self, member: Member, move: Move) -> None:
        if move.payload != b"dance":
            super().move(member, move)
        elif "dance" in member.features:
            self.dancers.append(member.name)
            for each in self.room.members:
                self.room.changed(each)
        else:
            raise Refused("illegal")

    def view(self, member: Member, *, first: bool) -> View:
        shown = super().view(member, first=first)
        dancers = f" {self.dancers}".encode() if "dance" in member.features else b""
        return View(shown.prompt, shown.payload + dancers)


async def test_a_feature_of_an_application_needs_nothing_new_in_the_network() -> None:
    application = Dancing()
    room = application.room = Room(application, program="test 1", features={"dance": 2})
    host = Host([room], OPEN)
    await host.start(LOOPBACK)
    ana, bo = Person(host.port, features={"dance": 1, "sing": 7}), Person(host.port, "Bo")
    for person in (ana, bo):
        await person.welcome()
        person.client.send(0, b"dance")
        await until(lambda: person.all(Ack) or person.all(Reject))  # noqa: B023 - it is waited for at once
    await until(lambda: ana.all(View)[-1].payload == b"0 ['Ana']")
    assert [reject.code for reject in bo.all(Reject)] == ["illegal"]
    assert {view.payload for view in bo.all(View)} == {b"0"}
    await ana.client.close()
    await until(lambda: not room.members[0].connected)
    again = Person(host.port, token=ana.client.joining.token)  # with a program that does not know the feature
    await until(lambda: again.all(View))
    assert again.all(View)[-1].payload == b"0"
    guest = await Guest.connect(host)
    guest.send(Hello("guest 1", 1))
    greeting = await guest.read()
    assert isinstance(greeting, HostHello)
    assert greeting.features == {"dance": 2}
    for client in (bo.client, again.client):
        await client.close()
    await guest.close()
    await host.close()
