"""The command line: what it takes, and a sentence with an exit code for everything it cannot do."""

import asyncio
import gc
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from argparse import SUPPRESS
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any
from unittest.mock import AsyncMock, Mock

import msgspec
import pytest

from luckytui import settings
from luckytui.address import Address
from luckytui.cli import commands, run, tables
from luckytui.cli.flags import COMMANDS
from luckytui.cli.game_flags import _runs
from luckytui.cli.parser import all_parsers, parse, parser
from luckytui.cli.values import own_address
from luckytui.client.autoplay import Outcome
from luckytui.client.listing import TableListing
from luckytui.client.saved_seats import SavedSeat
from luckytui.client.session import SessionEvent, TableChanged
from luckytui.client.verdict import Finding, Verdict
from luckytui.games import GAMES
from luckytui.games.interface import Ended
from luckytui.games.options import OptionField, Options, option
from luckytui.host.door import DoorPorts
from luckytui.records.deal import Deal, line_of
from luckytui.shown.navigation import AtTable, EntryPoint, Home, Replay
from luckytui.system.log import log_file
from luckytui.table.spec import TableSpec
from luckytui.text import CodeNeeded, Sentence, UserError, use_language
from net import NetError, limits
from tests.games import toys

SIMULATE = ("simulate", "lucky-numbers", "--seats", "3", "--bots", "random,normal", "--seed", "seven")
KITCHEN = TableListing(
    room="00",
    name="kitchen",
    game="lucky-numbers",
    state="open",
    seats=3,
    taken=1,
    address=Address("127.0.0.1", 1),
    code=False,
    mine=False,
)
KITCHEN_LINE = "kitchen: Lucky Numbers, 1 of 3 seats taken, open, at 127.0.0.1:1"


