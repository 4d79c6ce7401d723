"""A game's options as flags of the command line."""

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from luckytui.games.interface import Game
from luckytui.games.options import OptionField, Options, fields
from luckytui.text import _

_YES_OR_NO = (False, True)
_FEW = 8
"""So many values are listed; of more numbers, only the first and the last between two holes."""


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
                type=_reader(field),
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


def _flag(field: OptionField) -> str:
    return "--" + field.name.replace("_", "-")


def _place(field: OptionField) -> str:
    """Return where the parser leaves the value, out of the way of the other flags."""
    return f"option_{field.name}"


def _reader(field: OptionField) -> Callable[[str], Any]:
    """Return what makes a value of the option of a flag's text, which may be the name of a file."""
    known = {str(choice): choice for choice in field.choices}

    def read(text: str) -> Any:
        if text in known:
            return known[text]
        if field.read:
            return _from_file(Path(text), field.read)
        raise ArgumentTypeError(
            _("it cannot be “{text}”. Choose from {values}.", text=text, values=_values(field))
        )

    return read


def _from_file(file: Path, read: Callable[[bytes], Any]) -> Any:
    try:
        return read(file.read_bytes())
    except OSError as error:
        why = error.strerror or str(error)
        raise ArgumentTypeError(
            _("{file} cannot be read: {why}. Name another file.", file=file, why=why)
        ) from None
    except ValueError as error:
        raise ArgumentTypeError(f"{file}: {error}") from None


def _values(field: OptionField) -> str:
    if field.read:
        return _("{choices} or a file", choices=", ".join(map(str, field.choices)))
    if len(field.choices) <= _FEW:
        return ", ".join(map(str, field.choices))
    return ", ".join(map(_run, _runs(field.choices)))


def _runs(numbers: Sequence[int]) -> list[list[int]]:
    """Return ascending numbers in pieces without a hole."""
    holes = [place for place, (low, high) in enumerate(pairwise(numbers), 1) if high - low > 1]
    return [list(numbers[start:end]) for start, end in pairwise([0, *holes, len(numbers)])]


def _run(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    return _("{first} to {last}", first=numbers[0], last=numbers[-1])
