"""Pages to read, to learn from and to look back: rule books, lessons, replays."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rookery.core.edition import read_shipped
from rookery.core.fallback import PLAIN
from rookery.core.folder import file_of
from rookery.core.game import Game
from rookery.core.language import LANGUAGES
from rookery.games import find
from rookery.games import names as game_names
from rookery.review.puzzles import FILE as PUZZLES
from rookery.web.assets import lesson_name
from rookery.web.books import book

if TYPE_CHECKING:
    from rookery.web.pages import Pages


def has_book(game: str) -> bool:
    """Whether there are rules to read."""
    return book(game, LANGUAGES[0]) is not None


def has_editions(game: str) -> bool:
    """Whether printed copies of it differ."""
    return find(game).default_edition != PLAIN


def has_puzzles(game: str) -> bool:
    """Whether there are positions to think about."""
    return file_of(game, PUZZLES) is not None


def editable(game: Game, name: str, called: str) -> str:
    """A shipped edition to begin one's own with: under another name, without our notes on ours."""
    lines = read_shipped(game.package, name).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("game:"))
    kept = [line for line in lines[start:] if not line.startswith("note:")]
    return "\n".join(kept).replace(f"name: {name}", f"name: {called} 2", 1) + "\n"


def routes(pages: "Pages") -> list[BaseRoute]:
    """The routes to these pages."""

    def has_lesson(game: str) -> bool:
        return lesson_name(game, LANGUAGES[0]) in pages.assets.files

    pages.environment.globals |= {"book": book, "has_lesson": has_lesson}
    pages.environment.globals |= {"editable": editable, "has_editions": has_editions}
    pages.environment.globals |= {"has_puzzles": has_puzzles}

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
        of_game("/edition/{game}", "edition.html", has_editions),
        pages.page("/replay", "replay.html"),
        pages.page("/replay/{table}", "replay.html"),
        pages.page("/review", "review.html"),
        pages.page("/review/{table}", "review.html"),
        pages.page("/puzzles", "puzzles.html"),
        of_game("/puzzles/{game}", "puzzles.html", has_puzzles),
    ]
