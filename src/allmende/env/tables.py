"""Many games at once, for learners: arrays in, arrays out, one compiled step over all tables."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from os import PathLike
from typing import Any, NamedTuple

import numpy as np

from allmende.core.chance import key_of_seed
from allmende.core.errors import BadSetup, IllegalMove
from allmende.core.game import Game
from allmende.core.match import Match, checked_seed, data_document
from allmende.core.observation import size
from allmende.core.quick import STATE_WORDS
from allmende.core.record import BLOCK_WORDS, KEY_WORDS, Record, blank_records, copy_record
from allmende.core.registry import find_game

from .arrays import aligned, chosen_tables, moves_from, seat_from, seats_from, whole_number
from .observing import observing_of
from .sets import blank_sets
from .stepping import (
    BEGIN,
    FRESH,
    LEAVE,
    NOT_FOUND,
    SPARE,
    Scratch,
    Shown,
    Truth,
    draw_moves,
    first_refused,
    seed_tables,
    step_of,
)


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
    ) -> None:
        """Deal `count` games. Seats, options, data and rules are those of `allmende.new`.

        With `skip_forced` nobody is asked where there is only one move; with `auto_reset` a game
        that ends makes room for the next one in the same step. Who needs no observations is faster
        without `observe`. Sharing a step among threads costs about 0.2 ms.
        """
        self.game = game if isinstance(game, Game) else find_game(game)
        self.count = whole_number("tables", count, 1)
        self.seats = self.game.check_seats(self.game.seats[0] if seats is None else seats)
        self.skip_forced, self.auto_reset = bool(skip_forced), bool(auto_reset)
        self.observing = bool(observe)
        self.threads = min(whole_number("threads", threads, 1), self.count)
        fresh = self.game.prepare(self.seats, options or {}, data_document(data), rules)
        self._step = step_of(self.game)
        self._truth = blank_truth(self.game, self.count)
        self._shown = blank_shown(self.game, self.count, self.seats)
        self._scratch = [scratch_for(self.game, fresh) for _ in range(self.threads)]
        self._moves = aligned((self.count,), np.int64)
        self._observation = self._blank_observations(self.observing)
        self.reset(seed=checked_seed(seed))

    @property
    def turn(self) -> Turn:
        """How all tables stand now."""
        return Turn(*self._shown, self._observation)

    @property
    def seat(self) -> np.ndarray:
        """Who decides at each table."""
        return self._shown.seat

    @property
    def mask(self) -> np.ndarray:
        """Which moves the seat that decides may make, at each table."""
        return self._shown.mask

    @property
    def reward(self) -> np.ndarray:
        """What the last step brought to each seat, at each table."""
        return self._shown.reward

    @property
    def over(self) -> np.ndarray:
        """Whether a game ended in the last step, at each table."""
        return self._shown.over

    @property
    def observation(self) -> np.ndarray:
        """What the seat that decides knows, at each table."""
        return self._observation

    def reset(self, tables: Any = None, *, seed: int | str | None = None) -> Turn:
        """Begin the next game at all tables, or at some: those with these numbers or marks. With a
        `seed` all tables begin with the first game of another series."""
        marked = chosen_tables(tables, self.count)
        if seed is not None:
            if not marked.all():
                raise BadSetup("a new seed is for all tables: reset them all, or go without it")
            self.seed = checked_seed(seed)
            seed_tables(self._truth, key_of_seed(self.seed), self._scratch[0].block)
        return self._make(np.where(marked, BEGIN, LEAVE))

    def step(self, moves: Any) -> Turn:
        """Make one move at each table: that of the seat which decides there. A move of -1 leaves
        its table as it is, and a game that is over takes no notice of any."""
        numbers = moves_from(moves, self.count)
        refused = int(first_refused(self._truth, self.game.moves, numbers))
        if refused != NOT_FOUND:
            raise IllegalMove(self._why_refused(refused, int(numbers[refused])))
        return self._make(np.maximum(numbers, LEAVE))  # less would begin a game anew

    def observe(self, seat: Any) -> np.ndarray:
        """Return what a seat knows at each table, in an array of its own: the seat of that number,
        or one for each table, -1 for nobody. Works at the end of a game, too."""
        looking = seats_from(seat, self.count, self.seats)
        observed = self._blank_observations(True)
        self._look(looking, observed)
        return observed

    def legal(self, table: int, seat: int) -> list[int]:
        """List the legal moves of any seat at a table: of one that need not wait for others, as
        they choose at the same time, too; none if it is not to act."""
        s = self._truth.records[self._checked(table)]
        return [] if s.over else self.game.legal_moves(s, seat_from(seat, self.seats))

    def sample(self, tables: Any = None) -> np.ndarray:
        """Return a random legal move for each table, or for some, all equally likely, from the
        seed; -1 elsewhere and where the game is over. It is always the same array."""
        marked, moves = chosen_tables(tables, self.count), self._moves
        self._on_all_threads(
            lambda _, first, end: draw_moves(self._truth, marked, moves, first, end)
        )
        return self._moves

    @property
    def games(self) -> np.ndarray:
        """The number of the game at each table, from 0 on."""
        return self._truth.games - 1

    def seed_of(self, table: int) -> str:
        """Return the seed of the game at a table."""
        return f"{self.seed}/{table}/{self.games[self._checked(table)]}"

    def record(self, table: int) -> Record:
        """Return a copy of the record of a table: the whole truth."""
        return copy_record(self._truth.records[self._checked(table)])

    def match(self, table: int) -> Match:
        """Return a match that goes on from where a table stands, to look at or to play."""
        return Match(self.game, self.record(table), None)

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"<{self.count} tables of {self.game.name}, {self.seats} seats, seed {self.seed}>"

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, "tables")

    def _make(self, moves: np.ndarray) -> Turn:
        """Make moves that are legal, and show what came of it."""
        truth, shown = self._truth, self._shown
        skipping, going_on = self.skip_forced, self.auto_reset
        self._on_all_threads(
            lambda scratch, first, end: self._step(
                truth, shown, moves, scratch, skipping, going_on, first, end
            )
        )
        if self.observing:
            self._look(truth.seat, self._observation)
        return self.turn

    def _look(self, looking: np.ndarray, observed: np.ndarray) -> None:
        """Write what some seats know."""
        records, look = self._truth.records, observing_of(self.game, self.seats)
        self._on_all_threads(
            lambda scratch, first, end: look(records, looking, observed, scratch, first, end)
        )

    def _blank_observations(self, wanted: bool) -> np.ndarray:
        columns = size(self.game, self.seats) if wanted else 0
        return aligned((self.count, columns), np.float32)

    def _on_all_threads(self, work: Callable[[Scratch, int, int], None]) -> None:
        """Share the tables among the threads, in equal parts."""
        if self.threads == 1:
            work(self._scratch[0], 0, self.count)
            return
        ends = [self.count * part // self.threads for part in range(self.threads + 1)]
        parts = zip(self._scratch, ends[:-1], ends[1:], strict=True)
        for done in [self._pool.submit(work, *part) for part in parts]:
            done.result()

    def _why_refused(self, table: int, move: int) -> str:
        s = self._truth.records[table]
        seat = self.game.to_act(s)[0]
        reason = self.game.why_not(s, seat, move)
        said = "" if reason is None else f": {self.game.speaker().say(reason)}"
        return f"table {table}: move {move} of seat {seat} is not legal{said}"

    def _checked(self, table: int) -> int:
        if whole_number("table", table, 0) >= self.count:
            raise BadSetup(f"table {table}: there are tables 0 to {self.count - 1}")
        return table


def blank_truth(game: Game, count: int) -> Truth:
    """Return tables at which nothing has been dealt."""
    return Truth(
        records=blank_records(game.record, count),
        seat=np.zeros(count, np.int64),
        legal=blank_sets(count, game.moves),
        choices=np.zeros(count, np.int64),
        keys=np.zeros((count, KEY_WORDS), np.uint32),
        games=np.zeros(count, np.int64),
        luck=np.zeros((count, STATE_WORDS), np.int64),
    )


def blank_shown(game: Game, count: int, seats: int) -> Shown:
    """Return the arrays that a learner is shown."""
    return Shown(
        seat=aligned((count,), np.int32),
        mask=aligned((count, game.moves), np.bool_),
        reward=aligned((count, seats), np.float32),
        over=aligned((count,), np.bool_),
    )


def scratch_for(game: Game, fresh: Record) -> Scratch:
    """Return the memory of one thread, with a record to begin games from."""
    spare = blank_records(game.record, SPARE)
    spare[FRESH] = fresh
    return Scratch(
        moves=np.zeros(game.moves, np.int64),
        places=np.zeros(max(game.seats), np.int64),
        block=np.zeros(BLOCK_WORDS, np.uint32),
        spare=spare,
    )
