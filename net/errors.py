"""Everything that can go wrong, each with a code and a sentence for the person it happens to.

A code travels in `bye` and `reject`; the sentence never does. A translation looks `template` up and fills in
`values`.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Fault(NamedTuple):
    """What a code means: may the same attempt work later, and what to tell the player."""

    retryable: bool
    sentence: str


class NetError(Exception):
    """An error with a `code` of `FAULTS` and the `values` that its sentence names."""

    def __init__(self, code: str, **values: str | int) -> None:
        self.code = code
        self.values = {name: str(value) for name, value in values.items()}
        super().__init__(self.template.format(**self.values))

    @classmethod
    def told(cls, code: str, values: Mapping[str, str]) -> "NetError":
        """The error that a peer told of; a peer of another version may know codes that are not ours."""
        try:
            return cls(code, **values)
        except (KeyError, TypeError):
            return cls("foreign", reason=code)

    @property
    def retryable(self) -> bool:
        """Whether the same attempt may work later without anybody changing anything."""
        return FAULTS[self.code].retryable

    @property
    def template(self) -> str:
        """The English sentence with its {placeholders} unfilled."""
        return FAULTS[self.code].sentence


FAULTS: Final[Mapping[str, Fault]] = {
    # Joining
    "version": Fault(
        False,
        "The host runs {host} (protocol {spoken}) and you run {guest} (protocol {wanted}): they do not "
        "understand each other. Update the older of the two.",
    ),
    "room_full": Fault(False, "Every seat here is taken. Watch, or look for another table."),
    "bad_token": Fault(False, "Your seat at this table was given up. Join again as a new player."),
    "bad_name": Fault(False, "This name cannot be shown. Choose one of 1 to {width} visible characters."),
    "code_needed": Fault(False, "This table has a code. It stands on the host's screen: ask for it."),
    "bad_code": Fault(
        False,
        "This is not the table's code, which is eight letters and digits. "
        "Look at the host's screen, and type it again.",
    ),
    "locked_out": Fault(
        True, "Too many wrong codes were tried here. Wait a minute, look at the host's screen, and try again."
    ),
    "impostor": Fault(
        True,
        "This is not the host that you wanted to join: somebody else answers at its address. "
        "Ask whoever hosts for the address, and whether the table has a code.",
    ),
    "no_room": Fault(False, "This table is not here any more. Look for another."),
    "crowded": Fault(True, "Too many people are connecting to this host at once. Try again in a moment."),
    # The conversation
    "malformed": Fault(
        False, "The other side sent something that is not a message. Check that both run the same program."
    ),
    "too_big": Fault(
        False,
        "A message of {length} bytes was announced, and at most {limit} are allowed. "
        "Check that both sides run the same program.",
    ),
    "unexpected": Fault(
        False,
        "A message “{message}” came when it made no sense. Check that both sides run the same version.",
    ),
    "flood": Fault(
        True, "Your program sent more than the host takes in. Check that both sides run the same version."
    ),
    "handshake_timeout": Fault(
        True, "The connection was not set up within {seconds} seconds. Check the address and try again."
    ),
    "foreign": Fault(
        False,
        "The host ended the connection for a reason that is not known here: {reason}. Update your program.",
    ),
    # The link
    "refused": Fault(
        True, "Nobody is hosting at {address}, port {port}. Check the address, and that the host is running."
    ),
    "unreachable": Fault(
        True,
        "{address} cannot be reached. Check the address, and that both computers are on the same network.",
    ),
    "dead_peer": Fault(True, "Nothing was heard for {seconds} seconds. Check the network connection."),
    "slow": Fault(True, "You did not read what the host sent for too long. Check the network connection."),
    "host_lost": Fault(
        True, "The connection to the host was lost. Check the network, and that the host is running."
    ),
    # The life of a room
    "left": Fault(False, "You left the table."),
    "superseded": Fault(False, "You joined this table again from somewhere else, and play goes on there."),
    "kicked": Fault(False, "The host removed you from the table."),
    "host_closing": Fault(False, "The host closed the table."),
    "host_stopped": Fault(
        False,
        "The host was stopped in the middle of the game. Once it goes on with the table, join again: your "
        "seat is kept.",
    ),
    "disk_failed": Fault(
        False,
        "The host's disk has failed, so the table had to close. It can be gone on with once that is mended: "
        "then join again, your seat is kept.",
    ),
    "internal": Fault(False, "The host made a mistake of its own. Its log file says more; try again."),
    # A move, which never closes the connection
    "stale": Fault(False, "The table had moved on before your move arrived. Look again and choose anew."),
    "illegal": Fault(False, "The rules do not allow this move. Choose another."),
    "not_turn": Fault(False, "It is not your turn. Wait for the others."),
    "over": Fault(False, "The game is over. Start another to go on playing."),
    # Hosting and finding
    "port_in_use": Fault(False, "Port {port} is in use by another program. Choose another port, or none."),
    "cannot_listen": Fault(
        False,
        "This computer cannot listen on {address}, port {port} ({reason}). Choose another address or port.",
    ),
    "no_discovery": Fault(
        True,
        "Tables cannot be announced or found on this network ({reason}). Join by typing the host's address.",
    ),
}
