"""The reasons that a hint gives are true, each by a look at the position that does not ask the judge."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, combinations
from math import prod
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from luckytui.bots.worth import worth_of
from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, Move, cell_name
from luckytui.games.lucky_box import player as players
from luckytui.games.lucky_box.rules import Cross, LuckyBoxOptions, in_play
from luckytui.games.lucky_box.rules import Keep as KeepCards
from luckytui.games.lucky_jack import rules as jack
from luckytui.games.lucky_numbers import rules as numbers
from luckytui.games.lucky_numbers.garden import fits
from luckytui.games.lucky_squares import hard
from luckytui.games.lucky_squares import rules as squares
from luckytui.text import Sentence
from tests.bots.test_judge import gardens_position
from tests.games import test_lucky_box as box

THINK = 8
"""In how many passes it is learned what others may do."""


def reasoned(game: str, games: int) -> Iterator[tuple[Any, Move, Sentence]]:
    """Yield views, moves, and each reason for them, over positions that random moves lead to."""
    rng, worth = Random(f"reasons/{game}"), worth_of(game)
    for _ in range(games):
        state = GAMES[game].new(3, GAMES[game].options())
        while state.active:
            seat = min(state.active)
            moves = [*state.outcomes()] if seat == CHANCE else state.moves(seat)
            if seat != CHANCE:
                worth.trial(state.view(seat), moves, THINK)  # what it learns, reasons go by
            of_each_kind = {type(move): move for move in rng.sample(moves, len(moves))}
            for move in of_each_kind.values() if seat != CHANCE else ():
                for sentence in worth.reasons(state.view(seat), move, rng.choice([None, *moves])):
                    yield state.view(seat), move, sentence
            state.apply(seat, rng.choice(moves))


def in_stack(view: numbers.LuckyNumbersView) -> list[int]:
    seen = Counter([view.hand, *view.middle, *chain(*view.gardens)])
    return [tile for tile in numbers.TILES for _ in range(view.seats - seen[tile])]


def bound(garden: numbers.Garden, cell: numbers.Cell, step: int) -> int:
    """Return a cell's tile, or if it is empty the lowest (step -1) or highest number with room for it."""
    if not numbers.CELLS[0] <= cell <= numbers.CELLS[-1] or not 0 <= cell[1] <= 3:
        return 0 if step < 0 else 21
    near = (bound(garden, (cell[0] + down, cell[1] + step - down), step) for down in (0, step))
    return numbers.at(garden, cell) or (max(near) + 1 if step < 0 else min(near) - 1)


def suiting(view: numbers.LuckyNumbersView, garden: numbers.Garden, cell: numbers.Cell) -> list[int]:
    """Return the tiles of the stack that fit a cell and leave room for the empty ones around it."""
    low, high = (bound(numbers.with_tile(garden, cell, 0), cell, step) for step in (-1, 1))
    return [tile for tile in in_stack(view) if low <= tile <= high]


def fills(garden: numbers.Garden, tile: int) -> bool:
    return any(fits(garden, tile, cell) for cell in numbers.CELLS if not numbers.at(garden, cell))


