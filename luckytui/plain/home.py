"""luckytui in lines, from the home menu to a table and back."""

import asyncio
import signal
from collections.abc import Awaitable, Sequence
from functools import partial

from msgspec.structs import replace

from luckytui import rulebook, settings
from luckytui.client.last_game import LastGame
from luckytui.client.listing import TableListing
from luckytui.client.session import Session
from luckytui.games import title_of
from luckytui.plain import pages
from luckytui.plain.games import PlainGames
from luckytui.plain.lines import Lines, Option
from luckytui.plain.review import PlainReview
from luckytui.plain.table import sit_down
from luckytui.settings import PACES
from luckytui.shown.navigation import AtTable, EntryPoint, Home, JoinTarget, Learn, Replay, target_of
from luckytui.shown.offers import (
    Kind,
    chosen_table,
    offers,
    offers_again,
    offers_for_another,
    tables_name,
)
from luckytui.system.programs import on_signals
from luckytui.text import N_, CodeNeeded, UserError, _, plural, say


def run(start: EntryPoint, *, is_ascii: bool = False) -> int:
    """Run luckytui in lines until the player leaves it; return the exit code."""
    lines = Lines(is_ascii=is_ascii)
    lines.say(_("This is luckytui in lines. At a table, “help” lists what you can type. “--drawn” draws."))
    try:
        return asyncio.run(_run(lines, start))
    except (EOFError, KeyboardInterrupt):
        return 0


async def _run(lines: Lines, start: EntryPoint) -> int:
    on_signals(("SIGTERM", "SIGHUP"), signal.default_int_handler)  # they end it as Ctrl-C does
    lines.start()
    match start:
        case Home():
            await PlainHome(lines, start).run()
        case AtTable(session=session):
            return 1 if await sit_down(lines, session) else 0
        case Replay(record=record):
            await PlainReview(lines, record, partial(sit_down, lines)).run()
        case Learn(game=game):
            await pages.learn(lines, game)
    return 0


class PlainHome:
    """The home menu and the ways from it."""

    def __init__(self, lines: Lines, home: Home) -> None:
        self._lines, self._sit_down = lines, partial(sit_down, lines)
        self._player, self._access = home
        self._tables: Sequence[TableListing] = ()
        self._is_at_menu = True

    async def run(self) -> None:
        async with self._access.look_around(self._found, lambda problem: self._lines.say(say(problem))):
            while way := await self._lines.choose(
                _("What do you want to do?"), self._menu(), leave=N_("0: quit")
            ):
                self._is_at_menu = False
                await self._go(way)
                self._is_at_menu = True

    def _found(self, tables: Sequence[TableListing]) -> None:
        new = [table for table in tables if table.room not in {known.room for known in self._tables}]
        self._tables = tables
        for table in new if self._is_at_menu else ():
            self._lines.say(
                _("A table was found: {table}, {game}.", table=table.label, game=title_of(table.game))
            )

    def _menu(self) -> list[Option[str]]:
        last = self._access.recall()
        words = (_("play again"),)
        again = [Option(_("Again: {game}", game=last.table.rules.title), "again", words)] if last else []
        unfinished = [
            Option(_("Resume {table}", table=each.name), each.room) for each in self._access.unfinished()
        ]
        found = len(self._tables)
        join = plural("Join a table: {number} found", "Join a table: {number} found", found)
        join = join if found else _("Join a table")
        return [
            *again,
            Option(_("Play alone"), "alone", ("alone",)),
            Option(_("Host a table"), "host", ("host",)),
            Option(join, "join", ("join",)),
            Option(_("Learn a game"), "learn", ("learn",)),
            Option(_("Past games"), "games", ("games",)),
            Option(_("Rules"), "rules", ("rules",)),
            Option(_("Settings"), "settings", ("settings",)),
            *unfinished,
        ]

    async def _go(self, way: str) -> None:
        match way:
            case "again" if last := self._access.recall():
                await self._open(last)
            case "alone" | "host":
                if chosen := await self._set_up(way):
                    await self._open(chosen)
            case "join":
                await self._join()
            case "learn":
                question = _("Which game do you want to learn?")
                if game := await pages.choose_game(self._lines, question, rulebook.games_with("lesson.toml")):
                    await pages.learn(self._lines, game)
            case "games":
                await PlainGames(self._lines, self._sit_down).run()
            case "rules":
                question, games = _("The rules of which game?"), rulebook.games_with("rulebook.toml")
                if game := await pages.choose_game(self._lines, question, games):
                    await pages.read_rules(self._lines, game)
            case "settings":
                await pages.change_settings(self._lines)
                self._player = settings.load()[0].name or self._player
            case _:
                await self._play(self._access.resume(way))

    async def _set_up(self, where: Kind) -> LastGame | None:
        """Ask how to set up a new table. Return None if the player goes back."""
        last = self._access.recall()
        choices = await pages.fill_in(
            self._lines,
            offers_again(where, last) if last else offers(where),
            lambda choice, all_: offers_for_another(where, all_) if choice.name == "game" else all_,
            N_("Start with these choices."),
        )
        if choices is None:
            return None
        table, has_door = chosen_table(where, choices, tables_name(self._player))
        return LastGame(where=where, table=table, door=has_door)

    async def _open(self, game: LastGame) -> None:
        """Open a table, and offer it again the next time, with another seed."""
        self._access.remember(replace(game, table=replace(game.table, seed=None)))
        spec = replace(game.table, pace=PACES[settings.load()[0].bots])
        if game.where == "alone":
            await self._sit_down(self._access.play_alone(spec, self._player))
        else:
            await self._play(self._access.host(spec, self._player, door=game.door))

    async def _join(self) -> None:
        rows = [
            Option(_("{table}, {game}", table=each.label, game=title_of(each.game)), target_of(each))
            for each in self._tables
        ]
        by_address = Option(_("type an address"), JoinTarget("", ""))
        target = await self._lines.choose(_("Which table do you want to join?"), [*rows, by_address])
        if target is None:
            return
        if target.address:
            ways = [Option(_(each), each) for each in (N_("take a seat"), N_("watch"))]
            if not (way := await self._lines.choose(_("Do you play, or watch?"), ways)):
                return
            target = target._replace(watch=way == "watch")
        else:
            address = await self._lines.ask(_("Type its address, as on the host's screen."))
            target = JoinTarget(address, address)
        if target.needs_code:
            target = target._replace(code=await self._lines.ask(_("Type the code on the host's screen.")))
        await self._play(self._access.join(target, self._player), target)

    async def _play(self, opening: Awaitable[Session], target: JoinTarget | None = None) -> None:
        """Sit down at a table once it is open, or say why that failed."""
        try:
            await self._sit_down(await opening)
        except UserError as error:
            self._lines.say(say(error.reason))
            if not target or not isinstance(error, CodeNeeded):
                return
            if code := await self._lines.ask(_("Type the code, or nothing to go back.")):
                target = target._replace(code=code)
                await self._play(self._access.join(target, self._player), target)
