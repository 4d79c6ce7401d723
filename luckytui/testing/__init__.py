"""What every game must keep to, whatever its rules are: a plugin for pytest.

A game's own tests say, in conftest.py, `pytest_plugins = ["luckytui.testing"]`, and in a file of tests:

    class TestPig(Conformance):
        key = "pig"

So pytest explains what fails; and tests of anything else do not import luckytui, as they would if the plugin
were an entry point.

Two *worlds* are two positions that one seat cannot tell apart: it sees the same in both, while others may
hold different things. Whatever that seat is sent must be the same in both until the rules show a difference.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from random import Random
from typing import get_args

import msgspec
import pytest
from textual.geometry import Size

from luckytui.bots import ALL_LEVELS, make
from luckytui.bots.thinking import thinks
from luckytui.games import BROKEN, GAMES, data
from luckytui.games.interface import (
    CHANCE,
    SPECTATOR,
    Ended,
    Event,
    Game,
    IllegalMove,
    Move,
    Seat,
    State,
    View,
    order,
    tag_of,
)
from luckytui.shown.any_game import move_words
from luckytui.shown.game import shown_of
from luckytui.shown.words import AnyModel
from luckytui.table import record
from luckytui.table.match import Match
from luckytui.table.views import MatchView, around, table_view_type
from luckytui.testing.plays import (
    Play,
    Step,
    any_kind,
    bytes_of,
    cases,
    made_up,
    play,
    plays,
    reason,
    retold,
    retraced,
    some,
)
from luckytui.tui.boards import BOARDS
from luckytui.tui.canvas import Canvas
from luckytui.tui.widgets.game_blocks import pieces_of

MOST_MOVES = 20_000
"""How many moves of theirs bots may take to end a game."""


class Conformance:
    """The tests of one game. Derive a class whose name begins with Test."""

    key: str
    """The game's."""

    @pytest.fixture
    def game(self) -> Game:
        """The game that is tested."""
        if self.key not in GAMES:
            pytest.fail(f"{self.key} is not among the installed games. These cannot be loaded: {BROKEN}")
        return GAMES[self.key]

    # ── Moves ───────────────────────────────────────────────────────────────────────────────────────

    def test_a_game_ends_once_and_with_winners(self, game: Game) -> None:
        over = [played for played in plays(game) if not played.end.active]
        assert over
        for played in over:
            result = played.end.result
            assert result is not None
            assert result.winners == tuple(sorted({*result.winners} & {*range(played.seats)})) != ()
            assert len(result.scores) == played.seats
            events = played.record.events
            assert [event for event in events if isinstance(event, Ended)] == [result] == [*events[-1:]]

    def test_moves_are_sorted_and_unique_and_only_for_those_who_are_active(self, game: Game) -> None:
        for step in _steps(game, 40):
            for seat in range(CHANCE, step.before.seats):
                moves = step.before.moves(seat)
                assert bool(moves) == (seat in step.before.active)
                assert moves == sorted(set(moves), key=order)

    def test_every_outcome_of_chance_has_a_weight_and_chance_moves_alone(self, game: Game) -> None:
        for step in _steps(game, 60):
            if CHANCE in step.before.active:
                assert step.before.active == {CHANCE}
                assert min(step.before.outcomes().values()) >= 1

    def test_a_move_is_accepted_if_and_only_if_it_is_offered(self, game: Game) -> None:
        pool = list(dict.fromkeys(step.move for played in plays(game) for step in played.steps))
        rng = Random(game.key)
        for step in _decisions(game, 6):
            kept = bytes_of(step.before)
            garbage = [*rng.choices(pool, k=12), *(made_up(game, rng) for _ in range(12))]
            for seat in (SPECTATOR, *range(step.before.seats + 1)):
                offered = step.before.moves(seat)
                for move in garbage:
                    if move not in offered:
                        _assert_refused(step.before, seat, move)
                assert bytes_of(step.before) == kept, "a refused move changed something"
                for move in some(offered, 12):
                    step.before.copy().apply(seat, move)
                assert bytes_of(step.before) == kept, "a move made in a copy changed the original"

    def test_the_fallback_is_always_legal(self, game: Game) -> None:
        for step in _decisions(game, 60):
            for seat in step.before.active:
                assert step.before.fallback(seat) in step.before.moves(seat)

    def test_simultaneous_moves_may_arrive_in_any_order(self, game: Game) -> None:
        for step in _decisions(game, 15):
            if len(step.before.active) > 1:
                assert len({_settled(step.before, Random(order)) for order in range(4)}) == 1

    def test_what_players_choose_does_not_change_what_chance_draws_on_other_occasions(
        self, game: Game
    ) -> None:
        """Play the same deal by other moves: whatever may be drawn as well, the same outcomes are drawn."""
        for played in some(plays(game), 6):
            other = play(game, *played[1:4], lambda state, seat: state.fallback(seat))
            one, two = _draws(played), _draws(other)
            common = [draw for draw in one if draw in two and one[draw][0] == two[draw][0]]
            assert common or not one, "chance draws nothing on the same occasion"
            assert all(one[draw] == two[draw] for draw in common)

    @pytest.mark.parametrize("level", ALL_LEVELS)
    def test_every_bot_plays_to_the_end(self, game: Game, level: str) -> None:
        """A bot that plays at random only has to go on: where the rules set no bound it may do so for ever.

        One that thinks is slow, so it plays among others that do not.
        """
        most = 1_000 if level == "random" else MOST_MOVES
        others, number = ("easy", 1) if thinks(game.key, level) else (level, 2)
        for seats, options in some(cases(game), number):
            match = Match(game, options, ["bot"] * seats, f"{level} {seats}")
            bots = [make(game.key, others if seat else level, Random(seat), think=1) for seat in range(seats)]
            for _ in range(most):
                if not match.prompts:
                    break
                seat = min(match.prompts)
                shown = match.view(seat)
                match.submit(seat, shown.prompt, bots[seat].choose(shown.view, shown.moves))
            assert match.result or level == "random", f"{options} with {seats} seats does not end"

    # ── The record ──────────────────────────────────────────────────────────────────────────────────

    def test_the_moves_of_a_game_lead_to_the_same_events_again(self, game: Game) -> None:
        for played, (match, _) in zip(plays(game), retold(game), strict=True):
            assert bytes_of(match.record.events) == bytes_of(played.record.events)
            assert match.result == played.end.result

    def test_a_record_is_read_back_and_follows_the_rules(self, game: Game) -> None:
        for played in plays(game):
            if not played.end.active:
                (read,) = record.read(record.write(played.record))
                assert bytes_of(read) == bytes_of(played.record)
                *_, last = record.snapshots(read)
                assert bytes_of(last.state) == bytes_of(played.end)

    # ── What a seat is sent ─────────────────────────────────────────────────────────────────────────

    def test_what_an_event_can_hide_is_there_at_times(self, game: Game) -> None:
        events = [event for played in plays(game) for event in played.record.events if event.private]
        hidden = {(tag_of(event), event.private) for event in events if getattr(event, str(event.private))}
        assert hidden == _private(game), "this is never hidden"

    def test_what_is_sent_can_be_read_again(self, game: Game) -> None:
        for played in some(plays(game), 4):
            for number, (_, match) in enumerate(retraced(played)):
                for seat in played.onlookers[:2] if number % 5 == 0 else ():
                    sent = msgspec.msgpack.encode(around(match.view(seat), game.key))
                    read = msgspec.msgpack.decode(sent, type=table_view_type(game))
                    assert read.match is not None
                    assert read.match.view == match.view(seat).view
                    assert msgspec.msgpack.encode(read) == sent

    def test_a_view_of_an_imagined_world_is_the_view_it_was_imagined_from(self, game: Game) -> None:
        for step, seat in _looks(game, 6):
            for world in _worlds(game, step.before, seat, 2):
                assert _sent(world, seat) == _sent(step.before, seat)
                assert world.result == step.before.result

    def test_a_reason_in_words_betrays_nothing(self, game: Game) -> None:
        rng = Random(game.key)
        for step, seat in _looks(game, 4):
            if seat >= 0:
                moves = {made_up(game, rng) for _ in range(8)} - {*step.before.moves(seat)}
                for world in _worlds(game, step.before, seat, 2):
                    for move in moves:
                        assert reason(world, seat, move) == reason(step.before, seat, move)

    def test_what_can_be_taken_back_has_shown_nothing(self, game: Game) -> None:
        for _, could_be_undone in retold(game):
            for step in some(could_be_undone, 10):
                after = step.before.copy()
                events = after.apply(step.seat, step.move)
                for world in _worlds(game, step.before, step.seat, 3):
                    assert _told(world.apply(step.seat, step.move), step.seat) == _told(events, step.seat)
                    assert _sent(world, step.seat) == _sent(after, step.seat)

    def test_a_simultaneous_choice_is_held_back_until_all_have_chosen(self, game: Game) -> None:
        for step in _decisions(game, 8):
            if len(step.before.active) > 1:
                for one, other in pairwise(_after_each_choice(step.before, step.seat)):
                    if one.active == other.active:
                        _assert_alike_while_open(one, other, chooser=step.seat)

    def test_a_move_of_which_nothing_comes_changes_nothing_for_others(self, game: Game) -> None:
        """So a table need not look at them again."""
        for step in _decisions(game, 60):
            after = step.before.copy()
            if after.apply(step.seat, step.move):
                continue
            for seat in {SPECTATOR, *range(after.seats)} - {step.seat}:
                if seat in after.active:
                    assert list(step.before.moves(seat)) == list(after.choices(seat))
                if after.active == step.before.active:
                    assert step.before.view(seat) == after.view(seat)

    def test_a_view_tells_nothing_that_the_events_do_not(self, game: Game) -> None:
        """Play on in two worlds, in each differently: while the seat is told the same, it sees the same."""
        rng, different = Random(game.key), 0
        for step, seat in _looks(game, 6):
            (world,) = _worlds(game, step.before, seat, 1)
            real = step.before.copy()
            for _ in range(8):
                different += bytes_of(real) != bytes_of(world)
                if not real.active or not _go_on_alike(real, world, seat, rng):
                    break
                assert _sent(real, seat) == _sent(world, seat)
        has_secrets = _private(game) or any(len(step.before.active) > 1 for step in _decisions(game, 40))
        assert different > 20 or not has_secrets

    # ── What is shown of it ───────────────────────────────────────────────────────────────────────────

    def test_every_position_can_be_shown_and_every_move_has_a_name_of_its_own(self, game: Game) -> None:
        shown, board = shown_of(game.key), BOARDS[game.key]
        for step in _decisions(game, 6):
            moves, model = step.before.moves(step.seat), _model(game, step.before, step.seat)
            answers = [tuple(part.text for part in model.parts(move)) for move in moves]
            assert len({*answers}) == len(moves)
            assert all(shown.words.sections(model))
            assert shown.words.prompt(model)
            for event in step.events:
                assert shown.words.tell(event, model) != ""
            for size in (60, 15), (80, 18), (115, 40):
                board.PICTURE.paint(Canvas(Size(*size), board.GROUND), model)

    def test_every_place_in_a_sentence_is_filled(self, game: Game) -> None:
        tell = shown_of(game.key).words.tell
        for step, seat in product(_steps(game, 20), (SPECTATOR, *range(game.seats[0]))):
            model = _model(game, step.before, seat)
            said = [move_words(model, move) for move in model.moves]
            said += [tell(event.seen_by(seat), model) or "" for event in step.events]
            wrong = [each for each in said if "{" in each]
            assert not wrong, "words.toml names a field that is not there"

    def test_what_has_a_value_for_each_seat_is_in_by_seat(self, game: Game) -> None:
        """Otherwise nobody can see on the board which value is whose."""
        views = [step.before.view(SPECTATOR) for step in _steps(game, 40)]
        for name in {*game.view.__struct_fields__} - {*View.__struct_fields__, *game.view.by_seat}:
            values = [(view.seats, getattr(view, name)) for view in views]
            is_by_seat = all(isinstance(value, tuple) and len(value) == seats for seats, value in values)
            assert not is_by_seat or len(game.seats) == 1, f"put “{name}” into `by_seat` of the view"

    def test_its_pieces_have_colors(self, game: Game) -> None:
        assert pieces_of(game.key) == data(game.key, "colors.toml").get("pieces", [])


