"""The search for better numbers: Optuna proposes them and keeps what came of it.

What is proposed next hangs on the seed and on the finished trials alone, and every deal on the seed
and its number. So a study that was stopped, however, goes on as if nothing had happened, and the
number of processes changes nothing but the time it takes.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import optuna
from optuna.distributions import BaseDistribution, IntDistribution
from optuna.pruners import MedianPruner
from optuna.samplers import TPESampler
from optuna.storages import BaseStorage
from optuna.trial import FrozenTrial, Trial, TrialState, create_trial

from allmende.core.errors import BadSetup
from allmende.lab.luggage import game_of
from allmende.lab.rating import Interval, share_interval
from allmende.lab.standings import EVEN

from .duel import Duel, Hall, deals_for
from .space import Numbers, Space

NAME = "allmende tune"
SETTINGS, PRESENT, NUMBER = "settings", "present insight", "number"
PARTS = 4
"""A trial is judged after each part of its games, and given up if most others were better."""
STARTS_PER_NUMBER, MOST_STARTS = 2, 20
"""The first trials are neighbours of the present insight, so many for each number in it."""
MEDIAN_FROM = 4
"""So many trials come to their end before any is given up."""
FINALISTS, FINAL_PARTS = 3, 8
DEEPER = 4
"""Who wins the final match plays another one, with so many times the thought."""
FINISHED = (TrialState.COMPLETE, TrialState.PRUNED)


@dataclass(frozen=True)
class Plan:
    """What is to be found out. `game` is a name or the path of a file, as processes need it."""

    game: str
    seats: tuple[int, ...]
    options: dict[str, str]
    seed: str
    trials: int
    games: int
    """Games of a trial; all numbers of games are rounded up to whole deals."""
    final: int
    """Games of each match between a finalist and the present insight."""
    iterations: int

    def settings(self) -> dict[str, Any]:
        """Return all that the results hang on, as JSON-ready data; more trials may follow."""
        game = game_of(self.game)
        present = Numbers.of(game.insight)
        return {
            "game": game.name,
            "rules": game.version,
            "insight": [present.weights, present.horizon, present.lead],
            "seats": list(self.seats),
            "options": self.options,
            "seed": self.seed,
            "games": self.games,
            "final": self.final,
            "iterations": self.iterations,
        }

    def duel(self, candidate: Numbers, iterations: int, name: str) -> Duel:
        """Let a candidate meet the present insight, with chance of its own."""
        options = tuple(sorted(self.options.items()))
        seed = f"{self.seed} {name}"
        return Duel(self.game, candidate, iterations, self.seats, options, seed)

    def games_in(self, deals: range) -> int:
        """Count the games of some deals."""
        return sum(self.seats[number % len(self.seats)] for number in deals)


@dataclass(frozen=True)
class Match:
    """What came of a candidate against the present insight."""

    games: int
    shares: tuple[float, ...]
    """How often the candidate was ahead, in each deal."""

    @property
    def share(self) -> float:
        """How often the candidate was ahead of the others; a tie is half."""
        return float(np.mean(self.shares))

    @cached_property
    def interval(self) -> Interval:
        """Where the share lies with a confidence of 95 %."""
        return share_interval(np.array(self.shares))

    @property
    def is_won(self) -> bool:
        """Whether the candidate is clearly better."""
        return self.interval.low > EVEN

    def as_data(self) -> dict[str, Any]:
        """Return the match as JSON-ready data."""
        return {"games": self.games, "share": self.share, "interval": list(self.interval)}


@dataclass(frozen=True)
class Finalist:
    """One of the best trials, and the matches it played on new deals."""

    trial: int
    numbers: Numbers
    match: Match
    deeper: Match | None = None
    """The match with more thought; only the best of those who won the first one play it."""

    @property
    def is_better(self) -> bool:
        """Whether the candidate is better than the present insight, also with more thought."""
        return self.match.is_won and self.deeper is not None and self.deeper.is_won

    def as_data(self) -> dict[str, Any]:
        """Return the finalist as JSON-ready data."""
        return {
            "trial": self.trial,
            "weights": self.numbers.weights,
            "horizon": self.numbers.horizon,
            "lead": self.numbers.lead,
            "match": self.match.as_data(),
            "deeper": self.deeper.as_data() if self.deeper else None,
            "is_better": self.is_better,
        }


class Tuning:
    """A study of one game. Without a storage it is forgotten in the end."""

    def __init__(self, plan: Plan, hall: Hall, storage: BaseStorage | None = None) -> None:
        self.plan, self.hall = plan, hall
        self.space = Space(game_of(plan.game).insight)
        self.deals = deals_for(plan.games, plan.seats)
        self.final_deals = deals_for(plan.final, plan.seats)
        self.study = optuna.create_study(
            storage=storage,
            study_name=NAME,
            direction="maximize",
            load_if_exists=True,
            pruner=MedianPruner(n_startup_trials=MEDIAN_FROM),
        )
        self.take_up()

    def take_up(self) -> None:
        """Begin a study, or go on with one that was stopped; a trial under way is played again."""
        kept, wanted = self.study.user_attrs.get(SETTINGS), self.plan.settings()
        if kept is None:
            self.study.set_user_attr(SETTINGS, wanted)
        elif other := [name for name, value in wanted.items() if kept.get(name) != value]:
            raise BadSetup(
                f"this study was begun with other settings ({', '.join(other)}): "
                f"name another file, or give those that it was begun with"
            )
        if not self.study.trials:
            self.study.add_trial(self.present_trial())
        for trial in self.in_state(TrialState.RUNNING):
            self.study.tell(trial.number, state=TrialState.FAIL)

    def present_trial(self) -> FrozenTrial:
        """Return the trial that nobody has to play: the present insight against itself."""
        steps = self.space.steps_of(self.space.present)
        return create_trial(
            params=steps, distributions=self.ladders, value=EVEN, user_attrs={PRESENT: True}
        )

    @cached_property
    def ladders(self) -> dict[str, BaseDistribution]:
        """The ladders as Optuna knows them."""
        return {name: IntDistribution(0, size - 1) for name, size in self.space.sizes.items()}

    @property
    def starts(self) -> int:
        """How many trials are neighbours of the present insight."""
        return min(MOST_STARTS, STARTS_PER_NUMBER * len(self.ladders))

    def in_state(self, *states: TrialState) -> list[FrozenTrial]:
        """List the trials in some states; the present insight is none."""
        trials = self.study.get_trials(deepcopy=False, states=states)
        return [trial for trial in trials if PRESENT not in trial.user_attrs]

    def search(self, note: Callable[[int], None] = lambda games: None) -> None:
        """Try candidates until there are enough trials; `note` is told of games that are done."""
        games = self.plan.games_in(range(self.deals))
        note(games * min(self.plan.trials, len(self.in_state(*FINISHED))))
        while (number := 1 + len(self.in_state(*FINISHED))) <= self.plan.trials:
            before = Counter(note)
            self.try_one(self.proposed(number), number, before)
            note(games - before.count)

    def proposed(self, number: int) -> Trial:
        """Ask for the next candidate; the first ones are neighbours of the present insight."""
        name = f"{self.plan.seed} trial {number}"
        if number <= self.starts and not self.in_state(TrialState.WAITING):
            self.study.enqueue_trial(self.space.neighbour(name))
        self.study.sampler = TPESampler(seed=number_of(name), n_startup_trials=1, multivariate=True)
        return self.study.ask(self.ladders)

    def try_one(self, trial: Trial, number: int, note: Callable[[int], None]) -> None:
        """Play the games of a trial, part by part, and tell what came of it."""
        trial.set_user_attr(NUMBER, number)  # Optuna's counts those that were stopped as well
        numbers = self.space.numbers_at(trial.params)
        duel = self.plan.duel(numbers, self.plan.iterations, f"trial {number}")
        shares: list[float] = []
        for deals in parts_of(self.deals, PARTS):
            shares += self.hall.shares(duel, deals, note)
            trial.report(float(np.mean(shares)), step=len(shares))
            if len(shares) < self.deals and trial.should_prune():
                self.study.tell(trial, state=TrialState.PRUNED)
                return
        self.study.tell(trial, float(np.mean(shares)))

    def best_trials(self) -> list[FrozenTrial]:
        """List the few best of the trials that were played to the end, different from each other
        and better than even."""
        found: list[FrozenTrial] = []
        trials = self.in_state(TrialState.COMPLETE)
        for trial in sorted(trials, key=lambda trial: -(trial.value or 0.0)):
            is_new = all(trial.params != other.params for other in found)
            if is_new and (trial.value or 0.0) > EVEN:
                found.append(trial)
        return found[:FINALISTS]

    def final(self, note: Callable[[int], None] = lambda games: None) -> list[Finalist]:
        """Let the best trials play the present insight on new deals, the strongest first in what is
        returned; the first that wins with more thought, too, is the better insight."""
        finalists = []
        for trial in self.best_trials():
            number, numbers = trial.user_attrs[NUMBER], self.space.numbers_at(trial.params)
            match = self.match(numbers, self.plan.iterations, f"final {number}", note)
            finalists.append(Finalist(number, numbers, match))
        finalists.sort(key=lambda finalist: -finalist.match.share)
        for at, finalist in enumerate(finalists):
            if finalist.match.is_won:
                finalists[at] = self.with_more_thought(finalist, note)
                if finalists[at].is_better:
                    break
        return finalists

    def with_more_thought(self, finalist: Finalist, note: Callable[[int], None]) -> Finalist:
        """Let a finalist who won play once more, with more thought."""
        name, iterations = f"deeper {finalist.trial}", DEEPER * self.plan.iterations
        deeper = self.match(finalist.numbers, iterations, name, note)
        return Finalist(finalist.trial, finalist.numbers, finalist.match, deeper)

    def match(
        self, numbers: Numbers, iterations: int, name: str, note: Callable[[int], None]
    ) -> Match:
        """Play a match, or go on with one that was stopped. It ends early only for a candidate that
        is behind, so that nobody is called better by a lucky moment."""
        duel = self.plan.duel(numbers, iterations, name)
        shares: list[float] = self.study.user_attrs.get(name, [])
        for deals in parts_of(self.final_deals, FINAL_PARTS):
            if deals.stop <= len(shares):
                note(self.plan.games_in(deals))
            elif not shares or np.mean(shares) >= EVEN:
                shares = shares + self.hall.shares(duel, deals, note)
                self.study.set_user_attr(name, shares)
        return Match(self.plan.games_in(range(len(shares))), tuple(shares))


class Counter:
    """Counts what it is told, and passes it on."""

    def __init__(self, note: Callable[[int], None]) -> None:
        self.note, self.count = note, 0

    def __call__(self, games: int) -> None:
        """Count some games."""
        self.count += games
        self.note(games)


def parts_of(deals: int, parts: int) -> list[range]:
    """Divide deals into parts, none of them empty."""
    edges = sorted({round(deals * at / parts) for at in range(parts + 1)})
    return [range(begin, end) for begin, end in pairwise(edges)]


def number_of(seed: str) -> int:
    """Make a number from a seed, as samplers need it."""
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:4], "big")
