"""Our games for Gymnasium: a learner holds one seat, and players of a level hold the others.

    import gymnasium
    import allmende.env.gymnasium
    env = gymnasium.make("allmende/<game>-v0", opponent="calf")

`info["action_mask"]` says which moves may be made. Who makes an illegal move loses at once, unless
`illegal="raise"` makes it an error.
"""

from typing import Any

import numpy as np

from allmende.core.errors import BadSetup, IllegalMove
from allmende.core.game import Game
from allmende.core.registry import known_games

from .against import Against
from .arrays import moves_from
from .optional import needed
from .stepping import LEAVE

needed("gymnasium")

import gymnasium  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

from .spaces import ANSI, checked_render_mode, moves, observations  # noqa: E402

LOSE, RAISE = "lose", "raise"
"""What an illegal move may do."""
ILLEGAL_REWARD = -1.0
FRAMES = 1
"""Pictures a second: a board is looked at for a while."""
TABLE = 0
"""The number of the only table."""


def checked_illegal(illegal: str) -> str:
    """Return what an illegal move does, if that is something we know."""
    if illegal not in (LOSE, RAISE):
        raise BadSetup(f"illegal {illegal!r}: an illegal move can '{LOSE}' or '{RAISE}'")
    return illegal


class GameEnv(gymnasium.Env):  # type: ignore[misc]
    """One game, step by step."""

    metadata = {"render_modes": [ANSI], "render_fps": FRAMES}

    def __init__(
        self, game: str | Game, illegal: str = LOSE, render_mode: str | None = None, **settings: Any
    ) -> None:
        """Sit down; see `Against` for the settings: seats, seat, opponent, options, skip_forced."""
        self.render_mode, self.illegal = checked_render_mode(render_mode), checked_illegal(illegal)
        self.against = Against(game, 1, **settings)
        tables = self.against.tables
        self.observation_space = observations(tables.game, tables.seats)
        self.action_space = moves(tables.game)
        self.is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin the next game, or with a seed the first one of another series."""
        super().reset(seed=seed)
        self.against.begin(np.ones(1, np.bool_), seed)
        self.is_over = False
        return self.observed(), self.info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the others play."""
        if self.is_over:
            raise IllegalMove("the game is over: reset the environment")
        chosen = moves_from([action], 1)
        if self.illegal == RAISE or self.against.may(chosen)[TABLE]:
            reward = float(self.against.act(chosen)[TABLE])
            self.is_over = bool(self.against.ended()[TABLE])
        else:
            reward, self.is_over = ILLEGAL_REWARD, True
        return self.observed(), reward, self.is_over, False, self.info()

    def observed(self) -> np.ndarray:
        """Return what the learner knows."""
        observed: np.ndarray = self.against.observe()[TABLE]
        return observed

    def info(self) -> dict[str, Any]:
        """Return what else there is to say."""
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> np.ndarray:
        """Return which moves may be made, under the name by which other libraries ask for it."""
        mask: np.ndarray = self.against.mask()[TABLE]
        return mask

    def render(self) -> str | None:
        """Draw what the learner may see with characters."""
        return self.against.board(TABLE) if self.render_mode == ANSI else None


class GameVectorEnv(VectorEnv):  # type: ignore[misc]
    """Many games at once. One that is over makes room for the next in the same step; how it ended
    for the learner stands in `infos["final_obs"]` and `infos["final_info"]`."""

    metadata = {
        "render_modes": [ANSI],
        "render_fps": FRAMES,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        illegal: str = LOSE,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        """Sit down at many tables; see `Against` for the settings."""
        self.render_mode, self.illegal = checked_render_mode(render_mode), checked_illegal(illegal)
        self.against = Against(game, num_envs, **settings)
        tables = self.against.tables
        self.num_envs = tables.count
        self.single_observation_space = observations(tables.game, tables.seats)
        self.single_action_space = moves(tables.game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin the next game at all tables, or with a seed the first one of another series."""
        super().reset(seed=seed)
        self.against.begin(np.ones(self.num_envs, np.bool_), seed)
        return self.against.observe(), {"action_mask": self.against.mask()}

    def step(
        self, actions: Any
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Make a move at each table, let the others play, and begin games that are due."""
        chosen = moves_from(actions, self.num_envs)
        lost = ~self.against.may(chosen) if self.illegal == LOSE else np.zeros(self.num_envs, bool)
        reward = self.against.act(np.where(lost, LEAVE, chosen)).astype(np.float64)
        reward[lost] = ILLEGAL_REWARD
        ended = lost | self.against.ended()
        infos = self.final(ended) if ended.any() else {}
        if ended.any():
            self.against.begin(ended)
        infos["action_mask"] = self.against.mask()
        return self.against.observe(), reward, ended, np.zeros_like(ended), infos

    def final(self, ended: np.ndarray) -> dict[str, Any]:
        """Tell what the learner knows where a game has ended."""
        observed, mask = self.against.observe(), self.against.mask()
        infos: dict[str, Any] = {}
        for table in np.flatnonzero(ended).tolist():
            final = {"final_obs": observed[table], "final_info": {"action_mask": mask[table]}}
            infos = self._add_info(infos, final, table)
        return infos

    def render(self) -> tuple[str, ...] | None:
        """Draw what the learner may see at each table with characters."""
        if self.render_mode != ANSI:
            return None
        return tuple(self.against.board(table) for table in range(self.num_envs))


def register_games() -> None:
    """Let `gymnasium.make` and `make_vec` know the installed games."""
    for name in known_games():
        gymnasium.register(
            f"allmende/{name}-v0",
            entry_point=f"{__name__}:{GameEnv.__name__}",
            vector_entry_point=f"{__name__}:{GameVectorEnv.__name__}",
            kwargs={"game": name},
        )


register_games()
