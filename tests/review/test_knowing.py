"""What a seat could know: counted out where it can be, and what a reader would make of it."""

import random
import xml.etree.ElementTree as ET
from ast import literal_eval
from collections import Counter
from math import log
from typing import Any

import pytest

import rookery
from rookery.core.art import SVG
from rookery.core.match import Match
from rookery.games.party.state import COLOURS
from rookery.review import knowledge
from tests.core.test_past import enumerate_worlds
from tests.core.test_past import played as tiny
from tests.helpers import scaled


def table_of(name: str, players: int, plies: int, seed: int, bot: str = "random") -> Match:
    """A table after some actions."""
    game = rookery.game(name)
    match = game.start(players=players, seed=seed, asks_all=True)
    chance = random.Random(seed)
    player = rookery.bot(bot, game)
    while match.ply < plies and match.turn is not None:
        view = match.hidden(match.turn)
        match.play(player.choose(view, match.legal(), chance.getrandbits(60)))
    return match


def at(position: Any, place: tuple[str | int, ...]) -> Counter[str]:
    """What is there."""
    for key in place:
        position = position[key]
    several = isinstance(position, dict | list)
    return Counter(position if several else [] if position is None else [str(position)])


@pytest.mark.parametrize(
    ("name", "players", "plies"),
    [
        ("party", 2, 9),
        ("party", 4, 30),
        ("party", 6, 14),
        ("ultimatum", 3, 30),
        ("pengqueen", 3, 45),
        ("pengqueen", 5, 60),
    ],
)
def test_what_is_counted_is_what_very_many_samples_say(name: str, players: int, plies: int) -> None:
    match = table_of(name, players, scaled(plies, 8), seed=6)
    count = scaled(1000, 60)
    for seat in (match.turn, 0, None):
        counted = match.game.count_hidden(match.hidden(seat))
        worlds = match.worlds(seat, count, seed=1).records
        positions = [match.game.write_position(match.edition, it) for it in worlds]
        assert counted or match.to_dict().get("phase") == "move"
        for place, things in counted.items():
            found = [at(it, place) for it in positions]
            assert set().union(*found) <= set(things)
            for thing, (chance, mean) in things.items():
                several = [it[thing] for it in found]
                error = 5 * (max(chance * (1 - chance), 1 / count) / count) ** 0.5
                assert sum(map(bool, several)) / count == pytest.approx(chance, abs=error)
                assert sum(several) / count == pytest.approx(mean, abs=8 * error)


@pytest.mark.parametrize(("players", "plies", "seed"), [(3, 2, 5), (2, 3, 1), (3, 3, 2)])
def test_what_is_counted_is_what_all_deals_say(players: int, plies: int, seed: int) -> None:
    """P3, P13: every deal that gives a seat the same history, one by one."""
    match = tiny("party", players, plies, seed, edition="tiny-9", rounds=1, asks_all=True)
    for seat in range(players):
        worlds = [(literal_eval(it), p) for it, p in enumerate_worlds(match, seat).items()]
        for place, things in match.game.count_hidden(match.hidden(seat)).items():
            if place[0] == "unused":
                continue
            for colour, name in enumerate(COLOURS):
                hands = [(hands[place[1]][colour], p) for hands, p in worlds]
                chance, mean = things.get(name, (0.0, 0.0))
                assert chance == pytest.approx(sum(p for held, p in hands if held))
                assert mean == pytest.approx(sum(held * p for held, p in hands))


def test_what_cannot_be_counted_is_sampled_and_says_so() -> None:
    """Where only choices are asked, others had a choice wherever they were asked."""
    match = rookery.game("party").start(players=2, seed=7, rounds=1)
    assert all(it.worlds == 50 for it in knowledge(match, 1, worlds=50))
    table = rookery.game("party").start(players=2, seed=7, rounds=1, asks_all=True)
    for it in knowledge(table, 1, worlds=50):
        assert it.to_dict()["exact"]
        assert not it.error("red")
        assert it.doubt("red") > 0


@pytest.mark.parametrize("name", rookery.games())
def test_two_worlds_that_a_seat_cannot_tell_apart_are_read_alike(name: str) -> None:
    match = table_of(name, 3, scaled(20, 6), seed=3)
    seat = match.turn
    one, other = match.worlds(seat, 2, seed=1)
    assert one.to_dict() != other.to_dict()
    assert knowledge(one, seat, worlds=20) == knowledge(other, seat, worlds=20)


@pytest.mark.parametrize(("name", "players"), [("party", 2), ("pengqueen", 3)])
def test_who_reads_actions_knows_more_than_who_counts_cards(name: str, players: int) -> None:
    """The truth, where others play by a rule of thumb, is likelier to a reader (in nats)."""
    gain = []
    for seed in range(scaled(8, 1)):
        match = table_of(name, players, scaled(24, 8), seed, "greedy")
        seat = match.to_dict().get("mummy_seat", match.turn)
        for it in knowledge(match, seat, worlds=scaled(400, 40)):
            true = at(match.to_dict(), it.place)
            for thing, chance in it.chances.items():
                shares = [chance, it.believed[thing]]
                odds = [min(0.99, max(0.01, p if true[thing] else 1 - p)) for p in shares]
                gain.append(log(odds[1]) - log(odds[0]))
    assert sum(gain) > 0 or not scaled(1, 0)


def test_notebooks_draw_bars_and_heat_on_the_board() -> None:
    """Each thing of a hand has a bar as long as it is likely; cells are heated on the map."""
    party = knowledge(table_of("party", 3, 6, seed=2), 0, worlds=20)
    picture = ET.fromstring(party._repr_svg_())  # noqa: S314 - it is our own
    long = [it.get("width") for it in picture.iter(SVG + "rect") if it.get("fill") == "#0b6b73"]
    likely = [it.chance for things in party.told().values() for it in things]
    assert [float(it) for it in long if it] == pytest.approx([340 * it for it in likely], abs=0.1)
    table = table_of("pengqueen", 3, scaled(24, 8), seed=3)
    found = knowledge(table, table.to_dict()["mummy_seat"], worlds=20)
    cells = {it.sprite for things in found.told().values() for it in things if it.sprite}
    heated = found._repr_svg_().count('fill="#b3261e"')
    assert heated >= len(cells) > 0
    assert not any("phase" in place for place in found.told())
