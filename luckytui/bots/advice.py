"""A hint for a player: what the best bot would do, and why, in a sentence."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from luckytui.bots import USUAL, make
from luckytui.games.interface import Move
from luckytui.games.lucky_box import bots as box_bot
from luckytui.games.lucky_box import player as players
from luckytui.games.lucky_box import rules as lucky_box
from luckytui.games.lucky_jack import bots as jack_bot
from luckytui.games.lucky_jack import rules as lucky_jack
from luckytui.games.lucky_numbers import bots as numbers_bot
from luckytui.games.lucky_numbers import rules as lucky_numbers
from luckytui.games.lucky_squares import bots as lucky_squares
from luckytui.games.lucky_squares import rules as squares
from luckytui.text import N_, Sentence


class Advice(NamedTuple):
    """What to do, and why."""

    move: Move
    reason: Sentence


def weigh(game: str, view: Any, moves: Sequence[Move]) -> list[float]:
    """Return what each of these moves is worth by `normal`'s measure, in the game's own unit."""
    return _WORTHS[game](view, moves)


def advise(game: str, view: Any, moves: Sequence[Move], worths: Sequence[float] = ()) -> Advice:
    """Return what the best bot would do of these moves (at least one), as the player sees the game.

    `worths` is what they are worth, if that is known. A pick of Lucky Squares is mixed: several are the best.
    """
    if isinstance(moves[0], squares.Pick):
        move = make(game, USUAL, Random(0)).choose(view, moves)
    else:
        worths = worths or weigh(game, view, moves)
        move = moves[worths.index(max(worths))]
    return Advice(move, _REASONS[game](view, move))


def _worths_in_numbers(view: lucky_numbers.LuckyNumbersView, moves: Sequence[Move]) -> list[float]:
    """Return the worths, in draws not waited for; a swap without sense is worth less than all else."""
    worths = list(map(numbers_bot.Prospects(view).of, moves))
    least = min(worth for worth in worths if worth > numbers_bot.NEVER) - 1
    return [max(worth, least) for worth in worths]


def _worths_in_squares(view: squares.LuckySquaresView, moves: Sequence[Move]) -> list[float]:
    return [
        round(lucky_squares.pay(view.squares, view.seats, move.color), 6)  # equal ones do not differ
        if isinstance(move, squares.Pick)
        else lucky_squares.gain(view, move)
        for move in moves
    ]


_WORTHS: Mapping[str, Callable[[Any, Sequence[Move]], list[float]]] = {
    "lucky-numbers": _worths_in_numbers,
    "lucky-jack": lambda view, moves: [
        jack_bot.worth_after(view, jack_bot.Hopes(jack_bot.stock_of(view)), move) for move in moves
    ],
    "lucky-box": lambda view, moves: list(map(box_bot.Look(view).worth_of, moves)),
    "lucky-squares": _worths_in_squares,
}


def _numbers(view: lucky_numbers.LuckyNumbersView, move: Move) -> Sentence:
    garden = view.gardens[view.seat]
    match move:
        case lucky_numbers.Lay() if view.stage == "set_up":
            return Sentence(N_("Low numbers belong to the top left, high ones to the bottom right."))
        case lucky_numbers.Draw():
            return Sentence(N_("Draw: no tile in the middle is worth more than a new one."))
        case lucky_numbers.Discard():
            text = N_("Leave it: wherever you lay the {tile}, it takes more room than it fills.")
            return Sentence(text, {"tile": view.hand})
        case lucky_numbers.Lay(cell=cell) | lucky_numbers.Take(cell=cell):
            tile = move.tile if isinstance(move, lucky_numbers.Take) else view.hand
            old = lucky_numbers.at(garden, cell)
            if old:
                text = N_("The {tile} leaves more room there than the {old} does.")
                return Sentence(text, {"tile": tile, "old": old})
            if lucky_numbers.empty_cells(garden) == 1:
                return Sentence(N_("The {tile} fills your garden: you win."), {"tile": tile})
            text = N_("The {tile} leaves the cells around it most room for what is to come.")
            return Sentence(text, {"tile": tile})
    raise AssertionError(move)  # pragma: no cover - these are all moves


def _jack(view: lucky_jack.LuckyJackView, move: Move) -> Sentence:
    hand = [*view.hand]
    match move:
        case lucky_jack.Discard(jackpot=True):
            return Sentence(N_("Call the jackpot: somebody else may be quicker than a better one."))
        case lucky_jack.Discard(card=card):
            hand.remove(card)
        case lucky_jack.Keep() if view.drawn:
            hand.append(view.drawn)
        case lucky_jack.TakeIt():
            hand.append(view.pile[-1])
    values: dict[str, str | int] = {"symbol": max(lucky_jack.SYMBOLS, key=hand.count)}
    match move:
        case lucky_jack.Discard(card=card) if lucky_jack.rule_of(card, view.pile[-1]) == "lower":
            return Sentence(N_("Two new cards bring you closer than the {card} does."), {"card": card})
        case lucky_jack.Discard(card=card):
            return Sentence(
                N_("You can do without the {card}: collect every {symbol}."), {"card": card, **values}
            )
        case lucky_jack.Draw():
            return Sentence(
                N_("Draw: every card that can go costs you more. Collect every {symbol}."), values
            )
        case lucky_jack.Keep():
            return Sentence(N_("Keep it: it goes with what you hold. Collect every {symbol}."), values)
        case lucky_jack.Toss():
            return Sentence(N_("Toss it: it does not bring you closer. Collect every {symbol}."), values)
        case lucky_jack.TakeIt():
            return Sentence(N_("Take it: it goes with what you hold. Collect every {symbol}."), values)
    return Sentence(N_("Pass: one more card, and none that you need. Collect every {symbol}."), values)


def _box(view: lucky_box.LuckyBoxView, move: Move) -> Sentence:
    match move:
        case lucky_box.Keep(cards=kept):
            faces = [card for card in view.offer if card.id in kept]
            numbers = {number for card in faces for number in card.numbers}
            return Sentence(
                N_("They have {count} different numbers, and good bonuses."), {"count": len(numbers)}
            )
        case lucky_box.Cross(card=name, cell=cell) if view.mine:
            card = next(card for card in view.mine.cards if card.id == name)
            values: dict[str, str | int] = {"number": card.number(cell), "card": name}
            lines = players.filled_lines(card, cell)
            if card.crosses.bit_count() == len(players.CELLS) - 1:
                return Sentence(N_("The {number} finishes card {card}."), values)
            if len(lines) == 2:
                return Sentence(N_("The {number} on card {card} wins two bonuses."), values)
            if lines:
                return Sentence(N_("The {number} on card {card} wins a bonus."), values)
            return Sentence(N_("The {number} brings card {card} closest to its bonuses."), values)
    return Sentence(N_("End the turn: nothing left is worth its price."))


def _squares(view: squares.LuckySquaresView, move: Move) -> Sentence:
    if isinstance(move, squares.Pick):
        odds = lucky_squares.mixed_pick(view.squares, view.seats)[squares.COLORS.index(move.color)]
        text = N_("Mix your picks: this square {percent} % of the time.")
        return Sentence(text, {"percent": round(100 * odds)})
    if isinstance(move, squares.Pass):
        return Sentence(N_("Pass: no action is worth its price now."))
    gain = lucky_squares.gain(view, move)
    text = N_("It promises {gain} cents more than it costs.")
    return Sentence(text, {"gain": f"{gain:.1f}"})


_REASONS: Mapping[str, Callable[[Any, Move], Sentence]] = {
    "lucky-numbers": _numbers,
    "lucky-jack": _jack,
    "lucky-box": _box,
    "lucky-squares": _squares,
}
