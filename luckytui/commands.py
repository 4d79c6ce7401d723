"""What each command of the command line does."""

import asyncio
import getpass
import json
import os
import secrets
import shutil
import sys
import textwrap
from argparse import Namespace
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, BinaryIO, Final, cast

from msgspec.structs import replace

from luckytui import access
from luckytui.address import Address
from luckytui.cli import Failure, Misuse
from luckytui.client.autoplay import Outcome, autoplay
from luckytui.client.browse import TableListing, look
from luckytui.client.local import ALONE, LocalSession
from luckytui.client.remote import RemoteSession, reach
from luckytui.client.saved_seats import SavedSeat, free
from luckytui.flags import read_flags
from luckytui.games import GAMES, title_of
from luckytui.games.options import Options
from luckytui.host.journal import Journal, new_tables, path_of, resumed_tables
from luckytui.host.launch import CODE, READY, LaunchRequest, read_request
from luckytui.host.serve import NotRecorded, serve
from luckytui.simulate import simulate
from luckytui.table.record import Record, RecordError, read
from luckytui.table.spec import TableSpec
from luckytui.text import CodeNeeded, Sentence, _, plural, say
from luckytui.tui.navigation import AtTable, EntryPoint, Home, Replay
from net import NetError, peek, write_code
from net.names import printable

_LOOK = 2.0
"""How many seconds to look for the only table: twice what one needs to be heard of."""


# ── With a screen ─────────────────────────────────────────────────────────────────────────────────


def _home(_given: Namespace) -> int:
    _need_terminal()
    return _draw(Home(player_name(), access))


def _play(given: Namespace) -> int:
    spec = _spec(given, name=_(ALONE), bots=given.seats - 1)
    _need_terminal()
    return _draw(AtTable(LocalSession(spec, player_name())))


def _host(given: Namespace) -> int:
    resumed = _is_resumed(given)
    spec = None if resumed else _table(given)
    _need_terminal()
    if spec is None:
        opening = access.resume(given.resume or _only_unfinished())
    else:
        opening = access.host(spec, player_name(), bind=given.bind, port=given.port)
    return _draw(AtTable(asyncio.run(opening)))


def _join(given: Namespace) -> int:
    if given.autoplay is None:
        _need_terminal()
        return _draw(AtTable(asyncio.run(_reach(given))))
    return asyncio.run(_autoplay(given))


def _replay(given: Namespace) -> int:
    record = _record(given.file, given.game)
    _need_terminal()
    return _draw(Replay(record))


def _need_terminal() -> None:
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise Failure(
            _("This draws on a terminal, and there is none here. “luckytui simulate” plays without one.")
        )


def _draw(start: EntryPoint) -> int:
    # Most of the start-up time is the screen's, and only what draws needs it.
    from luckytui.tui.app import run  # noqa: PLC0415

    return run(start)


# ── Without one ───────────────────────────────────────────────────────────────────────────────────


def _serve(given: Namespace) -> int:
    open_tables = partial(resumed_tables, path_of(given.resume)) if _is_resumed(given) else _open_new(given)
    with _record_file(given.record) as record:
        try:
            asyncio.run(_serve_opened(open_tables, once=given.once, record=record, owned=given.owned))
        except NetError as error:
            raise Failure(_(error.template, **error.values)) from None
        except NotRecorded as failure:
            raise _unwritable(given.record, failure.__cause__) from None
    return 0


def _browse(given: Namespace) -> int:
    tables = asyncio.run(look(given.seconds))
    if given.json:
        print(json.dumps(list(map(_as_json, tables)), ensure_ascii=False, indent=2))
    elif tables:
        print("\n".join(_line(table) for table in tables))
    else:
        print(_("There is no table on this network that can be seen from here."))
    return 0


def _simulate(given: Namespace) -> int:
    options = _options(given)
    seed = given.seed or secrets.token_hex(16)
    for record in simulate(given.game, options, given.seats, given.levels, given.games, seed):
        sys.stdout.buffer.write(record)
    sys.stdout.buffer.flush()
    return 0


def _doctor(_given: Namespace) -> int:
    # It looks at the terminal with the screen's own eyes, which are slow to open.
    from luckytui.doctor import Mark, examine  # noqa: PLC0415

    faults = 0
    for finding in examine():
        print(_folded(f"{_(finding.mark.value):6} {finding.words}"), flush=True)
        faults += finding.mark is Mark.WRONG
    if faults:
        print(plural("{number} thing is wrong.", "{number} things are wrong.", faults))
        return 1
    print(_("Nothing is wrong: luckytui can be played here."))
    return 0


