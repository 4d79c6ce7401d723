"""Commands: what a key or a typed word does.

Each is declared once, and feeds the bindings, the key bar, the help, the words of lines and the settings.
"""

import re
from ast import literal_eval
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from luckytui.games.interface import Seat
from luckytui.system.viewer import viewer
from luckytui.table.requests import Again, Lock, NewCode, OpenDoor, Pause, Request, Start
from luckytui.table.views import TableView
from luckytui.text import N_


class Command(NamedTuple):
    """One thing that a key does: `action_<name>` does it, and `check_action` says when it applies.

    `label` and `help` are English, marked for translation.
    """

    name: str
    keys: str
    """Textual's names of its keys, with commas between them: the first is the one that is shown."""
    label: str
    """A word for the key bar; empty: only the help lists it."""
    help: str
    action: str = ""
    """Textual's action, where that is not the name."""
    group: str = ""
    """What it belongs to in the settings; empty: to the widget or the screen that declares it."""
    may: str = ""
    """The entries of a view's `may`, any of which allows it; empty: it asks the table for nothing."""
    request: Request | None = None
    """What it asks the table for, where that is always the same."""

    def applies(self, table_view: TableView, about: Seat | None = None) -> bool:
        """Return whether the table allows it now: about this seat, or about any."""
        allowed = (table_view.may[each] for each in self.may.split() if each in table_view.may)
        return not self.may or any(not seats or about is None or about in seats for seats in allowed)

    @property
    def is_hosts(self) -> bool:
        """Whether only the host may ask the table for it."""
        return not {"", "undo", "pause", "resume", "again", "say"}.intersection(self.may.split(" "))

    @property
    def why_not(self) -> str:
        """Why it does nothing where it does not apply (English); empty: its help says when it does."""
        return _WHY_NOT.get(self.name, "")

    @property
    def call(self) -> tuple[str, Sequence[Any]]:
        """The name of the action and its arguments."""
        name, _bracket, given = self.action.rpartition(".")[2].partition("(")
        return name or self.name, literal_eval(f"({given[:-1]},)") if given else ()

    @property
    def id(self) -> str:
        """What the settings call it; commands with the same id have the same keys."""
        return f"{self.group}.{self.name}"


SIGNS = {
    "enter": "⏎",
    "escape": "esc",
    "space": "␣",
    "question_mark": "?",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "tab": "⇥",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "full_stop": ".",
    "comma": ",",
    "plus": "+",
    "slash": "/",
    "minus": "-",
    "delete": "Del",
    "shift+tab": "⇧⇥",
}


def keys_of(command: Command) -> Sequence[str]:
    """Return Textual's names of a command's keys."""
    return viewer().keys.get(command.id, command.keys).split(",")


def key_signs(command: Command) -> list[str]:
    """Return a command's keys as a person reads them; the first is the one to name."""
    return [SIGNS.get(key, key) for key in keys_of(command)]


def key_sign(command: str, usual: str) -> str:
    """Return how the first key of a command (given by its id) is shown; `usual`: its keys by default."""
    key = viewer().keys.get(command, usual).split(",")[0]
    return SIGNS.get(key, key)


_SPOKEN = SIGNS | {"enter": "Enter", "space": "Space", "tab": "Tab"}


def with_chosen_keys(text: str, commands: Iterable[Command]) -> str:
    """Return a prompt such as “n, Enter: pass” with the keys that the player has chosen in the settings."""
    chosen = viewer().keys
    pairs = ((each.keys.split(",")[0], keys_of(each)[0]) for each in commands if each.id in chosen)
    keys = {_SPOKEN.get(usual, usual): _SPOKEN.get(own, own) for usual, own in pairs}
    if not keys:
        return text
    named = "|".join(map(re.escape, keys))
    return re.sub(rf"(?<!\w)({named})(?=(, \S+)*: )", lambda found: keys[found[1]], text)


def of_group(group: str, *commands: Command) -> tuple[Command, ...]:
    """Return the commands with this group; one that names its own group keeps it."""
    return tuple(each if each.group else each._replace(group=group) for each in commands)