def of_numbers(view: numbers.LuckyNumbersView, move: Move, said: Sentence) -> bool:
    garden, values = view.gardens[view.seat], said.values
    rivals = [one for seat, one in enumerate(view.gardens) if seat != view.seat]
    tile = values.get("tile", getattr(move, "tile", view.hand))
    assert isinstance(tile, int)
    cell, place = (
        (int(name[1]) - 1, "abcd".index(name[0]))
        for name in (str(values.get("cell", "a1")), str(values.get("place", "a1")))
    )
    elsewhere = numbers.with_tile(garden, place, tile)
    laid = getattr(move, "tile", view.hand)
    after = numbers.with_tile(garden, move.cell, laid) if hasattr(move, "cell") else garden
    before, then, there = (suiting(view, one, cell) for one in (garden, after, elsewhere))
    if "{numbers}" in said.template:
        low, *_, high = [int(one) for one in str(values["numbers"]).split("–")] * 2
        assert (low, high) == tuple(bound(after, cell, step) for step in (-1, 1))
    assert values.get("stack", view.stack) == view.stack
    match said.template.split(" ")[:3]:
        case ["{cell}", "stays", "open"] | ["{cell}", "then", "takes"] | ["Then", "only", "{cell}"]:
            assert values.get("before", len(before)) == len(before)
            assert values.get("fewer", len(there)) == len(there)
            is_so = values.get("before", -1) < len(then) > values.get("fewer", -1)  # type: ignore[operator]
            is_only = after.count(0) == 1 or "only" not in said.template
            return is_so and is_only and not numbers.at(after, cell) and values["count"] == len(then)
        case ["{cell}", "is", "the"]:
            others = suiting(view, garden, place)
            return values["count"] == len(before) < len(others) == values["more"]
        case ["On", "{place},", "the"]:
            return values["count"] == len(there) < len(before) == values["more"] and fits(garden, tile, place)
        case ["The", "{tile}", "fills"]:
            return after.count(0) == 0
        case ["The", "{tile}", "fits"]:
            return not fills(garden, view.hand)
        case ["The", "{tile}", "in"]:
            is_there = tile in (*view.middle, numbers.at(garden, move.cell))
            return is_there and not numbers.at(after, cell) and fits(after, tile, cell)
        case ["No", "tile", "in"] | ["A", "swap", "fills"]:
            is_none = not any(fills(garden, one) for one in view.middle) or "swap" in said.template
            return is_none and values["count"] == sum(fills(garden, one) for one in in_stack(view))
        case ["It", "makes", "room"]:
            rooms = [bound(one, cell, 1) - bound(one, cell, -1) for one in (garden, after)]
            return rooms[0] < rooms[1] and not then
        case ["With", "the", "{tile}"]:
            left = view.middle.count(tile) - isinstance(move, numbers.Take)
            return not left and any(one.count(0) == 1 and fills(one, tile) for one in rivals)
        case ["It", "fills", "a"] if "cell" in values:
            return values["count"] == len(then) < len(before) and not numbers.at(after, cell)
        case ["It", "fills", "a"]:
            empty = [one for one in numbers.CELLS if not numbers.at(after, one)]
            return all(len(suiting(view, garden, one)) <= len(suiting(view, after, one)) for one in empty)
    return said.template == "Low numbers belong to the top left, high ones to the bottom right."


