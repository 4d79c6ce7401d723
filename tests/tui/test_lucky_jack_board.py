"""The board of Lucky Jack: what it shows, what it says, and what its keys ask for."""

import dataclasses
import re
from collections.abc import Sequence
from itertools import groupby

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Size
from textual.pilot import Pilot

from luckytui.client.session import TableChanged
from luckytui.games.interface import CHANCE, SPECTATOR, Event, Move, Seat, State
from luckytui.games.lucky_jack import picture, words
from luckytui.games.lucky_jack import rules as jack
from luckytui.games.lucky_jack.keys import LuckyJackBoard
from luckytui.games.lucky_jack.model import Jackpot, LuckyJackModel
from luckytui.games.lucky_jack.pieces import DRAWN, put_card
from luckytui.system.viewer import Viewer, showing_to
from luckytui.table.requests import Act
from luckytui.table.views import TableView
from luckytui.text import _, use_language
from luckytui.tui.canvas import Canvas
from tests.tui import models
from tests.tui.running import rows, showing
from tests.tui.tables import painted, table_of

NAMES = ("Ana", "Ben", "Cem", "Dora", "Emil", "Fay")
LONG_NAMES = ("Maximiliane-Alexandra Wü", "Bartholomäus Xaver Freih", "四季四季四季四季四季四季")


def cards(letters: str) -> jack.Cards:
    """Read a hand: each card by its value, 1 to 7."""
    return jack.count([jack.SYMBOLS[int(letter) - 1] for letter in letters])


def a_turn(hand: str, top: jack.Symbol, *, seats: int = 3, points: tuple[int, ...] = ()) -> jack.LuckyJack:
    """Return seat 0's turn with this hand; each of the others holds four lemons."""
    state = jack.LUCKY_JACK.new(seats, jack.LuckyJackOptions())
    assert isinstance(state, jack.LuckyJack)
    state.number, state.dealer, state.first, state.turn = 2, seats - 1, 0, 0
    state.stage, state.active, state.pile = "turn", frozenset({0}), ("lemon", top)
    state.hands = (cards(hand), *((4, 0, 0, 0, 0, 0, 0),) * (seats - 1))
    state.points = points or state.points
    state.stock = (10,) * 7
    return state


def after(state: jack.LuckyJack, *moves: tuple[Seat, Move]) -> jack.LuckyJack:
    for seat, move in moves:
        state.apply(seat, move)
    return state


def tossed(card: jack.Symbol, *, seats: int = 3) -> jack.LuckyJack:
    """Return what comes after seat 0 has drawn and tossed a card."""
    return after(
        a_turn("1234567", "bell", seats=seats),
        (0, jack.Draw()),
        (CHANCE, jack.NextCard(card)),
        (0, jack.Toss()),
    )


def table_view_of(
    state: State, *log: Event, seat: Seat = 0, names: Sequence[str] = NAMES, seconds: float | None = None
) -> TableView:
    moves = state.moves(seat) if seat in state.active else ()
    told = [event.seen_by(seat) for event in log]
    return table_of("lucky-jack", state.view(seat), moves, told, names, seat=seat, seconds=seconds)


SIZES = (60, 15), (80, 18), (80, 36), (114, 36), (114, 42)
"""The boards' sizes in a terminal of 60×20, 80×24, 120×40, 160×39 and 160×45."""


def test_the_line_of_a_claim_shortens_with_the_seconds() -> None:
    def line(seconds: float | None, size: tuple[int, int] = (80, 18)) -> int:
        board = LuckyJackBoard(table_view_of(tossed("bell"), seat=1))
        board.model = dataclasses.replace(board.model, seconds=seconds)
        canvas = Canvas(Size(*size))
        board.paint(canvas)
        return sum(cell.text == "━" and cell.ink == "act" for row in canvas.rows for cell in row)

    for size in SIZES:
        whole, half, rest, nothing = (line(seconds, size) for seconds in (8.0, 4.0, 0.5, None))
        assert whole > half > rest > nothing == 0
        assert half == (whole + 1) // 2


