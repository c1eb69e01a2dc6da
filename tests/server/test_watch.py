"""What each viewer of a table is told, and what it is not."""

import random
import re
from typing import Any

import msgspec
import pytest

import rookery
from rookery.core.language import LANGUAGES
from rookery.core.match import Match
from rookery.games.pengqueen.actions import FACE_NAMES, HIDE, ROLL, SQUARES
from rookery.server.fold import Fold, Person
from rookery.server.setup import Setup
from rookery.server.store import Entry, TableRow
from rookery.server.watch import Event, Watch, public_side, replayed
from tests.helpers import scaled

GAME = rookery.game("pengqueen")
NAMES = ["Mira", "Bo", "Cy", "Di", "Eve"]
MUMMY = 0


class Table:
    """A table at which a match of Pengqueen is played, and all that its viewers are told."""

    def __init__(self, players: int, seed: int, *, aids: bool = True) -> None:
        setup = Setup(
            game="pengqueen",
            players=players,
            options={"limit": 12},
            edition="small",
            public=False,
            clock=None,
            spectators=True,
            delay=0,
            substitute="random",
            aids=aids,
        )
        settings = msgspec.json.encode(setup).decode()
        self.fold = Fold(TableRow("t", "pengqueen", settings, seed.to_bytes(32), 0))
        self.viewers: list[int | None] = [None, *range(players)]
        self.watches = {viewer: Watch(viewer) for viewer in self.viewers}
        self.events: dict[int | None, list[Event]] = {viewer: [] for viewer in self.viewers}
        for seat in range(players):
            person = Person(f"g{seat}", NAMES[seat])
            self.write("take", seat, msgspec.json.encode(person).decode())
        self.write("start")

    @property
    def match(self) -> Match:
        assert self.fold.match is not None
        return self.fold.match

    def write(self, kind: str, seat: int | None = None, data: str = "") -> None:
        # All at one time: how long somebody thought is not what is compared here.
        change = self.fold.apply(Entry(self.fold.ply, kind, seat, data, 0))
        tables = public_side(self.fold, change)
        for viewer, watch in self.watches.items():
            event = watch.see(self.fold, change, tables)
            if event is not None:
                self.events[viewer].append(event)

    def act(self, action: int) -> None:
        self.write("act", self.match.turn, self.match.notation(action))

    def begin_at(self, match: Match) -> None:
        """Go on with another match, as if it had come this far at this table."""
        self.fold.match = match
        for viewer, watch in self.watches.items():
            watch.news(match)
            self.events[viewer].clear()

    def told(self, viewer: int | None) -> list[str]:
        return [line for event in self.events[viewer] for line in sentences(event)]


def sentences(event: Event) -> list[str]:
    """All that an event tells."""
    said = event.happening("en", scenes=False)
    return [*said.told, *(line for step in said.steps for line in step.told)]


def announced(events: list[Event]) -> list[int]:
    """The faces that a viewer was told of, as data."""
    steps = [step for event in events for step in event.happening("en", scenes=False).steps]
    return [FACE_NAMES.index(it.data["die"]) for it in steps if it.kind == "announce"]


