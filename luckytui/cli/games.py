"""What `luckytui games` and `luckytui stats` do: the stored games, and what they add up to."""

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from msgspec import to_builtins

from luckytui.cli import commands, old_tables
from luckytui.cli.records import read_file
from luckytui.client import saved_seats
from luckytui.games import title_of
from luckytui.host.saved_tables import saved_tables
from luckytui.records.statistics import HEADS, figures, meeting_lines, of_person, people, title
from luckytui.records.store import Store, StoredGame
from luckytui.text import N_, UserError, _, dated, plural
from net.names import printable

_SHOWN = 8
"""How many characters of an id are shown: enough to tell games apart."""


def run(given: Namespace) -> int:
    """List the stored games that match the words, or do what a flag says with one of them."""
    store = Store()
    if given.old or given.restore or given.forget_old:
        return old_tables.run(given)
    if given.source:
        many = add(store, given.source)
        print(plural("{number} game is stored now.", "{number} games are stored now.", many))
    elif given.export:
        sys.stdout.buffer.write(store.text(store.find(given.export)))
        sys.stdout.buffer.flush()
    elif given.delete:
        game = store.find(given.delete)
        store.delete(game)
        print(_("Deleted: {game}", game=game[:_SHOWN]))
    elif given.open:
        return commands.show_record(store.record(store.find(given.open)), given)
    else:
        _list(store.games(given.words), given)
    return 0


def add(store: Store, file: Path) -> int:
    """Store the games of a record file (“-”: standard input); return how many. Raises UserError."""
    with read_file(file, N_("{file}: {why} Nothing was stored.")) as text:
        return store.add(text)


def _list(games: Sequence[StoredGame], given: Namespace) -> None:
    tables = [] if given.words else saved_tables(running=False)
    seats = [] if given.words else saved_seats.free()
    if given.json:
        unfinished = [
            *({"table": each.header.room, "name": each.header.table.name} for each in tables),
            *({"seat": each.room, "name": each.name, "address": str(each.address)} for each in seats),
        ]
        print(
            json.dumps({"games": to_builtins(games), "unfinished": unfinished}, ensure_ascii=False, indent=2)
        )
        return
    lines = [
        *map(line, games),
        *(
            _(
                "Unfinished: {name}, {game} with {players}. Resume it: {command}",
                name=each.header.table.name,
                game=title_of(each.header.table.game),
                players=", ".join(each.players),
                command=f"luckytui {'host' if each.header.owner else 'serve'} --resume {each.header.room}",
            )
            for each in tables
        ),
        *(
            _("A seat is kept for {name} at {address}.", name=each.name, address=each.address)
            for each in seats
        ),
        *([] if given.words else old_tables.notice()),
    ]
    nothing = _("No stored game matches.") if given.words else _("No game is stored yet.")
    print("\n".join(lines) or nothing)


def stats(given: Namespace) -> int:
    """Print a person's statistics."""
    stored = Store().games()
    everyone = people(stored)
    name = given.name or next(iter(everyone), "")
    if not everyone:
        raise UserError("No game played by a person is stored yet.")
    if name not in everyone:
        raise UserError("There is no stored game of {name}.", name=name)
    told = of_person(stored, name)
    if given.json:
        print(json.dumps({"everyone": everyone, **to_builtins(told)}, ensure_ascii=False, indent=2))
        return 0
    print(f"{printable(name)[:21]:22}" + "".join(f"{_(head):>15}" for head in HEADS))
    for totals in told.games:
        print(f"{title(totals):22}" + "".join(f"{figure:>15}" for figure in figures(totals)))
    for each in meeting_lines(told):
        print(printable(each))
    return 0


def line(game: StoredGame) -> str:
    """Return a stored game as a line of text."""
    outcome = printable(", ".join(game.outcomes))
    return f"{game.id[:_SHOWN]}  {dated(game.when)}  {title_of(game.game)}: {outcome}"
