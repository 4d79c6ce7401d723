"""What clients, hosts, players and tables send each other in good faith: examples of every kind."""

from collections.abc import Iterator
from typing import Final

import msgspec

from luckytui.games.interface import Game, Sentence
from luckytui.payloads import encode
from luckytui.table.requests import (
    Act,
    Again,
    Opt,
    Pause,
    Remove,
    RemoveBot,
    Request,
    Say,
    SeatBot,
    Start,
    Undo,
)
from luckytui.table.snapshot import Chair, Line, Scene, Snapshot
from luckytui.table.table import Table
from net.frames import frame
from net.messages import (
    Ack,
    AnyMessage,
    Auth,
    Bye,
    Challenge,
    Hello,
    HostHello,
    Info,
    Join,
    Leave,
    Move,
    Peek,
    Ping,
    Pong,
    Proof,
    Reject,
    View,
    Welcome,
)
from net.messages import encode as encode_message

ID: Final = bytes(range(16))
KEY: Final = bytes(range(32))


def framed(*messages: AnyMessage) -> bytes:
    """The messages as they stand on the wire."""
    return b"".join(frame(encode_message(message)) for message in messages)


HELLO: Final = Hello("guest 1", 1, 1)
AUTH: Final = Auth(KEY, KEY)
JOIN: Final = Join(room=None, name="Ana", watch=False, token=KEY, new=True)
MOVE: Final = Move(ID, 0, b"5")
INFO: Final = Info(
    game="g", name="n", taken=1, seats=4, status="open", room="r", program="p", lowest=1, highest=1, code=True
)
WELCOME: Final = Welcome("r", "g", "Ana", 0)
CHALLENGE: Final = Challenge(ID, KEY)

FROM_GUEST: Final = (
    framed(Peek(None)),
    framed(Peek("room")),
    framed(HELLO, AUTH, JOIN, MOVE, Pong(), MOVE, Leave()),
    framed(HELLO, AUTH, Join("room", "Bo", watch=True, token=KEY, new=False), Pong(), *[MOVE] * 50),
    b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    bytes.fromhex("16030100050100000100"),
)
FROM_HOST: Final = (
    framed(HostHello("host 1", 1, open=True), WELCOME, View(1, b"view"), Ping(), Ack(ID), Bye("left", {})),
    framed(HostHello("host 1", 1, open=False), CHALLENGE, Proof(KEY), WELCOME, Reject(ID, "stale", b"no")),
    framed(Bye("version", {"host": "1", "spoken": "1", "guest": "2", "wanted": "2"})),
    framed(INFO),
)
SENTENCE: Final = encode(Sentence("It is {name}’s turn.", {"name": "Ana"}))


def requests(game: Game) -> Iterator[bytes]:
    """Every kind of request, with every kind of move."""
    owners: list[Request] = [Start(), SeatBot(1, "normal"), RemoveBot(1), Opt(game.options()), Remove("Bo")]
    for request in (*owners, Undo(), Again(), Pause(on=True), Say("Hello!")):
        yield encode(request)
    kinds = {type(move): move for snapshot in _snapshots(game) for move in snapshot.moves}
    for move in kinds.values():
        yield encode(Act(move))


def scenes(game: Game) -> Iterator[bytes]:
    """A table before the game, and at some moments of a game."""
    chair = Chair(kind="person", name="Ana")
    scene = Scene(
        game=game.key,
        name="table",
        options=game.options(),
        chairs=(chair,) * 3,
        seat=0,
        owner=True,
        play=None,
    )
    yield encode(scene)
    for snapshot in _snapshots(game):
        said = (Line(number=1, name="Ana", text="Hello!"),)
        yield encode(msgspec.structs.replace(scene, play=snapshot, said=said, watchers=("Wim",)))


def _snapshots(game: Game) -> Iterator[Snapshot]:
    table = Table(game, game.options(), ["Ana", "Bo", "Cy"], "seed")
    for number in range(60):
        for seat, prompt in list(table.prompts.items()):
            if table.prompts.get(seat) == prompt:
                snapshot = table.snapshot(seat)
                if number % 6 == 0:
                    yield snapshot
                table.submit(seat, prompt, snapshot.moves[number % len(snapshot.moves)])
