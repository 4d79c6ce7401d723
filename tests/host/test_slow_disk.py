"""A host on a slow disk, in virtual time: nobody can come before it is ready, and nothing is lost."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, nullcontext

import pytest

from luckytui.host import serve as serving
from luckytui.host.journal import Journal, new_tables
from luckytui.host.saved_tables import look_into
from luckytui.host.serve import serve
from net import Client, Event, View, Welcome
from tests.host.tables import setup
from tests.host.test_journal import copied
from tests.net.virtual import PROCESS, Listening, VirtualLoop

PORT = 5825
pytestmark = pytest.mark.usefixtures("own_state")


class Host:
    """A host in virtual time, whose disk takes this many seconds to save anything."""

    def __init__(self, loop: VirtualLoop, journals: Sequence[Journal], seconds: float) -> None:
        self.loop = loop
        self.journals = journals
        self._end = asyncio.Event()
        serving.stop_event = lambda: self._end
        loop.thread_seconds = seconds
        self.task = asyncio.create_task(
            serve(journals, once=False, record=None, ready=lambda *_: None, warn=pytest.fail)
        )

    async def let_all_in(self, names: Sequence[str], after: float) -> "list[Guest]":
        """Wait until somebody listens, and this many seconds more; then each joins a table but the first."""
        while PORT not in self.loop.network.listeners:
            assert not self.task.done(), self.task.exception()
            await asyncio.sleep(0.001)
        await asyncio.sleep(after)
        return [Guest(name, each.header.room) for name, each in zip(names, self.journals[1:], strict=True)]

    def kept(self, table: int) -> Sequence[str]:
        """Whose seats would be held if the host were killed now."""
        return look_into(copied(self.journals[table].path)).players

    async def end(self) -> None:
        self._end.set()
        await self.task


class Guest:
    """Somebody who comes, and what they are sent."""

    def __init__(self, name: str, room: str) -> None:
        self.events: list[Event] = []
        PROCESS.set(name)
        self.client = Client(
            "10.0.0.0", PORT, name=name, program="test", room=room, on_event=self.events.append
        )
        self.client.start()

    def was_sent(self, kind: type[Event]) -> bool:
        return any(isinstance(event, kind) for event in self.events)


@contextmanager
def virtual_time() -> Iterator[Callable[[Callable[[VirtualLoop], Coroutine[None, None, None]]], None]]:
    """Gives what runs a coroutine in a world of its own."""
    loop = VirtualLoop()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("net.host.listen", Listening)
        patch.setattr(serving, "stop_event", None)
        patch.setattr(serving, "_announced", lambda *_: nullcontext())
        try:
            yield lambda live: loop.run_until_complete(live(loop))
        finally:
            loop.stop_all()


@pytest.mark.parametrize("after", [0.0, 0.1])
@pytest.mark.parametrize(("tables", "seconds"), [(2, 0.3), (12, 0.02)])
def test_guests_who_come_at_once_are_all_kept(tables: int, seconds: float, after: float) -> None:
    names = [f"Guest {number}" for number in range(1, tables)]

    async def live(loop: VirtualLoop) -> None:
        setups = [setup(name=f"hall {number}", bots=1) for number in range(tables)]
        journals = await new_tables(setups, bind=None, port=PORT)
        host = Host(loop, journals, seconds)
        guests = await host.let_all_in(names, after)
        await asyncio.sleep(60.0)
        assert not host.task.done(), host.task.exception()
        assert all(guest.was_sent(Welcome) and guest.was_sent(View) for guest in guests)
        assert [host.kept(table) for table in range(1, tables)] == [(name, "Juno") for name in names]
        await host.end()

    with virtual_time() as run:
        run(live)
