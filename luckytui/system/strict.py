"""Reading what is kept on disk, which may hold no unknown field, unlike what comes over the network."""

from typing import Any, TypeVar

import msgspec

_T = TypeVar("_T")


def read_json(text: bytes, kind: type[_T]) -> _T:
    """Return what is written as JSON. Raises MsgspecError, also for a field that is not known."""
    content = msgspec.json.decode(text, type=kind)
    refuse_unknown(msgspec.json.decode(text), content)
    return content


def refuse_unknown(plain: Any, content: Any) -> None:
    """Raise ValidationError if plain data has a field, at any depth, that its decoded form lacks."""
    if isinstance(content, msgspec.Struct) and isinstance(plain, dict):
        known = {*content.__struct_fields__, content.__struct_config__.tag_field}
        if unknown := plain.keys() - known:
            raise msgspec.ValidationError(f"Object contains unknown field `{min(unknown)}`")
        for name, value in plain.items():
            refuse_unknown(value, getattr(content, name, None))
    elif isinstance(plain, list) and isinstance(content, (list, tuple)):
        for value, part in zip(plain, content, strict=False):
            refuse_unknown(value, part)
