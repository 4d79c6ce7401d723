"""What moves and positions of Super Mega Lucky Box are worth, and why a move is good."""

from collections.abc import Iterable, Sequence
from math import exp, fsum, sqrt
from random import Random

from msgspec.structs import replace

from luckytui.bots.search import Trial
from luckytui.bots.worth import Shares, Worth, begun, shuffled
from luckytui.games.interface import Move, Seat, replaced
from luckytui.games.lucky_box import bots, hard, reasons, rules
from luckytui.games.lucky_box import player as players
from luckytui.games.lucky_box.deck import NUMBERS, Card
from luckytui.games.lucky_box.player import Player
from luckytui.games.lucky_box.rules import LuckyBox, LuckyBoxView, final_scores, in_play
from luckytui.text import Sentence

_MOST = 1000
"""How many positions of the last turn are looked at for a seat."""
_SPREAD = 0.5
"""The lead in points with which a player is e times as likely to win as to lose, a turn before the end."""
_WIDTH = 6
"""How many crosses are played on; of the cards to keep, all choices are."""


class LuckyBoxWorth(Worth[LuckyBox, LuckyBoxView]):
    """What Super Mega Lucky Box knows of chances."""

    quick = 4000

    def candidates(self, view: LuckyBoxView, moves: Sequence[Move]) -> Sequence[Move]:
        look = bots.Look(view)
        ranked = sorted(moves, key=look.worth_of, reverse=True)
        return ranked[: len(moves) if view.stage == "choose" else _WIDTH]

    def trial(self, view: LuckyBoxView, moves: Sequence[Move], think: int) -> Trial:  # noqa: ARG002
        """Play the others on once for all moves: what they do does not depend on them."""
        seat, playing = view.seat, hard.Playing(view)
        others = [other for other in range(view.seats) if other != seat]

        def imagine(rng: Random) -> tuple[hard.World, Sequence[Player]]:
            course = Random(rng.getrandbits(64))
            worlds, ends = _played_on(self.imagine(view, rng), course, others)
            return worlds[seat], ends

        def play_out(move: Move, world: tuple[hard.World, Sequence[Player]]) -> float:
            own, ends = playing.after(move, world[0]), world[1]
            return _shares([*ends[:seat], own, *ends[seat:]], _turns_left(view))[seat]

        return Trial(dict.fromkeys(self.candidates(view, moves), 0.0), imagine, play_out)

    def play_out(self, state: LuckyBox, rng: Random) -> Shares:
        begun(state, rng, ("deal",))
        left = _turns_left(state)
        return _shares(_played_on(state, rng, range(state.seats))[1], left)

    def worked_out(self, view: LuckyBoxView, moves: Sequence[Move]) -> dict[Move, float]:
        """Work out the last turn of the game, in which the others get the most that they can."""
        if view.stage != "cross" or (view.round, len(view.numbers)) != (players.ROUNDS, players.TURNS):
            return {}
        state = self.imagine(replace(view, active=tuple(range(view.seats))), Random(0))
        ends = [max(_ends(state, seat), key=_points_and_moons) for seat in range(view.seats)]
        found = {}
        for move in moves:
            after = state.copy()
            after.apply(view.seat, move)
            own = (_shares(replaced(tuple(ends), view.seat, end)) for end in _ends(after, view.seat))
            found[move] = max(shares[view.seat] for shares in own)
        return found

    def reasons(self, view: LuckyBoxView, move: Move, other: Move | None = None) -> Sequence[Sentence]:
        return [*reasons.of(view, move, other)]


def _shares(ends: Sequence[Player], turns: int = 0) -> Shares:
    """Return who wins with what the players have in the end.

    If these turns are still to come, that is how likely each wins if they go a little better or worse: it
    says more of a world than who wins it, so that fewer are needed.
    """
    scores = final_scores(ends)
    if len(ends) == 1:
        return (float(scores[0].total),)
    ranks = [(score.total, player.moons) for score, player in zip(scores, ends, strict=True)]
    if not turns:
        return tuple((rank == max(ranks)) / ranks.count(max(ranks)) for rank in ranks)
    weights = [exp((points - max(ranks)[0]) / (_SPREAD * sqrt(turns))) for points, _ in ranks]
    return tuple(weight / fsum(weights) for weight in weights)


def _turns_left(position: LuckyBox | LuckyBoxView) -> int:
    return players.TURNS * (players.ROUNDS + 1 - position.round) - len(position.numbers)


def _points_and_moons(end: Player) -> tuple[int, int]:
    (score,) = final_scores([end])
    return score.total - score.moons, end.moons


def _ends(state: LuckyBox, seat: int) -> list[Player]:
    """Return what a seat can have after its turn and the round, by at most `_MOST` positions of the turn."""
    left, seen, ends = [state], set[object](), list[Player]()
    while left and len(seen) < _MOST:
        position = left.pop()
        player = position.players[seat]
        if (player, position.due[seat]) in seen:
            continue
        seen.add((player, position.due[seat]))
        moves = position.moves(seat)
        if not moves or rules.EndTurn() in moves:
            ends.append(players.scored(player, state.round))
        for move in moves:
            if move != rules.EndTurn():
                after = position.copy()
                after.apply(seat, move)
                left.append(after)
    return ends


def _played_on(
    state: LuckyBox, rng: Random, seats: Iterable[Seat]
) -> tuple[Sequence[hard.World], Sequence[Player]]:
    """Return what is to come for each seat, and what these have in the end."""
    numbers, offers = _to_come(state, rng)
    turn = hard.Turn(state.round, players.TURNS - len(state.numbers))
    worlds = [hard.World(numbers, each) for each in offers]
    return worlds, [hard.play_on(_moved(state, seat, turn), turn, worlds[seat]) for seat in seats]


def _to_come(state: LuckyBox, rng: Random) -> tuple[list[list[int]], list[list[list[Card]]]]:
    """Return the numbers to come, round by round from this one on, and each seat's cards on offer."""
    deck = in_play(state.options, state.seats)
    stack = shuffled(((card, card in state.stack) for card in deck), 1, rng)
    numbers: list[list[int]] = []
    offers: list[list[list[Card]]] = [[] for _ in range(state.seats)]
    for number in range(state.round, players.ROUNDS + 1):
        known = state.numbers if number == state.round else ()
        left = shuffled(((one, 2 - known.count(one)) for one in NUMBERS), 2, rng)
        numbers.append(left[: players.TURNS - len(known)])
        for each in offers:
            size = players.OFFERED[number - 1] if number > state.round else 0
            each.append([deck[card] for card in stack[:size]])
            del stack[:size]
    return numbers, offers


def _moved(state: LuckyBox, seat: int, turn: hard.Turn) -> Player:
    """Return a player after what is still to be done now: choosing cards, or crossing."""
    player = state.players[seat]
    if state.stage == "choose":
        deck = in_play(state.options, state.seats)
        kept = state.kept[seat] or sorted(
            state.offers[seat], key=lambda card: -hard.worth_when_new(state.round, deck[card])
        )
        return players.with_cards(player, (deck[card] for card in kept[: players.KEPT[state.round - 1]]))
    if state.stage == "cross" and seat in state.active:
        if not state.held[seat]:
            return hard.cross_best(player, turn, state.numbers[-1], player.lightnings, [])
        return hard.use(player, turn, [*state.due[seat]])
    return player
