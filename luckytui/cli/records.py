"""Records in files: reading one game of them, and `luckytui verify`, which checks them all."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from luckytui.cli.exits import Exit
from luckytui.cli.values import Misuse
from luckytui.games.interface import Started
from luckytui.table.record import Record, RecordError, UnknownRecord, read
from luckytui.text import N_, UserError, _, say, system_reason
from net.names import printable


@contextmanager
def read_file(file: Path, problem: str = N_("{file}: {why}")) -> Iterator[bytes]:
    """Yield the content of a file (“-”: standard input). A RecordError in the block becomes a UserError."""
    try:
        yield sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise UserError(
            "{file} cannot be read: {why}. Name another file.", file=file, why=system_reason(error)
        ) from None
    except RecordError as error:
        raise UserError(problem, file=file, why=say(error.reason)) from None


def record_of(file: Path, number: int) -> Record:
    """Return one game's record from a file, checked against the rules. Raises UserError."""
    games = 0
    with read_file(file) as text:
        for games, record in enumerate(read(text), 1):
            if games == number:
                return record
    raise Misuse(
        "There is no game {number} in {file}: its last one is {last}.", number=number, file=file, last=games
    )


def verify(given: Namespace) -> int:
    """Check all records in a file, and say of each where its chance comes from. Raises UserError."""
    code = 0
    with read_file(given.file) as text:
        try:
            for number, record in enumerate(read(text), 1):
                print(
                    _("Game {number}, {game}: every line is right.", number=number, game=record.game.title),
                    _origin(record.started),
                )
                code = code if record.started.seed is not None else Exit.UNPROVEN
        except UnknownRecord as error:
            print(say(error.reason))
            code = Exit.UNPROVEN
    return code


def _origin(started: Started) -> str:
    if started.seed is None:
        return _("It has no seed, so chance could not be checked.")
    if started.shares is None:
        return _("The seed was chosen, by hand or by a program, and has nobody's values: it proves nothing.")
    values = started.shares.values
    given = ", ".join(printable(share.name) for share in values if share.value)
    left_out = ", ".join(printable(share.name) for share in values if not share.value)
    origin = (
        _("Chance follows from the values of {names}, and the host's secret.", names=given)
        if given
        else _("The seed has nobody's values, only the host's secret: it proves nothing.")
    )
    return " ".join([origin, _("Left out: {names}.", names=left_out)] if left_out else [origin])
