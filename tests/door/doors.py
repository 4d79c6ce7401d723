"""A door in this process, before a table that is hosted here, and guests on their way in."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncssh
import pyte
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from luckytui.address import Address
from luckytui.door import ssh, web
from luckytui.door.guests import SeatBook
from luckytui.door.visits import Visits
from luckytui.host.door import DoorPorts, DoorRequest
from net import Host
from net.connection import listen
from tests.host.tables import HostedTable
from tests.net.wire import CODED, LOOPBACK, until

CODE = "384192576"
KEY = asyncssh.generate_private_key("ssh-ed25519")


@dataclass
class OpenDoor:
    """A door that is open, and the table behind it."""

    table: HostedTable
    visits: Visits
    ssh: int
    web: int

    @property
    def players(self) -> list[tuple[str, bool]]:
        """Who sits at the table, and whether they are connected."""
        occupants = self.table.application.table.seating.occupants
        return [(each.name, each.here) for each in occupants if each.name]


def request_for(hosted: HostedTable, host: Host, code: str | None) -> DoorRequest:
    """Return what a door of this table must know."""
    return DoorRequest(
        host=Address(LOOPBACK, host.port),
        certificate=host.identity.fingerprint,
        secret=host.admit_gateway(),
        table_code=host.identity.code,
        room=hosted.room.id,
        bind=LOOPBACK,
        ports=DoorPorts(ssh=0, web=0),
        code=code,
    )


@asynccontextmanager
async def opened(
    folder: Path, code: str | None = CODE, ways: str = "ssh", **table: Any
) -> AsyncIterator[OpenDoor]:
    """Host a table with a door: its seats are remembered in this folder."""
    with HostedTable(**{"seats": 3, **table}) as hosted:
        host = Host([hosted.room], CODED)
        await host.start(LOOPBACK)
        request = request_for(hosted, host, code)
        visits = Visits(request, SeatBook(folder / "seats.json"), warm=1)
        ports = {way: listen(LOOPBACK, 0) for way in ways.split()}
        listeners: list[Any] = []
        if "ssh" in ports:
            listeners.append(await ssh.listen(ports["ssh"], KEY, visits))
        if "web" in ports:
            listeners.append(await web.listen(ports["web"], visits))
        numbers = {way: port.getsockname()[1] for way, port in ports.items()}
        try:
            yield OpenDoor(hosted, visits, numbers.get("ssh", 0), numbers.get("web", 0))
        finally:
            for listener in listeners:
                listener.close()
            await visits.close()
            await host.close()


class Screen:
    """What a guest's terminal shows."""

    def __init__(self, width: int = 80, height: int = 24) -> None:
        self.data = b""
        self.is_over = False
        self.farewell = ""
        self.commands: list[Mapping[str, str]] = []
        """The buttons of the page."""
        self.send: Callable[[bytes], object]
        self.channel: Any = None
        """The client's end of it."""
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)

    def hear(self, data: bytes) -> None:
        """Show what was sent."""
        self.data += data
        # pyte takes kitty's keyboard protocol for text.
        self._stream.feed(data.replace(b"\x1b[>25u", b"").replace(b"\x1b[<u", b""))

    @property
    def text(self) -> str:
        """All rows."""
        return "\n".join(row.rstrip() for row in self._screen.display)

    async def sees(self, words: str) -> None:
        """Wait until these words are on the screen."""
        try:
            async with asyncio.timeout(60):
                await until(lambda: words in self.text)
        except TimeoutError:
            raise AssertionError(f"{words!r} is not on the screen:\n{self.text}") from None

    async def ends(self) -> None:
        """Wait until the door has closed the terminal."""
        await until(lambda: self.is_over)

    async def comes_in(self, name: str = "", code: str = CODE) -> None:
        """Type a name, unless one is offered, and the code, unless there is none."""
        await self.sees("Your name:")
        self.send("".join(f"{answer}\r" for answer in (name, code)[: 1 + bool(code)]).encode())


async def overfill(waiting: Callable[[], int], resize: Callable[[], object]) -> None:
    """Let a guest who reads nothing change the size until frames wait, and on; few of them ever wait."""
    most, later = 0, 0
    while later < 20:
        resize()
        await asyncio.sleep(0.03)
        most = max(most, waiting())
        later += most > 8192
    assert most < 256 * 1024


class _Session(asyncssh.SSHClientSession[bytes]):
    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self._screen.hear(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._screen.is_over = True


class _Client(asyncssh.SSHClient):
    """As OpenSSH does, it answers whatever it is asked: nothing."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *_challenge: object) -> list[str]:
        return []


def connecting(door: OpenDoor, name: str = "Bea", **more: Any) -> Any:
    """Connect by ssh, with no key unless one is given."""
    usual = {"known_hosts": None, "config": None, "agent_path": None, "client_keys": None}
    usual |= {"client_factory": _Client}
    return asyncssh.connect(LOOPBACK, door.ssh, username=name, **{**usual, **more})


@asynccontextmanager
async def by_ssh(
    door: OpenDoor,
    name: str = "Bea",
    size: tuple[int, int] = (80, 24),
    env: Mapping[str, str] = {},
    **more: Any,
) -> AsyncIterator[Screen]:
    """Open a terminal by ssh."""
    screen = Screen(*size) if 9 < size[1] < 101 else Screen()
    window = more.pop("window", 1 << 20)
    async with connecting(door, name, **more) as connection:
        channel, _session = await connection.create_session(
            lambda: _Session(screen),
            term_type="xterm-256color",
            term_size=size,
            env=env,
            encoding=None,
            window=window,
        )
        screen.send = channel.write
        screen.channel = channel
        yield screen


@asynccontextmanager
async def by_web(
    door: OpenDoor, session: ClientSession, size: tuple[int, int] = (80, 24), *, touch: bool = False
) -> AsyncIterator[Screen]:
    """Open the page, and the terminal in it. The session has the cookie."""
    screen = Screen(*size)
    home = f"http://{LOOPBACK}:{door.web}"
    async with session.get(f"{home}/") as page:
        assert page.status == 200
    async with session.ws_connect(f"{home}/ws", origin=home) as socket:
        await socket.send_json({"width": size[0], "height": size[1], "touch": touch})
        loop = asyncio.get_running_loop()
        screen.send = lambda data: loop.create_task(socket.send_bytes(data))
        screen.channel = socket
        hearing = asyncio.create_task(_hear(socket, screen))
        try:
            yield screen
        finally:
            hearing.cancel()


async def _hear(socket: ClientWebSocketResponse, screen: Screen) -> None:
    async for message in socket:
        if message.type is WSMsgType.BINARY:
            screen.hear(message.data)
        elif message.type is WSMsgType.TEXT:
            told = message.json()
            screen.farewell = told.get("end", screen.farewell)
            screen.commands = told.get("commands", screen.commands)
    screen.is_over = True
