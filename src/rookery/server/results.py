"""How matches ended: kept when they end, or when somebody asks later; ratings of people."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from rookery.core.language import speech
from rookery.errors import RookeryError
from rookery.server.fold import Fold
from rookery.server.hub import Hub
from rookery.server.live import LiveTable
from rookery.server.messages import face_of, names_of, say_name

#: A guest's older matches that are looked up in one go, should a server have died at their end.
CATCH_UP = 20

log = logging.getLogger("rookery.server")


class Recorder:
    """Keeps results as matches end."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._tasks: set[asyncio.Task[None]] = set()
        hub.ended = self._ended

    def close(self) -> None:
        """Leave the rest for later."""
        for task in self._tasks:
            task.cancel()

    def _ended(self, table: LiveTable) -> None:
        task = asyncio.ensure_future(self.record(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def record(self, table: LiveTable) -> None:
        """Keep how a match ended. What fails is made up for when the guest looks."""
        rows = rows_of(table.fold)
        try:
            if rows:
                await self._hub.store.people.record(rows, lambda known: rated(rows, known))
        except RookeryError as error:
            log.warning("a result is not kept yet", extra={"table": table.id, "why": repr(error)})

    async def catch_up(self, guest: str) -> None:
        """Keep the results that a server could not keep any more when it died."""
        for table_id in (await self._hub.store.people.unrecorded(guest))[:CATCH_UP]:
            try:
                await self.record(await self._hub.find(table_id))
            except RookeryError as error:
                log.warning("no result", extra={"table": table_id, "why": repr(error)})


def rows_of(fold: Fold) -> list[dict[str, Any]]:
    """A finished match, a row a seat."""
    match = fold.match
    if fold.status != "over" or match is None or fold.closed:
        return []
    scores, winners, places = match.scores(), fold.winners(), places_of(fold)
    people = [seat.guest for seat in fold.seats if seat.kind == "person"]
    alone = len(people) == len(fold.seats) == len(set(people))
    names = names_of(fold)
    return [
        {
            "table_id": fold.sheet.id,
            "seat": number,
            "guest": seat.guest,
            # Bots are called the same in every language, or nearly.
            "name": say_name(names[number], speech("en")),
            "level": seat.level,
            "face": face_of(seat, names[number]),
            "game": fold.setup.game,
            "ended": fold.changed,
            "place": places[number],
            "score": int(scores[number]),
            "won": number in winners,
            # At a shared device nobody knows which of them the guest is.
            "counts": people.count(seat.guest) == 1 and not fold.practice,
            "rated": fold.setup.public and alone and len(people) > 1,
        }
        for number, seat in enumerate(fold.seats)
    ]


def places_of(fold: Fold) -> list[int]:
    """The place of each seat, 1 the best: winners first, those who gave up last."""
    assert fold.match is not None
    sign = 1 if fold.match.game.fewest_wins else -1
    scores, winners = fold.match.scores(), fold.winners()
    keys = [
        (number not in winners, seat.lost, sign * scores[number] if number not in winners else 0)
        for number, seat in enumerate(fold.seats)
    ]
    return [1 + sum(other < key for other in keys) for key in keys]


def rated(rows: list[dict[str, Any]], known: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The ratings of people after a match, from those before it."""
    from openskill.models import PlackettLuce  # only where a public match of people ends

    model = PlackettLuce()
    before = [
        model.rating(mu=known[row["guest"]].mu, sigma=known[row["guest"]].sigma)
        if row["guest"] in known
        else model.rating()
        for row in rows
    ]
    after = model.rate([[it] for it in before], ranks=[float(row["place"]) for row in rows])
    return [
        {
            "guest": row["guest"],
            "game": row["game"],
            "mu": float(new.mu),
            "sigma": float(new.sigma),
            "matches": (known[row["guest"]].matches if row["guest"] in known else 0) + 1,
        }
        for row, (new,) in zip(rows, after, strict=True)
    ]
