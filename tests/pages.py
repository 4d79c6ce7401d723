"""What the code says in the pages for writers of other clients: the cells of their tables, and the schema.

    .venv/bin/python -m tests.pages

writes docs/schema.json, and names, types, defaults, states and numbers into docs/protocol.md and
docs/payloads.md. What a row means, and where it is, a person writes. A row too few or too many is an error.
"""

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct, structs

from luckytui.games import GAMES, interface
from luckytui.games.lucky_box import deck, player
from luckytui.games.lucky_box import rules as box
from luckytui.games.lucky_jack import rules as jack
from luckytui.games.lucky_numbers import garden
from luckytui.games.lucky_numbers import rules as numbers
from luckytui.games.lucky_squares import rules as squares
from luckytui.games.options import OptionField, Options, fields
from luckytui.table import views
from luckytui.table.dealer import check_words, nonce_hash, seed_of_shares, sha256_of
from luckytui.table.journal_entries import Began
from luckytui.table.match import Match
from luckytui.table.record import Record, write
from luckytui.table.requests import Act, request_type
from luckytui.table.spec import GameChoice
from luckytui.text import Sentence
from net import SENTENCES, NetError, cpace, limits, messages
from net.messages import TRANSITIONS, ClientMessage, HostMessage
from net.security import code_point
from tests.clients import transcript

DOCS = Path(__file__).parents[1] / "docs"
PAGES = ("protocol", "payloads")

Row = list[str]
Names = Mapping[str, Any]
"""Types by the names that a page has for them."""

BASE: dict[Any, str] = {
    str: "text",
    int: "integer",
    float: "number",
    bool: "flag",
    bytes: "bytes",
    Any: "anything",
    NoneType: "nothing",
    msgspec.UnsetType: "absent",
}
OF_MESSAGES: dict[str, Any] = {
    "text": messages.Text,
    "count": messages.Count,
    "16 bytes": messages.Bytes16,
    "32 bytes": messages.Bytes32,
    "64 bytes": messages.Bytes64,
}
OF_TABLES: dict[str, Any] = {
    "table": views.TableView,
    "occupant": views.Occupant,
    "door": views.Door,
    "guestdoor": views.GuestDoor,
    "match": views.MatchView,
    "dealing": views.DealingView,
    "record": views.RecordPiece,
    "review": views.ReviewView,
}
OF_PAYLOADS: dict[str, Any] = OF_TABLES | {
    "seat": interface.Seat,
    "hex": interface.Hex32,
    "share": interface.Share,
    "shares": interface.Shares,
    "exchange": views.ExchangeView,
    "sentence": Sentence,
    "choice": GameChoice,
    "options": Options,
    "view": interface.View,
    "move": interface.Move,
    "event": interface.Event,
}
SMALL = ("choice", "sentence", "share", "shares", "exchange")
OF_GAMES: dict[str, dict[str, Any]] = {
    "lucky-numbers": {"tile": garden.Tile, "garden": garden.Garden, "stage": numbers.Stage},
    "lucky-jack": {"card": jack.Symbol, "reason": jack.Reason, "stage": jack.Stage},
    "lucky-box": {
        "card": player.CardId,
        "call": deck.Call,
        "bonus": deck.Bonus,
        "line": player.Line,
        "row": deck.Row,
        "ends": deck.Ends,
        "face": deck.Card,
        "boxcard": player.BoxCard,
        "player": player.Player,
        "stage": box.Stage,
    },
    "lucky-squares": {
        "color": squares.Color,
        "pair": squares.Pair,
        "taken": squares.Taken,
        "stage": squares.Stage,
    },
}
SECONDS = {
    "from the connection until TLS is ready": limits.HANDSHAKE,
    "from there to `welcome` or `info`": limits.HANDSHAKE,
    "between two pings": limits.PING,
    "without a byte from the other side, until it counts as gone": limits.SILENCE,
    "without the client reading a byte of what waits for it, until the host closes": limits.STALL,
    "a place is held for a player or an owner without a connection, at least": limits.HOLD,
    "the same before the first game, and for watchers": limits.HOLD_WITHOUT_A_GAME,
    "pause before the first attempt to come back, at most": limits.RETRY_FIRST,
    "before each later one, at most twice as long, up to": limits.RETRY_LAST,
}
COMMON_EVENTS: list[type[Struct]] = [interface.Started, interface.TurnBegan, interface.Ended]
TABLE_EVENTS = views.ChatLine | views.Timeout | views.TakenBack | views.Returned
OF_MOVES = {"stale", "illegal", "not_turn", "over"}
OURS = {"refused", "unreachable", "host_lost", "no_discovery", "foreign", "port_in_use", "cannot_listen"}
"""Codes of errors that never travel."""


