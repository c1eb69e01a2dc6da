"""What a seat knows, checked by the rules alone: on the real ``hide`` and ``redeal``, and on
broken ones, of which ``tests.mutants`` proves that they are caught.

That ``hide(redeal(hide(s)))`` equals ``hide(s)`` is true of a ``hide`` that hides nothing. So
views are compared with the oracle's, and sampled worlds must differ wherever they may.
"""

import random
from collections import Counter
from typing import Any

from rookery.core import loops
from rookery.core.known import known_of
from rookery.core.match import Match
from rookery.core.record import Records
from rookery.core.scene import Scene
from tests.beside import Situation, Viewer, fork
from tests.helpers import play_on, step_oracle, text, view_oracle
from tests.oracle.course import Position

#: A thing that may be otherwise shows it long before.
MOST_SAMPLES = 400
#: Where things share a cell, one's own may be drawn in its middle: nearer than a neighbour is.
NUDGE = 0.5
#: After these more lies open than they tell: a card is turned up, a hand is dealt.
TURN_UP = {"deal", "put"}


def check_knowledge(situation: Situation, seed: int) -> int:
    """All that follows, with the chance of a seed.

    Returns how often worlds that looked alike to a viewer still did after an action.
    """
    check_views(situation)
    check_scenes(situation)
    chance = random.Random(seed)
    # Whoever is to move first: its world needs the least made up.
    for viewer in sorted(situation.viewers, key=lambda viewer: viewer != situation.match.turn):
        check_world(situation, viewer, chance.getrandbits(60))
        check_doubts(situation, viewer, chance)
    return sum(check_worlds_alike(situation, viewer, chance) for viewer in situation.viewers)


# ---------------------------------------------------------------- views


def check_views(situation: Situation) -> None:
    """Every viewer knows what the rules say, at the decision and after each step towards it."""
    rules, match = view_oracle(situation.match.game), situation.match
    unsettled = step_oracle(match.game).UNSETTLED
    for viewer in situation.viewers:
        expected = rules.view(situation.noticed(viewer), viewer)
        assert text(match.view(viewer)) == text(expected), viewer
        if not situation.is_veiled(viewer):
            check_public(match._states, match.hidden(viewer).records)
        for step, position in situation.steps:
            moment = step.view(viewer)
            if moment is None:
                continue
            check_public(step.records, moment.view.records)
            table, expected = moment.view.to_dict(), rules.view(position, viewer)
            for key in position.keys() - unsettled:
                assert text(table[key]) == text(expected[key]), (step.to_dict(), viewer, key)


def check_public(real: Records, hidden: Records) -> None:
    """What is everybody's, as the game declares it, is told, also where no position has it."""
    for field in known_of(real.dtype).public:
        assert (hidden[field] == real[field]).all(), field


def check_scenes(situation: Situation) -> None:
    """Who may know all of a step is shown what it did, as who sees all is."""
    for step, _ in situation.steps:
        if not step.game.stage:
            continue
        whole = step.open().view.scene([])
        for viewer in situation.viewers:
            moment = step.view(viewer)
            if moment is None or moment.things != step.to_dict():
                continue
            scene = moment.view.scene([])
            assert looks(scene) >= looks(whole), (step.to_dict(), viewer)
            there = places(whole)
            for id, (zone, x, y) in places(scene).items():
                whole_zone, whole_x, whole_y = there.get(id, (zone, x, y))
                assert whole_zone == zone, (step.to_dict(), viewer)
                assert max(abs(whole_x - x), abs(whole_y - y)) < NUDGE, (step.to_dict(), viewer)
            assert viewer is not None or scene.summary == whole.summary, step.to_dict()


def looks(scene: Scene) -> Counter[tuple[str, int, str]]:
    """What was touched, as it looks: of dice that look alike it does not matter which it was."""
    return Counter((each.art, each.turn, each.mark) for each in scene.sprites if each.mark)


def places(scene: Scene) -> dict[str, tuple[str, float, float]]:
    """What was touched, and where it is."""
    return {each.id: (each.zone, each.x, each.y) for each in scene.sprites if each.mark}


# ---------------------------------------------------------------- one world


def check_world(situation: Situation, viewer: Viewer, seed: int) -> None:
    """A sampled world looks the same to the viewer, and a match can go on in it."""
    match = situation.match
    world = match.redeal(viewer, seed)
    assert seen(world, viewer) == seen(match, viewer)
    assert seen(world, None) == seen(match, None)  # what everybody knows is known here, too
    assert world.view(viewer) == match.view(viewer)
    legal = world.legal()
    assert world.over == match.over
    assert world.over or len(legal) >= (1 if match.asks_all else 2)
    if viewer is not None and world.turn == match.turn == viewer:
        assert legal == match.legal()
    only = legal[0] if len(legal) == 1 else -1
    assert loops.only(world.edition.printed, world._states) == only
    if match.over:
        assert (world.scores(), world.winners()) == (match.scores(), match.winners())
        assert world.ending() == match.ending()
    check_position(world)
    complaint = view_oracle(match.game).contradiction(world.to_dict(), situation.past)
    assert complaint is None, complaint
    check_others(situation, viewer, world)
    play_on(world, random.Random(seed), 3)
    check_position(world)  # by the same rules as ever


