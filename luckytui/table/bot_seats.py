"""The bots at a table: each is shown what its own seat may see, and none of them can stop a game."""

import logging

from luckytui.bots import make
from luckytui.bots.player import Bot
from luckytui.games.interface import Game, Move, Seat
from luckytui.table.seeds import chance_of_bot
from luckytui.table.views import MatchView

log = logging.getLogger(__name__)


class BotSeats:
    """The bots of one game. Each may remember what it has seen from its seat."""

    def __init__(self, game: Game, game_seed: str) -> None:
        self._game = game
        self._seed = game_seed
        self._bots: dict[tuple[Seat, str], Bot] = {}

    def choose(self, seat: Seat, level: str, shown: MatchView) -> Move | None:
        """Return what a bot of this level does at the seat that is shown this; None if it fails."""
        try:
            move = self._bot(seat, level).choose(shown.view, shown.moves)
        except Exception:
            log.exception("A bot failed: %s at seat %s of %s", level, seat, self._game.key)
            return None
        if move not in shown.moves:
            log.error("A bot may not do that: %s at seat %s of %s, %s", level, seat, self._game.key, move)
            return None
        return move

    def _bot(self, seat: Seat, level: str) -> Bot:
        if (seat, level) not in self._bots:
            self._bots[seat, level] = make(self._game.key, level, chance_of_bot(self._seed, seat))
        return self._bots[seat, level]
