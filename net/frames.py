"""Frames on a stream of bytes: a big-endian u32 length and that many bytes. No I/O."""

from net import limits
from net.errors import NetError

HEADER_BYTES = 4


def frame(payload: bytes) -> bytes:
    """The payload with its length in front. Raises NetError `too_big` for what no peer would take."""
    if not 1 <= len(payload) <= limits.FRAME:
        raise NetError("too_big", length=len(payload), limit=limits.FRAME)
    return len(payload).to_bytes(HEADER_BYTES, "big") + payload


class FrameDecoder:
    """Cuts a stream into payloads: feed it what came, then iterate over what is complete.

    `limit` (bytes of one payload) may change between two payloads. A length outside 1..limit raises NetError
    `too_big` as soon as its header is there; nothing is allocated for it.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Add bytes that came from the stream, however they were cut."""
        self._buffer += data

    def __iter__(self) -> "FrameDecoder":
        return self

    def __next__(self) -> bytes:
        if len(self._buffer) < HEADER_BYTES:
            raise StopIteration
        length = int.from_bytes(self._buffer[:HEADER_BYTES], "big")
        if not 1 <= length <= self.limit:
            raise NetError("too_big", length=length, limit=self.limit)
        end = HEADER_BYTES + length
        if len(self._buffer) < end:
            raise StopIteration
        payload = bytes(self._buffer[HEADER_BYTES:end])
        del self._buffer[:end]
        return payload
