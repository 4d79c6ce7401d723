"""A room: its members, their places and tokens, and the application behind it. No I/O and no clock.

The room decides who is in, and has each move made once. The application knows what moves and views mean.
"""

import logging
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec.structs import asdict, replace

from net import limits, messages, names
from net.errors import NetError
from net.security import fingerprint

if TYPE_CHECKING:
    from net.host import GuestConnection

log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Member:
    """Someone in the room: a player with a seat, or a watcher (`seat` is None).

    A room that is opened again is given its members, with answers to the moves that they made before.
    """

    seat: int | None
    name: str
    owner: bool
    key: bytes
    """The SHA-256 of the member's token: it tells members apart, also after a restart of the host."""
    connection: "GuestConnection | None" = None
    features: Mapping[str, int] = field(default_factory=dict)
    """What the member's program said that it can do beyond the protocol."""
    address: str = ""
    """Where the member last came from."""
    is_forwarded: bool = False
    """Whether the member comes through a gateway: then its program runs on the host's side."""
    lost_at: float | None = None
    """When the member lost the connection; None while connected, or once it was reported overdue."""
    known: str = ""
    """How much of the room the member has: its program says so on joining, then the application sets it."""
    answers: dict[bytes, messages.Ack | messages.Reject] = field(default_factory=dict)
    """The answers to its latest moves, by id: a move that is sent again gets the same answer."""

    @property
    def connected(self) -> bool:
        """Whether the member has a connection."""
        return self.connection is not None


class Application(Protocol):
    """What a room serves. No call may block, because it would block everyone in the room."""

    def info(self) -> messages.Summary:
        """What anyone may know of the room."""

    def open_seats(self) -> Sequence[int]:
        """The seats that a newcomer may take, best first. The room leaves out those that it holds."""

    def arrived(self, member: Member) -> None:
        """A new member took its seat, or watches."""

    def lost(self, member: Member) -> None:
        """The member's connection is gone."""

    def hold(self, member: Member) -> float:
        """For how many seconds an absent player's seat is held. A watcher's place is held for a minute."""

    def returned(self, member: Member) -> None:
        """The member is connected again."""

    def overdue(self, member: Member) -> None:
        """A player has been away for longer than `hold`. The place is held until `Room.remove`."""

    def left(self, member: Member) -> None:
        """The member is gone for good: it left, was removed, or was a watcher and stayed away too long."""

    def move(self, member: Member, move: messages.Move) -> None:
        """Make the member's move; each comes once. Raises Refused, having changed nothing."""

    def view(self, member: Member, *, first: bool) -> messages.View:
        """Everything the member may know now; `first`: nothing was sent on this connection yet."""


class Refused(Exception):
    """A move that is refused, with a code and a payload that tells the player why."""

    def __init__(self, code: messages.MoveFault, payload: bytes = b"") -> None:
        super().__init__(code)
        self.code: messages.MoveFault = code
        self.payload = payload


class Farewell(NamedTuple):
    """What is sent to a player who comes back to a closed room."""

    info: messages.Info
    welcome: messages.Welcome
    view: messages.View
    """Of the room as it was when it closed."""
    error: NetError


