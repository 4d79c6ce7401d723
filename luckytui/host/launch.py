"""Starting a host as a process of its own, which lives on when the terminal dies."""

import secrets
import select
import subprocess
import sys
from contextlib import suppress
from typing import NamedTuple

from luckytui.address import Address, parse
from luckytui.flags import write_flags
from luckytui.games.interface import Sentence
from luckytui.games.options import N_
from luckytui.host.setup import Setup

READY = "listening "
"""What stands before the address in the line that a host prints when it is ready."""

TOKEN_BYTES = 32

_PATIENCE = 15.0
"""How many seconds a host may take until it is ready: a slow computer imports Python modules in five."""


class NotLaunched(Exception):
    """No host came to life; `reason` says why."""

    def __init__(self, reason: Sentence) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Launched(NamedTuple):
    """A host that runs."""

    address: Address
    """Where others join."""
    near: Address
    """Where this computer joins, also when its network changes."""
    token: bytes
    """What lets the owner in; nobody else knows it."""
    process: "subprocess.Popen[bytes]"


def launch(setup: Setup, *, bind: str | None = None, port: int | None = None) -> Launched:
    """Start a host for an owned table, and wait until it listens. Raises NotLaunched.

    `bind` and `port` are those of `serve`. It blocks: a screen calls it in a thread.
    """
    token = secrets.token_bytes(TOKEN_BYTES)
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-P", "-m", "luckytui", *_arguments(setup, bind, port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    stdin, stdout, stderr = filter(None, (process.stdin, process.stdout, process.stderr))
    with stdout, stderr:
        with suppress(BrokenPipeError), stdin:
            stdin.write(token.hex().encode() + b"\n")
        ready, _, _ = select.select([stdout], [], [], _PATIENCE)
        line = stdout.readline().decode() if ready else ""
        if not line.startswith(READY):
            process.kill()
            process.wait()
            raise NotLaunched(_why(stderr.read().decode().strip()))
    address = parse(line.removeprefix(READY))
    return Launched(address, Address(bind or "127.0.0.1", address.port), token, process)


def read_token(line: bytes) -> bytes:
    """Return the owner's token from the line that `launch` writes. Raises ValueError for anything else."""
    token = bytes.fromhex(line.decode("ascii").strip())
    if len(token) != TOKEN_BYTES:
        raise ValueError(line)
    return token


def _arguments(setup: Setup, bind: str | None, port: int | None) -> list[str]:
    """Return the command line of `serve` that opens this table."""
    flags = {
        "seats": setup.seats,
        "bots": setup.bots,
        "level": setup.level,
        "name": setup.name,
        "pace": setup.pace,
        "seed": setup.seed,
        "bind": bind,
        "port": port,
    }
    given = [f"--{name}={value}" for name, value in flags.items() if value is not None]
    return ["serve", setup.game.key, "--owned", *given, *write_flags(setup.options)]


def _why(said: str) -> Sentence:
    """Return the reason that a host told before it ended, or that it told none."""
    if said:
        return Sentence("{reason}", {"reason": said})
    return Sentence(N_("The table could not be opened: its host did not start. The log file says more."))
