"""Pages to read, to learn from and to look back: rule books, lessons, replays."""

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rookery.games import find
from rookery.games import names as game_names
from rookery.web.books import book

if TYPE_CHECKING:
    from rookery.web.pages import Pages


def routes(pages: "Pages") -> list[BaseRoute]:
    """The routes to these pages."""
    pages.environment.globals["book"] = book

    def of_game(path: str, template: str) -> Route:
        async def answer(request: Request) -> Response:
            name = request.path_params["game"]
            if name not in game_names():
                return await pages.nowhere(request)
            return pages.show(request, template, game=find(name))

        return Route(path, answer, name=template)

    async def rules(request: Request) -> Response:
        return RedirectResponse("/", 303)

    return [
        Route("/rules", rules),
        Route("/learn", rules),
        of_game("/rules/{game}", "rules.html"),
        of_game("/learn/{game}", "learn.html"),
        pages.page("/replay", "replay.html"),
        pages.page("/replay/{table}", "replay.html"),
    ]
