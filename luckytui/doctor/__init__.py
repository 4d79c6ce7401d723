"""The doctor: finds out what luckytui needs of this computer, and tells in words what is wrong."""

from collections.abc import Iterator

from luckytui.doctor.files import examine_files
from luckytui.doctor.finding import Finding, Mark
from luckytui.doctor.network import examine_network
from luckytui.doctor.program import examine_program
from luckytui.doctor.terminal import examine_terminal

__all__ = ["Finding", "Mark", "examine"]


def examine() -> Iterator[Finding]:
    """Yield what is found, each as soon as it is; it takes a few seconds in all.

    What listens and announces does so on the addresses of LUCKYTUI_INTERFACES, where it is set, and only
    while it is tried out.
    """
    yield examine_program()
    yield from examine_terminal()
    yield from examine_files()
    yield from examine_network()
