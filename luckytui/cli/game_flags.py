"""The flags of the commands that take a game: each game has its own number of seats, and its own options."""

import os
import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from luckytui.address import DEFAULT_PORT, SSH_PORT, WEB_PORT
from luckytui.bots import ALL_LEVELS, imported
from luckytui.cli import values
from luckytui.cli.values import SCREEN, Flag, Misuse, add_flags, at_least_one, near
from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.games.options import OptionField, Options, fields
from luckytui.processes import cores
from luckytui.table.spec import BEST_OF, TURN_SECONDS
from luckytui.text import N_, UserError, _, say, system_reason

LEVELS = ", ".join(ALL_LEVELS)

_FEW = 8
"""Up to how many values are listed one by one. Of more numbers, only runs are, by their first and last."""


def check_game(arguments: Sequence[str]) -> None:
    """Raise Misuse when the first argument is an unknown game."""
    if arguments and not arguments[0].startswith("-") and arguments[0] not in GAMES:
        choose = _("Choose from {games}.", games=", ".join(GAMES))
        hint = near(arguments[0], GAMES, choose)
        raise Misuse("There is no game “{name}” here. {hint}", name=arguments[0], hint=hint)


def game(text: str) -> Game:
    """Read which game it is."""
    check_game([text])
    return GAMES[text]


def level(text: str) -> str:
    """Read how well a bot plays."""
    if text not in ALL_LEVELS:
        hint = near(text, ALL_LEVELS, _("Choose from {levels}.", levels=LEVELS))
        raise ArgumentTypeError(_("no bot plays at level “{text}”. {hint}", text=text, hint=hint))
    return text


def _levels(text: str) -> tuple[str, ...]:
    return tuple(level(each.strip()) for each in text.split(","))


def _bots(help_: str, default: Any = None, *, required: bool = False) -> Flag:
    more = {"required": True} if required else {}
    return Flag("--bots", help_, _levels, default, N_("LEVEL[,LEVEL…]"), more)


def _competitors(text: str) -> list[str]:
    return [_competitor(each.strip()) for each in text.split(",")]


def _competitor(name: str) -> str:
    """Read the name of a bot: a level, or MODULE:CLASS, also from the folder one is in."""
    if ":" not in name:
        return level(name)
    if os.getcwd() not in sys.path:  # noqa: PTH109 - sys.path has texts
        sys.path.append(os.getcwd())  # noqa: PTH109
    try:
        imported(name)
    except UserError as error:
        raise ArgumentTypeError(say(error.reason)) from None
    return name


_COMPETITORS = Flag(
    "--bots",
    "The bot of each seat, from seat 1 on: {levels}, or MODULE:CLASS for one of your own; fewer than seats"
    " are repeated",
    _competitors,
    metavar=N_("BOT[,BOT…]"),
    more={"required": True},
)
_SEED = Flag(
    "--seed",
    "Where all chance of the first game comes from: the same seed gives the same game (default: a new one)",
    values.not_empty,
    metavar=N_("TEXT"),
)
_DEAL = Flag(
    "--deal",
    "A deal to play, as the results show it, or “today” for the deal of the day, the same for everyone; it"
    " says how many play, and by which options (default: a new deal)",
    values.not_empty,
    SUPPRESS,
    N_("DEAL"),
)
_THINK = Flag(
    "--think",
    "How many iterations a bot that thinks has for a decision, so that games can be repeated (default: a"
    " second's)",
    at_least_one,
    metavar="N",
)
_CORES = cores()
_WORKERS = "How many games are played at the same time (default: {default})"
_ARENA = (
    _COMPETITORS,
    _THINK,
    Flag(
        "--games",
        "How many games, each deal with the seats rotated (default: 100)",
        at_least_one,
        100,
        "K",
    ),
    Flag("--workers", _WORKERS, at_least_one, _CORES, "W"),
    Flag("--dask", "The address of a Dask cluster to play on (default: none)", str, metavar=N_("ADDRESS")),
    Flag("--luck", "Say as well what shares would be without luck: narrower intervals, slower (default: no)"),
    Flag("--json", "Print the result as JSON"),
    _SEED,
)


