"""Bytes that nobody should send, at every place where bytes of strangers are read.

A target reads bytes and raises AssertionError if that did any harm: an error that is none of ours, work or
memory out of proportion, another outcome when the same bytes come in small pieces, or a host that is there no
more for everybody else. The command changes real conversations at random, and keeps for further changes
whatever had an outcome that was not seen before.

    python -m tests.fuzz --seconds 600
"""

# ruff: noqa: T201 - a command

import argparse
import random
import secrets
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final

from luckytui.door.driver import WANTED, Keyboard, fitting
from luckytui.door.ssh import environment_of
from luckytui.door.web import is_own_host, read_size
from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.table.payloads import Malformed, decode_request, decode_sentence, decode_table_view
from net import limits, messages
from net.protocol import ClientProtocol, HostProtocol
from tests import good_faith
from tests.simulation.plan import Ask, Intrude, Plan, Setup, Wait
from tests.simulation.world import simulate

Outcome = object
Target = Callable[[bytes], Outcome]
"""Reads the bytes; what comes of it tells whether something new was found."""

DEPTHS: Final = 5
"""How far a stranger may get: to a connection, TLS, the challenge, the proof, a place."""

TYPED: Final = (
    "Äpfel q\r\t\x7f".encode(),
    b"\x1b[A\x1b[1;5C\x1bOP\x1b[27u\x1b[97;5;97u\x1b[57441;2u",
    b"\x1b[200~a line\nand another\x1b[201~\x1b[I\x1b[O",
    b"\x1b[?2026;2$y\x1b[48;24;80;480;800t\x1b[<0;1;1M\x1b[<64;1;1m\x1b[24;80R\x1b]11;rgb:00/00/00\x07\x1b",
)
"""What terminals send: letters, keys, a paste, and answers to what they were asked, and were not."""

TOKENS: Final = tuple(
    bytes.fromhex(token)
    for token in (
        *("c0", "c1", "c2", "c3", "00", "7f", "ff", "80", "81", "90", "91", "a0", "a474797065", "c400"),
        *("c6ffffffff", "c70005", "d6ff00000000", "ca7fc00000", "cb7ff8000000000000", "cfffffffffffffffff"),
        *("d38000000000000000", "dc2000", "dd80000000", "de0010", "dfffffffff", "d9ff", "a1fe", "a3eda080"),
        *("a16181", "a41b5b324a", "dc0020"),
    )
)
"""Bytes that mean much to msgpack: the ends of its numbers and lengths, what we do not use, what nests."""


def host_hears(data: bytes) -> Outcome:
    """A host's end of a conversation, without a socket."""

    def answer(host: HostProtocol, message: messages.AnyMessage) -> None:
        match message:
            case messages.Peek():
                host.send(good_faith.INFO, 0)
            case messages.Hello():
                host.send(messages.HostHello("host 1", open=False), 0)
                host.send(good_faith.CHALLENGE, 0)
            case messages.Auth():
                host.send(messages.Proof(good_faith.PROOF), 0)
            case messages.Join():
                host.send(good_faith.WELCOME, 0)
            case messages.Move():
                host.send(messages.Ack(message.id), 0)
            case messages.Leave():
                host.send(messages.Bye("left", {}), 0)

    return _hear(HostProtocol, answer, data)


def client_hears(data: bytes) -> Outcome:
    """A client's end of a conversation, without a socket."""

    def answer(client: ClientProtocol, message: messages.AnyMessage) -> None:
        match message:
            case messages.HostHello(open=True) | messages.Proof():
                client.send(good_faith.JOIN, 0)
            case messages.Challenge():
                client.send(good_faith.AUTH, 0)

    return _hear(ClientProtocol, answer, data, good_faith.HELLO)


def request(game: Game, data: bytes) -> Outcome:
    """What a guest asks of a table."""
    return within_bounds(
        lambda: _read(partial(decode_request, game), data), calls=500 + 4 * len(data), peak=2**20
    )


