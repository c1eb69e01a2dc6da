"""Matches of a batch with their pasts: made once, then played on as the batch is.

A batch keeps states and a log. What a seat has seen follows from a whole match; to make it anew for
every question would take the longer, the longer the match.
"""

from typing import TYPE_CHECKING

from rookery.core import many
from rookery.core.match import Match
from rookery.core.record import copy

if TYPE_CHECKING:
    from rookery.core.batch import Batch


class Recall:
    """The matches that a batch was asked about, and how many steps of it each has taken."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Match, int]] = {}

    def match(self, batch: "Batch", number: int) -> Match:
        """One of the matches as it is now. It is ours: whoever wants to play on takes a copy."""
        secret = batch._secrets[number].tobytes()
        match, taken = self._known.get(number, (None, 0))
        if match is None or match.secret != secret:  # a new deal has a new secret
            match, taken = begin(batch, number, secret), 0
        steps = batch._log[int(batch._begun[number]) + taken :]
        for played in steps:
            if (action := int(played[number])) != many.PASS and not match.over:
                match.play(action)
        self._known[number] = match, taken + len(steps)
        return match


def begin(batch: "Batch", number: int, secret: bytes) -> Match:
    """A match of a batch as it began."""
    if batch._dealt[number]:
        return Match.start(batch.game, batch.players, secret, batch.edition, batch.options)
    assert batch._first is not None
    first = copy(batch._first[number : number + 1])
    return Match._from_records(batch.game, batch.edition, first, secret, asks_all=False)
