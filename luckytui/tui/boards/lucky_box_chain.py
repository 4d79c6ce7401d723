"""The chain of a turn: what somebody crossed, one step after the other, and what each step won."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from luckytui.games.interface import Event, Seat
from luckytui.games.lucky_box import BonusLost, BonusWon, Crossed, LuckyBoxView, Passed, in_play
from luckytui.games.lucky_box_deck import SIDE
from luckytui.games.lucky_box_player import ALL, BoxCard
from luckytui.text import _
from luckytui.tui.boards.lucky_box_story import CROSS, number_on, sign
from luckytui.tui.canvas import Canvas, Role

WINS = "→"


class Step(NamedTuple):
    """One cross of a turn, and what it won."""

    crossed: Crossed
    won: tuple[BonusWon | BonusLost, ...]


class Turn(NamedTuple):
    """What a seat did in a turn; nothing yet where there are neither steps nor a pass."""

    steps: tuple[Step, ...] = ()
    passed: bool = False
    """Whether it passed the number, or left a bonus unused."""


def turn_of(events: Iterable[Event], seat: Seat) -> Turn:
    """Return what a seat did, of the events of one turn."""
    turn = Turn()
    for event in events:
        match event:
            case Crossed() if event.seat == seat:
                turn = turn._replace(steps=(*turn.steps, Step(event, ())))
            case BonusWon() | BonusLost() if event.seat == seat and turn.steps:
                last = turn.steps[-1]
                turn = turn._replace(steps=(*turn.steps[:-1], last._replace(won=(*last.won, event))))
            case Passed() if event.seat == seat:
                turn = turn._replace(passed=True)
    return turn


def last_turn(log: Sequence[Event]) -> list[Event]:
    """Return the crosses, passes and bonuses of the last turn that was told, those of all seats."""
    found: list[Event] = []
    for event in reversed(log):
        if isinstance(event, Crossed | Passed | BonusWon | BonusLost):
            found.append(event)
        elif found:
            break
    return found[::-1]


def chain_text(turn: Turn, view: LuckyBoxView) -> str:
    """Return a turn in signs: each cross with its number, and after it what it won."""
    words = [step_text(step, view) for step in turn.steps]
    return " ".join([*words, _("pass")] if turn.passed else words)


def step_text(step: Step, view: LuckyBoxView) -> str:
    """Return a cross and what it won in signs."""
    won = "+".join(sign(each.bonus) for each in step.won if isinstance(each, BonusWon))
    return f"{CROSS}{number_on(view, step.crossed)}{won and f'{WINS}{won}'}"


def cards_after(cards: Sequence[BoxCard], turn: Turn, shown: int, view: LuckyBoxView) -> list[BoxCard]:
    """Return somebody's cards as they lay after so many steps of a turn that is over."""
    crosses = {card.id: card.crosses for card in cards}
    for step in turn.steps:
        crosses.setdefault(step.crossed.card, ALL)  # it was finished, and is gone
    for step in turn.steps[shown:]:
        row, column = step.crossed.cell
        crosses[step.crossed.card] &= ~(1 << SIDE * row + column)
    faces = in_play(view.options, view.seats)
    return [BoxCard(faces[card], crossed) for card, crossed in crosses.items()]


def paint_chain(canvas: Canvas, x: int, y: int, turn: Turn, shown: int, view: LuckyBoxView) -> None:
    """Write the steps of a turn in signs, the latest of those that are shown in brackets."""
    if not turn.steps:
        canvas.put(x, y, chain_text(turn, view) or "–")
    for number, step in enumerate(turn.steps, 1):
        role: Role = "fresh" if number == shown else "" if number < shown else "faint"
        text = step_text(step, view)
        x = canvas.put(x, y, f"[{text}]" if number == shown else f" {text} ", role)
