"""The reasons that a hint gives are true, each by a look at the position that does not ask the judge."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from math import prod
from random import Random
from typing import Any

import pytest

from luckytui.bots.worth import worth_of
from luckytui.games import GAMES
from luckytui.games.interface import CHANCE, Move
from luckytui.games.lucky_box import player as players
from luckytui.games.lucky_box.rules import Cross
from luckytui.games.lucky_box.rules import Keep as KeepCards
from luckytui.games.lucky_jack import rules as jack
from luckytui.games.lucky_numbers import rules as numbers
from luckytui.games.lucky_numbers.garden import fits
from luckytui.games.lucky_squares import rules as squares
from luckytui.games.lucky_squares.hard import beliefs
from luckytui.text import Sentence


def reasoned(game: str, games: int) -> Iterator[tuple[Any, Move, Sentence]]:
    """Yield views, moves, and each reason for them, over positions that random moves lead to."""
    rng, worth = Random(f"reasons/{game}"), worth_of(game)
    for _ in range(games):
        state = GAMES[game].new(3, GAMES[game].options())
        while state.active:
            seat = min(state.active)
            moves = [*state.outcomes()] if seat == CHANCE else state.moves(seat)
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
    after = (
        numbers.with_tile(garden, move.cell, getattr(move, "tile", view.hand))
        if hasattr(move, "cell")
        else garden
    )
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
        case ["It", "fills", "a"] if "cell" in values:
            return not then and not numbers.at(garden, move.cell)
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
        case ["Nobody", "else", "can"]:
            return not any(fills(one, tile) for one in rivals)
        case ["Somebody", "else", "can"]:
            is_old = values["old"] == numbers.at(garden, move.cell)
            return (
                is_old
                and any(fills(one, tile) for one in rivals)
                and not any(fills(one, values["old"]) for one in rivals)
            )
        case ["With", "the", "{tile}"]:
            left = view.middle.count(tile) - isinstance(move, numbers.Take)
            return not left and any(one.count(0) == 1 and fills(one, tile) for one in rivals)
        case ["It", "fills", "a"]:
            empty = [one for one in numbers.CELLS if not numbers.at(after, one)]
            return all(len(suiting(view, garden, one)) <= len(suiting(view, after, one)) for one in empty)
    return said.template == "Low numbers belong to the top left, high ones to the bottom right."


def of_jack(view: jack.LuckyJackView, move: Move, said: Sentence) -> bool:
    values, top, hand = said.values, view.pile[-1], Counter(view.hand)
    best = max(points for seat, points in enumerate(view.points) if seat != view.seat)
    missing = best - view.points[view.seat] if view.number == view.options.rounds else 0
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
    callable_ = [
        one for one in hand if jack.VALUE[one] >= jack.VALUE[top] and len(hand - Counter([one])) == 1
    ]
    calls = [
        jack.prize(*(hand - Counter([one])), hand.total() - 1) for one in callable_ if hand.total() in {4, 5}
    ]
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
        case "You can spare one {card} and still have enough.":
            return after[card] >= 3
        case "Somebody else has only {cards} cards.":
            return values["cards"] == min(size for seat, size in enumerate(view.sizes) if seat != view.seat)
        case "Calling now scores {points}, but you are {missing} behind.":
            return values["points"] == max(calls) < missing == values["missing"]
        case "Calling now scores {points}: hold out for 4 alike and {most}.":
            return values["points"] == max(calls) < values["most"] and max(after.values()) >= 3
        case "Without drawing two, the {card} goes on {tops} of the 7 symbols only.":
            return jack.rule_of(discarded, top) == "lower"
        case "You shed the {card} and draw nothing.":
            return jack.rule_of(discarded, top) != "lower"
        case "Keep every {other}: you have {count}.":
            return values["count"] == after[values["other"]] >= 2
        case "The {card} is harder to shed than the {other}: it goes on fewer cards.":
            return jack.VALUE[card] < jack.VALUE[values["other"]]
        case "Others can shed fewer cards on a {card} than on a {other}.":
            return jack.VALUE[card] > jack.VALUE[values["other"]] and jack.VALUE[card] >= jack.VALUE[top]
        case "A {card} jackpot scores {points} at most: you are {missing} behind.":
            return jack.prize(card, 4) == values["points"] < missing == values["missing"]
        case "You need another card to discard when you call.":
            return len(hand) == 1 and hand.total() in {3, 4} and gained not in hand
        case "With 3 cards, you cannot discard without drawing two.":
            return hand.total() == 3
        case "No card that you can spare goes on the {card} without two new ones.":
            return card == top and all(jack.VALUE[one] < jack.VALUE[top] for one in spare)
        case "You do not have 3 alike yet: look for cards before you shed any.":
            return max(hand.values()) < 3
        case "The {card} makes {count} alike.":
            return values["count"] == after[gained] >= 2
        case "The {card} would be one more card to shed.":
            return isinstance(move, jack.Toss | jack.Decline)
        case "It is easy to shed: the {card} goes on {tops} of the 7 symbols.":
            return card == gained
        case "Even the best jackpots leave you behind.":
            return best - view.points[view.seat] > 14_000 * (1 + view.options.rounds - view.number)
        case "Even the best jackpots leave everyone else behind.":
            return view.points[view.seat] - best > 14_000 * (1 + view.options.rounds - view.number)
    return False


def of_box(view: Any, move: Move, said: Sentence) -> bool:
    if isinstance(move, KeepCards):
        kept = [card for card in view.offer if card.id in move.cards]
        free = {n for card in kept for row in card.cells for n in row}
        mine = view.mine.cards if view.mine else ()
        free |= {card.number(cell) for card in mine for cell in players.CELLS if card.is_free(cell)}
        return len(free) == said.values["count"]
    if not isinstance(move, Cross):
        return True
    card = view.mine.card(move.card)
    won = [card.bonus(line) for line in players.filled_lines(card, move.cell)]
    after = players.cross(view.mine, view.round, card, move.cell, 0)
    match said.template:
        case "It wins {bonus}. Your lightnings: {count}.":
            price = players.price(card, move.cell, move.use, view.numbers[-1])
            return after.lightnings - price == said.values["count"]
        case "Your stars of this round: {count}.":
            return "star" in won and after.stars[view.round - 1] == said.values["count"]
        case "It wins a moon. Your moons: {count}.":
            return "moon" in won and after.moons == said.values["count"]
        case "It wins a cross on any cell you like.":
            return "?" in won
        case "It wins bonus {bonus}: one more cross." | "Bonus {bonus} is lost: no cell fits it.":
            number = str(said.values["bonus"])
            free = {one.number(cell) for one in after.cards for cell in players.CELLS if one.is_free(cell)}
            return number in won and (int(number) in free) == ("one more" in said.template)
        case "It finishes card {card}: {points} points.":
            return players.crossed(card, move.cell).complete
        case "One more cross on card {card} wins bonus {bonus}.":
            then = players.crossed(card, move.cell)
            next_to = [cell for cell in players.CELLS if then.is_free(cell)]
            wins = {card.bonus(line) for cell in next_to for line in players.filled_lines(then, cell)}
            return not won and said.values["bonus"] in wins
        case "Card {card} then has {count} of its 9 crosses.":
            left = sum(map(players.crossed(card, move.cell).is_free, players.CELLS))
            return said.values["count"] == len(players.CELLS) - left
    return True


def of_squares(view: squares.LuckySquaresView, move: Move, said: Sentence) -> bool:
    after, values, own = squares.after(view.squares, move, 0), said.values, view.pick
    color = values.get("color", own or squares.COLORS[0])
    here = [one[squares.COLORS.index(color)] for one in beliefs(view, 60)]
    del here[view.seat]
    none, *alone = (
        prod(chance if seat == there else 1 - chance for seat, chance in enumerate(here))
        for there in (-1, 0, 1)
    )
    somebody = "somebody else" in said.template.lower()
    if "percent" in values and abs(values["percent"] / 100 - (sum(alone) if somebody else none)) > 0.006:
        return False
    match said.template.split(". ")[0]:
        case text if "{before}" in text:
            both = squares.on(view.squares, own), squares.on(after, own)
            return both == (values["before"], values["cents"]) and both[0] < both[1]
        case text if "loses" in text:
            lost = squares.on(view.squares, color) - squares.on(after, color)
            return color != own and lost == values["cents"] and values["price"] == squares.COSTS[type(move)]
        case text if "1 to 6" in text:
            return move == squares.Populate(own)
        case text if "({cents} cents)" in text:
            return values["cents"] == squares.on(view.squares, color)
        case "Swap and Split can still bring coins there.":
            return squares.on(view.squares, move.color) < max(view.squares) - 3
        case "The others see that your square is taken.":
            return move == squares.Reveal(view.seat) and {*view.pending[1:]} - {view.seat} != set()
        case "You see the card before you act again.":
            return view.pending.count(view.seat) == 2 and move.target != view.seat
        case "Those who act after you see the card, too.":
            return len(view.pending) > 1 and view.seat not in view.pending[1:]
        case "Nobody can answer you then.":
            return {*view.pending[1:]} - {view.seat} == {move.target} and view.pending.count(move.target) == 1
    return "move its {cents} cents" in said.template and squares.on(view.squares, own) == values["cents"] > 0


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
    assert len(templates) >= (5 if game != "lucky-squares" else 9)


@pytest.mark.parametrize(("behind", "symbol"), [(0, "diamond"), (8000, "bell"), (12000, "seven")])
def test_in_the_last_round_only_a_symbol_that_may_still_win_is_collected(
    behind: int, symbol: jack.Symbol
) -> None:
    state = jack.begin(2, jack.LuckyJackOptions())
    state.number, state.stage, state.turn, state.active = 3, "turn", 0, frozenset({0})
    state.hands = jack.count(["lemon", "diamond", "diamond", "diamond", "bell", "bell", "seven"]), (0,) * 7
    state.points, state.pile, state.stock = (0, behind), ("lemon",), (11, 12, 9, 12, 10, 12, 11)
    said = worth_of("lucky-jack").reasons(state.view(0), jack.Discard("lemon"))
    (collect,) = (each for each in said if "Collect" in each.template)
    assert collect.values["symbol"] == symbol
