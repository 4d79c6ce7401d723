"""Scenes from real seeded games, for the pictures in this folder and for tests of the screens."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import count
from typing import Any

from msgspec.structs import replace

from luckytui.address import Address
from luckytui.bots import make
from luckytui.client.session import Session, SessionEvent, TableChanged
from luckytui.games import GAMES
from luckytui.games.interface import Event, Move, Seat
from luckytui.games.options import Options
from luckytui.table.match import Match
from luckytui.table.requests import Request
from luckytui.table.views import ChatLine, GuestDoor, MatchView, Occupant, TableView, may

NAMES = ("Ana", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kim", "Lea")
LEVEL = "random"
TABLE = "kitchen table"
ADDRESS = Address("192.0.2.17", 5825)
CODE = "7KQ-2M9"
GUEST_DOOR = GuestDoor(
    address=ADDRESS.host,
    ssh=5826,
    web=5827,
    code="384 192 576",
    fingerprint="SHA256:3z7Sb8o6k4nD2lL9fy1Gn0Vz5Sk7B3jI4Zq8Hg2P6I1",
)


class ShownSession(Session):
    """A session that shows what it is given, and takes note of what is asked of it."""

    def __init__(
        self, *told: TableView | SessionEvent, address: Address | None = None, code: str | None = None
    ) -> None:
        """Tell these things, the first of which is a scene, once somebody listens."""
        super().__init__()
        self._told = [TableChanged(each) if isinstance(each, TableView) else each for each in told]
        self.game = GAMES[next(each.table_view.game for each in self._told if isinstance(each, TableChanged))]
        self._address = address
        self.code: str | None = code
        self.requests: list[tuple[Request, int]] = []
        self.has_left = False

    @property
    def address(self) -> Address | None:
        return self._address

    def open(self, listener: Callable[[SessionEvent], object]) -> None:
        """Tell the listener what there is to tell."""
        self._listener = listener
        for each in self._told:
            self.tell(each)

    def tell(self, told: SessionEvent) -> None:
        """Tell the listener something, as the table would."""
        if isinstance(told, TableChanged):
            table_view = told.table_view
            playing = bool(table_view.match and table_view.match.view.active)
            allowed = may(table_view, playing=playing)
            self._show(replace(table_view, may=allowed, log_id="all of it"))
        else:
            self._listener(told)

    def request(self, request: Request, prompt: int = 0) -> None:
        self.requests.append((request, prompt))

    async def leave(self) -> None:
        """Take note that the player has left."""
        self.has_left = True


class SilentSession(ShownSession):
    """A session that is not told anything by itself."""

    def open(self, listener: Callable[[SessionEvent], object]) -> None:
        """Wait."""
        self._listener = listener


def lobby(game: str, *, owner: bool, people: int = 2) -> TableView:
    """Return a lobby: two people or more, a bot and an open seat."""
    occupants = (
        *(Occupant(kind="person", name=name) for name in NAMES[:people]),
        Occupant(kind="bot", name="Juno", level="normal"),
        Occupant(kind="open"),
    )
    options = GAMES[game].options()
    return TableView(
        game=game,
        name=TABLE,
        options=options,
        occupants=occupants,
        seat=0 if owner else 1,
        owner=owner,
        match=None,
    )


def with_talk(table_view: TableView, *lines: tuple[str, str]) -> TableView:
    """Return a scene in which this was said last: who said what."""
    said = tuple(ChatLine(name=name, text=text) for name, text in lines)
    return replace(table_view, log=table_view.log + said)


def with_occupant(table_view: TableView, seat: Seat, **changes: str | bool) -> TableView:
    """Return a scene in which it stands differently with one chair."""
    occupants = list(table_view.occupants)
    occupants[seat] = replace(occupants[seat], **changes)
    return replace(table_view, occupants=tuple(occupants))


def game(
    key: str,
    seats: int,
    until: Callable[[MatchView], bool],
    *,
    seat: Seat = 0,
    options: Options | None = None,
    seed: str = "clover",
    level: str = LEVEL,
    whole: bool = False,
) -> TableView:
    """Play a seeded game between bots until what `seat` is shown is as wanted; return that scene.

    `whole`: with all that has happened, as one who has been there from the beginning knows it.
    """
    chosen = options or GAMES[key].options()
    course = _course(key, level, seats, seed, chosen).shown_to(seat)
    seen, log, winners = next(scene for scene in course if until(scene[0]))
    occupants = tuple(Occupant(kind="person", name=name) for name in NAMES[:seats])
    return TableView(
        game=key,
        name=TABLE,
        options=chosen,
        occupants=occupants,
        seat=seat,
        owner=seat == 0,
        match=seen,
        log=log if whole else log[-48:],
        won=(tuple(winners),) if winners else (),
    )


class _Course:
    """A seeded game between bots: many scenes come from the same one, which is played once."""

    def __init__(self, key: str, level: str, seats: int, seed: str, options: Options) -> None:
        self._bots = [make(key, level, random.Random(f"{seed}/{number}")) for number in range(seats)]
        self._begin = partial(Match, GAMES[key], options, NAMES[:seats], seed)
        self._moves: list[Move] = []
        self._shown: dict[Seat, tuple[Match, list[tuple[MatchView, tuple[Event, ...], Sequence[Seat]]]]] = {}

    def shown_to(self, seat: Seat) -> Iterator[tuple[MatchView, tuple[Event, ...], Sequence[Seat]]]:
        """Yield what a seat is shown after each move, what has happened, and who has won."""
        match, shown = self._shown.setdefault(seat, (self._begin(), []))
        for number in count():
            if number == len(shown):
                if shown:
                    self._go_on(match, number - 1)
                *_, log = match.log.after(seat, "")
                shown.append((match.view(seat), log, match.result.winners if match.result else ()))
            yield shown[number]

    def _go_on(self, match: Match, number: int) -> None:
        asked, prompt = next(iter(match.prompts.items()))
        if number == len(self._moves):
            view = match.view(asked)
            self._moves.append(self._bots[asked].choose(view.view, view.moves))
        match.submit(asked, prompt, self._moves[number])


@cache
def _course(key: str, level: str, seats: int, seed: str, options: Options) -> _Course:
    return _Course(key, level, seats, seed, options)


Scene = tuple[TableView, TableView]
"""What a player sees before something happens, and after."""


def scene(
    key: str,
    happens: type[Event],
    *,
    seed: str,
    seats: int = 4,
    which: Callable[[Any], bool] = lambda _event: True,
    people: int = 1,
    **options: Any,
) -> Scene:
    """Play between bots until the first player sees something happen; return the views before and after it.

    Both have all events of the game, as a session shows them. `people`: how many of the seats are no bots'.
    """
    chosen = GAMES[key].options(**options)
    match = Match(GAMES[key], chosen, NAMES[:seats], seed)
    bots = [make(key, "easy", random.Random(f"{seed}/{seat}")) for seat in range(seats)]
    occupants = tuple(
        Occupant(kind="person" if seat < people else "bot", name=name)
        for seat, name in enumerate(NAMES[:seats])
    )

    def seen() -> TableView:
        return TableView(
            game=key,
            name="",
            options=chosen,
            occupants=occupants,
            seat=0,
            owner=True,
            match=match.view(0),
            log=match.log.after(0, "")[-1],
        )

    before = after = seen()
    while not any(isinstance(event, happens) and which(event) for event in after.log[len(before.log) :]):
        asked, prompt = next(iter(match.prompts.items()))
        view = match.view(asked)
        match.submit(asked, prompt, bots[asked].choose(view.view, view.moves))
        before, after = after, seen()
    return before, after


def told(match_view: MatchView) -> int:
    """Return how many events the game has told of."""
    return match_view.happened


def over(match_view: MatchView) -> bool:
    """Whether the game is over."""
    return not match_view.view.active
