"""What is chosen for a table: before it opens all of it, in the lobby and after a game the game's options."""

from collections.abc import Callable
from typing import ClassVar

from textual.widget import Widget

from luckytui.client.last_game import LastGame
from luckytui.games import data, short_title_of
from luckytui.games.interface import Game
from luckytui.shown.commands import BACK, Command
from luckytui.shown.offers import (
    Kind,
    chosen_next,
    chosen_table,
    next_of,
    next_offers,
    offers,
    offers_again,
    offers_for_another,
    tables_name,
)
from luckytui.table.spec import TableSpec
from luckytui.table.views import TableView
from luckytui.text import N_, UserError, _
from luckytui.tui.canvas import Canvas, cut
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.themes import felt
from luckytui.tui.widgets.choices import Choices
from luckytui.tui.widgets.field import Field, LabelledField

_ROOMY = 64
"""From how many columns on the games' pieces begin where the other choices do."""


class SetupForm(Choices):
    """The choices for a table, or its next game; the games, the first choice, lie on it as pieces."""

    def paint(self, canvas: Canvas) -> None:
        game = self.choices[0]
        self.GROUND = felt(game.value.key)
        canvas.fill(0, 0, canvas.width, canvas.height, self.GROUND)
        left = 2 if canvas.width >= _ROOMY else 1
        step = min((canvas.width + 1 - left) // len(game.values), 22)
        for number, each in enumerate(game.values):
            _put_game(canvas, left + number * step, min(step - 1, 17), each, is_here=each == game.value)
        if self._row == 0:
            canvas.put(0, 2, "▸", "act", bold=True)
            canvas.cursor = (left + step * list(game.values).index(game.value), 2)
        self.paint_rows(canvas, 6 if canvas.height > 16 else 5, 1)


def _put_game(canvas: Canvas, x: int, width: int, game: Game, *, is_here: bool) -> None:
    canvas.fill(x, 1, width, 3, "cursor" if is_here else "dent")
    pieces, indent = data(game.key, "colors.toml").get("pieces", []), int(width > 15)
    for number, (text, ink, ground) in enumerate(pieces[: width // 3]):
        canvas.put(x + indent + 3 * number, 1, text, ink, ground)
    players = _("{fewest}–{most} players", fewest=game.seats[0], most=game.seats[-1])
    canvas.put(x + indent, 2, cut(short_title_of(game.key), width), "cursor" if is_here else "")
    canvas.put(x + indent, 3, cut(players, width), "cursor" if is_here else "faint")


class OptionsScreen(BaseScreen):
    """Asks for the next game and its options, and asks the table to play it: after a game at once."""

    GROUP = "options"
    VERBS: ClassVar = (Command("done", "enter", N_("choose"), N_("Play this next.")), BACK)

    def __init__(self, table_view: TableView) -> None:
        self._table_view, self._next = table_view, next_of(table_view)
        self._choices = SetupForm(next_offers(self._next, self._next.rules))
        prompt = _("What do you want to play next?")
        super().__init__(_("Options"), table_view.name, middle=[self._choices], prompt=prompt)

    def on_choices_changed(self, changed: Choices.Changed) -> None:
        if changed.choice.name == "game":
            self._choices.replace(next_offers(self._next, changed.choice.value))

    def action_done(self) -> None:
        try:
            for request in chosen_next(self._table_view, self._choices.choices):
                self.app.request(request)
        except UserError as error:
            self.refuse(error.reason)
        else:
            self.dismiss()


class SetupScreen(BaseScreen):
    """Asks for what a new table needs."""

    GROUP = "set-up"
    VERBS: ClassVar = (
        Command("start", "enter", N_("start"), N_("Start with these choices.")),
        Command("names", "n", N_("names"), N_("Write your name and the table's.")),
        BACK,
    )

    def __init__(
        self,
        kind: Kind,
        name: str,
        open_table: Callable[[TableSpec, str, bool], None],
        last: LastGame | None = None,
    ) -> None:
        """`open_table` takes the table, the player's name and whether there is a door; `last` is offered."""
        self._kind = kind
        self._open = open_table
        self._player = name
        self._choices = SetupForm(offers_again(kind, last) if last else offers(kind))
        title = _("Play alone") if kind == "alone" else _("Host a table")
        middle: list[Widget] = [
            self._choices,
            LabelledField(_("Your name"), Field(name, name="name", most=24)),
        ]
        if kind == "host":
            field = Field(tables_name(name), name="table", most=40)
            middle.append(LabelledField(_("The table's name"), field))
        super().__init__(title, middle=middle, prompt=_("Choose a game and how to play it."))

    def on_choices_changed(self, changed: Choices.Changed) -> None:
        if changed.choice.name == "game":
            self._choices.replace(offers_for_another(self._kind, self._choices.choices))

    def action_start(self) -> None:
        player = self._written("name") or self._player
        table = self._written("table") if self._kind == "host" else ""
        spec, has_door = chosen_table(self._kind, self._choices.choices, table or tables_name(player))
        self._open(spec, player, has_door)

    def _written(self, field: str) -> str:
        return self.query_one(f"#{field}", Field).value.strip()

    def on_input_submitted(self) -> None:
        self.leave_field()

    def action_names(self) -> None:
        self.query_one("#name", Field).focus()
