"""Lucky Numbers: everything of this game."""

from luckytui.games.pack import GamePack

PACK = GamePack(
    package=__name__,
    order=1,
    rules="rules:LUCKY_NUMBERS",
    bots={"easy": "bots:EasyBot", "normal": "bots:NormalBot", "hard": "hard:HardBot"},
    worth="worth:LuckyNumbersWorth",
    model="model:LuckyNumbersModel",
    words="words",
    board="keys:LuckyNumbersBoard",
    results="results:score",
)
