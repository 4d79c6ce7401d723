"""How a player puts a move together, part by part: by keys, clicks, typed names, answers in lines, or a hint.

A model gives each move as a path of parts. A `Selection` holds the legal paths, what is named of them so far,
and the place under the cursor. Naming the last part makes the move.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from luckytui.games.interface import Move
from luckytui.text import _

Place = tuple[Any, ...]
"""Something on the table that can be named: what kind of thing it is, and which one: ("cell", (2, 1)).

What a key names is called like its command: ("draw",).
"""

Rectangle = tuple[int, int, int, int]
"""Where a place is painted: its left column and top row, and how many columns and rows."""

STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
"""How far to the right and down the commands for the cursor go."""


class Part(NamedTuple):
    """A part of a move."""

    text: str
    """What it is called where it is offered."""
    words: tuple[str, ...] = ()
    """What can be typed for it in lines, besides its number."""
    rank: int = 0
    """Where it is offered: the lowest first."""
    asks: str = ""
    """What is asked next, once it is named."""
    name: str = ""
    """What it is called in a hint, if that is shorter."""
    places: tuple[Place, ...] = ()
    """Where it is on the table; several are named in any order. None: lines alone ask for it."""


class Path(NamedTuple):
    """A move, and the parts that it is put together from."""

    move: Move
    parts: Sequence[Part]

    def after(self, named: Sequence[Place]) -> Collection[Place] | None:
        """Return the places that can be named next; none if it is complete; None if it is another path."""
        for part in self.parts:
            taken, named = named[: len(part.places)], named[len(part.places) :]
            rest = [place for place in part.places if place not in taken]
            if len(rest) + len(taken) != len(part.places):
                return None
            if rest:
                return rest
        return None if named else ()


def in_order(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return paths as they are offered: those with the lowest rank first."""
    return tuple(sorted(paths, key=lambda path: [part.rank for part in path.parts]))


def named(parts: Sequence[Part]) -> str:
    """Return what a move with these parts is called in a hint."""
    first, *rest = filter(None, (part.name or part.text for part in parts))
    return _("{action}: {details}", action=first, details=", ".join(rest)) if rest else first


@dataclass(frozen=True)
class Selection:
    """What is named of a move, of all the legal ones (`paths`), those with the lowest rank first."""

    paths: tuple[Path, ...] = ()
    named: tuple[Place, ...] = ()
    """The places named so far, in that order."""
    at: Place | None = None
    """The place under the cursor."""
    typed: str = ""
    """What was typed of a place's label."""

    @property
    def open(self) -> list[Place]:
        """The places that can be named next, those with the lowest rank first."""
        places = (path.after(self.named) for path in self.paths)
        return [*dict.fromkeys(place for each in places if each for place in each)]

    def name(self, place: Place) -> "Move | Selection | None":
        """Name a place: return the move if it is complete, the longer selection, or None where no path fits.

        A place that belongs to another move than the one begun begins that one.
        """
        for named in (*self.named, place), (place,):
            rest = [(path, path.after(named)) for path in self.paths]
            complete = next((path.move for path, after in rest if after is not None and not after), None)
            if complete is not None:
                return complete
            if any(after for _path, after in rest):
                return replace(self, named=named, at=place, typed="")
        return None

    def back(self) -> "Selection | None":
        """Return the selection without what was named last, with the cursor there; None if nothing is."""
        if not self.named:
            return None
        return replace(self, named=self.named[:-1], at=self.named[-1], typed="")

    def pointing_at(self, move: Move) -> "Selection":
        """Return the selection in which Enter makes a legal move."""
        path = next(path for path in self.paths if path.move == move)
        *named, last = [place for part in path.parts for place in part.places]
        return replace(self, named=tuple(named), at=last, typed="")

    def kept_for(self, paths: tuple[Path, ...]) -> "Selection":
        """Return the selection for other legal paths, with all that is named as far as they allow it."""
        is_open = any(path.after(self.named) for path in paths)
        return replace(self, paths=paths, named=self.named if is_open else ())

    def after_typing(self, character: str, labels: Mapping[Place, str]) -> "Selection | None":
        """Return the selection after one more typed character; None if no label continues with it.

        Of several places with one label, the next one after the cursor is taken.
        """
        for typed in (self.typed + character, character):
            found = [place for place, label in labels.items() if label == typed]
            if found:
                return replace(self, at=following(self.at, labels, found), typed=typed)
            if any(label.startswith(typed) for label in labels.values()):
                return replace(self, typed=typed)
        return None


NOTHING = Selection()


def following(place: Any, order: Iterable[Any], wanted: Collection[Any]) -> Any:
    """Return the first wanted place after a place, in this order; after the last one, the first."""
    places = [*order]
    here = places.index(place) + 1 if place in places else 0
    return next(each for each in (*places[here:], *places[:here]) if each in wanted)


def beside(
    place: Place, command: str, painted: Mapping[Place, Rectangle], *, wraps: bool = False
) -> Place | None:
    """Return the nearest place in a direction; with `wraps`, beyond the last one comes the first."""
    if place not in painted:
        return None
    right, down = STEPS[command]
    x, y = _middle(painted[place])
    found: list[tuple[float, Place]] = []
    for other, rectangle in painted.items():
        to_x, to_y = _middle(rectangle)
        ahead = (to_x - x) * right + (to_y - y) * down
        aside = abs((to_x - x) * down) + abs((to_y - y) * right)
        if other != place and (ahead > 0 or (wraps and aside == 0)):
            # What lies straight ahead comes first; beyond the edge, what is farthest behind.
            found.append(((0 if ahead > 0 else 10_000) + ahead + 4 * aside, other))
    return min(found)[1] if found else None


def _middle(rectangle: Rectangle) -> tuple[float, float]:
    """Return the middle of a rectangle in columns: a row is as high as two columns are wide."""
    x, y, width, height = rectangle
    return x + width / 2, 2 * y + height
