"""What the cards of Lucky Jack are called."""

from collections.abc import Mapping, Sequence

from luckytui.games.lucky_jack.rules import SYMBOLS, Rule, Symbol
from luckytui.shown.words import columns
from luckytui.text import N_, NN_, _, plural

_CARDS: Mapping[Symbol, tuple[str, tuple[str, str]]] = {
    "lemon": (N_("lemon"), NN_("{number} lemon", "{number} lemons")),
    "cherry": (N_("cherry"), NN_("{number} cherry", "{number} cherries")),
    "diamond": (N_("diamond"), NN_("{number} diamond", "{number} diamonds")),
    "clover": (N_("clover"), NN_("{number} clover", "{number} clovers")),
    "bell": (N_("bell"), NN_("{number} bell", "{number} bells")),
    "grape": (N_("grape"), NN_("{number} grape", "{number} grapes")),
    "seven": (N_("seven"), NN_("{number} seven", "{number} sevens")),
}
"""What a card is called, and how one and several of them are counted."""


_SHORT: Mapping[Symbol, str] = {"cherry": N_("cher."), "diamond": N_("diam."), "clover": N_("clov.")}
"""Shorter forms of names that are long in some language: seven columns at most."""


def card_name(card: Symbol, room: int | None = None) -> str:
    """Return what a card is called, or a shorter form where that takes more than this many columns."""
    name = _(_CARDS[card][0])
    return _(_SHORT[card]) if room and columns(name) > room and card in _SHORT else name


def counted(card: Symbol, number: int) -> str:
    """Return how many cards of a symbol, in words: 3 sevens."""
    return plural(*_CARDS[card][1], number)


def hand_words(hand: Sequence[Symbol]) -> str:
    """Return the cards of a hand in words."""
    return ", ".join(counted(card, hand.count(card)) for card in SYMBOLS if card in hand)


def rule_name(rule: Rule) -> str:
    """Return in a word how a card is discarded."""
    return _({"same": N_("same"), "higher": N_("higher"), "lower": N_("lower")}[rule])
