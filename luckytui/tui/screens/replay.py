"""A replay: a record on the table screen, step by step, through the eyes of any seat."""

from itertools import islice
from typing import ClassVar

from luckytui.games.interface import Seat
from luckytui.table.record import Record, positions
from luckytui.table.views import MatchView, Occupant, TableView
from luckytui.text import N_, _
from luckytui.tui.canvas import Role
from luckytui.tui.commands import Command
from luckytui.tui.game_log import GameLog
from luckytui.tui.screens.table import TableScreen


class ReplayScreen(TableScreen, inherit_bindings=False):
    """Steps through a record."""

    GROUP = "replay"
    VERBS: ClassVar = (
        Command("next", "right,l,space,enter", N_("next"), N_("Go a step forward."), "step(1)"),
        Command("previous", "left,h", N_("back"), N_("Go a step back."), "step(-1)"),
        Command("ten_on", "down,j,pagedown", N_("+10"), N_("Go ten steps forward."), "step(10)"),
        Command("ten_back", "up,k,pageup", N_("−10"), N_("Go ten steps back."), "step(-10)"),
        Command("start", "home,g", N_("start"), N_("Go to the beginning."), "step(-1000000)"),
        Command("end", "end,G", N_("end"), N_("Go to the end."), "step(1000000)"),
        Command("seat", "tab,s", N_("seat"), N_("See what the next player sees.")),
        Command("game_log", "w", "", N_("Read all that happened so far.")),
        Command("rules", "r", "", N_("Read the rules of the game.")),
        Command("leave", "q,escape", N_("quit"), N_("End the replay.")),
        Command("help", "question_mark", "", N_("Show what every key does.")),
    )

    def __init__(self, record: Record) -> None:
        self._record = record
        self._positions = list(positions(record))
        self._step = 0
        self._seat: Seat = 0
        super().__init__(self._picture(), GameLog())
        self._board.can_focus = self._board.has_stage = False

    def show(self, table_view: TableView) -> None:
        self._game_log.hear(table_view)
        super().show(table_view)

    def _picture(self) -> TableView:
        started, position = self._record.started, self._positions[self._step]
        events = islice(self._record.events, position.happened)
        match_view = MatchView(
            names=started.names,
            view=position.state.view(self._seat),
            prompt=0,
            moves=(),
            seconds=None,
            undo=False,
            log_start=0,
            log=tuple(event.seen_by(self._seat) for event in events),
        )
        return TableView(
            game=started.game,
            name="",
            options=self._record.options,
            occupants=tuple(Occupant(kind="person", name=name) for name in started.names),
            seat=self._seat,
            owner=False,
            match=match_view,
        )

    def heading(self) -> tuple[str, str, Role]:
        place = _(
            "step {step} of {steps} · seen by {name}",
            step=self._step,
            steps=len(self._positions) - 1,
            name=self._match_view.names[self._seat],
        )
        return _("{game} · a replay", game=self._record.game.title), place, ""

    def prompt(self) -> tuple[str, Role]:
        return (_("The end.") if self._is_over else self._board.turn_text()), ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        return True

    def action_step(self, by: int) -> None:
        self._step = max(0, min(self._step + by, len(self._positions) - 1))
        self.show(self._picture())

    def action_seat(self) -> None:
        self._seat = (self._seat + 1) % self._record.started.seats
        self.show(self._picture())
