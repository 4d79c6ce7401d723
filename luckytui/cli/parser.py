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

UNKNOWN = N_("%s means nothing here")
"""What to say of a flag that does not exist."""

_OF_ALL = frozenset(flag["name"] for flag in FLAGS["screen"])
"""The flags, all without a value, that may be typed before any command."""
_VALUED = frozenset(
    flag["name"] for group in FLAGS.values() for flag in group if "read" in flag and "nargs" not in flag
)
"""The flags that are followed by a value."""

_IN_PLAIN_WORDS = {
    "argument %(argument_name)s: %(message)s": N_("%(argument_name)s: %(message)s"),
    "expected one argument": N_("its value is missing"),
    "ignored explicit argument %r": N_("it takes no value: leave out %r"),
    "invalid choice: %(value)r (choose from %(choices)s)": N_(
        "it cannot be %(value)r. Choose from %(choices)s."
    ),
    "not allowed with argument %s": N_("it does not go with %s"),
    "the following arguments are required: %s": N_("%s is missing"),
    "unrecognized arguments: %s": UNKNOWN,
    "usage: ": N_("usage: "),
}
"""What argparse says, in words for players; by itself it would look for the catalogues of Python."""
vars(argparse).update(_=lambda text: text and _(_IN_PLAIN_WORDS.get(text) or text), ngettext=plural)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read what was typed: the command and its game, wherever they are, and their flags.

    Raises Misuse; SystemExit, once help is printed or what argparse finds wrong.
    """
    place = _place_of_command(arguments)
    name, *rest = [*arguments[place:], *arguments[:place]] or [""]
    if not name or name.startswith("-"):
        return parser().parse_known(arguments)
    if name not in COMMANDS:
        more = _("“{command} --help” lists what you can type.", command="luckytui")
        hint = near(name, COMMANDS, more)
        raise Misuse("There is no command “{name}”. {hint}", name=name, hint=hint)
    about = COMMANDS[name]
    if "screen" not in about.flags:  # what it prints is the same in lines
        rest = [each for each in rest if each not in _OF_ALL]
    if about.game_flags is None:
        return parser(name).parse_known(rest)
    from luckytui.cli.game_flags import check_game  # noqa: PLC0415 - slow
    from luckytui.games import GAMES  # noqa: PLC0415 - as above

    check_game(rest)
    named = (n for n, each in enumerate(rest) if each in GAMES and not _VALUED.intersection(rest[n - 1 : n]))
    if (at := next(named, None)) is not None:
        game = rest.pop(at)
        return parser(name, game).parse_known(rest)
    alone, of_games = parser(name), [parser(name, each) for each in GAMES]
    about_a_game = (
        flag for flag in alone.unknown(rest) if any(not each.unknown([flag]) for each in of_games)
    )
    if flag := next(about_a_game, ""):
        if "--resume" in {each.partition("=")[0] for each in rest}:
            raise Misuse("“--resume” opens a table as it was: leave out {flag}.", flag=flag)
        raise Misuse("Type the game after “{command}”: {games}.", command=name, games=", ".join(GAMES))
    return alone.parse_known(rest, *of_games)


def _place_of_command(arguments: Sequence[str]) -> int:
    """Return where the command is: it is the first word, unless that is the value of a flag before it."""
    words = [place for place, each in enumerate(arguments) if not each.startswith("-")]
    if not words or words[0] == 0:
        return 0
    known = next((place for place in words if arguments[place] in COMMANDS), None)
    follows_flag_of_all = arguments[words[0] - 1] in _OF_ALL
    return known if known is not None else words[0] if follows_flag_of_all else 0


def parser(command: str = "", game: str = "") -> "_Parser":
    """Return the parser of what follows a command and a game, or of all that is typed without a command."""
    if not command:
        return _top()
    about = COMMANDS[command]
    of_command = _Parser(
        prog=f"luckytui {command}",
        description=f"{_(about.help)}.",
        epilog=_("Example: {example}", example=about.example),
    )
    of_command.set_defaults(command=command, run=about.run)
    if about.game_flags is not None:
        from luckytui.cli import game_flags  # noqa: PLC0415 - slow

        if game:
            game_flags.add_game(command, game, of_command)
            return of_command
        game_flags.list_games(command, of_command)
    add_flags(of_command, *about.flags)
    if about.one_of:
        add_flags(of_command.add_mutually_exclusive_group(), about.one_of)
    return of_command


def _top() -> "_Parser":
    top = _Parser(
        prog="luckytui",
        description=_("Four lucky tabletop games in the terminal, for everyone on the same network."),
        epilog=_(
            "Without a command the home screen opens, where you can choose everything. “luckytui man”"
            " lists the environment variables, the files and the exit codes."
        ),
    )
    top.add_argument("-V", "--version", action="version", version=PROGRAM, help=_("Show the version."))
    add_flags(top, "screen")
    top.set_defaults(command="home", run="commands:home")
    commands = top.add_subparsers(title=_("Commands"), metavar=_("COMMAND"))
    for name, about in COMMANDS.items():
        commands.add_parser(name, help=_(about.help))
    return top


def all_parsers() -> "_Parser":
    """Return the parser of luckytui with those of all commands below it, and of all games below these."""
    top = parser()
    commands = parsers_below(top)
    for command in commands:
        commands[command] = parser(command)
        games = parsers_below(commands[command])
        games.update({game: parser(command, game) for game in games})
    return top


def parsers_below(parser: ArgumentParser) -> dict[str, ArgumentParser]:
    """Return the commands or the games that a parser has below it, by their names."""
    # argparse has no public way to list them.
    kinds = (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))  # noqa: SLF001
    return next((each.choices for each in kinds), {})


class _Parser(argparse.ArgumentParser):
    """Says in a line what is wrong, and where to read more."""

    def __init__(self, **more: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, **more)
        self.suggest_on_error = False  # what Python 3.15 suggests are words of its own
        self._optionals.title, self._positionals.title = _("Options"), _("Arguments")
        self.add_argument("-h", "--help", action="help", help=_("Show this help."))
        self.add_argument(
            "--language",
            metavar=_("LANGUAGE"),
            choices=LANGUAGES,
            help=_("The language of everything (default: as the settings say, or the environment)"),
        )

    def parse_known(self, arguments: Sequence[str], *more: "_Parser") -> argparse.Namespace:
        """Parse as argparse does, but name the first unknown flag, and the known one that it resembles.

        Without that check the value of an unknown flag would be taken for something else. Flags of `more`
        parsers may be meant, too.
        """
        if unknown := self.unknown(arguments):
            flags = [flag for parser in (self, *more) for flag in parser._option_string_actions]  # noqa: SLF001
            self.error(_(UNKNOWN) % unknown[0], near(unknown[0], flags))
        return self.parse_args(arguments)

    def unknown(self, arguments: Sequence[str]) -> list[str]:
        flags = (each.partition("=")[0] for each in arguments if each.startswith("--") and each != "--")
        return [flag for flag in flags if flag not in self._option_string_actions]

    def error(self, message: str, hint: str = "") -> NoReturn:
        more = hint or _("“{command} --help” lists what you can type.", command=self.prog)
        self.exit(2, f"{self.prog}: {message}\n{more}\n")