BACK = Command("back", "escape,q", N_("back"), N_("Go back."), group="everywhere")
NO = Command("no", "escape", N_("no"), N_("Answer “no”."), group="everywhere")
HELP = Command("help", "question_mark", N_("help"), N_("Show what every key does."), group="everywhere")
ANSWERS = {"no", "keep_code"}
"""The commands that do nothing but answer a question."""
SAY = Command(
    "say", "m", N_("chat"), N_("Send a message to everyone at the table."), group="table", may="say"
)
GAME_LOG = Command("game_log", "w", N_("log"), N_("Read all that happened and was said."), group="table")
RULES = Command("rules", "r", N_("rules"), N_("Read the rules of the game."), group="table")
PEOPLE = Command(
    "people", "e", N_("players"), N_("See who is at the table, and who is disconnected."), group="table"
)
LEAVE = Command("leave", "q", N_("leave"), N_("Leave the table for good."), group="table")
SETTINGS = Command(
    "settings",
    "comma",
    N_("settings"),
    N_("Choose colors, keys, language and more."),
    action="app.settings",
    group="table",
)
AT_TABLE = (SAY, GAME_LOG, LEAVE, HELP, RULES, PEOPLE, SETTINGS)
"""What can be done on every screen of a table."""

QR = Command("qr", "Q", N_("QR code"), N_("Show how guests get in, with a QR code."), group="table")

TABLE = of_group(
    "table",
    Command("results", "v,escape", N_("results"), N_("Go back to the results, once the game is over.")),
    Command(
        "undo", "u", N_("undo"), N_("Take your last move back, while nobody has moved since."), may="undo"
    ),
    Command("resume", "z", N_("resume"), N_("Resume the game."), may="resume", request=Pause(on=False)),
    NO,
    SAY,
    GAME_LOG,
    Command("hint", "i", N_("hint"), N_("See what the best bot would do here, and why.")),
    LEAVE,
    HELP,
    Command(
        "pause",
        "z",
        N_("pause"),
        N_("Ask for a pause. The host can pause at once; otherwise everyone must agree."),
        may="pause",
        request=Pause(on=True),
    ),
    RULES,
    PEOPLE,
)
"""While a game is played."""

KEEP_CODE = Command(
    "keep_code", "c", N_("keep the code"), N_("Remove somebody, and keep the code."), may="remove"
)

LOBBY = of_group(
    "lobby",
    Command(
        "start",
        "enter,s",
        N_("start"),
        N_("Start the game, once every seat is taken."),
        may="start",
        request=Start(),
    ),
    Command("bot", "b", N_("bot"), N_("Seat a bot here, or change its level."), may="seatbot removebot"),
    Command("fill", "f", N_("fill with bots"), N_("Seat a bot on every open seat."), may="seatbot"),
    Command(
        "remove", "x", N_("remove"), N_("Remove the player or bot from this seat."), may="remove removebot"
    ),
    KEEP_CODE,
    NO,
    Command("options", "o", N_("options"), N_("Choose how the game is played."), may="opt"),
    Command(
        "open_door",
        "d",
        N_("door"),
        N_("Let guests in by ssh and browser: they need no luckytui."),
        may="opendoor",
        request=OpenDoor(on=True),
    ),
    Command(
        "close_door",
        "d",
        N_("close the door"),
        N_("Let no more guests in by ssh and browser."),
        may="closedoor",
        request=OpenDoor(on=False),
    ),
    QR,
    Command("copy", "y", N_("copy the command"), N_("Copy the command to join, without the code.")),
    Command("down", "down,j", "", N_("Move down."), "go(1)"),
    Command("up", "up,k", "", N_("Move up."), "go(-1)"),
    *AT_TABLE,
)
"""Before the first game."""

RESULTS = of_group(
    "results",
    Command(
        "again", "a,n", N_("play again"), N_("Play again with the same people."), may="again", request=Again()
    ),
    Command("review", "v", N_("review"), N_("Go through the game again, alone or together."), "app.review"),
    Command("look", "b,escape", N_("the board"), N_("Look at the board."), "app.switch_board"),
    Command(
        "options",
        "g,o",
        N_("another game"),
        N_("Choose another game, or how the next one is played."),
        may="opt",
    ),
    Command("deal", "d", N_("the deal"), N_("Read what was checked about the deal, and the check words.")),
    *AT_TABLE,
)
"""After a game."""

