"""A table whose seeds are made by the people there, each with a witness of their own; time is played."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from luckytui.client.session import Log
from luckytui.client.verdict import Finding
from luckytui.client.witness import Witness
from luckytui.games import GAMES
from luckytui.games.interface import SPECTATOR
from luckytui.table.exchange import Person
from luckytui.table.journal_entries import JournalEntry, entry_type
from luckytui.table.payloads import decode_request, decode_table_view, encode
from luckytui.table.record import Record, write
from luckytui.table.requests import Act, Commit, Request, Reveal, Start, Undo
from luckytui.table.spec import TableSpec
from luckytui.table.table import Table
from luckytui.table.views import DealingView, RecordPiece, TableView
from luckytui.text import UserError
from tests.table.played_time import PlayedTime

ANA, BEN, CEM = (0, "Ana"), (1, "Ben"), (2, "Cem")
FAY = (SPECTATOR, "Fay")

GAME = "lucky-numbers"
SHORT: dict[str, Any] = {"lucky-jack": {"reshuffles": 1}}
"""Options of games that are too long with players without an aim."""


def as_it_is(_person: Person, shown: Any) -> Any:
    return shown


class FairTable:
    """People at a table, what they were shown, and what their witnesses found.

    A host that cheats shows a person other views (`shows`), or hands out another record (`hands_out`). Those
    who are `silent` never answer, those without the feature (`old`) are not asked.
    With `wire` all views are encoded and decoded on the way. When a game is over, its record comes with each
    view.
    """

    def __init__(
        self,
        *people: Person,
        game: str = GAME,
        seats: int = 0,
        seed: str | None = None,
        wire: bool = False,
        silent: Sequence[Person] = (),
        old: Sequence[Person] = (),
        shows: Callable[[Person, TableView], TableView] = as_it_is,
        hands_out: Callable[[Person, bytes], bytes] = as_it_is,
    ) -> None:
        self.people = people
        self.witnesses = {person: Witness() for person in people}
        self.logs = defaultdict[Person, Log](Log)
        self.views: dict[Person, TableView] = {}
        self.given: list[tuple[Person, Request]] = []
        """What was given to seeds."""
        self.seen: list[tuple[Person, TableView]] = []
        """All views, as they came."""
        self.records: list[Record] = []
        self.kept: list[JournalEntry] = []
        self.keep: Callable[[JournalEntry], None] = self.kept.append
        self.time = PlayedTime()
        self._silent, self._old, self._wire = silent, old, wire
        self._shows, self._hands_out = shows, hands_out
        self._is_due = False
        self._keys = count()
        rules = GAMES[game]
        self.spec = TableSpec(
            game=game,
            options=rules.options(**SHORT.get(game, {})),
            name="the table",
            seats=seats or max(rules.seats[0], sum(seat >= 0 for seat, _ in people)),
            seed=seed,
            levels=("random",),
            pace=1.0,
        )
        self.table = self.new_table()
        for seat, name in people:
            if seat >= 0:
                self.table.sit(seat, name)
        for seat in self.table.seating.open_seats:
            self.table.seat_bot(seat, "random")

    def new_table(self) -> Table:
        return Table(
            self.spec,
            owner=0,
            time=lambda: self.time,  # type: ignore[arg-type, return-value]
            changed=self._change,
            ended=self.records.append,
            keep=self._keep,
            contributors=lambda: [each for each in self.people if each[0] >= 0 and each not in self._old],
        )

    def _change(self) -> None:
        self._is_due = True

    def start(self) -> "FairTable":
        self.table.request(0, Start())
        self.show()
        return self

    def show(self) -> None:
        """Show everyone the table, and take what their witnesses give, until nothing changes any more."""
        self._is_due = True
        while self._is_due:
            self._is_due = False
            for person in self.people:
                self._show(person)

    def _show(self, person: Person) -> None:
        log = self.logs[person]
        shown = self.table.view(person[0], log.known)
        if person not in self._old:
            words = self.table.exchanges.words(person)
            shown = replace(shown, dealing=self.dealing(person), words=words, record=self._piece(person))
        shown = self._shows(person, shown)
        if self._wire:
            shown = decode_table_view(encode(shown))
        self.seen.append((person, shown))
        self.views[person] = log.complete(shown)
        for gift in self.witnesses[person].hear(shown):
            if person not in self._silent:
                self.give(person, gift)

    def _piece(self, person: Person) -> RecordPiece | None:
        if self.table.playing or not self.records:
            return None
        text = self._hands_out(person, write(self.records[-1]))
        return RecordPiece(game=self.table.games, size=len(text), piece=text) if text else None

    def dealing(self, person: Person) -> DealingView | None:
        return self.table.exchanges.dealing(person)

    def give(self, person: Person, gift: Request) -> None:
        request = decode_request(GAMES[self.table.choice.game], encode(gift))
        assert isinstance(request, Commit | Reveal)
        if "/" not in request.id:
            self.given.append((person, request))
        self._send(person, request, 0, lambda: self.table.exchanges.take(person, request))

    def ask(self, person: Person, request: Request) -> None:
        """Ask for something at the prompt that a person was shown last."""
        match = self.views[person].match
        prompt = match.prompt if match else 0
        self._send(person, request, prompt, lambda: self.table.request(person[0], request, prompt=prompt))

    def _send(self, person: Person, request: Request, prompt: int, do: Callable[[], None]) -> None:
        key = b"%d" % next(self._keys)
        self.witnesses[person].sent(key, request, prompt)
        try:
            do()
        except UserError:
            self.witnesses[person].answered(key, accepted=False)
        else:
            self.witnesses[person].answered(key, accepted=True)

    def _keep(self, entry: JournalEntry) -> None:
        self.keep(entry)

    def resume(self) -> None:
        """Kill the host, and let it come back from what it kept; nobody is there yet."""
        self.table.close()
        for witness in self.witnesses.values():
            witness.lost()
        self.keep = self.kept.append
        written = [msgspec.json.encode(entry) for entry in self.kept]
        self.table = self.new_table()
        kind = entry_type(GAMES[self.table.choice.game])
        self.table.restore(msgspec.json.decode(line, type=kind) for line in written)

    def play(self, chance: Random, undos: float = 0.2) -> Record:
        """Let everyone move at random, and take moves back, until the game is over."""
        while self.table.playing:
            self.time.let_pass(1)
            self.show()
            for seat, name in self.people:
                shown = self.views[seat, name].match
                if shown is None or not self.table.playing:
                    continue
                if shown.undo and chance.random() < undos:
                    self.ask((seat, name), Undo())
                elif shown.prompt:
                    self.ask((seat, name), Act(chance.choice(shown.moves)))
                self.show()
        self.show()
        return self.records[-1]

    def findings(self) -> dict[Person, Finding]:
        """What each witness found in the record that it got."""
        found = {person: witness.finding for person, witness in self.witnesses.items()}
        return {person: finding for person, finding in found.items() if finding}

    def verdicts(self) -> list[str]:
        return [finding.verdict for finding in self.findings().values()]
