"""Tables for the tests of the host: one without sockets, and one that runs as a process of its own."""

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from luckytui.client.session import Log
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from luckytui.host.application import TableApplication
from luckytui.host.journal import Journal
from luckytui.host.journal_format import Header, JournalContents
from luckytui.table.payloads import decode_sentence, decode_table_view, encode
from luckytui.table.record import Record
from luckytui.table.requests import Request
from luckytui.table.spec import TableSpec
from luckytui.table.views import TableView
from luckytui.text import Sentence
from net import Ack, Identity, Member, NetError, Reject, Welcome
from net.messages import Join, Move
from net.security import fingerprint

TOKEN = bytes(range(32))
OWNER = fingerprint(TOKEN).hex()

IDENTITY = Identity.new(open=True)


def setup(**changes: Any) -> TableSpec:
    """A table of Lucky Numbers for two, bots without patience."""
    usual = TableSpec(
        game="lucky-numbers",
        options=LuckyNumbersOptions(),
        name="kitchen table",
        seats=2,
        bots=0,
        levels=("random",),
        seed="lucky",
        pace=0.0,
        turn_seconds=0,
        open=True,
    )
    return msgspec.structs.replace(usual, **changes)


def journal_of(*, owned: bool = False, **changes: Any) -> Journal:
    """The journal of a new table, which is nowhere until it is opened."""
    header = Header(table=setup(**changes), identity=IDENTITY, owner=OWNER if owned else None)
    return Journal(Path("nowhere"), header, JournalContents())


class Guest:
    """Somebody at a table, without a socket between: a member of the room and its line in one."""

    def __init__(
        self,
        at: "HostedTable",
        name: str,
        *,
        watch: bool = False,
        token: bytes | None = None,
        address: str | None = None,
    ) -> None:
        self.at = at
        self.is_forwarded = False
        self.address = address or f"where {name} is"
        self.features: dict[str, int] = {}
        self.is_held_back = False
        self.log = Log()
        """What it was told."""
        self.told: NetError | None = None
        """What the line was ended with."""
        self._woken = asyncio.Event()
        self.token = token or secrets.token_bytes(32)
        self.member: Member
        self.welcome: Welcome
        join = Join(room=None, name=name, watch=watch, token=self.token, new=token is None)
        self.member, self.welcome = at.room.join(join, self)

    def wake(self) -> None:
        """A newer view is due."""
        self._woken.set()

    async def see(self, wanted: Callable[[TableView], bool]) -> TableView:
        """Wait for a scene that is as wanted."""
        while not wanted(self.table_view):
            self._woken.clear()
            await self._woken.wait()
        return self.table_view

    def look(self) -> TableView:
        """See what there is to see, and wait for something newer."""
        self._woken.clear()
        return self.table_view

    @property
    def has_news(self) -> bool:
        """Whether there is something newer to see than at the last look."""
        return self._woken.is_set()

    def flush(self) -> None:
        """Nothing waits here."""

    def end(self, error: NetError) -> None:
        self.told = error

    @property
    def table_view(self) -> TableView:
        view = self.at.application.view(self.member)
        table_view = self.log.complete(decode_table_view(view.payload))
        assert view.prompt == (table_view.match.prompt if table_view.match else 0)
        return table_view

    def send(self, payload: bytes, prompt: int = 0) -> Ack | Reject:
        return self.at.room.move(self.member, Move(secrets.token_bytes(16), prompt, payload))

    def ask(self, request: Request, prompt: int = 0) -> Sentence | None:
        """Ask for something; return the reason if it was refused."""
        answer = self.send(encode(request), prompt)
        return decode_sentence(answer.payload) if isinstance(answer, Reject) else None

    def lose_line(self) -> None:
        self.at.room.lost(self.member, self, now=0.0)

    def come_back(self) -> None:
        name, known = self.member.name, self.log.known
        join = Join(room=None, name=name, watch=False, token=self.token, new=False, known=known)
        self.at.room.join(join, self)

    def leave(self) -> None:
        self.at.room.remove(self.member, "left")


class HostedTable:
    """A table behind a room, and what it has asked of its host process."""

    def __init__(self, journal: Journal | None = None, *, owned: bool = False, **changes: Any) -> None:
        self.closing = asyncio.Event()
        self.records: list[Record] = []
        self.journal = journal or journal_of(owned=owned, **changes)
        self.game = self.journal.header.table.rules
        self.application = TableApplication(self.journal, closing=self.closing.set, keep=self.records.append)
        self.room = self.application.room

    def __enter__(self) -> "HostedTable":
        return self

    def __exit__(self, *_: object) -> None:
        self.application.close()

    def join(self, name: str, **how: Any) -> Guest:
        return Guest(self, name, **how)