def table_view(_game: Game, data: bytes) -> Outcome:
    """What a host shows. Lists in lists, as a host that means harm sends them, take 67 MB for a moment."""
    return within_bounds(lambda: _read(decode_table_view, data), calls=500 + 4 * len(data), peak=2**27)


def sentence(data: bytes) -> Outcome:
    """What a host tells a player."""
    return within_bounds(lambda: _read(decode_sentence, data), calls=500 + 4 * len(data), peak=2**27)


def host_lives(data: bytes) -> Outcome:
    """A host with members, and a stranger; the first byte says how far the stranger gets in good order."""
    steps = (Wait(0.1), Intrude(data[0] % DEPTHS if data else 0, data[1:]), Ask("Ana", "say"), Wait(1.0))
    world = simulate(Plan(1, Setup(game="lucky-numbers", people=2, code=True), steps))
    assert next(iter(world.people["Ana"].answers.values())) is messages.Ack
    return world.intruders[0].error.code, str(world.intruders[0].error)[:60]


def guest_types(data: bytes) -> Outcome:
    """What comes from the terminal of a door's guest: keys and pastes, and never more than somebody types."""
    return within_bounds(lambda: _typed(data), calls=5_000 + 300 * len(data), peak=2**21 + 400 * len(data))


def page_says(data: bytes) -> Outcome:
    """What a browser sends to a door: its size, its host, and what it says of its terminal."""
    text = data.decode(errors="replace")
    size = read_size(text)
    assert size is None or all(1 <= side <= 300 for side in fitting(size.width, size.height))
    environment = environment_of(text, {"LANG": text, "LC_ALL": text, "PATH": text})
    assert all(len(value) <= 64 and name != "PATH" for name, value in environment.items())
    return size is None, is_own_host(text), sorted(environment)


CONNECTION: Final = "a host's connection"
GUEST, PAGE = "a guest's terminal", "a guest's page"
TARGETS: Final[Mapping[str, Target]] = {
    "the host's end": host_hears,
    "the client's end": client_hears,
    CONNECTION: host_lives,
    "a sentence": sentence,
    GUEST: guest_types,
    PAGE: page_says,
    **{f"a request: {game.key}": partial(request, game) for game in GAMES.values()},
    **{f"a scene: {game.key}": partial(table_view, game) for game in GAMES.values()},
}


@cache
def examples(target: str) -> Sequence[bytes]:
    """What is sent there in good faith."""
    match target.partition(": "):
        case ("the host's end", _, _):
            return good_faith.FROM_GUEST
        case ("the client's end", _, _):
            return good_faith.FROM_HOST
        case (name, _, _) if name == CONNECTION:
            return tuple(bytes([n]) + stream for n in range(DEPTHS) for stream in good_faith.FROM_GUEST)
        case (name, _, _) if name == GUEST:
            return TYPED
        case (name, _, _) if name == PAGE:
            return (
                b'{"width": 80, "height": 24}',
                b"192.0.2.17:5827",
                b"[::1]:1",
                b"xterm-256color",
                b"de_DE.UTF-8",
            )
        case ("a sentence", _, _):
            return (good_faith.SENTENCE,)
        case ("a request", _, key):
            return tuple(good_faith.requests(GAMES[key]))
        case (_, _, key):
            return tuple(good_faith.scenes(GAMES[key]))


def within_bounds(read: Callable[[], Outcome], *, calls: int, peak: int) -> Outcome:
    """The outcome of a reading that needs no more calls, and no more bytes at once.

    Calls are counted, as time is never the same. What is only needed at the first time, as when Python
    enlarges a table of its own, counts for nobody.
    """
    outcome, made, taken = _measured(read)
    if made > calls or taken > peak:
        outcome, made, taken = _measured(read)
    assert made <= calls, f"{made} calls, at most {calls} are right"
    assert taken <= peak, f"{taken} bytes, at most {peak} are right"
    return outcome


def _measured(read: Callable[[], Outcome]) -> tuple[Outcome, int, int]:
    made = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal made
        made += event in {"call", "c_call"}

    before = sys.getprofile()
    tracemalloc.start()
    sys.setprofile(count)
    try:
        outcome = read()
    finally:
        sys.setprofile(before)
        taken = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return outcome, made, taken


