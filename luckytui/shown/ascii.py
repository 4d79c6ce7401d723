"""Words and signs in ASCII alone, for a terminal that shows nothing else."""

import os
from collections.abc import Mapping
from functools import cache
from unicodedata import combining, normalize

from rich.cells import cell_len

from luckytui.games import GAMES, data

SIGNS = {
    **dict(zip("▀▄█▌▐▖▗▘▝▔▕▏▁▂▃▅▆▇", "\"o#||..''~||_..oo#", strict=True)),
    **dict(zip("●▼✚◢▰◐◆▲○▽◇△", "ov+/=oo^ovo^", strict=True)),
    **dict(zip("■□", "m-", strict=True)),
    **dict(zip("▸▾‹›⏎↵⇥⇧␣←→↑↓↔", ">v<><<>^_<>^vx", strict=True)),
    **dict(zip("·•×✓★☾¢…–—−“”‘’", ".*xV*)c~---\"\"''", strict=True)),
    **dict(zip("«»„¡ßæ", '"""!se', strict=True)),
    **dict(zip("┃┏┓┗┛╭╮╯╰□²³", "|++++++++.23", strict=True)),
    **dict(zip("─━│┌┬┐├┼┤└┴┘░▒▓", "-=|+++++++++.:#", strict=True)),
}
"""Every sign beyond ASCII that a screen draws, and what takes its place; both are one column wide."""
for _game in GAMES:
    SIGNS |= data(_game, "colors.toml").get("signs", {})


def is_locale_ascii(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether the locale is not UTF-8. Where none is set, UTF-8 is taken for granted."""
    name = environment.get("LC_ALL") or environment.get("LC_CTYPE") or environment.get("LANG") or "UTF-8"
    if name == "C.UTF-8" and environment.get("LANG") in {"C", "POSIX"}:
        name = "C"  # Python has put the other in its place
    return "utf" not in name.lower()


def in_ascii(text: str) -> str:
    """Return a text with a sign of ASCII for each other character, as wide as that."""
    return text if text.isascii() else "".join(map(_sign, text))


@cache
def _sign(character: str) -> str:
    if character.isascii():
        return character
    bare = "".join(each for each in normalize("NFKD", character) if not combining(each))
    if len(bare) == cell_len(character) and bare.isascii():
        return bare
    return SIGNS.get(character, "?" * cell_len(character))
