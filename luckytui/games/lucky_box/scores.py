"""What a game of Super Mega Lucky Box is worth in the end."""

from collections.abc import Sequence

from luckytui.games.lucky_box.events import FinalScored
from luckytui.games.lucky_box.player import SOLO_MOONS, STAR_POINTS, Player
from luckytui.text import N_


def moon_points(moons: Sequence[int]) -> tuple[int, ...]:
    """Return what the moons of each player score; one number is a solo game."""
    if len(moons) == 1:
        return (SOLO_MOONS[min(moons[0], len(SOLO_MOONS) - 1)],)
    fewest = -6 if len(moons) > 2 else 0
    return tuple(6 * (own == max(moons)) + fewest * (own == min(moons)) for own in moons)


def final_scores(players: Sequence[Player]) -> list[FinalScored]:
    """Return what everyone's game is worth."""
    scores, moons = [], moon_points([player.moons for player in players])
    for seat, player in enumerate(players):
        parts = {
            "cards": sum(player.points),
            "stars": sum(STAR_POINTS[stars] for stars in player.stars),
            "crosses": sum(card.crosses.bit_count() for card in player.cards) // 2,
            "lightnings": player.lightnings // 3,
            "moons": moons[seat],
        }
        scores.append(FinalScored(seat=seat, **parts, total=sum(parts.values())))
    return scores


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
