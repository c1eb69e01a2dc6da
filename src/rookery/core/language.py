"""Languages: gettext catalogues, one domain a game and one for everything else.

The texts in the sources are English; ``locale/<language>/LC_MESSAGES/<domain>.po`` has the
others, in a game's own folder or, for everything else, beside this package.
``tools/catalogues`` keeps those files in step with the sources. A text that no catalogue has is
said in English.
"""

import gettext
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from rookery.core.catalogue import read
from rookery.core.folder import folder_of
from rookery.errors import InvalidOption

#: The first one is that of the sources.
LANGUAGES = ("en", "fr", "de")
#: The domain of what is common to all games.
COMMON = "rookery"
#: Translations of a language and domain that are kept at hand.
REMEMBERED = 2000

_PACKAGE = Path(__file__).resolve().parent.parent


class Speech:
    """One language for one game: its own catalogue first, then the common one."""

    def __init__(self, language: str, domain: str) -> None:
        self.language = language
        self._catalogue = _catalogue(language, domain)
        #: Translate a text, one of two by a number, a text in a context. Scenes say the same
        #: few hundred texts again and again, and the catalogues take a while to look.
        self.gettext = lru_cache(REMEMBERED)(self._catalogue.gettext)
        self.ngettext = lru_cache(REMEMBERED)(self._catalogue.ngettext)
        self.pgettext = self._catalogue.pgettext

    def list(self, items: Sequence[str]) -> str:
        """Several things as a list in words: "a, b and c"."""
        if len(items) < 2:
            return "".join(items)
        head = ", ".join(items[:-1])
        return self.gettext("{some} and {last}").format(some=head, last=items[-1])


def _catalogue(language: str, domain: str) -> gettext.NullTranslations:
    if language == LANGUAGES[0]:
        return gettext.NullTranslations()
    folder = (folder_of(domain) or _PACKAGE) / "locale"
    path = folder / language / "LC_MESSAGES" / f"{domain}.po"
    found = read(path) or gettext.NullTranslations()
    if domain != COMMON:
        found.add_fallback(_catalogue(language, COMMON))
    return found


@cache
def speech(language: str, domain: str = COMMON) -> Speech:
    """The speech of a language for a game (its name is the domain), or what is common."""
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise InvalidOption(f"there is no language {language!r}; the languages are {known}")
    return Speech(language, domain)


def mark(text: str) -> str:
    """Mark a text for translation where it is written, to be translated where it is used."""
    return text


def preferred(header: str) -> str:
    """The best of our languages for an ``Accept-Language`` header; English if none fits."""
    wishes = []
    for number, part in enumerate(header.split(",")[:20]):
        tag, _, weight = part.replace(" ", "").partition(";q=")
        language = tag.lower().partition("-")[0]
        try:
            wish = float(weight or 1)
        except ValueError:
            continue
        if language in LANGUAGES and 0 < wish <= 1:
            wishes.append((-wish, number, language))
    return min(wishes)[2] if wishes else LANGUAGES[0]
