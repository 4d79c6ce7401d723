"""Makes sure, from one person's place, that the host did not choose the deal: see docs/fair-play.md."""

import secrets
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from luckytui.client.saved_seats import Given
from luckytui.games.interface import CHANCE, SPECTATOR, Event, Seat, Share, Started, View
from luckytui.records.deal import deal_of, line_of
from luckytui.table.dealer import sha256_of
from luckytui.table.record import Record, RecordError, UnknownRecord, read
from luckytui.table.requests import Commit, Fetch, Request, Reveal
from luckytui.table.views import DealingView, MatchView, RecordPiece, TableView
from luckytui.text import N_, Sentence, UserError, say

_LARGEST = 2**24
"""How many bytes of a record are taken from a host."""

_FAIR = Sentence(N_("The deal was fair: your value is in its seed."))
_WITHOUT_ME = Sentence(N_("The record is right, but your value is not in the seed: you rely on the others."))
_CHOSEN = Sentence(N_("The record is right, but the seed was chosen, which proves nothing."))
_UNSEEN = Sentence(N_("The record is right, but you did not see how the seed was made."))
_OTHER_STORY = Sentence(N_("The host cheated: the record tells another story than the one you were shown."))
_OTHER_SECRET = Sentence(N_("The host cheated: its secret is not the one that it committed to."))
_OTHER_VALUES = Sentence(N_("The host cheated: the seed is not made of the values that were listed."))
_DEALT_AGAIN = Sentence(N_("The host cheated: it made a deal, and then another one instead of playing it."))
_STRANGER = Sentence(N_("The host cheated: it listed a value of somebody who does not sit at the table."))
_AWAY = Sentence(
    N_("The deal is not proven: you were away after you gave your value, and the host may have dealt again.")
)
_BY_HOST = Sentence(N_("The host's computer checked the deal, not yours: you play through its door."))
_OWN = Sentence(N_("This was your own deal: nobody else gave a value."))
_SILENT = N_("The deal is not proven: {names} gave no value in time.")
_WITHHELD = N_("The deal is not proven: {names} withheld a value: the host could choose from {number} deals.")
_DROPPED = Sentence(N_("The host cheated: it took your value, and made the seed without it."))
_WRONG = N_("The host cheated: its record is wrong. {why}")


_DEAL = N_("This deal again: luckytui play --deal {line}")

Verdict = Literal["fair", "unproven", "false"]


class Finding(msgspec.Struct, frozen=True):
    """What came of checking the record of a game against what was seen of it."""

    verdict: Verdict
    reason: Sentence
    words: str
    """The check words of the record; empty if it cannot be read."""
    deal: Sentence | None = None
    """The line by which the same deal can be played, or why there is none."""


def check_words(record: bytes) -> str:
    """Return four words for the last `sum` of a record, to compare aloud."""
    words = (Path(__file__).parents[1] / "table/check_words.txt").read_text("utf-8").split()
    return " ".join(words[byte] for byte in bytes.fromhex(record.rpartition(b'"sum":"')[2][:8].decode()))


def said_deal(started: Started) -> Sentence | None:
    """Return what to say of a record's deal: its line, or why there is none; None without a seed."""
    deal = deal_of(started)
    try:
        return deal and Sentence(_DEAL, {"line": line_of(deal)})
    except UserError as error:
        return error.reason


