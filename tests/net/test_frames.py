"""Frames: a length, and that many bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net import NetError, limits
from net.messages import FrameDecoder, frame

PAYLOADS = st.lists(st.binary(min_size=1, max_size=50), max_size=8)


def cut(stream: bytes, sizes: list[int]) -> list[bytes]:
    """The stream in pieces of these sizes, the rest in one."""
    pieces = []
    for size in sizes:
        pieces.append(stream[:size])
        stream = stream[size:]
    return [*pieces, stream]


def test_a_frame_is_a_big_endian_length_and_the_payload() -> None:
    assert frame(b"abc") == b"\x00\x00\x00\x03abc"


@given(payloads=PAYLOADS, sizes=st.lists(st.integers(0, 20)))
def test_payloads_are_the_same_however_the_stream_is_cut(payloads: list[bytes], sizes: list[int]) -> None:
    decoder = FrameDecoder(50)
    out: list[bytes] = []
    for piece in cut(b"".join(map(frame, payloads)), sizes):
        decoder.feed(piece)
        out += decoder
    assert out == payloads


def test_frames_before_a_bad_one_are_still_read() -> None:
    decoder = FrameDecoder(10)
    decoder.feed(frame(b"good") + b"\xff\xff\xff\xff")
    assert next(iter(decoder)) == b"good"
    with pytest.raises(NetError):
        next(iter(decoder))


def test_a_payload_that_no_peer_would_take_is_not_sent() -> None:
    with pytest.raises(NetError, match="65537 bytes"):
        frame(bytes(limits.FRAME + 1))
