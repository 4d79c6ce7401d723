"""Games are found by their entry points; nothing in the program knows of one by name."""

import re
import shutil
import sys
from importlib.metadata import entry_points
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest

import luckytui
from luckytui import doctor
from luckytui.cli.game_flags import check_game
from luckytui.cli.values import Misuse
from luckytui.games import BROKEN, GAMES, PACKS, pack
from luckytui.table.spec import GameChoice, choice_of

ROOT = Path(luckytui.__file__).parent
EXAMPLE = Path(__file__).parents[2] / "docs" / "example-game" / "pig"
NAMES = re.compile(r"lucky[ _-]?(numbers|jack|box|squares)|super mega", re.IGNORECASE)


def test_no_room_of_the_program_names_a_game() -> None:
    packages = [Path(ROOT, *one.package.split(".")[1:]) for one in PACKS.values()]
    files = [file for kind in ("py", "toml", "tcss") for file in ROOT.rglob(f"*.{kind}")]
    rooms = [file for file in files if not {*file.parents} & {*packages}]
    assert len(rooms) > 100
    assert [str(file) for file in rooms if NAMES.search(file.read_text(encoding="utf-8"))] == []


def test_our_games_are_offered_in_this_order() -> None:
    assert [*GAMES] == ["lucky-numbers", "lucky-jack", "lucky-box", "lucky-squares"]
    assert not BROKEN


@pytest.mark.parametrize("game", GAMES)
def test_every_part_that_a_pack_names_is_there(game: str) -> None:
    one = PACKS[game]
    for part in (*one.bots.values(), one.worth, one.model, one.words, one.board, one.results):
        assert one.part(part)


def test_entry_points_are_found_as_the_standard_library_finds_them() -> None:
    assert {*pack._entry_points()} == {(each.name, each.value) for each in entry_points(group=pack.GROUP)}


def test_a_game_that_cannot_be_loaded_is_left_out_with_the_reason() -> None:
    jack = "luckytui.games.lucky_jack:PACK"
    entries = [("pig", "no_pig:PACK"), ("other", jack), ("lucky-jack", jack), ("lucky-jack", jack)]
    with patch.object(pack, "_entry_points", return_value=entries):
        packs, games, broken = pack._load()
    assert [*packs] == [*games] == ["lucky-jack"]
    assert broken["pig"] == "ModuleNotFoundError: No module named 'no_pig'"
    assert broken["other"] == f"ValueError: {jack} is the game lucky-jack"
    both = "luckytui.games.lucky_jack and luckytui.games.lucky_jack both bring a game called lucky-jack"
    assert broken["lucky-jack"] == f"ValueError: {both}: uninstall one of the two"


@pytest.mark.parametrize(
    ("file", "written", "instead", "reason"),
    [
        ("colors.toml", "[dark]", "[dark", r"ValueError: .*colors\.toml: Expected .*"),
        ("colors.toml", "#2a1820", "#zzz", r"ValueError: .*colors\.toml: Expected .*"),
        ("colors.toml", "felt = 0", "", r"ValueError: .*colors\.toml: dark and sixteen .*"),
        ("words.toml", '"hold"', "[]", r"ValueError: .*words\.toml: Expected .*"),
        ("rules.py", "= 100", "", r"TypeError: Missing required argument 'goal'"),
        ("rules.py", '"turn_total")', ")", r".*rules\.py, line \d+: TypeError: Missing .* 'turn_total'"),
        ("rules.py", "def outcomes", "def outcome", r"TypeError: Pig has no method “outcomes”"),
        ("rules.py", 'key="pig"', 'key="hog"', r"ValueError: pig:PACK is the game hog"),
        ("rules.py", "    goal:", "    dice: int = 1\n    goal:", r"TypeError: .*“dice” has no words.*"),
        ("rules.py", "import", "impart", r"SyntaxError: .*\(rules\.py, line \d+\)"),
    ],
)
def test_a_game_that_would_fail_later_is_left_out_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, written: str, instead: str, reason: str
) -> None:
    copy = Path(shutil.copytree(EXAMPLE, tmp_path / "pig"), file)
    copy.write_text(copy.read_text("utf-8").replace(written, instead), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    entries = [("pig", "pig:PACK"), ("lucky-jack", "luckytui.games.lucky_jack:PACK")]
    with patch.dict(sys.modules), patch.object(pack, "_entry_points", return_value=entries):
        _packs, games, broken = pack._load()
    assert [*games] == ["lucky-jack"]
    assert re.fullmatch(reason, broken["pig"])


def test_a_game_that_cannot_be_loaded_is_named_to_who_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BROKEN, "pig", "ImportError: no pig")
    words = "The game pig cannot be loaded: ImportError: no pig. Update its package, or uninstall it."
    with pytest.raises(Misuse, match=words):
        check_game(["pig"])
    with patch("luckytui.doctor.examine_terminal", return_value=()):
        diagnoses = doctor.examine()
        next(diagnoses)
        assert next(diagnoses).words == words


def test_a_choice_of_a_game_is_read_with_its_options_wherever_it_is_known() -> None:
    jack = GAMES["lucky-jack"].options()
    read = msgspec.msgpack.decode(msgspec.msgpack.encode(choice_of(jack)), type=GameChoice)
    assert (read.game, read.options) == ("lucky-jack", jack)
    unknown = GameChoice("chess", {"time": 5})
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(unknown), type=GameChoice) == unknown
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"game": "lucky-jack", "options": {"rounds": "many"}}, GameChoice)
