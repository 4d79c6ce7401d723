"""What can be typed: the commands, and the flags of those without a game.

Nothing slow is imported here. The flags of the other commands need the games: game_flags.py.
"""

import argparse
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

from luckytui import PROGRAM
from luckytui.cli.values import Flag, add_flags, address, at_least_one, seconds
from luckytui.text import N_, _

COMMANDS: Final = {
    "play": N_("play against bots"),
    "host": N_("open a table for others on this network, and play"),
    "serve": N_("host a table for others, without a screen"),
    "join": N_("join a table on this network"),
    "browse": N_("list the tables on this network"),
    "simulate": N_("let bots play, and print the records"),
    "learn": N_("learn a game in five minutes"),
    "rules": N_("print the rules of a game, for a pager"),
    "replay": N_("step through a record on the table screen"),
    "doctor": N_("check whether luckytui can be played here, and what to do if not"),
}
"""The commands, and what they do. Without one there is the home screen."""

_ADDRESS = Flag(
    "address",
    "where the table is (default: the table that keeps a seat for you, or the only one)",
    address,
    metavar=N_("ADDRESS[:PORT]"),
    more={"nargs": "?"},
)
_CODE = Flag("--code", "the code on the host's screen, unless the table is open", str, metavar=N_("CODE"))
_NAME = Flag("--as", "your name at the table", str, metavar=N_("NAME"), more={"dest": "name"})
_WATCH = Flag("--watch", "watch without taking a seat")
_AUTOPLAY = Flag(
    "--autoplay",
    "let a bot play your seat without a screen, and print the result: {levels}",
    metavar=N_("LEVEL"),
)
_BROWSE = (
    Flag("--seconds", "how long to look until a table is found (default: 3)", seconds, 3.0, "S"),
    Flag("--json", "print the tables as JSON"),
)
_REPLAY = (
    Flag("file", "a record, as serve and simulate write it", Path, metavar=N_("FILE")),
    Flag("--game", "which game of the file, from 1 (default: 1)", at_least_one, 1, "K"),
)


def parser(arguments: Sequence[str] | None = None) -> ArgumentParser:
    """Return what reads the command line: one `command`, with its flags. Raises Misuse for an unknown game.

    It has the flags of the command that the arguments name, or of all commands when there are none.
    """
    top = _Parser(
        prog="luckytui",
        description=_("Four lucky tabletop games in the terminal, for everyone on the same network."),
        epilog=_(
            "Without a command the home screen opens, where you can choose everything. Environment:"
            " LUCKYTUI_NAME is your name at the table (default: your login name); LUCKYTUI_INTERFACES lists"
            " the addresses of this computer, separated by commas, on which to find and announce tables"
            " (default: all)."
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
            _add_flags(name, command, (arguments or [])[1:])
    return top


def _add_flags(command: str, parser: ArgumentParser, arguments: Sequence[str]) -> None:
    match command:
        case "play" | "host" | "serve" | "simulate":
            from luckytui.cli.game_flags import add_game_flags, check_game  # noqa: PLC0415 - imports every game

            check_game(arguments)
            add_game_flags(command, parser)
        case "join":
            from luckytui.cli.game_flags import LEVELS, level  # noqa: PLC0415 - imports every bot

            add_flags(parser, _ADDRESS, _CODE, _NAME)
            role = parser.add_mutually_exclusive_group()
            _WATCH.add_to(role)
            _AUTOPLAY._replace(read=level).add_to(role, levels=LEVELS)
        case "learn" | "rules":
            from luckytui.cli.game_flags import check_game, game  # noqa: PLC0415 - imports every game

            check_game(arguments)
            parser.add_argument("game", type=game, metavar=_("GAME"), help=_("which game"))
        case "browse":
            add_flags(parser, *_BROWSE)
        case "replay":
            add_flags(parser, *_REPLAY)


class _Parser(argparse.ArgumentParser):
    """Says in a line what is wrong, and where to read more."""

    def error(self, message: str) -> NoReturn:
        more = _("“{command} --help” lists what you can type.", command=self.prog)
        self.exit(2, f"{self.prog}: {message}\n{more}\n")
