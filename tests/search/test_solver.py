"""The exact solver against brute force, and the positions it must leave to the search."""

import pytest

import rookery
from rookery.core import rng
from rookery.search import Search, Solver
from rookery.search.value import MARGIN
from tests.helpers import matches, scaled
from tests.search.positions import middles, solvable


def rewards(match: rookery.Match) -> list[float]:
    """What a finished single round is worth to each seat, straight from the definition."""
    points, winners, players = match.scores(), match.winners(), match.players
    found = []
    for seat in range(players):
        others = (sum(points) - points[seat]) / (players - 1)
        lead = others - points[seat]
        share = 1 / len(winners) if seat in winners else 0
        found.append((1 - MARGIN) * share + MARGIN * (0.5 + 0.5 * lead / (4 + abs(lead))))
    return found


def brute_force(match: rookery.Match, asks: int) -> list[float]:
    if match.over:
        return rewards(match)
    seat = match.turn
    assert seat is not None
    best: list[float] = []
    for action in match.legal():
        match.play(action)
        found = brute_force(match, asks)
        match.undo()
        key = (round(found[seat], 8), -round(found[asks], 8))
        if not best or key > (round(best[seat], 8), -round(best[asks], 8)):
            best = found
    return best


def test_the_solver_agrees_with_brute_force() -> None:
    for match in solvable(scaled(60, 6)):
        seat = match.turn
        assert seat is not None
        solution = Solver(match.game).solve(match.hidden(seat))
        assert solution is not None
        assert list(solution.actions) == match.legal()
        world = match.redeal(seat, 77)
        if solution.positions > scaled(600, 60):
            continue
        for action, row in zip(solution.actions, solution.rewards, strict=True):
            world.play(action)
            assert brute_force(world, seat)[seat] == pytest.approx(row[seat])
            world.undo()


def test_the_search_takes_the_solver_s_word() -> None:
    for match in solvable(scaled(40, 3)):
        view = match.hidden(match.turn)
        solution = Solver(match.game).solve(view)
        assert solution is not None
        search = Search(match.game, room=10)
        figures = search.decide(view, match.legal(), rng.generator(1), iterations=1)
        assert figures.method == "solver"
        best = solution.rewards[:, view.number].max()
        assert figures.rewards[figures.action] == pytest.approx(best)


def test_what_is_certain_does_not_depend_on_the_world() -> None:
    for match in solvable(scaled(40, 3)):
        first = Solver(match.game).solve(match.hidden(match.turn))
        assert first is not None
        for seed in range(3):
            world = match.redeal(match.turn, seed)
            again = brute_or_none(world)
            if again is not None:
                assert max(first.rewards[:, match.turn]) == pytest.approx(again)


def brute_or_none(world: rookery.Match) -> float | None:
    solution = Solver(world.game).solve(world.hidden(world.turn))
    if solution is None or solution.positions > 200:
        return None
    assert world.turn is not None
    return brute_force(world, world.turn)[world.turn]


def test_it_gives_up_in_time() -> None:
    for match in solvable(5):
        view = match.hidden(match.turn)
        solution = Solver(match.game).solve(view)
        assert solution is not None
        if solution.positions > 1:
            assert Solver(match.game, positions=1).solve(view) is None


def test_what_is_hidden_or_left_to_chance_is_not_solved() -> None:
    for name in rookery.games():
        game = rookery.game(name)
        for players in game.players:
            match = game.start(players, 3)
            assert Solver(game).solve(match.hidden(match.turn)) is None


def test_views_of_every_game_can_be_asked() -> None:
    for match in middles(scaled(3, 1), "asked"):
        solution = Solver(match.game, positions=50).solve(match.hidden(match.turn))
        assert solution is None or list(solution.actions) == match.legal()


def test_later_rounds_count_by_the_estimate() -> None:
    solver = Solver(rookery.game("party"))
    found = 0
    for match in matches("party", 2, scaled(40, 8), "rounds"):
        while not match.over:
            solution = solver.solve(match.hidden(match.turn))
            if solution and match.to_dict()["round"] < match.to_dict()["rounds"]:
                assert ((solution.rewards >= 0) & (solution.rewards <= 1)).all()
                found += 1
                break
            match.play(match.legal()[0])
        if found >= scaled(10, 1):
            break
    assert found
