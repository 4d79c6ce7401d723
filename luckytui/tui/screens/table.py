"""The table: a game's board, what happened last, and what is asked. One screen for all games."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.widget import Widget

from luckytui.games import GAMES
from luckytui.games.interface import SPECTATOR, Event
from luckytui.table.requests import Act, Pause, Undo
from luckytui.table.views import MatchView, Occupant, TableView
from luckytui.text import N_, _, plural
from luckytui.tui.boards import BOARDS
from luckytui.tui.boards.base import Board
from luckytui.tui.canvas import Role
from luckytui.tui.commands import Command, bindings
from luckytui.tui.game_log import GameLog
from luckytui.tui.screens.confirm import NO, RequestPosted
from luckytui.tui.screens.help import HelpScreen
from luckytui.tui.screens.table_base import GAME_LOG, HELP, LEAVE, PEOPLE, RULES, SAY, TableBaseScreen
from luckytui.tui.widgets.lines import KeyBar, PromptLine


class TableScreen(TableBaseScreen):
    """Shows a game: the board of its own, and around it what all games share."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("undo", "u", N_("undo"), N_("Take your last move back, while nobody has moved since.")),
        Command("go_on", "z", N_("go on"), N_("Wish no pause any longer.")),
        NO,
        SAY,
        GAME_LOG,
        LEAVE,
        HELP,
        Command(
            "pause",
            "z",
            N_("pause"),
            N_("Wish a pause: the owner's wish counts alone, others' when all have it."),
        ),
        RULES,
        PEOPLE,
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    def __init__(self, table_view: TableView, game_log: GameLog) -> None:
        """Show a scene with a game in it."""
        super().__init__(table_view, game_log)
        self._board = BOARDS[table_view.game](table_view)
        self._board.on_cursor = self._follow_cursor

    def middle(self) -> Iterable[Widget]:
        """Return the board."""
        return [self._board]

    def on_mount(self) -> None:
        """Show what is known already."""
        self._board.focus()
        super().on_mount()

    def show(self, table_view: TableView) -> None:
        """Show a newer scene."""
        self._table_view = table_view
        self._board.show(table_view)
        self.query_one(PromptLine).count_down(None if table_view.paused else self._match_view.seconds)
        super().show(table_view)

    # ── What the table says for itself ────────────────────────────────────────────────────────────

    @property
    def _match_view(self) -> MatchView:
        assert self._table_view.match is not None  # noqa: S101 - the lobby shows scenes without a game
        return self._table_view.match

    @property
    def _occupant(self) -> Occupant | None:
        """Where the player sits; None for one who only watches."""
        return (
            self._table_view.occupants[self._table_view.seat] if self._table_view.seat != SPECTATOR else None
        )

    def heading(self) -> tuple[str, str, Role]:
        """Say whose turn it is."""
        title = _(GAMES[self._table_view.game].title)
        left = f"{title} · {self._table_view.name}" if self._table_view.name else title
        if not self._match_view.view.active:
            return left, _("the game is over"), ""
        if self._table_view.paused:
            return left, _("paused"), "warn"
        if not self._occupant:
            return left, _("you are watching"), ""
        return left, self._board.turn_text(), "act" if self._match_view.prompt else ""

    def prompt(self) -> tuple[str, Role]:
        """Say what is asked of the player, and what Enter does."""
        if self._table_view.paused:
            return self._pause_text(), "act"
        return self._board.prompt_text(), "act" if self._match_view.prompt else ""

    def tell(self, event: Event) -> str | None:
        """Say what happened."""
        return self._board.tell(event)

    def welcome(self) -> str:
        """Greet who is back, until the next move with what was missed."""
        log, missed = self._match_view.log, self._match_view.missed
        number = sum(self.tell(event) is not None for event in log[len(log) - missed :])
        if not number:
            return super().welcome()
        return plural(
            "You are back. {number} thing happened meanwhile · w: read it",
            "You are back. {number} things happened meanwhile · w: read them",
            number,
        )

    def states(self) -> Iterator[str]:
        """Yield who wishes a pause, and how things stand otherwise."""
        if wish := self._wish_text():
            yield wish
        yield from super().states()

    def leave_question(self) -> str:
        """Ask in the middle of the own game."""
        if not self._occupant or not self._match_view.view.active:
            return ""
        if self._table_view.owner:
            return _("Leave? The table closes with you, for everybody. q: leave · esc: stay")
        return _("Leave for good? Your seat then plays on by itself. q: leave · esc: stay")

    # ── Pauses ────────────────────────────────────────────────────────────────────────────────────

    def _pause_text(self) -> str:
        """Say who wishes the pause that is on, and how the game goes on."""
        others = [
            occupant.name
            for occupant in self._table_view.occupants
            if occupant.pause and occupant != self._occupant
        ]
        if not others:
            return _("You have paused the game · z: go on")
        names = ", ".join(others)
        if self._occupant and self._occupant.pause:
            return _("The game is paused, as you and {names} wish · z: go on", names=names)
        return plural(
            "The game is paused, as {names} wishes.",
            "The game is paused, as {names} wish.",
            len(others),
            names=names,
        )

    def _wish_text(self) -> str:
        """Say who wishes a pause that is not on yet, and who is awaited for it; empty: nobody wishes one."""
        others = [
            occupant
            for occupant in self._table_view.occupants
            if occupant.kind == "person" and occupant != self._occupant
        ]
        wishing = ", ".join(occupant.name for occupant in others if occupant.pause)
        awaited = [occupant.name for occupant in others if occupant.here and not occupant.pause]
        names = ", ".join(awaited)
        wishes = bool(self._occupant and self._occupant.pause)
        if self._table_view.paused or not (wishes or wishing):
            return ""
        if wishes:
            return plural(
                "You wish a pause, which begins when {names} agrees.",
                "You wish a pause, which begins when {names} agree.",
                len(awaited),
                names=names,
            )
        asked = _("z: agree") if self._occupant else ""
        also = plural("{names} is asked too", "{names} are asked too", len(awaited), names=names)
        words = (_("{names} would like a pause", names=wishing), asked, also if awaited else "")
        return " · ".join(filter(None, words))

    # ── Moves and commands ────────────────────────────────────────────────────────────────────────

    def _follow_cursor(self) -> None:
        """Have the prompt and the keys follow the cursor, in the same frame."""
        self.action_no()
        self.query_one(KeyBar).repaint()

    def on_board_chosen(self, chosen: Board.Chosen) -> None:
        """Pass the player's move on."""
        self.action_no()
        self.post_message(RequestPosted(Act(chosen.move), chosen.prompt))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which commands do something now."""
        match action:
            case "undo":
                return self._match_view.undo and not self._table_view.paused
            case "pause":
                return self._can_pause and not (self._occupant and self._occupant.pause)
            case "go_on":
                return self._can_pause and self._occupant is not None and self._occupant.pause
        return super().check_action(action, parameters)

    @property
    def _can_pause(self) -> bool:
        return self._occupant is not None and bool(self._match_view.view.active)

    def action_undo(self) -> None:
        """Take the last move back."""
        self.post_message(RequestPosted(Undo()))

    def action_pause(self) -> None:
        """Wish a pause."""
        self.post_message(RequestPosted(Pause(on=True)))

    def action_go_on(self) -> None:
        """Wish no pause any longer."""
        self.post_message(RequestPosted(Pause(on=False)))

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(HelpScreen([*self._board.VERBS, *self.VERBS], self._board.LEGEND))