async def _serve_opened(
    open_tables: Callable[[], Awaitable[Sequence[Journal]]],
    *,
    once: bool,
    record: BinaryIO | None,
    owned: bool,
) -> None:
    warn = _ignore if owned else _warn
    await serve(await open_tables(), once=once, record=record, ready=_tell_ready, warn=warn)


async def _autoplay(given: Namespace) -> int:
    session = await _reach(given)
    outcome = await autoplay(session, given.autoplay, Random(secrets.randbits(64)))
    print(_result(outcome))
    return 0


# ── What the flags stand for ──────────────────────────────────────────────────────────────────────


def player_name() -> str:
    """Return what the player is called: LUCKYTUI_NAME of the environment, or the login name."""
    try:
        return os.environ.get("LUCKYTUI_NAME") or getpass.getuser().capitalize()
    except (OSError, KeyError):
        return _("Player")


def _options(given: Namespace) -> Options:
    try:
        return read_flags(given, given.game)
    except ValueError as error:
        raise Misuse(f"{error}.") from None


def _is_resumed(given: Namespace) -> bool:
    """Whether a table is to be gone on with; otherwise a game is named for a new one. Raises Misuse."""
    ways = [given.resume is not None, hasattr(given, "game"), given.owned]
    if sum(ways) == 1:
        return given.resume is not None
    games = ", ".join(GAMES)
    raise Misuse(_("Name a game ({games}), or go on with a table by --resume: one of the two.", games=games))


def _only_unfinished() -> str:
    match access.unfinished():
        case [table]:
            return table.room
        case []:
            raise Failure(_("There is no unfinished table that was opened here."))
        case tables:
            there = "\n".join(map(_unfinished_line, tables))
            raise Failure(
                _("There are several unfinished tables. Name the room after --resume:") + "\n" + there
            )


def _open_new(given: Namespace) -> Callable[[], Awaitable[Sequence[Journal]]]:
    if given.owned:
        request = _launch_request()
        return partial(
            new_tables, [request.table], bind=request.bind, port=request.port, owner_token=request.token
        )
    spec = _table(given)
    specs = [spec] if given.tables == 1 else _numbered(spec, given.tables)
    return partial(new_tables, specs, bind=given.bind, port=given.port)


def _numbered(spec: TableSpec, tables: int) -> Sequence[TableSpec]:
    """Return so many tables, told apart by a number behind the name, and each with a chance of its own."""
    return [
        replace(spec, name=f"{spec.name} {number}", seed=spec.seed and f"{spec.seed} {number}")
        for number in range(1, tables + 1)
    ]


def _table(given: Namespace) -> TableSpec:
    if given.bots >= given.seats:
        raise Misuse(
            _(
                "Of {seats} seats bots can have {most} at most: one is for a person.",
                seats=given.seats,
                most=given.seats - 1,
            )
        )
    name = printable(given.name or "") or access.table_of(player_name())
    return _spec(given, name=name, bots=given.bots, open=given.open)


def _spec(given: Namespace, **more: Any) -> TableSpec:
    return TableSpec(
        game=given.game.key,
        options=_options(given),
        seats=given.seats,
        level=given.level,
        seed=given.seed,
        pace=given.pace,
        turn_seconds=given.turn_seconds,
        **more,
    )


def _record_file(file: Path | None) -> AbstractContextManager[BinaryIO | None]:
    """Open the file that takes records, if there is one. What is written is there at once."""
    if file is None:
        return nullcontext()
    try:
        return file.open("a+b", buffering=0)
    except OSError as error:
        raise _unwritable(file, error) from None


def _unwritable(file: Path, error: BaseException | None) -> Failure:
    return Failure(
        _("The record cannot be written to {file}: {why}. Name another file.", file=file, why=_why(error))
    )


def _why(error: BaseException | None) -> str:
    """Return what the system says went wrong."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _launch_request() -> LaunchRequest:
    try:
        return read_request(sys.stdin.buffer.readline())
    except (ValueError, LookupError):
        raise Misuse(_("--owned is for “luckytui host”, which writes to the input what it needs.")) from None


def _record(file: Path, number: int) -> Record:
    """Return one game's record from a file, known to follow the rules."""
    games = 0
    try:
        for games, record in enumerate(read(file.read_bytes()), 1):
            if games == number:
                return record
    except OSError as error:
        told = _("{file} cannot be read: {why}. Name another file.", file=file, why=_why(error))
        raise Failure(told) from None
    except RecordError as error:
        raise Failure(_("{file}: {why}", file=file, why=say(error.reason))) from None
    raise Misuse(
        plural("There is {number} game in {file}.", "There are {number} games in {file}.", games, file=file)
    )


