"""`python -m tests.faults.guessing ADDRESS CODE FIRST NUMBER`: comes to a host from many addresses at once.

The addresses are those of this computer that end with FIRST and the numbers after it, NUMBER of them. Each
comes with the code until it is let in, to watch. It says in JSON lines:

judged    how many answers were wrong so far, once a second
in        after how many seconds one was let in
"""

import asyncio
import secrets
import sys
import time

from luckytui.address import Address, parse
from net.messages import Bye, HostMessage, Join, Proof, Welcome
from tests.faults.player import say
from tests.net.wire import Guest


class Newcomers:
    """People with one code, each at an address of its own."""

    def __init__(self, host: Address, code: str) -> None:
        self._host = host
        self._code = code
        self._wrong = 0

    async def come(self, first: int, number: int) -> None:
        network = self._host.host.rpartition(".")[0]
        counting = asyncio.create_task(self._count())
        await asyncio.gather(*(self._get_in(f"{network}.{last}") for last in range(first, first + number)))
        counting.cancel()

    async def _get_in(self, address: str) -> None:
        began = time.monotonic()
        while not isinstance(await self._try(address), Welcome):
            pass
        say(**{"in": round(time.monotonic() - began, 2)})

    async def _try(self, address: str) -> HostMessage | None:
        try:
            guest = Guest(
                *await asyncio.open_connection(self._host.host, self._host.port, local_addr=(address, 0))
            )
            await guest.secure()
            answer = await guest.authenticate(self._code)
            self._wrong += answer == Bye("bad_code", {})
            if isinstance(answer, Proof):
                token = secrets.token_bytes(32)
                guest.send(Join(None, f"from {address}", watch=True, token=token, new=True))
                return await guest.read()  # and stays
            await guest.close()
        except (OSError, EOFError, AssertionError):  # turned away: there are others
            await asyncio.sleep(0.1)
        return None

    async def _count(self) -> None:
        while True:
            await asyncio.sleep(1)
            say(judged=self._wrong)


async def _main(host: str, code: str, first: str, number: str) -> None:
    await Newcomers(parse(host), code).come(int(first), int(number))
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
