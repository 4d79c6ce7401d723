"""A host of a simulation, the table that it serves, and the people who sit there."""

import asyncio
from collections.abc import Iterator, Sequence
from contextvars import copy_context
from typing import TYPE_CHECKING, Final

from luckytui.address import Address
from luckytui.games import GAMES
from luckytui.games.interface import Shares
from luckytui.host import serve as serving
from luckytui.host.journal import Journal
from luckytui.host.journal_format import Header, JournalError
from luckytui.host.saved_tables import reopen
from luckytui.system import state_folder
from luckytui.table.journal_entries import Began, Committed
from luckytui.table.spec import TableSpec
from net import Host
from net.security import fingerprint
from tests.net.virtual import PROCESS
from tests.simulation.ledger import Ledger
from tests.simulation.overhearing import application_of, truth
from tests.simulation.people import Broken, Program, timeless
from tests.simulation.plan import PEOPLE
from tests.simulation.played import identity_with

if TYPE_CHECKING:
    from tests.simulation.world import World

PORT: Final = 5825
"""That of the first host; the next one has the next."""

CODE: Final = "0123AB"


class Served:
    """A table with a host of its own. All hosts are processes of one computer, with one disk."""

    def __init__(self, world: "World", number: int) -> None:
        self.world = world
        self.number = number
        self.ledger = Ledger(world.disk)
        self.people: dict[str, Program] = {}
        """Each person's latest program."""
        self.host: Host
        self.stop: asyncio.Event
        self.room = self.process = ""
        self.code = CODE if world.plan.setup.code else None
        # Made before its making could draw on the played chance.
        self.identity = identity_with(self.code, number)
        self._owner_token = world.chance.randbytes(32)
        self._serving: asyncio.Task[None] | None = None

    @property
    def is_closed(self) -> bool:
        """Whether the table is gone for good."""
        return self.ledger.is_removed

    @property
    def programs(self) -> Sequence[Program]:
        """All that ever came to this table, the oldest first."""
        return [program for program in self.world.programs if program.served is self]

    @property
    def port(self) -> int | None:
        """Where its host listens."""
        listeners = self.world.loop.network.listeners
        ports = (port for port, one in listeners.items() if one.context.get(PROCESS) == self.process)
        return next(ports, None)

    @property
    def address(self) -> Address:
        """Where the host is, or was meant to be."""
        return Address(self.world.loop.network.address or "10.0.0.0", self.port or PORT + self.number)

    def come(self, name: str, token: bytes | None = None) -> None:
        """Start a program for this person."""
        is_owner = self.world.plan.setup.owned and name == PEOPLE[0] and name not in self.people
        program = Program(self, name, self._owner_token if is_owner else token)
        self.world.programs.append(program)
        self.people[name] = program

    def secrets(self) -> Iterator[bytes]:
        """What nobody may be sent before the game is over."""
        table = application_of(self.host.rooms[0]).table if self.host.rooms else None
        entries = [line.entry for line in self.ledger.lines if isinstance(line.entry, (Began, Committed))]
        match entries:
            case [*_, Committed(secret=secret) | Began(shares=Shares(secret=secret))] if (
                table and table.playing
            ):
                yield secret.encode()
            case [] | [Began()] if table and (table.playing or not table.begun):
                yield b"seed of plan"

    # Its process

    @property
    def runs(self) -> bool:
        return self._serving is not None and not self._serving.done()

    async def start(self) -> None:
        if self.is_closed or self.runs:
            return
        self.process = self.world.name_for_host()
        self.world.disk.broken = False
        self.stop = asyncio.Event()
        context = copy_context()
        context.run(PROCESS.set, self.process)
        self._serving = self.world.loop.create_task(self._serve(), context=context)

    def kill(self) -> None:
        """End it suddenly; what became of its journal is looked at later."""
        self.world.kill(self.process)
        self._serving = None

    async def end(self, *, elsewhere: bool = False) -> None:
        """End it in good order; perhaps another program takes its port."""
        if elsewhere and self.ledger.path and self.port:
            self.world.loop.network.taken.add(self.port)
        if self._serving and self.runs:
            self.stop.set()
            await asyncio.wait([self._serving])

    async def _serve(self) -> None:
        world = self.world
        try:
            journal = await self._journal()
            self.room = journal.header.room
            await serving.serve(
                [journal], once=world.plan.setup.once, record=None, ready=self._is_ready, warn=self._is_warned
            )
        except JournalError as error:
            world.note("host", error.reason.template)
            Broken.unless(world.disk.broken or world.disk.full, f"the host cannot open its table: {error}")
        else:
            world.note("host", "ended")

    async def _journal(self) -> Journal:
        """The journal of the table: a new one until the host was ready once."""
        if self.ledger.path:
            (journal,) = await reopen(self.ledger.path)
            self.ledger.resumes(journal)
            return journal
        self.ledger.forget()
        setup = self.world.plan.setup
        spec = TableSpec(
            game=setup.game,
            options=GAMES[setup.game].options(),
            name="table",
            seats=setup.people + setup.bots,
            bots=setup.bots,
            levels=("easy",),
            seed=None if self.world.plan.seed % 2 else f"seed of plan {setup} {self.number}",
            turn_seconds=setup.turn_seconds,
            open=not setup.code,
        )
        owner = fingerprint(self._owner_token).hex() if setup.owned else None
        return Journal.new(Header(table=spec, identity=self.identity, port=PORT + self.number, owner=owner))

    def _is_ready(self, *_: object) -> None:
        self.world.note("host", "ready")
        self.ledger.path = state_folder.state_folder("tables") / f"{self.room}.journal"

    def _is_warned(self, warning: object) -> None:
        self.world.note("host", "warns", type(warning).__name__)

    # After the calm

    async def check_end(self) -> None:
        """Everybody who is there sees the same, and each move was made once."""
        for program in self.programs:
            self.ledger.still_holds(program)
        if self.is_closed:
            return
        room = self.host.rooms[0]
        seats = [member.seat for member in room.members if member.seat is not None]
        assert len(set(seats)) == len(seats), "two people have one seat"
        here = {program.key for program in self.programs if not program.ended}
        assert all(member.key in here for member in room.members if member.connected), "somebody is a ghost"
        assert len(self.host._connections) == len(here), "a connection is not let go"
        for _ in range(50):  # a view may be under way, as bots and clocks play on
            wrong = [
                program for program in self.programs if not program.ended and not self._is_right(program)
            ]
            if not wrong:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"{wrong[0].name} sees something else")

    def _is_right(self, program: Program) -> bool:
        """Whether a program shows what there is to see, and has an answer to all that it asked."""
        (room,) = self.host.rooms
        member = next((one for one in room.members if one.key == program.key), None)
        if member is None or not member.connected or program.table_view is None:
            return False
        if program.sent.keys() != program.answers.keys():
            return False
        return timeless(program.table_view) == timeless(truth(application_of(room), member))
