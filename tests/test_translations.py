"""What translators get, and what they have made of it."""

import ast
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import chain

import pytest
from babel.messages import Catalog
from babel.messages.mofile import read_mo

from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from luckytui.games.options import fields
from net import SENTENCES
from tests.catalogues import (
    KEYWORDS,
    LOCALE,
    ROOT,
    TRANSLATED,
    catalogue,
    catalogue_file,
    compiled,
    formats,
    template,
)

languages = pytest.mark.parametrize("language", TRANSLATED)


@pytest.fixture(scope="module")
def english() -> Catalog:
    return template()


def test_texts_of_every_kind_are_collected(english: Catalog) -> None:
    assert english["There is no game “{name}” here. {hint}"]
    assert english["Text is written as UTF-8."]
    assert all(english[field.help] for field in fields(LuckyNumbersOptions))
    assert all(english[sentence] for sentence in SENTENCES.values())


def test_numbers_and_dates_are_written_as_babel_knows() -> None:
    assert (LOCALE / "formats.toml").read_text("utf-8") == formats()


def places(text: str) -> set[str]:
    """Return the placeholders of a text."""
    return set(re.findall(r"\{(\w+)\}", text))


def test_both_forms_of_a_plural_are_filled_with_the_same_values(english: Catalog) -> None:
    for message in english:
        if message.pluralizable:
            one, many = message.id
            assert places(one) - {"number"} <= places(many)


def choices(argument: ast.expr) -> Iterator[ast.expr]:
    """Yield what an argument may be: a text, or one of several."""
    if isinstance(argument, ast.IfExp):
        yield from chain(choices(argument.body), choices(argument.orelse))
    else:
        yield argument


def test_babel_finds_every_text_that_is_marked(english: Catalog) -> None:
    """It misses those in an f-string, before Python 3.12, and some in a call within another.

    Of two texts with a condition between them it makes one.
    """
    known = {form for each in english for form in ((each.id,) if isinstance(each.id, str) else each.id)}
    for file in (ROOT / "luckytui").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
                places = KEYWORDS[node.func.id] or (1,)
                for form in chain(*map(choices, node.args[places[0] - 1 : places[-1]])):
                    assert not isinstance(form, ast.JoinedStr | ast.BinOp), (file, node.lineno)
                    assert not isinstance(form, ast.Constant) or form.value in known, (file, node.lineno)


@languages
def test_everything_is_translated_with_the_same_placeholders(language: str, english: Catalog) -> None:
    translated = catalogue(language)
    assert {message.id for message in english} == {message.id for message in translated if not message.fuzzy}
    for message in translated:
        forms = message.string if message.pluralizable else (message.string,)
        originals = message.id if message.pluralizable else (message.id,)
        for form in forms if message.id else ():
            assert form, message.id
            assert places(form) - {"number"} <= places(originals[-1]), message.id
            assert places(originals[-1]) - {"number"} <= places(form), message.id


def forms(language: str) -> Iterator[tuple[str, str]]:
    """Yield each form of each text with its translation, each piece of code in it as one sign."""
    for message in catalogue(language):
        if message.id:
            originals, translations = (
                [each] if isinstance(each, str) else each for each in (message.id, message.string)
            )
            for original, translated in zip(originals, translations, strict=True):
                yield in_words(original), in_words(translated)


def in_words(text: str) -> str:
    """Return a text with ⌘ for each piece of code, and for a question mark that is a sign on a card."""
    return re.sub(r"`[^`]*`|(?<= )\?(?=[ ,:\u202f])|^\?(?=$| )", "⌘", text)


@languages
def test_marks_and_line_breaks_are_those_of_the_english(language: str) -> None:
    for original, translated in forms(language):
        assert translated.count("\n") == original.count("\n"), translated
        assert translated.count("⌘") == original.count("⌘"), translated
        assert [translated[:1].isspace(), translated[-1:].isspace()] == [
            original[:1].isspace(),
            original[-1:].isspace(),
        ], translated
        end = original.strip()[-1]
        assert end not in ".:!?…" or translated.strip()[-1] == end, translated
        assert set(re.findall("[★ϟ☾▸▾↔↑↓←→✓✗╳♛·¢]", original)) == set(
            re.findall("[★ϟ☾▸▾↔↑↓←→✓✗╳♛·¢]", translated)
        ), translated


@languages
def test_quotation_marks_are_those_of_the_language(language: str) -> None:
    opening, closing = {"de": "„“", "nl": "“”"}.get(language, "«»")
    for original, translated in forms(language):
        used = re.findall('[„“”«»"]', translated)
        assert used == [opening, closing] * (len(used) // 2), translated
        assert used or not re.search('[“"]', original), translated


@languages
def test_the_spaces_at_marks_are_those_of_the_language(language: str) -> None:
    """French has a narrow no-break space before a colon, a semicolon, a question or exclamation mark."""
    wrong = {"fr": r"[^\u202f][;!?»]|[^\u202f]:(\s|$)|«[^\u202f]|\u00a0"}.get(language, r"\s[:;!?»]|«\s")
    for _original, translated in forms(language):
        assert not re.search(wrong, translated), translated
        assert not re.search(r"\s[,.](?!\w)|\(\s|\s\)", translated), translated


def test_spanish_questions_and_exclamations_are_opened() -> None:
    for _original, translated in forms("es"):
        assert translated.count("¿") == translated.count("?"), translated
        assert translated.count("¡") == translated.count("!"), translated


@languages
def test_what_the_program_reads_is_the_catalogue(language: str) -> None:
    files = catalogue_file(language).with_suffix(".mo").read_bytes(), compiled(catalogue(language))
    # Not byte by byte: Babel writes its version into what it compiles.
    read, new = ([(each.id, each.string) for each in read_mo(BytesIO(file)) if each.id] for file in files)
    assert sorted(read, key=str) == sorted(new, key=str)
