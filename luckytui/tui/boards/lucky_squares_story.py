"""The sentences of Lucky Squares: what happened, and in a few words what each did and what became of it."""

from collections.abc import Iterable
from typing import NamedTuple

from luckytui.games.interface import Ended, Event
from luckytui.games.lucky_squares import (
    Acted,
    Color,
    LuckySquaresView,
    Picked,
    RoundStarted,
    Showdown,
    Taken,
    on,
)
from luckytui.text import N_, _
from luckytui.tui.boards.base import Board
from luckytui.tui.boards.lucky_squares_course import LOST, NOW, Settled, Slot
from luckytui.tui.canvas import Role

SIGNS: dict[Color, str] = {
    "red": "♥",
    "yellow": "▲",
    "blue": "♦",
    "magenta": "■",
    "green": "♣",
    "black": "♠",
}
"""What a square is told by where there is no room for its name, or no color."""

LEAD = "♛"

_NAMES: dict[Color, str] = {
    "red": N_("red"),
    "yellow": N_("yellow"),
    "blue": N_("blue"),
    "magenta": N_("magenta"),
    "green": N_("green"),
    "black": N_("black"),
}


def color_name(color: Color) -> str:
    """Return what a square is called."""
    return _(_NAMES[color])


# ── Sentences ─────────────────────────────────────────────────────────────────────────────────────


def tell(board: Board, event: Event) -> str | None:
    """Say in a sentence what happened; the dice are on the board and need no words."""
    match event:
        case RoundStarted(number=number, lead=lead):
            mine, theirs = N_("Round {number}: you lead."), N_("Round {number}: {name} leads.")
            return board.by(lead, mine, theirs, number=number)
        case Picked(seat=seat, color=str(color)) if board.is_me(seat):
            return _("You picked {color}.", color=color_name(color))
        case Acted():
            return _tell_of_action(board, event)
        case Showdown():
            return _tell_of_showdown(board, event)
        case Ended(winners=winners):
            return board.tell_winners(winners)
    return None


def _tell_of_action(board: Board, event: Acted) -> str:
    match event:
        case Acted(action="reveal", seat=seat, target=int(target), color=str(color)) if seat == target:
            words = N_("You showed your card: {color}."), N_("{name} showed the own card: {color}.")
            return board.by(seat, *words, color=color_name(color))
        case Acted(action="reveal", target=int(target), color=str(color)) if board.is_me(target):
            name = board.name_of(event.seat)
            return _("{name} had you show your card: {color}.", name=name, color=color_name(color))
        case Acted(action="reveal", target=int(target), color=str(color)):
            words = (
                N_("You had {other} show a card: {color}."),
                N_("{name} had {other} show a card: {color}."),
            )
            return board.by(event.seat, *words, other=board.name_of(target), color=color_name(color))
        case Acted(action="change", color=str(color)):
            words = N_("You changed to {color}."), N_("{name} changed to {color}.")
            return board.by(event.seat, *words, color=color_name(color))
        case Acted(action="change"):
            return _("{name} changed the card.", name=board.name_of(event.seat))
        case Acted(square=str(color), rolled=int(number)):
            words = N_("You rolled {number} for {color}."), N_("{name} rolled {number} for {color}.")
            return board.by(event.seat, *words, number=number, color=color_name(color))
        case Acted(source=str(source), targets=(first, second), moved=int(moved)):
            words = (
                N_("You split {source}: {moved}¢ each to {first} and {second}."),
                N_("{name} split {source}: {moved}¢ each to {first} and {second}."),
            )
            colors = {"first": color_name(first), "second": color_name(second)}
            return board.by(event.seat, *words, source=color_name(source), moved=moved, **colors)
        case Acted(squares=(first, second)):
            words = N_("You swapped {first} and {second}."), N_("{name} swapped {first} and {second}.")
            return board.by(event.seat, *words, first=color_name(first), second=color_name(second))
        case Acted(action="forbid", target=int(target)) if board.is_me(target):
            return _("{name} forbade you your next action.", name=board.name_of(event.seat))
        case Acted(action="forbid", target=int(target)):
            words = N_("You forbade {other} the next action."), N_("{name} forbade {other} the next action.")
            return board.by(event.seat, *words, other=board.name_of(target))
    return board.by(event.seat, N_("You passed."), N_("{name} passed."))


