"""A network and a clock that are only played: hours pass in a moment, and every fault can be ordered.

`VirtualLoop` is an event loop whose time jumps to whatever is due next. What it connects are not sockets but
links of a `Network`: each person's cable delays, cuts, stalls and chops up what goes over it.
"""

import asyncio
import errno
from collections import deque
from collections.abc import Callable, Iterator
from contextvars import Context, ContextVar, copy_context
from functools import partial
from random import Random
from typing import Any, Final

from net import NetError

BUFFER: Final = 2048
"""Bytes that a direction of a link holds, as a kernel's buffers do, before its sender must wait."""

PROCESS: ContextVar[str] = ContextVar("PROCESS", default="")
"""In whose name something happens: "Ana.2" is Ana's second process, and shares her cable."""


class Killed(BaseException):
    """The process in which this is raised was killed."""


class VirtualLoop(asyncio.BaseEventLoop):
    """An event loop in virtual time, with a virtual network.

    What goes to a thread is done after `thread_seconds`. With `order`, callbacks that are ready run in any
    order, as nothing but habit makes them run in the order in which they were scheduled.
    """

    def __init__(self, order: Random | None = None) -> None:
        super().__init__()
        if order:
            self._ready = _AnyOrder(order)
        self.thread_seconds = 0.0
        self.dead: set[str] = set()
        """The processes that were killed."""
        self._tasks: dict[asyncio.Task[Any], Context] = {}
        self.set_task_factory(self._new_task)  # type: ignore[arg-type]
        self._now = 0.0
        self._selector = self
        self._clock_resolution = 1e-9
        self.network = Network(self)
        self.calls = 0

    def time(self) -> float:
        return self._now

    def select(self, timeout: float | None) -> list[Any]:
        """Nothing happens but what is due next: go there."""
        if timeout is None:
            raise RuntimeError("everybody waits for ever")
        self._now += timeout
        self.calls += 1
        return []

    def timers(self) -> list[asyncio.TimerHandle]:
        """Those that will still ring."""
        return [timer for timer in self._scheduled if not timer.cancelled()]  # type: ignore[attr-defined]

    def kill(self, process: str) -> None:
        """Nothing more happens in this name."""
        self.dead.add(process)
        for handle in (*self._ready, *self._scheduled):  # type: ignore[attr-defined]
            if handle._context.get(PROCESS) == process:
                handle.cancel()
        self.network.kill(process)
        for task, context in list(self._tasks.items()):
            if context.get(PROCESS) == process:
                self._unwind(task, context)

    def living_tasks(self) -> list[asyncio.Task[Any]]:
        """The tasks of processes that were not killed, the oldest first."""
        return [task for task in self._tasks if not task.done()]

    def stop_all(self) -> None:
        """Let nothing happen any more, and close: what still runs is stopped quietly."""
        for process in sorted({context.get(PROCESS, "") for context in self._tasks.values()}):
            self.kill(process)
        self.close()

    def _new_task(self, loop: Any, coroutine: Any, context: Context | None = None) -> asyncio.Task[Any]:
        context = context or copy_context()
        task: asyncio.Task[Any] = asyncio.Task(coroutine, loop=loop, context=context)
        self._tasks[task] = context
        task.add_done_callback(lambda task: self._tasks.pop(task, None), context=Context())
        if context.get(PROCESS) in self.dead:
            self._unwind(task, context)
        return task

    def _unwind(self, task: asyncio.Task[Any], context: Context) -> None:
        """End a task that nobody will ever run again, so that Python does not complain of it."""
        del self._tasks[task]
        task._log_destroy_pending = False  # type: ignore[attr-defined]
        for _ in range(100):
            try:
                context.run(task.get_coro().throw, Killed())  # type: ignore[union-attr]
            except (Killed, Exception, asyncio.CancelledError):  # noqa: BLE001 - whatever it ends with
                return
        raise AssertionError(f"{task} does not end")

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> asyncio.Handle:  # type: ignore[override]
        handle = super().call_soon(callback, *args, context=context)
        return self._for_the_living(handle)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        # Some time passes before a timer, as in a real loop: one that is set again and again comes to an end.
        timer = super().call_at(max(when, self._now + 1e-6), callback, *args, context=context)
        self._for_the_living(timer)
        return timer

    def _for_the_living(self, handle: asyncio.Handle) -> asyncio.Handle:
        if self.dead and handle._context.get(PROCESS) in self.dead:  # type: ignore[attr-defined]
            handle.cancel()
        return handle

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        done = self.create_future()
        if self.thread_seconds:
            self.call_later(self.thread_seconds, _do, done, func, args)
        else:
            _do(done, func, args)
        return done

    async def create_server(self, protocol_factory: Any, *, sock: Any, **_: Any) -> Any:  # type: ignore[override]
        return self.network.listen(protocol_factory, sock.getsockname()[1])

    async def create_connection(  # type: ignore[override]
        self, protocol_factory: Any, host: str, port: int, **_: Any
    ) -> tuple[asyncio.Transport, Any]:
        cable = self.network.cable(PROCESS.get().partition(".")[0])
        await cable.is_up()
        if self.network.address not in {"", host}:
            await self.create_future()  # nobody answers there
        listener = self.network.listeners.get(port)
        if listener is None:
            raise ConnectionRefusedError(errno.ECONNREFUSED, "refused")
        link = Link(cable)
        protocol = protocol_factory()
        link.near.open(protocol)
        opened = self.create_future()
        link.near.soon(lambda: opened.done() or opened.set_result(None))
        link.far.open(listener.context.copy().run(listener.make_line), listener.context)
        try:
            await opened
        except asyncio.CancelledError:
            link.near.abort()
            raise
        return link.near, protocol

    def _process_events(self, event_list: list[Any]) -> None:
        """Nothing comes from outside."""

    def _write_to_self(self) -> None:
        """Nobody else has a thread that could wake us."""


