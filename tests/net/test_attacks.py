"""Attacks, and what they must not lead to."""

import asyncio

import pytest

from net import Ack, Member, Move, Refused, peek
from net.messages import Leave, encode, frame
from tests.net.counter import Counter
from tests.net.wire import LOOPBACK, Clock, Guest, hosting

ID = bytes(range(16))


async def test_a_guest_that_leaves_and_reads_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wordy(Counter):
        def move(self, member: Member, move: Move) -> None:
            raise Refused("illegal", bytes(60_000))

    clock = Clock()
    async with hosting(Wordy()) as host:
        guest = await Guest.joined(host, receive_buffer=4096)
        guest.writer.write(guest.tls.send(frame(encode(Move(ID, 0, b""))) * 10, is_last=True))
        while not guest.writer.transport.is_closing():  # as it is when something is sent to one that is gone
            guest.writer.write(b"\0")
            await asyncio.sleep(0.002)
            clock.put_ahead(1)
        await guest.close()


class Kept(Counter):
    """Keeps each move before it counts."""

    def move(self, member: Member, move: Move) -> None:
        if self.total == 0:
            self.room.hold_back()
        super().move(member, move)


async def test_a_guest_that_keeps_moving_is_not_heard_while_a_room_is_held() -> None:
    counter = Kept()
    async with hosting(counter) as host:
        (room,) = host.rooms
        guest = await Guest.joined(host)
        for number in range(4):
            guest.send(Move(bytes([number]) * 16, number, b"1"))
            await peek(LOOPBACK, host.port)  # so the host has had the time to read it
        assert counter.total == 2
        room.release()
        guest.send(Leave())
        told = [message async for message in guest.messages() if isinstance(message, Ack)]
        assert told == [Ack(bytes([number]) * 16) for number in range(4)]