def dice(match: Match) -> list[int]:
    """The faces that were announced (Q12)."""
    return [action // SQUARES for action in match.log if action < ROLL]


def spoken(lines: list[str]) -> list[int]:
    """The faces in sentences like "Bo announces a 4 and moves to c7"."""
    found = (re.search(r"announces? (?:a |the )(\w+)", line) for line in lines)
    faces = {str(name): face for face, name in enumerate(FACE_NAMES)}
    return [faces[it[1]] for it in found if it]


@pytest.mark.parametrize("players", GAME.players)
def test_everybody_hears_the_dice_that_are_announced(players: int) -> None:
    # Q12
    for seed in range(scaled(4, 1)):
        table = Table(players, seed)
        chance = random.Random(seed)
        while not table.match.over and table.match.ply < scaled(10**6, 40):
            table.act(chance.choice(table.match.legal()))
            if chance.random() < 0.1:  # what happens in between loses nothing
                table.write("return", chance.randrange(players))
        if HIDE in table.match.legal():  # it was cut short, and others have yet to hear the die
            table.act(HIDE)
        said = dice(table.match)
        assert len(said) > 3
        for viewer in table.viewers:
            events = table.events[viewer]
            assert announced(events) == said
            assert spoken(table.told(viewer)) == said
            again = replayed(table.match, viewer, "en")
            assert announced(again) == said


def without_card(position: dict[str, Any], cell: str) -> dict[str, Any] | None:
    """The position with another card in the place of the one for a cell, if one is left."""
    hunter = 0 if position["players"] == 2 else position["pawn"]
    places = GAME.edition("small").data["treasures"]
    (card,) = (name for name in position["cards"][hunter] if places[name] == cell)
    known = {name for hand in position["cards"] + position["revealed"] for name in hand}
    spare = [name for name in places if name[0] == card[0] and name not in known]
    if not spare:
        return None
    cards = [list(hand) for hand in position["cards"]]
    cards[hunter] = sorted({*cards[hunter], spare[0]} - {card}, key=list(places).index)
    return {**position, "cards": cards}


def wire(table: Table, owner: int | None) -> dict[int | None, bytes]:
    """All that went to those who may not know of a decision of the owner's."""
    return {
        viewer: b"".join(event.say(language) for event in events for language in LANGUAGES)
        for viewer, events in table.events.items()
        if viewer != owner
    }


@pytest.mark.parametrize("players", GAME.players)
def test_a_kept_card_cannot_be_told_from_none(players: int) -> None:
    # Q18: whether a hunter was asked to reveal a card is a secret.
    chance = random.Random(players)
    compared = 0
    for seed in range(scaled(15, 2)):
        match = GAME.start(players, seed, "small")
        while not match.over and match.ply < scaled(10**6, 60):
            before, owner = match.to_dict(), match.turn
            match.play(chance.choice(match.legal()))
            if HIDE not in match.legal():
                continue
            move = match.log[-1]
            other = without_card(before, match.notation(move).partition(">")[2])
            if other is None:
                continue
            keeping, without = Table(players, 0), Table(players, 0)
            keeping.begin_at(GAME.from_dict(before, seed=seed))
            without.begin_at(GAME.from_dict(other, seed=seed))
            keeping.act(move)
            assert set(wire(keeping, owner).values()) == {b""}
            keeping.act(HIDE)
            without.act(move)
            if keeping.match.drew:
                continue  # dice fall anew with every action, so they may differ
            assert wire(keeping, owner) == wire(without, owner)
            assert spoken(without.told(MUMMY)) == [move // SQUARES]
            compared += 1
    assert compared >= scaled(5, 1)


def test_what_is_taken_back_is_heard_again_or_not_at_all() -> None:
    """After any taking back, events are those of a table where it never happened."""
    cards, taken_back = 0, False
    for seed in range(scaled(8, 5)):
        chance = random.Random(seed)
        table = Table(3, seed)
        while not table.match.over and table.match.ply < scaled(150, 80):
            if table.match.ply and chance.random() < 0.3:
                cards += table.match.log[-1] == HIDE
                table.write("back", table.fold.last_actor)
                taken_back = True
                continue
            marks = {viewer: len(table.events[viewer]) for viewer in table.viewers}
            table.act(chance.choice(table.match.legal()))
            if not taken_back:
                continue
            taken_back = False
            straight = Table(3, seed)
            for action in table.match.log:
                last = {viewer: len(straight.events[viewer]) for viewer in table.viewers}
                straight.act(action)
            for viewer in table.viewers:
                new = table.events[viewer][marks[viewer] :]
                expected = straight.events[viewer][last[viewer] :]
                assert announced(new) == announced(expected)
                assert [sentences(it) for it in new] == [sentences(it) for it in expected]
    assert cards > 0


def test_whoever_acts_is_told_even_if_all_is_as_before() -> None:
    # A single die that is rolled again may show the same.
    again = 0
    for seed in range(scaled(10, 4)):
        chance = random.Random(seed)
        table = Table(3, seed)
        while not table.match.over and table.match.ply < scaled(200, 60):
            actor = table.match.turn
            assert actor is not None
            before, count = table.match.hidden(actor), len(table.events[actor])
            rolls = ROLL in table.match.legal() and chance.random() < 0.7
            table.act(ROLL if rolls else chance.choice(table.match.legal()))
            (event,) = table.events[actor][count:]
            assert sentences(event)
            after = table.match.hidden(actor)
            again += after.records.tobytes() == before.records.tobytes()
        for viewer in table.viewers:
            acts = [event for event in table.events[viewer] if event.kind == "act"]
            # The first event of a replay is the deal.
            assert len(replayed(table.match, viewer, "en")) == 1 + len(acts)
    assert again > 0


def test_without_aids_nobody_is_shown_where_a_pawn_may_be() -> None:
    for aids in (True, False):
        table = Table(3, 1, aids=aids)
        scene = table.events[MUMMY][-1].happening("en").scene
        assert scene is not None
        arts = [sprite.art for sprite in scene.sprites]
        facts = [fact.art for player in scene.players for fact in player.facts]
        assert ("trail" in arts, "trail" in facts) == (aids, aids)
        assert "life" in facts
