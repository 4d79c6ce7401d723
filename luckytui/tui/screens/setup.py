"""The set-up of a new table: the game, the seats, the bots and the game's options, made from the rules."""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Literal

from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Static

from luckytui.bots import LEVELS
from luckytui.client.local import ALONE
from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.games.options import fields
from luckytui.table.spec import TableSpec
from luckytui.text import N_, _
from luckytui.tui.commands import Command
from luckytui.tui.screens.base import BACK, BaseScreen
from luckytui.tui.screens.options import offer
from luckytui.tui.widgets.choices import Choices, Choose
from luckytui.tui.widgets.field import Field

_OFF, _WITH_CODE, _ANYONE = N_("off"), N_("with a code"), N_("anyone")
_TIMERS = (_OFF, 15, 30, 60, 120)
"""The seconds to choose from."""

_KEPT = ("seats", "level", "guests")
"""What stays as it was chosen when the game changes."""


class SetupScreen(BaseScreen):
    """Asks for what a new table needs."""

    VERBS: ClassVar = (
        Command("start", "enter", N_("start"), N_("Start with what is chosen.")),
        Command("names", "n", N_("names"), N_("Write your name and the table's.")),
        BACK,
    )

    def __init__(
        self, kind: Literal["alone", "host"], name: str, open_table: Callable[[TableSpec, str], None]
    ) -> None:
        """`open_table` is called with the table to open, and what the player is called."""
        title = _("Play alone") if kind == "alone" else _("Host a table")
        super().__init__(title, prompt=_("Choose a game and how to play it."))
        self._kind = kind
        self._open = open_table
        self._player = name
        self._choices = Choices(self._offer(next(iter(GAMES.values()))))

    def middle(self) -> Iterable[Widget]:
        yield self._choices
        yield _named(_("Your name"), Field(self._player, name="name", most=24))
        if self._kind == "host":
            name = _("{name}'s table", name=self._player)
            yield _named(_("The table's name"), Field(name, name="table", most=40))

    def _offer(
        self, game: Game, seats: int | None = None, level: str = LEVELS[-1], guests: str = _WITH_CODE
    ) -> list[Choose]:
        seats = seats if seats in game.seats else max(2, game.seats[0])
        titles = [each.title for each in GAMES.values()]
        timer = N_("seconds for each decision; if time runs out, a safe move is made for you")
        code = N_("whether others must type a code, which your screen then shows")
        choices = [
            Choose("game", N_("Game"), N_("which game to play"), titles, game.title),
            Choose("seats", N_("Players"), N_("how many seats the table has"), game.seats, seats),
            Choose("level", N_("Bots"), N_("how well the bots play"), LEVELS, level),
            Choose("turn_seconds", N_("Turn timer"), timer, _TIMERS, _OFF),
            Choose("guests", N_("Who can join"), code, (_WITH_CODE, _ANYONE), guests),
            *offer(game.options()),
        ]
        return [choice for choice in choices if self._kind == "host" or choice.name != "guests"]

    def on_choices_changed(self, changed: Choices.Changed) -> None:
        if changed.choice.name == "game":
            kept = {name: value for name, value in self._chosen().items() if name in _KEPT}
            self._choices.replace(self._offer(self._game(), **kept))

    def action_start(self) -> None:
        chosen, game = self._chosen(), self._game()
        player = self.query_one("#name", Field).value.strip() or self._player
        spec = TableSpec(
            game=game.key,
            options=game.options(**{field.name: chosen[field.name] for field in fields(game.options)}),
            name=self._table_name(player),
            seats=chosen["seats"],
            bots=chosen["seats"] - 1 if self._kind == "alone" else 0,
            level=chosen["level"],
            turn_seconds=0 if chosen["turn_seconds"] == _OFF else chosen["turn_seconds"],
            open=chosen.get("guests") == _ANYONE,
        )
        self._open(spec, player)

    def _table_name(self, player: str) -> str:
        if self._kind == "alone":
            return _(ALONE)
        return self.query_one("#table", Field).value.strip() or _("{name}'s table", name=player)

    def _chosen(self) -> dict[str, Any]:
        return {choice.name: choice.value for choice in self._choices.choices}

    def _game(self) -> Game:
        title: str = self._chosen()["game"]
        return next(game for game in GAMES.values() if game.title == title)

    def on_input_submitted(self) -> None:
        self._choices.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        return action == "back" or self.focused is self._choices

    def action_names(self) -> None:
        self.query_one("#name", Field).focus()

    def action_back(self) -> None:
        if self.focused is self._choices:
            self.dismiss()
        else:
            self._choices.focus()


def _named(label: str, field: Field) -> Widget:
    return Horizontal(Static(label, classes="label"), field, classes="field")
