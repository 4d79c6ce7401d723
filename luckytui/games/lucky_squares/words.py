"""What the board of Lucky Squares says: names, the menu, prompts, sentences for the log, outcomes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from luckytui.games import data
from luckytui.games.interface import CHANCE, Ended, Event, Move, Seat
from luckytui.games.lucky_squares import rules
from luckytui.games.lucky_squares.model import LuckySquaresModel, Outcome, Slot, settled
from luckytui.games.lucky_squares.names import SIGNS, action_words, color_name, move_words
from luckytui.games.lucky_squares.rules import COLORS, Color
from luckytui.shown.words import Sections, by, by_several, in_one_line, seat_name, told, waiting, winners
from luckytui.text import N_, NN_, _, plural


def lacking(model: LuckySquaresModel, action: type[Move]) -> str:
    """Say why the player cannot do an action; empty when it can be done."""
    if any(type(move) is action for move in model.moves):
        return ""
    cents = model.view.cents[model.view.seat]
    if cents < rules.COSTS[action]:
        return _("you have {cents}¢", cents=cents)
    return _(action_words(action).get("lacking", ""))


def prompt(model: LuckySquaresModel) -> str:
    """Say what is asked of the player, and what Enter does."""
    if not model.at:
        return waiting(model)
    if model.doing == "pick":
        pick = _("Enter: pick {color} in secret, {cents}¢", **_cursor_values(model))
        return in_one_line((pick,), (_("←→ or 1–6: another square"),))
    if not model.naming:
        return in_one_line((_menu_prompt(model),), (_("↑↓ or 1–7: another action"),))
    way = _("↑↓ or a number: another") if model.naming == "player" else _("←→ or 1–6: another")
    return in_one_line((_naming_prompt(model),), (way, _("esc: back")))


def _menu_prompt(model: LuckySquaresModel) -> str:
    words, why = action_words(model.action), lacking(model, model.action)
    if model.action is rules.Pass:
        return _("Enter: pass")
    text = N_("{action} costs {cost}¢: {why}") if why else N_("{action}, {cost}¢ · Enter: choose {what}")
    title, what, cost = _(words["title"]), _(words["asks"]), rules.COSTS[model.action]
    return _(text, action=title, cost=cost, why=why, what=what)


def _naming_prompt(model: LuckySquaresModel) -> str:
    """Say what Enter does with the square or the player under the cursor, or why it does nothing."""
    words, named, color = action_words(model.action), model.named_squares, model.under_cursor("square")
    values = _cursor_values(model)
    if color in named:
        return _("{color} is already chosen", **values)
    if model.at not in model.open_places:
        return _(words.get("closed", ""), **values)
    if named_for := words.get("enter", ())[len(named) :]:
        return _(named_for[0], first="".join(map(color_name, named)), **values)
    squares = () if model.naming == "player" else (*named, color)
    move = move_words(model.action, *squares, name=values.get("name", ""))
    return _("Enter: {move}, {cost}¢", move=move, cost=rules.COSTS[model.action])


def _cursor_values(model: LuckySquaresModel) -> dict[str, Any]:
    if color := model.under_cursor("square"):
        return {"color": color_name(color), "cents": rules.on(model.view.squares, color)}
    return {"name": seat_name(model, model.under_cursor("seat") or 0)}


def last_deed(model: LuckySquaresModel) -> str:
    """Say what the last action before the showdown was that changed something; empty: there was none."""
    deeds = [deed for deed in model.deeds if deed.action != "pass"]
    return tell(deeds[-1], model) or "" if deeds else ""


def tell(event: Event, model: LuckySquaresModel) -> str | None:
    """Say what happened; the dice are on the board and need no words."""
    match event:
        case rules.RoundStarted(lead=lead):
            return told(model, event, seat=lead)
        case rules.Picked(seat=seat, color=str(color)):
            words = N_("You picked {color}."), N_("{name} picked {color}.")
            return by(model, seat, *words, color=color_name(color))
        case rules.Acted():
            return told(model, event, _variant(event, model), **_values(event, model, color_name))
        case rules.Showdown():
            return " ".join(sentences_of_showdown(event, model))
        case Ended(winners=seats):
            return winners(model, seats)
    return None


def _variant(event: rules.Acted, model: LuckySquaresModel) -> str:
    match event:
        case rules.Acted(action="reveal", target=target) if target == event.seat:
            return "reveal own"
        case rules.Acted(action="reveal" | "forbid", target=int(target)) if target == model.me:
            return f"{event.action} yours"
        case rules.Acted(action="change", color=None):
            return "change hidden"
    return event.action


def _values(event: rules.Acted, model: LuckySquaresModel, shown: Callable[[Color], str]) -> dict[str, object]:
    """Return the values for an action's sentence, colors as `shown` writes them."""
    values: dict[str, object] = {"number": event.rolled, "moved": event.moved}
    if isinstance(event.target, int):
        values["other"] = model.names[event.target]
    if isinstance(color := event.color or event.square or event.source, str):
        values["color"] = shown(color)
    if isinstance(pair := event.targets or event.squares, tuple):
        values["first"], values["second"] = map(shown, pair)
    return values