def test_on_a_tall_board_a_tossed_card_leaves_no_gap_above_the_hand() -> None:
    above, _title, _hand = painted(table_view_of(tossed("bell"), seat=1), (80, 36)).partition("Your hand")
    blank = [not line.strip() for line in above.strip("\n").splitlines()]
    assert max(len([*run]) for is_blank, run in groupby(blank) if is_blank) <= 3
    assert "I TAKE IT!" in above


def test_a_large_board_says_how_far_a_jackpot_is() -> None:
    large = (114, 42)
    one, more = table_view_of(a_turn("5551", "bell")), table_view_of(a_turn("555123", "bell"))
    assert "3 bells: 1 more discard that is not lower, and you may call 5,000." in painted(one, large)
    assert "3 bells: 3 more discards, the last one not lower, and you may call 5,000." in painted(more, large)
    assert "you may call" not in painted(table_view_of(a_turn("123", "bell")), large)


def test_the_cards_in_hand_have_a_heading_where_there_is_room_beside_the_round_or_below_it() -> None:
    for seats in (2, 4, 5, 6):
        for size in (80, 18), (88, 27):
            assert "in hand" in painted(table_view_of(a_turn("112", "seven", seats=seats)), size)


def press(table_view: TableView, *keys: str) -> LuckyJackModel | Move | None:
    return models.press(LuckyJackBoard, LuckyJackModel(table_view), *keys)


def prompt(table_view: TableView, *keys: str) -> str:
    return words.prompt(models.after(LuckyJackBoard, LuckyJackModel(table_view), *keys))


@pytest.mark.parametrize("size", SIZES)
def test_every_size_shows_the_hand_the_prizes_and_how_cards_can_be_discarded(size: tuple[int, int]) -> None:
    text = painted(table_view_of(a_turn("1225557", "bell", points=(5000, 0, 14000))), size)
    assert all(
        word in text for word in ("×2", "×3", "[", "=", "same", "70", "5,000", "14,000", "Round 2 of 3")
    )
    assert ("7/14k" in text) == (size[0] == 60)
    assert max(map(cell_len, text.splitlines())) <= size[0]


def test_a_jackpot_is_marked_on_the_card_and_in_the_table_of_prizes() -> None:
    text = painted(table_view_of(a_turn("5777", "diamond")))
    assert "[★ jackpot]" in text.splitlines()[15]
    assert "★3 7,000" in text.splitlines()[16][67:]
    assert text.count("★") == 2
    assert "★" not in painted(table_view_of(a_turn("5677", "diamond")))


def test_a_drawn_card_lies_open_in_the_place_of_the_stock_for_its_owner_alone() -> None:
    state = after(a_turn("1234567", "bell"), (0, jack.Draw()), (CHANCE, jack.NextCard("grape")))
    assert painted(table_view_of(state)).startswith("  Drawn       Pile · 2 ")
    assert painted(table_view_of(state)).splitlines()[1].startswith("   grape       bell ")
    for seat in (1, SPECTATOR):
        assert painted(table_view_of(state, seat=seat)).startswith("  Stock       Pile · 2 ")


def test_all_who_are_asked_about_a_tossed_card_are_marked() -> None:
    rows = painted(table_view_of(tossed("grape"), jack.Tossed(seat=0, card="grape"), seat=2)).splitlines()
    assert rows[1][38:].split() == ["▸", "●", "Ana", "→", "grape", "7", "0"]
    assert rows[2][38:].split() == ["?", "▼", "Ben", "4", "0"]
    assert rows[3][38:].split() == ["?", "✚", "Cem", "(you)", "4", "0"]


@pytest.mark.parametrize("size", SIZES)
def test_the_claim_asks_beside_the_tossed_card_and_says_what_comes_of_it(size: tuple[int, int]) -> None:
    state = tossed("lemon")
    text = painted(table_view_of(state, jack.Tossed(seat=0, card="lemon"), seat=2), size)
    assert "I TAKE IT!" in text
    assert re.search(r"t yes\s.*n pass", text, re.DOTALL)
    assert "→ ×5" in text
    assert "I TAKE IT!" not in painted(table_view_of(after(state, (2, jack.Decline())), seat=2), size)
    assert "I TAKE IT!" not in painted(table_view_of(state, seat=0), size)


