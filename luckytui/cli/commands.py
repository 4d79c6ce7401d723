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
from typing import Any, BinaryIO, Final

from msgspec.structs import replace

from luckytui import access, rulebook, settings
from luckytui.address import Address
from luckytui.cli import games, man
from luckytui.cli.game_flags import options_of, usual_seats
from luckytui.cli.parser import parser
from luckytui.cli.records import record_of, verify
from luckytui.cli.values import Misuse
from luckytui.client import saved_seats
from luckytui.client.autoplay import Outcome, autoplay
from luckytui.client.browse import TableListing, look
from luckytui.client.local import ALONE
from luckytui.client.remote import RemoteSession, reach
from luckytui.client.saved_seats import SavedSeat
from luckytui.games import GAMES, title_of
from luckytui.host.door import DoorPorts
from luckytui.host.journal import Journal, new_tables
from luckytui.host.launch import CODE, READY, LaunchRequest, check_platform
from luckytui.host.saved_tables import path_of, reopen
from luckytui.host.serve import NotRecorded, serve
from luckytui.simulate import simulate, workers
from luckytui.store import Store
from luckytui.table.deal import Deal, deal_of_the_day, read_line
from luckytui.table.spec import TableSpec, decode_with_spec
from luckytui.table.views import GuestDoor
from luckytui.text import CodeNeeded, Sentence, UserError, _, plural, say, sentence_of, system_reason
from luckytui.tui.navigation import AtTable, EntryPoint, Home, Learn, Replay
from luckytui.viewer import Viewer
from net import NetError, peek, write_code
from net.names import printable

_TODAY = "today"
"""Instead of a deal: that of the day."""

_PATIENCE = 2.0
"""How many seconds to wait for the answer of a table."""

# ── With a screen ─────────────────────────────────────────────────────────────────────────────────


def _home(given: Namespace) -> int:
    _need_terminal(given)
    return _draw(Home(player_name(), access), given)


def _play(given: Namespace) -> int:
    deal = _deal(given)
    if deal and not hasattr(given, "game"):
        given = parser(["play"]).parse_args(["play", deal.game.key], given)
    spec = _spec(given, name=_(ALONE), bots=given.seats - 1, levels=given.bots)
    if deal:
        spec = deal.at(spec)
    _need_terminal(given)
    return _draw(AtTable(access.play_alone(spec, player_name())), given)


def _host(given: Namespace) -> int:
    spec = None if _is_resumed(given) else _table(given)
    _need_terminal(given)
    if spec:
        opening = access.host(spec, player_name(), bind=given.bind, port=given.port, door=_door(given))
    else:
        opening = access.resume(given.resume or _only_unfinished(), door=_door(given))
    return _draw(AtTable(asyncio.run(opening)), given)


def _join(given: Namespace) -> int:
    if given.autoplay:
        return asyncio.run(_autoplay(given))
    _need_terminal(given)
    return _draw(AtTable(access.keeping(asyncio.run(_join_table(given)))), given)


def _replay(given: Namespace) -> int:
    record = record_of(given.file, given.game)
    _need_terminal(given)
    return _draw(Replay(record), given)


def _games(given: Namespace) -> int:
    if not given.open:
        return games.run(given)
    record = games.stored_record(given.open)
    _need_terminal(given)
    return _draw(Replay(record), given)


def _analyse(given: Namespace) -> int:
    from luckytui.cli import analyse  # noqa: PLC0415 - slow, as it needs rich, which nothing here does

    return analyse.run(given, record_of(given.file, given.game))


def _arena(given: Namespace) -> int:
    from luckytui.cli import arena  # noqa: PLC0415 - as slow

    return arena.run(given, options_of(given))


def _learn(given: Namespace) -> int:
    _need_terminal(given)
    return _draw(Learn(given.game.key), given)


def _rules(given: Namespace) -> int:
    print(rulebook.page(given.game.key))
    return 0


def _is_plain(given: Namespace) -> bool:
    """Whether to draw nothing: asked for, set, or all that this terminal can."""
    wanted = given.plain or os.environ.get("LUCKYTUI_PLAIN") or settings.load()[0].plain
    can_draw = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return not given.drawn and (bool(wanted) or not can_draw)


def _need_terminal(given: Namespace) -> None:
    if not _is_plain(given) and not all(
        stream and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)
    ):
        raise UserError("This needs a terminal, and there is none here. “luckytui simulate” needs none.")


def _draw(start: EntryPoint, given: Namespace) -> int:
    # Most of the start-up time is the screen's, and only commands that draw need it.
    from luckytui.tui.ascii import is_locale_ascii  # noqa: PLC0415

    is_ascii = given.ascii or is_locale_ascii()
    if _is_plain(given):
        from luckytui.plain.home import run as run_in_lines  # noqa: PLC0415

        return run_in_lines(start, is_ascii=is_ascii)
    from luckytui.tui.app import run  # noqa: PLC0415

    return run(start, Viewer(is_ascii=is_ascii, is_slow=given.slow_link))


