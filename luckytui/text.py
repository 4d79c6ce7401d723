"""Words for people: marking, translating and filling them in. English is the source.

`N_` marks a text where it is written, `_` and `plural` translate where it is shown. A `Sentence` is a text
with its values that travels as data; a `UserError` is anything that went wrong and that a person may meet.

The language comes from the environment, as gettext finds it (LANGUAGE, LC_ALL, LC_MESSAGES, LANG).
Catalogues live in luckytui/locale/<language>/LC_MESSAGES/luckytui.mo; where there is none, English stands.
"""

import gettext
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec


class Sentence(msgspec.Struct, frozen=True):
    """A sentence for a person: a template in English and the values to fill it with.

    It travels as data, so that whoever shows it can translate the template first.
    """

    template: str
    values: dict[str, str | int] = {}

    def __str__(self) -> str:
        return self.template.format(**self.values)


class UserError(Exception):
    """Something that a person may meet; `reason` says what it is and, where that helps, what to do."""

    def __init__(self, reason: Sentence) -> None:
        super().__init__(str(reason))
        self.reason = reason


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for it
    """Mark a text for translation where it is written; it is translated where it is shown."""
    return text


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
