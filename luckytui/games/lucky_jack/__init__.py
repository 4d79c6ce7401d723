"""Lucky Jack: everything of this game."""

from luckytui.games.pack import GamePack

PACK = GamePack(
    package=__name__,
    order=2,
    rules="rules:LUCKY_JACK",
    bots={"easy": "bots:EasyBot", "normal": "bots:NormalBot", "hard": "hard:HardBot"},
    worth="worth:LuckyJackWorth",
    model="model:LuckyJackModel",
    words="words",
    board="keys:LuckyJackBoard",
    results="results:score",
)
