"""Why an action was better: every number in a sentence is counted again, from the position."""

import random
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

import rookery
from rookery import Match
from rookery.core.language import LANGUAGES, speech
from rookery.core.reasons import Reason, give_reason
from rookery.games.party.state import BASE_LIMIT, COLOURS
from rookery.review.puzzles import shipped

Facts = dict[str, int]


def pairs(name: str, every: int) -> Iterator[tuple[Match, int, int, Reason]]:
    """Moments of bots' matches, two actions each, and why the one is better."""
    game = rookery.game(name)
    chance = random.Random(name)
    for puzzle in shipped(game)[::every]:
        match = game.from_dict(puzzle.position, seed=1, asks_all=True)
        best, view = match.parse(puzzle.best), match.hidden(match.turn)
        others = [it for it in match.legal() if it != best]
        for played in chance.sample(others, min(4, len(others))):
            yield match, played, best, game.give_reason(view, played, best, speech("en", name))


def in_every_language(match: Match, played: int, best: int, reason: Reason) -> None:
    """The same numbers in the same order; nothing is left to fill."""
    numbers = sorted(re.findall(r"\d+", reason.text))
    for language in LANGUAGES:
        words = speech(language, match.game.name)
        said = match.game.give_reason(match.hidden(match.turn), played, best, words)
        assert sorted(re.findall(r"\d+", said.text)) == numbers
        assert said.facts == reason.facts
        assert "{" not in said.text
        assert language == "en" or said.text != reason.text


# ---------------------------------------------------------------- Penguin Party


def places(position: Any, colour: str) -> int:
    """Where a card of a colour could go, by the rules in words (P8 to P11)."""
    rows = [*position["rows"], []]
    limit = int(BASE_LIMIT[len(position["playing"])])
    base = rows[0]
    count = 0 if len(base) >= limit else 2 if base else 1
    for below, row in pairwise(rows):
        cells = [*row, *[None] * len(below)]
        for i, pair in enumerate(pairwise(below)):
            count += None not in pair and cells[i] is None and colour in pair
    return count


def check_party(match: Match, played: int, best: int, reason: Reason) -> None:
    facts, before = reason.facts, match.to_dict()
    # The round may end with the action, and its cards be gone: then there is nothing to compare.
    after = {}
    for action in (played, best):
        copy = match.copy()
        copy.play(action)
        after[action] = copy.to_dict()
    if any(it["round"] != before["round"] for it in after.values()):
        return
    hand = before["hands"][match.turn]
    if reason.kind == "places":
        colour = COLOURS[facts["colour"]]
        assert places(after[played], colour) == facts["left"] < facts["better"]
        assert places(after[best], colour) == facts["better"]
        assert facts["held"] == hand[colour] - (match.notation(played)[0] == colour[0])
    else:
        rare, common = COLOURS[facts["rare"]], COLOURS[facts["common"]]
        assert places(before, rare) == facts["left"] < facts["more"] == places(before, common)


# ---------------------------------------------------------------- The Penguin Ultimatum


