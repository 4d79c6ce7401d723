"""A host that tries out somebody else's client, with all that a host, a network or a later version may do.

    .venv/bin/python docs/clients/practice.py [GAME]

prints `listening 127.0.0.1:PORT code CODE`. Let your client join there, play one game to its end, and leave.
A second player, one of ours, is at the table: it takes moves back, pauses and talks. Then this prints what
your client was put through, and what it did wrong; the exit code is 0 if that is nothing.

The table is an ordinary one. In front of it is a relay with the same certificate, which cuts connections and
changes messages.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgpack

from luckytui.address import Address
from luckytui.client.remote import RemoteSession
from luckytui.client.session import DealFound, SessionEvent, TableChanged
from luckytui.games import GAMES
from luckytui.host.application import TableApplication
from luckytui.host.journal import Journal
from luckytui.host.journal_format import Header, JournalContents
from luckytui.table.record import Record
from luckytui.table.requests import Act, Pause, Request, Say, Undo
from luckytui.table.spec import TableSpec
from net import Host, Identity
from net.tls import client_context, host_context

LOOPBACK = "127.0.0.1"
PATIENCE = 300.0
"""How many seconds a game may take."""
FAREWELL = 3.0
"""How many seconds to wait for the check words when the client has left."""

Map = dict[str, Any]
LATER = {"later": {"a": [1.5, None]}}
"""A field of a later version."""
STALE = {"template": "The game has moved on in the meantime. Look again, then choose.", "values": {}}


class Cut(Exception):
    """The connection is lost now."""


class Trials:
    """What the client was put through, over all its connections, and what it did wrong."""

    def __init__(self) -> None:
        self.done: dict[str, None] = {}
        self.faults: dict[str, None] = {}
        self.is_over = asyncio.Event()
        """The client has left."""
        self.token: bytes | None = None
        self.move: Map = {}
        """The client's latest move."""
        self.is_open = False
        """Whether it has no answer, or no view that names it was sent after it."""
        self.answered: set[bytes] = set()
        """The moves that were acknowledged or rejected."""
        self.rejected: set[bytes] = set()
        self.log_id, self.added = "", 0
        """The log that is sent, and how many entries of it are not the host's."""
        self.known, self.surely = [""], 0
        """What the client could say that it has of the log, view by view, and which of it it surely has."""
        self.asked: dict[int, int] = {}
        """Which of these it has when it answers a prompt."""
        self.pings = 0
        self.view: Map = {}
        """The latest view that was sent."""
        self.words = ""
        """The check words of the second player, which the client should have, too."""

    def once(self, trial: str) -> bool:
        """Whether this was not tried yet; now it is."""
        is_new = trial not in self.done
        self.done[trial] = None
        return is_new

    def expect(self, what: str, *, holds: bool) -> None:
        """Note that the client does something wrong, unless it holds that it does what is expected."""
        if not holds:
            self.faults[what] = None


