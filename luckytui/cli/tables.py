"""The commands that host, find and join tables over the network."""

import asyncio
import json
import os
import secrets
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import BinaryIO, TextIO

from msgspec.structs import replace

from luckytui import settings
from luckytui.address import Address
from luckytui.cli import access, commands
from luckytui.cli.exits import Exit
from luckytui.cli.old_tables import table_words
from luckytui.cli.values import Misuse
from luckytui.client import saved_seats
from luckytui.client.autoplay import Outcome, autoplay
from luckytui.client.browse import look
from luckytui.client.listing import TableListing
from luckytui.client.remote import RemoteSession, reach
from luckytui.client.saved_seats import SavedSeat
from luckytui.games import GAMES, title_of
from luckytui.host.door import DoorPorts
from luckytui.host.journal import Journal, new_tables
from luckytui.host.launch import CODE, READY, LaunchRequest
from luckytui.host.saved_tables import path_of, reopen
from luckytui.host.serve import NotRecorded
from luckytui.host.serve import serve as serve_tables
from luckytui.records.store import Store
from luckytui.shown.navigation import AtTable
from luckytui.system.strict import read_json
from luckytui.table.spec import TableSpec
from luckytui.table.views import GuestDoor
from luckytui.text import CodeNeeded, UserError, _, plural, say, sentence_of, system_reason
from net import NetError, peek, write_code
from net.names import printable

_PATIENCE = 2.0
"""How many seconds to wait for the answer of a table."""


def host(given: Namespace) -> int:
    """Open a table for others, and play at it."""
    spec = None if _is_resumed(given) else _table(given)
    commands.need_terminal(given)
    if spec:
        opening = access.host(spec, settings.own_name(), bind=given.bind, port=given.port, door=_door(given))
    else:
        opening = access.resume(given.resume or _only_unfinished(), door=_door(given))
    return commands.draw(AtTable(asyncio.run(opening)), given)


def join(given: Namespace) -> int:
    """Join a table, with a screen or as a bot."""
    if given.autoplay:
        return asyncio.run(_autoplay(given))
    commands.need_terminal(given)
    return commands.draw(AtTable(asyncio.run(_join_table(given)).storing()), given)


def serve(given: Namespace) -> int:
    """Keep tables open for others."""
    open_tables = partial(reopen, path_of(given.resume)) if _is_resumed(given) else _open_new(given)
    try:
        record = given.record.open("a+b", buffering=0) if given.record else None
    except OSError as error:
        raise _unwritable(given.record, error) from None
    try:
        with record or nullcontext():
            asyncio.run(_serve_opened(open_tables, given, record))
    except NetError as error:
        raise UserError(sentence_of(error)) from None
    except NotRecorded as failure:
        raise _unwritable(given.record, failure.__cause__) from None
    return 0


def browse(given: Namespace) -> int:
    """List the tables on the network."""
    tables = asyncio.run(look(given.seconds))
    if given.json:
        print(json.dumps(list(map(_as_json, tables)), ensure_ascii=False, indent=2))
    elif tables:
        print("\n".join(map(_table_line, tables)))
    else:
        print(_("No table was found on this network."))
    return 0


async def _serve_opened(
    open_tables: Callable[[], Awaitable[Sequence[Journal]]], given: Namespace, record: BinaryIO | None
) -> None:
    await serve_tables(
        await open_tables(),
        once=given.once,
        record=record,
        ready=_tell_ready,
        warn=lambda sentence: _tell(f"luckytui: {say(sentence)}", sys.stderr),
        door=_door(given),
        door_ready=_tell_door,
        keep=Store().keep,
    )


async def _autoplay(given: Namespace) -> int:
    session = (await _join_table(given)).storing(level=given.autoplay)
    outcome = await autoplay(session, given.autoplay, Random(secrets.randbits(64)))
    print(_result(outcome))
    print(say(outcome.finding.reason) if outcome.finding else _("The record of the game did not come."))
    return Exit.CHEATED if outcome.finding and outcome.finding.verdict == "false" else Exit.DONE


# ── Which table to join: the address, the one that keeps a seat, or the only one ──────────────────


async def _join_table(given: Namespace) -> RemoteSession:
    """Return a seat at the table that is meant, or the one that is kept for this player. Raises UserError."""
    found = (given.address, None) if given.address else await _kept_seat(given) or await _only_table()
    (address, room), code = found, given.code
    while True:
        try:
            return await reach(
                address,
                name=settings.own_name(),
                any_name=given.player is None,
                code=code,
                room=room,
                watch=given.watch,
            )
        except CodeNeeded as needed:
            if given.code is not None:
                raise
            code = _typed_code(address, say(needed.reason))


def _typed_code(address: Address, reason: str) -> str:
    """Ask for a table's code in the terminal. Raises UserError where nobody answers."""
    if sys.stdin.isatty():
        with suppress(EOFError):
            return input(f"{reason} ")
    raise UserError(
        "{reason} Then join with it: luckytui join {address} --code CODE.", reason=reason, address=address
    )


async def _kept_seat(given: Namespace) -> tuple[Address, str] | None:
    """Return the table that keeps a seat for this player, if there is one that answers."""
    seats = [] if given.watch else saved_seats.free(given.player)
    answers = await asyncio.gather(*map(_still_kept, seats))
    return next(((seat.address, seat.room) for seat, kept in zip(seats, answers, strict=True) if kept), None)


