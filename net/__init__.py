"""Rooms on a local network, for any turn-based program: hosting one, joining it and finding it.

A `Host` serves `Room`s, each with an `Application` of yours, which makes moves and views. A `Client` joins
one, comes back by itself when the connection is lost, and calls `on_event` with one of these:

- `Welcome`: it has its place, or has it back; `View`: what it may know now
- `Ack` and `Reject`: its answer to a move, by the id that `Client.send` returned
- `Trouble`: the connection is lost, and it tries again; `Ended`: it has given up, and nothing follows

An application refuses a move with `Refused`: its code is `stale`, `illegal`, `not_turn` or `over`. All other
codes are those of `NetError`, and `SENTENCES` has a sentence for each. docs/net.md shows a whole game.
"""

import logging

from net.addresses import own_address, own_addresses, reachable
from net.client import Client, Ended, Event, Trouble, peek
from net.discovery import Announcer, Browser, Found, whereabouts
from net.errors import SENTENCES, NetError
from net.host import Host
from net.messages import Ack, Forwarded, Info, Move, Reject, Summary, View, Welcome
from net.room import Application, Member, Refused, Room
from net.security import Identity, read_code, write_code

__all__ = [
    "SENTENCES",
    "Ack",
    "Announcer",
    "Application",
    "Browser",
    "Client",
    "Ended",
    "Event",
    "Forwarded",
    "Found",
    "Host",
    "Identity",
    "Info",
    "Member",
    "Move",
    "NetError",
    "Refused",
    "Reject",
    "Room",
    "Summary",
    "Trouble",
    "View",
    "Welcome",
    "own_address",
    "own_addresses",
    "peek",
    "reachable",
    "read_code",
    "whereabouts",
    "write_code",
]

# Without a handler of the program's own, nothing may be written over its screen.
logging.getLogger(__name__).addHandler(logging.NullHandler())