class Line:
    """One connection of the client, passed on to the host."""

    def __init__(self, trials: Trials, client: tuple[Any, Any], host: tuple[Any, Any]) -> None:
        self.trials = trials
        self._client, self._host = client, host
        self._open = False
        self._sending = asyncio.Lock()

    async def relay(self) -> None:
        """Pass messages on in both directions until one end is gone, or a cut comes."""
        both = [asyncio.ensure_future(self._up()), asyncio.ensure_future(self._down())]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for task in both:
            task.cancel()
        errors = await asyncio.gather(*both, return_exceptions=True)
        for _, writer in (self._client, self._host):
            writer.transport.abort()
        for error in errors:
            if error and not isinstance(error, Cut | OSError | EOFError | asyncio.CancelledError):
                raise error

    async def _up(self) -> None:
        async for message in _messages(self._client[0]):
            if await self._from_client(message):
                await self._send(self._host[1], message)

    async def _down(self) -> None:
        async for message in _messages(self._host[0]):
            for each in self._from_host(message):
                await self._send_in_pieces(each)
            if message.get("code") == "left":
                self.trials.is_over.set()

    # What the client says

    async def _from_client(self, message: Map) -> bool:
        """Judge a message of the client; return whether the host gets it."""
        trials = self.trials
        match message["type"]:
            case "join":
                known = message["known"]
                trials.expect("the token stays the same", holds=trials.token in {None, message["token"]})
                trials.expect("`known` is what it has", holds=known in trials.known[trials.surely :])
                trials.token, trials.pings = message["token"], 0
                trials.is_open &= trials.move.get("id") not in trials.answered
                log_id, _, end = known.partition(":")
                message["known"] = f"{log_id}:{max(0, int(end) - trials.added)}" if end else ""
            case "move":
                return await self._moves(message)
            case "pong":
                trials.pings -= 1
        return True

    async def _moves(self, message: Map) -> bool:
        trials, move = self.trials, message["id"]
        is_again = move == trials.move.get("id")
        trials.expect("one move at a time, and none on an older view", holds=is_again or not trials.is_open)
        trials.expect("each move has its own id", holds=is_again or move not in trials.answered)
        if not is_again and _is_act(message) and _is_act(trials.move):
            is_new = message["prompt"] > trials.move["prompt"] or trials.move["id"] in trials.rejected
            trials.expect("a move without an answer is sent again with the same id", holds=is_new)
        trials.surely = max(trials.surely, trials.asked.get(message["prompt"], 0))
        trials.move, trials.is_open = message, trials.is_open or not is_again
        if is_again or not _is_act(message) or not trials.once("a move is answered with `stale`"):
            return True
        trials.answered.add(move)
        trials.rejected.add(move)
        refusal = {"type": "reject", "id": move, "code": "stale", "payload": msgpack.packb(STALE)}
        await self._send_in_pieces({**refusal, **LATER})
        await self._send_in_pieces(self._shown_again(move))
        return False

    def _shown_again(self, answered: bytes) -> Map:
        """Return the latest view once more: it brings nothing new, but names a move."""
        table = msgpack.unpackb(self.trials.view["payload"])
        log_start = table["log_start"] + len(table["log"])
        news = {"log": [], "log_id": "", "log_start": log_start}
        kept = {name: part for name, part in table.items() if name not in {"dealing", "record", "words"}}
        self.trials.is_open = False
        return {**self.trials.view, "answered": answered, "payload": msgpack.packb(kept | news)}

    # What the host says

    def _from_host(self, message: Map) -> list[Map]:
        """Return what the client gets for a message of the host. Raises Cut."""
        trials = self.trials
        match message["type"]:
            case "hello":
                message["features"] = {**message["features"], "fair": 2, "later": 1}
                trials.once("the host has features of a later version")
            case "welcome":
                if trials.once("a cut between `join` and `welcome`"):
                    raise Cut
                self._open = True
            case "ack" | "reject":
                if _is_act(trials.move) and trials.once("a cut before the answer to a move"):
                    raise Cut
                trials.answered.add(message["id"])
                trials.rejected |= {message["id"]} if message["type"] == "reject" else set()
            case "ping":
                trials.expect("each ping gets a pong", holds=trials.pings < 2)
                trials.pings += 1
            case "view":
                self._look(message)
        unknown = [{"type": "later", "of": [{"a": None}]}]
        is_next = self._open and trials.once("messages of unknown types")
        return [*(unknown if is_next else []), {**message, **LATER}]

    def _look(self, message: Map) -> None:
        """Add fields and an event of a later version to a view."""
        trials = self.trials
        table = msgpack.unpackb(message["payload"])
        for place in (table, *table["occupants"], table.get("match"), (table.get("match") or {}).get("view")):
            if place:
                place.update(LATER)
        log, start = table.get("log", []), table.get("log_start", 0)
        for entry in log:
            if entry["event"] == "undo":
                trials.once("a move is taken back")
            entry.update(LATER)
        if table.get("log_id"):
            trials.log_id, trials.added = table["log_id"], 1
            log = [{"event": "later", "seat": 0, "of": [{"event": 3}]}, *log]
        else:
            start += trials.added
        table.update(log=log, log_start=start)
        trials.asked.setdefault(message["prompt"], len(trials.known))
        trials.known.append(f"{trials.log_id}:{start + len(log)}")
        if "dealing" in table:
            trials.once("the seed is made together")
        message["payload"] = msgpack.packb(table)
        trials.is_open &= message.get("answered") != trials.move.get("id")
        trials.view = dict(message)
        trials.once("fields and events of a later version")

    # Bytes

    async def _send(self, writer: Any, message: Map) -> None:
        payload = msgpack.packb(message)
        writer.write(len(payload).to_bytes(4, "big") + payload)
        await writer.drain()

    async def _send_in_pieces(self, message: Map) -> None:
        """Send a frame in three pieces, or only some of them. Raises Cut."""
        writer, payload = self._client[1], msgpack.packb(message)
        frame = len(payload).to_bytes(4, "big") + payload
        is_cut = message["type"] == "view" and self.trials.once("a cut inside a frame")
        async with self._sending:
            for piece in (frame[:2], frame[2:9], frame[9:-1] if is_cut else frame[9:]):
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(0)
        if is_cut:
            await asyncio.sleep(0.05)
            raise Cut
        self.trials.once("frames in pieces")


