"""What players and hosts send each other inside the network's messages, to bytes and back.

Decoding trusts nothing: every field is checked against its type, and what it costs grows with the bytes that
came. What is not known here is ignored, as a later version may have sent it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, Final, TypeVar, get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, SPECTATOR, Ended, Event, Game, Seat, View
from luckytui.table.requests import Request, request_type
from luckytui.table.views import MatchView, TableView, UnknownEvent, log_entry_type, table_view_type
from luckytui.text import Sentence

_T = TypeVar("_T")

_LOG = 2**14
"""How many bytes of a view its log may have."""

# In JSON, where only quotes and characters below a space are written with a backslash.
_COMMANDS = re.compile(r"""\\[^"]|[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]""")


class Malformed(ValueError):
    """Bytes that are not what they should be; the text says what is wrong, and where."""


encode: Final[Callable[[object], bytes]] = msgspec.msgpack.Encoder().encode
"""Returns a view, a request or a sentence as bytes, or a part of one."""


class ViewEncoder:
    """Encodes the views of one table, and what is the same in views of several seats only once."""

    def __init__(self) -> None:
        self._bulk: object = None
        self._encoded = msgspec.Raw()

    def encode(self, table_view: TableView) -> bytes:
        """Return it as bytes."""
        match_view = table_view.match
        if match_view is None or not (field := match_view.view.bulk):
            return encode(table_view)
        bulk = getattr(match_view.view, field)
        if bulk is not self._bulk:
            self._bulk, self._encoded = bulk, msgspec.Raw(encode(bulk))
        lighter = replace(match_view.view, **{field: self._encoded})
        return encode(replace(table_view, match=replace(match_view, view=lighter)))


class UnknownGame(Malformed):
    """A view of a game that is not installed here; the text is its key."""


class _Game(msgspec.Struct):
    game: str


def decode_table_view(payload: bytes) -> TableView:
    """Return the view of a table. Raises Malformed."""
    game = _decode(payload, _Game).game
    if game not in GAMES:
        raise UnknownGame(_shown(game))
    try:
        table_view: TableView = _decode(payload, table_view_type(GAMES[game]))
    except Malformed as error:
        try:
            table_view = _with_unknown_events(payload, GAMES[game])
        except Malformed:
            raise error from None
    _check(table_view)
    return _shown(table_view)


def decode_request(game: Game, payload: bytes) -> Request:
    """Return the request to a table where that game is played. Raises Malformed."""
    request: Request = _decode(payload, request_type(game))
    return request


def decode_sentence(payload: bytes) -> Sentence:
    """Return the sentence. Raises Malformed."""
    sentence: Sentence = _shown(_decode(payload, Sentence))
    return sentence


def fitting(log: Sequence[Event]) -> int:
    """Return how many of the latest entries of a log fit into a view, with all else that is in it."""
    sizes = accumulate(len(encode(entry)) for entry in reversed(log))
    return sum(size <= _LOG for size in sizes)


def _with_unknown_events(payload: bytes, game: Game) -> TableView:
    """Return a view in whose log there may be events of kinds that are not known. Raises Malformed."""
    table_view: TableView = _decode(payload, table_view_type(game, events=msgspec.Raw))
    known = {kind.__struct_config__.tag for kind in get_args(log_entry_type(game))}
    written: Any = table_view.log
    log = tuple(
        _decode(event, log_entry_type(game)) if _decode(event, _Tagged).event in known else UnknownEvent()
        for event in written
    )
    return replace(table_view, log=log)


class _Tagged(msgspec.Struct):
    event: str


def _decode(payload: bytes, kind: Any) -> Any:
    try:
        return _decoder(kind).decode(payload)
    except (ValueError, RecursionError) as error:
        raise Malformed(str(error)) from None


@cache
def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)


