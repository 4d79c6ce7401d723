"""The set-up of a new table: the game, the seats, the bots and the game's options, made from the rules."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from luckytui.bots import LEVELS
from luckytui.client.local import ALONE
from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.games.options import fields
from luckytui.table.spec import TableSpec
from luckytui.text import N_, Sentence, _, say
from luckytui.tui.commands import Command, bindings
from luckytui.tui.screens.options import offer
from luckytui.tui.widgets.choices import Choices, Choose
from luckytui.tui.widgets.field import Field
from luckytui.tui.widgets.lines import KeyBar, PromptLine, TitleLine

_CLOCKS = (0, 15, 30, 60, 120)
"""The seconds to choose from."""

_WITH_CODE, _ANYBODY = N_("with a code"), N_("anybody")
"""Who may join."""


_KEPT = {"seats", "level", "guests"}
"""What stays as it was chosen when another game is."""


class SetUp(Message):
    """A table is set up as the player wants it."""

    def __init__(self, kind: Literal["alone", "host"], spec: TableSpec, player: str) -> None:
        super().__init__()
        self.kind: Literal["alone", "host"] = kind
        self.spec = spec
        self.player = player
        """What the player is called."""


class SetupScreen(Screen[None]):
    """Asks for what a new table needs."""

    VERBS: ClassVar[Sequence[Command]] = (
        Command("names", "n", N_("names"), N_("Write your name and the table's.")),
        Command("back", "escape,q", N_("back"), N_("Go back to where you were.")),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(VERBS)

    def __init__(self, kind: Literal["alone", "host"], name: str) -> None:
        super().__init__()
        self._kind: Literal["alone", "host"] = kind
        self._player = name
        self._choices = Choices(self._offer(next(iter(GAMES.values()))))

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield TitleLine()
        yield self._choices
        with Horizontal(classes="field"):
            yield Static(_("Your name"), classes="label")
            yield Field(self._player, name="name", most=24)
        if self._kind == "host":
            with Horizontal(classes="field"):
                yield Static(_("The table's name"), classes="label")
                yield Field(_("{name}'s table", name=self._player), name="table", most=40)
        yield PromptLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with the choices."""
        title = _("Play alone") if self._kind == "alone" else _("Host a table")
        self.query_one(TitleLine).show(title)
        self._choices.focus()
        begin = _("Enter: begin") if self._kind == "alone" else _("Enter: open the table")
        self.query_one(PromptLine).show(
            _("{begin} · ← →: change · ↑ ↓: another line · n: names", begin=begin)
        )

    def announce(self, text: str) -> None:
        """Say what is going on."""
        self.query_one(PromptLine).show(text, "")

    def refuse(self, reason: Sentence) -> None:
        """Say why the table cannot be opened."""
        self.query_one(PromptLine).show(say(reason), "warn")

    def _offer(
        self, game: Game, seats: int | None = None, level: str = LEVELS[-1], guests: str = _WITH_CODE
    ) -> list[Choose]:
        """Return the choices for a game."""
        seats = seats if seats in game.seats else max(2, game.seats[0])
        titles = [each.title for each in GAMES.values()]
        seconds = N_("seconds to decide; then a safe move is made (0: none)")
        code = N_("whether others have to type a code, which your screen shows then")
        choices = [
            Choose("game", N_("Game"), N_("what is played"), titles, game.title),
            Choose("seats", N_("Players"), N_("how many seats the table has"), game.seats, seats),
            Choose("level", N_("Bots"), N_("how well the bots play"), LEVELS, level),
            Choose("turn_seconds", N_("Clock"), seconds, _CLOCKS, 0),
            Choose("guests", N_("Who may join"), code, (_WITH_CODE, _ANYBODY), guests),
            *offer(game.options()),
        ]
        return [choice for choice in choices if self._kind == "host" or choice.name != "guests"]

    def on_choices_changed(self, changed: Choices.Changed) -> None:
        """Offer the options of another game."""
        if changed.choice.name == "game":
            kept = {
                name: self._chosen()[name] for name in ("seats", "level", "guests") if name in self._chosen()
            }
            self._choices.replace(self._offer(self._game(), **kept))

    def on_choices_done(self) -> None:
        """Set the table up."""
        chosen, game = self._chosen(), self._game()
        values = {field.name: chosen[field.name] for field in fields(game.options)}
        player = self.query_one("#name", Field).value.strip() or self._player
        spec = TableSpec(
            game=game.key,
            options=game.options(**values),
            name=self._table_name(player),
            seats=chosen["seats"],
            bots=chosen["seats"] - 1 if self._kind == "alone" else 0,
            level=chosen["level"],
            turn_seconds=chosen["turn_seconds"],
            open=chosen.get("guests") == _ANYBODY,
        )
        self.post_message(SetUp(self._kind, spec, player))

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
        """Go back to the choices."""
        self._choices.focus()

    def action_names(self) -> None:
        """Go to the name field."""
        self.query_one("#name", Field).focus()

    def action_back(self) -> None:
        """Leave the name fields, then the screen."""
        if self.focused is self._choices:
            self.dismiss()
        else:
            self._choices.focus()
