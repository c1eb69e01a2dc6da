"""Broken ways to hide and to redeal, made from a game's record, and whether the checks notice.

``python -m tests.mutants GAME`` prints as JSON what became of each. Compiled code that is handed
nonsense may run forever or fall over, so each is tried in a process of its own.
"""

import json
import os
import random
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

import rookery
from rookery.core import loops, rng, view
from rookery.core.game import Game
from rookery.core.record import Records, copy, new
from tests.beside import Situation, beside, fork
from tests.helpers import matches, play_on
from tests.knowing import check_knowledge, check_views

SOUND = "nothing is broken"
SURVIVED, CAUGHT, HUNG = "survived", "caught", "hung"
#: Of each match, so many of its decisions beside those that something new led to.
EVERY = 15
MATCHES = 2
#: Seconds of the processor for one situation: many times what the sound rules need for any.
PATIENCE = 2.0

#: What a broken function does after the sound one: it is given the real state and what was made of
#: it, and of ``redeal`` also the hidden record that it began with.
Breaks = Callable[[Records, Records, Records], None]


def leave_alone(real: Records, hidden: Records, made: Records) -> None:
    """Not broken."""


@dataclass(frozen=True)
class Mutant:
    """One way to be broken."""

    name: str
    hide: Breaks = leave_alone
    redeal: Breaks = leave_alone
    #: Whether ``redeal`` is deaf to chance.
    deaf: bool = False


def copies(field: str) -> Breaks:
    """The field is what it really is."""

    def breaks(real: Records, hidden: Records, made: Records) -> None:
        made[field] = real[field]

    return breaks


def forgets(field: str) -> Breaks:
    """The field is left empty."""

    def breaks(real: Records, hidden: Records, made: Records) -> None:
        made[field] = 0

    return breaks


def leaves(field: str) -> Breaks:
    """The field stays as hidden as it was."""

    def breaks(real: Records, hidden: Records, made: Records) -> None:
        made[field] = hidden[field]

    return breaks


def copy_all(real: Records, hidden: Records, made: Records) -> None:
    """All of it is what it really is."""
    made[0] = real[0]


def leave_all(real: Records, hidden: Records, made: Records) -> None:
    """Nothing is done."""
    made[0] = hidden[0]


def mutants(game: Game, situations: list[Situation]) -> list[Mutant]:
    """Every way to be broken that makes a difference to some state."""
    secret, known, filled, drawn = fields_by_fate(game, situations)
    return [
        *[Mutant(f"hide copies {field}", hide=copies(field)) for field in secret],
        *[Mutant(f"hide forgets {field}", hide=forgets(field)) for field in known],
        *[Mutant(f"redeal leaves {field}", redeal=leaves(field)) for field in filled],
        *[Mutant(f"redeal knows {field}", redeal=copies(field)) for field in drawn],
        Mutant("redeal repeats the real world", redeal=copy_all),
        Mutant("redeal repeats one world", deaf=True),
        Mutant("redeal does nothing", redeal=leave_all),
        Mutant("hide copies everything", hide=copy_all),
        Mutant("hide copies everything, redeal does nothing", hide=copy_all, redeal=leave_all),
    ]


def fields_by_fate(game: Game, situations: list[Situation]) -> tuple[list[str], ...]:
    """The fields that ``hide`` changes, that it tells, that ``redeal`` fills, and otherwise than
    they really are."""
    fields = game.dtype.names or ()
    fates: tuple[set[str], ...] = (set(), set(), set(), set())
    for situation in situations:
        match = situation.match
        states = [match._states, *(step.records for step, _ in situation.steps)]
        for viewer in situation.viewers:
            for real in states:
                hidden = view.look(game, match.edition, real, viewer).records
                fates[0].update(f for f in fields if (hidden[f] != real[f]).any())
                fates[1].update(f for f in fields if hidden[f].any())
            hidden = match.hidden(viewer).records
            world = match.redeal(viewer, 1)._states
            fates[2].update(f for f in fields if (hidden[f] != world[f]).any())
            fates[3].update(f for f in fields if (match._states[f] != world[f]).any())
    return tuple([field for field in fields if field in fate] for fate in fates)


