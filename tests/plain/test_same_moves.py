"""A player in lines and a player at the drawn board: the same choice is the same move."""

import asyncio
import io
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest

from luckytui import settings
from luckytui.client.session import Session, SessionEvent, TableChanged
from luckytui.games import GAMES
from luckytui.games.interface import Game, Move
from luckytui.plain.answers import Answers
from luckytui.plain.lines import Lines
from luckytui.plain.table import PlainTable
from luckytui.shown.game import Shown, shown_of
from luckytui.table.requests import Act, Request
from luckytui.table.views import TableView
from luckytui.tui.boards import BOARDS
from tests.plain.tables import alone
from tests.tui.models import does

_MOST_KEYS = 2000
"""After so many keys that lead nowhere there is no way to a move."""


def drawn(view: TableView, wanted: Move) -> Move | None:
    """Return the move that a player makes who presses keys until the board makes the wanted one."""
    board = BOARDS[view.game]
    first = board.SHOWN.model(view).settled(asked_again=True)
    models, seen = deque([first.pointing_at(wanted), first]), []
    for _key in range(_MOST_KEYS):
        if not models:
            return None
        model = models.popleft()
        for command in board.VERBS:
            step = does(board, model, command.name)
            if isinstance(step, Move):
                if step == wanted:
                    return step
            elif step is not None and step.selection not in seen:
                seen.append(step.selection)
                models.append(step)
    return None


def numbers(shown: Shown, view: TableView, wanted: Move, others: Sequence[Move] = ()) -> Iterator[str]:
    """Yield the numbers that a player in lines types for a move, one for each question."""
    model = shown.model(view).settled(asked_again=True)
    answers, parts = Answers(model, others), model.parts(wanted)
    while True:
        offered = [each.value for each in answers.options()]
        place = str(offered.index(next(part for part in parts if part in offered)) + 1)
        yield place
        if not answers.take(place).asks_on:
            return


class Compared:
    """A seat in which a player chooses at random, types that in lines, and does the same on the board."""

    code, address = None, None

    def __init__(self, session: Session, seed: int) -> None:
        self._session, self._rng = session, Random(seed)
        self.lines = Lines(out=io.StringIO())
        self.typed: list[Move] = []
        self.drawn: list[Move | None] = []
        self._asked = 0

    def open(self, listener: Callable[[SessionEvent], object]) -> None:
        def hear(event: SessionEvent) -> None:
            listener(event)
            match event:
                case TableChanged(table_view=view) if view.match and view.match.prompt > self._asked:
                    self._asked = view.match.prompt
                    self._choose(view)
                case TableChanged(table_view=view) if view.match and not view.match.view.active:
                    self.lines.hear(None)

        self._session.open(hear)

    def _choose(self, view: TableView) -> None:
        shown, wanted = shown_of(view.game), self._rng.choice(view.match.moves)
        self.drawn.append(drawn(view, wanted))
        for number in numbers(shown, view, wanted):
            self.lines.hear(number)

    def request(self, request: Request, prompt: int = 0) -> None:
        assert isinstance(request, Act)
        self.typed.append(request.move)
        self._session.request(request, prompt)

    async def leave(self) -> None:
        await self._session.leave()

    async def close(self) -> None:
        await self._session.close()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
async def test_choices_in_lines_and_on_boards_are_alike(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings._asked, "only_answer", False)
    session = Compared(alone(game, max(2, game.seats[0]), "same"), 1)
    async with asyncio.timeout(60):
        await PlainTable(session.lines, session).play()
    assert len(session.typed) > 4
    assert session.typed == session.drawn
