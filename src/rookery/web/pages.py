"""Pages: made from templates, once for each language and theme, the same for all visitors.

What differs from visitor to visitor comes through the interface of the tables, so nothing
here needs to know who asks, and a page can be kept in memory.
"""

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Scope

from rookery.core.art import symbols
from rookery.core.language import LANGUAGES, preferred, speech
from rookery.games import find
from rookery.games import names as game_names
from rookery.server.api.http import cookies
from rookery.server.faces import LEVEL_TEXTS
from rookery.web import offline, reading
from rookery.web.assets import HERE, Assets, Packed

#: The domain of the texts of pages and of the client.
DOMAIN = "web"
#: Languages in their own words.
LANGUAGE_NAMES = {"en": "English", "fr": "Français", "de": "Deutsch"}
THEMES = ("light", "dark")

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}


def cookies_of(request: Request) -> dict[str, str]:
    """What the browser kept for us, read in linear time."""
    return cookies(request.headers.get("cookie", "").encode("latin-1"))


def language_of(request: Request) -> str:
    """The language somebody chose, or else the one their browser asks for."""
    chosen = cookies_of(request).get("language")
    if chosen in LANGUAGES:
        return chosen
    return preferred(request.headers.get("accept-language", ""))


def theme_of(request: Request) -> str:
    """The theme somebody chose; empty: as the system has it."""
    chosen = cookies_of(request).get("theme", "")
    return chosen if chosen in THEMES else ""


def picture(game: str) -> str:
    """The symbol that shows a game in the lobby."""
    own = f"picture-{game}"
    return own if own in symbols(game) else "picture"


class Pages:
    """All pages."""

    def __init__(self, assets: Assets) -> None:
        self.assets = assets
        self.environment = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n"],
        )
        self._make = lru_cache(maxsize=256)(self._render)

    def _render(
        self, template: str, look: tuple[str, str], games: tuple[str, ...], given: tuple[Any, ...]
    ) -> Packed:
        language, theme = look
        words = speech(language, DOMAIN)
        text = self.environment.get_template(template).render(
            gettext=words.gettext,
            ngettext=words.ngettext,
            _=words.gettext,
            language=language,
            languages=LANGUAGE_NAMES,
            theme=theme,
            base=self.assets.base,
            art=self.assets.art,
            levels={it: speech(language).gettext(text) for it, text in LEVEL_TEXTS.items()},
            games=[find(name) for name in games],
            picture=picture,
            speech=speech,
            **dict(given),
        )
        return Packed.of(text.encode(), "text/html; charset=utf-8")

    def show(self, request: Request, template: str, status: int = 200, **given: Any) -> Response:
        """A page for a request; ``given`` is what else the template needs."""
        look = (language_of(request), theme_of(request))
        # Games can turn out to be broken later; then they are gone from the pages, too.
        page = self._make(template, look, game_names(), tuple(sorted(given.items())))
        # The page depends on what was asked for, so a browser's copy is checked by its digest.
        tag = f'"{hashlib.blake2b(page.plain, digest_size=8).hexdigest()}"'
        headers = {**HEADERS, "etag": tag, "content-language": language_of(request)}
        if status == 200 and request.headers.get("if-none-match") == tag:
            return Response(None, 304, headers)
        return page.response(request, headers, status)

    def fresh(self, request: Request, template: str, **given: Any) -> Response:
        """A page that is made for this request alone."""
        look = (language_of(request), theme_of(request))
        page = self._render(template, look, game_names(), tuple(given.items()))
        return page.response(request, {**HEADERS, "content-language": language_of(request)})

    def page(self, path: str, template: str) -> Route:
        """A route to a page that needs nothing else."""

        async def answer(request: Request) -> Response:
            return self.show(request, template)

        return Route(path, answer, name=template)

    async def speak(self, request: Request) -> Response:
        """Keep a chosen language, also where no script runs, and go back to the page."""
        chosen = request.path_params["language"]
        if chosen not in LANGUAGES:
            return await self.nowhere(request)
        back = request.query_params.get("to", "/")
        # Only a path of this site: "//host" and "/\host" would lead elsewhere.
        safe = back.startswith("/") and not back.startswith(("//", "/\\"))
        response = RedirectResponse(back if safe else "/", 303)
        response.set_cookie("language", chosen, max_age=31_536_000, samesite="lax")
        return response

    async def worker(self, request: Request) -> Response:
        """The service worker."""
        asked = request.query_params.get("language", "")
        language = asked if asked in LANGUAGES else language_of(request)
        return offline.worker(self.assets, request, language)

    async def nowhere(self, request: Request) -> Response:
        """There is no such page."""
        return self.show(request, "nowhere.html", 404)

    def routes(self) -> list[BaseRoute]:
        """All of them, the one for everything else last."""
        return [
            Route("/static/{digest}/{name:path}", self.assets.serve),
            self.page("/", "lobby.html"),
            self.page("/t/{table}", "table.html"),
            self.page("/me", "me.html"),
            self.page("/admin", "admin.html"),
            self.page("/seat/{table}", "seat.html"),
            self.page(offline.OFFLINE, "offline.html"),
            Route(offline.WORKER, self.worker),
            *reading.routes(self),
            Route("/language/{language}", self.speak),
            Elsewhere("/{path:path}", self.nowhere),
        ]


class Elsewhere(Route):
    """Everything that is not of the tables' own interface, which answers for itself."""

    def __init__(self, path: str, endpoint: Callable[..., Any]) -> None:
        super().__init__(path, endpoint)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request is for a page."""
        if scope["path"].startswith("/api/"):
            return Match.NONE, {}
        return super().matches(scope)
