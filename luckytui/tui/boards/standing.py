"""The standing in an animation, alike in every game: a bar for each player, with what was just gained."""

from collections.abc import Callable, Sequence

from luckytui.games.interface import Seat
from luckytui.shown.words import AnyModel, columns
from luckytui.tui.canvas import Canvas, put_player
from luckytui.tui.themes import player_ink

_NAME, _GAIN = 13, 8
"""How many columns a name takes, and a gain."""


def put_standing(
    canvas: Canvas,
    at: tuple[int, int],
    width: int,
    model: AnyModel,
    gains: Sequence[int],
    totals: Sequence[int],
    written: Callable[[int], str],
    *,
    step: int = 1,
    is_last: bool = False,
) -> None:
    """Paint a bar for each seat, the longest first: with the gap `step` rows each.

    `totals`: what each seat has in the end; `gains`: how much of that is new. The last picture shows them,
    and only there are the bars sorted again.
    """
    x, y = at
    before = [total - gain for total, gain in zip(totals, gains, strict=True)]
    shown = totals if is_last else before
    sums = max(columns(written(total)) for total in totals)
    bars, most = max(0, width - _NAME - sums - 1 - _GAIN), max(1, *totals)

    def order(seat: Seat) -> tuple[int, Seat]:
        return -shown[seat], seat

    for seat in sorted(range(len(totals)), key=order):
        put_player(canvas, x, y, model, seat, _NAME - 1)
        was, now = (max(0, value[seat]) * bars // most for value in (before, shown))
        for row in range(y, y + max(1, step - 1)):
            end = canvas.put(x + _NAME, row, "█" * was, player_ink(seat))
            canvas.put(end, row, "▓" * (now - was), player_ink(seat))
        canvas.put_right(x + width - _GAIN, y, written(shown[seat]), "strong")
        if is_last and gains[seat]:
            sign, ink = ("+", "fresh") if gains[seat] > 0 else ("", "warn")
            canvas.put(x + width - _GAIN + 1, y, f"{sign}{written(gains[seat])}", ink, bold=True)
        y += step
