"""The flags of the commands that take a game: each game has its own number of seats, and its own options."""

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from luckytui.address import DEFAULT_PORT
from luckytui.bots import ALL_LEVELS
from luckytui.cli.option_flags import add_option_flags
from luckytui.cli.parser import Misuse
from luckytui.cli.values import at_least_one, not_empty, own_address, port, seconds, whole_number
from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.table.spec import DEFAULT_PACE, TURN_SECONDS
from luckytui.text import N_, _

LEVELS = ", ".join(ALL_LEVELS)


def check_game(arguments: Sequence[str]) -> None:
    """Raise Misuse when the first argument is an unknown game."""
    if arguments and not arguments[0].startswith("-") and arguments[0] not in GAMES:
        raise Misuse(
            N_("There is no game “{name}” here. Choose from {games}."),
            name=arguments[0],
            games=", ".join(GAMES),
        )


def level(text: str) -> str:
    """Read how well a bot plays."""
    if text not in ALL_LEVELS:
        raise ArgumentTypeError(
            _("no bot plays at level “{text}”. Choose from {levels}.", text=text, levels=LEVELS)
        )
    return text


# ── The commands ──────────────────────────────────────────────────────────────────────────────────


def _add_play(parser: ArgumentParser, game: Game) -> None:
    _add_seats(parser, game, default=max(2, game.seats[0]))
    _add_level(parser, "--bots")
    _add_seed_and_tempo(parser)


def _add_host(parser: ArgumentParser, game: Game) -> None:
    _add_seats(parser, game, default=max(2, game.seats[0]))
    parser.add_argument(
        "--bots",
        type=whole_number,
        default=0,
        metavar="K",
        help=_("how many seats bots have from the start; otherwise none"),
    )
    _add_level(parser, "--level")
    parser.add_argument("--name", metavar=_("TABLE"), help=_("the table's name"))
    parser.add_argument(
        "--port",
        type=port,
        metavar="P",
        help=_("the port to listen on, 0 for any; otherwise {port} if it is free", port=DEFAULT_PORT),
    )
    parser.add_argument(
        "--bind",
        type=own_address,
        metavar=_("ADDRESS"),
        help=_(
            "the address of this computer to listen on and to announce the table on, 127.0.0.1 for this"
            " computer alone; otherwise all"
        ),
    )
    parser.add_argument(
        "--open", action="store_true", help=_("let anyone on the network join, without a code")
    )
    _add_seed_and_tempo(parser)


def _add_serve(parser: ArgumentParser, game: Game) -> None:
    _add_host(parser, game)
    _add_once_and_record(parser)
    parser.add_argument(
        "--tables",
        type=at_least_one,
        default=1,
        metavar="N",
        help=_(
            "how many tables, all behind one port and one code, called “TABLE 1” and so on; otherwise 1."
            " Players find at most 64 of them; joining by the address leads to the first free seat"
        ),
    )


def _add_simulate(parser: ArgumentParser, game: Game) -> None:
    _add_seats(parser, game, default=None)
    parser.add_argument(
        "--bots",
        dest="levels",
        type=_levels,
        required=True,
        metavar=_("LEVEL[,LEVEL…]"),
        help=_(
            "how well each seat's bot plays, from seat 1 on (as on screen): {levels}; fewer than seats are"
            " repeated",
            levels=LEVELS,
        ),
    )
    parser.add_argument(
        "--games", type=at_least_one, default=1, metavar="K", help=_("how many games; otherwise 1")
    )
    _add_seed(parser)


def _for_each_game(
    add: Callable[[ArgumentParser, Game], None], parser: ArgumentParser, *, required: bool = True
) -> None:
    """Give a command a game to name, each with its own flags."""
    games = parser.add_subparsers(title=_("games"), metavar=_("GAME"), required=required)
    parser.epilog = _("“{command} GAME --help” lists a game's options.", command=parser.prog)
    for game in GAMES.values():
        first, last = game.seats[0], game.seats[-1]
        title = _("{game}, for {first} to {last} players", game=game.title, first=first, last=last)
        of_game: ArgumentParser = games.add_parser(
            game.key, help=title, description=f"{title}: {parser.description}", allow_abbrev=False
        )
        of_game.set_defaults(game=game)
        add(of_game, game)
        add_option_flags(of_game, game)


