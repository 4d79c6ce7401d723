"""Everyone at a table finds out by themselves whether the host chose the deal, be it honest or cheating."""

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from random import Random
from typing import Any
from unittest.mock import Mock, patch

import pytest
from msgspec.structs import replace

from luckytui.client.witness import Witness
from luckytui.games import GAMES
from luckytui.games.interface import Share, Shares
from luckytui.games.lucky_numbers.rules import TurnOver
from luckytui.table.dealer import Dealer, sha256_of
from luckytui.table.exchange import Exchange, Exchanges, Person
from luckytui.table.record import write
from luckytui.table.requests import Act, Commit, Fetch, Reveal, SeatBot, Undo
from luckytui.table.views import DealingView, RecordPiece, TableView
from screenshots.scenes import game, over
from tests.games.toys import install
from tests.table.fair import ANA, BEN, CEM, FAY, FairTable
from tests.table.test_record import summed

ALL = (ANA, BEN, CEM)
OTHER = "0" * 64


def played(*people: Person, chance: int = 1, undos: float = 0.0, **how: Any) -> FairTable:
    """A table after a game."""
    table = FairTable(*people or ALL, **how).start()
    table.time.let_pass(4)
    table.show()
    table.play(Random(chance), undos)
    return table


def reasons(table: FairTable) -> set[str]:
    found = table.findings().values()
    assert {finding.verdict for finding in found} == {"false"}
    return {str(finding.reason) for finding in found}