@contextmanager
def broken(game: Game, mutant: Mutant) -> Iterator[None]:
    """Let matches of a game hide and redeal like a mutant."""
    sound_hide, sound_redeal = view._hide[game.name], loops.redeal
    #: The state that was hidden last: redeal is not handed it, and must not know it.
    real = new(game.dtype)

    def hide(printed: Records, states: Records, seat: int, out: Records) -> None:
        real[0] = states[0]
        sound_hide(printed, states, seat, out)
        mutant.hide(states, out, out)

    def redeal(printed: Records, views: Records, seat: int, rngs: Records, asks_all: bool) -> None:
        hidden, state = copy(views[:1]), copy(real)
        while True:
            chance = rng.generator(1) if mutant.deaf else rngs
            sound_redeal(printed, views, seat, chance, True)
            mutant.redeal(state, hidden, views[:1])
            if asks_all or views[0]["turn"] == seat or loops.only(printed, views) < 0:
                return
            views[0] = hidden[0]

    view._hide[game.name], loops.redeal = hide, redeal
    try:
        yield
    finally:
        view._hide[game.name], loops.redeal = sound_hide, sound_redeal


def corpus(name: str) -> list[Situation]:
    """Decisions of random matches, among them all that something new led to, and all endings."""
    found = []
    for asks_all in (True, False):
        for players in rookery.game(name).players:
            met: set[tuple[str, ...]] = set()
            for match in matches(name, players, MATCHES, "mutants", asks_all):
                course = list(beside(match))
                for number, (situation, later) in enumerate(pairwise([*course, course[-1]])):
                    news = {what_is_new(situation), what_is_new(later)} - met
                    if news or number % EVERY == 0:
                        found.append(situation)
                    met |= news
    return [*found, *endings(name)]


def endings(name: str) -> list[Situation]:
    """One match for each way that random matches end."""
    found = {}
    for players in rookery.game(name).players:
        for match in matches(name, players, 20, "endings", True):
            position = play_on(match, random.Random(match.commitment)).to_dict()
            if match.ending() not in found:
                found[match.ending()] = Situation(fork(match), position, position, [], [], None)
    return list(found.values())


def what_is_new(situation: Situation) -> tuple[str, ...]:
    """What is to be decided, and what led there."""
    return str(situation.position.get("phase")), *(step.kind for step, _ in situation.steps)


def try_all(situations: list[Situation], *, looks: bool) -> None:
    """All checks on all situations: where looking may be enough, first those that only look."""
    for situation in situations if looks else ():
        check_views(situation)
    for number, situation in enumerate(situations):
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)  # anew for each
        check_knowledge(situation, number)
    signal.setitimer(signal.ITIMER_PROF, 0)


def fate_of(game: Game, mutant: Mutant, situations: list[Situation]) -> str:
    """What becomes of a mutant, in a process of its own."""
    child = os.fork()
    if not child:
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            with broken(game, mutant):
                try_all(situations, looks=mutant.hide is not leave_alone)
        except Exception:
            os._exit(1)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
        return HUNG
    return CAUGHT if status else SURVIVED


def fates(name: str) -> dict[str, str]:
    """What becomes of each mutant of a game; of the sound rules, too."""
    game, situations = rookery.game(name), corpus(name)
    for situation in situations[:8]:  # what is compiled now need not be compiled for each
        check_knowledge(situation, 0)
    tried = [Mutant(SOUND), *mutants(game, situations)]
    return {mutant.name: fate_of(game, mutant, situations) for mutant in tried}


if __name__ == "__main__":
    print(json.dumps(fates(sys.argv[1])))  # noqa: T201
