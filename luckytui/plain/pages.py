"""What can be read or changed in lines anywhere: forms, settings, rules and lessons."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from luckytui import rulebook, settings
from luckytui.games import short_title_of
from luckytui.games.interface import Game, IllegalMove, Move
from luckytui.games.options import Options
from luckytui.plain.answers import ask_move
from luckytui.plain.lines import Lines, Option
from luckytui.rulebook import LessonScene, LessonStep, Paragraph, Position
from luckytui.shown.game import shown_of
from luckytui.shown.offers import Choose
from luckytui.shown.words import AnyModel
from luckytui.table.dealer import Dealer
from luckytui.table.study import Study, study_of
from luckytui.text import _, in_a_row, say, use_language


async def choose_game(lines: Lines, question: str, games: Iterable[Game]) -> str | None:
    """Return the game that is chosen of these; None for none."""
    return await lines.choose(
        question, [Option(game.title, game.key, (game.key, short_title_of(game.key))) for game in games]
    )


Changed = Callable[[Choose, Sequence[Choose]], Sequence[Choose]]
"""Takes a choice with its new value, and all choices; returns what there is to choose now."""


async def fill_in(
    lines: Lines, choices: Sequence[Choose], changed: Changed, start: str = ""
) -> Sequence[Choose] | None:
    """Let the player change choices one by one. Return them on “start”, None on “back”.

    `start` is the English text of the option that starts; without it there is only the way back.
    """
    begin = [Option[Choose | str](_(start), start, (_("start"),))] if start else []
    is_known, question = False, _("What do you want to change?")
    while True:
        rows = [*begin, *map(_row, choices)]
        picked = await lines.choose(question, rows, is_known=is_known)
        if not isinstance(picked, Choose):
            return choices if picked else None
        if (value := await _choose_value(lines, picked)) is not None:
            picked.value, before = value, choices
            choices = changed(picked, choices)
            is_known = [each.name for each in choices] == [each.name for each in before]
            lines.say(_("{text}. “again” lists everything.", text=_row(picked).text))


def _row(choice: Choose) -> Option[Choose | str]:
    name = _(choice.title)
    return Option(_("{title}: {value}", title=name, value=choice.shown), choice, (name,))


async def _choose_value(lines: Lines, choice: Choose) -> Any:
    """Ask for a new value. None keeps the old one."""
    if help_ := _(choice.help):
        lines.say(_("{help}.", help=help_[:1].upper() + help_[1:]))
    if choice.values and all(choice.said(each).isdecimal() for each in choice.values):
        return await _ask_number(lines, choice.values)
    if choice.values:
        return await lines.choose(_(choice.title), [_value(choice, each) for each in choice.values])
    typed = await lines.ask(_("Type it, or 0 to leave it as it is."))
    return None if typed in {"", "0"} else typed


def _value(choice: Choose, value: Any) -> Option[Any]:
    """Return the option for a value, with its help if the value has help of its own."""
    said = choice.said(value)
    has_own = value in choice.helps or "" in choice.helps
    text = _("{word}: {help}", word=said, help=choice.about(value)) if has_own else said
    return Option(text, value, (said,))


async def _ask_number(lines: Lines, values: Sequence[int]) -> int | None:
    """Ask until one of these numbers is typed. Return None for an empty line."""
    question = _(
        "Type a number from {first} to {last}, or nothing to leave it as it is.",
        first=values[0],
        last=values[-1],
    )
    while typed := await lines.ask(question):
        if typed in map(str, values):
            return int(typed)
    return None


async def change_settings(lines: Lines) -> None:
    """Change the settings that mean something in lines."""

    def offered() -> Sequence[Choose]:
        now, problems = settings.load()
        lines.say(*map(say, problems))
        return [
            Choose(each.name, each.title, each.help, each.values, getattr(now, each.name))
            for each in settings.SETTINGS
            if each.name in settings.IN_LINES
        ]

    def changed(choice: Choose, _all: Sequence[Choose]) -> Sequence[Choose]:
        with lines.refusals():
            settings.save(**{choice.name: choice.value})
        use_language(settings.load()[0].language)
        return offered()

    await fill_in(lines, offered(), changed)


async def read_rules(lines: Lines, game: str, options: Options | None = None) -> None:
    """Read out paragraphs that the player chooses; with a table's options, of those that apply there."""
    parts = [part for part in rulebook.paragraphs(game, options) if part.status != "screen"]
    rows = [Option(_(part.title), place) for place, part in enumerate(parts)]
    asked = _("Which paragraph do you want to read?")
    while rows and (place := await lines.choose(asked, rows)) is not None:
        while await _reads_on(lines, game, *parts[place : place + 2]):
            place += 1
    lines.say(*_(rulebook.credits_of(game)).splitlines())


