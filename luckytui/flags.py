"""A game's options as flags of the command line: offered, read, and written for another process."""

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Callable
from typing import Any

from luckytui.games.interface import Game
from luckytui.games.options import OptionField, Options, fields
from luckytui.words import _

_YES_OR_NO = (False, True)
_FEW = 8
"""So many values are listed; of more, only the first and the last are named."""


def add_flags(parser: ArgumentParser, game: Game) -> None:
    """Let a parser take a flag for each of a game's options."""
    group = parser.add_argument_group(_("options of {game}", game=game.title))
    for field in fields(game.options):
        if field.choices == _YES_OR_NO:
            group.add_argument(
                _flag(field),
                dest=_place(field),
                action=BooleanOptionalAction,
                default=SUPPRESS,
                help=_("{help}; otherwise not", help=_(field.help)),
            )
        else:
            group.add_argument(
                _flag(field),
                dest=_place(field),
                type=_one_of(field),
                default=SUPPRESS,
                metavar=field.name.rpartition("_")[2].upper(),
                help=_(
                    "{help}: {values}; otherwise {default}",
                    help=_(field.help),
                    values=_values(field),
                    default=field.default,
                ),
            )


def read_flags(given: Namespace, game: Game) -> Options:
    """Return the options that the flags stand for. Raises ValueError for values that do not go together."""
    values = {field.name: getattr(given, _place(field), field.default) for field in fields(game.options)}
    return game.options(**values)


def write_flags(options: Options) -> list[str]:
    """Return the flags that stand for these options, as far as they differ from the defaults."""
    chosen = [(field, getattr(options, field.name)) for field in fields(type(options))]
    return [_written(field, value) for field, value in chosen if value != field.default]


def _written(field: OptionField, value: Any) -> str:
    if field.choices == _YES_OR_NO:
        return _flag(field) if value else _flag(field).replace("--", "--no-", 1)
    return f"{_flag(field)}={value}"


def _flag(field: OptionField) -> str:
    return "--" + field.name.replace("_", "-")


def _place(field: OptionField) -> str:
    """Return where the parser leaves the value, out of the way of the other flags."""
    return f"option_{field.name}"


def _one_of(field: OptionField) -> Callable[[str], Any]:
    """Return what turns a flag's text into one of the values that the option may take."""
    known = {str(choice): choice for choice in field.choices}

    def read(text: str) -> Any:
        if text not in known:
            raise ArgumentTypeError(
                _("it cannot be “{text}”. Choose from {values}.", text=text, values=_values(field))
            )
        return known[text]

    return read


def _values(field: OptionField) -> str:
    if len(field.choices) <= _FEW:
        return ", ".join(str(choice) for choice in field.choices)
    return _("{first} to {last}", first=field.choices[0], last=field.choices[-1])