def around(cells: Any, name: str) -> list[str]:
    column, row = ord(name[0]), int(name[1:])
    near = [(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    return [cells.get(f"{chr(x)}{y}", "") for x, y in near]


def amusing(cells: Any, penguin: str, name: str) -> int:
    """Entertainers beside a cell that amuse a penguin (U20)."""
    beside = [it.rstrip("'") for it in around(cells, name) if it[:1].isupper()]
    return sum(it[0].lower() == penguin[0] or it[1] == penguin[2] for it in beside)


def shared(position: Any, text: str) -> list[int]:
    """What a show brings each seat, or would bring where an entertainer is put (U20, U21)."""
    cells, tokens = position["cells"], position["tokens"]
    show = text.startswith("show ")
    cell = text.split(" ")[1] if show else text.split("@")[1]
    who = (cells[cell] if show else text.split("@")[0]).rstrip("'")
    points = [0] * position["players"]
    for place, seat in tokens.items():
        near = max(abs(ord(place[0]) - ord(cell[0])), abs(int(place[1:]) - int(cell[1:]))) == 1
        penguin = cells[place]
        if near and (who[0].lower() == penguin[0] or who[1] == penguin[2]):
            points[seat] += int(penguin[1])
    return points


def bonuses(position: Any, seat: int, owned: list[list[str]]) -> int:
    """What entertainers bring a seat at the end (U28, U29)."""
    points = 2 * sum(it[1] == position["activities"][seat] for it in owned[seat])
    for animal in "GNRB":
        counts = [sum(it[0] == animal for it in cards) for cards in owned]
        if counts[seat] and counts[seat] == max(counts):
            points += 5 if counts.count(max(counts)) == 1 else 3
    return points


def worth(match: Match, action: int) -> int:
    """The bonus points that go with an entertainer that is given up."""
    position, seat, card = match.to_dict(), match.turn, match.notation(action).split(" ")[1]
    assert seat is not None
    owned = [[it for it in cards if it != card] for cards in position["owned"]]
    return bonuses(position, seat, position["owned"]) - bonuses(position, seat, owned)


def check_ultimatum(match: Match, played: int, best: int, reason: Reason) -> None:
    facts, before = dict(reason.facts), match.to_dict()
    texts = {"few": match.notation(played), "many": match.notation(best)}
    cells = before["cells"]
    for key, text in texts.items():
        if reason.kind in ("gain", "gift"):
            points = shared(before, text)
            own = points.pop(match.turn)
            assert facts[key] == (own if reason.kind == "gain" else sum(points))
        if reason.kind == "fans":
            penguin, cell = text.split("@")
            assert facts[key] == amusing(cells, penguin, cell)
        elif reason.kind == "token":
            cell = text.split(">")[-1].split(" ")[-1]
            number = (
                0 if text == "skip" else int(cells[cell][1]) * amusing(cells, cells[cell], cell)
            )
            assert facts[key] == number
    if reason.kind == "fee":
        for key, text in (("fee", texts["few"]), ("less", texts["many"])):
            penguin, cell = text.split("@")
            kin = [it for it in around(cells, cell) if it[:1] == penguin[0]]
            assert facts[key] == sum(int(it[1]) for it in kin)
    if reason.kind in ("pay", "drop"):
        assert facts["fee"] == before["fee"] > 0
    if reason.kind in ("drop", "cheaper"):
        assert facts["few"] == worth(match, played)
    if reason.kind == "cheaper":
        assert facts["many"] == worth(match, best)


# ---------------------------------------------------------------- Pyramid of Pengqueen


def steps_from(match: Match, start: str) -> dict[str, int]:
    """Steps to every cell, walked one by one."""
    ways = match.edition.printed[0]["next"]
    width = int(match.edition.printed[0]["width"])

    def name(square: int) -> str:
        return f"{chr(ord('a') + square % width)}{square // width + 1}"

    first = width * (int(start[1:]) - 1) + ord(start[0]) - ord("a")
    found, front = {first: 0}, [first]
    while front:
        here = front.pop(0)
        for there in ways[here].tolist():
            if there >= 0 and there not in found:
                found[there] = found[here] + 1
                front.append(there)
    return {name(square): count for square, count in found.items()}


def reached(match: Match, way: str) -> int:
    """Cells with a trail that the mummy gets to with the steps left after one."""
    position = match.to_dict()
    column, row, left = ord(position["mummy"][0]), int(position["mummy"][1:]), 0
    if way != "stop":
        x, y = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[way]
        column, row, left = column + x, row + y, position["steps"] - 1
    away = steps_from(match, f"{chr(column)}{row}")
    cells = {it for trail in position["trail"] for it in trail}
    return sum(away.get(cell, left + 1) <= left for cell in cells)  # walls may be between


def check_pengqueen(match: Match, played: int, best: int, reason: Reason) -> None:
    position = match.to_dict()
    mummy = steps_from(match, position["mummy"])
    for key, action in (("few", played), ("many", best)):
        cell = match.notation(action).partition(">")[2]
        if reason.kind == "mummy":
            assert reason.facts[key] == mummy[cell]
        elif reason.kind == "treasure":
            hunter = (match.turn - position["mummy_seat"] - 1) % match.players
            sought = [match.edition.data["treasures"][it] for it in position["cards"][hunter]]
            away = steps_from(match, cell)
            assert reason.facts[key] == min(away[it] for it in sought)
        elif reason.kind == "hunt":
            assert reason.facts[key] == reached(match, match.notation(action))
    if reason.kind == "dice":
        assert reason.facts["few"] == position["aside"]
    if reason.kind in ("secret", "reveal"):
        pawn = position["pawn"]
        away = mummy[position["pawns"][pawn]]
        held = position["cards"][(match.turn - position["mummy_seat"] - 1) % match.players]
        secret = {"few": away, "many": len(position["trail"][pawn])}
        assert reason.facts == (
            secret if reason.kind == "secret" else {"few": len(held), "many": away}
        )


CHECKS: dict[str, tuple[Callable[..., None], int, set[str]]] = {
    "party": (check_party, 4, {"places", "scarce"}),
    "ultimatum": (check_ultimatum, 1, {"fee", "fans", "token", "pay", "gain", "gift"}),
    "pengqueen": (check_pengqueen, 2, {"mummy", "treasure", "dice", "hunt"}),
}


@pytest.mark.parametrize("name", CHECKS)
def test_every_fact_is_so(name: str) -> None:
    check, every, kinds = CHECKS[name]
    found: dict[str, int] = {}
    for match, played, best, reason in pairs(name, every):
        found[reason.kind] = found.get(reason.kind, 0) + 1
        if reason.kind:
            check(match, played, best, reason)
        if found[reason.kind] <= 3:
            in_every_language(match, played, best, reason)
    assert set(found) >= kinds, found


@pytest.mark.parametrize(
    ("name", "phase", "kinds"),
    [
        ("pengqueen", "card", {"secret", "reveal"}),
        ("ultimatum", "fee", {"drop", "pay"}),
        ("ultimatum", "show", {"gain"}),
    ],
)
def test_facts_of_rare_decisions_are_so(name: str, phase: str, kinds: set[str]) -> None:
    """Matches by a rule of thumb, until all kinds have come up."""
    game, found = rookery.game(name), set()
    bot, chance = rookery.bot("greedy", game), random.Random(1)
    for seed in range(60):
        match = game.start(players=3, seed=seed, asks_all=True)
        while match.turn is not None and not found >= kinds:
            view, legal = match.hidden(match.turn), match.legal()
            if match.to_dict()["phase"] == phase and len(legal) > 1:
                for played, best in ((legal[0], legal[1]), (legal[1], legal[0])):
                    reason = game.give_reason(view, played, best, speech("en", name))
                    found.add(reason.kind)
                    if reason.kind:
                        CHECKS[name][0](match, played, best, reason)
                        in_every_language(match, played, best, reason)
            match.play(bot.choose(view, legal, chance.getrandbits(60)))
        if found >= kinds:
            return
    raise AssertionError(f"only {found} came up")


@pytest.mark.parametrize("name", CHECKS)
def test_reasons_know_what_the_seat_knows(name: str) -> None:
    """Another world that the seat cannot exclude gives the same sentence."""
    for match, played, best, reason in pairs(name, 20):
        world = match.redeal(match.turn, seed=played)
        view = world.hidden(match.turn)
        assert match.game.give_reason(view, played, best, speech("en", name)) == reason


def test_a_game_without_reasons_says_so() -> None:
    match = rookery.game("party").start(players=2, seed=1)
    reason = give_reason(match.hidden(0), 0, 1, speech("de"))
    assert (reason.kind, reason.facts) == ("", {})
    assert "öfter" in reason.text
