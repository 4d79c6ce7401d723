"""Everything that can go wrong: a code that travels in `bye` and `reject`, and a sentence for a person.

The sentence never travels. A translation looks `template` up and fills in `values`.
"""

from collections.abc import Mapping
from typing import Final


class NetError(Exception):
    """An error with a `code` of `SENTENCES` and the `values` that its sentence names."""

    def __init__(self, code: str, **values: str | int) -> None:
        self.code = code
        self.values = {name: str(value) for name, value in values.items()}
        self.template = SENTENCES[code]
        """The English sentence with its {placeholders}."""
        self.retryable = code in _RETRYABLE
        """Whether the same attempt may work later without anybody changing anything."""
        super().__init__(self.template.format(**self.values))

    @classmethod
    def told(cls, code: str, values: Mapping[str, str]) -> "NetError":
        """The error that a peer named; a code that is not known here means the end, for a reason unknown."""
        try:
            return cls(code, **values)
        except (KeyError, TypeError):
            return cls("foreign", reason=code)


_RETRYABLE: Final[Mapping[str, str]] = {
    "locked_out": "Many wrong codes are being tried at this table, so yours was not looked at. Try again in "
    "a minute.",
    "impostor": "Another host answers at this address. Ask your host for the address and the code before you "
    "join again: each time, whoever answers there can try to guess the code.",
    "crowded": "Too many people are connecting to this host. Try again in a moment.",
    "flood": "Your program sent too much at once. Check that you and the host run the same version.",
    "damaged": "What arrived was damaged, or did not come from a host. Check the network and the address.",
    "handshake_timeout": "The connection took more than {seconds} seconds. Check the address and try again.",
    "refused": "Nobody is hosting at {address}, port {port}. Check the address, and that the host is "
    "running.",
    "unreachable": "{address} cannot be reached. Check the address, and that both computers are on the same "
    "network.",
    "dead_peer": "Nothing arrived for {seconds} seconds. Check the network.",
    "slow": "Your computer stopped reading what the host sent. Check the network.",
    "host_lost": "The connection to the host was lost. Check the network, and that the host is running.",
    "no_discovery": "Tables cannot be announced or found on this network ({reason}). Join by "
    "the host's address.",
}

SENTENCES: Final[Mapping[str, str]] = {
    **_RETRYABLE,
    # Joining
    "version": "The host runs {host} (protocol {spoken}) and you run {guest} (protocol {wanted}): they do "
    "not work together. Update the older of the two.",
    "room_full": "Every seat here is taken. Watch, or look for another table.",
    "bad_token": "Your seat at this table was given up. Join again as a new player.",
    "bad_name": "This name cannot be shown. Choose one of 1 to {width} visible characters.",
    "code_needed": "This table has a code. You'll find it on the host's screen.",
    "bad_code": "This is not the table's code, or another host answers at this address. Type the six letters "
    "and digits on your host's screen, and check the address.",
    "locked": "The host has locked this table: nobody new can join. Ask the host to unlock it.",
    "barred": "The host has removed you from this table, or somebody with your name or at your address.",
    "no_room": "This table no longer exists. Look for another.",
    # The conversation
    "malformed": "The other side sent something unreadable ({what}). Check that both run the same version.",
    "too_big": "A message of {length} bytes is too long: at most {limit} are allowed. Check that both sides "
    "run the same version.",
    "unexpected": "A message “{message}” came at the wrong moment. Check that both sides run the same "
    "version.",
    "foreign": "The host ended the connection for a reason unknown to your program: {reason}. Update your "
    "program.",
    # The life of a room
    "left": "You left the table.",
    "superseded": "You joined this table from somewhere else. Continue there.",
    "kicked": "The host removed you from the table.",
    "host_closing": "The host closed the table.",
    "host_stopped": "The host was stopped in the middle of the game. Your seat is kept: join again when it "
    "is back.",
    "disk_failed": "The host's disk has failed, so the table closed. Your seat is kept: join again when it "
    "is back.",
    "internal": "Something went wrong in the host's program: see its log file. Try again.",
    # A move, which never closes the connection
    "stale": "The table changed before your move arrived. Look again and choose another.",
    "illegal": "The rules do not allow this move. Choose another.",
    "not_turn": "It is not your turn. Wait for the others.",
    "over": "The game is over. Start another one to play on.",
    # Hosting and finding
    "port_in_use": "Port {port} is in use by another program. Choose another port, or leave it out.",
    "cannot_listen": "This computer cannot listen on {address}, port {port} ({reason}). Choose another "
    "address or port.",
}
