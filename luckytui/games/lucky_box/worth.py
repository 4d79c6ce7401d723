"""What moves and positions of Super Mega Lucky Box are worth, and why a move is good."""

from collections.abc import Sequence
from functools import lru_cache
from statistics import fmean

from luckytui.bots.worth import Trial, Worth
from luckytui.games import data
from luckytui.games.interface import Move
from luckytui.games.lucky_box import bots, hard, rules
from luckytui.games.lucky_box import player as players
from luckytui.games.lucky_box.player import BoxCard, Player
from luckytui.games.lucky_box.rules import LuckyBox, LuckyBoxOptions, LuckyBoxView, in_play
from luckytui.text import N_, Sentence

_WEIGHTS: dict[str, float] = data("lucky-box", "weights.toml")["worth"]


class LuckyBoxWorth(Worth[LuckyBox, LuckyBoxView]):
    """What Super Mega Lucky Box knows of worth."""

    def worths(self, view: LuckyBoxView, moves: Sequence[Move]) -> list[float]:
        return list(map(bots.Look(view).worth_of, moves))

    def trial(self, view: LuckyBoxView, moves: Sequence[Move]) -> Trial:
        return hard.trial(view, moves)

    def reason(self, view: LuckyBoxView, move: Move) -> Sentence:
        match move:
            case rules.Keep(cards=kept):
                faces = [card for card in view.offer if card.id in kept]
                numbers = {number for card in faces for number in card.numbers}
                return Sentence(
                    N_("They have {count} different numbers, and good bonuses."), {"count": len(numbers)}
                )
            case rules.Cross(card=name, cell=cell) if view.mine:
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

    def strengths(self, state: LuckyBox) -> list[float]:
        return [_strength(state, _points(state, seat)) for seat in range(state.seats)]

    def strength_after(self, view: LuckyBoxView, worth: float) -> float:
        return _strength(view, _certain(view.mine or Player(), view.round) + worth)


def _points(state: LuckyBox, seat: int) -> float:
    look, player, active = bots.Look(state.view(seat)), state.players[seat], seat in state.active
    if state.stage == "cross" and active:
        worth = max(map(look.promise_of, state.moves(seat)))
    elif state.stage in {"deal", "choose"}:
        worth = look.worth(player) + _offered(state, seat)
    else:
        worth = look.worth(player)
    return _certain(player, state.round) + worth


def _offered(state: LuckyBox, seat: int) -> float:
    """Return what a seat will keep of the cards on offer; those to come are like any other."""
    every, keeps = _worths_of_cards(state.options, state.seats, state.round), players.KEPT[state.round - 1]
    worths = sorted((every[card] for card in state.kept[seat] or state.offers[seat]), reverse=True)[:keeps]
    return sum(worths) + (keeps - len(worths)) * fmean(every.values())


@lru_cache(maxsize=16)
def _worths_of_cards(options: LuckyBoxOptions, seats: int, number: int) -> dict[int, float]:
    deck = in_play(options, seats)
    return {name: bots.worth_of_card(BoxCard(card), number, players.TURNS) for name, card in deck.items()}


def _certain(player: Player, number: int) -> float:
    """Return what a player has scored in the rounds before one, and the cards of those after it."""
    stars = sum(players.STAR_POINTS[stars] for stars in player.stars[: number - 1])
    return sum(player.points) + stars + _WEIGHTS["round"] * (players.ROUNDS - number) - _WEIGHTS["hoped"]


def _strength(position: LuckyBox | LuckyBoxView, points: float) -> float:
    if position.seats == 1:
        return points
    turns = players.TURNS * (players.ROUNDS + 1 - position.round) - len(position.numbers)
    return (_WEIGHTS["point"] + _WEIGHTS["late_point"] / (1 + turns)) * points