# ── What the tests above are made of ──────────────────────────────────────────────────────────────


def _private(game: Game) -> set[tuple[str, str]]:
    """Return the kinds of events of which a field is hidden from others, with that field."""
    kinds = (each for kind in get_args(game.events) for each in (kind, *kind.__subclasses__()))
    return {(kind.__struct_config__.tag, kind.private) for kind in kinds if kind.private}


def _steps(game: Game, most: int) -> Iterator[Step]:
    for played in plays(game):
        yield from some(played.steps, most)


def _decisions(game: Game, most: int) -> Iterator[Step]:
    for played in plays(game):
        yield from some(played.decisions, most)


def _draws(played: Play) -> dict[tuple[str, int], tuple[Mapping[Move, int], Move]]:
    """Return for each occasion and count within it what could be drawn, and what was."""
    draws, counts = {}, Counter[str]()
    for step in played.steps:
        if step.seat == CHANCE:
            counts[occasion := step.before.occasion()] += 1
            draws[occasion, counts[occasion]] = step.before.outcomes(), step.move
    return draws


def _looks(game: Game, most: int) -> Iterator[tuple[Step, Seat]]:
    """Yield moments of games, each with everybody who looks on."""
    for played in plays(game):
        yield from product(some(played.decisions, most), played.onlookers)


