"""Why a move of Super Mega Lucky Box is good: what a cross and its chain win, and what a card can win."""

from collections import Counter
from collections.abc import Iterator, Sequence

from luckytui.games.interface import Move, cell_name
from luckytui.games.lucky_box import bots, rules
from luckytui.games.lucky_box import player as players
from luckytui.games.lucky_box.deck import Card
from luckytui.games.lucky_box.player import BoxCard, Player
from luckytui.games.lucky_box.rules import LuckyBoxView
from luckytui.text import N_, Sentence

_NUMBER = "number"
"""Any bonus number."""
_WORDS = {
    _NUMBER: N_("a bonus number"),
    "?": N_("a cross on any cell"),
    "star": N_("a star"),
    "moon": N_("a moon"),
    "lightning": N_("a lightning"),
    "lightning2": N_("two lightnings"),
}
_WORTHS = {_NUMBER: bots.WEIGHTS.bonus_number} | bots.WEIGHTS.bonus
_FEW = 3
"""How many crosses a card may lack if its points are worth a word."""


def of(view: LuckyBoxView, move: Move, other: Move | None) -> Iterator[Sentence]:
    """Yield why a move is good, compared with the `other` one if there is one."""
    match move:
        case rules.Keep() if isinstance(other, rules.Keep) and other != move:
            yield from _of_cards(view, move, other)
        case rules.Cross() if view.mine:
            yield from _of_cross(view, view.mine, move) or _of_lines(view, view.mine, move, other)
        case rules.EndTurn():
            yield Sentence(N_("Nothing that is left is worth its price."))


def _of_cards(view: LuckyBoxView, move: rules.Keep, other: rules.Keep) -> Iterator[Sentence]:
    """Say what the best card that only this move keeps has more than the other's: bonuses, or numbers."""
    hands = [[card for card in view.offer if card.id in keep.cards] for keep in (move, other)]
    card, rival = (
        max((card for card in hand if card not in rivals), key=_lines)
        for hand, rivals in (hands, reversed(hands))
    )
    bonuses, theirs = map(_bonuses, (card, rival))
    more = {kind: (bonuses[kind] - theirs[kind]) * _WORTHS[kind] for kind in _WORDS}
    kind, about = max(more, key=more.__getitem__), {"card": card.id, "other": rival.id}
    if _lines(card) > _lines(rival):
        text = N_("Card {card} wins {bonus} with {count} of its lines, card {other} with {less}.")
        values = {**about, "count": bonuses[kind], "less": theirs[kind]}
        yield Sentence(text, {**values, "bonus": _WORDS[kind]})
    own = view.mine.cards if view.mine else ()
    numbers, less = (len(_free_numbers([*own, *map(BoxCard, hand)])) for hand in hands)
    if numbers > less:
        text = N_("Different numbers to cross: {count} with card {card}, {less} with card {other}.")
        yield Sentence(text, {**about, "count": numbers, "less": less})


def _of_cross(view: LuckyBoxView, mine: Player, move: rules.Cross) -> list[Sentence]:
    """Say what a cross wins with its chain; nothing if it wins nothing."""
    card = mine.card(move.card)
    chain, said = bots.Look(view).chain(move), list[Sentence]()
    made, player = chain.made, chain.player
    if len(view.due) > 1:  # what comes of the other bonuses that are due does not come of this cross
        made, player = made[:1], players.cross(mine, view.round, card, move.cell, made[0].spent)
    if len(made) > 1:
        text = N_("It wins a cross on any cell: {cell} on card {card}.")
        if made[1].use != "?":
            text = N_("It wins bonus {bonus}: {cell} on card {card}.")
        use, cell, there = made[1].use, cell_name(made[1].cell), made[1].card.id
        said.append(Sentence(text, {"bonus": use, "cell": cell, "card": there}))
    points, stars = players.CARD_POINTS[view.round - 1], player.stars[view.round - 1]
    for one in player.cards:
        if one.complete and not mine.card(one.id).complete:
            text = N_("It finishes card {card}: {points} points.")
            said.append(Sentence(text, {"card": one.id, "points": points}))
    if stars > mine.stars[view.round - 1]:
        said.append(Sentence(N_("Your stars of this round: {count}."), {"count": stars}))
    flashes = player.lightnings + sum(way.spent for way in made) - mine.lightnings
    for bonus, won, count in (
        ("moon", player.moons - mine.moons, player.moons),
        ("lightning" if flashes == 1 else "lightning2", flashes, player.lightnings),
    ):
        if won:
            text = N_("It wins {bonus}: you then have {count}.")
            said.append(Sentence(text, {"bonus": _WORDS[bonus], "count": count}))
    return said


def _of_lines(view: LuckyBoxView, mine: Player, move: rules.Cross, other: Move | None) -> Iterator[Sentence]:
    """Say which bonus a cross brings near, what its card lacks then, and which lightnings it spares."""
    card, turns = players.crossed(mine.card(move.card), move.cell), players.TURNS - len(view.numbers)
    most = turns if view.round == players.ROUNDS else len(players.CELLS)
    free = {
        line: [cell for cell in players.CELLS if line in players.LINES_OF[cell] and card.is_free(cell)]
        for line in players.LINES_OF[move.cell]
    }
    ahead = [
        line for line in free if 0 < len(free[line]) <= most and _wins(view, mine, card, line, free[line])
    ]
    ahead.sort(key=lambda line: (len(free[line]), -bots.worth_of_bonus(card.bonus(line))))
    for line in [line for line in ahead if len(free[line]) == 1] or ahead[:1]:
        bonus, numbers = card.bonus(line), ", ".join(str(card.number(cell)) for cell in free[line])
        text = N_("Still to cross for {bonus}: {numbers} on card {card}.")
        if bonus not in _WORDS:
            text = N_("Still to cross for bonus {bonus}: {numbers} on card {card}.")
        yield Sentence(text, {"bonus": _WORDS.get(bonus, bonus), "numbers": numbers, "card": card.id})
    lacking, points = len(players.CELLS) - card.crosses.bit_count(), players.CARD_POINTS[view.round - 1]
    if lacking <= min(_FEW, turns):
        text = N_("Crosses that card {card} then lacks for its {points} points: {count}.")
        yield Sentence(text, {"card": card.id, "points": points, "count": lacking})
    if isinstance(other, rules.Cross):
        price, saved = (
            players.price(mine.card(one.card), one.cell, one.use, view.numbers[-1]) for one in (move, other)
        )
        if price < saved:
            text = N_("It spares lightnings: you keep {count}.")
            yield Sentence(text, {"count": mine.lightnings - price})


def _wins(
    view: LuckyBoxView, mine: Player, card: BoxCard, line: players.Line, missing: Sequence[players.Cell]
) -> bool:
    """Whether a line's bonus will not be lost when its missing cells are crossed."""
    bonus, others = card.bonus(line), [one for one in mine.cards if one.id != card.id]
    if bonus == "star":
        return mine.stars[view.round - 1] < players.MOST_STARS
    for cell in missing:
        card = players.crossed(card, cell)
    return bonus in _WORDS or int(bonus) in _free_numbers([*others, card])


def _bonuses(card: Card) -> Counter[str]:
    """Return how many lines of a card win each kind of bonus."""
    return Counter(_NUMBER if bonus not in _WORDS else bonus for bonus in (*card.rows, *card.columns))


def _lines(card: Card) -> float:
    return bots.worth_of_lines(BoxCard(card))


def _free_numbers(cards: Sequence[BoxCard]) -> set[int]:
    return {card.number(cell) for card in cards for cell in players.CELLS if card.is_free(cell)}
