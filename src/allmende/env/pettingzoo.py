"""Our games for PettingZoo: one agent for each seat.

    from allmende.env import pettingzoo
    env = pettingzoo.env("<game>", seats=3)

An agent is shown what its seat knows and, as `action_mask`, which moves it may make: none where it
is not to act. Who makes an illegal move loses, as in the peer's own board games.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from allmende.core.errors import IllegalMove
from allmende.core.game import Game

from .optional import needed
from .tables import Tables

needed("pettingzoo")

from pettingzoo import AECEnv, ParallelEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

from .spaces import ANSI, checked_render_mode, masked_observations, moves  # noqa: E402

ILLEGAL_REWARD = -1.0
TABLE = 0
"""The number of the only table."""


class Seats:
    """What both kinds of environments share: a table, and an agent for each of its seats."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        skip_forced: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Open a table. Seats and options are those of `allmende.new`; with `skip_forced` nobody is
        asked where there is only one move."""
        self.render_mode = checked_render_mode(render_mode)
        self.tables = Tables(
            game,
            1,
            seats=seats,
            options=options,
            skip_forced=skip_forced,
            auto_reset=False,
            observe=False,
        )
        game, seats = self.tables.game, self.tables.seats
        self.metadata = {
            "name": f"allmende_{game.name}_v0",
            "render_modes": [ANSI],
            "is_parallelizable": True,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents = list(self.possible_agents)
        agents = self.possible_agents
        self.observation_spaces = {agent: masked_observations(game, seats) for agent in agents}
        self.action_spaces = {agent: moves(game) for agent in agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of moves."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return what an agent knows and may do."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.tables.game.moves, np.int8)
        mask[self.tables.legal(TABLE, seat)] = 1
        return {"observation": self.tables.observe(seat)[TABLE], "action_mask": mask}

    def render(self) -> str | None:
        """Draw what everybody may see with characters."""
        return self.tables.match(TABLE).board() if self.render_mode == ANSI else None

    def close(self) -> None:
        """Leave the table."""

    def to_act(self) -> list[str]:
        """List the agents that may decide now."""
        return [self.possible_agents[seat] for seat in self.tables.match(TABLE).to_act]

    def deciding(self) -> str:
        """Return the agent that decides now; at the end, the first one."""
        return self.possible_agents[max(0, int(self.tables.seat[TABLE]))]

    def for_all(self, value: Any) -> dict[str, Any]:
        """Give the same to each agent."""
        return dict.fromkeys(self.agents, value)

    def empty_infos(self) -> dict[str, dict[str, Any]]:
        """Tell each agent nothing more."""
        return {agent: {} for agent in self.agents}

    def rewards_now(self) -> dict[str, float]:
        """Return what the last move brought to each agent."""
        return dict(zip(self.possible_agents, self.tables.reward[TABLE].tolist(), strict=True))


class TurnEnv(Seats, AECEnv):  # type: ignore[misc]
    """One agent decides at a time. Where several may, the one with the lowest number begins; the
    others cannot see what it chose."""

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin the next game, or with a seed the first one of another series."""
        self.tables.reset(seed=seed)
        self.agents = list(self.possible_agents)
        self.rewards = self.for_all(0.0)
        self._cumulative_rewards = self.for_all(0.0)
        self.terminations, self.truncations = self.for_all(False), self.for_all(False)
        self.infos = self.empty_infos()
        self.agent_selection = self.deciding()

    def step(self, action: int | None) -> None:
        """Make the move of the agent that decides; one whose game is over says None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.tables.step([action])
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self.rewards_now()
        self.terminations = self.for_all(bool(self.tables.over[TABLE]))
        self.agent_selection = self.deciding()
        self._accumulate_rewards()


class TogetherEnv(Seats, ParallelEnv):  # type: ignore[misc]
    """All who may decide do so in one step; what the others say is not heard. It makes sense where
    seats choose at the same time; else it is one seat that decides in each step."""

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin the next game, or with a seed the first one of another series."""
        self.tables.reset(seed=seed)
        self.agents = list(self.possible_agents)
        return self.observe_all(), self.empty_infos()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Make the moves of all agents that may decide."""
        asked = self.to_act()
        illegal = [agent for agent in asked if not self.is_legal(agent, actions)]
        rewards = self.for_all(0.0)
        if illegal:
            rewards |= dict.fromkeys(illegal, ILLEGAL_REWARD)
        else:
            self.make_moves(asked, actions)
            rewards = self.rewards_now()
        over = bool(illegal) or bool(self.tables.over[TABLE])
        shown = (
            self.observe_all(),
            rewards,
            self.for_all(over),
            self.for_all(False),
            self.empty_infos(),
        )
        self.agents = [] if over else self.agents
        return shown

    def make_moves(self, asked: list[str], actions: Mapping[str, int]) -> None:
        """Make one move for each agent that was asked, and none for what comes after that."""
        while self.tables.seat[TABLE] >= 0 and (agent := self.deciding()) in asked:
            asked.remove(agent)
            self.tables.step([actions[agent]])

    def is_legal(self, agent: str, actions: Mapping[str, int]) -> bool:
        """Tell whether an agent that has to say a move says one that it may make."""
        if agent not in actions:
            raise IllegalMove(f"{agent} is to act and has no action; to act: {self.to_act()}")
        return actions[agent] in self.tables.legal(TABLE, self.possible_agents.index(agent))

    def observe_all(self) -> dict[str, dict[str, np.ndarray]]:
        """Return what each agent knows and may do."""
        return {agent: self.observe(agent) for agent in self.agents}


def raw_env(game: str | Game, **settings: Any) -> TurnEnv:
    """Return a game in turns, as it is: an illegal move is an error and changes nothing."""
    return TurnEnv(game, **settings)


def env(game: str | Game, **settings: Any) -> AECEnv:
    """Return a game in turns, in the usual wrappers: an illegal move loses."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **settings), ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def parallel_env(game: str | Game, **settings: Any) -> TogetherEnv:
    """Return a game in which all who may decide do so at once."""
    return TogetherEnv(game, **settings)
