"""The door for guests, as the host sees it: a process of its own, which lets people in who have no luckytui.

The host starts it, starts it again when it fails, and ends it. It is trusted no more than any client; what it
must know of the table it reads from its standard input, where nobody else can see it, as lines of JSON.
"""

import asyncio
import logging
import secrets
import unicodedata
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from luckytui.address import Address
from luckytui.system.programs import apart, command_for
from luckytui.table.views import GuestDoor
from luckytui.text import N_, Sentence
from net.tasks import in_background

log = logging.getLogger(__name__)

_PATIENCE = 120.0
"""How many seconds a door may take to open."""
_FAREWELL = 3.0
"""How many seconds it may take to say goodbye to its guests."""
_PAUSES = (1.0, 5.0, 20.0)
"""How many seconds to wait before it is started again: the first time, the second, and so on."""

_SILENT = N_("The door for guests does not open, as its program did not start. The log file says more.")
_AGAIN = N_("The door for guests has failed. It opens again in a moment.")


_DIGITS = 9


def new_digits() -> str:
    """Return a random code for guests: nine digits, so that nobody takes the table's code for it."""
    return f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}"


def read_digits(typed: str) -> str | None:
    """Return the digits that a guest typed, whatever is between them; None unless they are nine."""
    digits = "".join(str(unicodedata.digit(each)) for each in typed if each.isdecimal())
    return digits if len(digits) == _DIGITS else None


def write_digits(digits: str) -> str:
    """Return the digits as people read them best: three by three."""
    return " ".join(digits[start : start + 3] for start in range(0, _DIGITS, 3))


class DoorPorts(msgspec.Struct, frozen=True):
    """Where the door listens; None: at the usual port if it is free."""

    ssh: int | None = None
    web: int | None = None

    def flags(self) -> Sequence[str]:
        """Return what says so on the command line of “luckytui serve”."""
        ports = {"ssh": self.ssh, "web": self.web}
        return ["--door", *(f"--{way}-port={port}" for way, port in ports.items() if port is not None)]


class DoorRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What a door must know. Another line of it replaces the one before."""

    host: Address
    """Where the table's host listens, for this computer."""
    certificate: bytes
    """The fingerprint of its certificate."""
    secret: bytes
    """What it knows the door's connections by."""
    table_code: str | None
    """What a newcomer must know to join, as `net.read_code` gives it."""
    room: str
    bind: str | None
    ports: DoorPorts
    code: str | None
    """The nine digits that a guest must know; None: nothing."""
    game: str = ""
    """The key of the game that the table was opened for."""


class DoorKeeper:
    """Keeps a door open while it is switched on."""

    def __init__(self, request: DoorRequest, changed: Callable[[GuestDoor | None], None]) -> None:
        """`changed` hears how guests get in; None: not at all."""
        self._request = request
        self._changed = changed
        self._process: Process | None = None
        self._door: GuestDoor | None = None
        """How guests get in while the door is open, but for the code."""
        self._is_wanted = False
        self._keeping: asyncio.Task[None] | None = None
        """Runs until the door is closed and should stay so."""
        self._opening: asyncio.Task[None] | None = None

    def switch(self, on: bool) -> None:
        """Open or close the door, without waiting for it. The latest call wins."""
        self._is_wanted = on
        if on and self._keeping is None:
            self._keeping = in_background(self._keep())
        elif not on and self._opening and not self._opening.cancelling():  # once, so that it can clean up
            self._opening.cancel()

    def change_table_code(self, code: str | None) -> None:
        """Let the door know the table's new code, and give guests a new one of their own."""
        if code == self._request.table_code:
            return
        self._request = replace(self._request, table_code=code, code=new_digits() if code else None)
        if self._process:
            _tell(self._process, self._request)
        if self._door:
            self._show(self._door)

    async def close(self) -> None:
        """Close the door, and wait until its program has ended."""
        self.switch(on=False)
        if self._keeping:
            await asyncio.wait([self._keeping])

    async def _keep(self) -> None:
        while self._is_wanted:
            self._opening = in_background(self._keep_open())
            await asyncio.wait([self._opening])
            if self._opening.cancelled():
                self._changed(None)
            elif error := self._opening.exception():
                log.error("The door's program cannot be run", exc_info=error)
                self._is_wanted = False
                self._changed(GuestDoor(trouble=Sentence(_SILENT)))
        self._keeping = self._opening = None

    async def _keep_open(self) -> None:
        """Run the program until it has failed too often; what was reported last stays on screen."""
        failures = 0
        while failures <= len(_PAUSES):
            failures = 0 if await self._run() else failures + 1
            await asyncio.sleep(_PAUSES[max(0, failures - 1)] if failures <= len(_PAUSES) else 0)
        self._is_wanted = False

    async def _run(self) -> bool:
        """Run the door's program until it ends; return whether the door was open."""
        process = self._process = await asyncio.create_subprocess_exec(
            *command_for("luckytui.door"), stdin=PIPE, stdout=PIPE, stderr=DEVNULL, **apart()
        )
        try:
            door = await _report(process, self._request)
            if door.trouble:
                self._changed(door)
                return False
            self._show(door)
            # Guests find it again only where it was.
            self._request = replace(self._request, ports=DoorPorts(door.ssh, door.web))
            await process.wait()
            log.warning("The door has failed with exit code %s", process.returncode)
            self._changed(GuestDoor(trouble=Sentence(_AGAIN)))
            return True
        finally:
            self._process = self._door = None
            await _end(process)

    def _show(self, door: GuestDoor) -> None:
        self._door, code = door, self._request.code
        self._changed(replace(door, code=write_digits(code) if code else None))


def _tell(process: Process, request: DoorRequest) -> None:
    if process.stdin and not process.stdin.is_closing():
        process.stdin.write(msgspec.json.encode(request) + b"\n")


async def _end(process: Process) -> None:
    """End the program, which says goodbye to its guests when its input ends."""
    if process.stdin:
        process.stdin.close()
    with suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), _FAREWELL)
    with suppress(ProcessLookupError):
        process.kill()
    await process.communicate()  # to the end of its output, so that nothing stays open


async def _report(process: Process, request: DoorRequest) -> GuestDoor:
    """Return what the program says once it listens: how guests get in, or why they cannot."""
    _tell(process, request)
    with suppress(TimeoutError, msgspec.MsgspecError):
        async with asyncio.timeout(_PATIENCE):
            if process.stdout:
                return msgspec.json.decode(await process.stdout.readline(), type=GuestDoor)
    return GuestDoor(trouble=Sentence(_SILENT))
