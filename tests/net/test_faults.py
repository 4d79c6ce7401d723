"""What a network and its strangers do to a host and to a client, and what comes of it.

The numbers are those of docs/reliability.md, which tells of the other faults, too.
"""

import asyncio
import gc
import math
import select
import ssl
import time
import tracemalloc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import cycle
from pathlib import Path

import msgspec
import pytest

from net import (
    Ack,
    Host,
    Identity,
    Member,
    Move,
    NetError,
    Refused,
    Reject,
    Room,
    Trouble,
    View,
    Welcome,
    limits,
    peek,
)
from net.messages import (
    Auth,
    Bye,
    Challenge,
    ClientMessage,
    FrameDecoder,
    Hello,
    HostHello,
    HostMessage,
    Join,
    Leave,
    Pong,
    Proof,
    decode,
    encode,
    frame,
)
from net.security import Exchange, code_point
from net.tls import client_context, host_context
from tests.net.counter import Counter
from tests.net.wire import (
    CODED,
    LOOPBACK,
    OPEN,
    Clock,
    Guest,
    Person,
    are_cut_off_but,
    cut_connections,
    hosting,
    until,
    vanish,
)

ID = bytes(range(16))
TOKEN = bytes(range(32))
CODE = CODED.code or ""
WRONG_CODE = "000000" if CODE != "000000" else "111111"
PROOF = bytes(64)
HELLO = Hello("guest 1", 1)
DESCRIPTORS = Path("/proc/self/fd")
JOIN = Join(None, "Ana", watch=False, token=TOKEN, new=True)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients that come back at once."""
    monkeypatch.setattr(limits, "RETRY_FIRST", 0.001)
    monkeypatch.setattr(limits, "RETRY_LAST", 0.002)


class Arriving(Counter):
    """Something happens as soon as somebody has a seat, and before anybody can be told of it."""

    def __init__(self, happen: Callable[[], None]) -> None:
        super().__init__()
        self.happen = happen

    def arrived(self, member: Member) -> None:
        super().arrived(member)
        self.happen()


async def assert_that_it_lives(host: Host) -> None:
    assert (await peek(LOOPBACK, host.port)).game == "counter"


@pytest.mark.parametrize("size", [1, 3, 10_000])
async def test_fault_01_one_byte_at_a_time_and_frames_glued(size: int) -> None:
    stream = b"".join(frame(encode(message)) for message in (HELLO, JOIN, Move(ID, 0, b"5"), Leave()))
    async with hosting() as host:
        guest = await Guest.connect(host)
        for start in range(0, len(stream), size):
            guest.write(stream[start : start + size])
        told = [type(message) async for message in guest.messages() if not isinstance(message, View)]
        assert told == [HostHello, Welcome, Ack, Bye]


async def test_fault_02_eof_inside_a_frame() -> None:
    counter = Counter()
    async with hosting(counter) as host:
        guest = await Guest.joined(host)
        guest.write(frame(encode(Move(ID, 0, b"5")))[:7])
        await guest.close()
        await until(lambda: ("lost", "Ana") in counter.news)
        assert [member.connected for member in host.rooms[0].members] == [False]
        assert counter.total == 0


@pytest.mark.parametrize("cut_short", [b"", frame(encode(HostHello("host 1", open=True)))[:6]])
async def test_fault_02_eof_before_the_host_has_answered(cut_short: bytes) -> None:
    async with stranger(cut_short) as port:
        assert await Person(port).end() == "host_lost"


async def test_fault_02_the_connection_ends_between_join_and_welcome() -> None:
    counter = Arriving(lambda: cut_connections(host))
    async with hosting(counter) as host:
        ana = Person(host.port)
        assert (await ana.welcome()).seat == 0
        assert [trouble.error.code for trouble in ana.all(Trouble)] == ["host_lost"]
        assert counter.news == [("arrived", "Ana"), ("lost", "Ana"), ("returned", "Ana")]
        assert [member.connected for member in host.rooms[0].members] == [True]


@pytest.mark.parametrize("is_kept", [True, False])
async def test_fault_30_host_killed_between_admission_and_welcome(*, is_kept: bool) -> None:
    async with hosting(Arriving(lambda: vanish(host))) as host:
        ana = Person(host.port)
        await until(lambda: any(trouble.error.code == "refused" for trouble in ana.all(Trouble)))
        (member,) = host.rooms[0].members
        kept = [Member(member.seat, member.name, member.owner, member.key)] if is_kept else []
        counter = Counter()
        counter.room = Room(counter, program="test 1", id=host.rooms[0].id, members=kept)
        again = Host([counter.room], OPEN)
        await again.start(LOOPBACK, host.port)
        assert (await ana.welcome()).seat == 0
        assert counter.news == [("returned" if is_kept else "arrived", "Ana")]
        assert [member.connected for member in counter.room.members] == [True]
        await ana.client.close()
        await again.close()


@pytest.mark.parametrize("length", [0, limits.FRAME + 1, 2**32 - 1])
async def test_fault_03_length_0_and_4_gib(length: int) -> None:
    async with hosting() as host:
        guest = await Guest.joined(host)
        tracemalloc.start()
        try:
            guest.write(length.to_bytes(4, "big"))
            assert await guest.farewell() == "too_big"
            assert tracemalloc.get_traced_memory()[1] < 1_000_000
        finally:
            tracemalloc.stop()
        await assert_that_it_lives(host)


@pytest.mark.parametrize(
    "said", [b"GET / HTTP/1.1\r\nHost: me\r\n\r\n", b"SSH-2.0-OpenSSH_9.6\r\n", b"\x00" * 100, b"\xff" * 100]
)
async def test_fault_04_http_or_plain_text_on_the_port(said: bytes) -> None:
    async with hosting() as host:
        guest = await Guest.knock(host.port)
        guest.writer.write(said)
        await guest.reader.read()
        await guest.close()
        await assert_that_it_lives(host)


async def test_fault_05_silent_tcp(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HANDSHAKE", 0.02)
    async with hosting() as host:
        guest = await Guest.knock(host.port)
        assert await guest.reader.read() == b""


@pytest.mark.parametrize("said", [[], [HELLO]])
async def test_fault_06_tls_then_silence(said: list[ClientMessage]) -> None:
    clock = Clock()
    async with hosting(identity=CODED) as host:
        guest = await Guest.connect(host)
        guest.send(*said)
        await peek(LOOPBACK, host.port)  # so the host has heard it
        clock.put_ahead(limits.HANDSHAKE)
        assert await guest.farewell() == "handshake_timeout"


async def test_fault_07_drip_fed_tls() -> None:
    clock = Clock()
    async with hosting() as host:
        guest = await Guest.knock(host.port)
        guest.tls.start()
        await drip(guest, guest.tls.send()[:-1], clock)
        assert await guest.reader.read() == b""


async def test_fault_07_drip_fed_authentication() -> None:
    clock = Clock()
    async with hosting(identity=CODED) as host:
        guest = await Guest.connect(host)
        said = guest.tls.send(frame(encode(HELLO)) + frame(encode(Auth(TOKEN, PROOF))))
        await drip(guest, said[:-1], clock)
        assert await guest.farewell() == "handshake_timeout"


async def drip(guest: Guest, data: bytes, clock: Clock) -> None:
    """Send a byte each second, until the host answers or ends.

    Host and guest share a loop: what is not here to be read when a byte is sent, the host has not said yet. A
    byte sent to a connection that the host has closed would take its last words with it.
    """
    socket = guest.writer.get_extra_info("socket")
    for byte in data:
        if select.select([socket], [], [], 0)[0]:
            return
        guest.writer.write(bytes([byte]))
        await asyncio.sleep(0.001)
        clock.put_ahead(1)


def packed(value: object) -> bytes:
    return msgspec.msgpack.encode(value)


def moving(prompt: object = 1, payload: object = b"", **more: object) -> bytes:
    return packed({"type": "move", "id": ID, "prompt": prompt, "payload": payload, **more})


async def assert_malformed(payload: bytes) -> None:
    """Check that a message like this ends the connection of a member, and nothing else."""
    with pytest.raises(NetError) as raised:
        decode(payload, ClientMessage)
    assert raised.value.code == "malformed"
    async with hosting() as host:
        guest = await Guest.joined(host)
        guest.write(frame(payload))
        assert await guest.farewell() == "malformed"
        await assert_that_it_lives(host)


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param(b"\xc1", id="a byte that msgpack never uses"),
        pytest.param(b"\x81\xa4type\xa2\xff\xfe", id="text that is not UTF-8"),
        pytest.param(packed({"type": "pong"}) + b"\xc0", id="bytes after the message"),
        pytest.param(packed({"type": "pong"})[:-1], id="a map cut short"),
        pytest.param(b"GET / HTTP/1.1\r\n\r\n", id="HTTP"),
    ],
)
async def test_fault_08_what_is_no_msgpack(payload: bytes) -> None:
    await assert_malformed(payload)


@pytest.mark.parametrize(
    "payload", [b"\x91" * 60_000 + b"\xc0", b"\x81\xa1a" * 20_000 + b"\xc0"], ids=["lists", "maps"]
)
async def test_fault_09_nesting_60_000_deep(payload: bytes) -> None:
    await assert_malformed(payload)


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param(b"\xdd\x80\x00\x00\x00", id="an array of 2^31"),
        pytest.param(b"\xdf\xff\xff\xff\xff", id="a map of 2^32 - 1"),
        pytest.param(b"\xc6\xff\xff\xff\xff", id="bytes of 4 GiB"),
        pytest.param(packed({"type": "hello", "program": "x" * 300}), id="a text longer than any of ours"),
        pytest.param(packed([1, 2, 3]), id="an array at all"),
    ],
)
async def test_fault_10_array_of_2_to_the_31(payload: bytes) -> None:
    await assert_malformed(payload)


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param(packed({"type": "move", "id": ID, "prompt": 1}), id="a missing field"),
        pytest.param(packed({"id": ID}), id="no type"),
        pytest.param(packed({"type": 1}), id="a type that is a number"),
        pytest.param(packed({"type": "ping"}), id="a host's message"),
        pytest.param(moving(prompt=True), id="a bool for a number"),
        pytest.param(moving(prompt=1.0), id="a float for a number"),
        pytest.param(moving(prompt="1"), id="a text for a number"),
        pytest.param(moving(payload="YWJj"), id="a text for bytes"),
        pytest.param(
            packed({"type": "move", "id": ID[1:], "prompt": 1, "payload": b""}), id="an id of 15 bytes"
        ),
        pytest.param(
            packed(
                {"type": "join", "room": None, "name": "", "watch": False, "token": TOKEN[1:], "new": True}
            ),
            id="a token of 31 bytes",
        ),
        pytest.param(b"\x81\xa4type\xd4\x01\x00", id="an extension"),
        pytest.param(b"\x81\xa4type\xc7\x00\x05", id="an empty extension"),
        pytest.param(b"\x81\xa4type\xd6\xff\x00\x00\x00\x00", id="a timestamp"),
    ],
)
async def test_fault_11_wrong_type(payload: bytes) -> None:
    await assert_malformed(payload)


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param(moving(prompt=math.nan), id="NaN"),
        pytest.param(moving(prompt=-(2**63)), id="a negative number"),
        pytest.param(moving(prompt=2**63), id="a number of 64 bits"),
        pytest.param(b"\x82\xa4type\xa4pong\x01\x02", id="a key that is a number"),
        pytest.param(b"\x82\xa4type\xa4pong\xc4\x01a\x02", id="a key that is bytes"),
    ],
)
async def test_fault_12_nan_and_huge_numbers(payload: bytes) -> None:
    await assert_malformed(payload)


async def test_fault_13_wrong_code_six_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WRONG_CODES_FORGOTTEN", 1.0)
    async with hosting(identity=CODED) as host:
        told = [await Person(host.port, code=WRONG_CODE).end() for _ in range(6)]
        assert told == ["bad_code"] * 6
        await Person.seated(host, code=CODE)


@pytest.mark.limits(WRONG_CODES=3, ANSWER_WAIT=0.01)
async def test_fault_13_when_many_are_wrong_answers_wait_unjudged() -> None:
    async with hosting(identity=CODED) as host:
        ana = await Person.seated(host, code=CODE)
        for last in range(2, 5):
            guesser = await Guest.connect(host, source=f"127.0.0.{last}")
            assert await guesser.authenticate(WRONG_CODE) == Bye("bad_code", {})
        stranger = await Guest.connect(host, source="127.0.0.5")
        assert await stranger.authenticate(CODE) == Bye("locked_out", {})
        cut_connections(host)
        await until(lambda: len(ana.all(Welcome)) == 2)


@pytest.mark.limits(HANDSHAKES=2, WRONG_CODES_AGAIN=0.001)
async def test_fault_13_whose_answer_waits_pushes_nobody_out() -> None:
    async with hosting(identity=CODED) as host:
        guessers = []
        for _ in range(5):
            guessers.append(await Guest.connect(host, source="127.0.0.2"))
            guessers[-1].send(HELLO)
            await guessers[-1].answer(WRONG_CODE)
        hearing = [asyncio.create_task(guest.read()) for guest in guessers]
        await asyncio.wait(hearing, return_when=asyncio.FIRST_COMPLETED)
        await Person.seated(host, code=CODE)
        assert [heard.result() for heard in hearing if heard.done()] == [Bye("bad_code", {})]
        for heard, guest in zip(hearing, guessers, strict=True):
            heard.cancel()
            await guest.close()


@pytest.mark.parametrize("identity", [CODED, OPEN])
async def test_fault_14_relay_with_its_own_certificate(identity: Identity) -> None:
    async with hosting(identity=identity) as host, relay(host) as port:
        assert await Person(port, code=CODE).end() == ("bad_code" if identity.code else "impostor")
        pinned = Person(port, code=identity.code, certificate=identity.fingerprint)
        assert await pinned.end() == "impostor"
        assert host.rooms[0].members == ()


BASE_POINT = bytes([9]) + bytes(31)
CODED_HELLO = HostHello("host 1", open=False)


@pytest.mark.parametrize("token", [None, TOKEN])
@pytest.mark.parametrize(
    ("share", "hears"), [(BASE_POINT, [Hello, Auth]), (bytes(32), [Hello])], ids=["a share", "a low one"]
)
async def test_fault_14_an_impostor_that_does_not_know_the_code_hears_no_token(
    share: bytes, hears: list[type], token: bytes | None
) -> None:
    async with pretending([[CODED_HELLO, Challenge(share)], [Proof(PROOF)]]) as (port, heard):
        assert await Person(port, code=CODE, token=token).end() == "impostor"
    assert [type(message) for message in heard] == hears


async def test_fault_14_an_impostor_hears_nothing_where_the_certificate_is_known() -> None:
    async with pretending([]) as (port, heard):
        pinned = Person(port, code=CODE, token=TOKEN, certificate=CODED.fingerprint)
        assert await pinned.end() == "impostor"
    assert heard == []


@pytest.mark.parametrize("guess", [CODE, WRONG_CODE], ids=["right", "wrong"])
async def test_fault_14_an_impostor_can_try_the_one_code_that_it_chose_its_share_for(guess: str) -> None:
    exchange = Exchange(code_point(guess, OPEN.fingerprint))
    answers: list[list[HostMessage]] = [[CODED_HELLO, Challenge(exchange.share)], [Bye("bad_code", {})]]
    async with pretending(answers) as (port, heard):
        assert await Person(port, code=CODE).end() == "bad_code"
    (proof,) = [message for message in heard if isinstance(message, Auth)]
    assert (exchange.proofs(proof.share, is_host=True).client == proof.proof) == (guess == CODE)


@asynccontextmanager
async def pretending(answers: list[list[HostMessage]]) -> AsyncIterator[tuple[int, list[ClientMessage]]]:
    """A host that gives these answers, one to each message; its port, and the messages."""
    heard: list[ClientMessage] = []

    async def pretend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        decoder = FrameDecoder(limits.FRAME)
        with suppress(ConnectionError):
            while data := await reader.read(4096):
                decoder.feed(data)
                for payload in decoder:
                    heard.append(decode(payload, ClientMessage))
                    writer.writelines(frame(encode(answer)) for answer in answers.pop(0))
        writer.close()

    server = await asyncio.start_server(pretend, LOOPBACK, 0, ssl=host_context(OPEN))
    async with server:
        yield server.sockets[0].getsockname()[1], heard


async def test_fault_14_another_host_at_the_address_of_the_first_is_not_believed() -> None:
    async with hosting() as host:
        ana = await Person.seated(host)
        assert ana.client.certificate == OPEN.fingerprint
        vanish(host)
        liar = Host([Room(Counter(), program="test 1")], Identity.new(open=True))
        await liar.start(LOOPBACK, host.port)
        await until(lambda: any(trouble.error.code == "impostor" for trouble in ana.all(Trouble)))
        assert liar.rooms[0].members == ()
        await liar.close()
        await host.start(LOOPBACK, host.port)
        await until(lambda: len(ana.all(Welcome)) == 2)


async def test_fault_14_another_host_hears_no_token_that_the_first_may_know() -> None:
    async with hosting(Arriving(lambda: vanish(host))) as host:
        ana = Person(host.port)
        await until(lambda: ana.all(Trouble))
        liar = Host([Room(Counter(), program="test 1")], Identity.new(open=True))
        await liar.start(LOOPBACK, host.port)
        await until(lambda: any(trouble.error.code == "impostor" for trouble in ana.all(Trouble)))
        assert liar.rooms[0].members == ()
        await liar.close()


async def test_fault_15_replayed_transcript() -> None:
    async with hosting(identity=CODED) as host:
        overheard = bytearray()
        async with passing_on(host, overheard=overheard) as port:
            ana = Person(port, code=CODE)
            await ana.welcome()
            await ana.client.leave()
        burglar = await Guest.knock(host.port)
        burglar.writer.write(bytes(overheard))
        await burglar.reader.read()
        await burglar.close()
        assert host.rooms[0].members == ()


async def test_fault_15_a_proof_is_good_for_one_connection() -> None:
    async with hosting(identity=CODED) as host:
        ana = await Guest.connect(host)
        assert isinstance(await ana.authenticate(CODE), Proof)
        again = await Guest.connect(host)
        again.send(HELLO, *[message for message in ana.said if isinstance(message, Auth)])
        assert await again.farewell() == "bad_code"


@pytest.mark.parametrize("identity", [CODED, OPEN])
async def test_fault_16_wrong_token(identity: Identity) -> None:
    async with hosting(identity=identity) as host:
        await Person.seated(host, code=identity.code)
        for certificate in (None, identity.fingerprint):
            stranger = Person(host.port, code=identity.code, token=TOKEN, certificate=certificate)
            assert await stranger.end() == "bad_token"
        assert [member.connected for member in host.rooms[0].members] == [True]


async def test_fault_17_the_same_token_twice() -> None:
    async with hosting() as host:
        ana = await Person.seated(host)
        elsewhere = Person(host.port, token=ana.client.joining.token)
        assert (await elsewhere.welcome()).seat == 0
        assert await ana.end() == "superseded"
        assert [member.connected for member in host.rooms[0].members] == [True]


@pytest.mark.parametrize(
    "said",
    [
        [Move(ID, 0, b"5")],
        [HELLO, Move(ID, 0, b"5")],
        [HELLO, JOIN],
        [HELLO, Auth(TOKEN, PROOF), JOIN],
        [Auth(TOKEN, PROOF)],
    ],
)
async def test_fault_18_move_before_authentication(said: list[ClientMessage]) -> None:
    counter = Counter()
    async with hosting(counter, CODED) as host:
        guest = await Guest.connect(host)
        guest.send(*said)
        assert await guest.farewell() in {"unexpected", "bad_code", "bad_token"}
        assert (counter.total, host.rooms[0].members) == (0, ())


async def test_fault_19_move_for_another_seat() -> None:
    assert not any("seat" in message.__struct_fields__ for message in ClientMessage.__args__)
    assert decode(moving(seat=1), ClientMessage) == decode(moving(), ClientMessage), "it is ignored"


async def test_fault_20_illegal_move() -> None:
    counter = Counter()
    async with hosting(counter) as host:
        ana = await Person.seated(host)
        sent = ana.client.send(0, b"-5")
        await until(lambda: ana.all(Reject))
        assert ana.all(Reject) == [Reject(sent, "illegal", b"it never shrinks")]
        assert (counter.total, counter.prompt) == (0, 0)


async def test_fault_21_duplicate_id() -> None:
    counter = Counter()
    async with hosting(counter) as host:
        guest = await Guest.joined(host)
        guest.send(Move(ID, 0, b"5"), Move(ID, 0, b"5"))
        guest.send(Leave())
        told = [message async for message in guest.messages() if isinstance(message, Ack | Reject)]
        assert told == [Ack(ID), Ack(ID)]
        assert counter.total == 5


async def test_fault_22_ack_lost_and_resent() -> None:
    class Unlucky(Counter):
        """The connection is lost while the first move is made: it is made, but its answer is lost."""

        def move(self, member: Member, move: Move) -> None:
            super().move(member, move)
            cut_connections(host)

    counter = Unlucky()
    async with hosting(counter) as host:
        ana = await Person.seated(host)
        sent = ana.client.send(0, b"5")
        await until(lambda: ana.all(Ack))
        assert ana.all(Ack) == [Ack(sent)]
        assert counter.total == 5
        assert len(ana.all(Welcome)) == 2


async def test_fault_23_stale_prompt_or_two_racing_moves() -> None:
    counter = Counter()
    async with hosting(counter) as host:
        ana = await Guest.joined(host, "Ana")
        bo = await Guest.joined(host, "Bo")
        for guest in (ana, bo):
            guest.send(Move(ID, 0, b"5"), Leave())
        told = [
            [message async for message in guest.messages() if isinstance(message, Ack | Reject)]
            for guest in (ana, bo)
        ]
        assert sorted(told, key=str) == [[Ack(ID)], [Reject(ID, "stale", b"")]]
        assert counter.total == 5


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that lets guests say as much as they like."""
    monkeypatch.setattr(limits, "MESSAGES_AT_ONCE", 1_000_000)
    monkeypatch.setattr(limits, "BYTES_AT_ONCE", 1_000_000_000)
    monkeypatch.setattr(limits, "OUTBOX", 1_000_000)