PLAYERS = of_group(
    "players",
    KEEP_CODE,
    Command("remove", "x", N_("remove"), N_("Remove a person from the table."), may="remove"),
    Command(
        "stand_in", "b", N_("let a bot play"), N_("Let a bot play for somebody who is away."), may="seatbot"
    ),
    Command("give_back", "b", N_("remove bot"), N_("Take the bot away from a seat."), may="removebot"),
    Command(
        "lock", "l", N_("lock"), N_("Let nobody new join this table."), may="lock", request=Lock(on=True)
    ),
    Command(
        "unlock",
        "l",
        N_("unlock"),
        N_("Let others join this table again."),
        may="unlock",
        request=Lock(on=False),
    ),
    Command(
        "new_code",
        "c",
        N_("new code"),
        N_("Make a new code for newcomers. Everyone here stays."),
        may="newcode",
        request=NewCode(),
    ),
    QR,
    Command("down", "down,j", N_("down"), N_("Move down."), "go(1)"),
    Command("up", "up,k", N_("up"), N_("Move up."), "go(-1)"),
    NO,
    HELP,
    Command("close", "escape,q,e,enter", N_("back"), N_("Go back."), "back"),
)
"""In the list of who is at the table."""

REVIEW = of_group(
    "replay",
    Command("next", "right,l,enter", N_("next"), N_("Go a step forward."), "step(1)"),
    Command("previous", "left,h", N_("back"), N_("Go a step back."), "step(-1)"),
    Command(
        "decision",
        "n",
        N_("decision"),
        N_("Go to the next decision of the player whose view you see."),
        "to_decision(False)",
    ),
    Command("decision_before", "N", "", N_("Go to the decision before."), "to_decision(True)"),
    Command("turn", "t", N_("turning point"), N_("Go to the next turning point."), "to_turn(False)"),
    Command("turn_before", "T", "", N_("Go to the turning point before."), "to_turn(True)"),
    Command("run", "space", N_("run"), N_("Play the steps automatically, or stop.")),
    Command("play_on", "p", N_("play on"), N_("Play on from here with other moves, against bots.")),
    Command("seat", "s", N_("seat"), N_("See what the next player sees.")),
    Command("open", "a", N_("all open"), N_("See what is hidden, too, or only what one player sees.")),
    Command("panel", "tab", N_("luck"), N_("See luck, play and the turning points, or the board.")),
    Command("ten_on", "down,j,pagedown", "", N_("Go ten steps forward."), "step(10)"),
    Command("ten_back", "up,k,pageup", "", N_("Go ten steps back."), "step(-10)"),
    Command("start", "home,g", "", N_("Go to the beginning."), "step(-1000000)"),
    Command("end", "end,G", "", N_("Go to the end."), "step(1000000)"),
    *(
        Command(str(number), str(number), "", N_("See what this player sees."), f"eyes({number - 1})")
        for number in range(1, 10)
    ),
    Command(
        "together",
        "f",
        N_("together"),
        N_("Lead the others through the game, follow the leader, or go alone."),
    ),
    Command("game_log", "w", "", N_("Read all that happened so far.")),
    Command("rules", "r", "", N_("Read the rules of the game.")),
    SAY,
    Command("leave", "q,escape", N_("close"), N_("End the review.")),
    HELP,
)
"""In a review."""

GAMES = of_group(
    "games",
    Command("filter", "slash,f", N_("filter"), N_("Show only some games: by player, game or date.")),
    Command("statistics", "s", N_("statistics"), N_("See statistics of your games.")),
    Command("export", "x", N_("export"), N_("Write the game's record to a file in the current folder.")),
    Command("delete", "d", N_("delete"), N_("Delete a game.")),
    NO,
    HELP,
    BACK,
)
"""In the list of past games."""

_ALONE, _NO_GAME = N_("No other person is here."), N_("No game is listed here.")
_WHY_NOT = {
    "bot": N_("That seat is taken."),
    "copy": N_("Others cannot join this table over the network."),
    "delete": _NO_GAME,
    "export": _NO_GAME,
    "fill": N_("No seat is open."),
    "people": _ALONE,
    "play_on": N_("The game is over here: go back a step first."),
    "qr": N_("The door for guests is closed."),
    "remove": N_("You can't remove yourself."),
    "say": _ALONE,
    "stand_in": N_("This player is not away."),
    "start": N_("There are open seats: wait for somebody, or seat bots there."),
    "together": _ALONE,
    "watch": N_("No table was found on this network."),
}
