"""Connections whose loops run in threads of their own, as those of a door's guests do."""

import asyncio
from threading import Barrier, Thread
from unittest.mock import Mock

from net.connection import Connection
from net.tls import client_context


class Heard(Connection):  # type: ignore[type-arg]
    """Only keeps what it hears."""

    def data_received(self, data: bytes) -> None:
        self.data = data


def test_what_one_thread_reads_is_not_overwritten_by_another() -> None:
    heard: dict[bytes, bytes] = {}
    all_have_read = Barrier(2, timeout=60)

    async def read(data: bytes) -> None:
        connection = Heard(Mock(), client_context())
        connection.get_buffer(-1)[: len(data)] = data
        all_have_read.wait()
        connection.buffer_updated(len(data))
        heard[data] = connection.data

    threads = [Thread(target=asyncio.run, args=[read(data)]) for data in (b"for Ana", b"for Ben")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == {b"for Ana": b"for Ana", b"for Ben": b"for Ben"}
