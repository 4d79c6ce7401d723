"""The stage: its pictures come one after another, never too long, and go away when the player wants."""

from luckytui.tui.stage import LONGEST, Stage, Still


def staged(*stills: Still[str], moves: bool = True) -> Stage[str]:
    stage = Stage[str]()
    stage.add(stills, moves=moves)
    return stage


def pictures(stage: Stage[str]) -> list[str | None]:
    """Return what is shown until nothing is left, the player going on wherever a picture stays."""
    shown = []
    while stage.model is not None:
        shown.append(stage.model)
        stage.next()
    return shown


FALLS = Still("falls", 0.2)
STAYS = Still("stays", None)


def test_the_pictures_are_shown_in_order_and_then_what_is() -> None:
    stage = staged(FALLS, STAYS)
    assert (stage.model, stage.seconds, stage.is_playing) == ("falls", 0.2, True)
    stage.next()
    assert (stage.model, stage.seconds, stage.is_playing) == ("stays", None, False)
    stage.next()
    assert (stage.model, stage.is_playing) == (None, False)


def test_a_later_moment_waits_for_the_one_before() -> None:
    stage = staged(FALLS, STAYS)
    stage.add([Still("later", 0.1)])
    assert pictures(stage) == ["falls", "stays", "later"]


def test_a_key_shows_what_stays_at_once() -> None:
    stage = staged(FALLS, FALLS, STAYS, Still("later", 0.1))
    stage.skip()
    assert stage.model == "stays"
    stage.skip()
    assert stage.model == "stays"
    stage.next()
    stage.skip()
    assert stage.model is None


def test_of_what_lasts_too_long_only_what_stays_is_shown() -> None:
    stage = staged(*[Still(str(number), 1.0) for number in range(5)])
    stage.add([Still("fifth", 1.0), Still("too late", 1.0), STAYS])
    assert pictures(stage) == ["0", "1", "2", "3", "4", "fifth", "stays"]
    assert LONGEST == 6.0


def test_without_motion_only_what_stays_is_shown() -> None:
    assert pictures(staged(FALLS, STAYS, FALLS, moves=False)) == ["stays"]


def test_a_stage_is_cleared() -> None:
    stage = staged(FALLS, STAYS)
    stage.clear()
    assert stage.model is None
