"""A table behind a room: people who come over the network sit down, ask for things and see the table."""

import asyncio
import logging
import socket
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from luckytui import FEATURES, PROGRAM
from luckytui.games import GAMES
from luckytui.games.interface import SPECTATOR
from luckytui.host.journal import Journal
from luckytui.host.journal_format import JournalLine, against_the_rules
from luckytui.table import requests
from luckytui.table.exchange import Person
from luckytui.table.journal_entries import JournalEntry, NotKept, Seated
from luckytui.table.match import StaleMove
from luckytui.table.payloads import Malformed, ViewEncoder, decode_request, encode, fitting
from luckytui.table.record import Record, write
from luckytui.table.requests import Denied
from luckytui.table.seating import lasting
from luckytui.table.table import Table
from luckytui.table.views import Door, GuestDoor, RecordPiece, TableView
from luckytui.text import N_, Sentence, UserError
from net import Member, Move, Refused, Room, Summary, View, limits, write_code
from net.connection import Alarm
from net.messages import Status
from net.names import look, printable, unique
from net.security import new_code

log = logging.getLogger(__name__)

OWNER_SEAT = 0

_NOT_UNDERSTOOD = N_(
    "The host did not understand the request ({what}). Check that both run the same version of luckytui."
)
_COMPUTER = 40  # characters of a computer's name
_EXPLANATION = 200  # characters of a fault in what was asked
_PIECE = 24_576
"""How many bytes of a record go into one view, unless there is room for fewer."""
_VIEW = limits.FRAME - 1024
"""How many bytes a view may have: the rest of a frame is for the message around it."""


