"""What the board of Lucky Squares says: names, the menu, prompts, sentences for the log, outcomes."""

from collections.abc import Callable
from typing import NamedTuple

from luckytui.games import lucky_squares as rules
from luckytui.games.interface import Ended, Event, Move
from luckytui.games.lucky_squares import COLORS, Color
from luckytui.text import N_, _
from luckytui.tui.boards.lucky_squares.model import LuckySquaresModel, Outcome, Slot
from luckytui.tui.boards.words import by, columns, in_one_line, seat_name, waiting, winners, you_or_name
from luckytui.tui.canvas import Role

LEAD, GHOST = "♛", "◌"

SIGNS: dict[Color, str] = dict(zip(COLORS, "♥▲♦■♣♠", strict=True))
"""The sign of each square, where there is no room for its name, or no color."""

_NAMES = (N_("red"), N_("yellow"), N_("blue"), N_("magenta"), N_("green"), N_("black"))


def color_name(color: Color) -> str:
    """Return what a square is called."""
    return _(_NAMES[COLORS.index(color)])


def signed(color: Color) -> str:
    """Return a square's sign and its name."""
    return f"{SIGNS[color]} {color_name(color)}"


class ActionWords(NamedTuple):
    """What is said of an action. All texts are English, marked for translation."""

    title: str
    does: str
    asks: str = ""
    """What has to be named for it."""
    enter: tuple[str, ...] = ()
    """What Enter does with each thing that is named; the last one makes the move."""
    closed: str = ""
    """Why a square or a player cannot be named."""
    lacking: str = ""
    """Why a player who could pay for it cannot do it."""


ACTIONS: dict[type[Move], ActionWords] = {
    rules.Pass: ActionWords(N_("Pass"), N_("do nothing")),
    rules.Reveal: ActionWords(
        N_("Reveal"),
        N_("turn up a hidden card"),
        asks=N_("whose card"),
        enter=(N_("Enter: turn up the card of {name}, {cost}¢"),),
        closed=N_("The card of {name} is open already"),
        lacking=N_("no card is hidden"),
    ),
    rules.Change: ActionWords(
        N_("Change"),
        N_("pick another square"),
        asks=N_("another square"),
        enter=(N_("Enter: change your pick to {color}, {cost}¢"),),
        closed=N_("{color} is your pick already"),
    ),
    rules.Populate: ActionWords(
        N_("Populate"),
        N_("roll coins onto one"),
        asks=N_("the square"),
        enter=(N_("Enter: roll the die for {color}, {cost}¢"),),
    ),
    rules.Split: ActionWords(
        N_("Split"),
        N_("halve one onto two"),
        asks=N_("the square to halve"),
        enter=(
            N_("Split · Enter: halve {color}, {cents}¢"),
            N_("Split {first} · Enter: one half to {color}"),
            N_("Enter: split {first} between {second} and {color}, {cost}¢"),
        ),
        closed=N_("{color} has less than 2¢ to split"),
        lacking=N_("no square has 2¢"),
    ),
    rules.Swap: ActionWords(
        N_("Swap"),
        N_("exchange two squares"),
        asks=N_("the two squares"),
        enter=(N_("Swap · Enter: take {color}, {cents}¢"), N_("Enter: swap {first} and {color}, {cost}¢")),
        closed=N_("{color} is empty as well"),
        lacking=N_("all squares are empty"),
    ),
    rules.Forbid: ActionWords(
        N_("Forbid"),
        N_("take away an action"),
        asks=N_("whose action"),
        enter=(N_("Enter: forbid {name}'s next action, {cost}¢"),),
        closed=N_("{name} has no action left to forbid"),
        lacking=N_("nobody is left to act"),
    ),
}


def lacking(model: LuckySquaresModel, action: type[Move]) -> str:
    """Say why the player cannot do an action; empty when it can be done."""
    lacks = model.lacking(action)
    if lacks == "cents":
        return _("you have {cents}¢", cents=model.view.cents[model.view.seat])
    return _(ACTIONS[action].lacking) if lacks else ""


def prompt(model: LuckySquaresModel) -> str:
    """Say what is asked of the player, and what Enter does."""
    if not model.asked:
        return waiting(model)
    if model.picks:
        pick = _("Enter: pick {color} in secret, {cents}¢", **_cursor_values(model))
        return in_one_line((pick,), (_("←→ or 1–6: another square"),))
    if not model.naming:
        return in_one_line((_menu_prompt(model),), (_("↑↓ or a letter: another action"),))
    way = _("↑↓ or a number: another") if model.naming == "player" else _("←→ or 1–6: another")
    return in_one_line((_naming_prompt(model),), (way, _("esc: back")))


