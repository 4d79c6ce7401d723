"""Whether every board fits every terminal: `make sizes` draws all, and prints what lies over something else.

From 60×20 to 240×65, with every number of seats and in each stage of a game. Each stage is drawn on every
eighth felt, and the next stage on the ones beside these; `python -m tests.tui.sizes 1` draws each on all.
"""

import sys
from collections.abc import Iterator
from itertools import count

from textual.geometry import Size

from luckytui.games import GAMES
from luckytui.tui.boards import BOARDS
from luckytui.tui.canvas import Canvas
from luckytui.tui.screens.table_base import WIDE, strip_rows
from screenshots import scenes
from tests.tui.fitting import watched

WIDTHS, HEIGHTS = range(60, 241), range(20, 66)
_VIEWS = 400
"""How many views of a game are looked at for its stages."""


def felt(width: int, height: int) -> Size:
    """Return how much of a terminal a board has."""
    if width >= WIDE:
        return Size(width - min(44, max(32, width * 27 // 100)), height - 3)
    return Size(width, height - 3 - strip_rows(height))


def models(game: str, seats: int) -> list[object]:
    """Return a model of each stage of a game, the latest one, as the first player sees it."""
    stages: dict[object, object] = {}
    seen = 0

    def note(view: scenes.MatchView) -> bool:
        nonlocal seen
        seen += 1
        stages[getattr(view.view, "stage", ""), view.prompt > 0] = view
        return seen > _VIEWS or scenes.over(view)

    scene = scenes.game(game, seats, note)
    shown = BOARDS[game].SHOWN.model
    return [
        shown(scenes.replace(scene, match=view)).settled(asked_again=True)  # type: ignore[arg-type]
        for view in stages.values()
    ]


def misfits(step: int) -> Iterator[str]:
    """Yield what does not fit, each with the game, its seats and the felt."""
    felts = sorted({felt(width, height) for width in WIDTHS for height in HEIGHTS})
    turn = count()
    for game, rules in GAMES.items():
        for seats in rules.seats:
            for model in models(game, seats):
                for size in felts[next(turn) % step :: step]:
                    with watched() as found:
                        BOARDS[game].PICTURE.paint(Canvas(size), model)
                    where = f"{game}, {seats} seats, {size.width}×{size.height}"
                    yield from (f"{where}: {each}" for each in sorted(found))


if __name__ == "__main__":
    found = [*misfits(int(sys.argv[1]) if len(sys.argv) > 1 else 8)]
    print("\n".join([*found, f"{len(found)} misfits"]))  # noqa: T201
    sys.exit(bool(found))
