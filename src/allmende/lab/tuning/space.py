"""What can be tuned: the numbers of an insight, each on a ladder of values worth trying."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import NamedTuple, TypeVar

from allmende.core.insight import TO_THE_END, Insight

WEIGHTS = tuple(1 << power for power in range(8))
HORIZONS = (5, 7, 10, 15, 20, 30, 40, 60, 80, 120, 160, 240, TO_THE_END)
LEADS = (0.0, 1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0, 50.0, 70.0, 100.0)
HORIZON, LEAD = "horizon", "lead"
Value = TypeVar("Value", bound=float)
CHANGED = 1 / 3
"""About this part of the numbers is another in a neighbour …"""
NEAR = (-2, -1, 1, 2)
"""… by so many steps on the ladder."""


class Numbers(NamedTuple):
    """The numbers of an insight; other processes can be sent them where a policy cannot travel."""

    weights: dict[str, int]
    horizon: int
    lead: float

    @classmethod
    def of(cls, insight: Insight) -> "Numbers":
        """Take the numbers of an insight."""
        return cls(dict(insight.weights), insight.horizon, float(insight.lead))

    def put_into(self, insight: Insight) -> Insight:
        """Return the insight with these numbers instead of its own."""
        return replace(insight, weights=self.weights, horizon=self.horizon, lead=self.lead)

    def as_lines(self) -> list[str]:
        """Write the numbers as they stand in the `insight.py` of a game."""
        horizon = "TO_THE_END" if self.horizon == TO_THE_END else str(self.horizon)
        weights = [f'    "{name}": {weight},' for name, weight in self.weights.items()]
        table = ["WEIGHTS = {", *weights, "}"] if weights else []
        return [*table, f"LEAD, HORIZON = {self.lead!r}, {horizon}"]


Steps = Mapping[str, int]
"""Where on its ladder each number stands."""


class Space:
    """The ladders of an insight: those that all insights have, with its own values on them."""

    def __init__(self, insight: Insight) -> None:
        self.present = Numbers.of(insight)
        self.weights = {name: with_rung(WEIGHTS, own) for name, own in insight.weights.items()}
        self.horizons = with_rung(HORIZONS, insight.horizon)
        self.leads = with_rung(LEADS, self.present.lead)

    @property
    def sizes(self) -> dict[str, int]:
        """How many values there are for each number."""
        weights = {weight_of(name): len(ladder) for name, ladder in self.weights.items()}
        return {**weights, HORIZON: len(self.horizons), LEAD: len(self.leads)}

    def numbers_at(self, steps: Steps) -> Numbers:
        """Return the numbers that stand at some steps."""
        return Numbers(
            {name: ladder[steps[weight_of(name)]] for name, ladder in self.weights.items()},
            self.horizons[steps[HORIZON]],
            self.leads[steps[LEAD]],
        )

    def steps_of(self, numbers: Numbers) -> dict[str, int]:
        """Return where on the ladders some numbers stand."""
        weights = {
            weight_of(name): ladder.index(numbers.weights[name])
            for name, ladder in self.weights.items()
        }
        horizon, lead = self.horizons.index(numbers.horizon), self.leads.index(numbers.lead)
        return {**weights, HORIZON: horizon, LEAD: lead}

    def neighbour(self, seed: str) -> dict[str, int]:
        """Return steps near to those of the present insight, never quite the same."""
        chance, own = Random(seed), self.steps_of(self.present)
        steps = own
        while steps == own:
            steps = {
                name: nearby(chance, own[name], size) if chance.random() < CHANGED else own[name]
                for name, size in self.sizes.items()
            }
        return steps


def weight_of(name: str) -> str:
    """Name the weight of a group of moves, apart from the other numbers."""
    return f"weight: {name}"


def with_rung(ladder: tuple[Value, ...], value: Value) -> tuple[Value, ...]:
    """Return a ladder on which a value stands."""
    return tuple(sorted({*ladder, value}))


def nearby(chance: Random, step: int, size: int) -> int:
    """Return another step of a ladder, not far away."""
    return chance.choice([step + by for by in NEAR if 0 <= step + by < size])
