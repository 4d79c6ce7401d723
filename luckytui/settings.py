"""The player's settings: a TOML file in the platform's folder for such files, and a screen that changes it.

Each setting is declared once, for the file, the screen and docs/settings.md. A value that is not allowed is
named with its line, and the default is taken instead.
"""

import getpass
import os
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from platformdirs import user_config_path

from luckytui.system.files import write_file
from luckytui.text import LANGUAGES, N_, Sentence, UserError, _, say, system_reason

MOST_NAME = 24
"""How many characters a player's name may have."""

PACES = {N_("slow"): 2.0, N_("normal"): 0.9, N_("fast"): 0.4, N_("at once"): 0.0}
"""How many seconds a bot waits before it moves, by the setting."""

_NO_KEYS = N_("put the keys of commands below a line like “[keys.table]”; those outside are ignored")

_HEADING = "# The settings of luckytui: docs/settings.md explains them.\n"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the player has set. `keys` has keys by the id of the command."""

    name: str = ""
    theme: str = "dark"
    bell: bool = True
    title: bool = True
    notification: bool = True
    motion: bool = True
    only_answer: bool = True
    bots: str = "normal"
    language: str = "system"
    plain: bool = False
    quiet: bool = False
    keys: Mapping[str, str] = {}


def own_name() -> str:
    """Return what the player is called: as --as, LUCKYTUI_NAME, the settings or the login name say."""
    try:
        set_name = _asked.get("name") or os.environ.get("LUCKYTUI_NAME") or load()[0].name
        return set_name or getpass.getuser().capitalize()
    except (OSError, KeyError, ImportError):
        return _("Player")


class Setting(NamedTuple):
    """One setting. `title` and `help` are English, marked for translation."""

    name: str
    title: str
    help: str
    values: Sequence[Any] = (True, False)
    """What is allowed; empty: any text."""

    @property
    def default(self) -> Any:
        """The value where nothing is set."""
        return getattr(Settings(), self.name)


SETTINGS = (
    Setting("name", N_("Your name"), N_("your name at a table; empty: your login name"), ()),
    Setting("theme", N_("Theme"), N_("the colors of all screens"), ()),
    Setting("bell", N_("Bell"), N_("ring on your turn when you are idle")),
    Setting("title", N_("Window title"), N_("show your turn in the window's title")),
    Setting("notification", N_("Notification"), N_("show your turn on the desktop, too")),
    Setting("motion", N_("Motion"), N_("show what happens step by step")),
    Setting("only_answer", N_("Only answer"), N_("give an only answer without asking")),
    Setting("bots", N_("Bots' speed"), N_("how fast bots move at your tables"), tuple(PACES)),
    Setting("plain", N_("Lines only"), N_("text alone, for a screen reader")),
    Setting("quiet", N_("Quiet"), N_("in lines: say less before decisions")),
    Setting("language", N_("Language"), N_("system: as the environment says"), ("system", *LANGUAGES)),
)
"""All settings but the keys, in the order of the screen."""

IN_LINES = {"name", "only_answer", "bots", "language", "plain", "quiet"}
"""The settings that matter when nothing is drawn."""


def settings_file() -> Path:
    """Return where the settings are, or would be."""
    return user_config_path("luckytui", appauthor=False) / "settings.toml"


_asked: dict[str, Any] = {}
"""What the command line asks for, whatever the file says, until it is changed."""


def ask(**values: Any) -> None:
    """Let settings be so while this program runs, until the player changes them."""
    _asked.update(values)


def load(
    themes: Sequence[str] = (), key_problem: Callable[[str, str], Sentence | None] = lambda _name, _keys: None
) -> tuple[Settings, list[Sentence]]:
    """Return what is set, and a sentence for each value that cannot be taken.

    `themes` are the allowed ones, if they are known; `key_problem` says why a command cannot have some keys.
    """
    try:
        text = settings_file().read_text(encoding="utf-8")
        given = tomllib.loads(text)
    except FileNotFoundError:
        return Settings(**_asked), []
    except (OSError, ValueError, RecursionError) as error:
        return Settings(**_asked), [_unreadable(error)]
    good: dict[str, Any] = {}
    problems = []
    groups = given.pop("keys", {})
    for name, value in given.items():
        if why := _value_problem(name, value, themes):
            problems.append(_problem(text, "", name, why))
        else:
            good[name] = value
    keys = {}
    if not isinstance(groups, dict):
        problems.append(_problem(text, "", "keys", Sentence(_NO_KEYS)))
        groups = {}
    for group, commands in groups.items():
        if not isinstance(commands, dict):
            problems.append(_problem(text, "keys", group, Sentence(_NO_KEYS)))
            continue
        for name, value in commands.items():
            if why := key_problem(f"{group}.{name}", str(value)):
                problems.append(_problem(text, f"keys.{group}", name, why))
            else:
                keys[f"{group}.{name}"] = str(value)
    return Settings(**good | _asked, keys=keys), problems


def save(**changes: Any) -> None:
    """Write settings to the file, whose other lines and comments stay. Raises UserError."""
    import tomlkit  # noqa: PLC0415 - slow, and only needed here

    file = settings_file()
    for name in changes:
        _asked.pop(name, None)
    try:
        document = tomlkit.parse(file.read_text(encoding="utf-8") if file.exists() else _HEADING)
        document.update(changes)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_file(file, tomlkit.dumps(document).encode())
    except (OSError, ValueError, RecursionError) as error:
        raise UserError(_unreadable(error)) from None


def _value_problem(name: str, value: object, themes: Sequence[str]) -> Sentence | None:
    """Say why a setting cannot have this value; None: it can."""
    setting = next((each for each in SETTINGS if each.name == name), None)
    if not setting:
        names = ", ".join(each.name for each in SETTINGS)
        return Sentence(N_("there is no setting “{name}”, only {names}"), {"name": name, "names": names})
    values = themes if name == "theme" else setting.values
    fits = value in values and type(value) is type(setting.default) if values else isinstance(value, str)
    if fits and not (name == "name" and len(str(value)) > MOST_NAME):
        return None
    told: dict[str, str | int] = {"name": name, "default": in_toml(setting.default)}
    if not values:
        words = N_("{name} can be a text of up to {most} characters; {default} is used")
        return Sentence(words, {**told, "most": MOST_NAME})
    allowed = ", ".join(map(in_toml, values))
    return Sentence(N_("{name} can be {allowed}; {default} is used"), {**told, "allowed": allowed})


def in_toml(value: object) -> str:
    """Return a value as it is written in the file."""
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def _problem(text: str, table: str, name: str, why: Sentence) -> Sentence:
    """Say where in the file something is wrong, and what."""
    here, place = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        if heading := re.match(r"\s*\[\s*([^]]+?)\s*\]", line):
            here = heading[1].replace('"', "")
        elif here == table and not place and re.match(rf'\s*"?{re.escape(name)}"?\s*=', line):
            place = number
    return Sentence(
        N_("{file}, line {line}: {why}."), {"file": str(settings_file()), "line": place, "why": say(why)}
    )


def _unreadable(error: Exception) -> Sentence:
    return Sentence(
        N_("The settings in {file} cannot be used: {why}. Fix the file, or remove it."),
        {"file": str(settings_file()), "why": system_reason(error)},
    )