def of_jack(view: jack.LuckyJackView, move: Move, said: Sentence) -> bool:
    values, top, hand = said.values, view.pile[-1], Counter(view.hand)
    best = max(points for seat, points in enumerate(view.points) if seat != view.seat)
    behind = best - view.points[view.seat]
    missing = behind - 14_000 * (view.options.rounds - view.number)
    discarded = move.card if isinstance(move, jack.Discard) else None
    gained = view.drawn if isinstance(move, jack.Keep) else top if isinstance(move, jack.TakeIt) else None
    after = hand + Counter([gained] * bool(gained)) - Counter([discarded] * bool(discarded))
    card, symbol = values.get("card"), values.get("symbol")
    open_cards = Counter([*view.hand, *view.pile, *[view.drawn] * bool(view.drawn)])
    open_cards += Counter(chain(*[one for seat, one in enumerate(view.known) if seat != view.seat]))
    if "{held}" in said.template:
        assert (values["held"], values["left"]) == (after[symbol], 12 - open_cards[symbol])
        assert jack.prize(symbol, 4) >= missing or missing > jack.prize("seven", 4)
    if "{points}" in said.template and discarded and move.jackpot:
        return values["points"] == jack.prize(*after.keys(), after.total())
    if "{tops}" in said.template:
        assert values["tops"] == jack.VALUE[card]
    able = [one for one in hand if jack.VALUE[one] >= jack.VALUE[top] and len(hand - Counter([one])) == 1]
    calls = [jack.prize(*(hand - Counter([one])), hand.total() - 1) for one in able if hand.total() in {4, 5}]
    spare = after - Counter({symbol: 4})
    match said.template:
        case "Collect every {symbol}: you have {held}, {left} are unseen.":
            return (
                symbol not in (discarded, gained)
                and values["held"] <= 3
                and (missing > 0 or values["held"] == max(after.values()))
            )
        case "You collect every {symbol}: that makes {held}, and {left} are unseen.":
            return symbol == gained
        case "Cards to shed before a {symbol} jackpot: {rest}.":
            return values["rest"] == spare.total() > 0 and after[symbol] >= 3
        case "Somebody else has only {cards} cards.":
            return values["cards"] == min(size for seat, size in enumerate(view.sizes) if seat != view.seat)
        case "Calling now scores {points}: hold out for 4 alike and {most}.":
            return values["points"] == max(calls) < values["most"] and max(after.values()) >= 3
        case "The {card} is hard to shed: it goes on {tops} of the 7 symbols.":
            return jack.rule_of(discarded, top) == "lower" or values["tops"] <= 4
        case "The {card} is on top then: more of your cards go on it than on the {other}.":
            tops = (view.pile[-2], top) if isinstance(move, jack.TakeIt) else (top, view.pile[-2])
            more, less = (sum(jack.VALUE[one] >= jack.VALUE[each] for one in view.hand) for each in tops)
            return (
                tops == (card, values["other"]) and more > less and (view.turn + 1) % view.seats == view.seat
            )
        case "You shed the {card} and draw nothing.":
            return jack.rule_of(discarded, top) != "lower"
        case "The {card} is harder to shed than the {other}: it goes on fewer cards.":
            return jack.VALUE[card] < jack.VALUE[values["other"]]
        case "A {card} jackpot scores {points} at most: you are {missing} behind.":
            return jack.prize(card, 4) == values["points"] < missing <= behind == values["missing"]
        case "With 3 cards, you cannot discard without drawing two.":
            return hand.total() == 3
        case "No card that you can spare goes on the {card} without two new ones.":
            return card == top and all(jack.VALUE[one] < jack.VALUE[top] for one in spare)
        case "You do not have 3 alike yet: look for cards before you shed any.":
            return max(after.values()) < 3
        case "The {card} would be one more card to shed.":
            return isinstance(move, jack.Toss | jack.Decline)
        case "It is easy to shed: the {card} goes on {tops} of the 7 symbols.":
            return card == gained and values["tops"] >= 5
        case "Even the best jackpots leave you behind.":
            return missing > 14_000
        case "Even the best jackpots leave everyone else behind.":
            return view.points[view.seat] - best > 14_000 * (1 + view.options.rounds - view.number)
    return False


def of_box(view: Any, move: Move, said: Sentence) -> bool:
    text, values, mine = said.template, said.values, view.mine or players.Player()
    if isinstance(move, KeepCards):
        offer = {card.id: card for card in view.offer}
        card, other = (players.BoxCard(offer[values[name]]) for name in ("card", "other"))
        hands = [hand for hand in combinations(offer, len(move.cards)) if other.id in hand]
        if "lines" in text:
            kinds = {"a bonus number": "123456789", "a cross on any cell": "?", "a lightning": ["lightning"]}
            kinds |= {"a star": ["star"], "a moon": ["moon"], "two lightnings": ["lightning2"]}
            won = (
                [one.bonus(line) in kinds[values["bonus"]] for line in players.LINES] for one in (card, other)
            )
            found = [*map(sum, won)]
        else:
            count, *less = (
                len({one.number(cell) for one in (*mine.cards, *new) for cell in free(one)})
                for new in ([players.BoxCard(offer[name]) for name in hand] for hand in (move.cards, *hands))
            )
            found = [count, values["less"] * (values["less"] in less)]
        return card.id in move.cards and [values["count"], values["less"]] == found and found[0] > found[1]
    if not isinstance(move, Cross):
        return text == "Nothing that is left is worth its price."
    card = mine.card(move.card)
    cost = players.price(card, move.cell, move.use, view.numbers[-1])
    after, won = players.cross(mine, view.round, card, move.cell, cost), lines_won(card, move.cell)
    then = after.card(values.get("card", card.id))
    left = [then.number(cell) for cell in free(then)]
    if "{cell}" in text:
        at = next(cell for cell in players.CELLS if cell_name(cell) == values["cell"])
        return values["bonus"] in won and then.is_free(at) and values["bonus"] in {"?", str(then.number(at))}
    match text:
        case "It finishes card {card}: {points} points." if won:
            return values["points"] == players.CARD_POINTS[view.round - 1]
        case "Your stars of this round: {count}." | "It wins {bonus}: you then have {count}." if won:
            kind = str(values.get("bonus", "stars")).removeprefix("a ").removeprefix("two ").rstrip("s")
            return reached(view, move, kind, values["count"])
        case "Crosses that card {card} then lacks for its {points} points: {count}.":
            return len(left) == values["count"] <= players.TURNS - len(view.numbers)
        case "It spares lightnings: you keep {count}.":
            return values["count"] == mine.lightnings - cost
    numbers = [*map(int, values["numbers"].split(", "))]
    wins = {"a star": "star", "a moon": "moon", "a lightning": "lightning", "two lightnings": "lightning2"}
    bonus = wins.get(values["bonus"], "?" if "any" in values["bonus"] else values["bonus"])
    in_line = [
        [then.number(cell) for cell in free(then) if line in players.LINES_OF[cell]]
        for line in players.LINES_OF[move.cell]
    ]
    return (bonus, numbers) in [*zip(map(card.bonus, players.LINES_OF[move.cell]), in_line, strict=True)]


