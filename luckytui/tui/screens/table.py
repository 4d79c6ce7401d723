"""The game: its board, what happened last, and what is asked. One screen for all games."""

from collections.abc import Callable, Iterator
from dataclasses import replace as changed
from time import monotonic

from msgspec.structs import replace
from textual.events import Key, Paste

from luckytui.games.interface import SPECTATOR, Move
from luckytui.shown import commands
from luckytui.shown.commands import keys_of
from luckytui.shown.game_log import GameLog, missed
from luckytui.shown.model import STEPS
from luckytui.shown.words import Role, all_of
from luckytui.table.requests import Act, Undo
from luckytui.table.views import MatchView, Occupant, TableView
from luckytui.text import N_, Sentence, _, plural
from luckytui.tui.boards import BOARDS
from luckytui.tui.boards.base import Board
from luckytui.tui.screens.table_base import TableBaseScreen
from luckytui.tui.widgets.painted import KeyBar, TitleLine

_FEW = 2
"""How many lines of the log every strip shows beside the state."""


class TableScreen(TableBaseScreen):
    """Shows a game: the board of its own, and around it what all games share."""

    GROUP = "table"
    VERBS = commands.TABLE

    _hint: tuple[int, Move | None, str] = 0, None, ""
    """The number of the decision that a hint is about; then, once found, its move and its words."""
    _answered = 0
    """The latest decision that the program made, because only one move was legal."""
    _left = ""
    """What is played and at which table, as the title says it."""
    _can_move = False
    """Whether moves can be made: the game is not paused, and there is a connection."""
    _is_over = False
    """Whether the player has seen the end of the game."""
    _takes_back = False
    """Whether the player's last action was an undo. Then an only legal move is not made for the player."""

    def __init__(self, table_view: TableView, game_log: GameLog) -> None:
        self._board = BOARDS[table_view.game](table_view)
        self._match_view: MatchView = self._board.model.match_view
        self._occupant: Occupant | None = None
        """The player's own seat; None for one who only watches."""
        self._board.on_cursor = self._follow_cursor
        self._board.on_picture = self.tell_all
        self._board.is_animated = True
        super().__init__(table_view, game_log, self._board, self._board.tell)

    def show_best(self, best: int | None) -> None:
        self._board.model = changed(self._board.model, best=best)

    def show(self, table_view: TableView) -> None:
        self._newest = table_view
        match = table_view.match
        self._can_move = not (table_view.paused or self._trouble or self._gone)
        if match and not self._can_move:
            table_view = replace(table_view, match=replace(match, prompt=0, moves=(), seconds=None))
        self._board.show(table_view)
        self.tell_all()

    def tell_all(self) -> None:
        """Report only what the board has shown. A brief animation is reported once it is over."""
        self._is_over = not (self._board.model.view.active or self._board.animation.is_playing)
        if self._board.animation.is_brief or not self.children:
            return
        is_behind = self._board.animation.model is not None
        self._table_view = told = self._board.view_so_far(self._newest) if is_behind else self._newest
        self._occupant = None if told.seat == SPECTATOR else told.occupants[told.seat]
        assert told.match is not None  # noqa: S101 - the lobby shows tables without a game
        self._match_view = match = told.match
        seconds = match.seconds if self._can_move else None
        self.query_one(TitleLine).ends = None if seconds is None else monotonic() + seconds
        super().tell_all()
        is_new = self._can_move and match.prompt > self._answered and not self._takes_back
        if is_new and len(match.moves) == 1 and self.app.settings.only_answer:
            self._answered = match.prompt
            self.app.request(Act(match.moves[0]), match.prompt)

    # ── What the game says for itself ─────────────────────────────────────────────────────────────

    def on_resize(self) -> None:
        """Let the title name the game and the table as there is room for."""
        if self._left != (left := self.game_and_table):
            self._left = left
            self.tell_all()

    def heading(self) -> tuple[str, str, Role]:
        left = self._left
        if self._is_over:
            return left, _("the game is over"), ""
        if self._table_view.paused:
            return left, _("paused"), "warn"
        if not self._occupant:
            return left, _("you are watching"), ""
        return left, self._board.turn_text(), "act" if self._match_view.prompt else ""

    def prompt(self) -> tuple[str, Role]:
        if self._table_view.paused:
            return self._pause_text(), "act"
        about, _move, hint = self._hint
        if hint and about == self._match_view.prompt:
            return hint, "act"
        if self._is_over and not self._board.animation.model:
            return _("{prompt} · v: results", prompt=self._board.prompt_text().rstrip(".")), ""
        is_act = self._match_view.prompt or self._board.animation.model
        return self._board.prompt_text(), "act" if is_act else ""

    def welcome(self) -> str:
        """Tell a player who is back what was missed, until the next move."""
        number = sum(self._board.tell(event) is not None for event in missed(self._table_view))
        if not number:
            return ""
        return plural(
            "You are back. {number} thing happened while you were away · w: read it",
            "You are back. {number} things happened while you were away · w: read them",
            number,
        )

    def notices(self) -> Iterator[str]:
        text = self._board.tell_cut_short()
        if text and text not in {line.text for line in self.latest(_FEW)}:
            yield text
        people = self._occupants("person")
        again = [each.name for each in people if each.again and each != self._occupant]
        if self._is_over and again:
            names = all_of(again)
            yield plural("{names} wants another game", "{names} want another game", len(again), names=names)
        if any(each.pause for each in people) and not (self._table_view.paused or self._is_over):
            yield self._pause_request()
        yield from super().notices()

    def leave_question(self) -> str:
        if not self._occupant or self._is_over:
            return ""
        if "say" not in self._table_view.may:
            return _("Leave? The game ends here. q: leave · esc: no")
        if self._table_view.owner:
            return _("Leave? The table closes for everyone. q: leave · esc: no")
        return _("Leave for good? Safe moves will be made for you. q: leave · esc: no")

    # ── The animation ─────────────────────────────────────────────────────────────────────────────

    def typed(self, event: Key | Paste) -> bool:
        if isinstance(event, Key) and not self._draft:
            if self._board.animation.model and self._board.takes(event.key):
                return True
            if self._hint[2] and self._takes_hint(event.key):
                return True
        return super().typed(event)

    def show_end(self, table_view: TableView, then: Callable[[], None]) -> bool:
        """Show the end of a game on the board. Return whether there is an animation to see first.

        `then` is called when the player has seen it.
        """
        self.show(table_view)
        self._board.on_animation_end = then
        return self._board.animation.model is not None

    # ── Pauses ────────────────────────────────────────────────────────────────────────────────────

    def _pause_text(self) -> str:
        asking = [each for each in self._occupants("person") if each.pause]
        names = [each.name for each in asking if each != self._occupant]
        if not asking:
            return _("Paused until somebody is back.")
        if self._occupant not in asking:
            return _("Paused by {names}.", names=all_of(names))
        if not names:
            return _("You paused the game · z: resume")
        return _("Paused by {names} and you · z: resume", names=", ".join(names))

    def _pause_request(self) -> str:
        """Say who has asked for a pause that is not on yet, and who must agree."""
        others = [each for each in self._occupants("person") if each != self._occupant and each.here]
        asking = all_of([each.name for each in others if each.pause])
        missing = all_of([each.name for each in others if not each.pause])
        if self._occupant and self._occupant.pause:
            return _("You asked for a pause. Waiting for {names} to agree.", names=missing)
        if not self._occupant:
            return _("{names} asked for a pause.", names=asking)
        if not missing:
            return _("{names} asked for a pause · z: agree", names=asking)
        return _(
            "{names} asked for a pause · z: agree · waiting for {others} too", names=asking, others=missing
        )

    # ── Moves and commands ────────────────────────────────────────────────────────────────────────

    def _takes_hint(self, key: str) -> bool:
        """Do what the hint says, or close it; return whether the key was consumed."""
        about, move, _words = self._hint
        is_act = key in keys_of(self._board.BY_NAME["act"])
        if about != self._match_view.prompt or not (is_act or key in keys_of(commands.NO)):
            return False
        if is_act and move:
            self.app.request(Act(move), about)
        if move or not is_act:  # else it is still being looked for
            self._follow_cursor()
        return True

    def why_not(self, key: str) -> Sentence | None:
        asking = (*self._board.VERBS, *(self.BY_NAME[name] for name in ("hint", "undo", "pause")))
        command = next((each for each in asking if key in keys_of(each)), None)
        if not command and not (key.isdecimal() and self._board.TYPED):
            return super().why_not(key) if self._can_move else None
        name = command.name if command else ""
        if self._is_over:
            return Sentence(N_("The game is over · v: results"))
        if not self._occupant:
            return Sentence(N_("You are watching."))
        if (name in STEPS and self._board.model.at) or not self._can_move:
            return None
        if name == "hint" and not self._table_view.hints:
            return Sentence(N_("There are no hints at this table."))
        prompt, move = self._match_view.prompt, self._board.model.tried(name)
        if name == "undo" or move:  # the table says why not
            self.app.request(Act(move) if move else Undo(), prompt)
            return None
        if not prompt and name != "pause":
            return Sentence(N_("It is not your turn yet."))
        if not command:
            return Sentence(N_("You can't choose “{key}” now."), {"key": key})
        return self.not_now(command, key)

    def _follow_cursor(self) -> None:
        self._hint = 0, None, ""
        if self._warning:
            self._warning = ""
            self._show_game_log()
        self.show_prompt()
        self.query_one(KeyBar).repaint()

    def on_board_chosen(self, chosen: Board.Chosen) -> None:
        self._takes_back = False
        self.app.request(Act(chosen.move), chosen.prompt)

    def can_do(self, action: str) -> bool:
        match action:
            case "results" if not self._is_over:
                return False
            case "hint" if not (self._table_view.hints and self._can_move and self._match_view.prompt > 0):
                return False
        return super().can_do(action)

    def action_results(self) -> None:
        if self._board.animation.model:
            self._board.end_animation()
        else:
            self.app.action_switch_board()

    def action_hint(self) -> None:
        self._say_hint(None, _("Looking for the best move …"))
        self.run_worker(self._show_hint(self._match_view), exclusive=True, group="hint", exit_on_error=False)

    async def _show_hint(self, match: MatchView) -> None:
        from luckytui.shown import hints  # noqa: PLC0415 - bots, which few ask

        found = await hints.advice(self._table_view.game, match)
        if match.prompt == self._match_view.prompt and self._hint[0] == match.prompt:
            if not found:
                self._follow_cursor()
                self.refuse(Sentence(hints.NONE))
                return
            self._say_hint(found.move, *hints.words(self._board.model, found))

    def _say_hint(self, move: Move | None, name: str, *reasons: str) -> None:
        """Say a hint in the prompt; in a claim above it, so that Enter stays the safe answer."""
        match = self._match_view
        if match.seconds is not None and all(each.final for each in match.moves):
            self._hint, self._warning = (match.prompt, None, ""), " – ".join((name, *reasons))
            self._show_game_log()
            return
        if move:
            self._board.point_at(move)
            name = " – ".join((name, _("Enter: do it")))
        self._hint = match.prompt, move, " – ".join((name, *reasons))
        self.show_prompt()

    def action_undo(self) -> None:
        self._takes_back = True
        self.app.request(Undo(), self._match_view.prompt)
