"""A stranger who knows the code, goes as far as the plan says, and then sends anything."""

import asyncio

from net import Client
from net.client import _JoinConnection
from net.messages import Challenge, HostMessage, Proof, Welcome


class Intruder(_JoinConnection):
    """It sends its bytes at once (0), after TLS (1), when challenged (2), proven (3) or in (4)."""

    def __init__(self, client: Client, depth: int, data: bytes) -> None:
        super().__init__(client)
        self._depth = depth
        self._data = data

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._intrude_at(0)

    def opened(self) -> None:
        self._intrude_at(1)
        super().opened()

    def received(self, message: HostMessage) -> None:
        if isinstance(message, Challenge):
            self._intrude_at(2)
        if isinstance(message, Proof):
            self._intrude_at(3)
        super().received(message)
        if isinstance(message, Welcome):
            self._intrude_at(4)

    def _intrude_at(self, depth: int) -> None:
        if depth == self._depth and self.transport and self._data:
            self.transport.write(self.tls.send(self._data) if depth else self._data)


async def intrude(client: Client, depth: int, data: bytes) -> Intruder:
    """Come to the host that the client is for, and do it; returns the connection."""
    loop = asyncio.get_running_loop()
    _, connection = await loop.create_connection(
        lambda: Intruder(client, depth, data), client.address, client.port
    )
    await asyncio.sleep(0.2)
    return connection
