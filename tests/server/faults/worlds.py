"""Pairs of worlds that one viewer cannot tell apart, and how they go on alike.

A pair begins in the middle of a random match: one world is the real one, the other is dealt
anew from what the viewer knows. Then both go on. Whoever else acts may act otherwise in each
world, even more often in one than in the other, as long as the viewer sees the same.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rookery.core import rng
from rookery.core.match import Match
from rookery.core.record import Records, copy
from tests.helpers import matches, play_on

#: How many chances are tried for one action, and how many actions, until both look alike.
CHANCES = 12
ACTIONS = 24
#: Out of how many worlds the one that is most like the real one is taken.
DEALS = (1, 200)


class World(Match):
    """A match whose chance comes from a script, ply by ply."""

    __slots__ = ("script", "since")

    script: dict[int, bytes]
    #: How long the log was when the viewer last learned of something.
    since: int

    @classmethod
    def at(cls, match: Match, script: dict[int, bytes], secret: bytes) -> "World":
        """Begin where a match is."""
        world = cls._from_records(match.game, match.edition, copy(match._states), secret, True)
        assert isinstance(world, World)
        world.script = script
        world.since = 0
        return world

    def twin(self) -> "World":
        """An independent world in the same state, with the same script."""
        world = World(self.game, self.edition, copy(self._states), self._secret, True)
        world.script = self.script
        world.since = self.since
        world._actions[:] = self._actions
        world._count, world._first = self._count, self._first
        world._log, world._past = self._log.copy(), self._past.copy()
        return world

    def _chance(self, ply: int, rngs: Records) -> None:
        rng.derive(self.script.get(ply - 1, self._secret), ply, rngs)

    def look(self, viewer: int | None) -> "Look":
        """What is seen, and the steps known since something was learned before."""
        steps = [step.known(viewer) for step in self.known_steps(viewer, self.since)]
        return self.hidden(viewer).records.tobytes(), steps


Look = tuple[bytes, list[dict[str, Any] | None]]

#: In place of an action: the last one is taken back.
BACK = ""


@dataclass
class Step:
    """What is played in each world until both look alike again; nothing at all is possible."""

    acts: tuple[list[str], list[str]]
    #: Who acts; the same seat in both worlds, since everybody knows whose turn it is.
    seat: int
    #: Whether the viewer sees anything of it.
    seen: bool


@dataclass
class Pair:
    """Two worlds and one viewer."""

    viewer: int | None
    worlds: tuple[World, World]
    scripts: tuple[dict[int, bytes], dict[int, bytes]]
    secret: bytes
    chance: random.Random
    #: How many actions were played in each world since the viewer last saw one.
    _ahead: list[int] = field(default_factory=lambda: [0, 0])
    #: Whether chance had a part in each action of each world.
    _drew: tuple[list[bool], list[bool]] = field(default_factory=lambda: ([], []))

    @classmethod
    def of(cls, match: Match, viewer: int | None, chance: random.Random) -> "Pair":
        """A match and another one that looks the same."""
        deals = [match.redeal(viewer, chance.getrandbits(63)) for _ in range(chance.choice(DEALS))]
        state = match._states.tobytes()
        others = [it for it in deals if it._states.tobytes() != state and not veiled(it)] or [match]
        # One that differs in little can go on alike for long.
        other = min(others, key=lambda it: _distance(it._states.tobytes(), state))
        return cls.between((match, other), viewer, chance)

    @classmethod
    def between(
        cls, matches: tuple[Match, Match], viewer: int | None, chance: random.Random
    ) -> "Pair":
        """Two matches that look the same."""
        secret = chance.randbytes(32)
        scripts: tuple[dict[int, bytes], dict[int, bytes]] = ({}, {})
        one, two = matches
        worlds = (World.at(one, scripts[0], secret), World.at(two, scripts[1], secret))
        return cls(viewer, worlds, scripts, secret, chance)

    @property
    def differ(self) -> bool:
        """Whether there is anything for the viewer not to know."""
        one, two = self.worlds
        return one._states.tobytes() != two._states.tobytes()

    def fresh(self, number: int) -> World:
        """A world at its beginning; its script is the pair's, as it grows."""
        start = self.worlds[number].beginning()
        return World.at(start, self.scripts[number], self.secret)

    def steps(self, most: int) -> Iterator[Step]:
        """Go on as long as both worlds can."""
        for _ in range(most):
            step = self._step()
            if step is None:
                return
            yield step

    def _step(self) -> Step | None:
        lead = self.chance.randrange(2)
        if self._ahead[0] != self._ahead[1]:
            lead = 0 if self._ahead[0] > self._ahead[1] else 1
        world = self.worlds[lead]
        seat = world.turn
        if seat is None or self.worlds[1 - lead].turn is None:
            return None
        if self._ahead[lead] and not self._drew[lead][-1] and self.chance.random() < 0.2:
            self._ahead[lead] -= 1
            self._drew[lead].pop()
            world.undo()
            return _alone(lead, BACK, seat)
        for action in self._choices(lead):
            secret = self.chance.randbytes(32)
            tried = self._try(world, action, secret)
            if tried.over:
                continue
            after = tried.look(self.viewer)
            if not after[1] and seat != self.viewer:
                self._ahead[lead] += 1
                return _alone(lead, self._go(lead, action, secret), seat)
            path = self._reach(self.worlds[1 - lead], action, secret, after)
            if path is not None:
                mine = [self._go(lead, action, secret)]
                other = [self._go(1 - lead, *it) for it in path]
                self._ahead = [0, 0]
                for it in self.worlds:
                    it.since = len(it.log)
                return Step((mine, other) if lead == 0 else (other, mine), seat, seen=True)
        return None

    def _choices(self, lead: int) -> list[int]:
        """Some actions, first those that the other world allows too, now and then all mixed."""
        legal = self.worlds[lead].legal()
        self.chance.shuffle(legal)
        if self.worlds[lead].game.open_actions:
            other = set(self.worlds[1 - lead].legal())
            return [it for it in legal if it in other][:ACTIONS]
        if self.chance.random() < 0.8:
            other = set(self.worlds[1 - lead].legal())
            legal.sort(key=lambda action: action not in other)
        if self.chance.random() < 0.5:  # what nobody may notice is rare, and matters most
            world, secret = self.worlds[lead], self.secret
            legal.sort(key=lambda action: not veiled(self._try(world, action, secret)))
        return legal[:ACTIONS]

    def _reach(
        self, world: World, action: int, secret: bytes, after: Look, depth: int = 2
    ) -> list[tuple[int, bytes]] | None:
        """What the other world has to play to look like ``after``."""
        legal = world.legal()
        if world.turn == self.viewer or world.game.open_actions:
            legal = [action] if action in legal else []  # the viewer knows what is played
        else:
            self.chance.shuffle(legal)
            legal.sort(key=lambda it: it != action)
        for candidate in legal[:ACTIONS]:
            for number in range(CHANCES):
                chance = secret if number == 0 else self.chance.randbytes(32)
                tried = self._try(world, candidate, chance)
                if tried.over:
                    break
                seen = tried.look(self.viewer)
                if seen == after:
                    return [(candidate, chance)]
                if not seen[1] and depth > 1:
                    more = self._reach(tried, action, secret, after, depth - 1)
                    if more is not None:
                        return [(candidate, chance), *more]
                if not tried.drew:
                    break
        return None

    def _try(self, world: World, action: int, secret: bytes) -> World:
        tried = world.twin()
        tried.script = {len(world.log): secret}
        tried.play(action)
        return tried

    def _go(self, number: int, action: int, secret: bytes) -> str:
        world = self.worlds[number]
        self.scripts[number][len(world.log)] = secret
        text = world.notation(action)
        world.play(action)
        self._drew[number].append(world.drew)
        return text


