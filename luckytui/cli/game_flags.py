"""The flags of the commands that take a game: each game has its own number of seats, and its own options."""

import os
import secrets
import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from luckytui.address import DEFAULT_PORT, SSH_PORT, WEB_PORT
from luckytui.bots import ALL_LEVELS, imported
from luckytui.cli.flags import COMMANDS, FLAGS, add_flag, add_flags
from luckytui.cli.values import Misuse, near, number_in
from luckytui.games import BROKEN, GAMES
from luckytui.games.interface import Game
from luckytui.games.options import OptionField, Options, fields
from luckytui.games.pack import CANNOT_LOAD
from luckytui.system.processes import cores
from luckytui.table.spec import BEST_OF, TURN_SECONDS
from luckytui.text import N_, UserError, _, say, system_reason

if TYPE_CHECKING:
    from luckytui.lab.simulate import Series

LEVELS = ", ".join(ALL_LEVELS)

_FEW = 8
"""How many values are listed one by one at most. More numbers are listed as runs: first to last."""


def check_game(arguments: Sequence[str]) -> None:
    """Raise Misuse when the first argument is an unknown game."""
    if arguments and not arguments[0].startswith("-") and arguments[0] not in GAMES:
        if why := BROKEN.get(arguments[0]):
            raise Misuse(CANNOT_LOAD, game=arguments[0], why=why)
        choose = _("Choose from {games}.", games=", ".join(GAMES))
        hint = near(arguments[0], GAMES, choose)
        raise Misuse("There is no game “{name}” here. {hint}", name=arguments[0], hint=hint)


def game(text: str) -> Game:
    """Read the name of a game."""
    check_game([text])
    return GAMES[text]


def level(text: str) -> str:
    """Read the level of a bot."""
    if text not in ALL_LEVELS:
        hint = near(text, ALL_LEVELS, _("Choose from {levels}.", levels=LEVELS))
        raise ArgumentTypeError(_("no bot plays at level “{text}”. {hint}", text=text, hint=hint))
    return text


def levels(text: str) -> tuple[str, ...]:
    """Read the levels of several bots."""
    return tuple(level(each.strip()) for each in text.split(","))


def competitors(text: str) -> list[str]:
    """Read which bots compete."""
    return [_competitor(each.strip()) for each in text.split(",")]


def _competitor(name: str) -> str:
    """Read the name of a bot: a level, or MODULE:CLASS, also from the current folder."""
    if ":" not in name:
        return level(name)
    if os.getcwd() not in sys.path:  # noqa: PTH109 - sys.path has texts
        sys.path.append(os.getcwd())  # noqa: PTH109
    try:
        imported(name)
    except UserError as error:
        raise ArgumentTypeError(say(error.reason)) from None
    return name


series = number_in(BEST_OF, N_("it is 0, 3, 5, 7 or 9, not {number}."), 0)
turn_seconds = number_in(TURN_SECONDS, N_("it is 0 or a number from {first} to {last}, not {number}."), 0)


def words_of_games() -> dict[str, object]:
    """Return the values that the help texts of flags mention."""
    return {
        "first": TURN_SECONDS[0],
        "last": TURN_SECONDS[-1],
        "levels": LEVELS,
        "cores": cores(),
        "port": DEFAULT_PORT,
        "ssh": SSH_PORT,
        "web": WEB_PORT,
    }


def list_games(command: str, parser: ArgumentParser) -> None:
    """Say in a command's help which games can be named behind it."""
    games = parser.add_subparsers(title=_("Games"), metavar=_("GAME"), required=not COMMANDS[command].flags)
    for game in GAMES.values():
        games.add_parser(game.key, help=_title(game))
    more = _("“{command} GAME --help” lists a game's options.", command=parser.prog)
    parser.epilog = f"{more} {parser.epilog}"


