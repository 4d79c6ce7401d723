"""`luckytui analyse`: what was luck in a game and what was play, as a table and step by step, or as JSON."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from luckytui.cli.records import record_of
from luckytui.games.interface import CHANCE, SPECTATOR, Event, Move, Seat, State
from luckytui.lab import analysis
from luckytui.lab.analysis import Analysis, Assessment
from luckytui.table.record import Record
from luckytui.table.views import MatchView, around
from luckytui.text import _, in_tenths, say_reason, signed
from net.names import printable


def run(given: Namespace) -> int:
    """Print the analysis of a record."""
    record = record_of(given.file, given.game)
    found = analysis.of(record)
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
        {"step": number, "move": step.move, **msgspec.to_builtins(assessed)}
        for number, (step, assessed) in enumerate(zip(record.steps, found.steps, strict=True), 1)
    ]
    return {"game": started.game, "id": started.id, "players": players, "steps": steps}


def _print_accounts(record: Record, found: Analysis) -> None:
    table = Table(box=None)
    table.add_column(_("player"))
    titles = (
        _("at the start"),
        _("luck"),
        _("play"),
        _("others and estimate"),
        _("result"),
        _("turning point"),
    )
    for title in titles:
        table.add_column(title, justify="right")
    for seat, name in enumerate(record.started.names):
        start, luck, play, others, result = found.account(seat)
        figures = in_tenths(start), signed(luck), signed(play), signed(others), in_tenths(result)
        table.add_row(printable(name), *figures, str(found.turning_point(seat) + 1))
    Console().print(table)
    print(_("In points.") if len(record.started.names) == 1 else _("In percent of the win."), end="\n\n")


def _lines(record: Record, found: Analysis) -> Iterator[str]:
    """Yield each step in words, with its figures."""
    state = record.game.new(record.started.seats, record.options)
    for number, (step, assessed) in enumerate(zip(record.steps, found.steps, strict=True), 1):
        before = state.copy()
        state.apply(step.seat, step.move)
        words = _in_words(record, state, step.seat, step.move, step.events)
        yield f"{number:4}  {words}{_figures(record, before, assessed)}"


def _figures(record: Record, before: State, assessed: Assessment) -> str:
    if assessed.seat == CHANCE:
        if not any(abs(luck) >= _LEAST for luck in assessed.luck):
            return ""
        lucks = (
            f"{printable(name)} {signed(luck)}"
            for name, luck in zip(record.started.names, assessed.luck, strict=True)
        )
        return " · " + _("luck: {lucks}", lucks=", ".join(lucks))
    if assessed.cost < _LEAST or assessed.best is None or assessed.reason is None:
        return ""
    after = before.copy()
    own = after.apply(assessed.seat, assessed.best)[:1]
    better = _in_words(record, after, assessed.seat, assessed.best, own)
    return " · " + _(
        "cost: {cost}, better: {better} {reason}",
        cost=in_tenths(assessed.cost),
        better=better,
        reason=say_reason(assessed.reason),
    )


_LEAST = 0.05
"""The smallest figure that is not 0.0."""


def _in_words(record: Record, state: State, seat: Seat, move: Move, events: Sequence[Event]) -> str:
    """Return what came of a move in words; where nothing did at once, the move as a record writes it."""
    from luckytui.shown.game import shown_of  # noqa: PLC0415 - slow to import

    view = MatchView(names=record.started.names, view=state.view(SPECTATOR))
    shown = shown_of(record.started.game)
    model = shown.model(around(view, record.started.game))
    told = [words for event in events if (words := shown.words.tell(event, model))]
    who = printable(record.started.names[seat]) if seat != CHANCE else ""
    return " ".join(told) or f"{who} {msgspec.json.encode(move).decode()}".strip()
