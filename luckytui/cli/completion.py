"""`luckytui completion`: what a shell needs to complete commands, flags and their values."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from typing import Any

import shtab

from luckytui.bots import ALL_LEVELS
from luckytui.cli.flags import COMMANDS
from luckytui.cli.game_flags import place_of
from luckytui.cli.parser import all_parsers, parsers_below
from luckytui.games import GAMES
from luckytui.games.options import fields
from luckytui.text import _

_LIST = "luckytui games 2>/dev/null | cut -d ' ' -f 1"
_STORED = {"bash": "_luckytui_stored", "zsh": "_luckytui_stored", "fish": f"({_LIST})"}
"""Completes the ids of the stored games, which the shell looks up at that moment."""
_FUNCTIONS = {
    "bash": f'_luckytui_stored() {{ compgen -W "$({_LIST})" -- "$1"; }}',
    "zsh": f'_luckytui_stored() {{ compadd "$@" -- ${{(f)"$({_LIST})"}} }}',
}


def run(given: Namespace) -> int:
    """Print a shell's completion."""
    top = all_parsers()
    words = {
        _("GAME"): GAMES,
        _("COMMAND"): COMMANDS,
        _("LEVEL"): ALL_LEVELS,
        _("LEVEL[,LEVEL…]"): ALL_LEVELS,
        _("BOT[,BOT…]"): ALL_LEVELS,
    }
    special = {_("FILE"): shtab.FILE, _("ID"): _STORED}
    for command in parsers_below(top).values():
        _offer(command, words, special)
        for game, of_game in parsers_below(command).items():
            options = {place_of(each): each for each in fields(GAMES[game].options)}
            for action in of_game._actions:  # noqa: SLF001 - argparse has no public way to list them
                if option := options.get(action.dest):
                    action.choices = None if action.nargs == 0 else [*map(str, option.choices)]
            _offer(of_game, words, special)
    print(shtab.complete(top, given.shell, preamble=_FUNCTIONS.get(given.shell, "")))
    return 0


def _offer(parser: ArgumentParser, words: Mapping[str, Iterable[str]], special: Mapping[str, Any]) -> None:
    """Complete values by their metavar: from words, or in a special way, such as files."""
    for action in parser._actions:  # noqa: SLF001 - as above
        name = str(action.metavar)
        if name in words and not parsers_below(parser):
            action.choices = [*words[name]]
        elif name in special:
            vars(action)["complete"] = special[name]