def check_position(world: Match) -> None:
    """A sampled world is a real position: it can be written down and read again."""
    position = world.to_dict()
    again = world.game.from_dict(position, edition=world.edition, asks_all=world.asks_all)
    assert again.to_dict() == position
    assert again.legal() == world.legal()


def check_others(situation: Situation, viewer: Viewer, world: Match) -> None:
    """What the others know in a sampled world is what the rules say of it."""
    game = world.game
    rules, veiled = view_oracle(game), step_oracle(game).veiled
    position = world.to_dict()
    if veiled(position, viewer):
        return  # the position that led there is not part of the sample
    told = world.view(viewer)
    # What the viewer does not know was made up, also for the position before.
    made_up = {key: value for key, value in position.items() if told[key] != value}
    for other in situation.viewers:
        noticed = {**situation.before, **made_up} if veiled(position, other) else position
        assert text(world.view(other)) == text(rules.view(noticed, other)), other


def seen(match: Match, viewer: Viewer) -> bytes:
    """What a viewer may know of the state."""
    return match.hidden(viewer).records.tobytes()


# ---------------------------------------------------------------- many worlds


def check_doubts(situation: Situation, viewer: Viewer, chance: random.Random) -> None:
    """Whatever may be otherwise, for all the viewer knows, is so in some sampled world."""
    match, noticed = situation.match, situation.noticed(viewer)
    rules, edition = view_oracle(match.game), match.edition.data
    first = match.redeal(viewer, chance.getrandbits(60))
    other = first.redeal(viewer, 2).to_dict()
    assert match.redeal(viewer, 2).to_dict() == other  # a sample needs nothing but the view
    doubts = rules.doubts(noticed, viewer, situation.past, edition)
    values = {doubt: at(first.to_dict(), doubt) for doubt in doubts}
    for _ in range(MOST_SAMPLES):
        world = match.redeal(viewer, chance.getrandbits(60)).to_dict()
        values = {doubt: value for doubt, value in values.items() if at(world, doubt) == value}
        if not values:
            return
    assert not values, (viewer, values)


def at(position: Position, path: tuple[Any, ...]) -> Any:
    """The thing at the end of a path; None if the position does not have it."""
    found: Any = position
    for key in path:
        if isinstance(found, list) and key >= len(found):
            return None
        found = found[key]
    return found


# ---------------------------------------------------------------- two worlds, step by step


def check_worlds_alike(situation: Situation, viewer: Viewer, chance: random.Random) -> int:
    """Go on in a world that the viewer cannot tell from this one, and in this one otherwise.

    Returns how often the viewer could not tell the worlds apart afterwards.
    """
    match = situation.match
    if match.over or not match.asks_all or situation.is_veiled(viewer):
        return 0
    seed = chance.getrandbits(60)
    twin = match.redeal(viewer, chance.getrandbits(60))
    shared = sorted(set(match.legal()) & set(twin.legal()))
    if not shared:
        return 0
    action = situation.action if situation.action in shared else chance.choice(shared)
    real, same = fork(match, seed), fork(twin, seed)
    others = [fork(world, chance.getrandbits(60)) for world in (match, match, twin)]
    for world in (real, same, others[0]):
        play_until_noticed(world, action, viewer)
    for world in others[1:]:
        play_until_noticed(world, chance.choice(world.legal()), viewer)
    alike = seen(real, viewer) == seen(same, viewer)
    if alike:  # the same action, and no difference to be seen: then none to be heard
        assert moments(real, viewer) == moments(same, viewer)
    for world in (same, *others):
        check_sight_follows(real, world, viewer)
    return alike


def check_sight_follows(real: Match, world: Match, viewer: Viewer) -> None:
    """What a viewer sees follows from what it saw and from what it has been told since."""
    ours, theirs = moments(real, viewer), moments(world, viewer)
    for moment, our, their in zip(real.moments(viewer), ours, theirs, strict=False):
        if moment.kind in TURN_UP or our[0] != their[0]:
            return
        assert our[1] == their[1], our[0]
    assert len(ours) != len(theirs) or seen(real, viewer) == seen(world, viewer)


def told(match: Match, viewer: Viewer, since: int | None = None) -> list[str]:
    """The steps as a viewer may know them, as they would be sent."""
    return [text(moment.things) for moment in match.moments(viewer, since)]


def moments(match: Match, viewer: Viewer) -> list[tuple[str, bytes]]:
    """The same, with what the viewer sees after each."""
    return [
        (text(moment.things), moment.view.records.tobytes()) for moment in match.moments(viewer)
    ]


def is_veiled(match: Match, viewer: Viewer) -> bool:
    """Whether the viewer must not notice yet that the last action was played."""
    veiled: bool = step_oracle(match.game).veiled(match.to_dict(), viewer)
    return veiled


def play_until_noticed(world: Match, action: int, viewer: Viewer) -> None:
    """Play an action, and another one if the first must not be noticed before it."""
    world.play(action)
    while is_veiled(world, viewer):
        world.play(world.legal()[-1])
