"""The smallest application: members add numbers to a sum, and everyone sees it."""

from collections.abc import Sequence

from net import Member, Move, Refused, Room, Summary, View, limits


class Counter:
    """A payload is one decimal number; a prompt is how many numbers were added so far."""

    def __init__(self, seats: int = 2) -> None:
        self.seats = seats
        self.total = 0
        self.prompt = 0
        self.news: list[tuple[str, str]] = []
        self.room: Room

    def info(self) -> Summary:
        return Summary(
            game="counter",
            name="Ana's table",
            host="Ana",
            computer="pc",
            taken=0,
            seats=self.seats,
            status="open",
        )

    def open_seats(self) -> Sequence[int]:
        return range(self.seats)

    def arrived(self, member: Member) -> None:
        self._tell("arrived", member)

    def lost(self, member: Member) -> None:
        self._tell("lost", member)

    def returned(self, member: Member) -> None:
        self._tell("returned", member)

    def left(self, member: Member) -> None:
        self._tell("left", member)

    def hold(self, _member: Member) -> float:
        return limits.HOLD

    def overdue(self, member: Member) -> None:
        self.news.append(("overdue", member.name))
        self.room.remove(member)

    def move(self, member: Member, move: Move) -> None:
        if move.prompt != self.prompt:
            raise Refused("stale")
        if member.seat is None:
            raise Refused("not_turn", b"you watch")
        if int(move.payload) < 0:
            raise Refused("illegal", b"it never shrinks")
        self.total += int(move.payload)
        self.prompt += 1
        self._changed()

    def view(self, member: Member, *, first: bool) -> View:
        return View(self.prompt, str(self.total).encode())

    def _tell(self, what: str, member: Member) -> None:
        self.news.append((what, member.name))
        self._changed()

    def _changed(self) -> None:
        for member in self.room.members:
            self.room.changed(member)
