"""luckytui in lines, from the home menu to a table and back."""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Literal

from luckytui.bots import LEVELS, USUAL
from luckytui.client.browse import TableListing
from luckytui.client.last_game import LastGame
from luckytui.client.local import ALONE
from luckytui.client.session import Session
from luckytui.games import GAMES, title_of
from luckytui.plain import pages
from luckytui.plain.lines import Lines, Option
from luckytui.plain.table import PlainTable
from luckytui.table.spec import TableSpec
from luckytui.text import CodeNeeded, UserError, _, plural, say
from luckytui.tui.navigation import AtTable, EntryPoint, Home, JoinTarget, Learn, Replay, target_of
from luckytui.tui.widgets.choices import said

_TIMERS = (0, 15, 30, 60, 120)


def run(start: EntryPoint, *, is_ascii: bool = False, is_quiet: bool = False) -> int:
    """Run luckytui in lines until the player leaves it; return the exit code."""
    lines = Lines(is_ascii=is_ascii)
    lines.say(_("This is luckytui in lines. At a table, “help” lists what you can type. “--drawn” draws."))
    try:
        return asyncio.run(_run(lines, start, is_quiet=is_quiet))
    except (EOFError, KeyboardInterrupt):
        return 0


async def _run(lines: Lines, start: EntryPoint, *, is_quiet: bool) -> int:
    lines.start()
    match start:
        case Home():
            await PlainHome(lines, start, is_quiet=is_quiet).run()
        case AtTable(session=session):
            if reason := await PlainTable(lines, session, is_quiet=is_quiet).play():
                lines.say(say(reason))
                return 1
        case Replay(record=record):
            await pages.replay(lines, record)
        case Learn(game=game):
            await pages.learn(lines, game)
    return 0


class PlainHome:
    """The home menu and the ways from it."""

    def __init__(self, lines: Lines, home: Home, *, is_quiet: bool) -> None:
        self._lines, self._is_quiet = lines, is_quiet
        self._player, self._access = home
        self._tables: Sequence[TableListing] = ()

    async def run(self) -> None:
        """Offer the menu until the player ends the program."""
        async with self._access.look_around(self._found, lambda problem: self._lines.say(say(problem))):
            while way := await self._lines.choose(_("What do you want to do?"), self._menu()):
                await self._go(way)

    def _found(self, tables: Sequence[TableListing]) -> None:
        new = [table for table in tables if table.room not in {known.room for known in self._tables}]
        self._tables = tables
        for table in new:
            self._lines.say(
                _("A table was found: {table}, {game}.", table=table.name, game=title_of(table.game))
            )

    def _menu(self) -> list[Option[str]]:
        last = self._access.recall()
        again = [Option(_("Again: {game}", game=last.table.rules.title), "last")] if last else []
        unfinished = [
            Option(_("Resume {table}", table=each.name), each.room) for each in self._access.unfinished()
        ]
        join = plural(
            "Join a table: {number} is found", "Join a table: {number} are found", len(self._tables)
        )
        return [
            *again,
            Option(_("Play alone"), "alone", ("alone",)),
            Option(_("Host a table"), "host", ("host",)),
            Option(join, "join", ("join",)),
            Option(_("Learn a game"), "learn", ("learn",)),
            Option(_("Rules"), "rules", ("rules",)),
            Option(_("Settings"), "settings", ("settings",)),
            *unfinished,
        ]

    async def _go(self, way: str) -> None:
        match way:
            case "last" if last := self._access.recall():
                await self._open(last.where, last.table, door=last.door)
            case "alone" | "host":
                if spec := await self._set_up(way):
                    self._access.remember(LastGame(where=way, table=spec))
                    await self._open(way, spec)
            case "join":
                await self._join()
            case "learn":
                if game := await pages.choose_game(self._lines, _("Which game do you want to learn?")):
                    await pages.learn(self._lines, game)
            case "rules":
                if game := await pages.choose_game(self._lines, _("The rules of which game?")):
                    await pages.read_rules(self._lines, game)
            case "settings":
                await pages.change_settings(self._lines)
            case _:
                await self._play(self._access.resume(way))

    async def _set_up(self, where: Literal["alone", "host"]) -> TableSpec | None:
        """Ask for what a new table needs; None: the player went back."""
        lines = self._lines
        key = await pages.choose_game(lines, _("Which game?"))
        if key is None:
            return None
        game = GAMES[key]
        seats = await lines.choose(
            _("How many players, you included?"), [Option(str(n), n) for n in game.seats]
        )
        level = await lines.choose(
            _("How well do the bots play?"), [Option(_(each), each) for each in LEVELS]
        )
        timer = [Option(_("no limit"), 0), *(Option(str(seconds), seconds) for seconds in _TIMERS[1:])]
        seconds = await lines.choose(_("How many seconds for each decision?"), timer)
        is_open, hints = False, True
        if where == "host":
            no_or_yes = [Option(said(each), int(each)) for each in (False, True)]
            is_open = await lines.choose(_("May anyone on the network join without a code?"), no_or_yes) == 1
            hints = await lines.choose(_("May players ask for hints?"), no_or_yes) != 0
        seats = seats or max(2, game.seats[0])
        return TableSpec(
            game=key,
            options=await pages.choose_options(lines, game.options()),
            name=_(ALONE) if where == "alone" else _("{name}'s table", name=self._player),
            seats=seats,
            bots=seats - 1 if where == "alone" else 0,
            levels=(level or USUAL,),
            turn_seconds=seconds or 0,
            open=is_open,
            hints=hints,
        )

    async def _open(self, where: Literal["alone", "host"], spec: TableSpec, *, door: bool = False) -> None:
        if where == "alone":
            await self._sit_down(self._access.play_alone(spec, self._player))
        else:
            await self._play(self._access.host(spec, self._player, door=door))

    async def _join(self) -> None:
        """Ask for a table that was found, or for an address, and for its code."""
        rows = [
            Option(_("{table}, {game}", table=each.name, game=title_of(each.game)), target_of(each))
            for each in self._tables
        ]
        by_address = Option(_("type an address"), JoinTarget("", ""))
        target = await self._lines.choose(_("Which table do you want to join?"), [*rows, by_address])
        if target is None:
            return
        if not target.address:
            address = await self._lines.ask(_("Type its address, as on the host's screen."))
            target = JoinTarget(address, address)
        if target.needs_code:
            target = target._replace(code=await self._lines.ask(_("Type the code on the host's screen.")))
        await self._play(self._access.join(target, self._player), target)

    async def _play(self, opening: Awaitable[Session], target: JoinTarget | None = None) -> None:
        """Sit down at a table that is being opened, or say why that cannot be."""
        try:
            await self._sit_down(await opening)
        except CodeNeeded as needed:
            self._lines.say(say(needed.reason))
            if target and (code := await self._lines.ask(_("Type the code, or nothing to go back."))):
                target = target._replace(code=code)
                await self._play(self._access.join(target, self._player), target)
        except UserError as error:
            self._lines.say(say(error.reason))

    async def _sit_down(self, session: Session) -> None:
        if reason := await PlainTable(self._lines, session, is_quiet=self._is_quiet).play():
            self._lines.say(say(reason))
