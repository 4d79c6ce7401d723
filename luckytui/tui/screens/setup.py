"""What is chosen for a table: before it opens all of it, in the lobby and after a game the game's options."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Literal

from msgspec.structs import replace
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Static

from luckytui.bots import LEVELS, USUAL
from luckytui.client.last_game import LastGame
from luckytui.client.local import ALONE
from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.games.options import Options, fields
from luckytui.table.deal import deal_of_the_day
from luckytui.table.requests import Again, Opt
from luckytui.table.spec import TableSpec, choice_of
from luckytui.table.views import TableView
from luckytui.text import N_, UserError, _
from luckytui.tui.canvas import Canvas, Ground, Ink, cut
from luckytui.tui.commands import Command
from luckytui.tui.screens.base import BACK, BaseScreen, RequestPosted
from luckytui.tui.themes import felt
from luckytui.tui.widgets.choices import Choices, Choose
from luckytui.tui.widgets.field import Field

_OFF, _WITH_CODE, _ANYONE = N_("off"), N_("with a code"), N_("anyone")
_TIMERS = (_OFF, 15, 30, 60, 120)

_FOR_OTHERS = {"guests", "door", "hints", "undo"}
"""What is chosen only for a table that others join."""
_FOR_ONE = {"deal"}
"""What is offered only to those who play alone."""
_NEW, _OF_THE_DAY = N_("a new one"), N_("of the day")
_KEPT = ("seats", "level", "guests", "door", "hints", "undo")
"""What stays as it was chosen when the game changes."""


def _offer_games(game: Game) -> Choose:
    return Choose("game", N_("Game"), N_("which game to play"), [*GAMES.values()], game)


def _offer(options: Options) -> list[Choose]:
    """Return what can be chosen, as it is chosen now; what was read from a file stays as it is."""
    return [
        Choose(field.name, field.title, field.help, field.choices, value)
        for field in fields(type(options))
        if (value := getattr(options, field.name)) in field.choices
    ]


class SetupForm(Choices):
    """The choices for a table, or its next game; the games, the first choice, lie on it as pieces."""

    def paint(self, canvas: Canvas) -> None:
        game = self.choices[0]
        self.GROUND = felt(game.value.key)
        canvas.fill(0, 0, canvas.width, canvas.height, self.GROUND)
        step = min((canvas.width - 3) // len(game.values), 22)
        for number, each in enumerate(game.values):
            _put_game(canvas, 2 + number * step, min(step - 1, 17), each, is_here=each == game.value)
        if self._row == 0:
            canvas.put(0, 2, "▸", "act", bold=True)
            canvas.cursor = (2 + step * list(game.values).index(game.value), 2)
        self.paint_rows(canvas, 6 if canvas.height > 16 else 5, 1)


_PICTURES: Mapping[str, Sequence[tuple[str, Ink, Ground]]] = {
    "lucky-numbers": [(f"{2 + 4 * step:2} ", "", f"tile-{step + 1}") for step in range(5)],
    "lucky-jack": [(" █ ", ink, "card") for ink in ("lemon-3", "cherry", "diamond", "clover", "grape")],
    "lucky-box": [(f" {sign} ", "", f"paper{'-2' * (n % 2)}") for n, sign in enumerate("5╳39╳")],
    "lucky-squares": [
        (f" {sign} ", "", f"rim-{color}")
        for sign, color in zip("♥▲♦■♣", ("red", "yellow", "blue", "magenta", "green"), strict=True)
    ],
}
"""How the pieces of each game look: texts with their inks and grounds."""


def _put_game(canvas: Canvas, x: int, width: int, game: Game, *, is_here: bool) -> None:
    canvas.fill(x, 1, width, 3, "cursor" if is_here else "dent")
    indent = int(width > 15)
    for number, (text, ink, ground) in enumerate(_PICTURES[game.key][: width // 3]):
        canvas.put(x + indent + 3 * number, 1, text, ink, ground)
    players = _("{fewest}–{most} players", fewest=game.seats[0], most=game.seats[-1])
    canvas.put(x + indent, 2, cut(game.title.removeprefix("Super Mega "), width), "cursor" if is_here else "")
    canvas.put(x + indent, 3, cut(players, width), "cursor" if is_here else "faint")


class OptionsScreen(BaseScreen):
    """Asks for the next game and its options, and asks the table to play it: after a game at once."""

    GROUP = "options"
    VERBS: ClassVar = (Command("done", "enter", N_("choose"), N_("Play next what is chosen.")), BACK)

    def __init__(self, table_view: TableView) -> None:
        self._table_view = table_view
        self._next = table_view.next or choice_of(table_view.options)
        self._choices = SetupForm([_offer_games(self._next.rules), *_offer(self._next.options)])
        prompt = _("What do you want to play next?")
        super().__init__(_("Options"), table_view.name, middle=[self._choices], prompt=prompt)

    def on_choices_changed(self, changed: Choices.Changed) -> None:
        if changed.choice.name == "game":
            self._choices.replace([changed.choice, *_offer(self._options_of(changed.choice.value))])

    def _options_of(self, game: Game) -> Options:
        return self._next.options if game == self._next.rules else game.options()

    def action_done(self) -> None:
        chosen = self._choices.chosen()
        game: Game = chosen.pop("game")
        try:
            game.check_seats(len(self._table_view.occupants))
        except UserError as error:
            self.refuse(error.reason)
            return
        self.post_message(RequestPosted(Opt(choice_of(replace(self._options_of(game), **chosen)))))
        if self._table_view.match:
            self.post_message(RequestPosted(Again()))
        self.dismiss()


class SetupScreen(BaseScreen):
    """Asks for what a new table needs."""

    GROUP = "set-up"
    VERBS: ClassVar = (
        Command("start", "enter", N_("start"), N_("Start with what is chosen.")),
        Command("names", "n", N_("names"), N_("Write your name and the table's.")),
        BACK,
    )

    def __init__(
        self,
        kind: Literal["alone", "host"],
        name: str,
        open_table: Callable[[TableSpec, str, bool], None],
        last: LastGame | None = None,
    ) -> None:
        """`open_table` takes the table, the player's name and whether there is a door; `last` is offered."""
        self._kind = kind
        self._open = open_table
        self._player = name
        first = next(iter(GAMES.values()))
        self._choices = SetupForm(self._offer_again(last.table, last.door) if last else self._offer(first))
        title = _("Play alone") if kind == "alone" else _("Host a table")
        middle: list[Widget] = [self._choices, _named(_("Your name"), Field(name, name="name", most=24))]
        if kind == "host":
            middle.append(_named(_("The table's name"), Field(_tables_name(name), name="table", most=40)))
        super().__init__(title, middle=middle, prompt=_("Choose a game and how to play it."))

    def _offer_again(self, last: TableSpec, door: bool) -> list[Choose]:
        choices = self._offer(
            last.rules,
            last.seats,
            last.levels[0],
            _ANYONE if last.open else _WITH_CODE,
            door,
            last.hints,
            last.undo,
            last.options,
        )
        timer = next(choice for choice in choices if choice.name == "turn_seconds")
        timer.value = last.turn_seconds if last.turn_seconds in timer.values else _OFF
        return choices

    def _offer(
        self,
        game: Game,
        seats: int | None = None,
        level: str = USUAL,
        guests: str = _WITH_CODE,
        door: bool = False,
        hints: bool = True,
        undo: bool = True,
        options: Options | None = None,
    ) -> list[Choose]:
        seats = seats if seats in game.seats else max(2, game.seats[0])
        timer = N_("seconds for each decision; if time runs out, a safe move is made for you")
        code = N_("whether others must type a code, which your screen then shows")
        way = N_("whether people can join who have no luckytui: by ssh, or in a browser")
        day = N_("the deal of the day is the same for everyone, with the usual options and number of players")
        left_out = _FOR_ONE if self._kind == "host" else _FOR_OTHERS
        choices = [
            _offer_games(game),
            Choose("seats", N_("Players"), N_("how many seats the table has"), game.seats, seats),
            Choose("level", N_("Bots"), N_("how well the bots play"), LEVELS, level),
            Choose("turn_seconds", N_("Turn timer"), timer, _TIMERS, _OFF),
            Choose("guests", N_("Who can join"), code, (_WITH_CODE, _ANYONE), guests),
            Choose("door", N_("Door for guests"), way, (True, False), door),
            Choose(
                "hints",
                N_("Hints"),
                N_("whether players may ask what the best bot would do"),
                (True, False),
                hints,
            ),
            Choose("undo", N_("Undo"), N_("whether players may take a move back"), (True, False), undo),
            *_offer(options or game.options()),
            Choose("deal", N_("Deal"), day, (_NEW, _OF_THE_DAY), _NEW),
        ]
        return [choice for choice in choices if choice.name not in left_out]

    def on_choices_changed(self, changed: Choices.Changed) -> None:
        if changed.choice.name == "game":
            kept = {name: value for name, value in self._choices.chosen().items() if name in _KEPT}
            self._choices.replace(self._offer(changed.choice.value, **kept))

    def action_start(self) -> None:
        chosen = self._choices.chosen()
        game: Game = chosen["game"]
        player = self._written("name") or self._player
        spec = TableSpec(
            game=game.key,
            options=game.options(**{field.name: chosen[field.name] for field in fields(game.options)}),
            name=_(ALONE) if self._kind == "alone" else self._written("table") or _tables_name(player),
            seats=chosen["seats"],
            bots=chosen["seats"] - 1 if self._kind == "alone" else 0,
            levels=(chosen["level"],),
            turn_seconds=0 if chosen["turn_seconds"] == _OFF else chosen["turn_seconds"],
            open=chosen.get("guests") == _ANYONE,
            hints=chosen.get("hints", True),
            undo=chosen.get("undo", True),
        )
        if chosen.get("deal") == _OF_THE_DAY:
            spec = deal_of_the_day(game).at(spec)
        self._open(spec, player, chosen.get("door", False))

    def _written(self, field: str) -> str:
        return self.query_one(f"#{field}", Field).value.strip()

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


def _tables_name(player: str) -> str:
    return _("{name}'s table", name=player)


def _named(label: str, field: Field) -> Widget:
    return Horizontal(Static(label, classes="label"), field, classes="field")
