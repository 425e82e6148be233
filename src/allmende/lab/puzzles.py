"""Puzzles are found at the turning points of games between bots.

Players that are good but careless play game after game. Where one of them leaves the move that
its own thought liked far better than all others, a puzzle may lie. Most do not: so questions are
asked in the order of their price, and the first "no" ends it. Every search deals the secrets of
the position anew for each game that it imagines, so a move that passes is best over all that the
seat can imagine, and no secret is needed to find it.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import NamedTuple

from allmende.bots.coach import PatientThinker
from allmende.bots.levels import LEVELS
from allmende.bots.search.iteration import ANY_MOVE
from allmende.bots.search.thinker import Budget, Considered, Thought
from allmende.bots.searching import SearchBot
from allmende.core.game import Game
from allmende.core.match import Match, Move, new
from allmende.core.puzzles import Judged, Puzzle, id_of, idea_of, position_of
from allmende.core.sight import Sight

WEAKEST = "calf"
LEAST_MOVES = 3
LEAST_GAP = 0.06
"""The best move wins at least so much more often than any other …"""
CLEAR = 3.0
"""… and more than so many standard errors."""
LEAST_LEAN = 1.5
"""A thought leans to its best move if it visited it so many times as often as the next."""
MOST_FOUND = 0.75
"""A move that the weakest player likes best more often than this is no puzzle."""
LEAST_HOPE, MOST_COMFORT = 0.15, 0.9
"""The best move must lead to some hope, and the second best must not win anyway."""
RIVAL = 2 * LEAST_GAP
"""Moves that come so near to the best one are judged with more thought."""
MOST_PER_GAME = 2
PLIES_BETWEEN = 6
MOST_OF_AN_IDEA = 0.25
"""An idea that is the answer to more of the puzzles than this is worn: it is asked no more …"""
FEW = 20
"""… once there are so many puzzles, …"""
PATIENCE = 20
"""… unless so many games in a row gave no other one."""
NODES = 1 << 16


@dataclass(frozen=True)
class Thoroughness:
    """How many games are imagined for each question."""

    play: int = 200
    look: int = 2500
    long: int = 4000
    seeds: int = 3
    alone: int = 500
    rival: int = 5000
    second: int = 12000
    weakest: int = 12
    """How often the weakest player is asked."""

    def times(self, factor: float) -> "Thoroughness":
        """Return one with more, or less, thought; the seeds and the weakest player stay."""
        scaled = {
            name: max(20, round(getattr(self, name) * factor))
            for name in ("play", "look", "long", "alone", "rival", "second")
        }
        return replace(self, **scaled)


@dataclass(frozen=True)
class Plan:
    """What is wanted: so many puzzles of a game, from a series of games that a seed names."""

    game: Game
    puzzles: int
    seed: str = "puzzles"
    options: dict[str, str] = field(default_factory=dict)
    thought: Thoroughness = field(default_factory=Thoroughness)
    games: int | None = None
    """How many games to play at most."""


class Candidate(NamedTuple):
    """A decision at which a player left the move that it liked best."""

    sight: Sight
    best: int
    theme: str
    """The kind of the best move."""
    idea: str
    """What the best move is about."""
    name: str


def find_puzzles(plan: Plan, known: Sequence[Puzzle] = ()) -> Iterator[Puzzle]:
    """Yield new puzzles as they are found, until there are enough of them with the known ones.

    A series goes on with the game after the last one that gave a puzzle.
    """
    finder = Finder(plan, known)
    begin = first_unplayed(plan, known)
    for number in count(begin) if plan.games is None else range(begin, begin + plan.games):
        if len(finder.ids) >= plan.puzzles:
            return
        yield from finder.puzzles_in_game(number)


def first_unplayed(plan: Plan, known: Sequence[Puzzle]) -> int:
    """Return the number of the first game of the series that no known puzzle came from."""
    series = f"{plan.seed} "
    numbers = [
        puzzle.source.removeprefix(series).split(" ")[0]
        for puzzle in known
        if puzzle.source.startswith(series)
    ]
    return 1 + max((int(number) for number in numbers), default=-1)


class Finder:
    """Plays games and asks of each turning point whether it is a puzzle."""

    def __init__(self, plan: Plan, known: Sequence[Puzzle]) -> None:
        self.plan = plan
        self.game = plan.game
        self.thought = plan.thought
        self.ids = {puzzle.id for puzzle in known}
        self.ideas = Counter(puzzle.idea for puzzle in known)
        self.fruitless = 0
        """How many games in a row gave no puzzle."""
        self.thinker = PatientThinker(plan.game, plan.seed, NODES)

    def puzzles_in_game(self, number: int) -> Iterator[Puzzle]:
        """Play one game and yield the puzzles in it, from anywhere in the game, rare ideas first,
        not too many and not too near to each other."""
        candidates = [it for it in self.turning_points(number) if not self.is_worn(it.idea)]
        Random(f"{self.plan.seed} {number}").shuffle(candidates)
        candidates.sort(key=lambda candidate: self.ideas[candidate.idea])
        found: list[int] = []
        self.fruitless += 1
        for candidate in candidates:
            ply = int(candidate.sight.record.ply)
            if any(abs(ply - other) < PLIES_BETWEEN for other in found):
                continue
            puzzle = self.puzzle_at(candidate)
            if puzzle is None or puzzle.id in self.ids:
                continue
            self.ids.add(puzzle.id)
            self.ideas[puzzle.idea] += 1
            self.fruitless = 0
            found.append(ply)
            yield puzzle
            if len(found) == MOST_PER_GAME or len(self.ids) >= self.plan.puzzles:
                return

    def turning_points(self, number: int) -> Iterator[Candidate]:
        """Play a game to its end and yield the decisions at which the liked move was left."""
        seats = self.game.seats[number % len(self.game.seats)]
        name = f"{self.plan.seed} {number}"
        match = new(self.game, seats, name, self.plan.options)
        player = SearchBot(self.game, name, Budget(iterations=self.thought.play), 1.0)
        while not match.over:
            seat = match.to_act[0]
            sight = Sight(self.game, match.record, seat, f"{name} {match.record.ply}")
            legal = sight.legal()
            if len(legal) == 1:
                play_number(match, seat, legal[0])
                continue
            thought = player.thinker.think(sight, player.budget)
            chosen = player.pick(thought, sight)
            if chosen != thought.best and len(legal) >= LEAST_MOVES and leans(thought):
                yield self.candidate(sight, thought.best, f"{name} {match.record.ply}")
            play_number(match, seat, chosen)

    def candidate(self, sight: Sight, best: int, name: str) -> Candidate:
        """Say what a turning point is about."""
        words, s = self.game.words, sight.record
        theme = str(words.move_data(s, sight.seat, best).get("do", ""))
        return Candidate(sight, best, theme, idea_of(words.notation(s, sight.seat, best)), name)

    def puzzle_at(self, candidate: Candidate) -> Puzzle | None:
        """Ask all questions, the cheap ones first."""
        sight, best, name = candidate.sight, candidate.best, candidate.name
        if not self.is_liked(sight, best, self.thought.look, name):
            return None
        missed = self.missed_by_the_weakest(sight, best)
        if missed < 1 - MOST_FOUND or not self.is_liked_each_time(sight, best, name):
            return None
        judged = self.judged(sight, best, self.by_rivalry(sight, name), f"{name} first")
        if judged is None or not self.holds(sight, best, judged, f"{name} second"):
            return None
        return self.written(candidate, missed, judged)

    def is_worn(self, idea: str) -> bool:
        """Tell whether this is the answer too often already, and others may still be found."""
        is_common = self.ideas[idea] > MOST_OF_AN_IDEA * max(FEW, len(self.ids))
        return is_common and self.fruitless < PATIENCE

    def think(self, sight: Sight, iterations: int, seed: str, only: int = ANY_MOVE) -> Thought:
        """Think afresh, with chance of its own."""
        self.thinker.seed = seed
        self.thinker.expect_nothing()
        return self.thinker.think(sight, Budget(iterations=iterations), only)

    def is_liked(self, sight: Sight, best: int, iterations: int, seed: str) -> bool:
        """Tell whether a search prefers the move, and by enough."""
        thought = self.think(sight, iterations, seed)
        first, second = thought.moves[:2]
        return (
            thought.best == best
            and leans(thought)
            and first.win - second.win >= LEAST_GAP
            and first.win >= LEAST_HOPE
            and second.win <= MOST_COMFORT
        )

    def is_liked_each_time(self, sight: Sight, best: int, name: str) -> bool:
        """Tell whether long searches with several seeds all prefer the move."""
        seeds = range(self.thought.seeds)
        return all(self.is_liked(sight, best, self.thought.long, f"{name} {at}") for at in seeds)

    def missed_by_the_weakest(self, sight: Sight, best: int) -> float:
        """Return how often something else is the first choice of the weakest player."""
        asked, iterations = self.thought.weakest, LEVELS[WEAKEST].budget.iterations
        seeds = (f"{self.plan.seed} weakest {at}" for at in range(asked))
        return sum(self.think(sight, iterations, seed).best != best for seed in seeds) / asked

    def by_rivalry(self, sight: Sight, seed: str) -> list[int]:
        """Put the moves that may come near the best one first: most fail at these."""
        visits = {
            found.move: found.visits for found in self.think(sight, self.thought.alone, seed).moves
        }
        return sorted(sight.legal(), key=lambda move: -visits.get(move, 0))

    def judged(
        self, sight: Sight, best: int, legal: Sequence[int], seed: str
    ) -> dict[int, Considered] | None:
        """Judge each move for itself, rivals of the best one with more thought; None as soon as
        one of them is not clearly worse."""
        thought, found = self.thought, {}
        found[best] = self.alone(sight, best, thought.rival, seed)
        for move in legal:
            if move == best:
                continue
            found[move] = self.alone(sight, move, thought.alone, seed)
            if found[best].win - found[move].win < RIVAL:
                found[move] = self.alone(sight, move, thought.rival, seed)
            if not is_clear(found[best], found[move]):
                return None
        return found

    def alone(self, sight: Sight, move: int, iterations: int, seed: str) -> Considered:
        """Judge one move for itself."""
        return self.think(sight, iterations, f"{seed} {move}", move).moves[0]

    def holds(self, sight: Sight, best: int, judged: dict[int, Considered], seed: str) -> bool:
        """Check a puzzle by a second search that knows nothing of the first: it prefers the same
        move, and judged alone the strongest rival is clearly worse again."""
        if not self.is_liked(sight, best, self.thought.second, seed):
            return False
        rival = max((move for move in judged if move != best), key=lambda move: judged[move].win)
        again = [self.alone(sight, move, self.thought.rival, seed) for move in (best, rival)]
        return is_clear(*again)

    def written(self, candidate: Candidate, missed: float, judged: dict[int, Considered]) -> Puzzle:
        """Put a puzzle together from what was found out."""
        sight, best = candidate.sight, candidate.best
        position = position_of(self.game, sight.record)
        order = sorted(judged, key=lambda move: (move != best, -judged[move].win))
        return Puzzle(
            id=id_of(position, sight.seat),
            seat=sight.seat,
            theme=candidate.theme,
            missed=missed,
            error=max(error_between(judged[best], judged[move]) for move in order[1:]),
            moves=tuple(self.in_words(sight, judged[move]) for move in order),
            position=position,
            source=candidate.name,
        )

    def in_words(self, sight: Sight, found: Considered) -> Judged:
        """Give a move that was judged its notation."""
        notation = self.game.words.notation(sight.record, sight.seat, found.move)
        return Judged(notation, found.win, found.points)


def play_number(match: Match, seat: int, number: int) -> None:
    """Play the move of a number."""
    match.play(Move(seat, number, "", {}))


def leans(thought: Thought) -> bool:
    """Tell whether a thought prefers its best move to all others."""
    visits = [move.visits for move in thought.moves]
    return len(visits) > 1 and visits[0] >= LEAST_LEAN * visits[1]


def error_between(one: Considered, other: Considered) -> float:
    """Return the standard error of how far two chances to win are apart."""
    return math.hypot(one.error, other.error)


def is_clear(best: Considered, other: Considered) -> bool:
    """Tell whether a move is worse by enough, and more surely than by the luck of the search."""
    gap = best.win - other.win
    return gap >= LEAST_GAP and gap > CLEAR * error_between(best, other)
