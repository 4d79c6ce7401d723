"""The host's side of an exchange of values: everyone commits to one before any is shown.

The seed of a game is made like this, and the check words after it: docs/fair-play.md says why. Views ask
people to take part.
"""

import secrets
from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Literal

from msgspec.structs import asdict, replace

from luckytui.games.interface import Seat, Share
from luckytui.table.dealer import nonce_hash, sha256_of
from luckytui.table.journal_entries import Began, Committed, Gave, JournalEntry, Listed, NotKept
from luckytui.table.requests import Commit, Denied, Reveal
from luckytui.table.views import DealingView, ExchangeView
from luckytui.text import N_

PATIENCE = 2.0
"""How many seconds everyone has to answer."""
_MOST_WAITS = 5
"""How many times everyone waits as long again for people who are still being sent something else."""

Person = tuple[Seat, str]
"""A seat, and the name of the person there."""

_TOO_LATE = N_(
    "The cards are dealt without your value: it came too late, or was not the one you committed to."
)
_NOT_ASKED = N_("Only those who sit at the table with a program of their own give a value to the deal.")


class Exchange:
    """Collects hashes, lists them, then collects the values, and calls `done` with all shares.

    `seated` gives the people who take part: they are listed even if they give nothing. `hash_of` gives the
    hash of a seat's value. While `is_sending_record`, the first wait is longer. `keep` first gets what the
    host must not forget; while that, or `done`, raises NotKept, the exchange waits.
    """

    def __init__(
        self,
        id_: str,
        *,
        time: Callable[[], AbstractEventLoop],
        seated: Callable[[], Iterable[Person]],
        changed: Callable[[], None],
        done: Callable[[tuple[Share, ...]], None],
        keep: Callable[[JournalEntry], None] = lambda _: None,
        hash_of: Callable[[Seat, str], str] = lambda _seat, value: sha256_of(value),
        is_sending_record: Callable[[], bool] = lambda: False,
    ) -> None:
        self.id = id_
        self.stage: Literal["hashes", "values", "over"] = "hashes"
        self._time = time
        self._seated = seated
        self._keep = keep
        self._changed = changed
        self._done = done
        self._hash_of = hash_of
        self._is_sending_record = is_sending_record
        self._shares: dict[Person, Share] = {}
        """What each person gave; once they are listed, everyone on the list."""
        self._due: set[Person] = {*seated()}
        """Who has still to answer: after a restart of the host, everyone at the table."""
        self._alarm: TimerHandle | None = None
        self._waits = 0

    def begin(self, people: Iterable[Person]) -> None:
        """Ask these people for their hashes."""
        self._due = {*people}
        self._ask()

    def wait(self) -> None:
        """Start the two seconds that everyone has to answer, unless they are running."""
        if self.stage != "over" and self._alarm is None:
            self._alarm = self._time().call_later(PATIENCE, self._time_is_up)

    def stop(self) -> None:
        """Stop waiting."""
        if self._alarm:
            self._alarm.cancel()
        self._alarm = None

    def take(self, person: Person, request: Commit | Reveal) -> None:
        """Take somebody's hash or value. Raises Denied, or NotKept."""
        gave = self._gave(person, request)
        self._keep(gave)
        self.do(gave)
        if not self._due:
            self._go_on()

    def do(self, entry: JournalEntry) -> None:
        """Do what an entry says, now or after a restart of the host."""
        match entry:
            case Gave(share=share):
                self._shares[share.seat, share.name] = share
                self._due.discard((share.seat, share.name))
            case Listed(shares=shares):
                self._list(shares)

    def end(self, shares: Iterable[Share]) -> None:
        """End the exchange: this is what everyone gave."""
        self.stop()
        self._list(shares)
        self.stage = "over"

    def view(self, person: Person) -> ExchangeView:
        """Return what this person may know. The values are shown when it is over."""
        share = self._shares.get(person)
        match self.stage:
            case "hashes":
                return ExchangeView(id=self.id, asks="" if share else "hash")
            case "values":
                is_due = share and share.hash and not share.value
                listed = tuple(replace(each, value=None) for each in self._shares.values())
                return ExchangeView(id=self.id, asks="value" if is_due else "", shares=listed)
        return ExchangeView(id=self.id, shares=tuple(self._shares.values()))

    def _gave(self, person: Person, request: Commit | Reveal) -> Gave:
        share = self._shares.get(person)
        match self.stage, request:
            case "hashes", _ if person not in self._seated():
                raise Denied(_NOT_ASKED)
            case "hashes", Commit(id=self.id, hash=hash_) if share is None:
                return Gave(Share(seat=person[0], name=person[1], hash=hash_))
            case "values", Reveal(id=self.id, value=value) if (
                share and not share.value and share.hash == self._hash_of(person[0], value)
            ):
                return Gave(replace(share, value=value))
        raise Denied(_TOO_LATE)

    def _time_is_up(self) -> None:
        self.stop()
        if self.stage == "hashes" and self._is_sending_record() and self._waits < _MOST_WAITS:
            self._waits += 1
            self.wait()
        else:
            self._go_on()

    def _go_on(self) -> None:
        """List what came, or finish, without the people who have not answered."""
        self.stop()
        try:
            if self.stage == "hashes":
                silent = {(seat, name): Share(seat=seat, name=name) for seat, name in self._seated()}
                shares = silent | self._shares
                listed = Listed(tuple(shares[person] for person in sorted(shares)))
                self._keep(listed)
                self.do(listed)
                self._ask()
            elif self.stage == "values":
                self._done(tuple(self._shares.values()))
        except NotKept:
            self.wait()

    def _list(self, shares: Iterable[Share]) -> None:
        self._shares = {(share.seat, share.name): share for share in shares}
        self._due = {person for person, share in self._shares.items() if share.hash and not share.value}
        self.stage = "values"

    def _ask(self) -> None:
        """Ask everyone, and go on at once if nobody is asked."""
        stage = self.stage
        if self._due:
            self.wait()
        self._changed()
        if not self._due and self.stage == stage:  # somebody in this process may have answered already
            self._go_on()


