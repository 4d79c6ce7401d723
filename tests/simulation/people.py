"""The people of a simulation: their programs, which are real sessions, and what each of them was sent."""

import hashlib
from contextvars import copy_context
from typing import TYPE_CHECKING, ClassVar, Final

import msgspec

from luckytui.client.remote import RemoteSession, reach
from luckytui.client.session import Closed, DealFound, GameChecked, Log, Refused, SessionEvent, TableChanged
from luckytui.games import GAMES
from luckytui.games.interface import Move, Seat
from luckytui.table.payloads import decode_request
from luckytui.table.requests import Act, Request
from luckytui.table.views import MatchView, TableView
from luckytui.text import UserError
from net import SENTENCES, Ack, Client, Ended, Event, Reject, Trouble, View, Welcome, limits
from tests.net.virtual import PROCESS
from tests.simulation.plan import WATCHER

if TYPE_CHECKING:
    from tests.simulation.served import Served

UNREACHED: Final = frozenset(
    {"refused", "unreachable", "host_lost", "handshake_timeout", "dead_peer", "damaged"}
)
"""Why an attempt fails while the host is away or the connection is bad."""

_OF_THE_HOST = "superseded", "kicked", "host_closing", "host_stopped", "disk_failed"
ENDS: Final = frozenset({*_OF_THE_HOST, "room_full", "no_room", "barred", "locked"})
"""Why else it may be over for somebody who has done nothing wrong."""

_MISTAKES: Final = [
    SENTENCES[code] for code in SENTENCES.keys() - UNREACHED - ENDS - {"no_room", "bad_token"}
]


LATEST: Final = 60
"""How many of the latest events everybody knows who is there: older ones may not fit into a first view."""


class Broken(AssertionError):
    """An invariant does not hold. The program under test may catch this: it is noted all the same."""

    found: ClassVar[list["Broken"]] = []

    @classmethod
    def unless(cls, holds: object, what: str) -> None:
        if not holds:
            cls.found.append(cls(what))
            raise cls.found[-1]


