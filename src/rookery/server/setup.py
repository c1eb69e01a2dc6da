"""What a table is set up with: chosen when it is made, never changed."""

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

import msgspec

from rookery.bots import names as bot_names
from rookery.core.edition import Edition
from rookery.core.game import Game
from rookery.core.match import Match
from rookery.core.options import check_all
from rookery.errors import InvalidOption, InvalidPlayers, UnknownBot, WrongRules
from rookery.games import find

#: The level that plays on for people who are away.
SUBSTITUTE = "adult"
MAX_SECONDS = 30 * 24 * 3600.0
MAX_DELAY = 3600
Talk = Literal["none", "phrases", "free"]


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long people may think, in seconds: for one decision, for the whole match, or both."""

    action: float | None = None
    match: float | None = None
    #: What happens when time is up: a bot plays on until the person returns, or the seat loses.
    late: Literal["bot", "forfeit"] = "bot"


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit on a seat: the one who makes the table, anybody who comes, or a bot."""

    kind: Literal["me", "open", "bot"] = "open"
    #: Of a bot.
    level: str | None = None
    #: Of a person who shares the maker's device (hot seat); by default the maker's own name.
    name: str | None = None


class Setup(msgspec.Struct, frozen=True):
    """The settings of a table, as they are stored."""

    game: str
    players: int
    options: dict[str, Any]
    #: The name of a shipped edition, or an edition's data.
    edition: str | dict[str, Any]
    #: Listed for everybody to join; otherwise by invitation only.
    public: bool
    clock: Clock | None
    #: Whether others may watch, and how many seconds late.
    spectators: bool
    delay: int
    #: The level that plays on for people who are away.
    substitute: str
    #: Whether the table shows what could also be worked out, such as the trail of a pawn.
    aids: bool
    #: Guests for whom seats are kept, by seat: those of the match before.
    kept: dict[int, str] = {}
    #: What they are called, and until when their seats are kept, in ms; None: for good.
    kept_names: dict[int, str] = {}
    kept_until: int | None = None
    #: The table this one is the rematch of.
    rematch_of: str | None = None
    #: What people may say to each other: nothing, what is ready-made, or anything.
    talk: Talk = "phrases"
    #: Where an only action is asked for: nowhere (as at tables of former times), everywhere, or
    #: everywhere unless one person plays alone against bots.
    asks: Literal["choices", "all", "automatic"] = "choices"
    #: Where the match begins, if not with a deal.
    position: dict[str, Any] | None = None
    #: Whether bots may be asked for hints: not at all, for all to hear; None: where nobody else
    #: is harmed, or among those who were invited.
    hints: Literal["off", "told"] | None = None

    #: The version of the rules it is played by, and a digest of a shipped edition's data: both may
    #: change while a table stands. Empty at tables of former times.
    rules: int = 1
    printed: str = ""

    def find_edition(self, game: Game) -> Edition:
        """The edition itself."""
        if isinstance(self.edition, str):
            return game.edition(game.edition_then(self.rules, self.edition))
        return given_edition(self.game, msgspec.json.encode(self.edition))

    def known(self) -> tuple[Game, Edition, Mapping[str, Any]]:
        """Game and edition, and what makes the rules those of the table; refuses others."""
        game = find(self.game)
        former = game.former(self.rules)
        if former and self.position is not None:
            raise WrongRules(f"it begins at a position of rules version {self.rules}")
        edition = self.find_edition(game)
        if self.printed not in ("", digest_of(edition)):
            raise WrongRules(f"the edition {edition.name!r} of {game.name} is another one by now")
        return game, edition, former

    def start(self, secret: bytes, people: int = 1) -> Match:
        """The match, dealt, with so many people at the table; refuses rules that are not known."""
        game, edition, former = self.known()
        asks_all = self.asks == "all" or (self.asks == "automatic" and people > 1)
        if self.position is not None:
            position = {**self.position}
            if position.get("edition") == self.edition:  # it may be called otherwise by now
                position["edition"] = edition.name
            return game.from_dict(position, secret, edition, asks_all=asks_all)
        return game.start(
            self.players, secret, edition, asks_all=asks_all, **{**self.options, **former}
        )


@lru_cache(maxsize=64)
def given_edition(game: str, data: bytes) -> Edition:
    """An edition from its JSON: every fold of a table asks for it, and it takes a while to make."""
    return find(game).edition_from_data(msgspec.json.decode(data))


def check_edition(game: str, data: bytes) -> None:
    """Refuse an edition, in JSON, that has faults; long work where there are many."""
    find(game).edition_from_data(msgspec.json.decode(data))


def check(setup: Setup) -> Setup:
    """The setup with every value checked, and the options' defaults filled in.

    With an edition's data this takes longer than others may wait: not on the loop.
    """
    game = find(setup.game)
    game.check_players(setup.players)
    check_level(setup.substitute)
    edition: str | dict[str, Any] = setup.edition
    if isinstance(edition, str):
        if edition not in game.editions:
            known = ", ".join(game.editions)
            raise InvalidOption(f"edition {edition!r} is not one of {known}; or give its data")
    else:
        edition = dict(game.edition_from_data(edition).data)
    clock = setup.clock
    if clock is not None:
        for name, seconds in (("action", clock.action), ("match", clock.match)):
            if seconds is not None and not 1 <= seconds <= MAX_SECONDS:
                raise InvalidOption(f"clock.{name}: {seconds} is not from 1 to {MAX_SECONDS:.0f}")
        if clock.action is None and clock.match is None:
            raise InvalidOption("clock: give it seconds for an action, for the match, or both")
    if not 0 <= setup.delay <= MAX_DELAY:
        raise InvalidOption(f"delay: {setup.delay} is not from 0 to {MAX_DELAY} seconds")
    if setup.talk == "free" and setup.public:
        raise InvalidOption("talk: 'free' is for tables by invitation, not for a public one")
    for name in setup.options:
        if name in game.options and game.options[name].former:
            raise InvalidOption(f"option {name}: it is kept for tables of former rules only")
    options = check_all(game.options, setup.options, setup.players)
    return of_today(msgspec.structs.replace(setup, edition=edition, options=options))


def of_today(setup: Setup) -> Setup:
    """The same setup under the present rules."""
    game = find(setup.game)
    options = {
        name: value
        for name, value in setup.options.items()
        if name in game.options and not game.options[name].former
    }
    new = msgspec.structs.replace(setup, options=options, rules=game.rules_version)
    edition = new.find_edition(game)  # also so that it is at hand, and not made on the loop
    printed = digest_of(edition) if isinstance(new.edition, str) else ""
    return msgspec.structs.replace(new, printed=printed)


@lru_cache(maxsize=64)
def digest_of(edition: Edition) -> str:
    """Tells a shipped edition from what it was before."""
    data = json.dumps(edition.data, sort_keys=True, default=str).encode()
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def check_level(level: str | None) -> str:
    """The level of a bot, if there is one of that name."""
    if level not in bot_names():
        raise UnknownBot(f"there is no bot {level!r}; the bots are {', '.join(bot_names())}")
    return level


def check_plans(plans: list[SeatPlan], players: int) -> None:
    """Refuse plans that do not fit the seats."""
    if len(plans) != players:
        raise InvalidPlayers(f"{players} players need {players} seats, not {len(plans)}")
    for plan in plans:
        if plan.kind == "bot":
            check_level(plan.level)
        elif plan.level is not None:
            raise InvalidOption(f"level: only a bot has one, not a seat that is {plan.kind!r}")
