"""The man page, made from what the parser knows of the commands and their flags."""

import argparse
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping

from luckytui import __version__
from luckytui.cli.parser import parser, parsers_below
from luckytui.text import _

_FILES = {
    "~/.config/luckytui/settings.toml": "The settings; the home screen can change them.",
    "~/.local/state/luckytui/": "Journals of the tables hosted here, and the seats kept for you.",
}


def run(_given: Namespace) -> int:
    """Print the man page."""
    print(page(parser()), end="")
    return 0


def page(top: ArgumentParser) -> str:
    """Return the man page of a program in roff."""
    return "\n".join(_lines(top)) + "\n"


def _lines(top: ArgumentParser) -> Iterator[str]:
    yield f'.TH LUCKYTUI 6 "" "luckytui {__version__}" "Games"'
    yield from (_heading(_("NAME")), rf"luckytui \- {_roff(top.description)}")
    yield from (_heading(_("SYNOPSIS")), ".B luckytui", _("[COMMAND] [OPTION]…"))
    yield from (_heading(_("DESCRIPTION")), _roff(top.epilog), *_entries(_flags(top)))
    games: Mapping[str, ArgumentParser] = {}
    yield _heading(_("COMMANDS"))
    for name, command in parsers_below(top).items():
        yield from (f".SS luckytui {name}", _roff(command.description))
        flags = _flags(command)
        if below := parsers_below(command):
            games = below
            flags |= _common(below)
        yield from _entries(flags)
        yield from (".PP", _roff(command.epilog))
    yield _heading(_("OPTIONS OF THE GAMES"))
    common = _common(games)
    for name, game in games.items():
        own = {flag: help_ for flag, help_ in _flags(game).items() if flag not in common}
        yield from (f".SS {name}", *_entries(own))
    yield _heading(_("FILES"))
    yield from _entries(_FILES)


def _heading(text: str) -> str:
    return f".SH {text}"


def _flags(parser: ArgumentParser) -> dict[str, str]:
    """Return a parser's flags and other arguments, each with its help."""
    return {
        ", ".join(action.option_strings or [str(action.metavar)])
        + (f" {action.metavar}" if action.metavar and action.option_strings else ""): action.help or ""
        for action in parser._actions  # noqa: SLF001 - argparse has no public way to list them
        if not isinstance(action, argparse._SubParsersAction | argparse._HelpAction)  # noqa: SLF001
    }


def _common(parsers: Mapping[str, ArgumentParser]) -> dict[str, str]:
    """Return the flags that all of these parsers have, and that mean the same."""
    first, *others = map(_flags, parsers.values())
    return {flag: help_ for flag, help_ in first.items() if all(other.get(flag) == help_ for other in others)}


def _entries(rows: Mapping[str, str]) -> Iterator[str]:
    for name, text in rows.items():
        yield from (".TP", f".B {_roff(name)}", _roff(_(text)))


def _roff(text: str | None) -> str:
    """Return a text with what roff would take for its own escaped."""
    escaped = (text or "").replace("\\", r"\e").replace("-", r"\-").replace("%%", "%")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped
