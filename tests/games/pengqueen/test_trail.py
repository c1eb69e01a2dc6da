"""The trail (Q27): what the mummy can know, from public facts alone."""

import random
from functools import cache
from typing import Any

import pytest

from rookery.core.match import Match
from rookery.errors import InvalidPosition
from tests.games.pengqueen.tables import ENTRANCE, GAME, SARCOPHAGUS, table
from tests.helpers import play_on, scaled

PAWNS = ["d5", "c2", "a5"]
MAP = GAME.edition("small").data
STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def trail_after(action: str, pawns: list[str | None], *args: Any, **others: Any) -> list[str]:
    match = table(pawns, *args, **others)
    match.play(action)
    return list(match.to_dict()["trail"][0])


def test_it_starts_as_the_entrance() -> None:
    # Q27
    assert GAME.start(4, 1, "small").to_dict()["trail"] == [[ENTRANCE]] * 3


def test_a_number_spreads_it() -> None:
    # Q27: others are ignored, so e5 and f5 do not stand in the way of the trail
    assert trail_after("2>d5", ["d5", "e5", "f5"], "h6", rolled=[2] * 5) == ["c4", "d5", "e4", "f5"]


def test_walls_starts_and_the_mummy_hold_it_back() -> None:
    # Q27: the mummy on c5
    assert trail_after("1>e5", PAWNS, "c5", rolled=[1] * 5) == ["e5"]


def test_an_arrow_runs_to_the_end_or_to_where_another_may_be() -> None:
    # Q27: from c5 to the right the run is d5 e5 f5 g5 h5
    arrows = ["arrow"] * 5
    assert trail_after("arrow>c4", ["c5", "c2", "a5"], "g3", rolled=arrows) == ["c4", "h5"]
    trails = [["c5"], ["c2", "f5"], ["a5", "d5"]]
    after = trail_after("arrow>c4", ["c5", "c2", "a5"], "g3", rolled=arrows, trail=trails)
    # with pawn 1 perhaps on f5 it may have stopped on e5; no step to before d5 is possible
    assert after == ["c4", "e5", "h5"]
    after = trail_after("arrow>c4", ["c5", "c2", "a5"], "g5", rolled=arrows, trail=trails)
    assert after == ["c4", "e5", "f5"]


def test_boxed_in_cells_leave_when_the_pawn_rolls_or_resets() -> None:
    # Q27: with the mummy on f3 a pawn on f2 could not move
    trails = [["d5", "f2"], ["c2"], ["a5"]]
    for action in ("roll", "reset"):
        match = table(PAWNS, "f3", "start", aside=2, trail=trails)
        match.play(action)
        assert match.to_dict()["trail"][0] == ["d5"]


def test_a_revealed_card_tells_the_cell() -> None:
    # Q27
    trails = [["d5", "e4", "e5"], ["c2"], ["a5"]]
    match = table(["e5", "c2", "a5"], "h6", trail=trails)
    match.play("1>f5")
    match.play("reveal")
    assert match.to_dict()["trail"][0] == ["f5"]


def test_the_mummys_cell_leaves_every_trail() -> None:
    # Q27
    trails = [["d5", "h5"], ["c2", "h5"], ["a5"]]
    match = table(PAWNS, "h6", "mummy", trail=trails)
    match.play("up")
    assert match.to_dict()["trail"] == [["d5"], ["c2"], ["a5"]]


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("edition", GAME.editions)
def test_the_true_cell_is_always_in_the_trail(players: int, edition: str) -> None:
    # Q27
    for seed in range(scaled(8, 1)):
        match = GAME.start(players, seed, edition, limit=60)
        chance = random.Random(seed)
        while not match.over:
            now = match.to_dict()
            for cell, trail in zip(now["pawns"], now["trail"], strict=True):
                assert (cell in trail) if cell else trail == []
            play_on(match, chance, 1)


# ---------------------------------------------------------------- a single pawn


@cache
def ways(cell: str, mummy: str) -> dict[str, str]:
    """Where a hunter can step, straight from the map's list of links."""
    found = {}
    for name, (dx, dy) in STEPS.items():
        other = f"{chr(ord(cell[0]) + dx)}{int(cell[1:]) + dy}"
        linked = [cell, other] in MAP["links"] or [other, cell] in MAP["links"]
        if linked and other not in (ENTRANCE, SARCOPHAGUS, mummy):
            found[name] = other
    return found


@cache
def walks(cell: str, steps: int, mummy: str) -> set[str]:
    if steps == 0:
        return {cell}
    return {end for there in ways(cell, mummy).values() for end in walks(there, steps - 1, mummy)}


@cache
def slides(cell: str, mummy: str) -> set[str]:
    found = set()
    for name in ways(cell, mummy):
        end = cell
        while name in ways(end, mummy):
            end = ways(end, mummy)[name]
        found.add(end)
    return found


History = tuple[str, ...]  # the cells the pawn has been on, one for each public event


def announce(histories: set[History], die: str, mummy: str) -> set[History]:
    return {
        (*history, end)
        for history in histories
        for end in (
            slides(history[-1], mummy) if die == "arrow" else walks(history[-1], int(die), mummy)
        )
    }


def begin(histories: set[History], before: dict[str, Any], after: dict[str, Any]) -> set[History]:
    """What is heard of the start of the pawn's turn, after a turn of the mummy."""
    if after["phase"] == "start":
        return histories  # nothing yet
    lost = after["aside"] == 5 and before["aside"] < 5
    goes_on = after["phase"] == "move" or after["special"] or lost
    return {h for h in histories if bool(ways(h[-1], after["mummy"])) == goes_on}


