"""Pig: a game of luckytui in a package of its own."""

from luckytui.games.pack import GamePack

PACK = GamePack(
    package=__name__,
    rules="rules:PIG",
    bots={"easy": "bots:EasyBot", "normal": "bots:NormalBot"},
)
