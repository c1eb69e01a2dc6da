"""PettingZoo: ``env("party", players=4)`` is a game in which every seat is an agent.

An observation is a dictionary of the seat's ``observation`` (bytes: see ``game.observation``) and
its ``action_mask``. Only choices are asked: where one action is left, it is played by itself.
Rewards come at the end: players x share of the victory - 1, or score margins.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core.edition import Edition
from rookery.core.game import Game
from rookery.core.match import Match
from rookery.core.returns import check_kind
from rookery.errors import IllegalAction, InvalidOption, MatchOver
from rookery.games import find
from rookery.lab.extras import extra
from rookery.lab.rendering import MODES, check_mode, render
from rookery.lab.spaces import blank_mask, observation_space

with extra("lab"):
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv

Observation = dict[str, npt.NDArray[Any]]


class Env(AECEnv):  # type: ignore[misc]
    """A match as PettingZoo sees it."""

    metadata: Mapping[str, Any] = {
        "name": "rookery_v1",
        "render_modes": list(MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Game,
        players: int,
        edition: Edition,
        options: Mapping[str, Any],
        render_mode: str | None = None,
        returns: str = "wins",
    ) -> None:
        super().__init__()
        self.game = game
        self.edition = edition
        self.options = dict(options)
        self.render_mode = check_mode(render_mode)
        self._kind = check_kind(returns)
        self._chance: np.random.Generator | None = None
        game.prepare(players, options, np.zeros(1, game.dtype), edition)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = {agent: observation_space(game) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents}
        self._nothing = blank_mask(game.num_actions)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new match; ``seed`` fixes it and all that come after it."""
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        number = int(self._chance.integers(2**63))
        players = len(self.possible_agents)
        self.match = Match.start(self.game, players, number, self.edition, self.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.match.turn or 0]

    def observe(self, agent: str) -> Observation:
        """What an agent sees now; its mask is empty while others are to move."""
        seat = self._seat_of[agent]
        mask = self._nothing.copy()
        if self.match.turn == seat:
            mask[self.match._actions[: self.match._count]] = 1
        return {"observation": self.match.features(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The agent selected plays; one that is done steps with None."""
        if not self.agents:
            raise MatchOver("all agents are done; call reset() first")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{agent} is to move, so its action is a number, not None")
        self.match.play(int(action) if isinstance(action, np.integer) else action)
        self._cumulative_rewards[agent] = 0.0
        if self.match.over:
            worth = self.match.returns(self._kind)
            self.rewards = dict(zip(self.possible_agents, worth, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.match.turn or 0]

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table, as the seat to move sees it."""
        if self.render_mode is None:
            raise InvalidOption(f"render_mode was not given; it takes {', '.join(MODES)}")
        return render(self.match, self.render_mode, self.match.turn)

    def close(self) -> None:
        """Nothing is held open."""


def env(
    game: str,
    players: int | None = None,
    *,
    edition: str | Path | Edition | None = None,
    render_mode: str | None = None,
    returns: str = "wins",
    **options: Any,
) -> Env:
    """An environment of a game; further options are the game's own.

    >>> party = env("party", players=3, rounds=1)
    >>> party.reset(seed=7)
    >>> party.agents
    ['seat_0', 'seat_1', 'seat_2']
    """
    found = find(game)
    printed = found.as_edition(edition)
    return Env(found, found.usual(players, printed), printed, options, render_mode, returns)


raw_env = env
