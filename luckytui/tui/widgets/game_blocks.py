"""The games as blocks of their own felt with some of their pieces, to choose one of."""

from collections.abc import Callable, Sequence

from rich.cells import cell_len

from luckytui.games import GAMES, data, short_title_of
from luckytui.games.interface import Game
from luckytui.shown.model import Place
from luckytui.text import _
from luckytui.tui.canvas import Canvas, cut, put_block
from luckytui.tui.themes import INKS, felt
from luckytui.tui.widgets.large import put_large
from luckytui.tui.widgets.painted import Painted

_GRID = 3
"""How many of the larger pieces are beside each other, in two rows."""
_LARGE = 9, 5
"""How large a piece is whose number is drawn."""


def put_game(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    game: Game,
    label: str = "",
    *,
    is_here: bool = False,
) -> None:
    """Lay a game: a row of small pieces or two of larger ones, below them what it is called and for how many.

    With the cursor, its name is in brackets.
    """
    canvas.fill(x, y, width, height, felt(game.key))
    name = label or short_title_of(game.key)
    players = _("{players} players", players=game.players)
    if height > 4:
        _put_pieces(canvas, x + 1, y + 1, width - 2, height - 3, game.key)
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


def _put_pieces(canvas: Canvas, x: int, y: int, width: int, height: int, game: str) -> None:
    rows = height // 2 - (height > 6)
    size = min((width + 1) // _GRID - 1, 13), min(rows, 6)
    if size[0] < _LARGE[0] or size[1] < _LARGE[1]:
        size = size[0], min(size[1], 4)
    left = x + (width - _GRID * (size[0] + 1) + 1) // 2
    for number, (text, ink, ground, edge) in enumerate(pieces_of(game)[: 2 * _GRID]):
        at = left + number % _GRID * (size[0] + 1), y + number // _GRID * (size[1] + (height > 6))
        put_block(canvas, *at, *size, ground, edge, is_flat=True)
        if text.isdecimal() and size[0] >= _LARGE[0] and size[1] >= _LARGE[1]:
            indent = (size[0] + 1 - 4 * len(text)) // 2
            put_large(canvas, at[0] + indent, at[1], text, ink, kind="small", lower=True)
        elif text == "█":
            canvas.put(at[0] + 1, at[1] + (size[1] - 1) // 2, text * (size[0] - 2), ink)
        else:
            canvas.put_centered(at[0], at[1] + (size[1] - 1) // 2, size[0], text, ink, bold=True)


class GameBlocks(Painted):
    """All games beside each other, each with the digit that opens it."""

    DEFAULT_CSS = "GameBlocks { height: 8; display: none; }"
    MEASURE = 174

    def __init__(self, choose: Callable[[int], None]) -> None:
        """`choose` is called with the number of the chosen game."""
        super().__init__()
        self._choose = choose

    def clicked(self, place: Place) -> None:
        self._choose(place[1])

    def paint(self, canvas: Canvas) -> None:
        each = (canvas.width - 2) // len(GAMES) - 2
        left = (canvas.width - len(GAMES) * (each + 2) + 2) // 2
        for number, game in enumerate(GAMES.values()):
            x = left + number * (each + 2)
            label = f"{number + 1} {short_title_of(game.key)}"
            put_game(canvas, x, 0, each, canvas.height - 1, game, label)
            canvas.places["game", number] = x, 0, each, canvas.height - 1
