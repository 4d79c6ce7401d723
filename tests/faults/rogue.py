"""`python -m tests.faults.rogue serve … --name=…`: a host that cleans nothing of what it tells.

It also announces, over and over, tables that are not there, under names and with properties that no honest
program would send.
"""

import socket
import sys
import threading
import time
from collections.abc import Iterator

from zeroconf import DNSAddress, DNSOutgoing, DNSPointer, DNSService, DNSText

from luckytui import cli
from luckytui.address import SERVICE_TYPE
from luckytui.cli import tables
from net import own_address

_MULTICAST = ("224.0.0.251", 5353)
_RESPONSE = 0x8400
_PTR, _TXT, _A, _SRV, _IN, _TTL = 12, 16, 1, 33, 1, 120
_NAMES = ("\x1b[2Jghost", "ghost\r\n\x1b]0;mine\x07", "\u202eghost", "ghost\0", "g" * 60)
_PROPERTIES = (b"\x0aroom=\x1b[31m", b"\x05room=", b"\xffroom", b"")


def _announcements(address: str) -> Iterator[bytes]:
    for name in _NAMES:
        for properties in _PROPERTIES:
            full = f"{name}.{SERVICE_TYPE}"
            message = DNSOutgoing(_RESPONSE)
            for record in (
                DNSPointer(SERVICE_TYPE, _PTR, _IN, _TTL, full),
                DNSService(full, _SRV, _IN, _TTL, 0, 0, 9, "rogue.local."),
                DNSText(full, _TXT, _IN, _TTL, properties),
                DNSAddress("rogue.local.", _A, _IN, _TTL, socket.inet_aton(address)),
            ):
                message.add_answer_at_time(record, 0)
            yield from message.packets()


def _announce(address: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as speaking:
        speaking.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        speaking.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        speaking.bind(("", _MULTICAST[1]))
        speaking.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
        while True:
            for announcement in _announcements(address):
                speaking.sendto(announcement, _MULTICAST)
            time.sleep(0.2)


if __name__ == "__main__":
    tables.printable = str
    threading.Thread(target=_announce, args=[own_address()], daemon=True).start()
    sys.exit(cli.main())
