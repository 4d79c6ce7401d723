"""How a game's seed comes about: the host's commitment, then everyone's hashes, then the values.

docs/fair-play.md says why. This is the host's side; who takes part is asked through views.
"""

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable, Iterable
from typing import Literal

from msgspec.structs import replace

from luckytui.games.interface import Seat, Share, Shares
from luckytui.table.dealer import sha256_of
from luckytui.table.journal_entries import Committed, Gave, JournalEntry, Listed, NotKept
from luckytui.table.requests import Commit, Denied, Reveal
from luckytui.table.views import DealingView
from luckytui.text import N_

PATIENCE = 2.0
"""How many seconds everyone has to answer."""

Person = tuple[Seat, str]
"""A seat, and the name of the person there."""

_TOO_LATE = N_(
    "The cards are dealt without your value: it came too late, or was not the one you committed to."
)


_NOT_ASKED = N_("Only those who sit at the table with a program of their own give a value to the deal.")


class Dealing:
    """The making of one game's seed. `dealt` is called with what it is made of when it is over.

    What the host must not forget is given to `keep` first. While that, or `dealt`, raises NotKept, the
    dealing waits. `seated` gives those who sit at the table with a program of their own: they are listed,
    also if they give nothing.
    """

    def __init__(
        self,
        committed: Committed,
        *,
        time: Callable[[], AbstractEventLoop],
        seated: Callable[[], Iterable[Person]],
        keep: Callable[[JournalEntry], None],
        changed: Callable[[], None],
        dealt: Callable[[Shares], None],
    ) -> None:
        self.committed = committed
        self.stage: Literal["hashes", "values", "over"] = "hashes"
        self._time = time
        self._seated = seated
        self._keep = keep
        self._changed = changed
        self._dealt = dealt
        self._shares: dict[Person, Share] = {}
        """What each has given; once they are listed, all that are listed."""
        self._due: set[Person] = {*seated()}
        """From whom something is awaited: after a restart of the host, from everyone at the table."""
        self._alarm: TimerHandle | None = None
        self._last_view: DealingView | None = None
        """What everyone may know when it is over."""

    def begin(self, people: Iterable[Person]) -> None:
        """Ask these people for their hashes."""
        self._due = {*people}
        self._ask()

    def wait(self) -> None:
        """Give everyone who is awaited two seconds, unless these have begun already."""
        if self.stage != "over" and self._alarm is None:
            self._alarm = self._time().call_later(PATIENCE, self._go_on)

    def stop(self) -> None:
        """Let nothing happen by itself any more."""
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
        """Do what was kept, also after a restart of the host."""
        match entry:
            case Gave(share=share):
                self._shares[share.seat, share.name] = share
                self._due.discard((share.seat, share.name))
            case Listed(shares=shares):
                self._list(shares)

    def end(self, shares: Iterable[Share]) -> None:
        """Be over: this is what everyone gave."""
        self.stop()
        self._list(shares)
        self.stage = "over"
        self._last_view = self._view("", self._shares.values())

    def view(self, person: Person) -> DealingView:
        """Return what this person may know. The values are shown when the game has begun."""
        if self._last_view:
            return self._last_view
        share = self._shares.get(person)
        asks: Literal["", "hash", "value"] = ""
        if self.stage == "hashes" and share is None:
            asks = "hash"
        elif self.stage == "values" and share and share.hash and not share.value:
            asks = "value"
        shares = () if self.stage == "hashes" else self._shares.values()
        return self._view(asks, (replace(share, value=None) for share in shares))

    def _view(self, asks: Literal["", "hash", "value"], shares: Iterable[Share]) -> DealingView:
        return DealingView(
            game=self.committed.game,
            id=self.committed.id,
            commitment=sha256_of(self.committed.secret),
            asks=asks,
            shares=tuple(shares),
        )

    def _gave(self, person: Person, request: Commit | Reveal) -> Gave:
        share = self._shares.get(person)
        match self.stage, request:
            case "hashes", _ if person not in self._seated():
                raise Denied(_NOT_ASKED)
            case "hashes", Commit(id=self.committed.id, hash=hash_) if share is None:
                return Gave(Share(seat=person[0], name=person[1], hash=hash_))
            case "values", Reveal(id=self.committed.id, value=value) if (
                share and not share.value and share.hash == sha256_of(value)
            ):
                return Gave(replace(share, value=value))
        raise Denied(_TOO_LATE)

    def _go_on(self) -> None:
        """List what came, or deal; those who are still awaited are left out."""
        self.stop()
        try:
            if self.stage == "hashes":
                people = sorted({*self._seated(), *self._shares})
                nothing = {(seat, name): Share(seat=seat, name=name) for seat, name in people}
                listed = Listed(tuple(self._shares.get(each, nothing[each]) for each in people))
                self._keep(listed)
                self.do(listed)
                self._ask()
            elif self.stage == "values":
                self._dealt(Shares(secret=self.committed.secret, values=tuple(self._shares.values())))
        except NotKept:
            self.wait()

    def _list(self, shares: Iterable[Share]) -> None:
        self._shares = {(share.seat, share.name): share for share in shares}
        self._due = {person for person, share in self._shares.items() if share.hash and not share.value}
        self.stage = "values"

    def _ask(self) -> None:
        """Show what is asked, and go on at once if nobody is."""
        stage = self.stage
        if self._due:
            self.wait()
        self._changed()
        if not self._due and self.stage == stage:  # somebody in this process may have answered already
            self._go_on()
