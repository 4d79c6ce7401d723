"""What players and hosts send each other inside the network's messages, to bytes and back.

Decoding trusts nothing: the structure is bounded before anything is built of it, then every field is checked.
"""

from typing import Any

import msgspec

from luckytui.games.interface import Game, Sentence
from luckytui.table.requests import Request, request_type
from luckytui.table.snapshot import Scene, scene_type
from net import unpack

# A scene lists every legal move; the network's own limit on a frame bounds the whole.
_MAP = 64
_ARRAY = 8192
_STRING = 4096


class Malformed(ValueError):
    """Bytes that are not what they should be."""


def encode(content: Scene | Request | Sentence) -> bytes:
    """Return it as bytes."""
    return msgspec.msgpack.encode(content)


def decode_scene(game: Game, payload: bytes) -> Scene:
    """Return the scene of a table of that game. Raises Malformed."""
    scene: Scene = _decode(payload, scene_type(game))
    return scene


def decode_request(game: Game, payload: bytes) -> Request:
    """Return the request to a table of that game. Raises Malformed."""
    request: Request = _decode(payload, request_type(game))
    return request


def decode_sentence(payload: bytes) -> Sentence:
    """Return the sentence. Raises Malformed."""
    sentence: Sentence = _decode(payload, Sentence)
    return sentence


def _decode(payload: bytes, kind: Any) -> Any:
    try:
        plain = unpack(payload, maps=_MAP, arrays=_ARRAY, strings=_STRING)
        return msgspec.convert(plain, kind)
    except ValueError as error:
        raise Malformed(str(error)) from None
