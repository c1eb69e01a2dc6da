"""Endpoints: somebody's own edition of a game, checked while it is drawn."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any

import msgspec

from rookery.core import edition as editions
from rookery.core.language import speech
from rookery.core.sketch import Sketch
from rookery.errors import InvalidEdition
from rookery.games import find
from rookery.server.api.http import Call, Language
from rookery.server.api.routes import endpoint
from rookery.server.api.shapes import Body, GameName

#: Where texts are looked at, one after the other: apart from players, and at once. What a text of
#: this length can ask for takes some milliseconds, so no process is needed that could be ended.
_DESK = ThreadPoolExecutor(1, "editions")
#: Characters: several times what the largest map takes.
MAX_TEXT = 20_000


class EditionText(Body, frozen=True):
    """An edition file, as it stands so far."""

    game: GameName
    text: Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]
    #: Whether it is to be drawn, too.
    sketch: bool = False


class EditionVerdict(msgspec.Struct, frozen=True):
    """What ``rookery edition check`` says of it, and its data where it can be played."""

    faults: list[str]
    remarks: list[str]
    #: What to make a table with; null where there are faults.
    data: dict[str, Any] | None
    #: What to draw; null where it was not asked for or cannot be told.
    sketch: Sketch | None


@endpoint(
    "POST",
    "/editions",
    tag="tables",
    query=Language,
    guest=False,
    limit=4 * MAX_TEXT,
)
async def check(call: Call, body: EditionText) -> EditionVerdict:
    """Check the text of an edition, as ``rookery edition check`` does, and draw it."""
    find(body.game)
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_DESK, examine, body, call.language)


def examine(body: EditionText, language: str) -> EditionVerdict:
    """What is wrong with a text, or unusual, and how it looks."""
    game = find(body.game)
    draw = game.sketch_edition if body.sketch else None
    sketch = draw(body.text, speech(language, game.name)) if draw else None
    try:
        data = game.edition_from_text(body.text).data
    except InvalidEdition as error:
        return EditionVerdict(error.faults[: editions.MAX_FAULTS], [], None, sketch)
    remarks = game.remark_edition(data) if game.remark_edition else []
    return EditionVerdict([], remarks, data, sketch)
