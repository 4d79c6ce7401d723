"""Takes part, for one person, in making a game's seed and check words, and has its record checked.

It keeps the evidence by which the record is judged (`verdict.judge`): see docs/fair-play.md.
"""

import secrets
from collections import defaultdict
from collections.abc import Iterator

from msgspec.structs import replace

from luckytui.client.deals import Deals
from luckytui.client.saved_seats import Given
from luckytui.client.story import Answered, Entry, Sent
from luckytui.client.verdict import Finding, Judgement, judge
from luckytui.games.interface import SPECTATOR, Share
from luckytui.table.dealer import check_words, nonce_hash, sha256_of
from luckytui.table.exchange import Person
from luckytui.table.requests import Act, Commit, Fetch, Request, Reveal, Undo
from luckytui.table.views import DealingView, ExchangeView, RecordPiece, TableView
from luckytui.text import N_, Sentence

_LARGEST = 2**24
"""How many bytes of a record are taken from a host."""

_NOT_SENT = Sentence(N_("The deal is not proven: the host has not sent the record of the game."))
_NO_WORDS_YET = Sentence(N_("The check words are not made yet."))
_NO_WORDS = Sentence(N_("There are no check words: they take two players with a program of their own."))
_MISSING = N_("There are no check words: {names} did not take part in making them.")
_STOPPED = Sentence(N_("There are no check words: the host has not finished making them."))