async def _reads_on(lines: Lines, game: str, part: Paragraph, following: Paragraph | None = None) -> bool:
    """Read out a paragraph and offer its positions. Return whether to read the next one."""
    lines.say(_(part.title), *heard(_(part.text)))
    rows: list[Option[Position | bool]] = []
    if following:
        text = _("read on: {title}", title=_(following.title))
        rows.append(Option(text, value=True, words=(_("read on"),)))
    rows += [Option(_("try it: {position}", position=_(each.text)), each) for each in part.positions]
    while isinstance(chosen := await lines.choose(_("What now?"), rows), Position):
        await try_position(lines, game, part, chosen)
    return bool(chosen)


_SIGNS_ALONE = re.compile(r" ?\(`(\?|[^ -~]+)`[^)]*\)")
"""Signs of the board after their names: a moon (`☾`)."""
_MARKS = re.compile(r"^(- |\d+\. )|[*`]")
"""The marks of a text in Markdown; numbers of a list would be taken for those of answers."""


def heard(text: str) -> Iterator[str]:
    """Yield the lines of a Markdown text for the ear: each row of a table with its headings."""
    heads: list[str] = []
    for line in text.splitlines():
        if not line.startswith("|"):
            yield _MARKS.sub("", _SIGNS_ALONE.sub("", line))
        elif not heads:
            heads = _cells(line)
        elif not line.startswith("| -"):
            first, *rest = zip(heads, _cells(line), strict=True)
            told = [f"{head} {cell}".strip() for head, cell in rest if cell != "–"]
            yield _("{name}: {what}.", name=first[1], what=in_a_row(told).rstrip("."))


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


async def try_position(lines: Lines, game: str, part: Paragraph, position: Position) -> None:
    """Let the reader try moves in a position, illegal ones too."""
    shown, study, told = shown_of(game), study_of(game, position, Dealer(part.key)), list[str]()
    illegal = [rulebook.move(game, position.seat, written) for written in position.illegal]
    while True:
        model: Any = shown.model(study.view()).settled(asked_again=True)
        lines.say_new(shown.words.sections(model), told)
        move = await ask_move(lines, shown, model, sayable(model, illegal)) if study.is_asked else None
        if move is None:
            return
        known = len(study.log)
        try:
            study.make(position.seat, move)
        except IllegalMove as refused:
            rule = rulebook.of_refusal(game, refused.reason)
            lines.say(say(refused.reason), *[_("The rule: {title}.", title=_(rule.title))] if rule else [])
            continue
        illegal = []
        lines.say(*shown.words.heard(shown.model(study.view()), model, study.log[known:]))


def sayable(model: AnyModel, illegal: Sequence[Move]) -> list[Move]:
    """Return the illegal moves that can be named in words that no legal move has."""
    legal, found = [[*path.parts] for path in model.paths], []
    for move in illegal:
        with suppress(LookupError):
            answer = [*model.parts(move)]
            if answer not in (each[: len(answer)] for each in legal):
                found.append(move)
    return found


# ── Lessons ───────────────────────────────────────────────────────────────────────────────────────


async def learn(lines: Lines, game: str) -> None:
    """Play a lesson: explain each decision, and ask until the answer is right."""
    lesson = rulebook.lesson(game)
    for scene in lesson.scenes:
        study, told = study_of(game, scene), list[str]()
        lines.say(rulebook.in_lines(_(scene.text)))
        for step in scene.steps:
            if not await _learn_step(lines, game, scene, study, step, told):
                return
    lines.say(_(lesson.end))


async def _learn_step(
    lines: Lines, game: str, scene: LessonScene, study: Study, step: LessonStep, told: list[str]
) -> bool:
    """Read out what is new on the board and ask for a step's move; return whether it was made."""
    shown, known, text = shown_of(game), len(study.log), rulebook.in_lines(_(step.text))
    model: Any = shown.model(study.view()).settled(asked_again=True)
    lines.say_new(shown.words.sections(model), told)
    lines.say(text)
    wanted, is_known = rulebook.move(game, scene.seat, step.move), False
    while (move := await ask_move(lines, shown, model, is_known=is_known)) != wanted:
        if move is None:
            return False
        refused, is_known = study.state.refusal(scene.seat, move), True
        other_way = _("That is allowed, but the lesson goes another way.")
        lines.say(say(refused.reason) if refused else other_way, text)
    study.make(scene.seat, wanted)
    for seat, answer in rulebook.moves_after(game, study.state, step):
        study.make(seat, answer)
    after: Any = shown.model(study.view())
    own = [event for event in study.log[known:] if getattr(event, "seat", scene.seat) == scene.seat]
    lines.say(*shown.words.heard(after, model, own))  # what the others do is in the next step's text
    return True