class Verbose(Counter):
    """Refuses every move with a long answer."""

    def move(self, member: Member, move: Move) -> None:
        self.prompt += 1
        raise Refused("illegal", bytes(5_000))


async def test_fault_24_a_sleeping_reader_gets_the_latest_view_and_holds_nobody_up(hasty: None) -> None:
    class Wordy(Counter):
        def view(self, member: Member, *, first: bool) -> View:
            return View(self.prompt, str(self.total).encode().ljust(8000))

    async with hosting(Wordy()) as host:
        slow = await Guest.joined(host, "Slow", receive_buffer=4096)
        quick = await Guest.joined(host, "Quick")
        for number in range(300):
            quick.send(Move(number.to_bytes(16, "big"), number, b"1"))
            while not isinstance(await quick.read(), Ack):
                pass
        seen = 0
        while not (isinstance(view := await slow.read(), View) and view.prompt == 300):
            seen += 1
        assert seen < 100


async def test_fault_24_nothing_piles_up_for_a_guest_that_never_reads(hasty: None) -> None:
    counter = Verbose()
    async with hosting(counter) as host:
        guest = await Guest.joined(host, receive_buffer=4096)
        for number in range(100):
            guest.send(Move(number.to_bytes(16, "big"), 9, bytes(10_000)))
        await until(lambda: counter.prompt > 10)
        for _ in range(20):  # so the host has had the time to read all
            await peek(LOOPBACK, host.port)
        assert counter.prompt < 80


