"""Who sits where: everybody everywhere, with the same cards."""

import pickle
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rookery
from rookery.arena import Setting, contest
from rookery.arena.schedule import line_up
from rookery.errors import InvalidArena, InvalidOption, InvalidPlayers, InvalidSeed, UnknownBot

GAME = rookery.game("party")
NAMES = tuple(f"tests.arena.strange:{name}" for name in ("Crasher", "Cheat", "Quitter", "Loud"))
BOTS = ("random", "greedy", *NAMES)


def setting(players: int, bots: int, seed: int = 1) -> Setting:
    return contest(GAME, BOTS[:bots], players, seed)


@given(players=st.integers(2, 6), bots=st.integers(2, 6), deal=st.integers(0, 10**6))
@settings(max_examples=200, deadline=None)
def test_in_every_deal_every_bot_sits_once_in_every_seat(
    players: int, bots: int, deal: int
) -> None:
    if bots > players:
        return
    contest = setting(players, bots)
    tables = [contest.seats(deal * bots + rotation) for rotation in range(bots)]
    for seat in range(players):
        assert sorted(table[seat] for table in tables) == sorted(contest.bots)
    for table in tables:
        counts = Counter(table)
        assert set(counts) == set(contest.bots)
        assert max(counts.values()) - min(counts.values()) <= 1
    # Seats that cannot be shared out evenly: each bot has one more equally often.
    spread = [Counter(table)[bot] for bot in contest.bots for table in tables]
    assert sum(spread) == players * bots


def test_the_matches_of_a_deal_share_their_cards_and_other_deals_do_not() -> None:
    contest = setting(4, 3)
    secrets = [contest.deal_secret(match) for match in range(9)]
    assert secrets[0] == secrets[1] == secrets[2] != secrets[3] == secrets[5] != secrets[6]
    hands = [GAME.start(4, secret).to_dict() for secret in secrets]
    assert hands[0] == hands[2]
    assert hands[0] != hands[3]


def test_every_order_around_the_table_comes_up() -> None:
    orders = Counter(tuple(line_up(bytes([k, j]) * 16, 3, 3)) for k in range(60) for j in range(10))
    assert set(orders) == set(permutations(range(3)))
    assert min(orders.values()) > 60
    two = Counter(tuple(line_up(bytes([k]) * 32, 4, 2)) for k in range(200))
    assert len(two) == 6


def test_no_two_seats_share_their_chance() -> None:
    contest = setting(4, 2)
    seen = {contest.chance(match, seat).tobytes() for match in range(6) for seat in range(4)}
    assert len(seen) == 24
    again = setting(4, 2).chance(3, 1)
    assert again.tobytes() == contest.chance(3, 1).tobytes()


def test_matches_are_rounded_up_to_whole_deals() -> None:
    assert [setting(4, 4).whole_deals(count) for count in (1, 4, 5, 2000)] == [4, 4, 8, 2000]


def test_a_setting_travels() -> None:
    contest = setting(3, 2, seed=5)
    again = pickle.loads(pickle.dumps(contest))  # noqa: S301 - our own bytes
    assert again.seats(7) == contest.seats(7)
    assert again.secret == contest.secret
    assert again.edition.data == contest.edition.data


@pytest.mark.parametrize(
    ("bots", "players", "error", "reason"),
    [
        (("greedy",), 4, InvalidArena, "at least 2 bots, not 1: greedy"),
        ((), 4, InvalidArena, "at least 2 bots, not 0"),
        (BOTS[:4], 3, InvalidArena, "4 bots are too many for 3 seats"),
        (("greedy", "greedy"), 4, InvalidArena, "'greedy' is named 2 times"),
        (("greedy", "deep"), 4, UnknownBot, "there is no bot 'deep'"),
        (("greedy", "no.such.module:Bot"), 4, UnknownBot, "No module named"),
        (("greedy", "tests.arena.strange:Nobody"), 4, UnknownBot, "has no attribute 'Nobody'"),
        (("greedy", ":"), 4, UnknownBot, "Empty module name"),
        (("greedy", "random@depth"), 4, UnknownBot, "'depth' is not a setting"),
        (("greedy", "random"), 9, InvalidPlayers, "2 to 6 players"),
    ],
)
def test_what_makes_no_contest_is_refused(
    bots: tuple[str, ...], players: int, error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        contest(GAME, bots, players, 1)


def test_wrong_seeds_and_options_are_refused_before_anything_is_played() -> None:
    with pytest.raises(InvalidPlayers, match="the edition tiny-9 is for 2 to 3 players, not 4"):
        contest(GAME, ("random", "greedy"), 4, 1, "tiny-9")
    with pytest.raises(InvalidSeed):
        contest(GAME, BOTS[:2], 4, -1)
    with pytest.raises(InvalidOption):
        contest(GAME, BOTS[:2], 4, 1, options={"rounds": 0})
