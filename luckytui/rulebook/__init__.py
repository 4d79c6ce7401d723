"""The rules of each game as data: paragraphs, many with a position in which the reader can make moves.

A game's rulebook is `rulebook.toml` in its folder. The pages of rules show it, the tests play all of its
positions, and a refused move names the paragraph that forbids it: so page, tests and rules cannot differ.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, Literal

import msgspec

from luckytui.games import GAMES, PACKS, data
from luckytui.games.interface import CHANCE, Game, Move, Seat, State, View
from luckytui.games.options import Options
from luckytui.text import N_, Sentence, UserError, _

SAME_AS = "@"
"""The first character of a reference: to the rulebook's `named` ("@card.7"), or to a field of the same view
("@players.0")."""


class Scene(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position as one seat sees it."""

    text: str
    """What there is to see or to try."""
    seats: int = 2
    seat: Seat = 0
    options: dict[str, Any] = {}
    view: dict[str, Any]
    """The fields of the seat's view that differ from those at the very beginning."""


class Position(Scene, frozen=True):
    """A position of the rulebook, and what is claimed of it. Moves are written as in a record."""

    legal: tuple[Any, ...] = ()
    exactly: bool = False
    """Whether `legal` lists all moves, not only some."""
    illegal: tuple[Any, ...] = ()
    """Moves that the rules refuse."""
    played: tuple[tuple[Seat, Any], ...] = ()
    """Moves that are made one after another, chance's included…"""
    after: dict[str, Any] = {}
    """…and fields of the seat's view after them."""
    winners: tuple[Seat, ...] = ()
    """Who has won after them; nobody while the game goes on."""


class Paragraph(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule in words."""

    key: str
    title: str
    text: str
    """Markdown."""
    status: Literal["printed", "ruling", "variant", "screen"] = "printed"
    """Whether the box says so, or it is a ruling of ours, a variant, or about what the screen shows."""
    only: dict[str, Any] = {}
    """The options with which it is played; it is left out at a table where one of them differs."""
    decisions: tuple[str, ...] = ()
    """The stages of the game whose decisions it explains."""
    refusals: tuple[str, ...] = ()
    """The texts with which the rules refuse what it forbids."""
    positions: tuple[Position, ...] = ()

    def is_played(self, options: Options) -> bool:
        return all(getattr(options, name) == value for name, value in self.only.items())


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: what the learner reads, the move to make, and what the others do after it."""

    text: str
    move: Any
    then: tuple[tuple[Seat, Any], ...] = ()
    """Moves of the other seats and of chance; "fallback" makes a seat's safe moves until it is done."""


class LessonScene(Scene, frozen=True):
    """A position of a lesson that is played on, step by step."""

    steps: tuple[LessonStep, ...]


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A first game that teaches: scenes, and a last word."""

    scenes: tuple[LessonScene, ...]
    end: str


class _Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    credits: str = N_("This game brings no rules to read.")
    paragraphs: tuple[Paragraph, ...] = ()
    named: dict[str, Any] = {}


@cache
def _read(game: str) -> _Rulebook:
    return msgspec.convert(_with_nulls(data(game, "rulebook.toml")), _Rulebook)


def games_with(file: str) -> list[Game]:
    """Return the games that have a file of this name, such as lesson.toml."""
    return [game for game in GAMES.values() if (PACKS[game.key].folder / file).exists()]


@cache
def lesson(game: str) -> Lesson:
    """Return the first game that teaches this game. Raises UserError if there is none."""
    written = _with_nulls(data(game, "lesson.toml"))
    if not written:
        text = N_("There is no lesson for {game}. Play it with bots: luckytui play {key}")
        raise UserError(text, game=GAMES[game].title, key=game)
    return msgspec.convert(written, Lesson)


def _with_nulls(value: Any) -> Any:
    """Return the data with None for every empty text: TOML has no null."""
    return _mapped(value, lambda text: text or None)


def _mapped(value: Any, change: Callable[[str], Any]) -> Any:
    if isinstance(value, dict):
        return {name: _mapped(each, change) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_mapped(each, change) for each in value]
    return change(value) if isinstance(value, str) else value


_TWO_WAYS = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
"""What a lesson says in two ways, "[at the board|in lines]": one who hears it presses no keys."""


def at_board(text: str) -> str:
    """Return a text of a lesson, in any language, for those who see the board."""
    return " ".join(_TWO_WAYS.sub(r"\1", text).split())


def in_lines(text: str) -> str:
    """Return a text of a lesson, in any language, for those who hear it."""
    return " ".join(_TWO_WAYS.sub(r"\2", text).split())


def credits_of(game: str) -> str:
    """Return whom a game is by, and that luckytui is independent of them."""
    return _read(game).credits


def paragraphs(game: str, options: Options | None = None) -> list[Paragraph]:
    """Return a game's rules, in order; with the options of a table, only what is played there."""
    return [part for part in _read(game).paragraphs if options is None or part.is_played(options)]


def about(game: str) -> str:
    """Return in a few words what a game is about; empty where it brings no rules."""
    return next((_(part.text) for part in paragraphs(game)), "")


def page(game: str) -> str:
    """Return all rules of a game as a page of text (Markdown)."""
    parts = (f"## {_(part.title)}\n\n{_(part.text).strip()}" for part in paragraphs(game))
    return "\n\n".join([f"# {GAMES[game].title}", *parts, _(credits_of(game)).strip()])


def at_decision(game: str, view: Any) -> Paragraph | None:
    """Return the paragraph on what a seat decides now; None where no paragraph is about that."""
    played = paragraphs(game, view.options)
    return next((part for part in played if view.stage in part.decisions), None)


def of_refusal(game: str, refusal: Sentence) -> Paragraph | None:
    """Return the paragraph that forbids what was refused in these words."""
    return next((part for part in paragraphs(game) if refusal.template in part.refusals), None)


def begin(game: str, position: Scene) -> State:
    """Return a complete state that its seat sees as the rulebook says.

    Raises ValidationError for an invalid view.
    """
    entry = GAMES[game]
    options = msgspec.convert(position.options, entry.options)
    first = entry.new(position.seats, options).view(position.seat)
    fields = {**msgspec.to_builtins(first), "active": [position.seat], **position.view}
    written = _resolved(fields, {**_read(game).named, **fields})
    view: View = msgspec.convert(written, entry.view)
    return entry.imagine(view, Random(0))


def _resolved(value: Any, known: dict[str, Any]) -> Any:
    """Return the data with every reference replaced by what it names."""

    def named(text: str) -> Any:
        if not text.startswith(SAME_AS):
            return text
        found: Any = known
        for step in text.removeprefix(SAME_AS).split("."):
            found = found[int(step) if step.isdecimal() else step]
        return _resolved(found, known)

    return _mapped(value, named)


def move(game: str, seat: Seat, written: Any) -> Move:
    """Return a move as a position writes it. Raises ValidationError for one that the game does not know."""
    entry = GAMES[game]
    made: Move = msgspec.convert(written, entry.chance if seat == CHANCE else entry.moves)
    return made


def moves_after(game: str, state: State, step: LessonStep) -> Iterator[tuple[Seat, Move]]:
    """Yield the moves that the others make after a step of a lesson, one by one as `state` goes on."""
    for seat, written in step.then:
        if written != "fallback":
            yield seat, move(game, seat, written)
        while written == "fallback" and seat in state.active:
            yield seat, state.fallback(seat)