@pytest.mark.limits(SILENCE=3600, STALL=0.05, LINGER=0.02)
async def test_fault_24_a_guest_that_reads_nothing_for_ten_seconds_is_let_go(hasty: None) -> None:
    counter = Verbose()
    async with hosting(counter) as host:
        guest = await Guest.joined(host, receive_buffer=4096)
        guest.send(*[Move(ID, 9, bytes(10_000))] * 50)
        await until(lambda: ("lost", "Ana") in counter.news)
        await guest.is_cut_off()
        assert [member.seat for member in host.rooms[0].members] == [0]


async def test_fault_24_a_guest_that_reads_nothing_is_let_go_also_when_nothing_more_is_sent(
    monkeypatch: pytest.MonkeyPatch, hasty: None
) -> None:
    for name in ("SILENCE", "PING"):
        monkeypatch.setattr(limits, name, 3_600_000)
    monkeypatch.setattr(limits, "STALL", 0.05)
    monkeypatch.setattr(limits, "LINGER", 0.02)
    counter = Verbose()
    async with hosting(counter) as host:
        guest = await Guest.joined(host, receive_buffer=4096)
        guest.send(*[Move(ID, 9, b"")] * 40)
        await until(lambda: ("lost", "Ana") in counter.news)
        await guest.is_cut_off()