def in_words(kind: Any, names: Names) -> str:
    """Return a type as the pages write it."""
    cells = player.Cell, garden.Cell
    return next((name for name, named in names.items() if kind == named), None) or (
        "cell" if kind in cells else made_of(kind, names)
    )


def made_of(kind: Any, names: Names) -> str:
    """Return what a type is made of, in words."""
    origin, inner = get_origin(kind), get_args(kind)
    if hasattr(kind, "__metadata__"):
        return in_words(kind.__origin__, names)
    if origin in {Union, UnionType, Literal}:
        return one_of([*choices(kind, names)])
    words = [in_words(part, names) for part in inner if part is not ...]
    parts = [f"({part})" if " or " in part else part for part in words]
    if origin is dict:
        return f"map of {parts[0]} to {parts[1]}"
    if origin is list or ... in inner:
        return f"list of {parts[0]}"
    if origin is tuple:
        return f"[{', '.join(words)}]"
    if isinstance(kind, type) and issubclass(kind, Struct):
        own = types_of(kind, names)
        return f"[{', '.join(own.values())}]" if kind.__struct_config__.array_like else f"{{{listed(own)}}}"
    return BASE[kind]


def choices(kind: Any, names: Names) -> Iterator[str]:
    """Yield what a type can be, values first and nothing last."""
    parts = get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,)
    if all(isinstance(part, type) and issubclass(part, interface.Event) for part in parts):
        yield "event"
        return
    values = [value for part in parts if get_origin(part) is Literal for value in get_args(part)]
    for name, named in names.items():
        inner = get_args(named) if get_origin(named) is Literal else ()
        if inner and {*inner} <= {*values} and inner != get_args(kind):
            yield name
            values = [value for value in values if value not in inner]
    yield from map(json.dumps, values)
    absent = [part for part in (NoneType, msgspec.UnsetType) if part in parts]
    others = [part for part in parts if part not in absent and get_origin(part) is not Literal]
    yield from (in_words(part, names) for part in others + absent)


def one_of(parts: Row) -> str:
    """Return the parts as an enumeration."""
    return " or ".join([", ".join(parts[:-1]), parts[-1]]) if parts[1:] else parts[0]


def types_of(struct: type[Struct], names: Names) -> dict[str, str]:
    """Return the type of each field in words, and what it is if it is left out: `flag = false`."""
    hints, is_array = get_type_hints(struct, include_extras=True), struct.__struct_config__.array_like
    words = {field.name: in_words(hints[field.name], names) for field in structs.fields(struct)}
    if is_array:
        return words
    return {field.name: with_default(words[field.name], field) for field in structs.fields(struct)}


def with_default(words: str, field: structs.FieldInfo) -> str:
    if field.required or field.default is msgspec.UNSET:
        return words
    value = field.default_factory() if field.default is NODEFAULT else field.default
    if value is None:
        return f"{words.removesuffix(' or nothing')} = nothing"
    return f"{words} = {json.dumps('' if value == b'' else value)}"


def listed(own: Mapping[str, str]) -> str:
    """Return fields in a row; where the name is that of the type, it is enough."""
    return "; ".join(name if name == words else f"{name}: {words}" for name, words in own.items())


