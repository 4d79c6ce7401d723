"""What is kept of a party, and the party that comes back from it."""

import msgspec
import pytest
from msgspec.structs import replace

from luckytui.games import GAMES
from luckytui.games.interface import Game, Sentence
from luckytui.table.entries import Entry, NotKept, entry_type
from luckytui.table.party import Party
from luckytui.table.requests import Act, SeatBot, Start, Undo
from luckytui.table.snapshot import Scene
from tests.table.played_time import PlayedTime

FULL = NotKept(Sentence("The disk is full."))


class Evening:
    """A party of a person and bots, and what it kept."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kept: list[Entry] = []
        self.disk_is_full = False
        self.time = PlayedTime()
        self.party = self.new_party()

    def new_party(self) -> Party:
        return Party(
            self.game,
            self.game.options(),
            name="kitchen",
            owner=0,
            seats=max(3, self.game.seats[0]),
            seed="an evening",
            pace=1.0,
            time=self.time,
            changed=lambda: None,
            keep=self.keep,
        )

    def keep(self, entry: Entry) -> None:
        if self.disk_is_full:
            raise FULL
        self.kept.append(entry)

    def begin(self) -> None:
        self.party.sit(0, "Ana")
        for seat in range(1, len(self.party.chairs)):
            self.party.request(0, SeatBot(seat, "easy"))
        self.party.request(0, Start())

    def act(self) -> None:
        """Ana makes the first move that she may."""
        play = self.party.scene(0).play
        assert play
        self.party.request(0, Act(play.moves[0]), prompt=play.prompt)

    @property
    def may_undo(self) -> bool:
        play = self.party.scene(0).play
        return bool(play and play.undo)

    @property
    def asked(self) -> bool:
        play = self.party.scene(0).play
        return bool(play and play.prompt)

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if self.party.playing and self.asked:
                self.act()
            else:
                self.time.let_pass(1)

    def restored(self) -> Party:
        """The party that comes back from what was written down."""
        written = [msgspec.json.encode(entry) for entry in self.kept]
        party = self.new_party()
        party.restore(msgspec.json.decode(line, type=entry_type(self.game)) for line in written)
        party.returned(0)
        return party

    def restored_at_rest(self) -> Party:
        """The same, only that nothing moves by itself."""
        party = self.restored()
        party.close()
        return party


def looks(party: Party) -> list[Scene]:
    """What each seat sees; the time that is left begins anew with the party."""
    scenes = [party.scene(seat) for seat in range(len(party.chairs))]
    return [replace(scene, play=scene.play and replace(scene.play, seconds=None)) for scene in scenes]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_party_comes_back_as_it_was_after_every_step(game: Game) -> None:
    evening = Evening(game)
    evening.begin()
    for _ in range(25):
        evening.play(3)
        assert looks(evening.restored_at_rest()) == looks(evening.party)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_party_that_came_back_plays_on_to_the_end(game: Game) -> None:
    evening = Evening(game)
    evening.begin()
    evening.play(10)
    evening.party.close()
    evening.party = evening.restored()
    kept = len(evening.kept)
    for _ in range(3000):
        evening.play(1)
        if not evening.party.playing:
            break
    assert not evening.party.playing
    assert len(evening.kept) > kept


def test_what_was_taken_back_stays_so() -> None:
    evening = Evening(GAMES["lucky-box"])
    evening.begin()
    while not evening.may_undo:
        evening.play(1)
    evening.party.request(0, Undo())
    assert looks(evening.restored_at_rest()) == looks(evening.party)


def test_what_cannot_be_kept_is_not_done() -> None:
    evening = Evening(GAMES["lucky-numbers"])
    evening.begin()
    while not evening.asked:
        evening.time.let_pass(1)
    before = looks(evening.party)
    evening.disk_is_full = True
    with pytest.raises(NotKept):
        evening.act()
    assert looks(evening.party) == before
    evening.disk_is_full = False
    evening.act()
    assert looks(evening.party) != before
    assert looks(evening.restored_at_rest()) == looks(evening.party)


def test_a_bot_whose_move_cannot_be_kept_tries_again() -> None:
    evening = Evening(GAMES["lucky-numbers"])
    evening.begin()
    while evening.asked:
        evening.act()
    evening.disk_is_full = True
    before = looks(evening.party)
    evening.time.let_pass(10)
    assert looks(evening.party) == before
    evening.disk_is_full = False
    evening.time.let_pass(3)
    assert looks(evening.party) != before


def test_nobody_is_kept_by_a_full_disk_who_wants_to_leave() -> None:
    evening = Evening(GAMES["lucky-numbers"])
    evening.begin()
    evening.disk_is_full = True
    evening.party.stand_up(0)
    assert evening.party.chairs[0].kind == "left"


def test_entries_of_another_party_are_an_error() -> None:
    evening = Evening(GAMES["lucky-numbers"])
    evening.begin()
    evening.play(5)
    with pytest.raises(LookupError):
        evening.new_party().restore(evening.kept[-1:])
