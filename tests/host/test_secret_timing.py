"""Nobody learns when somebody has decided in secret: not by asking for what is refused, at any moment.

Two worlds that are the same but for one hidden decision are played in virtual time, with the real host and
its journal on a slow disk. All that the others are sent, and when, is the same in both.
"""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from luckytui.games.lucky_jack.rules import LUCKY_JACK, Decline, Draw, LuckyJackOptions, Toss
from luckytui.host.journal import new_tables
from luckytui.table.payloads import decode_table_view, encode
from luckytui.table.requests import Act, Request, Say, Start, Undo
from luckytui.table.views import MatchView
from net import Ack, Client, Event, Reject, View
from tests.host.tables import setup
from tests.host.test_slow_disk import PORT, Host, virtual_time
from tests.net.virtual import PROCESS, VirtualLoop

SAVING = 0.2
"""Seconds that the disk takes."""

ASKED_AT = (0.0, 0.01, 0.1, 0.19, 0.21, 0.5)
"""Seconds after the decision at which all others ask for something that is refused."""

REFUSED: tuple[tuple[Request, int], ...] = ((Undo(), 0), (Start(), 0), (Act(Decline()), 10_000), (Say(""), 0))


@pytest.fixture(autouse=True)
def _a_second(own_state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("luckytui.table.table.utc_now", lambda: "2026-11-22T19:30:05Z")


class Guest:
    """Somebody at the table, and all that they are sent, each with the time."""

    def __init__(self, name: str, room: str, *, watch: bool = False) -> None:
        self.name = name
        self.heard: list[tuple[float, object]] = []
        self.shown: MatchView | None = None
        PROCESS.set(name)
        self.client = Client(
            "10.0.0.0", PORT, name=name, program="test", room=room, watch=watch, on_event=self._hear
        )
        self.client.start()

    def ask(self, request: Request, prompt: int) -> None:
        self.client.send(prompt, encode(request))

    def act(self, *moves: Draw | Toss | Decline) -> None:
        """Make the first of these moves that is allowed."""
        assert self.shown
        self.ask(Act(next(move for move in moves if move in self.shown.moves)), self.shown.prompt)

    def _hear(self, event: Event) -> None:
        match event:
            case View(prompt=prompt, payload=payload):
                shown = decode_table_view(payload)
                self.shown = shown.match
                said: object = (prompt, replace(shown, log_id=""))
            case Reject(code=code, payload=payload):
                said = (code, payload)
            case _:
                said = type(event)
        self.heard.append((asyncio.get_running_loop().time(), said))


def course(*, decides: bool) -> tuple[dict[str, list[tuple[float, object]]], list[float]]:
    """Return what everyone but the one who decides was sent, and when that one was answered."""
    heard: dict[str, list[tuple[float, object]]] = {}
    answered: list[float] = []

    async def live(loop: VirtualLoop) -> None:
        spec = setup(game=LUCKY_JACK.key, options=LuckyJackOptions(), seats=4)
        (journal,) = await new_tables([spec], bind=None, port=PORT)
        host = Host(loop, [journal], SAVING)
        await host.let_all_in([], 0.1)
        guests: list[Guest] = []
        for name in ("Ana", "Ben", "Cem", "Dora", "Eve"):
            guests.append(Guest(name, journal.header.room, watch=name == "Eve"))
            await asyncio.sleep(1.0)
        await play(guests)
        await host.end()

    async def play(guests: list[Guest]) -> None:
        players = guests[:4]
        tosser = next(guest for guest in players if guest.shown and guest.shown.prompt)
        for move in (Draw(), Toss()):
            tosser.act(move)
            await asyncio.sleep(2.0)
        *_, far = players[players.index(tosser) + 1 :] + players[: players.index(tosser)]
        others = [guest for guest in guests if guest is not far]
        if decides:
            far.act(Decline())
        before = 0.0
        for at in ASKED_AT:
            await asyncio.sleep(at - before)
            before = at
            for guest, (request, prompt) in zip(others, REFUSED, strict=True):
                guest.ask(request, prompt)
        await asyncio.sleep(1.0)
        heard.update({guest.name: guest.heard for guest in others})
        answered.extend(time for time, said in far.heard if said is Ack)

    with virtual_time() as run:
        run(live)
    return heard, answered


def test_what_is_refused_says_nothing_of_a_hidden_decision() -> None:
    (kept_waiting, answered), (idle, unanswered) = course(decides=True), course(decides=False)
    assert (len(answered), len(unanswered)) == (1, 0)
    refusals = [at for at, said in kept_waiting["Eve"] if isinstance(said, tuple) and said[0] == "illegal"]
    assert len(refusals) == len(ASKED_AT)
    assert sum(time < answered[0] for time in refusals) == 4, "they are asked while the decision is saved"
    assert kept_waiting == idle