def pairs(name: str, players: int, viewer: int | None, count: int) -> Iterator[Pair]:
    """Pairs that differ, from all stages of matches."""
    label = f"worlds {viewer}"
    for number, match in enumerate(matches(name, players, count, label, asks_all=True)):
        chance = random.Random(f"{name} {players} {viewer} {number}")
        middle = play_on(match, chance, chance.randrange(60))
        if middle.over:  # a short match: any moment of it
            for _ in range(chance.randrange(middle.ply)):
                middle.undo()
        # Not after something that was not seen: what is known of it later would be missing.
        while middle.log and (middle.over or veiled(middle)):
            middle.undo()
        pair = Pair.of(middle, viewer, chance)
        if pair.differ:
            yield pair


def forced_pairs(name: str, players: int, viewer: int | None, count: int) -> Iterator[Pair]:
    """Pairs in which somebody else has an only action in one world, and a choice in the other."""
    label = f"forced {viewer}"
    for number, match in enumerate(matches(name, players, count, label, asks_all=True)):
        chance = random.Random(f"{label} {number}")
        while not match.over:
            if len(match.legal()) == 1 and match.turn != viewer and not veiled(match):
                worlds = (match.redeal(viewer, chance.getrandbits(63)) for _ in range(40))
                free = (
                    it for it in worlds if len(it.legal()) > 1 and match.legal()[0] in it.legal()
                )
                other = next(free, None)
                if other is not None:
                    yield Pair.between((match, other), viewer, chance)
            match.play(chance.choice(match.legal()))


def veiled(match: Match) -> bool:
    """Whether spectators must not notice yet what was played last; sampled worlds have no past."""
    hides = match.game.steps.veiled
    return hides is not None and hides(match._states[0], None)


def _alone(world: int, text: str, seat: int) -> Step:
    return Step(([text], []) if world == 0 else ([], [text]), seat, seen=False)


def _distance(one: bytes, two: bytes) -> int:
    return sum(x != y for x, y in zip(one, two, strict=True))
