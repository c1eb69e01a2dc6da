"""Scenes: what a seat sees, as plain data that anything can draw without knowing the game.

A scene has zones (the board, the hand), sprites that lie in them, and choices: which sprites
to touch, in order, to play an action. A sprite keeps its id from scene to scene, so whoever
draws can move it smoothly to its new place. What never changes in a match (an empty board) is
the scene's backdrop: sprites that are sent once and named by the digest of their content.
As JSON, what has its default value is left out: hundreds of sprites go over the wire.
The garbage collector passes them over, since texts and numbers hold nothing in a circle.
"""

import hashlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rookery.core.drawing import draw
from rookery.core.language import Speech
from rookery.core.struct import Struct, encode, to_builtins

if TYPE_CHECKING:
    from rookery.core.steps import Moment
    from rookery.core.view import View


#: What can happen to a sprite: whoever draws shows it, and lets it be heard.
MARKS = frozenset(
    {"placed", "chosen", "rolled", "announced", "amused", "performed", "caught", "revealed", "lost"}
)


class Zone(Struct, omit_defaults=True, gc=False):
    """A part of the table with its own coordinates: (0, 0) is its upper left corner."""

    id: str
    #: What it is called, for screen readers.
    label: str
    width: float
    height: float


class Sprite(Struct, omit_defaults=True, gc=False):
    """A thing on the table."""

    #: The same for the same thing in every scene; unique in its scene.
    id: str
    #: Symbols of the art file, drawn on top of one another, separated by spaces.
    art: str
    #: The middle of the sprite, in the units of its zone.
    x: float
    y: float
    width: float = 1.0
    height: float = 1.0
    zone: str = "board"
    #: Degrees, clockwise.
    turn: int = 0
    #: What it is, for screen readers; empty for mere decoration.
    label: str = ""
    #: A few characters written on it: a count, a number.
    text: str = ""
    #: Higher ones lie on top; of one layer, those that come later in the scene.
    layer: int = 0
    #: The number of the rule that explains it, for help.
    rule: str = ""
    #: What the step just told did to it: one of ``MARKS``.
    mark: str = ""
    #: Of a button: it declines something, so it is not the one that catches the eye.
    quiet: bool = False


class Choice(Struct, omit_defaults=True, gc=False):
    """One legal action, and how to say it by touching."""

    action: str
    #: Ids of sprites, in the order of touching; a single one is a button.
    touch: list[str]
    #: Empty: the labels of what is touched say it.
    label: str = ""
    #: What it costs or brings, in a few characters: written on what is touched last.
    note: str = ""


class Shortcut(Struct, omit_defaults=True, gc=False):
    """Another way to say something: one touch, for one action or for several in a row.

    Whoever plays it stops as soon as something unexpected happens on the way.
    """

    #: The id of a sprite with which no choice begins.
    touch: str
    actions: list[str]
    label: str = ""


class Fact(Struct, omit_defaults=True, gc=False):
    """Something about a player that everybody may read: points, cards, lives."""

    label: str
    value: str
    #: A symbol for it.
    art: str = ""


class Player(Struct, omit_defaults=True, gc=False):
    """A seat at the table."""

    seat: int
    name: str
    facts: list[Fact]
    #: Whether it has to decide.
    active: bool = False
    #: "out", "finished"…, in the language of the scene.
    state: str = ""


class Line(Struct, omit_defaults=True, gc=False):
    """One line of the reckoning at the end."""

    seat: int
    label: str
    value: str


class Result(Struct, omit_defaults=True):
    """How it ended."""

    #: "Mira wins."
    text: str
    winners: list[int]
    lines: list[Line]


class Gain(Struct, omit_defaults=True, gc=False):
    """Something that flies from a sprite to a player: points, a card."""

    #: The id of the sprite it comes from.
    sprite: str
    seat: int
    #: "+5"
    text: str = ""
    #: A symbol for it.
    art: str = ""


class Summary(Struct, omit_defaults=True):
    """What came of a part of the match, to be read before it goes on."""

    #: "Round 2 is over"
    title: str
    lines: list[Line]


class Scene(Struct, omit_defaults=True, dict=True):
    """All that a seat sees and may do."""

    game: str
    zones: list[Zone]
    sprites: list[Sprite]
    choices: list[Choice]
    players: list[Player]
    #: Whose turn it is and what to do.
    prompt: str
    #: Where the match stands: "Round 2 of 4".
    status: str
    result: Result | None = None
    #: What the step just told brings to whom, in order.
    gains: list[Gain] = []  # noqa: RUF012 - a struct gets its own
    #: What to read before the match goes on, where a part of it has ended.
    summary: Summary | None = None
    #: The digest of the backdrop; empty if there is none.
    backdrop: str = ""
    #: Other ways to say what the choices say.
    shortcuts: list[Shortcut] = []  # noqa: RUF012 - a struct gets its own

    def drop(self, art: Collection[str]) -> None:
        """Take away the sprites and facts of some art."""
        self.sprites = [sprite for sprite in self.sprites if sprite.art not in art]
        for player in self.players:
            player.facts = [fact for fact in player.facts if fact.art not in art]

    def to_dict(self) -> dict[str, Any]:
        """The scene as JSON wants it; what has its default is left out."""
        said: dict[str, Any] = to_builtins(self)
        return said

    def lay_on(self, backdrop: "Callable[[], Backdrop]") -> None:
        """Say what it lies on when it draws itself; this is no part of its data."""
        self.__dict__["_backdrop"] = backdrop

    def _repr_svg_(self) -> str:
        """Notebooks draw it by this."""
        backdrop = self.__dict__.get("_backdrop")
        return draw(self, backdrop() if backdrop else None)


class Backdrop(Struct):
    """The sprites that stay the same for a whole match."""

    sprites: list[Sprite]
    digest: str = ""

    def __post_init__(self) -> None:
        data = encode(self.sprites)
        self.digest = hashlib.blake2b(data, digest_size=8).hexdigest()


def picture(game: str, title: str, note: str, sprites: Sequence[Sprite]) -> str:
    """Some things of a game that lie on no table, as SVG."""
    zone = Zone("board", title, 0, 0)
    return draw(Scene(game, [zone], [*sprites], [], [], title, note), words=False)


SceneMaker = Callable[["View", Sequence[int], Sequence[str], Speech], Scene]
Teller = Callable[["Moment", Sequence[str], Speech], list[str]]
BackdropMaker = Callable[["View", Speech], Backdrop]


@dataclass(frozen=True)
class Stage:
    """What a game supplies to be seen and told, in the language of a speech.

    The makers get views, never a state, so they cannot tell what a seat may not know.
    """

    #: The scene of a view with the actions that are legal for its seat (none if it is not its
    #: turn) and the players' names.
    scene: SceneMaker
    #: A step as a viewer may know it, in sentences; each names exactly what was done.
    tell: Teller
    #: The backdrop of all scenes of a match, where the game has one.
    backdrop: BackdropMaker | None = None
    #: The art of sprites and facts that show what could also be worked out: a table can choose to
    #: do without them.
    aids: frozenset[str] = frozenset()
    #: What a table chooses with them, in words.
    aids_help: str = ""