def luckytui(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """Run the command in a process of its own, without a terminal."""
    command = [sys.executable, "-m", "luckytui", *arguments]
    return subprocess.run(
        command, capture_output=True, check=False, stdin=subprocess.DEVNULL, env={**os.environ, **environment}
    )


@pytest.fixture(scope="module")
def simulated() -> bytes:
    """The records of two games."""
    return luckytui(*SIMULATE, "--games", "2").stdout


@pytest.fixture
def record(tmp_path: Path, simulated: bytes) -> Path:
    """A file with the records of two games."""
    file = tmp_path / "games.jsonl"
    file.write_bytes(simulated)
    return file


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[EntryPoint]:
    """What would have been drawn, had there been a terminal."""
    starts: list[EntryPoint] = []

    def draw(start: EntryPoint, _given: object) -> int:
        starts.append(start)
        return 0

    monkeypatch.setattr(commands, "need_terminal", lambda _given: None)
    monkeypatch.setattr(commands, "draw", draw)
    return starts


@pytest.mark.parametrize(
    "typed",
    [
        "play lucky-jack --seats 3 --plain",
        "play --seats 3 lucky-jack --plain",
        "--plain play --seats=3 lucky-jack",
        "--plain play lucky-jack --seats 3",
        "--plain --seats 3 play lucky-jack",
    ],
)
def test_flags_may_come_before_the_command_and_before_the_game(typed: str) -> None:
    given = parse(typed.split())
    assert (given.command, given.game.key, given.seats, given.plain) == ("play", "lucky-jack", 3, True)


@pytest.mark.parametrize("typed", ["--plain rules lucky-jack", "rules lucky-jack --plain --ascii"])
def test_what_a_command_prints_is_the_same_in_lines(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(typed.split()) == run(["rules", "lucky-jack"]) == 0
    printed = capsys.readouterr().out
    assert printed == 2 * printed[: len(printed) // 2]


def test_flags_of_a_game_without_a_game_say_what_to_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--plain", "host", "--seats", "2"]) == 2
    said = "luckytui: Type the game after “host”: lucky-numbers, lucky-jack, lucky-box, lucky-squares.\n"
    assert capsys.readouterr().err == said


def actions(parser: Any, *above: str) -> Iterator[tuple[str, Any]]:
    """Yield every flag and argument of a parser and those below it, with the command that has it."""
    for action in parser._actions:
        yield " ".join(above), action
        for name, below in action.choices.items() if isinstance(action.choices, dict) else ():
            yield from actions(below, *above, name)


def test_every_command_has_an_example_that_the_command_line_takes() -> None:
    for name, about in COMMANDS.items():
        if name in {"completion", "man", "help", "version"}:
            continue
        program, *arguments = shlex.split(about.example.partition(" > ")[0].partition(" | ")[0])
        assert program == "luckytui"
        assert parse(arguments).command == name


@pytest.mark.parametrize(
    ("arguments", "bots", "levels"),
    [
        (["play", "lucky-jack", "--seats=4", "--bots=easy,normal"], 3, ("easy", "normal")),
        (["play", "lucky-jack", "--seats=4"], 3, ("normal",)),
        (["host", "lucky-jack", "--seats=4", "--bots=easy,normal"], 2, ("easy", "normal")),
        (["serve", "lucky-jack", "--seats=4"], 0, ()),
    ],
)
def test_bots_are_levels_everywhere(arguments: Sequence[str], bots: int, levels: tuple[str, ...]) -> None:
    given = parse(arguments)
    play = arguments[0] == "play"
    spec = commands.spec_of(given, name="", bots=3) if play else tables._table(given)
    assert (spec.bots, spec.levels) == (bots, levels)


@pytest.mark.parametrize(
    ("flags", "ports"),
    [
        ([], None),
        (["--door"], DoorPorts()),
        (["--door", "--ssh-port=22022", "--web-port=0"], DoorPorts(ssh=22022, web=0)),
    ],
)
@pytest.mark.parametrize("command", [["host", "lucky-jack"], ["host", "--resume"], ["serve", "lucky-jack"]])
def test_a_door_is_opened_on_demand(command: list[str], flags: list[str], ports: DoorPorts | None) -> None:
    arguments = [*command, *flags]
    assert tables._door(parse(arguments)) == ports


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "lucky-squares" in script
    assert "claim-seconds" in script
    if checker := shutil.which(shell):
        assert subprocess.run([checker, "-n"], input=script.encode(), check=False).returncode == 0


def test_the_manual_page_names_every_command_and_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["man"]) == 0
    page = capsys.readouterr().out.replace("\\-", "-")
    assert all(f".SS luckytui {name}\n" in page for name in COMMANDS)
    shown = (action for _command, action in actions(all_parsers()) if action.help != SUPPRESS)
    flags = {flag for action in shown for flag in action.option_strings[-1:]}
    assert {flag for flag in flags if flag not in page} == set()


def test_the_manual_page_has_its_sections_and_is_well_formed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["man"]) == 0
    page = capsys.readouterr().out
    sections = re.findall(r"^\.SH (.*)$", page, re.MULTILINE)
    assert {"SYNOPSIS", "EXIT STATUS", "ENVIRONMENT", "FILES", "SEE ALSO"} <= {*sections}
    assert "owned" not in page
    if checker := shutil.which("mandoc"):
        told = subprocess.run(
            [checker, "-T", "lint"], input=page, capture_output=True, text=True, check=False
        )
        assert told.stdout + told.stderr == ""


def test_the_doctor_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {each["mark"] for each in found} <= {"well", "unsure"}
    assert found[0]["words"].startswith("luckytui ")


@pytest.mark.parametrize("flag", ["--version", "-V", "version"])
def test_the_version(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([flag]) == 0
    assert capsys.readouterr().out.startswith("luckytui ")


def flag(field: OptionField, choice: Any) -> str:
    name = field.name.replace("_", "-")
    if isinstance(choice, bool):
        return f"--{name}" if choice else f"--no-{name}"
    return f"--{name}={choice}"


MISUSES: dict[str, tuple[str, str]] = {
    "an unknown command": ("dance", "There is no command “dance”."),
    "a command with a slip": ("plya", "Did you mean “play”?"),
    "a game with a slip": (
        "play lucky-jakc",
        "There is no game “lucky-jakc” here. Did you mean “lucky-jack”?",
    ),
    "a part of a game's name": ("learn box", "Did you mean “lucky-box”?"),
    "an option with a slip": ("play lucky-numbers --turnament", "Did you mean “--tournament”?"),
    "a level with a slip": ("play lucky-numbers --bots=norml", "Did you mean “normal”?"),
    "an unknown game": ("play chess", "There is no game “chess” here. Choose from lucky-numbers"),
    "no game": ("play", "or a deal with --deal."),
    "a deal of the day without a game": (
        "play --deal today",
        "for example: luckytui play lucky-numbers --deal today",
    ),
    "another address for a table that is resumed": (
        "host --resume --bind 127.0.0.1",
        "“--resume” opens a table as it was: leave out --bind.",
    ),
    "a flag of another command": ("doctor --seats=3", "luckytui doctor: --seats means nothing here"),
    "an option like no other": ("host lucky-jack --nick=Ann", "--help” lists what you can type."),
    "a flag by another name": ("play lucky-numbers --turn-timer=30", "Did you mean “--turn-seconds”?"),
    "help for an unknown command": ("help plya", "Did you mean “play”?"),
    "a deal and a number of players": (
        "play lucky-jack --seats 3 --deal today",
        "A deal says which game it is, how many play and by which options",
    ),
    "a deal and an option": ("play lucky-jack --rounds=5 --deal=today", "leave these out"),
    "a deal and a seed": ("play lucky-jack --seed=x --deal=today", "leave these out"),
    "no game and no table": ("host", "Either name a game (lucky-numbers, "),
    "a value that is called as a game": (
        "play --as lucky-jack lucky-box --seats=13",
        "luckytui play lucky-box: --seats: Super Mega Lucky Box is for 1–12 players, not for 13.",
    ),
    "a flag without its value": ("host lucky-jack --seats", "--seats: its value is missing"),
    "a value for a switch": ("play lucky-numbers --tournament=yes", "it takes no value: leave out 'yes'"),
    "a value of none that there are": ("completion csh", "SHELL: it cannot be 'csh'. Choose from"),
    "a game and a table": ("serve --resume=x lucky-numbers", "or resume a table with --resume"),
    "too many seats": ("play lucky-numbers --seats 9", "Lucky Numbers is for 2–4 players, not for 9."),
    "too few seats": ("serve lucky-numbers --seats=1", "2–4 players, not for 1."),
    "seats that are no number": ("host lucky-numbers --seats=two", "“two” is not a whole number."),
    "no seat for a person": (
        "serve lucky-numbers --seats=3 --bots=easy,easy,normal",
        "Bots can take at most 2 of the 3 seats",
    ),
    "an unknown level": ("play lucky-numbers --bots god", "no bot plays at level “god”"),
    "an unknown level of several": (
        "simulate lucky-numbers --seats=2 --bots=easy,god",
        "no bot plays at level “god”",
    ),
    "no levels": ("simulate lucky-numbers --seats=2", "--bots is missing"),
    "no games": ("simulate lucky-numbers --seats=2 --bots=easy --games=0", "at least 1"),
    "an unknown set-up": ("play lucky-numbers --setup=heap", "it cannot be “heap”. Choose from"),
    "a value that a range leaves out": (
        "play lucky-jack --claim-seconds=2",
        "it cannot be “2”. Choose from 0, 3 to 60.",
    ),
    "an option of another game": ("play lucky-numbers --claim-seconds=3", "means nothing here"),
    "an unknown flag before the game": ("host --nmae Ana lucky-jack", "--nmae means nothing here"),
    "a flag that no command has": ("--name Ben", "--name means nothing here"),
    "a flag cut short": ("play lucky-numbers --seat=3", "means nothing here"),
    "an empty seed": ("play lucky-numbers --seed=", "it cannot be empty"),
    "a port beyond all ports": ("serve lucky-numbers --port=65536", "from 0 to 65535, not 65536"),
    "an address that is none": ("join kitchen:table", "“kitchen:table” is not an address"),
    "an address of nobody": ("serve lucky-numbers --bind=kitchen", "not an address of this computer"),
    "a number in other digits": ("browse --seconds=٣٣٣٣٣٣", "not a number of seconds"),
    "games in other digits": ("simulate lucky-numbers --games=٣", "is not a whole number"),
    "endless patience": ("browse --seconds=inf", "not a number of seconds from 0 to 3600"),
    "a pace backwards": ("play lucky-numbers --pace=-1", "not a number of seconds from 0 to 3600"),
    "a clock too fast": ("play lucky-numbers --turn-seconds=4", "it is 0 or a number from 5 to 600, not 4."),
    "a series of an even number": ("play lucky-numbers --best-of=4", "it is 0, 3, 5, 7 or 9, not 4."),
    "watching and playing": ("join --watch --autoplay=easy", "--autoplay: it does not go with --watch"),
    "no tables": ("serve lucky-numbers --tables=0", "at least 1"),
    "an owner of a named game": ("serve --owned lucky-numbers", "Either name a game"),
    "an owner without words": ("serve --owned", "--owned is for “luckytui host”"),
}


@pytest.mark.parametrize(("arguments", "sentence"), MISUSES.values(), ids=MISUSES)
def test_misuse(
    arguments: str,
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    nothing = tmp_path / "nothing"
    nothing.touch()
    with nothing.open() as empty:
        monkeypatch.setattr(sys, "stdin", empty)
        assert run(arguments.split()) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("luckytui")
    assert sentence in told.err
    assert len(told.err.splitlines()) <= 2


def test_what_is_called_wrongly_is_said_in_the_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    assert run(["host", "--nmae", "Ana", "lucky-jack"]) == 2
    assert capsys.readouterr().err.endswith("Meintest du „--name“?\n")


@pytest.mark.parametrize(
    "typed", ["play lucky-jack --as Ben", "host --as=Ben lucky-jack", "join 127.0.0.1 --as Ben"]
)
def test_the_player_is_called_as_the_line_says_anywhere(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "_asked", {})
    monkeypatch.setenv("LUCKYTUI_NAME", "Ana")
    names = []
    for command in ("commands.play", "tables.host", "tables.join"):
        monkeypatch.setattr(f"luckytui.cli.{command}", lambda _given: names.append(settings.own_name()) or 0)
    assert run(typed.split()) == 0
    assert names == ["Ben"]


def test_a_language_can_be_asked_for_anywhere_in_the_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "_asked", {})
    try:
        for arguments in (["--language", "de", "--help"], ["play", "--help", "--language=de"]):
            assert run(arguments) == 0
            assert "Diese Hilfe zeigen." in capsys.readouterr().out
            assert settings.load()[0].language == "de"
        settings.save(language="fr")
        assert settings.load()[0].language == "fr", "it is changed in the settings"
    finally:
        settings.save(language="system")
        use_language("system")
    assert run(["--language", "tlh"]) == 2
    assert "There is no language “tlh” here. Choose from en, de" in capsys.readouterr().err


Failure = Callable[..., str]


@pytest.fixture
def failure(capsys: pytest.CaptureFixture[str]) -> Failure:
    """Run a command that fails; return what it says."""

    def fail(*arguments: str) -> str:
        assert run(arguments) == 1
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("luckytui: ")
        return told.err.removeprefix("luckytui: ").strip()

    return fail


@pytest.mark.parametrize(
    "arguments",
    [[], ["play", "lucky-numbers"], ["host", "lucky-numbers", "--bind=127.0.0.1"], ["join", "127.0.0.1:1"]],
    ids=["home", "play", "host", "join"],
)
def test_what_draws_needs_a_terminal(arguments: Sequence[str], failure: Failure) -> None:
    told = failure(*arguments, "--drawn")
    assert told == "This needs a terminal, and there is none here. “luckytui simulate” needs none."


def test_no_terminal_means_lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("leave\nleave\n"))
    assert run(["play", "lucky-numbers", "--pace=0"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("This is luckytui in lines.")
    assert "Type “leave” once more if you mean it." in told


def test_nobody_hosts_at_the_address(failure: Failure) -> None:
    told = failure("join", "127.0.0.1:1", "--autoplay", "random")
    assert told.startswith("Nobody is hosting at 127.0.0.1, port 1.")


class Typed(io.StringIO):
    """What somebody types in a terminal."""

    def isatty(self) -> bool:
        return True


def test_join_asks_for_the_code_that_the_command_in_the_lobby_lacks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    codes: list[str | None] = []

    async def reach(_address: Address, *, code: str | None, **_rest: object) -> None:
        codes.append(code)
        if code == "7KQ-2M9":
            raise UserError("You are in.")
        raise CodeNeeded("Which code?")

    monkeypatch.setattr(tables, "reach", reach)
    monkeypatch.setattr(commands, "need_terminal", lambda _given: None)
    monkeypatch.setattr(sys, "stdin", Typed("\nno\n7KQ-2M9\n"))
    assert run(["join", "127.0.0.1:5825"]) == 1
    assert codes == [None, "", "no", "7KQ-2M9"]
    told = capsys.readouterr()
    assert told.out == "Which code? " * 3
    assert told.err.endswith("You are in.\n")


@pytest.mark.parametrize("typed", [io.StringIO("7KQ-2M9\n"), Typed("")], ids=["a pipe", "Ctrl-D"])
def test_join_says_how_to_give_a_code_where_nobody_answers(
    typed: io.StringIO, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def reach(*_given: object, **_rest: object) -> None:
        raise CodeNeeded("This table has a code.")

    monkeypatch.setattr(tables, "reach", reach)
    monkeypatch.setattr(sys, "stdin", typed)
    assert run(["join", "127.0.0.1", "--autoplay=random"]) == 1
    assert capsys.readouterr().err.endswith("Then join with it: luckytui join 127.0.0.1:5825 --code CODE.\n")


def test_a_record_that_cannot_be_written(tmp_path: Path, failure: Failure) -> None:
    told = failure("serve", "lucky-numbers", "--bind=127.0.0.1", f"--record={tmp_path}")
    assert told == f"The record cannot be written to {tmp_path}: Is a directory. Name another file."


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{}", b"[" * 10_000], ids=range(4))
def test_a_record_that_is_none(content: bytes, tmp_path: Path, failure: Failure) -> None:
    file = tmp_path / "r.jsonl"
    file.write_bytes(content)
    assert failure("replay", str(file)).endswith(".")


def test_a_mistake_of_our_own_goes_to_the_log_and_not_to_the_player(
    failure: Failure, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def mistake(_given: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(tables, "browse", mistake)
    told = failure("browse")
    assert (
        told
        == f"Something went wrong in luckytui, and it had to stop. You can find the details in {log_file()}."
    )
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("game", [(), ("lucky-squares", "--bots=hard", "--pace=0")])
def test_a_deal_is_played_by_its_line(game: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[TableSpec] = []
    monkeypatch.setattr(commands, "need_terminal", lambda _given: None)
    monkeypatch.setattr(commands, "draw", lambda *_: 0)
    monkeypatch.setattr(commands.access, "play_alone", lambda spec, _name: opened.append(spec))
    squares = GAMES["lucky-squares"]
    deal = Deal(squares, squares.options(ghost=True), 5, "0123456789abcdef" * 2)  # type: ignore[call-arg]
    assert run(["play", *game, "--deal", line_of(deal)]) == 0
    (spec,) = opened
    assert (spec.game, spec.options, spec.seats, spec.bots, spec.seed) == (
        squares.key,
        *deal[1:3],
        4,
        deal.seed,
    )
    assert spec.levels == (("hard",) if game else ("normal",))


def test_the_table_of_the_deal_of_the_day_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[TableSpec] = []
    monkeypatch.setattr(commands, "need_terminal", lambda _given: None)
    monkeypatch.setattr(commands, "draw", lambda *_: 0)
    monkeypatch.setattr(commands.access, "play_alone", lambda spec, _name: opened.append(spec))
    assert run(["play", "lucky-jack", "--deal", "today"]) == 0
    assert [spec.name for spec in opened] == ["deal of the day"]


def test_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_given: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(tables, "browse", interrupt)
    assert run(["browse"]) == 130


def test_without_a_command_the_home_screen(drawn: list[EntryPoint]) -> None:
    assert run([]) == 0
    (start,) = drawn
    assert isinstance(start, Home)
    assert start.name == "Ana"


def test_play(drawn: list[EntryPoint]) -> None:
    assert run(["play", "lucky-numbers", "--seats=4", "--bots=easy", "--seed=7", "--setup=free"]) == 0
    (start,) = drawn
    assert isinstance(start, AtTable)
    heard: list[SessionEvent] = []

    async def open_session() -> None:
        start.session.open(heard.append)

    asyncio.run(open_session())
    assert isinstance(heard[-1], TableChanged)
    assert heard[-1].table_view.game == "lucky-numbers"


def test_replay_of_the_second_game(drawn: list[EntryPoint], record: Path) -> None:
    assert run(["replay", str(record), "--game=2"]) == 0
    (start,) = drawn
    assert isinstance(start, Replay)
    assert start.record.started.seed == "seven/2"


def test_a_reader_that_has_gone_is_no_failure() -> None:
    command = f"{sys.executable} -m luckytui {' '.join(SIMULATE)} --games=40 | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, check=False)  # noqa: S602 - our own words
    assert done.stdout.startswith(b'{"event":"start"')
    assert done.stderr == b""


def test_browse_where_there_is_no_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ROOMS", 0)  # other tests may have tables on this machine
    assert run(["browse", "--seconds=0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
    assert run(["browse", "--seconds=0"]) == 0
    assert capsys.readouterr().out == "No table was found on this network.\n"


def imported_by(*arguments: str) -> set[str]:
    """The modules that are imported until a command is known, by a process of its own."""
    code = f"import sys; from luckytui.cli import run; run({arguments!r}); sys.exit(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    return set(done.stderr.decode().splitlines()[-1].split())


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["dance"], ["browse", "--help"]])
def test_help_and_mistakes_import_neither_games_nor_screen_nor_network(arguments: Sequence[str]) -> None:
    imported = imported_by(*arguments)
    rooms = {name.split(".")[1] for name in imported if name.startswith("luckytui.")}
    assert rooms <= {"address", "cli", "settings", "system", "text"}
    assert not {"textual", "rich", "net", "zeroconf", "cryptography", "asyncio"} & imported


def test_a_host_imports_no_screen() -> None:
    imported = imported_by("serve", "--resume", "nowhere.journal")
    assert "luckytui.host.serve" in imported
    assert not {"textual", "rich"} & imported


def test_text_that_the_terminal_cannot_show_is_no_failure() -> None:
    told = luckytui("play", "--help", PYTHONIOENCODING="ascii")
    assert (told.returncode, told.stderr) == (0, b"")
    assert b"?luckytui play GAME --help? lists" in told.stdout


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        ([], "No table was found on this network. Join by its address: luckytui join HOST:PORT."),
        ([KITCHEN, KITCHEN], "There are several tables. Name one of these addresses:"),
        (
            [KITCHEN],
            "Nobody is hosting at 127.0.0.1, port 1. Check the address, and that the host is running.",
        ),
    ],
    ids=["none", "several", "one"],
)
def test_join_without_an_address_takes_the_only_table(
    found: Sequence[TableListing], sentence: str, failure: Failure, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look(_seconds: float) -> Sequence[TableListing]:
        return found

    monkeypatch.setattr(tables, "look", look)
    first, *rest = failure("join", "--autoplay=random").splitlines()
    assert first == sentence
    assert rest == ([KITCHEN_LINE] * 2 if len(found) == 2 else [])


def test_nothing_is_collected_until_the_first_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    collects: list[bool] = []
    monkeypatch.setattr("luckytui.tui.app.run", lambda *_: collects.append(gc.isenabled()) or 0)
    monkeypatch.setattr(commands, "_is_plain", lambda _given: False)
    monkeypatch.setattr(commands, "need_terminal", lambda _given: None)
    try:
        assert run(["learn", "lucky-numbers"]) == 0
    finally:
        gc.enable()
    assert collects == [False]


def test_join_without_an_address_prefers_the_table_that_keeps_a_seat(
    failure: Failure, monkeypatch: pytest.MonkeyPatch, own_state: Path
) -> None:
    async def look(_seconds: float) -> Sequence[TableListing]:
        return [KITCHEN._replace(mine=True, address=Address("127.0.0.1", 2)), KITCHEN]

    monkeypatch.setattr(tables, "look", look)
    assert "127.0.0.1, port 2" in failure("join", "--autoplay", "random")


def test_join_without_an_address_leads_to_the_seat_that_a_host_keeps(
    failure: Failure, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At port 1 nobody answers, at port 2 there is another table now."""
    seats = [
        SavedSeat(
            room="00", name="Ana", address=Address("127.0.0.1", port), token=b"", certificate=b"", code=None
        )
        for port in (1, 2, 3)
    ]

    async def peek(_host: str, port: int, _room: str | None = None) -> Any:
        if port == 1:
            raise NetError("refused", address="", port=port)
        return Mock(room="00" if port == 3 else "11")

    monkeypatch.setattr(tables.saved_seats, "free", lambda _name=None: seats)
    monkeypatch.setattr(tables, "peek", peek)
    assert "127.0.0.1, port 3" in failure("join", "--autoplay", "random")


def test_several_tables_have_names_and_deals_of_their_own() -> None:
    given = parse(["serve", "lucky-numbers", "--tables=2", "--name=club", "--seed=x"])
    (specs,) = tables._open_new(given).args
    assert [(spec.name, spec.seed) for spec in specs] == [("club 1", "x 1"), ("club 2", "x 2")]


def test_the_result_of_a_game_that_a_bot_played() -> None:
    outcome = Outcome(("Ana", "Ben", "Cem"), Ended(winners=(0,), scores=(3, 2, 1)))
    assert tables._result(outcome) == "Ana wins. Ana 3, Ben 2, Cem 1"


@pytest.mark.parametrize(("verdict", "code"), [("fair", 0), ("unproven", 0), ("false", 3)])
def test_a_bot_says_what_came_of_the_deal_and_ends_with_a_code_if_the_host_cheated(
    verdict: Verdict, code: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def played(*_: object) -> Outcome:
        finding = Finding(verdict, Sentence("It is as it is."))
        return Outcome(("Ana", "Ben"), Ended(winners=(0,), scores=(3, 2)), finding)

    monkeypatch.setattr(tables, "_join_table", AsyncMock(return_value=Mock()))
    monkeypatch.setattr(tables, "autoplay", played)
    assert run(["join", "--autoplay=easy"]) == code
    assert capsys.readouterr().out == "Ana wins. Ana 3, Ben 2\nIt is as it is.\n"


def test_an_address_of_no_network_means_all() -> None:
    assert [own_address(text) for text in ("0.0.0.0", "::", "127.0.0.1")] == [None, None, "127.0.0.1"]  # noqa: S104


def test_choices_are_named_as_runs() -> None:
    assert [*_runs([1, 2, 4, 6, 7, 8])] == ["1 to 2", "4", "6 to 8"]


class Choices(Options, frozen=True):
    """Two that a player answers with yes or no, and a number that is not one of them."""

    may_pass: Annotated[bool, option("Passing", "one may pass")] = True
    open: Annotated[bool, option("Open", "all is open")] = False
    dice: Annotated[int, option("Dice", "how many dice", range(2))] = 1


def test_the_help_says_which_options_are_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "nim", msgspec.structs.replace(toys.NIM, options=Choices))
    shown = " ".join(parser("simulate", "nim").format_help().split())
    assert "--may-pass, --no-may-pass One may pass (default: on)" in shown
    assert "--open, --no-open All is open (default: off)" in shown
    assert "--dice DICE How many dice: 0, 1 (default: 1)" in shown


def test_browse_tells_the_tables(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(_seconds: float) -> Sequence[TableListing]:
        return [KITCHEN]

    monkeypatch.setattr(tables, "look", look)
    assert run(["browse"]) == 0
    assert capsys.readouterr().out == f"{KITCHEN_LINE}\n"
    assert run(["browse", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {
            "address": "127.0.0.1",
            "port": 1,
            "name": "kitchen",
            "host": "",
            "computer": "",
            "game": "lucky-numbers",
            "taken": 1,
            "seats": 3,
            "state": "open",
            "room": "00",
            "code": False,
            "mine": False,
        }
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--slow-link"],
        ["play", "lucky-jack", "--slow-link"],
        ["host", "--slow-link", "lucky-jack"],
        ["join", "--slow-link"],
        ["learn", "lucky-jack", "--slow-link"],
        ["replay", "games.jsonl", "--slow-link"],
    ],
)
def test_every_command_with_a_screen_can_be_told_of_the_terminal(arguments: list[str]) -> None:
    given = parse(arguments)
    assert (given.slow_link, given.ascii) == (True, False)
