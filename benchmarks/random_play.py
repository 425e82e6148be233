"""Random play in rounds: in each round everybody plays once, so all see the same machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from child import ChildFailed, ask
from entrants import Table
from timing import Repeat, best_of, repeat_of

from allmende.lab.simulate import Plan, simulate

SEED = "benchmark"
PROBE_GAMES = 16
PROBE_SECONDS = 0.1

Say = Callable[[str], None]


@dataclass(frozen=True)
class Pace:
    """How long each measurement takes and how often it is repeated."""

    seconds: float
    rounds: int


@dataclass
class TableRepeats:
    """What one table has played so far, compiled and interpreted."""

    table: Table
    games: int
    compiled: list[Repeat] = field(default_factory=list)
    interpreted: list[Repeat] = field(default_factory=list)

    def as_data(self, repeats: list[Repeat]) -> dict[str, Any]:
        """Return the best of some repeats, and all of them, as JSON-ready data."""
        return {
            "game": self.table.entrant.name,
            "seats": self.table.seats,
            **asdict(best_of(repeats)),
            "repeats": [asdict(one) for one in repeats],
        }


def play_compiled(table: Table, games: int) -> Repeat:
    """Play games through the simulation of the lab, on one thread, without the warm-up."""
    result = simulate(Plan(table.entrant.game, games, table.seats, SEED))
    return repeat_of(result.summary.moves, games, result.seconds)


def play_interpreted(table: Table, seconds: float) -> Repeat:
    """Let another process play the same games with every rule as plain Python."""
    answer = ask(
        "interpreted.py",
        table.entrant.source,
        table.seats,
        SEED,
        seconds,
        python=sys.executable,
        settings={"ALLMENDE_INTERPRET": "1"},
    )
    return Repeat(**answer)


def games_that_fill(table: Table, seconds: float) -> int:
    """Find out how many games take about that long."""
    games = PROBE_GAMES
    probe = play_compiled(table, games)
    while probe.seconds < PROBE_SECONDS:
        games *= 2
        probe = play_compiled(table, games)
    return max(1, round(probe.games_per_second * seconds))


def ask_peers(python: str | None, seconds: float, say: Say) -> dict[str, Any] | None:
    """Let the peers play once in their own environment."""
    if python is None:
        return None
    say("peers")
    try:
        return ask("peers.py", "--seconds", seconds, "--repeat", 1, python=python)
    except ChildFailed as trouble:
        say(f"the peers could not be measured: {trouble}")
        return None


def play_rounds(
    tables: list[Table], peers_python: str | None, pace: Pace, say: Say
) -> dict[str, Any]:
    """Play all rounds: our tables compiled and interpreted, then the peers, and again."""
    played = [TableRepeats(table, games_that_fill(table, pace.seconds)) for table in tables]
    peer_reports = []
    for number in range(1, pace.rounds + 1):
        for row in played:
            say(f"round {number} of {pace.rounds}: {row.table.label}")
            row.compiled.append(play_compiled(row.table, row.games))
            row.interpreted.append(play_interpreted(row.table, pace.seconds))
        report = ask_peers(peers_python, pace.seconds, say)
        if report is not None:
            peer_reports.append(report)
    return {
        "random_play": [row.as_data(row.compiled) for row in played],
        "interpreted": [row.as_data(row.interpreted) for row in played],
        "peers": merge_peer_reports(peer_reports),
    }


def merge_peer_reports(reports: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put the rounds of each peer together, with the best one as its result."""
    rounds_by_peer: dict[str, list[dict[str, Any]]] = {}
    for report in reports:
        for entry in report["peers"]:
            rounds_by_peer.setdefault(entry["peer"], []).append(entry)
    return [merge_rounds(rounds) for rounds in rounds_by_peer.values()]


def merge_rounds(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the best round of a peer with the repeats of all rounds, or why there is none."""
    measured = [entry for entry in rounds if "error" not in entry]
    if not measured:
        return rounds[0]
    best = max(measured, key=lambda entry: float(entry["moves_per_second"]))
    return {**best, "repeats": [repeat for entry in measured for repeat in entry["repeats"]]}
