"""Gymnasium: one seat learns, bots have the others. Importing this registers the environments.

    import gymnasium, rookery.lab.gymnasium
    env = gymnasium.make("rookery/Party-v1", opponents="greedy", seat=0)
    envs = rookery.lab.gymnasium.VectorEnv("party", 64, opponents="greedy")

An observation is a dictionary of the seat's ``observation`` and its ``action_mask``; the mask is in
``info`` as well. The reward comes at the end: players x share of the victory - 1.
"""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.bots import find as find_bot
from rookery.core import rng
from rookery.core.batch import Batch
from rookery.core.edition import Edition
from rookery.core.match import Match
from rookery.core.returns import check_kind
from rookery.errors import IllegalAction, InvalidOption, MatchOver, shown
from rookery.games import find, names
from rookery.lab.extras import extra
from rookery.lab.rendering import MODES, check_mode, render
from rookery.lab.spaces import blank_mask, check_seat, observation_space

with extra("lab"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as BaseVectorEnv
    from gymnasium.vector.utils import batch_space

Observation = dict[str, npt.NDArray[Any]]
Infos = dict[str, Any]
#: Opponents that a vector of environments can have: compiled ones.
COMPILED = ("random", "greedy")


class Legal(spaces.Discrete):  # type: ignore[misc]
    """Actions of a game; a sample without a mask is one that is legal now."""

    def __init__(self, env: "Env", count: int) -> None:
        super().__init__(count)
        self._env = env

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A legal action."""
        if mask is None and probability is None:
            mask = self._env.mask()
        return super().sample(mask, probability)

    def __deepcopy__(self, memo: object) -> spaces.Discrete:
        return spaces.Discrete(int(self.n))


class Env(gymnasium.Env):  # type: ignore[misc]
    """A match in which one seat learns and the others are bots."""

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 - the library's form

    def __init__(
        self,
        game: str,
        players: int | None = None,
        opponents: str = "greedy",
        seat: int = 0,
        edition: str | Path | Edition | None = None,
        render_mode: str | None = None,
        returns: str = "wins",
        **options: Any,
    ) -> None:
        self.game = find(game)
        self.edition = self.game.as_edition(edition)
        self.options = options
        self.players = self.game.usual(players, self.edition)
        self.game.prepare(self.players, options, np.zeros(1, self.game.dtype), self.edition)
        self.seat = check_seat(seat, self.players)
        self.opponents = find_bot(opponents, self.game)
        self.render_mode = check_mode(render_mode)
        self._kind = check_kind(returns)
        self.match: Match | None = None
        self.observation_space = observation_space(self.game)
        self.action_space = Legal(self, self.game.num_actions)

    def mask(self) -> npt.NDArray[np.int8]:
        """Which actions are legal."""
        mask = blank_mask(self.game.num_actions)
        if self.match is not None and self.match.turn == self.seat:
            mask[self.match.legal()] = 1
        return mask

    def reset(
        self, *, seed: int | None = None, options: Infos | None = None
    ) -> tuple[Observation, Infos]:
        """A new match, up to the first choice of the seat."""
        super().reset(seed=seed)
        self.match = None
        while self.match is None or self.match.over:  # bots alone may bring it to its end
            number = int(self.np_random.integers(2**63))
            self._chance = rng.generator(number, ply=1)
            self.match = Match.start(self.game, self.players, number, self.edition, self.options)
            self._answer(self.match)
        return self._seen(self.match)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Infos]:
        """The seat plays, and the bots until it has a choice again.

        The library steps with actions that it has not looked up in the mask. One that is not legal
        changes nothing, and ``info["illegal"]`` names it.
        """
        if self.match is None or self.match.over:
            raise MatchOver("the match is over; call reset() first")
        try:
            self.match.play(int(action) if isinstance(action, np.integer) else action)
        except IllegalAction as error:
            seen, info = self._seen(self.match)
            return seen, 0.0, False, False, {**info, "illegal": str(error)}
        self._answer(self.match)
        seen, info = self._seen(self.match)
        over = self.match.over
        reward = self.match.returns(self._kind)[self.seat] if over else 0.0
        return seen, reward, over, False, info

    def _answer(self, match: Match) -> None:
        while (turn := match.turn) is not None and turn != self.seat:
            match.play(self.opponents.choose(match.informed(turn), match.legal(), self._chance))

    def _seen(self, match: Match) -> tuple[Observation, Infos]:
        mask = self.mask()
        seen = {"observation": match.features(self.seat), "action_mask": mask}
        return seen, {"action_mask": mask.copy()}

    def render(self) -> Any:
        """The table, as the seat sees it."""
        if self.render_mode is None or self.match is None:
            raise InvalidOption(f"give render_mode ({', '.join(MODES)}) and reset first")
        return render(self.match, self.render_mode, self.seat)


class VectorEnv(BaseVectorEnv):  # type: ignore[misc]
    """Many such matches at once, over a ``Batch``, with compiled opponents.

    A match that ends is dealt anew in the same step; ``final_obs`` in the infos is how it ended.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - the library's form

    def __init__(
        self,
        game: str,
        num_envs: int,
        players: int | None = None,
        opponents: str = "greedy",
        seat: int = 0,
        edition: str | Path | Edition | None = None,
        threads: int | None = None,
        returns: str = "wins",
        **options: Any,
    ) -> None:
        if opponents not in COMPILED:
            raise InvalidOption(f"opponents={shown(opponents)}: it takes {' or '.join(COMPILED)}")
        self.game = find(game)
        self._how = (players, edition, threads, options)
        self.num_envs = num_envs
        self._greedy = opponents == "greedy"
        self._kind = check_kind(returns)
        self.batch = self._new(None)
        self.seat = check_seat(seat, self.batch.players)
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _new(self, seed: int | None) -> Batch:
        players, edition, threads, options = self._how
        return self.game.batch(self.num_envs, players, seed, edition, threads, **options)

    def reset(
        self, *, seed: int | None = None, options: Infos | None = None
    ) -> tuple[Observation, Infos]:
        """New matches, up to the first choice of the seat in each."""
        super().reset(seed=seed)
        self.batch = self._new(int(self.np_random.integers(2**63)))
        self._answer()
        while (over := self.batch.over).any():
            self.batch.reset(over)
            self._answer()
        seen = self._seen()
        return seen, {"action_mask": seen["action_mask"]}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[np.float64], Any, Any, Infos]:
        """The seat plays in all matches, and the others until it has a choice again."""
        self.batch.step(actions)
        self._answer()
        done = self.batch.over
        rewards = self.batch.returns(self._kind)[:, self.seat]
        infos: Infos = {}
        if done.any():
            infos["final_obs"] = self._seen()
            infos["_final_obs"] = done
            while (over := self.batch.over).any():
                self.batch.reset(over)
                self._answer()
        seen = self._seen()
        infos["action_mask"] = seen["action_mask"]
        return seen, rewards, done, np.zeros(self.num_envs, np.bool_), infos

    def _answer(self) -> None:
        batch = self.batch
        while (others := (turn := batch.turn) >= 0).any():
            others &= turn != self.seat
            if not others.any():
                return
            batch.step(batch.greedy() if self._greedy else batch.pick(), others)

    def _seen(self) -> Observation:
        batch = self.batch
        mask = batch.mask() & (batch.turn == self.seat)[:, None]
        return {"observation": batch.observe(self.seat), "action_mask": mask.view(np.int8)}


def register() -> None:
    """Make ``gymnasium.make("rookery/Party-v1")`` work, for every game."""
    for name in names():
        made = f"rookery/{name.capitalize()}-v1"
        if made not in gymnasium.registry:
            gymnasium.register(made, f"{__name__}:Env", kwargs={"game": name})


register()