def _worlds(game: Game, state: State, seat: Seat, number: int) -> list[State]:
    """Return positions that a seat cannot tell from this one."""
    return [game.imagine(state.view(seat), Random(world)) for world in range(number)]


def _sent(state: State, seat: Seat) -> bytes:
    """Return what a seat is sent of a position."""
    return bytes_of((state.view(seat), state.moves(seat)))


def _told(events: Sequence[Event], seat: Seat) -> bytes:
    """Return what a seat is sent of what happened."""
    return bytes_of([event.seen_by(seat) for event in events])


def _model(game: Game, state: State, seat: Seat) -> AnyModel:
    """Return a position as a seat is shown it."""
    names, moves = tuple(f"Player {each}" for each in range(state.seats)), tuple(state.moves(seat))
    view = MatchView(names=names, view=state.view(seat), prompt=int(bool(moves)), moves=moves)
    return shown_of(game.key).model(around(view, game.key)).settled(asked_again=True)


def _assert_refused(state: State, seat: Seat, move: Move) -> None:
    with pytest.raises(IllegalMove) as refused:
        state.apply(seat, move)
    assert str(refused.value) == str(refused.value.reason)
    assert str(refused.value).endswith((".", "!", "?"))
    assert not set(str(refused.value)) & {"{", "}"}