# ── Without one ───────────────────────────────────────────────────────────────────────────────────


def _serve(given: Namespace) -> int:
    check_platform()
    open_tables = partial(reopen, path_of(given.resume)) if _is_resumed(given) else _open_new(given)
    with _record_file(given.record) as record:
        try:
            asyncio.run(_serve_opened(open_tables, given, record))
        except NetError as error:
            raise UserError(sentence_of(error)) from None
        except NotRecorded as failure:
            raise _unwritable(given.record, failure.__cause__) from None
    return 0


def _browse(given: Namespace) -> int:
    tables = asyncio.run(look(given.seconds))
    if given.json:
        print(json.dumps(list(map(_as_json, tables)), ensure_ascii=False, indent=2))
    elif tables:
        print("\n".join(map(_table_line, tables)))
    else:
        print(_("No table was found on this network."))
    return 0


def _simulate(given: Namespace) -> int:
    seed, options = given.seed or secrets.token_hex(16), options_of(given)
    with workers(given.workers) as executor:
        for record in simulate(
            given.game, options, given.seats, given.bots, given.games, seed, given.think, executor
        ):
            sys.stdout.buffer.write(record)
    sys.stdout.buffer.flush()
    return 0


def _completion(given: Namespace) -> int:
    import shtab  # noqa: PLC0415 - only this command needs it

    print(shtab.complete(parser(), given.shell))
    return 0


def _man(_given: Namespace) -> int:
    print(man.page(parser()), end="")
    return 0


def _doctor(_given: Namespace) -> int:
    # It measures the terminal with the screen's own means, which are slow to import.
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
    open_tables: Callable[[], Awaitable[Sequence[Journal]]], given: Namespace, record: BinaryIO | None
) -> None:
    warn = (lambda _sentence: None) if given.owned else _warn  # an owner reads it at the table
    door_ready = (lambda _guest_door: None) if given.owned else _tell_door
    await serve(
        await open_tables(),
        once=given.once,
        record=record,
        ready=_tell_ready,
        warn=warn,
        door=_door(given),
        door_ready=door_ready,
        keep=Store().keep,
    )


async def _autoplay(given: Namespace) -> int:
    session = access.keeping(await _join_table(given), given.autoplay)
    print(_result(await autoplay(session, given.autoplay, Random(secrets.randbits(64)))))
    return 0


# ── Which table to join: the address, the one that keeps a seat, or the only one ──────────────────


async def _join_table(given: Namespace) -> RemoteSession:
    """Return a seat at the table that is meant, or the one that is kept for this player. Raises UserError."""
    if given.address:
        address, room = given.address, None
    else:
        address, room = await _kept_seat(given) or await _only_table()
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
        if given.code is not None:
            raise
        raise UserError(
            "{reason} Then join with it: luckytui join --code CODE.", reason=say(needed.reason)
        ) from None


async def _kept_seat(given: Namespace) -> tuple[Address, str] | None:
    """Return the table that keeps a seat for this player, if there is one that answers."""
    seats = [] if given.watch else saved_seats.free(given.name)
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


def player_name() -> str:
    """Return what the player is called: LUCKYTUI_NAME of the environment, the settings, or the login name."""
    try:
        set_name = os.environ.get("LUCKYTUI_NAME") or settings.load()[0].name
        return set_name or getpass.getuser().capitalize()
    except (OSError, KeyError, ImportError):
        return _("Player")


def _deal(given: Namespace) -> Deal | None:
    """Return the deal that is asked for; None: a new one. Raises UserError."""
    game, line = getattr(given, "game", None), getattr(given, "deal", None)
    if game is None and line in {None, _TODAY}:
        raise Misuse("Name a game ({games}), or a deal with --deal.", games=", ".join(GAMES))
    if line is None:
        return None
    deal = deal_of_the_day(game) if game and line == _TODAY else read_line(line)
    if game and not _leaves_to(deal, given):
        raise Misuse("A deal says which game it is, how many play and by which options: leave these out.")
    return deal


def _leaves_to(deal: Deal, given: Namespace) -> bool:
    """Whether the other flags say nothing else than the deal."""
    is_its_game = given.game == deal.game and given.seats in {deal.seats, usual_seats(deal.game)}
    return is_its_game and given.seed is None and not any(name.startswith("option_") for name in vars(given))


def _is_resumed(given: Namespace) -> bool:
    """Whether a table is to be resumed; otherwise there is a new one. Raises Misuse for none or several."""
    if sum([given.resume is not None, hasattr(given, "game"), given.owned]) == 1:
        return given.resume is not None
    raise Misuse(
        "Name a game ({games}), or resume a table with --resume: one of the two.", games=", ".join(GAMES)
    )


