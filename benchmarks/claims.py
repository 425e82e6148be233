"""What we claim: ratios of the measured numbers, and bounds that they have to keep."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from entrants import EXAMPLE

Json = dict[str, Any]

HALALI = "halali"
CATANATRON = "catanatron"
COMPARED_WITH_CATANATRON = (HALALI, "kuh_vadis", "kuhfstein", "stieren_versieren", "mischwald")
OPENSPIEL_ROLLOUTS = "openspiel-mcts-rollouts"
OPENSPIEL_SEARCH = "openspiel-mcts-search"
INTERPRETED = "interpreted"


@dataclass(frozen=True)
class Claim:
    """A sentence with a number in it. `measure` returns None where the number was not taken."""

    text: str
    relation: str
    bound: float
    unit: str
    measure: Callable[[Json], float | None]

    def holds(self, measured: float) -> bool:
        """Tell whether the measured number keeps the bound."""
        if self.relation == "≥":
            return measured >= self.bound
        if self.relation == "<":
            return measured < self.bound
        return measured == self.bound

    def as_data(self, results: Json) -> Json:
        """Return the claim with its number and its verdict; None stands for not measured."""
        measured = self.measure(results)
        return {
            "claim": self.text,
            "relation": self.relation,
            "bound": self.bound,
            "unit": self.unit,
            "measured": None if measured is None else round(measured, 4),
            "passed": None if measured is None else self.holds(measured),
        }


def rate_of_peer(results: Json, peer: str) -> float | None:
    """Return the moves per second of a peer, if it was measured."""
    for entry in results["peers"]:
        if entry["peer"] == peer and "error" not in entry:
            return float(entry["moves_per_second"])
    return None


def ratio(row: Json, over: str, other_rate: float) -> Json:
    """Say how many times faster a table is than something else."""
    return {
        "game": row["game"],
        "seats": row["seats"],
        "over": over,
        "ratio": round(float(row["moves_per_second"]) / other_rate, 2),
    }


def all_ratios(results: Json) -> list[Json]:
    """Compare every table with its interpreted self and with the peers it is held against."""
    rows = results["random_play"]
    ratios = [
        ratio(row, INTERPRETED, float(slow["moves_per_second"]))
        for row, slow in zip(rows, results["interpreted"], strict=True)
    ]
    catanatron = rate_of_peer(results, CATANATRON)
    if catanatron is not None:
        ratios += [ratio(row, CATANATRON, catanatron) for row in rows]
    rollouts = rate_of_peer(results, OPENSPIEL_ROLLOUTS)
    if rollouts is not None:
        # Only the same game is compared with OpenSpiel's.
        same_game = [row for row in rows if row["game"] == EXAMPLE]
        ratios += [ratio(row, OPENSPIEL_ROLLOUTS, rollouts) for row in same_game]
    return ratios


def lowest_ratio(game: str, over: str) -> Callable[[Json], float | None]:
    """Measure a game by the worst of its tables."""

    def measure(results: Json) -> float | None:
        found = [
            float(entry["ratio"])
            for entry in results["ratios"]
            if entry["game"] == game and entry["over"] == over
        ]
        return min(found, default=None)

    return measure


def copy_time(game: str) -> Callable[[Json], float | None]:
    """Measure the copy of a record."""

    def measure(results: Json) -> float | None:
        found = (row for row in results["record_copy"] if row["game"] == game)
        return next((float(row["nanoseconds"]) for row in found), None)

    return measure


def search_over_openspiel(results: Json) -> float | None:
    """Compare the searches of the same game, both with one roll-out for each iteration."""
    simulations = rate_of_peer(results, OPENSPIEL_SEARCH)
    found = [row["playouts_per_second"] for row in results["search"] if row["game"] == EXAMPLE]
    return float(found[0]) / simulations if found and simulations else None


def least_scaling(results: Json) -> float | None:
    """Return what a second thread brings where it brings least."""
    return min((float(row["scaling"]) for row in results["search"]), default=None)


def slowest_cold_compile(results: Json) -> float | None:
    """Return the time until every rule of a game was compiled, of the slowest game."""
    times = [float(row["cold"]["all_rules_seconds"]) for row in results["start_up"]]
    return max(times, default=None)


def slowest_warm_start(results: Json) -> float | None:
    """Return the time to the first random game in a second process, of the slowest game."""
    times = [float(row["warm"]["from_start_seconds"]) for row in results["start_up"]]
    return max(times, default=None)


def rules_compiled_again(results: Json) -> float | None:
    """Count what was compiled in processes that should have found everything on disk."""
    starts = [start for row in results["start_up"] for start in row["warm_repeats"]]
    if not starts:
        return None
    # A process that never asked the cache has no misses either, so it counts as one.
    return float(sum(start["cache_misses"] + (start["cache_hits"] == 0) for start in starts))


def broken_invariants(results: Json) -> float | None:
    """Count the plans of the soak that met an impossible record."""
    if not results["soak"]:
        return None
    return float(sum(row["broken"] is not None for row in results["soak"]))


CLAIMS = (
    Claim(
        "halali: compiled over interpreted, random moves",
        "≥",
        1000,
        "x",
        lowest_ratio(HALALI, INTERPRETED),
    ),
    *(
        Claim(
            f"{game} over Catanatron, random moves", "≥", 100, "x", lowest_ratio(game, CATANATRON)
        )
        for game in COMPARED_WITH_CATANATRON
    ),
    Claim(
        "four-in-a-row over OpenSpiel's roll-outs in C++, random moves",
        "≥",
        30,
        "x",
        lowest_ratio(EXAMPLE, OPENSPIEL_ROLLOUTS),
    ),
    Claim(
        "four-in-a-row: search over OpenSpiel's search in C++, simulations",
        "≥",
        8,
        "x",
        search_over_openspiel,
    ),
    Claim("two threads over one, imagined games, least of all games", "≥", 1.7, "x", least_scaling),
    Claim("all rules compiled, slowest game", "<", 60, "s", slowest_cold_compile),
    Claim("halali: copy of a record", "<", 50, "ns", copy_time(HALALI)),
    Claim(
        "second process: first random game after interpreter start, slowest game",
        "<",
        1,
        "s",
        slowest_warm_start,
    ),
    Claim("second process: rules compiled again", "=", 0, "", rules_compiled_again),
    Claim("soak: broken invariants", "=", 0, "", broken_invariants),
)


def judged_claims(results: Json) -> list[Json]:
    """Hold every claim against the results, which must have their ratios already."""
    return [claim.as_data(results) for claim in CLAIMS]