def cells_of(section: str, titles: Row) -> dict[str, Row]:
    """Return what the code says of a table; nothing: it does not know."""
    match titles:
        case ["message", *_]:
            return of_messages()
        case ["state", *_]:
            return {one.name: [sent(one, ClientMessage), sent(one, HostMessage)] for one in TRANSITIONS}
        case ["code", "values", *_]:
            return of_codes()
        case ["what", "seconds"]:
            return {what: [f"{seconds:g}"] for what, seconds in SECONDS.items()}
        case ["what", "bytes"]:
            return {what: [f"`{each.hex()}`"] for what, each in of_proofs().items()}
        case ["request", *_]:
            return {name: [words] for name, words in by_tag(get_args(requests()), OF_PAYLOADS).items()}
        case ["kind", "name", *_]:
            rows = of_game(GAMES[section]) if section in GAMES else of_tables(section)
            return {
                f"{kind} | {name}": [words] for kind, named in rows.items() for name, words in named.items()
            }
    return {}


def of_messages() -> dict[str, Row]:
    """Return the type of each field, after a line without one for each message."""
    return {
        f"{tag(kind)} | {sender} | {field}": [words]
        for sender, union in {"client": ClientMessage, "host": HostMessage}.items()
        for kind in get_args(union)
        for field, words in {"": "", **types_of(kind, OF_MESSAGES)}.items()
    }


def sent(state: messages.State, union: Any) -> str:
    """Return what one end may send in a state, and to which it leads."""
    ways = {kind: after for kind, after in TRANSITIONS[state].items() if kind in get_args(union)}
    return ", ".join(tag(kind) + f" → {after.name}" * (after != state) for kind, after in ways.items())


def of_codes() -> dict[str, Row]:
    """Return the values of each code of a goodbye, and whether a client tries again."""
    rows = {}
    for code in SENTENCES.keys() - OF_MOVES - OURS:
        values = re.findall(r"{(\w+)}", SENTENCES[code])
        again = "yes" if NetError(code, **dict.fromkeys(values, "")).retryable else "no"
        rows[code] = [", ".join(values), "with a token" if code == "impostor" else again]
    return rows


def of_proofs() -> dict[str, bytes]:
    """Return what the proofs of the transcript's code are made of."""
    host, client = transcript.HOST_SECRET, transcript.CLIENT_SECRET
    point = code_point(transcript.CODE, transcript.FINGERPRINT)
    shares = {end: cpace.multiply(own, point) for end, own in {b"host": host, b"client": client}.items()}
    common = cpace.multiply(client, shares[b"host"])
    messages = [(share, end) for end, share in shares.items()]
    key = cpace.session_key(common, *messages, b"")
    proofs = [cpace.proof(key, message, b"") for message in messages]
    return {
        "fingerprint": transcript.FINGERPRINT,
        "g": point,
        "host's secret": host,
        "host's share": shares[b"host"],
        "client's secret": client,
        "client's share": shares[b"client"],
        "K": common,
        "ISK": key,
        "host's proof": proofs[0],
        "client's proof": proofs[1],
    }


def of_tables(section: str) -> dict[str, dict[str, str]]:
    """Return the names and types of each kind of thing in a section that is no game's."""
    shared = {
        "view": {**types_of(interface.View, OF_PAYLOADS), "stage": "stage"},
        "event": by_tag(COMMON_EVENTS, OF_PAYLOADS),
    }
    return {
        "The table": {"type": {name: made_of(OF_PAYLOADS[name], OF_PAYLOADS) for name in SMALL}}
        | {name: types_of(kind, OF_PAYLOADS) for name, kind in OF_TABLES.items()},
        "The log": {"event": by_tag(get_args(TABLE_EVENTS), OF_PAYLOADS)},
        "What all games share": shared,
    }.get(section, {})


def of_game(game: interface.Game) -> dict[str, dict[str, str]]:
    """Return the same of a game's section."""
    own, common = OF_GAMES[game.key], [*interface.View.__struct_fields__, "stage"]
    names = own | OF_PAYLOADS | {"options": game.options}
    return {
        "option": {each.name: choice(game, each, names) for each in fields(game.options)},
        "type": {name: made_of(kind, names) for name, kind in own.items()},
        "move": by_tag(get_args(game.moves), names),
        "view": {name: words for name, words in types_of(game.view, names).items() if name not in common},
        "event": by_tag([kind for kind in get_args(game.events) if kind not in COMMON_EVENTS], names),
    }


