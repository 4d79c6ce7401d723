"""What is the same at every table, with the types of one game in it: as these it is read when it comes in."""

from typing import Any, TypeVar

import msgspec
from msgspec.structs import fields

_Kind = TypeVar("_Kind", bound=msgspec.Struct)


def specialised(kind: type[_Kind], **types: Any) -> type[_Kind]:
    """Return a struct like this one, but for the types that some of its fields have in one game."""
    # All fields are told anew, as otherwise those that are would be written before the others.
    told = [
        (field.name, types.get(field.name, field.type), msgspec.field(default=field.default))
        for field in fields(kind)
    ]
    return msgspec.defstruct(kind.__name__, told, bases=(kind,))  # type: ignore[return-value]