def free(card: players.BoxCard) -> list[players.Cell]:
    return [*filter(card.is_free, players.CELLS)]


def lines_won(card: players.BoxCard, cell: players.Cell) -> list[str]:
    return [card.bonus(line) for line in players.filled_lines(card, cell)]


def reached(view: Any, move: Move, kind: str, count: Any) -> bool:
    """Whether a cross, and some use of the bonuses due then, lead to this count of a kind of bonus."""
    left = [GAMES["lucky-box"].imagine(replace(view, active=(view.seat,)), Random(0))]
    left[0].apply(view.seat, move)
    while left:
        state = left.pop()
        player = state.players[view.seat]
        of = {"star": player.stars[view.round - 1], "moon": player.moons, "lightning": player.lightnings}
        if count == of[kind]:
            return True
        for one in state.moves(view.seat) if state.due[view.seat] else ():
            left.append(state.copy())
            left[-1].apply(view.seat, one)
    return False


def of_squares(view: squares.LuckySquaresView, move: Move, said: Sentence) -> bool:
    values, own, passes = said.values, view.pick, 60 if view.stage == "pick" else THINK
    color = values.get("color", own or squares.COLORS[0])
    here = [one[squares.COLORS.index(color)] for one in hard.beliefs(view, passes)]
    del here[view.seat]
    none = prod(1 - chance for chance in here)
    if abs(values.get("percent", 100 * none) / 100 - none) > 0.006:
        return False
    match said.template.split(". ")[0]:
        case text if "Your square then" in text:
            low, *_, high = [int(cents) for cents in str(values["cents"]).split("–")] * 2
            there = [squares.on(squares.after(view.squares, move, rolled), own) for rolled in (1, 6)]
            return there == [low, high] and low > squares.on(view.squares, own)
        case text if "({cents}¢)" in text:
            return values["cents"] == squares.on(view.squares, color)
        case "Swap and Split can still bring coins there.":
            return squares.on(view.squares, move.color) < max(view.squares) - 3
        case "The others see that your square is taken.":
            return move == squares.Reveal(view.seat) and {*view.pending[1:]} - {view.seat} != set()
        case "You see the card before you act again.":
            return view.pending.count(view.seat) == 2 and move.target != view.seat
        case "Those who act after you may turn on that player, not on you.":
            return len(view.pending) > 1 and view.seat not in view.pending[1:]
        case "Nobody can answer you then.":
            return {*view.pending[1:]} - {view.seat} == {move.target} and view.pending.count(move.target) == 1
    return False


@pytest.mark.parametrize(
    ("game", "games", "is_true"),
    [
        ("lucky-numbers", 3, of_numbers),
        ("lucky-jack", 2, of_jack),
        ("lucky-box", 2, of_box),
        ("lucky-squares", 1, of_squares),
    ],
)
def test_reasons_are_true(game: str, games: int, is_true: Callable[[Any, Move, Sentence], bool]) -> None:
    templates = set()
    for view, move, said in reasoned(game, games):
        assert is_true(view, move, said), (move, str(said))
        templates.add(said.template)
    assert len(templates) >= {"lucky-squares": 7, "lucky-box": 12}.get(game, 5)