def test_what_has_changed_since_the_own_last_move_is_told_by_signs() -> None:
    text = painted(
        table_view_of(
            a_turn("1225557", "bell", seats=6),
            jack.Discarded(seat=5, card="seven", rule="higher", jackpot=None),
            jack.Discarded(seat=0, card="lemon", rule="lower", jackpot=None),
            jack.Drawn(seat=0, card="bell", reason="lower"),
            jack.Drawn(seat=0, card="cherry", reason="lower"),
            jack.Discarded(seat=1, card="lemon", rule="same", jackpot=None),
            jack.Discarded(seat=2, card="seven", rule="higher", jackpot=None),
            jack.Drawn(seat=3, card="lemon", reason="choice"),
            jack.Kept(seat=3),
            jack.Drawn(seat=4, card="bell", reason="choice"),
            jack.Tossed(seat=4, card="bell"),
            jack.Claimed(seat=2, card="bell"),
        )
    )
    doings = [row[56:65].strip() for row in text.splitlines()[1:7]]
    assert doings == ["", "= lemon", "+ bell", "+ ?", "→ bell", ""]
    rows = text.splitlines()
    assert (rows[1][22], rows[9][21], rows[9][54]) == ("•", "•", "•")
    assert text.count("•") == 3


def test_a_card_that_was_kept_and_one_that_was_taken_are_new_in_the_hand() -> None:
    kept = (jack.Drawn(seat=0, card="seven", reason="choice"), jack.Kept(seat=0))
    assert " seven  •" in painted(table_view_of(a_turn("1225557", "bell"), *kept))
    taken = (jack.Tossed(seat=2, card="seven"), jack.Claimed(seat=0, card="seven"))
    assert " seven  •" in painted(table_view_of(a_turn("1225557", "bell"), *taken))


ROUND_OVER = (
    jack.Discarded(seat=1, card="bell", rule="higher", jackpot=3),
    jack.RoundEnded(seat=1, symbol="seven", cards=3, points=7000),
    jack.RoundStarted(number=2, dealer=2, first=0),
    jack.TurnedOver(card="bell"),
)


def test_how_the_last_round_ended_is_shown_above_the_new_hand_until_the_next_move() -> None:
    state = a_turn("1225557", "bell", points=(0, 7000, 0))
    text = painted(table_view_of(state, *ROUND_OVER))
    assert text.splitlines()[7].endswith("  JACKPOT! Ben had 3 sevens: 7,000 points.")
    assert text.splitlines()[2].endswith("4  •7,000")
    text = painted(
        table_view_of(state, *ROUND_OVER, jack.Discarded(seat=0, card="bell", rule="same", jackpot=None))
    )
    assert "JACKPOT" not in text
    assert text.splitlines()[2].endswith("4   7,000")


def test_who_watches_sees_no_hand_but_what_jackpots_are_worth() -> None:
    text = painted(table_view_of(a_turn("1225557", "bell"), seat=SPECTATOR))
    assert "Your hand" not in text
    assert "(you)" not in text
    assert "×4 14,000" in text
    assert "".join(text.splitlines()[8:]).count("·") == len(jack.SYMBOLS)


def test_a_replay_can_stop_before_the_first_round_and_where_there_is_no_pile() -> None:
    assert "Round" not in painted(table_view_of(jack.LUCKY_JACK.new(2, jack.LuckyJackOptions())))
    dealing = a_turn("1225557", "bell")
    dealing.stage, dealing.active, dealing.pile = "turn_over", frozenset({CHANCE}), ()
    assert painted(table_view_of(dealing)).startswith(
        "  Stock                                    Round 2 of 3"
    )


def test_six_players_with_long_names_and_many_points_fit() -> None:
    state = a_turn("1111112222223333334444445555556666667", "bell", seats=6, points=(14000,) * 6)
    log = (jack.Discarded(seat=1, card="diamond", rule="lower", jackpot=None),)
    rows = painted(table_view_of(state, *log, names=LONG_NAMES * 2)).splitlines()
    assert rows[1].endswith("▸ ● Maximiliane-Alexand…  37  14,000")
    assert rows[2].endswith("▼ Bartholom… ↓ diamond   4  14,000")
    for size in SIZES:
        text = painted(table_view_of(state, *log, names=LONG_NAMES * 2), size)
        assert max(map(cell_len, text.splitlines())) <= size[0]
        assert text.count("14,000") == 6 + (size[0] > 60)


