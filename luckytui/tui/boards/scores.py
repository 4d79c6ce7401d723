"""What the results tell of each game: its score as the game counts it, who led when, and what decided it.

Computed from the events that the game log knows: for one who came late, the rounds before are missing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from luckytui.games import lucky_box, lucky_jack, lucky_numbers, lucky_squares
from luckytui.games.interface import Ended, Event, Seat
from luckytui.games.shared import leaders
from luckytui.text import N_, _, in_figures, plural
from luckytui.tui.boards.lucky_jack.names import counted
from luckytui.tui.boards.lucky_squares.names import SIGNS
from luckytui.tui.boards.words import AnyModel, all_of, by, cell_name, points_words, you_or_name
from luckytui.tui.canvas import Ground

NOTHING = "·"
"""How a score of nothing is shown."""


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
    chips: Mapping[tuple[Seat, int], tuple[str, Ground]] = field(default_factory=dict)
    """A piece at the left of a cell, by seat and column: what is written on it, and its ground."""
    foot: Sequence[str] = ()
    """What is below each column."""
    boards: Mapping[Seat, Sequence[int]] = field(default_factory=dict)
    """The gardens of Lucky Numbers."""
    facts: Mapping[Seat, str] = field(default_factory=dict)
    """What is below each garden."""
    finals: Sequence[str] = ()
    """Each seat's final score with what it counts; none where that is points."""


def score_of(model: AnyModel, events: Sequence[Event], ended: Ended) -> Score:
    """Return the score of a game that is over."""
    score = _GAMES[model.table_view.game](model, events, ended)
    score.finals = score.finals or [*map(points_words, ended.scores)]
    return score


