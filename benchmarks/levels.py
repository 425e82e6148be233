"""Measure how strong the levels are: each against the one below it, and the fox against chance.

This takes hours at full pace. Every finished row is written at once, and a run goes on where the
last one ended; `--pace` gives every level only a part of its time.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from pathlib import Path

from machine import machine_facts
from report import Json, Section, fill_place, markdown_table, terminal_table
from rich.console import Console

from allmende.bots.levels import LEVELS, RANDOM
from allmende.bots.search.thinker import Budget
from allmende.bots.searching import SearchBot
from allmende.core.game import Game
from allmende.core.insight import Insight
from allmende.core.registry import find_game, known_games
from allmende.lab.arena import Plan, compete
from allmende.lab.entrants import Entrant

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent / "docs" / "players.md"
SEED = "levels"
LADDER = (RANDOM, *LEVELS)
STRONGEST, OFTEN = LADDER[-1], "cow"
KNOWING, PLAIN = "with insight", "plain search"
SAME_SECONDS = 0.1

progress = Console(stderr=True, highlight=False)


@dataclass(frozen=True)
class Contest:
    """Two kinds of players at a table, and what the first has to reach."""

    game: str
    first: str
    second: str
    seats: int
    games: int

    @property
    def key(self) -> str:
        """What the contest is called in the results."""
        return f"{self.game} {self.first}-{self.second} {self.seats}"


def contests_of(game: str, games: int) -> list[Contest]:
    """List the contests of a game: up the ladder, against chance, and at larger tables."""
    seats = find_game(game).seats
    pairs = [(upper, lower) for lower, upper in pairwise(LADDER)]
    two = [Contest(game, *pair, 2, games) for pair in [*pairs, (STRONGEST, RANDOM)]]
    knowledge = [Contest(game, KNOWING, PLAIN, 2, games)]
    more = [Contest(game, STRONGEST, OFTEN, count, games) for count in seats if count > 2]
    return [*two, *(knowledge if find_game(game).insight != Insight() else []), *more]


def searching(name: str, pace: float, game: Game, seed: str) -> SearchBot:
    """Make a search with a game's insight or without it, both with the same time."""
    known = game if name == KNOWING else replace(game, insight=Insight())
    return SearchBot(known, seed, Budget(seconds=SAME_SECONDS * pace))


def entrant(name: str, pace: float) -> str | Entrant:
    """Return who plays under a name."""
    if name not in (KNOWING, PLAIN):
        return name
    return Entrant(name, partial(searching, name, pace))


def play(contest: Contest, pace: float, jobs: int) -> Json:
    """Play a contest: the first alone against as many of the second as there are other seats."""
    names = [contest.first, *[contest.second] * (contest.seats - 1)]
    plan = Plan(
        game=contest.game,
        players=tuple(entrant(name, pace) for name in names),
        games=contest.games,
        seed=SEED,
        jobs=jobs,
        pace=pace,
    )
    result = compete(plan)
    pair, rows = result.pair(contest.first, contest.second), {row.name: row for row in result.rows}
    first, second = rows[contest.first], rows[contest.second]
    return {
        "game": contest.game,
        "first": contest.first,
        "second": contest.second,
        "seats": contest.seats,
        "games": result.games,
        "pace": pace,
        "share": pair.share,
        "interval": list(pair.interval),
        "win_rate": first.win_rate,
        "win_interval": list(first.win_interval),
        "mean_scores": [first.mean_score, second.mean_score],
        "seconds_per_decision": [first.seconds_per_decision, second.seconds_per_decision],
        "incidents": len(result.incidents),
        "seconds": result.seconds,
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
    }


def in_percent(value: float) -> str:
    """Write a share in per cent."""
    return f"{value:.0%}"


def section(title: str, rows: list[Json]) -> Section:
    """Lay out rows of results."""
    columns = ("game", "who", "against", "games", "pace", "ahead of it", "95 %", "wins", "points")
    return Section(
        title,
        columns,
        [
            (
                row["game"],
                row["first"],
                f"{row['seats'] - 1} × {row['second']}" if row["seats"] > 2 else row["second"],
                str(row["games"]),
                f"{row['pace']:g}",
                in_percent(row["share"]),
                " to ".join(in_percent(bound) for bound in row["interval"]),
                in_percent(row["win_rate"]),
                " : ".join(f"{points:.1f}" for points in row["mean_scores"]),
            )
            for row in rows
        ],
        words=3,
    )


def sections_of(results: Json) -> list[Section]:
    """Show two players, more players, and what a game's insight brings, one table each."""
    rows = sorted(results["rows"].values(), key=lambda row: (row["game"], row["seats"]))
    knowing = [row for row in rows if row["first"] == KNOWING]
    two = [row for row in rows if row["seats"] == 2 and row not in knowing]
    more = [row for row in rows if row["seats"] > 2]
    sections = [
        section("Two players", two),
        section("Three and more players", more),
        section("Search with the insight of a game against plain search, equal time", knowing),
    ]
    return [found for found in sections if found.rows]


def machine_line(results: Json) -> str:
    """Say where the numbers were taken."""
    machine = results["machine"]
    return f"Measured on {machine['cpu']}, {machine['cores']} cores, {machine['system']}."


def read_results(path: Path) -> Json:
    """Return what earlier runs have found."""
    if path.is_file():
        found: Json = json.loads(path.read_text(encoding="utf-8"))
        return found
    return {"rows": {}}


def write_results(path: Path, results: Json) -> None:
    """Keep the results; a run that is stopped loses only the contest under way."""
    results["machine"] = machine_facts()
    path.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", default="", help="only these games, with commas between them")
    parser.add_argument("--count", type=int, default=100, help="games of each contest")
    parser.add_argument("--pace", type=float, default=0.1, help="part of the time of each level")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    parser.add_argument("--only", default="", help="only contests whose name holds this text")
    parser.add_argument("--out", type=Path, default=HERE / "levels.json", help="the results")
    parser.add_argument("--again", action="store_true", help="play finished contests again")
    parser.add_argument("--write-docs", action="store_true", help="put the results into the docs")
    return parser.parse_args()


def run(arguments: argparse.Namespace) -> None:
    """Play every contest that has no result yet."""
    results = read_results(arguments.out)
    games = [name for name in arguments.games.split(",") if name] or known_games()
    for contest in [one for game in games for one in contests_of(game, arguments.count)]:
        if arguments.only not in contest.key:
            continue
        if contest.key in results["rows"] and not arguments.again:
            continue
        row = play(contest, arguments.pace, arguments.jobs)
        results["rows"][contest.key] = row
        write_results(arguments.out, results)
        told = f"{in_percent(row['share'])} ({' to '.join(map(in_percent, row['interval']))})"
        progress.print(f"{contest.key}: {told}, {row['games']} games, {row['seconds']:.0f} s")


def main() -> None:
    """Run from the command line."""
    arguments = read_arguments()
    if not arguments.write_docs:
        run(arguments)
    results = read_results(arguments.out)
    sections = sections_of(results)
    if arguments.write_docs:
        tables = [markdown_table(found) for found in sections]
        fill_place(DOCS, "\n\n".join([machine_line(results), *tables]))
    for found in sections:
        Console().print(terminal_table(found))


if __name__ == "__main__":
    main()
