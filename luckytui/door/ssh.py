"""The way in by ssh: a guest's terminal on a channel of the stock OpenSSH client."""

import asyncio
import logging
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import asyncssh
from asyncssh import SSHKey, SSHServerChannel, SSHServerConnection, SSHServerSession
from asyncssh.packet import SSHPacket

from luckytui.door.admission import Progress, Stranger
from luckytui.door.guests import proof_of
from luckytui.door.terminal import Terminal
from luckytui.door.visit import Arrival
from luckytui.door.visits import Visits
from luckytui.system.files import write_file
from luckytui.system.viewer import Viewer, showing_to
from luckytui.text import N_, _

_KEYS = 8
"""How many public keys of one guest are remembered."""
_ALIVE, _QUESTIONS = 20.0, 4
"""After how many silent seconds to ask a client whether it is there, and how often before giving it up."""

_WINDOW, _PACKET = 256 * 1024, 32 * 1024
"""How many bytes a client may send before they are read, and how many in one packet."""

_PASSED_ON = {"LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_CTYPE"}
_PASSED_ON |= {"COLORTERM", "NO_COLOR", "TERM_PROGRAM"}
"""The environment variables that a client may set."""
_MOST_SAID = 64
"""How many characters of each are taken."""
_IN_FULL_COLOR = ("xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm", "iterm", "direct")
"""Parts of the TERM of terminals with 24-bit colors."""

_ONLY_A_TABLE = N_("There is only a game behind this door: no commands, files or forwarding.")
_NO_TERMINAL = N_("The game needs a terminal: connect with “ssh -t”.")


def host_key(folder: Path) -> SSHKey:
    """Return this player's host key, which is made once. Raises OSError."""
    path = folder / "ssh_host_key"
    if not path.exists():
        key = asyncssh.generate_private_key("ssh-ed25519")
        write_file(path, key.export_private_key())
    return asyncssh.read_private_key(path)


async def listen(listening: socket.socket, key: SSHKey, visits: Visits) -> asyncio.Server:
    """Let guests in by ssh."""
    asyncssh.set_log_level(logging.ERROR)  # strangers must not fill a disk
    options = await asyncssh.SSHServerConnectionOptions.construct(
        server_factory=lambda: _Server(visits),
        server_host_keys=[key],
        server_version="luckytui",
        encoding=None,
        line_editor=False,
        compression_algs=None,  # what is tiny on the line could be huge in memory
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        keepalive_interval=_ALIVE,
        keepalive_count_max=_QUESTIONS,
    )
    loop = asyncio.get_running_loop()
    return await loop.create_server(lambda: _Connection(loop, options), sock=listening)


def environment_of(term: str, sent: Mapping[str, str]) -> Mapping[str, str]:
    """Return what is known of a guest's terminal."""
    heard = {name: value for name, value in sent.items() if name in _PASSED_ON and value} | {"TERM": term}
    environment = {name: value[:_MOST_SAID] for name, value in heard.items()}
    if any(name in term.lower() for name in _IN_FULL_COLOR):
        environment.setdefault("COLORTERM", "truecolor")
    return environment


class _Connection(SSHServerConnection):
    """Ends when a stranger sends too much, of whatever kind: asyncssh has no limit."""

    stranger: Stranger

    def data_received(self, data: bytes, datatype: int | None = None) -> None:
        if self.stranger.may_send(len(data), asyncio.get_running_loop().time()):
            super().data_received(data, datatype)