def _only_unfinished() -> str:
    match access.unfinished():
        case [table]:
            return table.room
        case [] if running := access.running():
            raise UserError(running[0].how_to_join)
        case []:
            raise UserError("There is no unfinished table that was opened here.")
        case tables:
            raise UserError(
                "There are several unfinished tables. Name the room after --resume:\n{tables}",
                tables="\n".join(map(_unfinished_line, tables)),
            )


def _door(given: Namespace) -> DoorPorts | None:
    return DoorPorts(given.ssh_port, given.web_port) if given.door else None


def _open_new(given: Namespace) -> Callable[[], Awaitable[Sequence[Journal]]]:
    if given.owned:
        try:
            request = decode_with_spec(sys.stdin.buffer.readline(), LaunchRequest)
        except (ValueError, LookupError):
            raise Misuse("--owned is for “luckytui host”, which writes to the input what it needs.") from None
        token, bind, port = request.token, request.bind, request.port
        return partial(new_tables, [request.table], bind=bind, port=port, owner_token=token)
    spec = _table(given)
    numbered = [
        replace(spec, name=f"{spec.name} {number}", seed=spec.seed and f"{spec.seed} {number}")
        for number in range(1, given.tables + 1)
    ]
    specs = numbered if given.tables > 1 else [spec]
    return partial(new_tables, specs, bind=given.bind, port=given.port)


def _table(given: Namespace) -> TableSpec:
    most = given.seats - 1
    if len(given.bots) > most:
        raise Misuse(
            "Bots can take at most {most} of the {seats} seats: one is for a person.",
            seats=given.seats,
            most=most,
        )
    name = printable(given.name or "") or _("{name}'s table", name=player_name())
    return _spec(
        given,
        name=name,
        bots=len(given.bots),
        levels=given.bots,
        open=given.open,
        hints=not given.no_hints,
        undo=not given.no_undo,
    )


def _spec(given: Namespace, **more: Any) -> TableSpec:
    more |= {name: getattr(given, name) for name in ("seats", "seed", "turn_seconds", "best_of")}
    more["pace"] = settings.PACES[settings.load()[0].bots] if given.pace is None else given.pace
    return TableSpec(game=given.game.key, options=options_of(given), **more)


def _record_file(file: Path | None) -> AbstractContextManager[BinaryIO | None]:
    """Open the file that takes records, if there is one, without a buffer."""
    if file is None:
        return nullcontext()
    try:
        return file.open("a+b", buffering=0)
    except OSError as error:
        raise _unwritable(file, error) from None


def _unwritable(file: Path, error: BaseException | None) -> UserError:
    return UserError(
        "The record cannot be written to {file}: {why}. Name another file.",
        file=file,
        why=system_reason(error),
    )


# ── In words ──────────────────────────────────────────────────────────────────────────────────────


def _folded(line: str) -> str:
    """Return a line folded to the terminal's width: all but the first row begin below its words."""
    if not sys.stdout.isatty():
        return line
    return textwrap.fill(line, shutil.get_terminal_size().columns, subsequent_indent=" " * 7)


def _tell_ready(address: Address, code: str | None) -> None:
    print(f"{READY}{address}" + (f"{CODE}{write_code(code)}" if code else ""), flush=True)


def _tell_door(door: GuestDoor) -> None:
    code = f"\ndoor{CODE}{door.code}" if door.code else ""
    ssh, web = (Address(door.address, port) for port in (door.ssh, door.web))
    print(f"ssh {ssh}\nweb http://{web}/{code}", flush=True)


def _warn(sentence: Sentence) -> None:
    print(f"luckytui: {say(sentence)}", file=sys.stderr, flush=True)


def _table_line(table: TableListing) -> str:
    """Return a table that was found as a line of text, and another if there are more than are listed."""
    line = _(
        "{name}: {game}, {taken} of {seats} seats taken, {state}, at {address}",
        name=table.name,
        game=title_of(table.game),
        taken=table.taken,
        seats=table.seats,
        state=_(table.state),
        address=table.address,
    )
    more = plural("… and {number} more table there", "… and {number} more tables there", table.more)
    return f"{line}\n{more}" if table.more else line


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
    host, port = table.address or (None, None)
    names = ("name", "game", "taken", "seats", "state", "room", "code", "mine")
    return {"address": host, "port": port} | {name: getattr(table, name) for name in names}


def _result(outcome: Outcome) -> str:
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
    "analyse": _analyse,
    "arena": _arena,
    "learn": _learn,
    "rules": _rules,
    "replay": _replay,
    "games": _games,
    "verify": verify,
    "stats": games.stats,
    "doctor": _doctor,
    "completion": _completion,
    "man": _man,
}
"""The commands by name. Each takes the parsed flags and returns the exit code."""
