import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import rookery
from rookery.core.folder import file_of, folder_of
from rookery.core.language import LANGUAGES
from rookery.web.books import Book, book, read
from rookery.web.making import made

#: Games that have a book.
BOOKS = [game for game in rookery.games() if book(game, "en")]
#: Books that are translated.
TRANSLATED = [
    (game, language)
    for game in BOOKS
    for language in LANGUAGES[1:]
    if file_of(game, f"book.{language}.txt")
]

everywhere = pytest.mark.parametrize("game", BOOKS)


def written(game: str, language: str) -> Book:
    found = book(game, language)
    assert found is not None
    return found


def rules(game: str) -> list[str]:
    """The numbers of its rules."""
    return [name for kind, *names in shape(game, "en") if kind == "rule" for name in names]


def shape(game: str, language: str) -> list[tuple[str, ...]]:
    """What must be the same in all languages."""
    found: list[tuple[str, ...]] = []
    for section in written(game, language).sections:
        found.append(("section", section.name))
        found += [(kind, name) for kind, name, _ in section.blocks]
    return found


def texts(game: str, language: str) -> list[str]:
    return [text for section in written(game, language).sections for _, _, text in section.blocks]


@everywhere
def test_every_rule_has_its_anchor_once_and_in_order(game: str) -> None:
    found = rules(game)
    assert found == [f"{found[0][0]}{number}" for number in range(1, len(found) + 1)]


@pytest.mark.parametrize(("game", "language"), TRANSLATED)
def test_the_languages_have_the_same_sections_rules_and_figures(game: str, language: str) -> None:
    assert shape(game, language) == shape(game, "en")
    for one, other in zip(texts(game, "en"), texts(game, language), strict=True):
        assert one != other
        assert one.count("**") == other.count("**") or one.count("**") > 2
    assert all(text.count("**") % 2 == 0 for text in texts(game, language))


@everywhere
def test_what_scenes_say_about_rules_is_in_the_book(game: str) -> None:
    folder, letter = folder_of(game), rules(game)[0][0]
    assert folder is not None
    named = set()
    for path in folder.glob("*.py"):
        named |= set(re.findall(rf'"({letter}\d+)"', path.read_text("utf-8")))
    assert named <= set(rules(game))


@everywhere
def test_the_tests_of_the_games_name_the_same_rules(game: str) -> None:
    folder, letter = Path(__file__).parents[1] / "games" / game, rules(game)[0][0]
    if not folder.exists():
        pytest.skip(f"{game} has no tests of its own")
    named = set()
    for path in folder.glob("*.py"):
        named |= set(re.findall(rf"\b{letter}\d+\b", path.read_text("utf-8")))
    assert named & set(rules(game))
    assert {name for name in named if int(name[1:]) > 0} <= set(rules(game))


@everywhere
def test_every_figure_is_drawn_and_shown(game: str) -> None:
    shown = [name for kind, *name in shape(game, "en") if kind == "figure"]
    folder = folder_of(game)
    assert folder is not None
    drawn = [path.stem for path in folder.glob("figures/*.svg")]
    assert sorted(name for (name,) in shown) == sorted(drawn)


def test_figures_and_lessons_fit_their_sources() -> None:
    for path, text in made():
        assert path.read_text("utf-8") == text, f"{path}: run tools/pictures update"


class Balance(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@everywhere
@pytest.mark.parametrize("language", LANGUAGES)
def test_sections_are_well_formed(game: str, language: str) -> None:
    text = written(game, language)
    for section in text.sections:
        parser = Balance()
        html = re.sub(r"<(?:use|rect|circle)[^>]*/>", "", str(text.html(section)))
        parser.feed(html)
        assert parser.open == []
        assert "**" not in html


def test_texts_are_escaped_and_lines_that_mean_nothing_are_refused() -> None:
    page = read("none", "= T\n== one One\nP1: a < b & **c**\n- x\n- y\nend")
    html = str(page.html(page.sections[1]))
    assert 'id="P1"' in html
    assert "a &lt; b &amp; <strong>c</strong>" in html
    assert html.index("<ul>") < html.index("<li>x</li>") < html.index("</ul>\n<p>end</p>")
    page = read("none", "= T\n== one One\n=== Small\n? Why\nP2: so [[die-1]] (P1) ((ruling))")
    html = str(page.html(page.sections[1], {"our ruling": "<unser>"}.__getitem__))
    assert "<h3>Small</h3>\n<h3>Why</h3>" in html
    assert '<use href="#die-1"/>' in html
    assert '(<a href="#P1">P1</a>) <em class="ours">&lt;unser&gt;</em>' in html
    assert page.marks == {"P2": ["ruling"]}
    for line in ("==== x", "!figure a: b", "-no item", "?no question"):
        with pytest.raises(ValueError, match="line 2"):
            read("none", f"= T\n{line}")
