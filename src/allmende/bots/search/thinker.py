"""Thinking within limits: how long, how many imagined games, and when to stop early."""

import math
import threading
import time
from dataclasses import dataclass, replace

import numpy as np

from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.record import blank_records
from allmende.core.sight import Sight

from .iteration import ANY_MOVE, searcher
from .knowing import knowledge_of, moves_in_secret
from .memory import KNOWN, NOTED, TABLE, memory_for
from .tree import NO_NODE, blank_tree, find_node, forget_everything

NODES = 1 << 18
PIECE_SECONDS = 0.01  # iterations are run in pieces of about this length, far below 50 ms
FIRST_PIECE, MOST_PIECE = 4, 1 << 20
MOST_ITERATIONS = 1 << 40
MOST_DECISIONS = 1 << 62
FIRST_ROOT = 1 << 30  # roots have numbers beyond those of all nodes
NOBODY = -1


@dataclass(frozen=True)
class Budget:
    """How much thought a decision is worth: whichever limit comes first."""

    seconds: float = math.inf
    iterations: int = MOST_ITERATIONS
    decisions: int = MOST_DECISIONS
    """Decisions of imagined games: what searches that look less or more far can be given alike."""

    def __post_init__(self) -> None:
        counted = self.iterations < MOST_ITERATIONS or self.decisions < MOST_DECISIONS
        if not (self.has_clock or counted):
            raise ValueError("a budget needs a limit: seconds, iterations or decisions")
        if self.iterations < 1 or self.decisions < 1 or self.seconds < 0:
            raise ValueError(f"{self}: there is no thought without an iteration, or before now")

    @property
    def has_clock(self) -> bool:
        """Whether time is limited, so that no two thoughts are quite the same."""
        return self.seconds < math.inf

    def at_pace(self, pace: float) -> "Budget":
        """Return a budget with this much of the time; a number of iterations stays as it is."""
        return replace(self, seconds=self.seconds * pace)


@dataclass(frozen=True)
class Considered:
    """A move that was thought about, and what came of it in imagined games."""

    move: int
    visits: int
    reward: float
    win: float
    points: float

    @property
    def error(self) -> float:
        """The standard error of the winning chance."""
        return math.sqrt(max(self.win * (1 - self.win), 0.25 / self.visits) / self.visits)


@dataclass(frozen=True)
class Thought:
    """What a search found out: the moves it tried, the best one first."""

    moves: tuple[Considered, ...]
    chances: tuple[float, ...]
    """Which part of the imagined games each seat won, whichever move they began with."""
    iterations: int
    seconds: float

    @property
    def best(self) -> int:
        """The move that was visited most."""
        return self.moves[0].move