def test_every_symbol_is_drawn_alike_in_size_and_unlike_in_shape() -> None:
    for drawn, width, height in (DRAWN["small"], 7, 6), (DRAWN["middle"], 11, 10), (DRAWN["large"], 15, 11):
        assert list(drawn) == list(jack.SYMBOLS)
        shapes = {re.sub("[a-z]", "#", points) for points in drawn.values()}
        assert len(shapes) == len(jack.SYMBOLS)
        assert {(len(row), len(points.split())) for points in drawn.values() for row in points.split()} == {
            (width, height)
        }


@pytest.mark.parametrize(
    ("hand", "top", "text"),
    [
        ("1557", "bell", "Enter: discard the seven, higher · d: draw instead"),
        ("1137", "bell", "Enter: discard the seven, higher · d: draw instead"),
        ("16666", "grape", "Enter: draw a card, then keep it or toss it · ↓: your cards"),
        ("166666", "grape", "Enter: discard the grape, the same · d: draw instead"),
        ("5777", "diamond", "Enter: discard the bell and call the jackpot with 3 sevens for 7,000"),
        ("33332", "lemon", "Enter: discard the cherry and call the jackpot with 4 diamonds for 6,000"),
        ("66666", "grape", "Enter: discard the grape and call the jackpot with 4 grapes for 12,000"),
        ("1123", "bell", "Enter: draw a card, then keep it or toss it · ↓: your cards"),
        ("567", "bell", "Enter: draw a card, then keep it or toss it · ↓: your cards"),
    ],
)
def test_the_prompt_line_offers_the_best_free_card(hand: str, top: jack.Symbol, text: str) -> None:
    assert prompt(table_view_of(a_turn(hand, top))) == text


def test_the_prompt_line_says_that_nothing_is_left_to_draw() -> None:
    state = a_turn("1123", "bell")
    state.stock = (0,) * 7
    assert prompt(table_view_of(state)) == "Nothing is left to draw · Enter: pass · ↓: your cards"


def test_the_prompt_line_asks_what_becomes_of_a_drawn_card() -> None:
    state = after(a_turn("1234567", "bell"), (0, jack.Draw()), (CHANCE, jack.NextCard("grape")))
    assert (
        prompt(table_view_of(state)) == "You drew a grape · Enter: keep it · x: toss it, anyone may take it"
    )
    assert prompt(table_view_of(state, seat=1)) == "Waiting for Ana."


def test_the_claim_says_who_comes_first() -> None:
    state = tossed("diamond", seats=6)
    asks = "Tossed: diamond · t: I TAKE IT! · n, Enter: pass · "
    assert prompt(table_view_of(state, seat=1)) == asks + "you come first"
    assert prompt(table_view_of(state, seat=2)) == asks + "Ben comes before you"
    assert prompt(table_view_of(state, seat=5)) == asks + "4 come before you"
    assert LuckyJackBoard(table_view_of(state, seat=1)).turn_text() == "▸ do you take it?"
    named = table_view_of(state, seat=2, names=LONG_NAMES * 2)
    assert prompt(named) == asks.removesuffix(" · "), "a name is left out where there is no room for it"


@pytest.mark.parametrize(
    ("limit", "made", "text"),
    [
        (5, 0, "5 reshuffles left"),
        (5, 4, "1 reshuffle left"),
        (5, 5, "0 reshuffles left"),
        (0, 7, "Your hand · 7 cards"),
    ],
)
def test_the_board_says_how_many_reshuffles_are_left(limit: int, made: int, text: str) -> None:
    state = a_turn("1225557", "bell")
    state.options, state.reshuffles = jack.LuckyJackOptions(reshuffles=limit), made
    assert painted(table_view_of(state)).splitlines()[7].endswith(text)


