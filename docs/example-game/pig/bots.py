"""Players of Pig."""

from collections.abc import Sequence

from luckytui.bots.player import Bot
from luckytui.games.interface import Move
from pig.rules import Hold, PigView, Roll


class EasyBot(Bot):
    """Holds too early."""

    enough = 10

    def choose(self, view: PigView, moves: Sequence[Move]) -> Move:
        own = view.points[view.seat] + view.turn_total
        return Hold() if view.turn_total >= self.enough or own >= view.options.goal else Roll()


class NormalBot(EasyBot):
    """Holds at 20, where another roll wins as much as it may lose, on average."""

    enough = 20