def _of(kind: type[Event], events: Sequence[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def _cell(points: int) -> str:
    return in_figures(points) if points else NOTHING


def _by_round(
    model: AnyModel, gains: Sequence[Sequence[int]], ended: Ended, caption: str, unit: str = ""
) -> Score:
    """Return the score of a game that is played in rounds, each with what every seat has won in it."""
    seats = range(len(ended.scores))
    first = model.view.number - len(gains) + 1
    heads = [_("round {number}", number=number) for number in range(first, first + len(gains))]
    curves = {seat: _curve([gain[seat] for gain in gains], ended.scores[seat]) for seat in seats}
    return Score(
        caption=caption,
        curves=curves,
        decided=_decided_by_round(model, gains, curves, ended),
        heads=[*heads, _("cents") if unit else _("points")],
        rows={
            seat: [*(_cell(gain[seat]) for gain in gains), f"{in_figures(ended.scores[seat])}{unit}"]
            for seat in seats
        },
    )


def _curve(gains: Sequence[int], end: int) -> list[int]:
    """Return how much there was before the first of these gains and after each, with this much at the end."""
    return [*accumulate(gains, initial=end - sum(gains))]


def _decided_by_round(
    model: AnyModel, gains: Sequence[Sequence[int]], curves: Mapping[Seat, Sequence[int]], ended: Ended
) -> str:
    """Say in which round the winner went ahead for good."""
    if len(ended.winners) > 1:
        return _shared(model, ended)
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
    return by(model, winner, mine, theirs, points=in_figures(gains[ahead][winner]), round=number)


def _ahead_since(curves: Mapping[Seat, Sequence[int]], winner: Seat) -> int | None:
    """Return the round, from 0, after which the winner was ahead for good; None if that is none of these."""
    standings = list(zip(*curves.values(), strict=True))
    not_ahead = [number for number, standing in enumerate(standings) if leaders(standing) != (winner,)]
    return not_ahead[-1] if not_ahead and not_ahead[-1] < len(standings) - 1 else None


def _shared(model: AnyModel, ended: Ended) -> str:
    names = all_of([you_or_name(model, seat) for seat in ended.winners])
    best = in_figures(ended.scores[ended.winners[0]])
    return _("A tie at {score}, and nothing to break it: {names} share the win.", score=best, names=names)


# ── The games ─────────────────────────────────────────────────────────────────────────────────────────


def _numbers(model: AnyModel, events: Sequence[Event], ended: Ended) -> Score:
    gardens = model.view.gardens
    empty = [lucky_numbers.empty_cells(garden) for garden in gardens]
    starts = [place for place, event in enumerate(events) if isinstance(event, lucky_numbers.GameStarted)]
    laid = _of(lucky_numbers.Laid, events[max(starts, default=0) :])
    curves = {}
    for seat, garden in enumerate(gardens):
        fills = [each.seat == seat and each.swapped is None for each in laid]
        curves[seat] = _curve(fills, len(garden) - empty[seat])
    winner = ended.winners[0]
    last = next((each for each in reversed(laid) if each.seat == winner), None)
    if len(ended.winners) > 1:
        decided = _shared(model, ended)
    elif last and not empty[winner]:
        words = (
            N_("Your {tile} on {cell} filled your garden."),
            N_("{name}'s {tile} on {cell} filled the garden."),
        )
        decided = by(model, winner, *words, tile=last.tile, cell=cell_name(last.cell))
    else:
        decided = _("The stack ran out: the fewest empty cells win.")
    facts = {
        seat: plural("{number} empty", "{number} empty", number) if number else _("full")
        for seat, number in enumerate(empty)
    }
    finals = [plural("{number} empty cell", "{number} empty cells", number) for number in ended.scores]
    if model.view.options.tournament:
        finals = []
        facts = {seat: f"{words} · {ended.scores[seat]:+}" for seat, words in facts.items()}
        decided = _("The points of all games of the tournament were added.")
    boards = dict(enumerate(gardens))
    return Score(_("Filled cells"), curves, decided, boards=boards, facts=facts, finals=finals)


def _jack(model: AnyModel, events: Sequence[Event], ended: Ended) -> Score:
    rounds = _of(lucky_jack.RoundEnded, events)
    seats = range(len(ended.scores))
    gains = [[each.points * (seat == each.seat) for seat in seats] for each in rounds]
    score = _by_round(model, gains, ended, _("Points"))
    score.foot = [counted(each.symbol, each.cards) if each.symbol else NOTHING for each in rounds]
    return score


def _squares(model: AnyModel, events: Sequence[Event], ended: Ended) -> Score:
    ends, showdowns = _of(lucky_squares.RoundEnded, events), _of(lucky_squares.Showdown, events)
    had: Sequence[int] = [lucky_squares.START_CENTS] * len(ended.scores)
    if ends and ends[0].number > 1:
        had, ends = ends[0].cents, ends[1:]
    gains = []
    for each in ends:
        gains.append([now - before for now, before in zip(each.cents, had, strict=True)])
        had = each.cents
    score = _by_round(model, gains, ended, _("Cents"), "¢")
    score.finals = [
        plural("{number} cent", "{number} cents", cents, number=in_figures(cents)) for cents in ended.scores
    ]
    score.chips = {
        (seat, column): (SIGNS[color], f"{'rim' if gains[column][seat] > 0 else 'square'}-{color}")
        for column, showdown in enumerate(showdowns[len(showdowns) - len(gains) :])
        for seat, color in enumerate(showdown.picks[: len(ended.scores)])
    }
    return score


_PARTS = {
    "cards": N_("cards"),
    "stars": N_("stars"),
    "crosses": N_("crosses"),
    "lightnings": N_("lightnings"),
    "moons": N_("moons"),
}
"""What Lucky Box scores besides the cards of each round, as its sheet counts it."""


def _box(model: AnyModel, events: Sequence[Event], ended: Ended) -> Score:
    rounds, sheets = _of(lucky_box.RoundEnded, events), _of(lucky_box.FinalScored, events)
    rows, curves = {}, {}
    for sheet in sheets:
        cards = [each.points[sheet.seat] for each in rounds]
        parts = [getattr(sheet, part) for part in list(_PARTS)[1:]]
        rows[sheet.seat] = [*map(_cell, [*cards, *parts]), in_figures(sheet.total)]
        curves[sheet.seat] = [0, *accumulate(cards), sheet.total]
    heads = [*(str(each.number) for each in rounds), "★", "╳", "ϟ", "☾", _("total")]
    return Score(_("Points"), curves, _decided_by_sheet(model, sheets, ended), heads, rows)


def _decided_by_sheet(model: AnyModel, sheets: Sequence[lucky_box.FinalScored], ended: Ended) -> str:
    """Say what broke a tie, or in which part of the sheet the winner was ahead most."""
    best = max(ended.scores)
    tied = [sheet for sheet in sheets if sheet.total == best]
    moons = {sheet.seat: model.view.players[sheet.seat].moons for sheet in tied}
    if len(sheets) == 1:
        return ""
    if len(tied) > 1:
        told = ", ".join(f"{you_or_name(model, seat)} {number}" for seat, number in moons.items())
        if len(ended.winners) > 1:
            return _("A tie at {score}, and in moons: the win is shared.", score=best)
        return _("A tie at {score} was broken by moons: {moons}.", score=best, moons=told)
    winner = tied[0]
    second = max((sheet for sheet in sheets if sheet is not winner), key=lambda sheet: sheet.total)
    part = max(_PARTS, key=lambda each: getattr(winner, each) - getattr(second, each))
    return _(
        "{part} made most of the difference to {name}: {points} more.",
        part=_(_PARTS[part]).capitalize(),
        name=you_or_name(model, second.seat),
        points=getattr(winner, part) - getattr(second, part),
    )


_GAMES: Mapping[str, Callable[[AnyModel, Sequence[Event], Ended], Score]] = {
    "lucky-numbers": _numbers,
    "lucky-jack": _jack,
    "lucky-box": _box,
    "lucky-squares": _squares,
}
