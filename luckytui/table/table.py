"""A party: the people and bots around one table, from the lobby through the game to the next one.

It is the same whether everybody plays in one process or over the network; only who calls it differs.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from random import Random

from msgspec.structs import replace

from luckytui.bots import LEVELS
from luckytui.games.interface import Game, Seat
from luckytui.games.options import Options
from luckytui.table.bot_seats import BotSeats
from luckytui.table.chat import Chat
from luckytui.table.clock import Clock, Time
from luckytui.table.journal_entries import Began, JournalEntry, Moved, NotKept, Opted, Seated, Undone
from luckytui.table.match import Match
from luckytui.table.occupants import (
    OPEN,
    all_ask_for_a_pause,
    all_want_another_game,
    away,
    bot_name,
    lasting,
    moves_by_itself,
    open_seats,
)
from luckytui.table.record import Record
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
from luckytui.table.seeds import seed_of_game
from luckytui.table.spec import DEFAULT_PACE
from luckytui.table.timers import RETRY, MoveTimers
from luckytui.table.views import MatchView, Occupant, TableView
from luckytui.text import N_, Sentence

log = logging.getLogger(__name__)

_STAND_IN = "normal"
"""How well a bot plays for a person who has been away too long."""


def utc_now() -> str:
    """Return the date and the time in UTC, as records have it (ISO 8601)."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Table:
    """Who sits where, and the game they play.

    The person at the seat of the `owner` may do more than others; None: nobody does.
    `changed` is called after every change that somebody can see; `ended` with each finished game's record;
    `keep` before everything that `restore` must be told of after a restart: if it raises NotKept, nothing has
    changed.
    `pace` is how long a bot waits before it moves, in seconds; `turn_seconds` how long anybody may take to
    decide where the rules set no limit of their own (0: as long as they like). Without a `time` of its own
    it goes by the asyncio loop, which has to run once the game has begun. `now` gives the date of a game.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        *,
        name: str,
        seats: int,
        owner: Seat | None = None,
        seed: str,
        pace: float = DEFAULT_PACE,
        turn_seconds: int = 0,
        time: Time | None = None,
        now: Callable[[], str] = utc_now,
        changed: Callable[[], None],
        ended: Callable[[Record], None] = lambda _: None,
        keep: Callable[[JournalEntry], None] = lambda _: None,
    ) -> None:
        self.game = game
        self.options = options
        self.name = name
        self._owner = owner
        self._seed = seed
        self._changed = changed
        self._ended = ended
        self._keeper = keep
        self._restoring = False
        self._closed = False
        self._occupants = [OPEN] * seats
        self._watchers: tuple[str, ...] = ()
        self._chat = Chat(self._time)
        self._match: Match | None = None
        self._games = 0
        self._bots = BotSeats(game, seed)
        self._told_when_lost: dict[Seat, int] = {}
        """How many events had been told when a seat's line went down the last time, until the seat moves."""
        self._turn_seconds = turn_seconds
        self._own_time = time
        self._now = now
        self._clock = Clock(self._time, self._decide_for)
        self._timers = MoveTimers(self._time, pace, Random(f"{seed}/haste"), self._move_by_itself)

    def restore(self, entries: Iterable[JournalEntry]) -> None:
        """Do again what was kept of a party like this one; every person's line is down afterwards.

        The end of a game that is over is told once more.
        Raises IllegalMove or LookupError for entries of another party.
        """
        self._restoring = True
        for entry in entries:
            self._do_again(entry)
        self._restoring = False
        self._occupants = [replace(occupant, here=occupant.kind != "person") for occupant in self._occupants]
        if self._match:
            self._told_when_lost = dict.fromkeys(away(self._occupants), self._match.happened)
            if self._match.result is not None:
                self._ended(self._match.record)
        self._wake()

    def _keep(self, entry: JournalEntry) -> None:
        if not self._restoring:
            self._keeper(entry)

    def _do_again(self, entry: JournalEntry) -> None:
        match entry:
            case Seated(seat=seat, occupant=occupant):
                self._occupants[seat] = occupant
            case Opted(options=options):
                self.options = options
            case Began(game=number, played=played):
                self._lay_table(number, played)
            case Moved(seat=seat, move=move, timed_out=timed_out) if self._match:
                self._match.submit(seat, self._match.prompts[seat], move, timed_out=timed_out)
            case Undone(seat=seat) if self._match:
                self._match.undo(seat)
            case _:
                raise LookupError(entry)

    # ── Who sits where ────────────────────────────────────────────────────────────────────────────

    @property
    def occupants(self) -> Sequence[Occupant]:
        """Who sits at each seat."""
        return self._occupants

    @property
    def playing(self) -> bool:
        """Whether a game is going on."""
        return self._match is not None and self._match.result is None

    @property
    def begun(self) -> bool:
        """Whether a game has ever begun here."""
        return self._match is not None

    @property
    def open_seats(self) -> list[Seat]:
        """The seats that a person may take now."""
        return open_seats(self._occupants)

    def sit(self, seat: Seat, name: str) -> None:
        """Let a person take a seat."""
        self._told_when_lost.pop(seat, None)
        self._happened(seat, Occupant(kind="person", name=name))

    def stand_up(self, seat: Seat) -> None:
        """Let a person leave for good: in a game the seat plays its safe default moves from now on."""
        self._happened(seat, Occupant(kind="left", name=self._occupants[seat].name) if self.playing else OPEN)

    def lost(self, seat: Seat) -> None:
        """Show that the person at this seat lost the connection, and asks for no pause any longer."""
        if self._match and self._occupants[seat].here:
            self._told_when_lost[seat] = self._match.happened
        self._happened(seat, replace(self._occupants[seat], here=False, pause=False))

    def returned(self, seat: Seat) -> None:
        """Show that the line stands again; a bot that stood in gives the seat back."""
        self._happened(seat, replace(self._occupants[seat], here=True, level=""))

    def stand_in(self, seat: Seat) -> None:
        """Let a bot play for a person who has been away too long, until that person is back."""
        if self._occupants[seat].level == "":
            self._happened(seat, replace(self._occupants[seat], level=_STAND_IN))

    def seat_bot(self, seat: Seat, level: str) -> None:
        """Let a bot play a seat that nobody has. Raises Denied when somebody has it, or NotKept."""
        if seat not in self.open_seats:
            raise Denied(Sentence(N_("That seat is taken.")))
        others = [occupant.name for other, occupant in enumerate(self._occupants) if other != seat]
        name = bot_name([*others, *self._watchers])
        self._set_occupant(seat, Occupant(kind="bot", name=name, level=level))

    def watched_by(self, names: Sequence[str]) -> None:
        """Show who watches."""
        if self._watchers != tuple(names):
            self._watchers = tuple(names)
            self._changed()

    def _happened(self, seat: Seat, occupant: Occupant) -> None:
        """Show what has become of a person: nobody is made to stay, or kept away, by a disk that is full."""
        try:
            self._set_occupant(seat, occupant)
        except NotKept:
            log.warning("It is not kept who has seat %s", seat)
            self._put_on(seat, occupant)

    def _set_occupant(self, seat: Seat, occupant: Occupant) -> None:
        """Show who sits there from now on, and how. Raises NotKept."""
        if lasting(occupant) != lasting(self._occupants[seat]):
            self._keep(Seated(seat, lasting(occupant)))
        self._put_on(seat, occupant)

    def _put_on(self, seat: Seat, occupant: Occupant) -> None:
        self._occupants[seat] = occupant
        if self._next_game_is_wanted:
            with suppress(NotKept):  # whoever asks for it once more is told
                self.start()
        self._wake()
        self._changed()

    # ── What a person asks for ────────────────────────────────────────────────────────────────────

    def request(self, seat: Seat, request: Request, *, prompt: int = 0) -> None:
        """Do what a person asks for.

        Raises IllegalMove or StaleMove for a move that cannot be made, NotKept for what cannot be kept, and
        Denied for anything else.
        """
        match request:
            case Say(text=text) if self._is(seat, "person"):
                self.say(self._occupants[seat].name, text)
            case Act() | Undo() if self.paused:
                raise Denied(
                    Sentence(N_("The game is paused. A player who asked for the pause can resume it."))
                )
            case Act(move=move) if self._match:
                self._match.submit(seat, prompt, move)
                self._moved(by=seat)
            case Undo() if self._match:
                self._match.undo(seat)
                self._moved(by=seat)
            case Pause(on=on) if self.playing and self._is(seat, "person"):
                self._set_occupant(seat, replace(self._occupants[seat], pause=on))
            case Again() if self._match and not self.playing and self._is(seat, "person"):
                self._want_another_game(seat)
            case Start() | SeatBot() | RemoveBot() | Opt() | Remove() if seat != self._owner:
                raise Denied(Sentence(N_("Only the person who opened the table can do that.")))
            case Start():
                self.start()
            case SeatBot(seat=other, level=level) if level in LEVELS:
                self._seat_bot_or_stand_in(other, level)
            case RemoveBot(seat=other) if self._is(other, "person") and self._occupants[other].level:
                self._set_occupant(other, replace(self._occupants[other], level=""))
            case RemoveBot(seat=other) if not self.playing and self._is(other, "bot"):
                self._set_occupant(other, OPEN)
            case Opt(options=options) if not self.playing:
                self._opt(options)
            case _:
                raise Denied(Sentence(N_("That cannot be done now.")))

    def say(self, name: str, text: str) -> None:
        """Let everybody read what a person here, or one who watches, has to say. Raises Denied."""
        self._chat.say(name, text)
        self._changed()

    def start(self) -> None:
        """Begin the game. Raises Denied while a seat is open or a game is going on, or NotKept."""
        if self.playing:
            raise Denied(Sentence(N_("The game has begun already.")))
        if self.open_seats:
            raise Denied(Sentence(N_("There are open seats: wait for somebody, or seat bots there.")))
        number, played = self._games + 1, self._now()
        self._keep(Began(number, played))
        self._lay_table(number, played)
        self._moved()

    def view(self, seat: Seat) -> TableView:
        """Return the table as the person at this seat may see it."""
        return TableView(
            game=self.game.key,
            name=self.name,
            options=self.options,
            occupants=tuple(self._occupants),
            seat=seat,
            owner=seat == self._owner,
            match=self._match_view(seat),
            paused=self.paused,
            said=self._chat.lines,
            watchers=self._watchers,
        )

    def close(self) -> None:
        """Let the bots rest: nothing moves by itself any more."""
        self._closed = True
        self._clock.stop()
        self._timers.wait_for({}, together=False)

    def _match_view(self, seat: Seat) -> MatchView | None:
        if self._match is None:
            return None
        told = self._match.happened
        return self._match.view(seat, self._clock.left(seat), told - self._told_when_lost.get(seat, told))

    def _want_another_game(self, seat: Seat) -> None:
        """Note that this person wants another game; it begins with the last one. Raises NotKept."""
        before = self._occupants[seat]
        self._occupants[seat] = replace(before, again=True)
        if not self._next_game_is_wanted:
            self._changed()
            return
        try:
            self.start()
        except NotKept:
            self._occupants[seat] = before
            raise

    @property
    def _next_game_is_wanted(self) -> bool:
        over = self._match is not None and not self.playing
        return over and all_want_another_game(self._occupants)

    def _seat_bot_or_stand_in(self, seat: Seat, level: str) -> None:
        if self.playing and seat in away(self._occupants):
            self._set_occupant(seat, replace(self._occupants[seat], level=level))
        else:
            self.seat_bot(seat, level)

    def _opt(self, options: Options) -> None:
        """Change what the next game is played by; who has agreed to another one did not agree to this."""
        self._keep(Opted(options))
        self.options = options
        self._occupants = [replace(occupant, again=False) for occupant in self._occupants]
        self._changed()

    def _lay_table(self, number: int, played: str) -> None:
        """Begin the next game with those who sit there."""
        self._games = number
        self._occupants = [replace(occupant, again=False) for occupant in self._occupants]
        self._told_when_lost = dict.fromkeys(away(self._occupants), 0)
        seed = seed_of_game(self._seed, number)
        names = [occupant.name for occupant in self._occupants]
        self._bots = BotSeats(self.game, seed)
        self._match = Match(
            self.game, self.options, names, seed, number=number, played=played, keep=self._keep
        )

    def _is(self, seat: Seat, kind: str) -> bool:
        return seat in range(len(self._occupants)) and self._occupants[seat].kind == kind

    # ── What moves by itself, and when nothing does ───────────────────────────────────────────────

    @property
    def paused(self) -> bool:
        """Whether the game waits: the owner asked for it, or everyone who is here, or nobody is here."""
        owner_asks = self._owner is not None and self._occupants[self._owner].pause
        return self.playing and (owner_asks or all_ask_for_a_pause(self._occupants))

    def _moved(self, by: Seat | None = None) -> None:
        """Go on after a move: tell those who look on, and wake whoever moves by itself."""
        assert self._match is not None  # noqa: S101 - only a game in play has moved
        told = self._match.happened
        self._told_when_lost = {
            seat: min(before, told) for seat, before in self._told_when_lost.items() if seat != by
        }
        if self._match.result is not None:
            self._occupants = [replace(occupant, pause=False) for occupant in self._occupants]
            self._ended(self._match.record)
        self._wake()
        self._changed()

    def _time(self) -> Time:
        return self._own_time or asyncio.get_running_loop()

    def _wake(self) -> None:
        """Let the clock run, and give whoever moves by itself its moment to wait; while paused, both rest."""
        if self._match is None or self._closed:
            return
        prompts = {} if self.paused else self._match.prompts
        if self.paused:
            self._clock.pause()
        else:
            self._clock.watch(self._match.settled, prompts, self._match.clock or self._turn_seconds)
        movers = {seat: prompt for seat, prompt in prompts.items() if moves_by_itself(self._occupants[seat])}
        self._timers.wait_for(movers, together=len(prompts) > 1)

    def _move_by_itself(self, seat: Seat, prompt: int) -> None:
        """Make a bot's move, or the safe default one for somebody who has left. Raises NotKept."""
        assert self._match is not None  # noqa: S101 - a game was in play when this was set
        level = self._occupants[seat].level
        move = self._bots.choose(seat, level, self._match.view(seat)) if level else None
        if move is None:
            self._match.submit_fallback(seat)
        else:
            self._match.submit(seat, prompt, move)
        self._moved()

    def _decide_for(self, seat: Seat) -> None:
        """Make the safe default moves for somebody who took too long, until the game has gone on."""
        assert self._match is not None  # noqa: S101 - the clock runs for a game in play
        position = self._match.settled
        try:
            while seat in self._match.prompts and self._match.settled == position:
                self._match.submit_fallback(seat, timed_out=True)
        except NotKept:
            self._clock.give(seat, RETRY)
        self._moved()
