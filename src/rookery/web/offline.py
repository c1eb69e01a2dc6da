"""What a browser keeps to be read without a connection: rule books, lessons, and what they need."""

import json

from starlette.requests import Request
from starlette.responses import Response

from rookery.games import names
from rookery.web.assets import Assets, Packed, lesson_name

#: The page that says that there is no connection.
OFFLINE = "/offline"
#: Where the service worker is: it is in charge of what lies below.
WORKER = "/worker.js"
#: Files that no page asks for by itself.
ALONE = ("worker.js", "app.webmanifest")


def kept(assets: Assets, language: str) -> tuple[list[str], list[str]]:
    """The pages and the files, in one language."""
    lessons = [name for name in names() if lesson_name(name, language) in assets.files]
    pages = [OFFLINE, *(f"/rules/{name}" for name in names())]
    pages += [f"/learn/{name}" for name in lessons]
    other = ("lessons/", "text/")
    files = [
        f"{assets.base}/{name}"
        for name in assets.files
        if name not in ALONE and (not name.startswith(other) or f"{language}.json" in name)
    ]
    return pages, files


def worker(assets: Assets, request: Request, language: str) -> Response:
    """The service worker, which changes with anything that it keeps."""
    pages, files = kept(assets, language)
    version = f"{assets.base.rpartition('/')[2]}-{language}"
    given = {"VERSION": version, "LANGUAGE": language, "PAGES": pages, "FILES": files}
    head = "".join(f"self.{name} = {json.dumps(value)};\n" for name, value in given.items())
    source = assets.files["worker.js"]
    made = Packed.of(head.encode() + source.plain, source.kind)
    return made.response(request, {"cache-control": "no-cache"})