class _Server(asyncssh.SSHServer):
    """One connection. Anyone may open a terminal: who they are, and the code, is asked there."""

    def __init__(self, visits: Visits) -> None:
        self.visits = visits
        self._has_session = False
        self.address = ""
        self.name = ""
        self.proofs: list[str] = []
        """What leads to this guest's seat: the key that was proved, or those that were offered."""

    def connection_made(self, conn: SSHServerConnection) -> None:
        self.address = conn.get_extra_info("peername")[0]
        self.connection = conn
        self.stranger = self.visits.new_stranger(conn)
        cast("_Connection", conn).stranger = self.stranger

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.stranger.leave()

    def begin_auth(self, username: str) -> bool:
        self.stranger.reach(Progress.SPOKE)
        self.name = username
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: SSHKey) -> bool:  # noqa: ARG002
        """Accept a key that leads to a seat: the client has to prove it. Remember the others."""
        proof = proof_of("key", key.get_fingerprint())
        if self.visits.book.find(proof):
            self.proofs = [proof]
            return True
        self.proofs = [*self.proofs, proof][-_KEYS:]
        return False

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:  # noqa: ARG002
        """Ask nothing. A key that leads to a seat was only offered, not proved, so it does not count."""
        self.proofs = [proof for proof in self.proofs if not self.visits.book.find(proof)]
        return True

    def session_requested(self) -> tuple[SSHServerChannel[bytes], SSHServerSession[bytes]] | bool:
        """Open a terminal. A connection can have one in its life."""
        if self._has_session:
            return False
        self._has_session = True
        return _Channel(self.connection), _Session(self)

    def connection_requested(self, *_where: object) -> bool:
        raise asyncssh.ChannelOpenError(
            asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, _ONLY_A_TABLE
        )  # its language is not known


class _Channel(SSHServerChannel[bytes]):
    """A channel that keeps only the environment variables that are used."""

    def __init__(self, connection: SSHServerConnection) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(connection, loop, True, False, False, 0, 0, None, "strict", _WINDOW, _PACKET)

    def _process_env_request(self, packet: SSHPacket) -> bool:
        key, value = packet.get_string(), packet.get_string()
        packet.check_end()
        if key.decode("ascii", "replace") not in _PASSED_ON:
            return False
        self._env[key] = value[: 4 * _MOST_SAID]  # bytes, of which a character takes four at most
        return True


class _Session(SSHServerSession[bytes]):
    """A terminal on a connection, or something else that is refused. It is the channel of a visit."""

    def __init__(self, server: _Server) -> None:
        self._server = server
        self._channel: SSHServerChannel[bytes] | None = None
        self._refusal = _NO_TERMINAL
        self._terminal: Terminal | None = None

    def connection_made(self, chan: SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def pty_requested(self, *_terminal: object) -> bool:
        self._refusal = ""
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:  # noqa: ARG002
        self._refusal = _ONLY_A_TABLE
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        return self.exec_requested(subsystem)

    def session_started(self) -> None:
        if not (channel := self._channel):
            return
        environment = environment_of(channel.get_terminal_type() or "", channel.get_environment())
        if self._refusal:
            with showing_to(Viewer(is_guest=True, environment=environment)):
                channel.write_stderr(f"luckytui: {_(self._refusal)}\r\n".encode())
            channel.exit(1)
            return
        server, (width, height, *_pixels) = self._server, channel.get_terminal_size()
        arrival = Arrival(
            server.address, server.name, server.proofs, environment, width, height, server.stranger
        )
        self._terminal = Terminal(server.visits, self, arrival)

    def data_received(self, data: bytes, datatype: int | None) -> None:  # noqa: ARG002
        if self._terminal:
            self._terminal.receive(data)

    def terminal_size_changed(self, width: int, height: int, *_pixels: int) -> None:
        if self._terminal:
            self._terminal.resize(width, height)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._channel = None
        if self._terminal:
            self._terminal.lost()
        self._server.connection.close()

    # As the channel of a visit

    def send(self, data: bytes) -> None:
        if self._channel and not self._channel.is_closing():
            self._channel.write(data)

    def waiting(self) -> int:
        transport = self._server.connection._transport  # noqa: SLF001 - asyncssh does not tell how full it is
        unsent = transport.get_write_buffer_size() if transport else 0
        return unsent + (self._channel.get_write_buffer_size() if self._channel else 0)

    def take_digits(self, *, only: bool) -> None:
        """Change nothing: what is typed is encrypted, and the prompt drops the letters."""

    def close(self, farewell: str) -> None:
        if self._channel and not self._channel.is_closing():
            self._channel.write(f"{farewell}\r\n".encode() if farewell else b"")
            self._channel.exit(0)
