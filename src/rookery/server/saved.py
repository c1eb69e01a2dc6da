"""Saved matches that somebody sends: seen again, played on from. Long work, for threads."""

from collections.abc import Sequence

import msgspec

from rookery.core.match import Match
from rookery.core.save import game_of, read
from rookery.errors import InvalidOption
from rookery.games import find, names
from rookery.server.problems import WrongTime
from rookery.server.replay import open_plies
from rookery.server.warmup import Warmup
from rookery.server.watch import replayed, seat_names

#: Characters of a saved match in which its game is named, or nowhere.
HEAD = 4000
_encode = msgspec.json.Encoder().encode


class Part(msgspec.Struct, frozen=True):
    """Which part of a saved match is to be seen again, and how."""

    #: Through whose eyes; None: a spectator's.
    seat: int | None
    #: With everything open, whatever the seat.
    everything: bool
    names: Sequence[str] | None
    after: int
    limit: int
    #: Without scenes: the whole match, in sentences.
    scenes: bool


async def wait_for_rules(warmup: Warmup, text: str) -> None:
    """Wait until a saved match can be read without compiling here; what is wrong, reading tells."""
    name = game_of(text[:HEAD])
    if name in names():
        await warmup.ready(name)


def moment_of(text: str, ply: int, game: str) -> Match:
    """The match as it was after some actions, to be played on from there."""
    match = read(text, find)
    if match.game.name != game:
        raise InvalidOption(f"game: the saved match is one of {match.game.name}, not of {game}")
    if ply >= match.ply and match.over:
        raise WrongTime("the match is over then: there is nothing to play on from")
    if ply > match.ply:
        raise InvalidOption(f"ply: the match has {match.ply} actions, not {ply}")
    while match.ply > ply:
        match.undo()
    return match


def see_again(text: str, part: Part, language: str) -> tuple[Match, list[bytes], int]:
    """The match, the asked events in JSON, and how many there are in all.

    Each by itself: to put hundreds of scenes into JSON at once would hold everybody up.
    """
    match = read(text, find)
    match.check_seat(part.seat)
    called = list(part.names or seat_names(match, language))
    if len(called) != match.players:
        raise InvalidOption(f"{match.players} seats need as many names, not {len(called)}")
    asked = slice(part.after, part.after + part.limit) if part.scenes else slice(None)
    if part.everything:
        plies = open_plies(match)
        said = [_encode(it.happening(language, called, scenes=part.scenes)) for it in plies[asked]]
        return match, said, len(plies)
    seen = replayed(match, part.seat, language, called)
    said = [_encode(it.happening(language, scenes=part.scenes)) for it in seen[asked]]
    return match, said, len(seen)
