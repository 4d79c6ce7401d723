"""A party: the people and bots around one table, from the lobby through the game to the next one.

It is the same whether everybody plays in one process or over the network; only who calls it differs.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from msgspec.structs import replace

from luckytui.bots import LEVELS, make
from luckytui.bots.player import Bot
from luckytui.games.interface import SPECTATOR, Event, Game, Seat, Sentence
from luckytui.games.options import N_, Options
from luckytui.table.clock import Alarm, Clock, Time
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

_OPEN = Chair(kind="open")


class Denied(Exception):
    """A request that is not for this person, or not for now; nothing has changed. `reason` says why."""

    def __init__(self, reason: Sentence) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Party:
    """Who sits where, and the game they play.

    `changed` is called after every change that somebody can see; `ended` with each finished game's record.
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
    ) -> None:
        self.game = game
        self.options = options
        self.name = name
        self.pace = pace
        self._seed = seed
        self._changed = changed
        self._ended = ended
        self._chairs = [_OPEN] * seats
        self._table: Table | None = None
        self._games = 0
        self._bots: dict[Seat, Bot] = {}
        self._turn_seconds = turn_seconds
        self._own_time = time
        self._clock = Clock(self._time, self._decide_for_the_slow)
        self._haste = Random(f"{seed}/haste")
        self._waiting: dict[int, Alarm] = {}

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
        """Let a person take a seat."""
        self._set_chair(seat, Chair(kind="person", name=name))

    def stand_up(self, seat: Seat) -> None:
        """Let a person leave for good: in a game the seat plays its safe default moves from now on."""
        self._set_chair(seat, replace(self._chairs[seat], kind="left") if self.playing else _OPEN)

    def set_here(self, seat: Seat, *, here: bool) -> None:
        """Tell whether the line of the person at this seat stands."""
        self._set_chair(seat, replace(self._chairs[seat], here=here))

    def seat_bot(self, seat: Seat, level: str) -> None:
        """Let a bot play a seat that nobody has. Raises Denied when somebody has it."""
        if seat not in self.open_seats:
            raise Denied(Sentence(N_("That seat is taken.")))
        taken = {chair.name for other, chair in enumerate(self._chairs) if other != seat}
        name = next(name for name in BOT_NAMES if name not in taken)
        if self.playing:
            self._bots[seat] = self._make_bot(seat, level)
        self._set_chair(seat, Chair(kind="bot", name=name, level=level))

    def _set_chair(self, seat: Seat, chair: Chair) -> None:
        self._chairs[seat] = chair
        self._start_again_if_all_want()
        self._wake()
        self._changed()

    # ── What a person asks for ────────────────────────────────────────────────────────────────────

    def request(self, seat: Seat, request: Request, *, prompt: int = 0, owner: bool) -> None:
        """Do what a person asks for.

        Raises IllegalMove or StaleMove for a move that cannot be made, Denied for anything else.
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
        """Begin the game. Raises Denied while a seat is open or a game is going on."""
        if self.playing:
            raise Denied(Sentence(N_("The game has begun already.")))
        if self.open_seats:
            raise Denied(Sentence(N_("There are open seats: wait for somebody, or seat bots there.")))
        self._games += 1
        seed = seed_of_game(self._seed, self._games)
        self._chairs = [replace(chair, again=False) for chair in self._chairs]
        self._table = Table(self.game, self.options, [chair.name for chair in self._chairs], seed)
        self._bots = {
            seat: self._make_bot(seat, chair.level)
            for seat, chair in enumerate(self._chairs)
            if chair.kind == "bot"
        }
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

    def _make_bot(self, seat: Seat, level: str) -> Bot:
        chance = chance_of_bot(seed_of_game(self._seed, self._games), seat)
        return make(self.game.key, level, chance)

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
        assert self._table is not None  # noqa: S101 - a game was in play when this was set
        match self._chairs[seat].kind:
            case "bot":
                shown = self._table.snapshot(seat)
                self._table.submit(seat, prompt, self._bots[seat].choose(shown.view, shown.moves))
            case "left":
                self._table.submit_fallback(seat)
            case _:
                return
        self._moved()

    def _decide_for_the_slow(self) -> None:
        """Make the safe default move for everybody who has not answered in time."""
        assert self._table is not None  # noqa: S101 - the clock runs for a game in play
        for seat, prompt in self._table.prompts.items():
            if self._table.prompts.get(seat) == prompt:
                self._table.submit_fallback(seat)
        self._moved()
