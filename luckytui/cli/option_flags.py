"""A game's options as flags of the command line."""

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from luckytui.cli.values import Misuse
from luckytui.games.interface import Game
from luckytui.games.options import OptionField, Options, fields
from luckytui.text import N_, _, system_reason

_YES_OR_NO = (False, True)
_FEW = 8
"""Up to how many values are listed one by one. Of more numbers, only runs are, by their first and last."""


def add_option_flags(parser: ArgumentParser, game: Game) -> None:
    """Add a flag for each of a game's options."""
    group = parser.add_argument_group(_("options of {game}", game=game.title))
    for field in fields(game.options):
        kind: dict[str, Any]
        if field.choices == _YES_OR_NO:
            help_ = _("{help} (default: off)", help=_(field.help))
            kind = {"action": BooleanOptionalAction}
        else:
            help_ = _(
                "{help}: {values} (default: {default})",
                help=_(field.help),
                values=_values(field),
                default=field.default,
            )
            kind = {"type": _reader(field), "metavar": field.name.rpartition("_")[2].upper()}
        flag = f"--{field.name.replace('_', '-')}"
        group.add_argument(flag, dest=_place(field), default=SUPPRESS, help=help_, **kind)


def options_of(given: Namespace) -> Options:
    """Return the options of the game that was named. Raises Misuse for values that do not go together."""
    game: Game = given.game
    values = {field.name: getattr(given, _place(field), field.default) for field in fields(game.options)}
    try:
        return game.options(**values)
    except ValueError as error:
        raise Misuse(N_("{reason}."), reason=error) from None


def _place(field: OptionField) -> str:
    """Return where the parser leaves the value, out of the way of the other flags."""
    return f"option_{field.name}"


def _reader(field: OptionField) -> Callable[[str], Any]:
    """Return what turns a flag's text into a value. The text may be the name of a file."""
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
        why = system_reason(error)
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
    return ", ".join(_runs(field.choices))


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    """Yield each run of ascending numbers without a hole as its first and last."""
    holes = [place for place, (low, high) in enumerate(pairwise(numbers), 1) if high - low > 1]
    for start, end in pairwise([0, *holes, len(numbers)]):
        first, last = numbers[start], numbers[end - 1]
        yield str(first) if first == last else _("{first} to {last}", first=first, last=last)
