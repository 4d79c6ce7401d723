"""What is chosen for a table: before it opens all of it, in the lobby and after a game the game's options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from msgspec.structs import asdict, replace

from luckytui.bots import LEVELS, USUAL
from luckytui.client.last_game import LastGame
from luckytui.client.local import ALONE
from luckytui.games import GAMES, PACKS
from luckytui.games.interface import Game
from luckytui.games.options import Options, fields, in_force
from luckytui.records.deal import deal_of_the_day
from luckytui.table.requests import Again, Opt, Request
from luckytui.table.spec import BEST_OF, DEFAULT_PACE, GameChoice, TableSpec, choice_of
from luckytui.table.views import TableView
from luckytui.text import LANGUAGES, N_, _, language_name, plural


@dataclass
class Choose:
    """One thing to choose, and the value it has now."""

    name: str
    title: str
    help: str
    values: Sequence[Any]
    value: Any
    words: Mapping[Any, str] = field(default_factory=dict)
    """Names for values that need one, in English, marked for translation."""
    helps: Mapping[Any, str] = field(default_factory=dict)
    """What single values mean, in English; "" stands for all others. Without an entry, `help` says it."""

    def said(self, value: Any) -> str:
        """Return one of the values in words; one that was typed as it is."""
        if value in self.words:
            return _(self.words[value])
        return said(value) if value in self.values else str(value)

    def about(self, value: Any) -> str:
        return _(self.helps.get(value, self.helps.get("", self.help)))

    @property
    def shown(self) -> str:
        return self.said(self.value)


def said(value: Any) -> str:
    """Return a value that can be chosen in words."""
    match value:
        case bool():
            return _("yes") if value else _("no")
        case Game():
            return value.title
        case str():
            return language_name(value) if value in LANGUAGES else _(value)
    return str(value)


def chosen_for(table_view: TableView) -> list[tuple[str, str]]:
    """Return what is chosen for a table, each with its title."""
    timer = table_view.turn_seconds
    chosen = [(_("Turn timer"), _("{seconds} s", seconds=timer) if timer else _("off"))]
    chosen += [(_("Best of"), str(table_view.best_of))] if table_view.best_of else []
    for each in in_force(table_view.options):
        value = getattr(table_view.options, each.name)
        chosen.append((_(each.title), said(value) if value in each.choices else _("from a file")))
    return [*chosen, (_("Hints"), said(table_view.hints)), (_("Undo"), said(table_view.undo))]


_THINKING = 10.0
"""For how many seconds a person thinks about a decision."""
_TIMERS = (0, 15, 30, 60, 120)

Kind = Literal["alone", "host"]
_NOT_FOR: Mapping[Kind, set[str]] = {"alone": {"open", "door", "hints", "undo"}, "host": {"deal"}}
"""What is not chosen for each kind of table."""
_OF_THE_TABLE = ("seats", "turn_seconds", "best_of", "open", "hints", "undo")
"""What is chosen for any game, and is named as in a TableSpec."""
_NEW, _OF_THE_DAY = N_("a new one"), N_("of the day")


def _offer_games(game: Game) -> Choose:
    return Choose("game", N_("Game"), N_("which game to play"), [*GAMES.values()], game)


def _offer(options: Options) -> list[Choose]:
    """Return the options with their present values, but for one that was read from a file."""
    return [
        Choose(field.name, field.title, field.help, field.choices, value, helps=field.helps)
        for field in fields(type(options))
        if (value := getattr(options, field.name)) in field.choices
    ]


def next_of(table_view: TableView) -> GameChoice:
    """Return what is to be played next at a table."""
    return table_view.next or choice_of(table_view.options)


def next_offers(now: GameChoice, game: Game) -> list[Choose]:
    """Return what can be chosen for a table's next game, where `now` is chosen so far."""
    return [_offer_games(game), *_offer(now.options if game.key == now.game else game.options())]


def chosen_next(table_view: TableView, choices: Sequence[Choose]) -> list[Request]:
    """Return the requests for what was chosen. Raises UserError if the game is not for that many people."""
    now, chosen = next_of(table_view), {choice.name: choice.value for choice in choices}
    game: Game = chosen.pop("game")
    game.check_seats(len(table_view.occupants))
    options = replace(now.options if game.key == now.game else game.options(), **chosen)
    return [Opt(choice_of(options)), *([Again()] if table_view.match else [])]