def add_game(command: str, name: str, parser: ArgumentParser) -> None:
    """Make a command's parser that of the game behind it, with the flags that count there and the game's."""
    about, game = COMMANDS[command], GAMES[name]
    groups = about.game_flags or ()
    are_bots_named = "bots" in groups
    parser.set_defaults(game=game)
    parser.prog = f"{parser.prog} {name}"
    parser.description = f"{_title(game)}. {parser.description}"
    example = f"{parser.prog} --seats {game.seats[-1]}{' --bots easy,normal' * are_bots_named}"
    parser.epilog = _("Example: {example}", example=example)
    _add_seats(parser, game, required=are_bots_named)
    add_flags(parser, *groups)
    _add_option_flags(parser, game)
    hidden = [flag for group in about.flags if group not in groups for flag in FLAGS[group]]
    for flag in hidden:  # those that no game goes with: the command itself says so
        add_flag(parser, **{**flag, "help": ""})


def _title(game: Game) -> str:
    return _("{game}, for {players}", game=game.title, players=game.for_players)


def _add_seats(parser: ArgumentParser, game: Game, *, required: bool) -> None:
    """Add --seats; where it is not required, the usual number is the default."""
    usual, problem = game.usual_seats, N_("{game} is for {players} players, not for {number}.")
    words = (
        N_("How many players: {players}")
        if required
        else N_("How many players: {players} (default: {usual})")
    )
    parser.add_argument(
        "--seats",
        type=number_in(game.seats, problem, game=game.title, players=game.players),
        metavar="N",
        required=required,
        default=None if required else usual,
        help=_(words, players=game.players, usual=usual),
    )


def _add_option_flags(parser: ArgumentParser, game: Game) -> None:
    group = parser.add_argument_group(_("Options of {game}", game=game.title))
    for field in fields(game.options):
        kind: dict[str, Any]
        what = _(field.help)[:1].upper() + _(field.help)[1:]
        if isinstance(field.default, bool):
            words = N_("{help} (default: on)") if field.default else N_("{help} (default: off)")
            help_ = _(words, help=what)
            kind = {"action": BooleanOptionalAction}
        else:
            help_ = _(
                "{help}: {values} (default: {default})",
                help=what,
                values=_values(field),
                default=field.default,
            )
            kind = {"type": _reader(field), "metavar": field.name.rpartition("_")[2].upper()}
        flag = f"--{field.name.replace('_', '-')}"
        group.add_argument(flag, dest=place_of(field), default=SUPPRESS, help=help_, **kind)


def options_of(given: Namespace) -> Options:
    """Return the options of the game that was named. Raises Misuse for values that do not go together."""
    game: Game = given.game
    values = {field.name: getattr(given, place_of(field), field.default) for field in fields(game.options)}
    try:
        return game.options(**values)
    except ValueError as error:
        raise Misuse("{reason}.", reason=error) from None


def series_of(given: Namespace) -> "Series":
    """Return the games to play; without a seed, different ones each time."""
    from luckytui.lab.simulate import Series  # noqa: PLC0415 - slow to import

    seed = given.seed or secrets.token_hex(16)
    return Series(given.game.key, options_of(given), given.seats, given.bots, given.games, seed, given.think)


def place_of(field: OptionField) -> str:
    """Return the parser's destination of an option, which no other flag has."""
    return f"option_{field.name}"


def _reader(field: OptionField) -> Callable[[str], Any]:
    """Return what turns a flag's text into a value. The text may be the name of a file."""
    known = {str(choice): choice for choice in field.choices}

    def read(text: str) -> Any:
        if text in known:
            return known[text]
        if not field.read:
            problem = N_("it cannot be “{text}”. Choose from {values}.")
            raise ArgumentTypeError(_(problem, text=text, values=_values(field)))
        try:
            return field.read(Path(text).read_bytes())
        except OSError as error:
            problem = N_("{file} cannot be read: {why}. Name another file.")
            raise ArgumentTypeError(_(problem, file=text, why=system_reason(error))) from None
        except UserError as error:
            raise ArgumentTypeError(f"{text}: {say(error.reason)}") from None

    return read


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