def _settled(state: State, arrival: Random) -> bytes:
    """Let those who are asked move in some order, each as it would in any; return what comes of it."""
    state, made = state.copy(), Counter[Seat]()
    events: list[Event] = []
    while not events and state.active and CHANCE not in state.active:
        seat = arrival.choice(sorted(state.active))
        events = state.apply(seat, any_kind(state.moves(seat), Random(f"{seat} {made[seat]}")))
        made[seat] += 1
    return bytes_of((state, events))


def _after_each_choice(state: State, seat: Seat) -> list[State]:
    """Return what a seat's choices lead to, as far as somebody else has still to choose as well."""
    worlds = [(state.copy(), move) for move in some(state.moves(seat), 8)]
    held_back = [world for world, move in worlds if not world.apply(seat, move)]
    undecided = [world for world in held_back if CHANCE not in world.active and world.active - {seat}]
    return sorted(undecided, key=lambda world: sorted(world.active))


def _assert_alike_while_open(one: State, other: State, chooser: Seat) -> None:
    """Let the others choose, the same in both worlds; until all have, none of them sees a difference."""
    one, other = one.copy(), other.copy()
    for seat in sorted(one.active - {chooser}):
        while seat in one.active:
            for onlooker in {SPECTATOR, *range(one.seats)} - {chooser}:
                assert _sent(one, onlooker) == _sent(other, onlooker)
            move = any_kind(one.moves(seat), Random(seat))
            if one.apply(seat, move) or other.apply(seat, move) or one.active != other.active:
                return


def _go_on_alike(real: State, world: State, seat: Seat, rng: Random) -> bool:
    """Make a move in both worlds, and let chance speak; return whether the seat has been told the same."""
    mover = rng.choice(sorted(real.active))
    if mover not in world.active:
        return False
    move = any_kind(real.moves(mover), rng)
    same = mover == seat or (move in world.moves(mover) and rng.random() < 0.5)
    in_real = real.apply(mover, move)
    in_world = world.apply(mover, move if same else any_kind(world.moves(mover), rng))
    while real.active == world.active == {CHANCE}:
        outcome = any_kind(real.moves(CHANCE), rng)
        same = outcome in world.outcomes() and rng.random() < 0.5
        in_real += real.apply(CHANCE, outcome)
        in_world += world.apply(CHANCE, outcome if same else any_kind(world.moves(CHANCE), rng))
    return real.active == world.active and _told(in_real, seat) == _told(in_world, seat)
