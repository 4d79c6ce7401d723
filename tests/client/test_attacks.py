"""What a host may try to have a deal of its choice called fair, each time with programs as they are."""

from collections.abc import Callable
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from luckytui.client.witness import Witness
from luckytui.games.interface import SPECTATOR, Ended, Share
from luckytui.games.lucky_numbers.rules import Discarded
from luckytui.table.dealer import sha256_of
from luckytui.table.exchange import Person
from luckytui.table.requests import Act, Commit, Reveal, Undo
from luckytui.table.spec import choice_of
from luckytui.table.views import Occupant, RecordPiece, TableView
from tests.client.test_witness import OTHER, deal, given_for, played, shown_to
from tests.table.fair import ANA, BEN, CEM, FairTable

Shows = Callable[[Person, TableView], TableView]


def once(change: Callable[[TableView], TableView], when: Callable[[TableView], bool]) -> Shows:
    """Let the host show Ana something else in one view."""
    done: list[bool] = []

    def shows(person: Person, view: TableView) -> TableView:
        if person != ANA or done or not when(view):
            return view
        done.append(True)
        return change(view)

    return shows


def is_asked(view: TableView) -> bool:
    return bool(view.match and view.match.prompt and view.match.happened > 20)


def reason(table: FairTable, person: Person = ANA) -> str:
    return str(table.findings()[person].reason)


def with_match(table_view: TableView, **changes: Any) -> TableView:
    assert table_view.match
    return replace(table_view, match=replace(table_view.match, **changes))


def with_view(table_view: TableView, **changes: Any) -> TableView:
    assert table_view.match
    return with_match(table_view, view=replace(table_view.match.view, **changes))


def test_one_view_of_a_later_game_makes_nobody_forget_a_deal() -> None:
    table = played(ANA, BEN)
    witness = table.witnesses[ANA] = Witness()
    given_for(table, 2)
    later = with_match(table.views[ANA], number=4)
    assert not [*witness.hear(replace(later, dealing=None, record=None))]
    assert not [*witness.hear(shown_to(table, deal(5, "2", asks="hash")))], "nothing is given any more"
    assert "made a deal, and then another one" in str(witness.fault)


def test_a_game_that_is_made_up_does_not_end_what_is_owed() -> None:
    """The host plays a whole game by timeouts, at once, since it dislikes the deal, and deals again."""
    table = FairTable(ANA, BEN).start()
    while table.table.playing:
        (seat, *_) = table.table._live.match.prompts  # type: ignore[union-attr]
        table.table._live._time_ran_out(seat)  # type: ignore[union-attr]
    table.show()
    assert table.verdicts() == ["unproven"] * 2
    assert "moves were made for you" in reason(table)
    table.start()
    table.play(Random(1))
    assert table.verdicts() == ["unproven"] * 2
    assert "gave a value to another one before" in reason(table)


def test_one_move_of_ones_own_does_not_excuse_those_that_the_host_makes() -> None:
    table = FairTable(ANA, BEN).start()
    is_asked = False
    while table.table.playing:
        (seat,) = table.table._live.match.prompts  # type: ignore[union-attr]
        match = table.views[(ANA, BEN)[seat]].match
        if match and seat == 0 and len(match.moves) > 1 and not is_asked:
            is_asked = True
            table.ask(ANA, Act(match.moves[1]))
        else:
            table.table._live._time_ran_out(seat)  # type: ignore[union-attr]
        table.show()
    table.show()
    assert table.verdicts() == ["unproven"] * 2
    assert "moves were made for you" in reason(table)
    table.start()
    table.play(Random(1))
    assert table.verdicts() == ["unproven"] * 2


def test_nothing_is_given_to_the_seed_of_a_game_that_has_begun() -> None:
    """What is played would not be fixed when the values are listed."""
    table = FairTable(ANA, BEN, game="lucky-box")
    begun = played(ANA, BEN, game="lucky-box").seen[9][1].match
    assert begun

    def shows(person: Person, view: TableView) -> TableView:
        is_asked = person == ANA and view.dealing and view.dealing.asks == "value"
        return replace(view, match=begun) if is_asked else view

    table._shows = shows
    table.start()
    assert not any(isinstance(gift, Reveal) for person, gift in table.given if person == ANA)
    assert "another one instead" in str(table.witnesses[ANA].fault)