async def _reach(given: Namespace) -> RemoteSession:
    """Return a place at the table that is meant, or back the one that is held."""
    address, room = given.address, None
    if address is None:
        address, room = await _held_seat(given) or await _only_table()
    try:
        return await reach(
            address,
            name=player_name() if given.name is None else given.name,
            any_name=given.name is None,
            code=given.code,
            room=room,
            watch=given.watch,
        )
    except CodeNeeded as needed:
        how = _("Then join with it: luckytui join --code CODE.")
        raise Failure(say(needed.reason) + (f" {how}" if given.code is None else "")) from None


async def _held_seat(given: Namespace) -> tuple[Address, str] | None:
    """Return the table that holds a seat for this player, if there is one that answers."""
    held = [] if given.watch else free(given.name)
    answers = await asyncio.gather(*map(_still_holds, held))
    return next(
        ((saved_seat.address, saved_seat.room) for saved_seat, yes in zip(held, answers, strict=True) if yes),
        None,
    )


async def _still_holds(saved_seat: SavedSeat) -> bool:
    with suppress(NetError, TimeoutError):
        async with asyncio.timeout(_LOOK):
            return (await peek(*saved_seat.address, saved_seat.room)).room == saved_seat.room
    return False


async def _only_table() -> tuple[Address, str]:
    tables = await look(_LOOK)
    match tables:
        case [table]:
            return cast("Address", table.address), table.room
        case []:
            raise Failure(
                _("No table was found on this network. Join by its address: luckytui join HOST:PORT.")
            )
        case _:
            there = "\n".join(_line(table) for table in tables)
            raise Failure(_("There are several tables. Name one of these addresses:") + "\n" + there)


# ── In words ──────────────────────────────────────────────────────────────────────────────────────


def _folded(line: str) -> str:
    """Return a line in as many as the terminal needs; all but the first begin below its words."""
    if not sys.stdout.isatty():
        return line
    return textwrap.fill(line, shutil.get_terminal_size().columns, subsequent_indent=" " * 7)


def _tell_ready(address: Address, code: str | None) -> None:
    print(f"{READY}{address}" + (f"{CODE}{write_code(code)}" if code else ""), flush=True)


def _warn(sentence: Sentence) -> None:
    print(f"luckytui: {say(sentence)}", file=sys.stderr, flush=True)


def _ignore(_sentence: Sentence) -> None:
    """The owner is told at the table."""


def _unfinished_line(table: TableListing) -> str:
    return _(
        "{room}: {name}, {game} with {players}, until {when}",
        room=table.room,
        name=table.name,
        game=title_of(table.game),
        players=", ".join(table.players),
        when=f"{table.when:%x %H:%M}",
    )


def _as_json(table: TableListing) -> dict[str, object]:
    """Return a table as `browse --json` prints it."""
    host, port = cast("Address", table.address)
    return {
        "address": host,
        "port": port,
        "name": table.name,
        "game": table.game,
        "taken": table.taken,
        "seats": table.seats,
        "state": table.state,
        "room": table.room,
        "code": table.code,
        "mine": table.mine,
    }


def _line(table: TableListing) -> str:
    return _(
        "{name}: {game}, {taken} of {seats} seats taken, {state}, at {address}",
        name=table.name,
        game=title_of(table.game),
        taken=table.taken,
        seats=table.seats,
        state=_(table.state),
        address=table.address,
    )


def _result(outcome: Outcome) -> str:
    """Return who has won, and everybody's score."""
    names = [printable(name) for name in outcome.names]
    winners = [names[seat] for seat in outcome.end.winners]
    won = plural("{names} wins.", "{names} share the win.", len(winners), names=", ".join(winners))
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, outcome.end.scores, strict=True))
    return f"{won} {scores}"


COMMANDS: Final[Mapping[str, Callable[[Namespace], int]]] = {
    "home": _home,
    "play": _play,
    "host": _host,
    "serve": _serve,
    "join": _join,
    "browse": _browse,
    "simulate": _simulate,
    "replay": _replay,
    "doctor": _doctor,
}
"""The commands by name. Each takes what was read of the command line and returns the exit code."""
