"""The reasons that a hint gives are true, each by a look at the position that does not ask the judge."""

from collections.abc import Callable, Iterator
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
from luckytui.text import Sentence


def reasoned(game: str, games: int) -> Iterator[tuple[Any, Move, Sentence]]:
    """Yield views, moves, and each reason for them, over positions that random moves lead to."""
    rng, worth = Random(f"reasons/{game}"), worth_of(game)
    for _ in range(games):
        state = GAMES[game].new(3, GAMES[game].options())
        while state.active:
            seat = min(state.active)
            moves = [*state.outcomes()] if seat == CHANCE else state.moves(seat)
            move = rng.choice(moves)
            if seat != CHANCE:
                for sentence in worth.reasons(state.view(seat), move):
                    yield state.view(seat), move, sentence
            state.apply(seat, move)


def of_numbers(view: numbers.LuckyNumbersView, move: Move, said: Sentence) -> bool:
    garden, values = view.gardens[view.seat], said.values
    if not isinstance(move, numbers.Lay | numbers.Take) or view.stage == "set_up":
        lays = [cell for cell in numbers.CELLS if view.hand and fits(garden, view.hand, cell)]
        filling = [cell for cell in lays if not numbers.at(garden, cell)]
        return said.template != "The {tile} fits on no empty cell." or not filling
    tile = move.tile if isinstance(move, numbers.Take) else view.hand
    after = numbers.with_tile(garden, move.cell, tile)
    match said.template:
        case "Next to it, {cell} stays open for {low} to {high}.":
            cell = int(str(values["cell"])[1]) - 1, "abcd".index(str(values["cell"])[0])
            every = range(int(values["low"]), int(values["high"]) + 1)
            apart = abs(cell[0] - move.cell[0]) + abs(cell[1] - move.cell[1])
            return apart == 1 and not numbers.at(after, cell) and all(fits(after, one, cell) for one in every)
        case "The {tile} fills your garden: you win.":
            return numbers.empty_cells(after) == 0
        case "It fills a cell: empty cells left: {left}.":
            return numbers.empty_cells(after) == values["left"] == numbers.empty_cells(garden) - 1
        case "With the {tile} somebody else would win.":
            rivals = [one for seat, one in enumerate(view.gardens) if seat != view.seat]
            left = view.middle.count(tile) - isinstance(move, numbers.Take)
            return not left and any(
                numbers.empty_cells(one) == 1 and fits(one, tile, numbers.CELLS[one.index(0)])
                for one in rivals
            )
    return True


def of_jack(view: jack.LuckyJackView, move: Move, said: Sentence) -> bool:
    values = said.values
    match said.template:
        case "Collect every {symbol}.":
            return not (isinstance(move, jack.Discard) and move.card == values["symbol"])
        case "You collect every {card}.":
            return isinstance(move, jack.Keep | jack.TakeIt)
        case "The jackpot scores {points}: you win the game.":
            best = max(points for seat, points in enumerate(view.points) if seat != view.seat)
            return view.number == 3 and view.points[view.seat] + int(values["points"]) > best
    return True


def of_box(view: Any, move: Move, said: Sentence) -> bool:
    if isinstance(move, KeepCards):
        kept = [card for card in view.offer if card.id in move.cards]
        return len({n for card in kept for row in card.cells for n in row}) == said.values["count"]
    if not isinstance(move, Cross):
        return True
    card = next(card for card in view.mine.cards if card.id == move.card)
    won = [card.bonus(line) for line in players.filled_lines(card, move.cell)]
    after = players.cross(view.mine, view.round, card, move.cell, 0)
    match said.template:
        case "Your lightnings: {count}.":
            called = players.called_for(move.use, view.numbers[-1])
            return after.lightnings - players.price(card, move.cell, called) == said.values["count"]
        case "Stars of this round: {count}.":
            return "star" in won and after.stars[view.round - 1] == said.values["count"]
        case "Your moons: {count}.":
            return "moon" in won and after.moons == said.values["count"]
        case "Then you cross any cell you like.":
            return "?" in won
        case "Bonus {bonus} is one more cross." | "Bonus {bonus} is lost: no cell fits it.":
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
        case "Free cells left on card {card}: {left}.":
            return said.values["left"] == sum(map(players.crossed(card, move.cell).is_free, players.CELLS))
    return True


def of_squares(view: squares.LuckySquaresView, move: Move, said: Sentence) -> bool:
    match said.template, move:
        case "Your square has {after} cents then, not {before}.", squares.Swap(squares=pair):
            after = squares.on(squares.swap(view.squares, pair), view.pick)
            return (squares.on(view.squares, view.pick), after) == (
                said.values["before"],
                said.values["after"],
            )
        case "You see the card before you act again.", _:
            return view.pending.count(view.seat) == 2
        case "It takes {cents} cents from {color}, where others may be alone.", squares.Split(source=source):
            left = squares.on(squares.split(view.squares, source, move.targets), source)
            return squares.on(view.squares, source) - left == said.values["cents"] and source != view.pick
    return True


@pytest.mark.parametrize(
    ("game", "games", "is_true"),
    [
        ("lucky-numbers", 6, of_numbers),
        ("lucky-jack", 2, of_jack),
        ("lucky-box", 2, of_box),
        ("lucky-squares", 4, of_squares),
    ],
)
def test_reasons_are_true(game: str, games: int, is_true: Callable[[Any, Move, Sentence], bool]) -> None:
    templates = set()
    for view, move, said in reasoned(game, games):
        assert is_true(view, move, said), (move, str(said))
        templates.add(said.template)
    assert len(templates) >= 5
