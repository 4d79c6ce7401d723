"""The command line: what can be typed, and what is said when it cannot be done.

It is read before anything slow is imported: neither the screen nor the network up here.
"""

import argparse
import io
import ipaddress
import logging
import os
import sys
from argparse import SUPPRESS, ArgumentTypeError
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn

from luckytui import PROGRAM
from luckytui.address import DEFAULT_PORT, Address, parse
from luckytui.bots import ALL_LEVELS
from luckytui.flags import add_flags
from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.log import keep_log, log_file
from luckytui.table.spec import DEFAULT_PACE, TURN_SECONDS
from luckytui.text import UserError, _, say

log = logging.getLogger(__name__)

FAILURE = 1
USAGE = 2
INTERRUPTED = 130
"""What a shell expects of a command that Ctrl-C ended: 128 and the number of the signal."""

_GAME_COMMANDS = ("play", "host", "serve", "simulate")


class Failure(Exception):
    """The command cannot do what it should; the text says why, and what to do."""


class Misuse(Exception):
    """The command was not called as it should be; the text says how."""


def main() -> int:
    """Run the command of `sys.argv`, and return its exit code."""
    keep_log()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that the terminal's encoding does not have shall not end the program.
        sys.stdout.reconfigure(errors="replace")
    return run(sys.argv[1:])


