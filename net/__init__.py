"""Rooms on a local network, for any turn-based program: hosting one, joining it and finding it."""

import logging

from net.client import Client, Ended, Event, Trouble, peek
from net.discovery import Announcer, Browser, Found
from net.errors import FAULTS, NetError
from net.host import Host
from net.messages import Ack, Info, MoveFault, Reject, Summary, View, Welcome, unpack
from net.room import Application, Member, Refused, Reservation, Room

__all__ = [
    "FAULTS",
    "Ack",
    "Announcer",
    "Application",
    "Browser",
    "Client",
    "Ended",
    "Event",
    "Found",
    "Host",
    "Info",
    "Member",
    "MoveFault",
    "NetError",
    "Refused",
    "Reject",
    "Reservation",
    "Room",
    "Summary",
    "Trouble",
    "View",
    "Welcome",
    "peek",
    "unpack",
]

# Without a handler of the program's own, nothing may be written over its screen.
logging.getLogger(__name__).addHandler(logging.NullHandler())
