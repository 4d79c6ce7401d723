"""Computers on a LAN, played by network namespaces.

A computer is a namespace with one interface, `eth0`. A cable (a veth pair) leads from it to the switch: a
bridge in a namespace of its own. So nothing here touches the network of the machine that all this runs on.

    eth0 10.77.0.1 ──cable── port1 ┐
    eth0 10.77.0.2 ──cable── port2 ├ switch
    eth0 10.77.0.3 ──cable── port3 ┘
"""

import itertools
import os
import shutil
import subprocess
from collections.abc import Sequence
from types import TracebackType
from typing import Self

_GATEWAY = "10.77.0.254"
"""Where a computer believes the way to the world to be. Nobody is there."""

_numbers = itertools.count()


class Lan:
    """So many computers on one switch, numbered from 1, for as long as the context lasts."""

    def __init__(self, computers: int) -> None:
        # The process's number keeps those apart who test at the same time.
        self._name = f"luckytui-{os.getpid()}-{next(_numbers)}"
        self._switch = f"{self._name}-switch"
        self._computers = range(1, computers + 1)

    def __enter__(self) -> Self:
        try:
            self._lay()
        except BaseException:
            self._take_away()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._take_away()

    def address(self, computer: int) -> str:
        """The computer's address on the LAN."""
        return f"10.77.0.{computer}"

    def inside(self, computer: int) -> Sequence[str]:
        """What stands before a command that is to run on the computer."""
        return "ip", "netns", "exec", self._namespace(computer)

    def pull_cable(self, computer: int) -> None:
        """Pull the computer's cable out of the switch."""
        _ip(self._switch, f"link set port{computer} down")

    def plug_cable(self, computer: int) -> None:
        """Put it back."""
        _ip(self._switch, f"link set port{computer} up")

    def change_address(self, computer: int, address: str) -> None:
        """Give the computer another address on the LAN, as a new lease does."""
        _ip(
            self._namespace(computer),
            f"addr del {self.address(computer)}/24 dev eth0",
            f"addr add {address}/24 dev eth0",
            f"route add default via {_GATEWAY}",
        )

    def take_ipv4(self) -> None:
        """Leave all computers nothing but the link-local addresses of IPv6."""
        for computer in self._computers:
            _ip(self._namespace(computer), f"addr del {self.address(computer)}/24 dev eth0")

    def isolate(self) -> None:
        """Let nobody talk to anybody, as a wireless network does that keeps its guests apart."""
        for computer in self._computers:
            self._set_port(computer, "isolated on")

    def lose_multicast(self) -> None:
        """Let the switch carry no multicast any more."""
        for computer in self._computers:
            self._set_port(computer, "mcast_flood off")

    def take_network(self, computer: int) -> None:
        """Leave the computer nothing but its loopback interface."""
        _ip(self._namespace(computer), "link del eth0")

    def _lay(self) -> None:
        _run("ip", "netns", "add", self._switch)
        _ip(self._switch, "link add switch type bridge mcast_snooping 0", "link set switch up")
        for computer in self._computers:
            namespace = self._namespace(computer)
            _run("ip", "netns", "add", namespace)
            _ip(
                self._switch,
                f"link add port{computer} type veth peer name eth0 netns {namespace}",
                f"link set port{computer} master switch up",
            )
            _ip(
                namespace,
                "link set lo up",
                f"addr add {self.address(computer)}/24 dev eth0",
                "link set eth0 up",
                f"route add default via {_GATEWAY}",
            )

    def _take_away(self) -> None:
        there = _run("ip", "netns", "list").split()
        for namespace in (*map(self._namespace, self._computers), self._switch):
            if namespace in there:
                _run("ip", "netns", "del", namespace)

    def _namespace(self, computer: int) -> str:
        return f"{self._name}-{computer}"

    def _set_port(self, computer: int, setting: str) -> None:
        _run("bridge", "-netns", self._switch, "link", "set", "dev", f"port{computer}", *setting.split())


def reason_for_none() -> str | None:
    """Why no LAN can be made here, in words; None where one can."""
    if not shutil.which("ip"):
        return "there is no `ip` here: install iproute2"
    try:
        with Lan(1):
            return None
    except subprocess.CalledProcessError as error:
        return f"network namespaces cannot be made here: {error.stderr.strip()}"


def _ip(namespace: str, *commands: str) -> None:
    _run("ip", "-netns", namespace, "-batch", "-", said="\n".join(commands))


def _run(*command: str, said: str = "") -> str:
    return subprocess.run(command, input=said, capture_output=True, text=True, check=True).stdout