@pytest.mark.parametrize("asks", ["value", ""], ids=["before its value is shown", "after"])
def test_a_deal_that_is_left_for_another_and_taken_up_again_proves_nothing(asks: str) -> None:
    """The host cuts Ana's connection twice; in between, it lets her give a value to another deal."""
    table = FairTable(ANA, BEN)
    witness = table.witnesses[ANA]
    left: list[bool] = []

    def shows(person: Person, view: TableView) -> TableView:
        if person == ANA and not left and view.dealing and view.dealing.shares and view.dealing.asks == asks:
            left.append(True)
            witness.lost()
            table.views[ANA] = replace(view, match=None)
            given_for(table, 1)
            witness.lost()
        return view

    table._shows = shows
    table.start()
    table.play(Random(1))
    assert left
    assert table.verdicts() == ["unproven", "fair"]
    assert "gave a value to another one before" in reason(table)


@pytest.mark.parametrize("number", [1, 2])
def test_a_deal_that_is_left_for_another_and_shown_again_is_a_fault(number: int) -> None:
    """The connection was lost before the other one, and not after it."""
    table = FairTable(ANA, BEN)
    witness = table.witnesses[ANA]
    table.views[ANA] = table.table.view(0)
    left = shown_to(table, deal(1, "1", asks="hash"))
    [*witness.hear(left)]
    witness.lost()
    if number == 2:
        table.views[ANA] = played(ANA, BEN).views[ANA]
    [*witness.hear(shown_to(table, deal(number, "2", asks="hash")))]
    assert witness.fault is None
    [*witness.hear(replace(shown_to(table, deal(number, "2")), dealing=left.dealing))]
    assert witness.fault


def test_a_deal_that_comes_back_with_another_secret_is_a_fault() -> None:
    """The host knows the seed, and shows another deal in between, so that the change is none."""
    table = FairTable(ANA, BEN)
    witness = table.witnesses[ANA]
    table.views[ANA] = table.table.view(0)
    given_for(table, 1)
    for id_, commitment in ("2", OTHER), ("1", sha256_of(OTHER)):
        witness.lost()
        [*witness.hear(shown_to(table, replace(deal(1, id_), commitment=commitment)))]
    assert "its secret is not the one that it committed to" in str(witness.fault)


def other_cards(table: FairTable) -> None:
    options = table.table.next_choice.options
    cards = tuple(replace(card, id=number) for number, card in enumerate(reversed(options.deck), 1))
    table.table.next_choice = choice_of(replace(options, cards=cards))


def another_bot(table: FairTable) -> None:
    table.table.seating.put(2, Occupant(kind="bot", name="Zed", level="easy"))


@pytest.mark.parametrize("change", [other_cards, another_bot])
def test_another_game_than_when_the_values_were_listed_is_a_fault(
    change: Callable[[FairTable], None],
) -> None:
    """The host knows the seed, and looks for the cards, or the number of bots, that it likes best with it."""
    table = FairTable(ANA, BEN, game="lucky-box", seats=3)
    deal = table.table.exchanges._deal

    def change_and_deal(*seed: Any) -> None:
        change(table)
        deal(*seed)

    with patch.object(table.table.exchanges, "_deal", change_and_deal):
        table.start()
    table.play(Random(1))
    assert table.verdicts() == ["false", "false"]
    assert "changed what is played, or by whom" in reason(table)


def test_a_record_that_is_kept_back_leaves_the_next_deal_unproven() -> None:
    kept_back = [True]
    table = played(ANA, BEN, hands_out=lambda _person, record: b"" if kept_back else record)
    assert "has not sent the record" in str(table.witnesses[ANA].give_up().reason)
    kept_back.clear()
    table.start()
    table.play(Random(1))
    assert table.verdicts() == ["unproven"] * 2


@pytest.mark.parametrize("game", [0, 2, 7])
def test_a_record_that_is_sent_as_that_of_another_game_is_none(game: int) -> None:
    def shows(_person: Person, view: TableView) -> TableView:
        return replace(view, record=view.record and replace(view.record, game=game))

    table = played(ANA, BEN, shows=shows)
    assert not table.findings()
    assert table.witnesses[ANA].owed == (1, "record", 0)


