"""What is new in a table's view since an earlier one, in sentences."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from luckytui.client.session import Session
from luckytui.games.interface import Ended, Event, TurnBegan
from luckytui.shown.game import shown_of
from luckytui.shown.people import all_lines, note, series_words
from luckytui.shown.scores import ranking, score_of
from luckytui.shown.words import AnyModel, by, seat_name
from luckytui.table.views import ChatLine, MatchView, Occupant, TableView, Timeout
from luckytui.text import N_, _, say

LATEST = 30
"""How many lines of the game log are read out."""

_CAUGHT_UP = 10
"""How many lines are read out of what happened before one came to a table."""


def sentence(table_view: TableView, entry: Event | ChatLine | Timeout) -> str:
    """Say what an entry of the game log is about; nothing where that goes without saying."""
    if isinstance(entry, ChatLine):
        return _("{name}: “{text}”", name=entry.name, text=entry.text)
    shown = shown_of(table_view.game)
    model: AnyModel = shown.model(table_view)
    if isinstance(entry, Timeout):
        return _("Time ran out for {name}.", name=seat_name(model, entry.seat))
    return shown.words.tell(entry, model) or ""


def of_occupant(occupant: Occupant) -> str:
    """Say what there is to know of somebody with a seat."""
    name = occupant.name or _("A seat")
    return _("{name}: {note}.", name=name, note=note(occupant) or _("open"))


def of_guests(table_view: TableView) -> Sequence[str]:
    """Say how guests get in, or why they cannot; to draw a code for a phone is of no use here."""
    guests = table_view.door and table_view.door.guests
    if guests and guests.address:
        return [text for text, _role in all_lines(guests)]
    return [say(guests.trouble) if guests and guests.trouble else _("The door is closed.")]


def of_people(before: TableView | None, now: TableView, session: Session) -> Iterator[str]:
    """Say what has changed with the others, and how more of them get in."""
    for seat, (old, new) in enumerate(zip((before or now).occupants, now.occupants, strict=True)):
        if new != old and seat != now.seat:
            yield of_occupant(new)
    door, old_door = now.door, before and before.door
    if door and door.code and door != old_door:
        words = N_("Others join with: luckytui join {address} --code {code}")
        yield _(words, address=session.address, code=door.code)
    if door and door.guests and door.guests != (old_door and old_door.guests):
        yield from of_guests(now)
    if now.unannounced and not before:
        yield say(now.unannounced)


def of_chat(before: TableView | None, now: TableView) -> Iterator[str]:
    """Repeat what was said since an earlier view."""
    heard = before.said[-1].number if before and before.said else 0
    return (sentence(now, line) for line in now.said if before and line.number > heard)


def of_game(model: AnyModel, old: MatchView | None) -> Iterator[str]:
    """Say what has happened in the game: of each other's move no more than two lines."""
    shown, now = shown_of(model.table_view.game), model.match_view
    before = shown.model(replace(model.table_view, match=old)) if old else None
    told = [*shown.spoken.heard(model, before, events_since(old, now))]
    timeouts = [each.seat for each in now.timeouts if old and each not in old.timeouts]
    words = N_("Your time ran out: a safe move was made for you."), N_("Time ran out for {name}.")
    # Of somebody else's, only that from which something came.
    yield from (by(model, seat, *words) for seat in dict.fromkeys(timeouts) if told or model.is_me(seat))
    yield from _taken_back(model, old, now)
    yield from told if old else told[-_CAUGHT_UP:]
    if len(told) > _CAUGHT_UP and not old:
        yield _("For more, type “{word} {number}”.", word=_("log"), number=LATEST)


def events_since(before: MatchView | None, now: MatchView) -> Sequence[Event]:
    """Return what has happened since an earlier view; of a game that had begun before, what was missed."""
    if before is None:
        return now.log[len(now.log) - now.missed :] if now.log_start or now.missed else now.log
    known = before.happened - now.log_start
    return now.log[max(known, 0) :]


def _taken_back(model: AnyModel, before: MatchView | None, now: MatchView) -> Iterator[str]:
    """Say who took a move back that was told."""
    gone = before.log[max(now.happened - before.log_start, 0) :] if before else ()
    seats = {event.seat for event in gone if not isinstance(event, TurnBegan) and hasattr(event, "seat")}
    words = N_("You took your last move back."), N_("{name} took the last move back.")
    return (by(model, seat, *words) for seat in sorted(seats))


def of_results(model: AnyModel) -> Iterator[str]:
    """Say who won and what decided it."""
    ended = next(event for event in reversed(model.log) if isinstance(event, Ended))
    score = score_of(model, model.log, ended)
    for seat in ranking(ended):
        yield _("{name}: {what}.", name=seat_name(model, seat), what=score.finals[seat])
    yield from filter(None, [score.decided, series_words(model.table_view)])
