"""The pages to read, to learn from and to look back, as the server gives them."""

import asyncio
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

import rookery
from rookery.core import folder
from rookery.core.language import LANGUAGES
from rookery.web.assets import Assets
from rookery.web.books import book
from rookery.web.pages import Pages

ASSETS = Assets()
BOOKS = [game for game in rookery.games() if book(game, "en")]
LESSONS = [game for game in rookery.games() if f"lessons/{game}.en.json" in ASSETS.files]
LINKED = [f"/rules/{game}" for game in rookery.games()]
LINKED += [*(f"/learn/{game}" for game in LESSONS), "/replay"]
PATHS = [*LINKED, *(f"/learn/{game}" for game in rookery.games() if game not in LESSONS)]
PATHS += ["/replay/0123456789"]


@pytest.fixture(scope="module")
def site() -> Starlette:
    return Starlette(routes=Pages(ASSETS).routes())


def get(site: Starlette, path: str, language: str = "en") -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(site)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.get(path, headers={"accept-language": language})

    return asyncio.run(ask())


class Reader(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.inline: list[str] = []
        self.text: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if id := given.get("id"):
            self.ids.append(id)
        if link := given.get("href") or given.get("src"):
            self.links.append(link)
        if tag == "style" or "style" in given or any(name.startswith("on") for name in given):
            self.inline.append(self.get_starttag_text() or "")
        if tag == "script" and "src" not in given:
            self.inline.append(self.get_starttag_text() or "")

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_whole(site: Starlette, path: str, language: str) -> None:
    answer = get(site, path, language)
    assert answer.status_code == 200
    assert answer.headers["content-language"] == language
    assert f'lang="{language}"' in answer.text
    page = Reader(answer.text)
    # Symbols and the page's own things share one space of names.
    assert [id for id, count in Counter(page.ids).items() if count > 1] == []
    assert page.inline == []
    for link in page.links:
        if link.startswith("#"):
            assert link[1:] in page.ids, link
        elif link.startswith(ASSETS.base):
            assert link.removeprefix(ASSETS.base + "/") in ASSETS.files, link
        elif not link.startswith("/language/"):
            assert get(site, link).status_code == 200, link


@pytest.mark.parametrize("game", BOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_book_has_its_anchors_and_its_credits(
    site: Starlette, game: str, language: str
) -> None:
    page = Reader(get(site, f"/rules/{game}", language).text)
    text = " ".join(page.text)
    assert rookery.game(game).designer in text
    assert {"en": "independent", "fr": "indépendante", "de": "unabhängige"}[language] in text
    if "reconstruction" in rookery.game(game).editions:
        assert {"en": "reconstruction", "fr": "reconstitution", "de": "Rekonstruktion"}[
            language
        ] in text
    found = book(game, language)
    assert found is not None
    for section in found.sections:
        for kind, name, _ in section.blocks:
            assert kind != "rule" or name in page.ids


@pytest.mark.parametrize(
    "path", ["/rules/chess", "/learn/chess", "/rules/party/more", "/replay/a/b"]
)
def test_other_pages_are_not_there(site: Starlette, path: str) -> None:
    assert get(site, path).status_code == 404


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_is_there_for_every_language(site: Starlette, game: str) -> None:
    for language in LANGUAGES:
        assert f"lessons/{game}.{language}.json" in ASSETS.files
        assert f"lessons/{game}.{language}.json" in get(site, f"/learn/{game}", language).text


def test_the_lobby_leads_to_them(site: Starlette) -> None:
    links = Reader(get(site, "/").text).links
    assert set(LINKED) <= set(links)


def test_a_game_without_book_and_lesson_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = rookery.games()[0]
    monkeypatch.setitem(folder._folders, game, tmp_path)
    bare = Starlette(routes=Pages(Assets()).routes())
    lobby = get(bare, "/")
    assert f"/rules/{game}" in Reader(lobby.text).links
    assert f"/learn/{game}" not in Reader(lobby.text).links
    assert '<use href="#picture"/>' in lobby.text
    for language, said in (("en", "no rule book"), ("fr", "pas encore de règles"), ("de", "kein")):
        for kind in ("rules", "learn"):
            answer = get(bare, f"/{kind}/{game}", language)
            assert answer.status_code == 200
            assert said in answer.text
    (tmp_path / "book.en.txt").write_text("= A title\n== one One\nX1: a rule\n", "utf-8")
    bare = Starlette(routes=Pages(Assets()).routes())
    assert 'id="X1"' in get(bare, f"/rules/{game}", "de").text  # not translated yet: in English
    assert "Lektion" in get(bare, f"/learn/{game}", "de").text


def test_a_table_says_once_what_is_our_own(site: Starlette) -> None:
    page = Reader(get(site, "/t/0123456789", "de").text)
    for game in BOOKS:
        text = book(game, "de")
        assert text is not None
        marked = [link for link in page.links if link.startswith(f"/rules/{game}#")]
        assert marked == [f"/rules/{game}#{rule}" for rule in text.marks]