def test_a_round_that_ended_by_our_own_limit_says_so_above_the_hand() -> None:
    ended = jack.RoundEnded(seat=None, symbol=None, cards=None, points=0)
    row = painted(table_view_of(a_turn("1225557", "bell"), ended)).splitlines()[7]
    assert row.startswith("  Your hand · 7 cards ")
    assert row.endswith(" No jackpot: our own limit of 5 reshuffles is reached.")


def test_who_waits_for_the_claim_reads_what_it_waits_for() -> None:
    state = after(tossed("bell", seats=5), (2, jack.Decline()), (3, jack.TakeIt()))
    assert prompt(table_view_of(state)) == "You tossed a bell. Waiting for the others to decide."
    assert prompt(table_view_of(state, seat=2)) == "You passed on the bell. Waiting for the others."
    assert prompt(table_view_of(state, seat=3)) == "You called for the bell. Waiting for the others."
    assert prompt(table_view_of(state, seat=SPECTATOR)) == "Waiting for Ben, Cem, Dora and Emil."


def test_no_prompt_is_too_long() -> None:
    for card in jack.SYMBOLS:
        for other in jack.SYMBOLS:
            hand = (*(other,) * 4, card)
            for cursor_on in dict.fromkeys(hand):
                state = a_turn("", other, seats=2)
                state.hands = (jack.count(hand), state.hands[1])
                model = LuckyJackModel(table_view_of(state)).going_to(("card", cursor_on))
                assert cell_len(words.prompt(model)) <= 73


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (("l",), "Enter: discard the seven, higher · d: draw instead"),
        (("left", "left"), "Enter: discard the lemon, lower, and draw two cards · d: draw instead"),
        (("2",), "Enter: discard the cherry, lower, and draw two cards · d: draw instead"),
        (("4",), "Enter: discard the bell, the same · d: draw instead"),
        (("up",), "Enter: draw a card, then keep it or toss it · ↓: your cards"),
        (("k", "j"), "Enter: discard the lemon, lower, and draw two cards · d: draw instead"),
        (("tab",), "Enter: discard the seven, higher · d: draw instead"),
        (("tab", "tab"), "Enter: draw a card, then keep it or toss it · ↓: your cards"),
        (("tab", "tab", "tab"), "Enter: discard the lemon, lower, and draw two cards · d: draw instead"),
    ],
)
def test_keys_go_from_card_to_card(keys: tuple[str, ...], text: str) -> None:
    assert prompt(table_view_of(a_turn("122577", "bell")), *keys) == text


DRAWN_GRAPE = after(a_turn("1234567", "bell"), (0, jack.Draw()), (CHANCE, jack.NextCard("grape")))


@pytest.mark.parametrize(
    ("table_view", "keys", "move"),
    [
        (table_view_of(a_turn("1225557", "bell")), ("enter",), jack.Discard("seven")),
        (table_view_of(a_turn("1225557", "bell")), ("1", "space"), jack.Discard("lemon")),
        (table_view_of(a_turn("1225557", "bell")), ("d",), jack.Draw()),
        (table_view_of(a_turn("1225557", "bell")), ("up", "enter"), jack.Draw()),
        (table_view_of(a_turn("5777", "diamond")), ("enter",), jack.Discard("bell", jackpot=True)),
        (table_view_of(a_turn("5777", "diamond")), ("s",), jack.Discard("bell")),
        (
            table_view_of(a_turn("567", "bell")),
            ("7", "enter"),
            jack.Discard("seven"),
        ),  # the table will say why not
        (table_view_of(DRAWN_GRAPE), ("enter",), jack.Keep()),
        (table_view_of(DRAWN_GRAPE), ("x",), jack.Toss()),
        (table_view_of(tossed("grape"), seat=1), ("t",), jack.TakeIt()),
        (table_view_of(tossed("grape"), seat=1), ("n",), jack.Decline()),
    ],
)
def test_keys_make_moves(table_view: TableView, keys: tuple[str, ...], move: Move) -> None:
    assert press(table_view, *keys) == move


