"""Tables, their hosts and their people in virtual time, through whatever a plan does to them.

What runs is the real thing: host, room, table and journal, client and session, TLS and codes. Only network,
clock, disk and chance are played, so a seed leads to the same course of events every time.
"""

import asyncio
import logging
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from contextvars import copy_context
from functools import partial
from hashlib import blake2b
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from luckytui.client import saved_seats
from luckytui.client.saved_seats import SavedSeat
from luckytui.games import GAMES, interface
from luckytui.games.lucky_box.rules import LuckyBoxOptions
from luckytui.games.lucky_jack.rules import LuckyJackOptions
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from luckytui.games.lucky_squares.rules import LuckySquaresOptions
from luckytui.games.options import Options
from luckytui.table import requests
from luckytui.table.spec import choice_of
from net import Ack, Client, Host, Member, limits
from tests.net.virtual import PROCESS, Cable
from tests.simulation import plan as steps
from tests.simulation.disk import Disk
from tests.simulation.intruder import Intruder, intrude
from tests.simulation.ledger import Ledger
from tests.simulation.overhearing import overhear
from tests.simulation.people import UNREACHED, Broken, Program
from tests.simulation.plan import Plan, Step
from tests.simulation.played import SimulatedLoop, errors_heard, played
from tests.simulation.served import Served

CALM: Final = 40.0
"""Seconds in which everybody is back when all faults are over: silence to be noticed, and a few attempts."""

OPTIONS: Final[dict[str, Sequence[Options]]] = {
    key: [game.options(), other]
    for (key, game), other in zip(
        GAMES.items(),
        (
            LuckyNumbersOptions(setup="free"),
            LuckyJackOptions(claim_seconds=0),
            LuckyBoxOptions(lightning_changes_bonus=True),
            LuckySquaresOptions(ghost=True),
        ),
        strict=True,
    )
}
"""What each game may be played by."""


