"""Collects every text for people into luckytui/locale/luckytui.pot, for translators: `make translations`.

Texts are the arguments of `_(…)`, `plural(…)` and `N_(…)`, of errors and the doctor's findings, the helps of
flags, and the sentences of the network's errors, which know nothing of translation. Babel would miss those in
f-strings before Python 3.12.
"""

import ast
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from luckytui import rulebook
from luckytui.games import GAMES
from net import SENTENCES

ROOT = Path(__file__).parents[1]
TEMPLATE = ROOT / "luckytui" / "locale" / "luckytui.pot"

_ONE_TEXT = ("_", "N_", "UserError", "Misuse", "JournalError", "well", "unsure", "wrong")
_MARKS = {"plural": slice(2), "Flag": slice(1, 2)} | dict.fromkeys(_ONE_TEXT, slice(1))
"""What marks a text, and which of its arguments are texts: a plural has two forms, a flag has a help."""

_HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'


class Text(NamedTuple):
    """A text in English, in one form or two."""

    forms: tuple[str, ...]
    place: str
    """Where it is, as file:line."""


def texts() -> list[Text]:
    """Return every text of the program, in the order of the files."""
    marked = (text for file in sorted((ROOT / "luckytui").rglob("*.py")) for text in texts_in(file))
    return [
        *marked,
        *_in_rulebooks(),
        *(Text((sentence,), "net/errors.py") for sentence in SENTENCES.values()),
    ]


def _in_rulebooks() -> Iterator[Text]:
    """Yield what the rulebooks and lessons say."""
    for game in GAMES:
        book, lesson = f"luckytui/rulebook/{game}.toml", rulebook.lesson(game)
        yield Text((rulebook.credits_of(game),), book)
        for part in rulebook.paragraphs(game):
            yield from (Text((text,), book) for text in (part.title, part.text))
            yield from (Text((position.text,), book) for position in part.positions)
        spoken = [lesson.end, *(scene.text for scene in lesson.scenes)]
        spoken += [step.text for scene in lesson.scenes for step in scene.steps]
        yield from (Text((text,), book.replace(".toml", ".lesson.toml")) for text in spoken)


def texts_in(file: Path) -> Iterator[Text]:
    """Yield the texts of a Python file.

    Raises ValueError for one that is put together before it is marked: nobody can translate that.
    """
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MARKS:
            place = f"{file.relative_to(ROOT)}:{node.lineno}"
            forms = node.args[_MARKS[node.func.id]]
            if any(isinstance(form, ast.JoinedStr | ast.BinOp) for form in forms):
                raise ValueError(f"{place}: the text is put together before it is marked")
            written = [form.value for form in forms if isinstance(form, ast.Constant)]
            if written:
                yield Text(tuple(map(str, written)), place)


def template(found: Iterable[Text]) -> str:
    """Return the texts as a gettext template, each once."""
    places: dict[tuple[str, ...], list[str]] = {}
    for text in found:
        places.setdefault(text.forms, []).append(text.place)
    return "\n".join([_HEADER, *(_entry(forms, where) for forms, where in places.items())])


def _entry(forms: tuple[str, ...], places: list[str]) -> str:
    one, *many = (json.dumps(form, ensure_ascii=False) for form in forms)
    plural = [f"msgid_plural {form}" for form in many]
    empty = ['msgstr[0] ""', 'msgstr[1] ""'] if many else ['msgstr ""']
    return "\n".join([f"#: {' '.join(places)}", f"msgid {one}", *plural, *empty, ""])


if __name__ == "__main__":
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_text(template(texts()), encoding="utf-8")