class Room:
    """The members of one application. The caller gives times in monotonic seconds.

    `reserved` has owners' keys, and the seats kept for them. A room that is opened again has its `id` and
    its `members` from before.
    """

    def __init__(
        self,
        application: Application,
        *,
        program: str,
        features: Mapping[str, int] = {},
        id: str | None = None,  # noqa: A002 - what else
        reserved: Mapping[bytes, int] = {},
        members: Iterable[Member] = (),
    ) -> None:
        self.is_locked = False
        """Whether nobody new may join."""
        self.barred: set[str] = set()
        """Whom `bar` keeps out, as "key 1f…", "name ana" or "address 192.0.2.17"."""
        self.id = id or secrets.token_hex(8)
        self.program = program
        self.features = features
        """What its host can do beyond the protocol."""
        self._application = application
        self._members = {member.key: member for member in members}
        self._reserved = dict(reserved)
        self._is_holding_back = False
        self._is_unsafe = False
        """From `hold_back` until the application is called again: what changes then is not on disk yet."""

    # For the application

    @property
    def members(self) -> Sequence[Member]:
        """Everyone in the room in the order of arrival, connected or not."""
        return tuple(self._members.values())

    def changed(self, member: Member) -> None:
        """Mark the member's view as out of date. Only the newest is made, when it can be sent."""
        if member.connection:
            member.connection.is_held_back |= self._is_unsafe
            member.connection.wake()

    def remove(self, member: Member, reason: str = "kicked") -> None:
        """Remove a member, and tell it the reason, as the code of a NetError."""
        if self._members.get(member.key) is not member:
            return
        del self._members[member.key]
        connection, member.connection = member.connection, None
        if connection:
            connection.end(NetError(reason))
        self._tell(self._application.left, member)

    def bar(self, member: Member) -> None:
        """Keep a member out for good: by its token, its name and, unless others came from there, its address.

        Somebody with another address and name is not recognized: only a new code keeps them out.
        """
        self.barred |= {f"key {member.key.hex()}", f"name {names.look(member.name)}"}
        if member.address not in {"", *(each.address for each in self.members if each is not member)}:
            self.barred.add(f"address {member.address}")

    def hold_back(self) -> None:
        """Until `release`, send nothing to members who would see a change: it is not on disk yet.

        Others get their ack now and learn nothing of a hidden move.
        """
        self._is_holding_back = self._is_unsafe = True

    def release(self) -> None:
        """Send what has been held back."""
        self._is_holding_back = self._is_unsafe = False
        for connection in [member.connection for member in self.members]:
            if connection and connection.is_held_back:
                connection.is_held_back = False
                try:
                    connection.flush()
                except Exception:
                    log.exception("What was held back could not be sent")

    # For the host

    def open(self, now: float) -> None:
        """Start the time that the members of a reopened room have to come back."""
        for member in self._members.values():
            if not member.connected:
                member.lost_at = now

    def tick(self, now: float) -> float | None:
        """Remove watchers who stayed away too long, and report such players to the application.

        Returns when to call again; None: nobody is away.
        """
        due: list[float] = []
        for member in self.members:
            if member.lost_at is None:
                continue
            hold = limits.HOLD_WITHOUT_A_GAME if member.seat is None else self._application.hold(member)
            if now < member.lost_at + hold:
                due.append(member.lost_at + hold)
                continue
            member.lost_at = None
            if member.seat is None:
                self.remove(member)
            else:
                self._tell(self._application.overdue, member)
        return min(due, default=None)

    def farewells(self, info: messages.Info, error: NetError) -> dict[bytes, Farewell]:
        """What to send players who come back after the room has closed with this error, by their keys."""
        info = replace(info, status="full")  # nobody new may join
        for member in self.members:
            member.known = ""  # it may not have got what it was sent
        return {
            member.key: Farewell(info, self._welcome(member), self.view(member, first=True), error)
            for member in self.members
            if member.seat is not None and (member.connected or member.lost_at is not None)
        }

    def info(self, *, code: bool) -> messages.Info:
        """The answer to a peek; the host knows whether there is a code."""
        return messages.Info(
            **asdict(self._application.info()),
            room=self.id,
            program=self.program,
            version=messages.VERSION,
            code=code,
        )

    def knows(self, token: bytes) -> bool:
        """Whether a member has this token, or a seat is reserved for it."""
        return fingerprint(token) in self._members.keys() | self._reserved.keys()

    def has_place(self, *, watch: bool = False) -> bool:
        """Whether a newcomer can get a seat, or a place to watch."""
        try:
            return bool(self._free_places(watch=watch))
        except Exception:
            log.exception("An application could not name its seats")
            return False

    def join(self, join: messages.Join, connection: "GuestConnection") -> tuple[Member, messages.Welcome]:
        """Give a newcomer a place, or a returning member its own. Raises NetError for a refusal.

        A newcomer who got no welcome and joins again is a returning member.
        """
        key = fingerprint(join.token)
        tell = self._application.returned if key in self._members else self._application.arrived
        member = self._members.get(key) or self._admit(join, key, connection.address)
        older, member.connection = member.connection, connection
        member.address, member.is_forwarded = connection.address, connection.is_forwarded
        member.features, member.known, member.lost_at = connection.features, join.known, None
        if older:
            older.end(NetError("superseded"))
        else:
            self._tell(tell, member)
        connection.is_held_back = self._is_holding_back  # its first view shows all that is not safe yet
        return member, self._welcome(member)

    def move(self, member: Member, move: messages.Move) -> messages.Ack | messages.Reject:
        """Make a move, or repeat the answer if it was made before."""
        self._is_unsafe = False
        answer = member.answers.get(move.id)
        if answer is None:
            answer = member.answers[move.id] = self._answer(member, move)
            if len(member.answers) > limits.ANSWERS:
                del member.answers[next(iter(member.answers))]
        self.changed(member)
        return answer

    def view(self, member: Member, *, first: bool) -> messages.View:
        """What the member may know now; `first` as for the application."""
        answered = next(reversed(member.answers), None)
        return replace(self._application.view(member, first=first), answered=answered)

    def lost(self, member: Member, connection: "GuestConnection", now: float) -> None:
        """Note that this connection is gone. Ignored if the member has another by now, or has left."""
        if member.connection is not connection:
            return
        member.connection = None
        member.lost_at = now
        self._tell(self._application.lost, member)

    # Helpers

    def _welcome(self, member: Member) -> messages.Welcome:
        return messages.Welcome(room=self.id, name=member.name, seat=member.seat)

    def _admit(self, join: messages.Join, key: bytes, address: str) -> Member:
        """Give a newcomer a place. Raises NetError for one who may not join."""
        owner, name = key in self._reserved, names.person(join.name)
        if not owner:
            if self.barred & {f"key {key.hex()}", f"name {names.look(name)}", f"address {address}"}:
                raise NetError("barred")
            if not join.new:
                raise NetError("bad_token")
            if self.is_locked:
                raise NetError("locked")
        name = names.unique(name, [member.name for member in self.members])
        places = [self._reserved.pop(key)] if owner else self._free_places(watch=join.watch)
        if not places:
            raise NetError("room_full")
        away = [each for each in self.members if each.seat is None and not each.connected]
        if join.watch and len(away) >= limits.WATCHERS:
            self.remove(away[0])  # those who are away must not add up
        member = self._members[key] = Member(seat=places[0], name=name, owner=owner, key=key)
        return member

    def _free_places(self, *, watch: bool) -> Sequence[int | None]:
        """The seats for a newcomer, best first; for a watcher, None for each place that is left."""
        if self.is_locked:
            return []
        if watch:  # a watcher who is away comes back only while there is a place
            watching = sum(member.seat is None and member.connected for member in self.members)
            return [None] * (limits.WATCHERS - watching)
        taken = [*(member.seat for member in self.members), *self._reserved.values()]
        return [seat for seat in self._application.open_seats() if seat not in taken]

    def _answer(self, member: Member, move: messages.Move) -> messages.Ack | messages.Reject:
        try:
            self._application.move(member, move)
        except Refused as refused:
            return messages.Reject(move.id, refused.code, refused.payload)
        except Exception:
            log.exception("A move failed")
            return messages.Reject(move.id, "internal", b"")
        return messages.Ack(move.id)

    def _tell(self, call: Callable[[Member], None], member: Member) -> None:
        """Tell the application about a member. An exception there must not affect other members."""
        self._is_unsafe = False
        try:
            call(member)
        except Exception:
            log.exception("News of a member failed")