def _menu_prompt(model: LuckySquaresModel) -> str:
    words, action = ACTIONS[model.action], model.action
    if action is rules.Pass:
        return _("Enter: pass")
    title, cost = _(words.title), rules.COSTS[action]
    if why := lacking(model, action):
        return _("{action} costs {cost}¢: {why}", action=title, cost=cost, why=why)
    return _("{action}, {cost}¢ · Enter: choose {what}", action=title, cost=cost, what=_(words.asks))


def _naming_prompt(model: LuckySquaresModel) -> str:
    """Say what Enter does with the square or the player under the cursor, or why it does nothing."""
    words, named = ACTIONS[model.action], model.cursor.named
    values = {"cost": rules.COSTS[model.action], **_cursor_values(model)}
    values |= dict(zip(("first", "second"), map(color_name, named), strict=False))
    if model.naming == "square" and model.color in named:
        return _("{color} is already chosen", **values)
    is_open = model.seat in model.targets if model.naming == "player" else model.color in model.open_squares
    return _(words.enter[len(named)] if is_open else words.closed, **values)


def _cursor_values(model: LuckySquaresModel) -> dict[str, object]:
    cents = rules.on(model.view.squares, model.color)
    return {"color": color_name(model.color), "cents": cents, "name": seat_name(model, model.seat)}


def tell(event: Event, model: LuckySquaresModel) -> str | None:
    """Say what happened; the dice are on the board and need no words."""
    match event:
        case rules.RoundStarted(number=number, lead=lead):
            words = N_("Round {number}: you lead."), N_("Round {number}: {name} leads.")
            return by(model, lead, *words, number=number)
        case rules.Picked(seat=seat, color=str(color)) if model.is_me(seat):
            return _("You picked {color}.", color=color_name(color))
        case rules.Acted():
            words, values = _ACTED[_variant(event, model)], _values(event, model, color_name)
            return by(model, event.seat, *words, **values)
        case rules.Showdown():
            return _tell_of_showdown(event, model)
        case Ended(winners=seats):
            return winners(model, seats)
    return None


_ACTED = {
    "pass": (N_("You passed."), N_("{name} passed.")),
    "reveal": (N_("You had {other} show a card: {color}."), N_("{name} had {other} show a card: {color}.")),
    "reveal own": (N_("You showed your card: {color}."), N_("{name} showed their own card: {color}.")),
    "reveal yours": ("", N_("{name} had you show your card: {color}.")),
    "change": (N_("You changed to {color}."), N_("{name} changed to {color}.")),
    "change hidden": ("", N_("{name} changed their card.")),
    "populate": (N_("You rolled {number} for {color}."), N_("{name} rolled {number} for {color}.")),
    "split": (
        N_("You split {color}: {moved}¢ each to {first} and {second}."),
        N_("{name} split {color}: {moved}¢ each to {first} and {second}."),
    ),
    "swap": (N_("You swapped {first} and {second}."), N_("{name} swapped {first} and {second}.")),
    "forbid": (N_("You forbade {other}'s next action."), N_("{name} forbade {other}'s next action.")),
    "forbid yours": ("", N_("{name} forbade your next action.")),
}
"""The sentences for the player's own actions and for those of others."""

_ACTED_SHORT = {
    "pass": N_("pass"),
    "reveal": N_("reveal {color} {other}"),
    "reveal own": N_("reveal {color} own"),
    "reveal yours": N_("reveal {color} your"),
    "change": N_("change to {color}"),
    "change hidden": N_("change"),
    "populate": N_("populate {color} +{number}"),
    "split": N_("split {color} → {first} {second}"),
    "swap": N_("swap {first} ↔ {second}"),
    "forbid": N_("forbid {other}"),
    "forbid yours": N_("forbid you"),
}
"""The same in the width of a list."""


def _variant(event: rules.Acted, model: LuckySquaresModel) -> str:
    """Return the key of an action's sentence."""
    match event:
        case rules.Acted(action="reveal", target=target) if target == event.seat:
            return "reveal own"
        case rules.Acted(action="reveal" | "forbid", target=int(target)) if model.is_me(target):
            return f"{event.action} yours"
        case rules.Acted(action="change", color=None):
            return "change hidden"
    return event.action


