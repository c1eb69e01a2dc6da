"""Words: everything that a game says is said in every language it speaks."""

import gettext
import random

from rookery.checking.findings import Findings
from rookery.core.folder import folder_of
from rookery.core.game import Game
from rookery.core.language import LANGUAGES, Speech

#: How many actions are listened to; and how many texts are named.
LISTENED, NAMED = 150, 8


class Silence(gettext.NullTranslations):
    """Stands behind the catalogues and keeps what none of them could translate."""

    def __init__(self) -> None:
        super().__init__()
        self.missed: set[str] = set()

    def gettext(self, message: str) -> str:
        """Nobody has translated it."""
        self.missed.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The same for one of two."""
        return self.gettext(msgid1)

    def pgettext(self, context: str, message: str) -> str:
        """The same in a context."""
        return self.gettext(message)


def check_words(game: Game, found: Findings) -> None:
    """What is missing from the catalogues of a game, and what never was in one."""
    folder = folder_of(game.name)
    if folder is None or not (folder / "locale").is_dir():
        found.lack(
            "locale/", "English only: tools/catalogues --domain NAME update makes catalogues"
        )
        if not found.ship:
            return
    for about in ("summary", "minutes", "designer"):
        if not getattr(game, about):
            found.lack("spec.py", f"{about.upper()} is missing")
    for language in LANGUAGES[1:]:
        where = f"locale/{language}/LC_MESSAGES/{game.name}.po"
        with found.trying(where, "not everything can be said"):
            missed, alike = _listen(game, language)
            for text in sorted(missed)[:NAMED]:
                found.fault(where, f"not translated: {text!r}")
            for text in sorted(alike)[:NAMED]:
                found.fault(
                    "scene.py, sentences.py", f"said in English in every language: {text!r}"
                )


def _listen(game: Game, language: str) -> tuple[set[str], set[str]]:
    """What no catalogue has; and what sounds the same as in English."""
    silence = Silence()
    words, english = Speech(language, game.name), Speech(LANGUAGES[0], game.name)
    words._catalogue.add_fallback(silence)
    for text in _lobby(game):
        words.gettext(text)
    stage = game.stage
    assert stage is not None
    match = game.start(seed=3)
    chance = random.Random(3)  # noqa: S311 - the same in every run
    names = [chr(ord("A") + seat) for seat in range(match.players)]
    said: list[tuple[str, str]] = []
    while not match.over and match.ply < LISTENED:
        view, legal = match.hidden(match.turn), match.legal()
        scenes = [stage.scene(view, legal, names, it) for it in (english, words)]
        said += [(scenes[0].prompt, scenes[1].prompt), (scenes[0].status, scenes[1].status)]
        match.play(chance.choice(legal))
        for moment in match.moments(0, match.ply - 1):
            told = [stage.tell(moment, names, it) for it in (english, words)]
            said += zip(*told, strict=False)
    alike = {one for one, other in said if one == other and len(one.split()) > 2}
    return silence.missed, alike


def _lobby(game: Game) -> list[str]:
    """What the lobby says of a game."""
    texts = [game.summary, *(option.help for option in game.options.values())]
    texts += [word for option in game.options.values() for word in option.choices or ()]
    texts += game.editions if len(game.editions) > 1 else ()
    return [text for text in texts if text]
