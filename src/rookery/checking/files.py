"""The files of a game's folder: art, rule book, lesson; and what belongs beside it."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import rookery
from rookery.checking.findings import Findings
from rookery.core.art import COMMON, FILE, SVG, named, own
from rookery.core.folder import file_of, folder_of
from rookery.core.game import Game
from rookery.core.kernel import reason
from rookery.core.language import LANGUAGES
from rookery.games import names
from rookery.search import net
from rookery.web.books import Book, read
from rookery.web.making import made_for, right_actions, source, start, there

#: What a page may hold: its policy forbids style and script, and a paint's address is lost there.
PLAIN = {"svg", "defs", "symbol", "g", "use", "path", "rect", "circle", "ellipse"}


def check_files(game: Game, found: Findings) -> None:
    """Everything in the folder, as far as it is there."""
    if folder_of(game.name) is None:
        return
    check_art(game.name, found)
    books = check_books(game.name, found)
    check_lesson(game.name, books.get(LANGUAGES[0]), found)
    check_drawn(game.name, found)
    with found.trying(net.FILE, "the net of its champions cannot be used"):
        net.shipped(game)


def check_art(game: str, found: Findings) -> None:
    """Symbols of plain shapes, with names that nobody else uses."""
    path = file_of(game, FILE)
    if path is None:
        found.lack(FILE, f"no art: neutral symbols are shown, and no picture-{game} in the lobby")
        return
    try:
        text = path.read_text("utf-8")
        nodes = named(text)
    except (OSError, ValueError, ET.ParseError) as error:
        found.fault(FILE, reason(error))
        return
    ids = [name for name, _ in nodes]
    others = [COMMON.read_text("utf-8"), *(own(it) for it in names() if it != game)]
    taken = {name for other in others if other for name, _ in named(other)}
    for name in sorted({name for name in ids if name in taken or ids.count(name) > 1}):
        found.fault(FILE, f"the name {name!r} is taken: symbols of all games share a page")
    known = {name for name, _ in named(others[0])} | set(ids)
    for node in ET.fromstring(text).iter():  # noqa: S314 - a game is trusted with more
        tag = node.tag.removeprefix(SVG)
        found.expect(tag in PLAIN, FILE, f"<{tag}> cannot stand in a page; plain shapes can")
        for key, value in node.attrib.items():
            bad = key in ("style", "class") or key.startswith("on") or "url(" in value
            found.expect(not bad, FILE, f"the attribute {key} cannot stand in a page")
        if tag == "use" and (name := node.get("href", "").removeprefix("#")) not in known:
            found.fault(FILE, f"<use> names {name!r}, which is not drawn")
    if f"picture-{game}" not in ids:
        found.lack(FILE, f"there is no picture-{game}, 320 by 180, for the lobby")


# ---------------------------------------------------------------- the book


def check_books(game: str, found: Findings) -> dict[str, Book]:
    """The rule book in every language, the same everywhere."""
    books = {}
    for language in LANGUAGES:
        name = f"book.{language}.txt"
        path = file_of(game, name)
        if path is None:
            found.lack(name, "no rule book in this language")
            continue
        with found.trying(name, "the rule book cannot be read"):
            books[language] = read(game, path.read_text("utf-8"))
    english = books.get(LANGUAGES[0])
    if english is None:
        return books
    found.expect(english.title, f"book.{LANGUAGES[0]}.txt", "there is no title: '= Title'")
    for language, book in books.items():
        if _shape(book) != _shape(english):
            found.fault(f"book.{language}.txt", "other sections, rules or figures than in English")
    for kind, name in _shape(english):
        if kind == "figure" and file_of(game, f"figures/{name}.svg") is None:
            found.fault("figures.json", f"the figure {name!r} of the rule book is not drawn")
    return books


def _shape(book: Book) -> list[tuple[str, str]]:
    found = []
    for section in book.sections:
        found += [("section", section.name), *((kind, name) for kind, name, _ in section.blocks)]
    return found


# ---------------------------------------------------------------- the lesson


def check_lesson(game: str, book: Book | None, found: Findings) -> None:
    """Positions that can be on a table, with actions that are right."""
    name = "lesson.json"
    try:
        lesson = source(game, name)
    except json.JSONDecodeError as error:
        found.fault(name, reason(error))
        return
    if lesson is None:
        found.lack(name, "no lesson")
        return
    rules = {it for kind, it in _shape(book) if kind == "rule"} if book else set()
    for number, step in enumerate(lesson["steps"], 1):
        with found.trying(name, f"step {number} cannot be shown"):
            match = start(game, step["position"])
            found.expect(
                match.turn == step["seat"], name, f"step {number}: seat {match.turn} decides"
            )
            found.expect(
                right_actions(match, step), name, f"step {number}: no legal action is right"
            )
            known = not book or step["rule"] in rules
            found.expect(known, name, f"step {number}: the book has no rule {step['rule']}")
            for key in ("title", "text", "well"):
                for language in LANGUAGES:
                    if not step[key].get(language):
                        found.lack(name, f"step {number}: {key!r} is missing in {language!r}")


def check_drawn(game: str, found: Findings) -> None:
    """Figures and lessons are drawn beforehand; they must be those of their sources."""
    with found.trying("figures.json", "figures or lessons cannot be drawn"):
        folder = folder_of(game)
        assert folder is not None
        wanted, drawn = dict(made_for(game)), set(there(game))
        for path in sorted(set(wanted) | drawn):
            if path not in drawn or wanted.get(path) != path.read_text("utf-8"):
                where = path.relative_to(folder).as_posix()
                found.fault(where, "not as its source says: run tools/pictures update")


# ---------------------------------------------------------------- beside the game


def check_source_tree(game: Game, found: Findings) -> None:
    """Tests and documentation, where this is the source tree."""
    root = Path(rookery.__file__).resolve().parents[2]
    if not (root / "tests" / "oracle").is_dir():
        return
    for suffix, what in (
        ("", "the rules, slow and obvious"),
        ("_steps", "the same rules, step by step"),
        ("_view", "what a seat knows by the rules"),
    ):
        path = f"tests/oracle/{game.name}{suffix}.py"
        if not (root / path).exists():
            found.lack(path, f"no oracle: {what}")
    for path, what in (
        (f"tests/games/{game.name}", "no tests that name the rules"),
        (f"docs/{game.name}.md", "no page about the game"),
    ):
        if not (root / path).exists():
            found.lack(path, what)
