"""OpenSpiel: the games as Python games, with chance, information states and resampling.

    import pyspiel, rookery.lab.openspiel
    game = pyspiel.load_game("rookery_party", {"players": 2, "edition": "tiny-8", "rounds": 1})

Only choices are asked. Where what chance can do is counted quickly, its results are the outcomes of
one chance node; where not (a whole deal of 36 cards), nodes of 256 outcomes form a seed. The string
of an information state is the key of all that a seat has seen; its tensor is the observation and
the bits of that key, so it tells information states apart, with perfect recall.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from rookery.core import rng
from rookery.core.chance import Outcome, outcomes
from rookery.core.game import Game
from rookery.core.match import Match
from rookery.errors import InvalidOption, shown
from rookery.games import find, names
from rookery.lab.extras import extra

with extra("openspiel"):
    import pyspiel

#: The most ways that chance is counted out, and else the nodes of 256 outcomes that form a seed.
COUNTED = 100_000
QUICKLY = 64
SEED_NODES = 4
BYTE = 256
KEY_BITS = 128
#: In place of an action that waits for chance: the deal.
DEAL = -1
#: In place of an option that is a number: the game's own choice.
OPEN = -1


class Shared(tuple[Outcome, ...]):
    """Outcomes, which nobody changes: a copy of a state has the same."""

    def __deepcopy__(self, memo: object) -> "Shared":
        return self


def _type_of(game: Game) -> pyspiel.GameType:
    # The library wants a type for each: a number that is left open is -1.
    known: dict[str, Any] = {"players": min(4, game.players[-1]), "edition": ""}
    for name, option in game.options.items():
        known[name] = OPEN if option.default is None else option.default
    return pyspiel.GameType(
        short_name=f"rookery_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=known,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours; ``name`` is set by the class made for it."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        game = find(self.name)
        unknown = set(given) - {"players", "edition", *game.options}
        if unknown:
            known = ", ".join(["players", "edition", *game.options])
            raise InvalidOption(f"there is no parameter {shown(unknown.pop())}; it takes {known}")
        edition = game.edition(given.get("edition") or None)
        players = game.usual(given.get("players"), edition)
        options = {name: given[name] for name in game.options if given.get(name, OPEN) != OPEN}
        self.blank = Match.start(game, players, 0, edition, options)
        #: Whether a deal can be counted out.
        self.deals: Shared | None = None
        with suppress(InvalidOption):
            self.deals = Shared(outcomes(self.blank, None, COUNTED))
        most = max(BYTE, QUICKLY, len(self.deals or ()))
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=most,
            num_players=players,
            min_utility=-1.0,
            max_utility=players - 1.0,
            utility_sum=0.0,
            max_game_length=100_000,
        )
        super().__init__(_type_of(game), info, given)

    def new_initial_state(self, *_args: Any) -> "SpielState":
        """Before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What a seat sees, as a tensor or as a text."""
        if params:
            raise InvalidOption(f"observers take no parameters, not {shown(params)}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.blank.game, recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A match, or what waits for chance to become one."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._blank = game.blank
        self.match: Match | None = None
        #: The action that waits for chance; None if somebody is to decide.
        self._waiting: int | None = DEAL
        self._found = game.deals
        self._seed: tuple[int, ...] = ()

    def current_player(self) -> int:
        """The seat to decide, chance, or nobody."""
        if self._waiting is not None or self.match is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.match.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.match.turn or 0)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self._waiting is None and self.match is not None and self.match.over

    def _legal_actions(self, player: int) -> list[int]:
        assert self.match is not None
        return self.match.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can do now, and how likely."""
        if self._found is not None:
            return [(k, float(each.probability)) for k, each in enumerate(self._found)]
        return [(k, 1 / BYTE) for k in range(BYTE)]

    def _apply_action(self, action: int) -> None:
        if self._waiting is None:
            self._decide(action)
        elif self._found is not None:
            self._settle(self._found[action].match.copy())
        else:
            self._seed += (action,)
            if len(self._seed) == SEED_NODES:
                self._settle(self._drawn(int.from_bytes(bytes(self._seed), "little")))

    def _decide(self, action: int) -> None:
        """Play an action; where it needs chance, wait for it."""
        assert self.match is not None
        after = self.match.copy()
        after.play(action)
        if not after.drew:
            self.match = after
            return
        self._waiting = action
        try:
            self._found = Shared(outcomes(self.match, action, QUICKLY))
        except InvalidOption:
            self._found = None

    def _settle(self, match: Match) -> None:
        self.match, self._waiting, self._found, self._seed = match, None, None, ()

    def _drawn(self, seed: int) -> Match:
        """The match with what a seed makes of the action that waits."""
        generator = rng.generator(seed)
        if self._waiting == DEAL or self.match is None:
            match = self._blank.undealt()
            match._script[0] = generator
            match._deal()
            return match
        match = self.match.copy()
        match._script[match.ply + 1] = generator
        match.play(int(self._waiting or 0))
        return match

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.match is None:
            return f"chance {action}"
        return self.match.notation(action)

    def returns(self) -> list[float]:
        """Players x share of the victory - 1; 0 before the end."""
        return [0.0] * self.num_players() if not self.is_terminal() else self._worth()

    def _worth(self) -> list[float]:
        assert self.match is not None
        return self.match.returns()

    def resample_from_infostate(
        self, player: int, sampler: Callable[[], float] | None = None
    ) -> "SpielState":
        """A state that the seat cannot tell from this one, as likely as fair deals make it."""
        assert self.match is not None
        seed = None if sampler is None else int(sampler() * 2**53)
        other = self.get_game().new_initial_state()
        other._settle(self.match.worlds(player, 1, seed=seed)[0])
        return other

    def __str__(self) -> str:
        if self.match is None:
            return f"before the deal {list(self._seed)}"
        waits = "" if self._waiting is None else f" {self._waiting} {list(self._seed)}"
        return f"{self.match.information(None)} {self.match.to_dict()}{waits}"


class Observer:
    """What a seat sees: see OpenSpiel's ``observation.py``."""

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self._game = game
        self._recall = perfect_recall
        size = game.num_features + (KEY_BITS if perfect_recall else 0)
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor[: game.num_features]}
        if perfect_recall:
            self.dict["history"] = self.tensor[game.num_features :]

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor."""
        self.tensor.fill(0)
        if state.match is None:
            return
        self.dict["observation"][:] = state.match.features(player, np.float32)
        if self._recall:
            key = np.frombuffer(bytes.fromhex(state.match.information(player)), np.uint8)
            self.dict["history"][:] = np.unpackbits(key)

    def string_from(self, state: SpielState, player: int) -> str:
        """The key of all it has seen, or what it sees now."""
        if state.match is None:
            return "before the deal"
        if self._recall:
            return state.match.information(player)
        return str(state.match.view(player))


def register() -> None:
    """Make ``pyspiel.load_game("rookery_party")`` work, for every game."""
    for name in names():
        if f"rookery_{name}" not in pyspiel.registered_names():
            made = type(f"Rookery{name.capitalize()}", (SpielGame,), {"name": name})
            pyspiel.register_game(_type_of(find(name)), made)


register()
