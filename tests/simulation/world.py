"""A table, its host and its people in virtual time, through whatever a plan does to them.

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
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from luckytui import state_folder
from luckytui.address import Address
from luckytui.games import GAMES, interface
from luckytui.games.interface import Shares
from luckytui.games.lucky_box import LuckyBoxOptions
from luckytui.games.lucky_jack import LuckyJackOptions
from luckytui.games.lucky_numbers import LuckyNumbersOptions
from luckytui.games.lucky_squares import LuckySquaresOptions
from luckytui.games.options import Options
from luckytui.host import serve as serving
from luckytui.host.journal import Journal
from luckytui.host.journal_format import Header, JournalError
from luckytui.host.saved_tables import reopen
from luckytui.table import requests
from luckytui.table.journal_entries import Began, Committed
from luckytui.table.spec import TableSpec, choice_of
from net import Ack, Client, Host, Member, limits
from tests.net.virtual import PROCESS, Cable
from tests.simulation import plan as steps
from tests.simulation.disk import Disk
from tests.simulation.intruder import Intruder, intrude
from tests.simulation.ledger import Ledger
from tests.simulation.overhearing import application_of, overhear, truth
from tests.simulation.people import UNREACHED, Broken, Program, timeless
from tests.simulation.plan import PEOPLE, Plan, Step
from tests.simulation.played import SimulatedLoop, errors_heard, identity_with, played

CALM: Final = 40.0
"""Seconds in which everybody is back when all faults are over: silence to be noticed, and a few attempts."""

PORT: Final = 5825

CODE: Final = "0123AB"

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
        self.ledger = Ledger()
        self.disk = self.ledger.disk = Disk(
            root, root / "host", Random(f"disk {plan.seed}"), lambda: len(self.ledger.lines)
        )
        self.disk.note = partial(self.note, "disk")
        self.loop = SimulatedLoop(self.disk, Random(f"order {plan.seed}"))
        self.loop.network.note = partial(self.note, "network")
        self.loop.set_exception_handler(self._went_wrong)
        self.root = root
        self.code = CODE if plan.setup.code else None
        self._identity = identity_with(self.code)  # made before its making could draw on the played chance
        self.programs: list[Program] = []
        self.people: dict[str, Program] = {}
        """Each person's latest program."""
        self.intruders: list[Intruder] = []
        self.host: Host
        self.stop: asyncio.Event
        self.asking: list[Member] = []
        """Whose request is being answered."""
        self.was_full = False
        """Whether there was no space on the disk at some time: then somebody's seat may not be kept."""
        self.trace: list[str] = []
        """All that happened, in order."""
        self.broken: list[BaseException] = []
        self._owner_token = self.chance.randbytes(32)
        self._serving: asyncio.Task[None] | None = None
        self._lives = self._addresses = 0
        self._is_closed = False
        """Whether the table is gone for good."""
        self._some_move: interface.Move | None = None

    @property
    def digest(self) -> str:
        """A short name for the whole course of events."""
        return blake2b("\n".join(self.trace).encode(), digest_size=8).hexdigest()

    async def live(self) -> None:
        """Let the plan happen, then the calm after it; check what must be so."""
        await self._start_host()
        for name in self.plan.setup.names:
            self.come(name)
        for step in self.plan.steps:
            self.note("step", step)
            await self._do(step)
            self._check_bounds()
        await self._calm_down()
        await self._check_end()
        await self._close()

    @property
    def address(self) -> Address:
        """Where the host is."""
        return Address(self.loop.network.address or "10.0.0.0", self.loop.network.port or PORT)

    def note(self, *what: object) -> None:
        """Something happened."""
        self.trace.append(f"{self.loop.time():.6f} {' '.join(map(str, what))}")

    def secrets_of_others(self, program: Program) -> Iterator[bytes]:
        """What this program must never be sent."""
        yield from self._secrets_of_the_game()
        for other in self.programs:
            if other.client and other.name != program.name:
                yield other.client.joining.token

    def _secrets_of_the_game(self) -> Iterator[bytes]:
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

    # The steps

    async def _do(self, step: Step) -> None:
        match step:
            case steps.Play(times):
                await self._play(times)
            case steps.Race():
                self._race()
            case steps.Ask(name, what):
                self._ask(self.people[name], what)
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
            case steps.Twin(name) if client := self.people[name].client:
                self.come(name, client.joining.token)
            case steps.Leave(name):
                self.people[name].leave()
            case steps.Quit(name, power):
                self._quit(name, power=power)
            case steps.Come(name) if self.people[name].ended:
                self.come(name)
            case steps.Crash(power, seconds):
                self._kill_host(power=power)
                await asyncio.sleep(seconds)
                await self._start_host()
            case steps.Restart(seconds, elsewhere):
                await self._stop_host(elsewhere=elsewhere)
                await asyncio.sleep(seconds)
                await self._start_host()
            case steps.Move():
                self._addresses += 1
                self.loop.network.move(f"10.0.0.{100 + self._addresses}")
            case steps.SlowDisk(seconds):
                self.disk.seconds = seconds
            case steps.FullDisk(full):
                self.disk.full = full
                self.was_full |= full
            case steps.BrokenDisk():
                self.disk.broken = True
            case steps.Intrude(depth, data):
                await self._intrude(depth, data)

    def _quit(self, name: str, *, power: bool) -> None:
        self.people[name].kill()
        for saved_seat in sorted((self.root / name).rglob("*.seat")) if power else ():
            if self.chance.random() < 0.5:
                saved_seat.unlink()

    def _cable(self, name: str) -> Cable:
        return self.loop.network.cable(name)

    def come(self, name: str, token: bytes | None = None) -> Program:
        """Start a program for this person."""
        is_owner = self.plan.setup.owned and name == PEOPLE[0] and name not in self.people
        program = Program(self, name, self._owner_token if is_owner else token)
        self.programs.append(program)
        self.people[name] = program
        return program

    @property
    def here(self) -> Sequence[Program]:
        """The programs that show the table."""
        return [program for program in self.people.values() if program.table_view and not program.ended]

    async def _play(self, times: int) -> None:
        for _ in range(times):
            self._let_somebody_act()
            await asyncio.sleep(self.chance.choice([0.0, 0.002, 0.02, 0.3]))

    def _let_somebody_act(self) -> None:
        asked = [program for program in self.here if program.prompt]
        if asked:
            self._act(self.chance.choice(asked))
        elif not self._is_playing():
            for program in self.here:
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

    def _is_playing(self) -> bool:
        matches = [program.match for program in self.here if program.match]
        return any(match.view.active for match in matches)

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
        program = self.people[name]
        if program.prompt:
            self._act(program)
        await asyncio.sleep(0.1)
        cable.cut()
        cable.heal()

    async def _intrude(self, depth: int, data: bytes) -> None:
        if self.loop.network.port is None:
            return
        context = copy_context()
        context.run(PROCESS.set, "Eve")
        client = Client(
            *self.address, name="Eve", program="test", code=self.code, watch=True, on_event=lambda _: None
        )
        self.intruders.append(await self.loop.create_task(intrude(client, depth, data), context=context))

    # The host

    async def _start_host(self) -> None:
        if self._is_closed or (self._serving and not self._serving.done()):
            return
        self._lives += 1
        self.disk.broken = False
        self.stop = asyncio.Event()
        context = copy_context()
        context.run(PROCESS.set, f"host.{self._lives}")
        self._serving = self.loop.create_task(self._serve(), context=context)

    async def _serve(self) -> None:
        try:
            journal = await self._journal()
            await serving.serve(
                [journal], once=self.plan.setup.once, record=None, ready=self._is_ready, warn=self._is_warned
            )
        except JournalError as error:
            self.note("host", error.reason.template)
            Broken.unless(self.disk.broken or self.disk.full, f"the host cannot open its table: {error}")
        else:
            self.note("host", "ended")
            self._is_closed = not journal.path.exists()

    async def _journal(self) -> Journal:
        """The journal of the table: a new one until the host was ready once."""
        if self.ledger.path:
            (journal,) = await reopen(self.ledger.path)
            self.ledger.resumes(journal)
            return journal
        self.ledger.forget()
        setup = self.plan.setup
        spec = TableSpec(
            game=setup.game,
            options=GAMES[setup.game].options(),
            name="table",
            seats=setup.people + setup.bots,
            bots=setup.bots,
            levels=("easy",),
            seed=None if self.plan.seed % 2 else f"seed of plan {setup}",
            turn_seconds=setup.turn_seconds,
            open=not setup.code,
        )
        token = self._owner_token if setup.owned else None
        return Journal.new(Header.new(spec, self._identity, port=PORT, owner_token=token))

    def _is_ready(self, *_: object) -> None:
        self.note("host", "ready")
        self.ledger.path = state_folder.state_folder("tables") / f"{self.host.rooms[0].id}.journal"

    def _is_warned(self, warning: object) -> None:
        self.note("host", "warns", type(warning).__name__)

    def _kill_host(self, *, power: bool) -> None:
        if self._serving is None or self._serving.done():
            return
        safe = self.ledger.safe
        self.kill(f"host.{self._lives}")
        self._serving = None
        if power:
            self.disk.cut_power()
        self.ledger.host_was_killed(safe)

    def kill(self, process: str) -> None:
        """Let this process do nothing any more."""
        self.note("kill", process)
        self.loop.kill(process)
        self.disk.kill(process)

    async def _stop_host(self, *, elsewhere: bool = False) -> None:
        if elsewhere and self.ledger.path and self.loop.network.port:
            self.loop.network.taken.add(self.loop.network.port)
        if self._serving and not self._serving.done():
            self.stop.set()
            await asyncio.wait([self._serving])

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
        assert len(self.loop.timers()) <= 3 * clients + 6 * links + 20
        assert len(self.loop.living_tasks()) <= 4 * clients + 10

    async def _calm_down(self) -> None:
        """All faults are over, and everybody is there who can be."""
        self.disk.seconds = 0.0
        self.disk.full = False
        for intruder in self.intruders:
            intruder.abort()
        for name in self.plan.setup.names:
            self._cable(name).heal()
        if self.disk.broken:
            await self._stop_host()
        await self._start_host()
        await asyncio.sleep(CALM)
        for name in self.plan.setup.names:
            if self.people[name].ended in {"killed", "not in", *UNREACHED, "host_stopped", "disk_failed"}:
                self.come(name)
        await asyncio.sleep(CALM / 2)

    async def _check_end(self) -> None:
        """After the calm: everybody who is there sees the same, and each move was made once."""
        self._check_bounds()
        await self._check_progress()
        for program in self.programs:
            self.ledger.still_holds(program)
        if self._is_closed:
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
        """A host that closes in good order leaves nothing behind."""
        await self._stop_host()
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
        stack.enter_context(played(plan.seed, Path(folder), lambda: world.stop))
        stack.enter_context(errors_heard(world.was_logged))
        overhear(world, stack.enter_context(pytest.MonkeyPatch.context()))
        stack.callback(world.loop.stop_all)
        world.loop.run_until_complete(world.live())
    for broken in (*Broken.found, *world.broken):
        raise broken
    return world
