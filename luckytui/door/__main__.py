"""The door's program: a host starts it, and sends it requests on the standard input."""

import asyncio
import gc
import logging
import socket
import sys

import msgspec

from luckytui.address import SSH_PORT, WEB_PORT, own_address
from luckytui.door import ssh, web
from luckytui.door.guests import SeatBook
from luckytui.door.visits import Visits
from luckytui.host.door import DoorRequest
from luckytui.system.log import keep_log
from luckytui.system.state_folder import GUESTS, put_old_aside, state_folder
from luckytui.table.views import GuestDoor
from luckytui.text import N_, Sentence, say, sentence_of, system_reason
from net import NetError
from net.connection import listen

log = logging.getLogger(__name__)

_FAILED = N_("The door for guests does not open: {why}. The log file says more.")

_TURN = 0.001
"""How many seconds one guest's thread may compute while another's waits."""
_COLLECTIONS = (10_000, 20, 50)
"""Garbage collector thresholds. Most garbage comes from guests who leave, so collect rarely."""


def main() -> int:
    """Serve guests until the standard input ends, as the host does."""
    keep_log()
    try:
        request = msgspec.json.decode(sys.stdin.buffer.readline(), type=DoorRequest)
    except msgspec.MsgspecError:
        return 2  # it is for hosts alone
    try:
        asyncio.run(_serve(request))
    except (NetError, OSError) as error:
        why = say(sentence_of(error)) if isinstance(error, NetError) else system_reason(error)
        _report(GuestDoor(trouble=Sentence(_FAILED, {"why": why})))
        return 1
    except Exception:
        log.exception("The door has failed")
        return 1
    return 0


async def _serve(request: DoorRequest) -> None:
    """Serve guests. Raises NetError and OSError when the door cannot be opened."""
    key = ssh.host_key(state_folder("door"))
    seats = state_folder(GUESTS) / f"{request.room}.json"
    if seats.exists():
        seats.touch()  # its guests may come back
    put_old_aside(GUESTS)
    for_ssh = _take_port(request.bind, request.ports.ssh, SSH_PORT)
    for_web = _take_port(request.bind, request.ports.web, WEB_PORT)
    visits = Visits(request, SeatBook(seats))
    sys.setswitchinterval(_TURN)
    await visits.is_warm.wait()
    gc.collect()
    gc.freeze()  # otherwise each full collection would stop all guests for a tenth of a second
    gc.set_threshold(*_COLLECTIONS)
    ways = await ssh.listen(for_ssh, key, visits), await web.listen(for_web, visits)
    _report(
        GuestDoor(
            address=request.bind or own_address(),
            ssh=for_ssh.getsockname()[1],
            web=for_web.getsockname()[1],
            code=None,  # the host adds it, and may change it
            fingerprint=key.get_fingerprint(),
        )
    )
    while line := await asyncio.to_thread(sys.stdin.buffer.readline):
        visits.change(msgspec.json.decode(line, type=DoorRequest))
    for way in ways:
        way.close()
    await visits.close()


def _take_port(bind: str | None, port: int | None, usual: int) -> socket.socket:
    """Listen at this port, or (None) at the usual one, if that is free. Raises NetError."""
    return listen(bind, usual if port is None else port, or_any=port is None)


def _report(door: GuestDoor) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(door) + b"\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