def offers(
    kind: Kind, game: Game | None = None, kept: Mapping[str, Any] = {}, options: Options | None = None
) -> list[Choose]:
    """Return what can be chosen for a new table, with the `kept` values where they are allowed."""
    game = game or next(iter(GAMES.values()))
    timers = {0: N_("take all the time you need"), "": N_("seconds, then a safe move is made")}
    series = {0: N_("each game counts by itself"), "": N_("games: most wins take the series")}
    code = {False: N_("others type the code on your screen"), True: N_("anyone on this network")}
    way = {False: N_("only people who have luckytui"), True: N_("others join by ssh or in a browser")}
    hints = {False: N_("nobody may ask for advice"), True: N_("players may ask for the best move")}
    undo = {False: N_("what is played is played"), True: N_("players may take a move back")}
    levels = {
        "easy": N_("good for a first game"),
        "normal": N_("they play sensibly"),
        "hard": N_("they play as well as they can"),
    }
    deals = {_NEW: N_("nobody has seen it before"), _OF_THE_DAY: N_("the same for everyone today")}
    off, joining = {0: N_("off")}, {False: N_("with a code"), True: N_("anyone")}
    choices = [
        _offer_games(game),
        Choose("seats", N_("Players"), N_("how many seats the table has"), game.seats, game.usual_seats),
        Choose("level", N_("Bots"), "", LEVELS, USUAL, helps=levels),
        Choose("turn_seconds", N_("Turn timer"), "", _TIMERS, 0, off, timers),
        Choose("best_of", N_("Best of"), "", (0, *BEST_OF), 0, off, series),
        Choose("open", N_("Who can join"), "", (False, True), False, joining, code),
        Choose("door", N_("Door for guests"), "", (True, False), value=False, helps=way),
        Choose("hints", N_("Hints"), "", (True, False), value=True, helps=hints),
        Choose("undo", N_("Undo"), "", (True, False), value=True, helps=undo),
    ]
    for choice in choices:
        if (value := kept.get(choice.name)) in choice.values:
            choice.value = value
    choices += [
        *_offer(options or game.options()),
        Choose("deal", N_("Deal"), "", (_NEW, _OF_THE_DAY), _NEW, helps=deals),
    ]
    not_for = _NOT_FOR[kind] | (set() if PACKS[game.key].worth else {"hints"})
    return [choice for choice in choices if choice.name not in not_for]


def offers_again(kind: Kind, last: LastGame) -> list[Choose]:
    """Return what can be chosen for a new table, with the values of the one that was opened last."""
    table = last.table
    return offers(
        kind, table.rules, asdict(table) | {"level": table.levels[0], "door": last.door}, table.options
    )


def offers_for_another(kind: Kind, choices: Sequence[Choose]) -> list[Choose]:
    """Return what can be chosen once another game is; what all games have in common keeps its value."""
    chosen = {choice.name: choice.value for choice in choices}
    return offers(kind, chosen["game"], chosen)


def chosen_table(kind: Kind, choices: Sequence[Choose], name: str) -> tuple[TableSpec, bool]:
    """Return the chosen table, and whether it has a door for guests; `name` is that of a hosted one."""
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


def duration(kind: Kind, choices: Sequence[Choose]) -> str:
    """Say about how long the chosen game takes; empty: nobody knows."""
    spec, _door = chosen_table(kind, choices, "")
    at_once, in_turn = spec.options.decisions(spec.seats)
    round_ = (spec.seats - spec.bots) * _THINKING + spec.bots * DEFAULT_PACE
    minutes = round((at_once * _THINKING + in_turn * round_) / 60)
    minutes = minutes if minutes < 10 else 5 * round(minutes / 5)
    if not (at_once or in_turn):
        return ""
    return plural(
        "A game takes about {number} minute.", "A game takes about {number} minutes.", max(1, minutes)
    )


def tables_name(player: str) -> str:
    """Return what a player's table is called, unless they say so."""
    return _("{name}'s table", name=player)