def test_a_claim_is_not_answered_by_the_keys_of_a_turn() -> None:
    """Enter passes, which is safe."""
    for key in ("d", "x", "s", "1"):
        assert press(table_view_of(tossed("grape"), seat=1), key) is None
    assert press(table_view_of(tossed("grape"), seat=1), "enter") == jack.Decline()


def test_one_who_is_not_asked_can_do_nothing() -> None:
    for seat in (1, SPECTATOR):
        table_view = table_view_of(a_turn("1225557", "bell"), seat=seat)
        for key in ("enter", "d", "x", "s", "t", "n", "1", "left", "up"):
            assert press(table_view, key) is None


async def test_a_key_asks_the_table_for_a_move() -> None:
    async with showing(table_view_of(a_turn("1225557", "bell"))) as (pilot, session):
        await pilot.press("1", "space")
    assert session.requests == [(Act(jack.Discard("lemon")), 7)]


def test_a_jackpot_is_found_by_the_cursor_wherever_it_was() -> None:
    board = LuckyJackBoard(table_view_of(a_turn("1557", "bell")))
    table_view = table_view_of(a_turn("1777", "lemon"))
    assert jack.jackpot_of(cards("777")) == 3
    board.show(replace(table_view, match=replace(table_view.match, prompt=9)))
    assert board.prompt_text().startswith("Enter: discard the lemon and call the jackpot with 3 sevens")


async def test_the_clock_of_a_claim_is_in_the_title_and_goes_with_it() -> None:
    async with showing(table_view_of(tossed("grape"), seat=1, seconds=59.5)) as (pilot, session):
        assert "you come first" in await line_22(pilot)
        assert re.search(r"▸ do you take it\? \d+ s$", title(pilot))
        session.tell(TableChanged(table_view_of(after(tossed("grape"), (1, jack.Decline())), seat=1)))
        assert (await line_22(pilot)).strip() == "You passed on the grape. Waiting for the others."
        assert not title(pilot).endswith(" s")


def title(pilot: Pilot[None]) -> str:
    return rows(pilot.app)[0]


async def line_22(pilot: Pilot[None]) -> str:
    await pilot.pause()
    return rows(pilot.app)[22]


@pytest.mark.parametrize(
    ("size", "row", "name"), [((60, 15), 11, "clov."), ((80, 18), 9, "clover")], ids=["small", "large"]
)
def test_a_long_name_is_shortened_where_its_card_is_small(size: tuple[int, int], row: int, name: str) -> None:
    use_language("de")
    try:
        assert f" {_(name)} " in painted(table_view_of(a_turn("4444", "clover")), size).splitlines()[row]
    finally:
        use_language("system")


def test_the_sign_of_a_new_card_covers_no_letter() -> None:
    with showing_to(Viewer(language="it")):
        canvas = Canvas(Size(11, 7))
        put_card(canvas, (0, 0), (9, 5), "cherry", is_new=True)
        assert str(canvas).startswith("ciliegia•")


def test_how_far_a_jackpot_is_is_told_on_a_large_board_while_the_game_goes_on() -> None:
    state, words = a_turn("12777", "bell"), "3 sevens: 2 more discards"
    assert words in painted(table_view_of(state), (115, 42))
    state.stage, state.active = "over", frozenset()
    assert words not in painted(table_view_of(state), (115, 42))


@pytest.mark.parametrize("size", [(60, 15), (80, 18), (88, 27), (156, 52)])
def test_who_is_caught_has_a_back_for_each_card(size: tuple[int, int]) -> None:
    discarded = jack.Discarded(seat=0, card="bell", rule="higher", jackpot=3)
    ended = jack.RoundEnded(seat=0, symbol="seven", cards=3, points=7000)
    state = a_turn("777", "bell")
    state.hands = (state.hands[0], cards("11223344"), cards("112233445566"))
    model = LuckyJackModel(table_view_of(state))
    canvas = Canvas(Size(*size))
    picture.paint(canvas, dataclasses.replace(model, moment=Jackpot(discarded, ended, 4)))
    backs = [sum(cell.ink == "back-light" for cell in row) for row in canvas.rows]
    assert [number for number in backs if number] == {60: [4, 6], 156: [16, 24]}.get(size[0], [8, 12])
