"""The stage: what has just happened, shown on the board picture by picture before it goes on.

It keeps no clock: the board asks how long a picture is to be shown. The table goes on meanwhile, and any key
shows the end at once. Until then log, title and prompt say no more than the pictures have shown.
"""

from collections import deque
from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

M = TypeVar("M")

LONGEST = 6.0
"""How many seconds the changing pictures may take; after that, only those that stay are shown."""

BRIEF = 0.4
"""A moment that takes less than this many seconds ends by itself, without a key."""


class Still(NamedTuple, Generic[M]):
    """A picture of a moment: the board's model as it is shown, and for how long."""

    model: M
    seconds: float | None
    """None: it stays until the player goes on."""


class Stage(Generic[M]):
    """The pictures that are still to be shown, the one that is shown now first."""

    def __init__(self) -> None:
        self._stills: deque[Still[M]] = deque()
        self._is_short = True
        """Whether these pictures have taken less than BRIEF from the first one on."""

    @property
    def model(self) -> M | None:
        """What the board shows instead of the present; None: it shows that."""
        return self._stills[0].model if self._stills else None

    @property
    def seconds(self) -> float | None:
        """For how long it is shown; None: until the player goes on, or as long as nothing happens."""
        return self._stills[0].seconds if self._stills else None

    @property
    def is_playing(self) -> bool:
        """Whether the picture changes by itself."""
        return self.seconds is not None

    @property
    def is_brief(self) -> bool:
        """Whether this is over in the blink of an eye: a key pressed now may be meant for the board."""
        return bool(self._stills) and self._is_short

    @property
    def outcome(self) -> M | None:
        """The last picture that stays: what comes of it all; None where nothing stays."""
        return next((still.model for still in reversed(self._stills) if still.seconds is None), None)

    def add(self, stills: Iterable[Still[M]], *, moves: bool = True) -> None:
        """Show these after the others; without motion only those that stay."""
        was_long = bool(self._stills) and not self._is_short
        self._stills += stills
        while sum(still.seconds or 0.0 for still in self._stills) > LONGEST * moves:
            last = max(place for place, still in enumerate(self._stills) if still.seconds is not None)
            del self._stills[last]
        left = sum(BRIEF if still.seconds is None else still.seconds for still in self._stills)
        self._is_short = left < BRIEF and not was_long

    def next(self) -> None:
        """Show the next picture: the player goes on, or the time of this one is over."""
        if self._stills:
            self._stills.popleft()

    def skip(self) -> None:
        """Show the next picture that stays, or the board as it is."""
        while self.is_playing:
            self.next()

    def clear(self) -> None:
        """Show the board as it is."""
        self._stills.clear()