@pytest.mark.parametrize(("behind", "symbol"), [(0, "diamond"), (8000, "bell"), (12000, "seven")])
def test_in_the_last_round_only_a_symbol_that_may_win_is_collected(behind: int, symbol: jack.Symbol) -> None:
    state = jack.begin(2, jack.LuckyJackOptions())
    state.number, state.stage, state.turn, state.active = 3, "turn", 0, frozenset({0})
    state.hands = jack.count(["lemon", "diamond", "diamond", "diamond", "bell", "bell", "seven"]), (0,) * 7
    state.points, state.pile, state.stock = (0, behind), ("lemon",), (11, 12, 9, 12, 10, 12, 11)
    said = worth_of("lucky-jack").reasons(state.view(0), jack.Discard("lemon"))
    (collect,) = (each for each in said if "Collect" in each.template)
    assert collect.values["symbol"] == symbol


BOX = """
1 25139 | 23/0 32/110 34/204 | c1 on 32 | b3 on 23
    | Still to cross for two lightnings: 6, 7 on card 32.
2 512386 | 23/0 32/777 34/775 54/144 | c3 on 54 | b1 on 34
    | It wins a cross on any cell: b1 on card 34. It finishes card 34
2 4 | 46/140 50/404 54/722 39/0 | a2 on 54 | a2 on 39
    | Still to cross for bonus 2: 6 on card 54. Still to cross for a moon: 2 on card 54.
1 9 | 17/0 23/0 41/0 | c2 on 41 | b1 on 17 | Still to cross for bonus 5: 4, 5 on card 41.
3 5885347 | 50/2 56/562 2/223 | a2 on 56 | a3 on 2 | Still to cross for a moon: 6 on card 56.
3 675 | 30/342 38/677 53/775 32/462 3/0 | c2 on 3 | c1 on 30
    | Still to cross for bonus 6: 3, 4 on card 3.
1 42579 | 3/104 38/0 59/111 | a3 on 38 | b1 on 38
    | Still to cross for bonus 3: 8, 3 on card 38.
3 9642 | 3/727 38/777 14/230 52/0 | c1 on 52 | a1 on 52
    | Still to cross for a cross on any cell: 2, 5 on card 52.
4 26 | 3/737 52/3 40/0 | c1 on 40 | b2 on 52
    | Still to cross for a moon: 8, 2 on card 40. It spares lightnings: you keep 4.
2  | 2/704 19/7 21/14 | 42 59 56 | 56 | 42
    | Card 56 wins a cross on any cell with 1 of its lines, card 42 with 0.
1  | | 5 56 31 22 53 | 22 31 56 | 5 22 31
    | Card 56 wins a cross on any cell with 1 of its lines, card 5 with 0.
1  | | 14 58 45 8 9 | 9 14 58 | 9 14 45 | Card 58 wins a star with 2 of its lines, card 45 with 1.
2  | 3/504 38/36 59/111 | 14 18 47 | 14 | 18
    | Card 14 wins a cross on any cell with 2 of its lines, card 18 with 1.
"""
"""The round and its numbers, cards and their crosses, cards on offer, the hint, the next best, and why."""


@pytest.mark.parametrize("position", [row.replace("\n   ", "") for row in re.split(r"\n(?=\d)", BOX.strip())])
def test_a_hint_of_lucky_box_says_what_decides(position: str) -> None:
    """A hint once told of each of these how many numbers or crosses there are then, or what is lost."""
    about, cards, *offer, hint, other, why = (part.strip() for part in position.split("|"))
    number, *drawn = about.split()
    deck, [before, called] = in_play(LuckyBoxOptions(), 2), ["".join(drawn)[:-1], "".join(drawn)[-1:]]
    pairs = (one.split("/") for one in cards.split())
    own = box.player(
        *(players.BoxCard(deck[int(card)], int(crosses, 8)) for card, crosses in pairs), lightnings=4
    )
    state = box.turn_of(int(called or 0), own, own, in_round=int(number), before=[*map(int, before)])
    if offer:
        state.stage, state.offers = "choose", ((*map(int, offer[0].split()),), ())

    def move(name: str) -> Move:
        if offer:
            return KeepCards((*map(int, name.split()),))
        cell, card = name.split(" on ")
        return Cross(int(card), ("123".index(cell[1]), "abc".index(cell[0])), "number")

    said = worth_of("lucky-box").reasons(state.view(0), move(hint), move(other))
    assert " ".join(map(str, said)).startswith(why)


