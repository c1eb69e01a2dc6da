"""What a seat knows, checked by the rules alone: on the real ``hide`` and ``redeal``, and on
broken ones, of which ``tests.mutants`` proves that they are caught.

That ``hide(redeal(hide(s)))`` equals ``hide(s)`` is true of a ``hide`` that hides nothing. So
views are compared with the oracle's, and sampled worlds must differ wherever they may.
"""

import random
from typing import Any

from rookery.core import loops
from rookery.core.match import Match
from tests.beside import Situation, Viewer, fork
from tests.helpers import play_on, step_oracle, text, view_oracle
from tests.oracle.course import Position

#: A thing that may be otherwise shows it long before.
MOST_SAMPLES = 400
#: After these more lies open than they tell: a card is turned up, a hand is dealt.
TURN_UP = {"deal", "put"}


def check_knowledge(situation: Situation, seed: int, samples: int = MOST_SAMPLES) -> None:
    """All that follows, with the chance of a seed."""
    check_views(situation)
    chance = random.Random(seed)
    for viewer in situation.viewers:
        check_world(situation, viewer, chance.getrandbits(60))
        check_doubts(situation, viewer, chance, samples)
    for viewer in situation.viewers:
        check_worlds_alike(situation, viewer, chance)


# ---------------------------------------------------------------- views


def check_views(situation: Situation) -> None:
    """Every viewer knows what the rules say, at the decision and after each step towards it."""
    rules, match = view_oracle(situation.match.game), situation.match
    unsettled = step_oracle(match.game).UNSETTLED
    for viewer in situation.viewers:
        expected = rules.view(situation.noticed(viewer), viewer)
        assert text(match.view(viewer)) == text(expected), viewer
        for step, position in situation.steps:
            moment = step.view(viewer)
            if moment is None:
                continue
            table, expected = moment.view.to_dict(), rules.view(position, viewer)
            for key in position.keys() - unsettled:
                assert text(table[key]) == text(expected[key]), (step.to_dict(), viewer, key)
    check_summaries(situation)


def check_summaries(situation: Situation) -> None:
    """What a spectator reads at the end of a round is what is so."""
    for step, _ in situation.steps:
        moment = step.view(None)
        if moment is not None and step.kind in ("round", "end") and step.game.stage:
            assert moment.view.scene([]).summary == step.open().view.scene([]).summary


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
    assert loops.only(world.edition.tables, world._states) == only
    assert (world.scores(), world.winners(), world.ending()) == (
        (match.scores(), match.winners(), match.ending()) if match.over else (world.scores(), [], "")
    )
    check_position(world)
    complaint = view_oracle(match.game).contradiction(world.to_dict(), situation.past)
    assert complaint is None, complaint
    check_others(situation, viewer, world)
    play_on(world, random.Random(seed), 3)


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


def check_doubts(
    situation: Situation, viewer: Viewer, chance: random.Random, samples: int = MOST_SAMPLES
) -> None:
    """Whatever may be otherwise, for all the viewer knows, is so in some sampled world."""
    match, noticed = situation.match, situation.noticed(viewer)
    rules, edition = view_oracle(match.game), match.edition.data
    first = match.redeal(viewer, chance.getrandbits(60))
    other = first.redeal(viewer, 2).to_dict()
    assert match.redeal(viewer, 2).to_dict() == other  # a sample needs nothing but the view
    doubts = rules.doubts(noticed, viewer, situation.past, edition)
    values = {doubt: at(first.to_dict(), doubt) for doubt in doubts}
    for _ in range(samples):
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
    """Play the same action, and another one, in a world that the viewer cannot tell from this one.

    Returns how often the viewer could not tell the worlds apart afterwards.
    """
    match = situation.match
    if match.over or not match.asks_all or situation.is_veiled(viewer):
        return 0
    seed = chance.getrandbits(60)
    twin = match.redeal(viewer, chance.getrandbits(60))
    real, same, other = (fork(world, seed) for world in (match, twin, twin))
    assert seen(same, viewer) == seen(real, viewer)
    shared = sorted(set(real.legal()) & set(same.legal()))
    if not shared:
        return 0
    action = chance.choice(shared)
    play_until_noticed(real, action, viewer)
    play_until_noticed(same, action, viewer)
    play_until_noticed(other, chance.choice(other.legal()), viewer)
    alike = seen(real, viewer) == seen(same, viewer)
    if alike:  # the same action, and no difference to be seen: then none to be heard
        assert moments(real, viewer) == moments(same, viewer)
    for world in (same, other):  # what a seat sees follows from what it saw and what it is told
        kinds = {moment.kind for moment in real.moments(viewer)}
        if not kinds & TURN_UP and told(real, viewer) == told(world, viewer):
            assert seen(real, viewer) == seen(world, viewer)
    return alike


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
