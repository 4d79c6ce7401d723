"""The board of Super Mega Lucky Box: what it shows, what it says, and what its keys ask for."""

import re
from collections.abc import Sequence
from dataclasses import replace as changed
from random import Random

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from luckytui.games.interface import SPECTATOR, Ended, Event, Move, Seat
from luckytui.games.lucky_box.deck import Card, built_in
from luckytui.games.lucky_box.keys import LuckyBoxBoard
from luckytui.games.lucky_box.model import LuckyBoxModel
from luckytui.games.lucky_box.names import next_rank, verdict
from luckytui.games.lucky_box.player import ALL, KEPT, BoxCard, Player, Use
from luckytui.games.lucky_box.rules import (
    BonusWon,
    Cross,
    Crossed,
    EndTurn,
    Keep,
    LuckyBox,
    LuckyBoxOptions,
    NumberTurned,
    Passed,
    RoundEnded,
    begin,
    moon_points,
)
from luckytui.games.lucky_box.words import prompt
from luckytui.shown.navigation import AtTable
from luckytui.shown.words import waiting
from luckytui.table.views import TableView
from luckytui.tui.themes import SIGNS
from screenshots.scenes import NAMES, ShownSession, game, over
from tests.tui import models
from tests.tui.running import rows, running
from tests.tui.tables import on_screen, painted, table_of

FIRST = Card(
    id=1, cells=((4, 9, 2), (3, 7, 3), (5, 1, 8)), rows=("5", "lightning", "?"), columns=("star", "2", "moon")
)
SECOND = Card(
    id=2,
    cells=((1, 6, 6), (7, 8, 2), (9, 4, 5)),
    rows=("moon", "star", "lightning2"),
    columns=("lightning2", "?", "5"),
)
DECK = (FIRST, SECOND, *built_in()[2:])
MINE = (BoxCard(FIRST, 0b000_101_001), BoxCard(SECOND, 0b010_011_010))
"""On card 1 the 4 and both 3s are crossed, on card 2 the left 6, 7, 8 and 4."""


def position(
    *cards: BoxCard, number: int = 7, seats: int = 3, lightnings: int = 2, variant: bool = False
) -> LuckyBox:
    """Return a position in the second round in which all are to cross, Ana on these cards."""
    state = begin(seats, LuckyBoxOptions(cards=DECK, lightning_changes_bonus=variant))
    state.stage, state.active, state.round = "cross", frozenset(range(seats)), 2
    state.numbers = (1, 3, 3, number)
    mine = Player(
        cards=cards or MINE, lightnings=lightnings, moons=1, stars=(2, 1, 0, 0), points=(15, 0, 0, 0)
    )
    other = Player(cards=(BoxCard(DECK[9], 0b11), BoxCard(DECK[10])), moons=2)
    state.players = state.shown = (mine, *[other] * (seats - 1))
    return state


def crossed(state: LuckyBox, *moves: Move) -> LuckyBox:
    """Let Ana make these moves."""
    for move in moves:
        state.apply(0, move)
    return state


def table_view_of(
    state: LuckyBox, log: Sequence[Event] = (), seat: Seat = 0, names: Sequence[str] = NAMES
) -> TableView:
    """Return the table as someone sees it who may do all that the rules allow there."""
    undo = any(state.held[max(seat, 0)])
    return table_of("lucky-box", state.view(seat), state.moves(seat), log, names, seat=seat, undo=undo)


SIZES = (60, 15), (80, 18), (80, 36), (114, 42)
"""The boards' sizes in a terminal of 60×20, 80×24, 120×40 and 160×45."""


def draft(seats: int = 3) -> LuckyBox:
    """Return the position in which everyone chooses the first cards; Ana has 3 to 7."""
    state = begin(seats, LuckyBoxOptions(cards=DECK))
    state.stage, state.active = "choose", frozenset(range(seats))
    state.offers = tuple(tuple(range(3 + 5 * seat, 8 + 5 * seat)) for seat in range(seats))
    return state


def test_a_cell_that_costs_lightnings_says_so_only_under_the_cursor() -> None:
    board = LuckyBoxBoard(table_view_of(position()))
    board.model = after(position(), "down", "right")
    text = painted(board)
    assert "[8ϟ]" in text
    assert text.count("=") == 1, "the 7 fits for free"


