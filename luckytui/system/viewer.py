"""Who looks at a screen, and through which terminal. One process may show screens to several people."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

import msgspec

BUTTONS = "LUCKYTUI_BUTTONS"
"""What the environment has where buttons beside the terminal stand for the keys."""


class Viewer(msgspec.Struct, kw_only=True):
    """A person in front of a terminal: what it can show, and what they have chosen for themselves."""

    environment: Mapping[str, str] = msgspec.field(default_factory=lambda: os.environ)
    """What is known of the terminal and the language: TERM, COLORTERM, LANG and the like."""
    is_guest: bool = False
    """Whether they sit elsewhere: then nothing of this computer is theirs, neither files nor signals."""
    is_ascii: bool = False
    is_slow: bool = False
    language: str = "system"
    """One of `text.LANGUAGES`; "system": as the environment says."""
    keys: Mapping[str, str] = {}
    """The keys of their own, by the id of the command."""


_viewer: ContextVar[Viewer] = ContextVar("viewer", default=Viewer())  # noqa: B039 - this program's own


viewer: Callable[[], Viewer] = _viewer.get
"""Returns who looks at what the running task shows; elsewhere, who started this program."""


@contextmanager
def showing_to(person: Viewer) -> Iterator[None]:
    """Show to this person what is shown in this context, and in the tasks that are started in it."""
    token = _viewer.set(person)
    try:
        yield
    finally:
        _viewer.reset(token)
