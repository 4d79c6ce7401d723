"""How the seeds of games are made, as one program is shown it and takes part: docs/fair-play.md."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from luckytui.client.saved_seats import Given
from luckytui.client.story import Sent
from luckytui.games.interface import SPECTATOR, Seat, Share
from luckytui.games.options import Options
from luckytui.table.dealer import sha256_of
from luckytui.table.exchange import Person
from luckytui.table.record import Record
from luckytui.table.requests import Commit, Reveal
from luckytui.table.views import DealingView, TableView
from luckytui.text import N_, Sentence

_OTHER_SECRET = Sentence(N_("The host cheated: its secret is not the one that it committed to."))
_OTHER_VALUES = Sentence(N_("The host cheated: the seed is not made of the values that were listed."))
_OTHER_GAME = Sentence(
    N_("The host cheated: it changed what is played, or by whom, after the values were listed.")
)
_DEALT_AGAIN = Sentence(N_("The host cheated: it made a deal, and then another one instead of playing it."))
_PLAYED_AGAIN = Sentence(N_("The host cheated: it showed a game again that was over."))
_OTHER_SEAT = Sentence(N_("The host cheated: it showed you somebody else's seat."))
_STRANGER = Sentence(N_("The host cheated: it listed a value of somebody who does not sit at the table."))
_DROPPED = Sentence(N_("The host cheated: it took your value, and made the seed without it."))


@dataclass
class Deal:
    """How one seed was made."""

    game: int
    id: str
    value: str = ""
    """What this program gives to it."""
    is_resumed: bool = False
    """Whether an earlier program of this player drew the value: that may have shown it."""
    shown: DealingView | None = None
    """As it was shown last."""
    people: set[Person] = field(default_factory=set)
    """Who sat at the table before the game, also those who left the one before it; no bots."""
    plan: tuple[str, Options, tuple[str, ...]] | None = None
    """What was to be played, and by whom, when the hashes were listed."""
    sent: set[type[Commit | Reveal]] = field(default_factory=set)
    """What this program sent of its value."""
    taken: set[type[Commit | Reveal]] = field(default_factory=set)
    """What the host accepted of that."""

    def fault(self, record: Record) -> Sentence | None:
        """Return what is wrong with the seed of a record that is right in itself."""
        shown, started = self.shown, record.started
        if shown is None:
            return None
        shares = started.shares
        if shares is None or started.id != self.id or sha256_of(shares.secret) != shown.commitment:
            return _OTHER_SECRET
        if self.plan not in {None, (started.game, record.options, started.names)}:
            return _OTHER_GAME
        if not _people(shares.values) <= {*enumerate(started.names)}:
            return _STRANGER
        if not _continues(shown.shares, shares.values):
            return _OTHER_VALUES
        hashes, values = {share.hash for share in shares.values}, {share.value for share in shares.values}
        is_hash_missing = Commit in self.taken and sha256_of(self.value) not in hashes
        is_value_missing = Reveal in self.taken and self.value not in values
        return _DROPPED if self.value and (is_hash_missing or is_value_missing) else None

    def doubts(self, record: Record, seat: Seat, *, is_unplayed: bool) -> Iterator[Sentence]:
        """Yield why it is not proven that nobody chose the seed."""
        if record.started.shares is None:
            yield Sentence(N_("The record is right, but the seed was chosen, which proves nothing."))
            return
        shares = record.started.shares.values
        if self.shown is None:
            yield Sentence(N_("The record is right, but you did not see how the seed was made."))
        if self.is_resumed:
            yield Sentence(N_("The deal is not proven: luckytui was started again during it."))
        is_in = any(share.seat == seat and share.value == self.value for share in shares)
        if not (self.value and is_in and Reveal in self.sent):
            yield Sentence(
                N_("The record is right, but your value is not in the deal: you rely on the others.")
            )
        if is_unplayed:
            yield Sentence(
                N_(
                    "The deal is not proven: you gave a value to another one before, and did not play that to"
                    " its end."
                )
            )
        if withheld := [share for share in shares if share.hash and not share.value]:
            words = N_(
                "The deal is not proven: {names} withheld a value: the host could choose from {number} deals."
            )
            yield Sentence(words, {"names": _names(withheld), "number": 2 ** len(withheld)})
        if silent := [share for share in shares if not share.hash]:
            yield Sentence(
                N_("The deal is not proven: {names} gave no value in time."), {"names": _names(silent)}
            )

    def notes(self, record: Record) -> Iterator[Sentence]:
        """Yield who gave a value, and who could not."""
        shares = record.started.shares.values if record.started.shares else ()
        if given := [share for share in shares if share.value]:
            yield Sentence(N_("Values came from {names}."), {"names": _names(given)})
        if shares and (others := sorted(self.people - _people(shares))):
            words = N_("{names} gave none: their programs run on the host's computer, or cannot.")
            yield Sentence(words, {"names": ", ".join(name for _, name in others)})


class Deals:
    """All deals that one program was shown, and what was wrong, first of all, with how they were made.

    An honest host never does what is a fault here, whatever is lost or skipped on the way.
    """

    def __init__(self, given: Given | None) -> None:
        self.fault: Sentence | None = None
        self.played = 0
        """The latest game that was played to its end with this program."""
        self._deals: dict[tuple[int, str], Deal] = {}
        self._ids: dict[int, str] = {}
        """The id that each game's deal was shown with last."""
        self._before: TableView | None = None
        """The view that was shown last."""
        self._dealing: DealingView | None = None
        """The deal that was shown last, in that view or before."""
        self._newest: int | None = None
        """The latest game or deal that was shown on this connection."""
        self._is_back = False
        """Whether the connection was lost since a deal was shown."""
        if given:
            self.drew(given).is_resumed = True

    def drew(self, given: Given) -> Deal:
        """Note that this value was drawn for a deal, which is returned."""
        deal = self.of(given.game, given.id)
        deal.value = given.value
        return deal

    def of(self, game: int, id_: str | None = None) -> Deal:
        """Return a deal of this game, by default the one that was shown last."""
        key = game, self._ids.get(game, "") if id_ is None else id_
        return self._deals.setdefault(key, Deal(*key))

    def is_unplayed(self, deal: Deal) -> bool:
        """Whether a value was shown to another deal, or may have been, that was not followed by its game."""
        return any(
            other is not deal and self.played < other.game <= deal.game
            for other in self._deals.values()
            if other.is_resumed or (other.value and Reveal in other.sent)
        )

    def note(self, sent: Sent) -> None:
        """Note something of this program's that was sent or answered."""
        match sent.request:
            case Commit(id=id_) | Reveal(id=id_) as gift:
                for deal in [deal for deal in self._deals.values() if deal.id == id_]:
                    (deal.taken if sent.accepted else deal.sent).add(type(gift))

    def lost(self) -> None:
        """Note that the connection is lost: what happens now is not seen."""
        self._newest, self._is_back = None, True

    def hear(self, table_view: TableView) -> None:
        """Note a view."""
        game, dealing = table_view.number, table_view.dealing
        number = max(game, dealing.game if dealing else 0)
        self.fault = self.fault or self._fault(table_view, number)
        self._before, self._newest = table_view, max(self._newest or 0, number)
        if dealing:
            self._dealing, self._is_back, self._ids[dealing.game] = dealing, False, dealing.id
            deal = self.of(dealing.game)
            deal.shown = dealing
            if game < dealing.game:
                deal.people = _people_at(table_view)
                if dealing.shares and deal.plan is None:
                    choice = table_view.next or table_view
                    names = tuple(occupant.name for occupant in table_view.occupants)
                    deal.plan = choice.game, choice.options, names

    def _fault(self, table_view: TableView, number: int) -> Sentence | None:
        """Return what is wrong with a view after those before it; `number` is its latest game or deal."""
        dealing, game, last = table_view.dealing, table_view.number, self._before or table_view
        if last.seat != table_view.seat:
            return _OTHER_SEAT
        if self._newest is not None and number > self._newest + 1 and table_view.seat != SPECTATOR:
            return _DEALT_AGAIN
        if game < last.number or (game == last.number and last.is_over and not table_view.is_over):
            return _PLAYED_AGAIN
        if dealing is None or dealing == self._dealing:
            return None
        before = self.of(dealing.game, dealing.id).shown or dealing
        is_other = self._ids.get(dealing.game, dealing.id) != dealing.id and not self._is_back
        if is_other or dealing.commitment != before.commitment:
            return _OTHER_SECRET
        is_dealing = bool(dealing.asks) or game < dealing.game
        if is_dealing and not (game == dealing.game - 1 and (table_view.is_over or not game)):
            return _DEALT_AGAIN
        if not _continues(before.shares, dealing.shares):
            return _OTHER_VALUES
        seats = [share.seat for share in dealing.shares]
        names = table_view.match.names if table_view.match else ()
        here = _people_at(table_view) if is_dealing else {*enumerate(names)}
        is_known = game > dealing.game or _people(dealing.shares) <= here
        return None if is_known and seats == sorted({*seats}) else _STRANGER


def _continues(before: Sequence[Share], shares: Sequence[Share]) -> bool:
    """Whether a list is what was shown before, if anything was, with nothing new but values of its hashes."""
    is_same = len(before) in {0, len(shares)} and all(
        one in {other, replace(other, value=None)} for one, other in zip(before, shares, strict=False)
    )
    return is_same and all(share.hash == sha256_of(share.value) for share in shares if share.value)


def _people(shares: Iterable[Share]) -> set[Person]:
    return {(share.seat, share.name) for share in shares}


def _people_at(table_view: TableView) -> set[Person]:
    """Return the people in the seats, also those who left during the game."""
    seats = enumerate(table_view.occupants)
    return {(seat, one.name) for seat, one in seats if one.kind in {"person", "left"}}


def _names(shares: Iterable[Share]) -> str:
    return ", ".join(share.name for share in shares)
