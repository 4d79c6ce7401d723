"""Every number that bounds what a peer, or the network, may cost us: in seconds and bytes."""

from typing import Final

# Frames. Before it has joined, a stranger gets no more memory than a hello needs. A view is about 0.5 KB;
# the second limit leaves room to spare and is still nothing to a host with every connection in use.
FRAME_BEFORE_JOINING: Final = 4 * 1024
FRAME: Final = 64 * 1024

# Connections, for each room of a host. More than any table seats, with watchers; one costs about 21 KB when
# it is idle, and a few frames more at worst. Those that have not yet joined are cheap and short, so the
# oldest of them makes way: idle strangers never keep a player out. From one address comes a family behind one
# router, or one stranger: so that one cannot push everybody else out, they push out each other first.
CONNECTIONS: Final = 64
HANDSHAKES: Final = 256  # of all rooms together: more than a small network has computers
HANDSHAKES_FROM_ONE_ADDRESS: Final = 16
WATCHERS: Final = 32

# Rates. A person makes a move a second at best, a bot in a hurry ten; each ping adds a pong. The bytes are a
# message of the largest size each second, and one more at once. From a client that sends more, nothing is
# read for a moment. No client that waits for answers can send a flood.
MESSAGES_A_SECOND: Final = 20
MESSAGES_AT_ONCE: Final = 40
FLOOD: Final = 1.0  # seconds that a client should have waited

# Lines of the log about clients that do not keep to the protocol: strangers must not fill a disk.
COMPLAINTS_A_SECOND: Final = 0.1
COMPLAINTS_AT_ONCE: Final = 20
BYTES_A_SECOND: Final = 64 * 1024
BYTES_AT_ONCE: Final = BYTES_A_SECOND + FRAME

# Wrong codes a minute. The 30 bits of a code bear 280: in six hours a stranger enters one table in 10,000, as
# docs/security.md computes. 60 at least are kept for addresses that were not wrong before, so that newcomers
# get in at once while others guess, and 40 for those that the right code came from, which a stranger may
# share. An answer that may not be judged yet waits, though less long than its guest does.
WRONG_CODES: Final = 240  # without those of members' addresses
WRONG_CODES_AGAIN: Final = 180  # of addresses that were wrong before
WRONG_CODES_OF_MEMBERS: Final = 40
WRONG_CODES_FORGOTTEN: Final = 60.0
ANSWER_WAIT: Final = 8.0
ANSWERS_WAITING: Final = 256  # for all rooms of a host together; one costs as much as an idle connection
KNOWN_ADDRESSES: Final = 16_384  # more than a small network has; 2 MB at most

# Time to get in. TLS takes two small messages and what comes after it six: over the worst link that one can
# play on, a round trip takes two seconds. TLS and the rest each have as much.
CONNECT: Final = 5.0
HANDSHAKE: Final = 12.0

# Time without a word. Two lost pings are bad luck, three are a dead connection. Where the host is at another
# address now, players notice it so soon that they are back within 15 seconds.
PING: Final = 3.0
SILENCE: Final = 9.0

# Time to close. The last message has to cross the network once. Connections that are still open then are
# aborted, so that a stopped host ends within a second or two.
LINGER: Final = 1.0

# How long a closed room waits for players who had no connection then, so that they learn how it ended: a
# cable is back by then, or a laptop awake.
FAREWELL: Final = 30.0

# Left to itself the kernel buffers megabytes of old views for a reader that sleeps.
SEND_BUFFER: Final = 32 * 1024

# A client that reads nothing, or who is held back. What waits for it is bounded: the host reads nothing
# more from it, so it owes only answers to earlier messages, pings, and one view once those are read.
STALL: Final = 10.0  # longer than a cable is pulled for, or a laptop takes to wake
OUTBOX: Final = 64

# Members. Ten minutes outlast a reboot; before a game a minute is enough, and for those who watch. 64 answers
# outlast any resend, as a client has one move in flight. A name of 24 columns is a long one, and twelve of
# them still fit on a screen with what they have won.
HOLD: Final = 600.0
HOLD_WITHOUT_A_GAME: Final = 60.0
ANSWERS: Final = 64
NAME_WIDTH: Final = 24

# Reconnecting: the bounds of the backoff. A short break ends before a player notices it; after a long one all
# players are back within a few seconds, but not at the same moment.
RETRY_FIRST: Final = 0.25
RETRY_LAST: Final = 5.0
SEARCH_AFTER: Final = 0.5  # for a shorter break nobody asks the whole network
JOINS: Final = 8  # how often a connection may be cut before the program has asked for a place

# Discovery. Looking again this often, and giving up this soon, hides a killed host within five seconds, and
# announces a new address within three. A list has no more rooms of one address than a person reads, and the
# first few of every address before the rest. A host with many interfaces announces many addresses. A program
# asks few enough hosts at once to stay below its limit of open files. Announcements beyond the limit are
# ignored.
RECHECK: Final = 2.0
PEEK: Final = 2.0
ROOMS: Final = 64
ROOMS_IN_FRONT: Final = 8
ADDRESSES_A_ROOM: Final = 4
HOSTS: Final = 64
ASKED_AT_ONCE: Final = 2
ANNOUNCEMENTS: Final = 4096
