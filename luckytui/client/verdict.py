"""Judges a deal: one function of the record and of what this program was shown and sent.

docs/fair-play.md says what each verdict needs. Nothing here is remembered from one call to the next.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Literal, NamedTuple

import msgspec

from luckytui.client.story import OTHER_STORY, Story
from luckytui.client.transcript import Answered as Answer
from luckytui.client.transcript import Drew, Entry, Lost, Played, Resumed, Sent, Shown, hash_of
from luckytui.games.interface import SPECTATOR, Seat, Share
from luckytui.records.deal import said_deal
from luckytui.table.dealer import sha256_of
from luckytui.table.record import Record, RecordError, UnknownRecord, read
from luckytui.table.requests import Commit, Reveal
from luckytui.table.views import DealingView
from luckytui.text import N_, Sentence, say

_FAIR = Sentence(N_("The deal was fair: it was made from your value and those of everyone listed."))
_OWN = Sentence(N_("This was your own deal: nobody else's value went into it."))
_BY_HOST = Sentence(N_("The host's computer checked the deal, not yours: you play through its door."))
_WITHOUT_ME = Sentence(N_("The record is right, but your value is not in the deal: you rely on the others."))
_CHOSEN = Sentence(N_("The record is right, but the seed was chosen, which proves nothing."))
_UNSEEN = Sentence(N_("The record is right, but you did not see how the seed was made."))
_UNPLAYED = Sentence(
    N_("The deal is not proven: you gave a value to another one before, and did not play that to its end.")
)
_RESUMED = Sentence(N_("The deal is not proven: luckytui was started again during it."))
_SILENT = N_("The deal is not proven: {names} gave no value in time.")
_WITHHELD = N_("The deal is not proven: {names} withheld a value: the host could choose from {number} deals.")

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
_WRONG = N_("The host cheated: its record is wrong. {why}")

_GAVE = N_("Values came from {names}.")
_UNLISTED = N_("{names} gave none: their programs run on the host's computer, or cannot.")

Verdict = Literal["fair", "own", "guest", "unproven", "false"]


class Finding(msgspec.Struct, frozen=True):
    """The result of checking the deal of a game."""

    verdict: Verdict
    reason: Sentence
    game: int = 0
    """The game's number, as in `MatchView`."""
    notes: tuple[Sentence, ...] = ()
    """What else there is to know."""
    words: str = ""
    """The check words, once they are made."""
    wordless: Sentence | None = None
    """Why there are none, or not yet."""
    deal: Sentence | None = None
    """The line by which the same deal can be played, or why there is none."""


class Judgement(NamedTuple):
    """A finding, and what else came of checking the record."""

    finding: Finding
    is_played: bool = False
    """Whether the game was played to its end with this program."""
    gave: frozenset[tuple[Seat, str]] = frozenset()
    """Who gave a value."""
    id: str = ""
    """The game's, in its record."""
    sum: str = ""
    """The record's last sum."""


def deal_faults(transcript: Iterable[Entry]) -> Iterator[Sentence]:
    """Yield what is wrong with how seeds were made.

    An honest host never does this, whatever is lost or skipped on the way.
    """
    deals: dict[tuple[int, str], DealingView] = {}
    ids: dict[int, str] = {}
    newest: int | None = None
    seat: Seat | None = None
    latest, is_back, was_over = 0, False, False
    for entry in transcript:
        match entry:
            case Lost():
                newest, is_back = None, True
            case Shown():
                number = max(entry.game, entry.dealing.game if entry.dealing else 0)
                if entry.seat != (entry.seat if seat is None else seat):
                    yield _OTHER_SEAT
                seat = entry.seat
                if newest is not None and number > newest + 1 and seat != SPECTATOR:
                    yield _DEALT_AGAIN
                newest = max(newest or 0, number)
                if entry.game < latest or (entry.game == latest and was_over and not entry.is_over):
                    yield _PLAYED_AGAIN
                latest, was_over = max(latest, entry.game), entry.is_over
                if dealing := entry.dealing:
                    key = dealing.game, dealing.id
                    if ids.get(dealing.game, dealing.id) != dealing.id and not is_back:
                        yield _OTHER_SECRET
                    if fault := _fault_in_deal(entry, dealing, deals.get(key, dealing)):
                        yield fault
                    is_back, deals[key], ids[dealing.game] = False, dealing, dealing.id


