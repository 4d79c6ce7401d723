"""A seat at a table across the network. It outlives lost connections and the end of this program."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

import net
from luckytui import FEATURES, PROGRAM
from luckytui.address import SERVICE_TYPE, Address, interfaces
from luckytui.client import saved_seats
from luckytui.client.saved_seats import HeldSeat, SavedSeat
from luckytui.client.session import Closed, ConnectionChanged, DealFound, Refused, Session, SessionEvent
from luckytui.client.witness import Witness
from luckytui.games import GAMES
from luckytui.table.payloads import Malformed, UnknownGame, decode_sentence, decode_table_view, encode
from luckytui.table.requests import Request
from luckytui.table.views import TableView
from luckytui.text import N_, CodeNeeded, Sentence, UserError, sentence_of
from net.connection import Alarm
from net.names import printable
from net.tasks import in_background

log = logging.getLogger(__name__)

_CODE_IS_WANTED: Final = {"code_needed", "bad_code", "locked_out"}
_SEAT_IS_GONE: Final = {"left", "kicked", "barred", "host_closing", "bad_token"}
_OF_A_MOVE: Final = {"stale", "illegal", "not_turn", "over"}
_OVERDUE: Final = 5.0
"""For how many seconds nothing that the host owes after a game may come until the player reads about it."""
_LONGEST: Final = 30.0
"""For how many seconds the rest may take in all."""
_HOST_IS_SILENT: Final = {"refused", "unreachable"}
_HOST_IS_AWAY: Final = N_("The host does not answer: it was stopped, or one of you is off the network.")


class Gateway(NamedTuple):
    """How a program on the host's computer brings a guest in, whose seat it keeps."""

    forwarded: net.Forwarded
    certificate: bytes
    """The fingerprint of the host's: no other may know the guest."""
    keep: Callable[[SavedSeat], HeldSeat | None]


