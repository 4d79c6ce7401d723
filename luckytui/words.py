"""Words for people: every text on a screen passes here, English is the source.

The language comes from the environment, as gettext finds it (LANGUAGE, LC_ALL, LC_MESSAGES, LANG).
Catalogues live in luckytui/locale/<language>/LC_MESSAGES/luckytui.mo; where there is none, the English stands.
"""

import gettext
from pathlib import Path

from luckytui.games.interface import Sentence

_catalogue = gettext.translation("luckytui", Path(__file__).with_name("locale"), fallback=True)


def _(text: str, **values: object) -> str:
    """Return a text in the player's language, its {placeholders} filled."""
    return _catalogue.gettext(text).format(**values) if values else _catalogue.gettext(text)


def plural(one: str, many: str, number: int, **values: object) -> str:
    """Return the form of a text that fits a number; {number} is filled in."""
    return _catalogue.ngettext(one, many, number).format(number=number, **values)


def say(sentence: Sentence) -> str:
    """Return a sentence of the rules or the table in the player's language."""
    return _(sentence.template, **sentence.values)
