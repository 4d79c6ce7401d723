"""The man page, made from what the parser knows of the commands and their flags."""

import argparse
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping

from luckytui import PROGRAM, RELEASED
from luckytui.cli.exits import MEANINGS
from luckytui.cli.parser import all_parsers, parsers_below
from luckytui.text import N_, _

_ENVIRONMENT = {
    "LUCKYTUI_NAME": N_("Your name at the table (default: as the settings say, or your login name)."),
    "LUCKYTUI_PLAIN": N_("If it is 1, nothing is drawn: everything is said in lines."),
    "LUCKYTUI_INTERFACES": N_(
        "The addresses of this computer, separated by commas, on which to find and announce tables"
        " (default: all)."
    ),
    "LANGUAGE, LC_ALL, LC_MESSAGES, LANG": N_("The language, unless the settings or --language name one."),
}
_FILES = {
    "~/.config/luckytui/settings.toml": N_("The settings; the home screen can change them."),
    "~/.local/share/luckytui/games.sqlite": N_("The games that were played or watched here."),
    "~/.local/state/luckytui/": N_("Journals of the tables hosted here, and the seats kept for you."),
    "~/.local/state/luckytui/log/luckytui.log": N_("What went wrong, for a report."),
}
"""Where they are on Linux, unless the XDG variables name other folders."""


def run(_given: Namespace) -> int:
    """Print the man page."""
    print(page(all_parsers()), end="")
    return 0


def page(top: ArgumentParser) -> str:
    """Return the man page of a program in roff."""
    return "\n".join(_lines(top)) + "\n"


def _lines(top: ArgumentParser) -> Iterator[str]:
    yield from (
        f'.TH LUCKYTUI 6 "{RELEASED}" "{PROGRAM}" "Games"',
        *(_heading(_("NAME")), rf"luckytui \- {_roff(top.description)}"),
        *(_heading(_("SYNOPSIS")), ".B luckytui"),
    )
    for name, command in parsers_below(top).items():
        yield from (".br", rf".B luckytui {name}", *filter(None, [_roff(_synopsis(command))]))
    yield from (_heading(_("DESCRIPTION")), _roff(top.epilog), *_entries(_flags(top)))
    yield _heading(_("COMMANDS"))
    for name, command in parsers_below(top).items():
        yield from (f".SS luckytui {name}", _roff(command.description))
        below = parsers_below(command)
        yield from (*_entries(_flags(command) | _common(below)), ".PP", _roff(command.epilog))
    yield _heading(_("OPTIONS OF THE GAMES"))
    games = parsers_below(parsers_below(top)["arena"])
    common = _common(games)
    for name, game in games.items():
        own = {flag: help_ for flag, help_ in _flags(game).items() if flag not in common}
        yield from (f".SS {name}", *_entries(own))
    yield from (
        *(_heading(_("EXIT STATUS")), *_entries({str(int(code)): text for code, text in MEANINGS.items()})),
        *(_heading(_("ENVIRONMENT")), *_entries(_ENVIRONMENT)),
        *(_heading(_("FILES")), *_entries(_FILES)),
        *(_heading(_("SEE ALSO")), ".BR ssh (1)"),
    )


def _synopsis(command: ArgumentParser) -> str:
    usage = command.format_usage().removeprefix(_("usage: ")).removeprefix(command.prog)
    return " ".join(usage.replace("[-h] [--language LANGUAGE]", "").split())


def _heading(text: str) -> str:
    return f".SH {text}"


def _flags(parser: ArgumentParser) -> dict[str, str]:
    """Return a parser's flags and other arguments, each with its help."""
    return {
        ", ".join(action.option_strings or [str(action.metavar)])
        + (f" {action.metavar}" if action.metavar and action.option_strings else ""): action.help or ""
        for action in parser._actions  # noqa: SLF001 - argparse has no public way to list them
        if not isinstance(action, argparse._SubParsersAction | argparse._HelpAction)  # noqa: SLF001
        and action.help is not argparse.SUPPRESS
    }


def _common(parsers: Mapping[str, ArgumentParser]) -> dict[str, str]:
    """Return the flags that all of these parsers have, and that mean the same."""
    first, *others = [*map(_flags, parsers.values())] or [{}]
    return {flag: help_ for flag, help_ in first.items() if all(other.get(flag) == help_ for other in others)}


def _entries(rows: Mapping[str, str]) -> Iterator[str]:
    for name, text in rows.items():
        yield from (".TP", f".B {_roff(name)}", _roff(_(text)))


def _roff(text: str | None) -> str:
    """Return a text folded into short lines, with what roff would take for its own escaped."""
    plain = (text or "").replace("%%", "%")
    lines = textwrap.wrap(plain, _WIDTH, break_long_words=False, break_on_hyphens=False)
    escaped = (line.replace("\\", r"\e").replace("-", r"\-") for line in lines)
    return "\n".join(rf"\&{line}" if line.startswith((".", "'")) else line for line in escaped)


_WIDTH = 50
"""How many characters a line of the page's source has at most, before hyphens are escaped."""
