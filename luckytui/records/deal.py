"""A deal as a line: all that chance brings in a game, in at most 40 characters, to play it elsewhere.

It is a number in Crockford's base 32, after a digit for the version of the rules: a checksum of 20 bits, and
before it, from the right, the number of seats, the options, and the 16 bytes of the dealer's key. The
name of the rules counts in the checksum: the game is the one for which that is right.
"""

import hashlib
from datetime import UTC, datetime
from typing import NamedTuple

from msgspec.structs import replace

from luckytui.games import GAMES
from luckytui.games.interface import FORMAT, Game, Started
from luckytui.games.options import Options, fields
from luckytui.table.dealer import key_of
from luckytui.table.spec import TableSpec
from luckytui.text import N_, Sentence, UserError, _

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ALIKE = str.maketrans("OIL", "011", "- ")
_PYTHONS = str.maketrans(_DIGITS, "0123456789ABCDEFGHIJKLMNOPQRSTUV")
"""The digits in base 32 as `int` reads them."""
_VERSION = _DIGITS[FORMAT]
_LENGTHS = range(20, 41)
_CHECK = 2**20
_MOST_SEATS = 16
"""One more than the most seats."""

_NO_DEAL = N_("“{text}” is not a deal. A deal is a line of letters and digits, as the results show it.")
_OTHER_VERSION = N_(
    "This deal is of another version of luckytui, with other rules: it would not be the same."
)
_MISTAKE = N_(
    "There is a mistake in the deal “{text}”, or its game is not installed here: compare it once more."
)
_OWN_CARDS = N_("A deal with cards of your own has no line: those who play it would need the cards, too.")
_AGAIN = N_("This deal again: luckytui play --deal {line}")


class Deal(NamedTuple):
    """What a line says."""

    game: Game
    options: Options
    seats: int
    seed: str

    def at(self, spec: TableSpec) -> TableSpec:
        """Return a table like this one, but for the deal: bots have all seats but one.

        Its name says so if this is the deal of the day.
        """
        name = _("deal of the day") if self == deal_of_the_day(self.game) else spec.name
        dealt = replace(spec, options=self.options, seats=self.seats, seed=self.seed)
        return replace(dealt, name=name, bots=self.seats - 1)


def line_of(deal: Deal) -> str:
    """Return the line of a deal. Raises UserError for one with cards of the player's own."""
    number = int.from_bytes(key_of(deal.seed))
    for field in fields(deal.game.options):
        value = getattr(deal.options, field.name)
        if value not in field.choices:
            raise UserError(_OWN_CARDS)
        number = number * len(field.choices) + field.choices.index(value)
    number = number * _MOST_SEATS + deal.seats
    number = number * _CHECK + _check(deal.game, number)
    digits = ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return _VERSION + digits


def said_deal(started: Started) -> Sentence | None:
    """Return what to say of a record's deal: its line, or why there is none; None without a seed."""
    deal = deal_of(started)
    try:
        return deal and Sentence(_AGAIN, {"line": line_of(deal)})
    except UserError as error:
        return error.reason


def deal_of(started: Started) -> Deal | None:
    """Return the deal of a record; None if it has no seed."""
    game = GAMES[started.game]
    options = game.options.from_record(started.options, started.deck)
    return None if started.seed is None else Deal(game, options, started.seats, started.seed)


def read_line(text: str) -> Deal:
    """Return the deal of a line as a person typed it. Raises UserError."""
    line = text.upper().translate(_ALIKE)
    if len(line) not in _LENGTHS or not set(line) <= set(_DIGITS):
        raise UserError(_NO_DEAL, text=text)
    if line[0] != _VERSION:
        raise UserError(_OTHER_VERSION)
    number, check = divmod(int(line[1:].translate(_PYTHONS), len(_DIGITS)), _CHECK)
    game = next((game for game in GAMES.values() if check == _check(game, number)), None)
    if not game:
        raise UserError(_MISTAKE, text=text)
    try:
        return _deal(game, number)
    except (LookupError, ValueError, OverflowError):  # somebody made it up
        raise UserError(_NO_DEAL, text=text) from None


def _deal(game: Game, number: int) -> Deal:
    number, seats = divmod(number, _MOST_SEATS)
    chosen = {}
    for field in reversed(fields(game.options)):
        number, choice = divmod(number, len(field.choices))
        chosen[field.name] = field.choices[choice]
    return Deal(game, game.options(**chosen), game.seats[game.seats.index(seats)], number.to_bytes(16).hex())


def deal_of_the_day(game: Game) -> Deal:
    """Return the deal that everyone has on this day (UTC), with the usual options and seats."""
    seed = f"{datetime.now(UTC):%Y-%m-%d} {game.key}"
    return Deal(game, game.options(), game.usual_seats, key_of(seed).hex())


def _check(game: Game, number: int) -> int:
    return int.from_bytes(hashlib.sha256(f"{_VERSION}{game.rules}{number}".encode()).digest()) % _CHECK
