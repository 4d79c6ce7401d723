"""A table of Lucky Numbers at which the test decides how time passes."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from luckytui.bots import LEVELS
from luckytui.client.session import Log
from luckytui.games.interface import SPECTATOR, Event, Seat
from luckytui.games.lucky_numbers.rules import Discard, Draw, LuckyNumbersOptions
from luckytui.table.journal_entries import JournalEntry
from luckytui.table.record import Record
from luckytui.table.requests import Act, Denied, Request
from luckytui.table.spec import TableSpec
from luckytui.table.table import Table
from luckytui.table.views import ChatLine, MatchView, Returned, TableView, TakenBack
from tests.table.played_time import PlayedTime

ADA, BEA, CLEO = 0, 1, 2


class Evening:
    """A table, and what it told of."""

    def __init__(
        self,
        *seated: str,
        pace: float = 1.0,
        setup: str = "sorted",
        turn_seconds: int = 0,
        best_of: int = 0,
        owner: Seat | None = ADA,
        keep: Callable[[JournalEntry], None] = lambda _: None,
    ) -> None:
        """Seat a person or, for the name of a level, a bot at each seat; "" leaves it open."""
        self.time = PlayedTime()
        self.changes = 0
        self.records: list[Record] = []
        self.table = Table(
            TableSpec(
                game="lucky-numbers",
                options=LuckyNumbersOptions(setup=setup),  # type: ignore[arg-type]
                name="the table",
                seats=len(seated),
                seed="evening",
                pace=pace,
                turn_seconds=turn_seconds,
                best_of=best_of,
            ),
            owner=owner,
            time=lambda: self.time,
            changed=self._count,
            ended=self.records.append,
            keep=keep,
        )
        for seat, name in enumerate(seated):
            if name in LEVELS:
                self.table.seat_bot(seat, name)
            elif name:
                self.table.sit(seat, name)

    @classmethod
    def playing(cls, *seated: str, **how: Any) -> "Evening":
        """A table where the first game has begun."""
        evening = cls(*seated, **how)
        evening.table.start()
        return evening

    @classmethod
    def played(cls, *seated: str, **how: Any) -> "Evening":
        """A table where the first game is over."""
        evening = cls.playing(*seated, **how)
        evening.play_on_alone()
        return evening

    def _count(self) -> None:
        self.changes += 1

    def ask(self, seat: Seat, request: Request) -> None:
        self.table.request(seat, request, prompt=self.shown(seat).prompt if self.begun else 0)

    @property
    def begun(self) -> bool:
        return self.table.view(SPECTATOR).match is not None

    def shown(self, seat: Seat) -> MatchView:
        return self.table.view(seat).match

    def log(self, seat: Seat) -> tuple[Event, ...]:
        return self.table.view(seat).log

    @property
    def whose_turn(self) -> Seat:
        (seat,) = self.shown(SPECTATOR).view.active
        return seat

    @property
    def told(self) -> int:
        """How many events the game has told of."""
        shown = self.shown(SPECTATOR)
        return shown.happened

    def move(self) -> None:
        """Let the player who is asked draw, or discard what was drawn."""
        moves = self.shown(self.whose_turn).moves
        self.ask(self.whose_turn, Act(Draw() if Draw() in moves else Discard()))

    def play_on_alone(self) -> None:
        """Let everybody who is asked draw and discard, until the game is over."""
        while self.table.playing:
            self.move()


def lasting(table_view: TableView) -> TableView:
    """What is seen of a table, but for what a restart may change: the time, what was missed, and talk."""
    match = table_view.match and replace(table_view.match, seconds=None)
    log = Log().complete(table_view).log
    events = tuple(each for each in log if not isinstance(each, ChatLine | Returned | TakenBack))
    return replace(table_view, match=match, may={}, log_id="", log_start=0, log=events)


def denied(evening: Evening, seat: Seat, request: Request) -> str:
    with pytest.raises(Denied) as denial:
        evening.ask(seat, request)
    assert str(denial.value.reason) == str(denial.value)
    return str(denial.value)
