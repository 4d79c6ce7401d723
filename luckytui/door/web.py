"""The way in with a browser: a page with a terminal, and a websocket for its keys and frames.

Plain HTTP: anyone on the network can read along. What a guest can lose that way is their seat, as the door's
code opens nothing else.
"""

import asyncio
import ipaddress
import logging
import re
import secrets
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, cast

import msgspec
from aiohttp import WSMsgType, web
from aiohttp.web_protocol import RequestHandler

from luckytui.door.admission import Progress, Stranger
from luckytui.door.guests import proof_of
from luckytui.door.terminal import Terminal
from luckytui.door.visit import ENVIRONMENT, Arrival
from luckytui.door.visits import Visits
from luckytui.system.viewer import BUTTONS, Viewer, showing_to
from luckytui.text import _, language
from net.connection import Alarm
from net.tasks import in_background

_STATIC = Path(__file__).with_name("static")
_COOKIE, _SECRET = "luckytui_guest", re.compile(r"[\w-]{43}", re.ASCII)
"""The cookie that identifies a guest, and the form of its value."""
_YEAR = 365 * 24 * 3600

_MOST_MESSAGE = 64 * 1024
_ALIVE = 15.0
"""After how many silent seconds a page is asked whether it is still there."""
_NEVER_WAIT = 1 << 30
"""Keep unsent bytes in the transport alone, where `_Page.waiting` counts them."""
_FIRST_WORD = 20.0
"""How many seconds a page may take to report its size."""
_KEYS_SOON = 0.1
"""After how many seconds the page learns which keys do something now."""

_LIMITS: Final[Mapping[str, Any]] = {
    "access_log": None,
    "keepalive_timeout": 10.0,
    "max_line_size": 2048,
    "max_field_size": 4096,
    "max_headers": 64,
}

_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
# The terminal sets styles of its own; scripts come from files alone.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:;"
    " connect-src 'self' ws://{host} wss://{host}; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)


class PageSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page reports besides keys: its terminal's size in cells, and whether it is used by touch."""

    width: int
    height: int
    touch: bool = False
    """Whether it shows what can be done as buttons below the terminal."""


def read_size(text: str) -> PageSize | None:
    """Return the size that a page reports; None: its message makes no sense."""
    try:
        return msgspec.json.decode(text, type=PageSize)
    except (msgspec.MsgspecError, UnicodeEncodeError):
        return None


def is_own_host(host: str) -> bool:
    """Return whether a Host header names this computer by its own name or address.

    Any other name may be somebody else's, who lets it point here.
    """
    name = host.rpartition(":")[0] if re.search(r":\d+$", host) else host
    own = socket.gethostname().lower()
    if name.lower() in {"localhost", own, f"{own}.local"}:
        return True
    try:
        return bool(ipaddress.ip_address(name.strip("[]")))
    except ValueError:
        return False


async def listen(listening: socket.socket, visits: Visits) -> asyncio.Server:
    """Let guests in with a browser."""
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # strangers must not fill a disk
    return await asyncio.get_running_loop().create_server(_Server(visits), sock=listening)


class _Handler(RequestHandler):
    """A connection, which counts as a stranger's until somebody has come in."""

    __slots__ = ("_visits", "stranger")

    def __init__(self, server: web.Server, visits: Visits) -> None:
        super().__init__(server, loop=asyncio.get_running_loop(), **_LIMITS)
        self._visits = visits
        self.stranger: Stranger

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.stranger = self._visits.new_stranger(cast("asyncio.Transport", transport))

    def data_received(self, data: bytes) -> None:
        if self.stranger.may_send(len(data), asyncio.get_running_loop().time()):
            super().data_received(data)

    def connection_lost(self, exc: BaseException | None) -> None:
        super().connection_lost(exc)
        self.stranger.leave()


