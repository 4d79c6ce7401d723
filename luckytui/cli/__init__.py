"""The command line. What a command needs is imported only when it is known which one it is."""

import io
import logging
import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pkgutil import resolve_name

from luckytui import settings
from luckytui.cli.exits import Exit
from luckytui.cli.parser import parse
from luckytui.cli.values import Misuse
from luckytui.system.log import keep_log, log_file
from luckytui.system.processes import is_closed_pipe
from luckytui.text import LANGUAGES, N_, UserError, _, say, use_language

log = logging.getLogger(__name__)


def main() -> int:
    """Run the command of `sys.argv`, and return its exit code."""
    keep_log()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name with characters that the terminal's encoding lacks must not end the program.
        sys.stdout.reconfigure(errors="replace")
    use_language(settings.load()[0].language)
    return run(sys.argv[1:])


def run(arguments: Sequence[str]) -> int:
    """Run a command, and return its exit code."""
    try:
        given = parse(_in_language(arguments))
        if (player := getattr(given, "player", None)) is not None:
            settings.ask(name=player)
        return int(resolve_name(f"{__name__}.{given.run}")(given))
    except SystemExit as end:  # argparse has shown help, or what is wrong
        return int(end.code or Exit.DONE)
    except UserError as error:
        log.info("The command cannot be done: %s", arguments, exc_info=True)
        return _tell(say(error.reason), Exit.MISUSE if isinstance(error, Misuse) else Exit.FAILURE)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except Exception as error:
        if is_closed_pipe(error):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return Exit.FAILURE
        log.exception("The command failed: %s", arguments)
        problem = _(
            "Something went wrong in luckytui, and it had to stop. You can find the details in {file}.",
            file=log_file(),
        )
        return _tell(problem, Exit.FAILURE)


def _in_language(arguments: Sequence[str]) -> list[str]:
    """Switch to the language that --language names, and return the other arguments. Raises Misuse."""
    first = ArgumentParser("luckytui", add_help=False, allow_abbrev=False)
    first.add_argument("--language")
    given, others = first.parse_known_args(arguments)
    if given.language is None:
        return others
    if given.language not in LANGUAGES:
        problem = N_("There is no language “{name}” here. Choose from {languages}.")
        raise Misuse(problem, name=given.language, languages=", ".join(LANGUAGES))
    settings.ask(language=given.language)
    use_language(given.language)
    return others


def _tell(problem: str, code: int) -> int:
    print(f"luckytui: {problem}", file=sys.stderr)
    return code
