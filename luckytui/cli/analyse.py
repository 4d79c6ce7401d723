"""`luckytui analyse`: what was luck in a game and what was play, as a table and step by step, or as JSON."""

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Column, Table

from luckytui.cli.records import record_of
from luckytui.games.interface import CHANCE, SPECTATOR, Move, Seat, State, Step
from luckytui.lab import analysis
from luckytui.lab.analysis import Analysis
from luckytui.shown.scores import share
from luckytui.table.record import Record
from luckytui.text import _, in_tenths, say_reasons, signed
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
    for line in _lines(record, found):
        print(line)
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


def _lines(record: Record, found: Analysis) -> Iterator[str]:
    """Yield a line for each step worth mentioning, with its figures."""
    state = record.game.new(record.started.seats, record.options)
    for number, step in enumerate(record.steps):
        before = state.copy()
        state.apply(step.seat, step.move)
        words = _in_words(record, before, state, step)
        if line := f"{words}{_figures(record, before, found, number)}".strip(" ·"):
            yield f"{number + 1:4}  {line}"


def _figures(record: Record, before: State, found: Analysis, number: int) -> str:
    names, assessed = record.started.names, found.steps[number]
    if assessed.seat == CHANCE:
        lucks = [(name, found.luck(number, seat)) for seat, name in enumerate(names)]
        if not any(abs(luck) >= _LEAST for _name, luck in lucks):
            return ""
        told = ", ".join(f"{printable(name)} {share(luck, len(names), signed=True)}" for name, luck in lucks)
        return " · " + _("luck: {lucks}", lucks=told)
    if assessed.cost < _LEAST or assessed.best is None:
        return ""
    return " · " + _(
        "cost: {cost}, better: {better}. {reason}",
        cost=share(assessed.cost, len(names)),
        better=_named(record, before, assessed.seat, assessed.best),
        reason=say_reasons(assessed.reasons),
    )


_LEAST = 0.5
"""The smallest figure to print: it rounds to 1."""


def _in_words(record: Record, before: State, after: State, step: Step) -> str:
    """Say what a step led to, or what was chosen if that led to nothing yet."""
    from luckytui.shown.game import position, shown_of  # noqa: PLC0415 - slow to import

    tell, model = shown_of(record.started.game).words.tell, position(record, after.view(SPECTATOR))
    told = [words for event in step.events if (words := tell(event, model))]
    if told or step.seat == CHANCE:
        return " ".join(told)
    name = printable(record.started.names[step.seat])
    return f"{name}: {_named(record, before, step.seat, step.move)}"


def _named(record: Record, before: State, seat: Seat, move: Move) -> str:
    """Return what a move is called, as the player names it."""
    from luckytui.shown.game import position  # noqa: PLC0415 - slow to import
    from luckytui.shown.model import named  # noqa: PLC0415 - as above

    return named(position(record, before.view(seat), before.moves(seat)).parts(move))
