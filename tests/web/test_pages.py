"""Pages and files as a browser gets them."""

import asyncio
import gzip
import re
from collections import Counter
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from rookery.bots.levels import LEVELS
from rookery.core.language import LANGUAGES
from rookery.web.assets import Assets
from rookery.web.pages import Pages
from tests.web.helpers import WEB

PAGES = ["/", "/t/abc", "/t/abc?invite=x", "/me", "/seat/abc"]
TITLES = {"en": "penguin board games", "fr": "jeux de pingouins", "de": "Pinguin-Brettspiele"}
#: What a first visit may take over the wire.
FIRST_LOAD = 250_000


class Client:
    """A browser without a screen."""

    def __init__(self) -> None:
        self.app = Starlette(routes=Pages(Assets()).routes())

    def get(self, path: str, headers: dict[str, str] | None = None, **more: Any) -> httpx.Response:
        return asyncio.run(self._get(path, headers or {}, more))[0]

    def raw(self, path: str, headers: dict[str, str] | None = None) -> tuple[httpx.Response, bytes]:
        """With the bytes as they went over the wire."""
        return asyncio.run(self._get(path, headers or {}, {}))

    async def _get(
        self, path: str, headers: dict[str, str], more: dict[str, Any]
    ) -> tuple[httpx.Response, bytes]:
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as browser:
            request = browser.build_request("GET", path, headers=headers, **more)
            answer = await browser.send(request, stream=True)
            wire = b"".join([part async for part in answer.aiter_raw()])
            plain = gzip.decompress(wire) if "content-encoding" in answer.headers else wire
            answer._content = plain
            return answer, wire


@pytest.fixture(scope="module")
def client() -> Client:
    return Client()