class Witness:
    """Gives a value to the seed of each game, remembers what was shown, and compares the record with it."""

    def __init__(self, *, is_guest: bool = False, given: Given | None = None) -> None:
        """A guest's program runs on the host's computer, so it gives nothing. `given` is what was saved."""
        self._games: dict[int, _Evidence] = {}
        """By number; the latest two."""
        self._is_guest = is_guest
        self.given = given
        """The value of this program, which must be saved before its hash is sent."""
        self._unplayed: int | None = given.game if given else None
        """The game whose deal has our value, and that has not begun as far as we know."""
        self._was_away = given is not None
        """Whether there was no connection since that value was given."""
        self._newest: int | None = None
        """The latest deal or game that was shown without an interruption since."""
        self._fault: Sentence | None = None
        if given:
            self._evidence(given.game).value = given.value
        self._is_alone = False
        """Whether nobody else plays, at a host of our own."""
        self._seat: Seat = 0
        self._latest = 0
        """The game that was shown last."""
        self._gift: Commit | Reveal | None = None
        self._record = b""
        """That of the latest game, as far as it has come."""
        self._size = 0
        """How many bytes it has, once that is known, until it is taken."""

    def hear(self, table_view: TableView) -> Iterator[Request]:
        """Remember a view, which has all events that were told so far; yield what to ask the host for."""
        self._seat = table_view.seat
        people = sum(each.kind == "person" for each in table_view.occupants)
        self._is_alone = table_view.owner and people == 1
        if match_view := table_view.match:
            self._begun(match_view.number)
        if dealing := table_view.dealing:
            if any(share.value for share in dealing.shares):
                self._begun(dealing.game)
            self._expect(dealing, seats=len(table_view.occupants))
            gives = not self._is_guest and table_view.seat != SPECTATOR
            self._gift = self._evidence(dealing.game).hear(dealing, gives=gives)
            if isinstance(self._gift, Commit):
                value = self._evidence(dealing.game).value
                self.given = Given(game=dealing.game, id=dealing.id, value=value)
            elif self._gift:
                self._unplayed, self._was_away = dealing.game, False
            if self._gift:
                yield self._gift
        if match_view:
            if match_view.number != self._latest:
                self._latest, self._record = match_view.number, b""
            self._evidence(match_view.number).see(match_view, table_view.events)
        if (piece := table_view.record) and piece.size <= _LARGEST:
            yield from self._add(piece)

    def away(self) -> None:
        """Note that the connection is lost: what happens now is not seen."""
        self._was_away, self._newest = True, None

    def new_fault(self) -> Sentence | None:
        """Return a fault that was found just now; once."""
        fault, self._fault = self._fault, None
        return fault

    def _begun(self, game: int) -> None:
        if self._unplayed == game:
            self._unplayed = None
        self._newest = max(game, self._newest or game)

    def _expect(self, dealing: DealingView, *, seats: int) -> None:
        """Find out whether this deal replaces another one, or has values of people who are not here."""
        evidence = self._evidence(dealing.game)
        fault = None
        if evidence.dealing is None:
            if self._unplayed not in {None, dealing.game}:
                if self._was_away:
                    evidence.doubt = _AWAY
                else:
                    fault = _DEALT_AGAIN
                self._unplayed = None
            elif self._newest is not None and dealing.game > self._newest + 1:
                fault = _DEALT_AGAIN
            if self.given and self.given.game == dealing.game and self.given.id != dealing.id:
                fault = _DEALT_AGAIN
        listed = [share.seat for share in dealing.shares]
        if len({*listed}) < len(listed) or not {*listed} <= {*range(seats)}:
            fault = fault or _STRANGER
        if fault:
            evidence.fault = evidence.fault or fault
            self._fault = fault
        self._newest = max(dealing.game, self._newest or 0)

    def taken(self) -> None:
        """The host took what was given last."""
        for evidence in self._games.values():
            if self._gift and evidence.value and evidence.dealing and evidence.dealing.id == self._gift.id:
                evidence.taken = type(self._gift)

    def undoes(self) -> None:
        """The player takes a move back: what was shown since it need not be in the record."""
        if self._latest in self._games:
            self._games[self._latest].forget_position()

    def take_record(self) -> bytes:
        """Return the record of the latest game when it has come; once."""
        is_whole = self._size and len(self._record) == self._size
        self._size = 0
        return self._record if is_whole else b""

    def check(self, record: bytes) -> Finding:
        """Compare the whole record of the latest game with what was seen of it."""
        try:
            (game,) = read(record)
        except UnknownRecord as error:
            return Finding("unproven", error.reason, check_words(record))
        except RecordError as error:
            return Finding("false", Sentence(_WRONG, {"why": say(error.reason)}), "")
        except ValueError:  # not one game, but several
            return Finding("false", _OTHER_STORY, "")
        verdict, reason = self._evidence(self._latest).judge(game, self._seat)
        if verdict != "false" and self._is_guest:
            verdict, reason = "unproven", _BY_HOST
        elif verdict == "fair" and self._is_alone:
            verdict, reason = "unproven", _OWN
        return Finding(verdict, reason, check_words(record), said_deal(game.started))

    def _evidence(self, game: int) -> "_Evidence":
        self._games = {number: seen for number, seen in self._games.items() if number >= game - 1}
        return self._games.setdefault(game, _Evidence())

    def _add(self, piece: RecordPiece) -> Iterator[Request]:
        if piece.start == len(self._record) and piece.piece:
            self._record += piece.piece
            self._size = piece.size
        if len(self._record) < piece.size:
            yield Fetch(len(self._record))


def _judge_list(listed: Sequence[Share]) -> tuple[Verdict, Sentence]:
    """Return what a list proves that has our value: whoever withholds theirs lets the host choose."""
    withheld = [share.name for share in listed if share.hash and not share.value]
    if withheld:
        return "unproven", Sentence(_WITHHELD, {"names": ", ".join(withheld), "number": 2 ** len(withheld)})
    silent = [share.name for share in listed if not share.hash]
    if silent:
        return "unproven", Sentence(_SILENT, {"names": ", ".join(silent)})
    return "fair", _FAIR


