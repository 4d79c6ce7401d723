"""A host, four people and somebody who watches, in virtual time, through whatever a plan does to them.

What is run is the real thing, TLS and codes and all: `Host`, `Room` and `Client`, over a played network. Only
the game is made for it: its moves are numbers, and it keeps a journal on a played disk. Each seat has a
secret, and whatever only one seat may be told begins with its secret.

    python -m tests.net.simulation --seconds 600
"""

import argparse
import asyncio
import hashlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any, Final

import msgspec
import pytest
from hypothesis import HealthCheck, given, seed, settings

from net import Ack, Client, Ended, Event, Host, Identity, Reject, View, Welcome, limits
from net.client import _JoinConnection
from net.messages import Challenge, HostMessage, Proof
from net.protocol import ClientProtocol
from tests.net.kept_game import SEATS, Disk, Game, TableView, secret_of
from tests.net.steps import (
    PEOPLE,
    Come,
    Crash,
    Cut,
    Heal,
    Intrude,
    Leave,
    LoseAnswer,
    Play,
    SlowDisk,
    Stall,
    Step,
    Twin,
    Wait,
    Worsen,
    plans,
)
from tests.net.virtual import PROCESS, Cable, Listening, VirtualLoop

PORT: Final = 5825
UNREACHED: Final = frozenset({"refused", "unreachable", "host_lost", "handshake_timeout", "dead_peer"})
"""Why an attempt fails while the host is away or the connection is bad."""

CALM: Final = 40.0
"""Seconds in which everybody is back when all faults are over: silence to be noticed, and a few attempts."""

IDENTITY: Final = Identity.new(open=False)


# Who takes part


class Intruder(_JoinConnection):
    """A guest that gets so far in good order, and then sends what it wants, and goes on as if nothing was."""

    def __init__(self, client: Client, depth: int, data: bytes) -> None:
        super().__init__(client)
        self._depth = depth
        self._data = data

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._intrude_at(0)

    def opened(self) -> None:
        self._intrude_at(1)
        super().opened()

    def received(self, message: HostMessage) -> None:
        if isinstance(message, Challenge):
            self._intrude_at(2)
        if isinstance(message, Proof):
            self._intrude_at(3)
        super().received(message)
        if isinstance(message, Welcome):
            self._intrude_at(4)

    def _intrude_at(self, depth: int) -> None:
        if depth == self._depth and self.transport and self._data:
            if depth:
                self.tls.send(self._data)
            self.transport.write(self.tls.data_to_send() if depth else self._data)


class Person:
    """A client, its events, and what must be true at each of them."""

    def __init__(self, world: "World", name: str, process: str, token: bytes | None = None) -> None:
        self.world = world
        self.name = name
        self.seat: int | None = None
        self.sent: dict[bytes, int] = {}
        self.acked: list[bytes] = []
        self.rejected: list[bytes] = []
        self.prompt = 0
        self.shown = b""
        self.ended = ""
        self._tail = b""
        self.client = Client(
            "10.0.0.0",
            PORT,
            name=name,
            program="test 1",
            code=IDENTITY.code,
            token=token,
            watch=name == PEOPLE[-1],
            on_event=self._happened,
        )
        self.context = copy_context()
        self.context.run(PROCESS.set, process)
        self.context.run(self.client.start)

    @property
    def key(self) -> bytes:
        """By which the room knows this person."""
        return hashlib.sha256(self.client.joining.token).digest()

    @property
    def is_over(self) -> bool:
        """Whether nothing comes any more: it ended, or the person left."""
        return bool(self.ended) or self.client._silent

    def play(self, moves: int, *, racing: bool) -> None:
        for _ in range(moves):
            number = next(self.world.numbers)
            prompt = self.prompt if racing else 0
            move = self.context.run(self.client.send, prompt, str(number).encode())
            self.sent[move] = number

    def heard(self, data: bytes) -> None:
        """These plain bytes came from the host: nobody else's secret may be in them."""
        self._tail += data
        told = {seat for seat in range(SEATS) if secret_of(seat) in self._tail}
        assert told <= {self.seat}, f"{self.name} heard a secret of another seat"
        self._tail = self._tail[-len(secret_of(0)) :]

    def _happened(self, event: Event) -> None:
        """It was told something: only its mistakes are let out, into the log."""
        assert not self.ended, "nothing comes after the end"
        kept = [entry for entry in self.world.disk.kept if entry.what == "moved"]
        match event:
            case Welcome():
                assert self.seat in {None, event.seat}
                self.seat = event.seat
            case View():
                table_view = msgspec.msgpack.decode(event.payload, type=TableView)
                seats = [entry.seat for entry in kept]
                assert table_view.seats == seats[: len(table_view.seats)], "what is shown is kept already"
                assert table_view.secret == secret_of(self.seat)
                self.shown, self.prompt = event.payload, event.prompt
            case Ack():
                assert [entry.number for entry in kept if entry.move == event.id] == [self.sent[event.id]]
                self.acked.append(event.id)
            case Reject():
                assert event.code != "internal"
                assert event.id in self.sent
                self.rejected.append(event.id)
            case Ended():
                self.ended = event.error.code
                assert self.ended in self._good_ends()

    def _good_ends(self) -> set[str]:
        """Why it may be over: for want of a host not while there may be a place."""
        client = self.client
        ends = {"superseded", "kicked", "host_closing", "room_full" if client.joining.new else "bad_token"}
        may_have_a_place = client._has_asked and self.world.loop.time() < client._lost_at + limits.HOLD
        return ends if may_have_a_place else ends | UNREACHED