def _values(event: rules.Acted, model: LuckySquaresModel, shown: Callable[[Color], str]) -> dict[str, object]:
    """Return the values for an action's sentence, colors as `shown` writes them."""
    values: dict[str, object] = {"number": event.rolled, "moved": event.moved}
    if isinstance(event.target, int):
        values["other"] = model.name_of(event.target)
    if isinstance(color := event.color or event.square or event.source, str):
        values["color"] = shown(color)
    if isinstance(pair := event.targets or event.squares, tuple):
        values["first"], values["second"] = map(shown, pair)
    return values


def _tell_of_showdown(event: rules.Showdown, model: LuckySquaresModel) -> str:
    """Say who takes what, the player first, and what nobody gets."""
    words = N_("you {cents}¢ ({color})"), N_("{name} {cents}¢ ({color})")
    what = ", ".join(
        by(model, one.seat, *words, cents=one.cents, color=color_name(one.color))
        for one in sorted(event.taken, key=lambda one: not model.is_me(one.seat))
        if one.cents
    )
    sentences = [_("Coins won: {what}.", what=what) if what else _("Nobody wins any coins.")]
    sentences += [_tell_of_loss(outcome, model) for outcome in model.settle(event)]
    return " ".join(filter(None, sentences))


def _tell_of_loss(outcome: Outcome, model: LuckySquaresModel) -> str:
    """Say why nobody gets a square; empty where that is not so."""
    color = color_name(outcome.color)
    if outcome.kind == "ghost":
        return _("The ghost takes {color}.", color=color)
    if outcome.kind != "push":
        return ""
    *names, last = _pickers(outcome, model)
    both = N_("Nobody gets {color}: {names} and {last} both picked it.")
    many = N_("Nobody gets {color}: {names} and {last} all picked it.")
    return _(both if len(names) == 1 else many, color=color, names=", ".join(names), last=last)


def _pickers(outcome: Outcome, model: LuckySquaresModel) -> list[str]:
    names = [you_or_name(model, seat) for seat in outcome.seats]
    return [*names, _("the ghost")] if outcome.by_ghost else names


def round_words(model: LuckySquaresModel) -> str:
    """Say which round it is, when the game ends, and whether a ghost picks as well."""
    view, options = model.view, model.view.options
    if view.number == 0:
        return _("The first lead player is drawn.")
    if options.end == "laps":
        words = _("Round {number} of {rounds}", number=view.number, rounds=options.laps * view.seats)
    else:
        words = _("Round {number}, until someone has {limit}¢", number=view.number, limit=options.limit)
    return in_one_line((words, _("a ghost picks too") if options.ghost else ""))


def slot_words(slot: Slot, model: LuckySquaresModel) -> str:
    """Say in the width of a list what has become of an action, or of a pick."""
    if slot.deed:
        words, values = _ACTED_SHORT[_variant(slot.deed, model)], _values(slot.deed, model, SIGNS.__getitem__)
        return _(words, **values)
    if slot.status == "forbidden":
        return _("forbidden")
    if slot.status == "now" and model.view.square:
        return _("populate {sign} …", sign=SIGNS[model.view.square])
    if model.view.stage == "pick":
        return _("is picking") if slot.status == "now" else _("has picked")
    return ""


def signed_cents(cents: int) -> str:
    """Write how many cents more, or less."""
    return f"{cents:+}".replace("-", "−")


def outcome_words(outcome: Outcome) -> tuple[str, str, Role]:
    """Say what became of a square: a word, the cents, and how good that is."""
    cents = f"{outcome.cents}¢"
    if outcome.kind == "stays":
        return _("stays"), cents, "faint"
    if outcome.kind == "taken":
        return _("taken"), f"+{cents}" if outcome.cents else cents, "fresh"
    return _("lost"), f"−{cents}" if outcome.cents else cents, "warn"


def result_words(outcome: Outcome, model: LuckySquaresModel, room: int) -> tuple[str, Role]:
    """Say below a square what has just become of it, in `room` columns."""
    word, cents, role = outcome_words(outcome)
    if outcome.kind == "stays":
        return word, role
    if outcome.kind != "push":
        word = you_or_name(model, outcome.seats[0]) if outcome.seats else _("ghost")
    return next((text for text in (f"{word} {cents}", cents) if columns(text) <= room), ""), role