class Program:
    """A person's program, from its start to its end, and what must be true of all that it is sent."""

    def __init__(self, served: "Served", name: str, token: bytes | None = None) -> None:
        """Start it. With a token it is the owner's first program, or another one for the same seat."""
        self.served = served
        self.world = world = served.world
        self.name = name
        self.process = f"{name}.{len(world.programs)}"
        self.seat: Seat | None = None
        self.client: Client | None = None
        self.table_view: TableView | None = None
        self.sent: dict[bytes, Request] = {}
        self.answers: dict[bytes, type[Event]] = {}
        self.ended = ""
        """Why it is over: a code of the network, or what became of it."""
        self._session: RemoteSession | None = None
        self._is_in = False
        """Whether it has a place, as far as it knows."""
        self._lost_at: float | None = None
        """When the connection was lost that it has not got back yet."""
        self._code = ""
        """Why its latest client ended."""
        self._heard = b""
        self._context = copy_context()
        self._context.run(PROCESS.set, self.process)
        world.loop.create_task(self._run(token), context=self._context)

    @property
    def key(self) -> bytes:
        """By which the room knows it."""
        return hashlib.sha256(self.client.joining.token).digest() if self.client else b""

    @property
    def match(self) -> MatchView | None:
        """The game, as it is shown."""
        return self.table_view.match if self.table_view and not self.ended else None

    @property
    def prompt(self) -> int:
        """The decision that is asked of it."""
        return self.match.prompt if self.match else 0

    # What it does

    def act(self, move: Move, prompt: int) -> None:
        self.ask(Act(move), prompt)

    def ask(self, request: Request, prompt: int = 0) -> None:
        if self._session and self.client and not self.ended:
            self._context.run(self._session.request, request, prompt)

    def leave(self) -> None:
        """Leave for good, however long that takes."""
        if self._session and self.table_view and not self.ended:
            self.ended = "left"
            self.world.loop.create_task(self._session.leave(), context=self._context)

    def kill(self) -> None:
        self.ended = self.ended or "killed"
        self.world.kill(self.process)

    async def _run(self, token: bytes | None) -> None:
        served, watch = self.served, self.name == WATCHER
        if len(served.group) > 1:  # which of the host's tables is meant is known when it serves them
            await served.is_known.wait()
        room = served.room if len(served.group) > 1 else None
        address, name, code = served.address, self.name, served.code
        try:
            if token:
                self._session = RemoteSession(address, name=name, code=code, token=token, room=room)
            else:
                self._session = await reach(
                    address, name=name, any_name=True, code=code, watch=watch, room=room
                )
            await self._session.join()
            self._session.open(self._tell)
        except UserError as error:
            self.ended = self.ended or self._code or "not in"
            Broken.unless(error.reason.template not in _MISTAKES, f"{self.name} is not let in: {error}")

    # What it is sent

    def hears(self, data: bytes) -> None:
        """These plain bytes came from the host: no secret of anybody else may be in them."""
        self._heard += data
        for secret in self.world.secrets_of_others(self):
            Broken.unless(secret not in self._heard, f"{self.name} was sent a secret")
        self._heard = self._heard[-64:]

    def happened(self, client: Client, event: Event) -> None:
        """Its client tells of this."""
        world, self.client = self.world, client
        world.note(self.process, type(event).__name__)
        match event:
            case Trouble() if self._lost_at is None:
                self._lost_at = world.loop.time()
            case Welcome(seat=seat):
                Broken.unless(self.seat in {None, seat}, f"{self.name} has another seat")
                is_safe = seat is None or world.was_full or self.served.ledger.owner_of(seat) == self.key
                Broken.unless(is_safe, f"{self.name} has a seat that is not safe yet")
                self.seat, self._lost_at, self._is_in = seat, None, True
            case View(payload=payload):
                self.served.ledger.was_shown(self, payload)
            case Ack(id=request) | Reject(id=request) if request in self.sent:
                Broken.unless(request not in self.answers, f"{self.name} got an answer twice")
                self.answers[request] = type(event)
                self.served.ledger.was_answered(self, request, event)
            case Ended(error=error) if not self.ended:
                self._code = error.code
                self._check_end()

    def _check_end(self) -> None:
        if self._code == "bad_token":  # then it joins again, as somebody new
            is_gone = self.seat is None or self.served.ledger.owner_of(self.seat, safe=False) != self.key
            Broken.unless(is_gone or self.world.was_full, f"{self.name} has lost the seat")
            self.seat, self.sent, self.answers, self._is_in = None, {}, {}, False
        elif self._code in UNREACHED:
            has_waited = self.world.loop.time() >= (self._lost_at or 0.0) + limits.HOLD
            Broken.unless(has_waited or not self._is_in, f"{self.name} gives up too soon: {self._code}")
        elif self._code == "bad_code":
            is_old = self.client is not None and self.client.code != self.served.code_now
            Broken.unless(is_old, f"{self.name} knows the code, and is refused")
        else:
            Broken.unless(self._code in ENDS, f"it is over for {self.name}: {self._code}")

    def sends(self, client: Client, request: bytes, payload: bytes) -> None:
        """Its client was asked to send this."""
        self.client = client
        self.sent[request] = decode_request(GAMES[self.world.plan.setup.game], payload)

    def _tell(self, event: SessionEvent) -> None:
        """Its screen is shown this."""
        match event:
            case TableChanged(table_view=table_view):
                self.table_view = table_view
            case GameChecked(finding=finding) | DealFound(finding=finding):
                Broken.unless(
                    finding.verdict != "false", f"{self.name} accuses an honest host: {finding.reason}"
                )
            case Refused(reason=reason):
                is_fine = not reason.template.startswith("The host cheated")
                Broken.unless(is_fine, f"{self.name} accuses an honest host: {reason}")
            case Closed():
                self.ended = self.ended or self._code


def timeless(table_view: TableView) -> bytes:
    """What a view says of the game and its people, and what is known to have happened, without what only
    some views have, or have more of: the time left, talk, and a piece of the record.
    """
    match = table_view.match and msgspec.structs.replace(table_view.match, seconds=None)
    door = table_view.door and msgspec.structs.replace(table_view.door, guests=None)
    plain = msgspec.structs.replace(table_view, match=match, door=door, record=None)
    log = Log().complete(table_view).events if table_view.log_id else table_view.events
    return msgspec.msgpack.encode(msgspec.structs.replace(plain, log_id="", log_start=0, log=log[-LATEST:]))