def sentences_of_showdown(event: rules.Showdown, model: LuckySquaresModel) -> list[str]:
    """Say who takes what, the player first, and what nobody gets."""
    words = N_("you {cents}¢ ({color})"), N_("{name} {cents}¢ ({color})")
    taken = [one for one in sorted(event.taken, key=lambda one: one.seat != model.me) if one.cents]
    what = [by(model, one.seat, *words, cents=one.cents, color=color_name(one.color)) for one in taken]
    won = _("Coins won: {what}.", what=", ".join(what)) if what else _("Nobody wins any coins.")
    losses = (_tell_of_loss(outcome, model) for outcome in settled(event, model.me))
    return [won, *filter(None, losses)]


def _tell_of_loss(outcome: Outcome, model: LuckySquaresModel) -> str:
    """Say why nobody gets the coins of a square; empty if somebody does."""
    color, seats = color_name(outcome.color), outcome.seats
    if outcome.kind == "ghost":
        return _("The ghost takes {color}.", color=color)
    if outcome.kind != "push":
        return ""
    players = [seat for seat in seats if seat != CHANCE]
    ghost = [_("the ghost")] if CHANCE in seats else []
    mine = N_("Nobody gets {color}: {names} picked it, too.")
    theirs = N_("Nobody gets {color}: {names} picked it.")
    return by_several(model, players, mine, theirs, *ghost, color=color)


def round_words(model: LuckySquaresModel) -> str:
    """Say which round it is, when the game ends, and whether a ghost picks as well."""
    view, options = model.view, model.view.options
    if view.number == 0:
        return _("The first lead player is drawn at random.")
    until = N_("Round {number}, until someone has {limit}¢")
    words = N_("Round {number} of {rounds}") if options.end == "laps" else until
    words = _(words, number=view.number, rounds=options.laps * view.seats, limit=options.limit)
    return in_one_line((words, _("a ghost picks too") if options.ghost else ""))


def slot_words(slot: Slot, model: LuckySquaresModel) -> str:
    """Say in a list's few words what came of an action or a pick."""
    if slot.deed:
        short = data("lucky-squares", "words.toml")["list"][_variant(slot.deed, model)]
        return _(short, **_values(slot.deed, model, SIGNS.__getitem__))
    if slot.status == "now" and model.view.square:
        return _("populate {sign} …", sign=SIGNS[model.view.square])
    if model.view.stage == "pick":
        return _("is picking") if slot.status == "now" else _("has picked")
    return _("forbidden") if slot.status == "forbidden" else ""


def hidden(state: rules.LuckySquares, seat: Seat) -> str:
    """Say what color a seat has picked."""
    return color_name(pick) if (pick := state.picks[seat]) else ""


def heard(model: LuckySquaresModel, before: object, news: Sequence[Event]) -> Iterator[str]:  # noqa: ARG001
    """Tell what is new; at a showdown, who takes what, then what nobody gets."""
    for event in news:
        if isinstance(event, rules.Showdown):
            yield from sentences_of_showdown(event, model)
        elif told := tell(event, model):
            yield told


def sections(model: LuckySquaresModel) -> Sections:
    """Return what there is to tell of the board."""
    names = ", ".join(seat_name(model, seat) for seat in model.view.pending)
    return {
        _("squares"): [_told(model, color) for color in COLORS],
        _("cards"): [_card(model, seat) for seat in model.clockwise(model.owner)],
        _("order"): [_("Actions to come: {names}.", names=names)] if names else [],
        _("scores"): [_purse(model, seat) for seat in model.clockwise(model.owner)],
        _("round"): [_("{round}.", round=round_words(model))],
    }


def _told(model: LuckySquaresModel, color: Color) -> str:
    cents, name = rules.on(model.view.squares, color), color_name(color).capitalize()
    return plural("{color}: {number} cent.", "{color}: {number} cents.", cents, color=name)


def _purse(model: LuckySquaresModel, seat: Seat) -> str:
    theirs = NN_("{name} has {number} cent.", "{name} has {number} cents.")
    mine = NN_("You have {number} cent.", "You have {number} cents.")
    return plural(*(mine if seat == model.me else theirs), model.view.cents[seat], name=model.names[seat])


def _card(model: LuckySquaresModel, seat: Seat) -> str:
    name, card, pick = model.names[seat], model.cards[seat], model.view.pick
    if seat == model.me:
        mine = N_("You have picked {color} in secret.") if pick else N_("You have not picked yet.")
        mine = N_("You have picked {color}, for all to see.") if card else mine
        return _(mine, color=pick and color_name(pick))
    if card:
        return _("{name} has picked {color}, for all to see.", name=name, color=color_name(card))
    changed = N_("{name}'s card is hidden, and was changed in this round.")
    return _(changed if seat in model.view.changed else N_("{name}'s card is hidden."), name=name)