def run(arguments: Sequence[str]) -> int:
    """Run a command, and return its exit code: 0, 1 for a failure, 2 when it was not called right."""
    try:
        _check_game(arguments)
        given = parser().parse_args(arguments)
        # The commands bring the network along, which help and mistakes do without.
        from luckytui.commands import COMMANDS  # noqa: PLC0415

        code = COMMANDS[given.command](given)
    except SystemExit as asked:  # argparse has shown help, or what is wrong
        return int(asked.code or 0)
    except Misuse as misuse:
        return _tell(misuse, USAGE)
    except Failure as failure:
        return _tell(failure, FAILURE)
    except UserError as explained:
        log.info("The command cannot be done: %s", arguments, exc_info=True)
        return _tell(say(explained.reason), FAILURE)
    except BrokenPipeError:
        return _nobody_reads()
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception:
        log.exception("The command failed: %s", arguments)
        return _tell(
            _(
                "Something went wrong in luckytui, and it had to stop. What it was stands in {file}.",
                file=log_file(),
            ),
            FAILURE,
        )
    return code


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line. What is read has a `command`: home, play, host and so on."""
    top = _Parser(
        prog="luckytui",
        description=_("Four lucky tabletop games in the terminal, for anyone on the same network."),
        epilog=_(
            "Without a command: the home screen, where everything can be chosen by keys. Environment:"
            " LUCKYTUI_NAME is what you are called, otherwise your login name; LUCKYTUI_INTERFACES holds the"
            " addresses of this computer, with commas between, on which to look for tables and announce"
            " them, otherwise all."
        ),
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=PROGRAM)
    top.set_defaults(command="home")
    commands = top.add_subparsers(title=_("commands"), metavar=_("COMMAND"))

    def command(name: str, help_: str) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = commands.add_parser(
            name, help=help_, description=help_ + ".", allow_abbrev=False
        )
        added.set_defaults(command=name)
        return added

    _for_each_game(command("play", _("play against bots")), _add_play)
    host = command("host", _("open a table for others on this network, and play"))
    _add_host_resume(host)
    _for_each_game(host, _add_host, required=False)
    serve = command("serve", _("host a table without a screen, for others to play at"))
    _add_serve_resume(serve)
    _for_each_game(serve, _add_serve, required=False)
    _add_join(command("join", _("join a table on this network")))
    _add_browse(command("browse", _("tell which tables there are on this network")))
    _for_each_game(command("simulate", _("let bots play, and print the records")), _add_simulate)
    _add_replay(command("replay", _("step through a record on the table screen")))
    command("doctor", _("find out whether luckytui can be played here, and what to do if not"))
    return top


# ── The commands' flags ───────────────────────────────────────────────────────────────────────────


def _add_play(parser: argparse.ArgumentParser, game: Game) -> None:
    _add_seats(parser, game, default=default_seats(game))
    parser.add_argument(
        "--bots",
        dest="level",
        type=_level,
        default="normal",
        metavar=_("LEVEL"),
        help=_("how well the bots play: {levels}; otherwise normal", levels=", ".join(ALL_LEVELS)),
    )
    _add_seed(parser)
    _add_tempo(parser)


def _add_host(parser: argparse.ArgumentParser, game: Game) -> None:
    _add_seats(parser, game, default=default_seats(game))
    parser.add_argument(
        "--bots",
        type=_whole_number,
        default=0,
        metavar="K",
        help=_("how many seats bots have from the start; otherwise none"),
    )
    parser.add_argument(
        "--level",
        type=_level,
        default="normal",
        metavar=_("LEVEL"),
        help=_("how well these bots play: {levels}; otherwise normal", levels=", ".join(ALL_LEVELS)),
    )
    parser.add_argument("--name", metavar=_("TABLE"), help=_("what the table is called"))
    parser.add_argument(
        "--port",
        type=_port,
        metavar="P",
        help=_("the port to listen on, 0 for any; otherwise {port} if it is free", port=DEFAULT_PORT),
    )
    parser.add_argument(
        "--bind",
        type=_own_address,
        metavar=_("ADDRESS"),
        help=_(
            "the address of this computer to listen on and to announce the table on: 127.0.0.1 for this"
            " computer alone; otherwise all"
        ),
    )
    parser.add_argument(
        "--open", action="store_true", help=_("let anybody on the network join, without a code")
    )
    _add_seed(parser)
    _add_tempo(parser)


def _add_host_resume(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(owned=False)
    parser.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar=_("ROOM"),
        help=_("instead of a game: go on with a table whose host was ended; otherwise the only one"),
    )


def _add_serve_resume(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--resume",
        metavar=_("ROOM"),
        help=_(
            "instead of a game: go on with a table whose host was ended, named by its room or its journal"
        ),
    )
    parser.add_argument(
        "--owned",
        action="store_true",
        help=_(
            "instead of a game, for “luckytui host”: read the table and its owner's token from the input; the"
            " owner starts the games, which otherwise start as soon as all seats are taken"
        ),
    )
    _add_once_and_record(parser)
    parser.set_defaults(once=False, record=None)


def _add_once_and_record(parser: argparse.ArgumentParser) -> None:
    """Let `serve` take these before the game and behind it, also where none is named."""
    parser.add_argument("--once", action="store_true", default=SUPPRESS, help=_("end after one game"))
    parser.add_argument(
        "--record",
        type=Path,
        default=SUPPRESS,
        metavar=_("FILE"),
        help=_("append the record of each game to this file"),
    )


def _add_serve(parser: argparse.ArgumentParser, game: Game) -> None:
    _add_host(parser, game)
    _add_once_and_record(parser)
    parser.add_argument(
        "--tables",
        type=_at_least_one,
        default=1,
        metavar="N",
        help=_(
            "how many tables, all behind one port and one code, called “TABLE 1” and so on; otherwise 1. Who"
            " looks around is shown 64 at most; who joins by the address gets the first free seat of all"
        ),
    )


def _add_join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "address",
        nargs="?",
        type=_address,
        metavar=_("ADDRESS[:PORT]"),
        help=_("where the table is; otherwise where a seat is held for you, or the only one on this network"),
    )
    parser.add_argument(
        "--code", metavar=_("CODE"), help=_("what the host's screen shows, where a table is not open to all")
    )
    parser.add_argument("--as", dest="name", metavar=_("NAME"), help=_("what you are called at the table"))
    role = parser.add_mutually_exclusive_group()
    role.add_argument("--watch", action="store_true", help=_("watch, and take no seat"))
    role.add_argument(
        "--autoplay",
        type=_level,
        metavar=_("LEVEL"),
        help=_(
            "without a screen: a bot plays the seat, the result is printed; {levels}",
            levels=", ".join(ALL_LEVELS),
        ),
    )


def _add_browse(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seconds", type=_seconds, default=3.0, metavar="S", help=_("how long to look; otherwise 3")
    )
    parser.add_argument("--json", action="store_true", help=_("print the tables as JSON"))


def _add_simulate(parser: argparse.ArgumentParser, game: Game) -> None:
    _add_seats(parser, game, default=None)
    parser.add_argument(
        "--bots",
        dest="levels",
        type=_levels,
        required=True,
        metavar=_("LEVEL[,LEVEL…]"),
        help=_(
            "how well each seat's bot plays, from seat 0 on: {levels}; fewer than seats repeat in turn",
            levels=", ".join(ALL_LEVELS),
        ),
    )
    parser.add_argument(
        "--games", type=_at_least_one, default=1, metavar="K", help=_("how many games; otherwise 1")
    )
    _add_seed(parser)


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, metavar=_("FILE"), help=_("a record, as serve and simulate write it")
    )
    parser.add_argument(
        "--game",
        type=_at_least_one,
        default=1,
        metavar="K",
        help=_("which game of the file, from 1; otherwise 1"),
    )


def _add_seats(parser: argparse.ArgumentParser, game: Game, default: int | None) -> None:
    span = _("{first} to {last}", first=game.seats[0], last=game.seats[-1])
    parser.add_argument(
        "--seats",
        type=partial(_seats, game),
        default=default,
        required=default is None,
        metavar="N",
        help=_("how many play: {span}", span=span)
        + ("" if default is None else _("; otherwise {default}", default=default)),
    )


def _add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed",
        type=_text,
        metavar=_("TEXT"),
        help=_("what all chance comes from: the same again for the same game; otherwise a new one"),
    )


def _add_tempo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pace",
        type=_seconds,
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
            "how long anybody may take to decide, {first} to {last}: then the safe default move is made;"
            " otherwise 0, as long as they like",
            first=TURN_SECONDS[0],
            last=TURN_SECONDS[-1],
        ),
    )


def default_seats(game: Game) -> int:
    """Return for how many a table is laid when nobody says: two, or as few as the game is made for."""
    return max(2, game.seats[0])


def _for_each_game(
    parser: argparse.ArgumentParser,
    add: Callable[[argparse.ArgumentParser, Game], None],
    *,
    required: bool = True,
) -> None:
    """Give a command a game to name, each with its own options."""
    games = parser.add_subparsers(title=_("games"), metavar=_("GAME"), required=required)
    parser.epilog = _("“{command} GAME --help” tells what a game takes.", command=parser.prog)
    for game in GAMES.values():
        title = _(
            "{game}, for {first} to {last} players",
            game=game.title,
            first=game.seats[0],
            last=game.seats[-1],
        )
        of_game: argparse.ArgumentParser = games.add_parser(
            game.key, help=title, description=f"{title}: {parser.description}", allow_abbrev=False
        )
        of_game.set_defaults(game=game)
        add(of_game, game)
        add_flags(of_game, game)


# ── Reading values ────────────────────────────────────────────────────────────────────────────────


class _Parser(argparse.ArgumentParser):
    """Says in a line what is wrong, and where to read more."""

    def error(self, message: str) -> NoReturn:
        more = _("“{command} --help” tells what it takes.", command=self.prog)
        self.exit(USAGE, f"{self.prog}: {message}\n{more}\n")


def _check_game(arguments: Sequence[str]) -> None:
    """Raise Misuse where a game is named that is not known."""
    match arguments:
        case [command, name, *_rest] if command in _GAME_COMMANDS and name not in GAMES:
            if not name.startswith("-"):
                games = ", ".join(GAMES)
                raise Misuse(
                    _("There is no game “{name}” here. Choose from {games}.", name=name, games=games)
                )


def _level(text: str) -> str:
    if text not in ALL_LEVELS:
        levels = ", ".join(ALL_LEVELS)
        raise ArgumentTypeError(
            _("no bot plays at level “{text}”. Choose from {levels}.", text=text, levels=levels)
        )
    return text


def _levels(text: str) -> list[str]:
    return [_level(level.strip()) for level in text.split(",")]


def _seats(game: Game, text: str) -> int:
    seats = _whole_number(text)
    if seats not in game.seats:
        raise ArgumentTypeError(
            _(
                "{game} is for {first} to {last} players, not for {seats}.",
                game=game.title,
                first=game.seats[0],
                last=game.seats[-1],
                seats=seats,
            )
        )
    return seats


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise ArgumentTypeError(_("“{text}” is not a whole number.", text=text))
    return int(text)


def _at_least_one(text: str) -> int:
    number = _whole_number(text)
    if number < 1:
        raise ArgumentTypeError(_("it is 1 at least."))
    return number


def _port(text: str) -> int:
    port = _whole_number(text)
    if port >= 2**16:
        raise ArgumentTypeError(_("a port is a number from 0 to 65535, not {port}.", port=port))
    return port


def _turn_seconds(text: str) -> int:
    seconds = _whole_number(text)
    if seconds and seconds not in TURN_SECONDS:
        raise ArgumentTypeError(
            _(
                "{seconds} is neither 0 nor a number from {first} to {last}.",
                seconds=seconds,
                first=TURN_SECONDS[0],
                last=TURN_SECONDS[-1],
            )
        )
    return seconds


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= 3600:
        raise ArgumentTypeError(_("“{text}” is not a number of seconds from 0 to 3600.", text=text))
    return seconds


def _text(text: str) -> str:
    if not text:
        raise ArgumentTypeError(_("it cannot be empty."))
    return text


def _address(text: str) -> Address:
    try:
        return parse(text)
    except UserError as error:
        raise ArgumentTypeError(say(error.reason)) from None


def _own_address(text: str) -> str | None:
    """Return the address; None for the one that stands for all."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        raise ArgumentTypeError(
            _("“{text}” is not an address of this computer, such as 127.0.0.1.", text=text)
        ) from None
    return None if address.is_unspecified else text


# ── Telling what is wrong ─────────────────────────────────────────────────────────────────────────


def _tell(what: object, code: int) -> int:
    print(f"luckytui: {what}", file=sys.stderr)
    return code


def _nobody_reads() -> int:
    """End quietly when what reads our output has gone, as `head` does."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILURE
