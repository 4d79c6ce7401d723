"""The signs of Super Mega Lucky Box, and what its bonuses are called."""

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
