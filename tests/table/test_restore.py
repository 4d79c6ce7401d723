"""What is kept of a table, and the table that comes back from it."""

import msgspec
import pytest

from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.games.options import Options
from luckytui.table.journal_entries import JournalEntry, NotKept, entry_type
from luckytui.table.requests import Act, SeatBot, Start, Undo
from luckytui.table.spec import TableSpec
from luckytui.table.table import Table
from luckytui.table.views import TableView
from luckytui.text import Sentence
from tests.table.evening import lasting
from tests.table.played_time import PlayedTime

FULL = NotKept(Sentence("The disk is full."))


class Evening:
    """A table of a person and bots, and what it kept."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kept: list[JournalEntry] = []
        self.disk_is_full = False
        self.time = PlayedTime()
        self.table = self.new_table()

    def new_table(self, options: Options | None = None) -> Table:
        return Table(
            TableSpec(
                game=self.game.key,
                options=options or self.game.options(),
                name="kitchen",
                seats=max(3, self.game.seats[0]),
                seed="an evening",
                pace=1.0,
            ),
            owner=0,
            time=lambda: self.time,
            changed=lambda: None,
            keep=self.keep,
        )

    def keep(self, entry: JournalEntry) -> None:
        if self.disk_is_full:
            raise FULL
        self.kept.append(entry)

    def begin(self) -> None:
        self.table.sit(0, "Ana")
        for seat in range(1, len(self.table.seating.occupants)):
            self.table.request(0, SeatBot(seat, "easy"))
        self.table.request(0, Start())

    def act(self) -> None:
        """Ana makes the first move that she may."""
        play = self.table.view(0).match
        assert play
        self.table.request(0, Act(play.moves[0]), prompt=play.prompt)

    @property
    def may_undo(self) -> bool:
        play = self.table.view(0).match
        return bool(play and play.undo)

    @property
    def asked(self) -> bool:
        play = self.table.view(0).match
        return bool(play and play.prompt)

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if self.table.playing and self.asked:
                self.act()
            else:
                self.time.let_pass(1)

    def restored(self, options: Options | None = None) -> Table:
        """The table that comes back from what was kept."""
        written = [msgspec.json.encode(entry) for entry in self.kept]
        table = self.new_table(options)
        table.restore(msgspec.json.decode(line, type=entry_type(self.game)) for line in written)
        table.returned(0)
        return table

    def restored_at_rest(self, options: Options | None = None) -> Table:
        """The same, only that nothing moves by itself."""
        table = self.restored(options)
        table.close()
        return table


def looks(table: Table) -> list[TableView]:
    """What each seat sees that a restart keeps."""
    return [lasting(table.view(seat)) for seat in range(len(table.seating.occupants))]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_table_comes_back_as_it_was_after_every_step(game: Game) -> None:
    evening = Evening(game)
    evening.begin()
    for _ in range(25):
        evening.play(3)
        assert looks(evening.restored_at_rest()) == looks(evening.table)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_table_that_came_back_plays_on_to_the_end(game: Game) -> None:
    evening = Evening(game)
    evening.begin()
    evening.play(10)
    evening.table.close()
    evening.table = evening.restored()
    kept = len(evening.kept)
    for _ in range(3000):
        evening.play(1)
        if not evening.table.playing:
            break
    assert not evening.table.playing
    assert len(evening.kept) > kept


def test_what_was_taken_back_stays_so() -> None:
    evening = Evening(GAMES["lucky-box"])
    evening.begin()
    while not evening.may_undo:
        evening.play(1)
    evening.table.request(0, Undo())
    assert looks(evening.restored_at_rest()) == looks(evening.table)


def test_what_cannot_be_kept_is_not_done() -> None:
    evening = Evening(GAMES["lucky-numbers"])
    evening.begin()
    while not evening.asked:
        evening.time.let_pass(1)
    before = looks(evening.table)
    evening.disk_is_full = True
    with pytest.raises(NotKept):
        evening.act()
    assert looks(evening.table) == before
    evening.disk_is_full = False
    evening.act()
    assert looks(evening.table) != before
    assert looks(evening.restored_at_rest()) == looks(evening.table)


def test_a_bot_whose_move_cannot_be_kept_tries_again() -> None:
    evening = Evening(GAMES["lucky-numbers"])
    evening.begin()
    while evening.asked:
        evening.act()
    evening.disk_is_full = True
    before = looks(evening.table)
    evening.time.let_pass(10)
    assert looks(evening.table) == before
    evening.disk_is_full = False
    evening.time.let_pass(3)
    assert looks(evening.table) != before


def test_a_full_disk_keeps_nobody_from_leaving() -> None:
    evening = Evening(GAMES["lucky-numbers"])
    evening.begin()
    evening.disk_is_full = True
    evening.table.stand_up(0)
    assert evening.table.seating.occupants[0].kind == "left"


def test_entries_of_another_table_are_an_error() -> None:
    evening = Evening(GAMES["lucky-numbers"])
    evening.begin()
    evening.play(5)
    with pytest.raises(LookupError):
        evening.new_table().restore(evening.kept[-1:])


def test_a_tournament_goes_on_with_its_second_game_and_its_points() -> None:
    """All games of it are one game at the table: their points come back with its moves."""
    numbers = GAMES["lucky-numbers"]
    evening = Evening(numbers)
    evening.table = evening.new_table(numbers.options(tournament=True))  # type: ignore[call-arg]
    evening.begin()
    for _ in range(2000):
        evening.play(1)
        view = evening.table.view(0).match
        assert view
        if view.view.number == 2 and any(view.view.points):  # type: ignore[attr-defined]
            break
    again = evening.restored_at_rest(numbers.options(tournament=True))  # type: ignore[call-arg]
    assert looks(again) == looks(evening.table)
    assert again.playing