async def _still_kept(seat: SavedSeat) -> bool:
    with suppress(NetError, TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            return (await peek(*seat.address, seat.room)).room == seat.room
    return False


async def _only_table() -> tuple[Address, str]:
    tables = await look(_PATIENCE)
    match [table for table in tables if table.mine] or tables:
        case [TableListing(address=Address() as address, room=room)]:
            return address, room
        case []:
            raise UserError(
                "No table was found on this network. Join by its address: luckytui join HOST:PORT."
            )
        case tables:
            raise UserError(
                "There are several tables. Name one of these addresses:\n{tables}",
                tables="\n".join(map(_table_line, tables)),
            )


# ── What the flags mean ───────────────────────────────────────────────────────────────────────────


def _is_resumed(given: Namespace) -> bool:
    """Whether a table is to be resumed; otherwise there is a new one. Raises Misuse for none or several."""
    if sum([given.resume is not None, hasattr(given, "game"), getattr(given, "owned", False)]) == 1:
        return given.resume is not None
    raise Misuse("Either name a game ({games}) or resume a table with --resume.", games=", ".join(GAMES))


def _only_unfinished() -> str:
    match access.own_tables(running=False):
        case [table]:
            return table.header.room
        case [] if running := access.own_tables(running=True):
            raise UserError(running[0].how_to_join)
        case []:
            raise UserError("There is no unfinished table that was opened here.")
        case tables:
            lines = [f"{each.header.room}  {table_words(each)}" for each in tables]
            raise UserError(
                "There are several unfinished tables. Name the room after --resume:\n{tables}",
                tables="\n".join(lines),
            )


def _door(given: Namespace) -> DoorPorts | None:
    return DoorPorts(given.ssh_port, given.web_port) if given.door else None


def _open_new(given: Namespace) -> Callable[[], Awaitable[Sequence[Journal]]]:
    if given.owned:
        try:
            request = read_json(sys.stdin.buffer.readline(), LaunchRequest)
        except (ValueError, LookupError):
            raise Misuse("--owned is for “luckytui host”, which writes to the input what it needs.") from None
        return partial(
            new_tables, [request.table], bind=request.bind, port=request.port, owner_token=request.token
        )
    spec, numbers = _table(given), range(1, given.tables + 1)
    numbered = [
        replace(spec, name=f"{spec.name} {number}", seed=spec.seed and f"{spec.seed} {number}")
        for number in numbers
    ]
    return partial(new_tables, numbered if given.tables > 1 else [spec], bind=given.bind, port=given.port)


def _table(given: Namespace) -> TableSpec:
    most = given.seats - 1
    if len(given.bots) > most:
        raise Misuse(
            "Bots can take at most {most} of the {seats} seats: one is for a person.",
            seats=given.seats,
            most=most,
        )
    name = printable(given.name or "") or _("{name}'s table", name=settings.own_name())
    return commands.spec_of(
        given,
        name=name,
        bots=len(given.bots),
        open=given.open,
        hints=not given.no_hints,
        undo=not given.no_undo,
    )


def _unwritable(file: Path, error: BaseException | None) -> UserError:
    return UserError(
        "The record cannot be written to {file}: {why}. Name another file.",
        file=file,
        why=system_reason(error),
    )


# ── In words ──────────────────────────────────────────────────────────────────────────────────────


def _tell_ready(address: Address, code: str | None) -> None:
    print(f"{READY}{address}" + (f"{CODE}{write_code(code)}" if code else ""), flush=True)


def _tell_door(door: GuestDoor) -> None:
    code = f"\ndoor{CODE}{door.code}" if door.code else ""
    ssh, web = (Address(door.address, port) for port in (door.ssh, door.web))
    _tell(f"ssh {ssh}\nweb http://{web}/{code}", sys.stdout)


def _tell(text: str, file: TextIO) -> None:
    """Print what happens at a host. If nobody reads it any more, stop printing: the table shows it, too."""
    try:
        print(text, file=file, flush=True)
    except OSError:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), file.fileno())


def _table_line(table: TableListing) -> str:
    """Return a table that was found as a line of text, and another if there are more than are listed."""
    line = _(
        "{name}: {game}, {taken} of {seats} seats taken, {state}, at {address}",
        name=table.label,
        game=title_of(table.game),
        taken=table.taken,
        seats=table.seats,
        state=_(table.state),
        address=table.address,
    )
    more = plural("… and {number} more table there", "… and {number} more tables there", table.more)
    return f"{line}\n{more}" if table.more else line


def _as_json(table: TableListing) -> dict[str, object]:
    host, port = table.address or (None, None)
    names = ("name", "host", "computer", "game", "taken", "seats", "state", "room", "code", "mine")
    return {"address": host, "port": port} | {name: getattr(table, name) for name in names}


def _result(outcome: Outcome) -> str:
    names = [*map(printable, outcome.names)]
    winners = [names[seat] for seat in outcome.end.winners]
    won = plural("{names} wins.", "{names} share the win.", len(winners), names=", ".join(winners))
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, outcome.end.scores, strict=True))
    return f"{won} {scores}"