NUMBERS = """
3 0 0 9 0 11 0 0 0 0 17 0 0 16 0 19 / 3 0 6 0 0 5 7 0 6 0 10 0 0 0 14 18
    |  | 1 | a1 | none
    | b1 then takes 2–7: 6 of the 25 tiles in the stack, not 4. The 3 in the middle then fits b1.
1 4 7 13 4 5 10 15 8 9 16 0 11 0 0 17 / 1 5 0 12 2 6 10 17 0 8 14 18 11 12 15 19
    | 18 | turn | 18 d4 | none
    | b4 then takes 12–16: 3 of the 12 tiles in the stack, not 2. The 17 in the middle then fits d3.
3 0 8 0 0 11 0 0 0 0 14 0 12 15 0 19 / 3 0 0 0 5 7 10 16 0 0 14 19 0 0 0 20
    | 1 | turn | none | 1 a1
    | No tile in the middle fills a cell of yours. 20 of the 24 in the stack do.
2 4 8 12 3 6 11 13 6 0 14 0 10 13 15 16 / 3 5 0 9 7 10 11 17 9 14 16 19 17 18 19 20
    | 1 2 4 20 | 7 | b3 | a4
    | With the 7 somebody else would win. Then only d3 is empty: 1 of the 6 tiles in the stack fit there.
3 0 0 0 7 10 0 0 9 14 16 19 0 18 19 20 / 2 4 8 12 3 6 11 13 6 0 14 0 0 13 0 16
    | 2 | 17 | d2 | a4
    | d2 is the harder one to fill: 5 of the 16 tiles in the stack fit there, 6 fit a4.
1 3 7 0 0 7 8 0 0 0 10 18 0 14 16 19 / 4 0 8 12 0 10 0 13 6 0 12 18 11 15 17 20
    | 1 19 | 2 | a2 | none
    | It fills a cell and narrows no other.
3 0 7 13 5 7 10 16 0 11 14 19 0 0 0 20 / 3 0 8 10 0 11 0 0 5 0 14 0 12 15 0 19
    | 1 2 | 13 | c2 | b4
    | The 10 in the middle then fits a3.
1 3 4 0 3 8 11 15 6 11 13 18 10 16 19 20 / 1 2 5 9 4 7 10 13 0 10 11 17 0 14 17 20
    | 4 17 | bruno | 4 b2 | none
    | Two equal tiles diagonally: you have another turn. The 8 in the middle then fits d1.
"""
"""Own garden and the other, the middle, the tile that was drawn (or the turn, perhaps by Bruno's rules), the
move, the next best, and why."""


@pytest.mark.parametrize(
    "position", re.findall(r"^(\d[^|]*)" + r"\|([^|]*?)" * 5 + r"(?=^\d|\Z)", NUMBERS, re.MULTILINE)
)
def test_a_hint_of_numbers_tells_what_decides(position: tuple[str, ...]) -> None:
    """A hint once named another cell, or said that a new tile promises more."""
    gardens, middle, drawn, *moves, said = (" ".join(each.split()) for each in position)
    each = [tuple(map(int, one.split())) for one in gardens.split("/")]
    state = gardens_position(*each, middle=tuple(map(int, middle.split())))
    state.options = replace(state.options, bruno=drawn == "bruno")
    if drawn.isdecimal():
        state.stage, state.hand = "drawn", int(drawn)
        state.stack = tuple(left - (tile == state.hand) for tile, left in enumerate(state.stack))
    move, other = (laying(one, state.hand) for one in moves)
    assert " ".join(map(str, worth_of("lucky-numbers").reasons(state.view(0), move, other))) == said