class _Server(web.Server):
    def __init__(self, visits: Visits) -> None:
        super().__init__(self._answer)
        self._visits = visits
        self._files = {f"/{path.name}": path for path in _STATIC.iterdir() if path.suffix in {".js", ".css"}}
        self._page = (_STATIC / "index.html").read_text()

    def __call__(self) -> RequestHandler:
        return _Handler(self, self._visits)

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        stranger = cast("_Handler", request.protocol).stranger
        stranger.reach(Progress.SPOKE)
        host = request.headers.get("Host", "")
        if not is_own_host(host):
            return web.Response(status=403, text="This page is not at that address.\n")
        if request.method != "GET":
            return web.Response(status=405, text="This page can only be read.\n")
        if request.path == "/ws":
            return await self._play(request, host, stranger)
        if request.path == "/":
            return self._front(request, host)
        if request.path not in self._files:
            return web.Response(status=404, text="There is no such page.\n")
        return web.FileResponse(self._files[request.path], headers=_HEADERS)

    def _front(self, request: web.BaseRequest, host: str) -> web.Response:
        """Return the page, with a cookie that a returning guest is recognised by."""
        with showing_to(Viewer(is_guest=True, environment=_environment(request))):
            words = {
                "lang": language(),
                "again": _("The connection is lost. Trying again …"),
                "over": _("Load the page again to come back."),
                "digits": _("Only digits: those for guests, in gold on the host's screen. Nothing was sent."),
                "keys": _("Keys"),
                "keyboard": _("Keyboard"),
                "hint": _("Tap ⌨ to type."),
            }
        page = re.sub(r"\{(\w+)\}", lambda place: words[place[1]], self._page)
        headers = {**_HEADERS, "Content-Security-Policy": _POLICY.format(host=host)}
        response = web.Response(text=page, content_type="text/html", headers=headers)
        if not _secret(request):
            secret = secrets.token_urlsafe(32)
            response.set_cookie(_COOKIE, secret, httponly=True, samesite="Strict", max_age=_YEAR)
        return response

    async def _play(self, request: web.BaseRequest, host: str, stranger: Stranger) -> web.StreamResponse:
        secret = _secret(request)
        if request.headers.get("Origin") not in {f"http://{host}", f"https://{host}"} or not secret:
            return web.Response(status=403, text="Only this door's own page can be played in.\n")
        socket_ = web.WebSocketResponse(
            max_msg_size=_MOST_MESSAGE, heartbeat=_ALIVE, compress=False, writer_limit=_NEVER_WAIT
        )
        await socket_.prepare(request)
        page = _Page(socket_, request)
        try:
            await page.play(self._visits, proof_of("cookie", secret), stranger)
        finally:
            page.end()
        return socket_


class _Page:
    """A page that is open, as the channel of a visit."""

    def __init__(self, socket_: web.WebSocketResponse, request: web.BaseRequest) -> None:
        self._socket = socket_
        self._request = request
        self._unsent: asyncio.Queue[bytes | str | None] = asyncio.Queue()
        self._sending = in_background(self._send_all())
        self._terminal: Terminal | None = None
        self._commands: Sequence[Mapping[str, str]] = ()
        self._telling = Alarm(self._tell_commands)

    async def play(self, visits: Visits, proof: str, stranger: Stranger) -> None:
        """Show the game until the page is gone."""
        size = read_size(await self._socket.receive_str(timeout=_FIRST_WORD))
        if not size:
            return
        environment = dict(_environment(self._request))
        if size.touch:
            environment[BUTTONS] = "1"
        address = self._request.remote or ""
        arrival = Arrival(address, "", [proof], environment, size.width, size.height, stranger)
        self._terminal = Terminal(visits, self, arrival)
        async for message in self._socket:
            if message.type is WSMsgType.BINARY:
                self._terminal.receive(message.data)
            elif message.type is WSMsgType.TEXT and (size := read_size(message.data)):
                self._terminal.resize(size.width, size.height)
            else:
                break

    def end(self) -> None:
        """Leave the terminal, because the page is gone."""
        if self._terminal:
            self._terminal.lost()
        self._telling.set(None)
        self._unsent.put_nowait(None)

    # As the channel of a visit

    def send(self, data: bytes) -> None:
        self._unsent.put_nowait(data)
        self._telling.set_by(asyncio.get_running_loop().time() + _KEYS_SOON)

    def waiting(self) -> int:
        transport = self._request.transport
        return transport.get_write_buffer_size() if transport else 0

    def take_digits(self, *, only: bool) -> None:
        self._tell({"digits": only})

    def close(self, farewell: str) -> None:
        self._tell({"end": farewell})
        self._unsent.put_nowait(None)

    # Helpers

    def _tell(self, what: Mapping[str, object]) -> None:
        self._unsent.put_nowait(msgspec.json.encode(what).decode())

    def _tell_commands(self) -> None:
        if self._terminal and self._terminal.visit:
            self._terminal.visit.tell_commands(self._hear_commands)

    def _hear_commands(self, commands: Sequence[Mapping[str, str]]) -> None:
        if commands != self._commands:
            self._commands = commands
            self._tell({"commands": commands})

    async def _send_all(self) -> None:
        with suppress(ConnectionError):
            while (news := await self._unsent.get()) is not None:
                send = self._socket.send_str if isinstance(news, str) else self._socket.send_bytes
                await send(news)  # type: ignore[arg-type]  # each gets its own
            await self._socket.close()


def _secret(request: web.BaseRequest) -> str:
    value = request.cookies.get(_COOKIE, "")
    return value if _SECRET.fullmatch(value) else ""


def _environment(request: web.BaseRequest) -> Mapping[str, str]:
    """Return what a page's terminal is like, and the language that the browser prefers."""
    languages = re.findall(r"[a-z]{2,3}", request.headers.get("Accept-Language", "").lower()[:64])
    return {**ENVIRONMENT, "LANGUAGE": ":".join(languages[:4]) or "en"}
