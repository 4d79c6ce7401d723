"""The texts of the program and their translations, by Babel: `make translations`.

Texts are the arguments of `_(…)`, `plural(…)`, `N_(…)` and `NN_(…)`, of errors and the doctor's words, the
helps of flags, what the rulebooks and lessons say, the boards' words.toml, and the sentences of the network's
errors, which know nothing of translation. Each language has a catalogue,
luckytui/locale/<language>/LC_MESSAGES/luckytui.po, and beside it what the program reads, the same compiled.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from luckytui import rulebook
from luckytui.bots import ALL_LEVELS
from luckytui.cli.flags import COMMANDS, FLAGS
from luckytui.games import GAMES, data
from luckytui.games.options import fields
from luckytui.settings import SETTINGS
from luckytui.text import LANGUAGES
from luckytui.tui import themes
from net import SENTENCES

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "luckytui" / "locale"
TRANSLATED = [language for language in LANGUAGES if language != "en"]

_HEADER = r"""msgid ""
msgstr ""
"Language: {language}\n"
"Plural-Forms: {plurals}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"

"""
"""What is at the beginning of a catalogue: dates and names are in the history of the files."""

_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""The same texts are always the same bytes."""

_ONE_TEXT = ("_", "N_", "UserError", "Misuse", "JournalError", "well", "unsure", "wrong")
KEYWORDS = {"plural": (1, 2), "NN_": (1, 2)} | dict.fromkeys(_ONE_TEXT)
"""What marks a text, and which of its arguments are texts: a plural has two forms."""


@cache
def template() -> Catalog:
    """Return every text of the program, in the order of the files. It takes a second."""
    catalog = Catalog(project="luckytui", charset="utf-8")
    for file, line, text, comments, _context in extract_from_dir(
        ROOT / "luckytui", [("**.py", "python")], keywords=KEYWORDS, comment_tags=("translators:",)
    ):
        catalog.add(text, locations=[(f"luckytui/{file}", line)], auto_comments=comments)
    sentences = (("net/errors.py", sentence) for sentence in SENTENCES.values())
    for file, text in (*_in_rulebooks(), *_on_boards(), *_flags(), *sentences, *_values()):
        catalog.add(text, locations=[(file, 1)])
    return catalog


@cache
def collected() -> set[str | tuple[str, str]]:
    """Return every text that translators get to see, a plural as its two forms."""
    return {each.id for each in template()}


def _in_rulebooks() -> Iterator[tuple[str, str]]:
    """Yield what the rulebooks and lessons say, each text with its file."""
    for game in GAMES:
        book, lesson = f"luckytui/games/{game.replace('-', '_')}/rulebook.toml", rulebook.lesson(game)
        yield book, rulebook.credits_of(game)
        for part in rulebook.paragraphs(game):
            yield from ((book, text) for text in (part.title, part.text))
            yield from ((book, position.text) for position in part.positions)
        spoken = [lesson.end, *(scene.text for scene in lesson.scenes)]
        spoken += [step.text for scene in lesson.scenes for step in scene.steps]
        yield from ((book.replace("rulebook.toml", "lesson.toml"), text) for text in spoken)


def _on_boards() -> Iterator[tuple[str, str]]:
    """Yield what the games' words.toml say, each text with its file."""
    for game in GAMES:
        file = f"luckytui/games/{game.replace('-', '_')}/words.toml"
        yield from ((file, text) for text in _leaves(data(game, "words.toml")) if text)


def _leaves(tree: Any) -> Iterator[str]:
    """Yield the texts in nested tables and lists."""
    if isinstance(tree, str):
        yield tree
    else:
        for branch in tree.values() if isinstance(tree, dict) else tree:
            yield from _leaves(branch)


def _flags() -> Iterator[tuple[str, str]]:
    """Yield what the command line says of commands and flags."""
    flags = [flag for group in FLAGS.values() for flag in group]
    texts = [*(each.help for each in COMMANDS.values()), *(flag["help"] for flag in flags if "help" in flag)]
    words = (flag.get("metavar", "") for flag in flags)
    yield from (("luckytui/cli/flags.json", text) for text in (*texts, *(word for word in words if word[1:])))


def _values() -> Iterator[tuple[str, str]]:
    """Yield the values that can be chosen and are written on the screen, each with its file."""
    yield from (("luckytui/bots/__init__.py", level) for level in ALL_LEVELS)
    yield from (("luckytui/tui/palettes.toml", name) for name in themes.NAMES)
    yield from (("luckytui/client/browse.py", state) for state in ("open", "playing", "full"))
    for setting in SETTINGS:
        words = (value for value in setting.values if isinstance(value, str) and value not in LANGUAGES)
        yield from (("luckytui/settings.py", word) for word in words)
    for game in GAMES.values():
        for field in fields(game.options):
            words = (value for value in field.choices if isinstance(value, str))
            yield from ((f"luckytui/games/{game.key}", word) for word in words)


def catalogue_file(language: str) -> Path:
    """Return where a language's catalogue is, or would be."""
    return LOCALE / language / "LC_MESSAGES" / "luckytui.po"


def catalogue(language: str) -> Catalog:
    """Return a language's catalogue; one without translations if there is none yet."""
    file = catalogue_file(language)
    return read_po(BytesIO(file.read_bytes()), locale=language) if file.exists() else Catalog(language)


def compiled(catalog: Catalog) -> bytes:
    """Return a catalogue as the program reads it."""
    out = BytesIO()
    catalog.creation_date = catalog.revision_date = _NO_DATE
    write_mo(out, catalog)
    return out.getvalue()


def update(language: str) -> None:
    """Bring a language's catalogue up to date with the program, and compile it."""
    catalog, file = catalogue(language), catalogue_file(language)
    catalog.update(template(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    out = BytesIO()
    write_po(out, catalog, width=100, sort_by_file=True, include_lineno=False, omit_header=True)
    header = _HEADER.format(language=language, plurals=catalog.plural_forms)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(header.encode() + out.getvalue())
    file.with_suffix(".mo").write_bytes(compiled(catalogue(language)))


def formats(languages: Iterable[str] = LANGUAGES) -> str:
    """Return how these languages write numbers and dates: luckytui/locale/formats.toml, by Babel's data."""
    tables = ["# How each language writes numbers and dates, from the Unicode CLDR: `make translations`.\n"]
    for language in languages:
        locale = Locale(language)
        symbols = locale.number_symbols["latn"]
        space = symbols["group"] if symbols["group"].isspace() else "\xa0"  # French has a narrow one
        shown = {
            "name": str(locale.display_name).capitalize(),
            "decimal": symbols["decimal"],
            "group": symbols["group"],
            "percent": locale.percent_formats[None].pattern.replace("#,##0", "{}").replace("\xa0", space),
            "day": re.sub("[dMy]+", lambda part: _DATE[part[0]], locale.date_formats["medium"].pattern),
            "months": list(locale.months["format"]["abbreviated"].values()),
        }
        lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in shown.items())
        tables.append("\n".join([f"[{language}]", *lines, ""]))
    return "\n".join(tables)


_DATE = {"d": "{day}", "dd": "{day:02}", "MM": "{number:02}", "MMM": "{month}", "y": "{year}"}
"""What the parts of a pattern for dates are called in formats.toml."""


if __name__ == "__main__":
    asked = sys.argv[1:] or TRANSLATED
    for each in asked:
        update(each)
    (LOCALE / "formats.toml").write_text(formats(dict.fromkeys([*LANGUAGES, *asked])), "utf-8")