def laying(words: str, hand: int) -> Move:
    """Return the move that lays a tile (of the middle, if it is named) on a cell, or none."""
    *tile, name = words.split()
    if name == "none":
        return numbers.Discard() if hand else numbers.Draw()
    cell = int(name[1]) - 1, "abcd".index(name[0])
    return numbers.Take(int(tile[0]), cell) if tile else numbers.Lay(cell)


JACK = """
cherry diamond*3 clover grape*2 seven | lemon | turn | 1 | 0 | discard cherry | discard clover
    | The cherry is harder to shed than the clover: it goes on fewer cards. Collect every diamond: you
    have 3, 9 are unseen. Cards to shed before a diamond jackpot: 4.
lemon*3 bell grape | cherry seven | claim | 2 | -12000 | take | none
    | The cherry is on top then: more of your cards go on it than on the seven.
diamond clover*3 bell | seven diamond | claim | 3 | 13000 | pass | take
    | The diamond is on top then: more of your cards go on it than on the seven. A diamond jackpot scores
    6000 at most: you are 13000 behind. Collect every seven: you have 0, 11 are unseen.
lemon*2 cherry diamond clover bell grape seven | clover | turn | 1 | 0 | discard lemon | discard seven
    | The lemon is hard to shed: it goes on 1 of the 7 symbols.
clover*2 grape*3 | seven | lemon | 2 | 2000 | toss | keep
    | The lemon would be one more card to shed. Collect every grape: you have 3, 9 are unseen.
lemon seven*3 | cherry | turn | 1 | 0 | discard lemon | draw
    | The lemon is hard to shed: it goes on 1 of the 7 symbols. Collect every seven: you have 3, 9 are
    unseen.
cherry*4 clover*2 | bell | turn | 1 | 0 | draw | discard clover
    | No card that you can spare goes on the bell without two new ones.
cherry*4 seven | grape | turn | 3 | 16000 | draw | none | Even the best jackpots leave you behind.
diamond*4 grape seven | bell clover | claim | 3 | -16000 | pass | none
    | Even the best jackpots leave everyone else behind.
clover*2 grape*2 | cherry | turn | 2 | -2000 | draw | discard clover
    | You do not have 3 alike yet: look for cards before you shed any.
diamond*3 seven | clover | turn | 2 | 21000 | draw | none
    | No card that you can spare goes on the clover without two new ones. Collect every seven: you have 1,
    11 are unseen.
lemon*2 cherry diamond clover*2 bell | bell cherry diamond | turn | 3 | 2000 | discard diamond | discard bell
    | The diamond is harder to shed than the bell: it goes on fewer cards. Collect every clover: you have 2,
    10 are unseen.
"""
"""The hand, the pile, the stage or the card that was drawn, the round, how far behind, the move, the next
best, and why."""
ANSWERS = {
    "take": jack.TakeIt(),
    "pass": jack.Decline(),
    "toss": jack.Toss(),
    "keep": jack.Keep(),
    "draw": jack.Draw(),
    "none": None,
}


@pytest.mark.parametrize(
    "position", re.findall(r"^([a-z][^|]*)" + r"\|([^|]*?)" * 7 + r"(?=^[a-z]|\Z)", JACK, re.MULTILINE)
)
def test_a_hint_of_jack_tells_what_decides(position: tuple[str, ...]) -> None:
    """A hint once said that a card does not bring one closer, or is needed to call with."""
    hand, pile, stage, number, behind, *moves, said = (" ".join(each.split()) for each in position)
    state, cards = jack.begin(2, jack.LuckyJackOptions()), [card.split("*") for card in hand.split()]
    state.hands = jack.count([card for card, *times in cards for _ in range(int(*times or [1]))]), (1,) * 7
    state.number, state.points, state.pile = int(number), (20_000 - int(behind), 20_000), tuple(pile.split())
    state.stage, state.turn = stage if stage in {"turn", "claim"} else "drawn", int(stage == "claim")
    state.drawn = stage if state.stage == "drawn" else None
    move, other = (ANSWERS[one] if one in ANSWERS else jack.Discard(one.split()[-1]) for one in moves)
    assert " ".join(map(str, worth_of("lucky-jack").reasons(state.view(0), move, other))) == said
