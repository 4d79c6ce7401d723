"""Attacks, and what they must not lead to."""

import pytest

from net import Ack, Member, Move, Refused, limits
from net.messages import Leave, encode, frame
from tests.net.counter import Counter
from tests.net.wire import Guest, hosting, until

ID = bytes(range(16))


async def test_a_guest_that_leaves_and_reads_nothing_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Wordy(Counter):
        def move(self, member: Member, move: Move) -> None:
            raise Refused("illegal", bytes(60_000))

    monkeypatch.setattr(limits, "TCP_USER_TIMEOUT_MS", 3_600_000)
    monkeypatch.setattr(limits, "LINGER", 0.02)
    async with hosting(Wordy()) as host:
        guest = await Guest.connect(host, receive_buffer=4096)
        await guest.join()
        monkeypatch.setattr(limits, "SILENCE", 0.05)
        (line,) = host._connections
        guest.tls.send(frame(encode(Move(ID, 0, b""))) * 10)
        guest.tls.close()
        line.data_received(guest.tls.data_to_send())
        assert line.transport
        assert line.transport.is_closing()
        assert line.transport.get_write_buffer_size()
        await guest.is_cut_off()
        guest.writer.transport.abort()
        await guest.close()


class Kept(Counter):
    """Keeps each move before it counts."""

    def move(self, member: Member, move: Move) -> None:
        if self.total == 0:
            self.room.hold()
        super().move(member, move)


async def test_a_guest_that_keeps_moving_does_not_keep_a_room_held() -> None:
    async with hosting(Kept()) as host:
        (room,) = host.rooms
        guest = await Guest.connect(host)
        await guest.join()
        (line,) = host._connections
        assert line.transport
        guest.send(Move(ID, 0, b"5"))
        await until(lambda: not line.transport.is_reading())
        guest.send(Move(ID[::-1], 1, b"6"))
        room.release()
        guest.send(Leave())
        told = [message async for message in guest.messages() if isinstance(message, Ack)]
        assert told == [Ack(ID), Ack(ID[::-1])]