_TURN_SECONDS = N_("it is 0 or a number from {first} to {last}, not {number}.")
_LEVEL = N_("how well the bots play: {levels} (default: {default})")
_TEMPO = (
    Flag(
        "--pace",
        "How many seconds a bot waits before it moves (default: as the settings say)",
        values.seconds,
        None,
        "S",
    ),
    Flag(
        "--turn-seconds",
        "Turn timer, {first} to {last}: if time runs out, a safe move is made for the player (default: 0,"
        " off)",
        values.number_in(TURN_SECONDS, _TURN_SECONDS, 0),
        0,
        "S",
    ),
)
_SERIES = N_("it is 0, 3, 5, 7 or 9, not {number}.")
_BEST_OF = Flag(
    "--best-of",
    "A series: the first to win more than half of this many games wins it; 3, 5, 7 or 9 (default: 0, off)",
    values.number_in(BEST_OF, _SERIES, 0),
    0,
    "N",
)
_PLAY = (
    _bots(
        N_(
            "How well the bots play, from the first one on: {levels}; fewer than bots are repeated (default:"
            " normal)"
        ),
        ("normal",),
    ),
    _SEED,
    _DEAL,
    _BEST_OF,
    *_TEMPO,
)
_DOOR = (
    Flag(
        "--door",
        "Let guests in who have no luckytui, by ssh and with a browser (default: no)",
        default=SUPPRESS,
    ),
    Flag(
        "--ssh-port",
        "The door's port for ssh, 0 for any (default: {ssh} if it is free)",
        values.port,
        SUPPRESS,
        "P",
    ),
    Flag(
        "--web-port",
        "The door's port for browsers, 0 for any (default: {web} if it is free)",
        values.port,
        SUPPRESS,
        "P",
    ),
)
"""`host` and `serve` take these before the game and behind it, also where none is named."""
_HOST = (
    _bots(N_("Seat bots from the start, one for each level that is named: {levels} (default: none)"), ()),
    Flag("--name", "The table's name (default: your name's table)", str, metavar=N_("TABLE")),
    Flag(
        "--port", "The port to listen on, 0 for any (default: {port} if it is free)", values.port, None, "P"
    ),
    Flag(
        "--bind",
        "The address of this computer to listen on and to announce the table on, 127.0.0.1 for this computer"
        " alone (default: all)",
        values.own_address,
        metavar=N_("ADDRESS"),
    ),
    Flag("--open", "Let anyone on the network join, without a code"),
    *_DOOR,
    Flag("--no-hints", "Let nobody ask for hints (default: everyone may)"),
    Flag("--no-undo", "Let nobody take a move back (default: everyone may)"),
    _SEED,
    _BEST_OF,
    *_TEMPO,
)
_ONCE_AND_RECORD = (
    Flag("--once", "End after one game", default=SUPPRESS),
    Flag("--record", "Append the record of each game to this file", Path, SUPPRESS, N_("FILE")),
)
"""`serve` takes these before the game and behind it, also where none is named."""
_TABLES = Flag(
    "--tables",
    "How many tables, all behind one port and one code, called “TABLE 1” and so on (default: 1). A"
    " list shows 64 of them and counts the others; joining by the address leads to the first free seat",
    at_least_one,
    1,
    "N",
)
_SIMULATE = (
    _COMPETITORS,
    _THINK,
    Flag("--games", "How many games (default: 1)", at_least_one, 1, "K"),
    Flag("--workers", "How many games are played at the same time (default: 1)", at_least_one, 1, "W"),
    _SEED,
)
_HOST_RESUME = Flag(
    "--resume",
    "Instead of a game: resume a table whose host was stopped (default: the only one)",
    str,
    metavar=N_("ROOM"),
    more={"nargs": "?", "const": ""},
)
_SERVE_RESUME = (
    Flag(
        "--resume",
        "Instead of a game: resume a table whose host was stopped, by its room or its journal",
        str,
        metavar=N_("ROOM"),
    ),
    Flag(
        "--owned",
        "Instead of a game, for “luckytui host”: read the table and its host's token from the input; the"
        " host starts the games, which otherwise start when all seats are taken",
    ),
)


_BESIDE_GAMES = {
    "play": [_DEAL],
    "host": [_HOST_RESUME, *_DOOR],
    "serve": [*_SERVE_RESUME, *_ONCE_AND_RECORD, *_DOOR],
}
"""The flags of the commands that can do without a game."""

_SERVE = (*_HOST, *_ONCE_AND_RECORD, _TABLES)
_WITH_GAME = {"play": _PLAY, "host": _HOST, "serve": _SERVE, "simulate": _SIMULATE, "arena": _ARENA}


def usual_seats(game: Game) -> int:
    """Return how many play if nobody says so."""
    return max(2, game.seats[0])


