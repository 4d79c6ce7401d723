"""A room: its members, their places and tokens, and the application behind it. No I/O, no clock of its own.

The room decides who is in, and answers each move once. What a move or a view means is up to the application.
"""

import hashlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from net import limits, names
from net.errors import NetError
from net.messages import (
    HIGHEST_VERSION,
    LOWEST_VERSION,
    Ack,
    Info,
    Join,
    Move,
    MoveFault,
    Reject,
    Summary,
    View,
    Welcome,
)

log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Member:
    """Someone in the room: a player with a seat, or a watcher (`seat` is None)."""

    seat: int | None
    name: str
    owner: bool
    key: bytes
    """The SHA-256 of the member's token: it tells members apart, also after a restart of the host."""
    connected: bool = True


class Application(Protocol):
    """What a room is for. Nothing here may wait: a call holds everybody in the room up."""

    def info(self) -> Summary:
        """What anybody may know of the room."""

    def open_seats(self) -> Sequence[int]:
        """The seats that a newcomer may take now, best first. The room leaves out those it holds itself."""

    def arrived(self, member: Member) -> None:
        """A new member took its seat, or watches."""

    def lost(self, member: Member) -> None:
        """The member's connection is gone. Its place is held for `limits.HOLD` seconds."""

    def returned(self, member: Member) -> None:
        """The member is connected again."""

    def overdue(self, member: Member) -> None:
        """A player has been away for `limits.HOLD` seconds. The place is held until it is removed."""

    def left(self, member: Member) -> None:
        """The member is gone for good: it left, was removed, or watched and stayed away too long."""

    def move(self, member: Member, move: Move) -> None:
        """Make the member's move; each comes here once. Raises Refused, having changed nothing."""

    def view(self, member: Member) -> View:
        """All that the member may know now."""


class Refused(Exception):
    """A move that is not made, with a code and what the application wants the player to know about it."""

    def __init__(self, code: MoveFault, payload: bytes = b"") -> None:
        super().__init__(code)
        self.code: MoveFault = code
        self.payload = payload


class MemberConnection(Protocol):
    """A member's connection, as the room sees it."""

    def wake(self) -> None:
        """A newer view is due."""

    def flush(self) -> None:
        """Write what waits to be written."""

    def end(self, error: NetError) -> None:
        """Say goodbye and close."""


@dataclass(frozen=True, slots=True)
class Reservation:
    """A seat kept for whoever knows the token (32 random bytes), before anybody has joined."""

    seat: int
    token: bytes
    owner: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """A member from before the host was started anew, whom the application knows already."""

    seat: int | None
    name: str
    owner: bool
    key: bytes
    answered: Sequence[bytes]
    """The ids of moves that were made: when they come again, they are acknowledged again."""


@dataclass(slots=True)
class _Place:
    """What the room keeps for a member, connected or not."""

    member: Member
    connection: MemberConnection | None = None
    overdue_at: float | None = None
    answers: OrderedDict[bytes, Ack | Reject] = field(default_factory=OrderedDict)


