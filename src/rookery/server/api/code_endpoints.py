"""Endpoints: links as pictures that a camera reads."""

import asyncio
from itertools import groupby
from typing import Annotated

import msgspec
import segno

from rookery.server.api.http import Call
from rookery.server.api.routes import endpoint
from rookery.server.api.shapes import Body

#: The quiet margin that readers need, in modules.
MARGIN = 4


class Link(Body, frozen=True):
    """A link of this site, with whatever key is in it: so it is in the body, not in an address."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


class QrCode(msgspec.Struct, frozen=True):
    """A square of ``size`` by ``size`` modules, and the dark ones as the path of an SVG."""

    size: int
    path: str


@endpoint("POST", "/qr", tag="guests")
async def draw_code(call: Call, body: Link) -> QrCode:
    """The QR code of a link."""
    # Up to a tenth of a second: not in the way of those who play.
    return await asyncio.to_thread(qr_code, body.text)


def qr_code(text: str) -> QrCode:
    """The QR code of a text, with a quarter of it to spare for scratches."""
    rows = list(segno.make_qr(text, error="m").matrix_iter(border=MARGIN))
    parts = []
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                parts.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    return QrCode(len(rows), "".join(parts))