def add_game_flags(command: str, parser: ArgumentParser) -> None:
    """Give a command its flags, and a game to name, each with its own flags."""
    words = {"first": TURN_SECONDS[0], "last": TURN_SECONDS[-1], "levels": LEVELS, "port": DEFAULT_PORT}
    words |= {"ssh": SSH_PORT, "web": WEB_PORT}
    add_flags(parser, *_BESIDE_GAMES.get(command, []), **words)
    parser.set_defaults(owned=False, once=False, record=None, door=False, ssh_port=None, web_port=None)
    games = parser.add_subparsers(title=_("Games"), metavar=_("GAME"), required=command not in _BESIDE_GAMES)
    more = _("“{command} GAME --help” lists a game's options.", command=parser.prog)
    parser.epilog = f"{more} {parser.epilog}"
    for game in GAMES.values():
        players = {"game": game.title, "first": game.seats[0], "last": game.seats[-1]}
        title = _("{game}, for {first} to {last} players", **players)
        of_game: ArgumentParser = games.add_parser(
            game.key, help=title, description=f"{title}. {parser.description}", allow_abbrev=False
        )
        of_game.set_defaults(game=game)
        example = f"{of_game.prog} --seats {game.seats[-1]}"
        more = " --bots easy,normal" if command in {"simulate", "arena"} else ""
        of_game.epilog = _("Example: {example}", example=f"{example}{more}")
        problem = N_("{game} is for {first} to {last} players, not for {number}.")
        read = values.number_in(game.seats, problem, game=game.title)
        seats = Flag(
            "--seats",
            "How many players: {first} to {last} (default: {default})",
            read,
            usual_seats(game),
            "N",
        )
        if command in {"simulate", "arena"}:
            seats = Flag(
                "--seats", "How many players: {first} to {last}", read, None, "N", {"required": True}
            )
        seats.add_to(of_game, **players)
        add_flags(of_game, *_WITH_GAME[command], *(SCREEN if command in {"play", "host"} else ()), **words)
        _add_option_flags(of_game, game)


def _add_option_flags(parser: ArgumentParser, game: Game) -> None:
    group = parser.add_argument_group(_("Options of {game}", game=game.title))
    for field in fields(game.options):
        kind: dict[str, Any]
        if field.choices == (False, True):
            help_ = _("{help} (default: off)", help=_capital(_(field.help)))
            kind = {"action": BooleanOptionalAction}
        else:
            help_ = _(
                "{help}: {values} (default: {default})",
                help=_capital(_(field.help)),
                values=_values(field),
                default=field.default,
            )
            kind = {"type": _reader(field), "metavar": field.name.rpartition("_")[2].upper()}
        flag = f"--{field.name.replace('_', '-')}"
        group.add_argument(flag, dest=_place(field), default=SUPPRESS, help=help_, **kind)


def options_of(given: Namespace) -> Options:
    """Return the options of the game that was named. Raises Misuse for values that do not go together."""
    game: Game = given.game
    values = {field.name: getattr(given, _place(field), field.default) for field in fields(game.options)}
    try:
        return game.options(**values)
    except ValueError as error:
        raise Misuse("{reason}.", reason=error) from None


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _place(field: OptionField) -> str:
    """Return where the parser puts the value, out of the way of the other flags."""
    return f"option_{field.name}"


def _reader(field: OptionField) -> Callable[[str], Any]:
    """Return what turns a flag's text into a value. The text may be the name of a file."""
    known = {str(choice): choice for choice in field.choices}

    def read(text: str) -> Any:
        if text in known:
            return known[text]
        if field.read:
            return _from_file(Path(text), field.read)
        raise ArgumentTypeError(
            _("it cannot be “{text}”. Choose from {values}.", text=text, values=_values(field))
        )

    return read


def _from_file(file: Path, read: Callable[[bytes], Any]) -> Any:
    try:
        return read(file.read_bytes())
    except OSError as error:
        why = system_reason(error)
        raise ArgumentTypeError(
            _("{file} cannot be read: {why}. Name another file.", file=file, why=why)
        ) from None
    except UserError as error:
        raise ArgumentTypeError(f"{file}: {say(error.reason)}") from None


def _values(field: OptionField) -> str:
    if field.read:
        return _("{choices} or a file", choices=", ".join(map(str, field.choices)))
    if len(field.choices) <= _FEW:
        return ", ".join(map(str, field.choices))
    return ", ".join(_runs(field.choices))


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    """Yield each run of ascending numbers without a hole as its first and last."""
    holes = [place for place, (low, high) in enumerate(pairwise(numbers), 1) if high - low > 1]
    for start, end in pairwise([0, *holes, len(numbers)]):
        first, last = numbers[start], numbers[end - 1]
        yield str(first) if first == last else _("{first} to {last}", first=first, last=last)
