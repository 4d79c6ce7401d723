"""What can be chosen before a game, and how a form or a command line learns what there is to choose.

A game's options are one frozen struct. Each field is annotated with `option(…)` and has a default; `fields`
reads them back, so that nobody has to write the same choices down twice.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Self, get_args, get_type_hints

import msgspec
from msgspec import inspect

from luckytui.system.strict import refuse_unknown


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What can be chosen before a game; a game derives its own from this.

    Reading them checks their types. What is wrong although its type is right, such as a number between those
    that can be chosen, a game refuses in `__post_init__` with a ValueError.
    """

    @property
    def lowest_wins(self) -> bool:
        """Whether the lowest score wins."""
        return False

    def decisions(self, seats: int) -> tuple[float, float]:  # noqa: ARG002 - a game may say it
        """Return about how often all decide at once in a game, and each in turn; 0, 0: that is unknown."""
        return 0, 0

    def for_record(self) -> dict[str, Any]:
        """Return the fields of a `start` event that hold these options: `options`, and what a game adds."""
        return {"options": msgspec.to_builtins(self)}

    @classmethod
    def from_record(cls, options: dict[str, Any], deck: Any) -> Self:  # noqa: ARG003 - for a game with a deck
        """Return the options of a `start` event. Raises ValidationError for those of another game."""
        read = msgspec.convert(options, type=cls)
        refuse_unknown(options, read)
        return read


class OptionField(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to choose."""

    name: str
    title: str
    help: str
    default: Any
    choices: tuple[Any, ...]
    """The values it may take, in the order to offer them: (False, True) for yes or no."""
    only: Mapping[str, Any]
    """The values that other options must have for this one to matter."""
    helps: Mapping[Any, str]
    """What single values mean, and under "" all others; empty where `help` says it in a few words."""
    read: Callable[[bytes], Any] | None
    """Makes a value of a file's content, or raises UserError; None where there are only choices."""


def option(
    title: str,
    help_: str,
    numbers: Sequence[int] = (),
    *,
    only: Mapping[str, Any] | None = None,
    helps: Mapping[Any, str] | None = None,
    read: Callable[[bytes], Any] | None = None,
) -> msgspec.Meta:
    """Return what annotates an option: its words, the numbers it may be, ascending; and see `OptionField`."""
    extra = {"numbers": numbers, "only": only or {}, "helps": helps or {}, "read": read}
    low, high = (numbers[0], numbers[-1]) if numbers else (None, None)
    return msgspec.Meta(title=title, description=help_, ge=low, le=high, extra=extra)


@cache
def fields(options: type[Options]) -> list[OptionField]:
    """Return what there is to choose in a game's options, in the order they are written."""
    struct = inspect.type_info(options)
    assert isinstance(struct, inspect.StructType)  # noqa: S101 - narrows the type; Options is a struct
    written = get_type_hints(options)
    return [_field(field, written[field.name]) for field in struct.fields]


def in_force(options: Options) -> list[OptionField]:
    """Return the fields that matter with these values."""
    chosen = msgspec.structs.asdict(options)
    return [field for field in fields(type(options)) if field.only.items() <= chosen.items()]


def _field(field: inspect.Field, written: Any) -> OptionField:
    if not isinstance(field.type, inspect.Metadata):
        raise TypeError(f"the option “{field.name}” has no words: annotate it with option(…)")
    words, extra = field.type.extra_json_schema or {}, field.type.extra or {}
    return OptionField(
        name=field.name,
        title=words["title"],
        help=words["description"],
        default=field.default,
        choices=tuple(extra["numbers"]) or _choices(field.type.type, written),
        only=extra["only"],
        helps=extra["helps"],
        read=extra["read"],
    )


def _choices(kind: inspect.Type, written: Any) -> tuple[Any, ...]:
    match kind:
        case inspect.BoolType():
            return (False, True)
        case inspect.LiteralType():
            return tuple(get_args(written))  # msgspec has lost their order
        case inspect.UnionType(types=(inspect.LiteralType(values=values), _)):
            return tuple(values)
    raise TypeError(f"an option cannot be of type {kind}")
