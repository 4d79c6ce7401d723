"""Judges a deal: by the record, and by what this program was shown and sent.

docs/fair-play.md says what each verdict needs.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Literal, NamedTuple

import msgspec

from luckytui.client.deals import Deals
from luckytui.client.story import OTHER_STORY, Entry, Story
from luckytui.records.deal import said_deal
from luckytui.table.record import Record, RecordError, UnknownRecord, read
from luckytui.text import N_, Sentence, say

_FAIR = Sentence(N_("The deal was fair: it was made from your value and those of everyone listed."))
_OWN = Sentence(N_("This was your own deal: nobody else's value went into it."))
_BY_HOST = Sentence(N_("The host's computer checked the deal, not yours: you play through its door."))
_WRONG = N_("The host cheated: its record is wrong. {why}")

Verdict = Literal["fair", "own", "guest", "unproven", "false"]


class Finding(msgspec.Struct, frozen=True):
    """The result of checking the deal of a game."""

    verdict: Verdict
    reason: Sentence
    game: int = 0
    """The game's number, as in `MatchView`."""
    notes: tuple[Sentence, ...] = ()
    """What else there is to know."""
    words: str = ""
    """The check words, once they are made."""
    wordless: Sentence | None = None
    """Why there are none, or not yet."""
    deal: Sentence | None = None
    """The line by which the same deal can be played, or why there is none."""


class Judgement(NamedTuple):
    """A finding, and what else came of checking the record."""

    finding: Finding
    record: Record | None = None
    """None if it cannot be read."""
    is_played: bool = False
    """Whether the game was played to its end with this program."""


def judge(
    entries: Sequence[Entry], deals: Deals, number: int, written: bytes, *, is_guest: bool = False
) -> Judgement:
    """Judge the deal of game `number` by its record, by what happened in it here, and by all deals."""
    try:
        (record,) = read(written)
    except UnknownRecord as error:
        return Judgement(Finding("unproven", error.reason, number))
    except RecordError as error:
        return Judgement(Finding("false", Sentence(_WRONG, {"why": say(error.reason)}), number))
    except ValueError:  # not one game, but several
        return Judgement(Finding("false", OTHER_STORY, number))
    story, deal = Story(entries, record), deals.of(number)
    fault = deals.fault or deal.fault(record) or story.fault
    doubts = deal.doubts(record, story.seat, is_unplayed=deals.is_unplayed(deal))
    doubt = next(chain(doubts, story.doubts()), None)
    shares = record.started.shares
    verdict: Verdict
    if fault:
        verdict, reason = "false", fault
    elif is_guest:
        verdict, reason = "guest", _BY_HOST
    elif story.is_owner and shares and [share.seat for share in shares.values] == [story.seat]:
        verdict, reason = "own", _OWN
    else:
        verdict, reason = ("unproven", doubt) if doubt else ("fair", _FAIR)
    notes, line = tuple(deal.notes(record)), said_deal(record.started)
    finding = Finding(verdict, reason, number, notes=notes, deal=line)
    return Judgement(finding, record, is_played=not (fault or any(story.doubts())))
