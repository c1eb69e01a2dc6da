"""Link previews: what messengers show of an address that somebody sends around.

Programs that make previews read a page's head once and run no scripts. Browsers say by a header
that a person is on the way (``Sec-Fetch-Mode``) and get the page that is kept for all; everybody
else gets one that says what this very address is about.
"""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rookery.core.language import mark, speech
from rookery.errors import RookeryError
from rookery.games import find
from rookery.server.api.routes import PREFIX
from rookery.server.app import App
from rookery.server.fold import Fold
from rookery.server.messages import names_of, say_name
from rookery.web.pages import DOMAIN, Pages, language_of

WAITS = mark("{game}: a seat is waiting for you")
PLAYED = mark("{game}: a match is being played")
WON = mark("{game}: {names} won")
REVIEW = mark("Review")
OVER = mark("{game}: the match is over")
ABOUT = mark(
    "Penguin board games to play with friends, family and bots."
    " Free, in the browser, without an account."
)


@dataclass(frozen=True)
class Preview:
    """What is told of an address."""

    title: str
    text: str
    picture: str
    address: str


class Previews:
    """Pages of tables, with something to show of them before they are opened."""

    def __init__(self, pages: Pages, app: App) -> None:
        self._pages = pages
        self._app = app

    def route(self, path: str, template: str, heading: str = "") -> Route:
        """A route to a page of a table; a heading (marked) says what else it is about."""

        async def answer(request: Request) -> Response:
            if "sec-fetch-mode" in request.headers:
                return self._pages.show(request, template)
            preview = await self.of(request, request.path_params.get("table", ""))
            if heading:
                said = speech(language_of(request), DOMAIN).gettext(heading)
                preview = replace(preview, title=f"{said} · {preview.title}")
            return self._pages.fresh(request, template, preview=preview)

        return Route(path, answer, name=template)

    async def of(self, request: Request, table_id: str) -> Preview:
        """What may be told of a table to somebody who has only its address."""
        language = language_of(request)
        words = speech(language, DOMAIN)
        base = f"{request.url.scheme}://{request.headers.get('host', '')}"
        text = words.gettext(ABOUT)
        picture = f"{base}{self._pages.assets.base}/icon-512.png"
        title = "Rookery"
        invitation = request.query_params.get("invite")
        try:
            table = await self._app.hub.find(table_id)
            self._app.commands.admit(table, None, invitation)
        except RookeryError:
            pass  # of what is not for everybody, nothing is told
        else:
            title = headline(table.fold, language)
            query = {"form": "png", "language": language}
            if invitation:
                query["invitation"] = invitation
            picture = f"{base}{PREFIX}/tables/{table_id}/picture?{urlencode(query)}"
        return Preview(title, text, picture, f"{base}{request.url.path}")


def headline(fold: Fold, language: str) -> str:
    """What a table is about, in a line."""
    words = speech(language, DOMAIN)
    game = find(fold.setup.game).title
    if fold.status != "over":
        text = WAITS if fold.status == "open" else PLAYED
        return words.gettext(text).format(game=game)
    names = names_of(fold)
    won = ", ".join(say_name(names[seat], speech(language)) for seat in fold.winners())
    return words.gettext(WON if won else OVER).format(game=game, names=won)