class Witness:
    """Follows what one program is shown and sends, and says what to send for a fair deal.

    `given` must be in the saved seat before what `hear` returns is sent.
    """

    def __init__(self, *, is_guest: bool = False, given: Given | None = None) -> None:
        """A guest's program runs on the host's computer, so it gives nothing. `given` is what was saved."""
        self.given = given
        """The value of this program for a game that it has not seen to its end."""
        self.finding: Finding | None = None
        """What came of checking the latest game that is over."""
        self.record = b""
        """The record of that game, if it came."""
        self.fault: Sentence | None = None
        """What was wrong, first of all, with how a seed was made."""
        self._is_guest = is_guest
        self._seat = SPECTATOR
        self._takes_part = False
        """Whether this person sits at the table with a program of their own."""
        self._deals = Deals(given)
        self._entries = defaultdict[int, list[Entry]](list)
        """What was shown and sent, by game, from the latest one on that is over until that is judged."""
        self._game = self._over = 0
        """The game that was shown last, and the latest that was shown to be over."""
        self._judged: Judgement | None = None
        """What came of the record of that."""
        self._pieces, self._size = b"", 0
        """What has come of it, and how many bytes it has."""
        self._unanswered: dict[bytes, Sent] = {}
        self._asked: list[Sent] = []
        """What this program sent by itself on this connection."""
        self._dealing: DealingView | None = None
        self._exchange: ExchangeView | None = None
        self._nonces: dict[str, str] = {}
        """By the exchange that they are for."""
        self._frozen: dict[str, tuple[Share, ...]] = {}
        """What was listed when the nonce was shown."""

    # ── What happens ──────────────────────────────────────────────────────────────────────────────

    def hear(self, table_view: TableView) -> Iterator[Request]:
        """Note a view as it came; yield what to ask the host for."""
        self._deals.hear(table_view)
        self.fault = self._deals.fault
        self._seat, self._game = table_view.seat, table_view.number
        self._takes_part = not self._is_guest and self._seat != SPECTATOR
        if table_view.match and not (self._judged and self._game == self._over):
            self._entries[self._game].append(table_view)
        self._dealing = table_view.dealing or self._dealing
        self._exchange = table_view.words or self._exchange
        if self.fault and self.finding:
            self.finding = replace(self.finding, verdict="false", reason=self.fault)
        if table_view.is_over and self._game > self._over:
            self._over, self._judged, self.finding = self._game, None, None
            self.record, self._pieces, self._size = b"", b"", 0
            for game in [game for game in self._entries if game < self._over]:
                del self._entries[game]
        if table_view.record:
            seats = enumerate(table_view.occupants)
            here = {(seat, one.name) for seat, one in seats if one.kind == "person" and one.here}
            self._add(table_view.record, here)
        is_fetching = any(isinstance(sent.request, Fetch) and sent.accepted is None for sent in self._asked)
        if len(self._pieces) < self._size and not is_fetching:
            yield Fetch(len(self._pieces))
        if self._takes_part and self._dealing and self._dealing.asks:
            yield from self._give(self._dealing)
        if self._takes_part and self._exchange:
            yield from self._give_nonce(self._exchange)

    def sent(self, key: bytes, request: Request, prompt: int = 0) -> None:
        """Note that a request was sent."""
        sent = self._unanswered[key] = Sent(request, prompt)
        match request:
            case Act() | Undo():
                self._entries[self._game].append(sent)
            case Commit() | Reveal() | Fetch():
                self._asked.append(sent)
        self._deals.note(sent)

    def answered(self, key: bytes, *, accepted: bool) -> bool:
        """Note the host's answer to a request; return whether this program made that by itself."""
        sent = self._unanswered.pop(key)
        sent.accepted = accepted
        self._entries[self._game].append(Answered(sent))
        self._deals.note(sent)
        return isinstance(sent.request, Commit | Reveal | Fetch)

    def lost(self) -> None:
        """Note that the connection is lost: what happens now is not seen."""
        self._deals.lost()
        self._asked.clear()

    # ── What the host owes after a game ───────────────────────────────────────────────────────────

    @property
    def owed(self) -> tuple[int, str, int] | None:
        """What the host owes now: of which game, what, and how much of it has come; None: nothing."""
        if self._over and not self._judged:
            return self._over, "record", len(self._pieces)
        is_due = self.finding and self.finding.wordless == _NO_WORDS_YET
        return (self._over, "words", len(self._frozen)) if is_due else None

    def give_up(self) -> Finding:
        """Return what is known, as the host has not sent in time what it owes."""
        if self._judged and self.finding:
            listed = self._exchange.shares if self._exchange else ()
            silent = ", ".join(share.name for share in listed if not share.value)
            self.finding = replace(
                self.finding, wordless=Sentence(_MISSING, {"names": silent}) if silent else _STOPPED
            )
        elif self.fault:
            self.finding = Finding("false", self.fault, self._over)
        else:
            self.finding = Finding("guest" if self._is_guest else "unproven", _NOT_SENT, self._over)
        return self.finding

    def _add(self, piece: RecordPiece, here: set[Person]) -> None:
        """Put a record together, and judge it when it is whole."""
        if piece.game != self._over or self._judged or piece.size > _LARGEST:
            return
        if piece.size != self._size:
            self._pieces, self._size = b"", piece.size
        if piece.start == len(self._pieces):
            self._pieces += piece.piece
        if len(self._pieces) < self._size:
            return
        self.record, entries = self._pieces, self._entries[self._over]
        judged = judge(entries, self._deals, self._over, self.record, is_guest=self._is_guest)
        if judged.is_played:
            self._deals.played = self._over
            if self.given and self.given.game <= self._over:
                self.given = None
        shares = judged.record.started.shares if judged.record else None
        gave = {(share.seat, share.name) for share in (shares.values if shares else ()) if share.value}
        has_words = self._takes_part and len(here & gave) > 1
        self._judged = judged
        self.finding = replace(judged.finding, wordless=_NO_WORDS_YET if has_words else _NO_WORDS)

    # ── What this program gives ───────────────────────────────────────────────────────────────────

    def _give(self, dealing: DealingView) -> Iterator[Request]:
        """Yield what to give to the seed now: nothing after a fault, or while a record is on its way."""
        if self.fault or self._is_asked_already(dealing):
            return
        value = self._deals.of(dealing.game, dealing.id).value
        if dealing.asks == "hash" and not dealing.shares and len(self._pieces) >= self._size:
            if not value:
                value = secrets.token_hex(32)
                self.given = Given(game=dealing.game, id=dealing.id, value=value)
                self._deals.drew(self.given)
            yield Commit(dealing.id, sha256_of(value))
        elif dealing.asks == "value" and value and self._hashes(dealing) == [sha256_of(value)]:
            yield Reveal(dealing.id, value)

    def _give_nonce(self, exchange: ExchangeView) -> Iterator[Request]:
        """Yield what to give to the check words now, and take the words when they are made."""
        id_, listed, record = exchange.id, exchange.shares, self._judged and self._judged.record
        if not (record and self.finding) or self.finding.verdict == "false":
            return
        if id_ not in {f"{record.started.id}/1", f"{record.started.id}/2"}:
            return
        if not self.finding.words and self.finding.wordless == _NO_WORDS:
            self.finding = replace(self.finding, wordless=_NO_WORDS_YET)
        nonce, is_asked = self._nonces.get(id_), self._is_asked_already(exchange)
        if exchange.asks == "hash" and not listed and not is_asked:
            nonce = self._nonces.setdefault(id_, secrets.token_hex(32))
            yield Commit(id_, nonce_hash(id_, self._seat, nonce))
        elif exchange.asks == "value" and nonce and not is_asked:
            is_listed = self._hashes(exchange) == [nonce_hash(id_, self._seat, nonce)] and len(listed) > 1
            if is_listed and self._frozen.setdefault(id_, listed) == listed:
                yield Reveal(id_, nonce)
        elif self._is_complete(exchange) and not self.finding.words:
            words = check_words(id_, self.record.rpartition(b'"sum":"')[2][:64].decode(), listed)
            self.finding = replace(self.finding, words=words, wordless=None)

    def _is_asked_already(self, exchange: ExchangeView) -> bool:
        """Whether what this asks for was sent on this connection, and not refused."""
        kind = Commit if exchange.asks == "hash" else Reveal
        gifts = (sent.request for sent in self._asked if sent.accepted is not False)
        return any(isinstance(gift, kind) and gift.id == exchange.id for gift in gifts)

    def _hashes(self, exchange: ExchangeView) -> list[str | None]:
        """Return the hashes that are listed for this seat."""
        return [share.hash for share in exchange.shares if share.seat == self._seat]

    def _is_complete(self, exchange: ExchangeView) -> bool:
        """Whether everyone has shown the nonce of the list that was frozen."""
        listed = tuple(replace(share, value=None) for share in exchange.shares)
        return listed == self._frozen.get(exchange.id) and all(
            share.value and share.hash == nonce_hash(exchange.id, share.seat, share.value)
            for share in exchange.shares
        )