class World:
    """All of it, and the invariants."""

    def __init__(self, plan: Plan, root: Path) -> None:
        self.plan = plan
        self.chance = Random(f"world {plan.seed}")
        self.disk = Disk(root, root / "host", Random(f"disk {plan.seed}"), self._lines_of)
        self.disk.note = partial(self.note, "disk")
        self.loop = SimulatedLoop(self.disk, Random(f"order {plan.seed}"))
        self.loop.network.note = partial(self.note, "network")
        self.loop.set_exception_handler(self._went_wrong)
        self.root = root
        self.programs: list[Program] = []
        self.intruders: list[Intruder] = []
        self.asking: list[Member] = []
        """Whose request is being answered."""
        self.was_full = False
        """Whether there was no space on the disk at some time: then somebody's seat may not be kept."""
        self.kept_seats: dict[Path, SavedSeat] = {}
        """The seats that people's programs have saved and not given up."""
        self.trace: list[str] = []
        """All that happened, in order."""
        self.broken: list[BaseException] = []
        self._lives = self._addresses = 0
        self._some_move: interface.Move | None = None
        self.tables: list[Served] = []
        for number in range(plan.setup.tables):
            leader = self.tables[0] if number and plan.setup.one_host else None
            self.tables.append(Served(self, number, leader))

    @property
    def digest(self) -> str:
        """A short name for the whole course of events."""
        return blake2b("\n".join(self.trace).encode(), digest_size=8).hexdigest()

    async def live(self) -> None:
        """Let the plan happen, then the calm after it; check what must be so."""
        for table in self.tables:
            await table.start()
            for name in self.plan.setup.names:
                table.come(name)
        for step in self.plan.steps:
            self.note("step", step)
            await self._do(step)
            self._check_bounds()
        await self._calm_down()
        await self._check_end()
        await self._close()

    @property
    def people(self) -> dict[str, Program]:
        """Each person's latest program at the first table."""
        return self.tables[0].people

    @property
    def host(self) -> Host:
        """That of the first table."""
        return self.tables[0].host

    @property
    def ledger(self) -> Ledger:
        """That of the first table."""
        return self.tables[0].ledger

    def table_of(self, room: str) -> Served:
        """The table with this room."""
        return next(table for table in self.tables if table.room == room)

    def table_here(self) -> Served:
        """The table whose host is the running process."""
        return next(table for table in self.tables if table.process == PROCESS.get())

    def place_of(self, room: str | None, certificate: bytes) -> tuple[str, int] | None:
        """Where a room, or any of that host, is found on the network."""
        for table in self.tables:
            is_meant = room in {None, table.room} and certificate == table.identity.fingerprint
            if is_meant and table.port:
                return table.address.host, table.port
        return None

    def name_for_host(self) -> str:
        """A name for a new process of the hosts' computer."""
        self._lives += 1
        return f"host.{self._lives}"

    def _lines_of(self, path: str) -> int:
        """How many lines were given to the journal at this path."""
        return sum(len(table.ledger.lines) for table in self.tables if table.room == Path(path).stem)

    def note(self, *what: object) -> None:
        """Something happened."""
        self.trace.append(f"{self.loop.time():.6f} {' '.join(map(str, what))}")

    def secrets_of_others(self, program: Program) -> Iterator[bytes]:
        """What this program must never be sent."""
        yield from program.served.secrets()
        for other in self.programs:
            if other.client and other.name != program.name:
                yield other.client.joining.token

    # The steps

    async def _do(self, step: Step) -> None:
        match step:
            case steps.Play(times):
                await self._play(times)
            case steps.Race():
                self._race()
            case steps.Ask(name, what):
                self._ask(self._program(name), what)
            case steps.Wait(seconds):
                await asyncio.sleep(seconds)
            case steps.Cut(name):
                self._cable(name).cut()
            case steps.Stall(name, directions):
                self._cable(name).stall(*directions)
            case steps.Worsen(name, delay, piece):
                self._cable(name).delay, self._cable(name).piece = delay, piece
            case steps.Flip(name, direction):
                self._cable(name).flips.add(direction)
            case steps.Heal(name):
                self._cable(name).heal()
            case steps.LoseAnswer(name):
                await self._lose_answer(name)
            case steps.Twin(name):
                program = self._program(name)
                if program.client:
                    program.served.come(name, program.client.joining.token)
            case steps.Leave(name):
                self._program(name).leave()
            case steps.Quit(name, power):
                self._quit(name, power=power)
            case steps.Come(name):
                self._come_again(name)
            case steps.Crash(power, seconds):
                await self._crash(self.tables if power else self._some_table().group, seconds, power=power)
            case steps.Restart(seconds, elsewhere):
                await self._restart(self._some_table(), seconds, elsewhere=elsewhere)
            case steps.Move():
                self._addresses += 1
                self.loop.network.move(f"10.0.0.{100 + self._addresses}")
            case steps.SlowDisk(seconds):
                self.disk.seconds = seconds
            case steps.FullDisk(full, person):
                computer = self.root / (person or "host")
                (self.disk.full.add if full else self.disk.full.discard)(computer)
                self.was_full |= full
            case steps.BrokenDisk():
                self.disk.broken = True
            case steps.Intrude(depth, data):
                await self._intrude(depth, data)

    def _quit(self, name: str, *, power: bool) -> None:
        for table in self.tables:
            table.people[name].kill()
        if power:
            self.disk.cut_power(self.root / name)
        for path, saved_seat in self.kept_seats.items():
            Broken.unless(saved_seats.read(path) == saved_seat, "a seat that counts as kept is lost")

    def _cable(self, name: str) -> Cable:
        return self.loop.network.cable(name)

    def _come_again(self, name: str) -> None:
        for table in self.tables:
            if table.people[name].ended:
                table.come(name)

    def _some_table(self) -> Served:
        return self.tables[0] if len(self.tables) == 1 else self.chance.choice(self.tables)

    def _program(self, name: str) -> Program:
        """A person's program at some table."""
        return self._some_table().people[name]

    @property
    def here(self) -> Sequence[Program]:
        """The programs that show a table."""
        return [
            program
            for table in self.tables
            for program in table.people.values()
            if program.table_view and not program.ended
        ]

    async def _play(self, times: int) -> None:
        for _ in range(times):
            self._let_somebody_act()
            await asyncio.sleep(self.chance.choice([0.0, 0.002, 0.02, 0.3]))

    def _let_somebody_act(self) -> None:
        table = self._some_table()
        here = [program for program in self.here if program.served is table]
        asked = [program for program in here if program.prompt]
        if asked:
            self._act(self.chance.choice(asked))
        elif not any(program.match.view.active for program in here if program.match):
            for program in here:
                self._ask(program, self.chance.choice(["start", "bot"]))
                self._ask(program, "again")

    def _act(self, program: Program) -> None:
        match = program.match
        assert match
        move, kind = self.chance.choice(match.moves), self.chance.random()
        if kind < 0.85:
            program.act(move, match.prompt)
        elif kind < 0.92:
            program.ask(requests.Undo())
        elif kind < 0.95:
            program.act(move, match.prompt - 1)
        else:
            program.act(self._any_move() or move, match.prompt)

    def _race(self) -> None:
        for program in self.here:
            for _ in range(2):
                moves = program.match.moves if program.match else ()
                if move := self.chance.choice(moves) if moves else self._any_move():
                    program.act(move, program.prompt)

    def _any_move(self) -> interface.Move | None:
        """A move of this game, of somebody, at some time."""
        moves = [move for program in self.here if program.match for move in program.match.moves[:5]]
        self._some_move = self.chance.choice([*moves, self._some_move])
        return self._some_move

    def _ask(self, program: Program, what: str) -> None:
        seat = self.chance.randrange(self.plan.setup.people + self.plan.setup.bots)
        name = self.chance.choice([*self.plan.setup.names, "Juno"])
        asked: dict[str, requests.Request] = {
            "undo": requests.Undo(),
            "pause": requests.Pause(on=True),
            "resume": requests.Pause(on=False),
            "say": requests.Say(name * self.chance.choice([1, 10])),
            "again": requests.Again(),
            "bot": requests.SeatBot(seat, "random" if self.chance.random() < 0.1 else "easy"),
            "no bot": requests.RemoveBot(seat),
            "start": requests.Start(),
            "remove": requests.Remove(name),
            "opt": requests.Opt(choice_of(self.chance.choice(OPTIONS[self.plan.setup.game]))),
            "lock": requests.Lock(on=True),
            "unlock": requests.Lock(on=False),
        }
        program.ask(asked.get(what, requests.SeatBot(99, "no level")), self.chance.randrange(3))

    async def _lose_answer(self, name: str) -> None:
        cable = self._cable(name)
        cable.heal()
        cable.stall("to client")
        for table in self.tables:
            if table.people[name].prompt:
                self._act(table.people[name])
        await asyncio.sleep(0.1)
        cable.cut()
        cable.heal()

    async def _intrude(self, depth: int, data: bytes) -> None:
        table = self.tables[0]
        if table.port is None:
            return
        context = copy_context()
        context.run(PROCESS.set, "Eve")
        client = Client(
            *table.address, name="Eve", program="test", code=table.code, watch=True, on_event=lambda _: None
        )
        self.intruders.append(await self.loop.create_task(intrude(client, depth, data), context=context))

    # The hosts

    async def _crash(self, tables: Sequence[Served], seconds: float, *, power: bool) -> None:
        tables = [table for table in tables if not table.is_closed]
        running = [table for table in tables if table.runs]
        safe = [table.ledger.safe for table in tables]
        for table in running:
            table.kill()
        if power:
            self.disk.cut_power(self.root / "host")
        for table, lines in zip(tables, safe, strict=True):
            if power or table in running:
                table.ledger.host_was_killed(lines)
        await asyncio.sleep(seconds)
        for table in tables:
            await table.start()

    async def _restart(self, table: Served, seconds: float, *, elsewhere: bool) -> None:
        await table.end(elsewhere=elsewhere)
        await asyncio.sleep(seconds)
        await table.start()

    def kill(self, process: str) -> None:
        """Let this process do nothing any more."""
        self.note("kill", process)
        self.loop.kill(process)
        self.disk.kill(process)

    # The invariants

    def _went_wrong(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Something was raised that nobody caught."""
        self.broken.append(context.get("exception") or AssertionError(context["message"]))

    def was_logged(self, record: logging.LogRecord) -> None:
        """What a program caught and wrote into its log is a mistake all the same, but for a bad disk's."""
        if not (self.was_full or self.disk.broken):
            error = record.exc_info[1] if record.exc_info else None
            self.broken.append(error or AssertionError(record.getMessage()))

    def _check_bounds(self) -> None:
        """Nothing grows without bound: counted after every step."""
        for broken in (*Broken.found, *self.broken):
            raise broken
        clients = len(self.programs) + len(self.intruders)
        links = len(list(self.loop.network.links()))
        assert len(self.loop.timers()) <= 3 * clients + 6 * links + 20 * len(self.tables)
        assert len(self.loop.living_tasks()) <= 4 * clients + 10 * len(self.tables)

    async def _end_hosts(self) -> None:
        for table in self.tables:
            await table.end()

    async def _calm_down(self) -> None:
        """All faults are over, and everybody is there who can be."""
        self.disk.seconds = 0.0
        self.disk.full.clear()
        for intruder in self.intruders:
            intruder.abort()
        for name in self.plan.setup.names:
            self._cable(name).heal()
        if self.disk.broken:
            await self._end_hosts()
        for table in self.tables:
            await table.start()
        await asyncio.sleep(CALM)
        for table, name in product(self.tables, self.plan.setup.names):
            away = {"killed", "not in", "bad_code", "host_stopped", "disk_failed", *UNREACHED}
            if table.people[name].ended in away:
                table.come(name)
        await asyncio.sleep(CALM / 2)

    async def _check_end(self) -> None:
        """After the calm: everybody who is there sees the same, and each move was made once."""
        self._check_bounds()
        await self._check_progress()
        for table in self.tables:
            await table.check_end()

    async def _check_progress(self) -> None:
        """A person who is asked can make a move."""
        for _ in range(10):
            asked = [
                program
                for program in self.here
                if program.match and program.prompt and not program.table_view.paused
            ]
            if not asked:
                return
            program = self.chance.choice(asked)
            before = len(program.answers)
            program.act(self.chance.choice(program.match.moves), program.prompt)
            await asyncio.sleep(0.5)
            if [*program.answers.values()][before:] == [Ack]:
                return
        raise AssertionError("nobody can make a move")

    async def _close(self) -> None:
        """Hosts that close in good order leave nothing behind."""
        await self._end_hosts()
        await asyncio.sleep(limits.HOLD + CALM)
        self._check_bounds()
        assert all(program.ended for program in self.programs)
        assert len(self.loop.living_tasks()) == 1
        assert self.loop.timers() == []
        assert list(self.loop.network.links()) == []


def simulate(plan: Plan) -> World:
    """Let a plan happen in a world of its own; raises AssertionError if an invariant is broken."""
    Broken.found.clear()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        world = World(plan, Path(folder))
        stack.enter_context(world.disk.watched())
        stack.enter_context(played(plan.seed, Path(folder), lambda: world.table_here().stop, world.place_of))
        stack.enter_context(errors_heard(world.was_logged))
        overhear(world, stack.enter_context(pytest.MonkeyPatch.context()))
        stack.callback(world.loop.stop_all)
        world.loop.run_until_complete(world.live())
    for broken in (*Broken.found, *world.broken):
        raise broken
    return world