def test_views_of_other_games_do_not_put_off_what_is_owed() -> None:
    table = played(ANA, BEN, hands_out=lambda _person, _record: b"")
    witness = table.witnesses[ANA]
    before = witness.owed
    for number in (0, 1):
        [*witness.hear(with_match(table.views[ANA], number=number))]
        [*witness.hear(replace(table.views[ANA], record=RecordPiece(game=9, size=9, piece=b"x")))]
    assert witness.owed == before


def test_no_value_is_given_to_two_games_with_one_id() -> None:
    table = FairTable(ANA, BEN)
    table.views[ANA] = table.table.view(0)
    given_for(table, 1)
    witness = table.witnesses[ANA]
    first = witness.given
    witness.lost()
    over = replace(shown_to(table, deal(2, asks="hash")), match=played(ANA, BEN).views[ANA].match)
    (commit,) = witness.hear(over)
    assert isinstance(commit, Commit)
    assert first
    assert commit.hash != sha256_of(first.value)


def test_a_game_that_was_over_and_is_shown_again_is_a_fault() -> None:
    table = played(ANA, BEN)
    assert table.verdicts() == ["fair", "fair"]
    again = [view for person, view in table.seen if person == ANA and is_asked(view)][-1]
    witness = table.witnesses[ANA]
    [*witness.hear(replace(again, dealing=None))]
    assert "showed a game again" in str(witness.fault)
    assert witness.finding
    assert witness.finding.verdict == "false"


@pytest.mark.parametrize(
    "change",
    [
        lambda view: with_view(view, middle=(7, 7)),
        lambda view: with_view(with_match(view, undo=True), middle=(7, 7)),
        lambda view: with_view(view, seat=1),
        lambda view: with_match(view, names=("Ana", "Bea")),
        lambda view: replace(view, log=(*view.log, Ended(winners=(1,), scores=(1, 2)))),
        lambda view: replace(view, log=(*view.log, Discarded(seat=1, tile=20))),
        lambda view: with_match(
            replace(view, log=(*view.log, Ended(winners=(1,), scores=(1, 2)))),
            happened=view.match.happened + 1,
        ),
    ],
    ids=[
        "a board",
        "a board until an undo",
        "another's seat",
        "names",
        "an end",
        "more",
        "an end for a view",
    ],
)
def test_what_is_shown_once_and_is_not_in_the_record_is_a_fault(change: Any) -> None:
    table = played(ANA, BEN, shows=once(change, is_asked))
    assert table.verdicts() == ["false", "fair"]
    assert "another story" in reason(table)


def test_an_event_that_is_shown_while_somebody_decides_and_gone_afterwards_proves_nothing() -> None:
    """A move of Ben's that he could have taken back, had Ana not moved meanwhile."""

    def change(view: TableView) -> TableView:
        assert view.match
        told = replace(view, log=(*view.log, Discarded(seat=1, tile=20)))
        return with_match(told, happened=view.match.happened + 1)

    table = played(ANA, BEN, shows=once(change, is_asked))
    assert table.verdicts() == ["unproven", "fair"]


def test_another_board_with_the_same_prompt_is_a_fault_though_the_right_one_comes_behind_it() -> None:
    table = FairTable(ANA, BEN).start()
    while not (table.views[ANA].match and table.views[ANA].match.prompt):
        for person in (ANA, BEN):
            match = table.views[person].match
            if match and match.prompt and person == BEN:
                table.ask(person, Act(match.moves[0]))
        table.time.let_pass(1)
        table.show()
    seen = [view for person, view in table.seen if person == ANA][-1]
    false = with_view(replace(seen, log=(), log_id="", dealing=None), middle=(7, 7))
    [*table.witnesses[ANA].hear(with_match(false, undo=True))]
    [*table.witnesses[ANA].hear(replace(seen, log=(), log_id="", dealing=None))]
    table.play(Random(1), undos=0.0)
    assert table.verdicts() == ["false", "fair"]


