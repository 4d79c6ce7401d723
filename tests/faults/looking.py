"""`python -m tests.faults.looking`: looks for tables until it is ended, and says in JSON lines what it sees.

tables    the names of the tables on the list, whenever it has changed
asked     the id of a table that was looked at again, and whether it answered
"""

import asyncio
from typing import Any

from luckytui.address import SERVICE_TYPE, interfaces
from net import Browser, Found, discovery
from tests.faults.player import say
from tests.faults.tempo import hasten


async def _look() -> None:
    browser = Browser(
        SERVICE_TYPE,
        lambda: say(tables=[found.info.name for found in browser.rooms]),
        interfaces=interfaces(),
    )
    ask = discovery._ask

    async def ask_and_tell(room: str, *where: Any) -> Found | None:
        found = None
        try:
            found = await ask(room, *where)
        finally:
            say(asked=[room, found is not None])
        return found

    discovery._ask = ask_and_tell
    await browser.start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    hasten()
    asyncio.run(_look())