def test_a_chain_is_shown_with_what_is_still_to_be_used() -> None:
    """The 8 fills the last row, the ? of which waits: any cell will do, and one fills a column."""
    card = replace(MINE[0], crosses=0b011_101_001)
    table_view = table_view_of(crossed(position(card, MINE[1], number=8), Cross(1, (2, 2), "number")))
    for size in SIZES[:2]:
        text = painted(table_view, size)
        assert "  ╳   9= [2=] 5    1=  ╳   6=  ☾" in text
        assert "  ╳   ╳   ╳   ✓    9=  ╳   5=  ϟϟ" in text
        assert "▀▀  This turn   8 →?  to use: ?" in text


def test_beside_six_large_cards_nothing_said_of_the_number_is_cut() -> None:
    """At 160×48 there are 26 columns, less than a whole round's numbers need with their words."""
    table_view = table_view_of(draft())
    view = replace(table_view.match.view, numbers=(2, 5, 5, 1, 9, 4, 6, 8, 3))
    text = painted((replace(table_view, match=replace(table_view.match, view=view))), (117, 45))
    assert "15 points a card" in text
    assert "2 5 5 1 9 4 6 8" in text


def test_cards_are_chosen_from_those_on_offer() -> None:
    lines = painted(table_view_of(draft())).splitlines()
    assert "  Round 1 of 4  " in lines[0]
    assert lines[3].endswith("  15 points a card")
    assert lines[5].startswith(" [card 3]         card 4           card 5")
    assert lines[11].startswith(" card 6           card 7")


def test_a_compact_board_shows_three_cards_and_names_the_others() -> None:
    board = LuckyBoxBoard(table_view_of(draft()))
    lines = painted(board, (60, 15)).splitlines()
    assert lines[2].endswith(" more: 6, 7 ▸")
    assert lines[5].startswith("     [card 3]         card 4           card 5")
    board.model = models.after(LuckyBoxBoard, board.model, "down")
    lines = painted(board, (60, 15)).splitlines()
    assert lines[2].endswith(" more: 3, 4, 5 ▸")
    assert lines[5].startswith("     [card 6]         card 7")


def test_the_own_cards_are_behind_those_on_offer() -> None:
    state = position()
    state.stage, state.numbers, state.offers = "choose", (), ((3, 4, 5), (6, 7, 8), (9, 10, 11))
    lines = painted(table_view_of(state)).splitlines()
    assert lines[11].startswith(" card 1           card 2")
    state.apply(0, Keep((4,)))
    lines = painted(table_view_of(state)).splitlines()
    assert lines[5].startswith(" card 3           ✓ card 4         card 5")


@pytest.mark.parametrize("size", SIZES[1:])
def test_the_six_cards_that_a_player_can_have_all_have_their_place(size: tuple[int, int]) -> None:
    assert sum(KEPT) == 6
    text = painted(table_view_of(position(*map(BoxCard, DECK[:6]))), size)
    assert {*re.findall(r"card (\d+)", text)} == {*"123456"}


def test_a_finished_card_is_shown_until_the_round_is_over() -> None:
    card = replace(MINE[0], crosses=ALL & ~0b10_000)
    text = painted(table_view_of(crossed(position(card, MINE[1]), Cross(1, (1, 1), "number"))))
    assert " 1 finished  " in text


def test_a_replay_shows_the_turn_that_is_just_over() -> None:
    told = (Crossed(seat=0, card=1, cell=(0, 0), use="number", lightnings=1),)
    table_view = table_view_of(position(), told)
    assert " turn  " not in painted(table_view)
    replayed = replace(table_view, match=replace(table_view.match, prompt=0, moves=()))
    assert "Last turn   4 " in painted(replayed)


@pytest.mark.parametrize("size", SIZES)
def test_twelve_players_with_long_names_fit(size: tuple[int, int]) -> None:
    names = ["Maximiliane-Alexandra Wü", "四季四季四季四季四季四季", "Bo"] * 4
    table_view = table_view_of(position(seats=12), names=names)
    text = painted(table_view, size)
    assert [text.count(sign) for sign in SIGNS] == [1] * 12
    assert (text.count("Maximil"), text.count(" Bo ")) == (4, 4)
    assert max(map(cell_len, text.splitlines())) <= size[0]
    assert waiting(LuckyBoxModel(table_view)) == "Waiting for 12 players."


