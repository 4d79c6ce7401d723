"""Rooms on a local network, for any turn-based program: hosting one, joining it and finding it."""

import logging

from net.addresses import own_address, own_addresses, reachable
from net.client import Client, Ended, Event, Trouble, peek
from net.discovery import Announcer, Browser, Found, whereabouts
from net.errors import SENTENCES, NetError
from net.host import Host
from net.messages import Ack, Forwarded, Info, Move, Reject, Summary, View, Welcome
from net.room import Member, Refused, Room
from net.security import Identity, read_code, write_code

# Without a handler of the program's own, nothing may be written over its screen.
logging.getLogger(__name__).addHandler(logging.NullHandler())
