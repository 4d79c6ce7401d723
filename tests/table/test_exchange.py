"""How a game's seed is made: who is asked, who is left out, and what a host that comes back still knows."""

import hashlib
from random import Random

import msgspec
import pytest

from luckytui.games.interface import Shares
from luckytui.table.dealer import key_of, seed_of_shares, sha256_of
from luckytui.table.exchange import PATIENCE, Person
from luckytui.table.journal_entries import Began, Committed, Gave, JournalEntry, Listed, NotKept
from luckytui.table.record import read, write
from luckytui.table.requests import Commit, Denied, Opt, Reveal, Start
from luckytui.table.spec import choice_of
from luckytui.text import Sentence
from tests.table.fair import ANA, BEN, CEM, FAY, FairTable

VALUE = "ab" * 32


def values(table: FairTable) -> dict[str, str | None]:
    """What everyone gave to the seed of the game, by name."""
    began = next(entry for entry in reversed(table.kept) if isinstance(entry, Began))
    assert began.shares
    return {share.name: share.value for share in began.shares.values}


def left_out(table: FairTable) -> list[str]:
    return [name for name, value in values(table).items() if value is None]


def hash_of(table: FairTable, person: Person) -> str | None:
    dealing = table.dealing(BEN)
    assert dealing
    return next((share.hash for share in dealing.shares if (share.seat, share.name) == person), None)


def test_the_seed_is_made_of_the_secret_the_id_and_the_values_in_seat_order() -> None:
    table = FairTable(FAY, CEM, ANA, BEN).start()
    assert list(values(table)) == ["Ana", "Ben", "Cem"], "nobody who watches"
    table.play(Random(1))
    started = table.records[0].started
    assert started.shares
    parts = [started.shares.secret, started.id, *map(str, values(table).values())]
    digest = hashlib.sha256(b"".join(map(bytes.fromhex, parts))).digest()
    assert started.seed == digest[:16].hex()
    assert key_of(started.seed) == digest[:16]
    assert [*read(write(table.records[0]))] == table.records


def test_values_are_shown_only_when_all_hashes_are_listed() -> None:
    table = FairTable(ANA, BEN, CEM).start()
    kinds = [type(gift) for _, gift in table.given]
    assert kinds == [Commit] * 3 + [Reveal] * 3
    assert [type(entry) for entry in table.kept[-9:]] == [Committed, *[Gave] * 3, Listed, *[Gave] * 3, Began]


def test_every_game_has_a_seed_and_an_id_of_its_own() -> None:
    table = FairTable(ANA, BEN)
    for chance in (1, 2):
        table.start()
        table.play(Random(chance))
    one, other = (record.started for record in table.records)
    assert one.seed != other.seed
    assert one.id != other.id
    assert len(table.given) == 8


def test_bots_give_nothing_and_one_person_is_enough() -> None:
    table = FairTable(ANA, seats=4).start()
    assert list(values(table)) == ["Ana"]
    assert not left_out(table)


def test_a_seed_that_was_chosen_needs_nobody() -> None:
    table = FairTable(ANA, BEN, seed="by hand").start()
    assert table.table.playing
    assert not table.given
    assert table.dealing(ANA) is None
    with pytest.raises(Denied):
        table.table.exchanges.take(ANA, Commit("", VALUE))


def test_the_secret_is_shown_to_nobody_before_the_end() -> None:
    table = FairTable(ANA, BEN, FAY).start()
    (secret,) = (entry.secret for entry in table.kept if isinstance(entry, Committed))
    seed = seed_of_shares(Shares(secret=secret, values=table.dealing(ANA).shares), table.dealing(ANA).id)  # type: ignore[union-attr]
    for person in table.people:
        table.show()
        shown = msgspec.json.encode(table.views[person]).decode()
        assert secret not in shown
        assert seed not in shown


def test_who_says_nothing_within_two_seconds_is_left_out_by_name() -> None:
    table = FairTable(ANA, BEN, CEM, silent=[BEN]).start()
    table.time.let_pass(PATIENCE - 0.1)
    table.show()
    assert table.table.view(0).match is None
    table.time.let_pass(0.2)
    table.show()
    assert table.table.view(0).match
    assert left_out(table) == ["Ben"]
    table.play(Random(1))
    assert table.verdicts() == ["unproven"] * 3
    assert "Ben gave no value in time" in str(table.findings()[ANA].reason)


def test_who_withholds_the_value_is_left_out_and_the_hash_stays() -> None:
    table = FairTable(ANA, BEN, CEM, silent=[BEN]).start()
    dealing = table.dealing(BEN)
    assert dealing
    table.give(BEN, Commit(dealing.id, sha256_of(VALUE)))
    table.show()
    table.time.let_pass(PATIENCE)
    assert left_out(table) == ["Ben"]
    assert hash_of(table, BEN) == sha256_of(VALUE)


@pytest.mark.parametrize("value", [VALUE, "00" * 32], ids=["late", "false"])
def test_a_late_or_false_value_is_refused(value: str) -> None:
    table = FairTable(ANA, BEN, CEM, silent=[BEN]).start()
    dealing = table.dealing(BEN)
    assert dealing
    table.table.exchanges.take(BEN, Commit(dealing.id, sha256_of(VALUE)))
    table.show()
    if value == VALUE:
        table.time.let_pass(PATIENCE)
    with pytest.raises(Denied, match="without your value"):
        table.table.exchanges.take(BEN, Reveal(dealing.id, value))
    table.time.let_pass(PATIENCE)
    assert left_out(table) == ["Ben"]


