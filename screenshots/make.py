"""Makes the pictures in this folder, from real seeded games, at 80×24: `make screenshots`."""

import asyncio
import html
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from datetime import datetime, tzinfo
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, Self, cast
from unittest.mock import Mock, patch

from msgspec.structs import replace
from rich.cells import cell_len
from textual.pilot import Pilot

from luckytui.address import Address
from luckytui.client.last_game import LastGame
from luckytui.client.listing import TableListing
from luckytui.client.session import ConnectionChanged, Session, SessionEvent
from luckytui.games.interface import SPECTATOR, Seat
from luckytui.games.lucky_box.rules import LuckyBoxView
from luckytui.games.lucky_jack.rules import Discard, LuckyJackOptions, LuckyJackView
from luckytui.games.lucky_numbers.rules import LuckyNumbersView
from luckytui.games.lucky_squares.rules import LuckySquaresOptions, LuckySquaresView
from luckytui.settings import Settings
from luckytui.shown.navigation import AtTable, EntryPoint, Home, JoinTarget
from luckytui.table.spec import TableSpec
from luckytui.table.views import Door, MatchView, Returned, TableView
from luckytui.text import Sentence, UserError, sentence_of
from luckytui.tui.app import LuckyApp
from luckytui.tui.screens import table
from luckytui.tui.widgets import painted
from net import NetError
from screenshots import scenes

FOLDER = Path(__file__).parent
SIZE = (80, 24)
_LETTER = 12.2
"""How wide Rich draws a column."""

_FOUND = (
    TableListing(
        room="00",
        name="kitchen table",
        game="lucky-numbers",
        state="open",
        seats=4,
        taken=1,
        address=Address("192.0.2.17", 5825),
        code=True,
        mine=False,
    ),
    TableListing(
        room="01",
        name="Ben's table",
        game="lucky-box",
        state="playing",
        seats=12,
        taken=12,
        address=Address("192.0.2.20", 5825),
        code=True,
        mine=True,
    ),
    TableListing(
        room="02",
        name="attic",
        game="lucky-jack",
        state="open",
        seats=6,
        taken=2,
        address=Address("192.0.2.23", 5825),
        code=False,
        mine=False,
    ),
)
_UNFINISHED = TableListing(
    room="03",
    name="veranda",
    game="lucky-squares",
    state="unfinished",
    seats=4,
    taken=2,
    players=("Ana", "Ben", "Cem"),
    when=datetime(2026, 11, 20, 21, 40),
)


_LAST = LastGame(
    where="alone",
    table=TableSpec(game="lucky-jack", options=LuckyJackOptions(), name="Alone", seats=4, bots=3),
    when=datetime(2026, 11, 21, 21, 40).timestamp(),
    players=("Ana", "Ben", "Cem", "Dora"),
    winner="Ana",
    score=9000,
)
_NOWHERE = Sentence("This table cannot be reached.")


_BREATH = ConnectionChanged(None)
"""Stands between two scenes: of two that come at once only the newer is shown."""


class _Access:
    """Shows some tables, of which none can be reached."""

    def play_alone(self, spec: TableSpec, player: str) -> Session:
        raise UserError(_NOWHERE)

    async def host(self, spec: TableSpec, player: str, *, door: bool = False) -> Session:
        raise UserError(_NOWHERE)

    async def join(self, target: JoinTarget, player: str) -> Session:
        raise UserError(_NOWHERE)

    def recall(self) -> LastGame | None:
        return _LAST

    def remember(self, game: LastGame) -> None:
        raise AssertionError

    def unfinished(self) -> Sequence[TableListing]:
        return (_UNFINISHED,)

    async def resume(self, room: str) -> Session:
        raise UserError(_NOWHERE)

    @asynccontextmanager
    async def look_around(
        self,
        changed: Callable[[Sequence[TableListing]], None],
        failed: Callable[[Sentence], None],
    ) -> AsyncIterator[None]:
        changed(_FOUND)
        yield


class Picture(NamedTuple):
    """One picture: the file's name, what to start with, the keys to press before it is taken, the theme."""

    name: str
    start: Callable[[], EntryPoint]
    keys: tuple[str, ...] = ()
    theme: str = "dark"


def _home() -> EntryPoint:
    return Home("Ana", _Access())


def _lucky_numbers(seats: int, events: int, *, seed: str = "clover") -> EntryPoint:
    def holds_a_tile(match_view: MatchView) -> bool:
        view = cast("LuckyNumbersView", match_view.view)
        is_telling = len(set(view.middle)) > 2 and view.hand > 0
        return scenes.told(match_view) > events and view.turn == 0 and is_telling

    return _shown(scenes.game("lucky-numbers", seats, holds_a_tile, seed=seed, level="normal"))


