"""Pages to read, to learn from and to look back: rule books, lessons, replays."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rookery.core.language import LANGUAGES
from rookery.games import find
from rookery.games import names as game_names
from rookery.web.assets import lesson_name
from rookery.web.books import book

if TYPE_CHECKING:
    from rookery.web.pages import Pages


def has_book(game: str) -> bool:
    """Whether there are rules to read."""
    return book(game, LANGUAGES[0]) is not None


def routes(pages: "Pages") -> list[BaseRoute]:
    """The routes to these pages."""

    def has_lesson(game: str) -> bool:
        return lesson_name(game, LANGUAGES[0]) in pages.assets.files

    pages.environment.globals |= {"book": book, "has_lesson": has_lesson}

    def of_game(path: str, template: str, is_written: Callable[[str], bool]) -> Route:
        async def answer(request: Request) -> Response:
            name = request.path_params["game"]
            if name not in game_names():
                return await pages.nowhere(request)
            return pages.show(
                request, template if is_written(name) else "unwritten.html", game=find(name)
            )

        return Route(path, answer, name=template)

    async def rules(request: Request) -> Response:
        return RedirectResponse("/", 303)

    return [
        Route("/rules", rules),
        Route("/learn", rules),
        of_game("/rules/{game}", "rules.html", has_book),
        of_game("/learn/{game}", "learn.html", has_lesson),
        pages.page("/replay", "replay.html"),
        pages.page("/replay/{table}", "replay.html"),
    ]
