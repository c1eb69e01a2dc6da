"""The whole site: the tables' interface and the pages that use it."""

from starlette.applications import Starlette

from rookery.server import logs
from rookery.server.app import App
from rookery.server.settings import from_environment
from rookery.web.assets import Assets
from rookery.web.pages import Pages
from rookery.web.previews import REVIEW, Previews

#: What ``rookery serve`` has uvicorn run.
FACTORY = "rookery.web.site:make"


def make() -> Starlette:
    """The application, with the settings that the parent process left."""
    settings = from_environment()
    logs.set_up(settings.log)
    app, pages = App(settings), Pages(Assets())
    previews = Previews(pages, app)
    shared = [
        previews.route("/", "lobby.html"),
        previews.route("/t/{table}", "table.html"),
        previews.route("/replay/{table}", "replay.html"),
        previews.route("/review/{table}", "review.html", REVIEW),
    ]
    return app.asgi(pages=[*shared, *pages.routes()])