def test_a_late_second_or_foreign_hash_is_refused() -> None:
    table = FairTable(ANA, BEN, CEM, silent=[CEM]).start()
    dealing = table.dealing(CEM)
    assert dealing
    with pytest.raises(Denied):
        table.table.exchanges.take(CEM, Commit("another game", VALUE))
    with pytest.raises(Denied):
        table.table.exchanges.take(CEM, Reveal(dealing.id, VALUE))
    with pytest.raises(Denied):
        table.table.exchanges.take(ANA, Commit(dealing.id, sha256_of(VALUE)))
    table.time.let_pass(PATIENCE)
    with pytest.raises(Denied):
        table.table.exchanges.take(CEM, Commit(dealing.id, sha256_of(VALUE)))


def test_a_program_without_the_feature_is_not_waited_for_and_named() -> None:
    table = FairTable(ANA, BEN, old=[BEN]).start()
    assert table.table.view(0).match, "without a wait"
    assert left_out(table) == ["Ben"]


def test_with_nobody_to_ask_the_game_begins_at_once() -> None:
    table = FairTable(ANA, BEN, old=[ANA, BEN]).start()
    assert table.table.view(0).match
    assert left_out(table) == ["Ana", "Ben"]


def test_the_table_counts_as_playing_while_the_seed_is_made() -> None:
    table = FairTable(ANA, BEN, silent=[BEN]).start()
    assert table.table.playing
    for request in (Start(), Opt(choice_of(table.spec.options))):
        with pytest.raises(Denied):
            table.table.request(0, request)


def test_somebody_who_leaves_meanwhile_does_not_stop_it() -> None:
    table = FairTable(ANA, BEN, CEM, silent=[CEM]).start()
    table.table.stand_up(2)
    table.time.let_pass(2 * PATIENCE)
    assert table.table.view(0).match
    assert list(values(table)) == ["Ana", "Ben"]


class Killed(BaseException):
    """The host is gone."""


def killed(kept: int) -> FairTable:
    """A table whose host is killed when it has written down this many things of the dealing."""
    table = FairTable(ANA, BEN, CEM)
    written = len(table.kept) + kept

    def keep(entry: JournalEntry) -> None:
        if len(table.kept) == written:
            raise Killed
        table.kept.append(entry)

    table.keep = keep
    with pytest.raises(Killed):
        table.start()
    table.resume()
    return table


@pytest.mark.parametrize("kept", range(1, 9))
def test_a_host_that_comes_back_goes_on_with_the_same_secret_and_values(kept: int) -> None:
    """It is killed after each thing that it writes down, from the commitment to the last value."""
    table = killed(kept)
    before = [*table.kept]
    for seat, _ in table.people:
        table.table.returned(seat)
    table.show()
    table.time.let_pass(PATIENCE)
    table.show()
    assert table.kept[: len(before)] == before
    assert not left_out(table)
    if kept in {3, 6}:  # somebody's hash, or value, was not kept yet
        table.play(Random(1))
        assert table.verdicts() == ["fair"] * 3


def test_a_host_that_comes_back_waits_for_somebody_and_then_two_seconds() -> None:
    table = killed(1)
    table.time.let_pass(60)
    assert table.table.view(0).match is None
    table.people = (ANA,)
    table.table.returned(0)
    table.show()
    assert table.table.view(0).match is None, "the others may come back as well"
    table.time.let_pass(PATIENCE)
    table.show()
    assert table.table.view(0).match
    assert left_out(table) == ["Ben", "Cem"]


def test_a_resumed_game_shows_how_its_seed_was_made() -> None:
    table = FairTable(ANA, BEN).start()
    before = table.dealing(ANA)
    table.resume()
    assert table.dealing(ANA) == before


@pytest.mark.parametrize("kind", [Listed, Began])
def test_with_a_full_disk_it_waits_until_there_is_room(kind: type[JournalEntry]) -> None:
    is_full = True

    def keep(entry: JournalEntry) -> None:
        if is_full and isinstance(entry, kind):
            raise NotKept(Sentence("The disk is full."))
        table.kept.append(entry)

    table = FairTable(ANA, BEN)
    table.keep = keep
    table.start()
    table.time.let_pass(60)
    assert table.table.view(0).match is None
    is_full = False
    for _ in range(2):
        table.time.let_pass(PATIENCE)
        table.show()
    assert table.table.view(0).match
    assert not left_out(table)


def test_a_value_that_cannot_be_kept_is_not_taken() -> None:
    table = FairTable(ANA, BEN, silent=[BEN]).start()
    dealing = table.dealing(BEN)
    assert dealing

    def keep(_entry: JournalEntry) -> None:
        raise NotKept(Sentence("The disk is full."))

    table.keep = keep
    with pytest.raises(NotKept):
        table.table.exchanges.take(BEN, Commit(dealing.id, sha256_of(VALUE)))
    again = table.dealing(BEN)
    assert again
    assert again.asks == "hash"
