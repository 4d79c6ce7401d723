"""What happens at a table of Lucky Squares, picture by picture: the dice fall, the cards are turned up."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeVar

from msgspec.structs import replace

from luckytui.games.interface import CHANCE, Event, Seat
from luckytui.games.lucky_squares import rules
from luckytui.games.lucky_squares.rules import COLORS, Color, LuckySquaresView
from luckytui.shown.model import Model, Still

M = TypeVar("M", bound=Model[LuckySquaresView])


class Dice(NamedTuple):
    """The moment in which dice are rolled: what they show, the last one perhaps still falling."""

    rolls: Sequence[tuple[Color, int]]


class Turning(NamedTuple):
    """The moment in which the cards are turned up."""

    shown: rules.Showdown
    step: int
    """0: the cards are on their squares; 1: all are open; 2: what is lost is gone; 3: the rest is taken."""

    @property
    def is_last(self) -> bool:
        return self.step == 3


class Outcome(NamedTuple):
    """What became of a square when the cards were turned up, and of the cents on it."""

    color: Color
    cents: int
    seats: tuple[Seat, ...]
    """Who picked it: the player first, the ghost, as `CHANCE`, last."""

    @property
    def kind(self) -> Literal["taken", "push", "ghost", "stays"]:
        """Who takes the cents: one player, nobody, or the ghost; or whether they stay."""
        if len(self.seats) > 1:
            return "push"
        return "stays" if not self.seats else "ghost" if self.seats[0] == CHANCE else "taken"


def settled(shown: rules.Showdown, me: Seat) -> list[Outcome]:
    """Return what became of each square at a showdown."""
    outcomes = []
    for color, cents in zip(COLORS, shown.squares, strict=True):
        ghost = (CHANCE,) * (shown.ghost == color)
        outcomes.append(Outcome(color, cents, (*seats_on(color, shown.picks, me), *ghost)))
    return outcomes


def seats_on(color: Color, cards: Iterable[Color | None], me: Seat) -> Sequence[Seat]:
    """Return whose cards have a color, the player first."""
    return sorted((seat for seat, card in enumerate(cards) if card == color), key=me.__ne__)


def moments(model: M, before: M, news: Sequence[Event]) -> Iterator[Still[M]]:
    """Yield what was rolled, and how the round ended."""
    for place, event in enumerate(news):
        match event, *news[place + 1 : place + 2]:
            case [rules.Acted(action="populate", square=str() as color, rolled=int() as number), *_]:
                yield from _rolled(model, before.view, before.log, [(color, number)])
            case [rules.Showdown() as shown, rules.RoundEnded() as ended]:
                yield from _turned(model, before.view, [*before.log, *news[:place]], shown, ended)
    rolls = [event for event in news if isinstance(event, rules.Rolled)]
    if rolls and model.view.stage == "pick":
        view = replace(model.view, stage="roll")
        for roll in rolls:
            view = replace(view, squares=rules.put(view.squares, roll.color, -roll.number))
        told = [*before.log, *news[: news.index(rolls[0])]]
        yield from _rolled(model, view, told, [(roll.color, roll.number) for roll in rolls])


def _rolled(
    model: M, view: LuckySquaresView, told: Sequence[Event], rolls: Sequence[tuple[Color, int]]
) -> Iterator[Still[M]]:
    """Yield two pictures of each roll: first another number, then its own with half the coins."""
    for place, (color, number) in enumerate(rolls):
        for points, coins in ((7 - number, 0), (number, number // 2)):
            shown = replace(view, squares=rules.put(view.squares, color, coins))
            yield Still(model.posed(shown, told, Dice([*rolls[:place], (color, points)])), 0.1)
        view = replace(view, squares=rules.put(view.squares, color, number))


def _turned(
    model: M, view: LuckySquaresView, told: Sequence[Event], shown: rules.Showdown, ended: rules.RoundEnded
) -> Iterator[Still[M]]:
    """Yield the showdown's pictures, one for each `Turning.step`."""
    gains = {taken.seat: taken.cents for taken in shown.taken}
    cents = tuple(there - gains.get(seat, 0) for seat, there in enumerate(ended.cents))
    closed = replace(
        view, stage="ghost", active=(), pending=(), squares=shown.squares, cents=cents, square=None
    )
    opened = replace(closed, cards=shown.picks)
    lost = [one.color for one in settled(shown, model.me) if one.kind in {"push", "ghost"}]
    cleared = replace(opened, squares=rules.cleared(shown.squares, lost))
    left = rules.cleared(shown.squares, (*shown.picks, shown.ghost))
    over = replace(opened, stage="over", squares=left, cents=ended.cents)
    for step, each in enumerate((closed, opened, cleared)):
        yield Still(model.posed(each, told, Turning(shown, step)), 0.3)
    yield Still(model.posed(over, [*told, shown, ended], Turning(shown, 3)), None)
