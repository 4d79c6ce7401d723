"""A game as a text to be read: its golden record, in which every change of the rules shows.

To write the golden records anew after such a change, and then to read what has changed:

    .venv/bin/python -m tests.games.golden && git diff tests/games/golden
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from luckytui.bots import make
from luckytui.games import GAMES
from luckytui.games.interface import SPECTATOR, Event, Game, Move, Seat, State, View
from luckytui.testing.plays import Play, Step, play, some

FOLDER = Path(__file__).parent / "golden"
SEATS = 3
"""Every game can be played by three."""
LEVEL = "easy"
"""Who plays it: players with an aim come to an end that a person wants to read."""
SHOWN = 6
"""How many positions of a game are shown as the one who moves sees them."""


def path(game: Game) -> Path:
    """Return where a game's golden record is kept."""
    return FOLDER / f"{game.key}.txt"


def text(game: Game) -> str:
    """Return the golden record of a game: what happens, what is hidden of it, and some positions."""
    bots = [make(game.key, LEVEL, Random(f"golden {seat}")) for seat in range(SEATS)]

    def choose(state: State, seat: Seat) -> Move:
        return bots[seat].choose(state.view(seat), state.moves(seat))

    return "\n".join(_lines(play(game, game.options(), SEATS, "golden", choose))) + "\n"


def _lines(played: Play) -> Iterator[str]:
    yield f"{played.game.title}, {SEATS} seats, the usual options"
    shown = some(played.decisions, SHOWN)
    for step in played.steps:
        if any(step is one for one in shown):
            yield from _position(step)
        yield from map(_line, step.events)
    yield ""
    yield "At the end:"
    yield from _view(played.end, SPECTATOR)


def _line(event: Event) -> str:
    told, open_to_all = _fields(event), _fields(event.seen_by(SPECTATOR))
    hidden = [name for name in told if told[name] != open_to_all[name]]
    words = [f"{name}={_short(value)}" for name, value in told.items() if name != "event"]
    return " ".join([told["event"], *words, *(f"({name} is hidden)" for name in hidden)])


def _position(step: Step) -> Iterator[str]:
    yield ""
    yield f"Seat {step.seat} sees:"
    yield from _view(step.before, step.seat)
    moves = step.before.moves(step.seat)
    yield f"  may: {', '.join(map(str, some(moves, 8)))}{' and more' if len(moves) > 8 else ''}"
    yield f"  does: {step.move}"
    yield ""


def _view(state: State, seat: int) -> Iterator[str]:
    view: View = state.view(seat)
    for name, value in _fields(view).items():
        if name not in {"seat", "seats", "options"}:
            yield f"  {name}: {_short(value)}"


def _fields(struct: msgspec.Struct) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(struct)
    return told


def _short(value: Any) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    for each in GAMES.values():
        path(each).write_text(text(each), encoding="utf-8")
