"""Names and faces: twelve for people to choose from, and those of the bots."""

import secrets

from rookery.core.language import mark
from rookery.server.problems import InvalidBody

#: What people can look like: each is a symbol ``face-…`` of the art.
FACES = (
    *("bobble", "scarf", "bowtie", "glasses", "earmuffs", "flower"),
    *("captain", "chef", "pirate", "wizard", "headphones", "snorkel"),
)

#: What the bots that people play against are called, the first of a level at a table first. Each
#: level has a face of its own (``bot-…``), each name something to wear (``wear-…``).
BOTS = {
    "chick": ("Pip", "Momo", "Bibi", "Fips", "Nono"),
    "fledgling": ("Kiki", "Flinn", "Lotta", "Zazou", "Tapsi"),
    "adult": ("Otto", "Greta", "Bruno", "Selma", "Hugo"),
    "emperor": ("Aurelia", "Maximus", "Octavia", "Augustus", "Livia"),
    "king": ("Balthasar", "Mathilda", "Leopold", "Isolde", "Arthur"),
}
#: How the levels play that people choose from, the weakest first.
LEVEL_TEXTS = {
    "chick": mark("Chick: plays for fun"),
    "fledgling": mark("Fledgling: easy"),
    "adult": mark("Adult: plays well"),
    "emperor": mark("Emperor: plays as well as it can"),
    "king": mark("Penguin king: takes its time, and plays best of all"),
}
#: What the simple ones are called.
SIMPLE = {"random": mark("Random bot"), "greedy": mark("Greedy bot")}


def check_face(face: str | None) -> str:
    """A face that can be drawn; none: no face yet."""
    if face and face not in FACES:
        raise InvalidBody(f"face: {face[:50]!r} is not one of {', '.join(FACES)}")
    return face or ""


def any_face() -> str:
    """A face for somebody who has not chosen one."""
    return secrets.choice(FACES)


def symbols_of(face: str) -> str:
    """What to draw for somebody's face; empty: nobody chose one."""
    return f"face-{face}" if face in FACES else ""


def bot_symbols(level: str, number: int) -> str:
    """What to draw for a bot: the how manieth of its level at a table it is."""
    if level not in BOTS:
        return "bot"
    return f"bot-{level} wear-{(max(1, number) - 1) % len(BOTS[level]) + 1}"
