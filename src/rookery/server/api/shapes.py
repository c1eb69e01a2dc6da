"""The shapes of requests and answers."""

from typing import Annotated, Any, Literal

import msgspec

from rookery.bots import names as bot_names
from rookery.core.language import LANGUAGES
from rookery.core.scene import Sprite
from rookery.games import names as game_names
from rookery.server.messages import Happening, TableInfo
from rookery.server.own import Listed, OwnTable
from rookery.server.setup import MAX_DELAY, SUBSTITUTE, Clock, SeatPlan, Talk

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=9)]
Text = Annotated[str, msgspec.Meta(max_length=100)]
#: Described as what is known, though what is not gets an error of its own.
GameName = Annotated[
    str, msgspec.Meta(max_length=100, extra_json_schema={"enum": list(game_names())})
]
Level = Annotated[str, msgspec.Meta(max_length=100, extra_json_schema={"enum": list(bot_names())})]
LanguageCode = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(LANGUAGES)})]
Status = Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["open", "running", "over"]})]
#: JSON left as it came: it is read when it is known to be small.
Options = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"type": "object"})]
EditionData = Annotated[
    msgspec.Raw, msgspec.Meta(extra_json_schema={"type": ["string", "object", "null"]})
]
Token = Annotated[str, msgspec.Meta(max_length=1000)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request's body: what it does not know, it refuses."""


class NewGuest(Body, frozen=True):
    """Who somebody wants to be."""

    name: Text
    language: LanguageCode | None = None
    #: One of the faces that people can choose; none: as before.
    face: Text | None = None


class GuestAnswer(msgspec.Struct, frozen=True):
    """Who somebody is. The token is the proof: keep it, and keep it secret."""

    id: str
    name: str
    language: str | None
    token: str
    face: str = ""


class Key(Body, frozen=True):
    """What came with a private link."""

    key: Token


class KeyAnswer(msgspec.Struct, frozen=True):
    """What to put into a link."""

    key: str
    #: For how many seconds it is good; it works once. 0: it lasts, and works for many.
    life: int = 0


class Somebody(msgspec.Struct, frozen=True):
    """A guest by name, and at how many tables that are not over."""

    name: str
    face: str
    tables: int


class ClaimInfo(msgspec.Struct, frozen=True):
    """What a private link would make of the asker."""

    become: Somebody
    #: Who the asker is now and would not be here any more; null: nobody, or the same guest.
    lose: Somebody | None
    #: Whether the asker is that guest already.
    same: bool


class SessionInfo(msgspec.Struct, frozen=True):
    """A device on which somebody is signed in."""

    id: str
    #: In a few words: "Firefox, Linux".
    device: str
    created: int
    seen: int
    #: Whether it is the asker's own.
    current: bool


class SessionList(msgspec.Struct, frozen=True):
    """All of them, the last used first."""

    sessions: list[SessionInfo]


class EndSession(Body, frozen=True):
    """Which session is to end; none: all but the asker's."""

    session: Text | None = None


class Source(Body, frozen=True):
    """A moment of a saved match: after so many actions."""

    match: str
    ply: Annotated[int, msgspec.Meta(ge=0)]


class NewTable(Body, frozen=True):
    """A table to be made."""

    game: GameName
    players: Annotated[int, msgspec.Meta(ge=1, le=10)] | None = None
    options: Options = msgspec.field(default_factory=lambda: msgspec.Raw(b"{}"))
    #: The name of a shipped edition, or an edition's data.
    edition: EditionData = msgspec.field(default_factory=lambda: msgspec.Raw(b"null"))
    seats: Annotated[list[SeatPlan], msgspec.Meta(max_length=10)] | None = None
    public: bool = False
    clock: Clock | None = None
    spectators: bool = True
    delay: Annotated[int, msgspec.Meta(ge=0, le=MAX_DELAY)] = 0
    substitute: Level = SUBSTITUTE
    aids: bool = True
    #: Hints of bots: not at all, or for all to hear; by default among people who were invited, and
    #: not at all where strangers play.
    hints: Literal["off", "told"] | None = None
    #: Play an only action by itself, where one person plays alone against bots.
    automatic: bool = False
    #: What people may say to each other; anything only by invitation.
    talk: Talk = "phrases"
    #: Begin where a saved match was after some actions; its game, players and options hold.
    source: Source | None = msgspec.field(name="from", default=None)
    #: Begin at once; all seats must be taken.
    start: bool = False


class Join(Body, frozen=True):
    """Which seat to take; none: the first that is free."""

    seat: SeatNumber | None = None
    invitation: Token | None = None
    name: Text | None = None


class Word(Body, frozen=True):
    """Something to say: an emote, a ready-made sentence, or a text where that is allowed."""

    seat: SeatNumber
    kind: Literal["emote", "phrase", "text"]
    what: Annotated[str, msgspec.Meta(max_length=500)]


class PutBot(Body, frozen=True):
    """A bot for a free seat."""

    seat: SeatNumber
    level: Level


class AtSeat(Body, frozen=True):
    """For which seat."""

    seat: SeatNumber


class Done(msgspec.Struct, frozen=True):
    """It is done and will not be lost; the number is that of the seat's event that tells it."""

    number: int


class SeatAnswer(msgspec.Struct, frozen=True):
    """The seat somebody got."""

    seat: int


class TableAnswer(msgspec.Struct, frozen=True):
    """A table, and the asker's own seats at it."""

    table: TableInfo
    mine: list[int]


class Made(msgspec.Struct, frozen=True):
    """The id of a new table, and what to invite others with."""

    id: str
    invitation: str


class Listing(msgspec.Struct, frozen=True):
    """Some tables, the one that changed last first."""

    tables: list[Listed]


class OwnListing(msgspec.Struct, frozen=True):
    """The asker's tables, and how many of them wait for the asker."""

    tables: list[OwnTable]
    waiting: int


class FamilyMember(msgspec.Struct, frozen=True):
    """Somebody who is at home on this device."""

    id: str
    name: str
    face: str
    #: Whether that is who the asker is now.
    current: bool


class Family(msgspec.Struct, frozen=True):
    """The people of a device."""

    people: list[FamilyMember]


class Member(Body, frozen=True):
    """Which of them."""

    id: Text


class Reach(msgspec.Struct, frozen=True):
    """Who can come: whether only this machine can, and the addresses for others at home."""

    local: bool
    addresses: list[str]


class PushKey(msgspec.Struct, frozen=True):
    """The public key of this server, for browsers that subscribe."""

    key: str


class PushAddress(Body, frozen=True):
    """Where a browser can be reached."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]


class Subscription(Body, frozen=True):
    """The same, with the browser's keys: ``PushSubscription.toJSON()``."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    keys: dict[Text, Annotated[str, msgspec.Meta(max_length=200)]]
    expirationTime: float | None = None  # noqa: N815 - as browsers call it


class Hint(msgspec.Struct, frozen=True):
    """What a strong bot would play, and why: figures as in ``bot.explain()``."""

    action: str
    figures: dict[str, Any]


class BackdropAnswer(msgspec.Struct, frozen=True):
    """What stays the same in all scenes of a match."""

    digest: str
    sprites: list[Sprite]


class History(msgspec.Struct, frozen=True):
    """Events of the past."""

    events: list[Happening]
    #: How many there are in all.
    count: int


class Verdict(msgspec.Struct, frozen=True):
    """Whether a match fits its secret, and what does not."""

    fits: bool
    commitment: str
    plies: int
    faults: list[str]


class SavedMatch(Body, frozen=True):
    """A saved match, to be verified."""

    match: str
    #: What was published before the first action, if it is known.
    commitment: str | None = None


class Replay(Body, frozen=True):
    """A saved match, to be seen again: through whose eyes, and which part of it."""

    match: str
    #: None: a spectator's.
    seat: SeatNumber | None = None
    #: With everything open, whatever the seat.
    everything: bool = False
    #: What the seats are called; the saved match does not know.
    names: Annotated[list[Text], msgspec.Meta(max_length=10)] | None = None
    after: Annotated[int, msgspec.Meta(ge=0)] = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=500)] = 100
    #: Without scenes: what happened in the whole match, in sentences.
    scenes: bool = True