def _fault_in_deal(entry: Shown, dealing: DealingView, before: DealingView) -> Sentence | None:
    """Return what is wrong with a deal as it is shown, after it was shown as `before`."""
    is_dealing = bool(dealing.asks) or entry.game < dealing.game
    if is_dealing and not (entry.game == dealing.game - 1 and (entry.is_over or not entry.game)):
        return _DEALT_AGAIN
    if dealing.commitment != before.commitment:
        return _OTHER_SECRET
    if before.shares and _listed(dealing) != _listed(before):
        return _OTHER_VALUES
    if any(
        one.value and one.value != other.value
        for one, other in zip(before.shares, dealing.shares, strict=False)
    ):
        return _OTHER_VALUES
    if any(share.value and share.hash != sha256_of(share.value) for share in dealing.shares):
        return _OTHER_VALUES
    seats = [share.seat for share in dealing.shares]
    if seats != sorted({*seats}):
        return _STRANGER
    here = entry.people if is_dealing else frozenset(enumerate(entry.names))
    is_known = entry.game > dealing.game or {(share.seat, share.name) for share in dealing.shares} <= here
    return None if is_known else _STRANGER


def _listed(dealing: DealingView) -> list[tuple[Seat, str, str | None]]:
    return [(share.seat, share.name, share.hash) for share in dealing.shares]


def judge(transcript: Sequence[Entry], number: int, record: bytes, *, is_guest: bool = False) -> Judgement:
    """Judge the deal of game `number` by its record and by what happened here."""
    try:
        (game,) = read(record)
    except UnknownRecord as error:
        return Judgement(Finding("unproven", error.reason, number))
    except RecordError as error:
        return Judgement(Finding("false", Sentence(_WRONG, {"why": say(error.reason)}), number))
    except ValueError:  # not one game, but several
        return Judgement(Finding("false", OTHER_STORY, number))
    story = Story(transcript, number, game)
    deal = _Deal(transcript, number, story.seat)
    fault = next(deal_faults(transcript), None) or deal.fault(game) or story.fault
    doubt = next(chain(deal.doubts(game), story.doubts()), None)
    shares = game.started.shares
    verdict: Verdict
    if fault:
        verdict, reason = "false", fault
    elif is_guest:
        verdict, reason = "guest", _BY_HOST
    elif story.is_owner and shares and [share.seat for share in shares.values] == [story.seat]:
        verdict, reason = "own", _OWN
    else:
        verdict, reason = ("unproven", doubt) if doubt else ("fair", _FAIR)
    finding = Finding(verdict, reason, number, notes=tuple(deal.notes(game)), deal=said_deal(game.started))
    return Judgement(
        finding,
        is_played=not (fault or any(story.doubts())),
        gave=frozenset(
            (share.seat, share.name) for share in (shares.values if shares else ()) if share.value
        ),
        id=game.started.id,
        sum=record.rpartition(b'"sum":"')[2][:64].decode(),
    )


