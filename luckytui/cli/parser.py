"""What can be typed: the commands, and the flags of those without a game.

Nothing slow is imported here. The flags of the other commands need the games: game_flags.py.
"""

import argparse
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NoReturn

from luckytui import PROGRAM
from luckytui.cli.values import address, at_least_one, seconds
from luckytui.text import N_, UserError, _


class Misuse(UserError):
    """The command was not called as it should be."""


COMMANDS: Final = {
    "play": N_("play against bots"),
    "host": N_("open a table for others on this network, and play"),
    "serve": N_("host a table for others, without a screen"),
    "join": N_("join a table on this network"),
    "browse": N_("list the tables on this network"),
    "simulate": N_("let bots play, and print the records"),
    "replay": N_("step through a record on the table screen"),
    "doctor": N_("check whether luckytui can be played here, and what to do if not"),
}
"""The commands, and what they do. Without one there is the home screen."""

WITH_GAME: Final = ("play", "host", "serve", "simulate")


def parser(arguments: Sequence[str] | None = None) -> ArgumentParser:
    """Return what reads the command line. The result has a `command`: home, play, host and so on.

    It has the flags of the command that the arguments name, or of all commands when there are none. Raises
    Misuse for an unknown game.
    """
    top = _Parser(
        prog="luckytui",
        description=_("Four lucky tabletop games in the terminal, for everyone on the same network."),
        epilog=_(
            "Without a command the home screen opens, where you can choose everything. Environment:"
            " LUCKYTUI_NAME is your name at the table, otherwise your login name; LUCKYTUI_INTERFACES lists"
            " the addresses of this computer, separated by commas, on which to find and announce tables,"
            " otherwise all."
        ),
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=PROGRAM)
    top.set_defaults(command="home")
    commands = top.add_subparsers(title=_("commands"), metavar=_("COMMAND"))
    for name, help_ in COMMANDS.items():
        command: ArgumentParser = commands.add_parser(
            name, help=_(help_), description=f"{_(help_)}.", allow_abbrev=False
        )
        command.set_defaults(command=name)
        if arguments is None or name in arguments[:1]:
            _flags_of(name, (arguments or [])[1:])(command)
    return top


def _flags_of(command: str, arguments: Sequence[str]) -> Callable[[ArgumentParser], None]:
    if command in WITH_GAME:
        from luckytui.cli.game_flags import FLAGS, check_game  # noqa: PLC0415 - imports every game

        check_game(arguments)
        return FLAGS[command]
    return {"join": _add_join, "browse": _add_browse, "replay": _add_replay}.get(command, _add_none)


def _add_none(_parser: ArgumentParser) -> None:
    """The command has no flags."""


def _add_join(parser: ArgumentParser) -> None:
    from luckytui.cli.game_flags import LEVELS, level  # noqa: PLC0415 - imports every bot

    parser.add_argument(
        "address",
        nargs="?",
        type=address,
        metavar=_("ADDRESS[:PORT]"),
        help=_("where the table is; otherwise the table that keeps a seat for you, or the only one"),
    )
    parser.add_argument(
        "--code", metavar=_("CODE"), help=_("the code on the host's screen, for a table that is not open")
    )
    parser.add_argument("--as", dest="name", metavar=_("NAME"), help=_("your name at the table"))
    role = parser.add_mutually_exclusive_group()
    role.add_argument("--watch", action="store_true", help=_("watch without taking a seat"))
    role.add_argument(
        "--autoplay",
        type=level,
        metavar=_("LEVEL"),
        help=_("let a bot play your seat without a screen, and print the result: {levels}", levels=LEVELS),
    )


def _add_browse(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=3.0,
        metavar="S",
        help=_("how long to look until a table is found; otherwise 3"),
    )
    parser.add_argument("--json", action="store_true", help=_("print the tables as JSON"))


def _add_replay(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, metavar=_("FILE"), help=_("a record, as serve and simulate write it")
    )
    parser.add_argument(
        "--game",
        type=at_least_one,
        default=1,
        metavar="K",
        help=_("which game of the file, from 1; otherwise 1"),
    )


class _Parser(argparse.ArgumentParser):
    """Says in a line what is wrong, and where to read more."""

    def error(self, message: str) -> NoReturn:
        more = _("“{command} --help” lists what you can type.", command=self.prog)
        self.exit(2, f"{self.prog}: {message}\n{more}\n")
