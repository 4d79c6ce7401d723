"""The conversation, without a socket and without a clock."""

from collections.abc import Sequence

import msgspec
import pytest

from net import NetError, limits
from net.messages import (
    TRANSITIONS,
    Ack,
    AnyMessage,
    Bye,
    ClientMessage,
    FrameDecoder,
    Hello,
    HostHello,
    HostMessage,
    Join,
    Leave,
    Move,
    Peek,
    Ping,
    Pong,
    Reject,
    State,
    View,
    Welcome,
    decode,
    encode,
    frame,
)
from net.protocol import Bucket, ClientProtocol, HostProtocol
from tests.net.wire import INFO

ID = bytes(16)
TOKEN = bytes(32)
HELLO = Hello("guest 1", 1)
JOIN = Join(None, "Ana", watch=False, token=TOKEN, new=True)
MOVE = Move(ID, 1, b"")
WELCOME = Welcome("r", "Ana", 0)


def framed(*messages: AnyMessage) -> bytes:
    return b"".join(frame(encode(message)) for message in messages)


def hear(host: HostProtocol, *messages: ClientMessage, now: float = 0.0) -> list[ClientMessage]:
    return list(host.receive(framed(*messages), now))


def said(end: HostProtocol | ClientProtocol) -> Sequence[AnyMessage]:
    """What this end has to send, decoded."""
    decoder = FrameDecoder(limits.FRAME)
    decoder.feed(end.data_to_send())
    expected = HostMessage if isinstance(end, HostProtocol) else ClientMessage
    return [decode(payload, expected) for payload in decoder]


def why(end: HostProtocol | ClientProtocol) -> str:
    """The code for which the conversation is over; a host's last message says the same."""
    assert end.state is State.DONE
    assert end.error
    if isinstance(end, HostProtocol):
        assert said(end)[-1] == Bye(end.error.code, end.error.values)
    return end.error.code


def answer(host: HostProtocol, data: bytes, now: float = 0.0) -> list[ClientMessage]:
    """Let a host with one empty chair answer these bytes; return what it was told."""
    told = []
    for message in host.receive(data, now):
        told.append(message)
        match message:
            case Peek():
                host.send(INFO, now)
            case Hello():
                host.send(HostHello("host 1", open=True), now)
            case Join():
                host.send(WELCOME, now)
            case Move():
                host.send(Ack(message.id), now)
            case Leave():
                host.send(Bye("left", {}), now)
    return told


def joined(now: float = 0.0) -> HostProtocol:
    """A host's end whose guest has just joined."""
    host = HostProtocol(now)
    answer(host, framed(HELLO, JOIN), now)
    assert host.state is State.OPEN
    host.data_to_send()
    return host


def test_after_goodbye_nothing_is_heard() -> None:
    host = joined()
    host.send(Bye("kicked", {}), 0)
    assert hear(host, MOVE, MOVE) == []
    assert list(host.receive(b"\xff" * 100, 0)) == []


def test_what_the_host_sent_before_it_got_leave_still_arrives() -> None:
    client = ClientProtocol(0)
    for message, reply in ((HELLO, HostHello("h", open=True)), (JOIN, WELCOME)):
        client.send(message, 0)
        list(client.receive(framed(reply), 0))
    client.send(Leave(), 0)
    view, rejected, bye = View(1, b""), Reject(ID, "stale", b""), Bye("left", {})
    assert list(client.receive(framed(view, Ack(ID), rejected, Ping(), bye), 0)) == [view, Ack(ID), rejected]
    assert client.state is State.DONE


@pytest.mark.parametrize(
    "messages",
    [
        [MOVE],
        [JOIN],
        [Pong()],
        [Leave()],
        [HELLO, HELLO],
        [HELLO, MOVE],
        [HELLO, Peek(None)],
        [HELLO, JOIN, JOIN],
    ],
    ids=lambda messages: "-".join(type(message).__name__ for message in messages),
)
def test_a_message_out_of_turn_is_unexpected(messages: list[ClientMessage]) -> None:
    host = HostProtocol(0)
    assert answer(host, framed(*messages)) == messages[:-1]
    assert why(host) == "unexpected"


def test_a_stranger_may_send_less_than_a_member() -> None:
    big = Move(ID, 1, bytes(limits.FRAME_BEFORE_JOINING))
    assert hear(joined(), big) == [big]
    stranger = HostProtocol(0)
    assert hear(stranger, big) == []
    assert why(stranger) == "too_big"


def test_every_message_has_a_place_and_the_host_may_always_say_goodbye() -> None:
    placed = {message for row in TRANSITIONS.values() for message in row}
    assert placed == set(ClientMessage.__args__) | set(HostMessage.__args__)
    assert all(row[Bye] is State.DONE for state, row in TRANSITIONS.items() if state is not State.DONE)


def test_when_tls_is_ready_there_is_as_much_time_for_the_handshake_again() -> None:
    host = HostProtocol(100)
    host.secured(103)
    assert host.deadline == 103 + limits.HANDSHAKE


def test_the_host_pings_and_the_client_answers() -> None:
    host, client = joined(), ClientProtocol(0)
    for message, reply in ((HELLO, HostHello("h", open=True)), (JOIN, WELCOME)):
        client.send(message, 0)
        list(client.receive(framed(reply), 0))
    client.data_to_send()
    assert host.deadline == limits.PING
    host.tick(limits.PING)
    ping = host.data_to_send()
    assert ping == framed(Ping())
    assert list(client.receive(ping, limits.PING)) == []
    assert said(client) == [Pong()]
    assert host.deadline == 2 * limits.PING


@pytest.mark.parametrize("answered", [0, 1, 5])
def test_a_peer_that_is_silent_for_long_is_dead(answered: int) -> None:
    host = joined()
    heard = 0.0
    for _ in range(answered):
        heard += limits.PING
        host.tick(heard)
        hear(host, Pong(), now=heard)
    host.tick(heard + limits.SILENCE - 0.1)
    host.tick(heard + limits.SILENCE)
    assert why(host) == "dead_peer"


def test_a_client_notices_a_dead_host() -> None:
    client = ClientProtocol(0)
    for message, reply in ((HELLO, HostHello("h", open=True)), (JOIN, WELCOME)):
        client.send(message, 0)
        list(client.receive(framed(reply), 0))
    assert client.deadline == limits.SILENCE
    client.tick(limits.SILENCE)
    assert why(client) == "dead_peer"


def test_after_goodbye_the_peer_has_a_moment_to_close() -> None:
    host = joined()
    host.fail(NetError("kicked"), 7)
    assert host.deadline == 7 + limits.LINGER
    host.tick(7 + limits.LINGER - 0.1)
    assert not host.must_abort
    host.tick(7 + limits.LINGER)
    assert host.must_abort


def test_a_bucket_lets_a_burst_through_and_then_its_rate() -> None:
    bucket = Bucket(rate=2, burst=3, now=100)
    assert [bucket.take(1, 100) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1, 100.5) for _ in range(2)] == [True, False]
    assert [bucket.take(1, 100 + 3600) for _ in range(4)] == [True, True, True, False]


def test_what_may_not_pass_takes_nothing() -> None:
    bucket = Bucket(rate=1, burst=10, now=0)
    assert not bucket.take(11, 0)
    assert bucket.take(10, 0)


def test_a_clock_that_goes_back_and_forth_fills_nothing() -> None:
    bucket = Bucket(rate=1, burst=5, now=100)
    assert bucket.take(5, 100)
    for _ in range(20):
        assert not bucket.take(1, 0)
        assert not bucket.take(1, 100)
    assert bucket.take(1, 101)


def test_a_guest_may_send_a_limited_number_of_bytes_a_second() -> None:
    host = HostProtocol(0)
    host.count(0, size=limits.BYTES_AT_ONCE)
    host.count(1, size=limits.BYTES_A_SECOND)
    assert host.rests_until == 1
    host.count(1, size=limits.BYTES_A_SECOND)
    assert host.rests_until == 2, "nothing more is read for so long"
    assert host.state is not State.DONE


@pytest.mark.parametrize("state", ["at the start", "when joined"])
def test_a_message_of_a_later_version_is_ignored_once_joined(state: str) -> None:
    host = joined() if state == "when joined" else HostProtocol(0)
    unknown = frame(msgspec.msgpack.encode({"type": "commit", "hash": b"x"}))
    heard = list(host.receive(unknown + framed(Pong()), 0))
    if state == "when joined":
        assert heard == [Pong()]
    else:
        assert said(host) == [Bye("malformed", {"what": "a message of an unknown type"})]


def test_the_first_reason_why_it_ends_is_the_one() -> None:
    host = joined()
    host.fail(NetError("slow"), 0)
    host.fail(NetError("flood"), 0)
    assert why(host) == "slow"


def test_a_limited_number_of_messages_wait_to_be_sent_and_then_comes_goodbye() -> None:
    host = joined()
    for _ in range(limits.OUTBOX):
        host.send(Ack(ID), 0)
    host.send(Ack(ID), 0)
    waiting = said(host)
    assert waiting == [*[Ack(ID)] * limits.OUTBOX, Bye("slow", {})]
    assert host.state is State.DONE


def test_what_must_not_be_said_is_dropped_before_goodbye() -> None:
    host = joined()
    host.send(Ack(ID), 0)
    host.fail(NetError("kicked"), 0)
    host.drop_unsent()
    assert said(host) == [Bye("kicked", {})]


# Anything at all