async def test_what_is_malformed_is_said_to_the_guest_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    async with hosting() as host:
        guest = await Guest.joined(host)
        guest.write(frame(moving(prompt="1")))
        what = "Expected `int`, got `str` - at `$.prompt`"
        assert [message async for message in guest.messages()][-1] == Bye("malformed", {"what": what})
    (line,) = [record.getMessage() for record in caplog.records if record.name == "net.host"]
    assert line.startswith(
        f"127.0.0.1 does not keep to the protocol: The other side sent something unreadable ({what})"
    )


async def test_strangers_cannot_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async with hosting() as host:
        for _ in range(limits.COMPLAINTS_AT_ONCE + 5):
            guest = await Guest.connect(host)
            guest.write(frame(b"\xc1"))
            await guest.farewell()
    assert len(caplog.records) == limits.COMPLAINTS_AT_ONCE


@pytest.mark.parametrize("message", [Pong(), Move(ID, 0, b"5")])
async def test_fault_25_flood_of_1_000_messages(message: ClientMessage) -> None:
    counter = Counter()
    async with hosting(counter) as host:
        bo, guest = Person(host.port, "Bo"), await Guest.connect(host)
        await bo.welcome()
        await guest.join()
        guest.send(*[message] * 1_000)
        assert await guest.farewell() == "flood"
        assert counter.total in {0, 5}
        bo.client.send(counter.prompt, b"6")
        await bo.sees(counter.total + 6)


