"""Random matches: rules that agree with themselves, steps that tell what changes."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from rookery.bots.simple import GreedyBot
from rookery.checking.findings import Findings
from rookery.checking.scenes import Named, check_scenes
from rookery.checking.secrets import Secrets
from rookery.core import dispatch, rng
from rookery.core.game import Game
from rookery.core.match import Match
from rookery.core.save import read

#: For each number of players: one with only actions asked, one without.
SEEDS = (1, 2)
#: Looked at closely, in each match: the first moments, then every so many, so many in all.
CLOSELY, EVERY, LOOKS = 12, 7, 30
#: A match that takes longer has no end.
LONGEST = 20_000
#: Actions of a game that are tried one by one; of more, so many.
TRIED = 400

Viewer = int | None


def check_play(game: Game, found: Findings) -> None:
    """Play with every number of players."""
    secrets, named = Secrets(game), Named()
    for players in game.players:
        for seed in SEEDS:
            try:
                match = game.start(players, seed, asks_all=seed % 2 == 1)
            except Exception as error:
                _blame(game, error, found)
                return
            with found.trying("rules.py", f"a match of {players} cannot be played on"):
                _play(match, found, secrets, named)
            if found.faults:  # the rest would say the same again
                secrets.judge_hiding(found)
                return
    secrets.judge_hiding(found)
    secrets.judge_worlds(found)
    named.judge(game, found)


def _blame(game: Game, error: Exception, found: Findings) -> None:
    """Try the compiled functions one by one, to say which of them it is that fails."""
    edition = game.edition()
    state = np.zeros(1, game.dtype)
    state["players"] = game.players[-1]
    printed, chance = edition.printed[0], rng.generator(1)[0]
    actions = np.empty(max(game.num_actions, 1), np.int64)
    scores = np.zeros(game.players[-1], np.int64)
    calls: dict[str, tuple[Any, ...]] = {
        "legal": (actions,),
        "only": (),
        "is_legal": (0,),
        "scores": (scores,),
        "winners": (),
        "ending": (),
        "hide": (0, np.zeros(1, game.dtype)[0]),
        "redeal": (0, chance),
        "deal": (chance,),
        "act": (0, chance),
        "advance": (chance,),
    }
    before = len(found.faults)
    for name, more in calls.items():
        function: Callable[..., Any] = getattr(dispatch, name)
        with found.trying(_module_of(game, name), f"{name} cannot be run"):
            function(printed, state.copy()[0], *more)
    if len(found.faults) == before:
        with found.trying("rules.py", "a match cannot be begun"):
            raise error


def _module_of(game: Game, name: str) -> str:
    """The file that has one of the compiled functions."""
    function = game.functions.get(name)
    if function is None:
        return "rules.py"
    own = function.__module__.removeprefix(game.package).lstrip(".")
    return f"{own}.py" if own else "__init__.py"


def _play(match: Match, found: Findings, secrets: Secrets, named: Named) -> None:
    chance = random.Random(match.players)  # noqa: S311 - the same in every run
    looks = 0
    while not match.over and match.ply < LONGEST and not found.faults:
        if looks < LOOKS and (match.ply < CLOSELY or match.ply % EVERY == 0):
            looks += 1
            check_actions(match, found, chance)
            secrets.look(match, found, chance)
            check_scenes(match, found, named)
            check_action(match, chance.choice(match.legal()), found)
        else:
            match.play(chance.choice(match.legal()))
    found.expect(match.over or found.faults, "rules.py", f"no end after {match.ply} actions")
    if match.over and not found.faults:
        check_end(match, found)
        check_scenes(match, found, named)
    check_forms(match, found)


def check_action(match: Match, action: int, found: Findings) -> None:
    """Play an action: its steps can be told, and what a seat sees changes only with a step."""
    viewers: list[Viewer] = [*range(match.players), None]
    sight = {seat: match.hidden(seat).records.tobytes() for seat in viewers}
    heard = {seat: match.known_ply(seat) for seat in viewers}
    alone = match.copy()
    for _ in alone._walk(alone.ply + 1, alone._states, action):
        pass  # what fails here is the rules' fault: playing may describe steps, too
    with found.trying("steps.py", "describe cannot tell a step"):
        match.play(action)
        check_steps(match, found)
    if found.faults:
        return
    for seat in viewers:
        news = match.moments(seat, heard[seat])
        if not news and match.hidden(seat).records.tobytes() != sight[seat]:
            who = "a spectator" if seat is None else f"seat {seat}"
            found.fault("steps.py", f"what {who} sees changes without a step that tells of it")
        for moment in news:
            with found.trying("sentences.py", f"tell cannot say {moment.kind!r}"):
                said = moment.view.tell()
                good = all(isinstance(it, str) and it == it.strip() != "" for it in said)
                found.expect(good, "sentences.py", f"tell says {said!r} of {moment.kind!r}")


def check_actions(match: Match, found: Findings, chance: random.Random) -> None:
    """``legal``, ``is_legal``, ``only`` and ``pick`` agree, and texts stand for actions."""
    printed, state, game = match.edition.printed[0], match._states[0], match.game
    legal = match.legal()
    where = _module_of(game, "legal")
    found.expect(legal, where, "legal lists nothing though somebody is to decide")
    found.expect(legal == sorted(set(legal)), where, "legal must list ascending, each once")
    inside = all(0 <= action < game.num_actions for action in legal)
    found.expect(
        inside, where, f"legal lists what is not from 0 to NUM_ACTIONS ({game.num_actions})"
    )
    only = legal[0] if len(legal) == 1 else -1
    said = int(dispatch.only(printed, state))
    found.expect(
        said == only, _module_of(game, "only"), f"only says {said}, legal lists {legal[:9]}"
    )
    others = range(game.num_actions)
    tried = {*legal, *(others if len(others) <= TRIED else chance.sample(others, TRIED))}
    for action in tried:
        if bool(dispatch.is_legal(printed, state, action)) != (action in legal):
            where = _module_of(game, "is_legal")
            found.fault(where, f"is_legal and legal disagree about action {action}")
    picked = int(dispatch.pick(printed, state.copy(), rng.generator(match.ply)[0]))
    found.expect(
        picked in legal, _module_of(game, "pick"), f"pick takes {picked}, which is not legal"
    )
    advice = GreedyBot(game).choose(match.hidden(match.turn), legal, match.ply)
    found.expect(
        advice in legal, _module_of(game, "greedy"), f"greedy takes {advice}, which is not legal"
    )
    for action in legal:
        with found.trying("actions.py", f"action {action} has no text that stands for it"):
            text = match.notation(action)
            found.expect(match.parse(text) == action, "actions.py", f"{text!r} is another action")


def check_steps(match: Match, found: Findings) -> None:
    """Every step is told as plain data, and is about something."""
    kinds = set(match.game.steps.kinds)
    for step in match.steps(match.ply - 1):
        found.expect(step.kind in kinds, "steps.py", f"KINDS does not have {step.kind!r}")
        seat = step.seat
        found.expect(
            seat is None or seat in range(match.players),
            "steps.py",
            f"describe gives {step.kind!r} the seat {seat!r}",
        )


def check_end(match: Match, found: Findings) -> None:
    """Somebody has won, or nobody; in one of the ways that are listed."""
    scores, winners = match.scores(), match.winners()
    found.expect(len(scores) == match.players, "rules.py", f"scores are {scores}")
    seats = set(range(match.players))
    found.expect(set(winners) <= seats, "rules.py", f"winners are {winners}")
    with found.trying("spec.py", "ENDINGS lacks the way in which a match ended"):
        match.ending()
    with found.trying("rules.py", "winners cannot be asked before the end"):
        begun = match.beginning()
        found.expect(not begun.winners(), "rules.py", "winners has some before the end")


def check_forms(match: Match, found: Findings) -> None:
    """Positions and saved matches lead back to where they come from."""
    with found.trying("position.py", "a position cannot be read again"):
        position = match.to_dict()
        again = match.game.from_dict(position, edition=match.edition, asks_all=match.asks_all)
        same = again.to_dict() == position
        found.expect(same, "position.py", "a position is another one when it is read again")
    with found.trying("rules.py", "a saved match cannot be played again"):
        loaded = read(match.save(), lambda name: match.game)
        same = loaded.to_dict() == match.to_dict()
        found.expect(same, "rules.py", "a saved match is another one when it is played again")