def _lucky_squares(
    seats: int, until: Callable[[LuckySquaresView], bool], *, seat: Seat = 0, seed: str = "kitchen"
) -> EntryPoint:
    def is_there(match_view: MatchView) -> bool:
        return until(cast("LuckySquaresView", match_view.view))

    options = LuckySquaresOptions(ghost=seats < 5)
    table_view = scenes.game("lucky-squares", seats, is_there, seat=seat, options=options, seed=seed)
    return _shown(table_view)


def _acts_and_sees_a_card(view: LuckySquaresView) -> bool:
    return view.active == (0,) and len(view.pending) < view.seats and any(view.cards)


def _results() -> EntryPoint:
    table_view = scenes.game("lucky-numbers", 4, scenes.over, level="normal", whole=True)
    return _shown(scenes.with_talk(table_view, ("Dora", "Well played! Once more?")))


def _shown(
    *told: TableView | SessionEvent, address: Address | None = None, code: str | None = None
) -> AtTable:
    return AtTable(scenes.ShownSession(*told, address=address, code=code))


def _lobby() -> EntryPoint:
    said = ("Ben", "Hello! Is Cem coming too?"), ("Ana", "In five minutes, he says.")
    return _shown(
        scenes.with_talk(scenes.lobby("lucky-numbers", owner=True), *said),
        address=scenes.ADDRESS,
        code=scenes.CODE,
    )


def _full_lobby() -> EntryPoint:
    table_view = scenes.lobby("lucky-box", owner=True, people=10)
    return _shown(replace(table_view, watchers=("Mia",)), address=scenes.ADDRESS, code=scenes.CODE)


def _open_lobby() -> EntryPoint:
    trouble = sentence_of(NetError("no_discovery", reason="Network is unreachable"))
    table_view = replace(scenes.lobby("lucky-jack", owner=True), unannounced=trouble)
    return _shown(table_view, address=scenes.ADDRESS)


def _door() -> EntryPoint:
    door = Door(code=scenes.CODE, guests=scenes.GUEST_DOOR)
    table_view = replace(scenes.lobby("lucky-squares", owner=True), door=door)
    return _shown(table_view, address=scenes.ADDRESS, code=scenes.CODE)


def _joining() -> EntryPoint:
    return AtTable(
        scenes.SilentSession(
            scenes.lobby("lucky-numbers", owner=False), address=scenes.ADDRESS, code=scenes.CODE
        )
    )


def _turn(seat: Seat = 0, **changes: Any) -> TableView:
    """Return a scene of Lucky Numbers with three people in which `seat` is asked something, if it can be."""

    def is_there(match_view: MatchView) -> bool:
        return scenes.told(match_view) > 60 and cast("LuckyNumbersView", match_view.view).turn == max(seat, 0)

    return replace(scenes.game("lucky-numbers", 3, is_there, seat=seat, level="normal"), **changes)


def _line_down() -> EntryPoint:
    trouble = "The connection to the host was lost. Check the network, and that the host is running."
    return _shown(_turn(1), ConnectionChanged(Sentence(trouble)))


def _back() -> EntryPoint:
    table_view = _turn(1)
    back = replace(table_view, log=(*table_view.log, Returned(missed=4)))
    return _shown(back, _BREATH, scenes.with_talk(back, ("Cem", "Welcome back, Ben!")))


def _writing() -> EntryPoint:
    table_view = scenes.with_occupant(_turn(), 1, here=False)
    said = "Cem", "Where is Ben? His line is down."
    return _shown(table_view, _BREATH, scenes.with_talk(table_view, said))


def _paused() -> EntryPoint:
    return _shown(scenes.with_occupant(_turn(1, paused=True), 0, pause=True))


def _people() -> EntryPoint:
    table_view = scenes.game("lucky-jack", 6, lambda match_view: scenes.told(match_view) > 40)
    table_view = scenes.with_occupant(
        scenes.with_occupant(table_view, 1, here=False), 2, here=False, level="normal"
    )
    table_view = scenes.with_occupant(
        scenes.with_occupant(table_view, 4, kind="left"), 5, kind="bot", level="easy"
    )
    return _shown(scenes.with_occupant(replace(table_view, watchers=("Mia", "Noa")), 3, pause=True))


def _watching() -> EntryPoint:
    return _shown(_turn(SPECTATOR, watchers=("Mia",)))