def _host(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar=_("ROOM"),
        help=_("instead of a game: resume a table whose host was stopped; otherwise the only one"),
    )
    parser.set_defaults(owned=False)
    _for_each_game(_add_host, parser, required=False)


def _serve(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--resume",
        metavar=_("ROOM"),
        help=_("instead of a game: resume a table whose host was stopped, by its room or its journal"),
    )
    parser.add_argument(
        "--owned",
        action="store_true",
        help=_(
            "instead of a game, for “luckytui host”: read the table and its owner's token from the input; the"
            " owner starts the games, which otherwise start when all seats are taken"
        ),
    )
    _add_once_and_record(parser)
    parser.set_defaults(once=False, record=None)
    _for_each_game(_add_serve, parser, required=False)


FLAGS: Final[Mapping[str, Callable[[ArgumentParser], None]]] = {
    "play": partial(_for_each_game, _add_play),
    "host": _host,
    "serve": _serve,
    "simulate": partial(_for_each_game, _add_simulate),
}
"""What gives a command its flags, and its games with theirs."""


# ── Flags of several commands ─────────────────────────────────────────────────────────────────────


def _add_level(parser: ArgumentParser, flag: str) -> None:
    parser.add_argument(
        flag,
        dest="level",
        type=level,
        default="normal",
        metavar=_("LEVEL"),
        help=_("how well the bots play: {levels}; otherwise normal", levels=LEVELS),
    )


def _add_once_and_record(parser: ArgumentParser) -> None:
    """Let `serve` take these before the game and behind it, also where none is named."""
    parser.add_argument("--once", action="store_true", default=SUPPRESS, help=_("end after one game"))
    parser.add_argument(
        "--record",
        type=Path,
        default=SUPPRESS,
        metavar=_("FILE"),
        help=_("append the record of each game to this file"),
    )


def _add_seats(parser: ArgumentParser, game: Game, default: int | None) -> None:
    first, last = game.seats[0], game.seats[-1]
    if default is None:
        help_ = _("how many players: {first} to {last}", first=first, last=last)
    else:
        help_ = _(
            "how many players: {first} to {last}; otherwise {default}",
            first=first,
            last=last,
            default=default,
        )
    parser.add_argument(
        "--seats",
        type=partial(_seats, game),
        default=default,
        required=default is None,
        metavar="N",
        help=help_,
    )


def _add_seed(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--seed",
        type=not_empty,
        metavar=_("TEXT"),
        help=_("where all chance comes from: the same seed gives the same game; otherwise a new one"),
    )


def _add_seed_and_tempo(parser: ArgumentParser) -> None:
    _add_seed(parser)
    parser.add_argument(
        "--pace",
        type=seconds,
        default=DEFAULT_PACE,
        metavar=_("SECONDS"),
        help=_("how long a bot waits before it moves; otherwise {default}", default=DEFAULT_PACE),
    )
    parser.add_argument(
        "--turn-seconds",
        type=_turn_seconds,
        default=0,
        metavar="S",
        help=_(
            "turn timer, {first} to {last}: if time runs out, a safe move is made for the player;"
            " otherwise 0, off",
            first=TURN_SECONDS[0],
            last=TURN_SECONDS[-1],
        ),
    )


def _levels(text: str) -> list[str]:
    return [level(each.strip()) for each in text.split(",")]


def _seats(game: Game, text: str) -> int:
    number = whole_number(text)
    if number not in game.seats:
        raise ArgumentTypeError(
            _(
                "{game} is for {first} to {last} players, not for {seats}.",
                game=game.title,
                first=game.seats[0],
                last=game.seats[-1],
                seats=number,
            )
        )
    return number


def _turn_seconds(text: str) -> int:
    number = whole_number(text)
    if number and number not in TURN_SECONDS:
        first, last = TURN_SECONDS[0], TURN_SECONDS[-1]
        raise ArgumentTypeError(
            _("it is 0 or a number from {first} to {last}, not {text}.", text=text, first=first, last=last)
        )
    return number
