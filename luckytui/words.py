"""Words for people: every text on a screen passes here, English is the source.

The language comes from the environment, as gettext finds it (LANGUAGE, LC_ALL, LC_MESSAGES, LANG).
Catalogues live in luckytui/locale/<language>/LC_MESSAGES/luckytui.mo; where there is none, English stands.
"""

import gettext
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from luckytui.games.interface import Sentence


def _(text: str, /, **values: object) -> str:
    """Return a text in the player's language, its {placeholders} filled."""
    return _fill(_catalogue().gettext(text), values)


def plural(one: str, many: str, number: int, /, **values: object) -> str:
    """Return the form of a text that fits a number; {number} is filled in."""
    return _fill(_catalogue().ngettext(one, many, number), {"number": number, **values})


def say(sentence: Sentence) -> str:
    """Return a sentence of the rules, the table or the network in the player's language."""
    return _(sentence.template, **sentence.values)


@cache
def _catalogue() -> gettext.NullTranslations:
    return gettext.translation("luckytui", Path(__file__).with_name("locale"), fallback=True)


def _fill(text: str, values: Mapping[str, object]) -> str:
    """Fill in the {names}, and nothing but names: a sentence may come from a stranger."""
    return _PLACEHOLDER.sub(lambda place: str(values.get(place[1], place[0])), text)


_PLACEHOLDER = re.compile(r"\{(\w+)\}")
