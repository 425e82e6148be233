"""Measure how strong the levels are: each against the one below it, and the fox against chance.

    .venv/bin/python benchmarks/levels.py --pace 1 --until 300 --jobs 16 --out full.json

Every level imagines as many games as its time allows on a quiet core, which is measured once per
game. So the results do not hang on what else the machine does, and can be repeated. All of it takes
hours. Every finished row is written at once, and a run goes on where the last one ended; `--pace`
gives every level only a part of its time. With `--until` deals of all contests are played in turn
for so many seconds, each from every seat, and what is not over then does not count.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path

import numpy as np
from machine import machine_facts
from report import Json, Section, fill_place, markdown_section, terminal_table
from rich.console import Console

from allmende.bots.levels import LEVELS, RANDOM, levels_of
from allmende.bots.nets.file import net_of
from allmende.bots.puct.bot import NetBot
from allmende.bots.puct.thinker import NetThinker
from allmende.bots.search.thinker import Budget, Thinker
from allmende.bots.searching import SearchBot
from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.insight import Insight
from allmende.core.language import Message
from allmende.core.registry import find_game, known_games
from allmende.core.sight import Sight
from allmende.lab.arena import Plan, compete
from allmende.lab.entrants import Entrant
from allmende.lab.rating import share_interval

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent / "docs" / "players.md"
SEED = "levels"
STRONGEST, OFTEN = "fox", "cow"
"""Of the levels that every game has the strongest, and one that is played often."""
KNOWING, PLAIN = "with insight", "plain search"
SAME_SECONDS = 0.1
POSITIONS, ROUNDS, LOOK = 12, 3, Budget(iterations=2_000)

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
    ladder = (RANDOM, *levels_of(find_game(game)))
    pairs = [(upper, lower) for lower, upper in pairwise(ladder)]
    two = [Contest(game, *pair, 2, games) for pair in [*pairs, (STRONGEST, RANDOM)]]
    knowledge = [Contest(game, KNOWING, PLAIN, 2, games)]
    more = [Contest(game, STRONGEST, OFTEN, count, games) for count in seats if count > 2]
    return [*two, *(knowledge if find_game(game).insight != Insight() else []), *more]


def positions_of(game: Game) -> Iterator[Sight]:
    """Yield decisions spread over a game that is played by lot."""
    chance, plies = random.Random(SEED), []
    s = game.deal(game.seats[0], key_of_seed(SEED), {})
    while not s.over:
        seat = chance.choice(game.to_act(s))
        moves = game.legal_moves(s, seat)
        if len(moves) > 1:
            plies.append(Sight(game, s, seat, SEED))
        s = game.after(s, seat, chance.choice(moves))
    yield from plies[:: max(1, len(plies) // POSITIONS)]


def has_net(player: str) -> bool:
    """Tell whether a player thinks with a net."""
    return player in LEVELS and LEVELS[player].with_net


def imagined_per_second(game: Game, player: str) -> float:
    """Measure how many games a player imagines in a second, over a whole game, in the best
    of some rounds."""
    sights = list(positions_of(game))
    thinker = NetThinker(game, SEED, net_of(game)) if has_net(player) else Thinker(game, SEED)
    return max(rate_over(thinker, sights) for _ in range(ROUNDS))


def rate_over(thinker: Thinker, sights: list[Sight]) -> float:
    """Think about some decisions, each afresh, and return the imagined games per second."""
    begin, done = time.perf_counter(), 0
    for sight in sights:
        thinker.expect_nothing()
        done += thinker.think(sight, LOOK).iterations
    return done / (time.perf_counter() - begin)


def as_known_to(name: str, game: Game) -> Game:
    """Return the game as a player knows it: plain search has no insight into it."""
    return replace(game, insight=Insight()) if name == PLAIN else game


def searching(name: str, pace: float, rate: float, game: Game, seed: str) -> SearchBot:
    """Make a level, or a search with a game's insight or without it, that counts instead of looking
    at the clock."""
    level = LEVELS.get(name)
    budget = level.budget if level else Budget(seconds=SAME_SECONDS)
    if budget.has_clock:
        budget = Budget(iterations=max(1, round(budget.seconds * pace * rate)))
    carelessness = level.carelessness if level else 0.0
    if has_net(name):
        return NetBot(game, seed, budget, net_of(game), carelessness)
    return SearchBot(as_known_to(name, game), seed, budget, carelessness)


def entrant(name: str, pace: float, rate: float) -> str | Entrant:
    """Return who plays under a name."""
    return name if name == RANDOM else Entrant(name, partial(searching, name, pace, rate))


def play(
    contest: Contest, pace: float, rates: dict[str, float], jobs: int, seed: str = SEED
) -> Json:
    """Play a contest: the first alone against as many of the second as there are other seats."""
    names = [contest.first, *[contest.second] * (contest.seats - 1)]
    plan = Plan(
        game=contest.game,
        players=tuple(entrant(name, pace, rates[name]) for name in names),
        games=contest.games,
        seed=seed,
        jobs=jobs,
        limit=None,
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
        "rates": [rates[contest.first], rates[contest.second]],
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


def play_deal(task: tuple[Contest, int, float, dict[str, float]]) -> tuple[Contest, Json]:
    """Play one deal of a contest, from every seat."""
    contest, deal, pace, rates = task
    return contest, play(replace(contest, games=1), pace, rates, 1, f"{SEED} {deal}")


def summed_up(deals: list[Json]) -> Json:
    """Make one row of the rows of single deals."""
    shares, wins = (np.array([deal[name] for deal in deals]) for name in ("share", "win_rate"))

    def mean(name: str) -> list[float]:
        return np.mean([deal[name] for deal in deals], axis=0).tolist()  # type: ignore[no-any-return]

    return deals[0] | {
        "games": sum(deal["games"] for deal in deals),
        "share": float(shares.mean()),
        "interval": list(share_interval(shares)),
        "win_rate": float(wins.mean()),
        "win_interval": list(share_interval(wins)),
        "mean_scores": mean("mean_scores"),
        "seconds_per_decision": mean("seconds_per_decision"),
        "incidents": sum(deal["incidents"] for deal in deals),
        "seconds": sum(deal["seconds"] for deal in deals),
    }


def play_until(
    deadline: float, contests: list[Contest], results: Json, arguments: argparse.Namespace
) -> None:
    """Play deals of all contests in turn, one in each process, until there is no more time."""
    rates = {
        contest: {it: rate_of(results, contest.game, it) for it in (contest.first, contest.second)}
        for contest in contests
    }
    deals = range(max((contest.games for contest in contests), default=0))
    tasks = [(one, deal, arguments.pace, rates[one]) for deal in deals for one in contests]
    found: dict[str, list[Json]] = {}
    with multiprocessing.get_context("spawn").Pool(arguments.jobs) as pool:
        finished = pool.imap_unordered(play_deal, tasks)
        while (left := deadline - time.monotonic()) > 0:
            try:
                contest, row = finished.next(left)
            except (StopIteration, multiprocessing.TimeoutError):
                break
            found.setdefault(contest.key, []).append(row)
            results["rows"][contest.key] = summed_up(found[contest.key])
            write_results(arguments.out, results)


def in_percent(value: float) -> str:
    """Write a share in per cent."""
    return f"{value:.0%}"


def section(title: str, lead: str, rows: list[Json]) -> Section:
    """Lay out rows of results, each with the value that leads it."""
    columns = ("who", "against", "games", "pace", "ahead of it", "95 %", "wins", "points")
    return Section(
        title,
        (lead, *columns),
        [
            (
                str(row[lead]),
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
    """Show the levels of each game, and what the insight of all games brings, one table each."""
    rows = sorted(results["rows"].values(), key=lambda row: (row["game"], row["seats"]))
    levels = [row for row in rows if row["first"] != KNOWING]
    knowing = [row for row in rows if row["first"] == KNOWING]
    sections = [
        section(title_of(game), "seats", list(found))
        for game, found in groupby(levels, lambda row: row["game"])
    ]
    if knowing:
        sections.append(section("Insight against plain search, at equal time", "game", knowing))
    return sections


def title_of(game: str) -> str:
    """Return the name that a game was first published under."""
    return find_game(game).speaker("de").say(Message("game.title"))


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
    parser.add_argument("--until", type=float, help="play for so many seconds, deal by deal")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    parser.add_argument("--only", default="", help="only contests whose name holds this text")
    parser.add_argument("--out", type=Path, default=HERE / "levels.json", help="the results")
    parser.add_argument("--again", action="store_true", help="play finished contests again")
    parser.add_argument("--write-docs", action="store_true", help="put the results into the docs")
    return parser.parse_args()


def rate_of(results: Json, game: str, player: str) -> float:
    """Return how many games a second imagines, as measured when it was first asked for."""
    rates: dict[str, float] = results.setdefault("rates", {})
    key = f"{game} {player}" if player == PLAIN or has_net(player) else game
    if key not in rates:
        rates[key] = imagined_per_second(as_known_to(player, find_game(game)), player)
    return rates[key]


def run(arguments: argparse.Namespace) -> None:
    """Play every contest that has no result yet."""
    deadline = time.monotonic() + (arguments.until or 0)
    results = read_results(arguments.out)
    games = [name for name in arguments.games.split(",") if name] or known_games()
    contests = [
        contest
        for game in games
        for contest in contests_of(game, arguments.count)
        if arguments.only in contest.key and (arguments.again or contest.key not in results["rows"])
    ]
    if arguments.until:
        play_until(deadline, contests, results, arguments)
        return
    for contest in contests:
        players = (contest.first, contest.second)
        rates = {player: rate_of(results, contest.game, player) for player in players}
        row = play(contest, arguments.pace, rates, arguments.jobs)
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
        tables = [markdown_section(found) for found in sections]
        fill_place(DOCS, "\n\n".join([machine_line(results), *tables]))
    for found in sections:
        Console().print(terminal_table(found))


if __name__ == "__main__":
    main()
