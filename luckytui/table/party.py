"""A party: the people and bots around one table, from the lobby through the game to the next one.

It is the same whether everybody plays in one process or over the network; only who calls it differs.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from random import Random

from msgspec.structs import replace

from luckytui.bots import LEVELS, make
from luckytui.bots.player import Bot
from luckytui.games.interface import SPECTATOR, Event, Game, Seat, Sentence
from luckytui.games.options import N_, Options
from luckytui.table.clock import Alarm, Clock, Time
from luckytui.table.entries import Began, Entry, Moved, NotKept, Opted, Seated, Undone
from luckytui.table.requests import Act, Again, RemoveBot, Request, SeatBot, Start, Undo
from luckytui.table.seeds import chance_of_bot, seed_of_game
from luckytui.table.snapshot import Chair, Scene
from luckytui.table.table import Table

DEFAULT_PACE = 0.9
"""How many seconds a bot waits before it moves, so that a person can follow."""

TURN_SECONDS = range(5, 601)
"""How many seconds a table may give everybody to decide."""

BOT_NAMES = ("Juno", "Otto", "Mina", "Bela", "Tove", "Kit", "Lumi", "Rolf", "Zita", "Nils", "Uma", "Pip")

_HASTE = (0.4, 2.0)
"""When several are asked at once, a bot takes any part of its pace from the first to the second number, so
that now a bot is quicker and now a person."""

_RETRY = 2.0
"""How many seconds later a move that could not be kept is tried again."""

_OPEN = Chair(kind="open")


class Denied(Exception):
    """A request that is not for this person, or not for now; nothing has changed. `reason` says why."""

    def __init__(self, reason: Sentence) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Party:
    """Who sits where, and the game they play.

    `changed` is called after every change that somebody can see; `ended` with each finished game's record;
    `keep` before everything that `restore` must be told of after a restart: if it raises NotKept, nothing has
    changed.
    `pace` is how long a bot waits before it moves, in seconds; `turn_seconds` how long anybody may take to
    decide where the rules set no limit of their own (0: as long as they like). Without a `time` of its own
    it goes by the asyncio loop, which has to run once the game has begun.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        *,
        name: str,
        seats: int,
        seed: str,
        pace: float = DEFAULT_PACE,
        turn_seconds: int = 0,
        time: Time | None = None,
        changed: Callable[[], None],
        ended: Callable[[Sequence[Event]], None] = lambda _: None,
        keep: Callable[[Entry], None] = lambda _: None,
    ) -> None:
        self.game = game
        self.options = options
        self.name = name
        self.pace = pace
        self._seed = seed
        self._changed = changed
        self._ended = ended
        self._keeper = keep
        self._restoring = False
        self._chairs = [_OPEN] * seats
        self._table: Table | None = None
        self._games = 0
        self._bots: dict[Seat, Bot] = {}
        self._turn_seconds = turn_seconds
        self._own_time = time
        self._clock = Clock(self._time, self._decide_for_the_slow)
        self._haste = Random(f"{seed}/haste")
        self._waiting: dict[int, Alarm] = {}

    def restore(self, entries: Iterable[Entry]) -> None:
        """Do again what was kept of a party like this one; every person's line is down afterwards.

        Raises IllegalMove or LookupError for entries of another party.
        """
        self._restoring = True
        for entry in entries:
            self._do_again(entry)
        self._restoring = False
        self._chairs = [replace(chair, here=chair.kind != "person") for chair in self._chairs]
        self._wake()

    def _keep(self, entry: Entry) -> None:
        if not self._restoring:
            self._keeper(entry)

    def _do_again(self, entry: Entry) -> None:
        match entry:
            case Seated(seat=seat, chair=chair):
                self._chairs[seat] = chair
            case Opted(options=options):
                self.options = options
            case Began():
                self._lay_table()
            case Moved(seat=seat, move=move) if self._table:
                self._table.submit(seat, self._table.prompts[seat], move)
            case Undone(seat=seat) if self._table:
                self._table.undo(seat)
            case _:
                raise LookupError(entry)

    # ── Who sits where ────────────────────────────────────────────────────────────────────────────

    @property
    def chairs(self) -> Sequence[Chair]:
        """Who sits at each seat."""
        return self._chairs

    @property
    def playing(self) -> bool:
        """Whether a game is going on."""
        return self._table is not None and self._table.result is None

    @property
    def open_seats(self) -> list[Seat]:
        """The seats that a person may take now."""
        return [seat for seat, chair in enumerate(self._chairs) if chair.kind in {"open", "left"}]

    def sit(self, seat: Seat, name: str) -> None:
        """Let a person take a seat. Raises NotKept."""
        self._set_chair(seat, Chair(kind="person", name=name))

    def stand_up(self, seat: Seat) -> None:
        """Let a person leave for good: in a game the seat plays its safe default moves from now on."""
        empty = replace(self._chairs[seat], kind="left") if self.playing else _OPEN
        try:
            self._set_chair(seat, empty)
        except NotKept:  # nobody can be made to stay
            self._chairs[seat] = empty

    def set_here(self, seat: Seat, *, here: bool) -> None:
        """Tell whether the line of the person at this seat stands."""
        self._set_chair(seat, replace(self._chairs[seat], here=here))

    def seat_bot(self, seat: Seat, level: str) -> None:
        """Let a bot play a seat that nobody has. Raises Denied when somebody has it, or NotKept."""
        if seat not in self.open_seats:
            raise Denied(Sentence(N_("That seat is taken.")))
        taken = {chair.name for other, chair in enumerate(self._chairs) if other != seat}
        name = next(name for name in BOT_NAMES if name not in taken)
        self._set_chair(seat, Chair(kind="bot", name=name, level=level))

    def _set_chair(self, seat: Seat, chair: Chair) -> None:
        if _lasting(chair) != _lasting(self._chairs[seat]):
            self._keep(Seated(seat, _lasting(chair)))
            self._bots.pop(seat, None)
        self._chairs[seat] = chair
        self._start_again_if_all_want()
        self._wake()
        self._changed()

    # ── What a person asks for ────────────────────────────────────────────────────────────────────

    def request(self, seat: Seat, request: Request, *, prompt: int = 0, owner: bool) -> None:
        """Do what a person asks for.

        Raises IllegalMove or StaleMove for a move that cannot be made, NotKept for what cannot be kept, and
        Denied for anything else.
        """
        match request:
            case Act(move=move) if self._table:
                self._table.submit(seat, prompt, move)
                self._moved()
            case Undo() if self._table:
                self._table.undo(seat)
                self._moved()
            case Again() if self._table and not self.playing and seat != SPECTATOR:
                self._set_chair(seat, replace(self._chairs[seat], again=True))
            case Start() | SeatBot() | RemoveBot() if not owner:
                raise Denied(Sentence(N_("Only the person who opened the table can do that.")))
            case Start():
                self.start()
            case SeatBot(seat=chair, level=level) if level in LEVELS:
                self.seat_bot(chair, level)
            case RemoveBot(seat=chair) if not self.playing and self._is(chair, "bot"):
                self._set_chair(chair, _OPEN)
            case _:
                raise Denied(Sentence(N_("That cannot be done now.")))

    def start(self) -> None:
        """Begin the game. Raises Denied while a seat is open or a game is going on, or NotKept."""
        if self.playing:
            raise Denied(Sentence(N_("The game has begun already.")))
        if self.open_seats:
            raise Denied(Sentence(N_("There are open seats: wait for somebody, or seat bots there.")))
        self._keep(Began())
        self._lay_table()
        self._moved()

    def scene(self, seat: Seat, *, owner: bool) -> Scene:
        """Return the table as the person at this seat may see it."""
        return Scene(
            game=self.game.key,
            name=self.name,
            options=self.options,
            chairs=tuple(self._chairs),
            seat=seat,
            owner=owner,
            play=self._table.snapshot(seat, self._clock.left()) if self._table else None,
        )

    def close(self) -> None:
        """Let the bots rest: nothing moves by itself any more."""
        self._clock.stop()
        for alarm in self._waiting.values():
            alarm.cancel()
        self._waiting.clear()

    def _lay_table(self) -> None:
        """Begin the next game with those who sit there."""
        self._games += 1
        self._chairs = [replace(chair, again=False) for chair in self._chairs]
        self._bots = {}
        self._table = Table(
            self.game,
            self.options,
            [chair.name for chair in self._chairs],
            seed_of_game(self._seed, self._games),
            keep=self._keep,
        )

    def _bot(self, seat: Seat) -> Bot:
        """Return the bot that plays this seat, which may remember what it saw in this game."""
        if seat not in self._bots:
            chance = chance_of_bot(seed_of_game(self._seed, self._games), seat)
            self._bots[seat] = make(self.game.key, self._chairs[seat].level, chance)
        return self._bots[seat]

    def _is(self, seat: Seat, kind: str) -> bool:
        return seat in range(len(self._chairs)) and self._chairs[seat].kind == kind

    def _start_again_if_all_want(self) -> None:
        here = [chair for chair in self._chairs if chair.kind == "person" and chair.here]
        over = self._table is not None and not self.playing
        if over and here and all(chair.again for chair in here) and not self.open_seats:
            self.start()

    # ── What moves by itself ──────────────────────────────────────────────────────────────────────

    def _moved(self) -> None:
        """Go on after a move: tell those who look on, and wake whoever moves by itself."""
        assert self._table is not None  # noqa: S101 - only a game in play has moved
        if self._table.result is not None:
            self._ended(self._table.record)
        self._wake()
        self._changed()

    def _time(self) -> Time:
        return self._own_time or asyncio.get_running_loop()

    def _wake(self) -> None:
        """Start the clock for those who are asked, and give whoever moves by itself its moment to wait."""
        prompts = self._table.prompts if self._table else {}
        for answered in self._waiting.keys() - set(prompts.values()):
            self._waiting.pop(answered).cancel()
        for seat, prompt in prompts.items():
            if self._chairs[seat].kind in {"bot", "left"} and prompt not in self._waiting:
                moment = self.pace * (self._haste.uniform(*_HASTE) if len(prompts) > 1 else 1)
                move = partial(self._move_by_itself, seat, prompt)
                self._waiting[prompt] = self._time().call_later(moment, move)
        if self._table:
            self._clock.watch(prompts.values(), self._table.clock or self._turn_seconds)

    def _move_by_itself(self, seat: Seat, prompt: int) -> None:
        del self._waiting[prompt]
        try:
            self._move_for(seat, prompt)
        except NotKept:
            again = partial(self._move_by_itself, seat, prompt)
            self._waiting[prompt] = self._time().call_later(_RETRY, again)
        else:
            self._moved()

    def _move_for(self, seat: Seat, prompt: int) -> None:
        """Make a bot's move, or the safe default one for somebody who has left."""
        assert self._table is not None  # noqa: S101 - a game was in play when this was set
        match self._chairs[seat].kind:
            case "bot":
                shown = self._table.snapshot(seat)
                self._table.submit(seat, prompt, self._bot(seat).choose(shown.view, shown.moves))
            case "left":
                self._table.submit_fallback(seat)

    def _decide_for_the_slow(self) -> None:
        """Make the safe default move for everybody who has not answered in time."""
        assert self._table is not None  # noqa: S101 - the clock runs for a game in play
        with suppress(NotKept):  # then the time begins anew
            for seat, prompt in self._table.prompts.items():
                if self._table.prompts.get(seat) == prompt:
                    self._table.submit_fallback(seat)
        self._moved()


def _lasting(chair: Chair) -> Chair:
    """Return of a chair what outlives the host."""
    return replace(chair, here=True, again=False)