class Reader(HTMLParser):
    """All elements with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("path", PAGES)
def test_a_page_comes_with_a_strict_policy(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", [*PAGES, "/nowhere"])
def test_a_page_has_nothing_inline_and_nothing_from_elsewhere(client: Client, path: str) -> None:
    elements = Reader(client.get(path).text).found
    for tag, given in elements:
        assert tag != "style"
        assert "style" not in given
        assert not [name for name in given if name.startswith("on")]
        if tag == "script":
            assert given["src"]
        for name in ("src", "href", "action"):
            target = given.get(name) or "#"
            assert re.match(r"#|/(?!/)", target), target


@pytest.mark.parametrize("path", PAGES)
def test_no_two_elements_share_an_id(client: Client, path: str) -> None:
    ids = Counter(given["id"] for _, given in Reader(client.get(path).text).found if "id" in given)
    assert [name for name, count in ids.items() if count > 1] == []


@pytest.mark.parametrize("path", PAGES)
def test_every_symbol_a_page_uses_is_in_it(client: Client, path: str) -> None:
    elements = Reader(client.get(path).text).found
    ids = {given.get("id") for _, given in elements}
    used = {(given["href"] or "")[1:] for tag, given in elements if tag == "use"}
    assert used <= ids


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_chooses_the_language(client: Client, language: str) -> None:
    answer = client.get("/", headers={"accept-language": f"xx, {language}-ZZ;q=0.9, en;q=0.1"})
    assert f'<html lang="{language}"' in answer.text
    assert answer.headers["content-language"] == language
    assert TITLES[language] in answer.text


def test_a_chosen_language_wins_over_the_browsers(client: Client) -> None:
    headers = {"accept-language": "fr", "cookie": "language=de"}
    assert TITLES["de"] in client.get("/", headers=headers).text
    headers = {"accept-language": "fr", "cookie": "language=xx"}
    assert TITLES["fr"] in client.get("/", headers=headers).text


def test_a_language_can_be_chosen_without_a_script(client: Client) -> None:
    answer = client.get("/language/fr?to=/t/abc")
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/abc")
    assert "language=fr" in answer.headers["set-cookie"]
    assert client.get("/language/xx").status_code == 404


@pytest.mark.parametrize("target", ["//evil.example", "/\\evil.example", "https://evil.example"])
def test_choosing_a_language_leads_nowhere_else(client: Client, target: str) -> None:
    answer = client.get("/language/fr", params={"to": target})
    assert answer.headers["location"] == "/"


def test_a_chosen_theme_is_there_from_the_start(client: Client) -> None:
    assert 'data-theme="dark"' in client.get("/", headers={"cookie": "theme=dark"}).text
    assert "data-theme" not in client.get("/", headers={"cookie": "theme=x"}).text


def test_a_page_that_did_not_change_is_not_sent_again(client: Client) -> None:
    tag = client.get("/").headers["etag"]
    again = client.get("/", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get("/", headers={"if-none-match": tag, "accept-language": "fr"})
    assert other.status_code == 200


def test_what_does_not_exist_is_a_page_that_says_so(client: Client) -> None:
    answer = client.get("/no/such/page", headers={"accept-language": "de"})
    assert answer.status_code == 404
    assert "nichts als Eis" in answer.text


# ---------------------------------------------------------------- files


def files_of(client: Client, path: str, language: str) -> list[str]:
    """What the first visit of a page loads: what it names, and what modules name in turn."""
    text = client.get(path, headers={"accept-language": language}).text
    elements = Reader(text).found
    named = [given.get("src") or given.get("href") or "" for _, given in elements]
    queue = [name for name in named if name.startswith("/static/")]
    found: list[str] = []
    while queue:
        name = queue.pop()
        if name in found:
            continue
        found.append(name)
        if name.endswith(".js"):
            folder = name.rpartition("/")[0]
            queue += [
                f"{folder}/{it}" for it in re.findall(r'from "\./([\w.-]+)"', client.get(name).text)
            ]
    return found


@pytest.mark.parametrize("path", ["/", "/t/abc"])
def test_a_first_visit_is_small_and_names_only_what_there_is(client: Client, path: str) -> None:
    files = files_of(client, path, "fr")
    total = 0
    for name in [path, *files]:
        answer, wire = client.raw(name, {"accept-language": "fr"})
        assert answer.status_code == 200, name
        assert answer.headers["content-encoding"] == "gzip", name
        total += len(wire)
    assert any(name.endswith("text/fr.json") for name in files)
    assert total < FIRST_LOAD


@pytest.mark.parametrize("path", ["/", "/t/abc"])
def test_a_page_names_its_modules_at_once(client: Client, path: str) -> None:
    """Otherwise a browser finds them one import after the other."""
    text = client.get(path).text
    for name in files_of(client, path, "en"):
        if name.endswith(".js"):
            assert name in text, name


def test_files_are_kept_for_good_under_their_digest(client: Client) -> None:
    base = Assets().base
    answer = client.get(f"{base}/scene.js")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.text == (WEB / "static/scene.js").read_text("utf-8")
    old = client.get("/static/0000000000000000/scene.js")
    assert (old.status_code, old.headers["cache-control"]) == (200, "no-store")


def test_who_cannot_decompress_gets_plain_files(client: Client) -> None:
    base = Assets().base
    plain = client.get(f"{base}/site.css", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    _, wire = client.raw(f"{base}/site.css")
    assert gzip.decompress(wire) == plain.content


@pytest.mark.parametrize(
    "name", ["../pages.py", "%2e%2e/pages.py", "..%2fpages.py", "/etc/passwd", "text/", "x.js", ""]
)
def test_no_path_leads_out_of_the_files(client: Client, name: str) -> None:
    answer = client.get(f"{Assets().base}/{name}")
    assert answer.status_code == 404
    assert "import" not in answer.text


@pytest.mark.parametrize("path", ["/", "/t/abc", "/me"])
def test_a_page_has_the_levels_of_bots_in_words(client: Client, path: str) -> None:
    text = client.get(path, {"accept-language": "de"}).text
    found = dict(re.findall(r'<span hidden data-level="(\w+)">([^<]+)</span>', text))
    assert list(found) == list(LEVELS)
    assert found["chick"].startswith("Küken")