@pytest.mark.parametrize(("seats", "every"), [(1, 3), (3, 17), (7, 71), (12, 113)])
@pytest.mark.parametrize("variant", [False, True])
def test_every_position_of_a_game_can_be_painted(seats: int, every: int, variant: bool) -> None:
    """From the first card to the end, as a replay shows it, for a player and for a spectator."""
    state = begin(seats, LuckyBoxOptions(lightning_changes_bonus=variant))
    events, rng, moved = list[Event](), Random(1), 0
    while state.active:
        seat = rng.choice(sorted(state.active))
        events += state.apply(seat, rng.choice(state.moves(seat)))
        moved += 1
        if moved % every and state.active:
            continue
        for looker in (0, SPECTATOR):
            log = [event.seen_by(looker) for event in events[-48:]]
            board = LuckyBoxBoard(table_view_of(state, log, looker))
            painted(board, SIZES[moved % len(SIZES)])
            assert 0 < len(board.prompt_text()) <= 78
            assert all(board.tell(event) != "" for event in log)


@pytest.mark.parametrize("size", SIZES)
def test_at_the_end_everyones_cards_and_scores_can_be_seen(size: tuple[int, int]) -> None:
    table_view = game("lucky-box", 3, over)
    board = LuckyBoxBoard(table_view)
    ended = table_view.events[-1]
    assert isinstance(ended, Ended)
    words = painted(board, size).replace("−", "-").split()
    assert all(str(score) in words for score in ended.scores)
    assert "card" in painted(board, size)
    assert board.prompt_text() == "The game is over · o: look at everyone's cards"


def level(*moons: int) -> LuckyBoxBoard:
    """Return the end of a game in which players with these moons have 6 points each."""
    state = begin(len(moons), LuckyBoxOptions(cards=DECK))
    state.stage, state.round, state.active = "over", 4, frozenset()
    points = [6 - score for score in moon_points(moons)]
    state.players = state.shown = tuple(
        Player(lightnings=0, moons=moon, points=(score, 0, 0, 0))
        for moon, score in zip(moons, points, strict=True)
    )
    return LuckyBoxBoard(table_view_of(state))


@pytest.mark.parametrize(
    ("moons", "sentence"),
    [
        ((3, 0), "Tied at 6 points: you win with the most moons (3)."),
        ((0, 3), "Tied at 6 points: Ben wins with the most moons (3)."),
        ((4, 4, 1), "Tied at 6 points: you share the win with Ben, with 4 moons each."),
        ((2, 2), "You share the win with Ben."),
    ],
)
def test_a_win_by_moons_is_explained(moons: tuple[int, ...], sentence: str) -> None:
    board = level(*moons)
    winners = tuple(seat for seat in range(len(moons)) if moons[seat] == max(moons))
    ended = Ended(winners=winners, scores=(6,) * len(moons))
    assert board.tell(ended) == board.tell_winners(ended) == sentence


def scoring(board: LuckyBoxBoard) -> LuckyBoxBoard:
    """Return a board on which the last picture of the scoring is shown."""
    ended = RoundEnded(number=4, points=(), completed=())
    *_before, last = board.model.moments(board.model, [ended])
    board.model = last.model
    return board


@pytest.mark.parametrize("moons", [(4, 4, 1), (1, 4, 4)])
def test_who_share_the_win_share_one_star(moons: tuple[int, ...]) -> None:
    rows = painted(scoring(level(*moons)), (80, 24)).splitlines()
    starred = [row for row, line in enumerate(rows) if "★" in line]
    assert ["★ shared" in rows[row] for row in starred] == [True]
    assert "★ shared" not in painted(scoring(level(4, 3, 1)), (80, 24))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("best", "told"), [(None, ""), (3, "Your new best!"), (58, "Your best: 58 points")])
