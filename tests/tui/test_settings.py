"""The settings: what the file may say, what is said about the rest, and what the screens change in it."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from luckytui import settings
from luckytui.settings import SETTINGS, Settings, load, save
from luckytui.shown.navigation import AtTable, Home
from luckytui.table.requests import Pause
from luckytui.text import UserError
from luckytui.tui import commands
from luckytui.tui.widgets.menu import Menu
from screenshots import scenes
from tests.tui.running import Access, press, running, showing, text

TURN = scenes.game("lucky-numbers", 3, lambda shown: shown.prompt > 0 and scenes.told(shown) > 30)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delitem(settings._asked, "only_answer")
    monkeypatch.setattr(settings, "user_config_path", lambda *_args, **_more: tmp_path / "luckytui")
    (tmp_path / "luckytui").mkdir()
    return tmp_path / "luckytui" / "settings.toml"


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_without_a_file_everything_is_as_it_is_declared(file: Path) -> None:
    assert load() == (Settings(), [])


def test_what_the_file_says_is_taken(file: Path) -> None:
    file.write_text('name = "Ana"\nbell = false\nbots = "fast"\n[keys.table]\nundo = "U"\n')
    assert load() == (Settings(name="Ana", bell=False, bots="fast", keys={"table.undo": "U"}), [])


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("bell = false\nbots = 3", 2, 'bots can be "slow", "normal", "fast", "at once"; "normal" is used'),
        ('# mine\n\nbell = "yes"', 3, "bell can be true, false; true is used"),
        ("bell = 1", 1, "bell can be true, false; true is used"),
        ("colour = 'blue'", 1, "there is no setting “colour”, only name, theme, bell"),
        ("name = 'An endless name, which nobody can read'", 1, "up to 24 characters"),
        ("theme = 'plaid'", 1, 'theme can be "dark", "light"; "dark" is used'),
        ("bell = true\n[keys.table]\nundo = 'ctrl+s'", 3, "ctrl+s is kept by flow control"),
        ("[keys.lobby]\nundo = 'U'\n[keys.table]\nundo = 'w'", 4, "w is for “table.game_log” already"),
        ("[keys.table]\nundo = 'hyper'", 2, "there is no key “hyper”"),
        ("[keys.table]\njump = 'J'", 2, "there is no command “table.jump”"),
        ("[keys.table]\nundo = true", 2, "there is no key “True”"),
        ('bell = true\nkeys = "vim"', 2, "put the keys of commands below a line like “[keys.table]”"),
        ("[keys]\ntable = 'vim'", 2, "put the keys of commands below a line like “[keys.table]”"),
    ],
)
def test_a_bad_value_is_named_with_its_line_and_the_default_is_taken(
    file: Path, text: str, line: int, words: str
) -> None:
    file.write_text(text)
    found, problems = load(["dark", "light"], commands.key_problem)
    problem = str(next(each for each in problems if words in str(each)))
    assert problem.startswith(f"{file}, line {line}: ")
    defaults = {setting.name: setting.default for setting in SETTINGS} | {"keys": {}}
    name = text.splitlines()[line - 1].partition(" ")[0]
    assert name not in defaults or getattr(found, name) == defaults[name]
    assert not found.keys


@pytest.mark.parametrize("text", ["bell = ", "keys = 3\nbell = tru", "\xff", f"bell = {'[' * 5000}"])
def test_a_file_that_is_no_toml_changes_nothing_and_is_not_written_over(file: Path, text: str) -> None:
    file.write_text(text, encoding="latin-1")
    found, (problem,) = load()
    assert found == Settings()
    assert f"The settings in {file} cannot be used" in str(problem)
    with pytest.raises(UserError, match="Fix the file"):
        save(bell=False)
    assert file.read_text(encoding="latin-1") == text


def test_the_first_change_makes_the_file(file: Path) -> None:
    file.parent.rmdir()
    save(motion=False)
    assert load()[0] == Settings(motion=False)
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "text", ['keys = "vim"', "keys = []", "keys.table = 3", "[[keys]]\na = 1", "[keys.table.undo]\nx = 1"]
)
def test_what_is_no_key_is_named_and_stays_where_it_is(file: Path, text: str) -> None:
    write(file, f"{text}\n")
    _settings, problems = load(key_problem=commands.key_problem)
    assert problems
    save(bell=False)
    assert load()[0].bell is False


def test_settings_that_a_link_leads_to_are_changed_where_they_are(file: Path, tmp_path: Path) -> None:
    dotfiles = tmp_path / "dotfiles.toml"
    dotfiles.write_text("bell = true # mine\n")
    file.symlink_to(dotfiles)
    save(bell=False)
    assert file.is_symlink()
    assert dotfiles.read_text() == "bell = false # mine\n"


def test_what_the_command_line_asks_for_holds_until_it_is_changed(file: Path) -> None:
    file.write_text("plain = false\n")
    settings.ask(plain=True)
    assert load()[0].plain
    save(plain=False)
    assert not load()[0].plain


@pytest.mark.parametrize(("length", "is_taken"), [(24, True), (25, False)])
def test_a_name_has_up_to_24_characters(file: Path, length: int, is_taken: bool) -> None:
    file.write_text(f'name = "{"x" * length}"')
    found, problems = load()
    assert (found.name == "x" * length, not problems) == (is_taken, is_taken)


async def test_the_settings_screen_changes_the_file_at_once(file: Path) -> None:
    async with running(Home("Ana", Access())) as pilot:
        assert "Your name" in await press(pilot, "s")
        await pilot.press("down", "right", "n", *"Bea", "enter")
        assert load()[0] == Settings(name="Bea", bell=False)
        assert "Play alone" in await press(pilot, "escape")


@pytest.mark.parametrize("start", ["home", "lobby", "table", "results"])
async def test_another_language_is_on_every_screen_at_once(file: Path, start: str) -> None:
    shown = {
        "lobby": scenes.lobby("lucky-jack", owner=True),
        "table": TURN,
        "results": scenes.game("lucky-jack", 3, scenes.over),
    }
    begin = AtTable(scenes.ShownSession(shown[start])) if start in shown else Home("Ana", Access())
    save(language="de")
    async with running(begin) as pilot:
        german = [text(pilot)]
        await pilot.app.run_action("settings")
        german.append(await press(pilot))
    save(language="en")
    async with running(begin) as pilot:
        await pilot.app.run_action("settings")
        await press(pilot)
        pilot.app.change_setting("language", "de")
        changed = [await press(pilot)]
        changed.insert(0, await press(pilot, "escape"))
    assert changed[0] == german[0]
    assert [row for row in changed[1].split("\n") if "Sprache" not in row] == [
        row for row in german[1].split("\n") if "Sprache" not in row
    ]


def rows(pilot: Pilot[None]) -> list[str]:
    return [item.name for item in pilot.app.screen.query_one(Menu)._items]


async def test_what_is_wrong_in_the_file_is_said_at_the_start_and_in_the_settings(file: Path) -> None:
    save(bell=3)
    async with running(Home("Ana", Access()), size=(160, 24)) as pilot:
        assert "line 2: bell can be true, false; true is used." in " ".join(text(pilot).split())
        assert "line 2: bell can be true, false" in " ".join((await press(pilot, "s")).split())


async def test_the_palette_does_what_the_keys_do(file: Path) -> None:
    async with showing(TURN) as (pilot, session):
        await pilot.press("ctrl+p", *"pause", "enter")
        await pilot.app.workers.wait_for_complete()
    assert session.requests == [(Pause(on=True), 0)]


async def test_the_prompt_names_the_keys_that_were_chosen(file: Path) -> None:
    write(file, '[keys.table]\nleave = "L"\n[keys.lucky-numbers]\nact = "f5"\n')
    async with running(AtTable(scenes.ShownSession(replace(TURN, owner=False)))) as pilot:
        assert re.search(r"\bf5: ", text(pilot))
        assert "Enter: " not in text(pilot)
        assert "L: leave · esc: no" in await press(pilot, "L")


@pytest.mark.parametrize(
    ("game", "keys", "stage", "painted"),
    [
        ("lucky-jack", 'take = "y"\ndecline = "b"', "claim", "y yes"),
        ("lucky-numbers", 'draw = "y"', "turn", "y draw"),
    ],
)
async def test_a_board_names_chosen_keys(file: Path, game: str, keys: str, stage: str, painted: str) -> None:
    write(file, f"[keys.{game}]\n{keys}\n")
    view = scenes.game(game, 3, lambda seen: seen.prompt > 0 and seen.view.stage == stage)
    async with running(AtTable(scenes.ShownSession(view))) as pilot:
        assert painted in text(pilot)
