"""What is shown step by step at a table of Lucky Squares: the dice, and the showdown."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from luckytui.games import lucky_squares as rules
from luckytui.games.interface import Event
from luckytui.games.lucky_squares import COLORS, Color
from luckytui.tui.boards.lucky_squares.model import Dice, LuckySquaresModel, Turning
from luckytui.tui.stage import Still


def moments(
    before: LuckySquaresModel, after: LuckySquaresModel, news: Sequence[Event]
) -> Iterator[Still[LuckySquaresModel]]:
    """Yield the pictures of what has happened: what was rolled, and how the round ended."""
    for event in news:
        match event:
            case rules.Acted(action="populate", square=str() as color, rolled=int() as number):
                yield from _die(before, color, number)
    if any(isinstance(event, rules.Showdown) for event in news):
        yield from _showdown(before, after, news)
    rolls = [(event.color, event.number) for event in news if isinstance(event, rules.Rolled)]
    if rolls and after.view.stage == "pick":
        yield from _dice(after, rolls)


def _die(before: LuckySquaresModel, color: Color, number: int) -> Iterator[Still[LuckySquaresModel]]:
    """Yield the one die of “populate”: any number, then its own and half the coins."""
    for points, coins in ((7 - number, 0), (number, number // 2)):
        view = replace(before.view, squares=rules.put(before.view.squares, color, coins))
        yield Still(before.posed(view, before.log, Dice(((color, points),))), 0.1)


def _dice(after: LuckySquaresModel, rolls: Sequence[tuple[Color, int]]) -> Iterator[Still[LuckySquaresModel]]:
    """Yield for each die any color and number, its color, then its number and half the coins."""
    squares = after.view.squares
    for color, number in rolls:
        squares = rules.put(squares, color, -number)
    for place, (color, number) in enumerate(rolls):
        lie, other = rolls[:place], COLORS[(COLORS.index(color) + 3) % len(COLORS)]
        falling = (other, 7 - number), (color, 7 - number), (color, number)
        for (shown, points), seconds in zip(falling, (0.07, 0.07, 0.1), strict=True):
            coins = number // 2 if points == number else 0
            view = replace(after.view, stage="roll", squares=rules.put(squares, color, coins))
            yield Still(after.posed(view, after.log, Dice((*lie, (shown, points)))), seconds)
        squares = rules.put(squares, color, number)


def _showdown(
    before: LuckySquaresModel, after: LuckySquaresModel, news: Sequence[Event]
) -> Iterator[Still[LuckySquaresModel]]:
    """Yield the cards on their squares, then all turned up; then what is lost goes, and what is taken."""
    place = max(place for place, event in enumerate(news) if isinstance(event, rules.Showdown))
    shown, ended = news[place : place + 2]
    assert isinstance(shown, rules.Showdown)  # noqa: S101 - it was looked for
    assert isinstance(ended, rules.RoundEnded)  # noqa: S101 - it comes next
    squares, cents = after.before, list(ended.cents)
    for taken in shown.taken:
        cents[taken.seat] -= taken.cents
    log = after.log[: after.log.index(shown) + 1]
    view = replace(
        before.view, stage="ghost", active=(), pending=(), squares=squares, cents=tuple(cents), square=None
    )
    yield Still(after.posed(view, log, Turning(0)), 0.3)
    view = replace(view, cards=shown.picks)
    yield Still(after.posed(view, log, Turning(1)), 0.3)
    lost = [*shown.pushed, *([shown.ghost] if shown.ghost else [])]
    view = replace(view, squares=rules.cleared(squares, lost))
    yield Still(after.posed(view, log, Turning(2)), 0.3)
    left = tuple(ended.squares[color] for color in COLORS)
    view = replace(view, stage="over", squares=left, cents=ended.cents)
    yield Still(after.posed(view, log, Turning(3)), None)