def choice(game: interface.Game, option: OptionField, names: Names) -> str:
    """Return what an option may be, and what it is if nobody chooses."""
    kind = get_type_hints(game.options)[option.name]
    return f"{runs(option.choices) if kind is int else in_words(kind, names)} = {json.dumps(option.default)}"


def runs(values: tuple[int, ...]) -> str:
    """Return ascending numbers; of those that follow each other the first and the last."""
    firsts = [value for value in values if value - 1 not in values]
    lasts = [value for value in values if value + 1 not in values]
    both = zip(firsts, lasts, strict=True)
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in both)


def by_tag(kinds: Iterable[type[Struct]], names: Names) -> dict[str, str]:
    """Return the fields of each of these kinds, by what it is called on the wire."""
    return {tag(kind): listed(types_of(kind, names)) for kind in kinds}


def requests() -> Any:
    """Return the union of what can be asked of a table, whatever is played there."""
    kinds = get_args(request_type(GAMES["lucky-numbers"]))
    return Union[tuple(Act if issubclass(kind, Act) else kind for kind in kinds)]  # noqa: UP007 - made here


def tag(struct: type[Struct]) -> str:
    """Return what a message, a move, an event or a request is called on the wire."""
    return str(struct.__struct_config__.tag)


def tables(text: str) -> Iterator[tuple[re.Match[str], str, list[Row]]]:
    """Yield the tables of a page: where each is, its section, and its rows with the titles first."""
    for found in re.finditer(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        section = re.findall(r"^## (.*)$", text[: found.start()], re.MULTILINE)[-1]
        titles, _, *rows = [[cell.strip() for cell in row[1:-1].split("|")] for row in found[0].splitlines()]
        yield found, section, [titles, *rows]


def filled(text: str) -> str:
    """Return a page with all that the code says. Raises ValueError for a row too few or too many."""
    whole, missing = text, dict[str, set[str]]()
    for found, section, (titles, *rows) in tables(text):
        if said := cells_of(section, titles):
            left = missing.setdefault(f"{section}: {titles[0]}", {*said} - optional(said))
            lines = [titles, ["---"] * len(titles), *(row_filled(row, said, left) for row in rows)]
            table = "".join(
                "|" + "|".join(f" {cell} " if cell else " " for cell in line) + "|\n" for line in lines
            )
            whole = whole.replace(found[0], table)
    if any(missing.values()):
        raise ValueError(f"these have no row: {missing}")
    for name, example in {"exchange": exchange, "view": shown, "vectors": vectors}.items():
        block = re.compile(f"(?<=<!-- {name} -->\n).*?(?=<!-- end -->)", re.DOTALL)
        whole = block.sub(lambda _, example=example: example(), whole)  # type: ignore[misc]
    return whole


def optional(said: Mapping[str, Row]) -> set[str]:
    """Return the lines of messages without a field, where these have one."""
    return {
        key
        for key in said
        if key.endswith("| ") and any(other.startswith(key) for other in said if other != key)
    }


def row_filled(row: Row, said: Mapping[str, Row], missing: set[str]) -> Row:
    """Return a row with the cells that the code knows, and take it from the missing ones."""
    for width in range(1, 4):
        *before, last = row[:width]
        keys = [" | ".join([*before, name]) for name in ([last] if len(row) == 2 else last.split(", "))]
        if said.keys() >= {*keys}:
            cells = said[keys[0]]
            if any(said[key] != cells for key in keys):
                raise ValueError(f"these are not one row: { ({key: said[key] for key in keys}) }")
            missing -= {*keys}
            return [*row[:width], *cells, *row[width + len(cells) :]]
    raise ValueError(f"the code has no such row: {row}")


def exchange() -> str:
    """Return the first conversation of the transcript, byte by byte."""
    lines = []
    for entry in transcript.read()[0]:
        payload = bytes.fromhex(entry.frame)[4:]
        size, entries = len(payload), payload[0] - 0x80
        lines.append(f"{entry.frame[:10]}  {entry.sender}: {size} bytes, a map with {entries} entries")
        for key, value in entry.message.items():
            packed = [msgspec.msgpack.encode(part).hex() for part in (key, value)]
            lines.append(f"{' '.join(packed)}  {key}: {'nothing' if value is None else json.dumps(value)}")
    return "\n".join(["```", *lines, "```\n"])


def shown() -> str:
    """Return the first table of the transcript that asks for a move, as JSON."""
    views = (entry.message for entry in transcript.read()[1] if entry.message["type"] == "view")
    payload = next(view["payload"] for view in views if view["prompt"])
    payload = {name: part for name, part in payload.items() if name != "dealing"}
    lines = textwrap.wrap(json.dumps(payload), 160, break_on_hyphens=False)
    return "\n".join(["```json", *lines, "```\n"])


def vectors() -> str:
    """Return a seed, the beginning of its record, and the check words of two people."""
    secret, value, *nonces = (bytes(range(first, first + 32)).hex() for first in (32, 64, 96, 128))
    game, ana = (
        GAMES["lucky-squares"],
        interface.Share(seat=0, name="Ana", hash=sha256_of(value), value=value),
    )
    began = Began(1, transcript.DATE, secret[:32], interface.Shares(secret=secret, values=(ana,)))
    seed = seed_of_shares(interface.Shares(secret=secret, values=(ana,)), began.id)
    record = Match(game, game.options(), ("Ana", "Juno", "Otto"), seed, began=began).record
    lines = write(Record(record.started, record.steps[:1])).decode().splitlines()
    round_, total = f"{began.id}/1", json.loads(lines[-1])["sum"]
    given = enumerate(nonces)
    shares = [
        interface.Share(seat=seat, name="", hash=nonce_hash(round_, seat, each), value=each)
        for seat, each in given
    ]
    rows = {
        "secret, id": f"{secret}, {began.id}",
        "value": value,
        "seed": seed,
        "record": "\n".join(lines),
        "exchange": round_,
        **{f"seat {share.seat}": f"nonce {share.value}, hash {share.hash}" for share in shares},
        "words": check_words(round_, total, shares),
    }
    return "\n".join(["```", *(f"{name}: {text}" for name, text in rows.items()), "```\n"])


def page(name: str) -> str:
    """Return the text of a page."""
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def schema() -> str:
    """Return docs/schema.json: a JSON Schema of all messages and payloads, a definition a line."""
    kinds: dict[str, Any] = {
        "message of a client": ClientMessage,
        "message of a host": HostMessage,
        "table": views.TableView,
        "request": requests(),
        "sentence": Sentence,
        "event of a table": TABLE_EVENTS,
    }
    for key, game in GAMES.items():
        parts = {"view": game.view, "move": game.moves, "move of chance": game.chance, "event": game.events}
        kinds |= {f"{key}: {what}": kind for what, kind in (parts | {"options": game.options}).items()}
    roots, defs = msgspec.json.schema_components(kinds.values())
    for part in defs.values():
        part.pop("description", None)  # a docstring is for those who read the code
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "All messages and payloads, explained in protocol.md and payloads.md; binary in base64.",
    }
    named = [*zip(kinds, roots, strict=True), *defs.items()]
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(part, ensure_ascii=False)}" for key, part in named)
    text = f'{json.dumps(head, indent=1)[:-2]},\n "$defs": {{\n{lines}\n }}\n}}\n'
    text = re.sub(r"luckytui\.games\.(lucky_\w+)\.\w+\.", r"\1.", text)
    return re.sub(r"(?:luckytui|net)\.(?:\w+\.)?(messages|requests|interface)\.", r"\1.", text)


def main() -> None:
    """Write the pages and the schema."""
    for name in PAGES:
        (DOCS / f"{name}.md").write_text(filled(page(name)), encoding="utf-8")
    (DOCS / "schema.json").write_text(schema(), encoding="utf-8")


if __name__ == "__main__":
    main()
