"""Structs that are the same at every table, with the types of one game: to read what comes in."""

from typing import Any, TypeVar

import msgspec
from msgspec.structs import fields

_Kind = TypeVar("_Kind", bound=msgspec.Struct)


def specialised(kind: type[_Kind], **types: Any) -> type[_Kind]:
    """Return a struct like this one, with other types for some of its fields."""
    # All fields are listed again: otherwise those that are would be written before the others.
    given = [
        (field.name, types.get(field.name, field.type), msgspec.field(default=field.default))
        for field in fields(kind)
    ]
    return msgspec.defstruct(kind.__name__, given, bases=(kind,))  # type: ignore[return-value]
