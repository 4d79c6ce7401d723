"""Starting a host as a process of its own, which lives on when the terminal dies."""

import subprocess
import threading
from contextlib import suppress
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from luckytui.address import Address, parse
from luckytui.host.door import DoorPorts
from luckytui.host.saved_tables import SavedTable
from luckytui.system.programs import apart, command_for
from luckytui.table.spec import TableSpec
from luckytui.text import UserError
from net import read_code
from net.security import TOKEN_BYTES

READY = "listening "
"""What precedes the address in the line that a host prints when it is ready."""

CODE = " code "
"""What precedes the code in that line, if there is one."""

_PATIENCE = 60.0
"""How many seconds a host may take until it is ready: a slow computer needs a while to import its modules."""


class Launched(NamedTuple):
    """A host that runs."""

    address: Address
    """Where this computer joins, also when its network changes."""
    code: str | None
    """What others must know to join, as `net.read_code` gives it; None: nothing."""
    process: "subprocess.Popen[bytes]"


class LaunchRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an owner's host reads from its standard input, where nobody else can see it, as a line of JSON."""

    table: TableSpec
    token: Annotated[bytes, Meta(min_length=TOKEN_BYTES, max_length=TOKEN_BYTES)]
    """The owner's."""
    bind: str | None
    """The address to listen on, None for all."""
    port: int | None
    """None: the usual one if it is free."""


def launch(opening: LaunchRequest | SavedTable, door: DoorPorts | None = None) -> Launched:
    """Start a host for a new table or an unfinished one; block until it listens. Raises UserError.

    With a `door` it lets guests in, too.
    """
    if isinstance(opening, SavedTable):
        flag, request, bind = f"--resume={opening.path}", b"", opening.header.bind
    else:
        flag, request, bind = "--owned", msgspec.json.encode(opening), opening.bind
    process = subprocess.Popen(  # noqa: S603 - our own program
        [*command_for("luckytui"), "serve", flag, *(door.flags() if door else ())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **apart(),
    )
    stdin, stdout, stderr = filter(None, (process.stdin, process.stdout, process.stderr))
    with stdout, stderr:
        with suppress(OSError), stdin:  # it has ended already, and says why
            stdin.write(request + b"\n")
        giving_up = threading.Timer(_PATIENCE, process.kill)
        giving_up.start()
        line = stdout.readline().decode().rstrip()
        giving_up.cancel()
        if not line.startswith(READY):
            process.kill()
            process.wait()
            reason = stderr.read().decode().strip().removeprefix("luckytui: ")
            if reason:
                raise UserError("{reason}", reason=reason)
            raise UserError(
                "The table could not be opened, as its host did not start. You can find the details in the"
                " log file."
            )
    # This program may outlive the host, and must then clear its process away.
    threading.Thread(target=process.wait, daemon=True).start()
    address, _, code = line.removeprefix(READY).partition(CODE)
    here = Address(bind or "127.0.0.1", parse(address).port)
    return Launched(here, read_code(code) if code else None, process)
