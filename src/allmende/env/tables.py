"""Many games at once, for learners: arrays in, arrays out, one compiled step over all tables."""

from collections.abc import Mapping
from os import PathLike
from typing import Any, NamedTuple

import numpy as np

from allmende.core.chance import key_of_seed
from allmende.core.errors import BadSetup, IllegalMove
from allmende.core.game import Game
from allmende.core.gpu import CPU, GPU, chosen_place
from allmende.core.match import Match, checked_seed, data_document
from allmende.core.record import Record
from allmende.core.registry import find_game

from .arrays import chosen_tables, seat_from, seats_from, whole_number
from .on_cpu import OnCpu
from .places import Manner, Place
from .stepping import NOT_FOUND


class Turn(NamedTuple):
    """How all tables stand after a step. These are the arrays of the tables themselves, which the
    next step writes over: copy what is to be kept. There is one row for each table."""

    seat: np.ndarray
    """Who decides now (int32); of several who may, the one with the lowest number. -1 where a game
    is over and no other was begun."""
    mask: np.ndarray
    """Which moves that seat may make (bool, one column for each move)."""
    reward: np.ndarray
    """What the step brought to each seat (float32, one column for each seat): nothing, unless the
    game ended in it. Then it is the seats behind less the seats in front, over all others."""
    over: np.ndarray
    """Whether a game ended in this step (bool)."""
    points: np.ndarray
    """How many points each seat has in the game that ended in this step (int32), else none."""
    observation: np.ndarray
    """What the seat that decides knows (float32, all between 0 and 1, zeros where nobody decides);
    see docs/observations.md for the columns. Without `observe` there are none."""


