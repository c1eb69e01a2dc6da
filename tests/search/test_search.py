"""The tree search: what it may know, how it keeps to its budgets, what it tells of itself."""

import random
import threading
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import rookery
from rookery.core import loops, rng
from rookery.core.kernel import COMPILED
from rookery.search import Figures, Search
from rookery.search.budget import Budget
from rookery.search.memory import NONE, Memory
from rookery.search.settings import SETTINGS
from tests.helpers import scaled
from tests.search.positions import middles

ITERATIONS = scaled(60, 6)
NAMES = rookery.games()


def opened(name: str, players: int = 3, seed: int = 5) -> rookery.Match:
    return rookery.game(name).start(players, seed)


def decide(match: rookery.Match, search: Search, seed: int = 1, **budget: object) -> Figures:
    budget = budget or {"iterations": ITERATIONS}
    view = match.hidden(match.turn)
    return search.decide(view, match.legal(), rng.generator(seed), **budget)  # type: ignore[arg-type]


def told(figures: Figures) -> dict[str, object]:
    """Everything but the time it took."""
    return {key: value for key, value in figures.to_dict().items() if key != "milliseconds"}


def test_worlds_that_look_alike_get_the_same_decision() -> None:
    searches = {name: Search(rookery.game(name), room=500) for name in NAMES}
    for match in middles(scaled(4, 1), "alike"):
        world = match.redeal(match.turn, 99)
        assert world.view(match.turn) == match.view(match.turn)
        search = searches[match.game.name]
        assert told(decide(match, search)) == told(decide(world, search))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("threads", [1, 3])
def test_figures_add_up(name: str, threads: int) -> None:
    match = opened(name)
    figures = decide(match, Search(match.game, room=500, threads=threads))
    assert figures.iterations == ITERATIONS
    assert sum(figures.visits.values()) == ITERATIONS
    assert set(figures.visits) == set(match.legal())
    assert figures.visits[figures.action] == max(figures.visits.values())
    assert len(figures.values) == 3
    assert all(0 <= value <= 1 for value in figures.values)
    assert sum(figures.values) <= 1 + 1e-9
    assert all(0 <= reward <= 1 for reward in figures.rewards.values())
    assert set(figures.rewards) == {a for a, count in figures.visits.items() if count}
    assert figures.line[0] == match.notation(figures.action)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_iterations_make_it_repeatable(name: str, threads: int) -> None:
    match = opened(name)
    search = Search(match.game, room=500, threads=threads)
    first = told(decide(match, search))
    assert told(decide(match, search)) == first
    assert told(decide(match, Search(match.game, room=500, threads=threads))) == first
    assert told(decide(match, search, seed=2)) != first


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("room", [1, 2, 17])
def test_full_memory_ends_the_growth_not_the_search(name: str, room: int) -> None:
    match = opened(name)
    search = Search(match.game, room=room)
    figures = decide(match, search)
    assert figures.edges <= room
    assert figures.nodes <= room
    assert figures.room == room
    assert sum(figures.visits.values()) == figures.iterations == ITERATIONS


def test_memory_stays_where_it_was_put() -> None:
    match = opened("party")
    search = Search(match.game, room=100)
    before = [array.ctypes.data for array in arrays(search._memories[0])]
    decide(match, search, iterations=scaled(1000, 20))
    assert [array.ctypes.data for array in arrays(search._memories[0])] == before


def arrays(memory: Memory) -> list[Any]:
    return list(memory)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stopped_search_still_answers(threads: int) -> None:
    match = opened("ultimatum")
    search = Search(match.game, room=1000, threads=threads)
    event = threading.Event()
    event.set()
    figures = decide(match, search, milliseconds=3_600_000, stop=event)
    assert figures.action in match.legal()
    assert figures.iterations == threads
    asked = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) > 3

    figures = decide(match, search, iterations=10**9, stop=stop)
    assert figures.action in match.legal()
    assert figures.iterations < 1000


def test_a_search_can_be_stopped_from_another_thread() -> None:
    match = opened("pengqueen")
    event = threading.Event()
    timer = threading.Timer(0.05, event.set)
    timer.start()
    figures = decide(match, Search(match.game, room=1000), milliseconds=3_600_000, stop=event)
    timer.join()
    assert figures.action in match.legal()


