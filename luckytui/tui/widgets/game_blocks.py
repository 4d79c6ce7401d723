"""The games as blocks of their own felt with some of their pieces, to choose one of."""

from collections.abc import Callable, Sequence

from rich.cells import cell_len

from luckytui.games import GAMES, data, short_title_of
from luckytui.games.interface import Game
from luckytui.shown.model import Place
from luckytui.tui.canvas import Canvas, cut, put_block
from luckytui.tui.themes import INKS, felt
from luckytui.tui.widgets.large import put_large, width_of
from luckytui.tui.widgets.painted import MEASURE, Painted

_GRID = 3
"""How many of the larger pieces are beside each other, in two rows."""
_LARGE, _USUAL, _HUGE = (9, 5), (13, 6), (20, 9)
"""From which size on a sign is drawn, how large a piece is at most, and the one with doubled points."""


def put_games(canvas: Canvas, y: int, height: int, games: Sequence[Game], here: Game | None = None) -> None:
    """Lay games beside each other: the one with the cursor in brackets, or each with its digit."""
    gap, step = 1 + (height > 4), (canvas.width - 1) // len(games)
    left = (canvas.width - len(games) * step + gap) // 2
    for number, game in enumerate(games):
        box = left + number * step, y, step - gap, height
        name = short_title_of(game.key)
        _put_game(canvas, *box, game, name if here else f"{number + 1} {name}", is_here=game == here)
        canvas.places["game", number] = box


def _put_game(
    canvas: Canvas, x: int, y: int, width: int, height: int, game: Game, name: str, *, is_here: bool
) -> None:
    """Lay a game: a row of small pieces or two of larger ones, below them its name and for how many it is."""
    canvas.fill(x, y, width, height, felt(game.key))
    players = game.for_players
    if height > 4:
        put_pieces(canvas, x + 1, y + 1, width - 2, height - 3, game.key)
        name = f"{name} · {game.players}"
    else:
        for number, (text, ink, ground, *_edge) in enumerate(pieces_of(game.key)[: (width - 1) // 3]):
            canvas.put(x + 1 + 3 * number, y, f"{text:^3}", ink, ground)
        is_short = cell_len(players) > width
        canvas.put_centered(x, y + 2, width, players.split()[0] if is_short else players, "faint")
    row = y + (height - 1 if height > 4 else 1)
    name = cut(name, width)
    if is_here:
        text = f"[{name:^{width - 2}}]" if cell_len(name) <= width - 2 else name
        canvas.put(x, row, text, "cursor")
        canvas.cursor = (x + 1, row)
    else:
        canvas.put_centered(x, row, width, name)


def pieces_of(game: str) -> Sequence[Sequence[str]]:
    """Return some of a game's pieces, each with what is on it, its ink, its ground and its lower edge.

    One in a color that nobody defines is left out: it must not stop the screen that shows all games.
    """
    return [each for each in data(game, "colors.toml").get("pieces", ()) if INKS.issuperset(each[1:])]


def put_pieces(canvas: Canvas, x: int, y: int, width: int, height: int, game: str) -> None:
    """Lay some of a game's pieces in the middle of a field, as large as there is room for."""
    gap = int(height > 6)
    wide, high = (width + 1) // _GRID - 1, height // 2 - gap
    scale = 2 if wide >= _HUGE[0] and high >= _HUGE[1] else 1
    wide, high = _HUGE if scale == 2 else (min(wide, _USUAL[0]), min(high, _USUAL[1]))
    is_large = wide >= _LARGE[0] and high >= _LARGE[1]
    high = high if is_large else min(high, 4)
    x += (width + 1 - _GRID * (wide + 1)) // 2
    y += max(0, height - 2 * high - gap) // 2
    for number, (text, ink, ground, edge) in enumerate(pieces_of(game)[: 2 * _GRID]):
        left, top = x + number % _GRID * (wide + 1), y + number // _GRID * (high + gap)
        put_block(canvas, left, top, wide, high, ground, edge, is_flat=True)
        drawn = width_of(text, "small", scale=scale) - scale if is_large else 0
        if text == "█":
            rows = max(1, high // 3)
            canvas.fill(left + 1, top + (high - rows) // 2, wide - 2, rows, ink)
        elif drawn > 0:
            at = left + (wide - drawn) // 2, top + (high - 3 * scale) // 2
            put_large(canvas, *at, text, ink, kind="small", scale=scale, lower=high % 2 == 0)
        else:
            canvas.put_centered(left, top + (high - 1) // 2, wide, text, ink, bold=True)


class GameBlocks(Painted):
    """All games beside each other, each with the digit that opens it."""

    DEFAULT_CSS = "GameBlocks { height: 8; display: none; }"
    MEASURE = MEASURE

    def __init__(self, choose: Callable[[int], None]) -> None:
        """`choose` is called with the number of the chosen game."""
        super().__init__()
        self._choose = choose

    def clicked(self, place: Place) -> None:
        self._choose(place[1])

    def paint(self, canvas: Canvas) -> None:
        put_games(canvas, 0, canvas.height - 1, [*GAMES.values()])