class TableApplication:
    """What `net` serves: one table with its people, and when it opens and closes.

    An owner starts the game, and the table closes when the owner leaves or when nobody has been there for
    `limits.HOLD` seconds. Without an owner the game starts as soon as all seats are taken.

    For a player who has been away for that long, a bot stands in until the game is over; then the seat is
    free, as it is at once while no game is on. The owner's seat is kept for as long as the table is there.

    What must outlive the host is kept in the `journal` before it happens; what is in it already is restored.
    `closing` is called when the table is to be closed, `keep` with each finished game's record.
    """

    def __init__(
        self, journal: Journal, *, closing: Callable[[], None], keep: Callable[[Record], None]
    ) -> None:
        """Open the table of a journal. Raises JournalError when the rules do not allow what is in it."""
        header, contents = journal.header, journal.contents
        self._journal = journal
        self._owner = header.owner
        self._closing = closing
        self._keep = keep
        self._request: tuple[str, tuple[str, ...]] = ("", ())
        """The member and the request being handled, as a JournalLine names them."""
        self._unannounced: Sentence | None = None
        self._closed = False
        self._overdue: set[Member] = set()
        """Players who have been away for too long."""
        self._shown: dict[Member, TableView] = {}
        """The view that each member was sent last, without the time left and the log."""
        self._newest: dict[Member, tuple[str, TableView]] = {}
        """What each member knew when something last changed, and the view made for it then."""
        self._encode = ViewEncoder().encode
        self._record = b""
        """The record of the latest finished game."""
        self._record_of = 0
        """That game's number."""
        self._wanted: dict[Member, int] = {}
        """The members to send a piece of it, and from which byte on."""
        self.ended = asyncio.Event()
        self.end_shown = asyncio.Event()
        """Everyone who was here when a game ended has been sent its end."""
        self._unshown: set[Member] = set()
        """The members who have not been sent it yet."""
        self.is_abandoned = False
        """Whether the table closed in the middle of a game because everyone had gone."""
        self._deserted = Alarm(self._abandon)
        self.room = Room(
            self,
            program=PROGRAM,
            features=FEATURES,
            id=header.room,
            reserved={bytes.fromhex(header.owner): OWNER_SEAT} if header.owner else {},
            members=contents.members(header.owner),
        )
        self.table = Table(
            header.table,
            owner=OWNER_SEAT if header.owner else None,
            changed=self._show_changes,
            ended=self._game_ended,
            keep=self._write_down,
            look=look,
            contributors=self._contributors,
            guests=self._guests,
            is_sending_record=lambda: any(member.connected for member in self._unshown),
        )
        self.change_code: Callable[[str | None], None] = lambda _: None
        """Lets newcomers need another code."""
        self.open_door: Callable[[bool], None] = lambda _: None
        """Opens the door for guests, or closes it."""
        self._guest_door: GuestDoor | None = None
        self.admitting = contents.admitting(header.identity.code)
        """Who may join."""
        self._admit()
        journal.guard(hold_back=self.room.hold_back, release=self.room.release, failed=self._closing)
        try:
            if lines := contents.lines():
                self.table.restore(line.entry for line in lines)
            else:
                self.table.seat_bots()
        except (UserError, LookupError, ValueError) as error:
            raise against_the_rules(journal.path, header.program) from error
        self._note_who_is_here()

    # ── What the room calls: see net.room.Application ─────────────────────────────────────────────

    def info(self) -> Summary:
        seats, free = len(self.table.seating.occupants), len(self.table.seating.open_seats)
        filled: Status = "playing" if self.table.playing else "full"
        return Summary(
            game=self.table.next_choice.game,
            name=self.table.spec.name,
            host=self.table.seating.occupants[OWNER_SEAT].name if self._owner else "",
            computer=socket.gethostname()[:_COMPUTER],
            taken=seats - free,
            seats=seats,
            status="locked" if self.admitting.locked else "open" if self.open_seats() else filled,
        )

    def open_seats(self) -> Sequence[int]:
        # The owner's seat is for nobody else, who could give orders while the table closes.
        # And while the seed is made, those who are listed must be those who play.
        free = () if self.table.exchanges.is_dealing else self.table.seating.open_seats
        return [seat for seat in free if not (self._owner and seat == OWNER_SEAT)]

    def arrived(self, member: Member) -> None:
        member.name = self._name_for(member)
        self._note_who_is_here()
        if member.seat is not None:
            self.table.sit(member.seat, member.name)
            self._start_if_nobody_else_does()

    def lost(self, member: Member) -> None:
        self._show_end_without(member)
        self._note_who_is_here()
        if member.seat is not None:
            self.table.lost(member.seat)

    def hold(self, member: Member) -> float:
        is_brief = not (member.owner or self.table.begun)
        return limits.HOLD_WITHOUT_A_GAME if is_brief else limits.HOLD

    def returned(self, member: Member) -> None:
        self._overdue.discard(member)
        self._note_who_is_here()
        if member.seat is not None:
            self.table.returned(member.seat)
            if not self.table.begun:  # its beginning could not be kept
                self._start_if_nobody_else_does()

    def overdue(self, member: Member) -> None:
        if member.seat is not None and (member.owner or self.table.playing):
            self._overdue.add(member)
            self.table.stand_in(member.seat)
        else:
            self.room.remove(member)

    def left(self, member: Member) -> None:
        self._overdue.discard(member)
        self._shown.pop(member, None)
        self._newest.pop(member, None)
        self._wanted.pop(member, None)
        self._show_end_without(member)
        self._note_who_is_here()
        if member.seat is not None:
            self.table.stand_up(member.seat)
        if member.owner:
            self._closing()

    def move(self, member: Member, move: Move) -> None:
        """Handle a member's request. The payload of a refusal is the reason, a Sentence."""
        self._request = (member.key.hex(), (move.id.hex(),))
        try:
            self._ask(member, move.prompt, move.payload)
        except UserError as refusal:
            is_stale = isinstance(refusal, StaleMove)
            raise Refused("stale" if is_stale else "illegal", encode(refusal.reason)) from None
        except Malformed as error:
            log.warning("Not understood, from %s: %s", member.name, error)
            what = printable(str(error)[:_EXPLANATION])
            raise Refused("illegal", encode(Sentence(_NOT_UNDERSTOOD, {"what": what}))) from None
        finally:
            self._request = ("", ())

    def view(self, member: Member, *, first: bool = True) -> View:
        known, newest = self._newest.pop(member, ("", None))
        is_timed = newest and newest.match and newest.match.seconds is not None
        if newest is None or is_timed or known != member.known:
            (newest,) = self._table_views([member])
        news = self._fitting(member, newest)
        before = None if first else self._shown.get(member)
        self._shown[member] = _lasting(newest)
        if before and before.dealing == news.dealing:
            news = replace(news, dealing=None)
        payload = self._encode(news)
        if self._record and (piece := self._piece_for(member, _VIEW - len(payload), first=first)):
            payload = self._encode(replace(news, record=piece))
        return View(news.match.prompt if news.match else 0, payload)

    def _fitting(self, member: Member, table_view: TableView) -> TableView:
        """Return the view to send: a log too long for one view is cut to its latest entries, as a new log."""
        log_id, start, log = table_view.log_id, table_view.log_start, table_view.log
        log_id = log_id or member.known.partition(":")[0]
        member.known = f"{log_id}:{start + len(log)}"
        if (gone := len(log) - fitting(log)) == 0:
            return table_view
        return replace(table_view, log_id=log_id, log_start=start + gone, log=log[gone:])

    def is_not_announced(self, why: Sentence) -> None:
        """Let the owner know that the table is not announced on the network."""
        self._unannounced = why
        self._show_changes()

    def door_changed(self, guest_door: GuestDoor | None) -> None:
        """Let the players know how guests get in; None: not at all."""
        self._guest_door = guest_door
        self._show_changes()

    def close(self) -> None:
        """Stop all timers."""
        self._closed = True
        self.table.close()
        self._deserted.set(None)

    # ── Helpers ───────────────────────────────────────────────────────────────────────────────────

    def _table_views(self, members: Sequence[Member]) -> Iterable[TableView]:
        """Yield what each of these members may see now."""
        exchanges, guests = self.table.exchanges, None if self.table.playing else self._guest_door
        door = Door(code=self._shown_code, locked=self.admitting.locked, guests=guests)
        table_views = self.table.views([(_person(member)[0], member.known) for member in members], door)
        for member, table_view in zip(members, table_views, strict=True):
            shown = replace(
                table_view,
                dealing=exchanges.dealing(_person(member)) if "fair" in member.features else None,
                words=exchanges.words(_person(member)) if "fair" in member.features else None,
                unannounced=self._unannounced if member.owner else None,
            )
            yield shown if "review" in member.features else replace(shown, review=None)

    def _piece_for(self, member: Member, room: int, *, first: bool) -> RecordPiece | None:
        """Return the piece of the latest record that a member is sent now, of at most `room` bytes.

        At the end of the game the first one comes without asking.
        """
        if "fair" not in member.features:
            self._show_end_without(member)
            return None
        size, start = len(self._record), self._wanted.pop(member, None)
        if start is None:
            return RecordPiece(game=self._record_of, size=size) if first or not self.table.playing else None
        piece = self._record[start : start + max(0, min(_PIECE, room))]
        if start + len(piece) >= size:
            self._show_end_without(member)
        return RecordPiece(game=self._record_of, size=size, start=start, piece=piece)

    def _contributors(self) -> Sequence[Person]:
        members = (member for member in self.room.members if member.connected and "fair" in member.features)
        seated = (member for member in members if member.seat is not None and not member.is_forwarded)
        return sorted(map(_person, seated))

    def _guests(self) -> Sequence[Person]:
        return [_person(member) for member in self.room.members if member.is_forwarded]

    def _show_changes(self) -> None:
        """Send a new view to those for whom something has changed. Others would learn of secret moves."""
        members = self.room.members
        self._newest = {
            member: (member.known, table_view)
            for member, table_view in zip(members, self._table_views(members), strict=True)
        }
        for member, (_known, table_view) in self._newest.items():
            if table_view.log or _lasting(table_view) != self._shown.get(member):
                self.room.changed(member)

    def _ask(self, member: Member, prompt: int, payload: bytes) -> None:
        match decode_request(GAMES[self.table.choice.game], payload):
            case requests.Say(text=text):
                self.table.say(member.name, printable(text))
            case requests.Remove() as removal if member.owner:
                self._remove(removal, by=member)
            case requests.Lock(on=on) if member.owner:
                self._change_admitting(locked=on)
            case requests.OpenDoor(on=on) if member.owner:
                self.open_door(on)
            case requests.NewCode() if member.owner:
                # Newcomers were told the new code, so their address need not keep them out any more.
                barred = (each for each in self._barred if not each.startswith("address "))
                self._change_admitting(code=new_code(), barred=tuple(barred))
            case requests.Commit() | requests.Reveal() as share:
                self.table.exchanges.take(_person(member), share)
            case requests.Fetch(start=start):
                self._wanted[member] = max(start, 0)
            case _ if member.seat is None:
                raise Denied(N_("You are watching: only those who sit at the table can do that."))
            case requests.Request() as request:
                self.table.request(member.seat, request, prompt=prompt)

    def _write_down(self, entry: JournalEntry) -> None:
        """Write down what is about to happen, after anything that could not be written before."""
        seating = self.table.seating
        missing = [Seated(seat, lasting(seating.occupants[seat])) for seat in seating.unkept]
        self._journal.keep(*map(self._line, missing), self._line(entry, *self._request))
        seating.unkept.clear()

    def _line(self, entry: JournalEntry, by: str = "", ids: tuple[str, ...] = ()) -> JournalLine:
        person = ""
        if isinstance(entry, Seated) and entry.occupant.kind == "person":
            keys = (member.key.hex() for member in self.room.members if member.seat == entry.seat)
            person = next(keys, "")
        return JournalLine(entry, person=person, by=by, requests=ids)

    def _remove(self, removal: requests.Remove, *, by: Member) -> None:
        member = next((member for member in self.room.members if member.name == removal.name), None)
        if member is None:
            raise Denied(N_("There is nobody called {name} at this table."), name=removal.name)
        if member is by:
            raise Denied(N_("You cannot remove yourself. You can leave the table: then it closes."))
        self.room.bar(member)
        code = self.admitting.code
        with suppress(NotKept):  # until the host is resumed they are kept out all the same
            self._change_admitting(code=new_code() if code and not removal.keep_code else code)
        self.room.remove(member)

    def _change_admitting(self, **changes: Any) -> None:
        """Change who may join from now on. Raises NotKept."""
        admitting = replace(self.admitting, **{"barred": self._barred, **changes})
        self._write_down(admitting)
        self.admitting = admitting
        self._admit()
        self.change_code(admitting.code)
        self._show_changes()

    def _admit(self) -> None:
        self._shown_code = self.admitting.code and write_code(self.admitting.code)
        self.room.is_locked = self.admitting.locked
        self.room.barred = {*self.admitting.barred}

    @property
    def _barred(self) -> tuple[str, ...]:
        return tuple(sorted(self.room.barred))

    def _name_for(self, member: Member) -> str:
        """Return the member's name, numbered if someone has the same: the room does not know the bots."""
        seats = enumerate(self.table.seating.occupants)
        others = [occupant.name for seat, occupant in seats if seat != member.seat]
        return unique(member.name, [*others, *(other.name for other in self.room.members if other != member)])

    def _start_if_nobody_else_does(self) -> None:
        if not (self._owner or self.table.playing or self.table.seating.open_seats):
            with suppress(NotKept):  # it is tried again when somebody comes, or comes back
                self.table.start()

    def _game_ended(self, record: Record) -> None:
        members = self.room.members
        self._record, self._wanted = write(record), dict.fromkeys(members, 0)
        self._record_of = self.table.games
        self._unshown = {member for member in members if member.connected} or {*members}
        self.ended.set()
        self._show_end_without()
        self._keep(record)
        for member in [member for member in self._overdue if not member.owner]:
            self.room.remove(member)

    def _note_who_is_here(self) -> None:
        """Show who watches; an owned table closes when nobody has been here for too long."""
        if self._closed:
            return
        here = [member for member in self.room.members if member.connected]
        self.table.watched_by([member.name for member in here if member.seat is None])
        is_deserted = self._owner and not here
        self._deserted.set(asyncio.get_running_loop().time() + limits.HOLD if is_deserted else None)

    def _show_end_without(self, *members: Member) -> None:
        """Stop waiting for these members: they were sent the end of the game, or are gone."""
        self._unshown.difference_update(members)
        if self.ended.is_set() and not self._unshown:
            self.end_shown.set()

    def _abandon(self) -> None:
        self.is_abandoned = self.table.playing
        self._closing()


def _person(member: Member) -> Person:
    return SPECTATOR if member.seat is None else member.seat, member.name


def _lasting(table_view: TableView) -> TableView:
    """Return a view without the log, and without the time left, which every screen counts down itself."""
    match = table_view.match and replace(table_view.match, seconds=None)
    return replace(table_view, match=match, log_id="", log_start=0, log=())