def test_time_is_a_budget_too_and_the_shorter_one_counts() -> None:
    match = opened("party")
    search = Search(match.game, room=1000)
    assert decide(match, search, milliseconds=1e-6).iterations == 1
    both = decide(match, search, milliseconds=3_600_000, iterations=9)
    assert both.iterations == 9
    assert decide(match, search, milliseconds=5).milliseconds >= 5


def test_without_a_budget_or_a_decision_it_says_so() -> None:
    match = opened("party")
    search = Search(match.game, room=10)
    chance = rng.generator(1)
    view = match.hidden(match.turn)
    with pytest.raises(rookery.InvalidOption, match="needs a budget"):
        search.decide(view, match.legal(), chance)
    with pytest.raises(rookery.InvalidOption, match="at least one iteration"):
        search.decide(view, match.legal(), chance, iterations=0)
    with pytest.raises(rookery.MatchOver, match="nothing to decide"):
        search.decide(view, [], chance, iterations=1)
    other = match.hidden((match.turn or 0) - 1 if match.turn else 1)
    with pytest.raises(rookery.InvalidSeat, match="not the turn of seat"):
        search.decide(other, match.legal(), chance, iterations=1)
    with pytest.raises(rookery.InvalidOption, match="needs room"):
        Search(match.game, room=0)


def test_the_caller_may_allow_fewer_actions() -> None:
    match = opened("party")
    few = match.legal()[:2]
    view = match.hidden(match.turn)
    search = Search(match.game, room=100)
    figures = search.decide(view, few, rng.generator(1), iterations=ITERATIONS)
    assert figures.action in few
    assert set(figures.visits) == set(few)


def test_the_view_is_left_as_it_was() -> None:
    for match in middles(1, "left"):
        view = match.hidden(match.turn)
        before = view.records.tobytes()
        search = Search(match.game, room=100)
        search.decide(view, match.legal(), rng.generator(1), iterations=scaled(20, 3))
        assert view.records.tobytes() == before


@pytest.mark.parametrize("mummy", [True, False])
def test_a_tree_holds_only_decisions_that_its_seat_plans(mummy: bool) -> None:
    game = rookery.game("pengqueen")
    search = Search(game, room=2000)
    for players in (3, 4, 5):
        match = game.start(players, 7, mummy_seat=1)
        chance = random.Random(players)
        while match.ply < 60 or (match.turn == 1) != mummy:
            match.play(chance.choice(match.legal()))
        figures = decide(match, search, iterations=scaled(800, 200))
        seats = set(search._memories[0].nodes["seat"][: figures.nodes].tolist())
        assert match.turn in seats
        assert (len(seats) > 1) == mummy
        # The principal line tells what all do, also those for whom there is no plan.
        assert len(figures.line) >= (2 if mummy else players)


@pytest.mark.parametrize("name", ["party", "ultimatum", "pengqueen"])
def test_a_thrifty_search_ends_early_and_chooses_the_same(name: str) -> None:
    saved = 0
    for match in middles(1, "thrifty"):
        if match.game.name != name:
            continue
        thorough, thrifty = (
            decide(
                match, Search(match.game, room=2000, thrifty=hurries), iterations=scaled(600, 40)
            )
            for hurries in (False, True)
        )
        assert thrifty.action == thorough.action
        assert thrifty.iterations <= thorough.iterations
        saved += thorough.iterations - thrifty.iterations
    assert saved > 0 or not COMPILED


def leading(*counts: int) -> Memory:
    """A tree whose root has actions with so many visits."""
    match = opened("party")
    memory = Memory.of(match.game, 10, False)
    memory.clear(match.hidden(match.turn).records, match.turn or 0, {})
    for edge, count in enumerate(counts):
        after = edge + 1 if edge + 1 < len(counts) else NONE
        memory.edges[edge] = (0.0, 0.5, edge, after, NONE, count, count)
    memory.nodes["first"][0] = 0
    return memory


def test_what_easy_decisions_save_hard_ones_may_spend() -> None:
    memory, visits = leading(10, 9), np.zeros(2, np.int64)
    assert Budget(1e-6, None).used_up(memory, None, visits)
    assert not Budget(1e-6, None, thrifty=True, extra=1e6).used_up(memory, None, visits)
    memory.edges["visits"][1] = 2  # the second is no rival any more
    assert Budget(1e-6, None, thrifty=True, extra=1e6).used_up(memory, None, visits)
    assert Budget(None, None, thrifty=True).used_up(memory, 7, visits)
    assert not Budget(None, None, thrifty=True).used_up(memory, 8, visits)