class RemoteSession(Session):
    """A seat at a table that a host serves, or a place to watch it from. A seat is saved while it is ours."""

    def __init__(
        self,
        address: Address,
        *,
        name: str,
        watch: bool = False,
        code: str | None = None,
        room: str | None = None,
        token: bytes | None = None,
        held: HeldSeat | None = None,
        likely_room: str | None = None,
        shown: Callable[[], str] | None = None,
        gateway: Gateway | None = None,
    ) -> None:
        """Get ready to join. With a token, or a saved seat, one takes that seat.

        Without a `room` one gets into the `likely_room`, unless it fills up meanwhile.
        `code` is as `net.read_code` gives it. `shown` tells where others join, if that is not `address`.
        Guests of a `gateway` are shown neither, because their connection may be readable by others.
        """
        super().__init__()
        self.code = net.write_code(code) if code and not gateway else None
        self._is_guest = gateway is not None
        self._witness = Witness(is_guest=self._is_guest, given=held.saved_seat.given if held else None)
        self._keep = gateway.keep if gateway else saved_seats.keep
        known_certificate = gateway.certificate if gateway else None
        find_again = partial(net.whereabouts, SERVICE_TYPE, interfaces=interfaces())
        self._has_joined = False
        """Whether there is a place, also to watch from; it is kept while the connection is lost."""
        self._is_in_trouble = False
        self._unheard: list[SessionEvent] = []
        self._listener = self._unheard.append
        self._is_settled = asyncio.Event()  # the host has answered, or cannot be reached for now
        self._refusal: UserError | None = None
        """Why it is over."""
        self._held = held
        self._likely_room = room or likely_room
        self._is_seat_certain = True
        self._shown = shown
        self._watch = watch
        self._new_client = partial(
            net.Client,
            address.host,
            address.port,
            name=name,
            program=PROGRAM,
            features=FEATURES,
            on_event=self._hear,
            code=code,
            room=room,
            watch=watch,
            forwarded=gateway.forwarded if gateway else None,
            whereabouts=None if gateway else find_again,
            before_asking=self._save_likely_seat,
        )
        self._client = self._new_client(
            token=held.saved_seat.token if held else token,
            certificate=held.saved_seat.certificate if held else known_certificate,
        )
        self._closing: asyncio.Task[None] | None = None
        self._owed: tuple[int, str, int] | None = None
        """What the host owes after a game, as the witness says."""
        self._overdue = Alarm(self._miss)
        """Rings when that is overdue."""
        self._overdue_at = 0.0
        """When it is, however slowly it comes."""

    @property
    def address(self) -> Address | None:
        """Where others can join this table; it changes when the host is found elsewhere."""
        if self._is_guest:
            return None
        return Address(self._shown() if self._shown else self._client.address, self._client.port)

    async def join(self) -> None:
        """Take the seat before anybody listens. Raises UserError, unless there is something to see.

        When the connection is lost on the way this returns, and the listener hears what comes of it.
        """
        self._client.start()
        try:
            await self._is_settled.wait()
        except asyncio.CancelledError:
            await self.close()
            raise
        if self._refusal and self._table_view is None:
            raise self._refusal

    def open(self, listener: Callable[[SessionEvent], object]) -> None:
        """Join, unless that is done, and begin to tell the listener what happens; it needs a running loop."""
        self._listener = listener
        self._client.start()
        for event in self._unheard:
            listener(event)

    async def leave(self) -> None:
        """Give the seat up for good; as long as the host does not know, there is a way back."""
        self._let_go(for_good=await self._client.leave())
        await super().close()

    async def close(self) -> None:
        self._wait_for(None)
        self._let_go(for_good=False)
        await self._client.close()
        await super().close()

    def request(self, request: Request, prompt: int = 0) -> None:
        self._witness.sent(self._client.send(prompt, encode(request)), request, prompt)

    def _show(self, table_view: TableView) -> None:
        witness, was_fair = self._witness, self._witness.fault is None
        before, record = witness.finding, witness.record
        asked = [*witness.hear(table_view)]  # before the listener hears of it, who may answer at once
        super()._show(table_view)
        if self._held and self._held.saved_seat.given != witness.given:  # it must outlive this program
            self._save_seat(self._held.saved_seat.room)
        for request in asked:
            self.request(request)
        if witness.fault and was_fair:
            self._listener(Refused(witness.fault))
        if witness.finding and witness.record is not record:
            self._checked(witness.record, witness.finding)
        elif witness.finding and witness.finding != before:
            self._listener(DealFound(witness.finding))
        self._wait_for(witness.owed)

    def _wait_for(self, owed: tuple[int, str, int] | None) -> None:
        """Wait for what the host owes after a game, and say so if it does not come; None: for nothing."""
        if owed == self._owed:
            return
        now = asyncio.get_running_loop().time()
        if owed is None or self._owed is None or owed[:2] != self._owed[:2]:
            self._overdue_at = now + _LONGEST
        self._owed = owed
        self._overdue.set(min(now + _OVERDUE, self._overdue_at) if owed else None)

    def _miss(self) -> None:
        """Report that the host has not sent what it owes. If that comes later, it is still judged."""
        if not self._refusal:
            self._listener(DealFound(self._witness.give_up()))

    def _hear(self, event: net.Event) -> None:
        if self._refusal:
            return
        match event:
            case net.View(payload=payload):
                self._read(payload)
            case net.Ack(id=move):
                self._witness.answered(move, accepted=True)
            case net.Reject(id=move):
                if self._witness.answered(move, accepted=False):
                    log.info("Not taken: %s", _refusal(event))
                else:
                    self._listener(Refused(_refusal(event)))
            case net.Welcome():
                self._welcome(event)
            case net.Trouble(error=error):
                self._is_in_trouble = True
                self._witness.lost()
                self._wait_for(None)
                self._listener(ConnectionChanged(_trouble(error, is_new=not self._has_joined)))
                self._is_settled.set()
            case net.Ended(error=error):
                # Nothing is lost then: a watcher has no seat, and a saved seat may be out of date.
                if error.code == "bad_token" and (self._watch or not self._has_joined):
                    self._join_as_new()
                else:
                    is_gone = not (self._is_seat_certain or error.retryable)
                    self._end(_user_error(error), for_good=is_gone or error.code in _SEAT_IS_GONE)

    def _welcome(self, welcome: net.Welcome) -> None:
        if self._is_in_trouble:
            self._is_in_trouble = False
            self._listener(ConnectionChanged(None))
        self._has_joined = True
        self._is_seat_certain = True
        if not self._watch:
            self._save_seat(welcome.room)
        self._is_settled.set()

    def _read(self, payload: bytes) -> None:
        try:
            table_view = decode_table_view(payload)
        except UnknownGame as error:
            self._give_up(_unknown_game(str(error)))
        except Malformed as error:
            log.exception("A table view cannot be read")
            self._give_up(sentence_of(net.NetError("malformed", what=printable(str(error)))))
        else:
            self._show(table_view)
            self._client.known = self._log.known

    def _save_likely_seat(self) -> None:
        """Save the seat that is asked for: this program may be killed before it hears that it has it."""
        if self._likely_room and not (self._watch or self._held):
            self._is_seat_certain = False
            self._save_seat(self._likely_room)

    def _save_seat(self, room: str) -> None:
        client = self._client
        saved_seat = SavedSeat(
            room=room,
            name=client.joining.name,
            address=Address(client.address, client.port),
            token=client.joining.token,
            certificate=client.certificate or b"",
            code=client.code,
            given=self._witness.given,
        )
        if self._held is None or self._held.saved_seat != saved_seat:
            self._let_go(for_good=True)
            self._held = self._keep(saved_seat)

    def _let_go(self, *, for_good: bool) -> None:
        """Delete the saved seat, or leave it for another program of this player to find."""
        held, self._held = self._held, None
        if held:
            held.let_go(for_good=for_good)

    def _join_as_new(self) -> None:
        self._let_go(for_good=True)
        self._has_joined = False
        self._witness = Witness(is_guest=self._is_guest, given=self._witness.given)
        known = self._client
        self._client = self._new_client(certificate=known.certificate)
        self._client.address, self._client.port = known.address, known.port  # it may have moved
        self._client.start()

    def _give_up(self, reason: Sentence) -> None:
        """Disconnect, as the host and we do not understand each other."""
        self._closing = in_background(self._client.close())
        self._end(UserError(reason), for_good=False)

    def _end(self, refusal: UserError, *, for_good: bool) -> None:
        if self._witness.owed:
            self._miss()
        self._wait_for(None)
        self._let_go(for_good=for_good)
        self._refusal = refusal
        self._listener(Closed(refusal.reason))
        self._is_settled.set()


