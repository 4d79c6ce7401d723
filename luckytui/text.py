"""Words for people: marking, translating and filling them in, and the errors that a person may meet.

`N_` and `NN_` mark a text where it is written, `_` and `plural` translate where it is shown. A `Sentence` is
a text with its values that travels as data. What goes wrong for a person is a `UserError`; a kind of its own
has only what a caller must tell apart.

The language is the viewer's: chosen, or from the environment (LANGUAGE, LC_ALL and so on). Catalogues are
luckytui/locale/<language>/LC_MESSAGES/luckytui.mo, and those of games; without one, texts stay English.
"""

import gettext
import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache, lru_cache, reduce
from pathlib import Path
from typing import Any

import msgspec

from luckytui.system.viewer import viewer

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_LOCALE = Path(__file__).with_name("locale")
_catalogues = {"luckytui": _LOCALE}
"""Where the translations are, by the names of their files."""
_PREFERENCES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where an environment says which language is preferred: the first that is set counts, as for gettext."""

LANGUAGES = ("en", *sorted(folder.name for folder in _LOCALE.iterdir() if folder.is_dir()))
"""The languages that there are texts in."""


class Sentence(msgspec.Struct, frozen=True):
    """A sentence for a person: a template in English and the values to fill it with.

    It travels as data, so that the program that shows it can translate the template first.
    """

    template: str
    values: dict[str, str | int] = {}

    def __str__(self) -> str:
        return _fill(self.template, self.values)


class UserError(Exception):
    """Something that a person may meet; `reason` says what it is and, where that helps, what to do."""

    def __init__(self, reason: Sentence | str, /, **values: object) -> None:
        if isinstance(reason, str):
            reason = Sentence(reason, {name: str(value) for name, value in values.items()})
        super().__init__(str(reason))
        self.reason = reason


class CodeNeeded(UserError):
    """The table has a code: none was given, or a wrong one."""


def sentence_of(error: Any) -> Sentence:
    """Return what a NetError says to a person: `net` knows nothing of translation."""
    return Sentence(error.template, dict(error.values))


def system_reason(error: BaseException | None) -> str:
    """Return what the operating system says went wrong."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for it
    """Mark a text for translation where it is written; it is translated where it is shown."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as gettext's name for one form
    """Mark a text in both its forms where it is written; `plural` translates it where it is shown."""
    return one, many


def _(text: str, /, **values: object) -> str:
    """Return a text in the player's language, its {placeholders} filled."""
    # A catalogue keeps its own header under the empty text.
    return _fill(_catalogue(language()).gettext(text), values) if text else ""


def plural(one: str, many: str, number: int, /, **values: object) -> str:
    """Return the form of a text that fits a number; {number} is filled in."""
    return _fill(_catalogue(language()).ngettext(one, many, number), {"number": number, **values})


class _Formats(msgspec.Struct):
    """How a language writes numbers and dates: its table in luckytui/locale/formats.toml."""

    name: str
    """What the language calls itself."""
    decimal: str
    group: str
    percent: str
    day: str
    """A date with {day}, {month}, {number} (the month in figures) and {year}."""
    months: list[str]
    """Their short names, from January on."""


@cache
def _formats(language: str) -> _Formats:
    tables = tomllib.loads((_LOCALE / "formats.toml").read_text("utf-8"))
    return msgspec.convert(tables[language], _Formats)


def in_a_row(parts: Iterable[str]) -> str:
    """Return parts that have commas of their own in one line, with semicolons as the language has them."""
    return reduce(lambda first, second: _("{first}; {second}", first=first, second=second), parts)


def in_figures(number: int) -> str:
    """Return a number as it is written in the player's language, with a real minus sign."""
    return f"{number:,}".replace(",", _formats(language()).group).replace("-", "−")


def day(when: datetime) -> str:
    """Return a day as it is written in the player's language."""
    formats, number = _formats(language()), when.month
    return formats.day.format(day=when.day, month=formats.months[number - 1], number=number, year=when.year)


def dated(when: datetime) -> str:
    """Return a day and a time as they are written in the player's language."""
    return f"{day(when)} {when:%H:%M}"


def in_tenths(figure: float) -> str:
    """Return a figure with one decimal as it is written in the player's language."""
    tenths = f"{round(figure, 1) or 0:.1f}"  # -0.0 is 0.0
    return tenths.replace(".", _formats(language()).decimal).replace("-", "−")


def in_percent(share: float, decimals: int = 0, *, signed: bool = False) -> str:
    """Return a share of 1 in percent, as it is written in the player's language, and with its sign."""
    formats, figure = _formats(language()), 100 * round(share, decimals + 2) or 0.0
    shown = f"{figure:.{decimals}f}".replace(".", formats.decimal).replace("-", "−")
    return formats.percent.format("+" * (signed and figure > 0) + shown)


def signed(figure: float) -> str:
    """Return a figure with its sign and one decimal."""
    return "+" * (round(figure, 1) > 0) + in_tenths(figure)


def say(sentence: Sentence) -> str:
    """Return a sentence in the player's language."""
    return _(sentence.template, **sentence.values)


def say_reasons(reasons: Iterable[Sentence]) -> str:
    """Return the reasons for a move in the player's language; values are words of the game, and figures."""
    return " ".join(
        _(reason.template, **{name: _said(value) for name, value in reason.values.items()})
        for reason in reasons
    )


def _said(value: str | int) -> str:
    return in_figures(value) if isinstance(value, int) else _(value)


def language_name(code: str) -> str:
    """Return what a language calls itself."""
    return _formats(code).name


def use_language(name: str) -> None:
    """Show texts in one of the LANGUAGES from now on; "system": as the environment says."""
    viewer().language = name


def language() -> str:
    """Return the language that the running task's viewer reads.

    It is the one they chose, or else the one that their environment asks for, if there are texts in it.
    """
    person = viewer()
    if person.language != "system":
        return person.language
    return _language_of(next(filter(None, map(person.environment.get, _PREFERENCES)), ""))


@lru_cache(64)  # each word on a screen asks
def _language_of(asked: str) -> str:
    codes = [re.split(r"[_.@]", each)[0] for each in asked.split(":")]
    return next((code for code in codes if code in LANGUAGES), "en")


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    first, *others = (
        gettext.translation(name, folder, languages=[language], fallback=True)
        for name, folder in _catalogues.items()
    )
    for catalogue in others:
        first.add_fallback(catalogue)
    return first


def add_catalogue(name: str, folder: Path) -> None:
    """Look for texts that are in no other catalogue in <folder>/<language>/LC_MESSAGES/<name>.mo as well."""
    if folder.is_dir():
        _catalogues[name] = folder
        _catalogue.cache_clear()


def _fill(text: str, values: Mapping[str, object]) -> str:
    """Fill in the {names}, and nothing but names: a sentence may come from a stranger."""
    return _PLACEHOLDER.sub(lambda place: str(values.get(place[1], place[0])), text) if values else text
