"""What clients, hosts, players and tables send each other in good faith: examples of every kind."""

from collections.abc import Iterator
from typing import Final

import msgspec

from luckytui.games.interface import Event, Game
from luckytui.table.match import Match
from luckytui.table.payloads import encode
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
from luckytui.table.spec import choice_of
from luckytui.table.views import ChatLine, MatchView, Occupant, TableView
from luckytui.text import Sentence
from net.messages import (
    Ack,
    AnyMessage,
    Auth,
    Bye,
    Challenge,
    Forwarded,
    Hello,
    HostHello,
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
    frame,
)
from net.messages import encode as encode_message
from tests.net import wire

ID: Final = bytes(range(16))
KEY: Final = bytes(range(32))
PROOF: Final = bytes(range(64))


def framed(*messages: AnyMessage) -> bytes:
    """The messages as they stand on the wire."""
    return b"".join(frame(encode_message(message)) for message in messages)


HELLO: Final = Hello("guest 1", 1)
AUTH: Final = Auth(KEY, PROOF)
JOIN: Final = Join(room=None, name="Ana", watch=False, token=KEY, new=True)
MOVE: Final = Move(ID, 0, b"5")
INFO: Final = msgspec.structs.replace(wire.INFO, code=True)
WELCOME: Final = Welcome("r", "Ana", 0)
CHALLENGE: Final = Challenge(KEY)

FROM_GUEST: Final = (
    framed(Peek(None)),
    framed(Peek("room")),
    framed(Forwarded(KEY, "10.0.0.7"), HELLO, AUTH, JOIN, MOVE),
    framed(HELLO, AUTH, JOIN, MOVE, Pong(), MOVE, Leave()),
    framed(HELLO, AUTH, Join("room", "Bo", watch=True, token=KEY, new=False), Pong(), *[MOVE] * 50),
    b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    bytes.fromhex("16030100050100000100"),
)
FROM_HOST: Final = (
    framed(HostHello("host 1", open=True), WELCOME, View(1, b"view"), Ping(), Ack(ID), Bye("left", {})),
    framed(HostHello("host 1", open=False), CHALLENGE, Proof(PROOF), WELCOME, Reject(ID, "stale", b"no")),
    framed(Bye("version", {"host": "1", "spoken": "1", "guest": "2", "wanted": "2"})),
    framed(INFO),
)
SENTENCE: Final = encode(Sentence("It is {name}’s turn.", {"name": "Ana"}))


def requests(game: Game) -> Iterator[bytes]:
    """Every kind of request, with every kind of move."""
    owners: list[Request] = [
        Start(),
        SeatBot(1, "normal"),
        RemoveBot(1),
        Opt(choice_of(game.options())),
        Remove("Bo"),
    ]
    for request in (*owners, Undo(), Again(), Pause(on=True), Say("Hello!")):
        yield encode(request)
    kinds = {type(move): move for match_view, _log in _snapshots(game) for move in match_view.moves}
    for move in kinds.values():
        yield encode(Act(move))


def scenes(game: Game) -> Iterator[bytes]:
    """A table before the game, and at some moments of a game."""
    occupant = Occupant(kind="person", name="Ana")
    table_view = TableView(
        game=game.key,
        name="table",
        options=game.options(),
        occupants=(occupant,) * 3,
        seat=0,
        owner=True,
        match=None,
    )
    yield encode(table_view)
    for match_view, log in _snapshots(game):
        said = (*log, ChatLine(name="Ana", text="Hello!"))
        yield encode(msgspec.structs.replace(table_view, match=match_view, log=said, watchers=("Wim",)))


def _snapshots(game: Game) -> Iterator[tuple[MatchView, tuple[Event, ...]]]:
    match = Match(game, game.options(), ["Ana", "Bo", "Cy"], "seed")
    for number in range(60):
        for seat, prompt in list(match.prompts.items()):
            if match.prompts.get(seat) == prompt:
                match_view = match.view(seat)
                if number % 6 == 0:
                    yield match_view, match.log.after(seat, "")[-1]
                match.submit(seat, prompt, match_view.moves[number % len(match_view.moves)])
