"""What is chosen for a table: before it opens all of it, in the lobby and after a game the game's options."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec.structs import asdict, replace
from textual.widget import Widget

from luckytui.bots import LEVELS, USUAL
from luckytui.client.last_game import LastGame
from luckytui.client.local import ALONE
from luckytui.games import GAMES, data, short_title_of
from luckytui.games.interface import Game
from luckytui.games.options import Options, fields
from luckytui.table.deal import deal_of_the_day
from luckytui.table.requests import Again, Opt, Request
from luckytui.table.spec import BEST_OF, GameChoice, TableSpec, choice_of
from luckytui.table.views import TableView
from luckytui.text import N_, UserError, _
from luckytui.tui.canvas import Canvas, cut
from luckytui.tui.commands import Command
from luckytui.tui.screens.base import BACK, BaseScreen
from luckytui.tui.themes import felt
from luckytui.tui.widgets.choices import Choices, Choose
from luckytui.tui.widgets.field import Field, LabelledField

_TIMERS = (0, 15, 30, 60, 120)

Kind = Literal["alone", "host"]
_NOT_FOR: Mapping[Kind, set[str]] = {"alone": {"open", "door", "hints", "undo"}, "host": {"deal"}}
"""What is not chosen for each kind of table."""
_OF_THE_TABLE = ("seats", "turn_seconds", "best_of", "open", "hints", "undo")
"""What is chosen for any game, and is named as in a TableSpec."""
_ROOMY = 64
"""From how many columns on the games' pieces begin where the other choices do."""
_NEW, _OF_THE_DAY = N_("a new one"), N_("of the day")


def _offer_games(game: Game) -> Choose:
    return Choose("game", N_("Game"), N_("which game to play"), [*GAMES.values()], game)


def _offer(options: Options) -> list[Choose]:
    """Return what can be chosen, as it is chosen now; what was read from a file stays as it is."""
    return [
        Choose(field.name, field.title, field.help, field.choices, value)
        for field in fields(type(options))
        if (value := getattr(options, field.name)) in field.choices
    ]


def next_of(table_view: TableView) -> GameChoice:
    """Return what is to be played next at a table."""
    return table_view.next or choice_of(table_view.options)


def next_offers(now: GameChoice, game: Game) -> list[Choose]:
    """Return what can be chosen for a table's next game, where `now` is chosen so far."""
    return [_offer_games(game), *_offer(now.options if game == now.rules else game.options())]


def chosen_next(table_view: TableView, choices: Sequence[Choose]) -> list[Request]:
    """Return how to ask the table for what was chosen. Raises UserError if too many or too few are there."""
    now, chosen = next_of(table_view), {choice.name: choice.value for choice in choices}
    game: Game = chosen.pop("game")
    game.check_seats(len(table_view.occupants))
    options = replace(now.options if game == now.rules else game.options(), **chosen)
    return [Opt(choice_of(options)), *([Again()] if table_view.match else [])]


def offers(
    kind: Kind, game: Game | None = None, kept: Mapping[str, Any] = {}, options: Options | None = None
) -> list[Choose]:
    """Return what can be chosen for a new table; where they can be, the values are the kept ones."""
    game = game or next(iter(GAMES.values()))
    timer = N_("seconds for each decision; if time runs out, a safe move is made for you")
    series = N_("a series: the first to win more than half of this many games wins it")
    code = N_("whether others must type a code, which your screen then shows")
    way = N_("whether people can join who have no luckytui: by ssh, or in a browser")
    hints = N_("whether players may ask what the best bot would do")
    day = N_("the deal of the day is the same for everyone, with the usual options and number of players")
    off, joining = {0: N_("off")}, {False: N_("with a code"), True: N_("anyone")}
    choices = [
        _offer_games(game),
        Choose("seats", N_("Players"), N_("how many seats the table has"), game.seats, game.usual_seats),
        Choose("level", N_("Bots"), N_("how well the bots play"), LEVELS, USUAL),
        Choose("turn_seconds", N_("Turn timer"), timer, _TIMERS, 0, off),
        Choose("best_of", N_("Best of"), series, (0, *BEST_OF), 0, off),
        Choose("open", N_("Who can join"), code, (False, True), value=False, words=joining),
        Choose("door", N_("Door for guests"), way, (True, False), value=False),
        Choose("hints", N_("Hints"), hints, (True, False), value=True),
        Choose("undo", N_("Undo"), N_("whether players may take a move back"), (True, False), value=True),
    ]
    for choice in choices:
        if (value := kept.get(choice.name)) in choice.values:
            choice.value = value
    choices += [
        *_offer(options or game.options()),
        Choose("deal", N_("Deal"), day, (_NEW, _OF_THE_DAY), _NEW),
    ]
    return [choice for choice in choices if choice.name not in _NOT_FOR[kind]]


def offers_again(kind: Kind, last: LastGame) -> list[Choose]:
    """Return the same, as it was chosen for the table that was opened last."""
    table = last.table
    return offers(
        kind, table.rules, asdict(table) | {"level": table.levels[0], "door": last.door}, table.options
    )


def offers_for_another(kind: Kind, choices: Sequence[Choose]) -> list[Choose]:
    """Return what can be chosen for the game that has just been chosen; what all games have stays."""
    chosen = {choice.name: choice.value for choice in choices}
    return offers(kind, chosen["game"], chosen)


def chosen_table(kind: Kind, choices: Sequence[Choose], name: str) -> tuple[TableSpec, bool]:
    """Return the table that was chosen, and whether it has a door for guests; `name`: of one for others."""
    chosen = {choice.name: choice.value for choice in choices}
    game: Game = chosen["game"]
    spec = TableSpec(
        game=game.key,
        options=game.options(**{field.name: chosen[field.name] for field in fields(game.options)}),
        name=_(ALONE) if kind == "alone" else name,
        bots=chosen["seats"] - 1 if kind == "alone" else 0,
        levels=(chosen["level"],),
        **{name: chosen[name] for name in _OF_THE_TABLE if name in chosen},
    )
    if chosen.get("deal") == _OF_THE_DAY:
        spec = deal_of_the_day(game).at(spec)
    return spec, chosen.get("door", False)


def tables_name(player: str) -> str:
    """Return what a player's table is called, unless they say so."""
    return _("{name}'s table", name=player)


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
    VERBS: ClassVar = (Command("done", "enter", N_("choose"), N_("Play next what is chosen.")), BACK)

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
        Command("start", "enter", N_("start"), N_("Start with what is chosen.")),
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