async def reach(
    address: Address,
    *,
    name: str,
    any_name: bool = False,
    code: str | None = None,
    room: str | None = None,
    watch: bool = False,
) -> RemoteSession:
    """Look at a table, and return a session that joins it, or takes the seat that this player has there.

    `any_name` is whether that may be a seat under another name. `code` is as a person types it. Without a
    `room` it is the one with this player's seat, or the first with an open one.

    Raises UserError when nobody hosts there, when every seat is taken, or for a game not known here, and
    CodeNeeded when a code is needed.
    """
    wanted_name = None if any_name else name
    seats = () if watch or room else saved_seats.free(wanted_name)
    saved_room = next((seat.room for seat in seats if seat.address == address), None)
    try:
        info = await _look(address, room, saved_room)
        known = net.read_code(code) if code else None
    except net.NetError as error:
        raise _user_error(error) from None
    if info.game not in GAMES:
        raise UserError(_unknown_game(info.game))
    if not watch and (held := saved_seats.find(info.room, wanted_name)):
        seat = held.saved_seat
        return RemoteSession(address, name=seat.name, code=seat.code, room=seat.room, held=held)
    if info.code and known is None:
        raise _user_error(net.NetError("code_needed"))
    if info.status != "open" and not watch:
        raise _user_error(net.NetError("locked" if info.status == "locked" else "room_full"))
    return RemoteSession(address, name=name, watch=watch, code=known, room=room, likely_room=info.room)


async def _look(address: Address, room: str | None, saved_room: str | None) -> net.Info:
    """Return what there is to join: the room of the saved seat, if it is still there."""
    if saved_room:
        with suppress(net.NetError):
            return await net.peek(address.host, address.port, saved_room)
    for _attempt in range(net.limits.JOINS - 1):
        try:
            return await net.peek(address.host, address.port, room)
        except net.NetError as error:
            if error.code != "host_lost":  # else the line was cut
                raise
    return await net.peek(address.host, address.port, room)


def _user_error(error: net.NetError) -> UserError:
    kind = CodeNeeded if error.code in _CODE_IS_WANTED else UserError
    return kind(sentence_of(error))


def _trouble(error: net.NetError, *, is_new: bool) -> Sentence:
    """Return what is wrong with the connection. A host that was there before is away: it exists."""
    return sentence_of(error) if is_new or error.code not in _HOST_IS_SILENT else Sentence(_HOST_IS_AWAY)


def _unknown_game(game: str) -> Sentence:
    words = N_(
        "This table plays {game}, which is not installed here. Install it, or ask the host to let guests in:"
        " then you can join by ssh or in a browser."
    )
    return Sentence(words, {"game": game})


def _refusal(answer: net.Reject) -> Sentence:
    try:
        return decode_sentence(answer.payload)
    except Malformed:
        return sentence_of(net.NetError(answer.code if answer.code in _OF_A_MOVE else "illegal"))
