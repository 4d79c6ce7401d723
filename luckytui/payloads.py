"""What players and hosts send each other inside the network's messages, to bytes and back.

Decoding trusts nothing: the structure is bounded before anything is built of it, then every field is checked.
"""

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from luckytui.games.interface import Game
from luckytui.table.requests import Request, request_type
from luckytui.table.views import TableView, table_view_type
from luckytui.text import Sentence
from net import unpack

_T = TypeVar("_T")

# How many entries a map, items an array and bytes a string may have. A table view lists every legal move; the
# longest list in a request is a deck of 60 cards, its longest text a line of chat. Lists in lists cost their
# reader what they announce: 67 MB, at the bounds of a table view.
_FROM_HOST = {"maps": 64, "arrays": 8192, "strings": 4096}
_FROM_GUEST = {"maps": 16, "arrays": 64, "strings": 1024}

# In JSON, where only quotes and characters below a space are written with a backslash.
_COMMANDS = re.compile(r"""\\[^"]|[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]""")


class Malformed(ValueError):
    """Bytes that are not what they should be."""


def encode(content: TableView | Request | Sentence) -> bytes:
    """Return it as bytes."""
    return msgspec.msgpack.encode(content)


def decode_table_view(game: Game, payload: bytes) -> TableView:
    """Return the view of a table of that game. Raises Malformed."""
    return _decode(payload, table_view_type(game), _FROM_HOST, shown=True)


def decode_request(game: Game, payload: bytes) -> Request:
    """Return the request to a table of that game. Raises Malformed."""
    request: Request = _decode(payload, request_type(game), _FROM_GUEST)
    return request


def decode_sentence(payload: bytes) -> Sentence:
    """Return the sentence. Raises Malformed."""
    return _decode(payload, Sentence, _FROM_HOST, shown=True)


def _decode(payload: bytes, kind: type[_T], bounds: Mapping[str, int], *, shown: bool = False) -> _T:
    try:
        content = msgspec.convert(unpack(payload, **bounds), kind)
        if shown:
            _check_texts(content)
    except ValueError as error:
        raise Malformed(str(error)) from None
    return content


def _check_texts(content: Any) -> None:
    """Raises ValueError for text that a terminal would obey, or that would turn other text round."""
    # Written as JSON, all texts can be searched at once: one by one it takes longer than all the rest.
    written = msgspec.json.encode(content).decode().replace(r"\\", "")
    if _COMMANDS.search(written):
        raise ValueError("a text holds control characters")
