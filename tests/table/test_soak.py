"""An evening on which everyone does anything at any time: nothing breaks, and all of it can be restored."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from luckytui.games import GAMES
from luckytui.games.interface import SPECTATOR, Game, IllegalMove, Seat
from luckytui.host.journal_format import JournalLine, read_lines
from luckytui.table.journal_entries import JournalEntry, NotKept
from luckytui.table.match import StaleMove
from luckytui.table.payloads import decode_table_view, encode
from luckytui.table.requests import (
    Act,
    Again,
    Denied,
    Opt,
    Pause,
    Remove,
    RemoveBot,
    Request,
    Say,
    SeatBot,
    Start,
    Undo,
)
from luckytui.table.spec import TableSpec, choice_of
from luckytui.table.table import Table
from luckytui.table.views import Occupant, TableView
from luckytui.text import Sentence
from tests.table.evening import lasting
from tests.table.played_time import PlayedTime

ADA = 0
SEATS = 4

REQUESTS = {"act": 24, "undo": 4, "pause": 4, "say": 3, "again": 6, "owner": 12, "begin": 3}
EVENTS = {
    "time": 12,
    "lost": 3,
    "returned": 6,
    "sit": 8,
    "stand up": 1,
    "overdue": 2,
    "disk": 1,
    "an hour": 2,
}
"""How often each kind of thing happens."""


class Whim(NamedTuple):
    """What somebody does: which kind of thing, at which seat, and which of several."""

    kind: str
    seat: Seat
    which: int


def whim(number: int) -> Whim:
    chance, weights = Random(number), {**REQUESTS, **EVENTS}
    (kind,) = chance.choices(list(weights), list(weights.values()))
    return Whim(kind, chance.randrange(SEATS), chance.randrange(64))


WHIMS = st.lists(st.integers(0, 2**32).map(whim), min_size=150, max_size=250)


class Evening:
    """A table, what it kept, and what may happen to it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kept: list[JournalEntry] = []
        self.disk_is_full = False
        self.time = PlayedTime()
        self.table = self.new_table(self.time)
        self.table.sit(ADA, "Ada")

    def new_table(self, time: PlayedTime) -> Table:
        return Table(
            TableSpec(
                game=self.game.key,
                options=self.game.options(),
                name="table",
                seats=SEATS,
                seed="soak",
                pace=1.0,
                turn_seconds=30,
            ),
            owner=ADA,
            time=lambda: time,
            changed=lambda: None,
            keep=self.keep,
        )

    def keep(self, entry: JournalEntry) -> None:
        if self.disk_is_full:
            raise NotKept(Sentence("The disk is full."))
        self.kept.append(entry)

    def occupant(self, seat: Seat) -> Occupant:
        return self.table.seating.occupants[seat]

    def is_here(self, seat: Seat) -> bool:
        return self.occupant(seat).kind == "person" and self.occupant(seat).here

    @property
    def prompts(self) -> dict[Seat, int]:
        """The seats that are asked for a move, and what they are asked."""
        shown = [self.table.view(seat).match for seat in range(SEATS)]
        return {seat: play.prompt for seat, play in enumerate(shown) if play and play.prompt}

    @property
    def asked(self) -> dict[Seat, int]:
        """The people here who are asked for a move, and what they are asked."""
        return {seat: prompt for seat, prompt in self.prompts.items() if self.is_here(seat)}

    def do(self, whim: Whim) -> None:
        kind, seat, which = whim
        if kind in EVENTS:
            self.happen(kind, seat, which)
        elif kind == "act":
            self.act(seat, which)
        elif kind == "begin":
            self.begin()
        else:
            request = self.request(kind, seat, which)
            self.ask(ADA if kind == "owner" and which % 8 else seat, request)

    def begin(self) -> None:
        for seat in self.table.seating.open_seats:
            self.ask(ADA, SeatBot(seat, "easy"))
        self.ask(ADA, Start())

    def act(self, seat: Seat, which: int) -> None:
        """Make a move: mostly one that may be made, but now and then a wrong one, or too late."""
        asked, prompt = next(iter(self.asked.items()), (seat, which))
        play = self.table.view(asked).match
        if play and play.moves:
            self.ask(
                seat if which < 8 else asked, Act(play.moves[which % len(play.moves)]), prompt - (which == 8)
            )

    def ask(self, seat: Seat, request: Request, prompt: int = 0) -> None:
        """Ask, if one is here; what is refused must have changed nothing."""
        asks = seat if self.is_here(seat) else SPECTATOR
        before = self.looks()
        try:
            self.table.request(asks, request, prompt=prompt)
        except (Denied, IllegalMove, StaleMove, NotKept):
            assert self.looks() == before, request

    def request(self, kind: str, seat: Seat, which: int) -> Request:
        other = [*GAMES.values()][which // 8 % len(GAMES)]
        of_owners: Sequence[Request] = (
            *(Start(), Start(), Opt(choice_of(other.options())), Remove("Ada")),
            *(SeatBot(seat, "easy"), SeatBot(seat, "normal"), RemoveBot(seat), RemoveBot(which)),
        )
        match kind:
            case "undo":
                return Undo()
            case "again":
                return Again()
            case "pause":
                return Pause(on=which % 3 == 0)
            case "say":
                return Say("x" * which)
            case _:
                return of_owners[which % len(of_owners)]

    def happen(self, kind: str, seat: Seat, which: int) -> None:
        """Let something happen as the host tells it: only to people, and to seats that are free."""
        person = self.occupant(seat).kind == "person"
        full = self.disk_is_full
        self.disk_is_full = full and kind in {"time", "an hour"}
        match kind:
            case "time":
                self.time.let_pass(which / 4)
            case "an hour":
                self.play_on(moves=400)
            case "disk":
                full = not full
            case "sit" if seat in self.table.seating.open_seats:
                self.table.sit(seat, f"Person {which}")
            case "lost" if person:
                self.table.lost(seat)
            case "returned" if person and not self.occupant(seat).here:
                self.table.returned(seat)
            case "overdue" if person and not self.occupant(seat).here:
                self.table.stand_in(seat)
            case "stand up" if person and seat != ADA:
                self.table.stand_up(seat)
        self.disk_is_full = full

    def play_on(self, moves: int) -> None:
        """Let people move and time pass, until the game is over or waits."""
        for _ in range(moves):
            if self.table.playing and not self.table.paused:
                self.act(ADA, 9)
                self.time.let_pass(1)

    def looks(self) -> list[TableView]:
        return [self.table.view(seat) for seat in (SPECTATOR, *range(SEATS))]

    def check(self) -> None:
        """Nobody waits for ever, nothing piles up, and what was kept is all there is."""
        moving = {
            seat for seat in self.prompts if self.occupant(seat).kind == "left" or self.occupant(seat).level
        }
        waiting = 0 if self.table.paused else len(moving)
        clocks = len(self.time.alarms) - waiting
        assert clocks in {0, len(self.prompts)}, "the bots, and perhaps a clock for each seat that is asked"
        written = [msgspec.json.encode(JournalLine(entry)) for entry in self.kept]
        again = self.new_table(PlayedTime())
        again.restore(line.entry for line in read_lines(self.game, written))
        assert again.next_choice == self.table.next_choice
        for seat in (SPECTATOR, *range(SEATS)):
            one, other = lasting(again.view(seat)), lasting(self.table.view(seat))
            assert (one.match, one.log) == (other.match, other.log)
        assert [_kept(occupant) for occupant in again.seating.occupants] == [
            _kept(occupant) for occupant in self.table.seating.occupants
        ]


def _kept(occupant: Occupant) -> Occupant:
    """What of an occupant is still known when the host comes back."""
    return replace(occupant, here=True, again=False, pause=False)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@settings(max_examples=2)
@given(whims=WHIMS)
def test_an_evening_survives_all_whims(game: Game, whims: list[Whim]) -> None:
    evening = Evening(game)
    for number, whim in enumerate(whims):
        evening.do(whim)
        if number % 20 == 0:
            evening.check()
    evening.check()
    for seat in range(SEATS):
        sent = encode(evening.table.view(seat))
        assert encode(decode_table_view(sent)) == sent
