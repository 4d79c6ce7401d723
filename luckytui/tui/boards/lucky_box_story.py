"""What happens in Super Mega Lucky Box, told in sentences; and the signs it is shown by."""

from collections.abc import Sequence
from typing import cast

from luckytui.games.interface import Ended, Event
from luckytui.games.lucky_box import (
    BonusLost,
    BonusWon,
    Chosen,
    Crossed,
    FinalScored,
    Happened,
    LuckyBoxView,
    NumberTurned,
    Offered,
    Passed,
    RoundEnded,
    in_play,
)
from luckytui.games.lucky_box_deck import Bonus
from luckytui.games.lucky_box_player import BoxCard, CardId, Line
from luckytui.text import N_, _, plural
from luckytui.tui.boards.base import Board

CROSS, STAR, NO_STAR, LIGHTNING, MOON = "╳", "★", "☆", "ϟ", "☾"

_SIGNS: dict[Bonus, str] = {
    "star": STAR,
    "lightning": LIGHTNING,
    "lightning2": 2 * LIGHTNING,
    "moon": MOON,
}

_LINES: dict[str, str] = {"row": N_("row {number}"), "column": N_("column {number}")}

_CROSSED = {
    "number": (
        N_("You crossed {number} on card {card}."),
        N_("{name} crossed {number} on card {card}."),
    ),
    "bonus": (
        N_("You crossed {number} on card {card} for the bonus {called}."),
        N_("{name} crossed {number} on card {card} for the bonus {called}."),
    ),
    "any": (
        N_("You crossed {number} on card {card} for a ?."),
        N_("{name} crossed {number} on card {card} for a ?."),
    ),
}
_CROSSED_AND_PAID = {
    "number": (
        N_("You crossed {number} on card {card} for {cost}."),
        N_("{name} crossed {number} on card {card} for {cost}."),
    ),
    "bonus": (
        N_("You crossed {number} on card {card} for the bonus {called} and {cost}."),
        N_("{name} crossed {number} on card {card} for the bonus {called} and {cost}."),
    ),
}


# ── Words for things ──────────────────────────────────────────────────────────────────────────────


def sign(bonus: Bonus) -> str:
    """Return what a bonus is shown by."""
    return _SIGNS.get(bonus, bonus)


def bonus_words(bonus: Bonus) -> str:
    """Say what a bonus is."""
    match bonus:
        case "star":
            return _("a star")
        case "moon":
            return _("a moon")
        case "lightning":
            return lightnings(1)
        case "lightning2":
            return lightnings(2)
    return _("bonus {bonus}", bonus=bonus)


def line_words(line: Line) -> str:
    """Return what a line is called."""
    return _(_LINES[line[:-1]], number=int(line[-1]) + 1)


def cards_words(cards: Sequence[CardId]) -> str:
    """Name cards."""
    return plural("card {cards}", "cards {cards}", len(cards), cards=", ".join(map(str, cards)))


def lightnings(number: int) -> str:
    """Say how many lightnings."""
    return plural("{number} lightning", "{number} lightnings", number)


def signed(points: int) -> str:
    """Write points, which may be less than none."""
    return str(points).replace("-", "−")


def number_on(view: LuckyBoxView, crossed: Crossed) -> int:
    """Return the number that was crossed."""
    return BoxCard(in_play(view.options, view.seats)[crossed.card]).number(crossed.cell)


# ── Sentences ─────────────────────────────────────────────────────────────────────────────────────


def tell(event: Event, board: Board) -> str | None:
    """Say what happened, to whoever looks at the board; None for what needs no words."""
    match event:
        case Offered(cards=tuple(cards)) if board.is_me(event.seat):
            return _("You drew {cards}.", cards=cards_words(cards))
        case Chosen(seat=seat, kept=kept):
            mine, theirs = N_("You kept {cards}."), N_("{name} kept {cards}.")
            return board.by(seat, mine, theirs, cards=cards_words(kept))
        case NumberTurned(round=number, turn=turn, number=turned):
            return _(
                "Round {round}, turn {turn}: the number is {number}.", round=number, turn=turn, number=turned
            )
        case Crossed() | Passed() | BonusWon() | BonusLost():
            return tell_of_turn(event, board)
        case RoundEnded():
            return _tell_of_round(event, board)
        case FinalScored():
            return _(
                "{name}: cards {cards}, stars {stars}, crosses {crosses}, lightnings {lightnings}, "
                "moons {moons}: {total}.",
                name=board.name_of(event.seat),
                cards=event.cards,
                stars=event.stars,
                crosses=event.crosses,
                lightnings=event.lightnings,
                moons=signed(event.moons),
                total=signed(event.total),
            )
        case Ended(winners=winners):
            return board.tell_winners(winners)
    return None


def tell_of_turn(event: Happened, board: Board) -> str:
    """Say what somebody did in a turn, or won or lost by it."""
    match event:
        case Crossed():
            return _tell_of_cross(event, board)
        case Passed(seat=seat, reason="number"):
            return board.by(seat, N_("You passed."), N_("{name} passed."))
        case Passed(seat=seat):
            return board.by(seat, N_("You left a bonus unused."), N_("{name} left a bonus unused."))
        case BonusWon(seat=seat, card=card, line=line, bonus=bonus):
            return board.by(
                seat,
                N_("You filled {line} of card {card}: {bonus}."),
                N_("{name} filled {line} of card {card}: {bonus}."),
                line=line_words(line),
                card=card,
                bonus=bonus_words(bonus),
            )
        case BonusLost(seat=seat, bonus="star"):
            mine, theirs = N_("Your fourth star is lost."), N_("{name} lost a fourth star.")
            return board.by(seat, mine, theirs)
        case BonusLost(seat=seat, bonus=bonus):
            mine, theirs = (
                N_("Your bonus {bonus} is lost: no cell fits."),
                N_("{name} lost the bonus {bonus}: no cell fits."),
            )
            return board.by(seat, mine, theirs, bonus=bonus)


def _tell_of_cross(event: Crossed, board: Board) -> str:
    mine, theirs = (_CROSSED_AND_PAID if event.lightnings else _CROSSED)[event.reason]
    number = number_on(cast("LuckyBoxView", board.match_view.view), event)
    cost = lightnings(event.lightnings)
    return board.by(event.seat, mine, theirs, number=number, card=event.card, called=event.called, cost=cost)


def _tell_of_round(event: RoundEnded, board: Board) -> str:
    if not any(event.points):
        return _("Round {number} is over: nobody has finished a card.", number=event.number)
    points = [
        f"{_('you') if board.is_me(seat) else board.name_of(seat)} {scored}"
        for seat, scored in enumerate(event.points)
        if scored
    ]
    return _("Round {number} is over. Finished: {points}.", number=event.number, points=", ".join(points))