def listen(
    histories: set[History], action: str, before: dict[str, Any], after: dict[str, Any]
) -> set[History]:
    """The histories that are possible after one more action of a match with one pawn."""
    mummy = before["mummy"]
    if action in ("roll", "reset"):
        return {h for h in histories if ways(h[-1], mummy)}
    if action == "reveal":
        return {h for h in histories if h[-1] == before["pawns"][0]}
    if action == "hide":
        return histories
    if ">" in action:
        return announce(histories, action.partition(">")[0], mummy)
    moved = after["mummy"] != mummy
    if moved:
        if after["caught"] > before["caught"]:
            return {(SARCOPHAGUS,)}
        histories = {h for h in histories if h[-1] != after["mummy"]}
    turns = [(now["phase"], now["round"], now["special"]) for now in (before, after)]
    if turns[0] == turns[1] and after["steps"] < before["steps"]:
        return histories  # it goes on stepping
    return begin(histories, before, after)


def test_with_a_single_pawn_it_is_exact() -> None:
    # Q27: against all histories of cells that agree with what was heard
    checked = 0
    for seed in range(scaled(40, 3)):
        match = table([ENTRANCE, None], "h5", "mummy", players=3, seed=seed)
        chance = random.Random(seed)
        histories: set[History] = {(ENTRANCE,)}
        for _ in range(40):
            if match.over or len(histories) > 3_000:
                break
            before = match.to_dict()
            action = match.notation(chance.choice(match.legal()))
            match.play(action)
            after = match.to_dict()
            if match.over:
                break
            histories = listen(histories, action, before, after)
            assert sorted({h[-1] for h in histories}) == after["trail"][0], (before, action, after)
            checked += len(histories) > 1
    assert checked > scaled(500, 5)


# ---------------------------------------------------------------- public facts only


def with_dice(match: Match, die: int | str, seed: int) -> Match:
    """The same position, with other dice rolled: nobody who cannot see them can tell."""
    now = match.to_dict()
    now["rolled"] = [die] * (5 - now["aside"])
    return GAME.from_dict(now, seed=seed)


def moves_with(match: Match, die: int | str) -> list[int]:
    """The moves this die would offer."""
    try:
        ready = with_dice(match, die, 0)
    except InvalidPosition:
        return []
    return [a for a in ready.legal() if ready.notation(a).startswith(f"{die}>")]


def same(one: Match, two: Match) -> bool:
    """Whether the mummy and spectators see the same, byte for byte."""
    return all(
        one.hidden(seat).records.tobytes() == two.hidden(seat).records.tobytes()
        for seat in (0, None)
    )


def announce_in(match: Match, die: int | str, action: int, seed: int) -> tuple[Match, bool]:
    """The match after the whole turn, its card kept if one could be played."""
    after = with_dice(match, die, seed)
    after.play(action)
    asked = after.to_dict()["phase"] == "card"
    if asked:
        assert same(match, after)  # nothing is heard while the hunter thinks
        after.play("hide")
    return after, asked


def announce_in_both(
    one: Match, two: Match, chance: random.Random
) -> tuple[Match, Match, int] | None:
    """The same die announced in both; the cells may differ."""
    pawn = one.to_dict()["pawn"]
    die = chance.choice([1, 2, 3, 4, "arrow"])
    choices = [moves_with(world, die) for world in (one, two)]
    if not all(choices):
        return one, two, 0  # another time another die
    actions = [chance.choice(moves) for moves in choices]
    seed = chance.randrange(10**6)
    after, asked = announce_in(one, die, actions[0], seed)
    for other in (seed, *range(scaled(150, 10))):  # chance has to fall alike
        twin, asked_too = announce_in(two, die, actions[1], other)
        assert twin.to_dict()["trail"][pawn] == after.to_dict()["trail"][pawn]
        if same(after, twin):
            return after, twin, asked + asked_too
        assert asked != asked_too or other != seed
    return None


def act_in_both(one: Match, two: Match, chance: random.Random) -> tuple[Match, Match, int] | None:
    """The same reset, roll or step in both, unless it catches somebody in one of them only."""
    seed = chance.randrange(10**6)
    for action in chance.sample(one.legal(), len(one.legal())):
        after = [GAME.from_dict(world.to_dict(), seed=seed) for world in (one, two)]
        for world in after:
            world.play(action)
        if not any(world.over for world in after) and same(*after):
            return after[0], after[1], 0
    return None


def test_worlds_the_mummy_cannot_tell_apart_stay_so() -> None:
    # Q6, Q18, Q27: two matches with the same public facts give the mummy and spectators the
    # same bytes at every moment, trails included, whether or not a card could be played.
    cards = events = 0
    for seed in range(scaled(24, 2)):
        chance = random.Random(seed)
        one = play_on(GAME.start(4, seed, "small"), chance, 6 + chance.randrange(40))
        two = one.redeal(0, seed)
        for _ in range(25):
            phases = [world.to_dict()["phase"] for world in (one, two)]
            if one.over or "card" in phases:
                break
            follow = announce_in_both if phases[0] == "move" else act_in_both
            worlds = follow(one, two, chance)
            if worlds is None:
                break
            one, two = worlds[:2]
            cards += worlds[2]
            events += 1
    assert events > scaled(200, 2)
    assert cards >= scaled(20, 0)
