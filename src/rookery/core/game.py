"""Game: what a game supplies, and what everybody gets for it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rookery.core import defaults as _defaults  # noqa: F401  (what a game may leave out)
from rookery.core import edition as editions_module
from rookery.core import fallback, folder, reasons
from rookery.core.batch import Batch
from rookery.core.building import build
from rookery.core.dispatch import register
from rookery.core.edition import Edition, Sheet
from rookery.core.fields import Position as Position
from rookery.core.language import Speech
from rookery.core.match import Match
from rookery.core.observing import Observation, tabulate
from rookery.core.options import Option, check_all
from rookery.core.plain import oversize
from rookery.core.reasons import Reason
from rookery.core.record import Records, new
from rookery.core.scene import Sprite, Stage
from rookery.core.sketch import Sketch
from rookery.core.steps import Steps
from rookery.errors import (
    InvalidEdition,
    InvalidOption,
    InvalidPlayers,
    InvalidPosition,
    UnknownEdition,
    WrongRules,
    shown,
)

if TYPE_CHECKING:
    from rookery.core.view import View

#: What makes batches, by device; ``rookery.lab.cuda`` adds its own.
DEVICES: dict[str, Callable[..., Any]] = {"cpu": Batch}
#: How many combinations of players and options a game keeps at hand.
MOST_PREPARED = 100

#: Paints a text in a colour of that name; hands it back bare where colour is off.
Paint = Callable[[str, str], str]


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its constants, its compiled functions, its text forms.

    Games are built once, in ``rookery.games``; users ask ``rookery.game(name)`` for one.
    """

    name: str
    title: str
    designer: str
    #: Rises whenever the same actions could lead to another position or score.
    rules_version: int
    players: range
    options: Mapping[str, Option]
    default_edition: str
    num_actions: int
    #: What the numbers of an observation mean.
    observation: Observation
    #: The hidden record of a row of features, for a seat (-1: a spectator).
    read_features: Callable[[Edition, Any, int], Records]
    #: What each action is, in order: a kind, then some of ``card``, ``cell``, ``die``, ``source``.
    list_actions: Callable[[], Iterable[dict[str, Any]]] | None
    #: How a match can end, in words; ``ending`` of the rules is an index into it.
    endings: tuple[str, ...]
    #: What a seat's score counts, in words, and whether fewer is better.
    score_name: str
    fewest_wins: bool
    #: The package that holds the game, for its edition files.
    package: str
    #: The state record.
    dtype: np.dtype[Any]
    #: Compiled functions by name: all that ``core.dispatch`` declares.
    functions: Mapping[str, Callable[..., Any]]
    #: Writes checked options into a blank record before the deal.
    setup: Callable[[Any, int, Mapping[str, Any]], None]
    #: Action to text and back, in a position.
    write_action: Callable[[Edition, Any, int], str]
    read_action: Callable[[Edition, Any, str], int]
    #: Record to position and back; ``read_position`` refuses impossible positions.
    write_position: Callable[[Edition, Any], Position]
    read_position: Callable[[Edition, Position], Records]
    #: How its steps are told, and to whom.
    steps: Steps
    #: Whether positions are the record's fields as they are: the game has no form of its own.
    plain_positions: bool
    #: Edition file to data, data to a record; both explain every fault they find.
    parse_edition: Callable[[Sheet], dict[str, Any]]
    compile_edition: Callable[[Mapping[str, Any]], Records]
    #: What a seat sees, as lines of text (edition, view, seat, names, a painter of colours).
    draw_text: Callable[..., list[str]] = fallback.draw_text
    #: For reviews: why an action is better than another one; of hidden things, what they are called
    #: and, where it can be counted out, how likely each is.
    give_reason: Callable[["View", int, int, Speech], Reason] = reasons.give_reason
    name_hidden: Callable[..., tuple[str, str]] = reasons.name_hidden
    count_hidden: Callable[["View"], dict[reasons.Place, reasons.Counted]] = reasons.count_hidden
    #: What to draw of an edition, for games whose editions can be drawn.
    draw_edition: Callable[[Edition], list[Sprite]] | None = None
    #: An edition's text as something to touch, in a language; None where it cannot be told.
    sketch_edition: Callable[[str, Speech], Sketch | None] | None = None
    #: How it is seen and told: scenes and sentences.
    stage: Stage | None = None
    #: What is unusual in an edition's data, though it can be played: worth a second look.
    remark_edition: Callable[[Mapping[str, Any]], list[str]] | None = None
    #: The most players that an edition is for, from its data, where that differs.
    edition_players: Callable[[Mapping[str, Any]], int] | None = None
    #: What it is about, in one sentence (English; the game's catalogues have the others), and
    #: how many minutes a match takes people.
    summary: str = ""
    minutes: int = 0
    #: How many things a net may guess at, and how many numbers stand for what each may be.
    guessed: tuple[int, int] = (0, 0)
    #: How a search is best set for this game, where it differs from the usual.
    search: Mapping[str, float] = field(default_factory=dict)
    #: By role, or by role and players: how it is set for bots that read the table, where that
    #: differs again.
    champion: Mapping[int | tuple[int, int], Mapping[str, float]] = field(default_factory=dict)
    #: Likewise, how it is set for those of them that have a net.
    learned: Mapping[int | tuple[int, int], Mapping[str, float]] = field(default_factory=dict)
    #: By players: how far a review believes what playing on by reflex says, from 0 to 1, and how
    #: much of the rest a seat of another role than the first gets, where one of the first gets 1.
    faith: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    #: Options that make the present rules those of an earlier version, by its number.
    earlier: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    #: By the same number: what shipped editions of that time are called now that they have changed.
    earlier_editions: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    _editions: dict[str, Edition] = field(default_factory=dict, repr=False)
    #: Records before the deal, by what was asked for.
    _prepared: dict[Any, tuple[bytes, dict[str, Any]]] = field(
        default_factory=dict, init=False, repr=False
    )

    def __post_init__(self) -> None:
        register(self.dtype, self.functions)
        folder.register(self.name, self.package)

    @classmethod
    def of(cls, package: str) -> "Game":
        """The game that a package holds: what its modules define, and defaults for the rest.

        ``CONTRIBUTING.md`` lists the modules and their names. A small game may be one module.
        """
        return cls(**build(package))

    def __repr__(self) -> str:
        return f"<Game {self.name}: {self.title}>"

    @property
    def num_features(self) -> int:
        """How many numbers an observation has.

        >>> rookery.game("party").num_features
        307
        """
        return self.observation.size

    @cached_property
    def action_table(self) -> npt.NDArray[np.void]:
        """What each action is: its kind, and the card, cell, die and source it names, else -1.

        >>> rookery.game("party").action_table[31]
        np.void(('place', 1, 1, -1, -1), dtype=[('kind', '<U12'), ('card', '<i2'), ...])
        """
        return tabulate(self.num_actions, self.list_actions)

    @property
    def num_roles(self) -> int:
        """How many roles a seat can have: one, unless an option names several.

        >>> rookery.game("pengqueen").num_roles
        2
        """
        return max([len(option.roles) for option in self.options.values()], default=0) or 1

    @cached_property
    def temper(self) -> tuple[str, ...]:
        """Settings of a search that this game's own functions know: fields of what is printed."""
        printed = self.edition().printed.dtype
        return (printed["temper"].names or ()) if "temper" in (printed.names or ()) else ()

    @property
    def open_actions(self) -> bool:
        """Whether everybody notices every action as it is played."""
        return self.steps.veiled is None

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of the shipped editions, the default first.

        >>> rookery.game("pengqueen").editions[0]
        'reconstruction'
        """
        names = editions_module.shipped_names(self.package)
        return (self.default_edition, *(name for name in names if name != self.default_edition))

    @property
    def studies(self) -> tuple[str, ...]:
        """The names of shipped editions that are for study, not for a table: small ones.

        >>> rookery.game("party").studies
        ('tiny-8', 'tiny-9')
        """
        return editions_module.shipped_names(self.package, editions_module.STUDY)

    def edition(self, which: str | Path | None = None) -> Edition:
        """An edition by its name, or from a file by its path.

        >>> rookery.game("party").edition("iello-2024").note
        'The deck of the IELLO edition of 2024.'
        """
        name = self.default_edition if which is None else which
        if isinstance(name, str) and name in self._editions:
            return self._editions[name]
        if isinstance(name, str) and name in (*self.editions, *self.studies):
            if name == fallback.PLAIN:
                data = {"name": name}
                made = Edition(name, data, self.compile_edition(data), shipped=True)
            else:
                text = editions_module.read_shipped(self.package, name)
                made = self.edition_from_text(text, shipped=True)
            self._editions[name] = made
            return made
        if not isinstance(name, str | Path):
            raise UnknownEdition(f"edition {which!r} is neither a name nor a path")
        path = Path(name)
        if path.suffix or path.exists():
            return self.edition_from_text(editions_module.read_file(path))
        raise UnknownEdition(
            f"{self.name} has no edition {str(name)!r}; the editions are "
            f"{', '.join((*self.editions, *self.studies))}, or give the path of an edition file"
        )

    def edition_from_text(self, text: str, *, shipped: bool = False) -> Edition:
        """An edition from the text of its file."""
        sheet = editions_module.cut(text)
        if sheet.head.get("game") != self.name:
            raise InvalidEdition(f"the head needs the line 'game: {self.name}'")
        data = self.parse_edition(sheet)
        note = sheet.head.get("note", "")
        return Edition(sheet.head["name"], data, self.compile_edition(data), shipped, note)

    def edition_from_data(self, data: Mapping[str, Any]) -> Edition:
        """An edition from the JSON object that ``rookery edition`` prints."""
        if fault := oversize(data):
            raise InvalidEdition(f"the edition cannot be read: {fault}")
        name = editions_module.check_name(data.get("name"))
        return Edition(name, dict(data), self.compile_edition(data), shipped=False)

    def draw(
        self,
        edition: Edition,
        view: Position,
        seat: int | None,
        names: Sequence[str],
        paint: Paint,
    ) -> list[str]:
        """What a seat sees, as lines of text."""
        return self.draw_text(edition, view, seat, names, paint)

    def seats(self, edition: Edition | None = None) -> range:
        """How many may play, with this edition.

        >>> game = rookery.game("party")
        >>> game.seats(), game.seats(game.edition("tiny-9"))
        (range(2, 7), range(2, 4))
        """
        if edition is None or self.edition_players is None:
            return self.players
        return range(self.players[0], self.edition_players(edition.data) + 1)

    def usual(self, players: int | None, edition: Edition) -> int:
        """The number of players asked for, or else the most that is not above four."""
        return min(4, self.seats(edition)[-1]) if players is None else players

    def check_players(self, players: object, edition: Edition | None = None) -> int:
        """The number of players, if the game (with this edition) seats so many."""
        whole = isinstance(players, int | np.integer) and not isinstance(players, bool)
        seats = self.seats(edition)
        if not whole or players not in seats:
            those = f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else str(seats[0])
            kind = f" with the edition {edition.name}" if edition and seats != self.players else ""
            raise InvalidPlayers(f"{self.title}{kind} is for {those} players, not {shown(players)}")
        return int(players)  # type: ignore[call-overload]

    def former(self, version: int) -> Mapping[str, Any]:
        """The options that give a match the rules of a version; refuses one it does not know."""
        if version == self.rules_version:
            return {}
        if version in self.earlier:
            return self.earlier[version]
        raise WrongRules(
            f"rules version {version} of {self.name} is not known here; this is version"
            f" {self.rules_version}"
        )

    def edition_then(self, version: int, name: str) -> str:
        """What a shipped edition of a rules version is called now."""
        return self.earlier_editions.get(version, {}).get(name, name)

    def prepare(
        self,
        players: object,
        options: Mapping[str, object],
        records: Records,
        edition: Edition | None = None,
    ) -> dict[str, Any]:
        """Check players and options, and write them into blank records before the deal."""
        if edition is not None and self.edition_players is not None:
            self.check_players(players, edition)
        # What was right once is right again; 1, 1.0 and True are equal, but not all of them right.
        asked = (type(players), players, *((key, type(it), it) for key, it in options.items()))
        try:
            known = self._prepared.get(asked)
        except TypeError:  # an option that is a list can be no key, nor right
            known = None
        if known is None:
            seats = self.check_players(players)
            checked = check_all(self.options, options, seats)
            blank = new(self.dtype)
            blank[0]["players"] = seats
            self.setup(blank[0], seats, checked)
            if len(self._prepared) >= MOST_PREPARED:
                self._prepared.clear()
            known = self._prepared[asked] = (blank.tobytes(), checked)
        records.view(np.uint8).data[:] = known[0] * len(records)
        return dict(known[1])

    def start(
        self,
        players: int | None = None,
        seed: int | bytes | None = None,
        edition: str | Path | Edition | None = None,
        *,
        asks_all: bool = False,
        **options: Any,
    ) -> Match:
        """A new match, dealt and waiting for its first decision.

        ``seed`` fixes everything that chance decides; without one the match is unpredictable.
        ``players`` defaults to the most that is not above four. With ``asks_all`` an only action
        is asked for, as at a real table; else it is played by itself.

        >>> rookery.game("party").start(players=3, seed=7, rounds=1)
        <Match party, 3 players, ply 0, seat 0 to decide>
        """
        printed = self.as_edition(edition)
        seats = self.usual(players, printed)
        return Match.start(self, seats, seed, printed, options, asks_all)

    def from_dict(
        self,
        position: Position,
        seed: int | bytes | None = None,
        edition: str | Path | Edition | None = None,
        *,
        asks_all: bool = False,
    ) -> Match:
        """A match that begins at a position as ``match.to_dict()`` writes it.

        A position names its edition; one that came from a file must be given as well.

        >>> game = rookery.game("party")
        >>> position = game.start(players=2, seed=7).to_dict()
        >>> game.from_dict(position).to_dict() == position
        True
        """
        found = self._position_edition(position, edition)
        return Match.from_position(self, position, seed, found, asks_all)

    def batch(
        self,
        count: int,
        players: int | None = None,
        seed: int | bytes | None = None,
        edition: str | Path | Edition | None = None,
        threads: int | None = None,
        *,
        seeds: Sequence[int | bytes] | None = None,
        device: str = "cpu",
        **options: Any,
    ) -> Batch:
        """Many matches at once, for learning and simulation; see :class:`Batch`.

        ``seeds`` gives each match its own: match i is then ``game.start(seed=seeds[i])``. With
        ``device="cuda"`` it is on a card, once ``rookery.lab.cuda`` has been imported.

        >>> len(rookery.game("party").batch(1000, players=4, seed=1))
        1000
        """
        printed = self.as_edition(edition)
        seats = self.usual(players, printed)
        chance = seed if seeds is None else list(seeds)
        if device not in DEVICES:
            raise InvalidOption(
                f"device {shown(device)} is not one of {', '.join(DEVICES)}; 'cuda' is, once"
                " rookery.lab.cuda is imported (pip install 'rookery[cuda]')"
            )
        made: Batch = DEVICES[device](self, count, seats, chance, printed, threads, options)
        return made

    def _position_edition(
        self, position: Position, edition: str | Path | Edition | None
    ) -> Edition:
        if not isinstance(position, dict):
            kind = type(position).__name__
            raise InvalidPosition(f"a position is a JSON object, not {kind}")
        if fault := oversize(position):
            raise InvalidPosition(f"the position cannot be read: {fault}")
        if position.get("game") != self.name:
            raise InvalidPosition(f"game: {position.get('game')!r} is not {self.name!r}")
        name = position.get("edition")
        if edition is not None:
            given = self.as_edition(edition)
            if name != given.name:
                raise InvalidPosition(f"edition: {name!r} is not the given edition {given.name!r}")
            return given
        if name not in (*self.editions, *self.studies):
            known = ", ".join((*self.editions, *self.studies))
            raise InvalidPosition(f"edition: {name!r} is not one of {known}")
        return self.edition(name)

    def as_edition(self, edition: str | Path | Edition | None) -> Edition:
        """An edition, whether given itself, by name or by path."""
        return edition if isinstance(edition, Edition) else self.edition(edition)