class _Evidence:
    """What was seen of one game."""

    def __init__(self) -> None:
        self.dealing: DealingView | None = None
        """As it was shown last, before anything in it was changed."""
        self.value = ""
        """Ours, in hexadecimal."""
        self.taken: type[Commit | Reveal] | None = None
        """What of it the host took last."""
        self.fault: Sentence | None = None
        self.doubt: Sentence | None = None
        """Why this deal proves nothing, though nothing wrong was seen."""
        self._start = 0
        """How many events had happened that we never saw."""
        self._log: tuple[Event, ...] = ()
        self._views: list[tuple[int, View]] = []
        """The positions that were shown, each with the number of events that had happened."""
        self._unsure = -1
        """Up to how many events no position is remembered."""

    def hear(self, dealing: DealingView, *, gives: bool) -> Commit | Reveal | None:
        """Remember how the seed is made; return what to give to it now, which is nothing after a fault."""
        self.fault = self.fault or self._changed(dealing)
        if self.fault:
            return None
        if not gives:
            self.dealing = dealing
            return None
        is_listed = bool(self.dealing and self.dealing.shares)
        self.dealing = dealing
        if dealing.asks == "hash" and not (is_listed or dealing.shares):
            self.value = self.value or secrets.token_hex(32)
            return Commit(dealing.id, sha256_of(self.value))
        if dealing.asks == "value" and self._is_listed(dealing):
            return Reveal(dealing.id, self.value)
        return None

    def see(self, match_view: MatchView, events: tuple[Event, ...]) -> None:
        """Remember a position, and the events up to it; those that were taken back are forgotten."""
        start = match_view.happened - len(events)
        if not self._start <= start <= self._start + len(self._log):
            self._start, self._log = start, ()
        log = self._log[: start - self._start] + events
        pairs = enumerate(zip(self._log, log, strict=False), self._start)
        changed = (place for place, (one, other) in pairs if one is not other and one != other)
        same = next(changed, self._start + min(len(self._log), len(log)))
        self._log = log
        while self._views and self._views[-1][0] > same:
            self._views.pop()
        shown = match_view.happened, replace(match_view.view, active=())
        if shown[0] > self._unsure and (not self._views or self._views[-1] != shown):
            self._views.append(shown)

    def forget_position(self) -> None:
        """Forget the positions since the latest event, and those up to the next one.

        A move is to be taken back, and may be shown once more before the host has done it.
        """
        self._unsure = self._start + len(self._log)
        self._views = [each for each in self._views if each[0] < self._unsure]

    def judge(self, record: Record, seat: Seat) -> tuple[Verdict, Sentence]:
        """Compare a record that is right in itself with all this."""
        fault = self.fault or self._fault_in_seed(record) or self._fault_in_story(record, seat)
        if fault:
            return "false", fault
        shares = record.started.shares
        if shares is None:
            return "unproven", _CHOSEN
        if self.dealing is None:
            return "unproven", _UNSEEN
        if self.doubt:
            return "unproven", self.doubt
        if not self.value or all(share.value != self.value for share in shares.values):
            return "unproven", _WITHOUT_ME
        return _judge_list(shares.values)

    def _changed(self, dealing: DealingView) -> Sentence | None:
        """Return what is wrong if the host has changed what it committed to, or what it listed."""
        before = self.dealing or dealing
        if (dealing.id, dealing.commitment) != (before.id, before.commitment):
            return _OTHER_SECRET
        listed = [(share.seat, share.name, share.hash) for share in dealing.shares]
        values = [share.value for share in before.shares]
        if before.shares and listed != [(share.seat, share.name, share.hash) for share in before.shares]:
            return _OTHER_VALUES
        if any(values) and values != [share.value for share in dealing.shares]:
            return _OTHER_VALUES
        shown = (share for share in dealing.shares if share.value)
        return None if all(share.hash == sha256_of(share.value or "") for share in shown) else _OTHER_VALUES

    def _is_listed(self, dealing: DealingView) -> bool:
        return bool(self.value) and any(share.hash == sha256_of(self.value) for share in dealing.shares)

    def _fault_in_seed(self, record: Record) -> Sentence | None:
        dealing, shares = self.dealing, record.started.shares
        if dealing is None:
            return None
        if (
            shares is None
            or record.started.id != dealing.id
            or sha256_of(shares.secret) != dealing.commitment
        ):
            return _OTHER_SECRET
        if shares.values != dealing.shares:
            return _OTHER_VALUES
        was_dropped = self.taken is Commit and not self._is_listed(dealing)
        given = any(share.value == self.value for share in shares.values)
        return _DROPPED if was_dropped or (self.taken is Reveal and not given) else None

    def _fault_in_story(self, record: Record, seat: Seat) -> Sentence | None:
        events = [event.seen_by(seat) for event in record.events[self._start :][: len(self._log)]]
        # As it is written: an event may be read as another class with the same fields.
        if msgspec.json.encode(events) != msgspec.json.encode(self._log):
            return _OTHER_STORY
        state = record.game.new(record.started.seats, record.options)
        views, happened = defaultdict[int, list[View]](list), 1
        alone = state.copy()
        for step in (None, *record.steps):
            if step:
                if step.seat == seat and not alone.apply(step.seat, step.move):
                    views[happened].append(replace(alone.view(seat), active=()))
                state.apply(step.seat, step.move)
                happened += len(step.events)
                alone = state.copy() if step.events else alone
            if CHANCE not in state.active:
                views[happened].append(replace(state.view(seat), active=()))
        return None if all(view in views[happened] for happened, view in self._views) else _OTHER_STORY
