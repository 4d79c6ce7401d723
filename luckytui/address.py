"""Where tables are: a host and a port as a person writes them, and on which networks to look for them."""

import os
from typing import NamedTuple

SERVICE_TYPE = "_luckytui._tcp.local."
"""What tables are announced as on the local network."""

DEFAULT_PORT = 5825
"""The port that a host takes if it is free and no other was asked for: LUCK on the keys of a telephone."""

_PORTS = range(1, 2**16)


class Address(NamedTuple):
    """Where a host listens."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def parse(text: str) -> Address:
    """Return the address that HOST, HOST:PORT, [IPV6]:PORT or IPV6 alone stands for.

    Raises ValueError for anything else.
    """
    text = text.strip()
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise ValueError(text)
        port = rest[1:] if rest else ""
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
    else:
        host, port = text, ""
    if not host or any(character.isspace() for character in host) or text.endswith(":"):
        raise ValueError(text)
    return Address(host, _port(port) if port else DEFAULT_PORT)


def interfaces() -> tuple[str, ...] | None:
    """Return the addresses of this computer on which to look for tables and announce them; None: all.

    The environment's LUCKYTUI_INTERFACES names them, with commas between.
    """
    named = os.environ.get("LUCKYTUI_INTERFACES", "").replace(" ", "")
    return tuple(filter(None, named.split(","))) or None


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 5) or int(text) not in _PORTS:
        raise ValueError(text)
    return int(text)
