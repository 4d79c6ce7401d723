"""A place at a table across the network, kept through every disturbance of the line."""

import asyncio
import logging
from collections.abc import Callable

from luckytui import PROGRAM
from luckytui.address import Address
from luckytui.games import GAMES
from luckytui.games.interface import Game, Sentence
from luckytui.games.options import N_
from luckytui.payloads import Malformed, decode_scene, decode_sentence, encode
from luckytui.sessions.session import Closed, LineChanged, Refused, SceneChanged, Told
from luckytui.table.requests import Request
from net import Ack, Client, Ended, Event, NetError, Reject, Trouble, View, Welcome, peek

log = logging.getLogger(__name__)


def _ignore(_told: Told) -> None:
    """Nobody listens."""


class Unjoinable(Exception):
    """A table that cannot be joined; `reason` says why and what to do."""

    def __init__(self, reason: Sentence) -> None:
        super().__init__(str(reason))
        self.reason = reason


class RemoteSession:
    """A seat at a table that a host serves, or a place to watch it from."""

    def __init__(
        self,
        game: Game,
        address: Address,
        *,
        name: str,
        watch: bool = False,
        token: bytes | None = None,
        shown: Address | None = None,
        code: str | None = None,
    ) -> None:
        """Get ready to join. With a token one takes the seat that it stands for.

        `shown` is where others join, when that is not `address`; `code` is what they type.
        """
        self.game = game
        self.address: Address | None = shown or address
        """Where others can join this table."""
        self.code = code
        self._listener: Callable[[Told], None] = _ignore
        self._client = Client(
            address.host,
            address.port,
            name=name,
            program=PROGRAM,
            on_event=self._hear,
            token=token,
            watch=watch,
        )
        self._welcomed = False
        self._closing: asyncio.Task[None] | None = None

    def open(self, listener: Callable[[Told], None]) -> None:
        """Join, and begin to tell the listener what happens; it needs a running asyncio loop."""
        self._listener = listener
        self._client.start()

    def request(self, request: Request, prompt: int = 0) -> None:
        """Ask the table for something; a move names the prompt that it answers."""
        self._client.send(prompt, encode(request))

    async def leave(self) -> None:
        """Give the seat up for good."""
        await self._client.leave()

    async def close(self) -> None:
        """Go away without giving the seat up."""
        await self._client.close()

    def _hear(self, event: Event) -> None:
        match event:
            case Welcome(game=game) if game != self.game.key:
                self._give_up(unknown_game(game))
            case Welcome() if self._welcomed:
                self._listener(LineChanged(None))
            case Welcome():
                self._welcomed = True
            case View(payload=payload):
                self._show(payload)
            case Reject():
                self._listener(Refused(_reason(event)))
            case Trouble(error=error):
                self._listener(LineChanged(sentence(error)))
            case Ended(error=error):
                self._listener(Closed(sentence(error)))
            case Ack():
                pass

    def _show(self, payload: bytes) -> None:
        try:
            scene = decode_scene(self.game, payload)
        except Malformed:
            log.exception("A scene cannot be read")
            self._give_up(sentence(NetError("malformed")))
        else:
            self._listener(SceneChanged(scene))

    def _give_up(self, reason: Sentence) -> None:
        """Go away, since the host and we do not understand each other."""
        self._closing = asyncio.create_task(self._client.close())
        self._listener(Closed(reason))
        self._listener = _ignore


async def reach(address: Address, *, name: str, watch: bool = False) -> RemoteSession:
    """Look at a table, and return a session to join it with.

    Raises Unjoinable when nobody hosts there, when every seat is taken, or for a game not known here.
    """
    try:
        info = await peek(address.host, address.port)
    except NetError as error:
        raise Unjoinable(sentence(error)) from None
    if info.game not in GAMES:
        raise Unjoinable(unknown_game(info.game))
    if info.status != "open" and not watch:
        raise Unjoinable(sentence(NetError("room_full")))
    return RemoteSession(GAMES[info.game], address, name=name, watch=watch)


def sentence(error: NetError) -> Sentence:
    """Return what an error of the network is called in front of a person."""
    return Sentence(error.template, dict(error.values))


def unknown_game(game: str) -> Sentence:
    """Return what to say of a table where they play a game that is not known here."""
    return Sentence(
        N_("They play a game there that is not known here: {game}. Update luckytui."), {"game": game}
    )


def _reason(answer: Reject) -> Sentence:
    try:
        return decode_sentence(answer.payload)
    except Malformed:
        return sentence(NetError(answer.code))
