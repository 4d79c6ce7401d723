"""What can be typed: the commands, and the flags of those that the command line names.

Nothing slow is imported here. The flags of a game need the games: game_flags.py.
"""

import argparse
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any, NoReturn

from luckytui import PROGRAM
from luckytui.cli.flags import COMMANDS, FLAGS, add_flags
from luckytui.cli.values import Misuse, near
from luckytui.text import LANGUAGES, N_, _, plural

UNKNOWN = N_("unrecognized arguments: %s")
"""What argparse says of flags that do not exist."""

_OF_ALL = frozenset(flag.name for flag in FLAGS["screen"])
"""The flags, all without a value, that may be typed before any command."""

# What argparse says is in our catalogues; by itself it would look for the catalogues of Python.
vars(argparse).update(_=lambda text: text and _(text), ngettext=plural)


def in_order(arguments: Sequence[str]) -> list[str]:
    """Sort what was typed, in any order, as the parser needs it: command, game, their flags."""
    place = _place_of_command(arguments)
    command, *rest = [*arguments[place:], *arguments[:place]] or [""]
    if command in COMMANDS and "screen" not in COMMANDS[command].flags:  # what it prints is the same in lines
        rest = [each for each in rest if each not in _OF_ALL]
    return [command, *_with_game_first(command, rest)] if command else []


def _place_of_command(arguments: Sequence[str]) -> int:
    """Return where the command is: it is the first word, unless that is the value of a flag before it."""
    words = [place for place, each in enumerate(arguments) if not each.startswith("-")]
    if not words or words[0] == 0:
        return 0
    known = next((place for place in words if arguments[place] in COMMANDS), None)
    follows_flag_of_all = arguments[words[0] - 1] in _OF_ALL
    return known if known is not None else words[0] if follows_flag_of_all else 0


def _with_game_first(command: str, rest: list[str]) -> list[str]:
    """Return what follows a command, with the game moved before the first flag that only games have."""
    about = COMMANDS.get(command)
    if not about or about.game_flags is None or not rest or not rest[0].startswith("-"):
        return rest
    from luckytui.games import GAMES  # noqa: PLC0415 - slow

    game = next((place for place, each in enumerate(rest) if each in GAMES), 0)
    own = {flag.name for group in about.flags if group != "screen" for flag in FLAGS[group]}
    before = [each.partition("=")[0] for each in rest[:game] if each.startswith("-")]
    return rest if own.issuperset(before) else [rest[game], *rest[:game], *rest[game + 1 :]]


def parser(arguments: Sequence[str] | None = None) -> ArgumentParser:
    """Return the parser of the command line. Raises Misuse for an unknown command or game.

    Only the command that the arguments name has its flags; without arguments, all commands have theirs.
    """
    first = (arguments or ["-"])[0]
    if first not in COMMANDS and not first.startswith("-"):
        more = _("“{command} --help” lists what you can type.", command="luckytui")
        hint = near(first, COMMANDS, more)
        raise Misuse("There is no command “{name}”. {hint}", name=first, hint=hint)
    top = _Parser(
        prog="luckytui",
        description=_("Four lucky tabletop games in the terminal, for everyone on the same network."),
        epilog=_(
            "Without a command the home screen opens, where you can choose everything. “luckytui man” lists"
            " the environment variables, the files and the exit codes."
        ),
        allow_abbrev=False,
    )
    top.add_argument("-V", "--version", action="version", version=PROGRAM, help=_("Show the version."))
    add_flags(top, "screen")
    top.set_defaults(
        command="home", run="commands:home", ascii=False, slow_link=False, plain=False, drawn=False
    )
    commands = top.add_subparsers(title=_("Commands"), metavar=_("COMMAND"))
    for name, about in COMMANDS.items():
        command: _Parser = commands.add_parser(
            name,
            help=_(about.help),
            description=f"{_(about.help)}.",
            epilog=_("Example: {example}", example=about.example),
            allow_abbrev=False,
        )
        command.set_defaults(command=name, run=about.run)
        if arguments is None or name in arguments[:1]:
            _add_flags(name, command, (arguments or [])[1:])
    if unknown := next((given for given in arguments or () if top.lacks(given)), None):
        # Otherwise its value might be taken for a game, and refused as such.
        top.meant_by(arguments or ()).error(_(UNKNOWN) % unknown)
    return top


