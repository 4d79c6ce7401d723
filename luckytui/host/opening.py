"""A table that is about to be served: a new one, or one whose host was ended before its time."""

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from luckytui import PROGRAM
from luckytui.games.interface import IllegalMove
from luckytui.host.application import TableApplication
from luckytui.host.journal import Journal, NoJournal, against_the_rules, siblings
from luckytui.host.journal_format import FORMAT, Header
from luckytui.table.match import StaleMove
from luckytui.table.record import Record
from luckytui.table.spec import TableSpec
from net import Identity


class Opening(NamedTuple):
    """What there is of a table before it is served."""

    spec: TableSpec
    identity: Identity
    journal: Journal
    bind: str | None
    """The address to listen on, None for all."""
    port: int | None
    """None: the usual one if it is free."""
    owner_token: bytes | None
    is_new: bool

    def application(self, *, closing: Callable[[], None], keep: Callable[[Record], None]) -> TableApplication:
        """Return the table. Raises NoJournal when the rules do not allow what the journal tells."""
        try:
            return TableApplication(
                self.spec, owner_token=self.owner_token, closing=closing, keep=keep, journal=self.journal
            )
        except (IllegalMove, StaleMove, LookupError, ValueError) as error:
            raise against_the_rules(self.journal.path, self.journal.header.program) from error


async def open_new(
    specs: Sequence[TableSpec], *, bind: str | None, port: int | None, owner_token: bytes | None
) -> Sequence[Opening]:
    """Return new tables for one host, with one identity, and a journal each. Raises NoJournal."""
    identity = await asyncio.to_thread(Identity.new, open=specs[0].open)
    openings: list[Opening] = []
    try:
        for spec in specs:
            seeded = replace(spec, seed=spec.seed or secrets.token_hex(16))
            header = _header(seeded, identity, bind=bind, port=port, owner_token=owner_token)
            journal = await asyncio.to_thread(Journal.new, header)
            openings.append(Opening(seeded, identity, journal, bind, port, owner_token, is_new=True))
    except NoJournal:
        for opening in openings:
            await opening.journal.close(remove=True)
        raise
    return openings


async def reopen(path: Path) -> Sequence[Opening]:
    """Return the table that a journal tells of, where and as it was, and behind it its host's other tables.

    Raises NoJournal. Others of which nothing can be made are left out.
    """
    first = await asyncio.to_thread(_reopen, path)
    others = []
    for sibling in await asyncio.to_thread(siblings, first.journal):
        with suppress(NoJournal):
            others.append(await asyncio.to_thread(_reopen, sibling))
    return [first, *others]


def _header(
    spec: TableSpec, identity: Identity, *, bind: str | None, port: int | None, owner_token: bytes | None
) -> Header:
    return Header(
        format=FORMAT,
        program=PROGRAM,
        room=secrets.token_hex(8),
        table=spec,
        owner=hashlib.sha256(owner_token).hexdigest() if owner_token else None,
        bind=bind,
        port=port or 0,
        certificate=identity.certificate.decode(),
        private_key=identity.key.decode(),
        code=identity.code,
        salt=identity.salt,
    )


def _reopen(path: Path) -> Opening:
    journal, remains = Journal.reopen(path)
    header = remains.header
    certificate, key = header.certificate.encode(), header.private_key.encode()
    identity = Identity(certificate=certificate, key=key, code=header.code, salt=header.salt)
    return Opening(header.table, identity, journal, header.bind, header.port, owner_token=None, is_new=False)
