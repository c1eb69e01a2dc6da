"""What Ultimatum's champions have learned: fit the numbers of its policy.py to matches.

    python bench/foresight.py --players 2,3,4 --seconds 300 --iterations 100 --deep 1500

The search plays with itself; of the positions where a turn begins, half are kept with how their
match ended, and a tenth of all positions are searched again, deeply. The numbers of ``foresight``
are those that make the results likeliest, the numbers of placing those that make the deep search's
visits likeliest. Every fifth position is kept apart to tell how far off they are, in nats, beside
the rules of thumb.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

import rookery
from rookery.core import dispatch
from rookery.core.bits import popcount
from rookery.core.kernel import int64, kernel
from rookery.games.ultimatum import actions as table
from rookery.games.ultimatum.iceberg import STEPS, amused, kin_fee, number_of, open_dots
from rookery.games.ultimatum.policy import CARD
from rookery.games.ultimatum.rules import cell_of
from rookery.games.ultimatum.shows import SEAT_BITS, SEAT_MASK, applause, award, bonus
from rookery.games.ultimatum.state import CURTAIN, MAX_SEATS, NUM_ENTERTAINERS, PLACE, UPRIGHT
from rookery.lab import search_batch

Floats = npt.NDArray[np.float64]
GAME = rookery.game("ultimatum")
#: More open dots than this are not told apart; more actions of a decision are not looked at.
MOST_DOTS, MOST_ACTIONS = 5, 64
SEEN = ["points", "bonus", "owned", "token", "move"]
SEEN += [f"{what} {dots}" for what in ("gain", "prize") for dots in range(1, MOST_DOTS + 1)]
PLACED = ["placing", "ready", "nearly", "liked", "fee"]


@kernel
def look(printed: Any, states: Any, out: Any) -> None:
    """What there is to see of each seat where a turn begins, in the order of ``SEEN``."""
    for i in range(len(states)):
        state = states[i]
        players = int64(state["players"])
        for seat in range(players):
            out[i, seat, 0] = state["scores"][seat]
            out[i, seat, 1] = bonus(state, seat)
            out[i, seat, 2] = popcount(int64(state["owned"][seat]))
            out[i, seat, 3] = popcount(int64(state["invited"][seat]))
        out[i, int64(state["turn"]), 4] = 1.0
        for who in range(NUM_ENTERTAINERS):
            if not state["stage"] >> who & 1:
                continue
            rest = min(MOST_DOTS, popcount(open_dots(printed[0], state, who)))
            gains = applause(state, who, int64(state["where"][who]))
            for seat in range(players):
                out[i, seat, 4 + rest] += gains >> SEAT_BITS * seat & SEAT_MASK
            taker = award(gains, players)
            if taker >= 0:
                out[i, taker, 4 + MOST_DOTS + rest] += 1.0


@kernel
def look_at_places(printed: Any, states: Any, found: Any, out: Any, shares: Any) -> int:
    """The same of each placing in turn; returns how many decisions there are to learn from."""
    tried, visits, legal = found
    done = 0
    for i in range(len(states)):
        state = states[i]
        count = dispatch.legal(printed[0], state, legal)
        if state["phase"] != PLACE or count > MOST_ACTIONS or count < 2:
            continue
        seat = int64(state["turn"])
        for k in range(count):
            row = out[done, k]
            penguin = legal[k] // table.NUM_PLACES
            cell = cell_of(legal[k] % table.NUM_PLACES)
            fee = kin_fee(state, penguin, cell)
            row[0] = dispatch.rate(printed[0], state, legal[k])
            row[4] = min(fee, CARD) if state["owned"][seat] else fee
            for step in range(8):
                code = int64(state["cells"][cell + STEPS[step]])
                if UPRIGHT <= code < CURTAIN:
                    who = (code - UPRIGHT) % NUM_ENTERTAINERS
                    dots = open_dots(printed[0], state, who)
                    pointed = dots >> (7 - step if step > 3 else 8 - step) & 1
                    rest = popcount(dots) - pointed
                    row[1] += pointed and rest == 0
                    row[2] += pointed and rest == 1
                    row[3] += number_of(penguin) if amused(penguin, who) else 0
            for j in range(tried.shape[1]):
                if tried[i, j] == legal[k]:
                    shares[done, k] = visits[i, j] / visits[i].sum()
        done += 1
    return done


def play(players: int, args: argparse.Namespace) -> tuple[Any, Floats]:
    """Positions of matches of the search with itself, and how these ended."""
    batch = GAME.batch(args.matches, players, seed=args.seed + players)
    chance = np.random.default_rng(args.seed)
    waiting: list[list[Any]] = [[] for _ in range(args.matches)]
    states, ends = [], []
    end = time.monotonic() + args.seconds
    while time.monotonic() < end:
        keep = np.where(batch.states["phase"] == PLACE, 0.5, 0.1)
        for i in np.flatnonzero(chance.random(args.matches) < keep):
            waiting[i].append(batch.states[i].copy())
        found = search_batch(batch, args.iterations, seeds=int(chance.integers(2**62)))
        actions = found.actions.copy()
        for i in np.flatnonzero(chance.random(args.matches) < 0.25):  # or all were alike
            actions[i] = chance.choice(found.tried[i], p=found.visits[i] / found.visits[i].sum())
        over, returns = batch.step_on(actions)
        for i in np.flatnonzero(over):
            states += waiting[i]
            ends += [(returns[i] + 1.0) / players] * len(waiting[i])
            waiting[i] = []
    if not states:
        raise SystemExit(f"no match ended within {args.seconds:g} s: --seconds takes more")
    return np.array(states, GAME.dtype), np.array(ends)


def fitted(chances: Callable[[Floats], tuple[Floats, Floats]], start: Floats) -> Floats:
    """Adam's way down: ``chances`` gives the loss and its slope."""
    numbers, mean, square = start.copy(), np.zeros_like(start), np.zeros_like(start)
    for step in range(1, 1501):
        _, slope = chances(numbers)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        pace = 0.03 * (1 - step / 1600)
        numbers -= pace * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
    return numbers