class Exchanges:
    """The exchanges of one table: each game's seed is made before it, and its check words after it.

    `contributors` are the people who can take part now, and `seated` all who sit there with a program of
    their own. `deal` begins a game with the values that were given for it. `how` is as for any exchange.
    """

    def __init__(
        self,
        *,
        seated: Callable[[], Iterable[Person]],
        contributors: Callable[[], Iterable[Person]],
        keep: Callable[[JournalEntry], None],
        changed: Callable[[], None],
        deal: Callable[[Committed, tuple[Share, ...]], None],
        **how: Any,
    ) -> None:
        self._seated, self._contributors, self._keep, self._changed = seated, contributors, keep, changed
        self._deal, self._how = deal, how
        self._dealing: Exchange | None = None
        """How the seed of the latest game is made."""
        self._committed = Committed(0, "", "")
        """The secret that the host committed to before that."""
        self._words: Exchange | None = None
        """How the check words of the latest game that is over are made."""
        self.is_dealing = False
        """Whether the seed of a game is being made."""
        self._is_stopped = False

    def dealing(self, person: Person) -> DealingView | None:
        """Return what a person may know of how the latest game's seed is made."""
        if self._dealing is None:
            return None
        view, commitment = self._dealing.view(person), sha256_of(self._committed.secret)
        return DealingView(**asdict(view), game=self._committed.game, commitment=commitment)

    def words(self, person: Person) -> ExchangeView | None:
        """Return what a person may know of how the latest check words are made."""
        return self._words.view(person) if self._words else None

    def begin(self, game: int) -> None:
        """Commit to a secret, and ask people for the rest of a game's seed. Raises NotKept."""
        committed = Committed(game, secrets.token_hex(16), secrets.token_hex(32))
        self._keep(committed)
        self._commit(committed).begin(self._contributors())

    def do(self, entry: Committed | Gave | Listed) -> None:
        """Do what an entry says after a restart of the host. Raises LookupError for one of another table."""
        if isinstance(entry, Committed):
            self._commit(entry)
        elif self._dealing:
            self._dealing.do(entry)
        else:
            raise LookupError(entry)

    def take(self, person: Person, request: Commit | Reveal) -> None:
        """Take what a person gives to the seed of a game, or to check words. Raises Denied or NotKept."""
        exchange = self._words if self._words and request.id == self._words.id else self._dealing
        if exchange is None:
            raise Denied(_NOT_ASKED)
        exchange.take(person, request)
        self._changed()

    def returned(self) -> None:
        """Note that somebody is back: a dealing that nobody was there for goes on."""
        if self._dealing and not self._is_stopped:
            self._dealing.wait()

    def began(self, began: Began) -> None:
        """Show how the seed of a game that has begun was made; the check words before it are over."""
        if self._words:
            self._words.stop()
        self._words = None
        if began.shares:
            committed = Committed(began.game, began.id, began.shares.secret)
            dealing = self._dealing if committed == self._committed else None
            (dealing or self._commit(committed)).end(began.shares.values)
            self.is_dealing = False

    def make_words(self, game_id: str, round_: int = 1, missing: Iterable[Person] = ()) -> None:
        """Let those who are here make the check words of the game that is over."""
        people = {*self._contributors()} - {*missing}
        if self._words:
            self._words.stop()
        if self._is_stopped or len(people) < 2:
            return
        id_ = f"{game_id}/{round_}"

        def done(values: tuple[Share, ...]) -> None:
            exchange.end(values)
            silent = [(share.seat, share.name) for share in values if not share.value]
            if silent and round_ == 1:
                self.make_words(game_id, 2, silent)
            self._changed()

        exchange = self._words = Exchange(
            id_,
            seated=lambda: people,
            changed=self._changed,
            done=done,
            hash_of=partial(nonce_hash, id_),
            **self._how,
        )
        exchange.begin(people)

    def stop(self) -> None:
        """Let nothing more begin, and stop waiting."""
        self._is_stopped = True
        for exchange in filter(None, (self._dealing, self._words)):
            exchange.stop()

    def _commit(self, committed: Committed) -> Exchange:
        self._committed = committed
        self._dealing = Exchange(
            committed.id,
            seated=self._seated,
            keep=self._keep,
            changed=self._changed,
            done=partial(self._deal, committed),
            **self._how,
        )
        self.is_dealing = True
        return self._dealing