def _hear(
    end: type[Any], answer: Callable[[Any, Any], None], data: bytes, *first: messages.AnyMessage
) -> Outcome:
    """The outcome of a conversation; the same whether the bytes come at once or one by one."""
    whole = within_bounds(
        lambda: _converse(end, answer, [data], *first),
        calls=1000 + 40 * len(data),
        peak=2**20 + 20 * len(data),
    )
    single = _converse(end, answer, [data[i : i + 1] for i in range(len(data))], *first)
    assert whole == single, "the same bytes, the same outcome"
    return whole


def _converse(
    end: type[Any], answer: Callable[[Any, Any], None], pieces: Sequence[bytes], *first: messages.AnyMessage
) -> Outcome:
    connection = end(0.0)
    heard: Counter[str] = Counter()
    for message in first:
        connection.send(message, 0)
    for piece in pieces:
        for message in connection.receive(piece, 0.0):
            heard[type(message).__name__] += 1
            answer(connection, message)
            connection.data_to_send()
        assert len(connection._decoder._buffer) <= messages.HEADER_BYTES + limits.FRAME
    return connection.state, connection.error and connection.error.code, sorted(heard.items())


def _typed(data: bytes) -> Outcome:
    keyboard = Keyboard(0.0)
    events = [*keyboard.feed(data, 0.0), *keyboard.tick(1.0)]
    assert len(events) <= 300
    assert {type(event) for event in events} <= {*WANTED}
    return sorted({type(event).__name__ for event in events}), len(events) > 100


def _read(decode: Callable[[bytes], Any], data: bytes) -> Outcome:
    try:
        return type(decode(data)).__name__
    except Malformed as error:
        return "".join(character for character in str(error) if not character.isdigit())[:60]


def changed(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """The bytes, with a few changes of the kind that a reader may not have thought of."""
    stream = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 4, 8])):
        at = chance.randint(0, len(stream))
        match chance.randrange(7):
            case 0 if stream:
                stream[at % len(stream)] ^= 1 << chance.randrange(8)
            case 1:
                stream[at : at + 1] = chance.choice(TOKENS)
            case 2:
                stream[at:at] = chance.choice(TOKENS) * chance.choice([1, 2, 1000])
            case 3:
                del stream[at : at + chance.choice([1, 4, 50])]
            case 4:
                other = chance.choice(others)
                start = chance.randint(0, len(other))
                stream[at:] = other[start:]
            case 5:
                stream[at:at] = stream[chance.randint(0, at) : at]
            case _:
                stream[at : at + messages.HEADER_BYTES] = chance.choice(
                    [0, 1, len(stream), 4096, 65536, 2**32 - 1]
                ).to_bytes(messages.HEADER_BYTES, "big")
    return bytes(stream[: 3 * limits.FRAME])


def search(seconds: float, seed: int) -> None:
    """Try the targets in turn for so long, and print what was tried. Raises for the first harm done."""
    chance = random.Random(seed)
    found = {name: list(examples(name)) for name in TARGETS}
    outcomes: dict[str, Counter[Outcome]] = {name: Counter() for name in TARGETS}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        # A host's line takes ten times as long as all others together.
        for name in [*[name for name in TARGETS if name != CONNECTION] * 10, CONNECTION]:
            data = changed(chance.choice(found[name]), found[name], chance)
            try:
                outcome = repr(TARGETS[name](data))
            except BaseException:
                print(f"{name}: {data!r}")
                raise
            if outcome not in outcomes[name]:
                found[name].append(data)
            outcomes[name][outcome] += 1
    for name, seen in outcomes.items():
        print(f"{name}: {seen.total()} tries, {len(seen)} outcomes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Send what nobody should send.")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=None, help="the seed of an earlier search, to repeat it")
    asked = parser.parse_args()
    seed = secrets.randbits(32) if asked.seed is None else asked.seed
    print(f"seed {seed}")
    search(asked.seconds, seed)