def softmax(logits: Floats, there: Any) -> Floats:
    """Shares of 1 among those that are there."""
    logits = np.where(there, logits, -np.inf)
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def nats(shares: Floats, wanted: Floats) -> float:
    """How far off."""
    return float(-(wanted * np.log(np.maximum(shares, 1e-9))).sum(axis=1).mean())


def fit_foresight(states: Any, ends: Floats, printed: Any) -> None:
    """The numbers of ``foresight``, in points, and how many points make e times the chance."""
    seen, rule = np.zeros((len(states), MAX_SEATS, len(SEEN))), np.zeros((len(states), MAX_SEATS))
    look(printed, states, seen)
    for i in range(len(states)):
        dispatch.estimate(printed[0], states[i], rule[i])
    there = np.arange(MAX_SEATS) < states["players"][:, None]
    left, apart = states["left"].astype(float), np.arange(len(states)) % 5 == 0

    def chances(numbers: Floats, rows: Any = ~apart) -> tuple[Any, Floats]:
        weights = np.concatenate([[1.0], numbers[2:]])
        spread = (numbers[0] + numbers[1] * left[rows])[:, None]
        points = seen[rows] @ weights
        shares = softmax(points / spread, there[rows])
        error = np.where(there[rows], shares - ends[rows], 0.0) / spread / len(points)
        by_spread = -(error * points / spread).sum(axis=1)
        slope = np.einsum("is,isf->f", error, seen[rows])[1:]
        return shares, np.array([by_spread.sum(), by_spread @ left[rows], *slope])

    numbers = fitted(chances, np.array([4.0, 0.8, *np.zeros(len(SEEN) - 1)]))
    told = dict(zip(["spread", "spread each", *SEEN[1:]], numbers.round(2).tolist(), strict=True))
    after = nats(chances(numbers, apart)[0], ends[apart])
    before = nats(rule[apart], ends[apart])
    print(f"results of {len(states)} positions: {before:.3f} → {after:.3f} nats off\n{told}")


def fit_placing(states: Any, players: int, printed: Any, args: argparse.Namespace) -> None:
    """The numbers of placing; a rating 1 higher is chosen e times as often."""
    batch = GAME.batch(len(states), players, seed=1)
    batch.states[:] = states
    found = search_batch(batch, args.deep, seeds=args.seed)
    seen = np.zeros((len(states), MOST_ACTIONS, len(PLACED)))
    shares = np.zeros((len(states), MOST_ACTIONS))
    legal = np.zeros(GAME.num_actions, np.int64)
    count = look_at_places(printed, states, (found.tried, found.visits, legal), seen, shares)
    seen, shares = seen[:count], shares[:count]
    there, apart = seen.any(axis=2) | (shares > 0), np.arange(count) % 5 == 0

    def chances(numbers: Floats, rows: Any = ~apart) -> tuple[Any, Floats]:
        likely = softmax(seen[rows] @ numbers, there[rows])
        return likely, np.einsum("ik,ikf->f", likely - shares[rows], seen[rows]) / rows.sum()

    rule = np.eye(len(PLACED))[0]
    numbers = fitted(chances, rule)
    before, after = (nats(chances(it, apart)[0], shares[apart]) for it in (rule, numbers))
    told = dict(zip(PLACED, numbers.round(2).tolist(), strict=True))
    print(f"{count} placings of {players} players: {before:.3f} → {after:.3f} nats off\n{told}")


def main() -> None:
    """Parse the words of the command, play, and print what was learned."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", default="2,3,4")
    parser.add_argument("--seconds", type=float, default=300, help="of play, for each number")
    parser.add_argument("--matches", type=int, default=64)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--deep", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    printed = GAME.edition().printed
    played = [(players, *play(players, args)) for players in map(int, args.players.split(","))]
    for players, states, _ in played:
        fit_placing(states[::5], players, printed, args)
    turns = [states["phase"] == PLACE for _, states, _ in played]
    states = np.concatenate([it[1][turn] for it, turn in zip(played, turns, strict=True)])
    ends = np.zeros((len(states), MAX_SEATS))
    at = 0
    for (players, _, each), turn in zip(played, turns, strict=True):
        ends[at : at + turn.sum(), :players] = each[turn]
        at += turn.sum()
    fit_foresight(states, ends, printed)


if __name__ == "__main__":
    main()
