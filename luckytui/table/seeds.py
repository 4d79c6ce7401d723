"""Which seed each game and each bot gets, so that one seed says everything about an evening's chance."""

from random import Random

from luckytui.games.interface import Seat


def seed_of_game(seed: str, number: int) -> str:
    """Return the seed of one of several games in a row; `number` counts from 1."""
    return seed if number == 1 else f"{seed}/{number}"


def chance_of_bot(game_seed: str, seat: Seat) -> Random:
    """Return a bot's own source of chance, which has nothing in common with the dealer's."""
    return Random(f"{game_seed}/bot {seat}")
