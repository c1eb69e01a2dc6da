"""One term for one thing, in books, lessons and catalogues, in every language."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rookery
from rookery.core.language import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "rookery"

#: Words that were found beside the ones we use, or that nobody would say.
REPLACED = {
    "en": {
        r"\bis no whole number": "is not a whole number",
        r"\bthe own cards": "their own cards",
        r"exactly so many": "exactly that many",
        r"up to so many": "at most that many",
    },
    "fr": {
        r"'": "the apostrophe of print",
        r"\brobot": "bot",
        r"points d.activation": "points dorés",
        r"[Rr]éinitialis": "reprendre les dés",
        r"\blui(t|sent)\b": "brille",
        r"\bl’emporte": "gagne",
        r"[Oo]n joue de \d": "De 2 à 6 joueurs",
        r"ni entrer ni passer": "ni s’y arrêter ni les franchir",
        r"si elle en est\b": "si elle est parmi les ex æquo",
    },
    "de": {
        r"Künstler": "Unterhalter",
        r"Randpunkt": "Goldpunkt",
        r"Verwandtschaftsstrafe": "Familienstrafe",
        r"zur Seite": "beiseite",
        r"an der Seite": "beiseite",
        r"Altvogel": "Profi-Bot",
        r"[Bb]is zu so viele": "höchstens so viele",
        r"Festgesessen": "Ausgeschieden",
        r"gehört zur roten Familie": "gefällt der roten Familie",
        r"Das Spiel ist aus\b": "Das Spiel ist zu Ende",
        r"(Partie|Spiel) ist vorbei": "Das Spiel ist zu Ende",
    },
}


def texts(language: str) -> dict[str, str]:
    """All that people read in a language, by where it stands."""
    found = {}
    for game in rookery.games():
        folder = SOURCES / "games" / game
        found[f"{game} book"] = (folder / f"book.{language}.txt").read_text("utf-8")
        lesson = (folder / "lesson.json").read_text("utf-8")
        found[f"{game} lesson"] = "\n".join(re.findall(rf'"{language}": "(.*)"', lesson))
    for path in SOURCES.rglob(f"locale/{language}/LC_MESSAGES/*.po"):
        said = re.findall(r'^msgstr.*?"((?:[^\n]|\n")*)"$', path.read_text("utf-8"), re.M)
        found[path.stem] = "\n".join(re.sub(r'"\n"', "", text) for text in said[1:])
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_says_what_was_replaced(language: str) -> None:
    found = [
        f"{where}: {hit[0]!r}, better {better!r}: …{text[max(0, hit.start() - 40) : hit.end()]}…"
        for where, text in texts(language).items()
        for pattern, better in REPLACED[language].items()
        for hit in re.finditer(pattern, text)
    ]
    assert found == []


def test_the_same_english_is_the_same_in_every_language() -> None:
    run = [sys.executable, ROOT / "tools" / "catalogues", "twins"]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout
