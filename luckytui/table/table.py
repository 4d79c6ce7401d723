"""A table: the people and bots around it, from the lobby through the game to the next one.

It is the same in one process and over the network; only its caller differs.
"""

from asyncio import AbstractEventLoop, get_running_loop
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import cycle
from typing import Any

from msgspec.structs import replace

from luckytui.bots import LEVELS, USUAL
from luckytui.games import GAMES, PACKS
from luckytui.games.interface import SPECTATOR, Seat, Share, Shares
from luckytui.table import journal_entries as journal
from luckytui.table import requests
from luckytui.table.dealer import seed_of_shares
from luckytui.table.exchange import Exchanges, Person
from luckytui.table.live_match import LiveMatch
from luckytui.table.match import Log, Match
from luckytui.table.record import Record
from luckytui.table.requests import Denied
from luckytui.table.seating import OPEN, Chat, Seating, bot_name
from luckytui.table.spec import GameChoice, TableSpec, choice_of, wins_series
from luckytui.table.views import Door, Occupant, ReviewView, TableView, may
from luckytui.text import N_


def utc_now() -> str:
    """Return the date and the time in UTC, as records have it (ISO 8601)."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Table:
    """Who sits where, and the game they play.

    `changed` is called after each change that somebody can see; `ended` with the record of each game;
    `keep` with each entry that `restore` needs, before it happens: if it raises NotKept, nothing has changed.
    `look` gives what names that look alike have in common: no bot is called like somebody here.
    `time` gives the clock that the table goes by, once a game is started.
    If the spec names no seed, the programs of `contributors` help to make it; those of `guests` run at the
    host, so they cannot. `is_sending_record`: somebody is still being sent the record of the latest game.
    """

    def __init__(
        self,
        spec: TableSpec,
        *,
        owner: Seat | None = None,
        time: Callable[[], AbstractEventLoop] = get_running_loop,
        changed: Callable[[], None],
        ended: Callable[[Record], None] = lambda _: None,
        keep: Callable[[journal.JournalEntry], None] = lambda _: None,
        look: Callable[[str], str] = str.casefold,
        contributors: Callable[[], Iterable[Person]] = tuple,
        guests: Callable[[], Iterable[Person]] = tuple,
        is_sending_record: Callable[[], bool] = lambda: False,
    ) -> None:
        """Open the table; all seats are open, also those that the spec has bots for."""
        self.spec = spec
        self.choice = choice_of(spec.options)
        """What is played, or was last."""
        self.next_choice = self.choice
        """What is played next."""
        self.seating = Seating(spec.seats, owner, self._keep)
        self.exchanges = Exchanges(
            seated=lambda: self.seating.people - {*guests()},
            contributors=contributors,
            keep=self._keep,
            changed=changed,
            deal=self._deal,
            time=time,
            is_sending_record=is_sending_record,
        )
        """How the seeds of games and the check words are made."""
        self._time = time
        self._changed = changed
        self._ended = ended
        self._keeper = keep
        self._look = look
        self._restoring = False
        self._closed = False
        self._watchers: tuple[str, ...] = ()
        self._chat = Chat(time)
        self._log = Log(spec.seats)
        self._live: LiveMatch | None = None
        self.games = 0
        """The number of the latest game that has begun."""
        self._won: tuple[tuple[str, ...], ...] = ()
        """Who won each game that is over: at this table, or in the series."""
        self._review: ReviewView | None = None

    def seat_bots(self) -> None:
        """Seat the bots that the table has from the start. Raises NotKept."""
        seats = range(self.spec.seats - self.spec.bots, self.spec.seats)
        for seat, level in zip(seats, cycle(self.spec.levels), strict=False):
            self.seat_bot(seat, level)

    def restore(self, entries: Iterable[journal.JournalEntry]) -> None:
        """Replay what was kept of this table. Afterwards, nobody is connected yet.

        `ended` is called again for a game that is over. Raises UserError or LookupError for wrong entries.
        """
        self._restoring = True
        for entry in entries:
            self._do_again(entry)
        self._restoring = False
        self.seating.lose_all_connections()
        if self._live:
            self._live.lost(self.seating.away)
            self._note_winners(self._live.match)
            if not self.playing:
                self._ended(self._live.match.record)
        self._go_on()

    def _do_again(self, entry: journal.JournalEntry) -> None:
        match entry:
            case journal.Seated(seat=seat, occupant=occupant):
                self.seating.put(seat, occupant)
            case journal.Opted(choice=choice):
                self.next_choice = choice
            case journal.Committed() | journal.Gave() | journal.Listed():
                self.exchanges.do(entry)
            case journal.Began():
                if self._live:  # its record can be fetched until the next game is over
                    self._ended(self._live.match.record)
                self._begin(entry)
            case journal.Moved(seat=seat, move=move, timed_out=timed_out) if self._live:
                self._live.match.submit(seat, self._live.match.prompts[seat], move, timed_out=timed_out)
            case journal.Undone(seat=seat) if self._live:
                self._live.match.undo(seat, self._live.match.prompts.get(seat, 0))
            case journal.Admitting():  # is for the host
                pass
            case _:
                raise LookupError(entry)

    def _keep(self, entry: journal.JournalEntry) -> None:
        """Keep an entry, unless it is being restored. Raises NotKept."""
        if not self._restoring:
            self._keeper(entry)

    @property
    def playing(self) -> bool:
        """Whether a game is going on, or its seed is being made."""
        return self.exchanges.is_dealing or (self._live is not None and self._live.match.result is None)

    @property
    def begun(self) -> bool:
        """Whether a game has ever begun here."""
        return self._live is not None

    @property
    def paused(self) -> bool:
        """Whether the game waits: the owner asked for it, or everyone who is here, or nobody is here."""
        return self.playing and self.seating.asks_for_pause

    def view(self, seat: Seat, known: str = "") -> TableView:
        """Return the table as the person at this seat may see it, with what is not `known` of the log."""
        return next(self.views([(seat, known)]))

    def views(self, persons: Iterable[tuple[Seat, str]], door: Door | None = None) -> Iterator[TableView]:
        """Yield the table as each of these persons may see it; only players see the `door`."""
        shown = self.choice if self._live else self.next_choice
        playing = self.playing
        names = self._live.match.names if self._live else ()
        common = TableView(
            game=shown.game,
            name=self.spec.name,
            options=shown.options,
            next=None if self.next_choice == shown else self.next_choice,
            occupants=tuple(self.seating.occupants),
            seat=SPECTATOR,
            paused=playing and self.seating.asks_for_pause,
            turn_seconds=self.spec.turn_seconds,
            undo=self.spec.undo,
            hints=self.spec.hints and bool(PACKS[shown.game].worth),
            watchers=self._watchers,
            review=self._review,
            best_of=self.spec.best_of,
            won=tuple(
                tuple(seat for seat, name in enumerate(names) if name in winners) for winners in self._won
            ),
        )
        for seat, known in persons:
            log_id, log_start, log = self._log.after(seat, known)
            table_view = replace(
                common,
                seat=seat,
                owner=seat == self.seating.owner,
                door=None if seat == SPECTATOR else door,
                match=self._live.view(seat) if self._live else None,
                log_id=log_id,
                log_start=log_start,
                log=log,
            )
            yield replace(table_view, may=may(table_view, playing=playing))

    # ── People come and go ────────────────────────────────────────────────────────────────────────

    def sit(self, seat: Seat, name: str) -> None:
        """Let a person take a seat."""
        self._log.forget_absences(seat)
        self._put(seat, Occupant(kind="person", name=name), anyway=True)

    def stand_up(self, seat: Seat) -> None:
        """Let a person leave for good: in a game the seat makes safe moves from now on."""
        left = Occupant(kind="left", name=self.seating.occupants[seat].name)
        self._put(seat, left if self.playing else OPEN, anyway=True)

    def lost(self, seat: Seat) -> None:
        """Note that the person at this seat lost the connection, which ends their request for a pause."""
        if self._live and self.seating.occupants[seat].here:
            self._live.lost([seat])
        self._put(seat, here=False, pause=False, anyway=True)

    def returned(self, seat: Seat) -> None:
        """Note that the person is back. A bot that stood in gives the seat back."""
        if self._live:
            self._live.returned(seat)
        self._put(seat, here=True, level="", anyway=True)
        self.exchanges.returned()

    def stand_in(self, seat: Seat) -> None:
        """Let a bot play for a person who has been away too long, until that person is back."""
        if not self.seating.occupants[seat].level:
            self._put(seat, level=USUAL, anyway=True)

    def watched_by(self, names: Sequence[str]) -> None:
        """Show who watches."""
        if self._watchers != tuple(names):
            self._watchers = tuple(names)
            self._changed()

    def say(self, name: str, text: str) -> None:
        """Add to the chat what a player or a watcher says. Raises Denied."""
        self._log.add(self._chat.line(name, text))
        self._changed()

    def close(self) -> None:
        """Stop the clock, the bots and the exchanges."""
        self._closed = True
        self.exchanges.stop()
        self._go_on()

    # ── Requests ──────────────────────────────────────────────────────────────────────────────────

    def request(self, seat: Seat, request: requests.Request, *, prompt: int = 0) -> None:
        """Do what the person at a seat asks for; a move answers the `prompt`, and taking one back names it.

        Raises IllegalMove or StaleMove for a move, NotKept for what cannot be kept, and UserError.
        """
        match request:
            case requests.Say(text=text) if self.seating.is_person(seat):
                self.say(self.seating.occupants[seat].name, text)
            case requests.Act() | requests.Undo() if self.paused:
                raise Denied(N_("The game is paused. A player who asked for the pause can resume it."))
            case requests.Act(move=move) if self._live:
                self._live.match.submit(seat, prompt, move)
                self._moved()
            case requests.Undo() if self._live:
                self._live.match.undo(seat, prompt)
                self._moved()
            case requests.Pause(on=on) if {"pause", "resume"} & self._allowed(seat).keys():
                self._put(seat, pause=on)
            case requests.Again() if "again" in self._allowed(seat):
                self._want_another_game(seat)
            # Without "review" in `may` somebody else leads: `_lead_review` says who.
            case requests.Review(step=step) if "again" in self._allowed(seat):
                self._lead_review(seat, step)
            case requests.OwnersRequest() if seat != self.seating.owner:
                raise Denied(N_("Only the host can do that."))
            case requests.Start():
                self.start()
            case requests.SeatBot(seat=other, level=level) if level in LEVELS:
                self.seat_bot(other, level)
            case requests.RemoveBot(seat=other) if other in self._allowed(seat).get("removebot", ()):
                is_person = self.seating.is_person(other)
                self._put(other, replace(self.seating.occupants[other], level="") if is_person else OPEN)
            case requests.Opt(choice=choice) if "opt" in self._allowed(seat):
                self._choose(choice)
            case _:
                raise Denied(N_("That cannot be done now."))

    def _allowed(self, seat: Seat) -> dict[str, tuple[Seat, ...]]:
        return self.view(seat).may

    def _lead_review(self, seat: Seat, step: int | None) -> None:
        """Show everyone where a person is in the game that is over. Raises Denied if somebody else leads."""
        if self._review and self._review.seat != seat:
            name = self.seating.occupants[self._review.seat].name
            raise Denied(N_("{name} leads the review already."), name=name)
        self._review = None if step is None else ReviewView(seat=seat, step=max(0, step))
        self._changed()

    def _want_another_game(self, seat: Seat) -> None:
        """Note that a person wants another game; it begins with the last one. Raises NotKept."""
        before = self.seating.occupants[seat]
        self.seating.put(seat, replace(before, again=True))
        try:
            if self.seating.wants_another_game:
                self.start()
            else:
                self._changed()
        except journal.NotKept:
            self.seating.put(seat, before)
            raise

    def start(self) -> None:
        """Begin the next game. Raises Denied while a seat is open or a game is going on, or NotKept.

        First the `exchanges` make a seed, unless the spec names one; `_deal` keeps the beginning of the game,
        and `_begin` makes its match. At a closed table nothing begins, though people may still come and go.
        """
        if self._closed:
            return
        if self.playing:
            raise Denied(N_("The game has begun already."))
        if self.seating.open_seats:
            raise Denied(N_("There are open seats: wait for somebody, or seat bots there."))
        if self.spec.seed is not None and not self.games:  # only once: the record makes it public
            self._deal()
        else:
            self.exchanges.begin(self.games + 1)

    def seat_bot(self, seat: Seat, level: str) -> None:
        """Let a bot play an open seat, or in a game for a person who is away. Raises Denied or NotKept."""
        if self.playing and seat in self.seating.away:
            self._put(seat, level=level)
            return
        if self.exchanges.is_dealing or seat not in self.seating.open_seats:
            raise Denied(N_("That seat is taken."))
        others = [occupant.name for other, occupant in enumerate(self.seating.occupants) if other != seat]
        name = bot_name([*others, *self._watchers], self._look)
        self._put(seat, Occupant(kind="bot", name=name, level=level))

    def _choose(self, choice: GameChoice) -> None:
        """Choose what is played next; everyone must agree to it again. Raises NotKept, or UserError."""
        if choice.game not in GAMES:
            raise Denied(N_("The game {game} is not installed where the table is."), game=choice.game)
        GAMES[choice.game].check_seats(self.spec.seats)
        self._keep(journal.Opted(choice))
        self.next_choice = choice
        self.seating.forget_requests()
        self._changed()

    # ── What comes of it ──────────────────────────────────────────────────────────────────────────

    def _put(
        self, seat: Seat, occupant: Occupant | None = None, *, anyway: bool = False, **changes: Any
    ) -> None:
        """Give the seat to an occupant, or change its occupant. Raises NotKept, or does it `anyway`."""
        changed = replace(occupant or self.seating.occupants[seat], **changes)
        self.seating.put(seat, changed, anyway=anyway)
        if self._review and self._review.seat == seat and not (changed.kind == "person" and changed.here):
            self._review = None
        if self.begun and not self.playing and self.seating.wants_another_game:
            with suppress(journal.NotKept):  # the next person to ask for it learns why
                self.start()
        self._go_on()
        self._changed()

    def _deal(self, committed: journal.Committed | None = None, values: tuple[Share, ...] = ()) -> None:
        """Keep how the next game begins, with the values for its seed, and begin it. Raises NotKept."""
        shares = Shares(secret=committed.secret, values=values) if committed else None
        game_id = committed.id if committed else ""
        wins = Counter(name for winners in self._won for name in winners)
        is_series_won = any(wins_series(games, self.spec.best_of) for games in wins.values())
        began = journal.Began(self.games + 1, utc_now(), game_id, shares, () if is_series_won else self._won)
        self._keep(began)
        self._begin(began)
        self._moved()

    def _begin(self, began: journal.Began) -> None:
        """Make the match of a game that began, now or before a restart, with those who sit here."""
        self.games, self.choice, self._review = began.game, self.next_choice, None
        self.exchanges.began(began)
        self._won = began.won
        self.seating.forget_requests()
        seed = seed_of_shares(began.shares, began.id) if began.shares else self.spec.seed or ""
        names = [occupant.name for occupant in self.seating.occupants]
        self._live = LiveMatch(
            Match(
                GAMES[self.choice.game],
                self.choice.options,
                names,
                seed,
                began=began,
                has_undo=self.spec.undo,
                keep=self._keep,
                log=self._log,
            ),
            time=self._time,
            spec=self.spec,
            seed=seed,
            away=self.seating.away,
            moved=self._moved,
        )

    def _moved(self) -> None:
        """Do what follows a move: end the game, wake the bots, and show it."""
        if self._live and not self.playing:
            self.seating.forget_requests()
            self._note_winners(self._live.match)
            self._ended(self._live.match.record)
            self.exchanges.make_words(self._live.match.record.started.id)
        self._go_on()
        self._changed()

    def _note_winners(self, match: Match) -> None:
        if match.result:
            self._won = (*self._won, tuple(match.names[seat] for seat in match.result.winners))

    def _go_on(self) -> None:
        """Let the clock and the bots go on; in a pause they stop."""
        if self._live:
            self._live.go_on(self.seating.levels, paused=self.paused or self._closed)