def _lucky_jack(seats: int, seed: str, until: Callable[[MatchView, LuckyJackView], bool]) -> EntryPoint:
    """Show a game of Lucky Jack; where there is a clock, with six seconds left."""

    def is_wanted(match_view: MatchView) -> bool:
        return match_view.prompt > 0 and until(match_view, cast("LuckyJackView", match_view.view))

    table_view = scenes.game("lucky-jack", seats, is_wanted, seed=seed)
    assert table_view.match is not None  # noqa: S101 - the game is on
    seconds = 6.0 if cast("LuckyJackView", table_view.match.view).stage == "claim" else None
    return _shown(replace(table_view, match=replace(table_view.match, seconds=seconds)))


def _has_a_turn(match_view: MatchView, view: LuckyJackView) -> bool:
    return scenes.told(match_view) > 60 and view.stage == "turn" and len(set(view.hand)) > 3


def _can_claim(match_view: MatchView, view: LuckyJackView) -> bool:
    return scenes.told(match_view) > 40 and view.stage == "claim" and view.hand.count(view.pile[-1]) > 1


def _can_call_the_jackpot(match_view: MatchView, _view: LuckyJackView) -> bool:
    return any(isinstance(move, Discard) and move.jackpot for move in match_view.moves)


def _has_lost_a_round(_match_view: MatchView, view: LuckyJackView) -> bool:
    return any(view.points[1:]) and view.stage == "turn"


def _lucky_box(seats: int, until: Callable[[LuckyBoxView], bool], *, seed: str = "box") -> EntryPoint:
    def is_there(match_view: MatchView) -> bool:
        return until(cast("LuckyBoxView", match_view.view))

    return _shown(scenes.game("lucky-box", seats, is_there, seed=seed, level="easy"))


def _has_crossed_nothing(view: LuckyBoxView, number: int, turn: int) -> bool:
    return (view.stage, view.round, len(view.numbers)) == ("cross", number, turn) and not view.held


def _has_won_bonuses(view: LuckyBoxView) -> bool:
    return len(view.held) > 3 and bool(view.due) and view.round > 1


PICTURES = (
    Picture("home", _home),
    Picture("tables-found", _home, ("t",)),
    Picture("code", _home, ("t", "enter", *"7kq2")),
    Picture("set-up", _home, ("o", "down", "down", "down", "down")),
    Picture("settings", _home, ("s", "down", "down")),
    Picture("joining", _joining),
    Picture("lobby", _lobby),
    Picture("lobby-12", _full_lobby, ("down", "down", "x")),
    Picture("lobby-open", _open_lobby),
    Picture("lobby-door", _door),
    Picture("door", _door, ("Q",)),
    Picture("options", _lobby, ("o", "down")),
    Picture("connection-lost", _line_down),
    Picture("reconnected", _back),
    Picture("game-log", _back, ("w",)),
    Picture("chat", _writing, ("m", *"He is on the train")),
    Picture("paused", _paused),
    Picture("players", _people, ("e", "down")),
    Picture("watching", _watching),
    Picture("lucky-numbers-2", lambda: _lucky_numbers(2, 60, seed="meadow")),
    Picture("lucky-numbers-4", lambda: _lucky_numbers(4, 100), ("tab",)),
    Picture("lucky-numbers-results", _results),
    Picture("lucky-squares-dice", lambda: _lucky_squares(3, lambda view: view.stage == "pick"), ("right",)),
    Picture(
        "lucky-squares-pick",
        lambda: _lucky_squares(
            5, lambda view: view.stage == "pick" and view.number == 2 and 2 not in view.active, seat=2
        ),
    ),
    Picture(
        "lucky-squares-actions",
        lambda: _lucky_squares(
            6, lambda view: _acts_and_sees_a_card(view) and view.cents[0] < 3, seed="coins"
        ),
        ("down", "down"),
    ),
    Picture(
        "lucky-squares-swap",
        lambda: _lucky_squares(
            6, lambda view: _acts_and_sees_a_card(view) and view.cents[0] > 2, seed="moon"
        ),
        ("a", "2"),
    ),
    Picture(
        "lucky-squares-showdown",
        lambda: _lucky_squares(6, lambda view: view.stage == "pick" and view.number == 4),
    ),
    Picture("lucky-squares-end", lambda: _lucky_squares(4, lambda view: view.stage == "over"), ("b",)),
    Picture("lucky-box-draft", lambda: _lucky_box(3, lambda view: bool(view.offer)), ("enter", "right")),
    Picture("lucky-box-turn", lambda: _lucky_box(6, lambda view: _has_crossed_nothing(view, 3, 5))),
    Picture("lucky-box-chain", lambda: _lucky_box(4, _has_won_bonuses, seed="clover")),
    Picture(
        "lucky-box-look",
        lambda: _lucky_box(5, lambda view: _has_crossed_nothing(view, 2, 8)),
        ("o", "up", "up", "left"),
    ),
    Picture("lucky-box-scores", lambda: _lucky_box(6, lambda view: view.stage == "over"), ("b",)),
    Picture("lucky-box-verdict", lambda: _lucky_box(1, lambda view: view.stage == "over")),
    Picture("lucky-box-12", lambda: _lucky_box(12, lambda view: _has_crossed_nothing(view, 2, 4)), ("tab",)),
    Picture("lucky-jack-turn", lambda: _lucky_jack(4, "jack 3", _has_a_turn)),
    Picture("lucky-jack-claim", lambda: _lucky_jack(5, "jack 5", _can_claim)),
    Picture("lucky-jack-jackpot", lambda: _lucky_jack(4, "jack 7", _can_call_the_jackpot)),
    Picture("lucky-jack-score", lambda: _lucky_jack(4, "jack 1", _has_lost_a_round)),
    Picture("theme-light", lambda: _lucky_numbers(4, 100), theme="light"),
    Picture("theme-high-contrast", lambda: _lucky_jack(5, "jack 5", _can_claim), theme="high-contrast"),
    Picture(
        "theme-color-blind",
        lambda: _lucky_squares(5, lambda view: view.stage == "pick" and view.number == 2, seat=2),
        theme="color-blind",
    ),
)


