"""The table that this player opened last, to be offered again."""

import logging
from typing import Literal

import msgspec

from luckytui.system.files import write_file
from luckytui.system.state_folder import state_folder
from luckytui.system.strict import read_json
from luckytui.table.spec import TableSpec

log = logging.getLogger(__name__)

_NAME = "last.json"


class LastGame(msgspec.Struct, frozen=True, kw_only=True):
    """What was chosen for a table, and how its last game ended, if one did."""

    where: Literal["alone", "host"]
    table: TableSpec
    door: bool = False
    """Whether guests could come in who have no luckytui."""
    when: float = 0.0
    """Seconds since 1970: when the game ended."""
    players: tuple[str, ...] = ()
    winner: str = ""
    score: int = 0


def remember(game: LastGame) -> None:
    """Keep it for the next time; where nothing can be written, it is forgotten."""
    try:
        write_file(state_folder("home") / _NAME, msgspec.json.encode(game))
    except OSError:
        log.warning("The last game cannot be kept", exc_info=True)


def recall() -> LastGame | None:
    """Return what was opened last; None if nothing was, or if it is for a game that is not known here."""
    try:
        return read_json((state_folder("home") / _NAME).read_bytes(), LastGame)
    except (OSError, LookupError, msgspec.MsgspecError):
        return None
