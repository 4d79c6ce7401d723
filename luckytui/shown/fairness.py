"""What a player reads of a deal: a sign in the results, and all that is known of it on a page."""

from luckytui.client.verdict import Finding
from luckytui.text import N_, Sentence, _, say

_SIGNS = {
    "fair": N_("✓ fair deal"),
    "unproven": N_("? deal not proven"),
    "false": N_("✗ the host cheated"),
}
_MEANINGS = {
    "fair": N_("Your program checked that nobody chose the cards, tiles and dice of this game."),
    "own": N_("You are the host, and played alone: your program chose the deal."),
    "guest": N_(
        "Nothing wrong was found. With luckytui on your own computer, you can check a deal yourself."
    ),
    "unproven": N_("Your program found nothing wrong, and cannot prove that nobody chose the deal."),
    "false": N_("Your program found that the host broke the rules of a fair deal."),
}
_UNKNOWN = N_("The record of this game is not here yet. Try again in a moment.")
_WORDS = N_(
    "Check words: {words}. Say them aloud: if another player has others, the host told you two stories."
)


def sign(finding: Finding | None) -> str:
    """Return in a few words what came of checking a deal; nothing while that is not known."""
    return _(_SIGNS[finding.verdict]) if finding and finding.verdict in _SIGNS else ""


def sentences(finding: Finding | None) -> list[str]:
    """Say what was checked, by whom and with what result, the words to compare, and the deal's line."""
    if finding is None:
        return [_(_UNKNOWN)]
    words = Sentence(_WORDS, {"words": finding.words}) if finding.words else finding.wordless
    told = [finding.reason, *finding.notes, words, finding.deal]
    return [_(_MEANINGS[finding.verdict]), *(say(each) for each in told if each)]
