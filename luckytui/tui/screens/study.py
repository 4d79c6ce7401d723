"""A position to try moves in, without other players: from the rules, or in a lesson."""

import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from luckytui import rulebook
from luckytui.games import GAMES
from luckytui.games.interface import IllegalMove, Move
from luckytui.rulebook import Paragraph, Position
from luckytui.shown.commands import BACK, HELP, Command
from luckytui.shown.words import Role
from luckytui.table.dealer import Dealer
from luckytui.table.study import Study, study_of
from luckytui.text import N_, _
from luckytui.tui.boards import BOARDS
from luckytui.tui.boards.base import Board
from luckytui.tui.canvas import Canvas, folded
from luckytui.tui.screens.base import BaseScreen
from luckytui.tui.widgets.painted import KeyBar, Painted


class Telling(Painted):
    """A few lines of text, page by page."""

    DEFAULT_CSS = "Telling { height: 3; }"

    _text = ""
    _page = 0

    def tell(self, text: str) -> None:
        """Show the first page of a text."""
        self._text, self._page = text, 0
        self.repaint()

    @property
    def _pages(self) -> Sequence[Sequence[str]]:
        """The lines of each page: whole sentences, as many as there is room for."""
        width = max(20, self.app.size.width - 2 - self.styles.padding.width)
        height = max(1, self.size.height)
        pages, text = [], ""
        for sentence in re.split(r"(?<=[.!?]) ", self._text):
            longer = f"{text} {sentence}".lstrip()
            if text and len(folded(longer, width)) > height:
                pages.append(folded(text, width))
                longer = sentence
            text = longer
        lines = [*pages, folded(text, width)]
        return [page[first : first + height] for page in lines for first in range(0, len(page), height)]

    @property
    def has_more(self) -> bool:
        """Whether there is another page."""
        return self._page + 1 < len(self._pages)

    def turn_page(self) -> None:
        """Show the next page."""
        self._page += 1
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        for y, line in enumerate(self._pages[min(self._page, len(self._pages) - 1)]):
            canvas.put(1, y, line)


class StudyScreen(BaseScreen):
    """Shows a board, a text about it, and the effects of the player's moves."""

    GROUP = "lesson"
    VERBS: ClassVar[Sequence[Command]] = (
        Command("read_on", "enter,space", N_("read on"), N_("Read on.")),
        Command("restart", "z", N_("start again"), N_("Go back to the position at the beginning.")),
        BACK,
        HELP,
    )
    AT_END: ClassVar[str]
    """What can be done when nothing is left to play (English, marked for translation)."""

    def __init__(self, title: str, right: str, study: Study) -> None:
        self._study = study
        self._board: Board[Any] = BOARDS[study.game](study.view())
        self._board.on_cursor = self.show_prompt
        self._telling = Telling(classes="-aligned")
        super().__init__(title, right, middle=(self._board, self._telling))

    def align(self) -> None:
        super().align()
        self.show_prompt()  # there is less room for the text, which may have another page now

    @abstractmethod
    def make(self, move: Move) -> None:
        """Make the player's move and show what comes of it. Raises IllegalMove."""

    def on_mount(self) -> None:
        self.call_after_refresh(self.show_prompt)

    def tell(self, text: str) -> None:
        """Show a text and the current position."""
        self._telling.tell(text)
        self._board.show(self._study.view())
        self.show_prompt()

    def prompt(self) -> tuple[str, Role]:
        if self._telling.has_more:
            return _("Enter: read on"), "act"
        return self._board.prompt_text() if self._study.is_asked else _(self.AT_END), "act"

    def show_prompt(self) -> None:
        super().show_prompt()
        self.set_focus(None if self._telling.has_more else self._board)
        self.query_one(KeyBar).repaint()

    def on_board_chosen(self, chosen: Board.Chosen) -> None:
        try:
            self.make(chosen.move)
        except IllegalMove as illegal:
            self.refuse(illegal.reason)

    def can_do(self, action: str) -> bool:
        return action != "read_on" or self._telling.has_more

    def action_read_on(self) -> None:
        self._telling.turn_page()
        self.show_prompt()


class PositionScreen(StudyScreen):
    """A position of the rulebook, to try what is legal there and what comes of it."""

    AT_END = N_("This is the result · z: back to the position · esc: back to the rules")

    def __init__(self, game: str, paragraph: Paragraph, position: Position) -> None:
        self._game, self._paragraph, self._position = game, paragraph, position
        super().__init__(_(paragraph.title), _("try it"), self._begin())

    def _begin(self) -> Study:
        return study_of(self._game, self._position, Dealer(self._paragraph.key))

    def on_mount(self) -> None:
        self.tell(_(self._position.text))

    def make(self, move: Move) -> None:
        before = len(self._study.log)
        self._study.make(self._study.seat, move)
        happened = filter(None, map(self._board.tell, self._study.log[before:]))
        self.tell(" ".join(happened) or _(self._position.text))

    def action_restart(self) -> None:
        self._study = self._begin()
        self.tell(_(self._position.text))


class LessonScreen(StudyScreen):
    """A lesson: a first game step by step, in which the others' moves are fixed."""

    AT_END = N_("The lesson is over · esc: back")

    def __init__(self, game: str) -> None:
        self._game = game
        self._lesson = rulebook.lesson(game)
        self._steps = [(scene, step) for scene in self._lesson.scenes for step in scene.steps]
        self._place = 0
        study = study_of(game, self._lesson.scenes[0])
        super().__init__(_("Learn {game}", game=GAMES[game].title), "", study)

    def on_mount(self) -> None:
        self._tell_step()

    @property
    def _is_over(self) -> bool:
        return self._place == len(self._steps)

    def _tell_step(self) -> None:
        if self._is_over:
            self.tell(_(self._lesson.end))
            return
        scene, step = self._steps[self._place]
        begins = step is scene.steps[0]
        self.tell(rulebook.at_board(f"{_(scene.text)} {_(step.text)}" if begins else _(step.text)))

    def make(self, move: Move) -> None:
        """Make the move that the step is about. Refuse any other, even one that is legal in a real game."""
        scene, step = self._steps[self._place]
        game, study = self._game, self._study
        if move in study.state.moves(study.seat) and move != rulebook.move(game, study.seat, step.move):
            raise IllegalMove(N_("In a game you could do that. Here, do what the lesson asks for."))
        study.make(study.seat, move)
        for seat, answer in rulebook.moves_after(game, study.state, step):
            study.make(seat, answer)
        self._place += 1
        if not self._is_over and self._steps[self._place][0] is not scene:
            self._study = study_of(game, self._steps[self._place][0])
        self._tell_step()

    def action_restart(self) -> None:
        self._place = 0
        self._study = study_of(self._game, self._lesson.scenes[0])
        self._tell_step()
