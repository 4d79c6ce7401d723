"""Past games in lines: list, review, export or delete them, and hear statistics."""

from asyncio import to_thread
from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from luckytui.client.session import Session
from luckytui.games import score_words, title_of
from luckytui.plain.conversation import Conversation
from luckytui.plain.lines import Lines, Option, numbered, same
from luckytui.plain.review import PlainReview
from luckytui.records.statistics import LONG_HEADS, figures, meeting_lines, of_person, people, title
from luckytui.records.store import Store, StoredGame, export
from luckytui.shown import commands
from luckytui.shown.commands import Command
from luckytui.text import _, dated, in_a_row

_LISTED = 20
"""How many games are listed at most; the filter finds older ones."""


class PlainGames(Conversation):
    """Lists the stored games, the latest first."""

    ONLY_DRAWN: ClassVar = {"no", "back"}

    def __init__(self, lines: Lines, sit_down: Callable[[Session], Awaitable[object]]) -> None:
        super().__init__(lines)
        self._store, self._sit_down = Store(), sit_down
        self._words: Sequence[str] = ()
        self._games: Sequence[StoredGame] = ()

    async def run(self) -> None:
        typed = None
        while typed != "0":
            with self._lines.refusals():
                if typed is None or not await self._take(typed):
                    await self._list()
            typed = await self._lines.ask(_("Type a game's number to review it, “help”, or 0: back."))

    async def _list(self) -> None:
        self._games = (await to_thread(self._store.games, self._words))[:_LISTED]
        nothing = _("No stored game matches.") if self._words else _("No game is stored yet.")
        self._lines.offer([Option(_line(game), game) for game in self._games])
        self._lines.say("" if self._games else nothing)

    async def _take(self, typed: str) -> bool:
        """Handle what was typed. Return False if the games should be listed again."""
        game = numbered(typed, self._games)
        if not game:
            return await self.obey(typed)
        record = await to_thread(self._store.record, game.id)
        await PlainReview(self._lines, record, self._sit_down).run()
        return False

    def declared(self) -> Sequence[Command]:
        return commands.GAMES

    async def do_filter(self, rest: str) -> None:
        """List the games that match these words; without words, all."""
        self._words = rest.split()
        await self._list()

    async def do_export(self, rest: str) -> None:
        if game := self._meant(rest):
            file = await to_thread(export, self._store, game)
            self._lines.say(_("Exported to {file}", file=file.name))

    async def do_delete(self, rest: str) -> None:
        if game := self._meant(rest):
            words = _("{help} Type “{word}” once more if you mean it.", help=_line(game), word=_("delete"))
            if same(await self._lines.ask(words), _("delete")):
                await to_thread(self._store.delete, game.id)
                await self._list()

    def _meant(self, rest: str) -> StoredGame | None:
        """Return the game whose number was typed after a command, or say what to type."""
        game = numbered(rest, self._games)
        if not game:
            self._lines.say(_("Type the game's number after it."))
        return game

    async def do_statistics(self, rest: str) -> None:
        """Read out somebody's statistics; without a name, the player's own."""
        games = await to_thread(self._store.games)
        everyone = people(games)
        name = next((each for each in everyone if same(each, rest)), next(iter(everyone), ""))
        if not name:
            self._lines.say(_("No game is stored yet."))
            return
        found = await to_thread(of_person, games, name)
        self._lines.say(_("Statistics of {name}.", name=name))
        for totals in found.games:
            named = zip(LONG_HEADS, figures(totals), strict=True)
            told = in_a_row(f"{_(head)} {figure}" for head, figure in named if figure != "·")
            self._lines.say(_("{name}: {what}.", name=title(totals), what=told))
        self._lines.say(*meeting_lines(found))
        if len(everyone) > 1:
            self._lines.say(_("Others who have played: {names}.", names=", ".join(everyone[1:])))


def _line(game: StoredGame) -> str:
    scores = [(each, score_words(game.game, each.score, game.is_lowest_best)) for each in game.players]
    players = in_a_row(
        _("{name} {score}, won", name=each.name, score=score) if each.has_won else f"{each.name} {score}"
        for each, score in scores
    )
    return _("{name}: {what}.", name=f"{dated(game.when)}, {title_of(game.game)}", what=players)
