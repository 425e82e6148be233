"""Tables at which a learner holds one seat and players hold the others."""

from collections.abc import Callable, Mapping

import numpy as np

from allmende.bots.levels import RANDOM, player_named
from allmende.bots.player import Player
from allmende.core.game import Game
from allmende.core.sight import Sight

from .arrays import NOBODY, seat_from
from .stepping import LEAVE
from .tables import Tables

Opponent = str | Callable[[Game, str], Player]
"""The name of a level, or what makes a player of a game from a seed."""


class Against:
    """Some tables with one learner each. After each of its moves the others play, until it has to
    decide again or the game is over.

    A player is made anew for each decision: so the same seed brings the same answer, whatever was
    played before, and a thousand tables need no memory for a thousand trains of thought. Levels
    that think by the clock never play quite the same twice.
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        seats: int | None = None,
        seat: int | None = None,
        opponent: Opponent = RANDOM,
        options: Mapping[str, str] | None = None,
        skip_forced: bool = False,
        threads: int = 1,
    ) -> None:
        """Open the tables. The learner holds the given seat; without one it takes the next seat in
        every game, and another one at each table."""
        self.tables = Tables(
            game,
            count,
            seats=seats,
            options=options,
            skip_forced=skip_forced,
            auto_reset=False,
            observe=False,
            threads=threads,
        )
        self.seat = None if seat is None else seat_from(seat, self.tables.seats)
        self.opponent = opponent
        self.own = np.zeros(self.tables.count, np.int64)
        self.all = np.arange(self.tables.count)
        if isinstance(opponent, str):
            player_named(opponent, self.tables.game, "")  # or say that there is none

    def begin(self, marked: np.ndarray, seed: int | str | None = None) -> None:
        """Begin the next game at the tables that are marked, and let the others play until the
        learner has to decide. A game that ends before that makes room for the next one."""
        self.tables.reset(marked, seed=seed)
        number = self.all + self.tables.games if self.seat is None else self.seat
        self.own[:] = number % self.tables.seats
        self.let_others_play()
        if (ended := marked & self.ended()).any():
            self.begin(ended)

    def ended(self) -> np.ndarray:
        """Mark the tables at which the game is over."""
        ended: np.ndarray = self.tables.seat == NOBODY
        return ended

    def may(self, moves: np.ndarray) -> np.ndarray:
        """Mark the tables at which the learner may make its move."""
        known = (moves >= 0) & (moves < self.tables.game.moves)
        allowed: np.ndarray = known & self.tables.mask[self.all, np.where(known, moves, 0)]
        return allowed

    def act(self, moves: np.ndarray) -> np.ndarray:
        """Make the moves of the learner, let the others play, and return what that brought it."""
        reward = self.tables.step(moves).reward.copy()
        reward += self.let_others_play()
        return reward[self.all, self.own]

    def let_others_play(self) -> np.ndarray:
        """Let the others play until the learner has to decide everywhere or the game is over, and
        return what that brought to each seat."""
        reward = np.zeros_like(self.tables.reward)
        while (others := ~self.ended() & (self.tables.seat != self.own)).any():
            reward += self.tables.step(self.their_moves(others)).reward
        return reward

    def their_moves(self, others: np.ndarray) -> np.ndarray:
        """Return a move for each table at which another player decides."""
        if self.opponent == RANDOM:
            return self.tables.sample(others)
        moves = np.full(self.tables.count, LEAVE)
        for table in np.flatnonzero(others).tolist():
            moves[table] = self.decision(table)
        return moves

    def decision(self, table: int) -> int:
        """Let a player decide from what its seat knows."""
        game, s, seat = self.tables.game, self.tables.record(table), int(self.tables.seat[table])
        seed = f"{self.tables.seed_of(table)} player {seat}"
        if isinstance(self.opponent, str):
            player = player_named(self.opponent, game, seed)
        else:
            player = self.opponent(game, seed)
        return player.choose(Sight(game, s, seat, f"{seed} ply {int(s.ply)}"))

    def observe(self) -> np.ndarray:
        """Return what the learner knows at each table."""
        return self.tables.observe(self.own)

    def mask(self) -> np.ndarray:
        """Return which moves the learner may make at each table, as spaces want to hear it."""
        return self.tables.mask.astype(np.int8)

    def board(self, table: int) -> str:
        """Draw what the learner may see at a table with characters."""
        return self.tables.match(table).board(int(self.own[table]))
