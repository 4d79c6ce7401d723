"""What every board is: one focusable widget that shows a view and offers the moves that came with it."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.message import Message

from luckytui.games.interface import Ended, Event, Move, Seat
from luckytui.table.views import MatchView, TableView
from luckytui.text import _, plural
from luckytui.tui.boards.model import Model
from luckytui.tui.commands import Command
from luckytui.tui.widgets.painted import Painted

_LONGEST_WAITING = 60
"""How many columns the names of those who are awaited may take; beyond that they are counted."""


class Board(Painted, can_focus=True):
    """A game's board. It computes no rules: what can be done is what the snapshot's moves say.

    A game derives its own, paints it in `paint`, and posts `Chosen` when the player has decided.
    """

    DEFAULT_CSS = """
    Board { height: 1fr; }
    """

    VERBS: ClassVar[Sequence[Command]] = ()
    BINDINGS: ClassVar[list[BindingType]] = []
    LEGEND: ClassVar[Sequence[tuple[str, str]]] = ()
    """The glyphs on the board, each with what it means (English, marked for translation)."""

    class Chosen(Message):
        """The player wants to make this move, in answer to that prompt."""

        def __init__(self, move: Move, prompt: int) -> None:
            super().__init__()
            self.move = move
            self.prompt = prompt

    def __init__(self, table_view: TableView, match_view: MatchView) -> None:
        super().__init__()
        self.table_view = table_view
        self.match_view = match_view
        self.on_cursor: Callable[[], None] = lambda: None
        """Called when the cursor, or what is picked up, has changed. It is no message: the prompt line is to
        follow in the same frame."""

    def show(self, table_view: TableView, match_view: MatchView) -> None:
        """Show a newer scene."""
        asked_anew = match_view.prompt != self.match_view.prompt
        self.table_view, self.match_view = table_view, match_view
        self.adapt(asked_anew=asked_anew)
        self.repaint()
        self.refresh_bindings()

    def adapt(self, *, asked_anew: bool) -> None:
        """Bring the cursor to where it makes sense in the new snapshot."""

    @abstractmethod
    def prompt_text(self) -> str:
        """Say in one line what is asked of the player now, and what Enter would do."""

    @abstractmethod
    def tell(self, event: Event) -> str | None:
        """Say in a sentence what happened; None for what needs no words."""

    def choose(self, move: Move) -> None:
        """Make a move."""
        self.post_message(self.Chosen(move, self.match_view.prompt))

    def cursor_moved(self) -> None:
        """Paint the cursor where it is now, and have the prompt line follow."""
        self.repaint()
        self.on_cursor()

    def is_me(self, seat: Seat) -> bool:
        """Whether that is the player's own seat."""
        return seat == self.match_view.view.seat

    def name_of(self, seat: Seat) -> str:
        """Return who sits at a seat."""
        return self.match_view.names[seat]

    def by(self, seat: Seat, mine: str, theirs: str, /, **values: object) -> str:
        """Return the sentence for what the player did, or the one for what somebody else, {name}, did."""
        return _(mine, **values) if self.is_me(seat) else _(theirs, name=self.name_of(seat), **values)

    def asked_text(self) -> str:
        """Say in a few words, for the title, that the player is asked something."""
        return _("▸ your turn")

    def waiting_text(self) -> str:
        """Say who is awaited."""
        names = [self._name_and_line(seat) for seat in self.match_view.view.active]
        words = _("Waiting for {names}.", names=", ".join(names))
        if cell_len(words) <= _LONGEST_WAITING:
            return words
        return plural("Waiting for {number} player.", "Waiting for {number} players.", len(names))

    def _name_and_line(self, seat: Seat) -> str:
        """Return who sits at a seat, and whether they cannot answer now."""
        occupant = self.table_view.occupants[seat]
        if occupant.kind == "left":
            return _("{name} (has left)", name=self.name_of(seat))
        return (
            self.name_of(seat) if occupant.here else _("{name} (the line is down)", name=self.name_of(seat))
        )

    def tell_winners(self, winners: Sequence[Seat]) -> str:
        """Say who won."""
        if len(winners) > 1:
            return _("{names} share the win.", names=", ".join(self.name_of(seat) for seat in winners))
        return _("You win!") if self.is_me(winners[0]) else _("{name} wins.", name=self.name_of(winners[0]))

    @abstractmethod
    def score_title(self) -> str:
        """Say what the final scores count."""

    def ranking(self, ended: Ended) -> list[Seat]:
        """Return the seats, the best first."""
        return sorted(
            range(len(ended.scores)), key=lambda seat: (seat not in ended.winners, -ended.scores[seat])
        )


M = TypeVar("M", bound=Model[Any, Any])


def bindings(commands: Iterable[Command]) -> list[BindingType]:
    """Return Textual's bindings for a board's commands, each of which the board's model does."""
    return [
        Binding(command.keys, f"do('{command.name}')", command.label, show=bool(command.label))
        for command in commands
    ]


class ModelBoard(Board, Generic[M]):
    """A board that keeps what it knows in a model, and asks that what each key does."""

    def __init__(self, model: M) -> None:
        super().__init__(model.table_view, model.match_view)
        self.model: M = model.settled(asked_again=True)

    def adapt(self, *, asked_anew: bool) -> None:
        """Take over the newer view."""
        self.model = replace(self.model, table_view=self.table_view).settled(asked_again=asked_anew)

    def follow(self, step: Move | M | None) -> None:
        """Make the move that a key stands for, or take the cursor where it leads."""
        if isinstance(step, Move):
            self.choose(step)
        elif step is not None:
            self.model = step
            self.cursor_moved()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which commands do something now."""
        command = str(parameters[0]) if action == "do" else action
        return self.model.does(command) is not None

    def action_do(self, command: str) -> None:
        """Do what a command stands for."""
        self.follow(self.model.does(command))

    def on_key(self, event: Key) -> None:
        """Follow a typed name, as of a cell."""
        if event.character and (step := self.model.typed(event.character)):
            self.follow(step)
            event.stop()
