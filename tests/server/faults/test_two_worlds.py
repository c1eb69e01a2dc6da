"""Two worlds, one wire: whatever a viewer cannot know makes no difference to what it is told.

Here at the level of the log and what is made of it, with many matches; over HTTP in
``test_two_worlds_wire``.
"""

import asyncio
import json
import random
from collections import Counter
from types import SimpleNamespace

import pytest

import rookery
from rookery.core.language import LANGUAGES
from rookery.server.bot_pool import BotChoice, BotTask
from rookery.server.commands import check_back
from rookery.server.fold import Fold
from rookery.server.hub import Hub
from rookery.server.live import LiveTable
from rookery.server.own import Listed
from rookery.server.problems import CannotTakeBack
from rookery.server.setup import Clock
from rookery.server.store import Entry
from rookery.server.warmup import Warmup
from tests.helpers import SEATINGS, hides
from tests.server.faults.staged import BEGUN, Stage, opening, sheet
from tests.server.faults.worlds import BACK, Pair, forced_pairs, pairs

CLOCKS = (None, Clock(action=60), Clock(match=600), Clock(action=30, match=600, late="forfeit"))
PAIRS, STEPS = 5, 30
#: How many steps must have been taken while the worlds differed, and how many matches may be tried:
#: short ones have few.
APART, MOST = 3, 80
VIEWERS = [(name, players, seat) for name, players in SEATINGS for seat in (None, *range(players))]


class Asked:
    """BotPool that keep what they are asked."""

    def __init__(self) -> None:
        self.questions: list[BotTask] = []

    async def ask(self, task: BotTask, *_: object) -> BotChoice:
        """Take the first action."""
        self.questions.append(task)
        return BotChoice(task.legal[0], {})


class Side:
    """A table in one world, and all that its viewer was ever told."""

    def __init__(self, stage: Stage, pair: Pair, world: int, clock: Clock | None) -> None:
        self.stage, self.pair, self.world = stage, pair, world
        stage.enter(world)
        stage.pairs[pair.secret] = pair
        self.table = LiveTable.of(sheet(pair, clock=clock), opening(pair.worlds[0].players))
        self.told: list[bytes] = []

    def write(self, at: int, kind: str, seat: int, data: str = "") -> None:
        """One more entry."""
        entry = Entry(self.table.fold.ply, kind, seat, data, at)
        for viewer, event in self.table.advance(entry):
            if viewer == self.pair.viewer:
                self.told += [event.say(language) for language in LANGUAGES]

    def act(self, at: int, seat: int, text: str) -> None:
        """An action, or the last one back."""
        assert self.table.fold.turn == seat
        self.write(at, "back" if text == BACK else "act", seat, text)

    def everything(self, at: int) -> list[object]:
        """All that can be known of the table from outside, and what its viewer may ask."""
        table, fold, viewer = self.table, self.table.fold, self.pair.viewer
        last = table.watches[viewer].last
        assert last is not None
        found: list[object] = [
            self.told,
            last.number,
            [last.happening(language, whole=table.public()) for language in LANGUAGES],
            Listed.of(fold.sheet, table.summary(at)),
            fold.turn,
            [fold.left(seat, at) for seat in range(len(fold.seats))],
            # When it is over with somebody's time, everybody will hear.
            fold.deadline(),
            fold.since,
        ]
        if viewer is not None:
            found.append(take_back(fold, viewer))
        if viewer is not None and fold.turn == viewer:
            asked = Asked()
            store = SimpleNamespace(house=None)  # nothing is written
            hub = Hub(store, asked, Warmup(None))  # type: ignore[arg-type]
            asyncio.run(hub.ask(fold, viewer, "emperor", 500.0))
            found += asked.questions
        return found


def take_back(fold: Fold, seat: int) -> str:
    """What a seat is told that wants its last action back."""
    try:
        check_back(fold, seat)
    except CannotTakeBack as refused:
        return str(refused)
    return "yes"


