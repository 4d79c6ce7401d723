"""Calls players who are busy elsewhere when their turn comes: by bell, window title and notification."""

from collections.abc import Callable, Mapping
from time import monotonic

from luckytui.games import title_of
from luckytui.settings import Settings
from luckytui.table.views import TableView
from luckytui.text import _

UNTOUCHED = 3.0
"""After how many seconds without a key the player is called."""

_ST = "\x1b\\"
"""Ends an escape sequence with text. A BEL would too, but it rings where the sequence is not understood."""
_KEEP_TITLE, _TITLE_BACK = "\x1b[22;2t", "\x1b[23;2t"
"""Xterm's stack of titles, which most terminals have."""
_BODY_ALONE = "\x1b]9;{body}" + _ST
_WITH_TITLE = "\x1b]777;notify;luckytui;{body}" + _ST
_NOTIFICATIONS = {
    **dict.fromkeys(("iTerm.app", "xterm-kitty"), _BODY_ALONE),
    **dict.fromkeys(("WezTerm", "ghostty", "xterm-ghostty", "foot", "foot-extra"), _WITH_TITLE),
    **dict.fromkeys(("rxvt-unicode", "rxvt-unicode-256color"), _WITH_TITLE),
}
"""By TERM_PROGRAM, or by TERM, which ssh passes on."""
_NO_TITLE = {"linux", "dumb", "unknown"}
"""Terminals without a window."""


class Attention:
    """Remembers the last key, and whether the window has a title of ours."""

    def __init__(
        self,
        write: Callable[[str], None],
        settings: Callable[[], Settings],
        environment: Mapping[str, str],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`write` sends the terminal an escape sequence that paints nothing."""
        self._write, self._settings, self._environment, self._clock = write, settings, environment, clock
        self.touched = clock()
        """When the player pressed a key last, by that clock."""
        self._prompt = 0
        self._has_title = False

    def hear(self, table_view: TableView) -> None:
        """Call the player if a new decision is asked; the title goes back once it is made."""
        before, self._prompt = self._prompt, table_view.match.prompt if table_view.match else 0
        if not self._prompt:
            self.end()
        elif self._prompt != before and self._clock() - self.touched >= UNTOUCHED:
            self._call(_("▸ your turn · {game}", game=title_of(table_view.game)))

    def end(self) -> None:
        """Restore the window's title."""
        if self._has_title:
            self._write(f"\x1b]2;luckytui{_ST}{_TITLE_BACK}")
            self._has_title = False

    def _call(self, words: str) -> None:
        settings, environment = self._settings(), self._environment
        term = environment.get("TERM", "")
        if settings.bell:
            self._write("\a")
        if settings.title and term not in _NO_TITLE:
            self._write(("" if self._has_title else _KEEP_TITLE) + f"\x1b]2;{words}{_ST}")
            self._has_title = True
        shown = _NOTIFICATIONS.get(environment.get("TERM_PROGRAM", "")) or _NOTIFICATIONS.get(term)
        if settings.notification and shown:
            self._write(shown.format(body=words))