def _shown(content: _T) -> _T:
    """Return what is to be shown. Raises Malformed for text that a terminal would obey, or that is turned."""
    try:
        # Written as JSON, all texts can be searched at once: one by one it takes longer than all the rest.
        written = msgspec.json.encode(content).decode()
    except (ValueError, TypeError, RecursionError) as error:  # it has values of kinds that no text has
        raise Malformed(str(error)) from None
    if holds_commands(written):
        raise Malformed("a text holds control characters")
    return content


def holds_commands(written: str) -> bool:
    """Return whether a text in this JSON is one that a terminal would obey, or turned."""
    is_plain = "\\" not in written and written.isprintable()
    return not is_plain and bool(_COMMANDS.search(written.replace(r"\\", "")))


# ── Whether a view makes sense: what a screen looks up in it must be there ───────────────────────

# Decoding has checked the types and the ranges that they name. Here is what several fields have to agree on.

_SEAT = Seat.__metadata__[0]  # type: ignore[attr-defined]


def _check(table_view: TableView) -> None:
    """Raise Malformed unless everything that the view names is there."""
    seats, match_view = len(table_view.occupants), table_view.match
    _demand(seats > 0, "a table has seats")
    _demand(table_view.seat in {SPECTATOR, *range(seats)}, "the view is for a seat of the table")
    for seat in _seats_in(table_view):
        _demand(seat < seats, "every seat that is named is one of the table")
    if match_view:
        _check_match(match_view, table_view.events, seats, table_view.seat)


def _check_match(match_view: MatchView, log: tuple[Event, ...], seats: int, seat: Seat) -> None:
    view = match_view.view
    _demand(view.seats == seats == len(match_view.names), "the game has as many seats as the table")
    _demand(view.seat == seat, "the game is seen from the same seat as the table")
    _demand(bool(match_view.moves) == (match_view.prompt > 0), "a question has answers")
    _demand(match_view.prompt == 0 or (seat >= 0 and seat in view.active), "one who may move is asked")
    named = (*view.active, *_seats_in(log))
    _demand(min(named, default=0) >= CHANCE, "nobody who watches does anything")
    things: tuple[View | Event, ...] = view, *log
    for thing in things:
        _demand(not isinstance(thing, Ended) or bool(thing.winners), "somebody wins")
        for name in thing.by_seat:
            entries = getattr(thing, name)
            _demand(entries is None or len(entries) == seats, f"{name} has an entry for each seat")
    try:
        is_sound = view.is_sound(match_view.moves, log)
    except (LookupError, ValueError, ArithmeticError):
        is_sound = False
    _demand(is_sound, "the position can be")


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise Malformed(f"it does not hold that {what}")


def _seats_in(thing: Any) -> Iterator[Seat]:
    """Yield the seats that a struct, and all in it, names."""
    if isinstance(thing, msgspec.Struct):
        for name, is_seat in _fields(type(thing)):
            value = getattr(thing, name)
            if is_seat and isinstance(value, int):
                yield value
            elif is_seat and isinstance(value, tuple):
                yield from (each for each in value if isinstance(each, int))
            elif not is_seat:
                yield from _seats_in(value)
    elif isinstance(thing, tuple):
        for each in thing:
            yield from _seats_in(each)


@cache
def _fields(kind: type[msgspec.Struct]) -> list[tuple[str, bool]]:
    """Return the fields that name seats, or may hold structs that do: each, and whether it does itself."""
    hints = get_type_hints(kind, include_extras=True)
    return [
        (name, _names_seats(hints[name]))
        for name in kind.__struct_fields__
        if _names_seats(hints[name]) or _holds_structs(hints[name])
    ]


def _names_seats(hint: Any) -> bool:
    return _SEAT in getattr(hint, "__metadata__", ()) or any(map(_names_seats, get_args(hint)))


def _holds_structs(hint: Any) -> bool:
    is_struct = isinstance(hint, type) and issubclass(hint, msgspec.Struct)
    return is_struct or any(map(_holds_structs, get_args(hint)))
