"""Where tables are: a host and a port as a person writes them, and on which networks to look for them."""

import os
import re
from typing import NamedTuple

from luckytui.text import UserError

SERVICE_TYPE = "_luckytui._tcp.local."
"""What tables are announced as on the local network."""

DEFAULT_PORT = 5825
"""The port that a host takes if it is free and no other was asked for: LUCK on the keys of a phone."""

SSH_PORT, WEB_PORT = DEFAULT_PORT + 1, DEFAULT_PORT + 2
"""The ports that a door for guests takes, likewise."""

_PORTS = range(1, 2**16)
_WRITTEN = re.compile(
    r"""
    (?: (?P<host> [^][:\s]+ ) | \[ (?P<bracketed> [^][\s]+ ) \] ) (?: : (?P<port> [0-9]{1,5} ) )?
    | (?P<ipv6> [^][\s]* : [^][\s]* : [^][\s]* )
    """,
    re.VERBOSE,
)


class Address(NamedTuple):
    """Where a host listens."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def parse(text: str) -> Address:
    """Return the address that HOST, HOST:PORT, [IPV6]:PORT or IPV6 means. Raises UserError for other text."""
    written = _WRITTEN.fullmatch(text.strip())
    if not written or int(written["port"] or DEFAULT_PORT) not in _PORTS:
        raise UserError(
            "“{text}” is not an address. Write HOST or HOST:PORT, as the host's screen shows it.", text=text
        )
    host = written["host"] or written["bracketed"] or written["ipv6"]
    return Address(host, int(written["port"] or DEFAULT_PORT))


def interfaces() -> tuple[str, ...] | None:
    """Return the own addresses to find and announce tables on, from LUCKYTUI_INTERFACES; None: all."""
    named = os.environ.get("LUCKYTUI_INTERFACES", "").replace(" ", "")
    return tuple(filter(None, named.split(","))) or None


def own_address() -> str:
    """Return the address of this computer where others join: the first of `interfaces`, if any."""
    from net import own_address as leading_out  # noqa: PLC0415 - slow, and the home screen needs none

    return (interfaces() or (leading_out(),))[0]