class ReplayAnswer(msgspec.Struct, frozen=True):
    """A part of a match as it was seen."""

    game: str
    players: int
    #: Their ``at`` is after how many actions they happened.
    events: list[Happening]
    #: How many events there are in all.
    count: int
    backdrop: BackdropAnswer


class Waking(msgspec.Struct, frozen=True):
    """How many parts of what bots need are ready."""

    done: int
    of: int


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    designer: str
    players: list[int]
    editions: list[str]
    options: dict[str, dict[str, Any]]
    #: Whether its rules are ready; tables can be made before that, and wait.
    ready: bool
    #: How far its bots are, where they are not ready: the first of them will take a while.
    waking: Waking | None


class LevelInfo(msgspec.Struct, frozen=True):
    """A level of bots that people choose from, and how it plays, in the asker's language."""

    level: str
    text: str


class Games(msgspec.Struct, frozen=True):
    """All games, and the bots that play them."""

    games: list[GameInfo]
    #: Every bot; and those for people, the weakest first.
    bots: list[str]
    levels: list[LevelInfo]
    languages: list[str]


class Health(msgspec.Struct, frozen=True):
    """How the server is."""

    status: str
    version: str
    node: str
    tables: int
    streams: int
    ready: dict[str, bool]


class Ready(msgspec.Struct, frozen=True):
    """Whether visitors should be sent here."""

    status: str
    #: Appends that wait to be written.
    backlog: int
    #: Processes in which bots think, decisions they have been asked for, and for how many
    #: seconds the first of those has been waited for.
    bots: int
    waiting: int
    longest: float


# ---------------------------------------------------------------- queries


class ViewQuery(msgspec.Struct, frozen=True):
    """Through whose eyes, and in which language."""

    seat: SeatNumber | None = None
    invitation: str | None = None
    language: LanguageCode | None = None


class StreamQuery(msgspec.Struct, frozen=True):
    """The same; what is told beside the match, and whether it is only a glance."""

    seat: SeatNumber | None = None
    invitation: str | None = None
    language: LanguageCode | None = None
    #: Also tell who is here and what is said, as events of their own kind without a number.
    beside: bool = False
    #: From a page that is out of sight: nobody is here because of it.
    glance: bool = False


class InvitedQuery(msgspec.Struct, frozen=True):
    """By which invitation, and in which language."""

    invitation: str | None = None
    language: LanguageCode | None = None


class HistoryQuery(msgspec.Struct, frozen=True):
    """The same, and after which event."""

    seat: SeatNumber | None = None
    invitation: str | None = None
    language: LanguageCode | None = None
    after: Annotated[int, msgspec.Meta(ge=0)] = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=500)] = 100
    #: Without scenes: what happened, in sentences.
    scenes: bool = True


class PictureQuery(msgspec.Struct, frozen=True):
    """Which kind of picture, by which invitation, in which language."""

    form: Literal["svg", "png"] = "svg"
    invitation: str | None = None
    language: LanguageCode | None = None


class ListQuery(msgspec.Struct, frozen=True):
    """Which tables to list."""

    status: Status = "open"
    game: GameName | None = None
    before: int | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50
