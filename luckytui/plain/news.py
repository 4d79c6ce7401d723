"""What has changed between two views of a table, in sentences."""

from collections.abc import Iterator, Sequence

from luckytui.client.local import ALONE
from luckytui.client.session import Session
from luckytui.games import title_of
from luckytui.games.interface import Ended, Event
from luckytui.shown.game import shown_of
from luckytui.shown.game_log import missed, tell
from luckytui.shown.people import all_lines, note, series_words
from luckytui.shown.scores import ranking, score_of
from luckytui.shown.words import AnyModel, seat_name
from luckytui.table.views import ChatLine, Occupant, TableEvent, TableView, TakenBack, Timeout, is_of_game
from luckytui.text import N_, _, plural, say

LATEST = 30
"""How many lines of the game log are read out."""

_CAUGHT_UP = 10
"""How many lines a newcomer hears about what happened before."""


def sentence(table_view: TableView, entry: Event) -> str:
    """Return an entry of the game log as a sentence; empty where it goes without saying."""
    if isinstance(entry, TableEvent):
        return tell(table_view, entry)
    shown = shown_of(table_view.game)
    return shown.words.tell(entry, shown.model(table_view)) or ""


def of_occupant(occupant: Occupant) -> str:
    """Say what there is to know about a player."""
    name = occupant.name or _("A seat")
    return _("{name}: {note}.", name=name, note=note(occupant) or _("open"))


def of_guests(table_view: TableView) -> Sequence[str]:
    """Say how guests get in, or why they cannot. There is no QR code: nobody could hear it."""
    guests = table_view.door and table_view.door.guests
    if guests and guests.address:
        return [text for text, _role in all_lines(guests)]
    return [say(guests.trouble) if guests and guests.trouble else _("The door is closed.")]


def of_table(now: TableView) -> Iterator[str]:
    """Tell a newcomer what is played here, and with whom."""
    game = title_of(now.game)
    is_named = now.name not in {"", _(ALONE)}
    yield _("{table}: {game}.", table=now.name, game=game) if is_named else f"{game}."
    names = [occupant.name for occupant in now.occupants if occupant.name]
    free = len(now.occupants) - len(names)
    yield _("At the table: {names}.", names=", ".join(names)) if names else _("Nobody is here yet.")
    yield from [plural("{number} seat is open.", "{number} seats are open.", free)] if free else []


def of_people(before: TableView | None, now: TableView, session: Session) -> Iterator[str]:
    """Say what has changed with the others, and how more of them get in."""
    for seat, (old, new) in enumerate(zip((before or now).occupants, now.occupants, strict=True)):
        if new != old and seat != now.seat:
            has_left = old.name and new.kind == "open"
            yield _("{name} left.", name=old.name) if has_left else of_occupant(new)
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
    fresh = now.since(before) if before else ()
    return (sentence(now, entry) for entry in fresh if isinstance(entry, ChatLine))


def of_game(model: AnyModel, before: TableView | None) -> Iterator[str]:
    """Say what happened in the game, in at most two lines for each move of the others.

    Without a view `before`, that is what the player missed, or else the latest events.
    """
    shown, now = shown_of(model.table_view.game), model.table_view
    fresh = now.since(before) if before else missed(now) or now.events
    told = [*shown.words.heard(model, shown.model(before) if before else None, [*filter(is_of_game, fresh)])]
    timeouts = dict.fromkeys(entry for entry in fresh if isinstance(entry, Timeout))
    # Report another player's timeout only if it led to an event.
    yield from (sentence(now, entry) for entry in timeouts if told or entry.seat == model.me)
    yield from (sentence(now, entry) for entry in fresh if isinstance(entry, TakenBack))
    yield from told if before else told[-_CAUGHT_UP:]
    if len(told) > _CAUGHT_UP and not before:
        yield _("For more, type “{word} {number}”.", word=_("log"), number=LATEST)


def of_results(model: AnyModel, ended: Ended) -> Iterator[str]:
    """Say who won and what decided it."""
    score = score_of(model, model.log, ended)
    for seat in ranking(ended):
        yield _("{name}: {what}.", name=seat_name(model, seat), what=score.finals[seat])
    yield from filter(None, [score.decided, series_words(model.table_view)])
