"""Super Mega Lucky Box: everything of this game."""

from luckytui.games.pack import GamePack

PACK = GamePack(
    package=__name__,
    order=3,
    rules="rules:LUCKY_BOX",
    bots={"easy": "bots:EasyBot", "normal": "bots:NormalBot", "hard": "hard:HardBot"},
    worth="worth:LuckyBoxWorth",
    model="model:LuckyBoxModel",
    words="words",
    board="keys:LuckyBoxBoard",
    results="results:score",
)
