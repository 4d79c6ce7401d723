"""Lucky Squares: everything of this game."""

from luckytui.games.pack import GamePack

PACK = GamePack(
    package=__name__,
    order=4,
    rules="rules:LUCKY_SQUARES",
    bots={"easy": "bots:EasyBot", "normal": "bots:NormalBot", "hard": "hard:HardBot"},
    worth="worth:LuckySquaresWorth",
    model="model:LuckySquaresModel",
    words="words",
    board="keys:LuckySquaresBoard",
    results="results:score",
)
