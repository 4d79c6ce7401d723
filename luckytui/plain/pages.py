"""What can be read or changed in lines anywhere: forms, settings, rules and lessons."""

from collections.abc import Callable, Sequence
from typing import Any

from luckytui import rulebook, settings
from luckytui.games import GAMES
from luckytui.games.options import Options
from luckytui.plain.lines import Lines, Option
from luckytui.rulebook import LessonScene, Step
from luckytui.table.study import Study, study_of
from luckytui.text import UserError, _, say, use_language
from luckytui.tui.boards import BOARDS
from luckytui.tui.widgets.choices import Choose


async def choose_game(lines: Lines, question: str) -> str | None:
    """Return the game that is chosen; None for none."""
    return await lines.choose(question, [Option(game.title, key, (key,)) for key, game in GAMES.items()])


Changed = Callable[[Choose, Sequence[Choose]], Sequence[Choose]]
"""Takes a choice with its new value, and all choices; returns what there is to choose now."""


async def fill_in(
    lines: Lines, choices: Sequence[Choose], changed: Changed, start: str = ""
) -> Sequence[Choose] | None:
    """Let the player change choices, one by one, until they start with these; None: they went back.

    `start` is what to start, in English; where it is empty there is only the way back.
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
    """Return another value; None: it stays as it is."""
    help_ = _(choice.help)
    lines.say(_("{help}.", help=help_[:1].upper() + help_[1:]))
    if choice.values:
        return await lines.choose(
            _(choice.title), [Option(choice.said(each), each) for each in choice.values]
        )
    return await lines.ask(_("Type it, or nothing to leave it as it is.")) or None


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
        try:
            settings.save(**{choice.name: choice.value})
        except UserError as error:
            lines.say(say(error.reason))
        use_language(settings.load()[0].language)
        return offered()

    await fill_in(lines, offered(), changed)


async def read_rules(lines: Lines, game: str, options: Options | None = None) -> None:
    """Read the paragraphs that are asked for; with the options of a table, those that apply there."""
    parts = rulebook.paragraphs(game, options)
    rows = [Option(_(part.title), part) for part in parts]
    while part := await lines.choose(_("Which paragraph do you want to read?"), rows):
        lines.say(*_(part.text).splitlines())
        for position in part.positions:
            lines.say(_(position.text))
    lines.say(*_(rulebook.credits_of(game)).splitlines())


# ── Lessons ───────────────────────────────────────────────────────────────────────────────────────


async def learn(lines: Lines, game: str) -> None:
    """Play the first game that teaches: each decision is explained, and asked until it is right."""
    lesson = rulebook.lesson(game)
    for scene in lesson.scenes:
        study = study_of(game, scene)
        lines.say(_(scene.text))
        for step in scene.steps:
            if not await _learn_step(lines, game, scene, study, step):
                return
    lines.say(_(lesson.end))


async def _learn_step(lines: Lines, game: str, scene: LessonScene, study: Study, step: Step) -> bool:
    """Ask for the move of a step; say whether the learner goes on."""
    board, known = BOARDS[game], len(study.log)
    model: Any = board.MODEL(study.view()).settled(asked_again=True)
    lines.say(*next(iter(board.SPOKEN.sections(model).values()), ()), _(step.text))
    wanted = rulebook.move(game, scene.seat, step.move)
    options = [
        Option(", ".join(part.text for part in parts), move, [word for part in parts for word in part.words])
        for move in model.moves
        for parts in [board.SPOKEN.answer(model, move)]
    ]
    while (move := await lines.choose(board.SPOKEN.question(model), options)) != wanted:
        if move is None:
            return False
        lines.say(_("That can be done, but the lesson goes another way. Read once more:"), _(step.text))
    study.make(scene.seat, wanted)
    for seat, written in step.then:
        for each in rulebook.moves_of(game, study.state, seat, written):
            study.make(seat, each)
    after: Any = board.MODEL(study.view())
    lines.say(*filter(None, (board.WORDS.tell(event, after) for event in study.log[known:])))
    return True
