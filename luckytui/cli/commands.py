"""The commands that play, teach and simulate, and the small ones."""

import gc
import json
import os
import shutil
import sys
import textwrap
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from luckytui import PROGRAM, rulebook, settings
from luckytui.cli import access
from luckytui.cli.game_flags import options_of, series_of
from luckytui.cli.parser import parse, parser
from luckytui.cli.values import Misuse
from luckytui.client.local import ALONE
from luckytui.games import GAMES
from luckytui.records.deal import Deal, deal_of_the_day, read_line
from luckytui.shown.navigation import AtTable, EntryPoint, Home, Learn, Replay
from luckytui.system.viewer import Viewer
from luckytui.table.spec import TableSpec
from luckytui.text import UserError, _, plural

if TYPE_CHECKING:
    from luckytui.table.record import Record

_TODAY = "today"
"""What to type for the deal of the day."""

# ── With a screen ─────────────────────────────────────────────────────────────────────────────────


def home(given: Namespace) -> int:
    """Show the home screen."""
    return draw(Home(settings.own_name(), access), given)


def play(given: Namespace) -> int:
    """Play against bots."""
    deal = _deal(given)
    if deal and not hasattr(given, "game"):
        given = parser("play", deal.game.key).parse_args([], given)
    spec = spec_of(given, name=_(ALONE), bots=given.seats - 1)
    if deal:
        spec = deal.at(spec)
    return draw(AtTable(access.play_alone(spec, settings.own_name())), given)


def replay(given: Namespace) -> int:
    """Step through a record."""
    from luckytui.cli.records import record_of  # noqa: PLC0415 - slow, as is all that is imported in a function

    return show_record(record_of(given.file, given.game), given)


def show_record(record: "Record", given: Namespace) -> int:
    """Step through a finished game."""
    return draw(Replay(record), given)


def learn(given: Namespace) -> int:
    """Teach a game."""
    rulebook.lesson(given.game.key)
    return draw(Learn(given.game.key), given)


def rules(given: Namespace) -> int:
    """Print the rules of a game."""
    print(rulebook.page(given.game.key))
    return 0


def _is_plain(given: Namespace) -> bool:
    """Whether to play in lines: by a flag or a setting, or as the terminal can show nothing else."""
    wanted = given.plain or os.environ.get("LUCKYTUI_PLAIN") or settings.load()[0].plain
    can_draw = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return not given.drawn and (bool(wanted) or not can_draw)


def need_terminal(given: Namespace) -> None:
    """Raise UserError if something is to be drawn, and there is no terminal."""
    if not _is_plain(given) and not all(
        stream and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)
    ):
        raise UserError("This needs a terminal, and there is none here. “luckytui simulate” needs none.")


def draw(start: EntryPoint, given: Namespace) -> int:
    """Show the app, or what it says in lines of text; return the exit code. Raises UserError."""
    need_terminal(given)
    # Most of the start-up time is the screen's, and only commands that draw need it.
    from luckytui.shown.ascii import is_locale_ascii  # noqa: PLC0415

    is_ascii = given.ascii or is_locale_ascii()
    if _is_plain(given):
        from luckytui.plain.home import run as run_in_lines  # noqa: PLC0415

        return run_in_lines(start, is_ascii=is_ascii)
    gc.disable()  # nothing is garbage before the first picture, and to look for it takes a tenth of that time
    from luckytui.tui.app import run  # noqa: PLC0415

    return run(start, Viewer(is_ascii=is_ascii, is_slow=given.slow_link))


# ── Without one ───────────────────────────────────────────────────────────────────────────────────


def simulate(given: Namespace) -> int:
    """Let bots play, and write the records to the standard output."""
    from luckytui.lab import simulate  # noqa: PLC0415

    with simulate.workers(given.workers) as executor:
        for record in simulate.simulate(series_of(given), executor):
            sys.stdout.buffer.write(record)
    sys.stdout.buffer.flush()
    return 0


def help_(given: Namespace) -> int:
    """Print the help of a command, or of all of luckytui. Raises Misuse."""
    parse([*given.words, "--help"])
    return 0


def version(_given: Namespace) -> int:
    """Print the version."""
    print(PROGRAM)
    return 0


def doctor(given: Namespace) -> int:
    """Say what is wrong with luckytui on this computer, if anything is."""
    # It measures the terminal with the screen's own means, which are slow to import.
    from luckytui.doctor import Mark, examine  # noqa: PLC0415

    found = []
    for diagnosis in examine():
        found.append(diagnosis)
        if not given.json:
            print(_folded(f"{_(diagnosis.mark.value):6} {diagnosis.words}"), flush=True)
    faults = sum(each.mark is Mark.WRONG for each in found)
    if given.json:
        shown = [{"mark": each.mark.name.lower(), "words": each.words} for each in found]
        print(json.dumps(shown, ensure_ascii=False, indent=2))
    elif faults:
        print(plural("{number} thing is wrong.", "{number} things are wrong.", faults))
    else:
        print(_("Nothing is wrong: luckytui can be played here."))
    return int(faults > 0)


# ── What the flags mean ───────────────────────────────────────────────────────────────────────────


def _deal(given: Namespace) -> Deal | None:
    """Return the deal that is asked for; None: a new one. Raises UserError."""
    game, line = getattr(given, "game", None), given.deal
    if game is None and line == _TODAY:
        raise Misuse(
            "Each game has its own deal of the day, for example: luckytui play {game} --deal today",
            game=next(iter(GAMES)),
        )
    if game is None and line is None:
        raise Misuse("Name a game ({games}), or a deal with --deal.", games=", ".join(GAMES))
    if line is None:
        return None
    deal = deal_of_the_day(game) if game and line == _TODAY else read_line(line)
    if game and not (
        given.game == deal.game
        and given.seats in {deal.seats, deal.game.usual_seats}
        and given.seed is None
        and not any(name.startswith("option_") for name in vars(given))
    ):
        raise Misuse("A deal says which game it is, how many play and by which options: leave these out.")
    return deal


def spec_of(given: Namespace, **more: Any) -> TableSpec:
    """Return the table that the flags and `more` describe."""
    more |= {name: getattr(given, name) for name in ("seats", "seed", "turn_seconds", "best_of")}
    more["pace"] = settings.PACES[settings.load()[0].bots] if given.pace is None else given.pace
    return TableSpec(game=given.game.key, options=options_of(given), levels=tuple(given.bots), **more)


# ── In words ──────────────────────────────────────────────────────────────────────────────────────


def _folded(line: str) -> str:
    """Return a line folded to the terminal's width: all but the first row begin below its words."""
    if not sys.stdout.isatty():
        return line
    return textwrap.fill(line, shutil.get_terminal_size().columns, subsequent_indent=" " * 7)
