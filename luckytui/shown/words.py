"""What every game's board says: who did something, who is awaited, who won."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec.structs import asdict
from rich.cells import cell_len

from luckytui.games import data
from luckytui.games.interface import CHANCE, POINTS, Event, Move, Seat, tag_of
from luckytui.shown.model import Model
from luckytui.text import N_, _, in_figures, plural

_LONGEST_WAITING = 60
"""How many columns the names of the awaited players may take; if they need more, they are counted."""

PROMPT_WIDTH = 73
"""How wide a prompt may be: the seconds of a clock need the rest of the line."""

AnyModel = Model[Any]

Role = Literal["", "strong", "faint", "act", "fresh", "warn", "cursor"]
"""What a text is for; the theme says how that looks. Empty: ordinary text; `act`: here something can be
done; `fresh`: this has just changed; `cursor`: here is the cursor."""
_LIKE_Y = re.compile(r"[ií]|hi(?![ae])", re.IGNORECASE)
"""How a name begins that sounds like the Spanish “y”: Inés, Hilda, but not Hierro."""
NOTHING = "·"
"""How a score of nothing is shown."""

WIDTH = 100
"""How long a line for the ear may be: readers announce longer ones badly."""

Sections = Mapping[str, Sequence[str]]
"""Sentences by the word that asks for them. The first entry is read out before a decision."""

_TURN = N_("your turn"), N_("{name}'s turn")

columns = cell_len
"""How many columns of a terminal a text takes."""


def in_one_line(parts: Sequence[str], hints: Sequence[str] = ()) -> str:
    """Return the parts of a prompt as one line, and those of the hints that there is room for."""
    words = " · ".join(filter(None, parts))
    for hint in filter(None, hints):
        if columns(f"{words} · {hint}") <= PROMPT_WIDTH:
            words = f"{words} · {hint}"
    return words


def enter(model: AnyModel) -> str:
    """Say what Enter does, as the move under the cursor calls it; empty: no legal move."""
    part = model.offered
    return _("Enter: {action}", action=part.name or part.text) if part else ""


def with_why(prompt: str, model: AnyModel) -> str:
    """Add to a prompt that Enter asks the rules why not, where the cursor is on a move that is not legal."""
    step = model.does("act")
    if not isinstance(step, Move) or step in model.moves:
        return prompt
    why = _("Enter: why")
    first, *more = prompt.split(" · ")
    return prompt if why in (first, *more) else " · ".join((first, why, *more))


def by(model: AnyModel, seat: Seat, mine: str, theirs: str, /, **values: object) -> str:
    """Return the sentence for what the player did, or the one for what somebody else, {name}, did."""
    return _(mine, **values) if seat == model.me else _(theirs, name=model.names[seat], **values)


def by_several(
    model: AnyModel, seats: Sequence[Seat], mine: str, theirs: str, /, *more: str, **values: object
) -> str:
    """Return the sentence for what {names} did with the player, or the one for what they did alone.

    `more` has further names, of people without a seat.
    """
    names = [*(model.names[seat] for seat in seats if seat != model.me), *more]
    return _(mine if model.me in seats else theirs, names=all_of(names), **values)


def told(model: AnyModel, event: Event, kind: str = "", /, **values: Any) -> str:
    """Say what happened, in the sentence that words.toml has for this kind of event.

    It is filled with the event's fields, or with these values instead. Of two sentences the first is for the
    player, the second for somebody else: `seat` says of whom it tells.
    """
    values = asdict(event) | values
    written = data(model.table_view.game, "words.toml")["log"][kind or tag_of(event)]
    return _(written, **values) if isinstance(written, str) else by(model, values["seat"], *written, **values)


def seat_name(model: AnyModel, seat: Seat) -> str:
    """Return who sits at a seat, and whether that is the player."""
    name = model.names[seat]
    return _("{name} (you)", name=name) if seat == model.me else name


def you_or_name(model: AnyModel, seat: Seat) -> str:
    """Return who sits at a seat, in a list within a sentence."""
    return _("you") if seat == model.me else model.names[seat]


def points_words(points: int) -> str:
    """Say how many points."""
    return plural(*POINTS, points, number=in_figures(points))


def with_sign(number: int) -> str:
    """Write a number with a plus or a minus; none of nothing."""
    return f"{number:+}".replace("-", "−") if number else "0"


def all_of(names: Sequence[str]) -> str:
    """Return names as one speaks of them: Ana, Ben and Cem. Of nobody it is empty."""
    *first, last = names or [""]
    if not first:
        return last
    said = _("{names} and {last}", names=", ".join(first), last=last)
    if _LIKE_Y.match(last) and said.endswith(end := f" y {last}"):  # Spanish says no “y” before its own sound
        return said.removesuffix(end) + f" e {last}"
    if last[:1] in "eE" and said.endswith(end := f" e {last}"):  # nor Italian “e”
        return said.removesuffix(end) + f" ed {last}"
    return said


def winners(model: AnyModel, seats: Sequence[Seat]) -> str:
    """Say who won."""
    if len(seats) > 1:
        return by_several(model, seats, N_("You share the win with {names}."), N_("{names} share the win."))
    return by(model, seats[0], N_("You win!"), N_("{name} wins."))


def turn(model: AnyModel) -> str:
    """Say in a few words, for the title, whose turn it is; words.toml may say of a stage what is asked."""
    if model.asked:
        own = data(model.table_view.game, "words.toml").get("turn", {}).get(getattr(model.view, "stage", ""))
        return _(own) if own else _("▸ your turn")
    active = model.view.active
    if len(active) == 1 and CHANCE not in active:
        return by(model, active[0], *_TURN)
    return waiting(model)


def waiting(model: AnyModel) -> str:
    """Say who is awaited, or that the game is over. Chance is awaited in a review alone."""
    if CHANCE in model.view.active:
        return _("Chance decides what comes next.")
    if not model.view.active:
        return _("The game is over.")
    names = [_awaited(model, seat) for seat in model.view.active if seat != model.me]
    if not names:
        return _("Waiting for you.")
    if len(names) < len(model.view.active):
        words = _("Waiting for {names} and you.", names=", ".join(names))
    else:
        words = _("Waiting for {names}.", names=all_of(names))
    if columns(words) <= _LONGEST_WAITING:
        return words
    return plural("Waiting for {number} player.", "Waiting for {number} players.", len(model.view.active))


def _awaited(model: AnyModel, seat: Seat) -> str:
    name, occupant = model.names[seat], model.table_view.occupants[seat]
    if occupant.kind == "left":
        return _("{name} (has left)", name=name)
    return name if occupant.here else _("{name} (lost the connection)", name=name)


def others(model: AnyModel) -> list[Seat]:
    """Return the other seats, in the order of play after the player's."""
    return [seat for seat in model.clockwise(model.owner) if seat != model.me]


def with_boards(sections: Sections, boards: Sections) -> Sections:
    """Add players' boards by their names, unless a name is a word that asks for something else."""
    return {**sections, **{name: told for name, told in boards.items() if name not in sections}}
