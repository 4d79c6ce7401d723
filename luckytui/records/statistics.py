"""What stored games add up to for a person: by game, against bots of each level, against other people."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from statistics import fmean

import msgspec

from luckytui.games import GAMES, score_words, short_title_of
from luckytui.records.store import Player, StoredGame
from luckytui.text import N_, _, in_figures, in_percent, in_tenths, plural, signed

RECENT = 40
"""How many of the latest games the history has."""

HEADS = (N_("games"), N_("won"), N_("best score"), N_("mean"), N_("streak"), N_("luck"), N_("mistakes"))
"""What the figures of a kind of game are called where there is little room…"""
LONG_HEADS = (
    N_("games"),
    N_("games won"),
    N_("best score"),
    N_("mean score"),
    N_("longest streak"),
    N_("luck a game"),
    N_("mistakes a game"),
)
"""…and where there is more."""
NOTHING = "·"
"""A figure that there is not."""


class GameTotals(msgspec.Struct, frozen=True, kw_only=True):
    """What a person's games of one kind add up to."""

    game: str
    is_lowest_best: bool
    """Whether the lowest score wins: games where it does are counted apart from those where it does not."""
    is_solo: bool
    """Whether nobody else played: such games are counted apart, as nobody wins them."""
    games: int
    wins: int
    """Shared ones, too."""
    best: int
    mean: float
    streak: int
    """How many of the latest games were won in a row."""
    longest: int
    """The longest such streak ever."""
    luck: float | None
    mistakes: float | None
    """The mean of what the analysis says, where it is known."""
    won: tuple[bool, ...]
    scores: tuple[int, ...]
    """Of the latest games, the oldest first."""


class Meetings(msgspec.Struct):
    """A person's games with one other, or with bots of one level."""

    games: int = 0
    wins: int = 0
    """The person's own."""
    losses: int = 0
    """Those that the other won."""

    def add(self, has_won: bool, has_lost: bool) -> None:
        self.games += 1
        self.wins += has_won
        self.losses += has_lost


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known of one person."""

    name: str
    games: tuple[GameTotals, ...]
    bots: dict[str, Meetings]
    people: dict[str, Meetings]


def people(games: Sequence[StoredGame]) -> list[str]:
    """Return who has played: the player of this computer first, then those with the most games."""
    me = _own_name(games)
    played = Counter(each for game in games for each in _names(game, me))
    return sorted(played, key=lambda name: (name != me, -played[name], name))


def _own(game: StoredGame) -> Player | None:
    """Return the player of this computer, unless a bot played in their place."""
    own = None if game.mine is None else game.players[game.mine]
    return None if own is None or own.level else own


def _own_name(games: Iterable[StoredGame]) -> str | None:
    """Return what the player of this computer was called last. The latest game comes first in `games`."""
    return next((own.name for own in map(_own, games) if own), None)


def _names(game: StoredGame, me: str | None) -> dict[str, Player]:
    """Return the people of a game; the player of this computer by the latest name, whatever it was then."""
    names = {player.name: player for player in reversed(game.players) if not player.level}
    if not (own := _own(game)) or me is None:
        return names
    return {me: own} | {name: player for name, player in names.items() if name != me and player is not own}


def of_person(games: Sequence[StoredGame], name: str) -> Statistics:
    """Return the statistics of a person. The latest game comes first in `games`."""
    me = _own_name(games)
    kinds = defaultdict[tuple[str, bool, bool], list[Player]](list)
    bots, others = defaultdict[str, Meetings](Meetings), defaultdict[str, Meetings](Meetings)
    for game in games:
        names = _names(game, me)
        own = names.pop(name, None)
        if own is None:
            continue
        kinds[game.game, game.is_lowest_best, len(game.players) == 1].append(own)
        levels: dict[str, bool] = {}
        for player in game.players:
            if player.level:  # several bots of a level count as one
                levels[player.level] = levels.get(player.level, False) or player.has_won
        for other, player in names.items():
            others[other].add(own.has_won, player.has_won)
        for level, has_won in levels.items():
            bots[level].add(own.has_won, has_won)
    return Statistics(
        name=name,
        games=tuple(_totals(*kind, played) for kind, played in sorted(kinds.items())),
        bots=_most_first(bots),
        people=_most_first(others),
    )


def best_alone(games: Sequence[StoredGame]) -> list[int]:
    """Return the best scores of the player of this computer in games that nobody else played, one a kind."""
    return [each.best for each in of_person(games, _own_name(games) or "").games if each.is_solo]


def _most_first(met: dict[str, Meetings]) -> dict[str, Meetings]:
    return dict(sorted(met.items(), key=lambda each: (-each[1].games, each[0])))


def _totals(game: str, is_lowest_best: bool, is_solo: bool, latest_first: Sequence[Player]) -> GameTotals:
    played = latest_first[::-1]
    scores = [player.score for player in played]
    streaks = [len([*run]) for has_won, run in groupby(player.has_won for player in played) if has_won]
    lucks = [player.luck for player in played if player.luck is not None]
    mistakes = [player.mistakes for player in played if player.mistakes is not None]
    return GameTotals(
        game=game,
        is_lowest_best=is_lowest_best,
        is_solo=is_solo,
        games=len(played),
        wins=sum(player.has_won for player in played),
        best=min(scores) if is_lowest_best else max(scores),
        mean=fmean(scores),
        streak=streaks[-1] if played[-1].has_won else 0,
        longest=max(streaks, default=0),
        luck=fmean(lucks) if lucks else None,
        mistakes=fmean(mistakes) if mistakes else None,
        won=tuple(player.has_won for player in played[-RECENT:]),
        scores=tuple(scores[-RECENT:]),
    )


def title(totals: GameTotals) -> str:
    """Return what a kind of game is called."""
    name, game = short_title_of(totals.game), GAMES.get(totals.game)
    name = _(game.contrary, game=name) if game and game.is_contrary(totals.is_lowest_best) else name
    return _("{game}, alone", game=name) if totals.is_solo else name


def figures(totals: GameTotals) -> list[str]:
    """Return the figures of a kind of game, in the order of the columns; luck is in percent of a win."""
    mean_luck = totals.luck or 0.0
    luck = signed(mean_luck) if totals.is_solo else in_percent(mean_luck / 100, signed=True)
    return [
        in_figures(totals.games),
        NOTHING if totals.is_solo else f"{totals.wins} · {in_percent(totals.wins / totals.games)}",
        score_words(totals.game, totals.best, totals.is_lowest_best),
        in_figures(round(totals.mean)) if abs(totals.mean) >= 100 else in_tenths(totals.mean),
        NOTHING if totals.is_solo else plural("{number} win", "{number} wins", totals.longest),
        NOTHING if totals.luck is None else luck,
        NOTHING if totals.mistakes is None else in_tenths(totals.mistakes),
    ]


def meeting_lines(statistics: Statistics) -> list[str]:
    """Return how a person fared against each kind of bot and each other person, in sentences."""
    met = [(N_("Against {name} bots"), _(level), each) for level, each in statistics.bots.items()]
    met += [(N_("Against {name}"), name, each) for name, each in statistics.people.items()]
    return [
        _(
            "{against}: {games}, won {wins}, lost {losses}.",
            against=_(words, name=name),
            games=plural("{number} game", "{number} games", each.games),
            wins=each.wins,
            losses=each.losses,
        )
        for words, name, each in met
    ]