class _AnyOrder(deque[asyncio.Handle]):
    """Handles that are ready to run, of which any may be the next."""

    def __init__(self, order: Random) -> None:
        super().__init__()
        self._order = order

    def popleft(self) -> asyncio.Handle:
        self.rotate(self._order.randrange(len(self)))
        return super().popleft()


def _do(done: asyncio.Future[Any], func: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """Do a thread's job. It is done even if nobody waits for it any more."""
    try:
        result = func(*args)
    except Exception as error:  # noqa: BLE001 - whatever it is, the one who waits gets it
        if not done.cancelled():
            done.set_exception(error)
    else:
        if not done.cancelled():
            done.set_result(result)


class Network:
    """Cables to one place, and who listens there."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop
        self.note: Callable[..., None] = lambda *_: None
        """Called with the address and the direction of what arrives, and how many bytes that is."""
        self.address = ""
        """The only one at which the host is reached; empty: any."""
        self.cables: dict[str, Cable] = {}
        self.listeners: dict[int, Listener] = {}
        self.taken: set[int] = set()
        """The ports that other programs of the host's computer have."""
        self.bound: dict[int, str] = {}
        """The ports that hosts have taken but do not serve yet, each with the host's process."""

    @property
    def port(self) -> int | None:
        """Where somebody listens."""
        return next(iter(self.listeners), None)

    def cable(self, name: str) -> "Cable":
        """The cable of this person."""
        if name not in self.cables:
            self.cables[name] = Cable(self, len(self.cables))
        return self.cables[name]

    def listen(self, make_line: Callable[[], asyncio.Protocol], port: int) -> "Listener":
        """Take connections to this port."""
        self.bound.pop(port, None)
        listener = self.listeners[port] = Listener(self, make_line, port)
        return listener

    def move(self, address: str) -> None:
        """Let the host have another address: nothing that is open leads to it any more, and nobody hears."""
        self.address = address
        for link in self.links():
            link.is_dead = True

    def links(self) -> Iterator["Link"]:
        """All that are open."""
        for cable in self.cables.values():
            yield from cable.links

    def kill(self, process: str) -> None:
        """All that this process had is closed by its kernel."""
        for port, listener in list(self.listeners.items()):
            if listener.context.get(PROCESS) == process:
                del self.listeners[port]
        self.bound = {port: owner for port, owner in self.bound.items() if owner != process}
        for link in list(self.links()):
            for end in (link.near, link.far):
                if end.context.get(PROCESS) == process:
                    end.forget()
                    end.other.lose(ConnectionResetError())


class Listener:
    """A server, as asyncio knows it."""

    def __init__(self, network: Network, make_line: Callable[[], asyncio.Protocol], port: int) -> None:
        self.network = network
        self.make_line = make_line
        self.port = port
        self.context = copy_context()

    def close(self) -> None:
        """Take no connection any more."""
        self.network.listeners.pop(self.port, None)


class Cable:
    """What joins one person to the host. A fault of it holds for the links of now and of later."""

    def __init__(self, network: Network, number: int) -> None:
        self.network = network
        self.address = f"10.0.0.{number + 1}"
        self.delay = 0.001
        self.piece = BUFFER
        self.links: list[Link] = []
        self.flips: set[str] = set()
        """The directions in which one bit is still to be changed."""
        self._stalled: set[str] = set()
        self._up = asyncio.Event()
        self._up.set()

    def stall(self, *directions: str) -> None:
        """Nothing comes through in these directions, "to host" and "to client"; nothing is lost, either."""
        self._stalled.update(directions)
        self._up.clear()

    def heal(self) -> None:
        """Everything is well again, and what was held up comes."""
        self.flips.clear()
        self._stalled.clear()
        self._up.set()
        self.delay, self.piece = 0.001, BUFFER
        for link in self.links:
            link.near.carry()
            link.far.carry()

    def cut(self) -> None:
        """Both ends of each link hear that it is broken; what was under way is lost."""
        for link in list(self.links):
            link.near.lose(ConnectionResetError())
            link.far.lose(ConnectionResetError())

    def note(self, direction: str, size: int) -> None:
        """This many bytes arrive."""
        self.network.note(self.address, direction, size)

    def is_stalled(self, direction: str) -> bool:
        return direction in self._stalled

    async def is_up(self) -> None:
        """Wait until packets go both ways."""
        await self._up.wait()
        await asyncio.sleep(self.delay)


class Link:
    """One connection: its near end is the client's, its far end the host's."""

    def __init__(self, cable: Cable) -> None:
        self.cable = cable
        self.near = End(self, "to host")
        self.far = End(self, "to client")
        self.is_dead = False
        """Whether nothing ever comes through any more."""
        cable.links.append(self)

    def other(self, end: "End") -> "End":
        return self.far if end is self.near else self.near

    def forget(self) -> None:
        """Once both ends are closed, the link is gone."""
        if self.near.closed and self.far.closed and self in self.cable.links:
            self.cable.links.remove(self)


class End(asyncio.Transport):
    """One end of a link, with what it sent and the other has not got yet."""

    def __init__(self, link: Link, direction: str) -> None:
        super().__init__()
        self.link = link
        self.closed = False
        self.context: Context
        self._loop = link.cable.network.loop
        self._direction = direction
        self._protocol: asyncio.Protocol
        self._sent = bytearray()
        self._waiting = bytearray()
        self._ended = self._end_arrived = False
        self._closing = False
        self._reading = True
        self._writing_paused = False
        self._carrying: asyncio.Handle | None = None
        self._to_call: deque[Callable[[], Any]] = deque()

    def open(self, protocol: asyncio.Protocol, context: Context | None = None) -> None:
        """The link is open: tell its protocol in the next turn of the loop."""
        self._protocol = protocol
        self.context = (context or copy_context()).copy()
        self.soon(protocol.connection_made, self)
        self.soon(self.other.carry)

    @property
    def other(self) -> "End":
        return self.link.other(self)

    # What asyncio's protocols call

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": (self.link.cable.address, 50_000), "socket": _Socket()}.get(name, default)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        assert high == 0, "the only limit that is played here"

    def get_write_buffer_size(self) -> int:
        return len(self._waiting)

    def is_closing(self) -> bool:
        return self._closing

    def write(self, data: Any) -> None:
        if not self._closing:
            assert not self._ended, "written after the end"
            self._waiting += data
            self._fill()
            self.carry()
            self._pace()

    def write_eof(self) -> None:
        self._ended = True
        self.carry()

    def is_reading(self) -> bool:
        return self._reading and not self._closing

    def pause_reading(self) -> None:
        self._reading = False

    def resume_reading(self) -> None:
        if not self._reading:
            self._reading = True
            self.other.carry()

    def close(self) -> None:
        """What is still to be sent is sent; nothing more is heard."""
        self._closing = self._ended = True
        self.carry()
        self._close_when_sent()

    def abort(self) -> None:
        self.lose(None)
        self._loop.call_later(self.link.cable.delay, self._tell_of_abort, context=self.other.context)

    # What the network does

    def lose(self, error: Exception | None) -> None:
        """The link is gone for this end."""
        if not self.closed:
            self.forget()
            self.soon(self._protocol.connection_lost, error)

    def forget(self) -> None:
        """The link is gone, and nobody is there to be told."""
        self.closed = self._closing = True
        self._ended = self._end_arrived = True
        self._sent.clear()
        self._waiting.clear()
        self.link.forget()

    def carry(self) -> None:
        """See to it that what was sent arrives."""
        if self._carrying is None and self._has_something_to_carry():
            self._carrying = self._loop.call_later(
                self.link.cable.delay, self._arrive, context=self.other.context
            )

    def _has_something_to_carry(self) -> bool:
        return (
            bool(self._sent or (self._ended and not self._end_arrived))
            and not (self.link.is_dead or self.link.cable.is_stalled(self._direction))
            and (self.other._reading or self.other.closed)
        )

    def _arrive(self) -> None:
        self._carrying = None
        if not self._has_something_to_carry():
            return
        if self.other.closed:
            self.lose(ConnectionResetError() if self._sent else None)
            return
        if self._sent:
            self._arrive_in_pieces()
        elif self._ended and not self._waiting and not self._end_arrived:
            self._end_arrived = True
            if not self.other._closing and not self.other._protocol.eof_received():
                self.other.close()
        self._close_when_sent()

    def _arrive_in_pieces(self) -> None:
        """Whatever was sent by now, in pieces as small as the cable makes them."""
        size = self.link.cable.piece
        for _ in range(0, len(self._sent), size):
            if self.other._closing:
                self._sent.clear()
            if not self._sent or not self.other._reading:
                break
            piece = bytes(self._sent[:size])
            del self._sent[:size]
            self.link.cable.note(self._direction, len(piece))
            if self._direction in self.link.cable.flips:
                self.link.cable.flips.remove(self._direction)
                piece = piece[:-1] + bytes([piece[-1] ^ 1])
            self.other._protocol.data_received(piece)
        self._fill()
        self.carry()
        self.soon(self._pace)

    def _fill(self) -> None:
        room = BUFFER - len(self._sent)
        self._sent += self._waiting[:room]
        del self._waiting[:room]

    def _pace(self) -> None:
        """Tell the protocol when it must wait with writing, and when it may go on."""
        if self.closed or self._writing_paused is bool(self._waiting):
            return
        self._writing_paused = not self._writing_paused
        if self._writing_paused:
            self._protocol.pause_writing()
        else:
            self._protocol.resume_writing()

    def _close_when_sent(self) -> None:
        if self._closing and not self._waiting and not self.closed:
            self.closed = True
            self.link.forget()
            self.soon(self._protocol.connection_lost, None)

    def _tell_of_abort(self) -> None:
        """A reset does not come through where nothing does: then the other end finds out by itself."""
        if not (self.link.is_dead or self.link.cable.is_stalled(self._direction)):
            self.other.lose(ConnectionResetError())

    def soon(self, callback: Callable[..., Any], *arguments: Any) -> None:
        """Call this in a later turn of the loop, and after what was to be called before."""
        self._to_call.append(partial(callback, *arguments))
        self._loop.call_soon(self._call_next, context=self.context)

    def _call_next(self) -> None:
        self._to_call.popleft()()


class _Socket:
    """A socket that can be tuned as one likes."""

    def setsockopt(self, *_: Any) -> None:
        """Nothing to do."""


class Listening:
    """A listening socket, which is only a number."""

    def __init__(self, _address: str | None, port: int, *, or_any: bool) -> None:
        """As `net.connection.listen`. Raises NetError."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        self._network = network = loop.network
        taken = {*network.taken, *network.listeners, *network.bound}
        if port in taken and not or_any:
            raise NetError("port_in_use", port=port)
        self._port = port if port and port not in taken else max(taken) + 1
        network.bound[self._port] = PROCESS.get()

    def getsockname(self) -> tuple[str, int]:
        return "10.0.0.0", self._port

    def close(self) -> None:
        """Give the port back. Nobody could connect before a loop listened."""
        self._network.bound.pop(self._port, None)