def _is_act(move: Map) -> bool:
    return bool(move) and msgpack.unpackb(move["payload"]).get("request") == "act"


async def _messages(reader: asyncio.StreamReader) -> AsyncIterator[Map]:
    """Yield the messages of one end. Raises IncompleteReadError at the end."""
    while True:
        length = int.from_bytes(await reader.readexactly(4), "big")
        yield msgpack.unpackb(await reader.readexactly(length))


class Companion:
    """A second player, by our own client: at random, with second thoughts."""

    def __init__(self, session: RemoteSession) -> None:
        self.session, self._random = session, Random(1)
        self._asked, self._undone = 0, 0
        self.words = asyncio.Future[str]()
        session.open(self._hear)

    def _hear(self, event: SessionEvent) -> None:
        if isinstance(event, DealFound) and event.finding.words and not self.words.done():
            self.words.set_result(event.finding.words)
        if not isinstance(event, TableChanged) or event.table_view.match is None:
            return
        match, may = event.table_view.match, event.table_view.may
        if match.undo and self._undone < 3:
            self._undone += 1
            self._ask(Undo(), match.prompt)
        elif match.prompt not in {0, self._asked} and "act" in may:
            self._asked = match.prompt
            if self._random.random() < 0.1:
                for request in (Say("Hm, let me think."), Pause(True), Pause(False)):
                    self._ask(request)
            self._ask(Act(self._random.choice(match.moves)), match.prompt)

    def _ask(self, request: Request, prompt: int = 0) -> None:
        self.session.request(request, prompt)


async def practise(game: str, ready: Callable[[int, str], None]) -> Trials:
    """Host a table for one client, and return what it was put through. `ready` gets the port and the code."""
    trials, identity, records = Trials(), Identity.new(open=False), list[Record]()
    rules = GAMES[game]
    seats = max(3, rules.seats[0])
    spec = TableSpec(
        game=game,
        options=rules.options(),
        name="practice",
        seats=seats,
        bots=seats - 2,
        levels=("random",),
        pace=0.0,
    )
    journal = Journal(Path("nowhere"), Header(table=spec, identity=identity), JournalContents())
    table = TableApplication(journal, closing=trials.is_over.set, keep=records.append)
    host = Host([table.room], identity)
    await host.start(LOOPBACK)
    lines = set[asyncio.Task[None]]()

    async def connected(*client: Any) -> None:
        lines.add(asyncio.current_task())  # type: ignore[arg-type]
        there = await asyncio.open_connection(LOOPBACK, host.port, ssl=client_context())
        with suppress(asyncio.CancelledError):
            await Line(trials, client, there).relay()

    server = await asyncio.start_server(connected, LOOPBACK, ssl=host_context(identity))
    companion = Companion(
        RemoteSession(Address(LOOPBACK, host.port), name="Second thoughts", code=identity.code)
    )
    ready(server.sockets[0].getsockname()[1], identity.code or "")
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await trials.is_over.wait()
    with suppress(TimeoutError):
        trials.words = await asyncio.wait_for(companion.words, FAREWELL)
    trials.expect("the game is played to its end, and left", holds=bool(records) and trials.is_over.is_set())
    server.close()
    await companion.session.leave()
    for line in lines:
        line.cancel()
    table.close()
    await host.close()
    return trials


def main() -> int:
    """Practise once, and print what came of it."""
    game = sys.argv[1] if len(sys.argv) > 1 else "lucky-numbers"
    trials = asyncio.run(
        practise(game, lambda port, code: print(f"listening {LOOPBACK}:{port} code {code}", flush=True))
    )
    for trial in trials.done:
        print(f"tried: {trial}")
    print(f"check words: {trials.words or 'none were made'}")
    for fault in trials.faults:
        print(f"WRONG: not so: {fault}")
    return 1 if trials.faults else 0


if __name__ == "__main__":
    sys.exit(main())
