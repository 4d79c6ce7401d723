"""What is shown of a game that brings nothing but its rules: the fields of its view, and its moves as a list.

The names come from the rules: a move `roll`, an event `rolled` with a field `pips`, a view's field
`turn_total`. The sentences that the game's words.toml has take their place:

    [moves]
    roll = "roll the die"
    [log]
    rolled = ["You rolled a {pips}.", "{name} rolled a {pips}."]

`_` finds translations of all these in the catalogue of the game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, astuple

from luckytui.games import data
from luckytui.games.interface import Ended, Event, Move, Seat, Started, TurnBegan, View, tag_of
from luckytui.shown.model import Model, Part, Place
from luckytui.shown.words import AnyModel, Sections, seat_name, told, waiting, winners
from luckytui.text import N_, _, in_figures

_SHOWN_ANYWAY = {*View.__struct_fields__, "turn"}


@dataclass(frozen=True)
class ListModel(Model[View]):
    """The legal moves as a list, each with a place of its own: its number."""

    WRAPS = True

    def parts(self, move: Move) -> Sequence[Part]:
        place = "move", self.moves.index(move) if move in self.moves else -1
        name = label(tag_of(move))
        typed = " ".join((name, *map(value_words, astuple(move))))
        return (Part(move_words(self, move), (name, typed), places=(place,)),)

    def question(self) -> str:
        return _("What do you do?")

    @property
    def places(self) -> Mapping[Place, str]:
        return {("move", number): "" for number in range(len(self.moves))}

    def start(self) -> Place | None:
        return ("move", 0) if self.moves else None


def label(name: str) -> str:
    """Return the name of something in the rules as words."""
    return _(name.replace("_", " "))


def value_words(value: Any) -> str:
    """Return a value in words."""
    match value:
        case bool():
            return _("yes") if value else _("no")
        case int():
            return in_figures(value)
        case str():
            return _(value)
        case Struct():
            return _fields(asdict(value))
        case tuple() | list():
            return ", ".join(map(value_words, value)) or "–"
        case dict():
            return _fields(value)
    return "–"


def _fields(values: dict[Any, Any]) -> str:
    return ", ".join(f"{label(str(name))} {value_words(value)}" for name, value in values.items())


def move_words(model: AnyModel, move: Move) -> str:
    """Return what a move is called."""
    named = data(model.table_view.game, "words.toml").get("moves", {}).get(tag_of(move))
    if named:
        return _(named, **{name: value_words(value) for name, value in asdict(move).items()})
    return f"{label(tag_of(move))} {_fields(asdict(move))}".strip()


def facts(model: AnyModel) -> list[tuple[str, str]]:
    """Return the names and values in the position that belong to no single seat."""
    return [(label(name), value_words(value)) for name, value, is_by_seat in _known(model) if not is_by_seat]


def facts_of(model: AnyModel, seat: Seat) -> str:
    """Return the values in the position that belong to a seat."""
    return _fields({name: value[seat] for name, value, is_by_seat in _known(model) if is_by_seat})


def _known(model: AnyModel) -> Iterator[tuple[str, Any, bool]]:
    """Yield the fields of the view that only this game has, and whether each has a value for every seat."""
    for name, value in asdict(model.view).items():
        if name not in _SHOWN_ANYWAY and value is not None:
            yield name, value, name in model.view.by_seat


# ── Words ─────────────────────────────────────────────────────────────────────────────────────────────


def prompt(model: ListModel) -> str:
    """Say what Enter would do."""
    if not model.at:
        return waiting(model)
    words = N_("Enter: {move} · ↑↓: another move") if len(model.moves) > 1 else N_("Enter: {move}")
    return _(words, move=move_words(model, model.moves[model.at[1]]))


def tell(event: Event, model: AnyModel) -> str | None:
    """Say what happened."""
    match event:
        case Ended():
            return winners(model, event.winners)
        case Started() | TurnBegan():
            return None
    if tag_of(event) in data(model.table_view.game, "words.toml").get("log", {}):
        return told(model, event)
    values = {name: value for name, value in asdict(event).items() if value is not None}
    seat = values.pop("seat", None)
    what = f"{label(tag_of(event))} {_fields(values)}".strip()
    return f"{what}." if seat is None else _("{name}: {what}.", name=seat_name(model, seat), what=what)


def hidden(_state: object, _seat: Seat) -> str:
    """Say nothing: only the game knows."""
    return ""


# ── For the ear ───────────────────────────────────────────────────────────────────────────────────────


def heard(model: AnyModel, _before: object, news: Sequence[Event]) -> Iterator[str]:
    """Tell what is new."""
    yield from filter(None, (tell(event, model) for event in news))


def sections(model: AnyModel) -> Sections:
    """Return what there is to tell of the table."""
    shared = [(name[:1].upper() + name[1:], what) for name, what in facts(model)]
    own = [(seat_name(model, seat), facts_of(model, seat)) for seat in model.clockwise(model.owner)]
    return {_("table"): [_("{name}: {what}.", name=name, what=what) for name, what in shared + own if what]}