def test_another_seat_in_one_view_is_a_fault() -> None:
    table = played(ANA, BEN, shows=once(lambda view: replace(view, seat=SPECTATOR), is_asked))
    assert table.verdicts() == ["false", "fair"]


def test_another_game_in_one_view_is_a_fault() -> None:
    table = played(ANA, BEN, shows=once(lambda view: with_match(view, number=2), is_asked))
    assert table.verdicts() == ["false", "fair"]


def test_an_undo_is_no_blank_cheque() -> None:
    """After Ana has taken something back she is shown another board, and decides on that."""
    taken_back: list[bool] = []

    def shows(person: Person, view: TableView) -> TableView:
        if person != ANA or not taken_back or not view.match or not view.match.prompt:
            return view
        return with_view(view, squares=(9, 9, 9, 9, 9, 9))

    table = FairTable(ANA, BEN, CEM, game="lucky-squares", shows=shows).start()
    match = table.views[ANA].match
    assert match
    table.ask(ANA, Act(match.moves[0]))
    table.show()
    taken_back.append(True)
    table.ask(ANA, Undo())
    table.show()
    match = table.views[ANA].match
    assert match
    table.ask(ANA, Act(match.moves[1]))
    taken_back.clear()
    table.play(Random(1), undos=0.0)
    assert table.verdicts()[0] != "fair"


def test_an_undo_that_is_never_answered_is_no_blank_cheque() -> None:
    """The host does the undo, keeps its answer back, and shows Ana a false round whenever it asks nothing."""

    def shows(person: Person, view: TableView) -> TableView:
        is_false = person == ANA and has_undone and view.match and not view.match.prompt
        return with_view(view, round=view.match.view.round + 1) if is_false and view.match else view

    has_undone: list[bool] = []
    table = FairTable(ANA, BEN, game="lucky-box", shows=shows).start()
    match = table.views[ANA].match
    assert match
    table.ask(ANA, Act(match.moves[0]))
    table.show()
    with patch.object(table.witnesses[ANA], "answered"):
        table.ask(ANA, Undo())
    table.show()
    has_undone.append(True)
    table.play(Random(1), undos=0.0)
    assert table.verdicts() == ["false", "fair"]
    assert "another story" in reason(table)


def test_a_gap_in_the_story_proves_nothing() -> None:
    def shows(person: Person, view: TableView) -> TableView:
        is_first = person == ANA and view.match and view.log_id
        return replace(view, log=view.log[3:], log_start=3) if is_first else view

    table = played(ANA, BEN, shows=shows)
    assert table.verdicts()[0] != "fair"


def test_a_story_that_is_told_at_the_end_proves_nothing() -> None:
    """The positions are right, and what had happened in between is not told while Ana decides."""

    def shows(person: Person, view: TableView) -> TableView:
        if person != ANA or not view.match:
            return view
        whole, is_over = table.table.view(0), not view.match.view.active
        return replace(view, log_id=f"{view.match.happened}", log_start=0, log=whole.log if is_over else ())

    table = FairTable(ANA, BEN)
    table._shows = shows
    table.start()
    table.play(Random(1), undos=0.0)
    assert table.verdicts() == ["unproven", "fair"]


def test_moves_that_the_host_makes_are_no_moves_of_ones_own() -> None:
    table = FairTable(ANA, BEN).start()
    is_moved_for = False
    while table.table.playing:
        for seat, prompt in [*table.table._live.match.prompts.items()]:  # type: ignore[union-attr]
            person = (ANA, BEN)[seat]
            match = table.table._live.view(seat)  # type: ignore[union-attr]
            if person == ANA and match.happened > 20 and not is_moved_for:
                is_moved_for = True
                table.table.request(seat, Act(match.moves[-1]), prompt=prompt)
            else:
                table.ask(person, Act(match.moves[0]))
            table.show()
            break
    table.show()
    assert table.verdicts() == ["unproven", "fair"]
    assert "moves were made for you" in reason(table)


def test_moves_that_are_not_offered_are_not_refused_by_ones_own_choice() -> None:
    def shows(person: Person, view: TableView) -> TableView:
        return with_match(view, moves=view.match.moves[:3]) if person == ANA and view.match else view

    table = played(ANA, BEN, shows=shows)
    assert table.verdicts() == ["unproven", "fair"]
    assert "not asked as the rules say" in reason(table)


