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
from net import Host, Room
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
    """A table and its host. All hosts are processes of one computer, with one disk.

    The tables of one host are a `group`. The first one of it, the leader, starts and ends the host.
    """

    def __init__(self, world: "World", number: int, leader: "Served | None" = None) -> None:
        self.world = world
        self.leader = leader or self
        self.group: list[Served] = leader.group if leader else []
        self.group.append(self)
        self.ledger = Ledger(world.disk)
        self.people: dict[str, Program] = {}
        """Each person's latest program."""
        self.stop: asyncio.Event
        self.room = self._process = ""
        self.is_known = asyncio.Event()
        """Set when the table has a room."""
        self._host: Host
        self.code = CODE if world.plan.setup.code else None
        """What a newcomer must know: a removal makes a new one."""
        # Made before its making could draw on the played chance.
        self.identity = self.leader.identity if leader else identity_with(self.code, number)
        self._port = PORT + world.tables.index(self.leader) if leader else PORT + number
        self._owner_token = world.chance.randbytes(32)
        self._serving: asyncio.Task[None] | None = None

    @property
    def process(self) -> str:
        """The name of its host's latest process."""
        return self.leader._process

    @property
    def host(self) -> Host:
        """The latest one."""
        return self.leader._host

    @host.setter
    def host(self, host: Host) -> None:
        self.leader._host = host

    @property
    def served_room(self) -> Room:
        """Its room at the host. Raises StopIteration if it is closed."""
        return next(room for room in self.host.rooms if room.id == self.room)

    @property
    def code_now(self) -> str | None:
        """What the host asks newcomers for, though it may not be safe yet."""
        return application_of(self.served_room).admitting.code

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
        return Address(self.world.loop.network.address or "10.0.0.0", self.port or self._port)

    def come(self, name: str, token: bytes | None = None) -> None:
        """Start a program for this person."""
        is_owner = self.world.plan.setup.owned and name == PEOPLE[0] and name not in self.people
        program = Program(self, name, self._owner_token if is_owner else token)
        self.world.programs.append(program)
        self.people[name] = program

    def secrets(self) -> Iterator[bytes]:
        """What nobody may be sent before the game is over."""
        rooms = [room for room in self.host.rooms if room.id == self.room]
        table = application_of(rooms[0]).table if rooms else None
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
        serving_ = self.leader._serving
        return serving_ is not None and not serving_.done()

    async def start(self) -> None:
        if self is not self.leader:
            await self.leader.start()
            return
        if self.runs or all(table.is_closed for table in self.group):
            return
        self._process = self.world.name_for_host()
        self.world.disk.broken = False
        self.stop = asyncio.Event()
        context = copy_context()
        context.run(PROCESS.set, self.process)
        self._serving = self.world.loop.create_task(self._serve(), context=context)

    def kill(self) -> None:
        """End it suddenly; what became of its journal is looked at later."""
        self.world.kill(self.process)
        self.leader._serving = None

    async def end(self, *, elsewhere: bool = False) -> None:
        """End it in good order; perhaps another program takes its port."""
        if elsewhere and self.ledger.path and self.port:
            self.world.loop.network.taken.add(self.port)
        if self.leader._serving and self.runs:
            self.leader.stop.set()
            await asyncio.wait([self.leader._serving])

    async def _serve(self) -> None:
        world = self.world
        try:
            journals, once = await self._journals(), world.plan.setup.once
            await serving.serve(journals, once=once, record=None, ready=self._is_ready, warn=self._is_warned)
        except JournalError as error:
            world.note("host", error.reason.template)
            Broken.unless(world.disk.broken or world.disk.full, f"the host cannot open its table: {error}")
        else:
            world.note("host", "ended")

    async def _journals(self) -> Sequence[Journal]:
        """The journals of the host's tables: new ones until it was ready once."""
        still_open = [table for table in self.group if not table.is_closed]
        if not still_open[0].ledger.path:
            return [table._new_journal() for table in self.group]
        journals = await reopen(still_open[0].ledger.path)
        Broken.unless(len(journals) == len(still_open), "a table of the host is missing")
        for journal in journals:
            self.world.table_of(journal.header.room).ledger.resumes(journal)
        return journals

    def _new_journal(self) -> Journal:
        self.ledger.forget()
        setup = self.world.plan.setup
        spec = TableSpec(
            game=setup.game,
            options=GAMES[setup.game].options(),
            name="table",
            seats=setup.people + setup.bots,
            bots=setup.bots,
            levels=("easy",),
            seed=None if self.world.plan.seed % 2 else f"seed of plan {setup} {self.group.index(self)}",
            turn_seconds=setup.turn_seconds,
            open=not setup.code,
        )
        owner = fingerprint(self._owner_token).hex() if setup.owned else None
        journal = Journal.new(Header(table=spec, identity=self.identity, port=self._port, owner=owner))
        self.room = journal.header.room
        self.is_known.set()
        return journal

    def _is_ready(self, *_: object) -> None:
        self.world.note("host", "ready")
        for table in self.group:
            table.ledger.path = state_folder.state_folder("tables") / f"{table.room}.journal"

    def _is_warned(self, warning: object) -> None:
        self.world.note("host", "warns", type(warning).__name__)

    # After the calm

    async def check_end(self) -> None:
        """Everybody who is there sees the same, and each move was made once."""
        for program in self.programs:
            self.ledger.still_holds(program)
        if self.is_closed:
            return
        room = self.served_room
        seats = [member.seat for member in room.members if member.seat is not None]
        assert len(set(seats)) == len(seats), "two people have one seat"
        here = {program.key for program in self.programs if not program.ended}
        assert all(member.key in here for member in room.members if member.connected), "somebody is a ghost"
        connected = {program for table in self.group for program in table.programs if not program.ended}
        assert len(self.host._connections) == len(connected), "a connection is not let go"
        for _ in range(50):  # a view may be under way, as bots and clocks play on
            wrong = [each for each in self.programs if not each.ended and not self._is_right(each)]
            if not wrong:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"{wrong[0].name} sees something else")

    def _is_right(self, program: Program) -> bool:
        """Whether a program shows what there is to see, and has an answer to all that it asked."""
        room = self.served_room
        member = next((one for one in room.members if one.key == program.key), None)
        if member is None or not member.connected or program.table_view is None:
            return False
        if program.sent.keys() != program.answers.keys():
            return False
        return timeless(program.table_view) == timeless(truth(application_of(room), member))