@pytest.mark.parametrize("game", [*GAMES, "nim"])
def test_nobody_accuses_an_honest_host(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    table = played(game=game, seats=3, undos=0.2, wire=True)
    found = table.findings()
    assert {finding.verdict for finding in found.values()} == {"fair"}
    assert len({finding.words for finding in found.values()}) == 1


def test_a_move_that_is_shown_after_it_was_asked_back_accuses_nobody() -> None:
    table = FairTable(*ALL, game="lucky-squares").start()
    shown = table.views[ANA].match
    assert shown
    table.ask(ANA, Act(shown.moves[0]))
    table.show()
    shown = table.views[ANA].match
    assert shown
    table.witnesses[ANA].sent(b"undo", Undo())
    table.show()
    table.table.request(ANA[0], Undo(), prompt=shown.prompt)
    table.witnesses[ANA].answered(b"undo", accepted=True)
    table.show()
    again = table.views[ANA].match
    assert again
    table.ask(ANA, Act(again.moves[1]))
    table.show()
    table.play(Random(2), undos=0.0)
    assert table.verdicts() == ["fair"] * 3


def test_a_rematch_is_checked_on_its_own() -> None:
    table = played()
    assert table.verdicts() == ["fair"] * 3
    table.start()
    table.play(Random(2))
    assert table.verdicts() == ["fair"] * 3


def test_a_spectator_who_comes_late_checks_what_there_is_to_check() -> None:
    table = FairTable(ANA, BEN).start()
    late = table.witnesses[FAY] = Witness()
    table.people = (*table.people, FAY)
    table.play(Random(1))
    assert table.verdicts() == ["fair", "fair", "unproven"]
    assert "your value is not in the deal" in str(table.findings()[FAY].reason)
    assert late is table.witnesses[FAY]


def test_a_bot_that_stood_in_for_a_player_is_in_the_record_and_only_that_player_finds_it_not_proven() -> None:
    table = FairTable(*ALL).start()
    table.time.let_pass(4)
    table.show()
    table.people = (ANA, CEM)
    table.table.lost(BEN[0])
    table.table.request(ANA[0], SeatBot(BEN[0], "easy"))
    table.play(Random(1), undos=0.0)
    table.people = ALL
    table.table.returned(BEN[0])
    table.show()
    assert table.verdicts() == ["fair", "unproven", "fair"]
    assert "moves were made for you" in str(table.findings()[BEN].reason)


def test_a_seed_that_was_chosen_proves_nothing() -> None:
    table = played(ANA, BEN, seed="by hand")
    assert not table.given
    assert table.verdicts() == ["unproven"] * 2
    assert "seed was chosen" in str(table.findings()[ANA].reason)


def test_a_record_of_another_version_is_nobodys_fault() -> None:
    def hands_out(_person: Person, record: bytes) -> bytes:
        return record.replace(b'"format":3', b'"format":9')

    table = played(ANA, BEN, hands_out=hands_out)
    assert table.verdicts() == ["unproven"] * 2


def with_draws(change: Callable[[Any, str, Any], Any]) -> Any:
    """Let the host deal otherwise: `change` gets the dealer's draw, the occasion and the outcomes."""
    honest = Dealer.draw
    return patch(
        "luckytui.table.match.Dealer.draw", lambda self, *what: change(honest, self, *what), create=False
    )


def assert_caught(dealing: Callable[..., Any]) -> None:
    """Play where the host deals like this: everyone finds that the deal does not follow from the seed."""
    kept_back = [True]
    table = FairTable(*ALL, hands_out=lambda _person, record: b"" if kept_back else record)
    with with_draws(dealing):
        table.start()
        table.play(Random(1))
    kept_back.clear()
    table.show()
    (reason,) = reasons(table)
    assert "does not follow from the seed" in reason


def test_reordered_draws_are_caught_by_all() -> None:
    held: list[Any] = []

    def swap(honest: Any, dealer: Dealer, occasion: str, outcomes: Any) -> Any:
        """Bring the second tile of the stack first."""
        drawn = honest(dealer, occasion, outcomes)
        if "stack" in occasion and not held:
            held.append(drawn)
            return honest(dealer, occasion, outcomes)
        return drawn

    assert_caught(swap)


def test_a_swapped_outcome_is_caught_by_all() -> None:
    def swap(honest: Any, dealer: Dealer, occasion: str, outcomes: Any) -> Any:
        drawn = honest(dealer, occasion, outcomes)
        others = [move for move in outcomes if move != drawn]
        return others[0] if others and isinstance(drawn, TurnOver) else drawn

    assert_caught(swap)


def a_seed_to_its_liking(shares: Shares, _id: str) -> str:
    """What a host comes to that tries secrets until the deal suits it."""
    return sha256_of(OTHER + "".join(share.value or "" for share in shares.values))[:32]


def test_a_seed_chosen_after_the_values_were_seen_is_caught_by_all() -> None:
    with patch("luckytui.table.table.seed_of_shares", a_seed_to_its_liking):
        table = FairTable(*ALL).start()
        table.play(Random(1))
    (reason,) = reasons(table)
    assert "the seed is not made of the secret and the values" in reason


def test_another_secret_than_the_one_committed_to_is_caught_by_all() -> None:
    honest = Exchanges.dealing

    def dealing(self: Exchanges, person: Person) -> DealingView | None:
        """Commit to one secret, and use another, found when all values were there."""
        shown = honest(self, person)
        return shown and replace(shown, commitment=sha256_of(OTHER))

    with patch.object(Exchanges, "dealing", dealing):
        table = FairTable(*ALL).start()
        table.play(Random(1))
    (reason,) = reasons(table)
    assert "its secret is not the one that it committed to" in reason


@pytest.mark.parametrize("stage", ["hash", "value"])
def test_a_commitment_that_comes_late_or_changes_gets_no_values(stage: str) -> None:
    honest = Exchanges.dealing

    def dealing(self: Exchanges, person: Person) -> DealingView | None:
        shown = honest(self, person)
        return replace(shown, commitment=OTHER) if shown and shown.asks == stage else shown

    with patch.object(Exchanges, "dealing", dealing):
        table = FairTable(*ALL).start()
        assert not any(isinstance(gift, Reveal) for _, gift in table.given)
        table.time.let_pass(4)
        table.show()
        table.play(Random(1))
    (reason,) = reasons(table)
    assert "its secret is not the one that it committed to" in reason


def test_nothing_is_committed_to_once_something_is_listed() -> None:
    table = FairTable(ANA, BEN, silent=[ANA, BEN]).start()
    shown = table.views[ANA]
    assert shown.dealing
    late = replace(shown.dealing, asks="hash", shares=(Share(seat=1, name="Ben", hash=OTHER),))
    assert not [*Witness().hear(replace(shown, dealing=late))]


def test_a_value_is_shown_only_to_a_list_with_its_hash() -> None:
    table = FairTable(ANA, BEN, silent=[ANA, BEN]).start()
    shown, witness = table.views[ANA], table.witnesses[ANA]
    assert shown.dealing
    listed = (Share(seat=0, name="Ana", hash=OTHER), Share(seat=1, name="Ben", hash=OTHER))
    dealing = replace(shown.dealing, asks="value", shares=listed)
    assert not [*witness.hear(replace(shown, dealing=dealing))]


def test_hashes_that_are_changed_after_they_were_listed_are_caught_by_all() -> None:
    def shows(_person: Person, table_view: TableView) -> TableView:
        """When the values are shown, Cem is a friend with a value to the host's liking."""
        dealing = table_view.dealing
        if dealing is None or not any(share.value for share in dealing.shares):
            return table_view
        friend = Share(seat=2, name="Cem", hash=sha256_of(OTHER), value=OTHER)
        shares = tuple(friend if share.seat == 2 else share for share in dealing.shares)
        return replace(table_view, dealing=replace(dealing, shares=shares))

    (reason,) = reasons(played(ANA, BEN, CEM, shows=shows))
    assert "not made of the values that were listed" in reason


def test_a_value_that_was_shown_and_is_shown_no_more_is_caught() -> None:
    shown = game("lucky-numbers", 2, over)
    share = Share(seat=0, name="Ana", hash=sha256_of(OTHER), value=OTHER)
    witness = Witness()
    for each in (share, replace(share, value=None)):
        dealing = DealingView(game=1, id="a game", commitment=OTHER, shares=(each,))
        assert not [*witness.hear(replace(shown, dealing=dealing))]
    assert "values that were listed" in str(witness.fault)


def test_a_value_that_was_never_listed_is_caught_by_all() -> None:
    def shows(_person: Person, table_view: TableView) -> TableView:
        dealing = table_view.dealing
        shares = tuple(share for share in dealing.shares if share.seat != 2) if dealing else ()
        return replace(table_view, dealing=dealing and replace(dealing, shares=shares))

    assert played(ANA, BEN, CEM, shows=shows).verdicts() == ["false"] * 3


def test_who_gave_nothing_relies_on_the_others() -> None:
    table = played(ANA, BEN, CEM, silent=[ANA])
    assert table.verdicts()[0] == "unproven"
    assert "your value is not in the deal" in str(table.findings()[ANA].reason)


def test_a_value_that_was_taken_and_dropped_is_caught_by_its_owner() -> None:
    honest = Exchange.do

    def do(self: Exchange, entry: Any) -> None:
        honest(self, entry)
        share = self._shares.get(BEN)
        if share and share.value:
            self._shares[BEN] = replace(share, value=None)
            self._due.discard(BEN)

    with patch.object(Exchange, "do", do):
        table = played(ANA, BEN, CEM)
    assert table.verdicts() == ["unproven", "false", "unproven"]
    assert "Ben withheld a value: the host could choose from 2 deals" in str(table.findings()[ANA].reason)
    assert "it took your value, and made the seed without it" in str(table.findings()[BEN].reason)
    (left_out,) = (share for share in table.records[0].started.shares.values if not share.value)  # type: ignore[union-attr]
    assert left_out.name == "Ben", "the others read in the record who was left out"


def test_a_hash_that_was_taken_and_not_listed_is_caught_by_its_owner() -> None:
    honest = Exchange.do

    def do(self: Exchange, entry: Any) -> None:
        honest(self, entry)
        if self.stage == "hashes":
            self._shares.pop(BEN, None)

    with patch.object(Exchange, "do", do):
        table = played(ANA, BEN, CEM)
    assert table.verdicts() == ["unproven", "false", "unproven"]


def without_a_value(_person: Person, record: bytes) -> bytes:
    """The record as if Ben had given nothing, with another seed; the moves stay."""
    lines = list(map(json.loads, record.splitlines()))
    lines[0]["shares"]["values"][1]["value"] = None
    return summed(lines)


def test_a_record_that_leaves_a_value_out_is_caught_by_all() -> None:
    (reason,) = reasons(played(hands_out=without_a_value))
    assert "the seed is not made of the secret and the values" in reason


def test_a_record_of_another_game_is_caught_by_all() -> None:
    other = write(played(chance=5).records[0])
    (reason,) = reasons(played(hands_out=lambda _person, _record: other))
    assert "its secret is not the one that it committed to" in reason


def test_a_record_without_ones_own_seat_is_false() -> None:
    other = write(played(ANA, BEN).records[0])
    table = played(hands_out=lambda _person, _record: other)
    assert table.verdicts() == ["false"] * 3


@contextmanager
def same_secrets() -> Iterator[None]:
    """Let two hosts, and the people there, draw the same secrets in the same second."""
    numbers = iter(range(1000))
    with (
        patch("secrets.token_hex", lambda size: f"{next(numbers):0{2 * size}x}"),
        patch("luckytui.table.table.datetime", Mock(now=lambda _zone: datetime(2026, 1, 1))),
    ):
        yield


def shown_to(table: FairTable, dealing: DealingView, person: Person = ANA) -> TableView:
    """The view of a table at which this is dealt, after the game before."""
    view = table.views[person]
    match = view.match and replace(view.match, number=dealing.game - 1)
    return replace(view, match=match if dealing.game > 1 else None, record=None, dealing=dealing)


def deal(number: int, id_: str = "1", **more: Any) -> DealingView:
    return DealingView(game=number, id=id_ * 32, commitment=OTHER, **more)


def given_for(table: FairTable, number: int) -> None:
    """Let Ana give her value to a deal, which is not played then."""
    witness = table.witnesses[ANA]
    (commit,) = witness.hear(shown_to(table, deal(number, asks="hash")))
    assert isinstance(commit, Commit)
    shares = Share(seat=0, name="Ana", hash=commit.hash), Share(seat=1, name="Ben", hash=OTHER)
    (reveal,) = witness.hear(shown_to(table, deal(number, asks="value", shares=shares)))
    assert isinstance(reveal, Reveal)
    witness.sent(b"commit", commit)
    witness.sent(b"reveal", reveal)


def after_a_game(*people: Person) -> FairTable:
    """A table after a game, at which Ana's program has just been started."""
    table = played(*people)
    table.witnesses[ANA] = Witness()
    return table


def test_a_deal_that_is_not_played_and_another_one_instead_is_a_fault_at_once() -> None:
    table = after_a_game(ANA, BEN)
    witness = table.witnesses[ANA]
    given_for(table, 2)
    assert witness.fault is None
    unplayed = replace(shown_to(table, deal(3, "2", asks="hash")), match=table.views[ANA].match)
    assert not [*witness.hear(unplayed)], "no value for another deal"
    assert "made a deal, and then another one instead" in str(witness.fault)
    assert not [*witness.hear(shown_to(table, deal(3, "2", asks="hash")))], "nor later"


@pytest.mark.parametrize("number", [3, 4])
def test_a_number_that_is_skipped_is_a_fault(number: int) -> None:
    table = after_a_game(ANA, BEN)
    witness = table.witnesses[ANA]
    [*witness.hear(table.views[ANA])]
    assert not [*witness.hear(shown_to(table, deal(number, asks="hash")))]
    assert "another one instead" in str(witness.fault)


def test_a_deal_that_is_made_twice_is_a_fault() -> None:
    table = after_a_game(ANA, BEN)
    given_for(table, 2)
    assert not [*table.witnesses[ANA].hear(shown_to(table, deal(2, "2", asks="hash")))]
    assert "not the one that it committed to" in str(table.witnesses[ANA].fault)


def test_one_who_was_away_after_giving_a_value_accuses_nobody_and_finds_nothing_proven() -> None:
    table = FairTable(ANA, BEN)
    table.views[ANA] = table.table.view(0)
    given_for(table, 1)
    table.witnesses[ANA].lost()
    table.start()
    assert table.witnesses[ANA].fault is None
    table.play(Random(1))
    assert table.verdicts() == ["unproven", "fair"]
    assert "gave a value to another one before" in str(table.findings()[ANA].reason)


def test_a_program_that_was_killed_goes_on_with_its_value() -> None:
    table = FairTable(ANA, BEN)
    witness = table.witnesses[ANA]
    table.views[ANA] = table.table.view(0)
    (commit,) = witness.hear(shown_to(table, deal(1, asks="hash")))
    again = Witness(given=witness.given)
    assert [*again.hear(shown_to(table, deal(1, asks="hash")))] == [commit]


def test_values_of_people_who_do_not_sit_there_are_a_fault() -> None:
    table = after_a_game(ANA, BEN)
    witness = table.witnesses[ANA]
    (commit,) = witness.hear(shown_to(table, deal(2, asks="hash")))
    assert isinstance(commit, Commit)
    mine, invented = Share(seat=0, name="Ana", hash=commit.hash), Share(seat=1, name="Fay", hash=OTHER)
    assert not [*witness.hear(shown_to(table, deal(2, asks="value", shares=(mine, invented))))]
    assert "somebody who does not sit at the table" in str(witness.fault)


def test_spectators_and_guests_give_nothing_and_are_told_why() -> None:
    table = FairTable(ANA, BEN, FAY)
    table.witnesses[BEN] = Witness(is_guest=True)
    table.start()
    table.time.let_pass(4)
    table.show()
    table.play(Random(1))
    assert {person for person, _gift in table.given} == {ANA}
    guest, spectator = table.findings()[BEN], table.findings()[FAY]
    assert (guest.verdict, spectator.verdict) == ("guest", "unproven")
    assert "The host's computer checked the deal, not yours" in str(guest.reason)


def test_a_guest_to_whom_no_record_comes_is_not_alarmed() -> None:
    table = FairTable(ANA, BEN, hands_out=lambda _person, _record: b"")
    table.witnesses[BEN] = Witness(is_guest=True)
    table.start()
    table.play(Random(1))
    assert [table.witnesses[person].give_up().verdict for person in (ANA, BEN)] == ["unproven", "guest"]


def test_somebody_alone_reads_that_the_deal_was_their_own() -> None:
    table = played(ANA)
    assert table.verdicts() == ["own"]


def test_two_stories_told_to_two_players_show_in_the_check_words() -> None:
    """Ana is shown other moves than Ben made, and Ben other moves than Ana made."""
    tables = []
    for chance in (1, 2):
        with same_secrets():
            tables.append(played(ANA, BEN, chance=chance))
    one, other = (table.findings() for table in tables)
    assert one[ANA].verdict == other[BEN].verdict == "fair", "each story is right in itself"
    assert tables[0].records[0].started == tables[1].records[0].started
    assert one[ANA].words != other[BEN].words


def test_the_record_must_be_the_story_that_was_shown() -> None:
    with same_secrets():
        other = write(played(ANA, BEN, chance=2).records[0])
    with same_secrets():
        table = played(ANA, BEN, chance=1, hands_out=lambda _person, _record: other)
    (reason,) = reasons(table)
    assert "another story than the one you were shown" in reason


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_that_was_shown_otherwise_is_caught(game: str) -> None:
    """The events were right, and the position was not."""
    fields = {
        "lucky-numbers": {"middle": (7, 7)},
        "lucky-jack": {"pile": ()},
        "lucky-box": {"stack": 3},
        "lucky-squares": {"cents": (1, 2, 3)},
    }

    def shows(person: Person, table_view: TableView) -> TableView:
        match_view = table_view.match
        if person != BEN or match_view is None or not match_view.prompt:
            return table_view
        false = replace(match_view.view, **fields[game])
        return replace(table_view, match=replace(match_view, view=false))

    with same_secrets():
        verdicts = played(ANA, BEN, game=game, seats=3, shows=shows).verdicts()
    assert verdicts == ["fair", "false"]


def test_a_record_is_put_together_from_pieces_and_asked_for_where_one_is_missing() -> None:
    table = played(ANA, BEN, hands_out=lambda _person, _record: b"")
    witness, shown, text = table.witnesses[ANA], table.views[ANA], write(table.records[0])
    size, asked = len(text), []
    for start, end in [(0, 300), (600, 900), (300, 300), (300, 600), (300, 600), (600, size)]:
        record = RecordPiece(game=1, size=size, start=start, piece=text[start:end])
        for request in witness.hear(replace(shown, record=record)):
            asked += [request.start] if isinstance(request, Fetch) else []
    assert asked == [300, 300, 300, 600, 600]
    assert witness.record == text


def test_what_was_asked_for_is_not_asked_for_twice() -> None:
    table = played(ANA, BEN, hands_out=lambda _person, _record: b"")
    witness, shown = table.witnesses[ANA], replace(table.views[ANA], record=RecordPiece(game=1, size=9))
    (fetch,) = witness.hear(shown)
    witness.sent(b"fetch", fetch)
    assert not [*witness.hear(shown)]
    witness.answered(b"fetch", accepted=True)
    assert [*witness.hear(shown)] == [fetch], "the view with the piece was skipped"


def test_a_record_that_is_too_large_is_not_asked_for() -> None:
    table = FairTable(ANA, BEN).start()
    huge = RecordPiece(game=1, size=2**40, start=0, piece=b"x")
    assert not [*table.witnesses[ANA].hear(replace(table.views[ANA], record=huge))]


def test_a_record_that_nobody_can_read_is_false() -> None:
    def hands_out(_person: Person, record: bytes) -> bytes:
        first, *_ = record.splitlines(keepends=True)
        body = b'{"seat":0,"events":' + b"[" * 10_000
        return first + body + b',"sum":"%s"}\n' % hashlib.sha256(first[-67:-3] + body).hexdigest().encode()

    (reason,) = reasons(played(ANA, BEN, hands_out=hands_out))
    assert "is not a move of" in reason


def test_nobody_commits_twice_with_different_values() -> None:
    table = FairTable(ANA, BEN, silent=[ANA]).start()
    table.show()
    gifts = {gift for person, gift in table.given if person == BEN}
    again = [*table.witnesses[ANA].hear(table.views[ANA])]
    assert again == [*table.witnesses[ANA].hear(table.views[ANA])]
    assert isinstance(again[0], Commit)
    assert len(gifts) == 1
