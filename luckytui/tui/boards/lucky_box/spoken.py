"""Super Mega Lucky Box for the ear."""

from collections.abc import Sequence

from luckytui.games import lucky_box as rules
from luckytui.games.interface import Move, Seat
from luckytui.games.lucky_box_deck import SIDE, Bonus
from luckytui.games.lucky_box_player import BoxCard, Use, called_for, price
from luckytui.text import N_, _, plural
from luckytui.tui.boards.lucky_box.model import LuckyBoxModel
from luckytui.tui.boards.lucky_box.words import bonus_words, drawn_words, lightnings, round_words
from luckytui.tui.boards.spoken import Part, Sections, alone, others


def question(model: LuckyBoxModel) -> str:
    """Ask for the decision at hand."""
    if model.view.stage == "choose":
        return plural("Which card do you keep?", "Which {number} cards do you keep?", model.to_keep)
    if not model.view.held:
        return _("The number is {number}. What do you cross?", number=model.view.numbers[-1])
    return _("You have a bonus to use. What do you cross?") if model.uses else _("End your turn?")


def answer(model: LuckyBoxModel, move: Move) -> Sequence[Part]:
    """Return what a legal move is called."""
    match move:
        case rules.Keep(cards=cards):
            words = ", ".join(map(str, cards))
            return alone(plural("card {cards}", "cards {cards}", len(cards), cards=words), words)
        case rules.Cross(card=card_id, cell=(row, column), use=use):
            card = next(card for card in model.own_cards if card.id == card_id)
            number, cost = card.number((row, column)), price(card, (row, column), _called(model, use))
            name = f"{'abc'[column]}{row + 1}"
            words = N_("{cell}, the {number}, for {lightnings}") if cost else N_("{cell}, the {number}")
            cell = Part(_(words, cell=name, number=number, lightnings=lightnings(cost)), (name, str(number)))
            bonus = [Part(_use(use), (use,))] if len(model.uses) > 1 else []
            return *bonus, Part(_("card {number}", number=card_id), (str(card_id),)), cell
    return alone(_("end your turn"), _("end"), _("pass"))


def _called(model: LuckyBoxModel, use: Use) -> int | None:
    return called_for(use, model.view.numbers[-1])


def _use(use: Use) -> str:
    return _("for the bonus “any number”") if use == "?" else _("for the bonus {number}", number=use)


def sections(model: LuckyBoxModel) -> Sections:
    """Return what there is to tell of the board."""
    own = model.own_cards if model.view.seat >= 0 else ()
    return {
        _("cards"): [line for card in own for line in _card(card)],
        _("number"): [
            _("{round}; {numbers}.", round=round_words(model.view), numbers=drawn_words(model.view))
        ],
        _("scores"): [_standing(model, seat) for seat in model.clockwise(model.owner)],
        _("others"): [line for seat in others(model) for line in _cards_of(model, seat)],
    }


def _card(card: BoxCard) -> list[str]:
    rows = [
        _(
            "Card {card}, row {row}: {cells}; it wins {bonus}.",
            card=card.id,
            row=row + 1,
            cells=", ".join(_cell(card, row, column) for column in range(SIDE)),
            bonus=bonus_words(card.face.rows[row]),
        )
        for row in range(SIDE)
    ]
    bonuses: Sequence[Bonus] = card.face.columns
    columns = ", ".join(map(bonus_words, bonuses))
    return [*rows, _("Card {card}, columns a, b and c win: {bonuses}.", card=card.id, bonuses=columns)]


def _cell(card: BoxCard, row: int, column: int) -> str:
    number = card.number((row, column))
    return str(number) if card.is_free((row, column)) else _("crossed")


def _standing(model: LuckyBoxModel, seat: Seat) -> str:
    player, name = model.player(seat), model.name_of(seat)
    return _(
        "{name}: {points} so far, {lightnings}, {moons}, {stars}.",
        name=_("{name} (you)", name=name) if model.is_me(seat) else name,
        points=plural("{number} point", "{number} points", model.worths[seat].total),
        lightnings=lightnings(player.lightnings),
        moons=plural("{number} moon", "{number} moons", player.moons),
        stars=plural("{number} star", "{number} stars", sum(player.stars)),
    )


def _cards_of(model: LuckyBoxModel, seat: Seat) -> list[str]:
    cards = model.player(seat).cards
    return [_("{name}:", name=model.name_of(seat)), *(line for card in cards for line in _card(card))]