def _tell_of_showdown(board: Board, event: Showdown) -> str:
    """Say who takes what, the player first, and what nobody gets."""
    taken = sorted((one for one in event.taken if one.cents), key=lambda one: not board.is_me(one.seat))
    what = _listed(_tell_of_taking(board, one) for one in taken)
    sentences = [_("Taken: {what}.", what=what) if taken else _("Nothing is taken.")]
    if event.pushed:
        sentences.append(_("Push: {colors}.", colors=_listed(map(color_name, event.pushed))))
    if event.ghost:
        sentences.append(_("Ghost: {color}.", color=color_name(event.ghost)))
    return " ".join(sentences)


def _tell_of_taking(board: Board, taken: Taken) -> str:
    words = N_("you {cents}¢ ({color})"), N_("{name} {cents}¢ ({color})")
    return board.by(taken.seat, *words, cents=taken.cents, color=color_name(taken.color))


# ── In a few words ────────────────────────────────────────────────────────────────────────────────


def round_words(board: Board, view: LuckySquaresView) -> str:
    """Say which round it is, who leads, and when the game ends."""
    options = view.options
    if view.number == 0:
        return _("It is drawn who leads.")
    if options.end == "laps":
        words = _("Round {number} of {rounds}", number=view.number, rounds=options.laps * view.seats)
    else:
        words = _("Round {number}, until somebody has {limit}¢", number=view.number, limit=options.limit)
    lead = board.by(view.lead, N_("you lead"), N_("{name} leads"))
    return " · ".join([words, f"{LEAD} {lead}", *([_("a ghost picks too")] if options.ghost else [])])


def slot_words(board: Board, view: LuckySquaresView, slot: Slot) -> str:
    """Say in the width of a list what has become of an action, or of a pick."""
    if slot.deed:
        return _deed_words(board, slot.deed)
    if slot.mark == LOST:
        return _("forbidden")
    if slot.mark == NOW and view.square:
        return _("populate {sign} …", sign=SIGNS[view.square])
    if view.stage == "pick":
        return _("is picking") if slot.mark == NOW else _("has picked")
    return ""


def _deed_words(board: Board, deed: Acted) -> str:
    """Say what a player did."""
    match deed:
        case Acted(action="reveal", target=int(target), color=str(color)):
            who = (
                _("own")
                if target == deed.seat
                else _("your")
                if board.is_me(target)
                else board.name_of(target)
            )
            return _("reveal {sign} {who}", sign=SIGNS[color], who=who)
        case Acted(action="change", color=str(color)):
            return _("change to {sign}", sign=SIGNS[color])
        case Acted(action="change"):
            return _("change")
        case Acted(square=str(color), rolled=int(number)):
            return _("populate {sign} +{number}", sign=SIGNS[color], number=number)
        case Acted(source=str(source), targets=(first, second)):
            signs = {"first": SIGNS[first], "second": SIGNS[second]}
            return _("split {source} → {first} {second}", source=SIGNS[source], **signs)
        case Acted(squares=(first, second)):
            return _("swap {first} ↔ {second}", first=SIGNS[first], second=SIGNS[second])
        case Acted(action="forbid", target=int(target)):
            who = _("you") if board.is_me(target) else board.name_of(target)
            return _("forbid {who}", who=who)
    return _("pass")


class Outcome(NamedTuple):
    """What became of a square at a showdown: a word, the cents, whose pick it was, and how it looks."""

    word: str
    cents: str
    who: str
    role: Role


def outcome(board: Board, settled: Settled, color: Color) -> Outcome:
    """Return what became of a square."""
    picks = settled.showdown.picks
    seats = sorted((seat for seat, pick in enumerate(picks) if pick == color), key=board.is_me, reverse=True)
    names = [_("you") if board.is_me(seat) else board.name_of(seat) for seat in seats]
    who = _listed([*names, _("ghost")] if settled.showdown.ghost == color else names)
    cents = on(settled.squares, color)
    if color in settled.showdown.pushed:
        return Outcome(_("push"), f"−{cents}¢" if cents else "0¢", who, "warn")
    if not seats:
        return Outcome(_("stays"), f"{cents}¢", who or _("nobody"), "faint")
    role: Role = "fresh" if board.is_me(seats[0]) else "strong"
    return Outcome(_("taken"), f"+{cents}¢" if cents else "0¢", who, role)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
