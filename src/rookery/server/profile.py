"""A guest's own page, from the matches they have finished."""

from collections.abc import Sequence
from typing import Any

import msgspec

#: How many matches the page lists.
LISTED = 50
#: How many wins in a row, matches and different people make a badge.
STREAK, MANY, FRIENDS = 3, 10, 3
#: Who beats one of these has beaten an emperor, or more.
EMPERORS = ("emperor", "king")


class Opponent(msgspec.Struct):
    """Somebody one has played against: a person, or the bots of a level."""

    name: str
    level: str
    face: str
    matches: int = 0
    #: How often one came before them, and they before oneself.
    before: int = 0
    after: int = 0


class GameStatistics(msgspec.Struct):
    """What one has done in a game."""

    game: str
    matches: int = 0
    wins: int = 0
    #: Wins in a row: now, and the most there were.
    streak: int = 0
    longest: int = 0
    #: Of public matches between people; None: there are none.
    rating: float | None = None
    deviation: float | None = None
    rated: int = 0


class Player(msgspec.Struct, frozen=True):
    """A seat of a finished match."""

    name: str
    level: str
    face: str
    place: int
    score: int
    won: bool
    me: bool


class PastMatch(msgspec.Struct, frozen=True):
    """A finished match."""

    table: str
    game: str
    ended: int
    counts: bool
    rated: bool
    players: list[Player]


class Badge(msgspec.Struct, frozen=True):
    """Something one has done, and when."""

    name: str
    at: int


class Profile(msgspec.Struct, frozen=True):
    """A guest's own page."""

    name: str
    face: str
    games: list[GameStatistics]
    opponents: list[Opponent]
    badges: list[Badge]
    matches: list[PastMatch]


def profile(
    guest: tuple[str, str, str], rows: Sequence[Any], ratings: Sequence[Any], games: Sequence[str]
) -> Profile:
    """All of it, from the rows of all seats of a guest's matches, the last match first.

    ``guest`` is the id, the name and the face; ``games`` are those there are to play.
    """
    me, name, face = guest
    tables: dict[str, list[Any]] = {}
    for row in rows:
        tables.setdefault(row.table_id, []).append(row)
    matches = list(tables.values())
    counted = [it for it in matches if _mine(it, me) is not None][::-1]
    return Profile(
        name=name,
        face=face,
        games=_games(counted, me, ratings),
        opponents=_opponents(counted, me),
        badges=_badges(counted, me, games),
        matches=[_match(it, me) for it in matches[:LISTED]],
    )


def _mine(seats: Sequence[Any], me: str) -> Any:
    """One's own seat, if the match counts."""
    return next((row for row in seats if row.guest == me and row.counts), None)


def _match(seats: Sequence[Any], me: str) -> PastMatch:
    first = seats[0]
    mine = [row for row in seats if row.guest == me]
    players = [
        Player(row.name, row.level, row.face, row.place, row.score, row.won, row.guest == me)
        for row in sorted(seats, key=lambda row: row.place)
    ]
    counts = any(row.counts for row in mine)
    return PastMatch(first.table_id, first.game, first.ended, counts, first.rated, players)


def _games(
    matches: Sequence[Sequence[Any]], me: str, ratings: Sequence[Any]
) -> list[GameStatistics]:
    found: dict[str, GameStatistics] = {}
    for seats in matches:
        mine = _mine(seats, me)
        it = found.setdefault(mine.game, GameStatistics(mine.game))
        it.matches += 1
        it.streak = it.streak + 1 if mine.won else 0
        it.longest = max(it.longest, it.streak)
        it.wins += mine.won
    for rating in ratings:
        it = found.setdefault(rating.game, GameStatistics(rating.game))
        it.rating, it.deviation, it.rated = rating.mu, rating.sigma, rating.matches
    return sorted(found.values(), key=lambda it: -it.matches)


def _opponents(matches: Sequence[Sequence[Any]], me: str) -> list[Opponent]:
    found: dict[tuple[str, str], Opponent] = {}
    for seats in matches:
        mine = _mine(seats, me)
        for row in seats:
            if row is mine:
                continue
            # Somebody whose data was deleted has no name any more, and is nobody's opponent.
            if not row.guest and not row.level:
                continue
            key = (row.guest, row.level)
            it = found.setdefault(key, Opponent("", row.level, ""))
            it.name, it.face = row.name, row.face  # as they were called last
            it.matches += 1
            it.before += mine.place < row.place
            it.after += mine.place > row.place
    return sorted(found.values(), key=lambda it: -it.matches)


def _badges(matches: Sequence[Sequence[Any]], me: str, games: Sequence[str]) -> list[Badge]:
    """What somebody has really done, each once, in the order it happened."""
    earned: dict[str, int] = {}
    played: set[str] = set()
    people: set[str] = set()
    streaks: dict[str, int] = {}
    for number, seats in enumerate(matches, 1):
        mine = _mine(seats, me)
        played.add(mine.game)
        people |= {row.guest for row in seats if row.guest and row.guest != me}
        streaks[mine.game] = streaks.get(mine.game, 0) + 1 if mine.won else 0
        done = {
            "first-match": True,
            "first-win": mine.won,
            "ten-matches": number >= MANY,
            "every-game": played >= set(games),
            "three-in-a-row": streaks[mine.game] >= STREAK,
            "beat-an-emperor": mine.won and any(row.level in EMPERORS for row in seats),
            "three-friends": len(people) >= FRIENDS,
        }
        for name, so in done.items():
            if so:
                earned.setdefault(name, mine.ended)
    return [Badge(name, at) for name, at in sorted(earned.items(), key=lambda it: it[1])]
