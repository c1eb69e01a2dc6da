"""What a seat knows: hidden things are hidden, and sampled worlds differ in them."""

import random
from typing import Any

import numpy as np

from rookery.checking.findings import Findings
from rookery.core import dispatch, loops
from rookery.core.game import Game
from rookery.core.known import known_of
from rookery.core.match import Match

#: Worlds that are sampled at each moment, for each viewer.
WORLDS = 3
#: At one moment in so many, so many actions are compared by what others notice of them.
EVERY = 8
ACTIONS = 12


class Secrets:
    """What was hidden, and what was found otherwise in sampled worlds."""

    def __init__(self, game: Game) -> None:
        self.game = game
        #: Fields that somebody could not see as they are.
        self.hidden: set[str] = set()
        #: What each field held.
        self.values: dict[str, set[bytes]] = {}
        #: Fields that a sampled world had otherwise.
        self.varied: set[str] = set()
        #: Whether anything was hidden of what a net may guess at.
        self.unsure = False

    def look(self, match: Match, found: Findings, chance: random.Random) -> None:
        """Look at one moment through all eyes."""
        state = match._states[0]
        for name in state.dtype.names:
            self.values.setdefault(name, set()).add(state[name].tobytes())
        for seat in (*range(match.players), None):
            view = match.hidden(seat)
            self.hidden |= _differing(state, view.records[0])
            self._compare_guesses(match, seat, found)
            for _ in range(WORLDS):
                with found.trying("view.py", "redeal fails"):
                    self._sample(match, seat, found, chance.getrandbits(60))
            if seat != match.turn and chance.randrange(EVERY) == 0:
                with found.trying("view.py", "sign fails"):
                    self._compare_signs(match, seat, found, chance)

    def _compare_signs(
        self, match: Match, seat: int | None, found: Findings, chance: random.Random
    ) -> None:
        """Actions after which a seat has seen the same must have the same sign for it."""
        legal = match.legal()
        signs: dict[str, int] = {}
        for action in chance.sample(legal, min(len(legal), ACTIONS)):
            after = match.copy()
            after.play(action)
            if after.known_ply(seat) < after.ply:
                continue  # it has not noticed anything yet
            key = after.information(seat)
            number = match.check_seat(seat)
            sign = int(loops.sign(match.edition.printed, match._states, action, number))
            if signs.setdefault(key, sign) != sign:
                who = "a spectator" if seat is None else f"seat {seat}"
                text = match.notation(action)
                found.fault(
                    "view.py", f"by its sign {who} can tell {text} from what looks the same"
                )

    def _sample(self, match: Match, seat: int | None, found: Findings, seed: int) -> None:
        world = match.redeal(seat, seed)
        self.varied |= _differing(match._states[0], world._states[0])
        who = "a spectator" if seat is None else f"seat {seat}"
        if fields := _differing(match.hidden(seat).records[0], world.hidden(seat).records[0]):
            listed = ", ".join(sorted(fields))
            found.fault(
                "view.py", f"{who} can tell a world of redeal from the real one by {listed}"
            )
        if seat is not None and seat == match.turn:
            same = world.legal() == match.legal()
            found.expect(same, "view.py", f"{who} has other actions in a world of redeal")
        self._compare_guesses(world, seat, found)
        found.expect(world.legal(), "view.py", "nobody can act in a world of redeal")

    def _compare_guesses(self, world: Match, seat: int | None, found: Findings) -> None:
        """What a net may guess at is one of those things that it may be."""
        things, values = self.game.guessed
        if seat is None:
            return
        printed, state = world.edition.printed[0], world._states[0]
        view, may = world.hidden(seat).records[0], np.zeros(2 * values, np.int64)
        for thing in range(things):
            with found.trying("features.py", "candidates or truth fails"):
                count = int(dispatch.candidates(printed, view, seat, thing, may))
                true = int(dispatch.truth(printed, state, seat, thing))
                listed = may[:count].tolist()
                order = f"candidates must list ascending, each once, from 0 to {values - 1}"
                inside = {*listed} & {*range(values)}
                found.expect(listed == sorted(inside), "features.py", f"{order}: {listed}")
                same = f"thing {thing} is {true} in a world of seat {seat}, and may be {listed}"
                found.expect(not listed or true in listed, "features.py", same)
                self.unsure |= count > 1

    def judge_hiding(self, found: Findings) -> None:
        """After the matches: whether anything was hidden."""
        if not self.values:
            return
        names = set(self.game.dtype.names or ())
        known = known_of(self.game.dtype)
        secret = names - set(known.public)
        if not known.public and not known.own and not self.hidden:
            found.fault("view.py", "hide hides nothing; if all is open, declare all fields public")
        elif secret and not self.hidden:
            listed = ", ".join(sorted(secret))
            found.fault("view.py", f"hide hides nothing, though not everybody may know {listed}")

    def judge_worlds(self, found: Findings) -> None:
        """After all matches: whether all that was hidden was otherwise in some world."""
        for name in sorted(self.hidden - self.varied):
            if len(self.values[name]) == 1:
                continue  # always the same: a sign that something is hidden, not a secret
            found.fault("view.py", f"redeal never changes {name}, which hide hides")
        if self.game.guessed[0] and not self.unsure:
            found.fault("features.py", "candidates never lists two, so there is nothing to guess")


def _differing(one: Any, two: Any) -> set[str]:
    return {name for name in one.dtype.names if not np.array_equal(one[name], two[name])}