class _Noon(datetime):
    """The day after the pictured games, whatever day it is."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        """Return noon of that day."""
        return cls(2026, 11, 22, 12, tzinfo=tz)


async def take(picture: Picture) -> str:
    """Return a picture as SVG."""
    async with shown(picture) as pilot:
        return _without_font(pilot.app.export_screenshot(title="luckytui"))


@asynccontextmanager
async def shown(picture: Picture) -> AsyncIterator[Pilot[None]]:
    """Show what a picture shows, for as long as the context lasts; the clocks stand still for it."""
    stands_still = partial(patch.object, attribute="monotonic", return_value=0.0)
    all_colors = patch("textual.constants.COLOR_SYSTEM", "truecolor")
    short = patch("luckytui.tui.app.SHORT_WAIT", 0.001)
    nobodys = patch("luckytui.settings.load", Mock(return_value=(Settings(theme=picture.theme), [])))
    file = patch("luckytui.tui.screens.settings.settings_file", lambda: "~/.config/luckytui/settings.toml")
    at_noon = (
        patch(f"luckytui.{module}.datetime", _Noon) for module in ("shown.game_log", "tui.screens.home")
    )
    still = stands_still(painted), stands_still(table), *at_noon
    with ExitStack() as patches:
        for each in (*still, all_colors, short, nobodys, file):
            patches.enter_context(each)
        no_games = patches.enter_context(TemporaryDirectory())
        patches.enter_context(patch.dict("os.environ", LUCKYTUI_NAME="Ana", XDG_DATA_HOME=no_games))
        app = LuckyApp(picture.start())
        async with app.run_test(size=SIZE) as pilot:
            await _settle(pilot)
            for key in picture.keys:
                await pilot.press(key)
                await _settle(pilot)
            yield pilot
            app.exit()


async def _settle(pilot: Pilot[None]) -> None:
    await pilot.pause()
    await pilot.pause()


def _without_font(svg: str) -> str:
    """Leave the font to whoever looks at it: nothing is to be fetched from anywhere."""
    svg = re.sub(r"terminal-\d+", "terminal", svg)  # else every picture would change with every other
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code", "DejaVu Sans Mono")


def text_of(svg: str) -> list[str]:
    """Return what a picture says, row by row."""
    rows = [""] * SIZE[1]
    for left, clip, piece in re.findall(
        r'<text [^>]*x="([\d.]+)"[^>]*-line-(\d+)\)"[^>]*>([^<]*)</text>', svg
    ):
        row, text = int(clip), html.unescape(piece).replace("\xa0", " ")
        rows[row] += " " * (round(float(left) / _LETTER) - cell_len(rows[row])) + text
    return [text.rstrip() for text in rows]


async def main() -> None:
    """Write all pictures."""
    for picture in PICTURES:
        wait: Awaitable[str] = take(picture)
        (FOLDER / f"{picture.name}.svg").write_text(await wait, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