class Tables:
    """Many games of one kind, played side by side.

    Each step makes one decision at every table. Where several seats may decide, the one with the
    lowest number does so first; it cannot see what the others will choose, nor they what it chose.
    Game `n` at table `t` is that of the seed `"<seed>/<t>/<n>"`, whatever the number of tables and
    threads, and `allmende.new` deals the same.
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        *,
        seats: int | None = None,
        seed: int | str | None = None,
        options: Mapping[str, str] | None = None,
        data: "str | PathLike[str] | Mapping[str, Any] | None" = None,
        rules: int | None = None,
        skip_forced: bool = False,
        auto_reset: bool = True,
        observe: bool = True,
        threads: int = 1,
        on: str = CPU,
    ) -> None:
        """Deal `count` games. Seats, options, data and rules are those of `allmende.new`.

        With `skip_forced` nobody is asked where there is only one move; with `auto_reset` a game
        that ends makes room for the next one in the same step. Who needs no observations is faster
        without `observe`. Sharing a step among threads costs about 0.2 ms. With `on="gpu"` tables
        stand on a GPU, and all arrays with them ("auto": if there is one); threads are the GPU's
        own then.
        """
        self.game = game if isinstance(game, Game) else find_game(game)
        self.count = whole_number("tables", count, 1)
        self.seats = self.game.check_seats(self.game.seats[0] if seats is None else seats)
        self.threads = min(whole_number("threads", threads, 1), self.count)
        fresh = self.game.prepare(self.seats, options or {}, data_document(data), rules)
        manner = Manner(bool(skip_forced), bool(auto_reset), bool(observe))
        self._place = self._place_for(on, fresh, manner)
        self.reset(seed=checked_seed(seed))

    @property
    def turn(self) -> Turn:
        """How all tables stand now."""
        return Turn(*self._place.shown, self._place.observation)

    @property
    def seat(self) -> np.ndarray:
        """Who decides at each table."""
        return self._place.shown.seat

    @property
    def mask(self) -> np.ndarray:
        """Which moves the seat that decides may make, at each table."""
        return self._place.shown.mask

    @property
    def reward(self) -> np.ndarray:
        """What the last step brought to each seat, at each table."""
        return self._place.shown.reward

    @property
    def over(self) -> np.ndarray:
        """Whether a game ended in the last step, at each table."""
        return self._place.shown.over

    @property
    def points(self) -> np.ndarray:
        """The points of each seat in the game that ended in the last step, at each table."""
        return self._place.shown.points

    @property
    def observation(self) -> np.ndarray:
        """What the seat that decides knows, at each table."""
        return self._place.observation

    def reset(self, tables: Any = None, *, seed: int | str | None = None) -> Turn:
        """Begin the next game at all tables, or at some: those with these numbers or marks. With a
        `seed` all tables begin with the first game of another series."""
        marked = self._marked(tables)
        if seed is not None:
            if not marked.all():
                raise BadSetup("a new seed is for all tables: reset them all, or go without it")
            self.seed = checked_seed(seed)
            self._place.seed(key_of_seed(self.seed))
        self._place.begin(marked)
        return self.turn

    def step(self, moves: Any) -> Turn:
        """Make one move at each table: that of the seat which decides there. A move of -1 leaves
        its table as it is, and a game that is over takes no notice of any."""
        numbers = self._place.moves_from(moves)
        refused = self._place.first_refused(numbers)
        if refused != NOT_FOUND:
            raise IllegalMove(self._why_refused(refused, self._place.move_at(numbers, refused)))
        self._place.make(numbers)
        return self.turn

    def observe(self, seat: Any) -> np.ndarray:
        """Return what a seat knows at each table, in an array of its own: the seat of that number,
        or one for each table, -1 for nobody. Works at the end of a game, too."""
        looking = seats_from(self._place.on_host(seat), self.count, self.seats)
        return self._place.observe(looking)

    def legal(self, table: int, seat: int) -> list[int]:
        """List the legal moves of any seat at a table: of one that need not wait for others, as
        they choose at the same time, too; none if it is not to act."""
        s = self.record(table)
        return [] if s.over else self.game.legal_moves(s, seat_from(seat, self.seats))

    def sample(self, tables: Any = None) -> np.ndarray:
        """Return a random legal move for each table, or for some, all equally likely, from the
        seed; -1 elsewhere and where the game is over. It is always the same array."""
        return self._place.sample(self._marked(tables))

    @property
    def games(self) -> np.ndarray:
        """The number of the game at each table, from 0 on."""
        return self._place.games() - 1

    def seed_of(self, table: int) -> str:
        """Return the seed of the game at a table."""
        return f"{self.seed}/{table}/{self.games[self._checked(table)]}"

    def record(self, table: int) -> Record:
        """Return a copy of the record of a table: the whole truth."""
        return self._place.record(self._checked(table))

    def match(self, table: int) -> Match:
        """Return a match that goes on from where a table stands, to look at or to play."""
        return Match(self.game, self.record(table), None)

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"<{self.count} tables of {self.game.name}, {self.seats} seats, seed {self.seed}>"

    def _place_for(self, on: str, fresh: Record, manner: Manner) -> Place:
        """Return where the tables stand."""
        if chosen_place(on, "tables stand") == GPU:
            from .on_gpu import OnGpu

            return OnGpu(self.game, self.count, fresh, manner)
        return OnCpu(self.game, self.count, fresh, manner, self.threads)

    def _marked(self, tables: Any) -> np.ndarray:
        """Return a mark for each table that is meant."""
        return chosen_tables(self._place.on_host(tables), self.count)

    def _why_refused(self, table: int, move: int) -> str:
        s = self.record(table)
        seat = self.game.to_act(s)[0]
        reason = self.game.why_not(s, seat, move)
        said = "" if reason is None else f": {self.game.speaker().say(reason)}"
        return f"table {table}: move {move} of seat {seat} is not legal{said}"

    def _checked(self, table: int) -> int:
        if whole_number("table", table, 0) >= self.count:
            raise BadSetup(f"table {table}: there are tables 0 to {self.count - 1}")
        return table