class World:
    """All of it, and the invariants."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop
        self.disk = Disk()
        self.people: dict[str, Person] = {}
        self.everybody: dict[str, Person] = {}
        self.numbers = iter(range(1, 10**9))
        self.broken: list[BaseException] = []
        loop.set_exception_handler(self._note)
        self.game: Game
        self.host: Host
        self._lives = 0
        self.intruders: list[Intruder] = []
        self._leaving: list[asyncio.Task[None]] = []

    async def live(self, plan: Sequence[Step]) -> None:
        """Let the plan happen while people come, then the calm after it; check what must be so."""
        await self._start_host()
        for name in PEOPLE:
            self._come(name)
        for step in plan:
            await self._do(step)
            self._check_bounds()
        await self._calm_down()
        self._check_end()
        await self._close()

    # The steps

    async def _do(self, step: Step) -> None:
        match step:
            case Play(name, moves, racing):
                self.people[name].play(moves, racing=racing)
            case Wait(seconds):
                await asyncio.sleep(seconds)
            case Cut(name):
                self._cable(name).cut()
            case Stall(name, directions):
                self._cable(name).stall(*directions)
            case Worsen(name, delay, piece):
                self._cable(name).delay, self._cable(name).piece = delay, piece
            case Heal(name):
                self._cable(name).heal()
            case LoseAnswer(name):
                await self._lose_answer(name)
            case Twin(name):
                self._come(name, self.people[name].client.joining.token)
            case Leave(name) if not self.people[name].is_over:
                self._leaving.append(self.loop.create_task(self.people[name].client.leave()))
            case Come(name) if self.people[name].is_over:
                self._come(name)
            case Crash(arrived, seconds):
                self._kill_host(arrived)
                await asyncio.sleep(seconds)
                await self._start_host()
            case SlowDisk(seconds):
                self.disk.seconds = seconds
            case Intrude(depth, data):
                await self._intrude(depth, data)

    def _cable(self, name: str) -> Cable:
        return self.loop.network.cable(name)

    def _come(self, name: str, token: bytes | None = None) -> None:
        process = f"{name}.{len(self.everybody)}"
        self.people[name] = self.everybody[process] = Person(self, name, process, token)

    async def _lose_answer(self, name: str) -> None:
        cable = self._cable(name)
        cable.heal()
        cable.stall("to client")
        self.people[name].play(1, racing=False)
        await asyncio.sleep(0.1)
        cable.cut()
        cable.heal()

    async def _intrude(self, depth: int, data: bytes) -> None:
        client = Client(
            "10.0.0.0",
            PORT,
            name="Eve",
            program="test 1",
            code=IDENTITY.code,
            watch=True,
            on_event=lambda _: None,
        )
        if PORT not in self.loop.network.listeners:
            return
        _, line = await self.loop.create_connection(lambda: Intruder(client, depth, data), "10.0.0.0", PORT)
        self.intruders.append(line)
        await asyncio.sleep(0.1)
        if challenge := line.challenge.done() and line.challenge.result():
            line.answer(challenge, await client._key_for(challenge, line.certificate))
        await asyncio.sleep(0.1)

    async def _start_host(self) -> None:
        self._lives += 1
        context = copy_context()
        context.run(PROCESS.set, f"host {self._lives}")
        self.game = context.run(Game, self.disk)
        self.host = Host([self.game.room], IDENTITY)
        await self.loop.create_task(self.host.start(port=PORT), context=context)

    def _kill_host(self, arrived: int) -> None:
        self.loop.kill(f"host {self._lives}")
        self.disk.crash(arrived)

    async def _calm_down(self) -> None:
        self.disk.seconds = 0.0
        for intruder in self.intruders:
            intruder.abort()
        for name in PEOPLE:
            self._cable(name).heal()
        await asyncio.sleep(CALM)

    # The invariants

    def _note(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Something was raised that nobody caught."""
        self.broken.append(context.get("exception") or AssertionError(context["message"]))

    def _check_bounds(self) -> None:
        """Nothing grows without bound: counted after every step."""
        if self.broken:
            raise self.broken[0]
        connections = list(self.host._connections)
        clients = len(self.everybody) + len(self.intruders)
        assert len(connections) <= 3 * clients
        assert all(each.protocol.unsent <= limits.OUTBOX for each in connections)
        assert all(
            each.transport.get_write_buffer_size() <= limits.FRAME for each in connections if each.transport
        )
        assert len(self.game.room._waiting) <= len(connections)
        assert len(self.game.room.members) <= SEATS + limits.WATCHERS
        assert all(len(member.answers) <= limits.ANSWERS for member in self.game.room.members)
        links = len(list(self.loop.network.links()))
        assert len(self.loop.timers()) <= 3 * clients + 6 * links + 5
        assert len(asyncio.all_tasks()) <= 2 * clients + 1

    def _check_end(self) -> None:
        """After the calm: everybody who is still there sees the same, and each move was made once."""
        self._check_bounds()
        assert not self.disk.under_way
        made = Counter(entry.move for entry in self.disk.kept if entry.what == "moved")
        assert all(times == 1 for times in made.values())
        for person in self.everybody.values():
            assert all(made[move] == 1 for move in person.acked)
            assert all(made[move] == 0 for move in person.rejected)
            answers = person.acked + person.rejected
            assert len(set(answers)) == len(answers), "each is told once"
        members = self.game.room.members
        seats = [member.seat for member in members if member.seat is not None]
        assert len(set(seats)) == len(seats)
        assert len({member.key for member in members}) == len(members), "nobody has two places"
        present = [person for person in self.everybody.values() if self._is_present(person)]
        for person in present:
            member = next(member for member in members if member.key == person.key)
            assert member.connected
            assert person.shown == self.game.view(member).payload
            assert set(person.sent) == {*person.acked, *person.rejected}, "every move has its answer"
        assert len(self.host._connections) == len(present)
        assert len(list(self.loop.network.links())) == len(present)

    def _is_present(self, person: Person) -> bool:
        if person.is_over:
            return False
        assert person.client._connection, f"{person.name} is back"
        return True

    async def _close(self) -> None:
        """A host that closes in good order leaves nothing behind."""
        await self.host.close()
        await asyncio.sleep(limits.RETRY_LAST)
        assert all(person.is_over for person in self.everybody.values())
        assert len(asyncio.all_tasks()) == 1
        assert self.loop.timers() == []
        assert list(self.loop.network.links()) == []
        assert len(self.host._connections) == 0


