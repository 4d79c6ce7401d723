"""What a simulation plays: threads, chance, the host's key, and what is outside of it."""

import asyncio
import logging
import random
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from luckytui.host import serve as serving
from luckytui.system import state_folder
from net import Identity
from tests.net.virtual import PROCESS, Listening, VirtualLoop
from tests.simulation.disk import Disk, Effect

Place = tuple[str, int] | None
"""An address and a port."""


class SimulatedLoop(VirtualLoop):
    """A loop in virtual time, whose threads work on a played disk."""

    def __init__(self, disk: Disk, chance: Random) -> None:
        super().__init__(order=chance)
        disk.dead = self.dead
        self._disk = disk
        self._chance = chance

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        done = self.create_future()
        result, effects = self._disk.in_thread(partial(func, *args))
        self._happen([*effects, partial(_settle, done, result)], self._disk.seconds if effects else 0.0)
        return done

    def _happen(self, effects: Sequence[Effect], seconds: float) -> None:
        """Let these happen one after the other, the last in this many seconds."""
        if effects:
            share = self._chance.random() * seconds if len(effects) > 1 else seconds
            self.call_later(share + 1e-4, self._happen_first, effects, seconds - share)

    def _happen_first(self, effects: Sequence[Effect], seconds: float) -> None:
        effects[0]()
        self._happen(effects[1:], seconds)


def _settle(done: asyncio.Future[Any], result: Callable[[], Any]) -> None:
    if done.cancelled():
        return
    try:
        done.set_result(result())
    except Exception as error:  # noqa: BLE001 - whatever it is, the one who waits gets it
        done.set_exception(error)


@contextmanager
def played(
    seed: int, root: Path, stop: Callable[[], asyncio.Event], place_of: Callable[[str | None, bytes], Place]
) -> Iterator[None]:
    """Let chance and the world outside be played. Each computer's files are below `root`.

    `stop` gives what ends the running host, and `place_of` where a room is found.
    """
    chance = Random(f"chance {seed}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("net.host.listen", Listening)
        patch.setattr("net.whereabouts", partial(_whereabouts, place_of))
        patch.setattr(serving, "stop_event", stop)
        patch.setattr(serving, "_announced", lambda *_: nullcontext())
        patch.setattr(serving, "own_address", lambda: "10.0.0.0")
        patch.setattr(state_folder, "user_state_path", lambda *_, **__: root / _computer())
        patch.setattr("luckytui.table.table.utc_now", lambda: "2026-11-22T19:30:05Z")
        patch.setattr(random, "uniform", chance.uniform)
        patch.setattr(secrets, "token_bytes", lambda size=32: chance.randbytes(size))
        patch.setattr(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex())
        yield


@contextmanager
def errors_heard(hear: Callable[[logging.LogRecord], None]) -> Iterator[None]:
    """Hear of what programs catch and write into their logs."""
    handler = logging.Handler(logging.ERROR)
    handler.emit = hear  # type: ignore[method-assign]
    loggers = [logging.getLogger(name) for name in ("net", "luckytui")]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(handler)


async def _whereabouts(
    place_of: Callable[[str | None, bytes], Place],
    _type: str,
    room: str | None,
    certificate: bytes,
    **_: object,
) -> AsyncIterator[tuple[str, int]]:
    """Where a room is found on the network, each time that this has changed."""
    loop, found = asyncio.get_running_loop(), None
    assert isinstance(loop, VirtualLoop)
    while True:
        await asyncio.sleep(1.0)
        await loop.network.cable(_computer()).is_up()
        place = place_of(room, certificate)
        if place and place != found:
            yield place
        found = place


def _computer() -> str:
    return PROCESS.get().partition(".")[0] or "nobody"


@cache
def identity_with(code: str | None, number: int) -> Identity:
    """The identity of a host, by its number. Its key's signatures are all of one length; ECDSA's are not."""
    key = Ed25519PrivateKey.generate()
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "room")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1 + number)
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2120, 1, 1, tzinfo=UTC))
        .sign(key, None)
    )
    pem = serialization.Encoding.PEM
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return replace(
        Identity.new(open=code is None),
        certificate=certificate.public_bytes(pem),
        key=key.private_bytes(pem, *plain),
        code=code,
    )
