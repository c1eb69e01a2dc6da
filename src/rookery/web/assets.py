"""Files for browsers: read once at the start, compressed once, kept by browsers for good.

An address holds the digest of all files together, so a new version of anything has new
addresses, and modules that name each other relatively always fit together.
"""

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from rookery.core.art import merged
from rookery.core.folder import file_of
from rookery.core.language import LANGUAGES
from rookery.games import names

HERE = Path(__file__).resolve().parent
#: Folders whose files are served under their own names.
FOLDERS = (HERE / "static", HERE / "style")

TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
FOREVER = "public, max-age=31536000, immutable"
#: Said of everything: it is what it says it is, and nobody is told where visitors come from.
SAFE = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}


@dataclass(frozen=True)
class Packed:
    """Bytes as they are and compressed."""

    plain: bytes
    small: bytes
    kind: str

    @classmethod
    def of(cls, plain: bytes, kind: str) -> "Packed":
        """Compress it; the same bytes in every process."""
        return cls(plain, gzip.compress(plain, 9, mtime=0), kind)

    def response(self, request: Request, headers: dict[str, str], status: int = 200) -> Response:
        """An answer, compressed where the browser accepts that."""
        said = {**SAFE, **headers, "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            said["content-encoding"] = "gzip"
            return Response(self.small, status, said, self.kind)
        return Response(self.plain, status, said, self.kind)


def lesson_name(game: str, language: str) -> str:
    """What the lesson of a game is called in addresses."""
    return f"lessons/{game}.{language}.json"


class Assets:
    """All files, by their names in addresses."""

    def __init__(self) -> None:
        paths = {
            path.relative_to(folder).as_posix(): path
            for folder in FOLDERS
            for path in sorted(folder.rglob("*"))
            if path.suffix in TYPES and path.is_file()
        }
        paths |= {
            lesson_name(game, language): path
            for game in names()
            for language in LANGUAGES
            if (path := file_of(game, f"lessons/{language}.json"))
        }
        self.files = {
            name: Packed.of(path.read_bytes(), TYPES[path.suffix]) for name, path in paths.items()
        }
        digest = hashlib.blake2b(digest_size=8)
        for name, file in sorted(self.files.items()):
            digest.update(f"{name} {len(file.plain)}\n".encode() + file.plain)
        #: Where they are.
        self.base = f"/static/{digest.hexdigest()}"
        #: Put into every page: symbols are used by their names.
        self.art = merged(names())

    async def serve(self, request: Request) -> Response:
        """One file. Only names that were read at the start exist, so no path leads elsewhere."""
        file = self.files.get(request.path_params["name"])
        if file is None:
            return Response("there is no such file\n", 404, SAFE, "text/plain")
        # A page of an older version may ask: it gets what there is, but must not keep it.
        current = self.base == f"/static/{request.path_params['digest']}"
        return file.response(request, {"cache-control": FOREVER if current else "no-store"})
