"""Takes part, for one person, in making a game's seed and check words, and has its record checked.

It keeps the transcript by which the record is judged (`verdict.judge`): see docs/fair-play.md.
"""

import secrets
from collections.abc import Iterator, Set

from msgspec.structs import replace

from luckytui.client.saved_seats import Given
from luckytui.client.transcript import Answered, Drew, Entry, Lost, Played, Resumed, Sent, shown
from luckytui.client.verdict import Finding, Judgement, deal_faults, judge
from luckytui.games.interface import SPECTATOR, Share
from luckytui.table.dealer import check_words, nonce_hash, sha256_of
from luckytui.table.exchange import Person
from luckytui.table.requests import Commit, Fetch, Request, Reveal
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
        self._is_guest = is_guest
        self.transcript: list[Entry] = [Resumed(given)] if given else []
        """All that was shown and sent."""
        self._dealing: DealingView | None = None
        self._exchange: ExchangeView | None = None
        self._seat = SPECTATOR
        self._latest = 0
        """The number of the game that was shown last."""
        self._over = 0
        """The number of the latest game that was shown to be over."""
        self._pieces = b""
        """What has come of its record, or of the one before."""
        self._pieces_of = self._size = 0
        self._fetching: bytes | None = None
        """The request for the next piece that has no answer yet."""
        self._judged: dict[int, Judgement] = {}
        self.fault: Sentence | None = None
        """What was wrong, first of all, with how a seed was made."""
        self._nonces: dict[str, str] = {}
        """By the exchange that they are for."""
        self._frozen: dict[str, tuple[Share, ...]] = {}
        """What was listed when the nonce was shown."""

    # ── What happens ──────────────────────────────────────────────────────────────────────────────

    def hear(self, table_view: TableView) -> Iterator[Request]:
        """Note a view as it came; yield what to ask the host for."""
        is_known = table_view.dealing == self._dealing
        entry = shown(replace(table_view, dealing=None) if is_known else table_view)
        self.transcript.append(entry)
        is_again = entry.game == self._over and not entry.is_over
        if self.fault is None and (entry.dealing or entry.game != self._latest or is_again):
            self.fault = next(deal_faults(self.transcript), None)
            if self.fault and self.finding:
                self.finding = replace(self.finding, verdict="false", reason=self.fault)
        self._latest = entry.game
        self._seat = table_view.seat
        self._dealing = table_view.dealing or self._dealing
        self._exchange = table_view.words or self._exchange
        if (match := table_view.match) and not match.view.active and match.number > self._over:
            self._over = match.number
            if match.number not in self._judged:
                self.finding, self.record = None, b""
        seats = enumerate(table_view.occupants)
        here = {(seat, one.name) for seat, one in seats if one.kind == "person" and one.here}
        if table_view.record:
            self._add(table_view.record, here)
        if self._pieces_of not in self._judged and len(self._pieces) < self._size and not self._fetching:
            yield Fetch(len(self._pieces))
        if self._dealing and self._dealing.asks:
            yield from self._give(self._dealing)
        if self._exchange:
            yield from self._give_nonce(self._exchange)

    def sent(self, key: bytes, request: Request, prompt: int = 0) -> None:
        """Note that a request was sent."""
        self.transcript.append(Sent(key, request, prompt))
        if isinstance(request, Fetch):
            self._fetching = key

    def answered(self, key: bytes, *, accepted: bool) -> None:
        """Note the host's answer to a request."""
        self.transcript.append(Answered(key, accepted))
        if key == self._fetching:
            self._fetching = None

    def lost(self) -> None:
        """Note that the connection is lost: what happens now is not seen."""
        self.transcript.append(Lost())
        self._fetching = None

    # ── What the host owes after a game ───────────────────────────────────────────────────────────

    @property
    def owed(self) -> tuple[int, str, int] | None:
        """What the host owes now: of which game, what, and how much of it has come; None: nothing."""
        if not self._over:
            return None
        if self._over not in self._judged:
            return self._over, "record", len(self._pieces) if self._pieces_of == self._over else 0
        is_due = self.finding and self.finding.wordless == _NO_WORDS_YET
        return (self._over, "words", len(self._frozen)) if is_due else None

    def give_up(self) -> Finding:
        """Return what is known, as the host has not sent in time what it owes."""
        if self._over in self._judged and self.finding:
            self.finding = replace(self.finding, wordless=self._missing() or _STOPPED)
        elif self.fault:
            self.finding = Finding("false", self.fault, self._over)
        else:
            self.finding = Finding("guest" if self._is_guest else "unproven", _NOT_SENT, self._over)
        return self.finding

    def _add(self, piece: RecordPiece, here: Set[Person]) -> None:
        """Put a record together; judge it when it is whole."""
        if piece.game != self._over or piece.game in self._judged or piece.size > _LARGEST:
            return
        if (piece.game, piece.size) != (self._pieces_of, self._size):
            self._pieces, self._pieces_of, self._size, self._fetching = b"", piece.game, piece.size, None
        if piece.start == len(self._pieces) and piece.piece:
            self._pieces += piece.piece
            self._fetching = None
        if len(self._pieces) == self._size:
            self._check(self._pieces, here)

    def _check(self, record: bytes, here: Set[Person]) -> None:
        judged = judge(self.transcript, self._over, record, is_guest=self._is_guest)
        self._judged[self._over] = judged
        if judged.is_played:
            self.transcript.append(Played(self._over))
            if self.given and self.given.game <= self._over:
                self.given = None
        plays = self._seat != SPECTATOR and not self._is_guest
        is_alone = len(here & judged.gave) < 2
        self.record = record
        self.finding = replace(judged.finding, wordless=_NO_WORDS if is_alone or not plays else _NO_WORDS_YET)

    # ── What this program gives ───────────────────────────────────────────────────────────────────

    def _give(self, dealing: DealingView) -> Iterator[Request]:
        """Yield what to give to the seed now: nothing after a fault, or while a record is on its way."""
        if self._is_guest or self._seat == SPECTATOR or self.fault or self._is_asked_already(dealing):
            return
        value = self._value_for(dealing)
        if dealing.asks == "hash" and not dealing.shares:
            if self._size > len(self._pieces) and self._pieces_of not in self._judged:
                return
            if not value:
                value = secrets.token_hex(32)
                self.given = Given(game=dealing.game, id=dealing.id, value=value)
                self.transcript.append(Drew(self.given))
            yield Commit(dealing.id, sha256_of(value))
        elif dealing.asks == "value" and value:
            mine = [share.hash for share in dealing.shares if share.seat == self._seat]
            if mine == [sha256_of(value)]:
                yield Reveal(dealing.id, value)

    def _value_for(self, dealing: DealingView) -> str:
        """Return what was drawn for this deal: no value is given to two games, though they have one id."""
        drawn = (entry.given for entry in self.transcript if isinstance(entry, Drew | Resumed))
        wanted = dealing.game, dealing.id
        return next((given.value for given in drawn if (given.game, given.id) == wanted), "")

    def _is_asked_already(self, exchange: ExchangeView) -> bool:
        """Whether what this asks for was sent on this connection, and not refused."""
        kind = Commit if exchange.asks == "hash" else Reveal
        refused = set[bytes]()
        for entry in reversed(self.transcript):
            match entry:
                case Lost():
                    return False
                case Answered(key=key, accepted=False):
                    refused.add(key)
                case Sent(key=key, request=Commit() | Reveal() as gift):
                    if isinstance(gift, kind) and gift.id == exchange.id and key not in refused:
                        return True
        return False

    def _give_nonce(self, exchange: ExchangeView) -> Iterator[Request]:
        """Yield what to give to the check words now, and take the words when they are made."""
        judged = self._judged.get(self._over)
        if judged is None or judged.finding.verdict == "false" or not self.finding:
            return
        if (
            self._is_guest
            or self._seat == SPECTATOR
            or exchange.id not in {f"{judged.id}/1", f"{judged.id}/2"}
        ):
            return
        id_, listed = exchange.id, exchange.shares
        if not self.finding.words and self.finding.wordless == _NO_WORDS:
            self.finding = replace(self.finding, wordless=_NO_WORDS_YET)
        if exchange.asks == "hash" and not listed and not self._is_asked_already(exchange):
            nonce = self._nonces.setdefault(id_, secrets.token_hex(32))
            yield Commit(id_, nonce_hash(id_, self._seat, nonce))
        elif exchange.asks == "value" and id_ in self._nonces and not self._is_asked_already(exchange):
            mine = [share.hash for share in listed if share.seat == self._seat]
            is_listed = mine == [nonce_hash(id_, self._seat, self._nonces[id_])] and len(listed) > 1
            if is_listed and self._frozen.setdefault(id_, listed) == listed:
                yield Reveal(id_, self._nonces[id_])
        elif self._is_complete(exchange) and not self.finding.words:
            words = check_words(id_, judged.sum, listed)
            self.finding = replace(self.finding, words=words, wordless=None)

    def _is_complete(self, exchange: ExchangeView) -> bool:
        """Whether everyone has shown the nonce of the list that was frozen."""
        listed = tuple(replace(share, value=None) for share in exchange.shares)
        return listed == self._frozen.get(exchange.id) and all(
            share.value and share.hash == nonce_hash(exchange.id, share.seat, share.value)
            for share in exchange.shares
        )

    def _missing(self) -> Sentence | None:
        """Say who did not take part in making the check words."""
        listed = self._exchange.shares if self._exchange else ()
        names = ", ".join(share.name for share in listed if not share.value)
        return Sentence(_MISSING, {"names": names}) if names else None
