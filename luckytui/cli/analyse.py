"""`luckytui analyse`: what was luck in a game and what was play, as a table and step by step, or as JSON."""

from argparse import Namespace
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Column, Table

from luckytui.cli.records import record_of
from luckytui.lab import analysis
from luckytui.lab.analysis import Analysis
from luckytui.table.record import Record
from luckytui.text import _, in_tenths, signed
from net.names import printable

_THINK = 128
"""How often the moves of a decision are played out, without `--think`."""


def run(given: Namespace) -> int:
    """Print the analysis of a record."""
    record = record_of(given.file, given.game)
    found = analysis.of(record, given.think or _THINK)
    if given.json:
        print(msgspec.json.encode(_as_json(record, found)).decode())
        return 0
    _print_accounts(record, found)
    _print_steps(record, found)
    return 0


def _as_json(record: Record, found: Analysis) -> dict[str, Any]:
    started = record.started
    players = [
        {"name": name, **found.account(seat)._asdict(), "turning_point": found.turning_point(seat) + 1}
        for seat, name in enumerate(started.names)
    ]
    steps = [
        {
            "step": number + 1,
            "move": step.move,
            "luck": [found.luck(number, seat) for seat in range(started.seats)],
            **msgspec.to_builtins(found.steps[number]),
        }
        for number, step in enumerate(record.steps)
    ]
    return {"game": started.game, "id": started.id, "players": players, "steps": steps}


def _print_accounts(record: Record, found: Analysis) -> None:
    figures = (
        _("at the start"),
        _("luck"),
        _("mistakes"),
        _("others' mistakes"),
        _("result"),
        _("turning point"),
    )
    table = Table(_("player"), *(Column(title, justify="right") for title in figures), box=None)
    for seat, name in enumerate(record.started.names):
        start, luck, play, others, result = found.account(seat)
        told = in_tenths(start), signed(luck), signed(play), signed(others), in_tenths(result)
        table.add_row(printable(name), *told, str(found.turning_point(seat) + 1))
    Console().print(table)
    print(_("In points.") if len(record.started.names) == 1 else _("In percent of the win."), end="\n\n")


def _print_steps(record: Record, found: Analysis) -> None:
    """Print what each place of a review says, with the number of its first step."""
    from luckytui.shown.review import Review  # noqa: PLC0415 - slow to import

    review = Review(record)
    review.analysis, review.eyes = found, None
    while review.place < review.last:
        if words := review.verdict():
            print(f"{review.made + 1:4}  {words}")
        review.go(1)
