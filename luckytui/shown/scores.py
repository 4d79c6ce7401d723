"""What the results tell of each game: its score as the game counts it, who led when, and what decided it.

Computed from the events in the game log: for somebody who came late, earlier rounds are missing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from luckytui.games import PACKS, score_words
from luckytui.games.interface import Ended, Event, Seat, leaders
from luckytui.shown.words import NOTHING, AnyModel, by, by_several
from luckytui.text import N_, _, in_figures, in_percent, plural

if TYPE_CHECKING:
    from luckytui.lab.analysis import Analysis

_MUCH = 25.0
"""Luck of at least this much, in percent of a win, is called very good or very bad."""


@dataclass
class Score:
    """The score of one game. Its rows and curves are by seat."""

    caption: str
    """What the curves count."""
    curves: Mapping[Seat, Sequence[int]]
    """How much each seat had, from the beginning to the end."""
    decided: str
    heads: Sequence[str] = ()
    """The titles of the columns; none if the game's boards tell more than a table."""
    rows: Mapping[Seat, Sequence[str]] = field(default_factory=dict)
    chips: Mapping[tuple[Seat, int], tuple[str, str]] = field(default_factory=dict)
    """A piece at the left of a cell, by seat and column: what is written on it, and its background."""
    foot: Sequence[tuple[Sequence[str], Any]] = ()
    """What each column was won with: ways to say it, the longest first, and the piece that the game paints
    (`Board.put_final`)."""
    boards: Mapping[Seat, Any] = field(default_factory=dict)
    """What each player's board is, which the game paints in place of a table (`Board.put_final`)."""
    facts: Mapping[Seat, tuple[str, str]] = field(default_factory=dict)
    """What is below each board, and its role."""
    finals: Sequence[str] = ()
    """Each seat's final score in words; empty if they are written like any score of the game."""


def score_of(model: AnyModel, events: Sequence[Event], ended: Ended) -> Score:
    """Return the score of a game that is over."""
    pack = PACKS[model.table_view.game]
    score: Score = pack.part(pack.results)(model, events, ended) if pack.results else _points(ended)
    score.finals = score.finals or [_in_words(model, each) for each in ended.scores]
    return score


def _in_words(model: AnyModel, score: int) -> str:
    return score_words(model.table_view.game, score, model.table_view.options.lowest_wins)


def own_game(found: "Analysis", seat: Seat) -> str:
    """Say what luck and mistakes made of a player's game; nothing of luck where there is none to speak of."""
    from luckytui.lab.analysis import MISTAKE  # noqa: PLC0415 - the bots of all games, once a game is over

    players, luck, mistakes = len(found.start), found.account(seat).luck, mistakes_words(found, seat)
    if abs(luck) < MISTAKE:
        return mistakes
    if players == 1:
        return _("luck {luck}, {mistakes}", luck=share(luck, players, signed=True), mistakes=mistakes)
    good, bad = N_("good luck, {mistakes}"), N_("bad luck, {mistakes}")
    if abs(luck) >= _MUCH:  # a sum may exceed a whole win, so no figure would make sense here
        good, bad = N_("very good luck, {mistakes}"), N_("very bad luck, {mistakes}")
    return _(good if luck > 0 else bad, mistakes=mistakes)


def mistakes_words(found: "Analysis", seat: Seat) -> str:
    """Say how many mistakes a player made, and what the largest one cost."""
    if not (costs := found.mistakes(seat)):
        return _("no big mistake found")
    largest = share(-max(costs), len(found.start), signed=True)
    return plural(
        "{number} mistake ({largest})",
        "{number} mistakes, the largest {largest}",
        len(costs),
        largest=largest,
    )


def share(figure: float, players: int, *, signed: bool = False) -> str:
    """Return a figure of an analysis: in percent of the win, or in points for one player alone."""
    if players > 1:
        return in_percent(figure / 100, signed=signed)
    points = "+" * (signed and round(figure) > 0) + in_figures(round(figure))
    return plural("{points} point", "{points} points", abs(round(figure)), points=points)


def _points(ended: Ended) -> Score:
    """Return the score of a game of which no more is known."""
    curves = {seat: [0, points] for seat, points in enumerate(ended.scores)}
    rows = {seat: [in_figures(points)] for seat, points in enumerate(ended.scores)}
    return Score(_("Points"), curves, "", [_("points")], rows)


def of_kind(kind: type[Event], events: Sequence[Event]) -> list[Any]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def cell(points: int) -> str:
    """Return points as a table shows them."""
    return in_figures(points) if points else NOTHING


def by_round(
    model: AnyModel, gains: Sequence[Sequence[int]], ended: Ended, caption: str, unit: str = ""
) -> Score:
    """Return the score of a game that is played in rounds, each with what every seat has won in it."""
    seats = range(len(ended.scores))
    first = model.view.number - len(gains) + 1
    heads = [_("round {number}", number=number) for number in range(first, first + len(gains))]
    curves = {seat: curve([gain[seat] for gain in gains], ended.scores[seat]) for seat in seats}
    return Score(
        caption=caption,
        curves=curves,
        decided=_decided_by_round(model, gains, curves, ended),
        heads=[*heads, _("cents") if unit else _("points")],
        rows={
            seat: [*(cell(gain[seat]) for gain in gains), f"{in_figures(ended.scores[seat])}{unit}"]
            for seat in seats
        },
    )


def curve(gains: Sequence[int], end: int) -> list[int]:
    """Return how much there was before the first of these gains and after each, with this much at the end."""
    return [*accumulate(gains, initial=end - sum(gains))]


def _decided_by_round(
    model: AnyModel, gains: Sequence[Sequence[int]], curves: Mapping[Seat, Sequence[int]], ended: Ended
) -> str:
    """Say in which round the winner went ahead for good."""
    if len(ended.winners) > 1:
        return shared(model, ended)
    winner, ahead = ended.winners[0], _ahead_since(curves, ended.winners[0])
    if ahead is None:
        return ""
    if gains[ahead][winner] <= 0:
        mine, theirs = (
            N_("In round {round} the others fell behind you."),
            N_("In round {round} the others fell behind {name}."),
        )
    else:
        mine, theirs = (
            N_("{points} in round {round} put you ahead for good."),
            N_("{points} in round {round} put {name} ahead for good."),
        )
    number = model.view.number - len(gains) + 1 + ahead
    return by(model, winner, mine, theirs, points=_in_words(model, gains[ahead][winner]), round=number)


def _ahead_since(curves: Mapping[Seat, Sequence[int]], winner: Seat) -> int | None:
    """Return the round, from 0, after which the winner was ahead for good; None if that is none of these."""
    standings = list(zip(*curves.values(), strict=True))
    not_ahead = [number for number, standing in enumerate(standings) if leaders(standing) != (winner,)]
    return not_ahead[-1] if not_ahead and not_ahead[-1] < len(standings) - 1 else None


def shared(model: AnyModel, ended: Ended) -> str:
    """Say that these players share the win."""
    mine = N_("A tie at {score}, and nothing to break it: you share the win with {names}.")
    theirs = N_("A tie at {score}, and nothing to break it: {names} share the win.")
    return by_several(
        model, ended.winners, mine, theirs, score=_in_words(model, ended.scores[ended.winners[0]])
    )


def ranking(ended: Ended) -> list[Seat]:
    """Return the seats, the best first: the winners, then those whose scores are nearest to theirs."""
    best = ended.scores[ended.winners[0]]

    def place(seat: Seat) -> tuple[bool, int]:
        return seat not in ended.winners, abs(ended.scores[seat] - best)

    return sorted(range(len(ended.scores)), key=place)
