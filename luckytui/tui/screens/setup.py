"""The choices for a new table, and later those for the next game at it."""

from collections.abc import Callable
from typing import ClassVar

from textual.geometry import Size
from textual.widget import Widget

from luckytui.client.last_game import LastGame
from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.shown.commands import BACK, HELP, Command
from luckytui.shown.model import Place
from luckytui.shown.offers import (
    Kind,
    chosen_next,
    chosen_table,
    duration,
    next_of,
    next_offers,
    offers,
    offers_again,
    offers_for_another,
    tables_name,
)
from luckytui.shown.words import Role
from luckytui.table.spec import TableSpec
from luckytui.table.views import TableView
from luckytui.text import N_, UserError, _
from luckytui.tui.canvas import Canvas
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.themes import felt
from luckytui.tui.widgets.choices import Choices
from luckytui.tui.widgets.field import Field, LabelledField
from luckytui.tui.widgets.game_blocks import put_games
from luckytui.tui.widgets.painted import MEASURE

_LARGE, _MOST = (110, 8), 16
"""From how many columns on the games are blocks of this many rows, or more, if that leaves enough for the
choices, and how many at most."""


class SetupForm(Choices):
    """The choices for a table, or its next game. The first choice, the game, is shown as blocks."""

    MEASURE = MEASURE

    def paint(self, canvas: Canvas) -> None:
        game = self.choices[0]
        canvas.ground = self.GROUND = felt(game.value.key)
        canvas.fill(0, 0, canvas.width, canvas.height, self.GROUND)
        top, rows, spare = 1, 3, canvas.height - len(self.choices) - 4
        if canvas.width >= _LARGE[0] and spare >= _LARGE[1]:
            rows = max(_LARGE[1], min(_MOST, spare - len(self.choices)))
        put_games(canvas, top, rows, game.values, game.value)
        if self._row == 0:
            canvas.put(0, top + rows // 2, "▸", "act", bold=True)
        cursor = canvas.cursor
        y = top + rows + (2 if canvas.height > 16 else 1)
        form = Canvas(Size(min(canvas.width, super().MEASURE), canvas.height - y), self.GROUND)
        self.paint_rows(form, 0, 1)
        canvas.lay((canvas.width - form.least.width) // 2 if rows > 3 else 0, y, form)
        canvas.least = Size(canvas.width, y + form.least.height)
        if self._row == 0:
            canvas.cursor = cursor

    def clicked(self, place: Place) -> None:
        match place:
            case ("game", int(number)):
                self._row = 0
                self.action_change(number - self.choices[0].values.index(self.choices[0].value))
            case _:
                super().clicked(place)


class OptionsScreen(BaseScreen):
    """Lets the owner choose the next game and its options, and sends them to the table."""

    GROUP = "options"
    VERBS: ClassVar = (Command("done", "enter", N_("choose"), N_("Play this next.")), BACK, HELP)

    def __init__(self, table_view: TableView) -> None:
        self._table_view, self._next = table_view, next_of(table_view)
        self._choices = SetupForm(next_offers(self._next, GAMES[self._next.game]))
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
        HELP,
    )

    def __init__(
        self,
        kind: Kind,
        name: str,
        open_table: Callable[[TableSpec, str, bool], None],
        last: LastGame | None = None,
        game: Game | None = None,
    ) -> None:
        """`open_table` takes the table, the player's name and whether there is a door.

        What was chosen for the `last` table is offered, or this `game`.
        """
        self._kind = kind
        self._open = open_table
        self._player = self._called = name
        self._choices = SetupForm(offers_again(kind, last) if last else offers(kind, game))
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
        self.show_prompt()

    def prompt(self) -> tuple[str, Role]:
        return f"{self._first_prompt} {duration(self._kind, self._choices.choices)}".rstrip(), "act"

    def action_start(self) -> None:
        player = self._written("name") or self._player
        table = self._written("table") if self._kind == "host" else ""
        spec, has_door = chosen_table(self._kind, self._choices.choices, table or tables_name(player))
        self._open(spec, player, has_door)

    def _written(self, field: str) -> str:
        return self.query_one(f"#{field}", Field).value.strip()

    def on_input_changed(self, changed: Field.Changed) -> None:
        """Name the table after the player until somebody gives it another name."""
        if changed.input.id == "name" and self._kind == "host":
            table, player = self.query_one("#table", Field), changed.value.strip() or self._player
            if table.value == tables_name(self._called):
                table.value = tables_name(player)
            self._called = player

    def on_input_submitted(self) -> None:
        self.leave_field()

    def action_names(self) -> None:
        self.query_one("#name", Field).focus()