def test_a_rival_may_catch_up_in_time_that_was_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Just before a decision's own time is over no rival could: that must not end it."""
    clock = [0.0]
    monkeypatch.setattr(
        "rookery.search.budget.time", SimpleNamespace(perf_counter=lambda: clock[0])
    )
    memory, visits = leading(1000, 900), np.zeros(2, np.int64)
    saved, nothing = (Budget(10, None, thrifty=True, extra=extra) for extra in (10, 0))
    for clock[0], iterations in ((0.0050, 1000), (0.0099, 2000)):
        memory.heads["iterations"] = iterations
        ends = [budget.used_up(memory, None, visits) for budget in (saved, nothing)]
        assert ends == [False, iterations == 2000]
    clock[0] = 0.0200
    assert saved.used_up(memory, None, visits)


def test_what_is_alike_is_not_told_apart() -> None:
    """Two actions that count as one are no rivals, and together they are ahead of the third."""

    def rewarded(first: int, second: int, apart: float, alike: float = 0.03) -> Memory:
        memory = leading(first, second, 100)
        memory.edges["value"][:3] = first * 0.5, second * (0.5 + apart), 40
        memory.heads["iterations"] = 10_000
        memory.heads["sum"], memory.heads["squares"] = 5000, 2900  # rewards spread by 0.2
        memory.heads["alike"] = alike
        return memory

    visits = np.zeros(2, np.int64)
    hard = Budget(1e-6, None, thrifty=True, extra=1e6)
    assert hard.used_up(rewarded(5000, 4900, 0.001), None, visits)
    assert visits.tolist() == [9900, 100]
    rest = Budget(None, None, thrifty=True)
    assert rest.used_up(rewarded(5000, 4900, 0.001), 9799, visits)
    assert not rest.used_up(rewarded(5000, 4900, 0.001), 9800, visits)
    for memory in (
        rewarded(5000, 4900, 0.003),  # give or take 0.004: perhaps more than 0.03 of 0.2 apart
        rewarded(2500, 2450, 0.001),  # give or take 0.006
        rewarded(5000, 4900, 0.001, alike=0),  # nobody asked for it
    ):
        assert not hard.used_up(memory, None, visits)
        assert visits.tolist() == memory.edges["visits"][:2].tolist()


def test_how_widely_rewards_spread_is_kept() -> None:
    match = opened("party")
    search = Search(match.game, room=300)
    figures = decide(match, search, iterations=200)
    head = search._memories[0].heads[0]
    gains = sum(
        figures.rewards[action] * count for action, count in figures.visits.items() if count
    )
    assert head["sum"] == pytest.approx(gains)
    assert head["sum"] ** 2 / 200 < head["squares"] < head["sum"]


def test_what_was_pondered_is_no_reason_to_stop_before_the_pace_is_known() -> None:
    """A tree that begins with many visits, after the first iteration: it took all the time."""
    memory = leading(1000)
    memory.heads["iterations"] = 1
    budget = Budget(1e6, None, thrifty=True)
    budget.begun -= 100.0  # seconds of reading what was seen
    assert not budget.used_up(memory, None, np.zeros(2, np.int64))


@pytest.mark.parametrize("name", rookery.games())
def test_what_a_game_sets_for_its_champions_reaches_what_goes_by_it(name: str) -> None:
    """The search's own settings by name; the game's own in a copy of what is printed."""
    match = opened(name)
    view = match.informed(match.turn)
    before = view.edition.printed.tobytes()
    role = loops.role(view.edition.printed, view.records, view.number)
    both = match.game.champion.get((role, match.players), {})
    wanted = {**match.game.champion.get(role, {}), **both}
    for worlds in (0, 1):
        seen, settings = Search(match.game, room=8, worlds=worlds)._set_for(view)
        for key, value in wanted.items():
            assert key in SETTINGS or key in match.game.temper
            found = settings[key] if key in SETTINGS else seen.edition.printed["temper"][key][0]
            assert (found == value) == bool(worlds)
    assert view.edition.printed.tobytes() == before
