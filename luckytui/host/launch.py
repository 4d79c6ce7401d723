"""Starting a host as a process of its own, which lives on when the terminal dies."""

import select
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from luckytui.address import Address, parse
from luckytui.games.interface import Game
from luckytui.games.options import Options
from luckytui.host.journal import Remains
from luckytui.host.setup import Setup
from luckytui.text import N_, Sentence, UserError
from net import read_code
from net.security import TOKEN_BYTES

READY = "listening "
"""What stands before the address in the line that a host prints when it is ready."""

CODE = " code "
"""What stands there between the address and the code, where one is needed."""

_PATIENCE = 15.0
"""How many seconds a host may take until it is ready: a slow computer imports Python modules in five."""


class NotLaunched(UserError):
    """No host came to life; `reason` says why."""


class Launched(NamedTuple):
    """A host that runs."""

    address: Address
    """Where others join."""
    near: Address
    """Where this computer joins, also when its network changes."""
    code: str | None
    """What one must know to join, as `net.read_code` gives it; None: nothing."""
    process: "subprocess.Popen[bytes]"


class Handover(NamedTuple):
    """What an owner's host is told by its input, where nobody else can read it."""

    token: bytes
    seed: str | None
    options: Options


class _Written(msgspec.Struct, forbid_unknown_fields=True):
    """A handover as JSON."""

    token: Annotated[bytes, Meta(min_length=TOKEN_BYTES, max_length=TOKEN_BYTES)]
    seed: str | None
    options: msgspec.Raw


def launch(setup: Setup, token: bytes, *, bind: str | None = None, port: int | None = None) -> Launched:
    """Start a host for the table of whoever has the token, and wait until it listens. Raises NotLaunched.

    `bind` and `port` are those of `serve`. It blocks: a screen calls it in a thread.
    """
    handover = msgspec.json.encode(Handover(token, setup.seed, setup.options)._asdict())
    return _launch(_arguments(setup, bind, port), handover, near=bind)


def launch_again(remains: Remains) -> Launched:
    """Start a host for an unfinished table, and wait until it listens as before. Raises NotLaunched.

    It blocks: a screen calls it in a thread.
    """
    return _launch(["serve", f"--resume={remains.path}"], b"", near=remains.header.bind)


def read_handover(line: bytes, game: Game) -> Handover:
    """Return what `launch` writes to its host's input. Raises ValueError for anything else."""
    written = msgspec.json.decode(line, type=_Written)
    return Handover(written.token, written.seed, msgspec.json.decode(written.options, type=game.options))


def _launch(arguments: Sequence[str], handover: bytes, *, near: str | None) -> Launched:
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-P", "-m", "luckytui", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    stdin, stdout, stderr = filter(None, (process.stdin, process.stdout, process.stderr))
    with stdout, stderr:
        with suppress(BrokenPipeError), stdin:
            stdin.write(handover + b"\n")
        ready, _, _ = select.select([stdout], [], [], _PATIENCE)
        line = stdout.readline().decode() if ready else ""
        if not line.startswith(READY):
            process.kill()
            process.wait()
            raise NotLaunched(_why(stderr.read().decode().strip().removeprefix("luckytui: ")))
    # Whoever launched it may stay longer than the host, and nobody else clears its process away.
    threading.Thread(target=process.wait, daemon=True).start()
    address, _, code = line.removeprefix(READY).partition(CODE)
    listens = parse(address)
    return Launched(
        listens, Address(near or "127.0.0.1", listens.port), read_code(code) if code else None, process
    )


def _arguments(setup: Setup, bind: str | None, port: int | None) -> list[str]:
    """Return the command line of `serve` that opens this table."""
    flags = {
        "seats": setup.seats,
        "bots": setup.bots,
        "level": setup.level,
        "name": setup.name,
        "pace": setup.pace,
        "turn-seconds": setup.turn_seconds,
        "bind": bind,
        "port": port,
    }
    given = [f"--{name}={value}" for name, value in flags.items() if value is not None]
    return ["serve", setup.game.key, "--owned", *(["--open"] if setup.open else []), *given]


def _why(said: str) -> Sentence:
    """Return the reason that a host told before it ended, or that it told none."""
    if said:
        return Sentence("{reason}", {"reason": said})
    return Sentence(N_("The table could not be opened: its host did not start. The log file says more."))
