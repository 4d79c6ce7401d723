"""How a simulation hears of what its programs do: it listens in where they pass things on."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from msgspec.structs import replace

from luckytui.client import saved_seats
from luckytui.client.saved_seats import HeldSeat, SavedSeat
from luckytui.games.interface import SPECTATOR
from luckytui.host.application import TableApplication
from luckytui.host.journal import Journal
from luckytui.host.journal_format import JournalLine
from luckytui.table.journal_entries import NotKept
from luckytui.table.payloads import decode_table_view
from luckytui.table.views import Door, TableView, may
from net import Client, Event, Host, Member, Move, View, write_code
from net.messages import HostMessage
from net.protocol import ClientProtocol
from net.room import Room
from tests.net.virtual import PROCESS
from tests.simulation.people import Broken

if TYPE_CHECKING:
    from tests.simulation.people import Program
    from tests.simulation.world import World

Real = Callable[..., Any]


def overhear(world: "World", patch: pytest.MonkeyPatch) -> None:
    """Let the world hear of all that it has to check."""
    for owner, taps in _TAPS.items():
        for name, tap in taps.items():
            patch.setattr(owner, name, _tapped(tap, world, getattr(owner, name)))


def truth(application: TableApplication, member: Member) -> TableView:
    """What a member may know now; of the door for guests nothing."""
    table, seat = application.table, SPECTATOR if member.seat is None else member.seat
    sees_door = member.owner or member.seat is not None
    code = application.admitting.code and write_code(application.admitting.code)
    door = Door(code=code, locked=application.admitting.locked) if sees_door else None
    person = seat, member.name
    words = table.exchanges.words(person) if "fair" in member.features else None
    view = replace(table.view(seat), dealing=table.exchanges.dealing(person), words=words, door=door)
    return replace(view, may=may(view, playing=table.playing))


def _position(table_view: TableView) -> bytes:
    """What a view shows of the table and the game, without what a later view of a connection leaves out."""
    match = table_view.match
    if match:
        match = replace(match, seconds=None)
    people = replace(table_view, match=match, log_id="", log_start=0, log=())
    people = replace(people, dealing=None, words=None, record=None, review=None)
    people = replace(people, door=None, unannounced=None)
    return msgspec.msgpack.encode(people)


def _tapped(tap: Real, world: "World", real: Real) -> Real:
    return lambda *args, **more: tap(world, real, *args, **more)


def _program(world: "World") -> "Program | None":
    """Whose code is running."""
    return next((program for program in world.programs if program.process == PROCESS.get()), None)


def _receive(
    world: "World", real: Real, protocol: ClientProtocol, data: bytes, now: float
) -> Iterator[HostMessage]:
    if program := _program(world):
        program.hears(data)
    messages: Iterator[HostMessage] = real(protocol, data, now)
    return messages


def _happened(world: "World", real: Real, client: Client, event: Event) -> None:
    if program := _program(world):
        program.happened(client, event)
    real(client, event)


def _send(world: "World", real: Real, client: Client, prompt: int, payload: bytes) -> bytes:
    request: bytes = real(client, prompt, payload)
    if program := _program(world):
        program.sends(client, request, payload)
    return request


def _keep_seat(world: "World", real: Real, saved_seat: SavedSeat) -> HeldSeat | None:
    held: HeldSeat | None = real(saved_seat)
    if held:
        world.kept_seats[held._path] = saved_seat
    return held


def _let_go(world: "World", real: Real, held: HeldSeat, *, for_good: bool = False) -> None:
    real(held, for_good=for_good)
    if for_good:
        world.kept_seats.pop(held._path)


async def _start(world: "World", real: Real, host: Host) -> None:
    world.table_here().host = host
    await real(host)


def _keep(world: "World", real: Real, journal: Journal, *lines: JournalLine) -> None:
    ledger = world.table_of(journal.header.room).ledger
    ledger.add(lines)
    try:
        real(journal, *lines)
    except NotKept:
        ledger.take_back(lines)
        raise


async def _close(world: "World", real: Real, journal: Journal, *, remove: bool) -> None:
    await real(journal, remove=remove)
    world.table_of(journal.header.room).ledger.is_removed = remove


def _view(world: "World", real: Real, application: TableApplication, member: Member, *, first: bool) -> View:
    view: View = real(application, member, first=first)
    true = truth(application, member)
    is_true = _position(decode_table_view(view.payload)) == _position(true)
    Broken.unless(is_true, f"{member.name} is shown what is out of date")
    table = world.table_of(application.room.id)
    table.code = application.admitting.code
    table.ledger.shows(view.payload, member, true)
    return view


def _move(world: "World", real: Real, room: Room, member: Member, move: Move) -> Any:
    world.asking.append(member)
    try:
        return real(room, member, move)
    finally:
        world.asking.pop()


def _changed(world: "World", real: Real, room: Room, member: Member) -> None:
    # A member who is refused something is shown what is true, even if it is known already.
    if member.connected and member not in world.asking:
        world.table_of(room.id).ledger.has_news(member, truth(application_of(room), member))
    real(room, member)


def application_of(room: Room) -> TableApplication:
    """What runs the table in a room."""
    application = room._application
    assert isinstance(application, TableApplication)
    return application


_TAPS: dict[Any, dict[str, Real]] = {
    saved_seats: {"keep": _keep_seat},
    HeldSeat: {"let_go": _let_go},
    ClientProtocol: {"receive": _receive},
    Client: {"emit": _happened, "send": _send},
    Host: {"start": _start},
    Journal: {"keep": _keep, "close": _close},
    TableApplication: {"view": _view},
    Room: {"move": _move, "changed": _changed},
}