def test_the_ladder_shows_next_rank_and_best(size: tuple[int, int], best: int | None, told: str) -> None:
    board = level(0)
    board.model = changed(board.model, best=best)
    shown = painted(scoring(board), size)
    assert told in shown
    assert ("Your" in shown) == bool(told)
    rank, words = next_rank(6) or (0, "")
    assert re.search(rf"\+{rank - board.model.worths[0].total} +{words[:20]}", shown)


def test_a_solo_game_ends_with_a_verdict() -> None:
    table_view = game("lucky-box", 1, over)
    ended = table_view.events[-1]
    assert isinstance(ended, Ended)
    words = verdict(ended.scores[0])
    board = LuckyBoxBoard(table_view)
    assert board.tell(ended) == board.tell_winners(ended) == words


def cross(seat: Seat, use: Use, lightnings: int = 0) -> Crossed:
    return Crossed(seat=seat, card=1, cell=(2, 2), use=use, lightnings=lightnings)


NO_SEVEN = (replace(MINE[0], crosses=0b000_111_001), MINE[1])
FILLS_TWO = (BoxCard(FIRST, 0b011_100_101), MINE[1])
"""The 8 of card 1 fills a row and a column."""
WON_TWO = Cross(1, (0, 1), "number")
"""On a card on which the 9 fills a row worth a 5 and a column worth a 2."""
BOTH = (BoxCard(FIRST, 0b010_010_101), BoxCard(SECOND, 0b010_011_010))


@pytest.mark.parametrize(
    ("state", "keys", "words", "move"),
    [
        (draft(), (), "Enter: keep card 3 · choose 3 of 5", None),
        (draft(), ("enter", "right"), "Enter: keep card 4 · 2 more to choose", None),
        (draft(), ("enter",), "Enter: put card 3 back · 2 more to choose", None),
        (
            draft(),
            ("enter", "down", "enter", "l"),
            "Enter: keep cards 3, 6, 7 and discard the others",
            Keep((3, 6, 7)),
        ),
        (position(), (), "Enter: cross 7 on card 1 · fills row 2: 1 lightning", Cross(1, (1, 1), "number")),
        (
            position(),
            ("down", "right"),
            "Enter: cross 8 on card 1 · costs 1 lightning",
            Cross(1, (2, 2), "number"),
        ),
        (position(), ("left",), "3 on card 1 is crossed already", None),
        (position(), ("k",), "Enter: cross 9 on card 1 · costs 2 lightnings", Cross(1, (0, 1), "number")),
        (position(), ("2",), "2 on card 2 · costs 4 lightnings · you have 2 lightnings", None),
        (position(), ("tab",), "Enter: cross 7 on card 1", Cross(1, (1, 1), "number")),
        (
            position(*NO_SEVEN),
            (),
            "Enter: cross 8 on card 1 · costs 1 lightning · x: pass",
            Cross(1, (2, 2), "number"),
        ),
        (
            position(*NO_SEVEN),
            ("tab",),
            "Enter: cross 6 on card 2 · costs 1 lightning · x: pass",
            Cross(2, (0, 2), "number"),
        ),
        (position(*NO_SEVEN, lightnings=0), (), "Nothing can be crossed · Enter: pass", EndTurn()),
        (
            position(*FILLS_TWO, number=8),
            (),
            "Enter: cross 8 on card 1 · fills row 3: any number, column c: a moon",
            Cross(1, (2, 2), "number"),
        ),
        (
            crossed(position(), Cross(1, (1, 1), "number")),
            (),
            "Enter: end your turn · u: take the last cross back",
            EndTurn(),
        ),
        (
            crossed(position(*BOTH, number=9), WON_TWO),
            (),
            "Bonus 2 · Enter: cross 2 on card 2 · fills row 2: a star · b: other",
            Cross(2, (1, 2), "2"),
        ),
        (
            crossed(position(*BOTH, number=9), WON_TWO),
            ("b",),
            "Bonus 5 · Enter: cross 5 on card 1",
            Cross(1, (2, 0), "5"),
        ),
        (
            crossed(position(*BOTH, number=9), WON_TWO),
            ("b", "b", "right"),
            "Bonus 2 · 3 on card 1 · it has to be a 2 · b: other",
            None,
        ),
        (
            crossed(position(*BOTH, number=9, variant=True), WON_TWO),
            ("5",),
            "Bonus 2 · 5 on card 2 · costs 3 lightnings · you have 2 lightnings",
            None,
        ),
        (
            crossed(position(*BOTH, number=9), WON_TWO),
            ("7",),
            "Bonus 2 · Enter: cross 2 on card 2",
            Cross(2, (1, 2), "2"),
        ),
    ],
)
def test_enter_is_explained(state: LuckyBox, keys: tuple[str, ...], words: str, move: Move | None) -> None:
    model = after(state, *keys)
    enter = model.does("act")
    assert words in prompt(model)
    assert (enter if isinstance(enter, Move) and enter in model.moves else None) == move