async def test_fault_25_a_client_in_a_hurry_is_no_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES_AT_ONCE", 3)
    async with hosting() as host:
        ana = Person(host.port)
        for prompt in range(limits.MESSAGES_AT_ONCE + 1):
            ana.client.send(prompt, b"1")
        await ana.sees(limits.MESSAGES_AT_ONCE + 1)
        assert not ana.all(Trouble)


@pytest.mark.parametrize("speaks_tls", [False, True])
async def test_fault_26_100_idle_connections(*, speaks_tls: bool) -> None:
    async with hosting() as host:
        strangers = [
            await (Guest.connect(host) if speaks_tls else Guest.knock(host.port)) for _ in range(100)
        ]
        player = await Guest.connect(host)
        assert (await player.join()).seat == 0
        assert await strangers[0].farewell() == ("crowded" if speaks_tls else "")
        # The one who plays by now was a stranger at first, too.
        await are_cut_off_but(limits.HANDSHAKES_FROM_ONE_ADDRESS - 1, strangers[1:])


@pytest.mark.limits(HANDSHAKES=3)
async def test_fault_26_strangers_from_many_addresses_are_counted_together() -> None:
    async with hosting() as host:
        strangers = [await Guest.knock(host.port, source=f"127.0.0.{last}") for last in range(2, 12)]
        await are_cut_off_but(3, strangers)