def compare(sides: tuple[Side, Side], at: int) -> None:
    """Refuse any difference, and show the place."""
    one, two = (side.everything(at) for side in sides)
    if one != two:
        said = zip(str(one), str(two), strict=False)
        at = next((n for n, (x, y) in enumerate(said) if x != y), 0)
        pytest.fail(f"{str(one)[max(0, at - 300) : at + 300]}\n{str(two)[at - 20 : at + 300]}")


def public_entry(sides: tuple[Side, Side], at: int, chance: random.Random) -> None:
    """Something that everybody may know, the same in both worlds."""
    fold = sides[0].table.fold
    seat = chance.randrange(len(fold.seats))
    kind = "return" if fold.seats[seat].away else "leave"
    if fold.deadline() is not None and chance.random() < 0.3:
        assert fold.turn is not None
        kind, seat = "late", fold.turn
    if kind == "late" and fold.setup.clock and fold.setup.clock.late == "forfeit":
        return  # it may end the match, and with it the secret
    for side in sides:
        side.write(at, kind, seat)


@pytest.mark.parametrize(("name", "players", "viewer"), VIEWERS)
def test_what_is_told_depends_on_what_may_be_known(
    name: str, players: int, viewer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage().install(monkeypatch)
    count: Counter[str] = Counter()
    if not hides(rookery.game(name)):
        pytest.skip(f"nothing is hidden in {name}")
    for number, pair in enumerate(pairs(name, players, viewer, MOST)):
        if count["pairs"] >= PAIRS and count["apart"] >= APART:
            break
        clock = CLOCKS[number % len(CLOCKS)]
        chance = random.Random(number)
        sides = (Side(stage, pair, 0, clock), Side(stage, pair, 1, clock))
        at = BEGUN
        compare(sides, at)
        for step in pair.steps(STEPS):
            for side, acts in zip(sides, step.acts, strict=True):
                for before, text in zip(range(len(acts) - 1, -1, -1), acts, strict=True):
                    # What is seen comes at the same time in both; what is not seen, before.
                    side.act(at + 5000 - 1000 * before, step.seat, text)
            count["seen" if step.seen else "unseen"] += 1
            count["apart"] += pair.differ
            at += 5000
            compare(sides, at)
            if chance.random() < 0.1:
                public_entry(sides, at, chance)
                compare(sides, at)
        count["pairs"] += 1
    # The worlds were other worlds, and both were played.
    assert count["pairs"] >= 2, count
    assert count["apart"] >= APART, count


def test_an_only_action_cannot_be_told_from_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """P7, "What a seat knows": the same bytes for everybody else, whether there was a choice."""
    stage = Stage().install(monkeypatch)
    for viewer in (None, 0, 1, 2):
        found = 0
        for pair in forced_pairs("party", 3, viewer, 12):
            sides = (Side(stage, pair, 0, CLOCKS[1]), Side(stage, pair, 1, CLOCKS[1]))
            compare(sides, BEGUN)
            seat = pair.worlds[0].turn
            assert seat is not None
            (only,) = pair.worlds[0].legal()
            assert len(pair.worlds[1].legal()) > 1
            told = [len(side.told) for side in sides]
            for side in sides:
                side.act(BEGUN + 5000, seat, pair.worlds[0].notation(only))
            if any(side.table.fold.status == "over" for side in sides):
                continue  # all secrets are out
            # What follows from the other hands may differ (who goes out); the placement may not.
            first = [json.loads(side.told[told[0]].partition(b"data: ")[2]) for side in sides]
            assert told[0] == told[1]
            for key in ("kind", "seat", "told", "data"):
                assert first[0]["steps"][0].get(key) == first[1]["steps"][0].get(key)
            if len(first[0]["steps"]) == len(first[1]["steps"]) == 1 and viewer != seat:
                found += 1
                compare(sides, BEGUN + 5000)
        assert found > 0, viewer
