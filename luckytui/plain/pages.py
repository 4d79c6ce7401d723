"""What can be read or changed in lines anywhere: rules, lessons, settings, options."""

from typing import Any

from msgspec.structs import replace

from luckytui import rulebook, settings
from luckytui.games import GAMES
from luckytui.games.interface import SPECTATOR
from luckytui.games.options import Options, fields
from luckytui.plain.lines import Lines, Option
from luckytui.rulebook import LessonScene, Step
from luckytui.table.record import Record, positions
from luckytui.table.study import Study, study_of
from luckytui.table.views import MatchView, around
from luckytui.text import UserError, _, say, use_language
from luckytui.tui.boards import BOARDS
from luckytui.tui.widgets.choices import said


async def choose_game(lines: Lines, question: str) -> str | None:
    """Return the game that is chosen; None for none."""
    return await lines.choose(question, [Option(game.title, key, (key,)) for key, game in GAMES.items()])


async def choose_options(lines: Lines, options: Options) -> Options:
    """Return the options as they are changed, one after the other."""
    while True:
        named = [each for each in fields(type(options)) if getattr(options, each.name) in each.choices]
        rows = [
            Option(_("{title}: {value}", title=_(each.title), value=said(getattr(options, each.name))), each)
            for each in named
        ]
        field = await lines.choose(_("Which option do you want to change?"), rows)
        if field is None:
            return options
        lines.say(_("{help}.", help=_(field.help).capitalize()))
        value = await lines.choose(_(field.title), [Option(said(each), each) for each in field.choices])
        if value is not None:
            options = replace(options, **{field.name: value})


async def read_rules(lines: Lines, game: str, options: Options | None = None) -> None:
    """Read the paragraphs that are asked for; with the options of a table, those that apply there."""
    parts = rulebook.paragraphs(game, options)
    rows = [Option(_(part.title), part) for part in parts]
    while part := await lines.choose(_("Which paragraph do you want to read?"), rows):
        lines.say(*_(part.text).splitlines())
        for position in part.positions:
            lines.say(_(position.text))
    lines.say(*_(rulebook.credits_of(game)).splitlines())


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


async def change_settings(lines: Lines) -> None:
    """Change the settings that mean something in lines."""
    while True:
        now, problems = settings.load()
        lines.say(*map(say, problems))
        rows = [
            Option(_("{title}: {value}", title=_(each.title), value=said(getattr(now, each.name))), each)
            for each in settings.SETTINGS
            if each.name in settings.IN_LINES
        ]
        setting = await lines.choose(_("Which setting do you want to change?"), rows)
        if setting is None:
            return
        lines.say(_("{help}.", help=_(setting.help).capitalize()))
        if setting.values:
            value = await lines.choose(
                _(setting.title), [Option(said(each), each) for each in setting.values]
            )
        else:
            value = await lines.ask(_("Type it, or nothing to leave it as it is.")) or None
        if value is not None:
            try:
                settings.save(**{setting.name: value})
            except UserError as error:
                lines.say(say(error.reason))
            use_language(settings.load()[0].language)


async def replay(lines: Lines, record: Record) -> None:
    """Read a record move by move."""
    started, board = record.started, BOARDS[record.game.key]
    place = 0
    for position in positions(record):
        match = MatchView(names=started.names, view=position.state.view(SPECTATOR))
        model: Any = board.MODEL(around(match, game=record.game, options=record.options, seat=SPECTATOR))
        events, place = record.events[place : position.happened], position.happened
        lines.say(*filter(None, (board.WORDS.tell(event, model) for event in events)))
        sections = board.SPOKEN.sections(model)
        question = _("Enter: go on. To hear of the board, type: {words}.", words=", ".join(sections))
        while typed := await lines.ask(question):
            lines.say(*sections.get(typed, ()))
    lines.say(_("The end."))