async def test_fault_32_another_version() -> None:
    async with hosting(identity=CODED) as host:
        guest = await Guest.connect(host)
        guest.send(Hello("guest\x1b 9", 9))
        bye = await guest.read()
        assert bye == Bye("version", {"host": "test 1", "spoken": "1", "guest": "guest 9", "wanted": "9"})
        assert "protocol 1" in str(NetError.told("version", bye.values))
        assert "protocol 9" in str(NetError.told("version", bye.values))


def open_sockets() -> int | None:
    """How many sockets this process has open; not every system tells."""
    if not DESCRIPTORS.exists():
        return None
    descriptors = [entry for entry in DESCRIPTORS.iterdir() if entry.is_symlink()]
    return sum(str(entry.readlink()).startswith("socket:") for entry in descriptors)


async def test_fault_39_shutdown_with_12_clients_leaves_no_task_and_no_socket() -> None:
    tasks, sockets = asyncio.all_tasks(), open_sockets()
    async with hosting(Counter(seats=12), CODED) as host:
        people = [Person(host.port, f"Player {number}", code=CODE) for number in range(12)]
        for person in people:
            await person.welcome()
        await host.close()
        assert {await person.end() for person in people} == {"host_closing"}
    await until(lambda: (asyncio.all_tasks(), open_sockets()) == (tasks, sockets))
    gc.collect()  # a socket left open would warn, and a warning is an error


