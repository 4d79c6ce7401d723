"""`python -m tests.faults.ghosts ADDRESS KIND NUMBER`: announces tables that are not there, again and again.

silent      all at this address, where a program takes connections and says nothing
answering   all at this address, where a program answers for each that it is there
scattered   each at another address, where nobody is

It says a line after each round.
"""

import asyncio
import socket
import sys
import time

from zeroconf import DNSAddress, DNSOutgoing, DNSPointer, DNSService, DNSText

from luckytui.address import SERVICE_TYPE
from net import Host, Identity, Member, Move, Room, Summary, View, limits

_MULTICAST = ("224.0.0.251", 5353)
_RESPONSE = 0x8400
_PTR, _TXT, _A, _SRV, _IN, _TTL = 12, 16, 1, 33, 1, 120


class _Haunted:
    """The application of a room where nobody ever plays."""

    def info(self) -> Summary:
        return Summary(
            game="lucky-numbers", name="a ghost", host="Ana", computer="pc", taken=1, seats=2, status="open"
        )

    def open_seats(self) -> list[int]:
        return [0]

    def arrived(self, member: Member) -> None:
        """Nobody is let in."""

    lost = returned = overdue = left = arrived

    def hold(self, member: Member) -> float:
        return limits.HOLD

    def move(self, member: Member, move: Move) -> None:
        """Nothing is done."""

    def view(self, _member: Member) -> View:
        return View(0, b"")


def _announcement(number: int, room: str, address: str, port: int) -> list[bytes]:
    name, server = f"a ghost {number:03}.{SERVICE_TYPE}", f"ghost{number}.local."
    message = DNSOutgoing(_RESPONSE)
    for record in (
        DNSPointer(SERVICE_TYPE, _PTR, _IN, _TTL, name),
        DNSService(name, _SRV, _IN, _TTL, 0, 0, port, server),
        DNSText(name, _TXT, _IN, _TTL, bytes([5 + len(room)]) + b"room=" + room.encode()),
        DNSAddress(server, _A, _IN, _TTL, socket.inet_aton(address)),
    ):
        message.add_answer_at_time(record, 0)
    return message.packets()


async def _haunt(own: str, kind: str, number: int) -> None:
    rooms = [Room(_Haunted(), program="ghost") for _ in range(number)]
    silent = socket.create_server((own, 0))
    port = silent.getsockname()[1]
    if kind == "answering":
        host = Host(rooms, Identity.new(open=True))
        await host.start(own)
        port = host.port
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as speaking:
        speaking.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        speaking.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        speaking.bind(("", _MULTICAST[1]))
        speaking.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(own))
        while True:
            for place, room in enumerate(rooms, 1):
                address = f"10.77.{place // 200}.{50 + place % 200}" if kind == "scattered" else own
                for packet in _announcement(place, room.id, address, port):
                    speaking.sendto(packet, _MULTICAST)
                await asyncio.sleep(0.002)
            sys.stdout.write(f"{time.monotonic()}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(_haunt(sys.argv[1], sys.argv[2], int(sys.argv[3])))