class Thinker:
    """Searches in one game. Not for two threads at once: each needs a thinker of its own."""

    def __init__(self, game: Game, seed: str, nodes: int = NODES) -> None:
        self.game = game
        self.seed = seed
        self.stopping = threading.Event()
        self.search = searcher(game)
        self.memory = memory_for(game)
        self.tree = blank_tree(nodes)
        self.table = blank_records(game.record, TABLE)
        self.words = self.table.view(np.uint32).reshape(TABLE, -1)
        self.roots = np.zeros(0, np.int64)
        self.last_seat, self.last_move, self.last_world = NOBODY, ANY_MOVE, self.table[KNOWN]
        self.get_ready()

    def get_ready(self) -> None:
        """Compile, or load from the cache, before a clock starts."""
        self.imagine(NOBODY, key_of_seed(self.seed), 0, 0, MOST_DECISIONS, ANY_MOVE)

    def imagine(
        self, seat: int, key: np.ndarray, first: int, count: int, most: int, only: int
    ) -> int:
        """Add some iterations to the tree, about all moves of this decision or only one, and return
        how many; fewer if the thought has cost enough."""
        done: int = self.search(
            self.table,
            self.words,
            seat,
            key,
            first,
            count,
            most,
            only,
            self.roots,
            self.memory,
            self.tree,
        )
        return done

    def stop(self) -> None:
        """End the thought that is under way, from another thread."""
        self.stopping.set()

    def think(self, sight: Sight, budget: Budget, only: int = ANY_MOVE) -> Thought:
        """Think about a decision and say what is best, or think about only one of its moves."""
        begin = time.perf_counter()
        self.stopping.clear()
        legal = sight.legal() if only == ANY_MOVE else [only]
        if not self.go_on(sight):
            self.start_afresh(sight)
        self.memory.won[:] = 0
        self.memory.spent[:] = 0
        iterations = self.iterate(sight, legal, budget, begin, only)
        moves = self.considered(sight.seat, legal)
        chances = self.memory.won[: int(sight.known.seats)] / iterations
        self.last_seat, self.last_world = sight.seat, sight.record
        self.expect(moves[0].move)
        seconds = time.perf_counter() - begin
        return Thought(moves, tuple(chances.tolist()), iterations, seconds)

    def expect(self, move: int) -> None:
        """Note which move will be made, so that the next thought can go on below it."""
        self.last_move = move

    def expect_nothing(self) -> None:
        """Let the next thought begin without the tree of this one."""
        self.last_seat = NOBODY

    def start_afresh(self, sight: Sight) -> None:
        """Put on the table what is known now, and forget the tree."""
        self.table[KNOWN] = sight.known
        trees = int(sight.known.seats) if moves_in_secret(self.game.rules) else 1
        self.roots = FIRST_ROOT + np.arange(trees)
        forget_everything(self.tree)

    def go_on(self, sight: Sight) -> bool:
        """Keep the tree below the last move where that is sound: the same seat decides again, and
        in every imagined game it knew after that move exactly what it knows now."""
        node = NO_NODE
        if sight.seat == self.last_seat:
            node = self.node_of(sight.seat, self.last_move)
        if node == NO_NODE:
            return False
        self.table[NOTED] = sight.known
        if knowledge_of(self.words[NOTED]) != self.tree.nodes[node]["knowledge"]:
            return False
        self.take_roots_below(sight.seat, self.last_move)
        self.table[KNOWN] = sight.known
        return True

    def take_roots_below(self, seat: int, move: int) -> None:
        """Let each tree begin below a move, as its seat saw it."""
        disguised = self.game.rules.disguise(self.last_world, seat, move)
        for view in range(len(self.roots)):
            seen = move if view == seat else disguised
            self.roots[view] = find_node(self.tree, self.roots[view], seat, seen)

    def iterate(
        self, sight: Sight, legal: list[int], budget: Budget, begin: float, only: int
    ) -> int:
        """Imagine games in pieces until a limit is reached or nothing can change any more."""
        key = key_of_seed(f"{self.seed} seat {sight.seat} ply {sight.record.ply}")
        done, piece = 0, FIRST_PIECE
        while True:
            piece = min(piece, budget.iterations - done)
            started = time.perf_counter()
            found = self.imagine(sight.seat, key, done, piece, budget.decisions, only)
            now = time.perf_counter()
            done += found
            if found < piece:
                return done
            pace, left = piece / (now - started), begin + budget.seconds - now
            more = min(budget.iterations - done, left * pace)
            if more < 1 or self.stopping.is_set():
                return done
            # Only with a clock: a number of iterations must give the same thought on any machine.
            if budget.has_clock and self.is_decided(sight.seat, legal, more):
                return done
            piece = int(max(1, min(MOST_PIECE, pace * min(PIECE_SECONDS, left))))

    def is_decided(self, seat: int, legal: list[int], more: float) -> bool:
        """Tell whether the leader cannot be caught up with in so many more iterations."""
        visits = sorted((self.visits_of(seat, move) for move in legal), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > more

    def considered(self, seat: int, legal: list[int]) -> tuple[Considered, ...]:
        """List the moves that were tried, the most visited first."""
        nodes = [(move, self.node_of(seat, move)) for move in legal]
        moves = [
            self.result_of(move, self.tree.nodes[node])
            for move, node in nodes
            if node != NO_NODE and self.tree.nodes[node]["visits"]
        ]
        return tuple(sorted(moves, key=lambda found: (-found.visits, -found.reward, found.move)))

    def result_of(self, move: int, node: np.void) -> Considered:
        """Sum up what came of a move, from its node."""
        visits = int(node["visits"])
        win, points = float(node["wins"]) / visits, float(node["points"]) / visits
        return Considered(move, visits, float(node["reward"]), win, points)

    def node_of(self, seat: int, move: int) -> int:
        """Find the node of a move of this decision in the tree of the seat itself."""
        root = self.roots[seat if len(self.roots) > 1 else 0]
        return int(find_node(self.tree, root, seat, move))

    def visits_of(self, seat: int, move: int) -> int:
        """Count how often a move was tried."""
        node = self.node_of(seat, move)
        return 0 if node == NO_NODE else int(self.tree.nodes[node]["visits"])