@pytest.mark.limits(LINGER=0.05)
async def test_fault_39_shutdown_does_not_wait_for_those_who_do_not_read() -> None:
    async with hosting() as host:
        guests = [await Guest.connect(host, receive_buffer=4096), await Guest.knock(host.port)]
        await guests[0].join()
        await host.close()
        for guest in guests:
            await guest.is_cut_off()
            await guest.close()


async def test_fault_40_clock_jumps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PING", 0.01)
    jumps = cycle([0.0, 4e9, 1.0, -1e9])
    monkeypatch.setattr(time, "time", lambda: next(jumps))
    async with hosting(identity=CODED) as host:
        ana = await Person.seated(host, code=CODE)
        for number in range(10):
            ana.client.send(number, b"1")
            await ana.sees(number + 1)
            await asyncio.sleep(limits.PING)
        assert not ana.all(Trouble)


@asynccontextmanager
async def stranger(said: bytes) -> AsyncIterator[int]:
    """The port of a stranger that sends the same to everyone, and closes."""

    async def speak(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()

    server = await asyncio.start_server(speak, LOOPBACK, 0, ssl=host_context(OPEN))
    async with server:
        yield server.sockets[0].getsockname()[1]


@asynccontextmanager
async def relay(host: Host) -> AsyncIterator[int]:
    """The port of a relay that passes everything on, and could change it."""
    async with passing_on(host, host_context(Identity.new(open=True)), client_context()) as port:
        yield port


@asynccontextmanager
async def passing_on(
    host: Host,
    towards_guest: ssl.SSLContext | None = None,
    towards_host: ssl.SSLContext | None = None,
    overheard: bytearray | None = None,
) -> AsyncIterator[int]:
    """A port that leads to the host; what guests say is remembered as it is passed on."""

    async def carry(source: asyncio.StreamReader, target: asyncio.StreamWriter, memory: bytearray) -> None:
        with suppress(ConnectionError):
            while data := await source.read(65536):
                memory.extend(data)
                target.write(data)
        target.close()

    async def pass_on(guest: asyncio.StreamReader, to_guest: asyncio.StreamWriter) -> None:
        from_host, to_host = await asyncio.open_connection(LOOPBACK, host.port, ssl=towards_host)
        await asyncio.gather(
            carry(guest, to_host, bytearray() if overheard is None else overheard),
            carry(from_host, to_guest, bytearray()),
        )

    server = await asyncio.start_server(pass_on, LOOPBACK, 0, ssl=towards_guest)
    async with server:
        yield server.sockets[0].getsockname()[1]
