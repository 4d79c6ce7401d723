"""The signs of Super Mega Lucky Box, what its bonuses are called, and the ranks of a solo game."""

from collections.abc import Sequence

from luckytui.games.lucky_box.deck import Bonus
from luckytui.text import N_, _, plural

CROSS, STAR, NO_STAR, LIGHTNING, MOON, WINS = "╳", "★", "☆", "ϟ", "☾", "→"

_SIGNS: dict[Bonus, str] = {"star": STAR, "lightning": LIGHTNING, "lightning2": 2 * LIGHTNING, "moon": MOON}

PARTS = {
    "cards": N_("cards"),
    "stars": N_("stars"),
    "crosses": N_("crosses"),
    "lightnings": N_("lightnings"),
    "moons": N_("moons"),
}
"""What the sheet counts in the end, by the fields of `FinalScored`."""


def sign(bonus: Bonus) -> str:
    """Return the sign of a bonus."""
    return _SIGNS.get(bonus, bonus)


def lightnings(number: int) -> str:
    """Say how many lightnings."""
    return plural("{number} lightning", "{number} lightnings", number)


def cards_words(cards: Sequence[int]) -> str:
    """Say which cards."""
    return plural("card {cards}", "cards {cards}", len(cards), cards=", ".join(map(str, cards)))


def bonus_words(bonus: Bonus) -> str:
    """Say what a bonus is."""
    if bonus in {"lightning", "lightning2"}:
        return lightnings(1 if bonus == "lightning" else 2)
    words = {"?": N_("any number"), "star": N_("a star"), "moon": N_("a moon")}
    return _(words[bonus]) if bonus in words else _("bonus {bonus}", bonus=bonus)


def verdict(total: int) -> str:
    """Return the verdict on a solo game's total."""
    return next(words for least, words in RANKS if total >= least)


def next_rank(total: int) -> tuple[int, str] | None:
    """Return the next higher rank of a solo game, with the points that it takes; None: there is none."""
    return next(((least, words) for least, words in reversed(RANKS) if least > total), None)


RANKS = (
    (70, N_("Super mega: you have all the luck of the box.")),
    (65, N_("Lightning strikes where you point.")),
    (60, N_("The stars line up for you.")),
    (55, N_("A fine chain of luck, and you made it.")),
    (50, N_("Well crossed: fortune has noticed you.")),
    (45, N_("A glimmer of luck. It wants company.")),
    (-99, N_("The moon has bad nights, too. Try again.")),
)
"""The ranks of a solo game, the best first: the points that each takes, and what is said of it."""