class Room:
    """The members of one application. Times are monotonic seconds, given by the caller.

    A room that is opened again has its `id` from before, and those who were `kept` have their places.
    """

    def __init__(
        self,
        application: Application,
        *,
        program: str,
        id: str | None = None,  # noqa: A002 - what else
        reservations: Sequence[Reservation] = (),
        kept: Sequence[Kept] = (),
    ) -> None:
        self.id = id or secrets.token_hex(8)
        self.program = program
        self._application = application
        self._places: dict[Member, _Place] = {}
        self._reserved = {_digest(kept.token): (kept.seat, kept.owner) for kept in reservations}
        self._held = False
        self._waiting: dict[MemberConnection, None] = {}
        for member in kept:
            self._keep(member)

    # For the application

    @property
    def members(self) -> Sequence[Member]:
        """Everyone in the room, in the order of arrival; those whose connection is gone, too."""
        return tuple(self._places)

    def changed(self, member: Member) -> None:
        """The member's view is out of date. It is asked for when it can be sent: only the newest goes."""
        connection = self._places[member].connection
        if connection:
            connection.wake()

    def remove(self, member: Member, code: str = "kicked") -> None:
        """Take the member's place away, and tell it the reason."""
        place = self._places.pop(member, None)
        if place is None:
            return
        member.connected = False
        if place.connection:
            place.connection.end(NetError(code))
        self._tell(self._application.left, member)

    def hold(self) -> None:
        """Tell members nothing until `release`: what they would be told is not yet safe."""
        self._held = True

    def release(self) -> None:
        """Tell members what they were not told since `hold`."""
        self._held = False
        waiting, self._waiting = self._waiting, {}
        for connection in waiting:
            connection.flush()

    # For the host

    def open(self, now: float) -> None:
        """Those who were kept are away from now on."""
        for place in self._places.values():
            if place.connection is None:
                place.overdue_at = now + limits.HOLD

    @property
    def deadline(self) -> float | None:
        """When `tick` has something to do next, if ever."""
        times = [place.overdue_at for place in self._places.values() if place.overdue_at is not None]
        return min(times, default=None)

    def tick(self, now: float) -> None:
        """Let go of watchers who stayed away too long, and tell the application of such players."""
        for place in list(self._places.values()):
            if place.overdue_at is None or now < place.overdue_at:
                continue
            place.overdue_at = None
            if place.member.seat is None:
                self.remove(place.member)
            else:
                self._tell(self._application.overdue, place.member)

    def holds_back(self, connection: MemberConnection) -> bool:
        """Whether nothing may be written to this connection now. If so, `release` flushes it."""
        if self._held:
            self._waiting[connection] = None
        return self._held

    def info(self, *, code: bool) -> Info:
        """The answer to a peek; whether there is a code is up to the host."""
        summary = self._application.info()
        return Info(
            game=summary.game,
            name=summary.name,
            taken=summary.taken,
            seats=summary.seats,
            status=summary.status,
            room=self.id,
            program=self.program,
            lowest=LOWEST_VERSION,
            highest=HIGHEST_VERSION,
            code=code,
        )

    def knows(self, token: bytes) -> bool:
        """Whether a member has this token, or a seat is reserved for it."""
        return self._place_of(token) is not None or _digest(token) in self._reserved

    def has_place(self, *, watch: bool = False) -> bool:
        """Whether a newcomer can play, or watch."""
        try:
            self._free_place(watch=watch)
        except NetError:
            return False
        except Exception:
            log.exception("An application does not tell of its seats")
            return False
        return True

    def join(self, join: Join, connection: MemberConnection) -> tuple[Member, Welcome]:
        """Let a newcomer in, or a member back to its place. Raises NetError with the reason for a refusal.

        A newcomer that has not heard of its welcome, and joins again, is a member that comes back.
        """
        game = self._application.info().game
        place = self._place_of(join.token)
        if place:
            self._return(place, connection)
        else:
            place = self._admit(join, connection)
        member = place.member
        return member, Welcome(room=self.id, game=game, name=member.name, seat=member.seat)

    def move(self, member: Member, move: Move) -> Ack | Reject:
        """Make a move, or repeat the answer it got before."""
        place = self._places[member]
        answer = place.answers.get(move.id)
        if answer is None:
            answer = place.answers[move.id] = self._answer(member, move)
            if len(place.answers) > limits.ANSWERS:
                place.answers.popitem(last=False)
        if isinstance(answer, Reject) and place.connection:
            place.connection.wake()
        return answer

    def view(self, member: Member) -> View:
        """What the member may know now."""
        return self._application.view(member)

    def lost(self, member: Member, connection: MemberConnection, now: float) -> None:
        """This connection is gone. Nothing happens if the member has another by now, or has left."""
        self._waiting.pop(connection, None)
        place = self._places.get(member)
        if place is None or place.connection is not connection:
            return
        place.connection = None
        place.overdue_at = now + limits.HOLD
        member.connected = False
        self._tell(self._application.lost, member)

    # Helpers

    def _keep(self, kept: Kept) -> None:
        member = Member(kept.seat, kept.name, kept.owner, kept.key, connected=False)
        answers: OrderedDict[bytes, Ack | Reject] = OrderedDict((move, Ack(move)) for move in kept.answered)
        self._places[member] = _Place(member, answers=answers)

    def _place_of(self, token: bytes) -> _Place | None:
        key = _digest(token)
        return next((place for place in self._places.values() if place.member.key == key), None)

    def _return(self, place: _Place, connection: MemberConnection) -> None:
        older, place.connection = place.connection, connection
        place.overdue_at = None
        if older:
            older.end(NetError("superseded"))
            return
        place.member.connected = True
        self._tell(self._application.returned, place.member)

    def _admit(self, join: Join, connection: MemberConnection) -> _Place:
        key = _digest(join.token)
        if not join.new and key not in self._reserved:
            raise NetError("bad_token")
        name = names.unique(names.person(join.name), [member.name for member in self._places])
        seat, owner = self._reserved.get(key) or (self._free_place(watch=join.watch), False)
        self._reserved.pop(key, None)
        member = Member(seat, name, owner, key)
        place = self._places[member] = _Place(member, connection)
        self._tell(self._application.arrived, member)
        return place

    def _free_place(self, *, watch: bool) -> int | None:
        """A seat for a newcomer, or None for a watcher. Raises NetError `room_full`."""
        if watch:
            if sum(member.seat is None for member in self._places) < limits.WATCHERS:
                return None
            raise NetError("room_full")
        held = {member.seat for member in self._places} | {seat for seat, _ in self._reserved.values()}
        for seat in self._application.open_seats():
            if seat not in held:
                return seat
        raise NetError("room_full")

    def _answer(self, member: Member, move: Move) -> Ack | Reject:
        try:
            self._application.move(member, move)
        except Refused as refused:
            return Reject(move.id, refused.code, refused.payload)
        except Exception:
            log.exception("A move failed")
            return Reject(move.id, "internal", b"")
        return Ack(move.id)

    def _tell(self, news: Callable[[Member], None], member: Member) -> None:
        """An application that stumbles over news of one member must not take the others down."""
        try:
            news(member)
        except Exception:
            log.exception("News of a member failed")


def _digest(token: bytes) -> bytes:
    return hashlib.sha256(token).digest()