class _Deal:
    """How the seed of a game was made, as this program saw it and took part."""

    def __init__(self, transcript: Sequence[Entry], number: int, seat: Seat) -> None:
        self._seat = seat
        self._shown: DealingView | None = None
        self._people: frozenset[tuple[Seat, str]] = frozenset()
        answers = {entry.key: entry.accepted for entry in transcript if isinstance(entry, Answer)}
        self._given: set[type[Commit | Reveal]] = set()
        """What this program sent."""
        self._taken: set[type[Commit | Reveal]] = set()
        """What the host accepted of that."""
        self._value = ""
        self._plan = b""
        """What was to be played, and by whom, when the values were listed."""
        id_ = next(
            (
                entry.dealing.id
                for entry in reversed(transcript)
                if isinstance(entry, Shown) and entry.dealing and entry.dealing.game == number
            ),
            "",
        )
        played = max((entry.game for entry in transcript if isinstance(entry, Played)), default=0)
        shown_to = {
            it.request.id for it in transcript if isinstance(it, Sent) and isinstance(it.request, Reveal)
        }
        self._is_resumed = self._is_unplayed = False
        for entry in transcript:
            match entry:
                case Resumed(given=given) | Drew(given=given) if (given.game, given.id) != (number, id_):
                    is_open = isinstance(entry, Resumed) or given.id in shown_to
                    self._is_unplayed |= is_open and played < given.game <= number
                case Resumed():
                    self._is_resumed = True
                case Drew(given=given):
                    self._value = given.value
                case Sent(request=Commit() | Reveal() as request) if request.id == id_:
                    self._given.add(type(request))
                    if answers.get(entry.key):
                        self._taken.add(type(request))
                case Shown(dealing=DealingView() as dealing) if dealing.game == number:
                    self._shown = dealing
                    if entry.game < number:
                        self._people = entry.people
                        is_listed = dealing.id == id_ and dealing.shares
                        self._plan = self._plan or (entry.plan if is_listed else b"")

    def fault(self, record: Record) -> Sentence | None:
        """Return what is wrong with the seed of a record that is right in itself."""
        shown, shares = self._shown, record.started.shares
        if shown is None:
            return None
        if shares is None or record.started.id != shown.id or sha256_of(shares.secret) != shown.commitment:
            return _OTHER_SECRET
        names = record.started.names
        if self._plan not in {b"", hash_of(record.started.game, record.options, names)}:
            return _OTHER_GAME
        if any(
            share.seat not in range(len(names)) or names[share.seat] != share.name for share in shares.values
        ):
            return _STRANGER
        listed = [(share.seat, share.name, share.hash) for share in shares.values]
        if shown.shares and listed != _listed(shown):
            return _OTHER_VALUES
        if any(one.value and one != other for one, other in zip(shown.shares, shares.values, strict=False)):
            return _OTHER_VALUES
        hashes, values = {share.hash for share in shares.values}, {share.value for share in shares.values}
        if Commit in self._taken and self._value and sha256_of(self._value) not in hashes:
            return _DROPPED
        return _DROPPED if Reveal in self._taken and self._value and self._value not in values else None

    def doubts(self, record: Record) -> Iterator[Sentence]:
        """Yield why it is not proven that nobody chose the seed."""
        shares = record.started.shares
        if shares is None:
            yield _CHOSEN
            return
        if self._shown is None:
            yield _UNSEEN
        if self._is_resumed:
            yield _RESUMED
        mine = [share for share in shares.values if share.seat == self._seat and share.value == self._value]
        if not (self._value and mine and Reveal in self._given):
            yield _WITHOUT_ME
        if self._is_unplayed:
            yield _UNPLAYED
        withheld = _names(share for share in shares.values if share.hash and not share.value)
        if withheld:
            number = 2 ** sum(bool(share.hash and not share.value) for share in shares.values)
            yield Sentence(_WITHHELD, {"names": withheld, "number": number})
        if silent := _names(share for share in shares.values if not share.hash):
            yield Sentence(_SILENT, {"names": silent})

    def notes(self, record: Record) -> Iterator[Sentence]:
        """Yield who gave a value, and who could not."""
        values = record.started.shares.values if record.started.shares else ()
        if given := _names(share for share in values if share.value):
            yield Sentence(_GAVE, {"names": given})
        listed = {(share.seat, share.name) for share in values}
        if values and (others := sorted(self._people - listed)):
            yield Sentence(_UNLISTED, {"names": ", ".join(name for _, name in others)})


def _names(shares: Iterable[Share]) -> str:
    return ", ".join(share.name for share in shares)
