"""Rule books: ``book.<language>.txt`` in a game's folder, in a few signs that are easy to write.

    = Title                 the first paragraphs after it are the introduction
    == name Heading         a section, with its name in addresses
    === Heading             a smaller heading inside it
    ? a question            one too, for what people often ask
    P7: a rule              its number is its anchor, so that a table can link to it
    !fig name: caption      a figure of the game's figures/
    - an item of a list
    a paragraph

Every block is one line. ``**words**`` stand out, ``[[sign]]`` is a symbol of the art, and
``((ruling))``, or another key of ``MARKS``, says that what stands before it is not in the printed
rules. A book that is not translated yet is shown in English; a game may be without one.
"""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from markupsafe import Markup

from rookery.core.folder import file_of
from rookery.core.language import LANGUAGES, mark

#: Where a rule comes from, if not from the printed rules, in words.
MARKS = {
    "ruling": mark("our ruling"),
    "reconstruction": mark("our reconstruction"),
    "reviews": mark("known from reviews only"),
}

_RULE = re.compile(r"([A-Z]\d+): (.*)")
_FIGURE = re.compile(r"!fig ([a-z]+): (.*)")
_SECTION = re.compile(r"== ([a-z]+) (.*)")
_MARK = re.compile(rf"\(\(({'|'.join(MARKS)})\)\)")
_PLAIN = {"-": "item", "===": "heading", "?": "question"}


@dataclass
class Section:
    """A part of a book."""

    name: str
    heading: str
    #: Kind, name, and text: ("rule", "P7", "…"), ("figure", "places", "…"), and without a name
    #: "heading", "question", "item" and "text".
    blocks: list[tuple[str, str, str]] = field(default_factory=list)


@dataclass
class Book:
    """The rules of a game in one language."""

    game: str
    title: str
    sections: list[Section]

    @property
    def marks(self) -> dict[str, list[str]]:
        """By number of a rule: the keys of ``MARKS`` in it, where there are any."""
        rules = [it for part in self.sections for it in part.blocks if it[0] == "rule"]
        found = {name: _MARK.findall(text) for _, name, text in rules}
        return {name: keys for name, keys in found.items() if keys}

    def html(self, section: Section, say: Callable[[str], str] = str) -> Markup:
        """The blocks of a section; ``say`` translates the words that are not the book's own."""
        parts = []
        listing = False
        for kind, name, text in section.blocks:
            if listing != (kind == "item"):
                parts.append("</ul>" if listing else "<ul>")
                listing = not listing
            parts.append(self._block(kind, name, _inline(text, say)))
        if listing:
            parts.append("</ul>")
        return Markup("\n".join(parts))  # noqa: S704 - our own texts, escaped where they are read

    def _block(self, kind: str, name: str, text: str) -> str:
        if kind == "rule":
            anchor = f'<a class="number" href="#{name}">{name}</a>'
            return f'<p class="rule" id="{name}">{anchor} {text}</p>'
        if kind == "figure":
            path = file_of(self.game, f"figures/{name}.svg")
            picture = "" if path is None else path.read_text("utf-8")
            return f"<figure>{picture}<figcaption>{text}</figcaption></figure>"
        tag = {"item": "li", "heading": "h3", "question": "h3"}.get(kind, "p")
        return f"<{tag}>{text}</{tag}>"


def _inline(text: str, say: Callable[[str], str]) -> str:
    text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", html.escape(text, quote=False))
    sign = r'<svg class="sign" viewBox="0 0 100 100" aria-hidden="true"><use href="#\1"/></svg>'
    text = re.sub(r"\b(?=[A-Z]\d)(?<=[(, ])([A-Z]\d+)(?=[),])", r'<a href="#\1">\1</a>', text)
    text = re.sub(r"\[\[([a-z0-9-]+)\]\]", sign, text)
    return _MARK.sub(lambda it: f'<em class="ours">{html.escape(say(MARKS[it[1]]))}</em>', text)


def book(game: str, language: str) -> Book | None:
    """The rule book of a game, in a language or else in English; None if there is none."""
    own, english = (file_of(game, f"book.{it}.txt") for it in (language, LANGUAGES[0]))
    path = own or english
    return None if path is None else _open(game, path)


@cache
def _open(game: str, path: Path) -> Book:
    return read(game, path.read_text("utf-8"))


def read(game: str, text: str) -> Book:
    """The book of a text; says which line it does not understand."""
    sections = [Section("", "")]
    title = ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        blocks = sections[-1].blocks
        if line.startswith("= "):
            title = line[2:]
        elif found := _SECTION.fullmatch(line):
            sections.append(Section(found[1], found[2]))
        elif found := _RULE.fullmatch(line):
            blocks.append(("rule", found[1], found[2]))
        elif found := _FIGURE.fullmatch(line):
            blocks.append(("figure", found[1], found[2]))
        elif kind := _PLAIN.get(line.partition(" ")[0]):
            blocks.append((kind, "", line.partition(" ")[2]))
        elif line[0] in "=!-?":
            raise ValueError(f"line {number}: what is {line!r}?")
        else:
            blocks.append(("text", "", line))
    return Book(game, title, sections)
