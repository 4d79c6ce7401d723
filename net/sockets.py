"""TCP sockets as a room needs them, and the system's errors as sentences."""

import asyncio
import contextlib
import errno
import socket
from collections.abc import Callable
from typing import TypeVar

from net import limits
from net.errors import NetError

_Protocol = TypeVar("_Protocol", bound=asyncio.Protocol)


def listen(address: str | None, port: int) -> socket.socket:
    """A socket that listens on an address, or on every one (None). Port 0 lets the system choose.

    Raises NetError `port_in_use` or `cannot_listen`.
    """
    try:
        return _listening(address, port)
    # A name that no resolver takes raises TypeError, and a port out of range OverflowError.
    except (OSError, OverflowError, TypeError) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise NetError("port_in_use", port=port) from None
        raise NetError("cannot_listen", address=address or "*", port=port, reason=reason(error)) from None


async def connect(make_protocol: Callable[[], _Protocol], address: str, port: int) -> _Protocol:
    """A connection to a host, given by name or by number. Raises NetError `refused` or `unreachable`."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(limits.CONNECT):
            _, protocol = await loop.create_connection(make_protocol, address, port)
    except (OSError, OverflowError, UnicodeError) as error:
        # For a name with several addresses the text has the errors of all.
        if f"[Errno {errno.ECONNREFUSED}]" in str(error):
            raise NetError("refused", address=address, port=port) from None
        raise NetError("unreachable", address=address) from None
    return protocol


def tune(connection: socket.socket) -> None:
    """Keep little in the kernel for a reader that sleeps, send at once, and notice a dead link in seconds."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.SEND_BUFFER)
    # asyncio does this for sockets that it opens; an accepted one would sit on an answer for 40 ms.
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    # Not every system has all of these.
    for option, value in (
        ("TCP_USER_TIMEOUT", limits.TCP_USER_TIMEOUT_MS),
        ("TCP_KEEPIDLE", limits.KEEPALIVE_IDLE),
        ("TCP_KEEPINTVL", limits.KEEPALIVE_INTERVAL),
        ("TCP_KEEPCNT", limits.KEEPALIVE_PROBES),
    ):
        if hasattr(socket, option):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)


def reason(error: Exception) -> str:
    """What the system says went wrong, in its own words and without numbers."""
    return getattr(error, "strerror", None) or str(error)


def _listening(address: str | None, port: int) -> socket.socket:
    dual = address is None and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if dual or ":" in (address or "") else socket.AF_INET
    with contextlib.ExitStack() as undo:
        listening = undo.enter_context(socket.socket(family, socket.SOCK_STREAM))
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if dual:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind((address or "", port))
        listening.listen()
        undo.pop_all()
    return listening