def parsers_below(parser: ArgumentParser) -> dict[str, "_Parser"]:
    """Return the commands or the games that a parser has below it, by their names."""
    # argparse has no public way to list them.
    kinds = (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))  # noqa: SLF001
    return next((dict(each.choices) for each in kinds), {})


def _add_flags(command: str, parser: "_Parser", arguments: Sequence[str]) -> None:
    about, words = COMMANDS[command], {}
    if about.names_game or about.one_of == "role":
        from luckytui.cli.game_flags import add_games, check_game, words_of_games  # noqa: PLC0415 - as above

        words = words_of_games()
        if about.names_game:
            check_game(arguments)
        if about.game_flags is not None:
            add_games(command, about.game_flags, parser)
    add_flags(parser, *about.flags, **words)
    if about.game_flags is not None and arguments and (needs_game := _of_a_game(parser, arguments)):
        if "--resume" in {each.partition("=")[0] for each in arguments}:
            raise Misuse("“--resume” opens a table as it was: leave out {flag}.", flag=needs_game)
        from luckytui.games import GAMES  # noqa: PLC0415 - as above

        raise Misuse("Name the game behind “{command}”: {games}.", command=command, games=", ".join(GAMES))
    if about.one_of:
        group = parser.add_mutually_exclusive_group()
        for flag in FLAGS[about.one_of]:
            flag.add_to(group, **words)


def _of_a_game(parser: "_Parser", arguments: Sequence[str]) -> str | None:
    """Return the first flag that needs a game before it, if no game is named."""
    if any(each in parsers_below(parser) for each in arguments):
        return None
    return next((each.partition("=")[0] for each in arguments if parser.lacks_itself(each)), None)


class _Parser(argparse.ArgumentParser):
    """Says in a line what is wrong, and where to read more."""

    def __init__(self, **more: Any) -> None:
        super().__init__(add_help=False, **more)
        self._optionals.title, self._positionals.title = _("Options"), _("Arguments")
        self.add_argument("-h", "--help", action="help", help=_("Show this help."))
        self.add_argument(
            "--language",
            metavar=_("LANGUAGE"),
            choices=LANGUAGES,
            help=_("The language of everything (default: as the settings say, or the environment)"),
        )

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as argparse does, but let the command that was named say which flags it does not know."""
        given, unknown = self.parse_known_args(args, namespace)
        if unknown:
            self.meant_by(args or ()).error(_(UNKNOWN) % " ".join(unknown))
        return given

    def meant_by(self, arguments: Sequence[str]) -> "_Parser":
        """Return the parser of the command, and of the game behind it, that the arguments name."""
        meant = self
        for each in arguments:
            meant = parsers_below(meant).get(each, meant)
        return meant

    def error(self, message: str) -> NoReturn:
        more = _("“{command} --help” lists what you can type.", command=self.prog)
        unknown = message.removeprefix(_(UNKNOWN).removesuffix("%s")).split(" ")[0].partition("=")[0]
        if unknown.startswith("--"):
            more = near(unknown, [flag for flag in self._all_flags() if flag != unknown]) or more
        self.exit(2, f"{self.prog}: {message}\n{more}\n")

    def lacks(self, given: str) -> bool:
        """Whether it is a flag that neither this parser nor any below it knows."""
        return given.startswith("--") and given != "--" and given.partition("=")[0] not in self._all_flags()

    def lacks_itself(self, given: str) -> bool:
        """Whether it is a flag that is only known below this parser, behind a game's name."""
        flag = given.partition("=")[0]
        return flag not in self._option_string_actions and flag in self._all_flags()

    def _all_flags(self) -> list[str]:
        """Return this parser's flags and those of all below it."""
        below = parsers_below(self).values()
        flags = [flag for parser in below for flag in parser._all_flags()]  # noqa: SLF001 - its own
        return [*self._option_string_actions, *flags]
