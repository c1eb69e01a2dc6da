"""What a seat has seen, and the worlds that fit it."""

import math
import random
from collections import Counter
from collections.abc import Iterator

import pytest

import rookery
from rookery.core import history
from rookery.core.record import copy
from rookery.games.party.rules import look
from tests.helpers import scaled

Hand = tuple[int, ...]


def played(game: str, players: int, plies: int, seed: int, **how: object) -> rookery.Match:
    chance = random.Random(seed)
    match = rookery.game(game).start(players, seed=seed, **how)
    while match.ply < plies and len(match.legal()) > 0:
        match.play(chance.choice(match.legal()))
    return match


@pytest.mark.parametrize("asks_all", [False, True])
@pytest.mark.parametrize("name", rookery.games())
def test_two_worlds_have_one_history(name: str, asks_all: bool) -> None:
    match = played(name, 3, scaled(25, 8), seed=4, asks_all=asks_all)
    for seat in (0, 1, 2, None):
        told, key = match.history(seat), match.information(seat)
        for world in match.worlds(seat, 3, seed=1):
            assert world.history(seat) == told
            assert world.information(seat) == key
        twin = match.copy()
        twin.undo()
        assert twin.information(seat) == played(
            name, 3, twin.ply, seed=4, asks_all=asks_all
        ).information(seat)


def test_keys_are_equal_exactly_if_histories_are() -> None:
    game = rookery.game("party")
    told: dict[str, list[dict[str, object]]] = {}
    for seed in range(40):
        match = game.start(2, seed=seed, edition="tiny-8", rounds=1)
        while not match.over:
            for seat in (0, 1):
                seen = match.history(seat)
                assert told.setdefault(match.information(seat), seen) == seen
            match.play(match.legal()[seed % 2])
    texts = Counter(repr(seen) for seen in told.values())
    assert texts.most_common(1)[0][1] == 1


def test_a_seat_remembers_what_it_did() -> None:
    match = played("pengqueen", 3, 12, seed=3)
    mine = [it["action"] for it in match.history(1) if "action" in it and it["asked"]]
    turns = [again.turn for again in match.replay()]
    assert mine == [action for action, turn in zip(match.log, turns, strict=False) if turn == 1]


@pytest.mark.parametrize(("players", "plies"), [(4, 16), (6, 16), (4, 19)])
def test_all_worlds_fit_all_that_was_seen(players: int, plies: int) -> None:
    match = played("party", players, scaled(plies, 6), seed=2, rounds=1)
    for seat in range(players):
        for world in match.worlds(seat, scaled(40, 2), seed=seat)[::4]:
            assert world.information(seat) == match.information(seat)


def hands_of(left: list[int], size: int, colour: int = 0) -> Iterator[Hand]:
    if colour == len(left):
        yield from [()] if size == 0 else []
        return
    for count in range(min(left[colour], size) + 1):
        for rest in hands_of(left, size - count, colour + 1):
            yield (count, *rest)


def deals(left: list[int], sizes: list[int]) -> Iterator[tuple[float, list[Hand]]]:
    """All ways to deal distinct cards, by colour, with the number of ways (but for a factor)."""
    if not sizes:
        yield 1 / math.prod(map(math.factorial, left)), [tuple(left)]
        return
    for hand in hands_of(left, sizes[0]):
        rest = [all_ - own for all_, own in zip(left, hand, strict=True)]
        for ways, others in deals(rest, sizes[1:]):
            yield ways / math.prod(map(math.factorial, hand)), [hand, *others]


def enumerate_worlds(match: rookery.Match, seat: int) -> dict[str, float]:
    """Every deal that gives the seat the same history, with its probability."""
    first = match.beginning()
    state = first._states[0]
    own = state["hands"][seat].tolist()
    left = [all_ - mine for all_, mine in zip(match.edition.printed["deck"][0], own, strict=True)]
    found: Counter[str] = Counter()
    size = int(state["held"][seat])
    for ways, (*hands, unused) in deals([int(n) for n in left], [size] * (match.players - 1)):
        hands.insert(seat, tuple(own))
        records = copy(first._states)
        records["hands"][0, : match.players] = hands
        records["unused"][0] = unused
        look(records[0], int(state["turn"]))
        world = rookery.Match._from_records(match.game, match.edition, records, 1, match.asks_all)
        history.pass_on(first, seat, world)
        if len(world.legal()) + match.asks_all < 2:
            continue
        try:
            for action in match.log:
                world.play(action)
        except rookery.RookeryError:
            continue
        if world.information(seat) == match.information(seat):
            found[repr(world._states["hands"][0].tolist())] += ways  # type: ignore[assignment]
    return {hands: ways / found.total() for hands, ways in found.items()}


@pytest.mark.parametrize(
    ("edition", "players", "asks_all", "plies", "seed"),
    [("tiny-9", 3, False, 1, 0), ("tiny-9", 3, True, 2, 5), ("tiny-9", 2, False, 2, 1)],
)
def test_worlds_are_as_likely_as_fair_deals_make_them(
    edition: str, players: int, asks_all: bool, plies: int, seed: int
) -> None:
    count = scaled(20_000, 400)
    match = played("party", players, plies, seed, edition=edition, rounds=1, asks_all=asks_all)
    seat = (match.turn or 0) - 1 if match.turn else players - 1
    exact = enumerate_worlds(match, seat)
    drawn = Counter(
        repr(state["hands"].tolist()) for state in match.worlds(seat, count, seed=1).records
    )
    assert len(exact) > 1
    assert set(drawn) <= set(exact)
    far = sum((drawn[it] - count * p) ** 2 / (count * p) for it, p in exact.items())
    assert far < len(exact) + 5 * math.sqrt(2 * len(exact))  # chi-square, five deviations


@pytest.mark.parametrize("count", [0, -1, 1.5, "3", True, 10**7])
def test_a_wrong_number_of_worlds_is_refused(count: object) -> None:
    with pytest.raises(rookery.InvalidOption, match="worlds come 1 to"):
        rookery.game("party").start(2, seed=1).worlds(0, count)  # type: ignore[arg-type]
