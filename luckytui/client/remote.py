"""A place at a table across the network, kept through every disturbance of the line and every end of ours."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from luckytui import PROGRAM
from luckytui.address import Address
from luckytui.client import saved_seats
from luckytui.client.saved_seats import HeldSeat, SavedSeat
from luckytui.client.session import Closed, ConnectionChanged, Refused, SessionEvent, TableChanged
from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.payloads import Malformed, decode_sentence, decode_table_view, encode
from luckytui.table.requests import Request
from luckytui.text import N_, Sentence
from net import (
    Ack,
    Client,
    Ended,
    Event,
    NetError,
    Reject,
    Trouble,
    View,
    Welcome,
    peek,
    read_code,
    write_code,
)

log = logging.getLogger(__name__)


_CODE_IS_WANTED = {"code_needed", "bad_code", "locked_out"}
_SEAT_IS_GONE = {"left", "kicked", "host_closing", "bad_token"}


def _ignore(_told: SessionEvent) -> None:
    """Nobody listens."""


class Unjoinable(Exception):
    """A table that cannot be joined; `reason` says why and what to do."""

    def __init__(self, reason: Sentence) -> None:
        super().__init__(str(reason))
        self.reason = reason


class CodeWanted(Unjoinable):
    """The table opens to those who know its code: none was given, or a wrong one, as `reason` says."""


class RemoteSession:
    """A seat at a table that a host serves, or a place to watch it from.

    A player's is kept in a ticket for as long as the seat may be held.
    """

    def __init__(
        self,
        game: Game,
        address: Address,
        *,
        name: str,
        watch: bool = False,
        code: str | None = None,
        room: str | None = None,
        token: bytes | None = None,
        held: HeldSeat | None = None,
        shown: Address | None = None,
    ) -> None:
        """Get ready to join. With a token, or a ticket, one takes the seat that it stands for.

        `code` is as `net.read_code` gives it. `shown` is where others join, when that is not `address`.
        """
        self.game = game
        self.address: Address | None = shown or address
        """Where others can join this table."""
        self.code = write_code(code) if code else None
        """What others type to join."""
        self._listener: Callable[[SessionEvent], None] | None = None
        self._untold: list[SessionEvent] = []
        """What happened before anybody listened."""
        self._joined: asyncio.Future[None] | None = None
        self._held = held
        self._watch = watch
        self._new_client = partial(
            Client,
            address.host,
            address.port,
            name=name,
            program=PROGRAM,
            on_event=self._hear,
            code=code,
            room=room,
            watch=watch,
        )
        self._client = self._new_client(
            token=held.saved_seat.token if held else token,
            certificate=held.saved_seat.certificate if held else None,
        )
        self._welcomed = False
        self._is_down = False
        self._closing: asyncio.Task[None] | None = None

    async def join(self) -> None:
        """Take the place, so that it is known before anybody listens whether one may. Raises Unjoinable.

        When the line is lost on the way, whoever listens then is told of it, and of what comes of it.
        """
        self._joined = asyncio.get_running_loop().create_future()
        self._client.start()
        try:
            await self._joined
        except asyncio.CancelledError:
            await self.close()
            raise

    def open(self, listener: Callable[[SessionEvent], None]) -> None:
        """Join, unless that is done, and begin to tell the listener what happens; it needs a running loop."""
        self._listener = listener
        if self._joined is None:
            self._client.start()
        for told in self._untold:
            listener(told)

    def request(self, request: Request, prompt: int = 0) -> None:
        """Ask the table for something; a move names the prompt that it answers."""
        self._client.send(prompt, encode(request))

    async def leave(self) -> None:
        """Give the seat up for good; as long as the host does not know, there is a way back."""
        self._let_go(for_good=await self._client.leave())

    async def close(self) -> None:
        """Go away without giving the seat up."""
        self._let_go(for_good=False)
        await self._client.close()

    def _hear(self, event: Event) -> None:
        match event:
            case Welcome(game=game) if game != self.game.key:
                self._give_up(unknown_game(game))
            case Welcome():
                self._welcome(event)
            case View(payload=payload):
                self._show(payload)
            case Reject():
                self._tell(Refused(_reason(event)))
            case Trouble(error=error):
                self._lose_line(error)
            case Ended(error=error) if error.code == "bad_token" and self._may_come_as_a_newcomer():
                self._come_as_a_newcomer()
            case Ended(error=error):
                self._end(error)
            case Ack():
                pass

    def _welcome(self, welcome: Welcome) -> None:
        if self._is_down:
            self._is_down = False
            self._tell(ConnectionChanged(None))
        if not self._welcomed:
            self._welcomed = True
            if not self._watch:
                self._keep_saved_seat(welcome)
            self._wait_no_longer()

    def _lose_line(self, error: NetError) -> None:
        self._is_down = True
        self._tell(ConnectionChanged(sentence(error)))
        self._wait_no_longer()

    def _wait_no_longer(self) -> None:
        """Let `join` return."""
        if self._joined and not self._joined.done():
            self._joined.set_result(None)

    def _keep_saved_seat(self, welcome: Welcome) -> None:
        client = self._client
        saved_seat = SavedSeat(
            room=welcome.room,
            name=client.joining.name,
            address=Address(client.address, client.port),
            token=client.token,
            certificate=client.certificate or b"",
            code=client.code,
        )
        if self._held is None or self._held.saved_seat != saved_seat:
            self._let_go(for_good=True)
            self._held = saved_seats.keep(saved_seat)

    def _let_go(self, *, for_good: bool) -> None:
        """Give the ticket out of our hands: for others of this player to find, or for nobody."""
        held, self._held = self._held, None
        if held and for_good:
            held.throw_away()
        elif held:
            held.put_back()

    def _may_come_as_a_newcomer(self) -> bool:
        """Whether nothing is lost by it: who watches has no seat, and a ticket may have outlived its own."""
        return self._watch or not self._welcomed

    def _come_as_a_newcomer(self) -> None:
        self._let_go(for_good=True)
        self._client = self._new_client(certificate=self._client.certificate)
        self._client.start()

    def _end(self, error: NetError) -> None:
        self._let_go(for_good=error.code in _SEAT_IS_GONE)
        self._tell_the_end(_unjoinable(error))

    def _tell_the_end(self, refusal: Unjoinable) -> None:
        if self._joined and not self._joined.done():
            self._joined.set_exception(refusal)
        else:
            self._tell(Closed(refusal.reason))

    def _show(self, payload: bytes) -> None:
        try:
            table_view = decode_table_view(self.game, payload)
        except Malformed:
            log.exception("A scene cannot be read")
            self._give_up(sentence(NetError("malformed")))
        else:
            self._tell(TableChanged(table_view))

    def _give_up(self, reason: Sentence) -> None:
        """Go away, since the host and we do not understand each other."""
        self._let_go(for_good=False)
        self._closing = asyncio.create_task(self._client.close())
        self._tell_the_end(Unjoinable(reason))
        self._listener = _ignore

    def _tell(self, told: SessionEvent) -> None:
        if self._listener:
            self._listener(told)
        else:
            self._untold.append(told)


async def reach(
    address: Address,
    *,
    name: str,
    any_name: bool = False,
    code: str | None = None,
    room: str | None = None,
    watch: bool = False,
) -> RemoteSession:
    """Look at a table, and return a session to join it with: back to a seat that is held for this player.

    `any_name` is whether that may be a seat under another name. `code` is as a person types it; `room` is
    None for any table there: the one with this player's seat, or the first with an open one.

    Raises Unjoinable when nobody hosts there, when every seat is taken, or for a game not known here; and of
    its kind CodeWanted when a code is needed.
    """
    wanted_name = None if any_name else name
    try:
        seat = None if watch or room else await _room_with_a_seat(address, wanted_name)
        info = await peek(address.host, address.port, seat or room)
        known = read_code(code) if code else None
    except NetError as error:
        raise _unjoinable(error) from None
    if info.game not in GAMES:
        raise Unjoinable(unknown_game(info.game))
    held = None if watch else saved_seats.find(info.room, wanted_name)
    if held is None and info.code and known is None:
        raise _unjoinable(NetError("code_needed"))
    if held is None and info.status != "open" and not watch:
        raise _unjoinable(NetError("room_full"))
    return RemoteSession(
        GAMES[info.game],
        address,
        name=held.saved_seat.name if held else name,
        watch=watch,
        code=held.saved_seat.code if held else known,
        room=info.room if held else room,
        held=held,
    )


async def _room_with_a_seat(address: Address, name: str | None) -> str | None:
    """Return the room of a host in which a seat is held for this player, the latest, if it is still there."""
    theirs = (saved_seat.room for saved_seat in saved_seats.free(name) if saved_seat.address == address)
    room = next(theirs, None)
    if room:
        with suppress(NetError):
            return (await peek(address.host, address.port, room)).room
    return None


def _unjoinable(error: NetError) -> Unjoinable:
    kind = CodeWanted if error.code in _CODE_IS_WANTED else Unjoinable
    return kind(sentence(error))


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