def simulate(plan: Sequence[Step]) -> World:
    """Let a plan happen in a world of its own; raises AssertionError if an invariant is broken."""
    loop = VirtualLoop()
    world = World(loop)
    receive = ClientProtocol.receive

    def overheard(connection: ClientProtocol, data: bytes, now: float) -> Iterator[HostMessage]:
        yield from receive(connection, data, now)
        if person := world.everybody.get(PROCESS.get()):
            person.heard(data)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "SCRYPT_COST", 2)
        patch.setattr("net.host.listen", Listening)
        patch.setattr(ClientProtocol, "receive", overheard)
        try:
            with mistakes_noted(world.broken):
                loop.run_until_complete(world.live(plan))
        finally:
            stop(loop)
    assert not world.broken
    return world


@contextmanager
def mistakes_noted(mistakes: list[BaseException]) -> Iterator[None]:
    """What net caught and wrote into the log is a mistake all the same."""

    class Noting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            error = record.exc_info[1] if record.exc_info else None
            mistakes.append(error or AssertionError(record.getMessage()))

    noting = Noting(logging.ERROR)
    logging.getLogger("net").addHandler(noting)
    try:
        yield
    finally:
        logging.getLogger("net").removeHandler(noting)


def stop(loop: VirtualLoop) -> None:
    """Whatever still runs, as a broken invariant left it, is stopped quietly."""
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.wait(tasks))
    loop.close()


def explore(seconds: float) -> None:
    """Try other plans for so long, with hours in them; print what was seen. Raises for a broken invariant."""
    seen: Counter[str] = Counter()
    end = time.monotonic() + seconds

    def happen(plan: list[Step]) -> None:
        if time.monotonic() < end:
            world = simulate(plan)
            seen.update(plans=1, steps=len(plan), seconds=round(world.loop.time()))
            for person in world.everybody.values():
                seen.update(people=1, acknowledged=len(person.acked), rejected=len(person.rejected))

    checks = settings(max_examples=500, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    while time.monotonic() < end:
        checks(seed(secrets.randbits(64))(given(plans(longest_wait=7200))(happen)))()
    print(", ".join(f"{amount} {what}" for what, amount in seen.items()))  # noqa: T201 - a command


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Look for plans that break an invariant.")
    parser.add_argument("--seconds", type=float, default=600.0)
    explore(parser.parse_args().seconds)