def test_the_model_knows_who_has_what() -> None:
    model = after(crossed(position(), Cross(1, (1, 1), "number"), EndTurn()))
    assert [worth.moons for worth in model.worths] == [-6, 6, 6]
    assert [step.number for step in model.turns[0].steps] == [7]


def test_x_passes_where_nothing_has_to_be_crossed() -> None:
    assert models.press(LuckyBoxBoard, LuckyBoxModel(table_view_of(position(*NO_SEVEN))), "x") == EndTurn()
    assert models.press(LuckyBoxBoard, LuckyBoxModel(table_view_of(position())), "x") is None


async def test_others_are_looked_at_step_by_step() -> None:
    told = (
        Crossed(seat=1, card=10, cell=(0, 0), use="number", lightnings=1),
        BonusWon(seat=1, card=10, line="row0", bonus="?"),
        Crossed(seat=1, card=10, cell=(0, 1), use="?", lightnings=0),
        Passed(seat=2, reason="number"),
        NumberTurned(round=2, turn=4, number=7),
    )
    first, second = DECK[9].cells[0][:2]
    table_view = table_view_of(position(), told)
    lines = await screen_after(table_view, "o")
    text = "".join(lines)
    assert " card 10          card 11" in text
    assert "  ╳  [╳ ]" in text
    assert f"  Last turn   {first} →? [{second}]" in text
    assert lines[22] == " Ben · step 2 of 2 · Enter: your cards · ←→: step by step · ↑↓: others"
    lines = await screen_after(table_view, "o", "left")
    assert f" [╳ ] {second}" in "".join(lines)
    lines = await screen_after(table_view, "o", "down")
    assert "  Last turn  pass" in "".join(lines)
    lines = await screen_after(table_view, "o", "escape")
    assert " card 1 " in "".join(lines)


async def test_alone_there_are_no_others_to_look_at() -> None:
    alone = game("lucky-box", 1, lambda seen: seen.prompt > 0)
    assert "↑↓" not in "".join(await screen_after(alone, "o"))


@pytest.mark.parametrize("seats", [1, 3])
async def test_while_cards_are_chosen_all_own_ones_can_be_looked_at(seats: int) -> None:
    state = position(*map(BoxCard, DECK[:4]), seats=seats)
    state.stage, state.numbers = "choose", ()
    state.offers = tuple(tuple(range(20 + 3 * seat, 23 + 3 * seat)) for seat in range(seats))
    lines = await screen_after(table_view_of(state))
    assert lines[22].endswith("Enter: keep card 20 and discard the others · o: all your cards")
    lines = await screen_after(table_view_of(state), "o")
    assert re.findall(r"card (\d+)", "".join(lines)) == [*"1234"]
    assert lines[22].startswith(" Ana · Enter: your cards")


async def test_keys_do_nothing_while_others_are_to_cross() -> None:
    state = crossed(position(), Cross(1, (1, 1), "number"), EndTurn())
    shown, requests = await on_screen(table_view_of(state), "x", "tab", "7", "b", "right")
    assert shown.strip() == "It is not your turn yet."
    assert requests == []


def after(state: LuckyBox, *keys: str) -> LuckyBoxModel:
    """Return what Ana's board knows after some keys."""
    return models.after(LuckyBoxBoard, LuckyBoxModel(table_view_of(state)), *keys)


async def screen_after(table_view: TableView, *keys: str) -> list[str]:
    """Return what the screen shows after some keys."""
    async with running(AtTable(ShownSession(table_view))) as pilot:
        await pilot.press(*keys)
        return rows(pilot.app)