def test_an_answer_that_the_program_gives_by_itself_is_no_choice() -> None:
    """One answer is all that Ana is ever shown, in the first view of each decision."""

    def shows(person: Person, view: TableView) -> TableView:
        if person != ANA or not view.match or not view.match.prompt:
            return view
        first = view.match.prompt not in known
        known.add(view.match.prompt)
        return with_match(view, moves=view.match.moves[:1]) if first else view

    known: set[int] = set()
    table = played(ANA, BEN, shows=shows)
    assert table.verdicts() == ["unproven", "fair"]
    assert "not asked as the rules say" in reason(table)


def test_nobody_is_alone_beside_others_in_the_list() -> None:
    table = FairTable(ANA, BEN).start()

    def shows(person: Person, view: TableView) -> TableView:
        """At the end Ben was a bot all the time."""
        people = view.occupants[0], Occupant(kind="bot", name="Ben", level="easy")
        return replace(view, owner=True, occupants=people) if person == ANA else view

    table._shows = shows
    table.play(Random(1))
    assert table.verdicts() == ["fair", "fair"], "with Ben's value, and not alone"


def test_a_bot_or_another_name_in_the_list_is_a_fault() -> None:
    for occupant in (Occupant(kind="bot", name="Ben", level="easy"), Occupant(name="Bea")):
        table = FairTable(ANA, BEN, silent=[ANA, BEN]).start()
        seen, witness = table.seen[0][1], Witness()
        (commit,) = witness.hear(seen)
        assert isinstance(commit, Commit)
        assert seen.dealing
        shares = Share(seat=0, name="Ana", hash=commit.hash), Share(seat=1, name="Ben", hash=OTHER)
        listed = replace(seen, occupants=(seen.occupants[0], occupant))
        dealing = replace(seen.dealing, asks="value", shares=shares)
        assert not [*witness.hear(replace(listed, dealing=dealing))]
        assert witness.fault


@pytest.mark.parametrize("is_begun", [False, True])
def test_check_words_that_do_not_come_are_not_awaited_for_ever(is_begun: bool) -> None:
    def shows(_person: Person, view: TableView) -> TableView:
        begun = replace(view.words, asks="", shares=()) if view.words and is_begun else None
        return replace(view, words=begun)

    table = played(ANA, BEN, shows=shows)
    witness = table.witnesses[ANA]
    assert witness.owed == (1, "words", 0)
    assert "has not finished making them" in str(witness.give_up().wordless)
    assert witness.owed is None


def test_who_does_not_take_part_in_check_words_is_named_and_the_others_make_them() -> None:
    def shows(person: Person, view: TableView) -> TableView:
        return replace(view, words=None) if person == CEM else view

    table = played(ANA, BEN, CEM, shows=shows)
    table.time.let_pass(2.1)
    table.show()
    words = [table.findings()[person].words for person in (ANA, BEN)]
    assert words[0] == words[1] != ""
    assert not table.findings()[CEM].words
    alone = played(ANA, BEN, shows=lambda person, view: replace(view, words=None) if person == BEN else view)
    alone.time.let_pass(2.1)
    alone.show()
    assert "Ben did not take part" in str(alone.witnesses[ANA].give_up().wordless)


def test_a_nonce_is_shown_once_and_only_to_the_list_that_was_frozen() -> None:
    table = FairTable(ANA, BEN).start()
    lists: list[TableView] = []

    def shows(person: Person, view: TableView) -> TableView:
        if person == ANA and view.words and view.words.asks == "value":
            lists.append(view)
        return view

    table._shows = shows
    table.play(Random(1))
    witness, view = table.witnesses[ANA], lists[0]
    assert view.words
    other = tuple(replace(share, hash=OTHER) if share.seat == 1 else share for share in view.words.shares)
    before = table.findings()[ANA].words
    for id_ in (view.words.id, f"{view.words.id[:-1]}2", f"{view.words.id[:-1]}3"):
        asked = replace(view, words=replace(view.words, id=id_, shares=other), log=(), log_id="")
        assert not [*witness.hear(asked)]
    assert table.findings()[ANA].words == before
