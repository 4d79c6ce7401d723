"""What can be typed: the commands, and the flags of those without a game.

Nothing slow is imported here. The flags of the other commands need the games: game_flags.py.
"""

import argparse
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

from luckytui import PROGRAM
from luckytui.cli.values import SCREEN, Flag, Misuse, add_flags, address, at_least_one, near, seconds
from luckytui.text import N_, _


class About(NamedTuple):
    """What a command does, marked for translation, and an example of its use."""

    help: str
    example: str


COMMANDS: Final = {
    "play": About(N_("Play against bots"), "luckytui play lucky-jack --seats 4 --bots easy,normal"),
    "host": About(
        N_("Open a table for others on this network, and play"), "luckytui host lucky-numbers --seats 3"
    ),
    "serve": About(
        N_("Host a table for others, without a screen"), "luckytui serve lucky-box --seats 8 --tables 2"
    ),
    "join": About(
        N_("Join a table on this network"), "luckytui join 192.0.2.17:5825 --code 7KQ2-M9XD --as Ana"
    ),
    "browse": About(N_("List the tables on this network"), "luckytui browse --json"),
    "simulate": About(
        N_("Let bots play, and print the records"),
        "luckytui simulate lucky-squares --seats 4 --bots easy,normal --games 10 > games.jsonl",
    ),
    "arena": About(
        N_("Let bots compete, and print which wins how often"),
        "luckytui arena lucky-jack --seats 2 --bots normal,easy --games 200",
    ),
    "analyse": About(
        N_("Say what was luck in a game, and what was play"), "luckytui analyse games.jsonl --game 2"
    ),
    "learn": About(N_("Learn a game in five minutes"), "luckytui learn lucky-numbers"),
    "rules": About(N_("Print the rules of a game, for a pager"), "luckytui rules lucky-jack | less"),
    "replay": About(N_("Step through a record on the table screen"), "luckytui replay games.jsonl --game 2"),
    "games": About(
        N_("List the games that were played here, or export, import or delete one"),
        "luckytui games jack ben 2026-11",
    ),
    "verify": About(
        N_("Check whether a record follows the rules, and chance its seed"), "luckytui verify games.jsonl"
    ),
    "stats": About(N_("Print what your stored games add up to, or another player's"), "luckytui stats Ben"),
    "doctor": About(
        N_("Check whether luckytui can be played here, and what to do if not"), "luckytui doctor"
    ),
    "completion": About(
        N_("Print what a shell needs to complete commands and options"),
        'eval "$(luckytui completion bash)"',
    ),
    "man": About(N_("Print the manual page"), "luckytui man | man -l -"),
}
"""The commands, and what they do. Without one there is the home screen."""

SHELLS = ("bash", "zsh", "fish")

_ADDRESS = Flag(
    "address",
    "Where the table is (default: the table that keeps a seat for you, or the only one)",
    address,
    metavar=N_("ADDRESS[:PORT]"),
    more={"nargs": "?"},
)
_CODE = Flag("--code", "The code on the host's screen, unless the table is open", str, metavar=N_("CODE"))
_NAME = Flag(
    "--as",
    "Your name at the table (default: as the settings say, or your login name)",
    str,
    metavar=N_("NAME"),
    more={"dest": "name"},
)
_WATCH = Flag("--watch", "Watch without taking a seat")
_AUTOPLAY = Flag(
    "--autoplay",
    "Let a bot play your seat without a screen, and print the result: {levels}",
    metavar=N_("LEVEL"),
)
_BROWSE = (
    Flag("--seconds", "How many seconds to look until a table is found (default: 3)", seconds, 3.0, "S"),
    Flag("--json", "Print the tables as JSON"),
)
_REPLAY = (
    Flag("file", "A record, as serve and simulate write it", Path, metavar=N_("FILE")),
    Flag("--game", "Which game of the file, from 1 (default: 1)", at_least_one, 1, "K"),
)
_GAMES = (
    Flag(
        "words",
        "List the games that fit: parts of a game's or a player's name, or the beginning of a date",
        str,
        metavar=N_("WORD"),
        more={"nargs": "*"},
    ),
    Flag("--json", "Print the games as JSON"),
)
_STATS = (
    Flag(
        "name",
        "Whose games (default: yours)",
        str,
        metavar=N_("NAME"),
        more={"nargs": "?"},
    ),
    Flag("--json", "Print them as JSON"),
)
_ONE_GAME = (
    Flag("--open", "Review this game: the beginning of its id will do", str, metavar="ID"),
    Flag("--export", "Print the record of this game", str, metavar="ID"),
    Flag("--delete", "Delete this game", str, metavar="ID"),
    Flag(
        "--import",
        "Store the games of a record, once every move is checked (-: standard input)",
        Path,
        metavar=N_("FILE"),
        more={"dest": "source"},
    ),
)
_ANALYSE = (
    Flag("file", "A record, as serve and simulate write it; “-”: standard input", Path, metavar=N_("FILE")),
    _REPLAY[1],
    Flag("--json", "Print the analysis as JSON"),
)


def parser(arguments: Sequence[str] | None = None) -> ArgumentParser:
    """Return what reads the command line: one `command`, with its flags. Raises Misuse for unknown names.

    It has the flags of the command that the arguments name, or of all commands when there are none.
    """
    first = (arguments or ["-"])[0]
    if first not in COMMANDS and not first.startswith("-"):
        raise Misuse("There is no command “{name}”. {hint}", name=first, hint=near(first, COMMANDS))
    top = _Parser(
        prog="luckytui",
        description=_("Four lucky tabletop games in the terminal, for everyone on the same network."),
        epilog=_(
            "Without a command the home screen opens, where you can choose everything. Environment:"
            " LUCKYTUI_NAME is your name at the table (default: as the settings say); LUCKYTUI_PLAIN=1 draws"
            " nothing; LUCKYTUI_INTERFACES"
            " lists the addresses of this computer, separated by commas, on which to find and announce tables"
            " (default: all)."
        ),
        allow_abbrev=False,
    )
    top.add_argument("-V", "--version", action="version", version=PROGRAM, help=_("Show the version."))
    add_flags(top, *SCREEN)
    top.set_defaults(command="home", ascii=False, slow_link=False, plain=False, drawn=False)
    commands = top.add_subparsers(title=_("Commands"), metavar=_("COMMAND"))
    for name, (help_, example) in COMMANDS.items():
        command: ArgumentParser = commands.add_parser(
            name,
            help=_(help_),
            description=f"{_(help_)}.",
            epilog=_("Example: {example}", example=example),
            allow_abbrev=False,
        )
        command.set_defaults(command=name)
        if arguments is None or name in arguments[:1]:
            _add_flags(name, command, (arguments or [])[1:])
    return top


def _add_flags(command: str, parser: ArgumentParser, arguments: Sequence[str]) -> None:
    if command in {"play", "host", "join", "learn", "replay"}:
        add_flags(parser, *SCREEN)
    match command:
        case "play" | "host" | "serve" | "simulate" | "arena":
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
            parser.add_argument("game", type=game, metavar=_("GAME"), help=_("Which game"))
        case "completion":
            parser.add_argument("shell", choices=SHELLS, metavar=_("SHELL"), help=", ".join(SHELLS))
        case "browse":
            add_flags(parser, *_BROWSE)
        case "games":
            add_flags(parser, *_GAMES, *SCREEN)
            one = parser.add_mutually_exclusive_group()
            for flag in _ONE_GAME:
                flag.add_to(one)
        case "stats":
            add_flags(parser, *_STATS)
        case "replay":
            add_flags(parser, *_REPLAY)
        case "verify":
            add_flags(parser, _ANALYSE[0])
        case "analyse":
            add_flags(parser, *_ANALYSE)


class _Parser(argparse.ArgumentParser):
    """Says in a line what is wrong, and where to read more."""

    def __init__(self, **more: Any) -> None:
        super().__init__(add_help=False, **more)
        self._optionals.title, self._positionals.title = _("Options"), _("Arguments")
        self.add_argument("-h", "--help", action="help", help=_("Show this help."))

    def error(self, message: str) -> NoReturn:
        more = _("“{command} --help” lists what you can type.", command=self.prog)
        unknown = message.partition("unrecognized arguments: ")[2].split(" ")[0].partition("=")[0]
        if unknown.startswith("--"):
            more = near(unknown, self._all_flags()) or more
        self.exit(2, f"{self.prog}: {message}\n{more}\n")

    def _all_flags(self) -> list[str]:
        """Return this parser's flags and those of all below it."""
        below = [
            parser
            for action in self._actions
            if isinstance(action, argparse._SubParsersAction)  # noqa: SLF001 - there is no public way
            for parser in action.choices.values()
        ]
        flags = [flag for parser in below for flag in parser._all_flags()]  # noqa: SLF001 - its own
        return [*self._option_string_actions, *flags]
